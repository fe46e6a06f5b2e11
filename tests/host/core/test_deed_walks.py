"""People act in two games at once, come and go: each deed counts once, and each medal is told once."""

from collections import Counter
from random import Random

import pytest

from engine.kernel import Achievement
from engine.rulesets import RULESETS
from host.core import games, seats, statistics
from host.core.events import MedalEarned, OwnMedalEarned
from host.core.games import Guest
from host.core.session import OVER, Command
from tests.host.core.test_statistics import Loud
from tests.host.core.timing import HOST

PEOPLE = ("ann", "bob", "cat")
PLACES = ("t:group", "t:other")
THRESHOLDS = {"Husky": 3, "Hoarse": 5, "Mute": 6}


class Croaky(Loud):
    """Shouts are worth three medals, two of them one after the other."""

    achievements = tuple(Achievement(name, "Shout.", "shouts", many) for name, many in THRESHOLDS.items())


class Evening:
    """Two games of the same people, one of them in a group, and what should have been counted."""

    def __init__(self, host):
        self.host, self.done, self.medals, self.games = host, Counter[str](), Counter[tuple[str, str]](), []
        for place in (PLACES[0], ""):
            game = games.open_lobby(host, Command(f"open {place}", "ann", place), "toy", {"laps": 9}).game
            for person in PEOPLE:
                assert games.sit_at_table(host, Command(by=person), game, Guest(person, person.title())).ok
            assert games.start_game(host, HOST, game).ok
            self.games.append(game)

    def act(self, luck):
        game, person = luck.choice(self.games), luck.choice(PEOPLE)
        session = self.host.store.load_game(game).session
        player = session.find_player_of(person)
        what = luck.choice(("shout",) * 9 + ("standin", "leave", *["join"] * 4, "show", "show"))
        if session.stage == OVER:
            return
        if what == "shout" and player and not player.bot:
            assert games.make_unasked_play(self.host, Command(by=person), game, "shout").ok
            self.done[f"person:{person}"] += 1
            self.done.update(f"chat:{place}" for place in session.places)
        elif what == "standin" and player:
            seats.request_stand_in(self.host, Command(by=person), game, player.seat)
        elif what == "join":
            games.sit_at_table(self.host, Command(by=person), game, Guest(person, person.title()))
        elif what == "leave" and self.count_present(game) > 1:
            seats.leave_game(self.host, Command(by=person), game)
        elif what == "show":
            games.show_in_place(self.host, HOST, game, luck.choice(PLACES))
        self.check_medals(game, session.entries)

    def count_present(self, game):
        players = self.host.store.load_games([game])[0].session.players
        return sum(not player.bot for player in players)

    def check_medals(self, game, first):
        """Who earns a medal is told so, if they are still there."""
        players = {player.seat: player for player in self.host.store.load_games([game])[0].session.players}
        for entry in self.host.store.load_log(game, first):
            told = {(line.to, line.facts["name"]) for line in entry.told if line.kind is OwnMedalEarned}
            for line in entry.told:
                if line.kind is MedalEarned:
                    name, seat = line.facts["name"], line.facts["who"]
                    self.medals[seat, name] += 1
                    assert ((seat, name) in told) == (not players[seat].bot)

    def check(self):
        owners = [*(f"person:{person}" for person in PEOPLE), *(f"chat:{place}" for place in PLACES)]
        told = {owner: statistics.load_tally(self.host, owner, Croaky()).counts.get("shouts", 0) for owner in owners}
        assert told == {owner: self.done[owner] for owner in owners}


@pytest.mark.parametrize("seed", range(7))
def test_each_deed_counts_once_and_each_medal_is_told_once(host, seed, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Croaky())
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", (4, 64, 64)[seed % 3])
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
        before = host.store.load_game(game).session.entries
        seats.close_table(host, HOST, game)  # unless it is over, as all have left
        evening.check_medals(game, before)
    evening.check()
    assert {owner: host.store.load_counts(owner)["toy.shouts"] for owner in evening.done} == evening.done
    assert earned
    assert evening.medals == earned
