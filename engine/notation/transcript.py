"""Reading a text: which lines there are, and what belongs together. Nothing here knows a ruleset or runs a game."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct, field

from engine.kernel.errors import Illegal
from engine.kernel.ruleset import Dialect, Header, HeaderRow, Ruleset
from engine.kernel.text import format_text
from engine.notation.values import Malformed, UnclearLine, format_hint, iter_named_items, parse_list

VERSION = "1"
HOST_NAME = "host"
BEGIN = "begin"
GENERAL = (
    "rtab",
    "title",
    "players",
    "later",
    "option",
    "secret",
    "state",
    "commitment",
    "partial",
    "set",
    "chance",
    "word",
)
NAMING = ("option", "set", "word")  # of these there may be several, each of something else
KIND_OF_SIGN = {
    ">": "said",
    "!": "refused",
    "?": "pending",
    "=": "facts",
    ":": "field",
    "hash": "hash",
    "asks": "asks",
    "offers": "offers",
}
PROOFS = ("draw", "seal")
PLACE = re.compile(r"\s*@([0-9]{1,3})(?:\s+|$)")


class Pin(Struct, frozen=True):
    """What the next draw under this key must bring: all of it, or with `at` the one outcome at that position."""

    line: int
    key: str
    outcomes: list[str]
    at: int = 0


class Expected(Struct, frozen=True):
    """What should be true after a move. `to` is an audience, for what is told."""

    line: int
    kind: str
    text: str
    to: str = ""


class Proof(Struct, frozen=True):
    """A logged draw or seal, for `verify`; a replay does not need it."""

    line: int
    kind: str
    text: str


class Step(Struct):
    """One move with its pinned draws and what is expected after it. The first step is the beginning."""

    line: int
    who: str = ""
    text: str = ""
    pins: list[Pin] = field(default_factory=list)
    expected: list[Expected] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)


class Transcript(Struct):
    """A parsed text."""

    ruleset: str
    players: list[str]
    headers: list[Header]
    steps: list[Step]

    def find_header(self, word: str) -> Header | None:
        """Return the transcript's first header line that begins with this word, or None."""
        return next((header for header in self.headers if header.word == word), None)


def parse_transcript(text: str, rulesets: Mapping[str, Ruleset[Any]]) -> Transcript:
    """Parse the text of a transcript, without empty lines and those that begin with `#`; raise Malformed, with the
    line, if it does not follow the notation. Nothing is played.
    """
    reading = _TranscriptParser(rulesets)
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            reading.parse_line(number, line.rstrip())
    return reading.build_transcript()


