"""The end of a game: who did most of what, and whose bombs nobody ever found. All of it may be read by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.kernel import PUBLIC, Told, as_event
from engine.rulesets import RULESETS
from host.core import statistics
from host.core.context import HostContext
from host.core.display_names import tame
from host.doors.web.files import icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table.page_context import PageContext
from host.shown import views

FARTHEST, HONOURS = 2000, 6  # entries to look back on, and honours shown
RANKED = 20  # of a table
BOMBS = "bombs"  # what is counted of whoever walks into one


def drawn(host: HostContext, context: PageContext) -> Child:
    """Honours and bombs, of the whole game or of its last part if it was very long."""
    first = max(0, context.shown.version - FARTHEST)
    said = views.entries(host, context.shown.id, context.shown.you, first, FARTHEST + 1)
    told = [told for each in said for told in each.told]
    last = max((each.n for each in said if any(line.to == PUBLIC for line in each.told)), default=0)
    honoured, hidden = honours(context, told), bombs(context, told)
    return [
        sharing.result(context, last),
        _section(context, "Honours", honoured),
        _tables(host, context, told),
        _section(context, "Bombs", hidden),
    ]


def _section(context: PageContext, title: str, rows: Sequence[Markup]) -> Markup | None:
    return h("section", h("h2", context.say(title)), h("ul", rows, class_="faces honours")) if rows else None


def honours(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Who stands alone at the top of what is counted, in the order in which the rules list it."""
    rules = RULESETS.get(context.shown.ruleset)
    if rules is None:
        return []
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for deed in [deed for line in told if line.to == PUBLIC for deed in rules.deeds(as_event(rules, line))]:
        had = counts[deed.name][deed.who]
        counts[deed.name][deed.who] = max(had, deed.amount) if deed.best else had + deed.amount
    rows = []
    for name, text in rules.tallies.items():
        found = sorted(counts[name].items(), key=lambda each: -each[1])
        if found and found[0][1] > 0 and found[0][1] > max((n for _, n in found[1:]), default=0):
            rows.append(_row(context, found[0][0], context.say(text, n=found[0][1])))
    return rows[:HONOURS]


def _tables(host: HostContext, context: PageContext, told: Sequence[Told]) -> Child:
    """Where what was reached stands in a table that many share, the top of it; for those who are in it."""
    rules = RULESETS.get(context.shown.ruleset)
    if rules is None or not context.shown.you:
        return None
    names = {
        deed.name: None
        for line in told
        if line.to == PUBLIC
        for deed in rules.deeds(as_event(rules, line))
        if deed.table
    }
    return [_table(host, context, statistics.ranked(host, rules, name)) for name in names]


def _table(host: HostContext, context: PageContext, found: Sequence[tuple[str, int]]) -> Markup | None:
    """Names and sums; whoever has been forgotten is not in it."""
    names = host.store.called([who for who, _ in found[:RANKED]])
    rows = [
        h("li", h("b", tame(names[who])), h("span", context.money(amount)))
        for who, amount in found[:RANKED]
        if who in names
    ]
    return (
        h("section", h("h2", context.say("Table of the day")), h("ol", rows, class_="faces honours")) if rows else None
    )


def bombs(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Of everybody's bombs, how many were found; each was sealed with a receipt that only they were told."""
    hidden: dict[tuple[str, int], str] = {}
    sealed: dict[str, int] = defaultdict(int)
    found: dict[str, int] = defaultdict(int)
    for line in told:
        n = line.facts.get("n")
        if not isinstance(n, int):
            continue
        if line.to != PUBLIC and "receipt" in line.facts:
            hidden[line.table, n] = line.to
            sealed[line.to] += 1
        elif line.to == PUBLIC and line.deed == BOMBS and (line.table, n) in hidden:
            found[hidden.pop((line.table, n))] += 1
    text = "{n:n} of {all:n} went off"
    return [_row(context, who, context.say(text, n=found[who], all=many), "bomb") for who, many in sealed.items()]


def _row(context: PageContext, who: str, words: str, sign: str = "trophy") -> Markup:
    return h("li", players.token(context, who), h("b", context.name(who)), h("span", words), icon(sign))
