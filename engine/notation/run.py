"""Playing a transcript: what was expected, what really happened, and writing that down (blessing)."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field, structs

from engine.kernel.chance import Wanted
from engine.kernel.errors import Illegal, Unpinnable
from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.record import AnswerEntry, Record
from engine.kernel.ruleset import Ruleset
from engine.kernel.text import LOG, PLAIN_READER, PUBLIC, Told, format_text, format_told
from engine.notation import layout
from engine.notation.layout import begin_transcript_game
from engine.notation.moves import complete_pending, format_asked_text, format_question_offer, list_pending, make_move
from engine.notation.transcript import BEGIN, Expected, Pin, Step, Transcript, parse_transcript
from engine.notation.values import Malformed, UnclearLine, format_hint, parse_json_or_words, quote_if_needed, unquote
from engine.notation.witness import Chances, WitnessedGame

UNUSED_PIN = "this pin never came into play: "


class StepDraws(Struct):
    """What one step drew without a pin and at which table, which tables it opened, and which table it answered."""

    line: int
    free: list[tuple[str, str]] = field(default_factory=list)  # keys and tables
    opened: set[str] = field(default_factory=set)
    answered: str = ""


class PinnedDraws(Struct):
    """The pins of one step as draws use them up; several positions of one draw belong together."""

    pins: Sequence[Pin]
    wanted: dict[str, list[Wanted]] = field(default_factory=dict)
    lines: dict[str, list[list[Pin]]] = field(default_factory=dict)  # the pins that each of these stands for

    def __post_init__(self) -> None:
        for pin in self.pins:
            wanted, lines = self.wanted.setdefault(pin.key, []), self.lines.setdefault(pin.key, [])
            last = wanted[-1] if wanted else None
            if pin.at and isinstance(last, dict) and pin.at not in last:
                last[pin.at] = pin.outcomes[0]
                lines[-1].append(pin)
            else:
                wanted.append({pin.at: pin.outcomes[0]} if pin.at else pin.outcomes)
                lines.append([pin])

    def count_used(self, key: str) -> int:
        """Count the draws under this key whose outcome was taken from a transcript's pin (a line that fixes a draw)."""
        return len(self.lines.get(key, [])) - len(self.wanted.get(key, []))

    def list_unused(self) -> list[Pin]:
        """List the pins of a transcript (lines that fix a draw) that no draw has used so far."""
        return [pin for key, lines in self.lines.items() for those in lines[self.count_used(key) :] for pin in those]

    def find_blamed_line(self, key: str, why: str) -> int:
        """Return the line number of the pin (a line that fixes a draw) that could not be drawn, for an error message:
        of those last used under this key (there must be some), the one whose outcome the text `why` of the error names,
        or else the first.
        """
        those = self.lines[key][self.count_used(key) - 1]
        return next((pin for pin in those if f"“{pin.outcomes[0]}”" in why), those[0]).line


def find_opening_step(pin: Pin, before: Sequence[StepDraws], now: StepDraws) -> int | None:
    """Return the index of the earlier step whose move made the draw that an unused pin (a line that fixes a draw) of
    the present step was meant for: the step that opened the table at which the present one gives an answer. Return None
    if it made no such draw, or if the present step answers nothing or is not the first to answer there.
    """
    if not now.answered:
        return None
    for n in reversed(range(len(before))):
        if now.answered in before[n].opened:
            return n if (pin.key, now.answered) in before[n].free else None
        if before[n].answered == now.answered:
            return None
    return None


def explain_early_pin(pin: Pin, after: Sequence[StepDraws]) -> str:
    """Return why an unused pin (a line that fixes a draw) stands too early: a later line makes that draw. Return an
    empty string if no later line does.
    """
    line = next((draws.line for draws in after if any(key == pin.key for key, _ in draws.free)), 0)
    return f"{UNUSED_PIN}line {line} draws {pin.key}, so write the pin before that line" if line else ""


