"""Playing a transcript: what was expected, and what really happened."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field, structs

from engine.kernel.errors import Illegal, Unpinnable
from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.record import Answer, Record
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import PLAIN, PUBLIC, render
from engine.notation import paths
from engine.notation.errors import Malformed, UnclearLine
from engine.notation.layout import begin
from engine.notation.moves import carry
from engine.notation.pins import Draws, Pinned, opening, too_early, unused
from engine.notation.questions import asked, meant, offers, reads
from engine.notation.said import NOTHING, against, missing, said_line, silent, spoken
from engine.notation.transcript import Expected, Pin, Step, Transcript, parse
from engine.notation.values import plain
from engine.notation.witness import Chances, Witness

NOT_SAID = "this was not said here"
READ: Mapping[str, Callable[[Sequence[Question], str], str]] = {"asks": reads, "offers": offers}


class Difference(Struct, frozen=True):
    """One thing that is not as the transcript says."""

    line: int
    why: str
    expected: list[str] = field(default_factory=list)
    got: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """The difference as people read it."""
        lines = [f"line {self.line}: {self.why}"]
        lines += [f"    - {line}" for line in self.expected]
        lines += [f"    + {line}" for line in self.got]
        return "\n".join(lines)


class Happened(Struct):
    """What really came of a step: the lines that could stand after its move."""

    said: list[tuple[str, str]] = field(default_factory=list)
    drew: list[tuple[str, list[str]]] = field(default_factory=list)  # keys, and names of outcomes
    refused: str | None = None
    pending: list[str] = field(default_factory=list)
    otherwise_pending: bool = False
    untrue: dict[int, str] = field(default_factory=dict)  # by line: how a fact, a field or the hash really reads


class ReplayOutcome(Struct):
    """All of a run."""

    differences: list[Difference] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    chances: dict[str, Chances] = field(default_factory=dict)  # by key, what could have been drawn
    asks: set[str] = field(default_factory=set)  # the keys of all questions met


def replay(text: str, rulesets: Mapping[str, Ruleset[Any]], luck: str = "") -> list[Difference]:
    """Read and play a text; an empty list means that everything expected holds.

    With another `luck` chance draws otherwise whatever is not pinned: what still holds then depends on no such draw.
    """
    try:
        transcript = parse(text, rulesets)
        return run(transcript, rulesets[transcript.ruleset], luck).differences
    except Malformed as error:
        return [Difference(error.line, error.why)]


def run(transcript: Transcript, rules: Ruleset[Any], luck: str = "") -> ReplayOutcome:
    """Play a transcript from its beginning to its end."""
    return _played(transcript, rules, luck).outcome


def planned(transcript: Transcript, rules: Ruleset[Any]) -> Transcript:
    """The same text with every pin at the step whose move draws what it decides."""
    return _played(transcript, rules, "").transcript


def _played(transcript: Transcript, rules: Ruleset[Any], luck: str) -> _Running:
    running = _Running(transcript, rules, luck)
    try:
        for step in transcript.steps:
            running.take(step)
    except Malformed:
        if not running.early:  # else it may be because these pins have come too late
            raise
    if running.early:
        return _played(_replanned(transcript, running.early), rules, luck)
    running.ended()
    last = transcript.steps[-1]
    if all(expected.kind != "pending" for expected in last.expected):
        running.differs(last.line, "a transcript ends with a “?” line that says what is pending")
    running.outcome.chances, running.outcome.asks = running.game.chances, running.game.asks
    return running


def _replanned(transcript: Transcript, early: Mapping[int, int]) -> Transcript:
    """The same text, but for pins (by line) that decide what was drawn by an earlier step than they stand before."""
    steps = [
        structs.replace(step, pins=[pin for pin in step.pins if pin.line not in early]) for step in transcript.steps
    ]
    for step in transcript.steps:
        for pin in step.pins:
            if pin.line in early:
                steps[early[pin.line]].pins.append(pin)
    return structs.replace(transcript, steps=steps)


class _Running:
    """A game in the course of being replayed."""

    def __init__(self, transcript: Transcript, rules: Ruleset[Any], luck: str) -> None:
        self.transcript = transcript
        self.rules = rules
        self.luck = luck
        self.outcome = ReplayOutcome()
        self.game: Witness
        self.pinned = Pinned(())
        self.tables: set[str] = set()  # all that have been open so far
        self.draws: list[Draws] = []  # of each step so far
        self.unmet: list[
            tuple[int, Pin, int]
        ] = []  # pins that have met no draw: of which difference, and of which step
        self.early: dict[int, int] = {}  # lines of pins, and to which earlier step they belong

    def differs(self, line: int, why: str, expected: Sequence[str] = (), got: Sequence[str] = ()) -> None:
        self.outcome.differences.append(Difference(line, why, list(expected), list(got)))

    def take(self, step: Step) -> None:
        """Make the move of this step and compare all that is said of it."""
        happened = Happened()
        self.outcome.happened.append(happened)
        try:
            happened.refused = self._move(step)
        except UnclearLine as error:
            raise Malformed(step.line, str(error)) from None
        except Unpinnable as error:
            raise Malformed(self.pinned.blamed(error.key, str(error)), str(error)) from None
        except Exception as error:
            error.add_note(f"while playing line {step.line}: {step.who} {step.text}")
            raise
        self._pins(step, happened)
        if happened.refused is None:
            happened.drew = self.game.drew
            happened.said = [(told.to, spoken(told)) for told in self.game.told]
            if not self.luck:  # once is enough for the same moves
                self._saves(step)
        happened.pending = asked(self.game.pending())
        self._compare(step, happened)

    def _move(self, step: Step) -> str | None:
        """The sentence of a refusal, or None."""
        self.pinned = Pinned(step.pins)
        if step is self.transcript.steps[0]:
            self.game = begin(self.transcript, self.rules, self.pinned.wanted, self.luck)
            return None
        self.game.next_move(self.pinned.wanted)
        before = _everything(self.game)
        try:
            carry(self.game, step.who, step.text)
        except Illegal as refusal:
            if before != _everything(self.game):
                self.differs(step.line, "the move is refused, and yet something has changed")
            alone = f" {PLAIN.value(refusal.alone)}" if refusal.alone else ""
            return render(refusal.text, refusal.facts) + alone
        return None

    def _pins(self, step: Step, happened: Happened) -> None:
        now = self._draws(step, happened)
        left = self.pinned.left()
        for pin in step.pins:
            if pin not in left:
                if pin.key in self.game.forced and self.transcript.header("commitment"):
                    self.differs(pin.line, f"the secret that was committed to does not draw this under {pin.key}")
                continue
            at = None if self.pinned.used(pin.key) else opening(pin, self.draws, now)
            if at is None:
                drawn = [key for key, _ in self.game.drew]
                refused = happened.refused is not None
                self.unmet.append((len(self.outcome.differences), pin, len(self.draws)))
                self.differs(pin.line, unused(pin, drawn, self.draws, refused=refused))
            else:
                self.early[pin.line] = at
        self.draws.append(now)
        self.game.pins = {}

    def ended(self) -> None:
        """Only now is it known which pins have come too early."""
        for at, pin, step in self.unmet:
            if why := too_early(pin, self.draws[step + 1 :]):
                self.outcome.differences[at] = Difference(pin.line, why)

    def _draws(self, step: Step, happened: Happened) -> Draws:
        """What this step has drawn by chance alone, what it has opened, and what it has answered."""
        if happened.refused is not None:
            return Draws(step.line)
        tables = set(self.game.ruleset.tables(self.game.state))
        opened, self.tables = tables - self.tables, self.tables | tables
        answers = [entry.table for entry in self.game.taken if isinstance(entry, Answer)]
        self.game.taken.clear()
        return Draws(step.line, self.game.free, opened, answers[0] if answers else "")

    def _saves(self, step: Step) -> None:
        """A game that is saved and loaded must be the same game."""
        game = self.game
        loaded = Game.load(game.ruleset, Record.from_json(game.save().to_json()))
        for what, look in SAME.items():
            if look(loaded) != look(game):
                self.differs(step.line, f"saved and loaded, the game has other {what}", look(game), look(loaded))

    def _compare(self, step: Step, happened: Happened) -> None:
        self._refusal(step, happened)
        self._said([line for line in step.expected if line.kind == "said"], happened.said)
        self._pending([line for line in step.expected if line.kind == "pending"], happened)
        for line in step.expected:
            if line.kind in ("facts", "field", "hash", *READ):
                self._check(line, happened)

    def _check(self, line: Expected, happened: Happened) -> None:
        truth = self._truth(line)
        if _same(line, truth):
            return
        happened.untrue[line.line] = truth
        self.differs(line.line, "it is otherwise", [line.text], [truth])

    def _refusal(self, step: Step, happened: Happened) -> None:
        expected = next((line for line in step.expected if line.kind == "refused"), None)
        got = happened.refused
        if expected is None and got is not None:
            self.differs(step.line, "the move is refused", [], [f"! {got}"])
        elif expected is not None and got is None:
            self.differs(expected.line, "the move is not refused", [f"! {expected.text}"])
        elif expected is not None and got is not None and not _begins(expected.text, got):
            self.differs(expected.line, "the refusal reads otherwise", [f"! {expected.text}"], [f"! {got}"])

    def _said(self, expected: Sequence[Expected], said: Sequence[tuple[str, str]]) -> None:
        for line in expected:
            got = against(line, said) if silent(line) else []
            if got:
                self.differs(line.line, "something was said", [said_line(line.to, line.text)], got)
        for line, got in missing(expected, said):
            self.differs(line.line, NOT_SAID, [said_line(line.to, line.text)], got)

    def _pending(self, lines: Sequence[Expected], happened: Happened) -> None:
        """Exactly these questions are open."""
        if not lines:
            return
        texts = [item for line in lines for item in pieces(line.text, ",") if item != NOTHING]
        wanted = sorted(meant(self.game.pending(), text) for text in texts)
        got = sorted(happened.pending)
        if wanted != got:
            happened.otherwise_pending = True
            why = "other questions are pending"
            self.differs(lines[0].line, why, [f"? {text}" for text in wanted], [f"? {text}" for text in got])

    def _truth(self, line: Expected) -> str:
        """The line as it would have to read."""
        try:
            if line.kind == "hash":
                return fingerprint(self.game)
            if line.kind in READ:
                return READ[line.kind](self.game.pending(), line.text)
            if line.kind == "facts":
                return "; ".join(self.rules.dialect().fact(self.game, text) for text in pieces(line.text, ";"))
            path = line.text.split(maxsplit=1)[0]
            holder, rest = self.rules.dialect().find(self.game.state, path.split("."))
            return f"{path} {paths.shown(paths.look(holder, rest))}"
        except UnclearLine as error:
            raise Malformed(line.line, str(error)) from None


def _same(line: Expected, truth: str) -> bool:
    if line.kind == "field":
        (path, _, expected), (_, _, found) = line.text.partition(" "), truth.partition(" ")
        return bool(path) and plain(expected.strip()) == plain(found)
    if line.kind in READ:
        return " ".join(line.text.split()) == truth
    return "; ".join(" ".join(text.split()) for text in pieces(line.text, ";")) == truth


def pieces(text: str, mark: str) -> list[str]:
    """The items of a line, without what is empty."""
    return [piece.strip() for piece in text.split(mark) if piece.strip()]


def _everything(game: Game[Any]) -> tuple[bytes, bytes]:
    return game.save().to_json(), msgspec.json.encode(game.state)


def fingerprint(game: Game[Any]) -> str:
    """A hash of the whole state."""
    return "sha256:" + hashlib.sha256(msgspec.json.encode(game.state)).hexdigest()


def _eyes(game: Game[Any]) -> list[str]:
    return [PUBLIC, *game.ruleset.players(game.state)]


SAME: Mapping[str, Callable[[Game[Any]], list[str]]] = {
    "state": lambda game: [msgspec.json.encode(game.state).decode()],
    "questions": lambda game: [f"{q.id} {q.who} {q.key} {q.options}" for q in game.pending()],
    "plays": lambda game: [f"{who} {play.key} {play.options}" for who in _eyes(game) for play in game.legal(who).plays],
    "views": lambda game: [msgspec.json.encode(game.view(who)).decode() for who in _eyes(game)],
}


def _begins(expected: str, got: str) -> bool:
    """A refusal may be written as far as it matters, and end in an ellipsis."""
    return got.startswith(expected.removesuffix(" …")) if expected.endswith(" …") else got == expected
