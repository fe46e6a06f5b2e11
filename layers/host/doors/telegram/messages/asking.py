"""Questions as text and buttons, and keyboards. Whatever a button does, words say how to do it by typing. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, takewhile
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Phrase, Reader, Told
from engine.kernel.picture import Cell
from engine.kernel.view import Panel
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import InputOutcome, ToldLine
from host.core.store.store import SavedGame
from host.doors.telegram.messages.screens import (
    CHOICE_LETTER,
    LONGEST_CAPTION,
    LONGEST_TEXT,
    Button,
    Rows,
    Screen,
    arrange_in_rows,
    build_answer_words,
    build_button,
    build_choice_rows,
    build_in_order_row,
    build_square_rows,
    build_target_name,
    count_text_units,
    drop_oversized_rows,
    drop_totals,
    escape_telegram_html,
    fit_choice_labels,
    is_tapped_on_board,
    list_drawn_panels,
    parse_button_data,
    render_telegram_deadline,
    replace_question_rows,
)
from host.said import answers
from host.said.answers import Choice, find_question_topic, find_rule, find_tappable_squares, label_options
from host.shown import text_view, views, words
from host.shown.picture.boards import render_boards_png
from host.shown.picture.drawing import draw_if_possible
from host.shown.views import GameView, QuestionView

RULE_COMMAND_PREFIX = "rules_"


MAX_COMMAND_LENGTH = 32  # letters of a command


@lru_cache(maxsize=1000)
def format_rule_command(rules: str, name: str) -> str:
    """Return a command such as /rules_bomb that can be tapped to show the rule `name` of the game (ruleset) called
    `rules`, or else, if no command can name it, the words to type.
    """
    tapped = RULE_COMMAND_PREFIX + "_".join(re.findall("[A-Za-z0-9]+", name))
    same = len(tapped) <= MAX_COMMAND_LENGTH and find_rule(rules, parse_rule_command(tapped)) == find_rule(rules, name)
    return f"/{tapped}" if same else f"/rules {name}"


def parse_rule_command(command: str) -> str:
    """Return the name of the rule in a tapped rule command (without its slash), or an empty string for other commands;
    it is not checked that there is such a rule.
    """
    return (
        command.removeprefix(RULE_COMMAND_PREFIX).replace("_", " ").strip()
        if command.startswith(RULE_COMMAND_PREFIX)
        else ""
    )


OPEN, CLOSE = "\ue000", "\ue001"  # no name can hold these: they cannot be printed


MARKED_NAME = re.compile(f"{OPEN}(.*?){CLOSE}")


MAX_PAGE_CHOICES = 60  # choices under one message


FEW_NUMBERS = 12


REPLY = "Reply to this message with your words, or write {pick} and your words."


TAP = "Tap the board."


def build_question_screens(
    showing: GameView,
    asked: Sequence[QuestionView],
    reader: Reader,
    now: float,
    people: Mapping[str, int],
    *,
    board: bool,
) -> list[Screen]:
    """Build the messages that ask these questions; people who are asked the same share one. Those in `people` (Telegram
    accounts by seat) are mentioned, so that Telegram notifies them. With `board`, squares of a public question are
    tapped below the board's message.
    """
    return [
        _build_question_screen(showing, group, MentionReader(reader, people), reader, now, board=board)
        for group in _group_same_questions(asked)
    ]


def build_question_page(showing: GameView, asked: QuestionView, reader: Reader, page: int, count: int = 1) -> Rows:
    """Build the rows of buttons of page number `page` (from 0) of a question with many choices, with arrows to the
    pages beside it; they serve `count` people who are asked the same, with ids from that of `asked` on.
    """
    return _build_question_rows(showing, [asked] * count, list_tap_choices(asked, reader), page, reader)


def list_tap_choices(asked: QuestionView, reader: Reader) -> list[Choice]:
    """List what can be answered with a single tap, labelled in the reader's language: the options of a choice, or the
    numbers if there are at most twelve; empty if the answer takes several taps or must be typed.
    """
    form = asked.form
    if form.kind == "choice":
        return fit_choice_labels(label_options(asked.options, reader))
    if form.kind == "number" and (form.high - form.low) // form.step < FEW_NUMBERS:
        values = range(form.low, form.high + 1, form.step)
        return [Choice(value, reader.format_number(value, "n")) for value in values]
    return []


class MentionReader(Reader):
    """A reader that marks names in the text, so that they can become mentions after the text is escaped."""

    def __init__(self, reader: Reader, people: Mapping[str, int]) -> None:
        super().__init__(
            {seat: f"{OPEN}{seat}{CLOSE}" for seat in reader.names}, reader.translate, reader.comma, reader.plural
        )
        self._plain, self._people = reader.names, people

    def render_mentions(self, text: str) -> str:
        """Render the text as HTML, with a mention link for every marked name that has an account."""
        return MARKED_NAME.sub(lambda found: self._render_name(found[1]), escape_telegram_html(text))

    def _render_name(self, seat: str) -> str:
        """Return the name of the player in this seat as HTML, as a link that mentions their account if it is known."""
        name = escape_telegram_html(self._plain.get(seat, seat))
        return f'<a href="tg://user?id={self._people[seat]}">{name}</a>' if seat in self._people else name


def _group_same_questions(asked: Sequence[QuestionView]) -> list[list[QuestionView]]:
    """Return the questions in groups, one for each message: those that follow one another (by their numbers) and ask
    several people the same are together, all others alone.
    """
    groups: list[list[QuestionView]] = []
    for each in asked:
        last = groups[-1] if groups else []
        if last and _asks_the_same(last[0], each) and _has_next_number(last[-1].id, each.id):
            last.append(each)
        else:
            groups.append([each])
    return groups


def _asks_the_same(one: QuestionView, other: QuestionView) -> bool:
    """Return whether two questions differ in nothing but their id, deadline and the person who is asked."""
    return replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts) == one and {
        **one.facts,
        "who": "",
    } == {**other.facts, "who": ""}


def _has_next_number(one: str, other: str) -> bool:
    """Return whether the second of two question ids is of the same table and has the next number."""
    table, _, n = one.partition("#")
    return other == f"{table}#{int(n) + 1}"


def _build_question_screen(
    showing: GameView, group: list[QuestionView], calling: MentionReader, reader: Reader, now: float, *, board: bool
) -> Screen:
    """Build the message that asks a group of equal questions: text, how to answer, the rule's command, the earliest
    deadline and buttons, if there are no others one that tells how to answer. With `board`, squares that are tapped
    below the board's message have no buttons here.
    """
    first, whom = group[0], [asked.who for asked in group]
    text = words.translate_question(first.text, {**first.facts, "who": whom}, first.said, calling)
    named_there = all(f"{OPEN}{who}{CLOSE}" in text for who in whom)
    lead = "" if showing.you in whom or named_there else f"{calling.format_value(whom, '')}: "
    there = (
        find_tappable_squares(showing, first) if board and not first.secret and is_tapped_on_board(showing) else set()
    )
    offered = [option for option in list_tap_choices(first, reader) if option.value not in there]
    rows = _build_question_rows(showing, group, offered, 0, reader)
    lines = [head := f"<b>{calling.render_mentions(lead + text)}</b>"]
    if there:
        lines.append(escape_telegram_html(reader.format_sentence(TAP)))
    elif not rows:
        lines.append(escape_telegram_html(format_typing_help(first, reader)))
    elif first.form.words:
        lines.append(escape_telegram_html(reader.format_sentence(answers.OWN_WORDS)))
    if name := find_question_topic(showing, first):
        lines.append(
            escape_telegram_html(
                reader.format_sentence("How it works: {line}", line=format_rule_command(showing.ruleset, name))
            )
        )
    if first.due > now:
        due = min(asked.due for asked in group)
        lines.append(
            f"⏳ {reader.format_value(clocks.format_duration(due - now))}, {render_telegram_deadline(due, reader)}"
        )
    about = build_asks_mark(showing.id, [asked.id for asked in group])
    # Even a question without buttons gets one: by it a reply to the message shows which question it answers.
    return Screen("\n".join(lines), rows or _build_how_rows(showing, first, reader), about, kept=head)


def _build_question_rows(
    showing: GameView, group: list[QuestionView], offered: Sequence[Choice], page: int, reader: Reader
) -> Rows:
    """List the buttons for one page of the answers `offered` to a question, or to a group of equal ones: the board's
    squares, choices, links to other pages; or, if it takes several things or a number, the first of several taps.
    """
    first, here = group[0], offered[page * MAX_PAGE_CHOICES : (page + 1) * MAX_PAGE_CHOICES]
    buttons = [
        build_button(option.label, *build_answer_words(showing.id, first, option.value, len(group))) for option in here
    ]
    if drawn := drop_oversized_rows(build_square_rows(showing, first, len(group))):
        free = find_tappable_squares(showing, first)
        if any(each.value in free for each in offered):
            others = [each for each in offered if each.value not in free]
            drawn += build_in_order_row(showing, first, reader)
            return [*drawn, *_build_question_rows(showing, group, others, 0, reader)] if others else drawn
    if not buttons and len(group) == 1 and first.form.kind in ("several", "number"):
        return build_choice_rows(showing, first, "", reader)
    rows = arrange_in_rows(buttons, 5 if all(isinstance(option.value, int) for option in here) else 0)
    more = len(offered) > (page + 1) * MAX_PAGE_CHOICES
    turns = [
        build_button(sign, "m", showing.id, first.id, to, len(group))
        for sign, to, there in (("◀", page - 1, page), ("▶", page + 1, more))
        if there
    ]
    return [*rows, turns] if turns else rows


def _build_how_rows(showing: GameView, asked: QuestionView, reader: Reader) -> Rows:
    """Build the row with the button that tells in a pop-up how the question is answered by typing."""
    return [[build_button(reader.format_sentence("How to answer"), "h", showing.id, asked.id)]]


def format_typing_help(asked: QuestionView, reader: Reader) -> str:
    """Return a sentence on how to answer this question by typing."""
    return answers.format_answer_help(asked, reader, "/pick", str, REPLY if asked.form.kind == "text" else "")


def flatten_rows(rows: Rows) -> list[Button]:
    """Return the buttons of all these rows in one list."""
    return [each for row in rows for each in row]


ASKS_MARK = "asks"  # how the mark of a message begins that asks something


KEYBOARDS_KEY = "keyboards"  # what is kept of a place: a line for each message with buttons


MAX_KEYBOARDS = 30


class OpenKeyboard(Struct, frozen=True, omit_defaults=True):
    """The buttons under a message, and the questions of a game to which they belong.

    `kept` is what of the message stays once they are answered, as HTML; `total` what its reader had when it was sent.
    """

    message: int
    game: str
    questions: tuple[str, ...]
    kept: str = ""
    pictured: bool = False
    total: int | None = None


_keyboard_decoder = msgspec.json.Decoder(OpenKeyboard)


def _decode_keyboard(line: str) -> OpenKeyboard:
    """Decode the stored record of a message with buttons. Releases before 0.3 stored words: the message, the game and
    the questions.
    """
    if line.startswith("{"):
        return _keyboard_decoder.decode(line)
    message, game, *questions = line.split()
    return OpenKeyboard(int(message), game, tuple(questions))


def find_asking_table(mark: str) -> str:
    """Return the id of the table at which the first question of a message is asked, from the message's mark (made by
    `build_asks_mark`).
    """
    return mark.split()[2].partition("#")[0]


class SentQuestions(NamedTuple):
    """What is to be remembered of a message that asks in private."""

    kept: str = ""
    pictured: bool = False
    total: int | None = None


NOTHING_SENT = SentQuestions()


def build_asks_mark(game: str, questions: Iterable[str]) -> str:
    """Return the mark (a text by which a message is recognised) that says which questions of a game a message asks."""
    return " ".join([ASKS_MARK, game, *questions])


class Keyboards:
    """The open keyboards of each place. `rows` returns what is left of some; `change` shows that."""

    def __init__(
        self,
        host: HostContext,
        rows: Callable[[str, str, set[str]], Rows],
        change: Callable[[str, int, Rows], object],
    ) -> None:
        self.host, self._rows, self._change = host, rows, change

    def note_keyboard(
        self,
        chat: str,
        message: int,
        screens: Iterable[Screen],
        *,
        settled: bool,
        sent: SentQuestions = NOTHING_SENT,
    ) -> None:
        """Record the buttons and questions of a message just sent, if it asks any, and in `sent` how to turn it into a
        result later. With `settled`, the message may close earlier questions: remove their buttons first, and save both
        at once.
        """
        asking = [
            screen.about.split() for screen in screens if screen.rows and screen.about.startswith(f"{ASKS_MARK} ")
        ]
        new = [OpenKeyboard(message, game, tuple(questions), *sent) for _, game, *questions in asking]
        if settled:
            self.remove_closed_buttons(chat, new)
        elif new:
            self._save_keyboards(chat, [*self._load_keyboards(chat), *new])

    def turn_into_result(
        self, chat: str, game: str, closed: Container[str], show: Callable[[OpenKeyboard, Rows], str]
    ) -> bool:
        """Turn the messages of this chat that asked some of these `closed` questions of the game into their results,
        and store which buttons are left; return whether any was turned. `show` edits one message to its result above
        the buttons that are left, and returns the text it keeps, or empty text if the result does not fit.
        """
        before = self._load_keyboards(chat)
        closing = {each.message for each in before if each.game == game and any(q in closed for q in each.questions)}
        after, shown = [], False
        for message, group in groupby(before, lambda each: each.message):
            together = list(group)
            if message not in closing:
                after += together
                continue
            left = [
                (each, rows)
                for each in together
                if (rows := self._build_rows_left(chat, each, closed if each.game == game else ()))
            ]
            kept = show(together[0], [row for _, rows in left for row in rows])
            shown = shown or bool(kept)
            after += [replace(each, kept=kept or each.kept) for each, _ in left]
        if after != before:
            self._save_keyboards(chat, after)
        return shown

    def _build_rows_left(self, chat: str, each: OpenKeyboard, closed: Container[str]) -> Rows:
        """Return, in rows, the buttons that answer those of a message's questions which are not in `closed` and still
        open; none if no question is.
        """
        open_now = {question for question in each.questions if question not in closed}
        return self._rows(chat, each.game, open_now) if open_now else []

    def remove_closed_buttons(self, chat: str, new: Iterable[OpenKeyboard] = ()) -> None:
        """Remove, from the messages of this chat, the buttons of questions that are answered or can no longer be, and
        record the messages `new`.
        """
        before = self._load_keyboards(chat)
        after = [*self._list_open_keyboards(chat, before), *new]
        if after != before:
            self._save_keyboards(chat, after)

    def _list_open_keyboards(self, chat: str, before: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return those records of messages whose questions are still open, and remove from the chat the buttons whose
        questions are closed; `before` are all records so far.
        """
        together = groupby(before, lambda each: each.message)
        return [each for _, group in together for each in self._update_message_buttons(chat, list(group))]

    def _update_message_buttons(self, chat: str, together: list[OpenKeyboard]) -> list[OpenKeyboard]:
        """Return which of the records in `together`, all of one message, still have an open question; if some have
        none, edit the message so that it shows only the buttons that are left.
        """
        left = [(each, rows) for each in together if (rows := self._rows(chat, each.game, set(each.questions)))]
        if len(left) < len(together):
            self._change(chat, together[0].message, [row for _, rows in left for row in rows])
        return [each for each, _ in left]

    def _load_keyboards(self, chat: str) -> list[OpenKeyboard]:
        """Return the stored records of this chat's messages with buttons that answer questions, oldest first."""
        lines = self.host.store.load_place_value(chat, KEYBOARDS_KEY).decode().split("\n")
        return [_decode_keyboard(line) for line in lines if line]

    def _save_keyboards(self, chat: str, found: list[OpenKeyboard]) -> None:
        """Store the newest thirty of these records of the chat's messages with buttons, in place of those before."""
        self.host.store.save_place_value(
            chat, KEYBOARDS_KEY, b"\n".join(map(msgspec.json.encode, found[-MAX_KEYBOARDS:]))
        )


