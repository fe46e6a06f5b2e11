"""The page of one game: the race, the stage, and what lies beside it: news, standings, and everything else; and the
page with a player's standing orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from msgspec.structs import replace

from engine.kernel import Told, upcast_told
from engine.kernel.picture import Picture
from engine.kernel.view import Panel, Standing, View
from engine.race.events import BombSealed
from engine.rulesets import RULESETS
from host.core import events, posting
from host.core.game_options import list_agreed_notes
from host.core.session import LOBBY, OVER
from host.doors.web.files import list_styles_for, render_icon
from host.doors.web.markup import looks, pictures, players
from host.doors.web.markup.frame import render_frame
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.requests.http import Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import board, controls, dock, ending, moment_pictures, news, question_forms, stage
from host.doors.web.table.page_context import PageContext
from host.shown.picture import as_text
from host.shown.views import ToldStep, build_moment_line

LOGGED, DONE = 30, 6  # entries, and lines of one's own last move


def render_table_page(
    context: PageContext, mark: str, said: list[ToldStep], ended: Child = None, sheets: Sequence[Child] = ()
) -> Markup:
    """Render everything on a game's page below its heading, which changes during the game. Each part has an id, so that
    the script can replace it alone; `mark` is the ETag of this version, `said` what was told lately by input, `ended`
    what is shown of a finished game beside the board, `sheets` are panels of extras (optional features).
    """
    did, said = _render_last_move(context, said), _drop_repeated_lines(said)
    panel = context.panel
    lobbied = context.shown.stage == LOBBY
    parts = [
        stage.render_lamp(context, panel, news.format_newest_line(context, said)),
        controls.render_lobby(context) if lobbied else stage.render_board_place(context, panel, said),
        stage.render_seats(context, panel),
        dock.render_dock(context, panel, did),
    ]
    beside = _render_side_sheets(
        context,
        panel,
        said,
        did if stage.list_questions_here(context, panel) and not context.shown.practice else None,
        ended,
        sheets,
    )
    table = h("div", h("div", parts, class_="stage", id="stage"), beside, class_="table")
    asked = "asked" if question_forms.list_questions(context) else None
    inner = [board.render_race(context), table, _render_tabs(context)]
    more = " ".join(list_styles_for(table)) or None  # which the page's script fetches
    stage_of = context.shown.stage
    about = {"version": mark, "stage": stage_of, "styles": more, "bots": all(face.bot for face in context.shown.faces)}
    return h("main", inner, **{f"data_{name}": value for name, value in about.items()}, id="table", class_=asked)


def render_table_heading(context: PageContext) -> Markup:
    """Render the page's heading: the name of the shown table (or of the game, if the table has no title of its own or
    the game's stage begins with that), how far the game has come, and who the viewer is if they play.
    """
    panel = context.panel
    shown = context.render_for_all(
        ("heading", panel.id if panel else ""), partial(_render_uncached_heading, panel=panel)
    )
    you = context.shown.you
    own = h("small", context.say("You are {who}", who=you), class_="self") if you else None
    return h("h1", shown, own, id="heading", data_part="heading")


def _render_uncached_heading(context: PageContext, panel: Panel | None) -> Markup:
    """Render the name of the shown table (or of the game, if the table has no title of its own or the game's stage
    begins with that) and how far the game has come.
    """
    view = context.shown.view
    stage = context.format_words(view.stage) if view else ""
    title = context.format_words(panel.title) if panel else ""
    if not title or stage.startswith(title):  # which says how far it is, not what is played
        title = context.format_words(context.shown.title)
    far = h("span", " ", stage.removeprefix(title).lstrip(), class_="far") if view else None
    return h("span", title, far, class_="here")


def _render_side_sheets(
    context: PageContext, panel: Panel | None, said: list[ToldStep], did: Child, ended: Child, sheets: Sequence[Child]
) -> Markup:
    """Render the panels beside the board, on a phone one at a time: news of `said` (and `did`, the last move's result),
    `sheets` of extras, standings, and the rest (and `ended`, of a finished game).
    """
    shown = context.shown
    lead = render_standings(context, shown.view) if shown.view else None
    more = [
        [ended, _render_final_pictures(context, shown.view)]
        if shown.view and shown.stage == OVER
        else _render_other_tables(context, panel),
        _render_pictures_beside_scene(context, panel),
        _render_secrets(context),
        question_forms.render_plays(context, panel) if shown.you else None,
        question_forms.render_own_words_field(context),
        *(render(context) for render in context.drawers),
        controls.render_seat_requests(context),
        controls.render_seat_controls(context),
        controls.render_host_controls(context),
        dock.render_one_tap_switch(context),
        _render_computer_cards(context),
        _render_how_to_play(context),
        context.render_cached("fair", partial(_render_fair_play, context)),
    ]
    return h(
        "aside",
        h(
            "section",
            render_sheet_close(context),
            did,
            news.render_news(context, said),
            class_="sheet",
            id="news-sheet",
            data_part="news",
        ),
        *sheets,
        h("section", render_sheet_close(context), lead, class_="sheet", id="standings", data_part="standings"),
        h("section", render_sheet_close(context), more, class_="sheet", id="rest", data_part="rest"),
        class_="side",
    )


def _render_pictures_beside_scene(context: PageContext, panel: Panel | None) -> Child:
    """Render as text, a line for each pile or row, those pictures of the table that its scene (the game's own drawing
    of the table) does not contain; None if there are none, or if it has a board or no scene.
    """
    scene = looks.draw_scene(context, panel)
    if scene is None or panel is None or panel.board or not scene.left:
        return None
    told = [_render_picture_lines(context, each) for each in scene.left]
    return h("section", h("h2", context.say("Also in this game")), told, id="beside")


def _render_final_pictures(context: PageContext, view: View) -> list[list[Markup]]:
    """Render as text the pictures of all tables as they were at the end of the game; boards are seen in its replay."""
    return [_render_picture_lines(context, each) for panel in view.panels for each in view.list_pictures(panel)]


def _render_picture_lines(context: PageContext, picture: Picture) -> list[Markup]:
    """Render a picture as a heading and a list of lines."""
    lines = as_text.format_picture_text(replace(picture, title=""), context.reader, as_text.ENDLESS)
    title = [h("h3", context.format_words(picture.title))] if picture.title else []
    return [*title, h("ul", [h("li", line) for line in lines], class_="secrets")]


def render_sheet_close(context: PageContext) -> Markup:
    """Render the link with which a phone closes an open panel."""
    return _render_close_anchor(context.say("Close"))


@lru_cache(maxsize=16)  # one for each language
def _render_close_anchor(label: str) -> Markup:
    """Render the link that closes an open panel, with this label for screen readers."""
    return h("a", render_icon("x"), href="#stage", class_="close", aria_label=label)


def _render_tabs(context: PageContext) -> Markup:
    """Render the row of links with which a phone opens the panels that stand beside the board elsewhere."""
    ways = (
        ("stage", "door", context.say("Table")),
        ("news-sheet", "bell", context.say("News")),
        *((at, sign, context.format_words(label)) for at, sign, label in context.added_tabs),
        ("standings", "trophy", context.say("Standings")),
        ("rest", "play", context.say("More")),
    )
    return _render_tab_bar(ways, context.say("Parts of this page"))


@lru_cache(maxsize=16)  # one for each language
def _render_tab_bar(ways: Sequence[tuple[str, str, str]], label: str) -> Markup:
    """Render a row of links named `label` from a tuple of triples of element id, icon and word; cached by these."""
    links = [h("a", render_icon(sign), h("span", word), href=f"#{at}", id=f"tab-{at}") for at, sign, word in ways]
    return h("nav", links, class_="tabs", aria_label=label)


def _render_other_tables(context: PageContext, here: Panel | None) -> Child:
    """Render links to the game's tables other than `here`, each with whose turn it is or that it waits for the viewer;
    None if there are no others.
    """
    panels = [panel for panel in (context.shown.view.panels if context.shown.view else []) if panel is not here]
    if not panels:
        return None
    asks = {asked.id.partition("#")[0] for asked in question_forms.list_questions(context)}
    rows = []
    for panel in panels:
        link = h("a", context.format_words(panel.title), href=f"/g/{context.shown.id}?table={panel.id}")
        state = context.say("your turn") if panel.id in asks else _format_turn(context, panel)
        rows.append(h("li", link, ": ", state))
    return h("section", h("h2", context.say("Other games")), h("ul", rows, class_="tables"))


def _render_secrets(context: PageContext) -> Child:
    """Render what only the viewer knows, such as where their sealed bombs are; None if they have no secrets."""
    own = context.shown.view.own if context.shown.view else None
    if not own or not own.secrets:
        return None
    lines = [h("li", context.format_words(secret)) for secret in own.secrets]
    return h("section", h("h2", context.say("Only you know")), h("ul", lines, class_="secrets"))


def _drop_repeated_lines(said: list[ToldStep]) -> list[ToldStep]:
    """Return the inputs without lines that only repeat to one player what all were told, and without all invitations to
    predict but those of the last; inputs of which nothing is left are dropped.
    """
    invited = max((step.n for step in said if any(map(_asks_prediction, step.told))), default=-1)
    return [heard for each in said if (heard := each if each.public else _drop_repeated_from_step(each, invited)).told]


def _asks_prediction(told: Told) -> bool:
    """Return whether this line invites spectators to predict what happens next."""
    return told.kind is events.WatchersAsked


def _is_repeated_line(told: Told) -> bool:
    """Return whether a private line only repeats that its reader has earned an achievement, which
    everybody was told.
    """
    return posting.tells(told, events.OwnMedalEarned)


def _drop_repeated_from_step(said: ToldStep, invited: int) -> ToldStep:
    """Return an input's lines without private ones that only repeat what everybody was told, or that invite to predict
    what the invitation in step `invited` replaces.
    """
    stale = said.n < invited
    once = [told for told in said.told if not (_is_repeated_line(told) or (stale and _asks_prediction(told)))]
    return said if len(once) == len(said.told) else said._replace(told=once)


def _render_computer_cards(context: PageContext) -> Child:
    """Render what each computer player at the shown table is like, folded away; None if there are none."""
    here = {seat.who for seat in context.panel.seats} if context.panel else set()
    cards = [(face.seat, face.character) for face in context.shown.faces if face.character and face.seat in here]
    if not cards:
        return None
    rows = [
        h("li", players.render_player_token(context, seat), " ", context.format_words(about)) for seat, about in cards
    ]
    summary = h("summary", context.say("What are the computers like?"), id="rivals-head")
    return h("details", summary, h("ul", rows, class_="faces"), id="rivals")


def _render_how_to_play(context: PageContext) -> Child:
    """Render a short guide on how to play, folded away, for players only."""
    return context.render_cached("how", partial(_render_rules_brief, context)) if context.shown.you else None


def _render_rules_brief(context: PageContext) -> Child:
    """Render the folded summary of how the game is played, and what was agreed upon that is not usual; None if the game
    has none.
    """
    text = dock.format_game_brief(context)
    if not text:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    teaches = rules is not None and rules.list_topics()
    more = h("p", h("a", context.say("The rules, and everything in the game"), href="/rules")) if teaches else None
    summary = h("summary", context.say("How to play"), id="how-head")
    agreed = list_agreed_notes(rules, context.shown.options, context.shown.pace) if rules else []
    own = [h("p", context.format_words(each)) for each in agreed]
    return h("details", summary, h("p", text), own, more, id="how")


def _render_last_move(context: PageContext, said: list[ToldStep]) -> Child:
    """Render what the viewer's last move (in a practice game, anybody's) brought, with the rule of what was found,
    since later news push it away; None if nothing of it is worth showing any more.
    """
    practice = context.shown.practice
    last = next((each for each in reversed(said) if each.key and (practice or news.is_own_step(context, each))), None)
    since = [told for each in said if last and each.n > last.n for told in each.told]
    told = _list_lasting_lines(context, last.told, since)[:DONE] if last else []
    if not told or last is None:
        return None
    named = (face for each in told for face in _list_opened_faces(context, each))
    faces = dict.fromkeys(face for face in named if any(map(str.isalpha, face)))  # a sum explains itself
    key = ("did", *last.content, *[last.told.index(each) for each in told], *faces)
    return context.render_cached(key, partial(_render_move_result, context, last, told, [*faces]), own=True)


def _render_move_result(context: PageContext, last: ToldStep, told: Sequence[Told], faces: Sequence[str]) -> Markup:
    """Render what the last move brought (the lines `told`), with the rule of the first of the names `faces` that has
    one, and of a bomb that was hidden with it.
    """
    mine = news.is_own_step(context, last)
    head = h("b", context.say("Your last move:") if mine else context.say("Just now:"))
    lines = h("p", head, [[" ", news.format_short_line(context, each)] for each in told], tabindex="0")
    rules = [(face, context.format_words(rule)) for face in faces if (rule := context.find_rule(face)) is not None]
    return h(
        "div",
        lines,
        _render_bomb_rule(context, told),
        [_render_folded_rule(context, *each) for each in rules[:1]],
        class_="did",
    )


def _render_bomb_rule(context: PageContext, told: Sequence[Told]) -> Child:
    """Render in one sentence what the bomb does that the viewer's last move has hidden, if it has hidden one."""
    rules = RULESETS.get(context.shown.ruleset)
    hidden = any(rules and upcast_told(rules, each).kind is BombSealed for each in told)
    return moment_pictures.render_rule_start(context, "Bomb") if hidden else None


