"""The dock: what the viewer can do now, always in the same place under the thumb."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.kernel import Play
from engine.kernel.text import Words
from engine.kernel.view import Panel
from engine.rulesets import RULESETS
from host.core.session import LOBBY, OVER, RUNNING
from host.doors.web.files import icon
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.table import asking, controls, predicting, stage
from host.doors.web.table.page_context import PageContext, left, own_word
from host.said.answers import squares_of
from host.said.desk.seating import ASKED
from host.shown.views import QuestionView

QUESTION, PLAY, LIST, NAME = (
    "question:",
    "play:",
    "list:",
    "name:",
)  # what is done with a square, by the id or key after it
GUESS = "Tap what you think comes. Nobody sees it until it is told."
OPENS, PICKS, SEALS = "select", "pick", "seal"  # how the keys of such questions end


class SquareAction(NamedTuple):
    """Something that can be done with some of the squares."""

    do: str
    label: str
    sign: str
    squares: list[int]


def dock(context: PageContext, panel: Panel | None, did: Child) -> Markup:
    """A chosen square and what can be done with it; or else the question, or what there is to do besides."""
    deeds = _deeds(context, panel) if panel else []
    chosen = context.chosen if any(context.chosen in deed.squares for deed in deeds) else 0
    inner = [_panel(context, panel, deeds, chosen) if panel and deeds else None]
    inner.append(h("div", _now(context, panel, did, deeds), id="now", hidden=bool(chosen)))
    inner += asking.gathering(context, panel)
    label = context.say("What you can do")
    return h("section", inner, class_="dock", id="dock", data_part="dock", aria_label=label)


# -- a chosen square


def _deeds(context: PageContext, panel: Panel) -> list[SquareAction]:
    """All that can be done with squares of this board: what answers a question stands first."""
    deeds = []
    for asked in stage.here(context, panel):
        if squares := _numbers(squares_of(context.shown, asked)):
            end = asked.key.rpartition(".")[2]
            opens = (context.say("Open"), "door")
            known = {OPENS: opens, PICKS: opens, SEALS: (context.say("Seal it here"), "bomb")}
            label, sign = known.get(end, (context.say("Choose it"), "right"))
            deeds.append(SquareAction(QUESTION + asked.id, label, sign, squares))
    for item in context.shown.plays:
        if asking.on_board(item, panel):
            squares = _numbers({option.value for option in item.options})
            deeds.append(SquareAction(PLAY + item.key, _label(context, item), _sign(item), squares))
    listed = _wishes(context, panel)
    for item in context.shown.plays:
        if asking.in_order(item, panel) and len(listed) < item.form.high:
            squares = [n for n in _numbers({option.value for option in item.options}) if n not in listed]
            deeds.append(SquareAction(LIST + item.key, context.say("Put on my list"), "list", squares))
        if asking.together(item, panel):
            squares = _numbers({option.value for option in item.options})
            deeds.append(SquareAction(NAME + item.key, context.say("Name this one"), "list", squares))
    return deeds


def _wishes(context: PageContext, panel: Panel) -> list[int]:
    own = context.shown.view.own if context.shown.view else None
    return own.wishes.get(panel.id, []) if own else []


def _numbers(values: set[object]) -> list[int]:
    return sorted(value for value in values if isinstance(value, int))


def _label(context: PageContext, item: Play) -> str:
    short: dict[str, Words] = {"peek": context.say("Peek"), "lock": context.say("Lock in")}
    return context.name(short.get(item.key, item.label))


def _sign(item: Play) -> str:
    return {"peek": "eye", "lock": "lock"}.get(item.key, "event")


def _panel(context: PageContext, panel: Panel, deeds: Sequence[SquareAction], chosen: int) -> Markup:
    """The page's script writes another square into this form; without it, the server has."""
    buttons = [_button(deed, chosen, first=n == 0) for n, deed in enumerate(deeds)]
    back = h(
        "a", icon("x"), h("span", context.say("Not this one"), class_="unseen"), href=_bare(context), class_="btn no"
    )
    about = _about(context, panel, chosen) if chosen else context.for_all("no square", partial(_about, panel=panel))
    inner = [about, h("div", buttons, back, class_="btns")]
    lists = [_longer_list(context, panel, deed, chosen) for deed in deeds if deed.do.startswith(LIST)]
    names = [_one_more(context, deed, chosen) for deed in deeds if deed.do.startswith(NAME)]
    return join(context.form("square", inner, id="panel", hidden=not chosen), lists, names)


