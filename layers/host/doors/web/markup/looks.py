"""Looks: what a game brings along, beside its rules, to be drawn with; this page knows only how they are filled.

A look is a template NAME.html, its drawings NAME.svg (as symbols) and its style NAME.css; without a template the page's
own drawing wears the style. The template is well-formed markup, filled from the typed pictures of one table, with these
elements of its own:

| element | what it becomes |
|---|---|
| `rows of=ID` | its content for each row of that grid: `{row}`, `{tail}`, `{foot}`, `{n}`, and its cells' `{value}` |
| `heads of=ID` | its content for the name of each column: `{head}`, `{foot}` and `{n}` |
| `piles of=ID` | its content for each pile of cards: `{name}`, `{foot}`, `{tail}` and `{n}` |
| `when of=ID` | its content if there is that picture |
| `cells of=ID` | one of its `cell`s for each cell of the picture, or of the row around it |
| `backs of=ID` | its content for each card that lies face down |
| `cell kind= mark= last=` | the first that fits: `{face}`, `{note}`, `{value}`, `{kind}`, `{mark}`, `{n}`, `{plain}`
  (the face in no language, which names a drawing or an answer), the look's `{foot}` and `{tail}` of that number, and on
  a track `{token}`: `here` or `passed` |
| `words of=feet` | its content for each of those words of the look: `{word}`, `{tail}` and `{n}` |
| `options but=` | its content for each option that nothing before it is: `{label}` |
| `tap value= say=` | a radio button or checkbox where that is an option of the viewer's (`{label}`); else a thing;
  with `fill=whole` what it says needs no verb of the button before it |
| `join value= with=` | a part of options that several things make together, such as 2 and 7 of 2+7 |
| `draw s= times=` | a drawing of this look, or one of those that looks share; `icon s=` is one of the page's signs |
| `scale of=ID` | a meter as an arc that is filled up to its value, or with `shape=bar` as a bar |
| `picked n=` | what was tapped as the n-th thing, filled by the script |
| `add key= step= value=` | a part of a sum that answers the question of this key; without a value only
  the steps in which that sum is made more or less |

Anywhere stand `{pot}`, `{about}` (its label), and `{feet1}`, `{tails1}` and so on.

The look of a beat is filled from what was told: `{fact}`, and `{fact:money}` or `{fact:short}` where that is a sum.

| element | what it becomes |
|---|---|
| `lines of=` | its content for each line with a beat of this kind; `{top}` is `top` where its sum is the highest |
| `later of= mark=` | its content for the first line with a beat of this kind that was told with the same input,
  or with `mark=own` the first about the same player |
| `given of=` | its content where the facts around it have this one; `lacking of=` where they have not |
| `each of= value=` | its content for each thing in a fact that is a list, or for each of those who said
  this value: `{each}` and `{n}` |
| `spaces of=` | its content for the start and each space of that track, from the last: `{face}` and `{n}` |
| `landed of=` | its content for each line with one of these beats that brings its player to the space around it:
  the one with its sum as its face, or else number `{rung}`; `{down}` is how far below where they stood |
| `confetti` | slips of paper in the air |
| `seat of=` | token and name of the player, or of each player, in a fact; `each` is the one of the list around it |
| `sum of= less=` | a sum that counts up, less another fact |
| `said times=` | so many lines of what was told, in words, but for the first; `told times=` is the line around it, or
  so many of its sentences, with `fill=plain` in no host's voice |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple
from xml.etree import ElementTree as ET

from engine.kernel.picture import Cards, Cell, Grid, Look, Meter, Picture, Track, list_picture_cells
from engine.kernel.question import Value
from engine.kernel.text import Words
from engine.kernel.view import Panel
from host.doors.web.files import format_static_url, list_look_files, list_static_files, read_static_file, render_icon
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext
from host.said.answers import find_question_topic
from host.shown.views import QuestionView

SLOT = re.compile(r"\{(\w+(?::\w+)?)\}")
VIEW_BOX = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)"')
MAX_DRAWN = 9  # of one thing beside each other
TAPPABLE_FORMS = ("choice", "several", "number")  # kinds of answers that consist of things
SHARED_DRAWINGS = "shapes"  # what several looks draw: an ear, an envelope
SCALES = {"arc": ("0 0 200 160", "M32 136A78 78 0 1 1 168 136"), "bar": ("0 0 24 130", "M12 118V12")}


class Drawn(NamedTuple):
    """A table drawn in the game's own way, and the options that are tapped in it."""

    markup: Markup
    tapped: set[str]
    go: Words
    stay: Words
    step: int = 0  # of a sum that is put together from what is tapped; 0 where it is not
    left: Sequence[Picture] = ()  # the table's pictures that do not stand in it
    tap: Words = ""


