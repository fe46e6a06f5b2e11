"""Keeps what people predict: a slip per person and game, and what it has come to for each owner of an all-time list.

Everything is found from the person again, so that they can take it with them, be merged, or be forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec import Struct, field

from engine.kernel import Words
from host.core.store.items import HIGHEST, AddToCounts, CountBound, DeleteItem, Failed, Item, Op, PutItem, list_headings
from host.core.store.store import Store

SLIP, MADE, SCORED = "call/", "called/", "scored/"  # a slip; of a person, the games and the owners that have one of it
PREDICTORS = "callers"  # the counter of a game's slips
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

    def add_result(self, points: int) -> None:
        """Add one more decided prediction to this score: with `points` above zero it was right, they are added and the
        run of right ones grows; with none it ends that run.
        """
        self.settled += 1
        self.right += bool(points)
        self.points += points
        self.run = self.run + 1 if points else 0
        self.best = max(self.best, self.run)

    def merge_with(self, other: Score) -> Score:
        """Return the score of two accounts that are merged: points and counts added up, and the longer of their present
        runs and of their best runs of right predictions.
        """
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
    """What was predicted, and what came of it: points if it was correct; or void."""

    about: Words
    says: Words
    points: int = 0
    void: bool = False


class PredictionSlip(Struct):
    """All predictions of one person in one game."""

    game: str
    person: str
    open: dict[str, Prediction] = field(default_factory=dict)
    told: list[SettledPrediction] = field(default_factory=list)  # the last few
    score: Score = field(default_factory=Score)
    upto: int = 0  # up to which entry of the log it has been settled
    day: int = 0
    made: int = 0  # on this day


Scores = dict[str, Score]  # by ruleset
_slip_decoder = msgspec.json.Decoder(PredictionSlip)
_scores = msgspec.json.Decoder(Scores)


class TooManyPredict(Exception):
    """As many people predict in this game already as are allowed."""


def load_slip(store: Store, game: str, person: str) -> tuple[PredictionSlip, int]:
    """Return a person's predictions in a game (their slip), a new one, unsaved, if they have none, and the slip's
    version, which is 0 for a new one.
    """
    item = store.table.get(f"game/{game}", f"{SLIP}{person}")
    return store.read(item, _slip_decoder.decode) or PredictionSlip(game, person), item.version if item else 0


def load_stale_slips(store: Store, game: str, people: Sequence[str]) -> list[PredictionSlip]:
    """Return the predictions in a game (slips) of those of these people who have made any, in one call that costs half;
    they may be slightly stale.
    """
    keys = [(f"game/{game}", f"{SLIP}{person}") for person in people]
    found = store.table.several(keys, strong=False) if keys else []
    return [slip for item in found if (slip := store.read(item, _slip_decoder.decode))]


def list_slips(store: Store, game: str) -> list[tuple[PredictionSlip, int]]:
    """Return the predictions in a game (slips) of all people, each as (slip, version), without unreadable ones."""
    items = store.table.query(f"game/{game}", SLIP, f"{SLIP}{HIGHEST}", MOST_PREDICTORS)
    return [(found, item.version) for item in items if (found := store.read(item, _slip_decoder.decode))]


def save_slip(store: Store, found: PredictionSlip, version: int, also: Iterable[Op] = ()) -> None:
    """Save a person's predictions in a game, with the writes in `also`, in one transaction; `version` is that of the
    slip when it was loaded, 0 if it is new. Raise Failed if they were changed meanwhile, TooManyPredict if a new one is
    one predictor too many.
    """
    ops: list[Op] = [*also, PutItem(_build_slip_item(found, version + 1), version)]
    if not version:
        room = [CountBound("n", 0, MOST_PREDICTORS, inside=True)]
        ops += [PutItem(Item(f"person:{found.person}", f"{MADE}{found.game}"))]
        ops += [AddToCounts(f"game/{found.game}", PREDICTORS, {"n": 1}, bounds=room)]
    try:
        store.table.write(ops)
    except Failed as failed:
        if not version and len(ops) - 1 in failed.found:
            raise TooManyPredict from None
        raise


def _build_slip_item(found: PredictionSlip, version: int) -> Item:
    """Return the stored item of a person's predictions in a game, with this version."""
    return Item(f"game/{found.game}", f"{SLIP}{found.person}", msgspec.json.encode(found), version)


# -- the all-time lists


def load_scores(store: Store, owner: str, person: str) -> tuple[Scores, int]:
    """Return a person's prediction scores by ruleset in the ranking of `owner` (`chat:PLACE`, or the host's own list),
    and their version; empty and 0 if there are none.
    """
    item = store.table.get(_build_score_list_key(owner), person)
    return store.read(item, _scores.decode) or {}, item.version if item else 0


def build_score_ops(store: Store, owner: str, person: str, ruleset: str, points: Iterable[int]) -> list[Op]:
    """Return the writes that count decided predictions in a person's score for this ruleset, in the ranking of `owner`
    (`chat:PLACE`, or the host's own list); they fail if that score is changed meanwhile. `points` has one number for
    each decided prediction, 0 for a wrong one.
    """
    found, version = load_scores(store, owner, person)
    score = found.setdefault(ruleset, Score())
    for each in points:
        score.add_result(each)
    return [_build_score_put(owner, person, found, version), PutItem(Item(f"person:{person}", f"{SCORED}{owner}"))]


