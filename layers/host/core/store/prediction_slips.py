"""Keeps what people predict: a slip per person and game, and what it has come to for each owner of an all-time list.

Everything is found from the person again, so that they can take it with them, be merged, or be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TypeVar

import msgspec
from msgspec import Struct, field

from engine.kernel import Words
from host.core.store.items import HIGHEST, AddToCounts, CountBound, DeleteItem, Failed, Item, Op, PutItem
from host.core.store.store import Store

SLIP, MADE, SCORED = "call/", "called/", "scored/"  # a slip; of a person, the games and the owners that have one of it
MOST_PREDICTORS = 500  # of one game
MOST_LISTED = 1000

T = TypeVar("T", bound=Struct)


class Score(Struct):
    """What predictions have come to."""

    points: int = 0
    right: int = 0
    settled: int = 0
    run: int = 0  # how many were right one after another, up to now
    best: int = 0  # the longest such run

    def count(self, points: int) -> None:
        """One more is settled; it was right if it brings points."""
        self.settled += 1
        self.right += bool(points)
        self.points += points
        self.run = self.run + 1 if points else 0
        self.best = max(self.best, self.run)

    def plus(self, other: Score) -> Score:
        """Those of two who are one."""
        best, run = max(self.best, other.best), max(self.run, other.run)
        return Score(self.points + other.points, self.right + other.right, self.settled + other.settled, run, best)


class Prediction(Struct):
    """What somebody says will come, out of how many choices, and how many entries the game's log had then."""

    about: Words
    value: str
    says: Words
    choices: int
    at: int


class SettledPrediction(Struct):
    """What was predicted, and what came of it: points if it was right; or nothing came of it at all."""

    about: Words
    says: Words
    points: int = 0
    void: bool = False


class PredictionSlip(Struct):
    """All that one person predicts in one game."""

    game: str
    person: str
    open: dict[str, Prediction] = field(default_factory=dict)
    told: list[SettledPrediction] = field(default_factory=list)  # the last few
    score: Score = field(default_factory=Score)
    upto: int = 0  # up to which entry of the log it has been settled
    day: int = 0
    made: int = 0  # on this day


Scores = dict[str, Score]  # by ruleset
_slip = msgspec.json.Decoder(PredictionSlip)
_scores = msgspec.json.Decoder(Scores)


class TooManyPredict(Exception):
    """So many people predict in this game already."""


def slip(store: Store, game: str, person: str) -> tuple[PredictionSlip, int]:
    """Somebody's slip, a new one if they have none, and its version."""
    item = store.table.get(f"game/{game}", f"{SLIP}{person}")
    return store.read(item, _slip.decode) or PredictionSlip(game, person), item.version if item else 0


def slips(store: Store, game: str) -> list[tuple[PredictionSlip, int]]:
    """All slips of a game that can be read."""
    items = store.table.query(f"game/{game}", SLIP, f"{SLIP}{HIGHEST}", MOST_PREDICTORS)
    return [(found, item.version) for item in items if (found := store.read(item, _slip.decode))]


def keep(store: Store, found: PredictionSlip, version: int, also: Iterable[Op] = ()) -> None:
    """Save a slip, if it has not changed meanwhile, and with it whatever else; raises Failed, or Full."""
    ops: list[Op] = [*also, PutItem(_item(found, version + 1), version)]
    if not version:
        room = [CountBound("n", 0, MOST_PREDICTORS, inside=True)]
        ops += [PutItem(Item(f"person:{found.person}", f"{MADE}{found.game}"))]
        ops += [AddToCounts(f"game/{found.game}", "callers", {"n": 1}, bounds=room)]
    try:
        store.table.write(ops)
    except Failed as failed:
        if not version and len(ops) - 1 in failed.found:
            raise TooManyPredict from None
        raise


def _item(found: PredictionSlip, version: int) -> Item:
    return Item(f"game/{found.game}", f"{SLIP}{found.person}", msgspec.json.encode(found), version)


# -- the all-time lists


def scored(store: Store, owner: str, person: str) -> tuple[Scores, int]:
    """What somebody's predictions have come to in the list of this owner, and its version."""
    item = store.table.get(_list(owner), person)
    return store.read(item, _scores.decode) or {}, item.version if item else 0