def _list_lasting_lines(context: PageContext, told: list[Told], since: list[Told]) -> list[Told]:
    """Return those lines of the last move (`told`) that are not outdated by later ones (in it or in `since`), such as a
    receipt whose question is closed; a private line about an achievement, which everybody was told, is left out.
    """
    rules = RULESETS.get(context.shown.ruleset)
    later = [
        (each, [*told[n + 1 :], *since])
        for n, each in enumerate(told)
        if not posting.tells(each, events.OwnMedalEarned)
    ]
    return [each for each, after in later if rules is None or not rules.is_outdated(upcast_told(rules, each), after)]


def _render_folded_rule(context: PageContext, face: str, rule: str) -> Markup:
    """Render the rule of the thing called `face`, folded away except in a practice game."""
    summary = h("summary", context.say("What is {name}?", name=face), id="rule-head")
    return h("details", summary, h("p", rule, class_="hint"), id="rule", open=context.shown.practice)


def _list_opened_faces(context: PageContext, told: Told) -> list[str]:
    """Return, in a list, the name of what lies on the square that an announced line opens (a sum as text, too), so that
    its rule can be shown; an empty list if it opens none, or its board is no longer shown.
    """
    panels = context.shown.view.panels if context.shown.view else []
    cells = next((panel.board.cells for panel in panels if panel.board and panel.id == told.table), {})
    line = build_moment_line(RULESETS.get(context.shown.ruleset), told)
    cell = cells.get(line.facts["n"]) if line.kind in ("open", "bomb") else None
    return [cell.face] if cell and isinstance(cell.face, str) else []


