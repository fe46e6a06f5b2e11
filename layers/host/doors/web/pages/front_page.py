"""The front page: games to watch, play and look back on, the form that opens one, and the page without a connection."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core import game_options
from host.core.deadlines import clocks, expected_lengths
from host.core.deadlines.clocks import PACES
from host.core.extras import import_target, list_added_targets, list_enabled_extras
from host.core.game_options import ChoiceOption, WrittenOption
from host.core.session import LOBBY, OVER, Session
from host.core.store.items import DAMAGED_GAME_TEXT
from host.doors.web.files import find_content_type, format_static_url, list_look_files, read_static_file, render_icon
from host.doors.web.markup.frame import SITE_NAME, build_refusal_response, build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import own_page, sharing
from host.doors.web.requests.http import SAFE, Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import format_time_left as time_left
from host.doors.web.table.page_context import render_action_form, render_sealed_word_field
from host.people import accounts
from host.said.desk import tables
from host.said.desk.menu import DESK

OPENER = "person:house"  # who opens the games that anybody may watch
BOTS = 3  # at a table of one's own
MOST_BOTS = 7
PAST = 20
SEE = 303  # go and look there
MAX_OPTION_LETTERS = 500  # letters of an option


def serve_front_page(request: RequestContext) -> Response:
    """Serve the front page: the visitor's open games, those that wait for them first; games to start at once against
    computers; games being played that anybody may watch; the form that opens a game for friends; past games; and what
    extras add.
    """
    mine = f"person:{request.who}" if request.person else ""
    due = _list_deadlines(request) if mine else {}
    games_of = request.host.store.list_open_game_ids(mine) if mine else []
    (own, unreadable), played = (
        accounts.load_sessions(request.host, games_of),
        _list_past_games(request, mine) if mine else [],
    )
    own = sorted(own, key=lambda session: due.get(session.id, math.inf))
    on, past = accounts.list_open_sessions(request.host, OPENER), _list_past_games(request, OPENER)
    parts: list[Child] = [
        _render_games(request, "Your games", own, due),
        own_page.render_link_offer(request) if own else None,
        _render_welcome_banner(request, brief=True) if own else None,
        _render_damaged_games(request, unreadable),
        _render_friends_link(request),
        _render_game_cards(request),
        *(
            import_target(extra.front_page_section)(request)
            for extra in list_enabled_extras(request.host.config.without)
            if extra.front_page_section
        ),
        _render_games(request, "Games being played now", _list_other_games(on, own)),
        _render_opening_form(request),
        _render_games(request, "Your past games", played),
        _render_games(request, "Finished games", _list_other_games(past, played)),
    ]
    parts += _render_extra_links(request)
    banner = None if own else _render_welcome_banner(request, brief=False)
    middle = h("main", banner, h("div", parts, class_="pages"), id="stage")
    name, text = request.say(SITE_NAME), request.say(sharing.PREVIEW_TEXT)
    icon = sharing.format_icon_address(request.http.origin)
    preview = [
        h("meta", name="description", content=text),
        *sharing.render_link_preview(name, text, f"{request.http.origin}/", icon),
    ]
    return build_html_response(render_frame(request.words, name, middle, preview=preview))


def _render_extra_links(request: RequestContext) -> list[Markup]:
    """Render the links to pages of extras at the foot of the front page."""
    return [
        h("p", h("a", render_icon("trophy"), " ", request.words.format_value(label), href=address))
        for extra in list_enabled_extras(request.host.config.without)
        for address, label in extra.front_page_links.items()
    ]


def _list_deadlines(request: RequestContext) -> dict[str, float]:
    """Return, by id of each game that waits for the visitor, when the first of their questions there runs out."""
    waiting = accounts.list_games_awaiting(request.host, request.who)
    return {session.id: min(clock.due for clock in clocks_.values()) for session, clocks_ in waiting}


def _render_welcome_banner(request: RequestContext, *, brief: bool) -> Markup:
    """Render the invitation to play one short game at once against computer players: its goal, and the form that starts
    it, with a field for one's name. With `brief`, for visitors who play already, only the form.
    """
    first = next(found for found in RULESETS.values() if found.practice)
    goal = [request.words.format_value(each) for each in first.brief]
    time = request.say("Five minutes, with {n} computer players and explanations.", n=BOTS)
    head = h("h2", request.words.format_value(first.title))
    words = None if brief else h("div", head, h("p", " ".join([*goal[:1], time])))
    art = h("img", src=format_static_url("doors.svg"), alt="", width=360, height=150, class_="art")
    play = [render_icon("play"), request.say("Play")]
    go = h("button", play, name="practice", value=first.name, class_="go", id=f"practise-{first.name}")
    fields = [render_sealed_word_field(), _render_name_field(request, "own-name"), go]
    form = render_action_form("/table", request.host.token(16), fields, id="at-once", class_="at-once")
    return h("section", None if brief else art, h("div", words, form), class_="hero brief" if brief else "hero")


def _list_other_games(found: list[Session], own: list[Session]) -> list[Session]:
    """Return those of the games (sessions) in the list `found` that are not in the list `own`, so that no game is
    listed twice.
    """
    shown = {session.id for session in own}
    return [session for session in found if session.id not in shown]


def _list_past_games(request: RequestContext, owner: str) -> list[Session]:
    """Return the twenty newest past games of a person or place (`owner`) at most, those opened last first: finished
    ones, and of a person those, too, that they are out of for good.
    """
    host = request.host
    sessions = [each.session for each in host.store.load_games(host.store.list_past_game_ids(owner))]
    return sorted(sessions, key=lambda session: -session.made)[:PAST]


def _render_games(
    request: RequestContext, title: str, found: list[Session], due: Mapping[str, float] = MappingProxyType({})
) -> Child:
    """Render the games in `found` as a list under this `title` (translated here), each with the deadline in `due`, by
    id, if it waits for the visitor; None if there are none.
    """
    if not found:
        return None
    rows = [_render_game_row(request, session, due.get(session.id)) for session in found]
    return h("section", h("h2", request.say(title)), h("ul", rows, class_="games"))


def _render_damaged_games(request: RequestContext, found: list[str]) -> Child:
    """Render a list of the visitor's games that cannot be read, whose ids `found` has, each with a link; None if there
    are none.
    """
    rows = [
        h("li", h("a", request.say("Game {id}", id=game), href=f"/g/{game}"), " ", request.say(DAMAGED_GAME_TEXT))
        for game in found
    ]
    return h("section", h("h2", request.say("Damaged games")), h("ul", rows)) if rows else None


def _render_game_row(request: RequestContext, session: Session, due: float | None) -> Markup:
    """Render one game as an item of a list: its title and players, how it stands, and after its end a link to the
    replay; if it waits for the visitor (`due`, the deadline, is not None) instead that it is their turn, the time left,
    and a button that leads there.
    """
    names = ", ".join(player.name for player in session.players) or request.say("nobody yet")
    title = request.words.format_value(
        RULESETS[session.ruleset].title if session.ruleset in RULESETS else session.ruleset
    )
    link = h("a", f"{title}: {names}", href=f"/g/{session.id}")
    replay = _render_replay_link(request, session, names)
    if due is None:
        return h("li", h("div", link, h("small", " ", _format_stage(request, session)), replay))
    time = [" · ", time_left(due - request.host.now(), request.words)] if due else None
    left = h("b", request.say("Your turn"), time)
    label = h("span", request.say("To the game"), class_="unseen")
    here = h("a", render_icon("right"), label, href=f"/g/{session.id}", class_="btn go")
    return h("li", h("div", link, h("small", left)), here, class_="waits")


def _format_stage(request: RequestContext, session: Session) -> str:
    """Return in a few words, in the visitor's language, how a game stands: not started, playing, paused, over or not
    working.
    """
    if session.stage in (LOBBY, OVER):
        return request.say("not started") if session.stage == LOBBY else request.say("over")
    if session.broken:
        return request.say("This game does not work now. We know about it.")
    return request.say("paused") if session.paused else request.say("playing")


def _render_replay_link(request: RequestContext, session: Session, names: str) -> Child:
    """Render the link to a game's replay; None if the game is not over."""
    if session.stage != OVER:
        return None
    label = request.say("Replay: {names}", names=names)
    return [" · ", h("a", request.say("replay"), href=f"/g/{session.id}/replay", aria_label=label)]


