"""Translation: a catalogue for each language, and the one function by which doors write.

English templates are the message ids. A catalogue is one plain gettext file, `host/shown/locales/LANGUAGE.po`; what it
lacks, or has wrong, is shown in English.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.kernel import Phrase, Reader, Told, render
from engine.kernel.voice import parts
from host.core.session import ToldLine, WritingStyle
from host.shown.words.po import Malformed, misfit, read

log = logging.getLogger(__name__)
ENGLISH = "en"
LOCALES = Path(__file__).parents[1] / "locales"


class Catalogue(NamedTuple):
    """What one language has for every English template, and which of a template's forms goes with a number."""

    texts: Mapping[str, str]
    plural: Callable[[int], int]
    language: str = ENGLISH

    def translate(self, text: str) -> str:
        """The template in this language, or as it is."""
        return self.texts.get(text, text)


def reader(names: Mapping[str, str], style: WritingStyle) -> Reader:
    """How somebody reads: with these names for seats, in the language and with the commas they want."""
    words = catalogue(style.language)
    translate = words.translate if words.texts else str  # English needs nothing looked up
    return Reader(names, translate, style.comma, words.plural, words.language)


def told(lines: Iterable[Told], reader: Reader) -> list[str]:
    """What was told, in sentences: in the words of the host's voice, where it has any and the reader's language too."""
    return [sentence for line in lines for sentence in _sentences(line, reader) if sentence]


def question(text: str, facts: Mapping[str, Any], said: Phrase | None, reader: Reader) -> str:
    """A question as the rules put it, or as the host's voice does where the reader's language has its words."""
    if said is not None and _has(reader, said.text):
        return render(
            said.text, {**said.facts, **{name: facts[name] for name in facts.keys() & said.facts.keys()}}, reader
        )
    return render(text, facts, reader)


def _sentences(line: Told, reader: Reader) -> list[str]:
    if isinstance(line, ToldLine) and line.said is not None and _known(line, reader):
        return [reader.value(phrase) for phrase in line.said]
    return [render(line.text, line.facts, reader)]


def _known(line: ToldLine, reader: Reader) -> bool:
    """Has the reader's language these lines? Nobody reads a line in English because theirs has none."""
    texts = [line.by] if line.by else [part.text for phrase in line.said or () for part in parts(phrase)]
    return all(_has(reader, text) for text in texts)


def _has(reader: Reader, text: str) -> bool:
    return reader.language == ENGLISH or reader.translate(text) != text


def languages() -> list[str]:
    """Every language there is a catalogue for."""
    return sorted({ENGLISH, *(file.stem for file in LOCALES.glob("*.po"))})


@lru_cache(maxsize=64)
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, or of the one it is a kind of (`pt` for `pt-BR`), or English."""
    known = languages()
    found = next((tongue for tongue in (language, language.partition("-")[0]) if tongue in known), ENGLISH)
    if found == ENGLISH:
        return Catalogue({}, english)
    try:
        return compiled((LOCALES / f"{found}.po").read_text("utf-8"), found)
    except Malformed as error:
        log.error("locales/%s.po cannot be read, so English is shown: %s", found, error)  # noqa: TRY400 - it says it all
        return Catalogue({}, english)


def compiled(text: str, language: str = ENGLISH) -> Catalogue:
    """A catalogue from a file's text, without the entries that would not fit their sentences."""
    texts, forms = read(text)
    plural: Callable[[int], int] = _read(forms) if forms else english
    fit = {msgid: msgstr for msgid, msgstr in texts.items() if not misfit(msgid, msgstr)}
    return Catalogue(fit, plural, language)


def _read(forms: str) -> Callable[[int], int]:
    """Which form goes with a number, by the formula of a catalogue."""
    import gettext  # noqa: PLC0415 - nobody who reads English needs it

    plural: Callable[[int], int] = gettext.c2py(forms)
    return plural


def english(n: int) -> int:
    """One, or many."""
    return int(n != 1)