# -- tables


def render_panel(context: PageContext, view: View, panel: Panel) -> Markup:
    """Render one of a game's tables (its pictures, board, notes and seats) for looking only, with nothing to tap."""
    head = h("h2", context.format_words(panel.title), h("small", f" {_format_turn(context, panel)}"))
    drawn: list[Child] = [*pictures.render_pictures(context, view, panel)]
    if panel.board:
        size = board.format_size_class(panel.board)
        drawn.append(h("div", board.render_board(context, panel, panel.board, set()), class_=f"place{size}"))
    notes = (
        h("ul", [h("li", context.format_words(note)) for note in panel.notes], class_="notes") if panel.notes else None
    )
    seats = h("ul", [stage.render_seat(context, seat, panel) for seat in panel.seats], class_="seats")
    return h("section", head, drawn, notes, seats, class_="panel")


def _format_turn(context: PageContext, panel: Panel) -> str:
    """Return whose turn it is at a table (“your turn” only if it is nobody else's too), or the stage of the table if it
    is nobody's.
    """
    if not panel.to_move:
        return context.format_words(panel.stage)
    you = panel.to_move == [context.shown.you]
    return context.say("your turn") if you else context.say("{who} is next", who=panel.to_move)


# -- beside the board


def render_standings(context: PageContext, view: View) -> Markup:
    """Render the leaderboard, from a cache that all viewers share; after the end of the game, uncached, with the chart
    of totals.
    """
    if context.shown.stage == OVER:
        return _render_leaderboard(context, view, ending.render_totals_chart(view, context.reader))
    lines = [(line.place, line.who, line.total, *line.marks) for line in view.standings]
    stands = (view.target, view.currency, *view.notes, *lines, *context.shown.places)
    return context.render_for_all("leaderboard", partial(_render_leaderboard, view=view), of=stands)


