"""Questions and plays as forms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel import Form, Option, Play
from engine.kernel.view import Panel
from host.doors.web.html import Child, Markup, h, join
from host.doors.web.page_context import Sight, clock, to_rule
from host.said.answers import squares_of
from host.said.rule_lookup import topic
from host.shown.views import Asked

EXAMPLES = 3
NOT_A_WORD = re.compile(r"[^a-z0-9]+")


def questions(sight: Sight) -> list[Asked]:
    """What the viewer is asked."""
    return [asked for asked in sight.shown.asked if asked.who == sight.shown.you]


def question(sight: Sight, asked: Asked) -> Markup:
    """One question to the viewer, with all it takes to answer it; what the board answers stands with the board."""
    name = f"q-{slug(asked.id)}"
    due, squares = clock(sight, asked.due), squares_of(sight.shown, asked)
    text = h("h3", sight.say(asked.text, **{"who": asked.who, **asked.facts}), id=name, tabindex="-1")
    secret = h("span", sight.say("secret"), class_="tag") if asked.secret else None
    where = [sight.say("Choose a square on the board."), " "] if squares else None
    hint = h("p", secret, where, [sight.say("Time left:"), " ", due] if due else None, class_="hint")
    hidden = h("input", type="hidden", name="question", value=asked.id)
    inner = join(text, hint, _how(sight, asked), hidden, _answers(sight, asked, squares))
    return sight.form("answer", inner, class_="ask", aria_labelledby=name)


def _how(sight: Sight, asked: Asked) -> Child:
    """A way to the rule of the minigame, say, in which this is asked."""
    name = topic(sight.shown, asked)
    return h("p", to_rule(name, sight.say("How {name} works", name=name)), class_="hint") if name else None


def _answers(sight: Sight, asked: Asked, squares: set[object]) -> Child:
    if asked.form.kind == "choice":
        buttons = [_button(sight, asked, option) for option in asked.options if option.value not in squares]
        typed = _typed(sight, asked) if asked.form.words else None
        return join(h("div", buttons, class_="choices") if buttons else None, typed)
    return join(_listed(sight, asked), _typed(sight, asked))


def _button(sight: Sight, asked: Asked, option: Option) -> Markup:
    name = f"a-{slug(asked.id)}-{slug(str(option.value))}"
    return h("button", sight.name(option.label), name="value", value=option.value, id=name)


def _listed(sight: Sight, asked: Asked) -> Markup | None:
    if asked.form.kind != "several" or not asked.options:
        return None
    words = ", ".join(_said(sight, option) for option in asked.options)
    form, one = asked.form, "Name {low}, in order, from: {words}"
    text = one if form.low == form.high else "Name {low} to {high}, in order, from: {words}"
    return h("p", sight.say(text, low=form.low, high=form.high, words=words), class_="hint")


def _said(sight: Sight, option: Option) -> str:
    label = sight.name(option.label)
    return label if str(option.value) in (label, option.value) else f"{option.value} ({label})"


def _typed(sight: Sight, asked: Asked) -> Markup:
    """A field to type in, and the button beside it."""
    there = field(sight, f"t-{slug(asked.id)}", asked.form, asked.options)
    return h("div", there, h("button", sight.say("Answer"), class_="go"), class_="typed")


def field(sight: Sight, name: str, form: Form, options: Sequence[Option]) -> Markup:
    """A field for a number, for several of the options in order, or for words."""
    if form.kind == "number":
        label = sight.say("A number from {low:n} to {high:n}", low=form.low, high=form.high)
        span = {"min": form.low, "max": form.high, "step": form.step}
        return h(
            "input", id=name, type="number", name="value", **span, required=True, aria_label=label, inputmode="numeric"
        )
    several = form.kind == "several" and bool(options)
    hint = sight.say("in order: {words}", words=_example(sight, form, options)) if several else sight.say("in words")
    chips = ",".join(_chip(sight, option) for option in options) if several else None
    words = {"maxlength": 200, "autocomplete": "off", "placeholder": hint, "aria_label": hint}
    return h("input", id=name, name="value", required=True, data_chips=chips, **words)


def _chip(sight: Sight, option: Option) -> str:
    """What a tap writes into the field: a number, or a label that stays whole between commas."""
    label = sight.name(option.label)
    return str(option.value) if isinstance(option.value, int) or "," in label else label


def _example(sight: Sight, form: Form, options: Sequence[Option]) -> str:
    """Some of these very options in an order, as they may be typed; the last one by its name, if it has one."""
    *some, last = options[: min(EXAMPLES, form.high)]
    name = sight.name(last.label)
    return ", ".join(
        [*(_chip(sight, option) for option in reversed(some)), _chip(sight, last) if "," in name else name]
    )


def plays(sight: Sight, panel: Panel | None) -> Markup | None:
    """What the viewer may do now without being asked, folded away; what the board can do stands with the board."""
    items = [item for item in sight.shown.plays if not on_board(item, panel)]
    if not items:
        return None
    summary = h("summary", sight.say("More you can do ({n})", n=len(items)), id="more-summary")
    return h("details", summary, [_play(sight, item) for item in items], class_="plays drawer", id="more")


def on_board(item: Play, panel: Panel | None) -> bool:
    """Is this a play about one square of that board?"""
    size = panel.board.rows * panel.board.columns if panel and panel.board else 0
    values = [option.value for option in item.options]
    squares = all(isinstance(value, int) and 0 < value <= size for value in values)
    return item.form.kind == "choice" and bool(values) and squares


def _play(sight: Sight, item: Play) -> Markup:
    name = f"p-{slug(item.key)}"
    bare = not item.options and item.form.kind == "choice"
    hidden = h("input", type="hidden", name="key", value=item.key)
    label = None if bare else h("label", sight.name(item.label), for_=name)
    do = h("button", sight.name(item.label) if bare else sight.say("Do it"), id=f"{name}-do")
    return sight.form("play", hidden, label, h("div", _choice(sight, item, name), do, class_="typed"), class_="play")


def _choice(sight: Sight, item: Play, name: str) -> Child:
    if item.form.kind != "choice":
        return field(sight, name, item.form, item.options)
    if not item.options:
        return None
    return h("select", [h("option", _said(sight, o), value=o.value) for o in item.options], name="value", id=name)


def slug(text: str) -> str:
    """A word fit for an id."""
    return NOT_A_WORD.sub("-", text.lower())
