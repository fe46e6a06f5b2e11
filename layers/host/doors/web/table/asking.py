"""Questions and plays as forms."""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Sequence
from functools import partial

from engine.kernel import Form, Option, Play
from engine.kernel.picture import BOARD, Picture, cells
from engine.kernel.view import Panel
from host.doors.web.files import icon
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.table.page_context import PageContext, clock
from host.said.answers import cells_of, covers, place_of, squares_of
from host.said.rule_lookup import topic
from host.shown.views import QuestionView

EXAMPLES, STEPS = 3, 12  # of things in order; numbers that are few enough to be buttons
SOME, MANY, MOST = 2, 4, 8  # buttons, from more than which on they stand in two columns, in three and in four
WORDS = 30  # letters of a button that fit a narrow column
LISTED = "list"  # the play by which one says in order what is to be tried
NOT_A_WORD = re.compile(r"[^a-z0-9]+")


def questions(context: PageContext) -> list[QuestionView]:
    """What the viewer is asked."""
    return context.asked


def question(context: PageContext, asked: QuestionView, *, first: bool = False) -> Markup:
    """One question to the viewer, with all it takes to answer it; what is drawn answers it where it is drawn.

    The lamp has the words of the first one.
    """
    name = f"q-{slug(asked.id)}"
    squares, drawn = squares_of(context.shown, asked), cells_of(context.shown, asked)
    text, due = context.question(asked), clock(context, asked.due)
    head = None if first else h("h3", text, " ", h("small", due) if due else None, id=name, tabindex="-1")
    choose = context.say("Choose a {place} on the board.", place=context.shown.place)
    where = h("p", icon("door"), " ", choose, class_="hint") if squares else None
    hidden = h("input", type="hidden", name="question", value=asked.id)
    inner = join(head, where, hidden, _answers(context, asked, squares | drawn))
    return context.form("answer", inner, class_="ask", aria_labelledby=name)


def _how(context: PageContext, asked: QuestionView) -> Child:
    """A way to the rule of the minigame, say, in which this is asked."""
    name = topic(context.shown, asked)
    if not name:
        return None
    told = context.say("How {name} works", name=name)
    sign = h("span", "?", aria_hidden="true")
    return h("a", sign, h("span", told, class_="unseen"), href=context.rule_address(name), title=told, class_="btn how")


def _answers(context: PageContext, asked: QuestionView, elsewhere: set[object]) -> Child:
    if asked.form.kind == "choice":
        buttons = [_button(context, asked, option) for option in asked.options if option.value not in elsewhere]
        typed = _typed(context, asked, elsewhere) if asked.form.words else None
        longest = max((len(context.name(option.label)) for option in asked.options), default=0)
        return join(_choices(buttons, _how(context, asked), longest), typed)
    numbers = [] if elsewhere else [_number(context, asked, n) for n in _few(asked.form)]
    return join(
        _choices(numbers, None, 0), _listed(context, asked), _typed(context, asked, elsewhere, _how(context, asked))
    )


def _choices(buttons: Sequence[Markup], how: Child, longest: int) -> Markup | None:
    """Buttons in as many columns as are wanted for all of them to be in sight; sentences in two at most."""
    many = f"choices many{' most' if len(buttons) > MOST else ''}" if longest <= WORDS else "choices some"
    kind = many if len(buttons) > MANY else "choices some" if len(buttons) > SOME else "choices"
    return h("div", buttons, how, class_=kind) if buttons or how else None


def _few(form: Form) -> Sequence[int]:
    """All numbers that could be said, if they are few."""
    numbers = range(form.low, form.high + 1, max(1, form.step)) if form.kind == "number" else range(0)
    return numbers if len(numbers) <= STEPS else ()


def _number(context: PageContext, asked: QuestionView, n: int) -> Markup:
    return h("button", context.number(n), name="value", value=n, id=f"a-{slug(asked.id)}-{n}", formnovalidate=True)


