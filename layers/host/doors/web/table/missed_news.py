"""While you were away: what has happened since one's last look, told in a few lines that matter most."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.kernel import PUBLIC, Told
from engine.kernel.ruleset import Ruleset
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.doors.web.files import render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.moment_pictures import MOMENT_ICONS
from host.doors.web.table.moments import Moment, build_moment_line, list_moments
from host.doors.web.table.page_context import PageContext
from host.shown import views
from host.shown.views import ToldStep

FARTHEST, TOLD = 300, 5  # entries to look back on, and things told of them
ME, LARGE = 1000, 3_000_000  # what concerns the viewer stands first; money that is worth a line of its own
MAX_EVENT_LINES = 3  # of what was told of each
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


def list_missed_steps(host: HostContext, context: PageContext, person: str, first: int) -> list[ToldStep]:
    """Return what was told from this entry on; without one, since the viewer's own last move."""
    version = context.shown.version
    start = max(0, version - FARTHEST, first)
    said = views.list_told_steps(host, context.shown.id, person, start, FARTHEST + 1)
    if first:
        return said
    mine = [n for n, each in enumerate(said) if each.by == context.shown.you and each.key]
    return said[mine[-1] + 1 :] if mine and context.shown.you else said


def render_missed_news(context: PageContext, said: list[ToldStep]) -> Markup:
    """Render the viewer's place then and now, and the weightiest events in the order in which they happened."""
    found = sorted(sorted(_list_away_events(context, said), reverse=True)[:TOLD], key=lambda thing: thing.n)
    items = [h("li", _render_event_sign(context, thing), h("span", thing.words)) for thing in found]
    nothing = h("p", context.say("Nothing has happened meanwhile.")) if not items else None
    way = context.say("To the table")
    return h(
        "section",
        h("h2", context.say("While you were away")),
        _render_place_change(context, said),
        h("ol", items, class_="things") if items else nothing,
        h("p", h("a", way, href=f"/g/{context.shown.id}", class_="btn go"), class_="btns"),
        class_="away",
    )


def _render_event_sign(context: PageContext, thing: AwayEvent) -> Child:
    sign = MOMENT_ICONS.get(thing.kind, thing.kind)
    return (
        render_icon(sign)
        if sign in SIGNED
        else players.render_player_token(context, thing.who, "s") or render_icon("bell")
    )


SIGNED = {"bomb", "loss", "cash", "big", "booster", "minigame", "out", "trophy"}


def _list_away_events(context: PageContext, said: list[ToldStep]) -> list[AwayEvent]:
    """Return all that has happened, at finished tables as well."""
    rules = RULESETS.get(context.shown.ruleset)
    found = [moment for each in said for moment in list_moments(rules, each)]
    return [_build_away_event(context, moment, nth) for nth, moment in enumerate(found)]


def _build_away_event(context: PageContext, moment: Moment, nth: int) -> AwayEvent:
    """Build an event with its weight; the viewer's own events and large sums weigh more."""
    told = [each.told for each in moment.lines[:MAX_EVENT_LINES]]
    words = " ".join(filter(None, map(context.format_told, told)))
    large = any(each.sign and abs(each.amount) >= LARGE for each in moment.sums)
    weight = WEIGHTS.get(moment.kind, 0) + (200 if large else 0)
    if context.shown.you and any(_mentions_player(each, context.shown.you) for each in told):
        weight += ME
    return AwayEvent(weight, nth, moment.kind, moment.who[0] if len(moment.who) == 1 else "", words)


def _mentions_player(told: Told, who: str) -> bool:
    return any(fact == who or (isinstance(fact, list) and who in fact) for fact in told.facts.values())


def _render_place_change(context: PageContext, said: list[ToldStep]) -> Child:
    """Render the viewer's place then and now; the old one is computed from the public gains and losses."""
    view = context.shown.view
    if view is None or not context.shown.you:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    now = {line.who: line.total for line in view.standings}
    then = {who: total - _sum_gains(rules, said, who) for who, total in now.items()}
    was, here = _compute_place(then, context.shown.you), _compute_place(now, context.shown.you)
    text = "You are in place {now}, as before." if was == here else "You were in place {was}, and are in place {now}."
    return h("p", context.say(text, was=was, now=here), class_="lead") if context.shown.you in now else None


def _compute_place(totals: dict[str, int], who: str) -> int:
    """Return a player's place by these totals; 1 is the best."""
    return 1 + sum(total > totals.get(who, 0) for total in totals.values())


def _sum_gains(rules: Ruleset[Any] | None, said: list[ToldStep], who: str) -> int:
    """Return the net sum of a player's public gains and losses."""
    lines = [build_moment_line(rules, told) for each in said for told in each.told if told.to == PUBLIC]
    return sum(each.amount * each.sign for line in lines for each in line.sums if who in each.who)
