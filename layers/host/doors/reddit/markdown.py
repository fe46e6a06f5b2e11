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
ELLIPSIS = "…"


def mark_raw(text: str) -> str:
    """Mark a piece of finished Markdown, such as a link, so that escaping leaves it as it is."""
    return f"{OPEN}{text}{CLOSE}"


def build_user_mention(account: str) -> str:
    """Return Markdown that mentions an account, which notifies them."""
    return mark_raw(f"u/{account}")


def escape_markdown(text: str) -> str:
    """Return plain text as Markdown that shows as written and mentions nobody by accident."""
    parts = AS_IT_IS.split(text)
    return "".join(part if i % 2 else _escape_part(part, first=i == 0) for i, part in enumerate(parts))


def _escape_part(text: str, *, first: bool) -> str:
    safe = SPECIAL.sub(r"\\\1", text.translate(TAMED))
    return AT_THE_START.sub(_escape_line_start, safe) if first else safe


def _escape_line_start(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def format_reddit_lines(told: Iterable[Told], reader: Reader) -> list[str]:
    """Format announcements as paragraphs of Markdown."""
    return [text for said in words.format_told_lines(told, reader) for text in _split_paragraphs(said) if text.strip()]


def _split_paragraphs(text: str) -> list[str]:
    return [escape_markdown(text)] if OPEN in text else [escape_markdown(line) for line in text.splitlines()]


def join_markdown_lines(some: Iterable[str]) -> str:
    """Join lines with Markdown line breaks."""
    return "  \n".join(some)


def format_reddit_table(head: Sequence[str], rows: Iterable[Sequence[str]], align: str = "") -> str:
    """Format a Markdown table, with a letter for each column's alignment: l, c or r."""
    marks = {"l": ":--", "c": ":-:", "r": "--:"}
    under = [marks[letter] for letter in (align or "c" * len(head))]
    return "\n".join(f"|{'|'.join(cell or ' ' for cell in row)}|" for row in [head, under, *rows])


def pack_paragraphs(paragraphs: Iterable[str], most: int = LONGEST_COMMENT) -> list[str]:
    """Pack paragraphs into as few texts as possible, cutting one that is too long, at a space if possible."""
    found = [""]
    for paragraph in paragraphs:
        for part in _break_paragraph(paragraph, most):
            together = f"{found[-1]}\n\n{part}" if found[-1] else part
            if len(together) > most:
                found.append(part)
            else:
                found[-1] = together
    return found if found[0] else []


def _break_paragraph(text: str, most: int) -> list[str]:
    found = []
    while len(text) > most:
        space = max(text.rfind("\n", 0, most), text.rfind(" ", 0, most))
        cut = space if space > most // 2 else most
        if text[:cut].endswith("\\"):  # what it makes harmless must not begin the next piece without it
            cut -= 1
        found.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*found, text] if text else found


def clip_paragraphs(paragraphs: Sequence[str], most: int) -> str:
    """Return as many of these paragraphs as fit, with an ellipsis where some are missing."""
    first = pack_paragraphs(paragraphs, most)
    if len(first) < 2:
        return "".join(first)
    return f"{pack_paragraphs(paragraphs, most - len(ELLIPSIS) - 2)[0]}\n\n{ELLIPSIS}"
