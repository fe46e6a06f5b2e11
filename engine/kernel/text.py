"""What is said: a sentence with facts, told to everybody, to one player, or to the host's log.

Sentences are plain English templates (the message ids of the catalogue); facts stay facts until somebody reads
them, so that names, money and numbers can be shown in each reader's own way.
"""

from __future__ import annotations

import re
import string
import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.event import Event, kind_of
from engine.kernel.ready import ready

PUBLIC = ""
LOG = "*"


@ready
class Phrase(Struct, frozen=True, gc=False):
    """A piece of text with facts of its own: a label, a mark, or one fact of a sentence."""

    text: str
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        """In English, with seats in place of names."""
        return render(self.text, self.facts)

    def __hash__(self) -> int:
        """What is drawn from it can be kept under it: equal phrases have the same text, in every process."""
        return zlib.crc32(self.text.encode())


Words = str | Phrase  # what may be shown: a name, or a template with its facts


def phrase(text: str, /, **facts: Any) -> Phrase:
    """A piece of text with these facts."""
    return Phrase(text, facts)


def as_phrase(event: Event) -> Phrase:
    """The sentence of an event, to be shown where nothing happens."""
    facts = event.facts()
    return Phrase(event.sentence(facts), facts)


class _Sentence(Struct, array_like=True, gc=False):
    what: str  # the id of an event, or a remark: a sentence that is none
    facts: dict[str, Any]
    to: str = PUBLIC
    table: str = ""


class Told(_Sentence, array_like=True, kw_only=True, gc=False):
    """One thing said. `to` is a seat, or PUBLIC, or LOG; `table` says where in the game it belongs."""

    # How many tellings before it stands what it belongs to; 0, if it stands for itself. By keyword only, so that it
    # comes last in what is stored, after all that a subclass adds.
    of: int = 0

    @property
    def kind(self) -> type[Event] | None:
        """What sort of event it is, if it is one."""
        return kind_of(self.what)

    @property
    def event(self) -> Event | None:
        """What has happened, with typed facts."""
        kind = kind_of(self.what)
        return kind.read(self.facts) if kind else None

    @property
    def text(self) -> str:
        """Its plain sentence."""
        kind = kind_of(self.what)
        return kind.sentence(self.facts) if kind else self.what

    @property
    def deed(self) -> str:
        """What it counts as; logs of releases before events have that among the facts."""
        kind = kind_of(self.what)
        return kind.deed if kind else str(self.facts.get("deed", ""))


def as_told(what: Event | str, facts: dict[str, Any], to: str = PUBLIC, table: str = "") -> Told:
    """An event, or a remark with these facts, as it is told."""
    if isinstance(what, str):
        return Told(what, facts, to, table)
    return Told(what.id, what.facts(), to, table)


def mark(told: Told) -> int:
    """A short mark by which it is known again: of what is stored, but for the scene, which only arranges it."""
    return zlib.crc32(msgspec.json.encode((told.what, told.facts, told.to, told.table)))


def marked(told: Told) -> tuple[int, str]:
    """Its mark, and the event or remark that it is."""
    return mark(told), told.what


def money(amount: int, symbol: str = "£", comma: str = ",") -> str:
    """£1,234,567; a loss is -£26,000."""
    return f"{'-' if amount < 0 else ''}{symbol}{abs(amount):,}".replace(",", comma)


def short_money(amount: int, symbol: str = "£", comma: str = ",") -> str:
    """An amount in five or six letters: £950k, £1.25M, £40M."""
    if abs(amount) < 1_000:
        return money(amount, symbol, comma)
    if abs(amount) < 1_000_000:
        return f"{money(amount // 1000, symbol, comma)}k"
    return f"{'-' if amount < 0 else ''}{symbol}{abs(amount) / 1_000_000:.3g}M"


def slug(name: str) -> str:
    """A name as keys and functions spell it: `bankers_offer` for Banker's Offer."""
    plain = name.lower().replace("'", "").replace("’", "").replace("&", "and")
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


class Reader:
    """How one reader wants things written: names for seats, a translation, its plurals, the mark between thousands."""

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        translate: Callable[[str], str] = str,
        comma: str = ",",
        plural: Callable[[int], int] = lambda n: int(n != 1),
        language: str = "en",
    ) -> None:
        self.names = names or {}
        self.translate = translate
        self.comma = comma
        self.plural = plural
        self.language = language

    def say(self, text: str, /, **facts: Any) -> str:
        """A sentence of the host's own."""
        return render(text, facts, self)

    def value(self, value: Any, spec: str = "") -> str:
        """Whatever is shown, in words. Of a number `£` or `$` makes money, `£k` or `$k` short money, `n` a counted
        number; `s` is the plural of what is counted, `one|many` the form that goes with it. `C` begins with a capital,
        `>5` stands right.
        """
        counted = isinstance(value, int) and not isinstance(value, bool)
        shown = self.number(value, spec) if counted else self.words(value, spec)
        if not spec:
            return shown
        if spec.startswith(">"):
            return shown.rjust(int(spec[1:]))
        return shown[:1].upper() + shown[1:] if spec == "C" else shown

    def words(self, value: Any, spec: str) -> str:
        """A seat, a name, a phrase (perhaps one that has been kept), or several things."""
        if isinstance(value, str):
            return self.names.get(value) or self.name(value)
        if isinstance(value, Phrase):
            return render(value.text, value.facts, self)
        if isinstance(value, Mapping):
            return render(value["text"], value["facts"], self)
        if isinstance(value, list | tuple):
            return self.listed([self.value(item, spec) for item in value])
        return self.names.get(value) or self.name(str(value))

    def number(self, value: int, spec: str) -> str:
        """Squares and ids stay bare; counted things get their thousands marked."""
        if spec == "s":
            return "" if value == 1 else "s"
        if "|" in spec:
            forms = spec.split("|")
            return forms[min(self.plural(value), len(forms) - 1)]
        if spec and spec in "£$":
            return money(value, spec, self.comma)
        if spec in SHORT:
            return short_money(value, spec[0], self.comma)
        return f"{value:,}".replace(",", self.comma) if spec == "n" else str(value)

    def name(self, name: str) -> str:
        """What is called something: a square, a minigame. Amounts that stand on squares are written like any other."""
        amount = name[:1] in SIGNS and _AMOUNT.fullmatch(name)
        return name.replace(",", self.comma) if amount else self.translate(name)

    def listed(self, words: list[str]) -> str:
        """`this, that and the other`."""
        if len(words) < 2:
            return words[0] if words else self.translate(NOBODY)
        return self.translate(AND).format(most=", ".join(words[:-1]), last=words[-1])


SHORT, SIGNS = ("£k", "$k"), "-£$"
NOBODY, AND = "nobody", "{most} and {last}"
_AMOUNT = re.compile(r"-?[£$][\d?][\d?,]*")
PLAIN = Reader()


def render(text: str, facts: Mapping[str, Any], reader: Reader = PLAIN) -> str:
    """The sentence as this reader reads it."""
    parts = _parsed(reader.translate(text))
    if not facts and len(parts) == 1 and parts[0][1] is None:
        return parts[0][0]
    return "".join([lead + (reader.value(facts[name], spec) if name is not None else "") for lead, name, spec in parts])


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[tuple[str, str | None, str], ...]:
    return tuple((lead, name, spec or "") for lead, name, spec, _ in string.Formatter().parse(text))
