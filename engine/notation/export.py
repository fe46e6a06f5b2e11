"""Printing a game that was played. A finished one replays to its last state and can be verified; a running one keeps
its secrets, so it holds only what everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.kernel.chance import commitment
from engine.kernel.errors import Diverged
from engine.kernel.opening import NO_WORDS, method_of
from engine.kernel.record import Played
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import PUBLIC
from engine.notation.bless import line_of, pending_lines, pin_line
from engine.notation.history import History, Taken
from engine.notation.layout import word_line
from engine.notation.proofs import Proofs
from engine.notation.questions import asked
from engine.notation.run import fingerprint
from engine.notation.said import said_line, spoken
from engine.notation.transcript import BEGIN, VERSION
from engine.notation.watch import Seen, line_of_answer, line_of_play, watch
from engine.notation.witness import Witness

RUNNING = "the game goes on, so only what everybody knows stands here."


def export(history: History, rules: Ruleset[Any], title: str = "") -> str:
    """The game as a text; raises Illegal where games of these rules are not written as texts."""
    rules.dialect()  # else nobody could read it
    try:
        game, seen = watch(history, rules)
    except Diverged as changed:
        return "\n".join(_changed(history, rules, title, changed)) + "\n"
    lines = _whole(history, game, seen, title) if history.over else _public(history, seen, title)
    return "\n".join(lines) + "\n"


def _whole(history: History, game: Witness, seen: list[Seen], title: str) -> Iterable[str]:
    yield from _header(history, title)
    yield from _secret(history)
    proofs = Proofs(history.words, history.method)
    for was, what in zip(history.taken, seen, strict=True):
        yield ""
        yield from (pin_line(*drew) for drew in what.drew)
        yield what.move or BEGIN
        yield from proofs.lines(was)
        yield from _said(was)
    yield ""
    yield from pending_lines(asked(game.pending()))
    # A tape of a minigame in play says which of several cards of one name was drawn; the lines of the text do not.
    if all(game.ruleset.private_tape(game.state, name) is None for name in game.ruleset.tables(game.state)):
        yield line_of("hash", fingerprint(game))


def _public(history: History, seen: list[Seen], title: str) -> Iterable[str]:
    yield from _header(history, title)
    yield line_of("partial", RUNNING)
    yield line_of("commitment", commitment(history.secret))
    for was, what in zip(history.taken, seen, strict=True):
        said = [line_of(*said_line(told.to, spoken(told)).split(" ", 1)) for told in was.told if told.to == PUBLIC]
        move = [what.move] if what.move and not what.secret else []
        yield from ["", *move, *said] if move or said else []


def _changed(history: History, rules: Ruleset[Any], title: str, changed: Diverged) -> Iterable[str]:
    """The rules are no longer those of the game: what was said and drawn still stands, and can be verified."""
    why = f"played with release {history.release}, and release {rules.release} differs: {changed}."
    yield from _header(history, title)
    yield line_of("partial", why if history.over else f"{RUNNING} It was {why}")
    yield from _secret(history) if history.over else [line_of("commitment", commitment(history.secret))]
    proofs = Proofs(history.words, history.method)
    for was in history.taken:
        yield ""
        if history.over:
            yield _move(was)
            yield from proofs.lines(was)
            yield from _said(was)
        else:
            yield from _said(Taken(told=[told for told in was.told if told.to == PUBLIC]))


def _move(was: Taken) -> str:
    if was.input is None:
        return BEGIN
    return line_of_play(was.input) if isinstance(was.input, Played) else line_of_answer(was.input)


def _header(history: History, title: str) -> Iterable[str]:
    yield line_of("rtab", f"{VERSION} {history.ruleset}")
    yield line_of("title", title or f"A game of {len(history.players)} players")
    yield line_of("players", " ".join(history.players))
    later = _later(history)
    if later:
        yield line_of("later", " ".join(later))
    for name, value in history.options.items():
        yield line_of("option", f"{name} {msgspec.json.encode(value).decode()}")


def _later(history: History) -> list[str]:
    """Seats that were not there at the beginning but were spoken to, or moved."""
    seats = [name for was in history.taken for name in (*(told.to for told in was.told), *_mover(was))]
    return [seat for seat in dict.fromkeys(seats) if seat not in ("", "*", *history.players)]


def _mover(was: Taken) -> list[str]:
    return [] if was.input is None else [was.input.who]


def _secret(history: History) -> Iterable[str]:
    yield line_of("commitment", commitment(history.secret))
    yield line_of("secret", history.secret)
    method = method_of(history.words, history.method)
    if method != NO_WORDS:
        yield line_of("chance", str(method))
    for word in history.words:
        yield line_of("word", word_line(word))
    if history.start is not None:
        yield line_of("state", bytes(history.start).decode())


def _said(was: Taken) -> Iterable[str]:
    return [line_of(*said_line(told.to, spoken(told)).split(" ", 1)) for told in was.told]
