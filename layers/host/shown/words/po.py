"""Reads, writes and checks gettext's .po files, as far as they are needed."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

LINE = re.compile(r'(msgctxt|msgid|msgstr)?\s*("(?:[^"\\]|\\.)*")')
PLURAL = re.compile(r"plural\s*=\s*([^;\n]+)")
SPECS = re.compile(r"[sn£$C]|>\d{1,2}|[^{}]*\|[^{}]*")
MOST_FORMS = 6  # no language has more


class Malformed(Exception):
    """A line that is not as gettext has it."""


def read(text: str) -> tuple[dict[str, str], str]:
    """What each msgid is in this language, and the rule of its plurals. Empty and fuzzy entries do not count."""
    texts: dict[str, str] = {}
    for block in re.split(r"\n\s*\n", text):
        entry = _entry(block)
        if entry["msgstr"] and not re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE):
            texts.setdefault(entry["msgid"], entry["msgstr"])
    rule = PLURAL.search(texts.pop("", ""))
    return texts, rule[1].strip() if rule else ""


def read_by_context(text: str) -> dict[str, tuple[str, str]]:
    """By context, which has that only once, what the sentence was and how it is translated, if it is."""
    entries = [_entry(block) for block in re.split(r"\n\s*\n", text)]
    alone = Counter(entry["msgctxt"] for entry in entries)  # of an event of several sentences none is known again
    return {
        entry["msgctxt"]: (entry["msgid"], entry["msgstr"])
        for entry in entries
        if entry["msgctxt"] and entry["msgstr"] and alone[entry["msgctxt"]] == 1
    }


def _entry(block: str) -> dict[str, str]:
    entry = {"msgctxt": "", "msgid": "", "msgstr": ""}
    word = ""
    for line in block.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        found = LINE.fullmatch(line.strip())
        if found is None or not (found[1] or word):
            raise Malformed(f"expected msgid or msgstr with a quoted text, found: {line[:60]}")
        word = found[1] or word
        entry[word] += ast.literal_eval(found[2])
    return entry


class Contexts(NamedTuple):
    """Which events say a text, and what each said in a file that is brought up to date, with its translation."""

    of: Mapping[str, Sequence[str]]
    before: Mapping[str, tuple[str, str]] = {}


def po_text(
    texts: Mapping[str, Iterable[str]],
    contexts: Contexts,
    translated: Mapping[str, str] | None = None,
    rule: str = "",
) -> str:
    """A file with all these texts and where each stands; a template for translators, unless some are translated. What
    an event says stands once for each event; where it was reworded, its translation is kept, and marked fuzzy.
    """
    plurals = [f"Plural-Forms: nplurals={MOST_FORMS}; plural={rule};\n"] if rule else []
    lines = ["", "Content-Type: text/plain; charset=UTF-8\n", *plurals]
    head = 'msgid ""\nmsgstr ' + "\n".join(map(quoted, lines)) + "\n"
    entries = [
        _written(context, msgid, places, (translated or {}).get(msgid, ""), contexts)
        for msgid, places in texts.items()
        for context in contexts.of.get(msgid, ("",))
    ]
    return "\n".join([head, *entries])


def _written(context: str, msgid: str, places: Iterable[str], msgstr: str, contexts: Contexts) -> str:
    where = "".join(f"#: {place}\n" for place in places)
    if context and not msgstr and context in contexts.before:
        was, msgstr = contexts.before[context]
        where += f"#, fuzzy\n#| msgid {quoted(was)}\n"
    named = f"msgctxt {quoted(context)}\n" if context else ""
    return f"{where}{named}msgid {quoted(msgid)}\nmsgstr {quoted(msgstr)}\n"


def quoted(text: str) -> str:
    """As gettext writes a text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def misfit(msgid: str, msgstr: str) -> str:
    """Why this cannot stand for that: it needs facts that the sentence has not, or writes them as nobody can."""
    try:
        fields = list(_fields(msgstr))
    except ValueError as error:
        return f"its braces do not match: {error}"
    known = {name for name, _ in _fields(msgid)}
    for name, spec in fields:
        if name not in known:
            return f"{{{name}}} is none of its facts"
        if spec and not SPECS.fullmatch(spec):
            return f"{{{name}:{spec}}} is no way to write a fact"
    return ""


def _fields(text: str) -> Iterable[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