def _about(context: PageContext, panel: Panel, chosen: int = 0) -> Markup:
    """The chosen square, if one is, and what the viewer knows of it."""
    view = context.shown.view
    marks = view.own.marks.get(panel.id, {}) if view and view.own else {}
    unknown = context.say("Nobody has told you anything about it.")
    known = context.name(marks[chosen]) if chosen in marks else unknown
    columns = panel.board.columns if panel.board else 1
    name = context.say("{place:C} {n}", place=context.shown.place, n=chosen) if chosen else ""
    tip = h("i", class_="tip", data_c=(chosen - 1) % columns + 1 if chosen else None)
    words = [
        h("h3", name, id="square-name", data_name=context.say("{place:C} {n}", place=context.shown.place, n="#")),
        h("p", known, id="square-known", data_else=unknown),
    ]
    value = h("input", type="hidden", name="value", value=chosen or None)
    return join(tip, value, h("div", words))


def _longer_list(context: PageContext, panel: Panel, deed: SquareAction, chosen: int) -> Markup:
    """What the viewer wants tried, in order, with one square more; a button in the panel sends it."""
    fields = [h("input", type="hidden", name="value", value=n) for n in _wishes(context, panel)]
    key = h("input", type="hidden", name="key", value=deed.do.removeprefix(LIST))
    last = h("input", type="hidden", name="value", value=chosen or None, data_chosen=True)
    return context.form("play", key, fields, last, id=f"l-{asking.slug(deed.do)}", hidden=True)


def _one_more(context: PageContext, deed: SquareAction, chosen: int) -> Markup:
    """The page with one square more among those that are named together; the page's script needs no other page."""
    named = [*(n for n in context.named if n != chosen), *([chosen] if chosen not in context.named else [])]
    fields = [h("input", type="hidden", name="named", value=",".join(map(str, named)))]
    fields += [h("input", type="hidden", name="table", value=context.table)] if context.table else []
    return h(
        "form", fields, method="get", action=f"/g/{context.shown.id}#dock", id=f"l-{asking.slug(deed.do)}", hidden=True
    )


def _bare(context: PageContext) -> str:
    return f"/g/{context.shown.id}" + (f"?table={context.table}" if context.table else "")


def _button(deed: SquareAction, chosen: int, *, first: bool) -> Markup:
    squares = " ".join(map(str, deed.squares))
    fits = not chosen or chosen in deed.squares
    kind = " ".join(["go"] * first + ["chip"] * deed.do.startswith(NAME)) or None
    sign = icon(deed.sign)
    of = {"form": f"l-{asking.slug(deed.do)}"} if deed.do.startswith((LIST, NAME)) else {"name": "do", "value": deed.do}
    if deed.do.startswith(NAME):  # the page's script writes the square into the field
        of |= {"data_into": asking.play_name(deed.do.removeprefix(NAME)), "data_chip": str(chosen or "")}
    return h("button", sign, deed.label, **of, data_squares=squares, class_=kind, hidden=not fits)


# -- otherwise


def _now(context: PageContext, panel: Panel | None, did: Child, deeds: Sequence[SquareAction]) -> Child:
    shown = context.shown
    if shown.stage == LOBBY:
        return [_seating(context), controls.lobby(context)]
    asked = stage.here(context, panel)
    if asked:
        asks = [asking.question(context, each, first=n == 0) for n, each in enumerate(asked)]
        before = [_coach(context, asked[0], deeds), stage.besides(context, asked[0])]
        return [before, asks, did if shown.practice else None]
    if shown.stage == OVER:
        once_more = context.form("again", h("button", icon("again"), context.say("Same table, again"), class_="go"))
        again = h("a", icon("play"), context.say("Watch it again"), href=f"/g/{shown.id}/replay", class_="btn")
        fair = h("a", context.say("Check this game yourself"), href=f"/g/{shown.id}/check", class_="btn")
        hall = h("a", context.say("To the hall"), href="/", class_="btn")
        return h("div", once_more if shown.you else None, again, fair, hall, class_="btns")
    if not shown.you:
        return _seating(context, predicting.way(context)) or predicting.way(context)
    hands = asking.hands(context, panel)
    said = context.slip.open if context.slip else {}
    idle = "" if did or hands else "Nothing waits for you just now."
    idle = GUESS if any(each.of and each.key not in said for each in shown.forecasts) else idle
    quiet = h("p", context.say(idle), class_="hint") if idle else None
    hint = h("p", _hint(context, deeds), class_="hint") if deeds else None
    ways = [way for way in (asking.way(context, panel), predicting.way(context)) if way]
    return [quiet, did, _next(context), hands, hint, h("div", ways, class_="btns") if ways else None]


