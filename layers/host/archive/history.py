"""Turns a game's log into a transcript (a `History`), and a transcript back into a game.

The log keeps what was said and drawn. The game is played again from it, and only if everything comes out the same
does it stand for what happened; otherwise the log itself does, for then the rules have changed meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.kernel import Game, Illegal, Ruleset
from engine.kernel.chance import NO_WORDS, Drawn, Sealed, find_chance_method
from engine.kernel.json_types import prepare_json_type
from engine.kernel.record import AnswerEntry, DrawEntry, Entry, PlayEntry, Record
from engine.notation import parse_transcript
from engine.notation.export import export_game
from engine.notation.history import (
    SEALED_ANSWERS,
    History,
    Input,
    Taken,
    build_first_state,
    find_mismatched_seal,
    record_input,
)
from engine.notation.verify import Verdict, verify_chance
from engine.rulesets import RULESETS, ruleset
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.session import CLOSED, OVER, LogEntry, Session
from host.shown import views

RECEIPT_PATTERN = re.compile(r"\b[0-9a-f]{64}\b")


def find_broken_seal(secret: str, log: Sequence[LogEntry], *, kept: bool) -> str:
    """Return the name of the first sealed choice (a secret one, fixed beforehand by a public hash, its receipt) in a
    log that does not fit its receipt or its answer (of a missing one, question and player), or an empty string. A
    missing choice is a fault only if its entry has a receipt and the game `kept` sealed choices in its log, which the
    oldest games did not.
    """
    for entry in log:
        given = read_receipts(entry)
        for sealed in entry.sealed:
            if sealed.compute_receipt(secret) not in given:
                return sealed.name
        for one in entry.taken:
            if not isinstance(one, AnswerEntry) or one.key not in SEALED_ANSWERS:
                continue
            if kept and given and not entry.sealed:
                return f"{one.key} {one.who}"
            if not one.lapsed and (other := find_mismatched_seal(one.who, one.key, one.value, entry.sealed)):
                return other.name
    return ""


def read_receipts(entry: LogEntry) -> set[str]:
    """Return all receipts (public hashes that fix secret choices beforehand) which a log entry has announced, to
    whomever: whatever looks like one in its facts, 64 hexadecimal digits; what the host program has said is left out.
    """
    told = [each.facts for each in entry.told if each.table]
    return set(RECEIPT_PATTERN.findall(msgspec.json.encode(told).decode()))


BROKEN_SEAL = "The log of this game is damaged: it does not show the secret choice of {name}."


BEGINNINGS = ("begin", "import")


@prepare_json_type
class GameArchive(Struct):
    """Everything that is stored of one game."""

    session: Session
    log: list[LogEntry]

    def to_json(self) -> bytes:
        """Encode a game's archive (record and whole log) as JSON. It contains the game's secrets."""
        return msgspec.json.encode(self)

    @staticmethod
    def from_json(text: bytes) -> GameArchive:
        """Decode a game's archive from JSON; raise DecodeError if it is malformed."""
        return msgspec.json.decode(text, type=GameArchive)


def load_archive(host: HostContext, game_id: str) -> GameArchive:
    """Load a game's archive (record and whole log), with its secrets; raise Illegal if there is no such game. Rights
    are not checked.
    """
    return GameArchive(views.load_saved_game(host, game_id).session, list(iter_whole_log(host, game_id)))


def iter_whole_log(host: HostContext, game_id: str) -> Iterator[LogEntry]:
    """Yield every entry of a game's log in order, reading a page at a time; nothing if there is no such game. Entries
    that are written meanwhile are among them.
    """
    first = 0
    while entries := host.store.load_log(game_id, first):
        yield from entries
        first = entries[-1].n + 1