def raised(store: Store, owner: str, person: str, ruleset: str, points: Iterable[int]) -> list[Op]:
    """These have been settled, too: the changes that say so."""
    found, version = scored(store, owner, person)
    score = found.setdefault(ruleset, Score())
    for each in points:
        score.count(each)
    return [_raised(owner, person, found, version), PutItem(Item(f"person:{person}", f"{SCORED}{owner}"))]


def _raised(owner: str, person: str, found: Scores, version: int) -> PutItem:
    return PutItem(Item(_list(owner), person, msgspec.json.encode(found), version + 1), version)


def listed(store: Store, owner: str) -> Iterator[tuple[str, Scores]]:
    """Everybody in the list of this owner."""
    for item in store.table.query(_list(owner), limit=MOST_LISTED):
        if found := store.read(item, _scores.decode):
            yield item.sk, found


def _list(owner: str) -> str:
    return f"calls:{owner}"


# -- a person and all of theirs


def of_person(store: Store, person: str) -> tuple[list[str], list[str]]:
    """The games in which somebody has predicted, and the owners of the lists in which they are."""
    return _headed(store, person, MADE), _headed(store, person, SCORED)


def _headed(store: Store, person: str, lead: str) -> list[str]:
    items = store.table.query(f"person:{person}", lead, f"{lead}{HIGHEST}")
    return [item.sk.removeprefix(lead) for item in items]


def exported(store: Store, person: str) -> object:
    """What they have predicted, game by game, and what it has come to in each list."""
    games, owners = of_person(store, person)
    slips = [slip(store, game, person)[0] for game in games]
    scores = {owner: scored(store, owner, person)[0] for owner in owners}
    return {"games": msgspec.to_builtins(slips), "lists": msgspec.to_builtins(scores)}


def forget(store: Store, person: str) -> None:
    """Nothing is left of what somebody has predicted."""
    games, owners = of_person(store, person)
    for game in games:
        store.table.write(
            [DeleteItem(f"game/{game}", f"{SLIP}{person}"), DeleteItem(f"person:{person}", f"{MADE}{game}")]
        )
    for owner in owners:
        store.table.write([DeleteItem(_list(owner), person), DeleteItem(f"person:{person}", f"{SCORED}{owner}")])


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has predicted is the other's. Each piece goes in one transaction, so that nothing counts twice."""
    games, owners = of_person(store, goes)
    for game in games:
        _moved(store, goes, stays, f"{MADE}{game}", partial(_slip_moved, store, game, goes, stays))
    for owner in owners:
        _moved(store, goes, stays, f"{SCORED}{owner}", partial(_score_moved, store, owner, goes, stays))


def _moved(store: Store, goes: str, stays: str, heading: str, moves: Callable[[], list[Op]]) -> None:
    while True:
        try:
            store.table.write(
                [*moves(), DeleteItem(f"person:{goes}", heading), PutItem(Item(f"person:{stays}", heading))]
            )
        except Failed:  # one of the two was settled meanwhile
            continue
        return


def _slip_moved(store: Store, game: str, goes: str, stays: str) -> list[Op]:
    """Where both have predicted the same, it stands as the one who stays has said it."""
    (old, version), (new, other) = slip(store, game, goes), slip(store, game, stays)
    if not version:
        return []
    new.open, new.upto = {**old.open, **new.open}, min(old.upto, new.upto) if other else old.upto
    new.told, new.score = [*old.told, *new.told], new.score.plus(old.score)
    return [DeleteItem(f"game/{game}", f"{SLIP}{goes}", version), PutItem(_item(new, other + 1), other)]


def _score_moved(store: Store, owner: str, goes: str, stays: str) -> list[Op]:
    (old, version), (new, other) = scored(store, owner, goes), scored(store, owner, stays)
    if not version:
        return []
    both: Mapping[str, Score] = {name: old.get(name, Score()).plus(new.get(name, Score())) for name in {**old, **new}}
    return [DeleteItem(_list(owner), goes, version), _raised(owner, stays, dict(both), other)]
