"""One person's own page: how they want to be treated, how they get back in, and how they go without a trace."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo, available_timezones

from engine.kernel import Illegal
from host.core import statistics
from host.core.session import Person
from host.doors.registry import CLAIM, CODE, doors
from host.doors.web.markup.frame import frame, trouble
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import fame_pages, mailing, own_packs
from host.doors.web.requests.form_request import FormRequest
from host.doors.web.requests.http import Response, cookie, page, see
from host.doors.web.requests.request_context import RequestContext
from host.doors.web.table import notification_offers, private_link_offer
from host.doors.web.table.page_context import form
from host.people import account_merging, accounts
from host.said.desk import linking, refusals
from host.said.desk.menu import DESK
from host.said.desk.settings import COMMAS, RINGS, RUNG_FOR, set_all

PLATFORMS = {door.name: door.title for door in doors() if door.title}
HOUR = 60  # minutes


def me(request: RequestContext, action: str) -> Response:
    """The page, or what one of its forms does."""
    if request.person is None:
        return trouble(request.words, refusals.STRANGER, 403)
    if action == "export":
        return _export(request)
    sent = request.http.method == "POST"
    if not sent and action not in PAGES:
        return trouble(request.words, refusals.NO_PAGE, 404)
    if sent and action not in ACTIONS:
        return trouble(request.words, refusals.NOT_DONE_HERE, 404, "/me")
    try:
        return (ACTIONS if sent else PAGES)[action](request, request.person)
    except Illegal as no:
        return trouble(request.words, no.text, 409, "/me", **no.facts)


# -- what the page shows


def _page(request: RequestContext, person: Person, news: Child = None) -> Response:
    once = request.host.token(16)
    parts = [
        news,
        _settings(request, person, once),
        _ways_in(request, once),
        notification_offers.section(request, person, once),
        mailing.section(request, person, once),
        _done(request, person),
        own_packs.section(request, person, once),
        fame_pages.section(request, person, once),
        _data(request, once),
    ]
    return page(frame(request.words, person.name, h("main", parts, class_="pages")))


def _settings(request: RequestContext, person: Person, once: str) -> Markup:
    habits, say = person.habits, request.say
    quiet, zone = habits.quiet or (0, 0), ZoneInfo(habits.zone)
    zones = [h("option", name, selected=name == habits.zone) for name in sorted(available_timezones())]
    commas = [h("option", show, value=c, selected=c == habits.style.comma) for c, show in COMMAS.items()]
    rings = [
        h("option", request.words.value(RUNG_FOR[kind]), value=word, selected=kind == habits.rings)
        for word, kind in RINGS.items()
    ]
    back = (datetime.fromtimestamp(habits.away[1], zone) - timedelta(minutes=1)).date() if habits.away else None
    rows = [
        h(
            "p",
            h("label", h("input", type="checkbox", name="reminders", checked=habits.reminders), " ", say("Remind me")),
        ),
        h("p", h("label", say("Time zone"), for_="zone"), h("select", zones, name="zone", id="zone")),
        h("p", h("label", say("Quiet from"), for_="from"), _time("from", quiet[0])),
        h("p", h("label", say("Quiet until"), for_="until"), _time("until", quiet[1])),
        h("p", say("The same time twice means no quiet hours."), class_="hint"),
        h("p", h("label", say("On vacation up to and including"), for_="away"), _date(back)),
        h("p", h("label", say("Write numbers like"), for_="comma"), h("select", commas, name="comma", id="comma")),
        h("p", h("label", say("Ring in a chat for"), for_="rings"), h("select", rings, name="rings", id="rings")),
    ]
    head, go = h("h2", say("How I want it")), h("button", say("Save"), class_="go")
    return form("/me/settings", once, head, rows, go, class_="card fields")


def _time(name: str, minute: int) -> Markup:
    return h("input", type="time", name=name, id=name, value=f"{minute // HOUR:02}:{minute % HOUR:02}")


def _date(day: object) -> Markup:
    return h("input", type="date", name="away", id="away", value=day)


def _ways_in(request: RequestContext, once: str) -> Markup:
    rows = [
        _button(request, "link", "Make a private link", once, "It opens your own side on another device, for 90 days."),
        _button(
            request,
            "calendar",
            "Make a calendar address and a feed",
            once,
            "Your calendar, or your feed reader, then shows what waits for you.",
        ),
        *(_coded(request, once, door.title) for door in request.linked(CODE)),
        *(_claimed(request, door.title) for door in request.linked(CLAIM)),
        *[
            _apart(request, platform, once)
            for platform in PLATFORMS
            if account_merging.has(request.host, request.who, platform)
        ],
        _button(request, "revoke", "Make all my links invalid", once, "Only this browser stays in."),
    ]
    return h("section", h("h2", request.say("Ways in")), rows, class_="card ways")


def _coded(request: RequestContext, once: str, platform: str) -> Markup:
    label, why = "Link my {platform} self", "One person, wherever you play."
    return _button(request, "code", label, once, why, platform=platform)


def _claimed(request: RequestContext, platform: str) -> Markup:
    link = h("a", request.say("Link my {platform} account", platform=platform), href="/claim")
    return h("p", link, h("small", " ", request.say("By a comment that you write there.")))


def _apart(request: RequestContext, platform: str, once: str) -> Markup:
    label, why = "Unlink {platform}", "Your account there begins anew. What you have done, and your seats, stay here."
    return _button(request, f"unlink-{platform}", label, once, why, platform=PLATFORMS[platform])


def _data(request: RequestContext, once: str) -> Markup:
    say = request.say
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", say("Yes, forget me"))
    forget = form("/me/forget", once, h("p", sure), h("button", say("Forget me"), class_="grave"))
    text = say("Your name and settings go for good. A computer plays on in your seats, so nobody else loses a game.")
    export = h("a", say("All that is kept of me, as a file"), href="/me/export", download="race-to-a-billion.json")
    return h("section", h("h2", say("My data")), h("p", export), h("p", text), forget, class_="card")


def _done(request: RequestContext, person: Person) -> Child:
    """What they have done, by ruleset."""
    lines = statistics.lines(request.host, f"person:{person.id}", request.reader({}))
    return h(
        "section", h("h2", request.say("What I have done")), h("ul", [h("li", line) for line in lines]), class_="card"
    )


def _button(request: RequestContext, action: str, label: str, once: str, why: str, **facts: str) -> Markup:
    return form(
        f"/me/{action}", once, h("p", h("button", request.say(label, **facts)), h("small", " ", request.say(why)))
    )


# -- what its forms do


def _save(request: RequestContext, _: Person) -> Response:
    names = ("zone", "from", "until", "away", "comma", "reminders", "rings")
    set_all(FormRequest(request), {name: request.word(name) for name in names})
    return see("/me")


def _link(request: RequestContext, person: Person) -> Response:
    """Whoever has made one needs no offer."""
    made = _page(request, person, private_link_offer.shown(request, person))
    made.add_cookie(private_link_offer.asked(request))
    return made


def _calendar(request: RequestContext, person: Person) -> Response:
    """The addresses are shown once; only their hash is kept."""
    link = f"{request.http.origin}/calendar/{accounts.calendar_link(request.host, person.id)}"
    text = request.say(
        "Give this address to your calendar. Whoever has it sees which games wait for you, and nothing else:"
    )
    feed = request.say("Or this one to a feed reader (Atom):")
    lines = [
        h("p", text, " ", h("code", f"{link}.ics", id="calendar")),
        h("p", feed, " ", h("code", f"{link}.atom", id="feed")),
    ]
    return _page(request, person, h("div", lines, class_="card news", role="status"))


def _code(request: RequestContext, person: Person) -> Response:
    """A code for the bot, good for a quarter of an hour."""
    code = h("code", f"/link {linking.code(FormRequest(request), request.linked(CODE))}", id="code")
    text = request.say("Send this to the bot in a private chat within fifteen minutes:")
    return _page(request, person, h("p", text, " ", code, class_="card news", role="status"))


def _revoke(request: RequestContext, person: Person) -> Response:
    DESK["revoke"].does(FormRequest(request))
    return see("/me", cookie(accounts.web_link(request.host, person.id), secure=request.http.secure))


def _unlink(platform: str, request: RequestContext, _: Person) -> Response:
    DESK["unlink"].does(FormRequest(request, chosen=platform))
    return see("/me")


def _forget(request: RequestContext, _: Person) -> Response:
    DESK["forget"].does(FormRequest(request))
    return see("/", cookie("", secure=request.http.secure, age=0))


def _export(request: RequestContext) -> Response:
    name = 'attachment; filename="race-to-a-billion.json"'
    headers = {"Content-Type": "application/json", "Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(200, DESK["export"].does(FormRequest(request)).file, headers)


PAGES: dict[str, Callable[[RequestContext, Person], Response]] = {"": _page, "pack": own_packs.questions}
ACTIONS: dict[str, Callable[[RequestContext, Person], Response]] = {
    "settings": _save,
    "link": _link,
    "kept": private_link_offer.declined,
    "calendar": _calendar,
    "code": _code,
    "revoke": _revoke,
    **{f"unlink-{platform}": partial(_unlink, platform) for platform in PLATFORMS},
    "forget": _forget,
    "profile": fame_pages.chosen,
    **own_packs.ACTIONS,
    "browser": notification_offers.begun,
    "browser-off": notification_offers.ended,
    "mail": mailing.begun,
    "mail-off": mailing.ended,
}
