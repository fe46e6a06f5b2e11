"""What the hosts of Deluxe and of Billionaire count, and say to be the first or the last, is so; whoever leaves."""

from collections import Counter
from random import Random

import pytest

from engine.billionaire.rules import BILLIONAIRE
from engine.billionaire.voice import BILLIONAIRE_VOICE
from engine.deluxe import events
from engine.deluxe.rules import DELUXE
from engine.deluxe.tables import SIZE
from engine.deluxe.voice import DELUXE_VOICE
from engine.kernel import LOG, Game
from engine.kernel.text import PUBLIC, build_told, phrase
from engine.race import events as race_events
from workshop.bots import sample_players

OPENED, PICKED = (events.SpacePicked, events.BombPicked, events.TwinOpened), (events.SpacePicked, events.BombPicked)
GONE = (events.PutOut, events.SleeperRemoved, race_events.PlayerLeft, race_events.PlayerShownOut)
FIRST = ("cash.first", "minus.first", "space.first", "bomb.start")
FIRST_OUT = ("bomb.first", "bomb.own.first")
OFTEN = ("cash.first", "bomb.first", "bomb.duel", "two", "three", "n")


class Tally:
    """What events alone tell: what is open on each grid, who is in on it, and what has come how often."""

    def __init__(self):
        self.open, self.living, self.outs = dict[str, set[int]](), dict[str, list[str]](), 0
        self.counts, self.looked = Counter[str](), Counter[str]()

    def learn(self, told):
        event, table = told.event, told.table
        if isinstance(event, events.RoundBegun):
            self.open, self.living, self.outs = {}, {}, 0
        elif isinstance(event, events.GridSeated):
            grid = event.grid["facts"].get("name", "A")
            self.open[grid], self.living[grid] = set(), list(event.players)
        elif isinstance(event, events.TiebreakGameBegun):
            self.open, self.living = {"T": set()}, {"T": list(event.order)}
        elif isinstance(event, OPENED):
            self.open[table].add(event.n)
        elif isinstance(event, GONE):
            self.outs += isinstance(event, events.PutOut)
            self.living = {name: [who for who in those if who != event.who] for name, those in self.living.items()}
        self.counts["rounds"] += isinstance(event, events.RoundBegun)
        self.counts["spaces"] += isinstance(event, PICKED)
        self.counts["bombs"] += isinstance(event, events.BombPicked)

    def hear(self, memory, told):
        """Look at every line about what is told now."""
        moments, public = DELUXE_VOICE.build_moments(memory, told), [each for each in told if each.to == PUBLIC]
        stages = []
        for each in public:
            for moment in [moment for moment in moments if not moment.joins and told[moment.at] is each]:
                self.look_before(each, moment)
            self.learn(each)
            stages.append([set(those) for those in self.living.values()])
        for moment in moments:
            self.look_after(moment, stages)

    def look_before(self, told, moment):
        names, event = moment.strong, told.event
        self.looked.update(names)
        if isinstance(event, PICKED) and "n" in moment.facts:
            n, many = moment.facts["n"], len(self.open) > 1
            assert n == event.n if not many else n.facts == {"n": event.n, "name": told.table}, moment
            self.looked["n"] += many
        assert not {*names} & {*FIRST} or not any(self.open.values()), moment
        assert not {*names} & {*FIRST_OUT} or not self.outs, moment
        assert "cash.last" not in names or len({*self.open[told.table], event.n}) == SIZE, moment
        assert "bomb.duel" not in names or len(self.living[told.table]) == 2, moment

    def look_after(self, moment, stages):
        name, facts = moment.strong[-1] if moment.strong else "", moment.facts
        if name in ("two", "three"):
            those = {facts["one"], facts["other"]} if name == "two" else {*facts["players"]}
            assert any(those in stage for stage in stages), moment
            self.looked[name] += moment.joins
        if name == "crown.how":
            assert facts == {name: self.counts[name] for name in facts}, moment


def hear_race(players, seed, inputs):
    """So many inputs of a Deluxe race that some players leave, every line of which was looked at."""
    dice, tally, memory = Random(seed), Tally(), DELUXE_VOICE.build_memory({})
    game = Game.start(DELUXE, [f"p{n}" for n in range(players)], {"target": 5_000_000}, seed, keep=False)
    tally.hear(memory, game.told)
    while inputs and not game.over:
        if dice.random() < 0.002 and len(game.state.here()) > 2 and game.state.step != "tie":
            game.play(LOG, "leave", dice.choice(game.state.here()))
        else:
            sample_players.move_carelessly(game, dice)
        tally.hear(memory, game.told)
        inputs -= 1
    return tally.looked


def test_what_the_host_of_deluxe_counts_is_so():
    looked: Counter[str] = sum(
        (hear_race(players, f"counts {players}", 500) for players in (2, 3, 5, 9, 13)), Counter()
    )
    assert [name for name in OFTEN if not looked[name]] == []


def test_a_space_of_a_tie_break_is_named_without_a_grid():
    """Its grid has no name; the round before had two."""
    memory = DELUXE_VOICE.build_memory({})
    happens = [
        (events.RoundBegun(round=9, jackpot=1), "race"),
        *((events.GridSeated(grid=phrase("Grid {name}", name=name), players=[name]), "race") for name in "AB"),
        (events.TiebreakBegun(players=["A", "B"], n=5), "race"),
        (events.SpacePicked(who="A", n=3, face="$1"), "T"),
    ]
    told = [build_told(event, {}, PUBLIC, table) for event, table in happens]
    assert DELUXE_VOICE.build_moments(memory, told)[-1].facts["n"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("n", range(40))
def test_what_the_host_of_deluxe_counts_in_whole_races_is_so(n):
    hear_race((2, 3, 4, 8, 12)[n % 5], f"counts whole {n}", 100_000)


@pytest.mark.parametrize("seed", range(4))
def test_the_host_of_billionaire_counts_the_rounds_of_those_who_play(seed):
    dice, memory, players = Random(seed), BILLIONAIRE_VOICE.build_memory({}), [f"p{n}" for n in range(3 + seed % 2)]
    game = Game.start(BILLIONAIRE, players, {"leaving": "bought out"}, str(seed), keep=False)
    BILLIONAIRE_VOICE.build_moments(memory, game.told)
    while not game.over:
        here = [who for who, player in game.state.players.items() if not player.gone]
        if dice.random() < 0.004 and len(here) > 2:
            game.play(LOG, "leave", dice.choice(here))
        else:
            sample_players.move_carelessly(game, dice)
        BILLIONAIRE_VOICE.build_moments(memory, game.told)
        assert game.over or not memory.round or game.state.round - memory.round in (0, 1)
    assert memory.round == min(game.state.round, game.state.options.rounds)
