"""The dock: what the viewer can do now, always in the same place under the thumb."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engine.kernel import Play
from engine.kernel.text import Words
from engine.kernel.view import Panel
from engine.rulesets import RULESETS
from host.core.games import MOST_SQUARES_IN_ORDER
from host.core.session import LOBBY, OVER, RUNNING
from host.doors.web.files import render_icon
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.table import controls, question_forms, stage
from host.doors.web.table.page_context import PageContext, format_time_left, render_sealed_word_field
from host.said.answers import find_tappable_squares
from host.said.desk.tables import SEAT_ASKED_FOR
from host.shown.views import QuestionView

QUESTION, PLAY, LIST, NAME = (
    "question:",
    "play:",
    "list:",
    "name:",
)  # what is done with a square, by the id or key after it
GUESS = "Tap what you think will happen. Nobody sees it until the result is known."
IN_ORDER = "The first one on your list is opened now. The others wait for your next turns."
NOW_THEN, THEN = "{place:C} {n} now, and then {later}", "{place:C} {n}, then {later}"
BEFORE_PLAY = "They are opened in this order, one in each of your turns."
FIRST_SQUARES = "Tap up to {n} squares that you want to open first. Nobody else sees them."
OPENS, PICKS, SEALS = "select", "pick", "seal"  # how the keys of such questions end


class SquareAction(NamedTuple):
    """An action that is possible with some squares: its form value, label, icon and squares."""

    do: str
    label: str
    sign: str
    squares: list[int]
    most: int = 1  # squares that may be sent together, in order


def render_dock(context: PageContext, panel: Panel | None, did: Child) -> Markup:
    """Render the dock, the fixed area below the board where a player acts at the shown table (`panel`): the form for
    the chosen square or, hidden while one is chosen, the question or what else they can do now; and the fields of plays
    for which several squares are tapped. `did` is the note on what their last move has brought.
    """
    deeds = _list_square_actions(context, panel) if panel else []
    chosen = context.query.chosen if any(context.query.chosen in deed.squares for deed in deeds) else 0
    inner = [_render_square_panel(context, panel, deeds, chosen) if panel and deeds else None]
    inner.append(h("div", _render_current_action(context, panel, did, deeds), id="now", hidden=bool(chosen)))
    inner += question_forms.render_multi_square_plays(context, panel)
    label = context.say("What you can do")
    return h("section", inner, class_="dock", id="dock", data_part="dock", aria_label=label)


# -- a chosen square


def _list_square_actions(context: PageContext, panel: Panel) -> list[SquareAction]:
    """Return what the viewer can do with squares of this table's board, each action with its squares: answers to
    questions, then plays on one square, then adding squares to their list of those to open later (if no action takes
    several in order; several at once if the list is empty and nothing else is possible), and choosing one of several
    for a play.
    """
    deeds = []
    for asked in stage.list_questions_here(context, panel):
        if squares := _sort_square_numbers(find_tappable_squares(context.shown, asked)):
            end = asked.key.rpartition(".")[2]
            opens = (context.say("Open"), "door")
            known = {OPENS: opens, PICKS: opens, SEALS: (context.say("Hide it here"), "bomb")}
            label, sign = known.get(end, (context.say("Choose this one"), "right"))
            deeds.append(SquareAction(QUESTION + asked.id, label, sign, squares, asked.most))
    for item in context.shown.plays:
        if question_forms.is_square_play(item, panel):
            squares = _sort_square_numbers({option.value for option in item.options})
            deeds.append(
                SquareAction(PLAY + item.key, _format_play_label(context, item), _find_play_icon(item), squares)
            )
    listed, in_order = _list_wished_squares(context, panel), any(deed.most > 1 for deed in deeds)
    for item in context.shown.plays:
        if not deeds and not listed and question_forms.is_list_play(item, panel):
            squares, most = _sort_square_numbers({option.value for option in item.options}), MOST_SQUARES_IN_ORDER
            deeds.append(SquareAction(PLAY + item.key, context.say("Open it first"), "list", squares, most))
            in_order = True
        if not in_order and question_forms.is_list_play(item, panel) and len(listed) < item.form.high:
            squares = [n for n in _sort_square_numbers({option.value for option in item.options}) if n not in listed]
            deeds.append(SquareAction(LIST + item.key, context.say("Add to my list"), "list", squares))
        if question_forms.is_multi_square_play(item, panel):
            squares = _sort_square_numbers({option.value for option in item.options})
            deeds.append(SquareAction(NAME + item.key, context.say("Choose this one"), "list", squares))
    return deeds


def _list_wished_squares(context: PageContext, panel: Panel) -> list[int]:
    """Return the squares of this table's board that the viewer has put on their list, in its order."""
    own = context.shown.view.own if context.shown.view else None
    return own.wishes.get(panel.id, []) if own else []


