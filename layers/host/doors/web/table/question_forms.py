"""Questions and plays as forms."""

from __future__ import annotations

import re
from collections.abc import Container, Hashable, Sequence
from functools import partial

from engine.kernel import Form, Option, Play
from engine.kernel.picture import BOARD, Picture, list_picture_cells
from engine.kernel.view import Panel
from host.core.session import RUNNING
from host.doors.web.files import render_icon
from host.doors.web.markup import looks
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table.page_context import PageContext, render_countdown
from host.said.answers import (
    covers_picture,
    find_options_place,
    find_question_topic,
    find_tappable_cells,
    find_tappable_squares,
)
from host.shown.views import QuestionView

EXAMPLES, STEPS = 3, 12  # of things in order; numbers that are few enough to be buttons
SOME, MANY, MOST = 2, 4, 8  # buttons, from more than which on they stand in two columns, in three and in four
MAX_NARROW_LABEL = 30  # letters of a button that fit a narrow column
LIST_PLAY_KEY = "list"  # the play by which one says in order what is to be tried
NOT_A_WORD = re.compile(r"[^a-z0-9]+")


def list_questions(context: PageContext) -> list[QuestionView]:
    """Return all open questions that the viewer is asked in this game."""
    return context.asked


def render_question(context: PageContext, asked: QuestionView, *, first: bool = False) -> Markup:
    """Render one open question to the viewer with its form, or only the controls under the game's own drawing if it is
    answered in that; answers that are squares or cells of a picture are buttons there and not here. If it is the
    `first`, its text is left out, because it is shown above the board.
    """
    staged = looks.render_scene_answer(context, asked)
    if staged is not None:
        return staged
    name = f"q-{format_html_id(asked.id)}"
    squares, drawn = find_tappable_squares(context.shown, asked), find_tappable_cells(context.shown, asked)
    text, due = context.format_question(asked), render_countdown(context, asked.due)
    head = None if first else h("h3", text, " ", h("small", due) if due else None, id=name, tabindex="-1")
    choose = context.say("Choose a {place} on the board.", place=context.shown.place)
    later = context.say("You can tap up to {n} more for your next turns.", n=asked.most - 1) if asked.most > 1 else None
    where = h("p", render_icon("door"), " ", choose, " ", later, class_="hint") if squares else None
    hidden = h("input", type="hidden", name="question", value=asked.id)
    inner = join_markup(head, where, hidden, _render_answers(context, asked, squares | drawn))
    return context.render_form("answer", inner, class_="ask", aria_labelledby=name)


def _render_rule_link(context: PageContext, asked: QuestionView) -> Child:
    """Render a link to the rule of the minigame in which this question is asked; None if it is not asked in one."""
    name = find_question_topic(context.shown, asked)
    if not name:
        return None
    told = context.say("How {name} works", name=name)
    sign = h("span", "?", aria_hidden="true")
    return h(
        "a", sign, h("span", told, class_="unseen"), href=context.format_rule_url(name), title=told, class_="btn how"
    )


def _render_answers(context: PageContext, asked: QuestionView, elsewhere: set[object]) -> Child:
    """Render the ways to answer a question: buttons for its options or for a few numbers, and a field to type in where
    that is allowed. Options in `elsewhere`, which are tapped on the board or a picture, are left out.
    """
    if asked.form.kind == "choice":
        buttons = [
            _render_option_button(context, asked, option) for option in asked.options if option.value not in elsewhere
        ]
        typed = _render_answer_field(context, asked, elsewhere) if asked.form.words else None
        longest = max((len(context.format_words(option.label)) for option in asked.options), default=0)
        return join_markup(_render_choices(buttons, _render_rule_link(context, asked), longest), typed)
    numbers = [] if elsewhere else [_render_number_button(context, asked, n) for n in _list_few_numbers(asked.form)]
    return join_markup(
        _render_choices(numbers, None, 0),
        _render_order_hint(context, asked),
        _render_answer_field(context, asked, elsewhere, _render_rule_link(context, asked)),
    )


def _render_choices(buttons: Sequence[Markup], how: Child, longest: int) -> Markup | None:
    """Render the `buttons` of a question in so many columns that all are in view without scrolling, at most two if the
    longest label (of `longest` letters) is long. `how`, a link to the rule, follows them. None if there is neither.
    """
    many = f"choices many{' most' if len(buttons) > MOST else ''}" if longest <= MAX_NARROW_LABEL else "choices some"
    kind = many if len(buttons) > MANY else "choices some" if len(buttons) > SOME else "choices"
    return h("div", buttons, how, class_=kind) if buttons or how else None