UNSENT_ANSWERS_KEY = (
    "halfway"  # what is kept of a place: what the button last tapped of each such answer carried, newest last
)


MAX_UNSENT_ANSWERS = 8


def save_unsent_answer(host: HostContext, chat: str, data: str) -> None:
    """Store the button data `data` with what a person has tapped so far of an answer and not sent yet, in place of
    their earlier taps for the same question; of a chat the newest eight are kept.
    """
    before = [
        each for each in _load_unsent_answers(host, chat) if _find_answer_target(each) != _find_answer_target(data)
    ]
    host.store.save_place_value(chat, UNSENT_ANSWERS_KEY, "\n".join([*before, data][-MAX_UNSENT_ANSWERS:]).encode())


def restore_unsent_answers(
    host: HostContext, chat: str, showing: GameView, asked: Sequence[QuestionView], rows: Rows, reader: Reader
) -> Rows:
    """Return the buttons `rows` of a message that is drawn again, with the answers that a person in this chat had begun
    to tap, as they are stored, still marked in them.
    """
    begun = [each for each in asked if each.form.kind in ("several", "number") or each.most > 1]
    kept = {_find_answer_target(data): data for data in _load_unsent_answers(host, chat)} if begun else {}
    for each in begun:
        data = kept.get((showing.id, build_target_name(each)), "")
        if data and any(
            _find_answer_target(button.data) == _find_answer_target(data) for row in rows for button in row
        ):
            rows = replace_question_rows(
                rows, data, build_choice_rows(showing, each, parse_button_data(data, 4)[3], reader)
            )
    return rows


