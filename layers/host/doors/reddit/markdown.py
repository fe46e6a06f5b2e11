"""Reddit's Markdown: plain words made safe, tables, and texts that fit. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.kernel import Reader, Told
from host.shown import words

OPEN, CLOSE = "\ue000", "\ue001"  # nothing that somebody has written can hold these: they cannot be printed
TAMED = str.maketrans({OPEN: None, CLOSE: None, "\r": "\n"})
AS_IT_IS = re.compile(f"{OPEN}(.*?){CLOSE}", re.DOTALL)
SPECIAL = re.compile(r"([\\`*_\[\]()~^|<>/&]|(?<=www)\.)", re.IGNORECASE)
AT_THE_START = re.compile(r"^(\s*)([-+#=>]|\d+(?=[.)]))", re.MULTILINE)
LONGEST_COMMENT, LONGEST_BODY = 10_000, 40_000
MORE = "…"


def raw(text: str) -> str:
    """A piece of our own that is to stay as it is: a link, or somebody's name as Reddit calls them by it."""
    return f"{OPEN}{text}{CLOSE}"


def call(account: str) -> str:
    """An account's name, written so that they are called."""
    return raw(f"u/{account}")


def escaped(text: str) -> str:
    """Plain words as Markdown that shows them as they are, and calls nobody by accident."""
    parts = AS_IT_IS.split(text)
    return "".join(part if i % 2 else _escaped(part, first=i == 0) for i, part in enumerate(parts))


def _escaped(text: str, *, first: bool) -> str:
    safe = SPECIAL.sub(r"\\\1", text.translate(TAMED))
    return AT_THE_START.sub(_quelled, safe) if first else safe


def _quelled(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def lines(told: Iterable[Told], reader: Reader) -> list[str]:
    """What was said, in paragraphs of Markdown."""
    return [text for said in words.told(told, reader) for text in _paragraphs(said) if text.strip()]


def _paragraphs(text: str) -> list[str]:
    return [escaped(text)] if OPEN in text else [escaped(line) for line in text.splitlines()]


def joined(some: Iterable[str]) -> str:
    """Lines, each below the other."""
    return "  \n".join(some)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """A table, with a letter for each column: l, c or r."""
    marks = {"l": ":--", "c": ":-:", "r": "--:"}
    under = [marks[letter] for letter in (align or "c" * len(head))]
    return "\n".join(f"|{'|'.join(cell or ' ' for cell in row)}|" for row in [head, under, *rows])


def pieces(paragraphs: Iterable[str], most: int = LONGEST_COMMENT) -> list[str]:
    """Paragraphs in as few texts as they fit into. What is too long in itself is broken, at a space if there is one."""
    found = [""]
    for paragraph in paragraphs:
        for part in _hewn(paragraph, most):
            together = f"{found[-1]}\n\n{part}" if found[-1] else part
            if len(together) > most:
                found.append(part)
            else:
                found[-1] = together
    return found if found[0] else []


def _hewn(text: str, most: int) -> list[str]:
    found = []
    while len(text) > most:
        space = max(text.rfind("\n", 0, most), text.rfind(" ", 0, most))
        cut = space if space > most // 2 else most
        if text[:cut].endswith("\\"):  # what it makes harmless must not begin the next piece without it
            cut -= 1
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*found, text] if text else found


def fitting(paragraphs: Sequence[str], most: int) -> str:
    """As many of these paragraphs as fit, and a sign where some are missing."""
    first = pieces(paragraphs, most)
    if len(first) < 2:
        return "".join(first)
    return f"{pieces(paragraphs, most - len(MORE) - 2)[0]}\n\n{MORE}"
