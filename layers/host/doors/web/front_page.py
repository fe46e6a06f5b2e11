"""The front page: games to watch, to play and to look back on, and the form that opens one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core import clocks, expected_lengths, game_options
from host.core.clocks import PACES
from host.core.game_options import ChoiceOption, WrittenOption
from host.core.session import LOBBY, OVER, Session
from host.core.store.damage import GAME
from host.doors.web import keeping, looking, talk
from host.doors.web.files import address, icon
from host.doors.web.form_request import FormRequest
from host.doors.web.frame import NAME, frame, refused, trouble
from host.doors.web.html import Child, Markup, h
from host.doors.web.http import Response, page, see
from host.doors.web.page_context import form, own_word
from host.doors.web.page_context import left as time_left
from host.doors.web.request_context import RequestContext
from host.people import accounts
from host.said.desk import hosting, talking
from host.said.desk.menu import DESK

HOUSE = "person:house"  # who opens the games that anybody may watch
BOTS = 3  # at a table of one's own
MOST_BOTS = 7
PAST = 20
SEE = 303  # go and look there
LONGEST = 500  # letters of an option


def hall(visit: RequestContext) -> Response:
    """What there is; what waits for the visitor stands first. One's own games stand under that heading alone."""
    mine = f"person:{visit.who}" if visit.person else ""
    due = _due(visit) if mine else {}
    games_of = visit.host.store.games_of(mine) if mine else []
    (own, unreadable), played = accounts.listed(visit.host, games_of), _past(visit, mine) if mine else []
    own = sorted(own, key=lambda session: due.get(session.id, math.inf))
    on, past = accounts.open_games(visit.host, HOUSE), _past(visit, HOUSE)
    parts: list[Child] = [
        _games(visit, "Your games", own, due),
        keeping.offer(visit) if own else None,
        _damaged(visit, unreadable),
        _own_table(visit),
        looking.section(visit),
        _games(visit, "On now", _others(on, own)),
        _opener(visit),
        _games(visit, "Your past games", played),
        _games(visit, "Past games here", _others(past, played)),
    ]
    parts.append(h("p", h("a", icon("trophy"), " ", visit.say("All-time records"), href="/records")))
    middle = h("main", None if own else _hero(visit), h("div", parts, class_="pages"), id="stage")
    return page(frame(visit.words, visit.say(NAME), middle))


def _due(visit: RequestContext) -> dict[str, float]:
    """The games that wait for the visitor, and until when."""
    waiting = accounts.waiting_for(visit.host, visit.who)
    return {session.id: min(clock.due for clock in clocks_.values()) for session, clocks_ in waiting}


def _hero(visit: RequestContext) -> Markup:
    lead = visit.say("Games to play over days, by whoever has a minute: against friends, or against computer players.")
    words = h("div", h("h2", visit.say("Open a door. Get rich first.")), h("p", lead))
    art = h("img", src=address("doors.svg"), alt="", width=360, height=150, class_="art")
    return h("section", art, words, class_="hero")


def _others(found: list[Session], own: list[Session]) -> list[Session]:
    shown = {session.id for session in own}
    return [session for session in found if session.id not in shown]


def _past(visit: RequestContext, owner: str) -> list[Session]:
    """The newest first; the store lists them by their ids, which say nothing."""
    host = visit.host
    sessions = [each.session for each in host.store.games(host.store.past_of(owner))]
    return sorted(sessions, key=lambda session: -session.made)[:PAST]


def _games(
    visit: RequestContext, title: str, found: list[Session], due: Mapping[str, float] = MappingProxyType({})
) -> Child:
    if not found:
        return None
    rows = [_game(visit, session, due.get(session.id)) for session in found]
    return h("section", h("h2", visit.say(title)), h("ul", rows, class_="games"))


def _damaged(visit: RequestContext, found: list[str]) -> Child:
    rows = [h("li", h("a", visit.say("Game {id}", id=game), href=f"/g/{game}"), " ", visit.say(GAME)) for game in found]
    return h("section", h("h2", visit.say("Damaged games")), h("ul", rows)) if rows else None


def _game(visit: RequestContext, session: Session, due: float | None) -> Markup:
    names = ", ".join(player.name for player in session.players) or visit.say("nobody yet")
    title = visit.words.value(RULESETS[session.ruleset].title if session.ruleset in RULESETS else session.ruleset)
    link = h("a", f"{title}: {names}", href=f"/g/{session.id}")
    replay = _replay(visit, session, names)
    if due is None:
        return h("li", h("div", link, h("small", " ", _stage(visit, session)), replay))
    time = [" · ", time_left(due - visit.host.now(), visit.words)] if due else None
    left = h("b", visit.say("Your turn"), time)
    label = h("span", visit.say("To the table"), class_="unseen")
    here = h("a", icon("right"), label, href=f"/g/{session.id}", class_="btn go")
    return h("li", h("div", link, h("small", left)), here, class_="waits")