def _list_few_numbers(form: Form) -> Sequence[int]:
    """Return all numbers that would be an answer, if there are at most twelve; else none."""
    numbers = range(form.low, form.high + 1, max(1, form.step)) if form.kind == "number" else range(0)
    return numbers if len(numbers) <= STEPS else ()


def _render_number_button(context: PageContext, asked: QuestionView, n: int) -> Markup:
    """Render the button that answers a question with this number."""
    return h(
        "button",
        context.format_number(n),
        name="value",
        value=n,
        id=f"a-{format_html_id(asked.id)}-{n}",
        formnovalidate=True,
    )


def _render_option_button(context: PageContext, asked: QuestionView, option: Option) -> Markup:
    """Render the button that answers a question with this option. If the question is otherwise answered on the board
    and the option has a rule, it first shows the rule, with a second button that answers.
    """
    name = f"a-{format_html_id(asked.id)}-{format_html_id(str(option.value))}"
    # Where words of one's own would do as well, a button must not wait for them.
    free, label = asked.form.words, context.format_words(option.label)
    button = partial(h, "button", name="value", value=option.value, id=name, formnovalidate=free)
    rule = context.find_rule(option.label) if find_tappable_squares(context.shown, asked) else None
    if rule is None:
        return button(label)
    # What ends a turn on the board otherwise than by a door is read before it is done.
    sure = button(context.say("{name}: I am sure", name=label), class_="go")
    return h("details", h("summary", label), h("p", context.format_words(rule), class_="hint"), sure, class_="sure")


def _render_order_hint(context: PageContext, asked: QuestionView) -> Markup | None:
    """Render, for browsers without script, a hint which options can be typed as the answer and how many; None if the
    question does not ask for several options in order.
    """
    if asked.form.kind != "several" or not asked.options:
        return None
    words = ", ".join(_format_option(context, option) for option in asked.options)
    form, one = asked.form, "Choose {low} of these. The order counts: {words}"
    text = one if form.low == form.high else "Choose {low} to {high} of these. The order counts: {words}"
    told = context.say(text, low=form.low, high=form.high, words=words)
    return h("noscript", h("p", told, class_="hint"))  # with a script they are tapped


def _format_option(context: PageContext, option: Option) -> str:
    """Return an option's label; if its value is a number that is not the label itself, the value and behind it the
    label in brackets.
    """
    label = context.format_words(option.label)
    return label if str(option.value) in (label, option.value) else f"{option.value} ({label})"


def _render_answer_field(
    context: PageContext, asked: QuestionView, elsewhere: set[object], how: Child = None
) -> Markup:
    """Render the input field in which the answer to a question is typed, with the button that sends it and, after it,
    `how` (a link to the rule).
    """
    there = render_value_field(context, f"t-{format_html_id(asked.id)}", asked.form, asked.options, elsewhere)
    return h("div", there, h("button", context.say("Answer"), class_="go"), how, class_="typed")


def render_value_field(
    context: PageContext,
    name: str,
    form: Form,
    options: Sequence[Option],
    elsewhere: Container[object] = (),
    said: str = "",
) -> Markup:
    """Render an input field for a number, for several options in order, or for words, filled with `said`. The page's
    script offers the options of several to be tapped, except those in `elsewhere`, which have their buttons there.
    """
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
        context.say("in your order: {words}", words=_format_example_answer(context, form, options))
        if several
        else context.say("in words")
    )
    chips = (
        ",".join(_format_chip(context, option) for option in options if option.value not in elsewhere)
        if several
        else ""
    )
    words = {"maxlength": 200, "autocomplete": "off", "placeholder": hint, "aria_label": hint}
    return h("input", id=name, name="value", value=said or None, required=True, data_chips=chips or None, **words)


def _format_chip(context: PageContext, option: Option) -> str:
    """Return what a tap on an option writes into the input field, where commas part several answers: the option's
    label, or its value if that is a number or the label has a comma in it.
    """
    label = context.format_words(option.label)
    return str(option.value) if isinstance(option.value, int) or "," in label else label


