"""Questions and plays as forms, and forms back into answers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel import Form, Option, Play, Reader, render
from host.answers import squares_of
from host.showing import Asked, Showing
from host.web.html import Child, Markup, h, join


def question(showing: Showing, asked: Asked, reader: Reader) -> Markup:
    """One question to the viewer, with all it takes to answer it."""
    text = render(asked.text, {"who": asked.who, **asked.facts}, reader)
    name = f"q-{asked.id.replace('#', '-')}"
    return h(
        "form",
        h("h3", text, id=name),
        h("input", type="hidden", name="question", value=asked.id),
        _answer(showing, asked, reader),
        _until(asked.due),
        method="post",
        action=f"/g/{showing.id}/answer",
        class_="ask",
        aria_labelledby=name,
    )


def _answer(showing: Showing, asked: Asked, reader: Reader) -> Markup:
    if asked.form.kind == "choice":
        board = squares_of(showing, asked)
        others = [option for option in asked.options if option.value not in board]
        hint = h("p", "Choose a square on the board, or type it:", class_="hint") if board else None
        typed = join(_field(asked.form, asked.options), _go("Select")) if board or asked.form.words else None
        return join(hint, typed, h("div", [_button(option, reader) for option in others], class_="choices"))
    return join(_listed(asked, reader), _field(asked.form, asked.options), _go("Answer"))


def _button(option: Option, reader: Reader) -> Markup:
    return h("button", reader.value(option.label), name="value", value=option.value)


def _listed(asked: Asked, reader: Reader) -> Markup | None:
    if asked.form.kind != "several" or not asked.options:
        return None
    words = ", ".join(_said(option, reader) for option in asked.options)
    low, high = asked.form.low, asked.form.high
    count = str(low) if low == high else f"{low} to {high}"
    return h("p", f"Name {count}, in order, from: {words}", class_="hint")


def _said(option: Option, reader: Reader) -> str:
    label = reader.value(option.label)
    return label if str(option.value) == label else f"{option.value} ({label})"


def _field(form: Form, options: Sequence[Option]) -> Markup:
    if form.kind == "number":
        return h(
            "input",
            type="number",
            name="value",
            min=form.low,
            max=form.high,
            step=form.step,
            required=True,
            aria_label=f"A number from {form.low} to {form.high}",
            inputmode="numeric",
        )
    hint = "several, in order: 3 17 B2" if form.kind == "several" else "17 or B2" if _numbers(options) else "in words"
    return h("input", name="value", required=True, maxlength=200, autocomplete="off", placeholder=hint, aria_label=hint)


def _numbers(options: Sequence[Option]) -> bool:
    return any(isinstance(option.value, int) for option in options)


def _go(word: str) -> Markup:
    return h("button", word, class_="go")


def _until(due: float) -> Markup | None:
    return h("p", "Time left: ", h("time", data_due=int(due)), class_="due") if due else None


def plays(showing: Showing, reader: Reader) -> Markup | None:
    """All that the viewer may do now without being asked."""
    if not showing.plays:
        return None
    forms = [play(showing.id, item, reader) for item in showing.plays]
    return h("section", h("h2", "At any time"), forms, class_="plays")


def play(game: str, item: Play, reader: Reader) -> Markup:
    """One thing to do: a button, perhaps with a choice beside it."""
    name = f"p-{re.sub(r'[^a-z0-9]+', '-', item.key.lower())}"
    return h(
        "form",
        h("input", type="hidden", name="key", value=item.key),
        h("label", reader.value(item.label), for_=name) if item.options or item.form.kind != "choice" else None,
        _choice(item, reader, name),
        h("button", reader.value(item.label) if not item.options and item.form.kind == "choice" else "Do it"),
        method="post",
        action=f"/g/{game}/play",
        class_="play",
    )


def _choice(item: Play, reader: Reader, name: str) -> Child:
    if item.form.kind == "number":
        low, high = item.form.low, item.form.high
        return h("input", id=name, type="number", name="value", min=low, max=high, step=item.form.step, required=True)
    if item.form.kind in ("several", "text"):
        hint = "in order: 3 17 B2" if item.form.kind == "several" else "in words"
        return h("input", id=name, name="value", required=True, maxlength=200, autocomplete="off", placeholder=hint)
    if not item.options:
        return None
    return h("select", [h("option", _said(o, reader), value=o.value) for o in item.options], name="value", id=name)