def draw_scene(context: PageContext, panel: Panel | None) -> Drawn | None:
    """Draw a table (`panel`) in its game's own way, from a template: as a form if the viewer answers a question by
    tapping in it; with it come the answers that are tapped, the labels of buttons, and the pictures that do not stand
    in it. Return None if the game brings no template for it, or if the viewer is asked there what cannot be tapped, or
    what none of the things to tap in it answers (unless the look has a button to stay).
    """
    pictures = context.shown.view.list_pictures(panel) if context.shown.view and panel else []
    look = next((each.look for each in pictures if each.look and f"{each.look.name}.html" in list_look_files()), None)
    if look is None or panel is None:
        return None
    asked = _find_question(context, panel)
    if asked and asked.form.kind not in TAPPABLE_FORMS:
        return None
    filler = TemplateFiller(context, look, pictures, asked)
    art = filler.fill(load_template(look.name), filler.list_look_facts(), ())
    by_hand = bool(filler.tapped or filler.step)
    if asked and not by_hand and filler.could_be_tapped and not look.stay:
        return None
    inner = [_render_pot(context, look, asked), h("div", art, class_="art"), _render_knowledge(context, look)]
    room = h("div", inner, class_=f"scene {look.name}")
    script = format_static_url("scene.js")
    left = [each for each in pictures if each.id and each.id not in filler.used]
    if not by_hand or asked is None:
        return Drawn(h("div", room, data_look=look.name, data_script=script), set(), look.go, look.stay, left=left)
    hidden = h("input", type="hidden", name="question", value=asked.id)
    several = asked.form.kind == "several"
    loaded = {
        "data_look": look.name,
        "data_script": script,
        "data_least": (several and asked.form.low) or 1,
        "data_most": (several and asked.form.high) or None,
        "data_sum": context.format_money(0) if filler.step else None,
    }
    form = context.render_form("answer", hidden, room, _render_order_field(context, asked), id="scene", **loaded)
    return Drawn(form, filler.tapped, look.go, look.stay, filler.step, left, look.tap)


def find_style(context: PageContext, panel: Panel) -> str:
    """Return the name of a game's look that is only a style sheet, with which the page draws this table's pictures
    in its usual way; an empty string if there is none.
    """
    pictures = context.shown.view.list_pictures(panel) if context.shown.view else []
    names = [each.look.name for each in pictures if each.look]
    return next((name for name in names if f"{name}.css" in list_look_files()), "")


def draw_last_scene(context: PageContext, pictures: Sequence[Picture]) -> Markup | None:
    """Draw the last scene of a minigame's (or other inner) table that closed, behind the moment that closed it: in
    the game's own drawing, from the stored pictures (kept without answer values, pot and label), with nothing to
    tap. None if the game brings no template.
    """
    look = next((each.look for each in pictures if each.look and f"{each.look.name}.html" in list_look_files()), None)
    if look is None:
        return None
    filler = TemplateFiller(context, look, pictures, None)
    art = h("div", filler.fill(load_template(look.name), filler.list_look_facts(), ()), class_="art")
    return h("div", art, class_=f"scene {look.name}", data_look=look.name)


