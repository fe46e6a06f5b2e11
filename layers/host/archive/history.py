"""Turns a game's log into a transcript (a `History`), and a transcript back into a game.

The log keeps what was said and drawn. The game is played again from it, and only if everything comes out the same
does it stand for what happened; otherwise the log itself does, for then the rules have changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import Game, Illegal, Ruleset
from engine.kernel.opening import NO_WORDS, method_of
from engine.kernel.ready import ready
from engine.kernel.record import Answer, Chance, Played, Record
from engine.notation.history import History, Input, Taken, first_state, taken
from engine.rulesets import ruleset
from host.archive.receipts import find_broken_seal
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.session import OVER, LogEntry, Session
from host.shown import views

BROKEN_SEAL = "In the log of this game something else is sealed than its receipt, or the answer, says: {name}."
BEGINNINGS = ("begin", "import")


@ready
class GameArchive(Struct):
    """Everything that is kept of one game."""

    session: Session
    log: list[LogEntry]

    def to_json(self) -> bytes:
        """The bytes of a file. They hold the game's secrets."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(text: bytes) -> GameArchive:
        """And back; raises DecodeError."""
        return msgspec.json.decode(text, type=GameArchive)


def bundle(host: HostContext, game_id: str) -> GameArchive:
    """A game with its whole log, or a sentence."""
    return GameArchive(views.found(host, game_id).session, list(whole_log(host, game_id)))


def whole_log(host: HostContext, game_id: str) -> Iterator[LogEntry]:
    """Every entry of a game's log."""
    first = 0
    while entries := host.store.log(game_id, first):
        yield from entries
        first = entries[-1].n + 1


def history(kept: GameArchive) -> History:
    """Return the game as the notation prints it; raise Illegal if it has never begun, or what was sealed is changed."""
    session, rules = kept.session, ruleset(kept.session.ruleset)
    begun = next((entry for entry in kept.log if entry.kind in BEGINNINGS), None)
    if begun is None:
        raise Illegal("This game has not begun, so there is nothing to tell of it.")
    began = card_packs.began(begun.value)
    if broken := find_broken_seal_in(kept):
        raise Illegal(BROKEN_SEAL, name=broken)
    laid = None if began.start is None else msgspec.Raw(msgspec.json.encode(began.start))
    release = Record.from_json(session.record).release
    told = History(
        session.ruleset, release, began.seats, session.options, session.secret, [], session.stage == OVER, start=laid
    )
    told.words, told.method = began.words, began.method
    told.taken = replayed(rules, told, kept.log) or logged(kept.log)
    return told


def find_broken_seal_in(kept: GameArchive) -> str:
    """Return the first seal of a game that does not fit its receipt or its answer, or nothing."""
    begun = next((card_packs.began(entry.value) for entry in kept.log if entry.kind in BEGINNINGS), None)
    seals_kept = begun is not None and method_of(begun.words, begun.method) != NO_WORDS
    return find_broken_seal(kept.session.secret, kept.log, kept=seals_kept)


def inputs(log: Iterable[LogEntry]) -> list[Input]:
    """What was put into the game, without what was undone again when the rules were mended."""
    tape: list[Answer | Played | Chance] = []
    for entry in log:
        if entry.cut:
            del tape[-entry.cut :]
        tape += entry.taken
    return [one for one in tape if not isinstance(one, Chance)]


def replayed(rules: Ruleset[Any], told: History, log: list[LogEntry]) -> list[Taken] | None:
    """The game played again; None if it does not come out as it was."""
    game: Game[Any] = beginning(rules, told)
    found = [taken(game)]
    try:
        for one in inputs(log):
            repeat(game, one)
            found.append(taken(game, one))
    except Illegal:
        return None
    drawn, sealed = [each for was in found for each in was.drawn], [each for was in found for each in was.sealed]
    kept = [each for entry in log for each in entry.sealed] or sealed  # older releases kept no seals
    return found if drawn == [each for entry in log for each in entry.drawn] and sealed == kept else None


def beginning(rules: Ruleset[Any], told: History) -> Game[Any]:
    """The game as it began."""
    return Game.begin(rules, first_state(told, rules), told.secret, told.words, told.method)


def repeat(game: Game[Any], one: Input) -> None:
    """Put in what was put in; raises Illegal where that cannot be."""
    if isinstance(one, Played):
        game.play(one.who, one.key, one.value)
        return
    asked = (q for q in game.pending() if (q.table, q.key, q.who) == (one.table, one.key, one.who))
    question = next(asked, None)
    if question is None:
        raise Illegal("That is not what you are asked now.")
    if one.lapsed:
        game.lapse(question.id)
    else:
        game.answer(one.who, question.id, one.value)


def logged(log: Iterable[LogEntry]) -> list[Taken]:
    """The log as it stands."""
    found = []
    for entry in log:
        put_in = next((one for one in entry.taken if not isinstance(one, Chance)), None)
        if put_in is not None or entry.kind in BEGINNINGS:
            # What the host itself has said belongs to no table, and is no part of the game.
            told = [each for each in entry.told if each.table]
            found.append(Taken(put_in, entry.drawn, entry.sealed, told))
    return found