def _button(context: PageContext, asked: QuestionView, option: Option) -> Markup:
    name = f"a-{slug(asked.id)}-{slug(str(option.value))}"
    # Where words of one's own would do as well, a button must not wait for them.
    free = asked.form.words
    return h("button", context.name(option.label), name="value", value=option.value, id=name, formnovalidate=free)


def _listed(context: PageContext, asked: QuestionView) -> Markup | None:
    if asked.form.kind != "several" or not asked.options:
        return None
    words = ", ".join(_said(context, option) for option in asked.options)
    form, one = asked.form, "Name {low}, in order, from: {words}"
    text = one if form.low == form.high else "Name {low} to {high}, in order, from: {words}"
    told = context.say(text, low=form.low, high=form.high, words=words)
    return h("noscript", h("p", told, class_="hint"))  # with a script they are tapped


def _said(context: PageContext, option: Option) -> str:
    label = context.name(option.label)
    return label if str(option.value) in (label, option.value) else f"{option.value} ({label})"


def _typed(context: PageContext, asked: QuestionView, elsewhere: set[object], how: Child = None) -> Markup:
    """A field to type in, and the button beside it."""
    there = field(context, f"t-{slug(asked.id)}", asked.form, asked.options, elsewhere)
    return h("div", there, h("button", context.say("Answer"), class_="go"), how, class_="typed")


def field(
    context: PageContext,
    name: str,
    form: Form,
    options: Sequence[Option],
    elsewhere: Container[object] = (),
    said: str = "",
) -> Markup:
    """A field for a number, for several of the options in order, or for words; some are tapped elsewhere."""
    if form.kind == "number":
        label = context.say("A number from {low:n} to {high:n}", low=form.low, high=form.high)
        span = {"min": form.low, "max": form.high, "step": form.step}
        return h(
            "input",
            id=name,
            type="number",
            name="value",
            value=said or None,
            **span,
            required=True,
            aria_label=label,
            inputmode="numeric",
        )
    several = form.kind == "several" and bool(options)
    hint = (
        context.say("in order: {words}", words=_example(context, form, options)) if several else context.say("in words")
    )
    chips = ",".join(_chip(context, option) for option in options if option.value not in elsewhere) if several else ""
    words = {"maxlength": 200, "autocomplete": "off", "placeholder": hint, "aria_label": hint}
    return h("input", id=name, name="value", value=said or None, required=True, data_chips=chips or None, **words)


def _chip(context: PageContext, option: Option) -> str:
    """What a tap writes into the field: a number, or a label that stays whole between commas."""
    label = context.name(option.label)
    return str(option.value) if isinstance(option.value, int) or "," in label else label


def _example(context: PageContext, form: Form, options: Sequence[Option]) -> str:
    """Some of these very options in an order, as they may be typed; the last one by its name, if it has one."""
    *some, last = options[: min(EXAMPLES, form.high)]
    name = context.name(last.label)
    return ", ".join(
        [*(_chip(context, option) for option in reversed(some)), _chip(context, last) if "," in name else name]
    )


def plays(context: PageContext, panel: Panel | None) -> Markup | None:
    """What the viewer may do now without being asked; what the board can do stands in the dock."""
    items = _elsewhere(context, panel)
    if not items:
        return None
    drawn = [context.once_drawn(("play", *_said_of(item)), partial(_play, context, item)) for item in items]
    return h("section", h("h2", context.say("What you can use")), drawn, id="more")


def _said_of(item: Play) -> Sequence[Hashable]:
    """All that is shown of it."""
    return (item.key, item.label, item.form, item.example, *item.options, "now", *item.now)


def _elsewhere(context: PageContext, panel: Panel | None) -> list[Play]:
    near = (on_board, at_hand, together)
    return [item for item in context.shown.plays if not any(is_near(item, panel) for is_near in near)]


def way(context: PageContext, panel: Panel | None) -> Child:
    """To what can be done without being asked, for who waits."""
    link = h("a", context.say("What you can use"), href="#rest", class_="btn", id="use")
    return link if _elsewhere(context, panel) else None