def _build_score_put(owner: str, person: str, found: Scores, version: int) -> PutItem:
    """Return the write that saves a person's scores in the ranking of this owner, if they still have this version."""
    return PutItem(Item(_build_score_list_key(owner), person, msgspec.json.encode(found), version + 1), version)


def iter_scores(store: Store, owner: str) -> Iterator[tuple[str, Scores]]:
    """Yield for each person in the ranking of this owner (`chat:PLACE`, or the host's own list), a thousand at most,
    their id and their scores by ruleset.
    """
    for item in store.table.query(_build_score_list_key(owner), limit=MOST_LISTED):
        if found := store.read(item, _scores.decode):
            yield item.sk, found


def _build_score_list_key(owner: str) -> str:
    """Return the partition key of the ranking of this owner (a place)."""
    return f"calls:{owner}"


# -- a person and all of theirs


def list_games_and_score_owners(store: Store, person: str) -> tuple[list[str], list[str]]:
    """Return the ids of the games in which a person has predicted, and the owners of the rankings (such as
    `chat:PLACE`) in which they are.
    """
    owner = f"person:{person}"
    return list_headings(store.table, owner, MADE), list_headings(store.table, owner, SCORED)


def export_person_data(store: Store, person: str) -> object:
    """Return a person's predictions game by game and their scores, for their download."""
    games, owners = list_games_and_score_owners(store, person)
    slips = [load_slip(store, game, person)[0] for game in games]
    scores = {owner: load_scores(store, owner, person)[0] for owner in owners}
    return {"games": msgspec.to_builtins(slips), "lists": msgspec.to_builtins(scores)}


def delete_person_data(store: Store, person: str) -> None:
    """Delete all of a person's predictions and prediction scores, and count them no more among those who predict in a
    game.
    """
    for game in list_headings(store.table, f"person:{person}", MADE):
        _delete_slip(store, game, person)
    for owner in list_headings(store.table, f"person:{person}", SCORED):  # only now: until then a game may add owners
        store.table.write(
            [DeleteItem(_build_score_list_key(owner), person), DeleteItem(f"person:{person}", f"{SCORED}{owner}")]
        )


def _delete_slip(store: Store, game: str, person: str) -> None:
    """Delete a person's predictions in a game, and count them no more among those who predict there; begin again if the
    predictions were changed meanwhile.
    """
    while True:
        _, version = load_slip(store, game, person)
        counted: list[Op] = [
            DeleteItem(f"game/{game}", f"{SLIP}{person}", version),
            AddToCounts(f"game/{game}", PREDICTORS, {"n": -1}),
        ]
        try:
            store.table.write([*(counted if version else ()), DeleteItem(f"person:{person}", f"{MADE}{game}")])
        except Failed:
            continue
        return


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the predictions and prediction scores of the person `goes` to the person `stays` when their accounts are
    merged, those of each game and each ranking in one transaction so that nothing counts twice.
    """
    for game in list_headings(store.table, f"person:{goes}", MADE):
        _move_with_retries(store, goes, stays, f"{MADE}{game}", partial(_build_slip_move, store, game, goes, stays))
    for owner in list_headings(
        store.table, f"person:{goes}", SCORED
    ):  # only now: until its slip moves, a game may add owners
        _move_with_retries(
            store, goes, stays, f"{SCORED}{owner}", partial(_build_score_move, store, owner, goes, stays)
        )


def _move_with_retries(store: Store, goes: str, stays: str, heading: str, moves: Callable[[], list[Op]]) -> None:
    """Carry out the writes that `moves` returns, together with moving the heading from the person `goes` to `stays`;
    call `moves` anew and try again if something was changed meanwhile.
    """
    while True:
        try:
            store.table.write(
                [*moves(), DeleteItem(f"person:{goes}", heading), PutItem(Item(f"person:{stays}", heading))]
            )
        except Failed:  # one of the two was settled meanwhile
            continue
        return


def _build_slip_move(store: Store, game: str, goes: str, stays: str) -> list[Op]:
    """Return the writes that move a person's predictions in a game to another, none if there are none; where both
    predicted the same event and it is still open, that of the remaining person counts.
    """
    (old, version), (new, other) = load_slip(store, game, goes), load_slip(store, game, stays)
    if not version:
        return []
    new.open, new.upto = {**old.open, **new.open}, min(old.upto, new.upto) if other else old.upto
    new.told, new.score = [*old.told, *new.told], new.score.merge_with(old.score)
    moves: list[Op] = [
        DeleteItem(f"game/{game}", f"{SLIP}{goes}", version),
        PutItem(_build_slip_item(new, other + 1), other),
    ]
    return [*moves, AddToCounts(f"game/{game}", PREDICTORS, {"n": -1})] if other else moves


def _build_score_move(store: Store, owner: str, goes: str, stays: str) -> list[Op]:
    """Return the writes that add one person's prediction scores in a ranking to another's, for accounts that are
    merged; none if the one has none there.
    """
    (old, version), (new, other) = load_scores(store, owner, goes), load_scores(store, owner, stays)
    if not version:
        return []
    both: Mapping[str, Score] = {
        name: old.get(name, Score()).merge_with(new.get(name, Score())) for name in {**old, **new}
    }
    return [DeleteItem(_build_score_list_key(owner), goes, version), _build_score_put(owner, stays, dict(both), other)]