def _load_unsent_answers(host: HostContext, chat: str) -> list[str]:
    """Return the button data stored for answers in this chat that were begun by taps and not sent, newest last."""
    return host.store.load_place_value(chat, UNSENT_ANSWERS_KEY).decode().splitlines()


def _find_answer_target(data: str) -> tuple[str, str]:
    """Return the game and the short name of the question or play of a button for one of several taps that has this
    data; two empty texts for any other button.
    """
    letter, game, question, _ = parse_button_data(data, 4)
    return (game, question) if letter == CHOICE_LETTER else ("", "")


# -- a question in private comes with its picture and what its reader needs to know, and becomes its result


OWN_CELL = "own"  # the kind of a closed square of which only the viewer knows something
MAX_NEWS_LINES = 8
MAX_NEWS_UNITS = 600
DEADLINE_SIGN = "⏳"
CAME_MARK = "came"  # the mark of a post's result, once the message that asked shows it


def draw_question_picture(showing: GameView, table: str, reader: Reader) -> bytes:
    """Draw the table of a question as its player sees it, as PNG bytes; empty if words show it better."""
    panels = [_add_own_notes(showing, each) for each in list_drawn_panels(showing) if each.id == table]
    return draw_if_possible(lambda: render_boards_png(panels, reader)) if panels else b""


