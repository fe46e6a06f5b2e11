"""Zones come again and again, however many a group leaves out."""

import pytest

from engine.deluxe import tables, zones
from engine.deluxe.rules import DELUXE
from engine.deluxe.season import RACE_TABLE
from engine.kernel import Game


@pytest.mark.parametrize("left", range(1, 7))
def test_zones_come_to_the_end_and_none_is_drawn_again_while_enough_others_are_left(left):
    game = Game.start(DELUXE, ["p1", "p2"], {"without": tables.ZONE_NAMES[left:]}, f"zones {left}")
    table, race, announced = game.find_table(RACE_TABLE), game.state, list[str]()
    for race.round in range(80):
        zones.begin_zone(table)
        before = race.zone_next
        zones.update_zones(table)
        announced += [race.zone_next] if race.zone_next != before else []
    others = min(left - 1, zones.ZONES_REMEMBERED)
    assert len(announced) > 80 // 7  # at most 2 rounds of calm, 2 of notice and 3 with the zone
    assert all(zone not in announced[max(0, n - others) : n] for n, zone in enumerate(announced))
