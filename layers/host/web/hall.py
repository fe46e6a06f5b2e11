"""The hall: games to watch, to play and to look back on, and a way to open one."""

from __future__ import annotations

from engine.rulesets import RULESETS
from host import games, people
from host.clocks import PACES
from host.move import Command
from host.session import LOBBY, OVER, Reply, Session
from host.web.frame import NAME, frame, refused
from host.web.html import Child, Markup, h
from host.web.http import Response, page, see
from host.web.sight import form
from host.web.visit import Visit

HOUSE = "person:house"  # who opens the games that anybody may watch
BOTS = 3  # at a table of one's own
MOST_BOTS = 7
PAST = 20


def hall(visit: Visit) -> Response:
    """What there is."""
    house = visit.house
    parts: list[Child] = [h("p", "Pick squares, dodge bombs, be the first to a billion pounds.", class_="lead")]
    if visit.person is not None:
        mine = f"person:{visit.who}"
        parts += [_games("Your games", people.open_games(house, mine)), _games("Your past games", _past(visit, mine))]
    parts += [_games("On now", people.open_games(house, HOUSE)), _own_table(visit), _opener(visit)]
    parts.append(_games("Past games here", _past(visit, HOUSE)))
    return page(frame(NAME, h("main", parts, class_="pages")))


def _past(visit: Visit, owner: str) -> list[Session]:
    """The newest first; the store lists them by their ids, which say nothing."""
    house = visit.house
    sessions = [each.session for each in house.store.games(house.store.past_of(owner))]
    return sorted(sessions, key=lambda session: -session.made)[:PAST]


def _games(title: str, found: list[Session]) -> Child:
    if not found:
        return None
    return h("section", h("h2", title), h("ul", [_game(session) for session in found], class_="games"), class_="card")


def _game(session: Session) -> Markup:
    names = ", ".join(player.name for player in session.players) or "nobody yet"
    stage = {LOBBY: "in the lobby", OVER: "over"}.get(session.stage, "paused" if session.paused else "playing")
    over = session.stage == OVER
    replay = [" · ", h("a", "replay", href=f"/g/{session.id}/replay", aria_label=f"Replay: {names}")] if over else None
    link = h("a", f"{RULESETS[session.ruleset].title}: {names}", href=f"/g/{session.id}")
    return h("li", link, h("small", f" {stage}"), replay)


def _name(visit: Visit, name: str) -> Markup:
    value = visit.person.name if visit.person else None
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": "Your name", "value": value}
    return h("input", name="name", id=name, aria_label="Your name", **words)


def _own_table(visit: Visit) -> Markup:
    row = h("div", _name(visit, "own-name"), h("button", "Play now", class_="go", id="own"), class_="typed")
    text = h("p", f"A table of your own with {BOTS} computer players; you begin by sealing a bomb.")
    return form("/table", visit.house.token(16), h("h2", "Play at once"), text, row, class_="card")


def _opener(visit: Visit) -> Markup:
    rules = [h("option", found.title, value=name) for name, found in RULESETS.items()]
    paces = [h("option", word, selected=word == "daily") for word in PACES]
    bots = [h("option", n) for n in range(MOST_BOTS + 1)]
    rows = [
        h("p", h("label", "Your name", for_="open-name"), _name(visit, "open-name")),
        h("p", h("label", "Game", for_="ruleset"), h("select", rules, name="ruleset", id="ruleset")),
        h("p", h("label", "A turn takes up to", for_="pace"), h("select", paces, name="pace", id="pace")),
        h("p", h("label", "Computer players", for_="bots"), h("select", bots, name="bots", id="bots")),
    ]
    head = h("h2", "Open a game for friends")
    return form("/new", visit.house.token(16), head, rows, h("button", "Open it", class_="go"), class_="card fields")


def opened(visit: Visit) -> Response:
    """Whoever opens a game from the hall has the first seat in it."""
    bots = visit.word("bots")
    count = min(MOST_BOTS, int(bots)) if bots.isascii() and bots.isdigit() and len(bots) < 3 else 0
    reply = _open(visit, visit.word("pace") or "daily", count)
    return _shown(visit, reply)


def own_table(visit: Visit) -> Response:
    """A table with computer players, at which the game has begun."""
    reply = _open(visit, "evening", BOTS)
    if reply.ok:
        games.begin(visit.house, _also(visit, "begin"), reply.game)
    return _shown(visit, reply)


def _open(visit: Visit, pace: str, bots: int) -> Reply:
    """Each step has a key of its own, so that the same form sent again opens nothing new."""
    house, guest = visit.house, visit.guest()
    reply = games.create(house, visit.command(), visit.word("ruleset") or next(iter(RULESETS)), {}, pace)
    if reply.ok:
        games.join(house, _also(visit, "join"), reply.game, guest)
        for n in range(bots):
            games.add_bot(house, _also(visit, f"bot {n}"), reply.game)
    return reply


def _also(visit: Visit, what: str) -> Command:
    command = visit.command()
    return Command(f"{command.key} {what}" if command.key else "", command.by)


def _shown(visit: Visit, reply: Reply) -> Response:
    return see(f"/g/{reply.game}", visit.new) if reply.ok else refused(reply, visit.reader({}), "/")
