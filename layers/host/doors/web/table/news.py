"""What was told lately, beside the board: the newest first, each input's lines as one entry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.kernel import LOG, PUBLIC, Told, Words, format_told, upcast_told
from engine.kernel.event import BeatKind
from engine.kernel.ruleset import Ruleset
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.doors.web.files import render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.requests.request_context import FormRequest, RequestContext
from host.doors.web.table.moment_pictures import MOMENT_ICONS
from host.doors.web.table.moments import SENTENCE_END, Moment, list_moments
from host.doors.web.table.page_context import PageContext
from host.said.answers import DeskAnswer
from host.said.desk.menu import DESK
from host.shown import views
from host.shown.views import Sum, ToldStep, build_moment_line

JUST_SAID, MOST_SAID = 8, 16  # entries, and lines in them
NAMES_TABLE = frozenset[BeatKind]({"begins", "round"})  # what a table tells first and last, with its title
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def format_newest_line(context: PageContext, said: list[ToldStep]) -> str:
    """Return a line of the newest input, the last in `said`: the last one told in the game that is about the viewer, or
    else the first; an empty text if that input was the viewer's own or there is none.
    """
    if not said or is_own_step(context, said[-1]):
        return ""
    told, you = said[-1].told, context.shown.you
    mine = [each for each in told if you and each.table and you in _list_seats(context, each)]  # said in the game
    return format_short_line(context, mine[-1] if mine else told[0])


def is_own_step(context: PageContext, said: ToldStep) -> bool:
    """Return whether this step of the game was a move of the viewer."""
    return bool(context.shown.you) and said.by == context.shown.you


def render_news(context: PageContext, said: list[ToldStep]) -> Markup:
    """Render the news beside the board, the latest of the inputs `said` (in the order of the log) first; within an
    input in order. The page's script reads new ones aloud to screen readers.
    """
    titles = map_table_titles(context, said)
    lines = _render_newest(context, said, titles)
    inner = (
        h("ol", lines, class_="said", id="said") if lines else h("p", context.say("There is no news yet."), id="said")
    )
    public = (
        each
        for each in reversed(said)
        if any(not told.to for told in each.told) and _render_news_entry(context, each, titles)
    )
    last = next((each.n for each in public), None)
    ways = context.render_for_all(
        ("ways", last, context.mine), partial(_render_news_links, last=last, mine=context.mine)
    )
    return h("section", h("h2", context.say("News"), id="just"), inner, ways, aria_labelledby="just")


def _render_news_links(context: PageContext, last: int | None, *, mine: bool) -> Markup:
    """Render links to the whole log, the news missed while away, the replay if the game can be shown, the moment of the
    game with the step number `last` if there is one, and the viewer's own record if the game is over and was theirs
    (`mine`).
    """
    log = h("a", context.say("The whole log"), href=f"/g/{context.shown.id}/log")
    since = h("a", context.say("While you were away"), href=f"/g/{context.shown.id}/away", id="away")
    send = h("a", context.say("A link to this moment of the game"), href=f"/g/{context.shown.id}/moment?n={last}")
    replay = h("a", context.say("Replay"), href=f"/g/{context.shown.id}/replay")
    own = h("a", context.say("My own story"), href=f"/g/{context.shown.id}/record") if mine else None
    ways = [log, since, replay if context.shown.view else None, send if last is not None else None, own]
    return h("p", [[" · " if n else None, way] for n, way in enumerate(filter(None, ways))])


def _render_newest(context: PageContext, said: list[ToldStep], titles: Mapping[str, str]) -> list[Markup]:
    """Return the latest of these inputs as entries of news, newest first, at most eight entries or sixteen lines;
    cached for all viewers if all of it is public.
    """
    last = said[-MOST_SAID:]
    if all(each.public for each in last):
        key = ("newest", *[each.n for each in last], *titles.items())
        return context.compute_for_all(key, lambda everybody: _render_last_entries(everybody, last, titles))
    return _render_last_entries(context, last, titles)


def _render_last_entries(context: PageContext, said: list[ToldStep], titles: Mapping[str, str]) -> list[Markup]:
    """Render the latest of these inputs as entries of news, newest first: at least one that has words, and no more than
    eight entries or sixteen lines.
    """
    found: list[Markup] = []
    lines = 0
    for each in reversed(said):
        if (entry := _render_news_entry(context, each, titles)) is not None:
            lines += len(each.told)
            if found and (lines > MOST_SAID or len(found) == JUST_SAID):
                break
            found.append(entry)
    return found


def render_told_line(context: PageContext, told: Told, titles: Mapping[str, str]) -> Child:
    """Render one announcement: for a private one its recipient, then the table it is about if there are several
    (`titles`), then its text.
    """
    to = _render_recipient(context, told) if told.to else None
    return [to, _render_table_name(told, titles), format_told(told, context.reader)]


def map_table_titles(context: PageContext, said: Iterable[ToldStep] = ()) -> dict[str, str]:
    """Return the titles of boards and minigames by table: of those open now, and of closed ones whose begin or end is
    told in these steps. If there is only one, which then needs no name, return an empty mapping.
    """
    rules = RULESETS.get(context.shown.ruleset)
    found: dict[str, Words] = {}
    for step in said:
        found |= {table: ended.title for table, ended in step.ended.items() if ended.title}
        for line in (build_moment_line(rules, told) for told in step.told if told.to == PUBLIC):
            beat = line.beat
            if beat and beat.kind in NAMES_TABLE and (title := line.facts.get(beat.what)):
                found[line.told.table] = title
    view = context.shown.view
    found |= {panel.id: panel.title for panel in view.panels} if view else {}
    return {table: context.format_words(title) for table, title in found.items()} if len(found) > 1 else {}


def _render_table_name(told: Told, titles: Mapping[str, str]) -> Markup | None:
    """Render the name of the board or minigame that a line is about, if it is one of several; None otherwise."""
    return h("b", titles[told.table], ": ") if told.table in titles else None


def _render_recipient(context: PageContext, told: Told) -> Markup:
    """Render to whom a private line was told, or that it stands only in the log; after the game's end everybody may
    read those.
    """
    if told.to == LOG:
        return h("i", context.say("only in the log:"), " ")
    you = told.to == context.shown.you
    return h("i", context.say("to you:") if you else context.say("to {who}:", who=told.to), " ")


def format_short_line(context: PageContext, told: Told) -> str:
    """Return an announced line with its hashes shortened; the full log has them whole."""
    return SEAL.sub(r"\1…", context.format_told(told))


def _render_news_entry(context: PageContext, said: ToldStep, titles: Mapping[str, str]) -> Markup | None:
    """Render the lines of one input as a news entry, from the cache if possible; None if they have no words."""
    named = {told.table: titles[told.table] for told in said.told if told.table in titles}
    key = ("entry", *said.content, *named.items())
    if not said.public:
        return context.render_cached(key, partial(_render_entry_lines, context, said, named), own=True)
    return context.compute_for_all(
        key, lambda everybody: everybody.render_cached(key, partial(_render_entry_lines, everybody, said, named))
    )


def _render_entry_lines(context: PageContext, said: ToldStep, titles: Mapping[str, str]) -> Markup | None:
    """Render the lines of one input as an entry, with the name of each table before the first of its lines in a row;
    None if no line has words.
    """
    drawn, at = list[Child](), ""
    for told in said.told:
        if line := _render_news_line(context, told):
            name = _render_table_name(told, titles) if told.table != at else None
            drawn.append([name, line, " ", render_question_reports(context, told)])
            at = told.table
    return h("li", drawn, data_n=said.n) if drawn else None


def _render_news_line(context: PageContext, told: Told) -> Markup | None:
    """Render one announcement as a line of news, marked with its recipient if it is private; None if it has no
    words.
    """
    words, private = format_short_line(context, told), bool(told.to)
    to = _render_recipient(context, told) if private else None
    return h("span", to, words, class_="private" if private else None) if words else None


def render_question_reports(context: PageContext, told: Told) -> Child:
    """Render the folded forms with which to report an error in the quiz questions that this line solves; None if it
    solves none.
    """
    rules = RULESETS.get(context.shown.ruleset)
    cards = [use.card for use in rules.list_card_uses(told) if use.name == "asked"] if rules else []
    return [_render_report_form(context, card) for card in cards] or None


def _render_report_form(context: PageContext, card: str) -> Markup:
    """Render the folded form with which to report an error in the quiz question `card`, with a button for each kind of
    error.
    """
    faults = RULESETS[context.shown.ruleset].faults
    hidden = h("input", type="hidden", name="card", value=card)
    buttons = [h("button", context.format_words(words), name="fault", value=fault) for fault, words in faults.items()]
    summary = h("summary", context.say("Something is wrong with this question"))
    return h("details", summary, context.render_form("doubt", hidden, buttons, class_="row"), id=f"doubt-{card}")


def _submit_question_report(request: RequestContext, game: str) -> DeskAnswer:
    """Report an error in a quiz question to the operator, with the card and the kind of error that the form names; a
    visitor without an account is registered first. Return the answer for them; raise Illegal if the report is refused,
    such as a second one of the same person.
    """
    chosen = f"{game}/{request.read_field('card')}"
    answer = DESK["report"].does(FormRequest(request, request.read_field("fault"), chosen, game))
    answer.game = game
    return answer


REPORT_FORM_ACTIONS = {"doubt": _submit_question_report}
FARTHEST, TOLD = 300, 5  # entries to look back on, and things told of them
ALWAYS_TOLD = ("crown", "reached", "bombed", "bomb", "cycle", "out", "round")  # however many there are
ME, LARGE = 1000, 3_000_000  # what concerns the viewer stands first; money that is worth a line of its own
MAX_EVENT_LINES, LONGEST_TOLD = 2, 130  # of what was told of each: lines, and letters
OWN_COLOUR = {"bomb", "booster", "bombed"}  # kinds of beats that are not coloured by their money

WEIGHTS = {
    "crown": 900,
    "reached": 500,
    "bombed": 420,
    "bomb": 400,
    "cycle": 380,
    **dict.fromkeys(("doors", "outcome", "right", "wrong", "took", "sold", "roof", "won", "lost"), 300),
    "out": 250,
    "round": 200,
    "open": 90,
}


class AwayEvent(NamedTuple):
    """Something that happened while the viewer was away: its weight, order, kind, player and text."""

    weight: int
    n: int
    kind: str
    who: str
    words: str
    head: str = ""
    table: str = ""  # the name of its board or minigame, if there are several
    look: str = ""  # the kind that gives it its colour


def list_missed_steps(host: HostContext, context: PageContext, person: str, first: int) -> list[ToldStep]:
    """Return the inputs, with what each told this `person`, from log entry `first` on; if `first` is 0 those since the
    viewer's last move, or all if they have made none. Only the last 300 entries of the log are read.
    """
    version = context.shown.version
    start = max(0, version - FARTHEST, first)
    said = views.list_told_steps(host, context.shown.id, person, start, FARTHEST + 1)
    if first:
        return said
    mine = [n for n, each in enumerate(said) if each.by == context.shown.you and each.key]
    return said[mine[-1] + 1 :] if mine and context.shown.you else said


def render_missed_news(context: PageContext, said: list[ToldStep]) -> Markup:
    """Render what happened while the viewer was away: their place then and now; in order the five most important
    events, and besides these every bomb, fall, reached target, and end of a round, cycle or game; and how many more
    there were.
    """
    ranked = sorted(_list_away_events(context, said), reverse=True)
    told = {thing.n for n, thing in enumerate(ranked) if n < TOLD or thing.kind in ALWAYS_TOLD}
    found = sorted((thing for thing in ranked if thing.n in told), key=lambda thing: thing.n)
    items = [_render_away_event(context, thing) for thing in found]
    nothing = h("p", context.say("Nothing happened while you were away.")) if not items else None
    here = f"/g/{context.shown.id}"
    back = h("a", render_icon("play"), context.say("Watch it again"), href=f"{here}/replay", class_="btn")
    way = h("a", render_icon("door"), context.say("To the game"), href=here, class_="btn go")
    return h(
        "section",
        h("h2", context.say("While you were away")),
        _render_place_change(context, said),
        h("ol", items, class_="things") if items else nothing,
        _render_more_link(context, len(ranked) - len(found)),
        h("p", back, way, class_="btns"),
        class_="away",
    )


def _render_more_link(context: PageContext, n: int) -> Child:
    """Render how many more events there were, with the way to all of them; None if there were no more."""
    more = context.say("{n} more {n:thing|things} happened: the whole log", n=n)
    return h("p", h("a", more, href=f"/g/{context.shown.id}/log")) if n else None


def _render_away_event(context: PageContext, thing: AwayEvent) -> Markup:
    """Render one event: its sign in its colour, what it is in a few words, and what was told of it."""
    token = players.render_player_token(context, thing.who, "s") if thing.who else None
    head = h("b", token, thing.head) if thing.head else None
    words = _keep_first_sentences(thing.words)
    name = h("b", thing.table, ": ") if thing.table else None
    return h("li", h("span", _render_event_sign(thing), class_=f"kd {thing.look}"), h("div", head, h("p", name, words)))


def _keep_first_sentences(words: str) -> str:
    """Return as many whole sentences of a text as fit into 130 letters, but at least one."""
    kept, *more = SENTENCE_END.split(words)
    for each in more:
        if len(kept) + len(each) >= LONGEST_TOLD:
            break
        kept = f"{kept} {each}"
    return kept


def _render_event_sign(thing: AwayEvent) -> Markup:
    """Render the icon of an event in the list of what the viewer missed: that of its kind, else that of a gain or loss,
    else a bell.
    """
    sign = MOMENT_ICONS.get(thing.kind, thing.kind)
    return render_icon(sign if sign in SIGNED else COLOUR_SIGNS.get(thing.look, "bell"))


COLOUR_SIGNS = {"big": "cash", "loss": "loss"}
SIGNED = {"bomb", "booster", "minigame", "out", "trophy", "x", "eye", "door", "lock"}


def _list_away_events(context: PageContext, said: list[ToldStep]) -> list[AwayEvent]:
    """Return all events in these inputs, which happened while the viewer was away, on finished tables too."""
    rules, titles = RULESETS.get(context.shown.ruleset), map_table_titles(context, said)
    found = [moment for each in said for moment in list_moments(rules, each)]
    return [_build_away_event(context, moment, nth, titles) for nth, moment in enumerate(found)]


def _build_away_event(context: PageContext, moment: Moment, nth: int, titles: Mapping[str, str]) -> AwayEvent:
    """Build one event for the list of what the viewer missed, from a moment of the game; `nth` is its position. Its
    weight says how important it is: events about the viewer and large sums weigh more.
    """
    told = [each.told for each in moment.lines[:MAX_EVENT_LINES]]
    words = " ".join(filter(None, map(context.format_told, told)))
    large = any(each.sign and abs(each.amount) >= LARGE for each in moment.sums)
    weight = WEIGHTS.get(moment.kind, 0) + (200 if large else 0)
    if context.shown.you and any(context.shown.you in _list_seats(context, each) for each in told):
        weight += ME
    money = max(moment.sums, key=lambda each: abs(each.amount), default=None)
    who = moment.who[0] if len(moment.who) == 1 else ""
    sign = money.sign * (1 if money.amount >= 0 else -1) if money else 0
    look = {1: "big", -1: "loss"}.get(sign, "") if moment.kind not in OWN_COLOUR else moment.kind
    table, head = titles.get(told[0].table, ""), _format_event_head(context, moment, money)
    return AwayEvent(weight, nth, moment.kind, who, words, head, table, look)


def _format_event_head(context: PageContext, moment: Moment, money: Sum | None) -> str:
    """Return in a few words whom an event is about and how much money it brought or cost them; empty if it is about
    nobody.
    """
    names = context.reader.format_value(list(moment.who)) if moment.who else ""
    if money is None or not money.amount or not names:
        return names
    if not money.sign:
        return f"{names}: {context.format_short_money(money.amount)}"
    amount = money.amount * money.sign
    sign = "+" if amount > 0 else "\u2212"
    return f"{names} {sign}{context.format_short_money(abs(amount))}"


def _list_seats(context: PageContext, told: Told) -> list[str]:
    """Return the players (seats) that an announced event is about; none for free text."""
    rules = RULESETS.get(context.shown.ruleset)
    event = upcast_told(rules, told) if rules else told
    return event.kind.list_seats(event.facts) if event.kind else []


def _render_place_change(context: PageContext, said: list[ToldStep]) -> Child:
    """Render the viewer's place on the leaderboard then and now; the old one is computed from public gains and losses.
    None for those who have no place there.
    """
    view = context.shown.view
    if view is None or not context.shown.you:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    now = {line.who: line.total for line in view.standings}
    then = {who: total - _sum_gains(rules, said, who) for who, total in now.items()}
    was, here = _compute_place(then, context.shown.you), _compute_place(now, context.shown.you)
    text = "You are {now:th} now, as before." if was == here else ("You were {was:th}, and now you are {now:th}.")
    if context.shown.you not in now:
        return None
    places = [context.reader.format_value(each, "th") for each in dict.fromkeys((was, here))]
    token, told = players.render_player_token(context, context.shown.you), context.say(text, was=was, now=here)
    return h("div", token, h("b", " \u2192 ".join(places)), h("p", told, class_="lead"), class_="moved")


def _compute_place(totals: dict[str, int], who: str) -> int:
    """Return the place of the player `who` according to `totals`, by player; 1 is the best, and equal totals share a
    place. One without a total counts as having 0.
    """
    return 1 + sum(total > totals.get(who, 0) for total in totals.values())


def _sum_gains(rules: Ruleset[Any] | None, said: list[ToldStep], who: str) -> int:
    """Return what the player `who` has won less what they have lost in the public announcements of these inputs; sums
    that are neither gain nor loss do not count.
    """
    lines = [build_moment_line(rules, told) for each in said for told in each.told if told.to == PUBLIC]
    return sum(each.amount * each.sign for line in lines for each in line.sums if who in each.who)