def explain_unused_pin(pin: Pin, drawn: Sequence[str], before: Sequence[StepDraws], *, refused: bool) -> str:
    """Return why no draw has used a pin of a transcript (a line that fixes a draw), for an error message. `drawn` are
    the keys drawn in its step, `before` the earlier steps; `refused` says that the game refused the move.
    """
    if refused:
        return f"{UNUSED_PIN}the move is refused, so nothing is drawn"
    if pin.key in drawn:
        return f"{UNUSED_PIN}nothing drew {pin.key} again"
    earlier = [draws.line for draws in before if any(key == pin.key for key, _ in draws.free)]
    if earlier:
        place = f"line {earlier[-1]} had" if earlier[-1] else "the beginning had"
        return f"{UNUSED_PIN}{place} drawn {pin.key} already, and nothing drew it again"
    names = f" What was drawn: {', '.join(dict.fromkeys(drawn))}." if drawn else " Nothing was drawn at all."
    return f"{UNUSED_PIN}nothing drew {pin.key}.{format_hint(pin.key, drawn)}{names}"


NOTHING_SAID = "nothing"
NOTHING_ABOUT = "nothing about "
Said = Sequence[tuple[str, str]]  # audiences and texts, in their order


def format_told_line(told: Told) -> str:
    """Format the text of an announcement as a transcript writes it: in English, on one line, with a mark for each line
    break; to whom it is told is left out.
    """
    return format_told(told).strip().replace("\n", "\\n")


def format_said_line(to: str, text: str) -> str:
    """Format the line by which a transcript expects an announcement with this text; `to` is the player it is told to,
    empty for everybody, LOG for the host's log.
    """
    return f">{'*' if to == LOG else to} {text}"


def expects_silence(line: Expected) -> bool:
    """Return whether this line of a transcript expects that something is not announced."""
    return line.text == NOTHING_SAID or line.text.startswith(NOTHING_ABOUT)


def list_broken_silence(line: Expected, said: Said) -> list[str]:
    """List, as lines, the announcements made to exactly the audience of this line of a transcript although it expects
    that none is made, or none whose text contains its topic; empty if the silence was kept. The line must be one that
    expects silence.
    """
    topic = "" if line.text == NOTHING_SAID else unquote(line.text.removeprefix(NOTHING_ABOUT).strip())
    return [format_said_line(to, text) for to, text in said if to == line.to and topic in text]


def iter_missing_lines(expected: Sequence[Expected], said: Said) -> Iterator[tuple[Expected, list[str]]]:
    """Yield each expected announcement of a transcript that did not come where it should, with the lines of everything
    that was announced from that point on (to anybody), or one line that says that nothing was. Public ones must come in
    order; private ones to two players in any order; others may come in between. Lines that expect silence are skipped.
    """
    reached: dict[str, int] = {}
    for line in expected:
        if expects_silence(line):
            continue
        heard = reached.values() if line.to == PUBLIC else (reached.get(line.to, 0), reached.get(PUBLIC, 0))
        at = max(heard, default=0)
        if (line.to, line.text) in said[at:]:
            reached[line.to] = list(said).index((line.to, line.text), at) + 1
        else:
            yield line, [format_said_line(*words) for words in said[at:]] or ["(nothing more was said)"]


NOT_SAID = "this was not said here"

QUESTION_READERS: Mapping[str, Callable[[Sequence[Question], str], str]] = {
    "asks": format_asked_text,
    "offers": format_question_offer,
}