def _render_name_field(request: RequestContext, name: str) -> Markup:
    """Render the field, with the id `name`, in which visitors write their name; it contains that of a known person."""
    value = request.person.name if request.person else None
    called = request.say("Your name")
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": called, "value": value}
    return h("input", name="name", id=name, aria_label=called, **words)


def _render_friends_link(request: RequestContext) -> Markup:
    """Render the link to the form, farther down on the front page, that opens a game with friends."""
    name, about = request.say("Play with friends"), request.say("Send a link. Play tonight, or a move a day.")
    words = h("span", h("b", name), h("span", about))
    return h("a", render_icon("people"), words, render_icon("right"), href="#open", class_="friend9")


def _render_game_cards(request: RequestContext) -> Markup:
    """Render each game as a card that starts it at once against computer players, and under all cards the buttons to
    play alone, for the games that one player can play.
    """
    cards = [_render_game_card(request, found) for found in RULESETS.values()]
    alone = [_render_solo_buttons(request, found) for found in RULESETS.values() if found.seats[0] == 1]
    text = request.say("With {n} computer players. It begins at once.", n=BOTS)
    head = [h("h2", request.say("Play a whole game")), h("p", text)]
    return h("section", head, h("ul", cards, class_="cards9"), alone)


def _render_solo_buttons(request: RequestContext, rules: Ruleset[Any]) -> Markup:
    """Render the buttons to play one game alone at any time and, if it has a game of the day, to play that alone or as
    a duel.
    """
    ways = {"alone": request.say("{game}, alone", game=rules.title)}
    if rules.dated:
        ways["today"] = request.say("today’s {game}, alone", game=rules.title)
    if rules.dated and rules.duel:
        ways["duel"] = request.say("today’s {game}, against one player", game=rules.title)
    buttons = [h("button", label, name=name, value=rules.name, form="at-once") for name, label in ways.items()]
    return h("p", buttons, class_="alone9")


