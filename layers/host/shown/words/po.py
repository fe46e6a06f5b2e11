"""Reads, writes and checks gettext's .po files, as far as they are needed."""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

PO_LINE = re.compile(r'(msgctxt|msgid|msgstr)?\s*("(?:[^"\\]|\\.)*")')
PLURAL = re.compile(r"plural\s*=\s*([^;\n]+)")
SPECS = re.compile(r"[sn£$C]|>\d{1,2}|[^{}]*\|[^{}]*")
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
    """Return the translations of a .po file and its plural rule; empty and fuzzy entries are left out."""
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
    """Return the translated entries of a .po file by their context (where the text is used), each as text and
    translation; contexts that occur more than once are left out.
    """
    entries = [_parse_po_entry(block) for block in re.split(r"\n\s*\n", text)]
    alone = Counter(entry["msgctxt"] for entry in entries)  # of an event of several sentences none is known again
    return {
        entry["msgctxt"]: (entry["msgid"], entry["msgstr"])
        for entry in entries
        if entry["msgctxt"] and entry["msgstr"] and alone[entry["msgctxt"]] == 1
    }


def _parse_po_entry(block: str) -> dict[str, str]:
    """Parse one entry of a .po file into its context, text and translation; raise MalformedPo if a line is
    unreadable.
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
    """Return a .po file with all these texts and where each is used; without translations it is a template. A
    reworded text of an event keeps its translation, marked fuzzy.
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
    """Return why a translation does not fit its template, such as an unknown placeholder; an empty
    string if it fits.
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
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
