"""The pages around the table: the hall, settings, the whole log, and what to say when something is not there."""

from __future__ import annotations

from zoneinfo import available_timezones

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, render
from engine.rulesets import RULESETS
from host import games, people, showing, words
from host.games import Guest
from host.house import House
from host.move import Command
from host.session import Habits, Person, Reply, Session, Style
from host.showing import Showing
from host.web import table_page
from host.web.html import Child, Markup, h, join
from host.web.http import Request, Response, cookie, page, see

COMMAS = {",": "1,000,000", ".": "1.000.000", " ": "1 000 000", "’": "1’000’000"}
PAGE = 100
MINUTES = 60


def frame(title: str, middle: Child, live: str = "") -> Markup:
    """A whole page around its middle."""
    nav = h("nav", h("a", "Hall", href="/"), h("a", "Settings", href="/settings"), aria_label="Pages")
    head = h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("title", title),
        h("link", rel="stylesheet", href="/static/table.css"),
        h("link", rel="icon", href="data:,"),
        h("script", src="/static/table.js", defer=True),
    )
    alert = h("p", id="alert", role="alert")
    body = h("body", h("header", h("h1", title), nav), alert, middle, data_live=live or None)
    return h("html", head, body, lang="en")


def reader(shown: Showing, person: Person | None) -> Reader:
    """How this viewer wants a game written."""
    style = person.habits.style if person else shown.style
    return words.reader(shown.names, style)


def plain(person: Person | None, names: dict[str, str]) -> Reader:
    """How this viewer wants a sentence written."""
    return words.reader(names, person.habits.style if person else Style())


def trouble(text: str, status: int) -> Response:
    """A page that says in a sentence why not."""
    middle = h("main", h("p", text, class_="alert", role="alert"), h("p", h("a", "To the hall", href="/")))
    return page(frame("Race to a Billion", middle), status)


def refused(reply: Reply, reader: Reader, game: str) -> Response:
    """An input was refused: the sentence, and the way back."""
    said = " ".join(render(told.text, told.facts, reader) for told in reply.lines)
    middle = h(
        "main", h("p", said, class_="alert", role="alert"), h("p", h("a", "Back to the table", href=f"/g/{game}"))
    )
    return page(frame("Not that way", middle), 409)


# -- the hall


def home(house: House, person: Person | None) -> Response:
    """Games to watch and play, and a way to open one."""
    open_house = people.open_games(house, "person:house")
    own = people.open_games(house, f"person:{person.id}") if person else []
    parts: list[Child] = [
        _games("Your games", own) if own else None,
        _games("On this host", open_house) if open_house else None,
        _opener(),
    ]
    return page(frame("Race to a Billion", h("main", parts)))


def _games(title: str, found: list[Session]) -> Markup:
    return h("section", h("h2", title), h("ul", [_game(session) for session in found]))


def _game(session: Session) -> Markup:
    names = ", ".join(player.name for player in session.players)
    return h("li", h("a", f"{RULESETS[session.ruleset].title}: {names or 'nobody yet'}", href=f"/g/{session.id}"))


def _opener() -> Markup:
    rules = [h("option", found.title, value=name) for name, found in RULESETS.items()]
    paces = [h("option", word) for word in ("blitz", "evening", "daily", "slow")]
    bots = [h("option", n) for n in range(8)]
    return h(
        "form",
        h("h2", "Open a game"),
        h("p", h("label", "Your name ", h("input", name="name", required=True, maxlength=40, autocomplete="nickname"))),
        h("p", h("label", "Game ", h("select", rules, name="ruleset"))),
        h("p", h("label", "Pace ", h("select", paces, name="pace"))),
        h("p", h("label", "Computer players ", h("select", bots, name="bots"))),
        h("button", "Open it", class_="go"),
        method="post",
        action="/new",
    )