def _render_game_card(request: RequestContext, rules: Ruleset[Any]) -> Markup:
    """Render a game as a card: a button with its picture, title, goal and numbers of players, which starts it at once
    against computer players; below it, folded away, the rest of how it is played.
    """
    how = [request.words.format_value(each) for each in rules.brief]
    drawing = f"hall_{rules.name}.svg"
    picture = None
    if drawing in list_look_files():
        use = h("use", href=f"{format_static_url(drawing)}#card")
        picture = h("svg", use, viewBox="0 0 160 96", aria_hidden="true")
    low, high = rules.seats.start, rules.seats.stop - 1
    seats = h("small", request.say("{low} to {high} players", low=low, high=high))
    inner = [picture, h("b", request.words.format_value(rules.title)), h("span", how[:1]), seats]
    start = {"name": "ruleset", "value": rules.name, "form": "at-once", "id": f"own-{rules.name}"}
    label = request.say("Play {game}", game=rules.title)
    button = h("button", inner, h("span", label, class_="unseen"), **start)
    summary = h("summary", request.say("How it works"), id=f"how-{rules.name}")
    return h("li", button, h("details", summary, h("p", " ".join(how[1:]), class_="hint")))


def _render_opening_form(request: RequestContext) -> Markup:
    """Render the form that opens a game for friends: the opener's name, the game, how long a turn takes, the number of
    computer players, how much time there is, what extras add, and the options of each game.
    """
    rules = [h("option", request.words.format_value(found.title), value=name) for name, found in RULESETS.items()]
    paces = [h("option", _format_pace(request, word), value=word, selected=word == "daily") for word in PACES]
    bots = [h("option", n) for n in range(MOST_BOTS + 1)]
    rows = [
        h("p", h("label", request.say("Your name"), for_="open-name"), _render_name_field(request, "open-name")),
        h("p", h("label", request.say("Game"), for_="ruleset"), h("select", rules, name="ruleset", id="ruleset")),
        h("p", h("label", request.say("A turn takes up to"), for_="pace"), h("select", paces, name="pace", id="pace")),
        h("p", h("label", request.say("Computer players"), for_="bots"), h("select", bots, name="bots", id="bots")),
        h("p", h("label", request.say("How much time do you have?"), for_="span"), _render_length_select(request)),
        *(
            render(request)
            for render in list_added_targets(request.host.config.without, lambda extra: extra.opening_field)
        ),
    ]
    head, go = h("h2", request.say("Open a game for friends")), h("button", request.say("Open it"), class_="go")
    more = [_render_game_options(request, found) for found in RULESETS.values()]
    return render_action_form(
        "/new", request.host.token(16), render_sealed_word_field(), head, rows, more, go, class_="fields", id="open"
    )