def _render_order_field(context: PageContext, asked: QuestionView) -> Markup | None:
    """Render, for browsers without script, a text field in which to write the answer to a question for several things
    in order; None for other questions.
    """
    if asked.form.kind != "several" or asked.form.high == 1:
        return None
    field = h("input", name="value", autocomplete="off")
    return h(
        "noscript", h("label", context.say("Or write your choices, in the order you want."), field, class_="inorder")
    )


def _find_question(context: PageContext, panel: Panel) -> QuestionView | None:
    """Return the viewer's first open question at this table, or None."""
    return next((each for each in context.asked if each.id.partition("#")[0] == panel.id), None)


def render_scene_answer(context: PageContext, asked: QuestionView) -> Markup | None:
    """Render the controls under the shown table's scene in which the question `asked` is answered: a button that sends
    what was tapped, and a button for each other answer. Return None if it is not answered in that scene, as only the
    viewer's first question at this table is.
    """
    here = context.panel is not None and asked == _find_question(context, context.panel)
    scene = draw_scene(context, context.panel) if here else None
    if scene is None or not (scene.tapped or scene.step or scene.stay):
        return None
    hidden = h("input", type="hidden", name="question", value=asked.id)
    left = _list_ways_out(asked, scene)
    sums = {value: label for value, label in left.items() if scene.step and value not in ("0", 0)}  # put together
    out = [_render_way_out(context, value, label) for value, label in left.items() if value not in sums]
    told = {
        "data_go": context.format_words(scene.go) or "#",
        "data_none": context.format_words(scene.tap) or _format_tap_first(context, asked),
    }
    by_hand = bool(scene.tapped or scene.step)
    go = h("button", context.say("Go"), form="scene", class_="go", id="scene-go", **told) if by_hand else None
    ready = h("noscript", [_render_way_out(context, *each) for each in sums.items()]) if sums else None
    steps = _render_steps(context, scene.step) if scene.step else None
    return context.render_form("answer", hidden, h("div", out, steps, go, class_="two2"), ready, class_="ask")


def _render_way_out(context: PageContext, value: Value, label: Words) -> Markup:
    """Render the button that answers a question with this value, though nothing in the scene is tapped."""
    return h("button", context.format_words(label), name="value", value=value, formnovalidate=True)


def _render_steps(context: PageContext, step: int) -> Child:
    """Render the two buttons that make a sum smaller and larger by `step`; they are hidden until the page's script
    shows them.
    """
    one, short = context.format_money(step), context.format_short_money(step)
    return [
        h("button", f"{sign}{short}", type="button", data_step=each, aria_label=f"{sign}{one}", hidden=True)
        for sign, each in (("\u2212", -step), ("+", step))
    ]


def _list_ways_out(asked: QuestionView, scene: Drawn) -> Mapping[Value, Words]:
    """Return the answers that are not things in the scene (such as stopping), with the labels of their buttons, by
    value; where a number is asked only the lowest one, if the game has a label for it (`stay`).
    """
    if asked.form.kind == "number":
        return {asked.form.low: scene.stay} if scene.stay else {}
    return {option.value: option.label for option in asked.options if str(option.value) not in scene.tapped}


def _render_pot(context: PageContext, look: Look, asked: QuestionView | None) -> Markup:
    """Render the line at the top of a game's scene, as its look says it: the money at stake, how often the player may
    still fail or go on (if it tells that), and a link to the rule if the viewer is `asked` something in a minigame.
    """
    topic = find_question_topic(context.shown, asked) if asked else ""
    told = context.say("How {name} works", name=topic)
    sign = [h("span", "?", aria_hidden="true"), h("span", told, class_="unseen")]
    how = h("a", sign, href=context.format_rule_url(topic), title=told, class_="how") if topic else None
    pot = h("div", h("span", context.format_words(look.label)), h("b", context.format_words(look.pot), class_="num"))
    lives = h("small", context.format_words(look.lives)) if look.lives else None
    return h("div", pot, lives, how, class_="hud")


