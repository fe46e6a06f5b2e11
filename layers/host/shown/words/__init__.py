"""Translation: a catalogue for each language, and the one function by which doors write.

English templates are the message ids. A catalogue is one plain gettext file, `host/shown/locales/LANGUAGE.po`; what it
lacks, or has wrong, is shown in English.
"""

from __future__ import annotations

import ast
import gettext
import logging
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.kernel import Phrase, Reader, Told, format_text, format_told
from engine.kernel.voice import split_joined_phrase
from host.core.session import Session, ToldLine, WritingStyle

PO_LINE = re.compile(r'(msgctxt|msgid|msgstr)?\s*("(?:[^"\\]|\\.)*")')
PLURAL = re.compile(r"plural\s*=\s*([^;\n]+)")
SPECS = re.compile(r"[sn£$C]|or|>\d{1,2}|[^{}]*\|[^{}]*")
MOST_FORMS = 6  # no language has more


class MalformedPo(Exception):
    """Raised for a line that is not valid gettext."""


class Translations(NamedTuple):
    """What a .po file has."""

    texts: dict[str, str]
    of_events: dict[tuple[str, str], str]  # by event and text, where its translation is not that of the text elsewhere
    rule: str  # of the plurals

    def find(self, event: str, text: str) -> str:
        """Return the translation of a text as the event `event` says it, which may differ from the translation of the
        same text elsewhere; an empty string if there is none.
        """
        return self.of_events.get((event, text)) or self.texts.get(text, "")


def parse_po(text: str) -> Translations:
    """Return the translations of a .po file and its plural rule; empty and fuzzy entries are left out. Raise
    MalformedPo if a line is unreadable.
    """
    texts, of_events = dict[str, str](), dict[tuple[str, str], str]()
    for block in re.split(r"\n\s*\n", text):
        entry = _parse_po_entry(block)
        if not entry["msgstr"] or re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE):
            continue
        if texts.setdefault(entry["msgid"], entry["msgstr"]) != entry["msgstr"]:
            of_events[entry["msgctxt"], entry["msgid"]] = entry["msgstr"]
    rule = PLURAL.search(texts.pop("", ""))
    return Translations(texts, of_events, rule[1].strip() if rule else "")


def parse_po_by_context(text: str) -> dict[str, tuple[str, str]]:
    """Return the translated entries of a .po file, fuzzy ones included, by their context (where the text is used), each
    as (text, translation); contexts that occur more than once are left out. Raise MalformedPo if a line is unreadable.
    """
    entries = [_parse_po_entry(block) for block in re.split(r"\n\s*\n", text)]
    alone = Counter(entry["msgctxt"] for entry in entries)  # of an event of several sentences none is known again
    return {
        entry["msgctxt"]: (entry["msgid"], entry["msgstr"])
        for entry in entries
        if entry["msgctxt"] and entry["msgstr"] and alone[entry["msgctxt"]] == 1
    }


def _parse_po_entry(block: str) -> dict[str, str]:
    """Parse one entry of a .po file into its `msgctxt`, `msgid` (the text) and `msgstr` (the translation), empty where
    missing; raise MalformedPo if a line is unreadable.
    """
    entry = {"msgctxt": "", "msgid": "", "msgstr": ""}
    word = ""
    for line in block.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        found = PO_LINE.fullmatch(line.strip())
        if found is None or not (found[1] or word):
            raise MalformedPo(f"expected msgid or msgstr with a quoted text, found: {line[:60]}")
        word = found[1] or word
        entry[word] += ast.literal_eval(found[2])
    return entry


class Contexts(NamedTuple):
    """Which events say a text, what each of them said in the file that is being updated, and how often a played game
    shows it: such texts come first.
    """

    of: Mapping[str, Sequence[str]]
    before: Mapping[str, tuple[str, str]] = {}
    played: Mapping[str, int] = {}