def _add_own_notes(showing: GameView, panel: Panel) -> Panel:
    """Return a copy of a table's panel with what its viewer alone knows marked on the squares where nothing is public,
    and with the viewer's own pictures.
    """
    view = showing.view
    if view is None:
        return panel
    notes = view.own.notes.get(panel.id, {}) if view.own else {}
    marked = {n: Cell(Phrase("{n}: {what}", {"n": n, "what": note.words}), OWN_CELL) for n, note in notes.items()}
    drawn = replace(panel.board, cells={**marked, **panel.board.cells}) if panel.board else None
    return replace(panel, board=drawn, pictures=view.list_pictures(panel))


def add_context(asking: Screen, showing: GameView, reader: Reader, since: Sequence[Told], *, drawn: bool) -> Screen:
    """Return a private question's message with what its reader needs to know, news `since` their last turn and, with
    `drawn`, a picture of its table (unless words show it better). If that is too long for a caption, leave out the
    news; else the picture, with the news back in; else both; at last return the message unchanged.
    """
    table = find_asking_table(asking.about)
    picture = draw_question_picture(showing, table, reader) if drawn else b""
    for png, most in [(picture, LONGEST_CAPTION)] * bool(picture) + [(b"", LONGEST_TEXT)]:
        for news in (since, []):
            whole = _insert_context(asking.text, format_context(showing, table, reader, news))
            if count_text_units(whole) <= most:
                return Screen(whole, asking.rows, asking.about, picture=png, kept=asking.kept)
    return asking


