"""Replays a game, step by step: what everybody saw after each entry of its log.

While it runs, only what was told to everybody makes a step: else their number would say who has answered in secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import PUBLIC, Diverged, Game, Illegal, Record, Ruleset, Told
from engine.kernel.chance import build_first_snapshot
from engine.kernel.record import DrawEntry
from engine.kernel.record import Entry as Taken
from engine.kernel.view import View
from engine.rulesets import ruleset
from host.archive.history import BEGINNINGS, iter_whole_log
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.session import LOBBY, OVER, LogEntry, Session
from host.shown import views

NOT_YET = "This game has not begun yet."
NOT_BEGUN = "This game was closed before it began, so there is nothing to see."
CHANGED = (
    "The rules have changed since this game was played, so I cannot show it again. Its log still has "
    "everything that was said."
)
MOST_AT_ONCE = 1000  # entries of a tape played back in one go; the kernel stops whatever goes on for much longer


class ReplayStep(Struct):
    """What everybody saw and was told after step `n` of `last`."""

    n: int
    last: int
    view: View
    said: list[Told]
    entry: int = 0  # of the log: it is the same while the game runs and when it is over


def load_replay_step(host: HostContext, game_id: str, n: int, at: int | None = None) -> ReplayStep:
    """Load a game as it was after its step number `n` (0 is its beginning) or after a log entry. A number out of range
    is clamped.
    """
    session = views.load_saved_game(host, game_id).session
    if session.stage == LOBBY:
        raise Illegal(NOT_YET, code="not_begun")
    log = list(iter_whole_log(host, game_id))
    begun = next((i for i, entry in enumerate(log) if entry.kind in BEGINNINGS), None)
    if begun is None:
        raise Illegal(NOT_BEGUN, code="not_begun")
    silent = session.stage == OVER
    stops = [
        begun,
        *(i for i, each in enumerate(log) if i > begun and (_list_public_lines(each) or (silent and each.taken))),
    ]
    if at is not None:
        n = sum(log[i].n <= at for i in stops) - 1
    n = min(max(n, 0), len(stops) - 1)
    rules = ruleset(session.ruleset)
    try:
        game = replay_to(rules, session, log[begun : stops[n] + 1])
    except Diverged:
        raise Illegal(CHANGED, code="rules_changed") from None
    return ReplayStep(n, len(stops) - 1, game.build_view(PUBLIC), _list_public_lines(log[stops[n]]), log[stops[n]].n)


def _list_public_lines(entry: LogEntry) -> list[Told]:
    return [told for told in entry.told if told.to == PUBLIC]


def replay_to(rules: Ruleset[Any], session: Session, log: list[LogEntry]) -> Game[Any]:
    """Return the game after these log entries, the beginning first; raise Diverged if the rules no longer fit."""
    began = card_packs.parse_game_beginning(log[0].value)
    state = began.build_state(rules, session.options)
    start = msgspec.Raw(msgspec.json.encode(build_first_snapshot(state, began.words, began.method)))
    record = Record(rules.name, rules.format, rules.release, session.secret, start)
    return _play_tape(rules, record, _join_tape(log))


def _join_tape(log: list[LogEntry]) -> list[Taken]:
    tape: list[Taken] = []
    for entry in log:
        tape = tape[: len(tape) - entry.cut] + entry.taken
    return tape


def _play_tape(rules: Ruleset[Any], record: Record, tape: list[Taken]) -> Game[Any]:
    """Play a long list of inputs in pieces; the game is saved and loaded between them."""
    first, *others = _split_tape(tape)
    record.tape = first
    game = Game.load(rules, record)
    for piece in others:
        record = game.save()
        record.tape += piece
        game = Game.load(rules, record)
    return game


def _split_tape(tape: list[Taken]) -> Iterator[list[Taken]]:
    """Split a list of inputs and draws before inputs, never between an input and its draws."""
    piece: list[Taken] = []
    for taken in tape:
        if len(piece) >= MOST_AT_ONCE and not isinstance(taken, DrawEntry):
            yield piece
            piece = []
        piece.append(taken)
    yield piece
