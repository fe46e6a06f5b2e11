"""By the number of a question nobody can tell who else has sealed already, nor by anything else that they see.

Two games that differ only in which of two others has sealed something look the same to everybody else.
"""

from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from engine.kernel import LOG, PUBLIC, Game, Question, Record
from engine.kernel.record import decode_snapshot
from engine.season7.rules import SEASON7
from engine.season7.state import MinigameBooth, Season7Player
from engine.season7.view import build_season7_booth_panel
from tests.properties.seasons import move, some_round
from tests.properties.test_season7_secrets import load, looks
from tests.rulesets.toy import Toy
from workshop.simulate.minigames import build_minigame_season
from workshop.simulate.season7 import build_round_season


def by_todays_method(game, rules):
    """A game that begins today is numbered so; those that began before keep their numbers, and their buttons."""
    record = game.save()
    snapshot = decode_snapshot(record, rules.state_type)
    snapshot.method = 2
    return msgspec.structs.replace(record, snapshot=msgspec.Raw(msgspec.json.encode(snapshot)))


def sealing(game):
    """The first kind of thing that several are asked in secret at one table."""
    kinds: dict[tuple[str, str], list[Question]] = {}
    for question in game.list_questions():
        if question.secret:
            kinds.setdefault((question.table, question.key), []).append(question)
    return next((asked for asked in kinds.values() if len(asked) > 2), [])


def left(game, question):
    """How much this player has still to seal there."""
    rounds = getattr(game.state, "rounds", {})
    seat = rounds[question.table].seats.get(question.who) if question.table in rounds else None
    return seat.bombs - len(seat.sealed) if seat else 0


def twins(record, dice, load=load):
    """For each pair of eyes: what they see after one of two others has sealed, and after the other has."""
    asked = sealing(load(record))
    for eyes in (PUBLIC, *(question.who for question in asked)):
        others = [question for question in asked if question.who != eyes]
        for one, other in pairwise(others):
            if left(load(record), one) != left(load(record), other):
                continue  # how many are done is everybody's to know
            games = load(record), load(record)
            value = dice.choice([each for each in one.options if each in other.options]).value
            for game, question in zip(games, (one, other), strict=True):
                game.answer(question.who, question.id, value)
            yield eyes, *(looks(game, eyes) for game in games)


@pytest.mark.parametrize("seed", range(12))
def test_season_7(seed):
    game, dice = some_round(f"ids {seed}")
    found = 0
    for _ in range(8):
        if game.over:
            break
        record = by_todays_method(game, SEASON7) if not game.save().tape else None
        for eyes, ours, theirs in twins(record, dice) if record else ():
            assert ours == theirs, eyes
            found += 1
        move(game, dice)
    assert found or not sealing(game)


@pytest.mark.parametrize("variant", ["", "Remain or Leave"])
def test_no_id_ever_stands_for_two_questions(variant):
    """Also where several kinds are asked at once, and of players who sit otherwise than their turns go."""
    dice = Random(f"two {variant}")
    season = build_round_season(variant, ["p3", "p1", "p2", "p4"], {}, dice)
    season.players = {who: season.players[who] for who in sorted(season.players)}
    game, meant = Game.start_from_state(SEASON7, season, "two", method=3), dict[str, tuple[str, str]]()
    for _ in range(40):
        asked = [] if game.over else game.list_questions()
        assert len({question.id for question in asked}) == len(asked)
        assert all(meant.setdefault(each.id, (each.key, each.who)) == (each.key, each.who) for each in asked)
        if asked:
            move(game, dice)


def test_without_it_the_number_tells():
    """So numbers are what it hangs on: as they were given before, somebody's own was lower when another had sealed."""
    told = 0
    for seed in range(12):
        game, dice = some_round(f"ids {seed}")
        told += sum(ours != theirs for _, ours, theirs in twins(game.save(), dice)) if not game.save().tape else 0
    assert told


def test_the_toy():
    rules = Toy()
    game = Game.start(rules, ["p1", "p2", "p3", "p4"], {}, "secret")
    reload = lambda record: Game.load(rules, Record.from_json(record.to_json()))  # noqa: E731 - said in a line
    pairs = list(twins(by_todays_method(game, rules), Random(1), reload))
    assert pairs
    assert [eyes for eyes, ours, theirs in pairs if ours != theirs] == []


@pytest.mark.parametrize("left", [["p1", "p2"], ["p1"], ["p2"]])
def test_a_penalty_shootout_does_not_show_whom_it_waits_for(left):
    asked = [SimpleNamespace(who=who, secret=True) for who in left]
    table = SimpleNamespace(wait=SimpleNamespace(questions=asked), pictures=[])
    game = cast("Any", SimpleNamespace(find_table=lambda _: table))
    panel = build_season7_booth_panel(game, "M1", MinigameBooth("Penalty Shootout", ["p1", "p2"]))
    assert panel.to_move == ["p1", "p2"]


@pytest.mark.parametrize("kicks", [0, 1])
def test_a_shootout_keeps_its_numbers_though_somebody_else_leaves(kicks):
    season = build_minigame_season("Penalty Shootout")
    season.phase, season.players = "quadrants", {"Bystander": Season7Player()} | season.players
    game = load(by_todays_method(Game.start_from_state(SEASON7, season, "one against one"), SEASON7))
    for _ in range(kicks):
        for corner, question in zip(("left", "right"), game.list_questions(), strict=True):
            game.answer(question.who, question.id, corner)
    first, _ = game.list_questions()
    game.answer(first.who, first.id, "middle")
    game.play(LOG, "leave", "Bystander")
    assert [each.id for each in load(game.save()).list_questions()] == [each.id for each in game.list_questions()]