def format_context(showing: GameView, table: str, reader: Reader, since: Sequence[Told]) -> str:
    """Format as HTML what a player needs to know for a question: their holdings, who is still in, their secrets, and
    what has happened since their last turn.
    """
    found = "\n".join(map(escape_telegram_html, text_view.format_turn_facts(showing, table, reader)))
    news = _pick_newest_lines(words.format_told_lines(since, reader))
    if not news:
        return found
    head = reader.format_sentence("Since your last turn:")
    folded = escape_telegram_html("\n".join([head, *news]))
    return "\n".join(filter(None, [found, f"<blockquote expandable>{folded}</blockquote>"]))


def _insert_context(question: str, context: str) -> str:
    """Return a question's HTML with the text `context` put before the line of its deadline, or at the end."""
    asked, sign, deadline = question.partition(f"\n{DEADLINE_SIGN}")
    return "\n".join(filter(None, [asked, context])) + sign + deadline


def _pick_newest_lines(lines: Sequence[str]) -> list[str]:
    """Return the newest of these lines, in their order: at most eight, and as many as have about 600 characters
    together.
    """
    kept: list[str] = []
    for line in reversed(lines[-MAX_NEWS_LINES:]):
        if sum(map(count_text_units, [*kept, line])) > MAX_NEWS_UNITS:
            break
        kept.insert(0, line)
    return kept


