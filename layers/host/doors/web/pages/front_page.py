"""The front page: games to watch, to play and to look back on, and the form that opens one."""

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
from host.core.game_options import ChoiceOption, WrittenOption
from host.core.session import LOBBY, OVER, Session
from host.core.store.damage import GAME
from host.doors.web.files import address, icon
from host.doors.web.markup.frame import NAME, frame, refused, trouble
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import public_lobby
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import Response, page, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import private_link_offer, talk
from host.doors.web.table.page_context import form, own_word
from host.doors.web.table.page_context import left as time_left
from host.people import accounts
from host.said.desk import hosting
from host.said.desk.menu import DESK

OPENER = "person:house"  # who opens the games that anybody may watch
BOTS = 3  # at a table of one's own
MOST_BOTS = 7
PAST = 20
SEE = 303  # go and look there
LONGEST = 500  # letters of an option


def hall(request: RequestContext) -> Response:
    """What there is; what waits for the visitor stands first. One's own games stand under that heading alone."""
    mine = f"person:{request.who}" if request.person else ""
    due = _due(request) if mine else {}
    games_of = request.host.store.games_of(mine) if mine else []
    (own, unreadable), played = accounts.listed(request.host, games_of), _past(request, mine) if mine else []
    own = sorted(own, key=lambda session: due.get(session.id, math.inf))
    on, past = accounts.open_games(request.host, OPENER), _past(request, OPENER)
    parts: list[Child] = [
        _games(request, "Your games", own, due),
        private_link_offer.offer(request) if own else None,
        _damaged(request, unreadable),
        _own_table(request),
        public_lobby.section(request),
        _games(request, "On now", _others(on, own)),
        _opener(request),
        _games(request, "Your past games", played),
        _games(request, "Past games here", _others(past, played)),
    ]
    parts.append(h("p", h("a", icon("trophy"), " ", request.say("All-time records"), href="/records")))
    middle = h("main", None if own else _hero(request), h("div", parts, class_="pages"), id="stage")
    return page(frame(request.words, request.say(NAME), middle))


def _due(request: RequestContext) -> dict[str, float]:
    """The games that wait for the visitor, and until when."""
    waiting = accounts.waiting_for(request.host, request.who)
    return {session.id: min(clock.due for clock in clocks_.values()) for session, clocks_ in waiting}


def _hero(request: RequestContext) -> Markup:
    lead = request.say(
        "Games to play over days, by whoever has a minute: against friends, or against computer players."
    )
    words = h("div", h("h2", request.say("Open a door. Get rich first.")), h("p", lead))
    art = h("img", src=address("doors.svg"), alt="", width=360, height=150, class_="art")
    return h("section", art, words, class_="hero")


def _others(found: list[Session], own: list[Session]) -> list[Session]:
    shown = {session.id for session in own}
    return [session for session in found if session.id not in shown]


def _past(request: RequestContext, owner: str) -> list[Session]:
    """The newest first; the store lists them by their ids, which say nothing."""
    host = request.host
    sessions = [each.session for each in host.store.games(host.store.past_of(owner))]
    return sorted(sessions, key=lambda session: -session.made)[:PAST]


def _games(
    request: RequestContext, title: str, found: list[Session], due: Mapping[str, float] = MappingProxyType({})
) -> Child:
    if not found:
        return None
    rows = [_game(request, session, due.get(session.id)) for session in found]
    return h("section", h("h2", request.say(title)), h("ul", rows, class_="games"))


def _damaged(request: RequestContext, found: list[str]) -> Child:
    rows = [
        h("li", h("a", request.say("Game {id}", id=game), href=f"/g/{game}"), " ", request.say(GAME)) for game in found
    ]
    return h("section", h("h2", request.say("Damaged games")), h("ul", rows)) if rows else None


def _game(request: RequestContext, session: Session, due: float | None) -> Markup:
    names = ", ".join(player.name for player in session.players) or request.say("nobody yet")
    title = request.words.value(RULESETS[session.ruleset].title if session.ruleset in RULESETS else session.ruleset)
    link = h("a", f"{title}: {names}", href=f"/g/{session.id}")
    replay = _replay(request, session, names)
    if due is None:
        return h("li", h("div", link, h("small", " ", _stage(request, session)), replay))
    time = [" · ", time_left(due - request.host.now(), request.words)] if due else None
    left = h("b", request.say("Your turn"), time)
    label = h("span", request.say("To the table"), class_="unseen")
    here = h("a", icon("right"), label, href=f"/g/{session.id}", class_="btn go")
    return h("li", h("div", link, h("small", left)), here, class_="waits")


