"""One person's own page: how they want to be treated, how they get in elsewhere, and how they go without a trace.

First the private link, offered early and once to players who have no other account, so that they keep their seats when
a browser loses its cookie.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import quote
from zoneinfo import available_timezones

from engine.kernel import Illegal
from host.core import statistics
from host.core.extras import OwnPageButton, import_target, list_enabled_extras
from host.core.session import Person
from host.doors.registry import CLAIM, CODE, list_doors
from host.doors.web.files import format_static_url
from host.doors.web.markup.frame import build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.requests.http import Response, build_html_response, format_session_cookie, redirect_to
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import render_action_form
from host.people import account_linking, accounts
from host.people.account_linking import LASTS, BrowserClaim
from host.said.desk import own_account, refusals
from host.said.desk import own_account as desk
from host.said.desk.menu import DESK
from host.said.desk.settings import COMMAS, RINGS, RUNG_FOR, change_all_settings, format_last_vacation_day

PLATFORMS_WITH_LINKS = tuple(door.places for door in list_doors() if door.linked)
OFFERED_COOKIE, OFFERED = "rtab-kept", "1"
OFFER_GAME_ID = re.compile(r"[0-9a-f]{8}")
LINK_OFFER_TEXT = "Only this browser knows that you are {name}. With a private link you can come back on any device."


def render_link_offer(request: RequestContext, game: str = "") -> Child:
    """Render the offer of a private login link, with which to return from another browser; who declines it is led back
    to the table of `game`, else to the front page. None if nobody is logged in, or the person has another way to log
    in, has been asked before, or is inside another app.
    """
    return h("section", parts, class_="card ways") if (parts := _render_offer_parts(request, game)) else None


def render_link_offer_aside(request: RequestContext, game: str) -> Child:
    """Render the offer of a private login link beside a table, hidden; the script shows it after the viewer's first
    move. None if nobody is logged in, or they have another way to log in, have been asked before, or are inside another
    app.
    """
    parts = _render_offer_parts(request, game)
    return (
        h("aside", parts, class_="bell", id="keep", hidden=True, data_script=format_static_url("keep.js"))
        if parts
        else None
    )


def render_new_link(request: RequestContext, person: Person) -> Markup:
    """Make a private login link and render it to copy, scan or send; only its hash is stored, so it is shown once."""
    link = f"{request.http.origin}/p/{accounts.create_web_token(request.host, person.id)}"
    text = request.say(
        "This is your private link. You see it only now. Keep it secret: anybody who has it can play as you."
    )
    copy = sharing.render_copy_button(request.say("Copy"), "link")
    letter = f"mailto:?subject={quote(request.say('My seat at Race to a Billion'))}&body={quote(link)}"
    send = h("a", request.say("E-mail it to myself"), href=letter, class_="btn", id="mail-it")
    ways = h("p", copy, " ", send)
    return h(
        "div",
        h("p", text, " ", h("code", link, id="link")),
        ways,
        sharing.render_qr_code(link),
        class_="card news",
        role="status",
    )


def format_offered_cookie(request: RequestContext) -> str:
    """Return the cookie that notes that the person was offered a private login link and need not be asked again."""
    return format_session_cookie(OFFERED, secure=request.http.secure, name=OFFERED_COOKIE)


def decline_link_offer(request: RequestContext, _: Person) -> Response:
    """Note in a cookie that the person declined a private login link, and redirect to the table that the form names, or
    to the front page.
    """
    game = request.read_field("game")
    return redirect_to(f"/g/{game}" if OFFER_GAME_ID.fullmatch(game) else "/", format_offered_cookie(request))


def _render_offer_parts(request: RequestContext, game: str) -> list[Child]:
    """Return text and buttons of the offer of a private link, with `game` as the table to which “Not now” leads back;
    empty if the viewer is unknown, inside another app, has been asked before, or has another way to log in.
    """
    person = request.person
    if (
        person is None
        or request.http.inside
        or request.http.read_cookie(OFFERED_COOKIE)
        or _has_another_way_in(request, person)
    ):
        return []
    where = h("input", type="hidden", name="game", value=game) if game else None
    make = h("button", request.say("Make a private link"), class_="go")
    return [
        h("p", request.say(LINK_OFFER_TEXT, name=person.name)),
        render_action_form("/me/link", request.host.token(16), make, class_="simple"),
        render_action_form(
            "/me/kept", request.host.token(16), where, h("button", request.say("Not now")), class_="simple"
        ),
    ]


def _has_another_way_in(request: RequestContext, person: Person) -> bool:
    """Return whether the person can log in otherwise than by this browser's cookie: with an account on a platform that
    can be linked, or a second login token (a private link, or another browser's cookie).
    """
    known = request.host.store.list_identities(person.id)
    links = [each for each in known if each.startswith(f"{accounts.WEB}:")]
    return len(links) > 1 or any(each.startswith(PLATFORMS_WITH_LINKS) for each in known)


PLATFORMS = {door.name: door.title for door in list_doors() if door.title}


HOUR_MINUTES = 60  # minutes


OwnPageAction = Callable[[RequestContext, Person], Response]


def serve_own_page(request: RequestContext, action: str) -> Response:
    """Serve a person's own settings page, one of its sub-pages or their data as a file, or run one of its forms; what
    that refuses by Illegal gets an error page (409). Visitors who are not logged in are refused (403).
    """
    if request.person is None:
        return build_trouble_response(request.words, refusals.STRANGER, 403)
    if action == "export":
        return _download_own_data(request)
    sent = request.http.method == "POST"
    act = _find_own_page_action(request, action) if sent else _find_own_page_view(request, action)
    if act is None and not sent:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404)
    if act is None:
        return build_trouble_response(request.words, refusals.NOT_DONE_HERE, 404, "/me")
    try:
        return act(request, request.person)
    except Illegal as no:
        return build_trouble_response(request.words, no.text, 409, "/me", **no.facts)


def _find_own_page_action(request: RequestContext, action: str) -> OwnPageAction | None:
    """Return the function that runs the form called `action` of the person's own page, an extra's (optional feature's)
    or the page's own, or None if there is no such form.
    """
    added = {button.action: button.does for button in _list_added_buttons(request)}
    for extra in list_enabled_extras(request.host.config.without):
        added |= extra.own_page_forms
    return import_target(added[action]) if action in added else OWN_PAGE_ACTIONS.get(action)


def _find_own_page_view(request: RequestContext, word: str) -> OwnPageAction | None:
    """Return the function that serves the sub-page `word`, which an extra (an optional feature) has added, or the
    person's own page itself if `word` is empty; None if there is none.
    """
    if not word:
        return serve_own_page_with_news
    extras = list_enabled_extras(request.host.config.without)
    return next((import_target(extra.own_page_views[word]) for extra in extras if word in extra.own_page_views), None)


def _render_added_sections(request: RequestContext, person: Person, once: str) -> list[Child]:
    """Render the sections that extras (optional features) add to the person's own page, in the order of the extras;
    their forms get the page's idempotency key `once`.
    """
    return [
        import_target(render)(request, person, once)
        for extra in list_enabled_extras(request.host.config.without)
        for render in extra.own_page_sections
    ]


def _list_added_buttons(request: RequestContext) -> list[OwnPageButton]:
    """Return the buttons that extras (optional features) add to the person's own page."""
    return [each for extra in list_enabled_extras(request.host.config.without) for each in extra.own_page_buttons]


# -- what the page shows


def serve_own_page_with_news(request: RequestContext, person: Person, news: Child = None) -> Response:
    """Serve a person's own page: settings, ways to log in elsewhere, statistics, what extras (optional features) add,
    and their data to download or delete. At its top stands `news`, the result of the form just sent.
    """
    once = request.host.token(16)
    parts = [
        news,
        _render_settings(request, person, once),
        _render_ways_in(request, once),
        _render_statistics(request, person),
        *_render_added_sections(request, person, once),
        _render_data_section(request, once),
    ]
    return build_html_response(render_frame(request.words, person.name, h("main", parts, class_="pages")))


def _render_settings(request: RequestContext, person: Person, once: str) -> Markup:
    """Render the form with all settings of a person but the language (reminders, time zone, quiet hours, vacation, how
    numbers are written, where to be notified), filled with the present ones, and with the page's idempotency key
    `once`.
    """
    habits, say = person.habits, request.say
    quiet = habits.quiet or (0, 0)
    zones = [h("option", name, selected=name == habits.zone) for name in sorted(available_timezones())]
    commas = [h("option", show, value=c, selected=c == habits.style.comma) for c, show in COMMAS.items()]
    rings = [
        h("option", request.words.format_value(RUNG_FOR[kind]), value=word, selected=kind == habits.rings)
        for word, kind in RINGS.items()
    ]
    back = format_last_vacation_day(habits) or None
    rows = [
        h(
            "p",
            h("label", h("input", type="checkbox", name="reminders", checked=habits.reminders), " ", say("Remind me")),
        ),
        h("p", h("label", say("Time zone"), for_="zone"), h("select", zones, name="zone", id="zone")),
        h("p", h("label", say("Quiet from"), for_="from"), _render_time_field("from", quiet[0])),
        h("p", h("label", say("Quiet until"), for_="until"), _render_time_field("until", quiet[1])),
        h("p", say("If both times are the same, you have no quiet hours."), class_="hint"),
        h("p", h("label", say("On vacation until"), for_="away"), _render_date_field(back)),
        h("p", h("label", say("How to write numbers"), for_="comma"), h("select", commas, name="comma", id="comma")),
        h("p", h("label", say("Notify me in a chat of"), for_="rings"), h("select", rings, name="rings", id="rings")),
    ]
    head, go = h("h2", say("My settings")), h("button", say("Save"), class_="go")
    return render_action_form("/me/settings", once, head, rows, go, class_="card fields")


def _render_time_field(name: str, minute: int) -> Markup:
    """Render a field for a time of the day, with the name and id `name`, which shows this minute of the day."""
    return h("input", type="time", name=name, id=name, value=f"{minute // HOUR_MINUTES:02}:{minute % HOUR_MINUTES:02}")


def _render_date_field(day: object) -> Markup:
    """Render the field for the last day of a vacation, which shows this day, or is empty for None."""
    return h("input", type="date", name="away", id="away", value=day)


def _render_ways_in(request: RequestContext, once: str) -> Markup:
    """Render the section about the visitor's other devices and accounts: private links, linked platforms, and undoing
    these; all its forms have the page's idempotency key `once`.
    """
    rows = [
        _render_own_page_button(
            request,
            "link",
            "Make a private link",
            once,
            ("With this link you can play as yourself on another device, for 90 days."),
        ),
        *(
            _render_small_form(
                added.action, once, request.words.format_value(added.label), request.words.format_value(added.why)
            )
            for added in _list_added_buttons(request)
        ),
        *(_render_code_button(request, once, door.title) for door in request.list_linked_doors(CODE)),
        *(_render_claim_link(request, door.title) for door in request.list_linked_doors(CLAIM)),
        *[
            _render_unlink_button(request, platform, once)
            for platform in PLATFORMS
            if account_linking.has_account_on(request.host, request.who, platform)
        ],
        _render_own_page_button(
            request, "revoke", "Make all my private links invalid", once, ("Then only this browser can play for you.")
        ),
    ]
    return h("section", h("h2", request.say("Other devices and accounts")), rows, class_="card ways")


def _render_code_button(request: RequestContext, once: str, platform: str) -> Markup:
    """Render the button that shows a code for linking the person's account on a platform (called `platform`) with a
    private chat; `once` is the page's idempotency key.
    """
    label, why = "Connect my {platform} account", "Then you are the same player here and there."
    return _render_own_page_button(request, "code", label, once, why, platform=platform)


def _render_claim_link(request: RequestContext, platform: str) -> Markup:
    """Render the link to the page on which this browser gets a code to be posted on a platform, which links the
    person's account there.
    """
    link = h("a", request.say("Connect my {platform} account", platform=platform), href="/claim")
    return h(
        "p",
        link,
        h("small", " ", request.say("To connect that account, you write a comment from it. I show you what to write.")),
    )


def _render_unlink_button(request: RequestContext, platform: str, once: str) -> Markup:
    """Render the button that separates the person's account on a platform (its short name) from the others; `once` is
    the page's idempotency key.
    """
    label, why = (
        "Disconnect {platform}",
        "Your account on the other platform then starts again from nothing. Your statistics and games stay here.",
    )
    return _render_own_page_button(request, f"unlink-{platform}", label, once, why, platform=PLATFORMS[platform])


def _render_data_section(request: RequestContext, once: str) -> Markup:
    """Render the section in which a person downloads or, after ticking a box, deletes their data; `once` is the page's
    idempotency key.
    """
    say = request.say
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", say("Yes, forget me"))
    forget = render_action_form("/me/forget", once, h("p", sure), h("button", say("Forget me"), class_="grave"))
    text = say(
        "Your name and settings are deleted for ever. A computer takes your place, so the other players can "
        "finish their games."
    )
    export = h("a", say("Download my data"), href="/me/export", download="race-to-a-billion.json")
    return h("section", h("h2", say("My data")), h("p", export), h("p", text), forget, class_="card")


def _render_statistics(request: RequestContext, person: Person) -> Child:
    """Render a person's statistics, game by game, for their own page."""
    lines = statistics.format_statistics(request.host, f"person:{person.id}", request.build_reader({}))
    return h(
        "section", h("h2", request.say("My statistics")), h("ul", [h("li", line) for line in lines]), class_="card"
    )


def _render_own_page_button(
    request: RequestContext, action: str, label: str, once: str, why: str, **facts: str
) -> Markup:
    """Render the form of one button of the person's own page, which posts `action` with the page's idempotency key
    `once`: its label and, beside it, why one would press it, both translated here, with `facts` in the label's slots.
    """
    return _render_small_form(action, once, request.say(label, **facts), request.say(why))


def _render_small_form(action: str, once: str, label: str, why: str) -> Markup:
    """Render the form of one button of the person's own page, which posts `action` with the page's idempotency key
    `once`: its label and, beside it, why one would press it, as they are (translated already).
    """
    return render_action_form(f"/me/{action}", once, h("p", h("button", label), h("small", " ", why)))


# -- what its forms do


def _save_settings(request: RequestContext, _: Person) -> Response:
    """Save all settings in the form, and lead back to the person's own page; raise Illegal if one is invalid."""
    names = ("zone", "from", "until", "away", "comma", "reminders", "rings")
    change_all_settings(FormRequest(request), {name: request.read_field(name) for name in names})
    return redirect_to("/me")


def _make_private_link(request: RequestContext, person: Person) -> Response:
    """Make a new private link, by which a person can log in on another device, and show it on their own page; set a
    cookie so that they are not offered one again.
    """
    made = serve_own_page_with_news(request, person, render_new_link(request, person))
    made.add_cookie(format_offered_cookie(request))
    return made


def _serve_chat_code(request: RequestContext, person: Person) -> Response:
    """Make a code that links this person's account on a platform by a private chat with its bot, and show it at the top
    of their own page; it is valid for fifteen minutes. Raise Illegal if no platform of this host takes such codes.
    """
    code = h(
        "code", f"/link {own_account.issue_link_code(FormRequest(request), request.list_linked_doors(CODE))}", id="code"
    )
    text = request.say("Send this to the bot in a private chat in the next fifteen minutes:")
    return serve_own_page_with_news(request, person, h("p", text, " ", code, class_="card news", role="status"))


def _revoke_own_links(request: RequestContext, person: Person) -> Response:
    """Make all tokens of the person invalid (private links, also those of other browsers, pending codes, calendar
    addresses, keys of programs), give this browser a new login cookie, and lead back to their own page.
    """
    DESK["revoke"].does(FormRequest(request))
    return redirect_to(
        "/me", format_session_cookie(accounts.create_web_token(request.host, person.id), secure=request.http.secure)
    )


def _unlink_own_platform(platform: str, request: RequestContext, _: Person) -> Response:
    """Separate the person's account on this platform from the others, and lead back to their own page."""
    DESK["unlink"].does(FormRequest(request, chosen=platform))
    return redirect_to("/me")


def _forget_me(request: RequestContext, _: Person) -> Response:
    """Delete all data of the person, take the cookie from their browser, and lead to the front page; raise Illegal if
    they have not ticked the box that confirms it.
    """
    DESK["forget"].does(FormRequest(request))
    return redirect_to("/", format_session_cookie("", secure=request.http.secure, age=0))


def _download_own_data(request: RequestContext) -> Response:
    """Serve all data of the person as a JSON file."""
    name = 'attachment; filename="race-to-a-billion.json"'
    headers = {"Content-Type": "application/json", "Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(200, DESK["export"].does(FormRequest(request)).file, headers)


OWN_PAGE_ACTIONS: dict[str, OwnPageAction] = {
    "settings": _save_settings,
    "link": _make_private_link,
    "kept": decline_link_offer,
    "code": _serve_chat_code,
    "revoke": _revoke_own_links,
    **{f"unlink-{platform}": partial(_unlink_own_platform, platform) for platform in PLATFORMS},
    "forget": _forget_me,
}


COOKIE = "rtab-claim"


CLAIM_OFFER = "If you play on {platform}, this browser can show you your secrets. For that, you write a code there."


WRITE = "Write this as a comment from your {platform} account, in any thread where I host a game:"


CLAIM_REFRESH_SECONDS = 20  # seconds between looks whether the code has come


def serve_claim_page(request: RequestContext) -> Response:
    """Serve the page on which this browser can be linked to an account on a chat platform. It shows the code to post
    there or, once somebody has posted it, asks whether that account is the viewer's. Without a valid code it only
    offers to make one. Nothing is linked yet; raise Illegal if accounts can be linked so on no platform.
    """
    _find_platform_title(request)
    code, secret = _read_claim_cookie(request)
    found = account_linking.find_browser_claim(request.host, code, secret) if code else None
    if found is None:
        return _serve_claim_offer(request)
    return _serve_claim_question(request, found) if found.person else _serve_claim_code(request, code)


def serve_other_person_warning(request: RequestContext, other: Person, you: Person) -> Response:
    """Serve the question whether to switch to `other`, the person of a private link, as the browser is logged in as
    `you`; its form posts to the link's own address.
    """
    once, say = request.host.token(16), request.say
    stay = h("a", say("Stay {name}", name=you.name), href="/", class_="go")
    parts = (
        h("p", say("This link is for {other}. Here you are {name}.", other=other.name, name=you.name)),
        h("p", say("If somebody else sent you this link, do not use it."), class_="hint"),
        h("p", stay),
        render_action_form(request.http.path, once, h("p", h("button", say("Go on as {name}", name=other.name)))),
    )
    return build_html_response(
        render_frame(
            request.words, say("A private link"), h("main", h("section", parts, class_="card"), class_="pages")
        )
    )


def confirm_claim(request: RequestContext) -> Response:
    """Link the chat account that has posted this browser's code with the viewer (a person logged in here is merged with
    it) and log the browser in, if the form says that the account is theirs; else only make a new code. Serve an error
    page if the code is not valid any more; raise Illegal if accounts can be linked so on no platform, or a visitor
    wants too many codes.
    """
    _find_platform_title(request)
    if request.read_field("mine") != "yes":
        return _make_claim_code(request)
    try:
        token = account_linking.confirm_browser_claim(request.host, *_read_claim_cookie(request), request.person)
    except Illegal as no:
        return build_trouble_response(request.words, no.text, 409, "/", **no.facts)
    return redirect_to("/", format_session_cookie(token, secure=request.http.secure))


def _find_platform_title(request: RequestContext) -> str:
    """Return the name of the platform where the browser's code can be posted; raise Illegal if there is none."""
    found = request.list_linked_doors(CLAIM)
    desk.check_code_readers(found)
    return found[0].title


def _read_claim_cookie(request: RequestContext) -> tuple[str, str]:
    """Return the code that this browser was given to link an account, and the secret that belongs to it, from its
    cookie; two empty texts if it has none.
    """
    code, _, secret = request.http.read_cookie(COOKIE).partition(".")
    return code, secret


def _make_claim_code(request: RequestContext) -> Response:
    """Make a new code by which this browser can be linked to a chat account, store it in a cookie, and redirect to the
    page that shows it; raise Illegal if this visitor, or all together, have asked for too many.
    """
    code, secret = account_linking.create_browser_code(request.host, request.visitor)
    return redirect_to(
        "/claim", format_session_cookie(f"{code}.{secret}", secure=request.http.secure, age=int(LASTS), name=COOKIE)
    )


def _serve_claim_offer(request: RequestContext) -> Response:
    """Serve the page that offers to link an account by a code."""
    once, say = request.host.token(16), request.say
    return _build_claim_response(
        request,
        h("p", say(CLAIM_OFFER, platform=_find_platform_title(request))),
        render_action_form("/claim", once, h("p", h("button", say("Show me a code"), class_="go"))),
    )


def _serve_claim_code(request: RequestContext, code: str) -> Response:
    """Serve the page that shows the code and says where to post it, so that this browser is linked to a chat account.
    It reloads by itself until the code has been posted.
    """
    say = request.say
    return _build_claim_response(
        request,
        h("p", say(WRITE, platform=_find_platform_title(request))),
        h("p", h("code", f"link {code}", id="code")),
        h("p", say("Then come back to this page. It sees your comment in about a minute.")),
        h(
            "p",
            say("The code works once, for one hour, and only for this browser. Nobody else can use it."),
        ),
        h("p", say("Never write a code that you got from somebody else. They could play as you."), class_="hint"),
        look=True,
    )


def _serve_claim_question(request: RequestContext, found: BrowserClaim) -> Response:
    """Serve the page that asks whether the chat account which has posted this browser's code (`found`) belongs to the
    viewer.
    """
    once, say = request.host.token(16), request.say
    return _build_claim_response(
        request,
        h("p", say("{name} wrote your code. Is that you?", name=f"u/{found.name}")),
        render_action_form(
            "/claim", once, _render_mine_field("yes"), h("p", h("button", say("Yes, that was me"), class_="go"))
        ),
        render_action_form(
            "/claim", once, _render_mine_field("no"), h("p", h("button", say("No, show me another code")))
        ),
    )


def _render_mine_field(value: str) -> Child:
    """Render the hidden field that answers (`yes` or `no`) whether the account is the viewer's."""
    return h("input", type="hidden", name="mine", value=value)


def _build_claim_response(request: RequestContext, *parts: Child, look: bool = False) -> Response:
    """Build the response with a page about linking an account elsewhere to this browser, which has these `parts`; with
    `look` the browser reloads it every twenty seconds.
    """
    middle = h("main", h("section", parts, class_="card"), class_="pages")
    response = build_html_response(
        render_frame(
            request.words, request.say("Your {platform} account", platform=_find_platform_title(request)), middle
        )
    )
    if look:
        response.headers["Refresh"] = str(CLAIM_REFRESH_SECONDS)
    return response
