"""What people show of themselves on a page of their own, the hall of fame of a place, and the records of all times."""

from __future__ import annotations

from datetime import UTC, datetime

from engine.kernel import Reader
from engine.rulesets import RULESETS, ruleset
from host.core.session import Person
from host.doors.web.files import render_icon
from host.doors.web.markup.frame import build_trouble_response, render_frame
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.http import Response, build_html_response, redirect_to
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.page_context import PageContext, render_action_form
from host.extras.fame import profiles, results
from host.extras.fame.profiles import MEDALS, PROFILE_PARTS, RACES, RECORDS, RIVALS, Profile
from host.extras.fame.results import HallOfFame, RaceResult, Result
from host.said.desk import refusals
from host.said.desk.menu import DESK

RACES_SHOWN = 12
UNSEARCHED = h("meta", name="robots", content="noindex")
WORST = 4  # place that has a colour of its own


# -- somebody


def serve_profile(request: RequestContext, address: str) -> Response:
    """Serve a person's public profile page, with the parts of their record that they have chosen to show; an error
    page if nobody has a page at this address.
    """
    store = request.host.store
    who = profiles.find_profile_owner(store, address) if address.isalnum() else ""
    shown, names = (profiles.load_profile(store, who), store.load_person_names([who])) if who else (None, {})
    if shown is None or shown.address != address or who not in names:
        return build_trouble_response(request.words, refusals.NO_PAGE, 404)
    name = results.format_public_name(names[who], shown)
    parts = [show(request, who, name) for part, show in SHOWS.items() if part in shown.parts]
    none = h("p", request.say("There is nothing to show yet."), class_="hint") if not any(parts) else None
    crest = h("p", h("i", name[:1].upper(), class_="t crest", aria_hidden="true"), h("strong", name), class_="whose")
    foot = h("p", h("a", request.say("All-time records"), href="/records"))
    middle = h("main", crest, parts, none, foot, class_="pages fame")
    return build_html_response(render_frame(request.words, name, middle, preview=UNSEARCHED))


def _render_races(request: RequestContext, who: str, _: str) -> Child:
    """Render a person's places and totals in their newest finished games (twelve at most), without other people's names
    or links to the games; None if there are none.
    """
    found = [
        (result, each)
        for result in results.list_game_results(request.host, f"person:{who}", RACES_SHOWN)
        for each in result.finishes
        if each.person == who
    ]
    rows = [_render_race_result(request.words, *each) for each in found]
    return h("section", h("h2", request.say("Races")), h("ul", rows, class_="faces")) if rows else None


def _render_race_result(reader: Reader, result: Result, finish: RaceResult) -> Markup:
    """Render one finished game of a person: game, place, total and date."""
    title = reader.format_value(ruleset(result.ruleset).title)
    place = reader.format_sentence("place {n} of {all}", n=finish.place, all=len(result.finishes))
    money = reader.format_value(finish.total, result.currency)
    crest = h("i", finish.place, class_=f"t w{min(finish.place, WORST)}", aria_hidden="true")
    head = h("div", h("b", title), h("small", f"{place}, {_format_day(result.made)}"))
    return h("li", crest, head, h("b", money, class_="num"))


def _format_day(made: float) -> str:
    """Format a moment, in seconds since 1970, as a date (`2026-11-30`) in UTC."""
    return f"{datetime.fromtimestamp(made, UTC):%Y-%m-%d}"


def _render_own_records(request: RequestContext, who: str, _: str) -> Child:
    """Render a person's counted deeds and best results; None if there are none."""
    parts = _render_records_by_game(request.words, results.list_own_records(request.host, who))
    return h("section", h("h2", request.say("Records")), parts) if parts else None


def _render_records_by_game(reader: Reader, found: list[tuple[str, int, str]]) -> list[Child]:
    """Render what is counted for a person or place, `found` as (ruleset, number, sentence with that number): for each
    game a heading and a list.
    """
    parts: list[Child] = []
    for name in dict.fromkeys(name for name, _, _ in found):
        rows = [h("li", reader.format_sentence(text, n=n)) for each, n, text in found if each == name]
        parts += [h("h3", reader.format_value(ruleset(name).title)), h("ul", rows, class_="faces chips-of")]
    return parts


def _render_medals(request: RequestContext, who: str, _: str) -> Child:
    """Render the medals of a person; None if they have none."""
    reads = request.words.format_value
    rows = [
        h("li", render_icon("trophy"), h("div", h("b", reads(name)), h("small", reads(sentence))))
        for name, sentence in results.list_medals(request.host, who)
    ]
    return h("section", h("h2", request.say("Medals")), h("ul", rows, class_="faces medals")) if rows else None


def _render_head_to_head(request: RequestContext, who: str, name: str) -> Child:
    """Render in how many of the viewer's 24 newest finished games the viewer was ahead of this person, and behind; None
    if the viewer is not logged in, is this person, or did not play with them in these.
    """
    if not request.who or request.who == who:
        return None
    duel = results.compute_head_to_head(
        results.list_game_results(request.host, f"person:{request.who}"), request.who, who
    )
    if not duel.met:
        return None
    text = (
        "You and {name} have played together {n:n} {n:time|times}. You were ahead {ahead:n} {ahead:time|times}, "
        "and {name} was ahead {behind:n} {behind:time|times}."
    )
    told = request.say(text, name=name, n=duel.met, ahead=duel.ahead, behind=duel.behind)
    score = h("p", h("b", duel.ahead), " : ", h("b", duel.behind), class_="duel", aria_hidden="true")
    return h("section", h("h2", request.say("Head-to-head")), score, h("p", told))