def _render_leaderboard(context: PageContext, view: View, past: Child = None) -> Markup:
    """Render the leaderboard with the game's notes, the target, links to pages of extras about it, and at the end
    `past` (the chart of totals, if any).
    """
    words = (context.say("Place"), context.say("Player"), context.say("Total"), context.say("Holds"))
    explained = set[str]()
    rows = [_render_standing(context, line, explained) for line in view.standings]
    table = h("table", _render_standings_head(words), h("tbody", rows), class_="standings")
    race = context.say("The target of the race is {target}.", target=context.format_money(view.target))
    links = [
        h("p", h("a", context.format_words(label), href=f"/g/{context.shown.id}/{page}"))
        for page, label in context.leaderboard_links.items()
    ]
    target = h("p", race, class_="hint") if view.target else None
    notes = (
        h("ul", [h("li", context.format_words(note)) for note in view.notes], class_="notes") if view.notes else None
    )
    inner = [
        h("h2", context.say("Leaderboard"), id="lead"),
        notes,
        h("div", table, class_="scroll"),
        target,
        *links,
        past,
    ]
    return h("section", inner, aria_labelledby="lead")


@lru_cache(maxsize=16)  # one for each language
def _render_standings_head(words: Sequence[str]) -> Markup:
    """Render the head row of the leaderboard with these words, a tuple (the key of the cache) of which the first is for
    screen readers only.
    """
    place, *others = words
    head = [h("th", h("span", place, class_="unseen"), scope="col"), *(h("th", word, scope="col") for word in others)]
    return h("thead", h("tr", head))


