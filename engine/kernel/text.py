"""What is said: a sentence with facts, told to everybody, to one player, or to the host's log.

Sentences are plain English templates (the message ids of the catalogue); facts stay facts until somebody reads
them, so that names, money and numbers can be shown in each reader's own way.
"""

from __future__ import annotations

import re
import string
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.event import Event, find_event_kind
from engine.kernel.json_types import prepare_json_type


def read_text_beside(module: Any, name: str) -> str:
    """Return the text of the file `name` that lies in the folder of a module, which must not be a package itself. The
    module is given by its `__spec__`, and its own loader reads the file, so that it works in a zip archive, too. Raise
    OSError if there is no such file.
    """
    folder = module.origin.removesuffix(f"{module.name.rpartition('.')[2]}.py")
    text: str = module.loader.get_data(folder + name).decode("utf-8")
    return text


class LazyPattern:
    """A regular expression that is compiled at its first use: the hundreds that read what people write would lengthen
    the start of every process, and most processes read no sentence.
    """

    def __init__(self, text: str, flags: int = 0) -> None:
        self._text, self._flags = text, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        """Return the regular expression compiled, which is done once, when it is first used."""
        return re.compile(self._text, self._flags)

    def match(self, text: str, *span: int) -> re.Match[str] | None:
        """Return the match at the start of a text, or None; with `span` (a start and perhaps an end, here and below)
        only this part of the text counts.
        """
        return self._compiled.match(text, *span)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of a whole text, or None."""
        return self._compiled.fullmatch(text)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match in a text, or None."""
        return self._compiled.search(text)

    def finditer(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        """Iterate over the matches in a text."""
        return self._compiled.finditer(text, *span)

    def findall(self, text: str, *span: int) -> list[Any]:
        """Return what matches in a text: of each match the text, its one group, or the tuple of its groups."""
        return self._compiled.findall(text, *span)

    def sub(self, repl: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        """Return a text with its matches (the first `count`, if given) replaced."""
        return self._compiled.sub(repl, text, count)


PUBLIC = ""
LOG = "*"


@prepare_json_type
class Phrase(Struct, frozen=True, gc=False):
    """A template with facts of its own: a label, a mark, or one fact of a sentence."""

    text: str
    facts: dict[str, Any] = {}

    def __str__(self) -> str:
        """Return the phrase as an English text, with ids of seats in place of players' names."""
        return format_text(self.text, self.facts)

    def __hash__(self) -> int:
        """Return a checksum of the phrase's template as its hash, the same in every process, so that pictures drawn
        from equal phrases can be cached under it.
        """
        return zlib.crc32(self.text.encode())


Words = str | Phrase  # what may be shown: a name, or a template with its facts


def phrase(text: str, /, **facts: Any) -> Phrase:
    """Build a phrase (words to be translated later) from a template and the facts for its placeholders."""
    return Phrase(text, facts)


def read_phrase_facts(words: Any) -> Mapping[str, Any]:
    """Return the facts of a phrase, which may be an object or stored data; a plain name has none."""
    facts: Mapping[str, Any] = words["facts"] if isinstance(words, dict) else getattr(words, "facts", {})
    return facts


def build_event_phrase(event: Event) -> Phrase:
    """Build a phrase (a template with its facts) from an event's sentence, to show the sentence without announcing the
    event.
    """
    facts = event.list_facts()
    return Phrase(event.sentence(facts), facts)


class _ToldFields(Struct, array_like=True, gc=False):
    what: str  # the id of an event, or a remark: a sentence that is none
    facts: dict[str, Any]
    to: str = PUBLIC
    table: str = ""


class Told(_ToldFields, array_like=True, kw_only=True, gc=False):
    """One thing told. `to` is a seat, PUBLIC or LOG; `table` says where in the game it belongs."""

    # How many tellings before it stands what it belongs to; 0, if it stands for itself. By keyword only, so that it
    # comes last in what is stored, after all that a subclass adds.
    of: int = 0

    @property
    def kind(self) -> type[Event] | None:
        """The event class of this announcement, or None for a remark (a sentence that belongs to no event)."""
        return find_event_kind(self.what)

    @property
    def event(self) -> Event | None:
        """The announced event with typed facts, or None for a remark (a sentence that belongs to no event)."""
        kind = find_event_kind(self.what)
        return kind.from_facts(self.facts) if kind else None

    @property
    def text(self) -> str:
        """The announcement's sentence in English, with placeholders for its facts."""
        kind = find_event_kind(self.what)
        return kind.sentence(self.facts) if kind else self.what

    @property
    def deed(self) -> str:
        """The name of the deed for which this announcement counts in people's statistics, or an empty string."""
        kind = find_event_kind(self.what)
        return kind.deed if kind else ""


def build_told(what: Event | str, facts: dict[str, Any], to: str = PUBLIC, table: str = "") -> Told:
    """Build an announcement from a sentence template with its facts, or from an event, which has its own (`facts` then
    do not count). `to` says who is told, `table` to which part of the game it belongs. Its facts are plain data of its
    own, which no later move of the game changes.
    """
    if isinstance(what, str):
        return Told(what, msgspec.to_builtins(facts), to, table)
    return Told(what.id, msgspec.to_builtins(what), to, table)


def compute_told_mark(told: Told) -> int:
    """Compute a checksum of an announcement, by which a replay of the game notices that it tells something else. The
    scene it belongs to is left out.
    """
    return zlib.crc32(msgspec.json.encode((told.what, told.facts, told.to, told.table)))


def compute_mark_and_name(told: Told) -> tuple[int, str]:
    """Return the checksum of an announcement, and its name for messages about a replay that differs: the event's id or
    the text.
    """
    return compute_told_mark(told), told.what


def format_money(amount: int, symbol: str = "£", comma: str = ",") -> str:
    """Format an amount: £1,234,567; a loss is -£26,000."""
    return f"{'-' if amount < 0 else ''}{symbol}{abs(amount):,}".replace(",", comma)


def format_article(n: int) -> str:
    """Return the English article before a number: “an” for 11, 18 and all that begin with an 8, else “a”."""
    return "an" if n in (11, 18) or str(n).startswith("8") else "a"


ENGLISH_FORMS: Mapping[str, Callable[[int], str]] = {
    "s": lambda n: "" if n == 1 else "s",
    "a": lambda n: f"{format_article(n)} {n}",
    "A": lambda n: f"{format_article(n).capitalize()} {n}",
}


SHORT_UNITS = ((10**12, "tn"), (10**9, "bn"), (10**6, "M"))


def format_short_money(amount: int, symbol: str = "£", comma: str = ",") -> str:
    """Format an amount in short: less than a thousand in full, else £950k (whole thousands, the rest left out), £1.25M,
    £1.02bn or £1.5tn (rounded to three digits; whole trillions, the rest left out, from a thousand of them); a loss is
    the same with a minus before it.
    """
    sign, size = "-" if amount < 0 else "", abs(amount)
    if size < 1_000:
        return format_money(amount, symbol, comma)
    if size >= 10**15:
        return f"{sign}{format_money(size // 10**12, symbol, comma)}tn"
    for unit, name in SHORT_UNITS:
        if size >= unit:
            return f"{sign}{symbol}{min(size / unit, 999):.3g}{name}"  # what is short of a billion never looks like one
    return f"{sign}{symbol}{size // 1_000}k"


def format_place(n: int) -> str:
    """Format a number as a place in a ranking: 1st, 2nd, 3rd, 11th."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def build_slug(name: str) -> str:
    """Return a name as it is written in keys and names of functions: `bankers_offer` for Banker's Offer,
    `split_and_share` for Split & Share.
    """
    plain = name.lower().replace("'", "").replace("’", "").replace("&", "and")
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


NOBODY, AND, OR = "nobody", "{most} and {last}", "{most} or {last}"


class Reader:
    """How text is formatted for one reader: names of seats, a translation and its plurals, and the thousands
    separator.
    """

    def __init__(
        self,
        names: Mapping[str, str] | None = None,
        translate: Callable[[str], str] = str,
        comma: str = ",",
        plural: Callable[[int], int] = lambda n: int(n != 1),
        language: str = "en",
        of_events: Mapping[tuple[str, str], str] = {},
    ) -> None:
        self.names = names or {}
        self.translate = translate
        self.comma = comma
        self.plural = plural
        self.language = language
        self.of_events = of_events  # by an event's id and sentence: translations that are this event's alone

    def format_sentence(self, text: str, /, **facts: Any) -> str:
        """Return a sentence with its facts filled in, in this reader's language; each fact that it mentions must be
        given.
        """
        return format_text(text, facts, self)

    def format_value(self, value: Any, spec: str = "") -> str:
        """Format any value of a sentence by its format spec: `£` or `$` for money, `£k` or `$k` for short money, `n`
        for a counted number, `th` for a place; `s` for the plural of what is counted, `one|many` for the form that goes
        with it; `a` or `A` with the article before it; `or` for a list of choices. `C` begins with a capital, `>5`
        aligns right.
        """
        counted = isinstance(value, int) and not isinstance(value, bool)
        shown = self.format_number(value, spec) if counted else self.format_words(value, spec)
        if not spec:
            return shown
        if spec.startswith(">"):
            return shown.rjust(int(spec[1:]))
        return shown[:1].upper() + shown[1:] if spec == "C" else shown

    def format_words(self, value: Any, spec: str) -> str:
        """Format a seat, a name, a phrase (also as stored data), or a list of them, for this reader; a list is joined
        by “or” if `spec` is `or`, else by “and”.
        """
        if isinstance(value, str):
            return self.names.get(value) or self.format_name(value)
        if isinstance(value, Phrase):
            return format_text(value.text, value.facts, self)
        if isinstance(value, Mapping):
            return format_text(value["text"], value["facts"], self)
        if isinstance(value, list | tuple):
            return self.format_list([self.format_value(item, spec) for item in value], OR if spec == "or" else AND)
        return self.names.get(value) or self.format_name(str(value))

    def format_number(self, value: int, spec: str) -> str:
        """Format a number of a sentence by its format spec, such as `£` or `n`; without a spec it has no thousands
        separators, as for squares and ids.
        """
        if spec in ENGLISH_FORMS:
            return ENGLISH_FORMS[spec](value)
        if "|" in spec:
            forms = spec.split("|")
            return forms[min(self.plural(value), len(forms) - 1)]
        if spec and spec in "£$":
            return format_money(value, spec, self.comma)
        if spec == "th":
            return format_place(value) if self.language == "en" else f"{value}."
        if spec in SHORT:
            return format_short_money(value, spec[0], self.comma)
        return f"{value:,}".replace(",", self.comma) if spec == "n" else str(value)

    def format_name(self, name: str) -> str:
        """Return the name of a square, minigame or the like in the reader's language; a name that is an amount
        (`£1,000`) only gets the reader's thousands separator. Without a translation it stays.
        """
        amount = name[:1] in SIGNS and _MONEY_NAME.fullmatch(name)
        return name.replace(",", self.comma) if amount else self.translate(name)

    def format_list(self, words: list[str], joined: str = AND) -> str:
        """Join words into a list such as `this, that and the other` in the reader's language, by the template `joined`;
        no words give “nobody”.
        """
        if len(words) < 2:
            return words[0] if words else self.translate(NOBODY)
        return self.translate(joined).format(most=", ".join(words[:-1]), last=words[-1])


SHORT, SIGNS = ("£k", "$k"), "-£$"
_MONEY_NAME = re.compile(r"-?[£$][\d?][\d?,]*")
PLAIN_READER = Reader()


def format_text(text: str, facts: Mapping[str, Any], reader: Reader = PLAIN_READER) -> str:
    """Translate a sentence template into the reader's language, and return it with its placeholders filled from `facts`
    in the reader's style; plain English for PLAIN_READER. Raise KeyError if `facts` lacks one that the template
    mentions.
    """
    return _fill_template(reader.translate(text), facts, reader)


def format_told(told: Told, reader: Reader = PLAIN_READER) -> str:
    """Return an announcement as text in the reader's language and style; a translation made for this event alone goes
    before the general one of its sentence.
    """
    text = told.text
    return _fill_template(reader.of_events.get((told.what, text)) or reader.translate(text), told.facts, reader)


def _fill_template(template: str, facts: Mapping[str, Any], reader: Reader) -> str:
    """Return a sentence template as text, with its placeholders filled from `facts` in the reader's style."""
    parts = _parse_template(template)
    if not facts and len(parts) == 1 and parts[0][1] is None:
        return parts[0][0]
    return "".join(
        [lead + (reader.format_value(facts[name], spec) if name is not None else "") for lead, name, spec in parts]
    )


@lru_cache(maxsize=4096)
def _parse_template(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a sentence template into parts: each has the text before a placeholder, the name of its fact and its format
    spec; the last part may have text only, and None for the name.
    """
    return tuple((lead, name, spec or "") for lead, name, spec, _ in string.Formatter().parse(text))