def _format_example_answer(context: PageContext, form: Form, options: Sequence[Option]) -> str:
    """Return an example of what to type as several options in order: up to three of the options. The caller makes sure
    that there are any.
    """
    *some, last = options[: min(EXAMPLES, form.high)]
    name = context.format_words(last.label)
    return ", ".join(
        [
            *(_format_chip(context, option) for option in reversed(some)),
            _format_chip(context, last) if "," in name else name,
        ]
    )


def render_plays(context: PageContext, panel: Panel | None) -> Markup | None:
    """Render the plays that the viewer may make without being asked, except those with a button on the board or in the
    bar below it (but lists of squares to open later are here, too), and a link to the page of standing orders, which
    are many and for later; None if there are none of both.
    """
    items = _list_remaining_plays(context, panel)
    if not items:
        return None
    drawn: list[Child] = [
        context.render_cached(("play", *_build_play_key(item)), partial(_render_play, context, item))
        for item in items
        if not item.standing
    ]
    if len(drawn) < len(items):
        drawn.append(h("p", h("a", context.say(ORDERS_TITLE), href=f"/g/{context.shown.id}/orders", class_="btn")))
    return h("section", h("h2", context.say("What you can use")), drawn, id="more")


ORDERS_TITLE = "Standing orders"


def render_standing_orders(context: PageContext) -> list[Markup]:
    """Render a form for each order that the viewer may leave for later."""
    return [_render_play(context, item) for item in context.shown.plays if item.standing]


def _build_play_key(item: Play) -> Sequence[Hashable]:
    """Return all that the form of a move depends on, as a cache key."""
    return (item.key, item.label, item.form, item.example, *item.options, "now", *item.now)


def _list_remaining_plays(context: PageContext, panel: Panel | None) -> list[Play]:
    """Return the viewer's plays (what they may do without being asked), standing orders among them, except those made
    by choosing squares of this table's board or by a mere button; a list of squares to open later stays among them.
    """
    near = (is_square_play, is_choiceless_play, is_multi_square_play)
    return [item for item in context.shown.plays if not any(is_near(item, panel) for is_near in near)]


OWN_WORDS, LONGEST_OWN_WORDS = "hear", 200
OWN_WORDS_EXAMPLE = "whose turn is it?"


def render_own_words_field(context: PageContext) -> Markup | None:
    """Render the text field in which a player can write freely: an answer, a play, or a question to the host; None for
    spectators, or if the game is not running.
    """
    if not context.shown.you or context.shown.stage != RUNNING:
        return None
    label = h("label", context.say("Write to the host in your own words"), for_="own-words")
    hint = context.say("for example: {line}", line=OWN_WORDS_EXAMPLE)
    field = h(
        "input",
        name="words",
        id="own-words",
        maxlength=LONGEST_OWN_WORDS,
        required=True,
        autocomplete="off",
        placeholder=hint,
    )
    row = h("div", field, h("button", context.say("Send"), id="own-words-do"), class_="typed")
    return context.render_form(OWN_WORDS, label, row, class_="play")


def render_plays_link(context: PageContext, panel: Panel | None) -> Child:
    """Render a link to the plays that the viewer may make while waiting for their turn; None if none are listed
    there.
    """
    link = h("a", context.say("What you can use"), href="#rest", class_="btn", id="use")
    return link if _list_remaining_plays(context, panel) else None


def is_square_play(item: Play, panel: Panel | None) -> bool:
    """Return whether this play is made by choosing one square of the board at this table (`panel`)."""
    return item.form.kind == "choice" and _is_board_play(item, panel)


def is_list_play(item: Play, panel: Panel | None) -> bool:
    """Return whether this play lists squares of this table's board in the order in which the player wants to open them
    later.
    """
    return item.key == LIST_PLAY_KEY and item.form.kind == "several" and _is_board_play(item, panel)


def is_multi_square_play(item: Play, panel: Panel | None) -> bool:
    """Return whether this play sends several squares of this table's board at once."""
    return item.key != LIST_PLAY_KEY and item.form.kind == "several" and _is_board_play(item, panel)


def _is_board_play(item: Play, panel: Panel | None) -> bool:
    """Return whether this play chooses one or several squares of this table's board."""
    return panel is not None and panel.board is not None and find_options_place(item) == (panel.id, BOARD)


