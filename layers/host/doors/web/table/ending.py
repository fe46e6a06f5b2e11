"""The end of a game: who did most of what, and whose bombs nobody ever found. All of it may be read by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from engine.kernel import PUBLIC, Told, upcast_told
from engine.rulesets import RULESETS
from host.core import statistics
from host.core.context import HostContext
from host.core.display_names import clean_display_name
from host.doors.web.files import render_icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table.page_context import PageContext
from host.shown import views

FARTHEST, HONOURS = 2000, 6  # entries to look back on, and honours shown
RANKED = 20  # of a table
BOMBS = "bombs"  # what is counted of whoever walks into one


def render_ending(host: HostContext, context: PageContext) -> Child:
    """Render result, honours, shared tables and bombs; of a very long game only its last part counts."""
    first = max(0, context.shown.version - FARTHEST)
    said = views.list_told_steps(host, context.shown.id, context.shown.you, first, FARTHEST + 1)
    told = [told for each in said for told in each.told]
    last = max((each.n for each in said if any(line.to == PUBLIC for line in each.told)), default=0)
    honoured, hidden = render_honours(context, told), render_bomb_count(context, told)
    return [
        sharing.render_shareable_result(context, last),
        _render_honour_section(context, "Honours", honoured),
        _render_shared_tables(host, context, told),
        _render_honour_section(context, "Bombs", hidden),
    ]


def _render_honour_section(context: PageContext, title: str, rows: Sequence[Markup]) -> Markup | None:
    return h("section", h("h2", context.say(title)), h("ul", rows, class_="faces honours")) if rows else None


def render_honours(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Render who has done most of each counted thing, in the order of the rules; ties are left out."""
    rules = RULESETS.get(context.shown.ruleset)
    if rules is None:
        return []
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for deed in [deed for line in told if line.to == PUBLIC for deed in rules.list_deeds(upcast_told(rules, line))]:
        had = counts[deed.name][deed.who]
        counts[deed.name][deed.who] = max(had, deed.amount) if deed.best else had + deed.amount
    rows = []
    for name, text in rules.tallies.items():
        found = sorted(counts[name].items(), key=lambda each: -each[1])
        if found and found[0][1] > 0 and found[0][1] > max((n for _, n in found[1:]), default=0):
            rows.append(_render_honour(context, found[0][0], context.say(text, n=found[0][1])))
    return rows[:HONOURS]


def _render_shared_tables(host: HostContext, context: PageContext, told: Sequence[Told]) -> Child:
    """Render the top of the rankings shared with other games, for players of this one."""
    rules = RULESETS.get(context.shown.ruleset)
    if rules is None or not context.shown.you:
        return None
    names = {
        deed.name: None
        for line in told
        if line.to == PUBLIC
        for deed in rules.list_deeds(upcast_told(rules, line))
        if deed.table
    }
    return [_render_ranking(host, context, statistics.load_best_table(host, rules, name)) for name in names]


def _render_ranking(host: HostContext, context: PageContext, found: Sequence[tuple[str, int]]) -> Markup | None:
    """Render one ranking; forgotten people are left out."""
    names = host.store.load_person_names([who for who, _ in found[:RANKED]])
    rows = [
        h("li", h("b", clean_display_name(names[who])), h("span", context.format_money(amount)))
        for who, amount in found[:RANKED]
        if who in names
    ]
    return (
        h("section", h("h2", context.say("Table of the day")), h("ol", rows, class_="faces honours")) if rows else None
    )


def render_bomb_count(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Render for each player how many of their bombs went off; they are known by their receipts."""
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
    return [
        _render_honour(context, who, context.say(text, n=found[who], all=many), "bomb") for who, many in sealed.items()
    ]


def _render_honour(context: PageContext, who: str, words: str, sign: str = "trophy") -> Markup:
    return h(
        "li",
        players.render_player_token(context, who),
        h("b", context.format_words(who)),
        h("span", words),
        render_icon(sign),
    )