def _sort_square_numbers(values: set[object]) -> list[int]:
    """Return those of these values that are numbers of squares, in ascending order."""
    return sorted(value for value in values if isinstance(value, int))


def _format_play_label(context: PageContext, item: Play) -> str:
    """Return the label of a play for a button, a short one for peeking and locking."""
    short: dict[str, Words] = {"peek": context.say("Peek"), "lock": context.say("Lock")}
    return context.format_words(short.get(item.key, item.label))


def _find_play_icon(item: Play) -> str:
    """Return the name of the icon beside a play: `eye` for peeking, `lock` for locking, else `event`."""
    return {"peek": "eye", "lock": "lock"}.get(item.key, "event")


def _render_square_panel(context: PageContext, panel: Panel, deeds: Sequence[SquareAction], chosen: int) -> Markup:
    """Render the form with what the viewer can do with the chosen square (`deeds`), and the hidden forms that some of
    its buttons send; without a chosen square (0) it is hidden, and the page's script puts one into it.
    """
    buttons = [_render_square_button(deed, chosen, first=n == 0) for n, deed in enumerate(deeds)]
    back = h(
        "a",
        render_icon("x"),
        h("span", context.say("Do not choose this one"), class_="unseen"),
        href=_format_table_url(context),
        class_="btn no",
    )
    now = any(deed.do.startswith(QUESTION) for deed in deeds)
    about = (
        _render_square_note(context, panel, chosen, now=now)
        if chosen
        else context.render_for_all(f"no square {now}", partial(_render_square_note, panel=panel, now=now))
    )
    inner = [about, h("div", buttons, back, class_="btns")]
    lists = [_render_list_form(context, panel, deed, chosen) for deed in deeds if deed.do.startswith(LIST)]
    names = [_render_named_form(context, deed, chosen) for deed in deeds if deed.do.startswith(NAME)]
    return join_markup(context.render_form("square", inner, id="panel", hidden=not chosen), lists, names)


def _render_square_note(context: PageContext, panel: Panel, chosen: int = 0, *, now: bool = True) -> Markup:
    """Render the chosen square's name and what the viewer knows of it. For the page's script, which may let several
    squares be chosen, it also carries the texts for those: the first is opened `now`, or all in later turns. Without a
    chosen square (0) the script fills in the name.
    """
    view = context.shown.view
    notes = view.own.notes.get(panel.id, {}) if view and view.own else {}
    unknown = context.say("You do not know what this is.")
    known = context.format_words(notes[chosen].words) if chosen in notes else unknown
    columns = panel.board.columns if panel.board else 1
    name = context.say("{place:C} {n}", place=context.shown.place, n=chosen) if chosen else ""
    tip = h("i", class_="tip", data_c=(chosen - 1) % columns + 1 if chosen else None)
    words = [
        h(
            "h3",
            name,
            id="square-name",
            data_name=context.say("{place:C} {n}", place=context.shown.place, n="#"),
            data_order=context.say(NOW_THEN if now else THEN, place=context.shown.place, n="#", later="##"),
        ),
        h("p", known, id="square-known", data_else=unknown, data_order=context.say(IN_ORDER if now else BEFORE_PLAY)),
    ]
    value = h("input", type="hidden", name="value", value=chosen or None)
    return join_markup(tip, value, h("div", words))


def _render_list_form(context: PageContext, panel: Panel, deed: SquareAction, chosen: int) -> Markup:
    """Render the hidden form that saves the viewer's list of squares to open later, with the chosen square added at its
    end.
    """
    fields = [h("input", type="hidden", name="value", value=n) for n in _list_wished_squares(context, panel)]
    key = h("input", type="hidden", name="key", value=deed.do.removeprefix(LIST))
    last = h("input", type="hidden", name="value", value=chosen or None, data_chosen=True)
    return context.render_form("play", key, fields, last, id=f"l-{question_forms.format_html_id(deed.do)}", hidden=True)


