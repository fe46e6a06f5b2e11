"""A message to be shown: a text in Telegram's HTML, and buttons below it. Pure."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Form, Play, Reader, Told
from engine.kernel.question import Value
from engine.kernel.view import Board, Panel
from host.core.session import ToldLine
from host.said.answers import (
    Choice,
    find_options_board,
    find_options_place,
    find_tappable_squares,
    format_suggestion,
    label_options,
)
from host.shown import words
from host.shown.picture.as_text import PROSE
from host.shown.text_view import escape_markup
from host.shown.views import GameView, QuestionView

MOST_BYTES = 64
MARK = "~"


def encode_button_data(*words: object) -> str:
    """Encode words as the data of a button, with a checksum in place of the last word if the whole would be too long,
    or that word looks like a checksum itself.
    """
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
    """Split a button's data, cut to their greatest length, into exactly `count` words; missing ones are empty, and the
    last one takes all that is left.
    """
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
        """Return a short checksum of a message's text, picture and buttons, by which any process can see whether they
        have changed.
        """
        return hashlib.sha256(self.digest + repr(self.rows).encode()).hexdigest()[:MARK_LETTERS]


def build_message_content(screen: Screen) -> MessageContent:
    """Build the record of what a message with this text, picture and buttons shows."""
    return MessageContent(hashlib.sha256(b"\0".join([screen.text.encode(), screen.picture])).digest(), screen.rows)


def build_button(text: str, *words: object, style: str = "") -> Button:
    """Build a button that sends these words to the bot when it is tapped, the last of them as a checksum if all
    together are too long; a long `text` on it is cut, and a blank one becomes “-”.
    """
    return Button(clip_text(text.strip() or "-", LONGEST_LABEL), encode_button_data(*words), style=style)


def build_copy_button(text: str, what: str) -> Button:
    """Build a button that copies the text `what`, cut if it is very long, to the clipboard."""
    return Button(clip_text(text, LONGEST_LABEL), copies=what[:LONGEST_COPY])


def build_link_button(text: str, url: str) -> Button:
    """Build a button that opens a link."""
    return Button(clip_text(text, LONGEST_LABEL), url=url)


def build_web_app_button(text: str, url: str) -> Button:
    """Build a button that opens a page inside Telegram; only private chats accept one."""
    return Button(clip_text(text, LONGEST_LABEL), opens=url)


def arrange_in_rows(buttons: Sequence[Button], width: int = 0) -> Rows:
    """Arrange buttons in rows, each with as many buttons as `width`, or if that is 0, as many as the length of their
    labels allows, but never more than eight.
    """
    longest = max((len(each.text) for each in buttons), default=1)
    width = min(width or max(1, 24 // max(3, longest)), MOST_IN_ROW)
    return [list(buttons[i : i + width]) for i in range(0, len(buttons), width)]


def build_panel(head: str, lines: Sequence[str], rows: Rows) -> Screen:
    """Build a message of a bold headline, plain lines (empty ones are left out) and rows of buttons."""
    return Screen(
        "\n".join([f"<b>{escape_telegram_html(head)}</b>", *map(escape_telegram_html, filter(None, lines))]), rows
    )


def escape_telegram_html(text: str) -> str:
    """Return plain text escaped for Telegram's HTML."""
    return escape_markup(text, quote=False)


def fold_text(text: str) -> str:
    """Return plain text as HTML; one of more than 700 characters or 12 line breaks in a quote that unfolds by a tap."""
    long = len(text) > LONG or text.count("\n") > MANY_LINES
    return f"<blockquote expandable>{escape_telegram_html(text)}</blockquote>" if long else escape_telegram_html(text)


def fold_news(text: str) -> str:
    """Return news as HTML; of a text of more than 1,500 characters the first line is shown, and the rest folded as
    `fold_text` does.
    """
    first, _, rest = text.partition("\n")
    return (
        f"{escape_telegram_html(first)}\n{fold_text(rest)}"
        if len(text) > LONG_NEWS and rest
        else escape_telegram_html(text)
    )


