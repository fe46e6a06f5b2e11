"""The HTML frame around every page, static files, and the pages for what is not there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel import Reader, Told, render
from engine.kernel.text import PLAIN
from host import VERSION
from host.doors.web.files import address, icon, kind, read, served, styles
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.requests.http import Response, page
from host.doors.web.table.page_context import units
from host.said.desk import refusals

NAME = "Race to a Billion"
DOOR = (("#ffd426", "M4 1h18v24H4z"), ("#ff4b6b", "M4 1l12 4v17L4 25z"))
LETTERS = "/static/show.woff2"  # under the name that the style gives it
LOOK_AGAIN = 20  # seconds, where there is no JavaScript and nothing to type


def frame(
    reader: Reader,
    title: str,
    main: Child,
    live: str = "",
    *,
    refresh: bool = False,
    heading: Markup | None = None,
    plain: bool = True,
    beside: Child = None,
    preview: Child = None,
) -> Markup:
    """A whole page around its middle. `live` is the game that its script keeps up to date.

    The table itself does without the style of the `plain` pages, of lobbies and of the end.
    """
    head = _head(reader.say, title, main, refresh=refresh, plain=plain, preview=preview)
    alert = h("p", id="alert", role="alert")
    news = h("p", id="news", class_="unseen", aria_live="polite")
    said = _for_the_script(reader, live) if live else {}
    bar = _bar(reader, heading or h("h1", title), live=bool(live))
    foot = h("footer", f"{reader.say(NAME)} {VERSION}")
    body = h("body", bar, alert, news, h("div", main, id="main"), foot, beside, **said)
    return h("html", head, body, lang=reader.language)


def _head(say: Callable[[str], str], title: str, main: Child, *, refresh: bool, plain: bool, preview: Child) -> Markup:
    """What is no part of the page that one sees: its title, its styles and its script."""
    again = h("noscript", h("meta", http_equiv="refresh", content=LOOK_AGAIN)) if refresh else None
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        h("meta", name="color-scheme", content="light dark"),
        h("title", title if title == say(NAME) else f"{title} · {say(NAME)}"),
        h("link", rel="preload", href=LETTERS, as_="font", type="font/woff2", crossorigin=True),
        h("link", rel="stylesheet", href=address("table.css")),
        h("link", rel="stylesheet", href=address("pages.css")) if plain else None,
        [h("link", rel="stylesheet", href=style) for style in styles(str(join(main)))],
        h("link", rel="icon", href="data:,"),
        h("link", rel="manifest", href=address("app.webmanifest")),
        h("link", rel="apple-touch-icon", href=address("icon-192.png")),
        h("script", src=address("table.js"), defer=True),
        again,
        preview,
    )


def _bar(reader: Reader, heading: Markup, *, live: bool) -> Markup:
    """The mark leads to the hall; the speaker is there for who has a script."""
    say = reader.say
    mark = h(
        "svg", [h("path", fill=fill, d=d) for fill, d in DOOR], class_="mk", viewBox="0 0 26 26", aria_hidden="true"
    )
    hall = h("a", mark, href="/", aria_label=say("Hall"))
    me = h("a", icon("person"), href="/me", aria_label=say("Me"))
    nav = h("nav", hall, me, aria_label=say("Pages"))
    skip = h("a", say("To the table"), href="#stage", class_="skip") if live else None
    sound = h("button", icon("mute"), type="button", data_sound=True, aria_label=say("Sound"), hidden=True)
    return h("header", skip, heading, sound if live else None, nav, class_="bar")


def _for_the_script(reader: Reader, live: str) -> dict[str, str]:
    """What its script has to know, and the words that it says itself."""
    return {
        "data_live": live,
        "data_later": f"{address('later.js')} {address('connection.js')}",
        "data_moments": address("moments.css"),
        "data_units": "|".join(units(reader)),
        "data_asked": reader.say("You are asked:"),
        "data_failed": reader.say("That did not work. Please try again."),
        "data_offline": reader.say("No connection. What you answer is kept here, and goes as soon as it is back."),
    }


def trouble(reader: Reader, text: str, status: int, back: str = "/", **facts: object) -> Response:
    """A page that says in a sentence why not, and leads back."""
    return _trouble(reader, reader.say(text, **facts), status, back)


def _trouble(reader: Reader, why: str, status: int, back: str) -> Response:
    way = reader.say("To the hall") if back == "/" else reader.say("Back to the table")
    alert = h("p", why, class_="alert", role="alert")
    middle = h("main", alert, h("p", h("a", way, href=back, class_="go")), class_="pages")
    return page(frame(reader, reader.say("Not that way"), middle), status)


STATUS = {"no_game": 404, "crowded": 429, "damaged": 500, "broken": 500}  # by the code of a refusal


def refused(lines: Sequence[Told], reader: Reader, back: str, code: str = "") -> Response:
    """An input was refused: the sentence, and the way back."""
    why = " ".join(render(told.text, told.facts, reader) for told in lines)
    return _trouble(reader, why, STATUS.get(code, 409), back)


def static(name: str) -> Response:
    """One of the page's files. Its address changes with what is in it, so it can be kept for long."""
    if name not in served():
        return trouble(PLAIN, refusals.NO_FILE, 404)
    headers = {"Content-Type": kind(name), "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(200, read(name), {**headers, "X-Content-Type-Options": "nosniff"})
