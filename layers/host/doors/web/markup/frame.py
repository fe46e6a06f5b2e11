"""The HTML frame around every page, static files, and the pages for what is not there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel import Reader, Told, format_told
from engine.kernel.text import PLAIN_READER
from host import VERSION
from host.doors.web.files import (
    find_content_type,
    format_static_url,
    list_static_files,
    list_styles_for,
    read_static_file,
    render_icon,
)
from host.doors.web.markup.html import Child, Markup, h, join_markup
from host.doors.web.requests.http import Response, build_html_response
from host.doors.web.table.page_context import list_time_units
from host.said.desk import refusals

SITE_NAME = "Race to a Billion"
LOGO_PATHS = (("#ffd426", "M4 1h18v24H4z"), ("#ff4b6b", "M4 1l12 4v17L4 25z"))
FONT_URL = "/static/show.woff2"  # under the name that the style gives it
LOOK_AGAIN = 20  # seconds, where there is no JavaScript and nothing to type


def render_frame(
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
    """Render a whole HTML page around its main part. `live` is the id of a game whose changes the page's script loads;
    `plain` adds the style for all pages except a running table; `refresh` reloads the page where there is no script;
    `heading` stands in the top bar in place of the title, `beside` after the footer, `preview` in the head.
    """
    head = _render_document_head(reader.format_sentence, title, main, refresh=refresh, plain=plain, preview=preview)
    alert = h("div", id="alert", role="alert")
    news = h("p", id="news", class_="unseen", aria_live="polite")
    said = _build_script_data(reader, live) if live else {}
    bar = _render_top_bar(reader, heading or h("h1", title), live=bool(live))
    foot = h("footer", f"{reader.format_sentence(SITE_NAME)} {VERSION}")
    body = h("body", bar, alert, news, h("div", main, id="main"), foot, beside, **said)
    return h("html", head, body, lang=reader.language)


def _render_document_head(
    say: Callable[[str], str], title: str, main: Child, *, refresh: bool, plain: bool, preview: Child
) -> Markup:
    """Render the head of the document: title, style sheets (those that the `main` part needs, too), script and preview.
    With `refresh` a browser without script loads the page anew every twenty seconds.
    """
    again = h("noscript", h("meta", http_equiv="refresh", content=LOOK_AGAIN)) if refresh else None
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        h("meta", name="color-scheme", content="light dark"),
        h("title", title if title == say(SITE_NAME) else f"{title} · {say(SITE_NAME)}"),
        h("link", rel="preload", href=FONT_URL, as_="font", type="font/woff2", crossorigin=True),
        h("link", rel="stylesheet", href=format_static_url("table.css")),
        h("link", rel="stylesheet", href=format_static_url("pages.css")) if plain else None,
        [h("link", rel="stylesheet", href=style) for style in list_styles_for(str(join_markup(main)))],
        h("link", rel="icon", href=format_static_url("icon.svg"), type="image/svg+xml"),
        h("link", rel="manifest", href=format_static_url("app.webmanifest")),
        h("link", rel="apple-touch-icon", href=format_static_url("icon-192.png")),
        h("script", src=format_static_url("table.js"), defer=True),
        again,
        preview,
    )


def _render_top_bar(reader: Reader, heading: Markup, *, live: bool) -> Markup:
    """Render the bar at the top of a page, with links to the front page (all games) and to the visitor's own page, and
    on a game's live page a sound button and, for screen readers and keyboards, a link that skips to the game.
    """
    say = reader.format_sentence
    mark = h(
        "svg",
        [h("path", fill=fill, d=d) for fill, d in LOGO_PATHS],
        class_="mk",
        viewBox="0 0 26 26",
        aria_hidden="true",
    )
    hall = h("a", mark, href="/", aria_label=say("All games"))
    me = h("a", render_icon("person"), href="/me", aria_label=say("Me"))
    nav = h("nav", hall, me, aria_label=say("Pages"))
    skip = h("a", say("To the game"), href="#stage", class_="skip") if live else None
    sound = h("button", render_icon("mute"), type="button", data_sound=True, aria_label=say("Sound"), hidden=True)
    return h("header", skip, heading, sound if live else None, nav, class_="bar")


def _build_script_data(reader: Reader, live: str) -> dict[str, str]:
    """Return the data attributes that the page's script reads: the id `live` of the game, addresses of files, time
    units, and translated sentences.
    """
    return {
        "data_live": live,
        "data_later": f"{format_static_url('later.js')} {format_static_url('connection.js')}",
        "data_player": format_static_url("moments.js"),
        "data_moments": " ".join(map(format_static_url, ("moments.css", "covers.css", "ajar.css"))),
        "data_units": "|".join(list_time_units(reader)),
        "data_asked": reader.format_sentence("Your question:"),
        "data_failed": reader.format_sentence("That did not work. Please try again."),
        "data_offline": reader.format_sentence(
            "There is no connection. Your answers are saved here and sent when the connection is back."
        ),
    }


def build_trouble_response(reader: Reader, text: str, status: int, back: str = "/", **facts: object) -> Response:
    """Build an error page of this status with a sentence, whose slots `facts` fill, and a link to the address
    `back`.
    """
    return _build_error_page_response(reader, reader.format_sentence(text, **facts), status, back)


def _build_error_page_response(reader: Reader, why: str, status: int, back: str) -> Response:
    """Build the page that says why something cannot be done, with this status and a link back."""
    way = reader.format_sentence("To all games") if back == "/" else reader.format_sentence("Back to the game")
    alert = h("p", why, class_="alert", role="alert")
    middle = h("main", alert, h("p", h("a", way, href=back, class_="go")), class_="pages")
    return build_html_response(render_frame(reader, reader.format_sentence("This did not work"), middle), status)


STATUS = {"no_game": 404, "crowded": 429, "damaged": 500, "newer_game": 503, "broken": 500}  # by the code of a refusal


def build_refusal_response(lines: Sequence[Told], reader: Reader, back: str, code: str = "") -> Response:
    """Build the error page for a refused input, with the reasons and a link to the address `back`. Its HTTP status
    follows from the refusal's `code`, and is 409 for most.
    """
    why = " ".join(format_told(told, reader) for told in lines)
    return _build_error_page_response(reader, why, STATUS.get(code, 409), back)


def serve_static_file(name: str) -> Response:
    """Serve the static file of this name, or an error page if there is none. Its URL changes with its content, so
    browsers may keep it for a year.
    """
    if name not in list_static_files():
        return build_trouble_response(PLAIN_READER, refusals.NO_FILE, 404)
    headers = {"Content-Type": find_content_type(name), "Cache-Control": "public, max-age=31536000, immutable"}
    return Response(200, read_static_file(name), {**headers, "X-Content-Type-Options": "nosniff"})
