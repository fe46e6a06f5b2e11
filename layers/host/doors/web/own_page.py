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
from host.doors.web import calling, fame_pages, keeping, mailing, own_packs
from host.doors.web.form_request import FormRequest
from host.doors.web.frame import frame, trouble
from host.doors.web.html import Child, Markup, h
from host.doors.web.http import Response, cookie, page, see
from host.doors.web.page_context import form
from host.doors.web.request_context import RequestContext
from host.people import account_merging, accounts
from host.said.desk import linking, refusals
from host.said.desk.menu import DESK
from host.said.desk.settings import COMMAS, RINGS, RUNG_FOR, set_all

PLATFORMS = {door.name: door.title for door in doors() if door.title}
HOUR = 60  # minutes


def me(visit: RequestContext, action: str) -> Response:
    """The page, or what one of its forms does."""
    if visit.person is None:
        return trouble(visit.words, refusals.STRANGER, 403)
    if action == "export":
        return _export(visit)
    sent = visit.request.method == "POST"
    if not sent and action not in PAGES:
        return trouble(visit.words, refusals.NO_PAGE, 404)
    if sent and action not in ACTIONS:
        return trouble(visit.words, refusals.NOT_DONE_HERE, 404, "/me")
    try:
        return (ACTIONS if sent else PAGES)[action](visit, visit.person)
    except Illegal as no:
        return trouble(visit.words, no.text, 409, "/me", **no.facts)


# -- what the page shows


def _page(visit: RequestContext, person: Person, news: Child = None) -> Response:
    once = visit.host.token(16)
    parts = [
        news,
        _settings(visit, person, once),
        _ways_in(visit, once),
        calling.section(visit, person, once),
        mailing.section(visit, person, once),
        _done(visit, person),
        own_packs.section(visit, person, once),
        fame_pages.section(visit, person, once),
        _data(visit, once),
    ]
    return page(frame(visit.words, person.name, h("main", parts, class_="pages")))