def _render_named_form(context: PageContext, deed: SquareAction, chosen: int) -> Markup:
    """Render the hidden form with which a browser without script gathers several squares for one play: it reloads the
    page with the chosen square added to those in the address, or taken out if it is there already.
    """
    named = [*(n for n in context.query.named if n != chosen), *([chosen] if chosen not in context.query.named else [])]
    fields = [h("input", type="hidden", name="named", value=",".join(map(str, named)))]
    fields += [h("input", type="hidden", name="table", value=context.query.table)] if context.query.table else []
    return h(
        "form",
        fields,
        method="get",
        action=f"/g/{context.shown.id}#dock",
        id=f"l-{question_forms.format_html_id(deed.do)}",
        hidden=True,
    )


def _format_table_url(context: PageContext) -> str:
    """Return the address of the game's page that shows the same table with no square chosen."""
    return f"/g/{context.shown.id}" + (f"?table={context.query.table}" if context.query.table else "")


def _render_square_button(deed: SquareAction, chosen: int, *, first: bool) -> Markup:
    """Render the button that does one thing (`deed`) with the chosen square, 0 for none yet; hidden if there is one
    that it does not fit. The `first` button is highlighted.
    """
    squares = " ".join(map(str, deed.squares))
    fits = not chosen or chosen in deed.squares
    kind = " ".join(["go"] * first + ["chip"] * deed.do.startswith(NAME)) or None
    sign = render_icon(deed.sign)
    of = (
        {"form": f"l-{question_forms.format_html_id(deed.do)}"}
        if deed.do.startswith((LIST, NAME))
        else {"name": "do", "value": deed.do}
    )
    if deed.do.startswith(NAME):  # the page's script writes the square into the field
        of |= {"data_into": question_forms.format_play_id(deed.do.removeprefix(NAME)), "data_chip": str(chosen or "")}
    most = deed.most if deed.most > 1 else None
    return h("button", sign, deed.label, **of, data_most=most, data_squares=squares, class_=kind, hidden=not fits)


# -- otherwise


def _render_current_action(
    context: PageContext, panel: Panel | None, did: Child, deeds: Sequence[SquareAction]
) -> Child:
    """Render what the viewer can do now: in a lobby take a seat or begin; answer the questions asked at this table;
    after the end follow links such as to a new game; without a seat take one, or predict; else make plays or
    predictions, or go on to another game that waits, under what their last move brought (`did`).
    """
    shown = context.shown
    if shown.stage == LOBBY:
        return [_render_seating(context), controls.render_lobby_controls(context)]
    asked = stage.list_questions_here(context, panel)
    if asked:
        asks = [question_forms.render_question(context, each, first=n == 0) for n, each in enumerate(asked)]
        before = [_render_coaching(context, asked[0], deeds), stage.render_rest_of_question(context, asked[0])]
        return [before, asks, did if shown.practice else None]
    if shown.stage == OVER:
        return _render_ways_on(context)
    if not shown.you:
        return _render_seating(
            context, question_forms.render_predictions_link(context)
        ) or question_forms.render_predictions_link(context)
    hands = question_forms.render_choiceless_plays(context, panel)
    idle = "" if did or hands or context.next else "You can do nothing now."
    idle = GUESS if any(each.of and each.key not in context.guesses for each in shown.forecasts) else idle
    quiet = h("p", context.say(idle), class_="hint") if idle else None
    hint = h("p", _format_tap_hint(context, deeds), class_="hint") if deeds else None
    ways = [
        way
        for way in (question_forms.render_plays_link(context, panel), question_forms.render_predictions_link(context))
        if way
    ]
    ways = [way for way in (_render_next_game(context), *ways) if way]
    return [quiet, did, hands, hint, h("div", ways, class_="btns") if ways else None]


def _render_ways_on(context: PageContext) -> Markup:
    """Render the links of a game that is over: for players to play again with the same people, and for everybody to
    send the picture of the final places (if there are any), to watch the replay, to check the fairness, and to the
    front page.
    """
    shown = context.shown
    label = [render_icon("again"), context.say("Play again with the same people")]
    again = context.render_form("again", h("button", label, class_="go")) if shown.you else None
    here = f"/g/{shown.id}"
    podium = bool(shown.view and shown.view.over and shown.view.standings)
    picture = {"href": f"{here}/podium", "data_share": f"{context.address}{here}", "class_": "btn"}
    send = h("a", render_icon("right"), context.say("Send the picture"), **picture) if podium else None
    watch = h("a", render_icon("play"), context.say("Watch it again"), href=f"{here}/replay", class_="btn")
    fair = h("a", context.say("Check this game yourself"), href=f"{here}/check", class_="btn")
    hall = h("a", context.say("To all games"), href="/", class_="btn")
    return h("div", again, send, watch, fair, hall, class_="btns over9")