def _stage(visit: RequestContext, session: Session) -> str:
    if session.stage in (LOBBY, OVER):
        return visit.say("in the lobby") if session.stage == LOBBY else visit.say("over")
    if session.broken:
        return visit.say("broken down; the operator can see it")
    return visit.say("paused") if session.paused else visit.say("playing")


def _replay(visit: RequestContext, session: Session, names: str) -> Child:
    if session.stage != OVER:
        return None
    label = visit.say("Replay: {names}", names=names)
    return [" · ", h("a", visit.say("replay"), href=f"/g/{session.id}/replay", aria_label=label)]


def _name(visit: RequestContext, name: str) -> Markup:
    value = visit.person.name if visit.person else None
    called = visit.say("Your name")
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": called, "value": value}
    return h("input", name="name", id=name, aria_label=called, **words)


def _own_table(visit: RequestContext) -> Markup:
    text = visit.say("A table of your own with {n} computer players; the game begins at once.", n=BOTS)
    words = [h("h2", visit.say("Play at once")), h("p", text), h("div", _name(visit, "own-name"), class_="typed")]
    each = [_practice(visit, found) for found in RULESETS.values() if found.practice]
    each += [_at_once(visit, found) for found in RULESETS.values()]
    each += [_alone(visit, found) for found in RULESETS.values() if found.seats[0] == 1]
    return form("/table", visit.host.token(16), words, own_word(), each)


def _practice(visit: RequestContext, rules: Ruleset[Any]) -> Markup:
    """A first game in one tap: it is short, and everything in it is explained as it comes."""
    label = visit.say("Practise: {game} in five minutes, explained as it goes", game=rules.title)
    hidden = h("input", type="hidden", name="ruleset", value=rules.name)
    one = {"name": "practice", "value": "1", "class_": "go", "id": f"practise-{rules.name}"}
    return h("p", hidden, h("button", icon("play"), label, **one))


def _alone(visit: RequestContext, rules: Ruleset[Any]) -> Markup:
    """Where one may play by oneself: any time, or what is the same for everybody today."""
    alone = h("button", visit.say("{game}, alone", game=rules.title), name="alone", value=rules.name)
    day = h("button", visit.say("{game} of today, alone", game=rules.title), name="today", value=rules.name)
    duel = h("button", visit.say("{game} of today, a duel", game=rules.title), name="duel", value=rules.name)
    return h("p", alone, " ", day if rules.dated else None, " ", duel if rules.dated and rules.duel else None)


def _at_once(visit: RequestContext, rules: Ruleset[Any]) -> Markup:
    """How a game goes, and the way into it."""
    how = " ".join(map(visit.words.value, rules.brief))
    label = visit.say("Play {game}", game=rules.title)
    button = h("button", icon("play"), label, name="ruleset", value=rules.name, class_="go", id=f"own-{rules.name}")
    summary = h("summary", visit.say("How it goes"), id=f"how-{rules.name}")
    return h("div", button, h("details", summary, h("p", how, class_="hint")), class_="game-way")


def _opener(visit: RequestContext) -> Markup:
    rules = [h("option", visit.words.value(found.title), value=name) for name, found in RULESETS.items()]
    paces = [h("option", _pace(visit, word), value=word, selected=word == "daily") for word in PACES]
    bots = [h("option", n) for n in range(MOST_BOTS + 1)]
    rows = [
        h("p", h("label", visit.say("Your name"), for_="open-name"), _name(visit, "open-name")),
        h("p", h("label", visit.say("Game"), for_="ruleset"), h("select", rules, name="ruleset", id="ruleset")),
        h("p", h("label", visit.say("A turn takes up to"), for_="pace"), h("select", paces, name="pace", id="pace")),
        h("p", h("label", visit.say("Computer players"), for_="bots"), h("select", bots, name="bots", id="bots")),
        h("p", h("label", visit.say("How much time there is"), for_="span"), _spans(visit)),
        h(
            "p",
            h("label", visit.say("Talk at the table"), for_="how"),
            h("select", _talks(visit), name="how", id="how"),
        ),
    ]
    head, go = h("h2", visit.say("Open a game for friends")), h("button", visit.say("Open it"), class_="go")
    more = [_options(visit, found) for found in RULESETS.values()]
    return form("/new", visit.host.token(16), own_word(), head, rows, more, go, class_="fields")


def _talks(visit: RequestContext) -> list[Markup]:
    return [h("option", said, value=how) for how, said in talk.manners(visit.words).items()]


