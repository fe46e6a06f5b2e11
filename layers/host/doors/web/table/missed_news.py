"""While you were away: what has happened since one's last look, told in a few lines that matter most."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.kernel import PUBLIC, Told
from engine.kernel.ruleset import Ruleset
from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.doors.web.files import icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.moment_pictures import SIGNS
from host.doors.web.table.moments import Moment, moments, read
from host.doors.web.table.page_context import PageContext
from host.shown import views
from host.shown.views import ToldStep

FARTHEST, TOLD = 300, 5  # entries to look back on, and things told of them
ME, LARGE = 1000, 3_000_000  # what concerns the viewer stands first; money that is worth a line of its own
LINES = 3  # of what was told of each
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
    """Something that happened: how much it matters, when it was, its kind, and the words."""

    weight: int
    n: int
    kind: str
    who: str
    words: str


def since(host: HostContext, context: PageContext, person: str, first: int) -> list[ToldStep]:
    """What was said from there on; from after one's own last move where nothing is said of it."""
    version = context.shown.version
    start = max(0, version - FARTHEST, first)
    said = views.entries(host, context.shown.id, person, start, FARTHEST + 1)
    if first:
        return said
    mine = [n for n, each in enumerate(said) if each.by == context.shown.you and each.key]
    return said[mine[-1] + 1 :] if mine and context.shown.you else said


def drawn(context: PageContext, said: list[ToldStep]) -> Markup:
    """The viewer's place then and now, and the things that matter, in the order in which they happened."""
    found = sorted(sorted(_things(context, said), reverse=True)[:TOLD], key=lambda thing: thing.n)
    items = [h("li", _sign(context, thing), h("span", thing.words)) for thing in found]
    nothing = h("p", context.say("Nothing has happened meanwhile.")) if not items else None
    way = context.say("To the table")
    return h(
        "section",
        h("h2", context.say("While you were away")),
        _places(context, said),
        h("ol", items, class_="things") if items else nothing,
        h("p", h("a", way, href=f"/g/{context.shown.id}", class_="btn go"), class_="btns"),
        class_="away",
    )


def _sign(context: PageContext, thing: AwayEvent) -> Child:
    sign = SIGNS.get(thing.kind, thing.kind)
    return icon(sign) if sign in SIGNED else players.token(context, thing.who, "s") or icon("bell")


SIGNED = {"bomb", "loss", "cash", "big", "booster", "minigame", "out", "trophy"}


def _things(context: PageContext, said: list[ToldStep]) -> list[AwayEvent]:
    """All that has happened, at tables that are no more as well."""
    rules = RULESETS.get(context.shown.ruleset)
    found = [moment for each in said for moment in moments(rules, each)]
    return [_thing(context, moment, nth) for nth, moment in enumerate(found)]


def _thing(context: PageContext, moment: Moment, nth: int) -> AwayEvent:
    told = [each.told for each in moment.lines[:LINES]]
    words = " ".join(filter(None, map(context.told, told)))
    large = any(each.sign and abs(each.amount) >= LARGE for each in moment.sums)
    weight = WEIGHTS.get(moment.kind, 0) + (200 if large else 0)
    if context.shown.you and any(_about(each, context.shown.you) for each in told):
        weight += ME
    return AwayEvent(weight, nth, moment.kind, moment.who[0] if len(moment.who) == 1 else "", words)


def _about(told: Told, who: str) -> bool:
    return any(fact == who or (isinstance(fact, list) and who in fact) for fact in told.facts.values())


def _places(context: PageContext, said: list[ToldStep]) -> Child:
    """What the viewer's place was, as far as what was won and lost says so, and what it is."""
    view = context.shown.view
    if view is None or not context.shown.you:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    now = {line.who: line.total for line in view.standings}
    then = {who: total - _gained(rules, said, who) for who, total in now.items()}
    was, here = _place(then, context.shown.you), _place(now, context.shown.you)
    text = "You are in place {now}, as before." if was == here else "You were in place {was}, and are in place {now}."
    return h("p", context.say(text, was=was, now=here), class_="lead") if context.shown.you in now else None


def _place(totals: dict[str, int], who: str) -> int:
    return 1 + sum(total > totals.get(who, 0) for total in totals.values())


def _gained(rules: Ruleset[Any] | None, said: list[ToldStep], who: str) -> int:
    """What somebody has won and lost, by what everybody was told."""
    lines = [read(rules, told) for each in said for told in each.told if told.to == PUBLIC]
    return sum(each.amount * each.sign for line in lines for each in line.sums if who in each.who)
