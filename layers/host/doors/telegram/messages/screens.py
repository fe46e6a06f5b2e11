"""A message to be shown: a text in Telegram's HTML, and buttons below it. Pure."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct, field

from engine.kernel import Reader, Told
from host.core.session import ToldLine
from host.shown import words
from host.shown.escaping import escape_markup

MOST_BYTES = 64
MARK = "~"


def encode_button_data(*words: object) -> str:
    """Encode words as the data of a button, with a checksum in place of a last word that is too long."""
    *first, last = [str(word) for word in words]
    data = "/".join([*first, last])
    if len(data.encode()) <= MOST_BYTES and not last.startswith(MARK):
        return data
    return "/".join([*first, compute_word_mark(last)])


def compute_word_mark(word: object) -> str:
    """Return a short checksum that stands for a long word in a button's data."""
    return f"{MARK}{zlib.crc32(str(word).encode()):08x}"


def is_word_for(word: str, value: object) -> bool:
    """Return whether a word of a button's data stands for this value, in full or by checksum."""
    return word in (str(value), compute_word_mark(value))


def parse_button_data(data: str, count: int) -> list[str]:
    """Split a button's data into exactly `count` words; missing ones are empty."""
    found = data[:MOST_BYTES].split("/", count - 1)
    return found + [""] * (count - len(found))


MOST_BUTTONS = 100
MOST_IN_ROW = 8
LONGEST_LABEL = 40
LABEL, HEAD = LONGEST_LABEL - 3, 14  # of a label, with room for a sign before it; of one whose middle is left out
LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
LONGEST_ALERT = 200
LONGEST_COPY = 256
LONG, MANY_LINES, LONG_NEWS = 700, 12, 1500  # what is more than this is folded up
SPOILER_OPEN, SPOILER_CLOSE = "\ue002", "\ue003"  # no name can hold these: they cannot be printed
MARK_LETTERS = 12  # of the mark by which a content is recognised
SPOILER, SPOILER_TAG = "<tg-spoiler>", re.compile(r"</?tg-spoiler>")
TIME = re.compile(r"<tg-time[^>]*>(.*?)</tg-time>")
WIN_EFFECT = "5046509860389126442"  # confetti: one of the effects that every account may see
GOOD, GRAVE = "success", "danger"  # what a button looks like that sends something, or that cannot be undone


class Button(Struct, frozen=True):
    """A button: its text, and the data it carries, the link or page it opens, or the text it copies."""

    text: str
    data: str = ""
    url: str = ""
    copies: str = ""
    style: str = ""
    opens: str = ""


Rows = list[list[Button]]


class Screen(Struct):
    """A message to be sent: its HTML, its buttons and what it is about."""

    text: str
    rows: Rows = field(default_factory=list)
    about: str = ""  # what it says, where its words change as time goes by
    file: bytes = b""  # a document, which is a message by itself
    picture: bytes = b""  # a photo above the words, which are its caption then
    effect: str = ""  # what its arrival looks like in a private chat
    kept: str | None = None  # what of it stays once it is answered, if not all its words
    topic: int = 0  # of a private chat
    hides: bool = False  # is its picture hidden until it is tapped?

    @property
    def mark(self) -> str:
        """The text by which the sender recognises this message later: a key of what it is about if it has one, else its
        whole text.
        """
        return self.about or self.text


class MessageContent(NamedTuple):
    """The content of a sent message: a digest of its text and picture, and its buttons."""

    digest: bytes
    rows: Rows

    def compute_mark(self) -> str:
        """Compute a checksum of a message's content, by which any process can see whether it has changed."""
        return hashlib.sha256(self.digest + repr(self.rows).encode()).hexdigest()[:MARK_LETTERS]


def build_message_content(screen: Screen) -> MessageContent:
    """Build the record of what a message with this text and these buttons shows."""
    return MessageContent(hashlib.sha256(b"\0".join([screen.text.encode(), screen.picture])).digest(), screen.rows)


def build_button(text: str, *words: object, style: str = "") -> Button:
    """Build a button that sends these words to the bot when it is tapped."""
    return Button(clip_text(text.strip() or "-", LONGEST_LABEL), encode_button_data(*words), style=style)


def build_copy_button(text: str, what: str) -> Button:
    """Build a button that copies a text to the clipboard."""
    return Button(clip_text(text, LONGEST_LABEL), copies=what[:LONGEST_COPY])


def build_link_button(text: str, url: str) -> Button:
    """Build a button that opens a link."""
    return Button(clip_text(text, LONGEST_LABEL), url=url)


def build_web_app_button(text: str, url: str) -> Button:
    """Build a button that opens a page inside Telegram; only private chats accept one."""
    return Button(clip_text(text, LONGEST_LABEL), opens=url)