def _settings(visit: RequestContext, person: Person, once: str) -> Markup:
    habits, say = person.habits, visit.say
    quiet, zone = habits.quiet or (0, 0), ZoneInfo(habits.zone)
    zones = [h("option", name, selected=name == habits.zone) for name in sorted(available_timezones())]
    commas = [h("option", show, value=c, selected=c == habits.style.comma) for c, show in COMMAS.items()]
    rings = [
        h("option", visit.words.value(RUNG_FOR[kind]), value=word, selected=kind == habits.rings)
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


def _ways_in(visit: RequestContext, once: str) -> Markup:
    rows = [
        _button(visit, "link", "Make a private link", once, "It opens your own side on another device, for 90 days."),
        _button(
            visit,
            "calendar",
            "Make a calendar address and a feed",
            once,
            "Your calendar, or your feed reader, then shows what waits for you.",
        ),
        *(_coded(visit, once, door.title) for door in visit.linked(CODE)),
        *(_claimed(visit, door.title) for door in visit.linked(CLAIM)),
        *[
            _apart(visit, platform, once)
            for platform in PLATFORMS
            if account_merging.has(visit.host, visit.who, platform)
        ],
        _button(visit, "revoke", "Make all my links invalid", once, "Only this browser stays in."),
    ]
    return h("section", h("h2", visit.say("Ways in")), rows, class_="card ways")


def _coded(visit: RequestContext, once: str, platform: str) -> Markup:
    label, why = "Link my {platform} self", "One person, wherever you play."
    return _button(visit, "code", label, once, why, platform=platform)


def _claimed(visit: RequestContext, platform: str) -> Markup:
    link = h("a", visit.say("Link my {platform} account", platform=platform), href="/claim")
    return h("p", link, h("small", " ", visit.say("By a comment that you write there.")))


def _apart(visit: RequestContext, platform: str, once: str) -> Markup:
    label, why = "Unlink {platform}", "Your account there begins anew. What you have done, and your seats, stay here."
    return _button(visit, f"unlink-{platform}", label, once, why, platform=PLATFORMS[platform])


def _data(visit: RequestContext, once: str) -> Markup:
    say = visit.say
    sure = h("label", h("input", type="checkbox", name="sure", required=True), " ", say("Yes, forget me"))
    forget = form("/me/forget", once, h("p", sure), h("button", say("Forget me"), class_="grave"))
    text = say("Your name and settings go for good. A computer plays on in your seats, so nobody else loses a game.")
    export = h("a", say("All that is kept of me, as a file"), href="/me/export", download="race-to-a-billion.json")
    return h("section", h("h2", say("My data")), h("p", export), h("p", text), forget, class_="card")


def _done(visit: RequestContext, person: Person) -> Child:
    """What they have done, by ruleset."""
    lines = statistics.lines(visit.host, f"person:{person.id}", visit.reader({}))
    return h(
        "section", h("h2", visit.say("What I have done")), h("ul", [h("li", line) for line in lines]), class_="card"
    )


def _button(visit: RequestContext, action: str, label: str, once: str, why: str, **facts: str) -> Markup:
    return form(f"/me/{action}", once, h("p", h("button", visit.say(label, **facts)), h("small", " ", visit.say(why))))


# -- what its forms do


def _save(visit: RequestContext, _: Person) -> Response:
    names = ("zone", "from", "until", "away", "comma", "reminders", "rings")
    set_all(FormRequest(visit), {name: visit.word(name) for name in names})
    return see("/me")


def _link(visit: RequestContext, person: Person) -> Response:
    """Whoever has made one needs no offer."""
    made = _page(visit, person, keeping.shown(visit, person))
    made.headers["Set-Cookie"] = keeping.asked(visit)
    return made


def _calendar(visit: RequestContext, person: Person) -> Response:
    """The addresses are shown once; only their hash is kept."""
    link = f"{visit.request.origin}/calendar/{accounts.calendar_link(visit.host, person.id)}"
    text = visit.say(
        "Give this address to your calendar. Whoever has it sees which games wait for you, and nothing else:"
    )
    feed = visit.say("Or this one to a feed reader (Atom):")
    lines = [
        h("p", text, " ", h("code", f"{link}.ics", id="calendar")),
        h("p", feed, " ", h("code", f"{link}.atom", id="feed")),
    ]
    return _page(visit, person, h("div", lines, class_="card news", role="status"))


def _code(visit: RequestContext, person: Person) -> Response:
    """A code for the bot, good for a quarter of an hour."""
    code = h("code", f"/link {linking.code(FormRequest(visit), visit.linked(CODE))}", id="code")
    text = visit.say("Send this to the bot in a private chat within fifteen minutes:")
    return _page(visit, person, h("p", text, " ", code, class_="card news", role="status"))


def _revoke(visit: RequestContext, person: Person) -> Response:
    DESK["revoke"].does(FormRequest(visit))
    return see("/me", cookie(accounts.web_link(visit.host, person.id), secure=visit.request.secure))


def _unlink(platform: str, visit: RequestContext, _: Person) -> Response:
    DESK["unlink"].does(FormRequest(visit, chosen=platform))
    return see("/me")


def _forget(visit: RequestContext, _: Person) -> Response:
    DESK["forget"].does(FormRequest(visit))
    return see("/", cookie("", secure=visit.request.secure, age=0))


def _export(visit: RequestContext) -> Response:
    name = 'attachment; filename="race-to-a-billion.json"'
    headers = {"Content-Type": "application/json", "Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(200, DESK["export"].does(FormRequest(visit)).file, headers)


PAGES: dict[str, Callable[[RequestContext, Person], Response]] = {"": _page, "pack": own_packs.questions}
ACTIONS: dict[str, Callable[[RequestContext, Person], Response]] = {
    "settings": _save,
    "link": _link,
    "kept": keeping.declined,
    "calendar": _calendar,
    "code": _code,
    "revoke": _revoke,
    **{f"unlink-{platform}": partial(_unlink, platform) for platform in PLATFORMS},
    "forget": _forget,
    "profile": fame_pages.chosen,
    **own_packs.ACTIONS,
    "browser": calling.begun,
    "browser-off": calling.ended,
    "mail": mailing.begun,
    "mail-off": mailing.ended,
}