SHOWS = {RACES: _render_races, RECORDS: _render_own_records, MEDALS: _render_medals, RIVALS: _render_head_to_head}


# -- one's own choice


def render_profile_section(request: RequestContext, person: Person, once: str) -> Markup:
    """Render the form on a person's own page with which they choose what others may see of their record, by default
    nothing; it carries `once`, by which a form sent twice is recognised.
    """
    shown = profiles.load_profile(request.host.store, person.id)
    say = request.say
    words = {
        RACES: say("My races: my place and my money at the end"),
        RECORDS: say("My records, also in the lists of all times"),
        MEDALS: say("My medals"),
        RIVALS: say("My results against the person who looks at my page, if we have played together"),
    }
    rows = [_render_checkbox(part, words[part], on=bool(shown and part in shown.parts)) for part in PROFILE_PARTS]
    whole = _render_checkbox(
        "whole", say("My full name and not only the first name"), on=bool(shown and shown.whole_name)
    )
    lead = h(
        "p",
        say(
            "Your public page shows what you tick here to everybody who has its address. If you tick nothing, "
            "there is no public page."
        ),
    )
    return render_action_form(
        "/me/profile",
        once,
        h("h2", say("What others can see")),
        lead,
        [*rows, whole],
        _render_profile_link(request, shown),
        h("button", say("Save"), class_="go"),
        class_="card ways",
    )


def _render_checkbox(name: str, label: str, *, on: bool) -> Markup:
    """Render a checkbox of the form in which a person chooses what others see, with its label."""
    return h("p", h("label", h("input", type="checkbox", name="show", value=name, checked=on), " ", label))


def _render_profile_link(request: RequestContext, shown: Profile | None) -> Child:
    """Render the address of a person's public profile as a link; None if they have no profile."""
    if shown is None:
        return None
    here = f"{request.http.origin}/u/{shown.address}"
    return h("p", h("a", here, href=here, id="profile"))


def save_shown_parts(request: RequestContext, _: Person) -> Response:
    """Save from a form which parts of their record the person lets others see (with none, delete their public page),
    and lead back to their own page.
    """
    DESK["show"].does(FormRequest(request, " ".join(request.fields.get("show", []))))
    return redirect_to("/me")


# -- places, and all times


def serve_hall_of_fame(request: RequestContext, context: PageContext) -> Response:
    """Serve a game's hall of fame: for each chat or other place where the game is shown, who has won how many of the
    last games there.
    """
    found = [results.build_hall_of_fame(request.host, place) for place in context.shown.places]
    halls = [_render_hall_of_fame(context, each) for each in found if each.games]
    none = h("p", context.say("No game has been finished here yet."), class_="hint") if not halls else None
    table = h("a", context.say("To the game"), href=f"/g/{context.shown.id}", class_="btn")
    ways = h("p", table, " ", h("a", context.say("All-time records"), href="/records"))
    middle = h("main", halls, none, ways, class_="pages fame")
    return build_html_response(render_frame(context.reader, context.say("Hall of fame"), middle, preview=UNSEARCHED))


def _render_hall_of_fame(context: PageContext, found: HallOfFame) -> Markup:
    """Render who has won the last games of a place, the player who ended one of them with the most money, and the
    place's statistics.
    """
    rows = [
        h(
            "li",
            h("b", n, class_="nth"),
            _render_profile_name(each.name, each.address),
            h("b", context.say("{n:n} {n:win|wins}", n=each.wins)),
        )
        for n, each in enumerate(found.champions, 1)
    ]
    parts: list[Child] = [
        h("h2", context.say("Winners of the last {n:n} {n:game|games}", n=found.games)),
        h("ol", rows, class_="faces champions"),
    ]
    if found.richest:
        result, finish = found.richest
        money = context.reader.format_value(finish.total, result.currency)
        parts.append(
            h(
                "p",
                context.say("The most money at the end: {name}, {money}.", name=finish.name, money=money),
                class_="lead",
            )
        )
    together = _render_records_by_game(context.reader, found.lines)
    return h("section", parts, [h("h2", context.say("All together")), together] if together else None)


def _render_profile_name(name: str, address: str) -> Markup:
    """Render a name, as a link to the profile at this address unless it is empty."""
    return h("a", name, href=f"/u/{address}") if address else h("span", name)


def serve_records(request: RequestContext) -> Response:
    """Serve the all-time records of each game, among people who show theirs."""
    found = results.list_all_time_records(request.host)
    parts: list[Child] = []
    for name, rules in RULESETS.items():
        mine = [each for each in found if each.ruleset == name]
        rows = [
            h("li", h("div", [_render_record_holder(request, each.text, *best) for best in each.best])) for each in mine
        ]
        if rows:
            parts.append(
                h("section", h("h2", request.words.format_value(rules.title)), h("ul", rows, class_="faces records"))
            )
    none = h("p", request.say("No player has asked to be on this list yet."), class_="hint") if not parts else None
    how = request.say("This list has only players who show their records.")
    mine_ = h("a", request.say("What others can see of me"), href="/me") if request.person else None
    middle = h("main", parts, none, h("p", how, " ", mine_, class_="hint"), class_="pages fame")
    return build_html_response(render_frame(request.words, request.say("All-time records"), middle))


def _render_record_holder(request: RequestContext, text: str, name: str, n: int, address: str) -> Markup:
    """Render one person in a list of records: the name, linked to the profile, and the sentence that says their
    number.
    """
    return h("p", _render_profile_name(name, address), " ", h("b", request.say(text, n=n)))