def render_po_file(
    texts: Mapping[str, Iterable[str]],
    contexts: Contexts,
    translated: Translations | None = None,
) -> str:
    """Return the text of a .po file with all these texts and where each is used, those first that a played game
    shows most; without `translated` it is a template. A reworded text of an event keeps its translation, marked
    fuzzy.
    """
    have = translated or Translations({}, {}, "")
    plurals = [f"Plural-Forms: nplurals={MOST_FORMS}; plural={have.rule};\n"] if have.rule else []
    lines = ["", "Content-Type: text/plain; charset=UTF-8\n", *plurals]
    head = 'msgid ""\nmsgstr ' + "\n".join(map(quote_po, lines)) + "\n"
    entries = [
        _format_po_entry(context, msgid, places, have.find(context, msgid), contexts)
        for msgid, places in sorted(texts.items(), key=lambda each: -contexts.played.get(each[0], 0))
        for context in contexts.of.get(msgid, ("",))
    ]
    return "\n".join([head, *entries])


def _format_po_entry(context: str, msgid: str, places: Iterable[str], msgstr: str, contexts: Contexts) -> str:
    """Format one entry of a .po file: its notes, context, text and translation; a translation that is taken over
    from before is marked fuzzy.
    """
    times = contexts.played.get(msgid, 0)
    shown = f"#. a played game shows it {times:,} {'time' if times == 1 else 'times'}\n" if times else ""
    where = shown + "".join(f"#: {place}\n" for place in places)
    if context and not msgstr and context in contexts.before:
        was, msgstr = contexts.before[context]
        where += f"#, fuzzy\n#| msgid {quote_po(was)}\n"
    named = f"msgctxt {quote_po(context)}\n" if context else ""
    return f"{where}{named}msgid {quote_po(msgid)}\nmsgstr {quote_po(msgstr)}\n"


def quote_po(text: str) -> str:
    """Return a text quoted as in gettext's .po files."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def find_translation_fault(msgid: str, msgstr: str) -> str:
    """Return why a translation does not fit its text: braces that do not match, an unknown placeholder, or one that
    asks for an unknown way of writing; an empty string if it fits. Raise ValueError if the braces of the text itself do
    not match.
    """
    try:
        fields = list(_list_template_fields(msgstr))
    except ValueError as error:
        return f"its braces do not match: {error}"
    known = {name for name, _ in _list_template_fields(msgid)}
    for name, spec in fields:
        if name not in known:
            return f"{{{name}}} is none of its facts"
        if spec and not SPECS.fullmatch(spec):
            return f"{{{name}:{spec}}} is no way to write a fact"
    return ""


def _list_template_fields(text: str) -> Iterable[tuple[str, str]]:
    """Return the name and the format (empty if none) of each placeholder in a template, in order; raise ValueError if
    its braces do not match.
    """
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None]


log = logging.getLogger(__name__)
ENGLISH = "en"
TOLD_COMMANDS = re.compile(r": (?=(?:list|predict)\b)")
LOCALES = Path(__file__).parents[1] / "locales"


class Catalogue(NamedTuple):
    """The translations of one language, and its plural rule."""

    texts: Mapping[str, str]
    plural: Callable[[int], int]
    language: str = ENGLISH
    of_events: Mapping[tuple[str, str], str] = {}  # translations of single events

    def translate(self, text: str) -> str:
        """Return the template in the catalogue's language, whichever event says it, or unchanged if it is not
        translated.
        """
        return self.texts.get(text, text)


def build_reader(names: Mapping[str, str], style: WritingStyle) -> Reader:
    """Build the reader that formats texts in the style's language (English if there is no catalogue) and number style,
    with these names for seats.
    """
    words = find_catalogue(style.language)
    translate = words.translate if words.texts else str  # English needs nothing looked up
    return Reader(names, translate, style.comma, words.plural, words.language, words.of_events)


def build_seat_reader(session: Session | None, style: WritingStyle) -> Reader:
    """Build the reader for a program, which reads names as data: seats are named by their ids, and the names of people
    who want a seat in this session are quoted.
    """
    wishes = [*session.wishes.values(), *session.takeovers.values()] if session else []
    names = [wish.build_shown_name(session) for wish in wishes if session]
    return build_reader({name: f"“{name}”" for name in names}, style)


def format_told_lines(lines: Iterable[Told], reader: Reader) -> list[str]:
    """Return announcements as sentences, in the host's voice if the reader's language has its lines."""
    return [sentence for line in lines for sentence in _list_sentences(line, reader) if sentence]


def mark_commands(text: str) -> str:
    """Return a text in which the commands `list` and `predict` get a slash where they follow a colon, for chats where
    nothing else is heard: "Write: predict" becomes "Write: /predict". Others stay as they are.
    """
    return TOLD_COMMANDS.sub(r": /", text)


def translate_question(text: str, facts: Mapping[str, Any], said: Phrase | None, reader: Reader) -> str:
    """Return the text of a question in the host's voice (`said`) if there is one and the reader's language has those
    words, otherwise its plain `text`; both filled in with the question's `facts`.
    """
    if said is not None and _has_translation(reader, said.text):
        return format_text(
            said.text, {**said.facts, **{name: facts[name] for name in facts.keys() & said.facts.keys()}}, reader
        )
    return format_text(text, facts, reader)


def _list_sentences(line: Told, reader: Reader) -> list[str]:
    """Return the sentences of one announcement: in the host's voice if its lines are translated (none where the line of
    another announcement stands for this one), else its plain sentence.
    """
    if isinstance(line, ToldLine) and line.said is not None and _has_voice_lines(line, reader):
        return [reader.format_value(phrase) for phrase in line.said]
    return [format_told(line, reader)]


def _has_voice_lines(line: ToldLine, reader: Reader) -> bool:
    """Return whether the reader's language has all lines of the host's voice for this announcement, so that no English
    line comes in between.
    """
    texts = [line.by] if line.by else [part.text for phrase in line.said or () for part in split_joined_phrase(phrase)]
    return all(_has_translation(reader, text) for text in texts)


def _has_translation(reader: Reader, text: str) -> bool:
    """Return whether the reader's language has this text: it is English, or the translation differs from the text."""
    return reader.language == ENGLISH or reader.translate(text) != text


