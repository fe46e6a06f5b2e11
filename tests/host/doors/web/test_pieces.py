"""Pieces of pages that were drawn for one viewer are shown to others: nobody may see any page but their own."""

from dataclasses import replace
from itertools import cycle, permutations
from random import Random

import pytest

from engine.kernel import PUBLIC
from engine.rulesets import RULESETS
from host.core import games, seats
from host.core.context import Cache, KeptGames, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from host.core.stand_ins import pick_random_answer
from host.people import accounts
from tests.host.doors.web.visitor import Visitor

MOVES, LEAST = 40, 40  # a climb may be over after a dozen moves
BEFORE, PAIRS = 1, range(1, MOVES, 8)  # moves until computers stand in; and those after which all pairs look
TURNS = range(12)
NAMES = ("Ann", "Bob", "Cleo")


class Viewers:
    """A game of three, and all who look at it: each of them, and somebody who has no seat."""

    def __init__(self, host, ruleset):
        self.host = replace(host, token=lambda size: "ab" * size)  # every form has the same key
        self.people = [accounts.load_or_create_person(host, f"t:{name}", name, f"t:{name}") for name in NAMES]
        by = Command(by=self.people[0].id)
        self.game = games.open_lobby(host, by, ruleset, {}, "evening").game
        for person in self.people:
            games.sit_at_table(host, Command(by=person.id), self.game, Guest(person.id, person.name, person.place))
        assert games.start_game(host, by, self.game).ok
        self.cookies = [PUBLIC, *(accounts.create_web_token(host, person.id) for person in self.people)]
        self.orders = cycle(permutations(self.cookies))

    @property
    def session(self):
        return self.host.store.load_game(self.game).session

    def page(self, cookie, pieces, **kept):
        return Visitor(replace(self.host, pieces=pieces, **kept), cookie).go(f"/g/{self.game}/part")

    def anew(self):
        """What each of them sees with nothing drawn before."""
        nothing = {"views": Cache(), "seen": KeptGames()}
        return {cookie: self.page(cookie, Cache(), **nothing) for cookie in self.cookies}

    def move(self, luck):
        """Somebody who is asked something answers; if the rules want other words, somebody else."""
        for _ in TURNS:
            session = self.session
            asked = luck.choice(load_engine_game(RULESETS[session.ruleset], session)[0].list_questions())
            player = session.find_player_in(asked.who)
            if player.bot:
                self.host.now.now = max(self.host.now(), session.clocks[asked.id].due)
                self.host.store.save_beat(self.host.now())
                if ticking.run_due_steps(self.host, self.game):
                    return
            elif games.submit_answer(
                self.host, Command(by=player.person), self.game, asked.id, pick_random_answer(asked, luck)
            ).ok:
                return
        raise AssertionError("Nobody's answer was taken.")

    def stood_in(self, name):
        """A computer plays for them, and they look on."""
        person = self.people[NAMES.index(name)].id
        seat = self.session.find_player_of(person).seat
        assert seats.request_stand_in(self.host, Command(by=person), self.game, seat).ok
        assert self.session.find_player_of(person).bot


@pytest.mark.whole
@pytest.mark.parametrize("computers", [(), ("Ann", "Bob")], ids=["people", "computers"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_page_from_pieces_that_others_have_seen_is_the_page_drawn_anew(host, ruleset, computers):
    viewers, looks, pieces = Viewers(host, ruleset), 0, Cache()
    for number in range(MOVES):
        if number == BEFORE:
            for name in computers:
                viewers.stood_in(name)
        if viewers.session.stage == OVER:
            break
        viewers.move(Random(number))
        pages = viewers.anew()
        for cookie in next(viewers.orders):
            assert viewers.page(cookie, pieces) == pages[cookie]
            looks += "data-version" in pages[cookie]
        for first, second in permutations(viewers.cookies, 2) if number in PAIRS else ():
            seen = Cache()
            viewers.page(first, seen)
            assert viewers.page(second, seen) == pages[second]
    assert looks >= LEAST