class Difference(Struct, frozen=True):
    """One difference between a transcript and what really happened."""

    line: int
    why: str
    expected: list[str] = field(default_factory=list)
    got: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the difference between transcript and game as text for people."""
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
    """The result of playing a whole transcript."""

    differences: list[Difference] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    chances: dict[str, Chances] = field(default_factory=dict)  # by key, what could have been drawn
    asks: set[str] = field(default_factory=set)  # the keys of all questions met


def replay_text(text: str, rulesets: Mapping[str, Ruleset[Any]], luck: str = "") -> list[Difference]:
    """Parse and play a transcript; return the differences, none if everything expected holds; a text that breaks the
    notation gives just one, while errors of the rules themselves are raised. Another `luck` changes all draws that are
    not fixed, if the header names no chance method: what still holds then does not depend on them.
    """
    try:
        transcript = parse_transcript(text, rulesets)
        return run_transcript(transcript, rulesets[transcript.ruleset], luck).differences
    except Malformed as error:
        return [Difference(error.line, error.why)]


def run_transcript(transcript: Transcript, rules: Ruleset[Any], luck: str = "") -> ReplayOutcome:
    """Play a transcript from beginning to end; return a ReplayOutcome: the differences from what it expects, what
    happened at each step, the chances and the questions met. Another `luck` changes all draws that are not fixed. A
    move that the game refuses is no error, but a difference if the transcript does not expect it. Raise Malformed for a
    line that cannot be played at all.
    """
    return _replay_transcript(transcript, rules, luck).outcome


def move_pins_to_steps(transcript: Transcript, rules: Ruleset[Any]) -> Transcript:
    """Return the transcript with its pins (lines that fix a draw) at the steps whose moves make their draws: a pin that
    stands only at the answer to a table is moved to the step that opened that table. The transcript is played for that;
    raise Malformed if it cannot be.
    """
    return _replay_transcript(transcript, rules, "").transcript


def _replay_transcript(transcript: Transcript, rules: Ruleset[Any], luck: str) -> _Replay:
    """Play a transcript step by step and return how it went, with a difference recorded if it does not end with the
    open questions; if pins (lines that fix a draw) stood too late, move them to the right step and play again. Raise
    Malformed if a line cannot be played.
    """
    running = _Replay(transcript, rules, luck)
    try:
        for step in transcript.steps:
            running.play_step(step)
    except Malformed:
        if not running.early:  # else it may be because these pins have come too late
            raise
    if running.early:
        return _replay_transcript(_move_early_pins(transcript, running.early), rules, luck)
    running.explain_early_pins()
    last = transcript.steps[-1]
    if all(expected.kind != "pending" for expected in last.expected):
        running.add_difference(last.line, "a transcript ends with a “?” line that says what is pending")
    running.outcome.chances, running.outcome.asks = running.game.chances, running.game.asks
    return running


def _move_early_pins(transcript: Transcript, early: Mapping[int, int]) -> Transcript:
    """Return the transcript with the pins (lines that fix a draw) in `early` moved to earlier steps; `early` maps each
    pin's line number to the step's index.
    """
    steps = [
        structs.replace(step, pins=[pin for pin in step.pins if pin.line not in early]) for step in transcript.steps
    ]
    for step in transcript.steps:
        for pin in step.pins:
            if pin.line in early:
                steps[early[pin.line]].pins.append(pin)
    return structs.replace(transcript, steps=steps)


class _Replay:
    """A game while it is being replayed."""

    def __init__(self, transcript: Transcript, rules: Ruleset[Any], luck: str) -> None:
        self.transcript = transcript
        self.rules = rules
        self.luck = luck
        self.outcome = ReplayOutcome()
        self.game: WitnessedGame
        self.pinned = PinnedDraws(())
        self.tables: set[str] = set()  # all that have been open so far
        self.draws: list[StepDraws] = []  # of each step so far
        self.unmet: list[
            tuple[int, Pin, int]
        ] = []  # pins that have met no draw: of which difference, and of which step
        self.early: dict[int, int] = {}  # lines of pins, and to which earlier step they belong

    def add_difference(self, line: int, why: str, expected: Sequence[str] = (), got: Sequence[str] = ()) -> None:
        """Record a difference at this line of the transcript: why, the lines expected, and the lines that stand there
        in truth; replay goes on.
        """
        self.outcome.differences.append(Difference(line, why, list(expected), list(got)))

    def play_step(self, step: Step) -> None:
        """Make the move of one step of a transcript, note in the outcome what happened, and record a difference
        wherever the game does not do what the step expects, or is not the same once saved and loaded; raise Malformed
        if the move or a pin cannot be read or drawn.
        """
        happened = Happened()
        self.outcome.happened.append(happened)
        try:
            happened.refused = self._make_step_move(step)
        except UnclearLine as error:
            raise Malformed(step.line, str(error)) from None
        except Unpinnable as error:
            raise Malformed(self.pinned.find_blamed_line(error.key, str(error)), str(error)) from None
        except Exception as error:
            error.add_note(f"while playing line {step.line}: {step.who} {step.text}")
            raise
        self._check_pins(step, happened)
        if happened.refused is None:
            happened.drew = self.game.drew
            happened.said = [(told.to, format_told_line(told)) for told in self.game.told]
            if not self.luck:  # once is enough for the same moves
                self._check_saving(step)
        happened.pending = list_pending(self.game.list_questions())
        self._compare_step(step, happened)

    def _make_step_move(self, step: Step) -> str | None:
        """Begin the game at the first step of a transcript, make the move of any other, with the step's pins; return
        the sentence by which the game refuses it, or None if it does not. Record a difference if a refused move has
        changed something.
        """
        self.pinned = PinnedDraws(step.pins)
        if step is self.transcript.steps[0]:
            self.game = begin_transcript_game(self.transcript, self.rules, self.pinned.wanted, self.luck)
            return None
        self.game.prepare_next_move(self.pinned.wanted)
        before = _dump_game(self.game)
        try:
            make_move(self.game, step.who, step.text)
        except Illegal as refusal:
            if before != _dump_game(self.game):
                self.add_difference(step.line, "the move is refused, and yet something has changed")
            alone = f" {PLAIN_READER.format_value(refusal.alone)}" if refusal.alone else ""
            return format_text(refusal.text, refusal.facts) + alone
        return None

    def _check_pins(self, step: Step, happened: Happened) -> None:
        """Record a difference for each pin (line that fixes a draw) of a step that no draw has used, or note in `early`
        to which earlier step it belongs; in an export, also for each that the published secret would have drawn
        otherwise. Remember the step's draws for later steps, and drop the game's pins that are left.
        """
        now = self._collect_draws(step, happened)
        left = self.pinned.list_unused()
        for pin in step.pins:
            if pin not in left:
                if pin.key in self.game.forced and self.transcript.find_header("commitment"):
                    self.add_difference(
                        pin.line, f"the secret that was committed to does not draw this under {pin.key}"
                    )
                continue
            at = None if self.pinned.count_used(pin.key) else find_opening_step(pin, self.draws, now)
            if at is None:
                drawn = [key for key, _ in self.game.drew]
                refused = happened.refused is not None
                self.unmet.append((len(self.outcome.differences), pin, len(self.draws)))
                self.add_difference(pin.line, explain_unused_pin(pin, drawn, self.draws, refused=refused))
            else:
                self.early[pin.line] = at
        self.draws.append(now)
        self.game.pins = {}

    def explain_early_pins(self) -> None:
        """Give, at the end of the transcript, the difference recorded for an unused pin (a line that fixes a draw)
        another reason if a later line makes that draw: that the pin stands too early.
        """
        for at, pin, step in self.unmet:
            if why := explain_early_pin(pin, self.draws[step + 1 :]):
                self.outcome.differences[at] = Difference(pin.line, why)

    def _collect_draws(self, step: Step, happened: Happened) -> StepDraws:
        """Return what this step of a transcript drew without a pin (a line that fixes a draw), which tables it opened
        for the first time, and which one it answered; nothing of these if the move was refused. Remember the tables as
        opened, and empty the game's list of inputs and draws taken.
        """
        if happened.refused is not None:
            return StepDraws(step.line)
        tables = set(self.game.ruleset.list_tables(self.game.state))
        opened, self.tables = tables - self.tables, self.tables | tables
        answers = [entry.table for entry in self.game.taken if isinstance(entry, AnswerEntry)]
        self.game.taken.clear()
        return StepDraws(step.line, self.game.free, opened, answers[0] if answers else "")

    def _check_saving(self, step: Step) -> None:
        """Save and load a copy of the game after this step of a transcript, and record a difference for each of state,
        open questions, possible plays and everybody's views in which the copy is not the same.
        """
        game = self.game
        loaded = Game.load(game.ruleset, Record.from_json(game.save().to_json()))
        for what, look in SAME.items():
            if look(loaded) != look(game):
                self.add_difference(step.line, f"saved and loaded, the game has other {what}", look(game), look(loaded))

    def _compare_step(self, step: Step, happened: Happened) -> None:
        """Compare everything that a step of a transcript expects with what has happened, and record each difference;
        note in `happened` how lines that are not true should read.
        """
        self._compare_refusal(step, happened)
        self._compare_said([line for line in step.expected if line.kind == "said"], happened.said)
        self._compare_pending([line for line in step.expected if line.kind == "pending"], happened)
        for line in step.expected:
            if line.kind in ("facts", "field", "hash", *QUESTION_READERS):
                self._compare_line(line, happened)

    def _compare_line(self, line: Expected, happened: Happened) -> None:
        """Record a difference, and in `happened` what the line should say, unless an expected line (a fact, field, hash
        or question) is true of the game now.
        """
        truth = self._format_truth(line)
        if _is_line_true(line, truth):
            return
        happened.untrue[line.line] = truth
        self.add_difference(line.line, "it is otherwise", [line.text], [truth])

    def _compare_refusal(self, step: Step, happened: Happened) -> None:
        """Record a difference if the game's refusal of a move is not the one that the step expects, or if only one
        of both is there.
        """
        expected = next((line for line in step.expected if line.kind == "refused"), None)
        got = happened.refused
        if expected is None and got is not None:
            self.add_difference(step.line, "the move is refused", [], [f"! {got}"])
        elif expected is not None and got is None:
            self.add_difference(expected.line, "the move is not refused", [f"! {expected.text}"])
        elif expected is not None and got is not None and not _matches_refusal(expected.text, got):
            self.add_difference(expected.line, "the refusal reads otherwise", [f"! {expected.text}"], [f"! {got}"])

    def _compare_said(self, expected: Sequence[Expected], said: Sequence[tuple[str, str]]) -> None:
        """Record a difference for each expected announcement that did not come, and for each that came although
        silence was expected.
        """
        for line in expected:
            got = list_broken_silence(line, said) if expects_silence(line) else []
            if got:
                self.add_difference(line.line, "something was said", [format_said_line(line.to, line.text)], got)
        for line, got in iter_missing_lines(expected, said):
            self.add_difference(line.line, NOT_SAID, [format_said_line(line.to, line.text)], got)

    def _compare_pending(self, lines: Sequence[Expected], happened: Happened) -> None:
        """Record a difference, and mark `happened` as having other open questions, unless those are exactly the ones
        that these lines of the transcript expect, in any order and also by short names; no lines expect nothing in
        particular.
        """
        if not lines:
            return
        texts = [item for line in lines for item in split_items(line.text, ",") if item != NOTHING_SAID]
        wanted = sorted(complete_pending(self.game.list_questions(), text) for text in texts)
        got = sorted(happened.pending)
        if wanted != got:
            happened.otherwise_pending = True
            why = "other questions are pending"
            self.add_difference(lines[0].line, why, [f"? {text}" for text in wanted], [f"? {text}" for text in got])

    def _format_truth(self, line: Expected) -> str:
        """Return what this expected line of a transcript (a fact, field, hash or question) would have to say to be true
        of the game now; raise Malformed if it cannot be read, or names something that is not there.
        """
        try:
            if line.kind == "hash":
                return compute_state_hash(self.game)
            if line.kind in QUESTION_READERS:
                return QUESTION_READERS[line.kind](self.game.list_questions(), line.text)
            if line.kind == "facts":
                return "; ".join(
                    self.rules.load_dialect().format_real_fact(self.game, text) for text in split_items(line.text, ";")
                )
            path = line.text.split(maxsplit=1)[0]
            holder, rest = self.rules.load_dialect().find(self.game.state, path.split("."))
            return f"{path} {layout.format_json_value(layout.read_path(holder, rest))}"
        except UnclearLine as error:
            raise Malformed(line.line, str(error)) from None


def _is_line_true(line: Expected, truth: str) -> bool:
    """Return whether an expected line of a transcript (a fact, field, hash or question) says the same as `truth`, the
    line as the game would have it; the number of spaces does not count, and fields are compared as JSON values.
    """
    if line.kind == "field":
        (path, _, expected), (_, _, found) = line.text.partition(" "), truth.partition(" ")
        return bool(path) and parse_json_or_words(expected.strip()) == parse_json_or_words(found)
    if line.kind in QUESTION_READERS:
        return " ".join(line.text.split()) == truth
    return "; ".join(" ".join(text.split()) for text in split_items(line.text, ";")) == truth


def split_items(text: str, mark: str) -> list[str]:
    """Split a line of a transcript at each `mark` into its items, leaving out empty ones."""
    return [piece.strip() for piece in text.split(mark) if piece.strip()]


def _dump_game(game: Game[Any]) -> tuple[bytes, bytes]:
    """Return everything that a refused move must not change, as bytes: the record and the state."""
    return game.save().to_json(), msgspec.json.encode(game.state)


def compute_state_hash(game: Game[Any]) -> str:
    """Compute a hash of a game's whole state (`sha256:…`), by which two states can be compared; what was drawn, sealed
    and announced does not count.
    """
    return "sha256:" + hashlib.sha256(msgspec.json.encode(game.state)).hexdigest()


def _list_viewers(game: Game[Any]) -> list[str]:
    """List whose views are compared: the public, then all players."""
    return [PUBLIC, *game.ruleset.list_players(game.state)]


SAME: Mapping[str, Callable[[Game[Any]], list[str]]] = {
    "state": lambda game: [msgspec.json.encode(game.state).decode()],
    "questions": lambda game: [f"{q.id} {q.who} {q.key} {q.options}" for q in game.list_questions()],
    "plays": lambda game: [
        f"{who} {play.key} {play.options}" for who in _list_viewers(game) for play in game.list_legal_moves(who).plays
    ],
    "views": lambda game: [msgspec.json.encode(game.build_view(who)).decode() for who in _list_viewers(game)],
}


def _matches_refusal(expected: str, got: str) -> bool:
    """Return whether the sentence `got`, by which a game refused a move, is the one that a transcript expects; if that
    ends in an ellipsis, only its beginning counts.
    """
    return got.startswith(expected.removesuffix(" …")) if expected.endswith(" …") else got == expected


LUCKS = ("another", "a third")

HANGS = (
    "this hangs on luck, and is otherwise with other luck: pin what decides it with a “~” line before the move "
    "(--bless --pin shows all there are), or leave it out. With other luck {why}"
)


def replay_with_any_luck(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> list[Difference]:
    """Replay a transcript and list the differences from what it expects; if there are none, list in their order the
    lines that would differ if unfixed draws fell otherwise (two other ways are tried), with that as the reason.
    Exported games, whose draws are all fixed, are replayed once.
    """
    found = replay_text(text, rulesets)
    if found or _is_export(text, rulesets):
        return found
    hanging = {each.line: each for luck in LUCKS for each in replay_text(text, rulesets, luck)}
    return [structs.replace(each, why=HANGS.format(why=each.why)) for _, each in sorted(hanging.items())]


def remove_lucky_lines(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> str:
    """Return the transcript without those expected announcements that come only as long as its unfixed draws fall as
    they do now (two other ways are tried); an exported game, or a text that breaks the notation, is returned unchanged.
    """
    if _is_export(text, rulesets):
        return text
    hanging = {each.line for luck in LUCKS for each in replay_text(text, rulesets, luck) if each.why == NOT_SAID}
    return "\n".join(line for n, line in enumerate(text.split("\n"), 1) if n not in hanging)


def _is_export(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> bool:
    """Return whether a text is the export of a game, which a `commitment` line in its header shows; False for one that
    breaks the notation.
    """
    try:
        return parse_transcript(text, rulesets).find_header("commitment") is not None
    except Malformed:
        return False


MAX_LINE_WIDTH = 110
SIGN_OF_KIND = {"facts": "=", "field": ":", "hash": "hash", "asks": "asks", "offers": "offers"}


class LineEdits(Struct):
    """Changes to a text by line number: lines to delete, replace and insert."""

    gone: set[int] = field(default_factory=set)
    instead: dict[int, list[str]] = field(default_factory=dict)
    after: dict[int, list[str]] = field(default_factory=dict)

    def apply_to(self, text: str) -> str:
        """Return a transcript's text with all these edits (lines removed, replaced or added) applied."""
        lines = list(self.after.get(0, []))
        for number, line in enumerate(text.split("\n"), 1):
            if number not in self.gone:
                lines += self.instead.get(number, [line])
            lines += self.after.get(number, [])
        return "\n".join(lines)