def pick_result_lines(came: Sequence[Told], own: Sequence[Told], reader: Reader, total: str, room: int) -> str | None:
    """Return as HTML what an answer to a question led to: all the lines `came` or, if they exceed `room` characters,
    only `own`, the player's own lines (without any, the first that came); `total` is added as the last line. Return
    None if these do not fit either.
    """
    shorter = own or came[:1]
    for lines in (came, shorter):
        told = _join_total(words.format_told_lines(lines, reader), total)
        text = escape_telegram_html(f"{ANSWER_TAKEN} " + "\n".join(told)).strip()
        if count_text_units(text) <= room:
            return text
    return None


def compute_room(kept: str, *, pictured: bool) -> int:
    """Return how many characters may still be added, in a new line, to the text `kept` of a message; a picture's
    caption has less room than a text.
    """
    return (LONGEST_CAPTION if pictured else LONGEST_TEXT) - count_text_units(kept) - 1


TOTAL_CHANGED = "Your total: {was} → {now}, {place:th}"
ANSWER_TAKEN = "✓"
RECEIPT = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def format_tap_result(host: HostContext, before: GameView, outcome: InputOutcome, person: str, reader: Reader) -> str:
    """Return as text for a pop-up what an answer told its player and how their total changed since the view `before`. A
    line that is preceded by a moment of suspense, and all after it, also the total, is left out, because the group has
    not seen it yet.
    """
    shown = list(takewhile(lambda line: not (isinstance(line, ToldLine) and line.pause), outcome.told))
    lines = words.format_told_lines(shown, reader)
    if len(shown) < len(outcome.told):
        return "\n".join(lines)
    after = views.build_game_view(host, SavedGame(outcome.session, outcome.version), person)
    return "\n".join(_join_total(lines, format_total_change(before, after, reader)))


def _join_total(lines: Sequence[str], total: str) -> list[str]:
    """Return the lines of a result and, below, how the reader's total has changed; new totals within the lines, which
    would tell it twice, are left out.
    """
    return [*filter(None, map(drop_totals, lines)), total] if total else [*lines]


def shorten_tap_result(result: str) -> str:
    """Return the first line of an answer's result, with receipts shortened, and its last if that is the new total: what
    fits a pop-up.
    """
    first, _, more = RECEIPT.sub(r"\1…", result).partition("\n")
    last = more.rpartition("\n")[2]
    return f"{first}\n{last}" if " → " in last else first


def format_total_change(before: GameView, after: GameView, reader: Reader) -> str:
    """Return a sentence with the viewer's totals before and after and their place, or an empty string if the total has
    not changed or they have none.
    """
    old = views.find_own_standing(before)
    return format_total_since(old.total, after, reader) if old else ""


def format_total_since(old: int, after: GameView, reader: Reader) -> str:
    """Return a sentence with the viewer's earlier total `old`, their total now and their place; an empty string if both
    totals are equal or the viewer has none now.
    """
    new = views.find_own_standing(after)
    if new is None or after.view is None or old == new.total:
        return ""
    was, now = (reader.format_value(total, f"{after.view.currency}k") for total in (old, new.total))
    return reader.format_sentence(TOTAL_CHANGED, was=was, now=now, place=new.place)