def _render_length_select(request: RequestContext) -> Markup:
    """Render the field in which the opener chooses how much time a game may take; the first choice keeps the length
    that this group normally plays.
    """
    any_ = h("option", request.say("the game that this group normally plays"), value="")
    spans = [
        h("option", request.words.format_value(span.name), value=name)
        for name, span in expected_lengths.TIME_BUDGETS.items()
    ]
    return h("select", any_, spans, name="span", id="span")


def _render_game_options(request: RequestContext, rules: Ruleset[Any]) -> Child:
    """Render the fields for all options of one game, folded away until they are opened; None if it has none."""
    found = game_options.list_ruleset_options(rules)
    if not found:
        return None
    summary = request.say("Options of {title}", title=rules.title)
    rows = [_render_one_option(request, f"{rules.name}.{each.name}", each) for each in found]
    return h("details", h("summary", summary, id=f"{rules.name}-options"), rows)


def _render_one_option(request: RequestContext, name: str, offer: ChoiceOption | WrittenOption) -> Child:
    """Render the field, with the name and id `name`, of one option of a game that is being opened, with its label and
    explanation.
    """
    field = (
        _render_option_select(request, name, offer)
        if isinstance(offer, ChoiceOption)
        else _render_option_field(request, name, offer)
    )
    about = h("p", request.words.format_value(offer.about), class_="hint") if offer.about else None
    return [h("p", h("label", request.words.format_value(offer.label), for_=name), " ", field), about]


def _render_option_field(request: RequestContext, name: str, blank: WrittenOption) -> Markup:
    """Render the text field, with the name and id `name`, for an option that is a number or a list; it is empty, with
    the numbers of the default as placeholder.
    """
    listed = isinstance(blank.default, list)
    numbers = [n for n in (blank.default if listed else [blank.default]) if isinstance(n, int)]
    usual = ", ".join(request.words.format_value(n, "" if listed else "n") for n in numbers)
    return h("input", name=name, id=name, placeholder=usual, maxlength=MAX_OPTION_LETTERS, autocomplete="off")


def _render_option_select(request: RequestContext, name: str, switch: ChoiceOption) -> Markup:
    """Render an option with few values as a list, with the name and id `name`, to choose from, its default selected."""
    values = [
        h(
            "option",
            game_options.format_value_for_reader(value, request.words),
            value=str(value),
            selected=value == switch.default,
        )
        for value in switch.values
    ]
    return h("select", values, name=name, id=name)


def _read_options(request: RequestContext) -> dict[str, object]:
    """Return the options of the form's game that the opener has filled in or set otherwise than by default, by name;
    empty for an unknown game, and raise Illegal for a malformed one.
    """
    rules = RULESETS.get(request.read_field("ruleset"))
    if not rules:
        return {}
    return game_options.parse_form_options(
        rules, {name: request.read_field(f"{rules.name}.{name}") for name in game_options.load_option_defaults(rules)}
    )


def _format_pace(request: RequestContext, word: str) -> str:
    """Return how long a turn may take at the pace called `word`, one of `PACES`, in the viewer's language."""
    return request.words.format_value(clocks.format_duration(PACES[word]))


