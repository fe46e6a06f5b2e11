"""The end of a game: who did most of what, and whose bombs nobody ever found. All of it may be read by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from engine.kernel import PUBLIC, Reader, Told, upcast_told
from engine.kernel.view import Standing, View
from engine.race.events import BombSealed
from engine.rulesets import RULESETS
from host.core import statistics
from host.core.context import HostContext
from host.core.session import clean_display_name
from host.doors.web.files import render_icon
from host.doors.web.markup import pictures, players
from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.pages import sharing
from host.doors.web.table.board import format_compact_money
from host.doors.web.table.page_context import PageContext
from host.shown import views

PODIUM_STEPS = ((180, 124, 46), (58, 162, 29), (302, 180, 29))  # of first, second, third: middle, top, sign's radius
HALF, FLOOR = 60, 256
MAX_NAME = 10  # letters of a name on a step
LONG_SUM = 13  # letters of a sum that is written smaller
MAX_MOVEMENT_LINES, LONGEST_MOVE = 6, 3  # lines, and places that a line is seen to move
CROWN, JEWEL = "M-27 12l11 12 16-19 16 19 11-12-5 29h-44z", "M-5 26l5-7 5 7-5 7z"


def render_podium(context: PageContext) -> Child:
    """Render, for the board's place when a game is over, who has won and with how much, why (the game's notes, if
    somebody has more than the first or the first won with another sum than they have now; else the lead), and the first
    three on a podium; None if the game has no leaderboard.
    """
    view = context.shown.view
    lines = view.standings if view else []
    if view is None or not lines:
        return None
    head = h(
        "h2", format_winners(context, view.winners) if len(lines) > 1 else context.format_words(lines[0].who)
    )  # not against nobody
    boxes = [h("p", row, class_="boxes") for row in sharing.list_result_boxes(context)]
    won = view.won_with or lines[0].total
    total = context.format_money(won)
    long = " long" if len(total) > LONG_SUM else ""
    amount = h("div", total, class_=f"sum num{long}", data_count=won)
    ranked = ", ".join(f"{line.place}. {context.format_words(line.who)}" for line in lines[: len(PODIUM_STEPS)])
    steps = [
        _render_podium_step(context, line, *at, won=0 if n else view.won_with)
        for n, (line, at) in enumerate(zip(lines, PODIUM_STEPS, strict=False))
    ]
    words = context.say("The winners: {ranked}", ranked=ranked)
    jewel = h("path", class_="hot9", d=JEWEL)
    over = f"translate({PODIUM_STEPS[0][0]} -6) scale(1.4)"
    crown = h("g", h("path", class_="ik", d=CROWN), jewel, class_="crown", transform=over)
    spare = [
        _render_step_block(x, top) for x, top, _ in PODIUM_STEPS[len(lines) :]
    ]  # so that the winner has the middle
    figure = h("svg", spare, steps, crown, class_="pod", viewBox="0 -8 360 264", role="img", aria_label=words)
    more = any(line.total > lines[0].total for line in lines)  # and yet has not won: the rules say why
    notes = view.notes if more or view.won_with else []
    why: Child = [h("p", context.format_words(note), class_="why") for note in notes] or render_lead(context)
    return h("section", pictures.render_confetti_storm(), h("div", head, amount, why, boxes), figure, class_="fin")


def format_winners(context: PageContext, winners: Sequence[str]) -> str:
    """Return who has won, or that the game is over if nobody has."""
    return (
        context.say("{who} {n:wins|win} the game", who=list(winners), n=len(winners))
        if winners
        else context.say("The game is over.")
    )


def render_lead(context: PageContext) -> Markup | None:
    """Render by how much one player leads, and whom; None if several lead, or there is only one."""
    lines = context.shown.view.standings[:2] if context.shown.view else []
    gap = lines[0].total - lines[1].total if len(lines) > 1 else 0
    if gap <= 0:
        return None
    return h("p", context.say("{gap} ahead of {who}", gap=context.format_money(gap), who=lines[1].who), class_="lead9")


def render_movements(context: PageContext) -> Markup | None:
    """Render the first six places of the leaderboard at the end of a cycle (in Season 7 all its rounds up to the
    Megagrid), with the places that each player has gained or lost since the point before the last in the chart of
    totals; None if there is no leaderboard.
    """
    view = context.shown.view
    lines = view.standings[:MAX_MOVEMENT_LINES] if view else []
    before = {who: points[-2] if len(points) > 1 else 0 for who, points in view.chart.items()} if view else {}
    rows = []
    for line in lines:
        was = 1 + sum(total > before.get(line.who, 0) for total in before.values())
        moved = (was - line.place) * any(before.values())
        way = ("▲", "up") if moved > 0 else ("▼", "down")
        sign = h("i", f"{way[0]}{abs(moved)}", class_=way[1]) if moved else h("i")
        name = h("span", context.format_words(line.who), class_="nm9")
        token, total = players.render_player_token(context, line.who), format_compact_money(context, line.total)
        kind = f"{way[1]} mv{max(-LONGEST_MOVE, min(moved, LONGEST_MOVE))}" if moved else None
        rows.append(h("li", h("b", line.place), token, name, h("b", total), sign, class_=kind))
    return h("ol", rows, class_="faces moves") if rows else None


def _render_podium_step(context: PageContext, line: Standing, x: int, top: int, radius: int, *, won: int = 0) -> Markup:
    """Render one step of the podium with its player, whose sign has this `radius`: `x` is its middle, `top` its upper
    edge. If they won with another sum than they have now (`won`), that is what counts, and below it stands what came
    after.
    """
    money = format_compact_money(context, line.total)
    then = context.say("{amount} at the end", amount=money) if won else ""
    return h(
        "g",
        _render_step_block(x, top),
        h("text", f"{line.place}. {context.format_words(line.who)[:MAX_NAME]}", x=x, y=top + 27),
        h("text", format_compact_money(context, won) if won else money, x=x, y=top + 53, font_size=22),
        h("text", then, class_="then", x=x, y=top + 74) if then else None,
        _render_figure_on_step(context, line.who, x, top - radius - 2, radius),
    )


def _render_step_block(x: int, top: int) -> Markup:
    """Render one step of the podium without its player: `x` is its middle, `top` its upper edge."""
    return h("path", class_="stp", d=f"M{x - HALF} {top}h{2 * HALF}v{FLOOR - top}h-{2 * HALF}z")


def _render_figure_on_step(context: PageContext, who: str, x: int, y: int, radius: int) -> Markup | None:
    """Render the sign of the player `who` standing on a step of the podium, with its centre at `x`, `y`; None for an
    unknown seat.
    """
    sign = players.list_player_signs(context.shown.faces).get(who)
    if sign is None:
        return None
    wide = 2 * radius
    shape = (
        h("rect", class_="q", x=x - radius, y=y - radius, width=wide, height=wide, rx=8)
        if sign.square
        else h("circle", cx=x, cy=y, r=radius)
    )
    return h(
        "g", shape, h("text", sign.letters, class_="l", x=x, y=y + radius // 3, font_size=radius), class_=sign.kind
    )


WIDTH, LOWEST, NAMES, LINE, LONGEST = 320, 140, 90, 9, 16
DASHES = ("none", "6 3", "2 3", "8 3 2 3", "1 4", "10 4")


class ChartScale(NamedTuple):
    """The range of totals in a chart, and its height in pixels."""

    low: int
    high: int
    height: int

    def locate_point(self, n: int, points: list[int]) -> tuple[float, float]:
        """Return the x and y coordinates in the chart of point `n` of a player's line, whose totals `points` has in
        order.
        """
        x = 4 + (WIDTH - NAMES) * n / max(1, len(points) - 1)
        y = self.height - 12 - (self.height - 24) * (points[n] - self.low) / (self.high - self.low)
        return round(x, 1), round(y, 1)


def render_totals_chart(view: View, reader: Reader) -> Markup | None:
    """Render the chart of totals over time, a line for each player; None if there are no totals yet. Lines differ by
    dash and colour, and each ends in a name.
    """
    lines = {reader.names.get(who, who): [0, *points] for who, points in view.chart.items() if points}
    if not lines:
        return None
    low, high = min(map(min, lines.values())), max(map(max, lines.values()))
    scale = ChartScale(low, max(high, low + 1), max(LOWEST, LINE * (len(lines) + 2)))
    ends = _space_chart_names(
        [scale.locate_point(len(points) - 1, points)[1] for points in lines.values()], scale.height
    )
    drawn = [
        _render_chart_line(i, name, lines[name], scale, end)
        for i, (name, end) in enumerate(zip(lines, ends, strict=True))
    ]
    last = [f"{name}: {reader.format_value(points[-1], view.currency)}" for name, points in lines.items()]
    words = reader.format_sentence("How the totals changed: {totals}", totals="; ".join(last))
    box = f"0 0 {WIDTH} {scale.height}"
    return h("figure", h("svg", drawn, viewBox=box, role="img", aria_label=words, class_="chart"))


def _render_chart_line(i: int, name: str, points: list[int], scale: ChartScale, end: float) -> Markup:
    """Render the line of the `i`-th player in the chart of totals, with the name at its end at the height `end`."""
    path = " ".join(f"{x},{y}" for x, y in (scale.locate_point(n, points) for n in range(len(points))))
    dash, colour = DASHES[i % len(DASHES)], f"hsl({i * 67 % 360} 65% 50%)"
    drawn = h("polyline", points=path, stroke_dasharray=dash, stroke=colour)
    return h("g", drawn, h("text", name[:LONGEST], x=WIDTH - NAMES + 7, y=round(end + 3, 1)))


def _space_chart_names(ends: list[float], height: int) -> list[float]:
    """Return a height for each name in the chart, in the order of `ends`, the heights at which the lines end: close to
    it, without overlaps.
    """
    places, ranked, last, lowest = [0.0] * len(ends), sorted(range(len(ends)), key=ends.__getitem__), 0.0, height - 4.0
    for i in ranked:
        last = places[i] = max(ends[i], last + LINE)
    for i in reversed(ranked):  # what was pushed out at the bottom goes up again, and only that
        places[i] = min(places[i], lowest)
        lowest = places[i] - LINE
    return places


FARTHEST, HONOURS = 2000, 6  # entries to look back on, and honours shown
RANKED = 20  # of a table


def render_ending(host: HostContext, context: PageContext) -> Child:
    """Render the end of a game: result, honours, ranking lists and bombs; of a very long game only the last part of the
    log counts.
    """
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
    """Render a titled section of these list items; None if there are none."""
    return h("section", h("h2", context.say(title)), h("ul", rows, class_="faces honours")) if rows else None


def render_honours(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Render, for each thing that the game counts in its public announcements (`told`), an honour for the player who
    did it most often (or best), at most six in all; none where two are equal or nobody did it.
    """
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
    """Render the tops of those of the host's ranking lists, which compare all games, for which something in this game's
    public announcements (`told`) counts; None for spectators.
    """
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
    return [_render_ranking(host, context, statistics.load_and_prune_best_table(host, rules, name)) for name in names]


