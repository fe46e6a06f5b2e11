"""Questions as text and buttons. Whatever a button does, the words below say how to do it by typing. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.doors.telegram.messages import choosing, keyboards, rule_links, squares
from host.doors.telegram.messages.screens import Button, Rows, Screen, button, escaped, in_rows, until
from host.said import how_to_answer
from host.said.answers import Choice, named, squares_of
from host.said.rule_lookup import topic
from host.shown import words
from host.shown.views import GameView, QuestionView

OPEN, CLOSE = "\ue000", "\ue001"  # no name can hold these: they cannot be printed
NAME = re.compile(f"{OPEN}(.*?){CLOSE}")
PAGE = 60  # choices under one message
FEW_NUMBERS = 12
REPLY = "Reply to this message in words, or write {pick} and your words."
TAP = "Tap the board, or write {pick} and your choice: {choices}."


def screens(
    showing: GameView,
    asked: Sequence[QuestionView],
    reader: Reader,
    now: float,
    people: Mapping[str, int],
    *,
    board: bool,
) -> list[Screen]:
    """These questions. Those that ask several people the same are put together.

    Those in `people` (by seat) are called, so that their telephones ring. With `board`,
    squares are chosen on the board's own message, as long as everybody may see them asked.
    """
    return [_screen(showing, group, Calling(reader, people), reader, now, board=board) for group in _grouped(asked)]


def paged(showing: GameView, asked: QuestionView, reader: Reader, page: int) -> Rows:
    """The buttons of a question with many choices, from this page on."""
    return _rows(showing, [asked], choices(asked, reader), page, reader)


def choices(asked: QuestionView, reader: Reader) -> list[Choice]:
    """What can be chosen with one tap, as people read it."""
    form = asked.form
    if form.kind == "choice":
        return choosing.on_buttons(named(asked.options, reader))
    if form.kind == "number" and (form.high - form.low) // form.step < FEW_NUMBERS:
        values = range(form.low, form.high + 1, form.step)
        return [Choice(value, reader.number(value, "n")) for value in values]
    return []


class Calling(Reader):
    """Writes names so that those who are asked can be called by a link, when all is escaped."""

    def __init__(self, reader: Reader, people: Mapping[str, int]) -> None:
        super().__init__(
            {seat: f"{OPEN}{seat}{CLOSE}" for seat in reader.names}, reader.translate, reader.comma, reader.plural
        )
        self._plain, self._people = reader.names, people

    def written(self, text: str) -> str:
        """The text as HTML, with every name in its place."""
        return NAME.sub(lambda found: self._name(found[1]), escaped(text))

    def _name(self, seat: str) -> str:
        name = escaped(self._plain.get(seat, seat))
        return f'<a href="tg://user?id={self._people[seat]}">{name}</a>' if seat in self._people else name


def _grouped(asked: Sequence[QuestionView]) -> list[list[QuestionView]]:
    groups: list[list[QuestionView]] = []
    for each in asked:
        last = groups[-1] if groups else []
        if last and _same(last[0], each) and _follows(last[-1].id, each.id):
            last.append(each)
        else:
            groups.append([each])
    return groups


def _same(one: QuestionView, other: QuestionView) -> bool:
    return replace(other, id=one.id, who=one.who, due=one.due, facts=one.facts) == one and {
        **one.facts,
        "who": "",
    } == {**other.facts, "who": ""}


def _follows(one: str, other: str) -> bool:
    table, _, n = one.partition("#")
    return other == f"{table}#{int(n) + 1}"


def _screen(
    showing: GameView, group: list[QuestionView], calling: Calling, reader: Reader, now: float, *, board: bool
) -> Screen:
    first, whom = group[0], [asked.who for asked in group]
    text = words.question(first.text, {**first.facts, "who": whom}, first.said, calling)
    named_there = all(f"{OPEN}{who}{CLOSE}" in text for who in whom)
    lead = "" if showing.you in whom or named_there else f"{calling.value(whom, '')}: "
    there = squares_of(showing, first) if board and not first.secret and squares.on_board(showing) else set()
    offered = [option for option in choices(first, reader) if option.value not in there]
    lines = [
        f"<b>{calling.written(lead + text)}</b>",
        escaped(_on_board(first, reader) if there else how(first, reader)),
    ]
    if name := topic(showing, first):
        lines.append(escaped(reader.say("How it works: {line}", line=rule_links.line(showing.ruleset, name))))
    if first.due > now:
        due = min(asked.due for asked in group)
        lines.append(f"⏳ {reader.value(clocks.spoken(due - now))}, {until(due, reader)}")
    about = keyboards.about(showing.id, [asked.id for asked in group])
    return Screen("\n".join(lines), _rows(showing, group, offered, 0, reader), about)


def _rows(showing: GameView, group: list[QuestionView], offered: Sequence[Choice], page: int, reader: Reader) -> Rows:
    first, here = group[0], offered[page * PAGE : (page + 1) * PAGE]
    buttons = [button(option.label, *squares.tap(showing.id, first, option.value, len(group))) for option in here]
    if drawn := squares.fitting(squares.grid(showing, first, len(group))):
        free = squares_of(showing, first)
        if any(each.value in free for each in offered):
            others = [each for each in offered if each.value not in free]
            return [*drawn, *_rows(showing, group, others, 0, reader)] if others else drawn
    if not buttons and len(group) == 1 and first.form.kind in ("several", "number"):
        return choosing.rows(showing, first, "", reader) or _how_button(showing, first, reader)
    rows = in_rows(buttons, 5 if all(isinstance(option.value, int) for option in here) else 0)
    turns = [button("◀", "m", showing.id, first.id, page - 1)] if page else []
    turns += [button("▶", "m", showing.id, first.id, page + 1)] if len(offered) > (page + 1) * PAGE else []
    # Even a question without buttons gets one: by it a reply to the message shows which question it answers.
    if not buttons:
        return _how_button(showing, first, reader)
    return [*rows, turns] if turns else rows


def _how_button(showing: GameView, asked: QuestionView, reader: Reader) -> Rows:
    return [[button(reader.say("How to answer"), "h", showing.id, asked.id)]]


def how(asked: QuestionView, reader: Reader) -> str:
    """How this question is answered by typing."""
    return how_to_answer.how(asked, reader, "/pick", str, REPLY if asked.form.kind == "text" else "")


def _on_board(asked: QuestionView, reader: Reader) -> str:
    return how_to_answer.how(asked, reader, "/pick", str, TAP)


def flat(rows: Rows) -> list[Button]:
    """All the buttons."""
    return [each for row in rows for each in row]