def arrange_in_rows(buttons: Sequence[Button], width: int = 0) -> Rows:
    """Arrange buttons in rows, each with as many buttons as `width`, or if that is 0, as many as the length of their
    labels allows.
    """
    longest = max((len(each.text) for each in buttons), default=1)
    width = min(width or max(1, 24 // max(3, longest)), MOST_IN_ROW)
    return [list(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def build_panel(head: str, lines: Sequence[str], rows: Rows) -> Screen:
    """Build a message of a bold headline, plain lines and rows of buttons."""
    return Screen(
        "\n".join([f"<b>{escape_telegram_html(head)}</b>", *map(escape_telegram_html, filter(None, lines))]), rows
    )


def escape_telegram_html(text: str) -> str:
    """Return plain text escaped for Telegram's HTML."""
    return escape_markup(text, quote=False)


def fold_text(text: str) -> str:
    """Return plain text as HTML; a long one in a quote that unfolds by a tap."""
    long = len(text) > LONG or text.count("\n") > MANY_LINES
    return f"<blockquote expandable>{escape_telegram_html(text)}</blockquote>" if long else escape_telegram_html(text)


def fold_news(text: str) -> str:
    """Return news as HTML; of a very long text only the first line is shown, and the rest unfolds by a tap."""
    first, _, rest = text.partition("\n")
    return (
        f"{escape_telegram_html(first)}\n{fold_text(rest)}"
        if len(text) > LONG_NEWS and rest
        else escape_telegram_html(text)
    )


def mark_spoiler(sentence: str) -> str:
    """Mark plain text to be hidden until it is tapped, as a spoiler."""
    return f"{SPOILER_OPEN}{sentence.replace(chr(10), ' ')}{SPOILER_CLOSE}"


def render_spoilers(text: str) -> str:
    """Turn the marks of spoilers in a text into Telegram's HTML."""
    return text.replace(SPOILER_OPEN, SPOILER).replace(SPOILER_CLOSE, "</tg-spoiler>")


def render_telegram_deadline(due: float, reader: Reader) -> str:
    """Render a moment as HTML that shows it in each reader's own time zone, or in UTC on older clients."""
    plain = reader.format_sentence("{moment} UTC", moment=f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M}")
    return f'<tg-time unix="{int(due)}" format="wDT">{escape_telegram_html(plain)}</tg-time>'


def simplify_screen(screen: Screen) -> Screen:
    """Return the message without spoilers and what Telegram has added since 2024, for older servers."""
    rows = [
        [Button(each.text, each.data, each.url) for each in row if not (each.copies or each.opens)]
        for row in screen.rows
    ]
    text = SPOILER_TAG.sub("", TIME.sub(r"\1", screen.text)).replace("<blockquote expandable>", "<blockquote>")
    return Screen(text, [row for row in rows if row], screen.about, picture=screen.picture)


def count_text_units(text: str) -> int:
    """Return the length of a text as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clip_text(text: str, most: int) -> str:
    """Return the text, cut with an ellipsis to at most `most` UTF-16 units."""
    if count_text_units(text) <= most:
        return text
    while count_text_units(text) >= most:
        text = text[: -max(1, (count_text_units(text) - most) // 2)]
    return text.rstrip() + "…"


def shorten_labels(labels: Sequence[str]) -> list[str]:
    """Shorten labels to fit on buttons: cut the end, or the middle where two would otherwise read alike."""
    clipped = [clip_text(each.strip(), LABEL) for each in labels]
    short = [
        _cut_label_middle(whole) if clipped.count(cut) > 1 and cut != whole.strip() else cut
        for whole, cut in zip(labels, clipped, strict=True)
    ]
    return [
        _cut_label_shared([each for each, other in zip(labels, clipped, strict=True) if other == cut], whole)
        if short.count(found) > 1 and found != whole.strip()
        else found
        for whole, cut, found in zip(labels, clipped, short, strict=True)
    ]


def _cut_label_middle(label: str) -> str:
    head, end = clip_text(label, HEAD), label[HEAD - LABEL + 1 :]
    while count_text_units(end) >= LABEL - HEAD:
        end = end[1:]
    return f"{head} {end.partition(' ')[2] or end}"


def _cut_label_shared(alike: Sequence[str], label: str) -> str:
    """Shorten a button's label that begins like others, all listed in `alike`: keep its first letters, leave out the
    words with which they all begin, and append the rest.
    """
    shared = len([*takewhile(lambda words: len({*words}) == 1, zip(*map(str.split, alike), strict=False))])
    return clip_text(f"{clip_text(label, HEAD)} {' '.join(label.split()[shared:])}", LABEL)


def split_text(text: str, most: int = LONGEST_TEXT) -> list[str]:
    """Split a long plain text into pieces that fit into messages after escaping."""
    found, piece = list[str](), ""
    for word in text.splitlines(keepends=True) or [text]:
        for part in _split_long_line(word, most):
            if count_text_units(escape_telegram_html(piece + part)) > most:
                found, piece = [*found, piece], ""
            piece += part
    return [*found, piece]


def _split_long_line(line: str, most: int) -> list[str]:
    # The worst character becomes five when it is escaped.
    step = most if count_text_units(escape_telegram_html(line)) <= most else most // 5
    return [line[i : i + step] for i in range(0, len(line), step)]


def format_news_lines(lines: Iterable[Told], reader: Reader, *, private: bool) -> Iterator[str]:
    """Format announcements as lines of HTML; in a group (not `private`), commands have a slash, and lines of suspense
    are hidden until tapped.
    """
    for line in lines:
        if private:
            yield from words.format_told_lines([line], reader)
            continue
        hides = isinstance(line, ToldLine) and line.pause
        for sentence in map(words.mark_commands, words.format_told_lines([line], reader)):
            yield mark_spoiler(sentence) if hides else sentence