def on_board(item: Play, panel: Panel | None) -> bool:
    """Is this a play about one square of that board?"""
    return item.form.kind == "choice" and _of_board(item, panel)


def in_order(item: Play, panel: Panel | None) -> bool:
    """Is this the list of what is to be tried on that board?"""
    return item.key == LISTED and item.form.kind == "several" and _of_board(item, panel)


def together(item: Play, panel: Panel | None) -> bool:
    """Is this a play about several squares of that board, which are named one after the other and sent at once?"""
    return item.key != LISTED and item.form.kind == "several" and _of_board(item, panel)


def _of_board(item: Play, panel: Panel | None) -> bool:
    """Is this a play about squares of that board?"""
    return panel is not None and panel.board is not None and place_of(item) == (panel.id, BOARD)


def about(item: Play, panel: Panel, picture: Picture) -> bool:
    """Can this play be made by a tap on a cell of this picture?"""
    table, name = place_of(item)
    there = {cell.value for cell in cells(picture)}
    fits = table == panel.id and covers(name, picture.id) and item.form.kind == "choice"
    return fits and any(option.value in there for option in item.options)


def at_hand(item: Play, panel: Panel | None) -> bool:
    """Is this a play without a choice that belongs beside a picture of that table?"""
    return panel is not None and place_of(item)[0] == panel.id and not item.options and item.form.kind == "choice"


def hands(context: PageContext, panel: Panel | None) -> list[Markup]:
    """The plays that belong beside what is drawn: under the thumb."""
    return [_play(context, item) for item in context.shown.plays if at_hand(item, panel)]


def gathering(context: PageContext, panel: Panel | None) -> list[Markup]:
    """The plays for which squares of the board are tapped together: what has been named stands in their fields."""
    return [_play(context, item, tapped=True) for item in context.shown.plays if together(item, panel)]


def play_name(key: str) -> str:
    """By which the field of a play is known on the page."""
    return f"p-{slug(key)}"


def _play(context: PageContext, item: Play, *, tapped: bool = False) -> Markup:
    name = play_name(item.key)
    bare = not item.options and item.form.kind == "choice"
    hidden = h("input", type="hidden", name="key", value=item.key)
    label = None if bare else h("label", context.name(item.label), for_=name)
    do = h("button", context.name(item.label) if bare else context.say("Do it"), id=f"{name}-do")
    choice = _tapped(context, item, name) if tapped else _to_fill_in(context, item, name)
    return context.form("play", hidden, label, h("div", choice, do, class_="typed"), class_="play")


def _tapped(context: PageContext, item: Play, name: str) -> Markup:
    said = ", ".join(map(str, context.named[: item.form.high]))
    return field(context, name, item.form, item.options, {option.value for option in item.options}, said)


def _to_fill_in(context: PageContext, item: Play, name: str) -> Child:
    if item.form.kind != "choice":
        said = ", ".join(_chip(context, option) for option in item.now)
        return field(context, name, item.form, item.options, said=said)
    if not item.options:
        return None
    chosen = h("select", _to_choose(context, item), name="value", id=name, autocomplete="off")
    if not item.form.words:
        return chosen
    hint = context.say("or in words")
    if item.example:
        hint = context.say("or in words, such as {example}", example=item.example)
    return join(chosen, h("input", name="words", maxlength=200, autocomplete="off", placeholder=hint, aria_label=hint))


def _to_choose(context: PageContext, item: Play) -> list[Markup]:
    """The choices; what stands is chosen, so that nobody changes it who only sends the form. It may be in words of
    their own.
    """
    values = {option.value for option in item.options}
    every = [*(option for option in item.now if option.value not in values), *item.options]
    stands = {option.value for option in item.now}
    return [h("option", _said(context, o), value=o.value, selected=o.value in stands) for o in every]


def slug(text: str) -> str:
    """A word fit for an id."""
    return NOT_A_WORD.sub("-", text.lower())