def open_game_for_friends(request: RequestContext) -> Response:
    """Open a game from the front page's form, with the opener in the first seat and the computer players they asked for
    (none if they said nothing), let extras set up theirs, and redirect to its lobby. A time budget, if chosen,
    overrides pace and some options. A page says why if it is refused; raise Illegal at the rate limit.
    """
    bots = request.read_field("bots") or "0"
    try:
        count = 0 if bots == "0" else tables.parse_bot_count(FormRequest(request), bots)
        pace, agreed, span = request.read_field("pace") or "daily", _read_options(request), ""
        if request.read_field("span"):
            players = max(count + 1, expected_lengths.USUAL_PLAYER_COUNT)
            choice = expected_lengths.parse_length_choice(
                request.read_field("ruleset"), request.read_field("span"), players
            )
            pace, agreed, span = choice.pace, {**agreed, **choice.options}, choice.span
    except Illegal as no:
        return build_trouble_response(request.words, no.text, 409, **no.facts)
    then = {"join": "", "bots": str(count)} if count else {"join": ""}
    opened_ = _open_and_run(request, pace, agreed, then, span=span)
    if opened_.status == SEE:
        for set_up in list_added_targets(request.host.config.without, lambda extra: extra.on_opened):
            set_up(request, opened_.headers["Location"].removeprefix("/g/"))
    return opened_


def open_bot_table(request: RequestContext) -> Response:
    """Open a game by one of the front page's buttons (or a table's “Play in a game of my own”), whose name and value
    say which, and redirect to it: a whole game or a practice game against three computer players, or a game alone (of
    the day or not), which begin at once; or a duel of the day, which waits for another person.
    """
    today, alone = RULESETS.get(request.read_field("today")), RULESETS.get(request.read_field("alone"))
    if (duel := RULESETS.get(request.read_field("duel"))) and duel.duel:
        return _open_and_run(request, "daily", {duel.dated: game_options.TODAY, **duel.duel}, {"join": ""}, duel.name)
    if today or alone:
        day: dict[str, object] = {today.dated: game_options.TODAY} if today else {}
        return _open_and_run(
            request,
            "evening",
            day,
            {"join": "", "begin": ""},
            request.read_field("today") or request.read_field("alone"),
        )
    practice = RULESETS.get(request.read_field("practice"))
    agreed: dict[str, object] = dict(practice.practice) if practice else {}
    return _open_and_run(
        request, "evening", agreed, {"join": "", "bots": str(BOTS), "begin": ""}, practice.name if practice else ""
    )


def _open_and_run(
    request: RequestContext,
    pace: str,
    agreed: dict[str, object],
    then: Mapping[str, str],
    name: str = "",
    span: str = "",
) -> Response:
    """Open a game of the ruleset `name` (else of the form's, else of the first) with the options in `agreed`, run the
    commands of `then` in it (their texts by command) whatever they answer, and redirect to it. If opening is refused,
    show the reason, run nothing, and delete a newcomer registered for it; raise Illegal if the rate limit is reached.
    """
    rules = name or request.read_field("ruleset") or next(iter(RULESETS))
    answer = tables.open_new_table(FormRequest(request), rules, pace, agreed, span)
    if not answer.ok:
        request.forget_newcomer()
        return build_refusal_response(answer.lines, request.build_reader({}), "/")
    for word, words in then.items():
        DESK[word].does(FormRequest(request, words, game=answer.game, step=word))
    return redirect_to(f"/g/{answer.game}")


def serve_offline_page(request: RequestContext) -> Response:
    """Serve the page that the browser caches for when there is no connection."""
    text = request.say("You have no connection. Your games are safe. Try again in a moment.")
    middle = h("main", h("p", text, class_="alert"), h("p", h("a", request.say("Try again"), href="/", class_="go")))
    return build_html_response(render_frame(request.words, request.say("Offline"), middle))


def serve_service_worker(_: RequestContext) -> Response:
    """Serve the script of the service worker (the part of the site that runs in the background of a browser) from the
    site's root address and not cached, as browsers require.
    """
    return Response(
        200,
        read_static_file("worker.js"),
        {**SAFE, "Content-Type": find_content_type("worker.js"), "Cache-Control": "no-cache"},
    )
