"""Translation: a catalogue for each language, and the one function by which doors write.

English templates are the message ids. A catalogue is one plain gettext file, `host/shown/locales/LANGUAGE.po`; what it
lacks, or has wrong, is shown in English.
"""

from __future__ import annotations

import gettext
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.kernel import Phrase, Reader, Told, format_text, format_told
from engine.kernel.voice import split_joined_phrase
from host.core.session import Session, ToldLine, WritingStyle
from host.shown.words.po import MalformedPo, find_translation_fault, parse_po

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
        """Return a template in the catalogue's language, or unchanged if it is not translated."""
        return self.texts.get(text, text)


def build_reader(names: Mapping[str, str], style: WritingStyle) -> Reader:
    """Build the reader that formats texts in a language and number style, with these names for seats."""
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
    """Return an announcement in which commands to type have a slash, for chats where nothing else is heard: "Write:
    predict" becomes "Write: /predict".
    """
    return TOLD_COMMANDS.sub(r": /", text)


def translate_question(text: str, facts: Mapping[str, Any], said: Phrase | None, reader: Reader) -> str:
    """Return the text of a question, in the host's voice (`said`) if the reader's language has those words."""
    if said is not None and _has_translation(reader, said.text):
        return format_text(
            said.text, {**said.facts, **{name: facts[name] for name in facts.keys() & said.facts.keys()}}, reader
        )
    return format_text(text, facts, reader)


def _list_sentences(line: Told, reader: Reader) -> list[str]:
    """Return the sentences of one announcement, in the host's voice if its lines are translated."""
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
    return reader.language == ENGLISH or reader.translate(text) != text


def list_languages() -> list[str]:
    """Return the codes of all languages that have a catalogue."""
    return sorted({ENGLISH, *(file.stem for file in LOCALES.glob("*.po"))})


@lru_cache(maxsize=64)
def find_catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language or of its base language (`pt` for `pt-BR`), else the English one."""
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
    """Build a language's catalogue from a .po file's text, leaving out translations that do not fit their templates."""
    found = parse_po(text)
    plural: Callable[[int], int] = _compile_plural_rule(found.rule) if found.rule else pick_english_plural
    fit = {msgid: msgstr for msgid, msgstr in found.texts.items() if not find_translation_fault(msgid, msgstr)}
    own = {at: msgstr for at, msgstr in found.of_events.items() if not find_translation_fault(at[1], msgstr)}
    return Catalogue(fit, plural, language, own)


def _compile_plural_rule(forms: str) -> Callable[[int], int]:
    """Compile the plural formula of a catalogue into a function from a number to the plural form."""
    plural: Callable[[int], int] = gettext.c2py(forms)
    return plural


def pick_english_plural(n: int) -> int:
    """Return the plural form for a number in English: 0 for one, else 1."""
    return int(n != 1)