def build_history(kept: GameArchive) -> History:
    """Build from an archive the history of a game, from which a transcript can be written: replayed, if the rules still
    lead to the same draws, else as its log has it. Raise Illegal if the game never began, or if its log lacks a sealed
    choice or shows a changed one.
    """
    session, rules = kept.session, ruleset(kept.session.ruleset)
    begun = next((entry for entry in kept.log if entry.kind in BEGINNINGS), None)
    if begun is None:
        raise Illegal("This game has not begun, so there is nothing to read yet.", code="not_begun")
    began = dealt_cards.parse_game_beginning(begun.value)
    if broken := find_broken_seal_in(kept):
        raise Illegal(BROKEN_SEAL, code="broken_seal", name=broken)
    laid = None if began.start is None else msgspec.Raw(msgspec.json.encode(began.start))
    release = Record.from_json(session.record).release
    told = History(
        session.ruleset, release, began.seats, session.options, session.secret, [], session.stage == OVER, start=laid
    )
    told.words, told.method = began.words, began.method
    told.taken = replay_log(rules, told, kept.log) or list_logged_steps(kept.log)
    return told


def find_broken_seal_in(kept: GameArchive) -> str:
    """Return the name of the first sealed choice (a secret one, fixed beforehand by a public hash, its receipt) in an
    archive that does not fit its receipt or its answer, or (then question and player) that is missing though the game
    kept such choices; an empty string if all fit.
    """
    begun = next(
        (dealt_cards.parse_game_beginning(entry.value) for entry in kept.log if entry.kind in BEGINNINGS), None
    )
    seals_kept = begun is not None and find_chance_method(begun.words, begun.method) != NO_WORDS
    return find_broken_seal(kept.session.secret, kept.log, kept=seals_kept)


class LogPart(Struct):
    """A log entry and what is still valid of it; `whole` if nothing of it was undone when the rules were repaired."""

    entry: LogEntry
    taken: list[Entry] = field(default_factory=list)
    whole: bool = True

    @property
    def inputs(self) -> list[Input]:
        """The inputs (moves of people and computers) of this log entry that still count, without draws of chance."""
        return [one for one in self.taken if not isinstance(one, DrawEntry)]

    @property
    def stands(self) -> bool:
        """Whether this log entry still counts in the game as it stands: it has inputs that were not undone later, or
        the game began with it.
        """
        return bool(self.inputs) or self.entry.kind in BEGINNINGS

    @property
    def drawn(self) -> list[Drawn]:
        """The draws of this log entry, without those that were undone later, which are its last ones."""
        return self.entry.drawn if self.whole else self.entry.drawn[: len(self.taken) - len(self.inputs)]

    @property
    def sealed(self) -> list[Sealed]:
        """The sealed choices of this log entry; where something was undone later, only those of players whose inputs in
        it still count, or of the game's beginning.
        """
        if self.whole or self.entry.kind in BEGINNINGS:
            return self.entry.sealed
        movers = {one.who for one in self.inputs}
        return [sealed for sealed in self.entry.sealed if movers.intersection(sealed.name.split("|"))]

    def list_steps(self, before: Taken | None) -> list[Taken]:
        """List the inputs of this log entry, each with its draws and its player's sealed choices, the last also with
        all that the game announced (not the host program); one step without an input if there is none. Draws before
        the first input, made anew when the rules were repaired, are added to the step `before` this entry, if any.
        """
        steps = [Taken(one) for one in self.inputs] or [Taken()]
        drawn, at = iter(self.drawn), -1
        for one in self.taken:
            if isinstance(one, DrawEntry):
                (before if before and at < 0 else steps[max(at, 0)]).drawn += islice(drawn, 1)
            else:
                at += 1
        steps[-1].drawn += drawn
        for sealed in self.sealed:
            own = (step for step in steps if step.input and step.input.who in sealed.name.split("|"))
            next(own, steps[-1]).sealed.append(sealed)
        # What the host itself has said belongs to no table, and is no part of the game.
        steps[-1].told = [each for each in self.entry.told if each.table]
        return steps