def _format_tap_hint(context: PageContext, deeds: Sequence[SquareAction]) -> str:
    """Return the hint of what a tap does, for a viewer who is asked nothing: that they choose squares to open first, if
    `deeds` let them send several so; that they choose squares one after the other, if nothing else is possible; else
    that they can peek, lock or plan ahead.
    """
    if any(deed.do.startswith(PLAY) and deed.most > 1 for deed in deeds):
        return context.say(FIRST_SQUARES, n=MOST_SQUARES_IN_ORDER)
    if all(deed.do.startswith(NAME) for deed in deeds):
        return context.say("Tap squares one after the other to choose them.")
    return context.say("Tap a {place} to peek at it, to lock it, or to plan ahead.", place=context.shown.place)


def _render_next_game(context: PageContext) -> Markup | None:
    """Render a link to the most urgent other game that waits for the viewer; None if there is none."""
    found = context.next
    if found is None:
        return None
    time = format_time_left(found.due - context.now, context.reader)
    label = [context.say("Next: {title}", title=context.format_words(found.title)), " · ", time]
    return h("a", render_icon("right"), label, href=f"/g/{found.game}", class_="btn go", id="next")


def render_one_tap_switch(context: PageContext) -> Child:
    """Render the switch for opening squares with one tap, hidden; the page's script shows it and stores its state on
    this device. None for spectators.
    """
    label = context.say("Open a {place} with one tap", place=context.shown.place)
    return h("p", h("button", label, type="button", data_quick_switch=True, hidden=True)) if context.shown.you else None


def _render_coaching(context: PageContext, asked: QuestionView, deeds: Sequence[SquareAction]) -> Child:
    """Render what newcomers are told about a question and about the plays possible meanwhile, if it is answered by
    squares of the board; each text is hidden until the page's script shows it, once, and without script only the first
    is shown. None for other questions.
    """
    if not any(deed.do == QUESTION + asked.id for deed in deeds):
        return None
    plays = [deed.do.removeprefix(PLAY) for deed in deeds if deed.do.startswith(PLAY)]
    rules = RULESETS.get(context.shown.ruleset)
    coaching = rules.list_coaching(context.shown.options) if rules else {}
    keys = [key for key in (asked.key.rpartition(".")[2], *plays) if key in coaching]
    told = [h("p", render_icon("bell"), " ", context.say(coaching[key]), data_coach=key, hidden=True) for key in keys]
    plainly = h("noscript", h("p", context.say(coaching[keys[0]]), class_="hint")) if keys else None
    return [told, plainly]


def _render_seating(context: PageContext, besides: Child = None) -> Child:
    """Render how a spectator can come to play: take back the seat that a computer keeps for them, or go on to another
    game that waits; else, if they have asked for one, that they wait; else join or ask to join, if a seat is free, or
    open their own game, with `besides` beside these. None for players.
    """
    shown = context.shown
    if shown.you:
        return None
    if shown.kept:
        back = h("button", context.say("Take my seat back"), class_="go", id="sit")
        ways = h("div", back, _render_next_game(context), class_="btns")
        return context.render_form("join", h("p", context.say("A computer is playing for you.")), ways, class_="join")
    if shown.waits:
        return h("p", context.say(SEAT_ASKED_FOR), class_="join")
    free = (shown.stage == LOBBY and not shown.opening) or (
        shown.stage == RUNNING and any(face.bot and not face.out for face in shown.faces)
    )
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": context.say("Your name")}
    name = h("input", name="name", id="name", **words)
    take = "Join this game" if shown.stage == LOBBY or shown.opens or shown.yours else "Ask to join"
    here = h("button", context.say(take), class_="go", id="sit") if free else None
    invited = h("input", type="hidden", name="invited", value=context.query.invited) if context.query.invited else None
    own = context.say("Play in a game of my own")
    away = h("button", own, formaction="/table", id="own", class_=None if free else "go")
    rules = h("input", type="hidden", name="ruleset", value=shown.ruleset)
    label = h("label", context.say("You are watching. To join, write your name"), for_="name")
    return context.render_form(
        "join",
        label,
        rules,
        invited,
        render_sealed_word_field(),
        h("div", name, here, away, besides, class_="typed"),
        class_="join",
    )


def format_game_brief(context: PageContext) -> str:
    """Return a short text that tells newcomers how this game is played; empty for an unknown ruleset."""
    rules = RULESETS.get(context.shown.ruleset)
    return " ".join(map(context.format_words, rules.brief)) if rules else ""