def _stage(request: RequestContext, session: Session) -> str:
    if session.stage in (LOBBY, OVER):
        return request.say("in the lobby") if session.stage == LOBBY else request.say("over")
    if session.broken:
        return request.say("broken down; the operator can see it")
    return request.say("paused") if session.paused else request.say("playing")


def _replay(request: RequestContext, session: Session, names: str) -> Child:
    if session.stage != OVER:
        return None
    label = request.say("Replay: {names}", names=names)
    return [" · ", h("a", request.say("replay"), href=f"/g/{session.id}/replay", aria_label=label)]


def _name(request: RequestContext, name: str) -> Markup:
    value = request.person.name if request.person else None
    called = request.say("Your name")
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": called, "value": value}
    return h("input", name="name", id=name, aria_label=called, **words)


def _own_table(request: RequestContext) -> Markup:
    text = request.say("A table of your own with {n} computer players; the game begins at once.", n=BOTS)
    words = [h("h2", request.say("Play at once")), h("p", text), h("div", _name(request, "own-name"), class_="typed")]
    each = [_practice(request, found) for found in RULESETS.values() if found.practice]
    each += [_at_once(request, found) for found in RULESETS.values()]
    each += [_alone(request, found) for found in RULESETS.values() if found.seats[0] == 1]
    return form("/table", request.host.token(16), words, own_word(), each)


def _practice(request: RequestContext, rules: Ruleset[Any]) -> Markup:
    """A first game in one tap: it is short, and everything in it is explained as it comes."""
    label = request.say("Practise: {game} in five minutes, explained as it goes", game=rules.title)
    one = {"name": "practice", "value": rules.name, "class_": "go", "id": f"practise-{rules.name}"}
    return h("p", h("button", icon("play"), label, **one))


def _alone(request: RequestContext, rules: Ruleset[Any]) -> Markup:
    """Where one may play by oneself: any time, or what is the same for everybody today."""
    alone = h("button", request.say("{game}, alone", game=rules.title), name="alone", value=rules.name)
    day = h("button", request.say("{game} of today, alone", game=rules.title), name="today", value=rules.name)
    duel = h("button", request.say("{game} of today, a duel", game=rules.title), name="duel", value=rules.name)
    return h(
        "p", alone, " ", day if rules.dated else None, " ", duel if rules.dated and rules.duel else None, class_="btns"
    )


def _at_once(request: RequestContext, rules: Ruleset[Any]) -> Markup:
    """How a game goes, and the way into it."""
    how = " ".join(map(request.words.value, rules.brief))
    label = request.say("Play {game}", game=rules.title)
    button = h("button", icon("play"), label, name="ruleset", value=rules.name, class_="go", id=f"own-{rules.name}")
    summary = h("summary", request.say("How it goes"), id=f"how-{rules.name}")
    return h("div", button, h("details", summary, h("p", how, class_="hint")), class_="game-way")


def _opener(request: RequestContext) -> Markup:
    rules = [h("option", request.words.value(found.title), value=name) for name, found in RULESETS.items()]
    paces = [h("option", _pace(request, word), value=word, selected=word == "daily") for word in PACES]
    bots = [h("option", n) for n in range(MOST_BOTS + 1)]
    rows = [
        h("p", h("label", request.say("Your name"), for_="open-name"), _name(request, "open-name")),
        h("p", h("label", request.say("Game"), for_="ruleset"), h("select", rules, name="ruleset", id="ruleset")),
        h("p", h("label", request.say("A turn takes up to"), for_="pace"), h("select", paces, name="pace", id="pace")),
        h("p", h("label", request.say("Computer players"), for_="bots"), h("select", bots, name="bots", id="bots")),
        h("p", h("label", request.say("How much time there is"), for_="span"), _spans(request)),
        h(
            "p",
            h("label", request.say("Talk at the table"), for_="how"),
            h("select", _talks(request), name="how", id="how"),
        ),
    ]
    head, go = h("h2", request.say("Open a game for friends")), h("button", request.say("Open it"), class_="go")
    more = [_options(request, found) for found in RULESETS.values()]
    return form("/new", request.host.token(16), own_word(), head, rows, more, go, class_="fields")


def _talks(request: RequestContext) -> list[Markup]:
    return [h("option", said, value=how) for how, said in talk.manners(request.words).items()]


def _spans(request: RequestContext) -> Markup:
    """An evening, a weekend: then goal and pace fit that. Or as it is said above and below."""
    any_ = h("option", request.say("as set here"), value="")
    spans = [h("option", request.words.value(span.name), value=name) for name, span in expected_lengths.SPANS.items()]
    return h("select", any_, spans, name="span", id="span")