def bless_text(text: str, rulesets: Mapping[str, Ruleset[Any]], *, pin: bool = False) -> str:
    """Return the transcript with everything that it expects, and that is not so, replaced by what really happens, all
    announcements of each move, and a last line of open questions; with `pin`, also with a line that fixes each draw.
    Raise Malformed if it cannot be played.
    """
    transcript = parse_transcript(text, rulesets)
    outcome = run_transcript(transcript, rulesets[transcript.ruleset])
    edits = LineEdits()
    for step, happened in zip(transcript.steps, outcome.happened, strict=True):
        _rewrite_expectations(edits, step, happened, step.line or _find_header_end(transcript))
        if pin:
            _rewrite_pins(edits, step, happened, _find_header_end(transcript))
    _add_final_pending(edits, transcript.steps[-1], outcome.happened[-1], _find_header_end(transcript))
    return edits.apply_to(text)


def format_notation_line(head: str, rest: str) -> str:
    """Format a line of a transcript: its first word `head` padded to a column of its own, then the rest."""
    return f"{head:<8} {rest}"


def format_pin_line(key: str, names: list[str]) -> str:
    """Format the line of a transcript (a pin) that fixes the outcomes of the draw under this key."""
    return format_notation_line("~", f"{key} {' | '.join(quote_if_needed(name, '|') for name in names)}")