def opened(house: House, request: Request, person: Person | None) -> Response:
    """Whoever opens a game from the hall has the first seat in it."""
    if request.method != "POST":
        return see("/")
    form = request.form()
    name, new = form.get("name", [""])[0], ""
    if person is None:
        person = people.known(house, f"web:{house.token(8)}", name)
        new = cookie(people.web_link(house, person.id))
    command = Command(by=person.id)
    reply = games.create(house, command, form.get("ruleset", [""])[0], {}, form.get("pace", ["daily"])[0])
    if not reply.ok:
        return refused(reply, plain(person, {}), "")
    games.join(house, command, reply.game, Guest(person.id, name or person.name, person.place, person.habits))
    bots = form.get("bots", ["0"])[0]
    for _ in range(min(7, int(bots)) if bots.isdigit() and len(bots) < 3 else 0):
        games.add_bot(house, command, reply.game)
    return see(f"/g/{reply.game}", new)


# -- settings


def settings(house: House, request: Request, person: Person | None) -> Response:
    """One person's reminders, quiet hours and way of writing numbers."""
    if person is None:
        return trouble("Open your private link first; it says who you are.", 403)
    if request.method == "POST":
        try:
            people.set_habits(house, person.id, _habits(person.habits, request.form()))
        except Illegal as no:
            return trouble(render(no.text, no.facts), 409)
        return see("/settings")
    return page(frame("Settings", h("main", _settings_form(person))))


def _settings_form(person: Person) -> Markup:
    habits = person.habits
    quiet = habits.quiet or (0, 0)
    zones = [h("option", zone, selected=zone == habits.zone) for zone in sorted(available_timezones())]
    commas = [h("option", show, value=c, selected=c == habits.style.comma) for c, show in COMMAS.items()]
    return h(
        "form",
        h("p", h("label", h("input", type="checkbox", name="reminders", checked=habits.reminders), " Remind me")),
        h("p", h("label", "Time zone ", h("select", zones, name="zone"))),
        h("p", h("label", "Quiet from ", h("input", type="time", name="from", value=_clock(quiet[0])))),
        h("p", h("label", "Quiet until ", h("input", type="time", name="until", value=_clock(quiet[1])))),
        h("p", "The same time twice means no quiet hours.", class_="hint"),
        h("p", h("label", "Numbers ", h("select", commas, name="comma"))),
        h("button", "Save", class_="go"),
        method="post",
        action="/settings",
    )


def _clock(minute: int) -> str:
    return f"{minute // MINUTES:02}:{minute % MINUTES:02}"


def _habits(old: Habits, form: dict[str, list[str]]) -> Habits:
    since, until = (_minute(form.get(name, [""])[0]) for name in ("from", "until"))
    comma = form.get("comma", [","])[0]
    style = Style(old.style.language, comma if comma in COMMAS else ",")
    zone = form.get("zone", [old.zone])[0]
    quiet = None if since == until else (since, until)
    return replace(old, zone=zone, quiet=quiet, reminders="reminders" in form, style=style)


def _minute(text: str) -> int:
    hours, _, minutes = text.partition(":")
    if not (hours.isascii() and hours.isdigit() and minutes.isascii() and minutes.isdigit() and len(text) <= 5):
        raise Illegal("Quiet hours are times such as 22:30.")
    return (int(hours) * MINUTES + int(minutes)) % (24 * MINUTES)


# -- the log


def whole_log(house: House, shown: Showing, person: str, reader: Reader, first: str) -> Response:
    """Everything that was said, a page at a time."""
    start = int(first) if first.isdigit() and len(first) < 9 else 0
    said = showing.history(house, shown.id, person, start, PAGE)
    lines = [table_page.line(told, reader) for _, told in said]
    more = (
        h("p", h("a", "Further", href=f"/g/{shown.id}/log?from={start + PAGE}"))
        if start + PAGE < shown.version
        else None
    )
    back = h("p", h("a", "Back to the table", href=f"/g/{shown.id}"))
    middle = h("main", join(back, h("ol", lines, class_="log"), more))
    return page(frame(f"{shown.title}: the log", middle))