def list_languages() -> list[str]:
    """Return the codes of English and of all languages that have a catalogue (a .po file), in alphabetical order."""
    return sorted({ENGLISH, *(file.stem for file in LOCALES.glob("*.po"))})


@lru_cache(maxsize=64)
def find_catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language or of its base language (`pt` for `pt-BR`), cached; the English one if there
    is none or a line of its file is unreadable, which is logged.
    """
    known = list_languages()
    found = next((tongue for tongue in (language, language.partition("-")[0]) if tongue in known), ENGLISH)
    if found == ENGLISH:
        return Catalogue({}, pick_english_plural)
    try:
        return compile_catalogue((LOCALES / f"{found}.po").read_text("utf-8"), found)
    except MalformedPo as error:
        log.error("translation unreadable, English is shown file=locales/%s.po error=%s", found, error)  # noqa: TRY400 - it says it all
        return Catalogue({}, pick_english_plural)


def compile_catalogue(text: str, language: str = ENGLISH) -> Catalogue:
    """Build a language's catalogue from a .po file's text, leaving out translations that do not fit their texts. Raise
    MalformedPo if a line is unreadable.
    """
    found = parse_po(text)
    plural: Callable[[int], int] = _compile_plural_rule(found.rule) if found.rule else pick_english_plural
    fit = {msgid: msgstr for msgid, msgstr in found.texts.items() if not find_translation_fault(msgid, msgstr)}
    own = {at: msgstr for at, msgstr in found.of_events.items() if not find_translation_fault(at[1], msgstr)}
    return Catalogue(fit, plural, language, own)


def _compile_plural_rule(forms: str) -> Callable[[int], int]:
    """Compile the plural formula of a .po file into a function that takes a number and returns the index of the
    plural form to use.
    """
    plural: Callable[[int], int] = gettext.c2py(forms)
    return plural


def pick_english_plural(n: int) -> int:
    """Return the plural form for a number in English: 0 for one, else 1."""
    return int(n != 1)