def _render_knowledge(context: PageContext, look: Look) -> Markup:
    """Render in a scene what helps the player decide: known chances, what is left, what was seen."""
    risk = h("li", context.format_words(look.risk), class_="risk") if look.risk else None
    return h("ul", [h("li", context.format_words(each)) for each in look.know], risk, class_="know")


def _format_tap_first(context: PageContext, asked: QuestionView) -> str:
    """Return the label that a scene's answer button has until enough has been tapped, such as “Tap 2 first”."""
    least = asked.form.low if asked.form.kind == "several" else 1
    return context.say("Tap {n} first", n=least) if least > 1 else context.say("Tap one first")


@cache
def load_template(name: str) -> ET.Element:
    """Return the parsed HTML template `name`, which must exist, with which a game draws its scene or moment; cached, as
    many pages need it.
    """
    return ET.fromstring(list_look_files()[f"{name}.html"].read_text(encoding="utf-8"))  # noqa: S314 - our own file


@cache
def _load_view_boxes(name: str) -> Mapping[str, str]:
    """Return the view box (position and size in SVG) of each drawing in the SVG file of the scene `name`, by the
    drawing's name; none if there is no such file.
    """
    there = f"{name}.svg" in list_static_files()
    return dict(VIEW_BOX.findall(read_static_file(f"{name}.svg").decode())) if there else {}


Facts = Mapping[str, str]
Cells = Sequence[Cell]