class _TranscriptParser:
    """The state of parsing a text."""

    def __init__(self, rulesets: Mapping[str, Ruleset[Any]]) -> None:
        self.rulesets = rulesets
        self.ruleset = ""
        self.dialect: Dialect
        self.words: tuple[str, ...] = ()
        self.once: dict[str, int] = {}  # what stands once, and in which line
        self.players: list[str] = []
        self.names: list[str] = []  # of all who play, at first or later
        self.headers: list[Header] = []
        self.steps = [Step(0)]
        self.pins: list[Pin] = []
        self.under: Header | None = None  # the header to which indented lines belong

    def parse_line(self, number: int, line: str) -> None:
        """Parse one line of a transcript, the first as that which names the game, and add what it says: header, row
        below a header (if it is indented), move, pin, expectation or proof. Raise Malformed if it does not follow the
        notation.
        """
        head, *more = line.split(maxsplit=1)
        rest = more[0] if more else ""
        if not self.ruleset:
            self._parse_first_line(number, head, rest)
        elif line[0].isspace():
            self._add_row(number, line.strip())
        else:
            self._dispatch_line(number, head, rest)

    def build_transcript(self) -> Transcript:
        """Return the parsed transcript; raise Malformed if its game, its players or a move after its last pins is
        missing.
        """
        if not self.ruleset:
            raise Malformed(1, "this is empty; a transcript starts with “rtab 1 RULESET”.")
        if not self.players:
            raise Malformed(1, "there is no line “players NAME NAME …”.")
        if self.pins:
            raise Malformed(self.pins[0].line, "a pin stands before the move that sets it off, but no move follows.")
        return Transcript(self.ruleset, self.players, self.headers, self.steps)

    def _parse_first_line(self, number: int, head: str, rest: str) -> None:
        """Parse the first line, which names the game, and load the game's notation; raise Malformed for an unknown
        version or game, or a game that has no notation.
        """
        version, _, ruleset = rest.partition(" ")
        if head != "rtab" or version != VERSION:
            raise Malformed(number, f"a transcript starts with “rtab {VERSION} RULESET”.")
        self.ruleset = ruleset.strip()
        if self.ruleset not in self.rulesets:
            raise Malformed(number, f"there are no rules “{self.ruleset}”.{format_hint(self.ruleset, self.rulesets)}")
        try:
            self.dialect = self.rulesets[self.ruleset].load_dialect()
        except Illegal as refusal:
            raise Malformed(number, format_text(refusal.text, refusal.facts)) from None
        self.words = (*GENERAL, *self.dialect.words)
        self.once["rtab"] = number

    def _add_row(self, number: int, text: str) -> None:
        """Add an indented line to the header line that it stands below; raise Malformed if that takes no rows."""
        if self.under is None:
            raise Malformed(number, "only the rows below a header line that takes rows are indented.")
        self.under.rows.append(HeaderRow(number, text))

    def _dispatch_line(self, number: int, head: str, rest: str) -> None:
        """Add a line to the transcript by its first word or sign; raise Malformed, with a hint, for an unknown word."""
        if head == "~":
            self._add_pin(number, rest)
        elif head[0] == ">":
            self._add_expected(number, "said", rest, self._check_audience(number, head[1:]))
        elif head in KIND_OF_SIGN:
            self._add_expected(number, KIND_OF_SIGN[head], rest)
        elif head in PROOFS:
            self.steps[-1].proofs.append(Proof(number, head, rest))
        elif head in self.names or head in (HOST_NAME, BEGIN):
            self._add_move(number, head, rest)
        elif head in self.words:
            self._add_header(number, head, rest)
        else:
            words = [*self.words, *self.names, HOST_NAME, BEGIN, *PROOFS, "hash"]
            raise Malformed(
                number, f"“{head}” is neither a player nor a word of the notation.{format_hint(head, words)}"
            )

    def _add_header(self, number: int, word: str, rest: str) -> None:
        """Add a header line to the transcript, and take the names of players from it; rows may follow only below one of
        the game's own notation. Raise Malformed if it stands after the first move, pin or expectation, sets again what
        may be set once, or names a player as the notation does not allow.
        """
        if self.pins or len(self.steps) > 1 or self.steps[0].expected:
            raise Malformed(number, f"“{word}” belongs in the header, before the first move.")
        for what in self._list_unique_keys(word, rest):
            if what in self.once:
                raise Malformed(number, f"“{what}” stands once; line {self.once[what]} has it already.")
            self.once[what] = number
        header = Header(number, word, rest)
        self.headers.append(header)
        self.under = None if word in GENERAL else header
        if word in ("players", "later"):
            fresh = _parse_seat_names(number, rest, {*self.words, *KIND_OF_SIGN, *PROOFS, HOST_NAME, BEGIN})
            self.names = _check_distinct_names(number, [*self.names, *fresh])
            self.players = fresh if word == "players" else self.players

    def _list_unique_keys(self, word: str, rest: str) -> list[str]:
        """Return names for what this header line sets, if a transcript may set it only once, so that a second line for
        the same can be refused; empty if lines may repeat.
        """
        if word in NAMING:
            return [f"{word} {rest.partition(' ')[0]}"]
        if word in self.dialect.once_each:
            return [f"{word} {name}" for name, _ in iter_named_items(rest)]
        return [word] if word in GENERAL or word in self.dialect.once else []

    def _add_pin(self, number: int, rest: str) -> None:
        """Keep a pin (a line that fixes what a draw brings) for the next move; raise Malformed if it names no outcome,
        several for one `@PLACE`, or has a quote that does not close.
        """
        self.under = None
        key, _, outcomes = rest.partition(" ")
        place = PLACE.match(outcomes)
        outcomes = outcomes[place.end() :] if place else outcomes
        if not outcomes.strip():
            raise Malformed(number, "a pin is “~ KEY OUTCOME”, “~ KEY OUTCOME | OUTCOME” or “~ KEY @PLACE OUTCOME”.")
        try:
            names = parse_list(outcomes, "|")
        except UnclearLine as error:
            raise Malformed(number, str(error)) from None
        if place and len(names) != 1:
            raise Malformed(number, "one place takes one outcome; write a line for each.")
        self.pins.append(Pin(number, key, names, int(place[1]) if place else 0))

    def _check_audience(self, number: int, name: str) -> str:
        """Return `name`, to whom an announcement is expected to be made, unchanged: a player, `*` for the host's log,
        or empty for everybody; raise Malformed for any other name.
        """
        if name and name != "*" and name not in self.names:
            raise Malformed(
                number, f"“{name}” does not play, so nothing is said to them.{format_hint(name, self.names)}"
            )
        return name

    def _add_expected(self, number: int, kind: str, rest: str, to: str = "") -> None:
        """Add to the last step a line that says what is expected after its move; raise Malformed if it is empty or
        stands below a pin.
        """
        self.under = None
        if self.pins:
            raise Malformed(number, "pins stand before the move that sets them off, not before what is expected.")
        if not rest:
            raise Malformed(number, "something should follow here.")
        self.steps[-1].expected.append(Expected(number, kind, rest, to))

    def _add_move(self, number: int, who: str, text: str) -> None:
        """Add a move of a player or the host, with the pins before it, as a new step; `begin` only gives its pins to
        the first step. Raise Malformed if the move is empty.
        """
        self.under = None
        if who == BEGIN:
            self._add_beginning(number)
        elif not text:
            raise Malformed(number, f"what does {who} do? Expected “KEY VALUE”, “play KEY VALUE” or “lapses”.")
        else:
            self.steps.append(Step(number, who, text, self.pins))
            self.pins = []

    def _add_beginning(self, number: int) -> None:
        """Give the line of `begin`, and the pins before it, to the first step; raise Malformed if anything was expected
        or done before.
        """
        first = self.steps[0]
        if len(self.steps) > 1 or first.line or first.expected:
            raise Malformed(number, "“begin” stands once, before everything that is expected or done.")
        first.line, first.pins, self.pins = number, self.pins, []


def _parse_seat_names(number: int, rest: str, taken: Collection[str]) -> list[str]:
    """Return the names of players in a header line, in their order; raise Malformed for one in `taken` or with a first
    character that the notation uses otherwise.
    """
    names = rest.split()
    for name in names:
        if name in taken or name[0] in ">#~":
            raise Malformed(number, f"“{name}” means something else in this notation; call that player otherwise.")
    return names


def _check_distinct_names(number: int, names: list[str]) -> list[str]:
    """Return these names of players unchanged; raise Malformed, for this line, if two are the same."""
    if len(set(names)) < len(names):
        raise Malformed(number, "two players have the same name.")
    return names