def mark_spoiler(sentence: str) -> str:
    """Return plain text that is to be hidden until it is tapped, as one line between two marks; `render_spoilers` turns
    these into HTML, once the text is escaped.
    """
    return f"{SPOILER_OPEN}{sentence.replace(chr(10), ' ')}{SPOILER_CLOSE}"


def render_spoilers(text: str) -> str:
    """Return an escaped text with the marks of `mark_spoiler` turned into Telegram's HTML."""
    return text.replace(SPOILER_OPEN, SPOILER).replace(SPOILER_CLOSE, "</tg-spoiler>")


def render_telegram_deadline(due: float, reader: Reader) -> str:
    """Render a moment as HTML that shows it in each reader's own time zone, or in UTC on older clients."""
    plain = reader.format_sentence("{moment} UTC", moment=f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M}")
    return f'<tg-time unix="{int(due)}" format="wDT">{escape_telegram_html(plain)}</tg-time>'


def simplify_screen(screen: Screen) -> Screen:
    """Return the message as a new one without spoilers, effects, topic, buttons that copy or open a page, and all else
    that Telegram has added since 2024, for older servers.
    """
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
    """Return the text, if it is longer cut with an ellipsis to at most `most` UTF-16 units."""
    if count_text_units(text) <= most:
        return text
    while count_text_units(text) >= most:
        text = text[: -max(1, (count_text_units(text) - most) // 2)]
    return text.rstrip() + "…"


def shorten_labels(labels: Sequence[str]) -> list[str]:
    """Return the labels, in order, shortened to fit on buttons: cut at the end, or where two would otherwise read alike
    in the middle, or at the words with which both begin.
    """
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
    """Return a long label for a button, with its beginning, and of its end the whole words that still fit."""
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
    """Split a long plain text, at ends of lines where possible, into pieces that have at most `most` characters after
    escaping.
    """
    found, piece = list[str](), ""
    for word in text.splitlines(keepends=True) or [text]:
        for part in _split_long_line(word, most):
            if count_text_units(escape_telegram_html(piece + part)) > most:
                found, piece = [*found, piece], ""
            piece += part
    return [*found, piece]


def _split_long_line(line: str, most: int) -> list[str]:
    """Split a line into pieces that fit into `most` characters even when they are escaped; a line that fits stays
    whole.
    """
    # The worst character becomes five when it is escaped.
    step = most if count_text_units(escape_telegram_html(line)) <= most else most // 5
    return [line[i : i + step] for i in range(0, len(line), step)]


def format_news_lines(lines: Iterable[Told], reader: Reader, *, private: bool) -> Iterator[str]:
    """Yield announcements as plain lines; in a group (not `private`), commands to type get a slash, and lines of
    suspense are marked as spoilers.
    """
    for line in lines:
        if private:
            yield from words.format_told_lines([line], reader)
            continue
        hides = isinstance(line, ToldLine) and line.pause
        for sentence in map(words.mark_commands, words.format_told_lines([line], reader)):
            yield mark_spoiler(sentence) if hides else sentence


# -- squares as buttons that lie as they lie on the board; where one cannot be chosen there is a blank


BLANK_LABEL = "·"
LIES = "Square {n}: {what}."
LIES_BY = "Square {n}: {what}. {who} opened it."
SQUARE_NOT_NOW = "You cannot choose square {n} now."


def build_answer_words(game: str, asked: QuestionView, value: object, count: int = 1) -> tuple[object, ...]:
    """Return the words that an answer button carries back to the bot when tapped: the game, the question, how many
    people who are asked the same it serves (`count`), and the answer.
    """
    return ("a", game, asked.id, count, value)


def list_square_tables(showing: GameView) -> list[str]:
    """List, once each, the ids of the tables at which a player is asked, not in secret, to choose a square."""
    found = [asked for asked in showing.asked if not asked.secret and find_tappable_squares(showing, asked)]
    return list(dict.fromkeys(asked.id.partition("#")[0] for asked in found))


def is_tapped_on_board(showing: GameView) -> bool:
    """Return whether the squares that are asked for can be tapped below the board's picture: if exactly one table asks
    for some, and they are not too many for one message.
    """
    return len(list_square_tables(showing)) == 1 and bool(build_board_rows(showing))


def build_board_rows(showing: GameView) -> Rows:
    """Return, as rows of buttons, the squares of the first public question that asks for one; none if they are too many
    for one message. The caller must know that there is such a question.
    """
    asked = (each for each in showing.asked if not each.secret and find_tappable_squares(showing, each))
    return drop_oversized_rows(build_square_rows(showing, next(asked)))


def drop_oversized_rows(rows: Rows) -> Rows:
    """Return the rows of buttons, or none if they are too many for one message."""
    return rows if sum(map(len, rows)) <= MOST_BUTTONS else []


def build_square_rows(showing: GameView, asked: QuestionView, count: int = 1) -> Rows:
    """Build the squares of this question, and of the `count` - 1 equal ones after it, as rows of buttons laid out as on
    the board, with blanks for squares that cannot be chosen; of a board that is too wide only those that can be chosen.
    Return no rows if the question asks for no square.
    """
    board, free = find_options_board(showing, asked), find_tappable_squares(showing, asked)
    if board is None or not free:
        return []
    if board.columns > MOST_IN_ROW:
        return arrange_in_rows(
            [_build_square_button(showing, asked, n, count) for n in _list_free_square_values(asked, free)], MOST_IN_ROW
        )
    return [
        [
            _build_square_button(showing, asked, n, count) if n in free else _build_blank_square(showing, asked, n)
            for n in range(row * board.columns + 1, (row + 1) * board.columns + 1)
        ]
        for row in range(board.rows)
    ]


def _list_free_square_values(asked: QuestionView, free: set[object]) -> list[object]:
    """List the numbers of the squares that can be chosen, in the order of the question's options."""
    return [option.value for option in asked.options if option.value in free]


def _build_square_button(showing: GameView, asked: QuestionView, n: object, count: int) -> Button:
    """Build the button with the number of a square whose tap answers the question, for `count` people who are asked the
    same.
    """
    return build_button(str(n), *build_answer_words(showing.id, asked, n, count))


def _build_blank_square(showing: GameView, asked: QuestionView, n: int) -> Button:
    """Build the button without a number for a square that cannot be chosen; a tap on it tells what lies there."""
    return make_blank_builder(showing, asked)(n)


def make_blank_builder(showing: GameView, what: QuestionView | Play) -> Callable[[int], Button]:
    """Return a function that builds, for a square's number, the blank button of a square that cannot be chosen; a tap
    on it tells what lies on that square. `what` is the question or play that the other squares belong to.
    """
    return lambda n: build_button(BLANK_LABEL, "q", showing.id, find_options_place(what)[0], n)


def format_square_content(showing: GameView, table: str, n: str, reader: Reader) -> str:
    """Return in words what lies on a square of this table, and who opened it; of one of which nothing is public, that
    it cannot be chosen now.
    """
    panels = showing.view.panels if showing.view else []
    board = next((panel.board for panel in panels if panel.id == table), None) or Board(0, 0)
    cell = board.cells.get(int(n)) if n.isdecimal() and len(n) < 4 else None
    if cell is None:
        return reader.format_sentence(SQUARE_NOT_NOW, n=n[:3])
    facts = {"n": n, "what": cell.face, "who": cell.who}
    return reader.format_sentence(LIES_BY if cell.who else LIES, **facts)


CHOICE_LETTER = "c"
IN_ORDER_LABEL = "Up to {n} squares in order …"
SENDS, TURNS = "!", "@"  # at the end: send it; at the beginning: this page
MAX_SHOWN_CHOICES = 60  # choices under one message
MOST_SIZES, STEPS_IN_ROW = 8, 4  # of steps in which a number goes up and down
ORDER_SIGNS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


def build_target_name(what: QuestionView | Play) -> str:
    """Return the short name by which a button's data refers to a question (its id) or a play (a checksum of
    its key).
    """
    return what.id if isinstance(what, QuestionView) else compute_word_mark(what.key)


def can_use_buttons(form: Form) -> bool:
    """Return whether an answer of this form can be given with buttons."""
    return form.kind in ("choice", "several", "number")


def ask_in_order(asked: QuestionView) -> QuestionView:
    """Return a question that takes up to several squares (`most` above 1) as one whose answer is a list of squares
    tapped in order; any other question unchanged.
    """
    squares = [option for option in asked.options if isinstance(option.value, int)]
    form = Form("several", 1, min(asked.most, len(squares)))
    return replace(asked, form=form, options=squares) if asked.most > 1 else asked


def build_in_order_row(showing: GameView, asked: QuestionView, reader: Reader) -> Rows:
    """Build the row with the button that starts tapping several squares in order, if the question takes a list; else
    none.
    """
    if asked.most < 2:
        return []
    label = reader.format_sentence(IN_ORDER_LABEL, n=asked.most)
    return [[build_button(label, CHOICE_LETTER, showing.id, build_target_name(asked), "")]]


def build_choice_rows(showing: GameView, what: QuestionView | Play, said: str, reader: Reader) -> Rows:
    """Build rows of buttons with which to answer the question or make the play `what`, as it stands after the taps so
    far; `said` is what these were, as the tapped button carried it (empty at first).
    """
    what = ask_in_order(what) if isinstance(what, QuestionView) else what
    data = (CHOICE_LETTER, showing.id, build_target_name(what))
    if what.form.kind == "number":
        return _build_number_rows(data, what.form, said, reader)
    choices = _label_squares(showing, what, fit_choice_labels(label_options(what.options, reader)))
    if what.form.kind == "several":
        return _build_several_rows(showing, what, data, choices, _parse_picked(choices, said))
    buttons = {
        choice.value: build_button(choice.label, *data, f"{_encode_choice(choice.value)}{SENDS}") for choice in choices
    }
    return _lay_out_squares(showing, what, buttons) or _build_choice_page(list(buttons.values()), data, said)


def build_sending_button(game: str, what: QuestionView | Play, choice: Choice) -> Button:
    """Build the button whose tap sends this choice as the whole answer to the question or play `what`."""
    said = f"{_encode_choice(choice.value)}{SENDS}"
    return build_button(format_suggestion(what, choice), CHOICE_LETTER, game, build_target_name(what), said)


def replace_question_rows(before: Rows, data: str, rows: Rows) -> Rows:
    """Return the rows of buttons `before`, in which those of one question, named in the button data `data`, are
    replaced by the rows `rows`; if it has none there, `rows` come first.
    """
    game, question = parse_button_data(data, 4)[1:3]
    about = [[game, question], [game, question.partition("#")[0]]]  # and the blanks between squares
    theirs = [any(parse_button_data(each.data, 4)[1:3] in about for each in row) for row in before]
    first = theirs.index(True) if any(theirs) else 0
    others = [row for row, own in zip(before, theirs, strict=True) if not own]
    return [*others[:first], *rows, *others[first:]]


def has_at_most_one_answer(rows: Rows) -> bool:
    """Return whether these buttons belong to at most one unfinished answer of several taps. More do not fit into one
    message, because each needs its own send and undo buttons.
    """
    begun = [each.data for row in rows for each in row if each.data.startswith(f"{CHOICE_LETTER}/")]
    return len({tuple(parse_button_data(data, 4)[1:3]) for data in begun}) <= 1


def fit_choice_labels(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices with labels short enough for Telegram's buttons."""
    labels = shorten_labels([each.label for each in choices])
    return [Choice(each.value, label) for each, label in zip(choices, labels, strict=True)]


def _label_squares(showing: GameView, what: QuestionView | Play, choices: list[Choice]) -> list[Choice]:
    """Return the choices of a question about a board with each square labelled by its number; any other choices
    unchanged.
    """
    if find_options_board(showing, what) is None:
        return choices
    return [Choice(each.value, str(each.value) if isinstance(each.value, int) else each.label) for each in choices]


def parse_tapped_answer(form: Form, choices: Sequence[Choice], said: str) -> object | None:
    """Return the answer that the taps so far (`said`) make: a number, a list if several things are asked for, else one
    value; None if the last tap did not say that it is complete, or if one value is asked for and none was tapped. It is
    not checked whether a list is long enough.
    """
    if not said.endswith(SENDS):
        return None
    said = said.removesuffix(SENDS)
    if form.kind == "number":
        return _parse_tapped_number(form, said)
    picked = _parse_picked(choices, said)
    return picked if form.kind == "several" else picked[0] if picked else None


def _encode_choice(value: Value) -> str:
    """Return a choice's value encoded for a button's data: a number as it is, a word as a checksum."""
    return str(value) if isinstance(value, int) else f"={zlib.crc32(value.encode()) & 0xFFFF:04x}"


def _parse_picked(choices: Iterable[Choice], said: str) -> list[Value]:
    """Return the values of the choices that were tapped so far, in order; what is no choice any more is left out."""
    by_word = {_encode_choice(choice.value): choice.value for choice in choices}
    return [by_word[word] for word in said.split(".") if word in by_word]


def _encode_picked(picked: Sequence[Value], end: str = "") -> str:
    """Return what was picked so far, encoded for a button's data, with the sign `end` behind it."""
    return ".".join(map(_encode_choice, picked)) + end


# -- several, in order


def _build_several_rows(
    showing: GameView, what: QuestionView | Play, data: tuple[str, ...], choices: Sequence[Choice], picked: list[Value]
) -> Rows:
    """List the buttons for an answer of several things: each choice, with its number if it is in `picked` (without
    those that no longer fit); and, once something is picked, undo and, if it is enough, send.
    """
    offered = {choice.value: _build_several_button(choice, data, picked, what.form) for choice in choices}
    buttons = {value: each for value, each in offered.items() if each is not None}
    found = _lay_out_squares(showing, what, buttons) or arrange_in_rows(list(buttons.values())[:MAX_SHOWN_CHOICES])
    sends = len(picked) >= what.form.low
    done = (
        [build_button(f"✓ {len(picked)}", *data, _encode_picked(picked, SENDS), style=GOOD)] if picked and sends else []
    )
    again = [build_button("⌫", *data, _encode_picked(picked[:-1]))] if picked else []
    return [*found, [*again, *done]] if picked else found


def _build_several_button(choice: Choice, data: tuple[str, ...], picked: list[Value], form: Form) -> Button | None:
    """Build the button of one choice where several may be picked: a tap adds it, or removes it if it is picked. Return
    None if no more may be added.
    """
    if choice.value in picked:
        n = picked.index(choice.value)
        return build_button(
            f"{ORDER_SIGNS[n % len(ORDER_SIGNS)]} {choice.label}",
            *data,
            _encode_picked([*picked[:n], *picked[n + 1 :]]),
        )
    after = _encode_picked([*picked, choice.value])
    room = len(picked) < form.high and len("/".join([*data, after, SENDS])) <= MOST_BYTES
    return build_button(choice.label, *data, after) if room else None


# -- one of many


def _build_choice_page(buttons: Sequence[Button], data: tuple[str, ...], said: str) -> Rows:
    """Return the rows of the page of buttons that `said` names, the first if it names none, with arrows to the pages
    before and after it.
    """
    page = int(said[1:3]) if said.startswith(TURNS) and said[1:].isdecimal() else 0
    here = list(buttons[page * MAX_SHOWN_CHOICES : (page + 1) * MAX_SHOWN_CHOICES])
    turns = [build_button("◀", *data, f"{TURNS}{page - 1}")] if page else []
    turns += [build_button("▶", *data, f"{TURNS}{page + 1}")] if len(buttons) > (page + 1) * MAX_SHOWN_CHOICES else []
    return [*arrange_in_rows(here), *([turns] if turns else [])]


def _lay_out_squares(showing: GameView, what: QuestionView | Play, buttons: dict[Value, Button]) -> Rows:
    """Lay out the buttons of squares in rows as they lie on the board; return no rows if the choice is not about
    squares, or the board is too large for one message.
    """
    board = find_options_board(showing, what)
    if board is None or board.columns > MOST_IN_ROW or not all(isinstance(value, int) for value in buttons):
        return []
    blank = make_blank_builder(showing, what)
    cells = [[r * board.columns + c + 1 for c in range(board.columns)] for r in range(board.rows)]
    return drop_oversized_rows([[buttons.get(n) or blank(n) for n in row] for row in cells])


# -- a number


def _parse_tapped_number(form: Form, said: str) -> int:
    """Return the number reached by the taps so far, kept within the form's bounds and rounded down to one of its steps;
    the lowest without any.
    """
    value = int(said) if said.removeprefix("-").isdecimal() and len(said) < 16 else form.low
    value -= (value - form.low) % form.step
    return min(max(value, form.low), form.high - (form.high - form.low) % form.step)


def _build_number_rows(data: tuple[str, ...], form: Form, said: str, reader: Reader) -> Rows:
    """List the buttons for a number: steps down and up of several sizes, and one that sends the number reached by
    the taps so far (`said`).
    """
    now, span = _parse_tapped_number(form, said), form.high - form.low
    sizes = [size for n in range(12) if (size := form.step * 10**n) <= span][-MOST_SIZES:]
    less = [found for size in reversed(sizes) if (found := _build_step_button(data, form, now, -size, reader))]
    more = [found for size in sizes if (found := _build_step_button(data, form, now, size, reader))]
    sends = build_button(f"✓ {reader.format_number(now, 'n')}", *data, f"{now}{SENDS}", style=GOOD)
    return [*arrange_in_rows(less, STEPS_IN_ROW), [sends], *arrange_in_rows(more, STEPS_IN_ROW)]


def _build_step_button(data: tuple[str, ...], form: Form, now: int, by: int, reader: Reader) -> Button | None:
    """Build the button that changes a number by this much, as far as the form allows; None if nothing would change."""
    after = _parse_tapped_number(form, str(now + by))
    sign = "+" if by > 0 else "−"
    return build_button(f"{sign}{reader.format_number(abs(by), 'n')}", *data, after) if after != now else None


def list_drawn_panels(showing: GameView) -> list[Panel]:
    """List the panels of a game (each shows one table) that are drawn in its picture: those with a board or a drawable
    picture. After the end of the game they show what was there last.
    """
    return (
        [panel for panel in showing.view.panels if panel.board or _has_drawable_picture(panel)] if showing.view else []
    )


def _has_drawable_picture(panel: Panel) -> bool:
    """Return whether a panel has pictures, all of which can be drawn rather than written as text."""
    return bool(panel.pictures) and not any(isinstance(picture, PROSE) for picture in panel.pictures)


TOTALS_ARROW, SENTENCE_ENDS = " → ", (".", "!", "?")  # before the totals that end a line of news


def drop_totals(line: str) -> str:
    """Return a line of news without the new totals with which it ends, and without the name before them; empty if
    nothing else is left.
    """
    told, arrow, _ = line.partition(TOTALS_ARROW)
    return line if not arrow else told if told.endswith(SENTENCE_ENDS) else told[: told.rfind(". ") + 1]
