"""The HTML frame around every page, static files, and the pages for what is not there."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources

from engine.kernel import Reader, render
from engine.kernel.text import PLAIN
from host.core.session import Reply
from host.doors.web.html import Child, Markup, h
from host.doors.web.http import Response, page
from host.doors.web.page_context import units

NAME = "Race to a Billion"
FILES = {"table.css": "text/css; charset=utf-8", "table.js": "text/javascript; charset=utf-8"}
LOOK_AGAIN = 20  # seconds, where there is no JavaScript and nothing to type


def frame(reader: Reader, title: str, main: Child, live: str = "", *, refresh: bool = False) -> Markup:
    """A whole page around its middle. `live` is the game that its script keeps up to date."""
    say = reader.say
    again = h("noscript", h("meta", http_equiv="refresh", content=LOOK_AGAIN)) if refresh else None
    head = h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1"),
        h("meta", name="color-scheme", content="light dark"),
        h("title", title if title == say(NAME) else f"{title} · {say(NAME)}"),
        h("link", rel="stylesheet", href=address("table.css")),
        h("link", rel="icon", href="data:,"),
        h("script", src=address("table.js"), defer=True),
        again,
    )
    nav = h("nav", h("a", say("Hall"), href="/"), h("a", say("Me"), href="/me"), aria_label=say("Pages"))
    skip = h("a", say("To the table"), href="#main", class_="skip") if live else None
    header = h("header", skip, h("h1", title), nav)
    alert = h("p", id="alert", role="alert")
    news = h("p", id="news", class_="unseen", aria_live="polite")
    said = _for_the_script(reader, live) if live else {}
    body = h("body", header, alert, news, h("div", main, id="main"), **said)
    return h("html", head, body, lang=reader.language)


def _for_the_script(reader: Reader, live: str) -> dict[str, str]:
    """What its script has to know, and the words that it says itself."""
    return {
        "data_live": live,
        "data_units": "|".join(units(reader)),
        "data_asked": reader.say("You are asked:"),
        "data_failed": reader.say("That did not work. Please try again."),
        "data_offline": reader.say("No connection. Please try again."),
    }


def trouble(reader: Reader, text: str, status: int, back: str = "/", **facts: object) -> Response:
    """A page that says in a sentence why not, and leads back."""
    return _trouble(reader, reader.say(text, **facts), status, back)


def _trouble(reader: Reader, why: str, status: int, back: str) -> Response:
    way = reader.say("To the hall") if back == "/" else reader.say("Back to the table")
    alert = h("p", why, class_="alert", role="alert")
    middle = h("main", alert, h("p", h("a", way, href=back, class_="go")))
    return page(frame(reader, reader.say("Not that way"), middle), status)


def refused(reply: Reply, reader: Reader, back: str) -> Response:
    """An input was refused: the sentence, and the way back."""
    return _trouble(reader, " ".join(render(told.text, told.facts, reader) for told in reply.lines), 409, back)


def static(name: str) -> Response:
    """One of the page's two files. Its address changes with what is in it, so it can be kept for long."""
    if name not in FILES:
        return trouble(PLAIN, "There is no such file.", 404)
    headers = {"Content-Type": FILES[name], "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(200, _file(name), {**headers, "X-Content-Type-Options": "nosniff"})


def address(name: str) -> str:
    """Where a file of the page is found."""
    return f"/static/{name}?v={hashlib.sha256(_file(name)).hexdigest()[:8]}"


@lru_cache(maxsize=len(FILES))
def _file(name: str) -> bytes:
    return resources.files("host.doors.web").joinpath("static", name).read_bytes()