def _options(request: RequestContext, rules: Ruleset[Any]) -> Child:
    """What may be agreed upon for one game, folded away."""
    found = game_options.offered(rules)
    if not found:
        return None
    summary = request.say("Options of {title}", title=rules.title)
    rows = [_option(request, f"{rules.name}.{each.name}", each) for each in found]
    return h("details", h("summary", summary, id=f"{rules.name}-options"), rows)


def _option(request: RequestContext, name: str, offer: ChoiceOption | WrittenOption) -> Child:
    field = _switch(request, name, offer) if isinstance(offer, ChoiceOption) else _blank(request, name, offer)
    about = h("p", request.words.value(offer.about), class_="hint") if offer.about else None
    return [h("p", h("label", request.words.value(offer.label), for_=name), " ", field), about]


def _blank(request: RequestContext, name: str, blank: WrittenOption) -> Markup:
    """Where a number or a list is written; it shows the numbers that it is if nobody writes."""
    listed = isinstance(blank.default, list)
    numbers = [n for n in (blank.default if listed else [blank.default]) if isinstance(n, int)]
    usual = ", ".join(request.words.value(n, "" if listed else "n") for n in numbers)
    return h("input", name=name, id=name, placeholder=usual, maxlength=LONGEST, autocomplete="off")


def _switch(request: RequestContext, name: str, switch: ChoiceOption) -> Markup:
    values = [
        h("option", game_options.shown(value, request.words), value=str(value), selected=value == switch.default)
        for value in switch.values
    ]
    return h("select", values, name=name, id=name)


def _agreed(request: RequestContext) -> dict[str, object]:
    """The options of the game that was chosen, where they are not as ever."""
    rules = RULESETS.get(request.word("ruleset"))
    if not rules:
        return {}
    return game_options.options_from(
        rules, {name: request.word(f"{rules.name}.{name}") for name in game_options.fields(rules)}
    )


def _pace(request: RequestContext, word: str) -> str:
    return request.words.value(clocks.spoken(PACES[word]))


def opened(request: RequestContext) -> Response:
    """Whoever opens a game from the hall has the first seat in it."""
    bots = request.word("bots")
    count = min(MOST_BOTS, int(bots)) if bots.isascii() and bots.isdigit() and len(bots) < 3 else 0
    try:
        pace, agreed = request.word("pace") or "daily", _agreed(request)
        if request.word("span"):
            players = max(count + 1, expected_lengths.USUAL)
            choice = expected_lengths.chosen(request.word("ruleset"), request.word("span"), players)
            pace, agreed = choice.pace, {**agreed, **choice.options}
    except Illegal as no:
        return trouble(request.words, no.text, 409, **no.facts)
    opened_ = _open(request, pace, agreed, {"join": "", "bots": str(count)} if count else {"join": ""})
    if request.word("how") in ("words", "off") and opened_.status == SEE:
        game = opened_.headers["Location"].removeprefix("/g/")
        DESK["talk"].does(FormRequest(request, request.word("how"), game=game))
    return opened_


def own_table(request: RequestContext) -> Response:
    """A table with computer players, at which the game has begun; a short one for practice."""
    today, alone = RULESETS.get(request.word("today")), RULESETS.get(request.word("alone"))
    if (duel := RULESETS.get(request.word("duel"))) and duel.duel:
        return _open(request, "daily", {duel.dated: game_options.TODAY, **duel.duel}, {"join": ""}, duel.name)
    if today or alone:
        day: dict[str, object] = {today.dated: game_options.TODAY} if today else {}
        return _open(request, "evening", day, {"join": "", "begin": ""}, request.word("today") or request.word("alone"))
    practice = RULESETS.get(request.word("practice"))
    agreed: dict[str, object] = dict(practice.practice) if practice else {}
    return _open(
        request, "evening", agreed, {"join": "", "bots": str(BOTS), "begin": ""}, practice.name if practice else ""
    )


def _open(
    request: RequestContext, pace: str, agreed: dict[str, object], then: Mapping[str, str], name: str = ""
) -> Response:
    """Open it, and then what else is asked of the desk."""
    rules = name or request.word("ruleset") or next(iter(RULESETS))
    answer = hosting.opened(FormRequest(request), rules, pace, agreed)
    if not answer.ok:
        request.unmet()
        return refused(answer.lines, request.reader({}), "/")
    for word, words in then.items():
        DESK[word].does(FormRequest(request, words, game=answer.game, step=word))
    return see(f"/g/{answer.game}")
