"""A message to be shown: a text in Telegram's HTML, and buttons below it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec import Struct, field

from engine.kernel import Reader
from host.doors.telegram.messages.button_data import key
from host.shown.escaping import escape

MOST_BUTTONS = 100
MOST_IN_ROW = 8
LONGEST_LABEL = 40
LABEL, HEAD = LONGEST_LABEL - 3, 14  # of a label, with room for a sign before it; of one whose middle is left out
LONGEST_TEXT = 4096
LONGEST_ALERT = 200
LONGEST_COPY = 256
LONG, MANY_LINES, LONG_NEWS = 700, 12, 1500  # what is more than this is folded up
TIME = re.compile(r"<tg-time[^>]*>(.*?)</tg-time>")


GOOD, GRAVE = "success", "danger"  # what a button looks like that sends something, or that cannot be undone


class Button(Struct, frozen=True):
    """A button: what it says, and the data it carries, the link or the page that it opens, or what it copies."""

    text: str
    data: str = ""
    url: str = ""
    copies: str = ""
    style: str = ""
    opens: str = ""


Rows = list[list[Button]]


class Screen(Struct):
    """A message to be."""

    text: str
    rows: Rows = field(default_factory=list)
    about: str = ""  # what it says, where its words change as time goes by

    @property
    def mark(self) -> str:
        """By this it is known again."""
        return self.about or self.text


def button(text: str, *words: object, style: str = "") -> Button:
    """A button that does something here."""
    return Button(clipped(text.strip() or "-", LONGEST_LABEL), key(*words), style=style)


def copying(text: str, what: str) -> Button:
    """A button that copies something, which is to be pasted elsewhere."""
    return Button(clipped(text, LONGEST_LABEL), copies=what[:LONGEST_COPY])


def link(text: str, url: str) -> Button:
    """A button that opens something."""
    return Button(clipped(text, LONGEST_LABEL), url=url)


def opening(text: str, url: str) -> Button:
    """A button that opens a page inside Telegram; private chats alone take one."""
    return Button(clipped(text, LONGEST_LABEL), opens=url)


def in_rows(buttons: Sequence[Button], width: int = 0) -> Rows:
    """Buttons side by side: as many in a row as their words allow, or as the board is wide."""
    longest = max((len(each.text) for each in buttons), default=1)
    width = min(width or max(1, 24 // max(3, longest)), MOST_IN_ROW)
    return [list(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def panel_of(head: str, lines: Sequence[str], rows: Rows) -> Screen:
    """A headline, lines below it, and buttons."""
    return Screen("\n".join([f"<b>{escaped(head)}</b>", *map(escaped, filter(None, lines))]), rows)


def escaped(text: str) -> str:
    """Plain words as HTML."""
    return escape(text, quote=False)


def folded(text: str) -> str:
    """Plain words as HTML; many of them as a quote that unfolds."""
    long = len(text) > LONG or text.count("\n") > MANY_LINES
    return f"<blockquote expandable>{escaped(text)}</blockquote>" if long else escaped(text)


def folded_news(text: str) -> str:
    """News as HTML; of very many the first line, and the rest as a quote that unfolds."""
    first, _, rest = text.partition("\n")
    return f"{escaped(first)}\n{folded(rest)}" if len(text) > LONG_NEWS and rest else escaped(text)


def until(due: float, reader: Reader) -> str:
    """A moment as HTML, which each reader sees in their own time zone; in UTC, where that is not known."""
    plain = reader.say("{moment} UTC", moment=f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M}")
    return f'<tg-time unix="{int(due)}" format="wDT">{escaped(plain)}</tg-time>'


def simplified(screen: Screen) -> Screen:
    """The same for a server that knows less than ours: without what Telegram has had since 2024."""
    rows = [
        [Button(each.text, each.data, each.url) for each in row if not (each.copies or each.opens)]
        for row in screen.rows
    ]
    text = TIME.sub(r"\1", screen.text).replace("<blockquote expandable>", "<blockquote>")
    return Screen(text, [row for row in rows if row], screen.about)


def units(text: str) -> int:
    """How long Telegram thinks a text is."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clipped(text: str, most: int) -> str:
    """The beginning of a text that may be too long."""
    if units(text) <= most:
        return text
    while units(text) >= most:
        text = text[: -max(1, (units(text) - most) // 2)]
    return text.rstrip() + "…"


def told_apart(labels: Sequence[str]) -> list[str]:
    """As much of each label as there is room for: the end is left out, or the middle where two would read alike."""
    short = [clipped(each.strip(), LABEL) for each in labels]
    return [
        _without_middle(whole) if short.count(cut) > 1 and cut != whole.strip() else cut
        for whole, cut in zip(labels, short, strict=True)
    ]


def _without_middle(label: str) -> str:
    head, end = clipped(label, HEAD), label[HEAD - LABEL + 1 :]
    while units(end) >= LABEL - HEAD:
        end = end[1:]
    return f"{head} {end.partition(' ')[2] or end}"


def pieces(text: str, most: int = LONGEST_TEXT) -> list[str]:
    """A long plain text in pieces that fit once they are escaped."""
    found, piece = list[str](), ""
    for word in text.splitlines(keepends=True) or [text]:
        for part in _hewn(word, most):
            if units(escaped(piece + part)) > most:
                found, piece = [*found, piece], ""
            piece += part
    return [*found, piece]


def _hewn(line: str, most: int) -> list[str]:
    # The worst character becomes five when it is escaped.
    step = most if units(escaped(line)) <= most else most // 5
    return [line[i : i + step] for i in range(0, len(line), step)]
