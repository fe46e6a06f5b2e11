"""Which address does what. Every input becomes one use-case; every page is made from one `Showing`."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from importlib import resources

from engine.kernel import Reader
from host import answers, games, people, seats, showing
from host.games import Guest
from host.house import House
from host.move import Command
from host.session import Person, Reply
from host.showing import Showing
from host.web import pages, table_page
from host.web.http import BIGGEST_BODY, COOKIE, Request, Response, cookie, page, part, see

log = logging.getLogger(__name__)
FILES = {"table.css": "text/css; charset=utf-8", "table.js": "text/javascript; charset=utf-8"}
GAME = re.compile(r"/g/([0-9a-f]{8})(?:/([a-z]+))?$")


def answer(house: House, request: Request) -> Response:
    """What goes back for a request. Nothing in it can make the host fall over."""
    if len(request.body) > BIGGEST_BODY:
        return pages.trouble("That was too much at once.", 413)
    if request.method == "POST" and request.foreign:
        return pages.trouble("That came from another site, so nothing was done.", 403)
    if request.method not in ("GET", "HEAD", "POST"):
        return pages.trouble("That cannot be done here.", 405)
    return _routed(house, request)


def _routed(house: House, request: Request) -> Response:
    path = request.path
    if path.startswith("/static/"):
        return _static(path.removeprefix("/static/"))
    if path == "/healthz":
        return Response(200, b"ok\n", {"Content-Type": "text/plain"})
    if path.startswith("/p/"):
        return _enter(house, path.removeprefix("/p/"))
    person = people.by_token(house, request.cookie(COOKIE)) if request.cookie(COOKIE) else None
    if path == "/":
        return pages.home(house, person)
    if path in SIMPLE:
        return SIMPLE[path](house, request, person)
    found = GAME.match(path)
    return (
        _game(house, request, person, found[1], found[2] or "")
        if found
        else pages.trouble("There is no such page.", 404)
    )


def _static(name: str) -> Response:
    if name not in FILES:
        return pages.trouble("There is no such file.", 404)
    body = resources.files("host.web").joinpath("static", name).read_bytes()
    return Response(200, body, {"Content-Type": FILES[name], "Cache-Control": "max-age=3600"})


def _enter(house: House, token: str) -> Response:
    """A private link opens one person's own side, and then leaves the address bar."""
    person = people.by_token(house, token)
    if person is None:
        return pages.trouble("This link is not valid any more. Ask for a new one.", 403)
    return see("/", cookie(token))


# -- one game


def _game(house: House, request: Request, person: Person | None, game: str, action: str) -> Response:
    if request.method == "POST":
        act = ACTIONS.get(action)
        return act(house, request, person, game) if act else pages.trouble("That cannot be done here.", 404)
    who = person.id if person else ""
    shown = showing.view(house, game, who)
    if shown is None:
        return pages.trouble("There is no such game; it may have been closed.", 404)
    reader = pages.reader(shown, person)
    if action == "part":
        return _part(house, request, shown, who, reader)
    if action == "log":
        return pages.whole_log(house, shown, who, reader, request.param("from"))
    return page(pages.frame(shown.title, table_page.middle(house, shown, who, reader), live=shown.id))


def _part(house: House, request: Request, shown: Showing, who: str, reader: Reader) -> Response:
    mark = table_page.mark(shown, who)
    if request.headers.get("if-none-match") == mark:
        return Response(304, b"", {"ETag": mark})
    return part(table_page.middle(house, shown, who, reader), mark)


def _answer(house: House, request: Request, person: Person | None, game: str) -> Response:
    form = request.form()
    question = form.get("question", [""])[0]
    shown = showing.view(house, game, person.id if person else "")
    asked = next((item for item in shown.asked if item.id == question), None) if shown else None
    values = form.get("value", [])
    value = (
        answers.answer(asked.form, answers.named(asked.options, pages.reader(shown, person)), values)
        if asked
        else values[:1]
    )
    return _done(person, games.answer(house, _command(request, person), game, question, value), game)


def _play(house: House, request: Request, person: Person | None, game: str) -> Response:
    form = request.form()
    key = form.get("key", [""])[0]
    shown = showing.view(house, game, person.id if person else "")
    play = next((item for item in shown.plays if item.key == key), None) if shown else None
    values = form.get("value", [])
    value = (
        answers.answer(play.form, answers.named(play.options, pages.reader(shown, person)), values) if play else None
    )
    return _done(person, games.play(house, _command(request, person), game, key, value), game)


def _join(house: House, request: Request, person: Person | None, game: str) -> Response:
    """Take a seat. Somebody new becomes known here, and keeps their private link in a cookie."""
    name = request.form().get("name", [""])[0]
    new = ""
    if person is None:
        person = people.known(house, f"web:{house.token(8)}", name)
        new = cookie(people.web_link(house, person.id))
    guest = Guest(person.id, name or person.name, person.place, person.habits)
    reply = games.join(house, _command(request, person), game, guest)
    response = _done(person, reply, game)
    if new:
        response.headers["Set-Cookie"] = new
    return response


def _begin(house: House, request: Request, person: Person | None, game: str) -> Response:
    return _done(person, games.begin(house, _command(request, person), game), game)


def _bot(house: House, request: Request, person: Person | None, game: str) -> Response:
    return _done(person, games.add_bot(house, _command(request, person), game), game)


def _leave(house: House, request: Request, person: Person | None, game: str) -> Response:
    return _done(person, seats.leave(house, _command(request, person), game), game)


def _command(request: Request, person: Person | None) -> Command:
    """A form may carry a key of its own, so that sending it twice does nothing twice."""
    key = request.form().get("once", [""])[0][:64]
    return Command(key=f"web:{key}" if key else "", by=person.id if person else "")


def _done(person: Person | None, reply: Reply, game: str) -> Response:
    if not reply.ok:
        return pages.refused(reply, pages.plain(person, reply.names), game)
    return see(f"/g/{game}")


ACTIONS: dict[str, Callable[[House, Request, Person | None, str], Response]] = {
    "answer": _answer,
    "play": _play,
    "join": _join,
    "begin": _begin,
    "bot": _bot,
    "leave": _leave,
}
SIMPLE: dict[str, Callable[[House, Request, Person | None], Response]] = {
    "/settings": pages.settings,
    "/new": pages.opened,
}