def _hint(context: PageContext, deeds: Sequence[SquareAction]) -> str:
    if all(deed.do.startswith(NAME) for deed in deeds):
        return context.say("Tap doors, one after the other, to name them.")
    return context.say("Tap a door to peek, lock in or plan ahead.")


def _next(context: PageContext) -> Child:
    """Nothing waits for the viewer here; but perhaps elsewhere."""
    found = context.next
    if found is None:
        return None
    time = left(found.due - context.now, context.reader)
    label = [context.say("Next: {title}", title=context.name(found.title)), " · ", time]
    return h("p", h("a", icon("right"), label, href=f"/g/{found.game}", class_="btn go", id="next"))


def quick(context: PageContext) -> Child:
    """For those who are sure of their thumb; the page's script shows it, and keeps it on this device."""
    label = context.say("One tap on a {place} opens it", place=context.shown.place)
    return h("p", h("button", label, type="button", data_quick_switch=True, hidden=True)) if context.shown.you else None


def _coach(context: PageContext, asked: QuestionView, deeds: Sequence[SquareAction]) -> Child:
    """What is asked for the first time is explained, once; the page's script knows what has been."""
    if not any(deed.do == QUESTION + asked.id for deed in deeds):
        return None
    plays = [deed.do.removeprefix(PLAY) for deed in deeds if deed.do.startswith(PLAY)]
    rules = RULESETS.get(context.shown.ruleset)
    coaching = rules.coaching if rules else {}
    keys = [key for key in (asked.key.rpartition(".")[2], *plays) if key in coaching]
    told = [h("p", icon("bell"), " ", context.say(coaching[key]), data_coach=key, hidden=True) for key in keys]
    plainly = h("noscript", h("p", context.say(coaching[keys[0]]), class_="hint")) if keys else None
    return [told, plainly]


def _seating(context: PageContext, besides: Child = None) -> Child:
    """A way in for whoever only watches: their own seat, this table if it has room, or a table of their own."""
    shown = context.shown
    if shown.you:
        return None
    if shown.kept:
        back = h("button", context.say("Take my seat back"), class_="go", id="sit")
        return context.form("join", h("p", context.say("A computer is standing in for you.")), back, class_="join")
    if shown.waits:
        return h("p", context.say(ASKED), class_="join")
    free = (shown.stage == LOBBY and not shown.opening) or (
        shown.stage == RUNNING and any(face.bot and not face.out for face in shown.faces)
    )
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": context.say("Your name")}
    name = h("input", name="name", id="name", **words)
    take = "Take a seat here" if shown.stage == LOBBY or shown.opens or shown.yours else "Ask for a seat here"
    here = h("button", context.say(take), class_="go", id="sit") if free else None
    invited = h("input", type="hidden", name="invited", value=context.invited) if context.invited else None
    own = context.say("Play at a table of my own")
    away = h("button", own, formaction="/table", id="own", class_=None if free else "go")
    rules = h("input", type="hidden", name="ruleset", value=shown.ruleset)
    label = h("label", context.say("You are watching. Your name"), for_="name")
    return context.form(
        "join", label, rules, invited, own_word(), h("div", name, here, away, besides, class_="typed"), class_="join"
    )


def brief(context: PageContext) -> str:
    """How the game goes, for somebody who has never seen it."""
    rules = RULESETS.get(context.shown.ruleset)
    return " ".join(map(context.name, rules.brief)) if rules else ""