def format_pending_lines(pending: list[str]) -> list[str]:
    """Format the open questions, each as `who key`, for a transcript: separated by commas, on as few lines as possible;
    “nothing” if there are none.
    """
    wrapped = textwrap.wrap(", ".join(pending).replace(" ", "\0").replace(",\0", ", ") or NOTHING_SAID, MAX_LINE_WIDTH)
    return [format_notation_line("?", line.replace("\0", " ").rstrip(",")) for line in wrapped]


def _rewrite_expectations(edits: LineEdits, step: Step, happened: Happened, at: int) -> None:
    """Note in `edits` how one step's expected lines have to change so that they say what has happened: what was
    announced, or the refusal, is written anew after line `at`, that of the move; lines that expect a silence that was
    kept, and lines that are true, stay.
    """
    kinds: dict[str, list[Expected]] = {}
    for expected in step.expected:
        kinds.setdefault(expected.kind, []).append(expected)
    said = [format_notation_line(*format_said_line(to, text).split(" ", 1)) for to, text in happened.said]
    if happened.refused is not None:
        said = [format_notation_line("!", happened.refused)]
    edits.after.setdefault(at, []).extend(said)
    true = {line.line for line in kinds.get("said", []) if _is_silence_kept(line, happened)}
    edits.gone |= {line.line for line in kinds.get("said", []) + kinds.get("refused", [])} - true
    for kind, sign in SIGN_OF_KIND.items():
        for line in kinds.get(kind, []):
            if line.line in happened.untrue:
                edits.instead[line.line] = [format_notation_line(sign, happened.untrue[line.line])]
    if happened.otherwise_pending:
        first, *others = kinds["pending"]
        edits.instead[first.line] = format_pending_lines(happened.pending)
        edits.gone |= {line.line for line in others}


