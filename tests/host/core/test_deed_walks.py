"""Whoever does what in two games at once, comes and goes: each deed counts once, and each medal is told once."""

from collections import Counter
from random import Random

import pytest

from engine.kernel import Achievement
from engine.rulesets import RULESETS
from host.core import games, seats, statistics
from host.core.events import MedalEarned, OwnMedalEarned
from host.core.games import Guest
from host.core.session import Command
from tests.host.core.test_statistics import Loud
from tests.host.core.timing import HOST

PEOPLE = ("ann", "bob", "cat")
THRESHOLDS = {"Husky": 3, "Hoarse": 5, "Mute": 6}


class Croaky(Loud):
    """Shouts are worth three medals, two of them one after the other."""

    achievements = tuple(Achievement(name, "Shout.", "shouts", many) for name, many in THRESHOLDS.items())


class Evening:
    """Two games of the same people, one of them in a group, and what should have been counted."""

    def __init__(self, host):
        self.host, self.done, self.games = host, Counter[str](), []
        for place in ("t:group", ""):
            game = games.open_lobby(host, Command(f"open {place}", "ann", place), "toy", {"laps": 9}).game
            for person in PEOPLE:
                assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title())).ok
            assert games.start_game(host, HOST, game).ok
            self.games.append(game)

    def act(self, luck):
        game, person = luck.choice(self.games), luck.choice(PEOPLE)
        session = self.host.store.load_game(game).session
        player = session.find_player_of(person)
        what = luck.choice(("shout",) * 9 + ("standin", "join", "join"))
        if what == "shout" and player and not player.bot:
            assert games.make_unasked_play(self.host, Command(by=person), game, "shout").ok
            self.done[f"person:{person}"] += 1
            self.done["chat:t:group"] += game == self.games[0]
        elif what == "standin" and player:
            seats.request_stand_in(self.host, Command(by=person), game, player.seat)
        elif what == "join":
            games.sit_at_table(self.host, Command(by=person), game, Guest(person, person.title()))

    def list_medals(self, kind):
        """Who has been told of which medal, by seat: the same in both games."""
        return Counter(
            (line.facts.get("who") or line.to, line.facts["name"])
            for game in self.games
            for entry in self.host.store.load_log(game)
            for line in entry.told
            if line.kind is kind
        )

    def check(self):
        owners = [*(f"person:{person}" for person in PEOPLE), "chat:t:group"]
        told = {owner: statistics.load_tally(self.host, owner, Croaky()).counts.get("shouts", 0) for owner in owners}
        assert told == {owner: self.done[owner] for owner in owners}


@pytest.mark.parametrize("seed", range(6))
def test_each_deed_counts_once_and_each_medal_is_told_once(host, seed, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Croaky())
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", (3, 5, 64)[seed % 3])
    luck, evening = Random(seed), Evening(host)
    for _ in range(45):
        evening.act(luck)
        evening.check()
    earned = {
        (f"p{n}", name): 1
        for n, person in enumerate(PEOPLE, 1)
        for name, many in THRESHOLDS.items()
        if evening.done[f"person:{person}"] >= many
    }
    for game in evening.games:
        assert seats.close_table(host, HOST, game).ok
    evening.check()
    assert {owner: host.store.load_counts(owner)["toy.shouts"] for owner in evening.done} == evening.done
    assert len(earned) >= 6
    assert evening.list_medals(MedalEarned) == earned == evening.list_medals(OwnMedalEarned)