class TemplateFiller:
    """Fills a template; notes which options of the question became things to tap."""

    def __init__(
        self, context: PageContext, look: Look, pictures: Sequence[Picture], asked: QuestionView | None
    ) -> None:
        self.context, self.look, self.asked = context, look, asked
        self.pictures = {each.id: each for each in pictures}
        self.labels = _list_answer_labels(context, asked) if asked else {}
        self.tapped, self.could_be_tapped = set[str](), False
        self.used = set[str]()
        self.step = 0  # of a sum that is put together from parts
        self.own: dict[str, Callable[[ET.Element, Facts, Cells], Iterator[Child]]] = {
            "rows": self._fill_rows,
            "heads": self._fill_heads,
            "piles": self._fill_piles,
            "when": self._fill_when,
            "cells": self._fill_cells,
            "backs": self._fill_backs,
            "words": self._fill_words,
            "options": self._fill_options,
            "tap": self._render_tap,
            "join": self._render_join,
            "draw": self._render_drawing,
            "icon": self._render_icon,
            "scale": self._render_scale,
            "picked": self._render_picked,
            "add": self._render_part_of_sum,
            "say": self._render_words,
        }

    def fill(self, parent: ET.Element, facts: Facts, here: Cells) -> list[Child]:
        """Return the content of `parent`, an element of a scene's template, as a list of markup, without `parent`
        itself. The texts in `facts` are put into its slots by name; `here` are the cells of the picture's row that the
        element shows. The filler notes meanwhile which pictures are drawn and which answers can be tapped.
        """
        found: list[Child] = [put_facts(parent.text or "", facts)]
        for child in parent:
            if child.tag in self.own:
                found += self.own[child.tag](child, facts, here)
            else:
                attributes = {"data-move" if k == "move" else k: put_facts(v, facts) for k, v in child.attrib.items()}
                found.append(h(child.tag, self.fill(child, facts, here), **attributes))
            found.append(put_facts(child.tail or "", facts))
        return found

    def _find_picture(self, at: ET.Element) -> Picture | None:
        """Return the picture that a template's element names by its attribute `of`, or None."""
        name = at.get("of")
        return self.pictures.get(name) if name else None  # not one without a name

    def _fill_rows(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each row of the grid that it names, with the row's name,
        number and answer value as facts, and note that this grid is drawn; nothing if it names no grid.
        """
        grid = self._find_picture(at)
        if isinstance(grid, Grid):
            self.used.add(grid.id)
            for n, start in enumerate(range(0, len(grid.cells), grid.columns)):
                here = grid.cells[start : start + grid.columns]
                value = next((str(cell.value) for cell in here if cell.value is not None), "")
                told = {"row": self.context.format_words(_get_word(grid.rows, n)), "value": value, "n": str(n + 1)}
                yield from self.fill(at, {**facts, **told, **self._list_look_words(n)}, here)

    def _fill_heads(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each column name of the grid that it names."""
        grid = self.pictures.get(at.get("of", ""))
        for n, head in enumerate(grid.heads if isinstance(grid, Grid) else []):
            told = {"head": self.context.format_words(head), "n": str(n + 1)}
            yield from self.fill(at, {**facts, **told, **self._list_look_words(n)}, here)

    def _fill_piles(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each pile of the card picture that it names, and note that
        this picture is drawn; nothing if it names none.
        """
        picture = self.pictures.get(at.get("of", ""))
        if isinstance(picture, Cards):
            self.used.add(picture.id)
            for n, pile in enumerate(picture.piles):
                told = {"name": self.context.format_words(pile.name), "n": str(n + 1)}
                yield from self.fill(at, {**facts, **told, **self._list_look_words(n)}, pile.cards)

    def _list_look_words(self, n: int) -> Facts:
        """Return, by the names `foot` and `tail`, the two short texts that a game gives to the n-th row, column or pile
        (counted from 0) of its scene.
        """
        foot, tail = _get_word(self.look.feet, n), _get_word(self.look.tails, n)
        return {"foot": self.context.format_words(foot), "tail": self.context.format_words(tail)}

    def list_look_facts(self) -> Facts:
        """Return, by name, the texts that the whole template of a scene can show: the money at stake as `pot`, its name
        as `about`, and the short texts of the columns or rows as `feet1`, `tails1` and so on.
        """
        say, words = self.context.format_words, (("feet", self.look.feet), ("tails", self.look.tails))
        told = {f"{name}{n}": say(word) for name, of in words for n, word in enumerate(of, 1)}
        return {**told, "pot": say(self.look.pot), "about": say(self.look.label)}

    def _fill_when(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element only if the scene has the picture that it names."""
        yield from self.fill(at, facts, here) if at.get("of") in self.pictures else ()

    def _fill_cells(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield a box for each cell of the picture that a template's element names, or without a name of the row around
        it: the content of the first part of the element that fits the cell. Cells that no part fits are left out; only
        if there are none is the picture noted as drawn.
        """
        picture = self._find_picture(at)
        listed = list_picture_cells(picture) if picture else here if at.get("of") is None else ()
        fitting = [
            next((one for one in at if _fits(one, cell, last=n == len(listed))), None)
            for n, cell in enumerate(listed, 1)
        ]
        self.used |= {at.get("of", "")} if None not in fitting else set()
        for n, (cell, one) in enumerate(zip(listed, fitting, strict=True), 1):
            if one is not None:
                told = {**self._list_cell_facts(facts, cell, n), "token": _find_token(picture, n)}
                yield h("div", self.fill(one, {**facts, **told}, ()), class_="cell0")

    def _list_cell_facts(self, facts: Facts, cell: Cell, n: int) -> Facts:
        """Return the texts of one cell that a template can show, by name: face, note, value, kind and the like, its
        number `n` in the row or picture, and out of `facts` the short texts for that number.
        """
        say = self.context.format_words
        return {
            "foot": facts.get(f"feet{n}", ""),
            "tail": facts.get("tail", facts.get(f"tails{n}", "")),
            "face": say(cell.face),
            "plain": cell.face if isinstance(cell.face, str) else "",
            "note": say(cell.note),
            "value": "" if cell.value is None else str(cell.value),
            "value:short": self.context.format_short_money(cell.value) if isinstance(cell.value, int) else "",
            "kind": cell.kind,
            "mark": cell.mark,
            "n": str(n),
        }

    def _fill_backs(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each card that lies face down in the card picture that it
        names.
        """
        picture = self._find_picture(at)
        for pile in picture.piles if isinstance(picture, Cards) else []:
            for _back in range(pile.backs):
                yield from self.fill(at, facts, ())

    def _fill_words(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each of the look's short texts that it names, `feet` or
        `tails`.
        """
        for n, word in enumerate({"feet": self.look.feet, "tails": self.look.tails}[at.get("of", "feet")], 1):
            told = {"word": self.context.format_words(word), "tail": facts.get(f"tails{n}", ""), "n": str(n)}
            yield from self.fill(at, {**facts, **told}, here)

    def _fill_options(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield the content of a template's element once for each answer that is neither tapped in the scene so far nor
        named in its attribute `but`.
        """
        but = self.tapped.union(at.get("but", "").split())
        for value in [value for value in self.labels if value not in but]:
            yield from self.fill(at, {**facts, "value": value, "label": self.labels[value]}, here)

    def _render_tap(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield a thing in a scene as a box to be ticked (or chosen, if only one can be), and note its value as
        tapped, if it is an answer to the viewer's question; else as it looks. In either case note that the scene has
        things to tap: it is not drawn if none of them answers the question.
        """
        value = put_facts(at.get("value", "{value}"), facts)
        label = self.labels.get(value, "")
        inner, kind = self.fill(at, {**facts, "label": label}, here), put_facts(at.get("class", ""), facts)
        self.could_be_tapped = True
        if self.asked is None or value not in self.labels:
            yield h("span", inner, class_=f"ob {kind}".strip())
            return
        self.tapped.add(value)
        several = self.asked.form.kind == "several"
        said = put_facts(at.get("say", ""), {**facts, "label": label})
        box = h(
            "input",
            type="checkbox" if several else "radio",
            name="value",
            value=value,
            required=not several,
            data_say=None if said in ("", label) else said,
            data_whole="yes" if at.get("fill") == "whole" else None,
            aria_label=label,
        )
        yield h("label", box, inner, class_=f"pk {kind}".strip())

    def _render_join(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield a part of answers that several things make together (such as 2 of 2+7) as a checkbox; only as it looks
        if no answer has this part.
        """
        inner, value = self.fill(at, facts, here), put_facts(at.get("value", ""), facts)
        if self.asked is None or not any(value in label.split(at.get("with", "+")) for label in self.labels):
            yield h("span", inner, class_="ob")
        else:
            yield h("label", h("input", type="checkbox", value=value, aria_label=value), inner, class_="pk jn")

    def _render_part_of_sum(self, at: ET.Element, facts: Facts, here: Cells) -> Iterator[Child]:
        """Yield a thing in a scene that the viewer taps to add its worth to the sum they answer; only as it looks if no
        such sum is asked, and nothing without a worth. Also note by what step the sum is made more or less, 0 if it is
        not asked.
        """
        inner, value, name = self.fill(at, facts, here), put_facts(at.get("value", "{value}"), facts), at.get("say", "")
        self.could_be_tapped = True
        here_asked = self.asked is not None and self.asked.key == at.get("key")
        self.step = int(at.get("step", "1")) if here_asked else 0
        if not value:
            return
        if not here_asked:
            yield h("span", inner, h("span", put_facts(name, facts), class_="unseen"), class_="ob")
            return
        box = h("input", type="checkbox", name="add", value=value, aria_label=put_facts(name, facts))
        yield h("label", box, inner, class_="pk ad")

    def _render_words(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield the text of a template's element in the viewer's language, with the facts in its slots."""
        yield self.context.reader.format_value({"text": at.text or "", "facts": dict(facts)})

    def _render_icon(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield the page's icon that a template's element names."""
        yield render_icon(put_facts(at.get("s", ""), facts))

    def _render_scale(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield a meter in a scene as an arc or a bar, filled up to the meter's value, and note that it is drawn;
        nothing if the element names no meter.
        """
        meter, shape = self.pictures.get(at.get("of", "")), at.get("shape", "arc")
        if isinstance(meter, Meter):
            self.used.add(meter.id)
            (box, line), whole = SCALES[shape], meter.high - meter.low
            value = meter.value - meter.low
            filled = h("path", d=line, class_="now", pathLength=whole, stroke_dasharray=f"{value} {2 * whole}")
            dot = {"stroke_dasharray": f"0 {2 * whole}", "stroke_dashoffset": -value}
            inner = [h("path", d=line, class_="all"), filled, h("path", d=line, class_="end", pathLength=whole, **dot)]
            told = self.context.format_words(meter.face)
            yield h("svg", inner, viewBox=box, class_=f"scale {shape}", role="img", aria_label=told)

    def _render_picked(self, at: ET.Element, _: Facts, __: Cells) -> Iterator[Child]:
        """Yield a question mark, which the page's script replaces by what the viewer tapped as the n-th thing."""
        yield h("b", "?", data_picked=int(at.get("n", "1")) - 1)

    def _render_drawing(self, at: ET.Element, facts: Facts, _: Cells) -> Iterator[Child]:
        """Yield a drawing of the scene's own SVG file, or else of the one that games share (in one of which it must
        be), as often as the template says, at most nine times; once if it says no number.
        """
        times, symbol = put_facts(at.get("times", "1"), facts), put_facts(at.get("s", ""), facts)
        own = symbol in _load_view_boxes(self.look.name)
        name = self.look.name if own else SHARED_DRAWINGS
        use = h("use", href=f"{format_static_url(f'{name}.svg')}#{symbol}")
        box, stretch = _load_view_boxes(name)[symbol], "none" if at.get("fill") else None
        kind = f"dr {put_facts(at.get('class', ''), facts)}".strip()
        one = h("svg", use, class_=kind, viewBox=box, aria_hidden="true", preserveAspectRatio=stretch)
        yield from [one] * (min(MAX_DRAWN, int(times)) if times.isdigit() else 1)


def _list_answer_labels(context: PageContext, asked: QuestionView) -> dict[str, str]:
    """Return the labels of all answers to the question `asked`, in the viewer's language, by the value (as text) that
    the form sends for each; of a number all that are allowed, however many.
    """
    form = asked.form
    if form.kind == "number":
        return {str(n): context.format_number(n) for n in range(form.low, form.high + 1, max(1, form.step))}
    return {str(each.value): context.format_words(each.label) for each in asked.options}


def put_facts(text: str, facts: Facts) -> str:
    """Return a text of a template, without blanks at its ends, with its slots filled from `facts` (texts by name); a
    slot without a fact becomes empty.
    """
    return SLOT.sub(lambda slot: facts.get(slot[1], ""), text.strip())


def _fits(one: ET.Element, cell: Cell, *, last: bool) -> bool:
    """Return whether an element of a scene's template may draw this cell: it names the cell's kind and mark, or none;
    an element that is for the last cell may draw none but that (`last`).
    """
    return (
        one.get("kind", cell.kind) == cell.kind
        and one.get("mark", cell.mark) == cell.mark
        and (last or not one.get("last"))
    )


def _find_token(picture: Picture | None, n: int) -> str:
    """Return “here” if the foremost token of a track stands on space `n`, “passed” if it is farther on, else an empty
    string.
    """
    at = max((token.at for token in picture.tokens), default=0) if isinstance(picture, Track) else 0
    return "here" if n == at else "passed" if n < at else ""


def _get_word(words: Sequence[Words], n: int) -> Words:
    """Return the n-th of these words, counted from 0, or an empty text if there are fewer."""
    return words[n] if n < len(words) else ""