def _rewrite_pins(edits: LineEdits, step: Step, happened: Happened, header_end: int) -> None:
    """Note in `edits` that the pins of a step (lines that fix draws) are replaced by what was really drawn, before its
    move; for a first step without a line `begin`, that line is added below them. Nothing drawn: the pins only go.
    """
    pins = [format_pin_line(*drew) for drew in happened.drew]
    edits.gone |= {pinned.line for pinned in step.pins}
    if step.line:
        edits.after.setdefault(step.line - 1, []).extend(pins)
    elif pins:
        edits.after[header_end] = ["", *pins, BEGIN, *edits.after.get(header_end, [])]


def _is_silence_kept(line: Expected, happened: Happened) -> bool:
    """Return whether a line of a transcript expects that its audience is told nothing, or nothing about its topic,
    and nothing such was announced to exactly this audience.
    """
    return expects_silence(line) and not list_broken_silence(line, happened.said)


def _add_final_pending(edits: LineEdits, step: Step, happened: Happened, header_end: int) -> None:
    """Note in `edits` that the last step gets lines with the open questions, if it has none."""
    if all(line.kind != "pending" for line in step.expected):
        last = max([step.line or header_end, *(line.line for line in step.expected)])
        edits.after.setdefault(last, []).extend(format_pending_lines(happened.pending))


def _find_header_end(transcript: Transcript) -> int:
    """Return the line number at which a transcript's header ends, including the rows of squares below its last line."""
    header = transcript.headers[-1]
    return header.rows[-1].line if header.rows else header.line