def _spans(visit: RequestContext) -> Markup:
    """An evening, a weekend: then goal and pace fit that. Or as it is said above and below."""
    any_ = h("option", visit.say("as I say here"), value="")
    spans = [h("option", visit.words.value(span.name), value=name) for name, span in expected_lengths.SPANS.items()]
    return h("select", any_, spans, name="span", id="span")


def _options(visit: RequestContext, rules: Ruleset[Any]) -> Child:
    """What may be agreed upon for one game, folded away."""
    found = game_options.offered(rules)
    if not found:
        return None
    summary = visit.say("Options of {title}", title=rules.title)
    rows = [_option(visit, f"{rules.name}.{each.name}", each) for each in found]
    return h("details", h("summary", summary, id=f"{rules.name}-options"), rows)


def _option(visit: RequestContext, name: str, offer: ChoiceOption | WrittenOption) -> Child:
    field = _switch(visit, name, offer) if isinstance(offer, ChoiceOption) else _blank(visit, name, offer)
    about = h("p", visit.words.value(offer.about), class_="hint") if offer.about else None
    return [h("p", h("label", visit.words.value(offer.label), for_=name), " ", field), about]


def _blank(visit: RequestContext, name: str, blank: WrittenOption) -> Markup:
    """Where a number or a list is written; it shows the numbers that it is if nobody writes."""
    listed = isinstance(blank.default, list)
    numbers = [n for n in (blank.default if listed else [blank.default]) if isinstance(n, int)]
    usual = ", ".join(visit.words.value(n, "" if listed else "n") for n in numbers)
    return h("input", name=name, id=name, placeholder=usual, maxlength=LONGEST, autocomplete="off")


def _switch(visit: RequestContext, name: str, switch: ChoiceOption) -> Markup:
    values = [
        h("option", game_options.shown(value, visit.words), value=str(value), selected=value == switch.default)
        for value in switch.values
    ]
    return h("select", values, name=name, id=name)


def _agreed(visit: RequestContext) -> dict[str, object]:
    """The options of the game that was chosen, where they are not as ever."""
    rules = RULESETS.get(visit.word("ruleset"))
    if not rules:
        return {}
    return game_options.options_from(
        rules, {name: visit.word(f"{rules.name}.{name}") for name in game_options.fields(rules)}
    )


def _pace(visit: RequestContext, word: str) -> str:
    return visit.words.value(clocks.spoken(PACES[word]))


def opened(visit: RequestContext) -> Response:
    """Whoever opens a game from the hall has the first seat in it."""
    bots = visit.word("bots")
    count = min(MOST_BOTS, int(bots)) if bots.isascii() and bots.isdigit() and len(bots) < 3 else 0
    try:
        pace, agreed = visit.word("pace") or "daily", _agreed(visit)
        if visit.word("span"):
            players = max(count + 1, expected_lengths.USUAL)
            choice = expected_lengths.chosen(visit.word("ruleset"), visit.word("span"), players)
            pace, agreed = choice.pace, {**agreed, **choice.options}
    except Illegal as no:
        return trouble(visit.words, no.text, 409, **no.facts)
    opened_ = _open(visit, pace, agreed, {"join": "", "bots": str(count)} if count else {"join": ""})
    if visit.word("how") in ("words", "off") and opened_.status == SEE:
        game = opened_.headers["Location"].removeprefix("/g/")
        talking.arrange(FormRequest(visit, game=game), game, visit.word("how"))
    return opened_


def own_table(visit: RequestContext) -> Response:
    """A table with computer players, at which the game has begun; a short one for practice."""
    today, alone = RULESETS.get(visit.word("today")), RULESETS.get(visit.word("alone"))
    if (duel := RULESETS.get(visit.word("duel"))) and duel.duel:
        return _open(visit, "daily", {duel.dated: game_options.TODAY, **duel.duel}, {"join": ""}, duel.name)
    if today or alone:
        day: dict[str, object] = {today.dated: game_options.TODAY} if today else {}
        return _open(visit, "evening", day, {"join": "", "begin": ""}, visit.word("today") or visit.word("alone"))
    rules = RULESETS.get(visit.word("ruleset"))
    agreed: dict[str, object] = dict(rules.practice) if rules and visit.word("practice") else {}
    return _open(visit, "evening", agreed, {"join": "", "bots": str(BOTS), "begin": ""})


def _open(
    visit: RequestContext, pace: str, agreed: dict[str, object], then: Mapping[str, str], name: str = ""
) -> Response:
    """Open it, and then what else is asked of the desk."""
    rules = name or visit.word("ruleset") or next(iter(RULESETS))
    answer = hosting.opened(FormRequest(visit), rules, pace, agreed)
    if not answer.ok:
        visit.unmet()
        return refused(answer.lines, visit.reader({}), "/")
    for word, words in then.items():
        DESK[word].does(FormRequest(visit, words, game=answer.game, step=word))
    return see(f"/g/{answer.game}")