def _render_standing(context: PageContext, line: Standing, explained: set[str]) -> Markup:
    """Render a row of the leaderboard. Each thing that players hold is a link to its rule where it stands first; it is
    then added to `explained`, and no link in later rows.
    """
    linked = tuple([str(mark) for mark in line.marks if str(mark) not in explained])
    explained.update(linked)
    key = ("standing", line.place, line.who, line.total, *line.marks, *linked)
    draw = partial(_render_standing_row, context, line, linked)
    return context.render_cached(key, draw, own=line.who == context.shown.you)


def _render_standing_row(context: PageContext, line: Standing, linked: Sequence[str]) -> Markup:
    """Render a row of the leaderboard; the things held that are in `linked` are links to their rules."""
    you = h("b", context.say("{who} (you)", who=line.who))
    named = context.render_own_or_other(
        line.who, lambda own: you if own else join_markup(context.format_words(line.who))
    )
    name = [players.render_player_token(context, line.who, "s"), named]
    marks = list[Child]()
    for n, mark in enumerate(line.marks):
        words = context.format_words(mark)
        marks += [", " if n else None, context.render_with_rule(mark, words) if str(mark) in linked else words]
    total = context.format_money(line.total)
    return h("tr", h("td", line.place), h("th", name, scope="row"), h("td", total), h("td", marks))


def _render_fair_play(context: PageContext) -> Markup:
    """Render, folded away, the hash of the game's secret, which was fixed before the game began, so that its random
    draws can be checked after the end.
    """
    seal = h("code", context.shown.seal, class_="seal")
    text = context.say(
        "All random draws of this game come from a secret that was fixed before it began. Code to "
        "check this after the game:"
    )
    summary = h("summary", context.say("Fair play"), id="fair-head")
    return h("details", summary, h("p", text, " ", seal), id="fair")


def serve_standing_orders(_: RequestContext, context: PageContext) -> Response:
    """Serve the forms of all orders that the viewer may leave for later; who has none is sent to the table."""
    orders, table = question_forms.render_standing_orders(context), f"/g/{context.shown.id}"
    if not orders:
        return redirect_to(table)
    title = context.say(question_forms.ORDERS_TITLE)
    back = h("p", h("a", context.say("To the game"), href=table, class_="go"))
    return build_html_response(render_frame(context.reader, title, h("main", back, orders, class_="pages")))
