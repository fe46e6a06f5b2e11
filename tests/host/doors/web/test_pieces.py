"""Pieces of pages that were drawn for one viewer are shown to others: nobody may see any page but their own."""

from dataclasses import replace
from random import Random

import pytest

from engine.kernel import PUBLIC
from engine.rulesets import RULESETS
from host.core import games
from host.core.commands import Command
from host.core.computer_player import at_random
from host.core.games import Guest
from host.core.loading import KeptGames, loaded
from host.core.recent import Recent
from host.core.session import OVER
from host.people import accounts
from tests.host.doors.web.visitor import Visitor

MOVES, LEAST = 40, 40  # a climb may be over after a dozen moves
TURNS = range(12)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_page_from_pieces_that_others_have_seen_is_the_page_drawn_anew(host, ruleset):
    people = [accounts.known(host, f"t:{name}", name, f"t:{name}") for name in ("Ann", "Bob", "Cleo")]
    game = games.create(host, Command(by=people[0].id), ruleset, {}, "evening").game
    for person in people:
        games.join(host, Command(by=person.id), game, Guest(person.id, person.name, person.place))
    games.begin(host, Command(by=people[0].id), game)
    cookies = [PUBLIC, *(accounts.web_link(host, person.id) for person in people)]
    same = replace(host, token=lambda size: "ab" * size)
    looks = 0
    for number in range(MOVES):
        if host.store.game(game).session.stage == OVER:
            break
        move(host, game, Random(number))
        for cookie in cookies:
            page = Visitor(same, cookie).go(f"/g/{game}/part")
            assert page == Visitor(replace(same, pieces=Recent(), seen=KeptGames()), cookie).go(f"/g/{game}/part")
            looks += "data-version" in page
    assert looks >= LEAST


def move(host, game, luck):
    """Somebody who is asked something answers; if the rules want other words, somebody else."""
    for _ in TURNS:
        session = host.store.game(game).session
        asked = luck.choice(loaded(RULESETS[session.ruleset], session)[0].pending())
        by = session.seat(asked.who).person
        if games.answer(host, Command(by=by), game, asked.id, at_random(asked, luck)).ok:
            return
    raise AssertionError("Nobody's answer was taken.")