def split_log(log: Iterable[LogEntry]) -> list[LogPart]:
    """Return each entry of a log, in order, with those of its inputs and draws that still count, without those that a
    later entry undid when the rules were repaired; entries of which nothing is left are there, too.
    """
    found: list[LogPart] = []
    tape: list[LogPart] = []  # for each step so far, the entry that it came with
    for entry in log:
        for part in tape[len(tape) - entry.cut :]:
            part.whole = False
        for part in reversed(tape[len(tape) - entry.cut :]):
            part.taken.pop()
        del tape[len(tape) - entry.cut :]
        found.append(LogPart(entry, list(entry.taken)))
        tape += [found[-1]] * len(entry.taken)
    return found


def list_tape(log: Iterable[LogEntry]) -> list[Entry]:
    """List the inputs and draws of these log entries in order, without those that later entries undid."""
    return [one for part in split_log(log) for one in part.taken]


def replay_log(rules: Ruleset[Any], told: History, log: list[LogEntry]) -> list[Taken] | None:
    """Replay a game from its log, beginning as `told` says; return its beginning and each of its inputs with what it
    announced, drew and sealed in the replay, or None if an input is refused or if draws or sealed choices come out
    differently. Whether the announcements are those of the log is not looked at.
    """
    game: Game[Any] = begin_from_history(rules, told)
    found, parts = [record_input(game)], split_log(log)
    try:
        for one in (each for part in parts for each in part.inputs):
            repeat_input(game, one)
            found.append(record_input(game, one))
    except Illegal:
        return None
    drawn, sealed = [each for was in found for each in was.drawn], [each for was in found for each in was.sealed]
    kept = [each for part in parts for each in part.sealed] or sealed  # older releases kept no seals
    return found if drawn == [each for part in parts for each in part.drawn] and sealed == kept else None


def begin_from_history(rules: Ruleset[Any], told: History) -> Game[Any]:
    """Start a game anew, by these rules, in the state in which it began according to its history, with its secret, and
    the words and the method for its draws, so that it can be replayed. Nothing is stored.
    """
    return Game.start_from_state(rules, build_first_state(told, rules), told.secret, told.words, told.method)


def repeat_input(game: Game[Any], one: Input) -> None:
    """Repeat a logged input (an answer, time that ran out, or a play) in a game that is replayed; raise Illegal if
    nobody is asked that now, or if the game refuses it.
    """
    if isinstance(one, PlayEntry):
        game.play(one.who, one.key, one.value)
        return
    asked = (q for q in game.list_questions() if (q.table, q.key, q.who) == (one.table, one.key, one.who))
    question = next(asked, None)
    if question is None:
        raise Illegal("Nobody can answer that question any more.", code="not_asked")
    if one.lapsed:
        game.lapse(question.id)
    else:
        game.answer(one.who, question.id, one.value)


def list_logged_steps(log: Iterable[LogEntry]) -> list[Taken]:
    """List the beginning of a game and its inputs as its log has them, without replaying it and without steps that were
    undone when the rules were repaired: each with what it drew and sealed, the last of a log entry also with what the
    game announced.
    """
    found = list[Taken]()
    for part in split_log(log):
        if part.stands:
            found += part.list_steps(found[-1] if found else None)
        elif found:  # chance drew anew for the step before, when the rules were repaired
            found[-1].drawn += part.drawn
    return found


def export_transcript(host: HostContext, game: str) -> str:
    """Return the transcript of a game that is over, or of one that was closed, then only with what everybody knows;
    raise Illegal while it runs or waits to begin, because it contains secrets, or if it never began, is unknown, or its
    log is damaged. Who may read it is not checked.
    """
    kept = load_archive(host, game)
    if kept.session.stage not in (OVER, CLOSED):
        raise Illegal("The secrets of this game are not shown until it is over.", code="secrets_kept")
    told = build_history(kept)
    return export_game(told, ruleset(told.ruleset))


def verify_transcript(text: str) -> Verdict:
    """Check the random draws and sealed choices, but not the moves, of a game's transcript given as text, and return
    the verdict with all faults found. Raise Malformed if it cannot be read, or lacks the secret that the transcript of
    a finished game has.
    """
    return verify_chance(parse_transcript(text, RULESETS))