def is_picture_play(item: Play, panel: Panel, picture: Picture) -> bool:
    """Return whether this play is made by tapping a cell of this picture."""
    table, name = find_options_place(item)
    there = {cell.value for cell in list_picture_cells(picture)}
    fits = table == panel.id and covers_picture(name, picture.id) and item.form.kind == "choice"
    return fits and any(option.value in there for option in item.options)


def is_choiceless_play(item: Play, panel: Panel | None) -> bool:
    """Return whether this play belongs to this table (`panel`) and is a mere button without a choice, to be shown in
    the bar below the board.
    """
    return (
        panel is not None
        and find_options_place(item)[0] == panel.id
        and not item.options
        and item.form.kind == "choice"
    )


def render_choiceless_plays(context: PageContext, panel: Panel | None) -> list[Markup]:
    """Render a button, for the bar below the board, for each play (what the viewer may do without being asked) that
    needs no choice.
    """
    return [_render_play(context, item) for item in context.shown.plays if is_choiceless_play(item, panel)]


def render_multi_square_plays(context: PageContext, panel: Panel | None) -> list[Markup]:
    """Render the plays for which several squares are tapped; their fields hold the squares chosen so far."""
    return [
        _render_play(context, item, tapped=True) for item in context.shown.plays if is_multi_square_play(item, panel)
    ]


def format_play_id(key: str) -> str:
    """Return the HTML id of the input field of the play with this key."""
    return f"p-{format_html_id(key)}"


def _render_play(context: PageContext, item: Play, *, tapped: bool = False) -> Markup:
    """Render the form that makes a play (what the viewer may do without being asked): one button if it needs no choice,
    else its field and a button. If its squares are `tapped` on the board, the field is one that holds those.
    """
    name = format_play_id(item.key)
    bare = not item.options and item.form.kind == "choice"
    hidden = h("input", type="hidden", name="key", value=item.key)
    label = None if bare else h("label", context.format_words(item.label), for_=name)
    do = h(
        "button",
        context.format_words(item.label) if bare else context.say("Go" if tapped else "Do it"),
        id=f"{name}-do",
    )
    choice = _render_squares_field(context, item, name) if tapped else _render_play_field(context, item, name)
    return context.render_form(
        "play", hidden, label, h("div", choice, do, class_="typed"), class_="play tapped" if tapped else "play"
    )


def _render_squares_field(context: PageContext, item: Play, name: str) -> Markup:
    """Render the text field, with the id `name`, of a play for which several squares are tapped, filled with the
    squares that the page's address names.
    """
    said = ", ".join(map(str, context.query.named[: item.form.high]))
    return render_value_field(context, name, item.form, item.options, {option.value for option in item.options}, said)


def _render_play_field(context: PageContext, item: Play, name: str) -> Child:
    """Render the field for the choice of a play: a list of its options, with a text field beside it if own words are
    allowed, too, or a field for a number, several options or words, filled with what holds now; None if it is a choice
    without options.
    """
    if item.form.kind != "choice":
        said = ", ".join(_format_chip(context, option) for option in item.now)
        return render_value_field(context, name, item.form, item.options, said=said)
    if not item.options:
        return None
    chosen = h("select", _render_play_options(context, item), name="value", id=name, autocomplete="off")
    if not item.form.words:
        return chosen
    hint = context.say("or in words")
    if item.example:
        hint = context.say("or in words, for example {example}", example=item.example)
    return join_markup(
        chosen, h("input", name="words", maxlength=200, autocomplete="off", placeholder=hint, aria_label=hint)
    )


def _render_play_options(context: PageContext, item: Play) -> list[Markup]:
    """Render the choices of a play; the current value is preselected, so that sending the form changes nothing by
    itself.
    """
    values = {option.value for option in item.options}
    every = [*(option for option in item.now if option.value not in values), *item.options]
    stands = {option.value for option in item.now}
    return [h("option", _format_option(context, o), value=o.value, selected=o.value in stands) for o in every]


def format_html_id(text: str) -> str:
    """Return a text as lower-case words joined by hyphens, for an HTML id."""
    return NOT_A_WORD.sub("-", text.lower())


def render_predictions_link(context: PageContext) -> Child:
    """Render a link to the panel of spectators' predictions; None if nothing can be predicted."""
    link = h("a", context.say("Predict what happens next"), href="#rest", class_="btn", id="foresee")
    return link if context.shown.forecasts else None
