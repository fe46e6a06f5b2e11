"""What a program does counts nowhere: no statistics, no records, no results, no medals, no level of a question."""

import pytest

from engine.rulesets import ruleset
from host.core import statistics
from host.core.cards import dealt_cards
from host.core.session import OVER
from host.said.desk.finished_games import _list_results
from tests.host.extras.programs.client import Chance
from tests.host.extras.programs.conftest import ProgramTable


@pytest.fixture
def finished(host):
    """A short ladder that two programs have climbed to its end."""
    table = ProgramTable(host, "ladder", {"rounds": 1, "first": "apart"})
    table.begin()
    players = [Chance(program, table.game, seed) for seed, program in enumerate(table.programs)]
    for _ in range(300):
        if not any(player.move() for player in players):
            break
    assert table.session().stage == OVER
    return table


def list_owners(found):
    return {owner for owner, counts in found.items() if counts}


def test_nothing_is_counted_and_nobody_stands_in_a_list(finished):
    host, session = finished.host, finished.session()
    for owner in finished.owners:
        assert host.store.load_counts(f"person:{owner.id}") == {}
        assert host.store.load_and_prune_bests(f"person:{owner.id}") == {}
    assert _list_results(host, session) == []


def test_the_same_game_would_count_if_people_had_played_it(finished):
    host, session = finished.host, finished.session()
    told = [line for entry in host.store.load_log(session.id, 0, 500) for line in entry.told]
    rules = ruleset("ladder")
    fares = [owner for owner in dealt_cards.compute_card_counts(rules, session, told) if owner.startswith("card:")]
    there = statistics.count_deeds(rules, statistics.build_seats_and_places(session), told)
    assert (list_owners(there.counts), list_owners(there.best), fares) == (set(), set(), [])
    for player in session.players:
        player.program = False
    there = statistics.count_deeds(rules, statistics.build_seats_and_places(session), told)
    people = {f"person:{owner.id}" for owner in finished.owners}
    assert list_owners(there.counts) | list_owners(there.best) >= people
    assert any(owner.startswith("card:") for owner in dealt_cards.compute_card_counts(rules, session, told))