def _render_ranking(host: HostContext, context: PageContext, found: Sequence[tuple[str, int]]) -> Markup | None:
    """Render one of the host's ranking lists, titled as the game of the day, from pairs of person and amount, the first
    twenty; people whose data were deleted are left out. None if nobody is left.
    """
    names = host.store.load_person_names([who for who, _ in found[:RANKED]])
    rows = [
        h("li", h("b", clean_display_name(names[who])), h("span", context.format_money(amount)))
        for who, amount in found[:RANKED]
        if who in names
    ]
    return (
        h("section", h("h2", context.say("Game of the day")), h("ol", rows, class_="faces honours")) if rows else None
    )


def render_bomb_count(context: PageContext, told: Sequence[Told]) -> list[Markup]:
    """Render for each player who hid bombs how many of them went off, from the announcements of a whole game (`told`):
    the private lines that confirmed the hiding count as hidden, and the public ones that name the owners of a bomb as
    gone off, because squares move with their bombs, and several bombs may lie on one.
    """
    sealed: dict[str, int] = defaultdict(int)
    found: dict[str, int] = defaultdict(int)
    rules = RULESETS.get(context.shown.ruleset)
    for line in told:
        now = upcast_told(rules, line) if rules else line
        if now.kind is BombSealed:
            sealed[line.to] += 1
        elif now.kind and now.kind.beat and now.kind.beat.kind == "owned":
            for owner in now.facts.get(now.kind.beat.other, ()):
                found[owner] += 1
    text = "{n:n} of {all:n} exploded"
    return [
        _render_honour(context, who, context.say(text, n=found[who], all=many), "bomb") for who, many in sealed.items()
    ]


def _render_honour(context: PageContext, who: str, words: str, sign: str = "trophy") -> Markup:
    """Render one item of a list after the game: a player, `words` about them (what they did most, or what became of
    their bombs), and an icon named `sign`.
    """
    return h(
        "li",
        players.render_player_token(context, who),
        h("b", context.format_words(who)),
        h("span", words),
        render_icon(sign),
    )
