"""The page of one game: the race, the stage, and what lies beside it: news, standings, and everything else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from engine.kernel import Told, as_event
from engine.kernel.view import Panel, Standing, View
from engine.rulesets import RULESETS
from host.core import events
from host.core.session import LOBBY, OVER
from host.doors.web.files import icon, styles
from host.doors.web.markup import chart, pictures, players
from host.doors.web.markup.html import Child, Markup, h, join
from host.doors.web.table import asking, board, controls, dock, lobby, news, predicting, race, stage
from host.doors.web.table.page_context import PageContext
from host.shown.views import ToldStep

LOGGED, DONE = 30, 6  # entries, and lines of one's own last move


def middle(context: PageContext, mark: str, said: list[ToldStep], ended: Child = None, talked: Child = None) -> Markup:
    """Everything on the page that changes while the game goes on: each part by its id, so that only it is replaced."""
    did, said = _did(context, said), _once(said)
    panel = context.panel
    lobbied = context.shown.stage == LOBBY
    parts = [
        stage.lamp(context, panel, news.newest_line(context, said)),
        lobby.place(context) if lobbied else stage.place(context, panel, said),
        stage.seats(context, panel),
        dock.dock(context, panel, did),
    ]
    beside = _beside(
        context, panel, said, did if stage.here(context, panel) and not context.shown.practice else None, ended, talked
    )
    table = h("div", h("div", parts, class_="stage", id="stage"), beside, class_="table")
    asked = "asked" if asking.questions(context) else None
    inner = [race.track(context), table, _tabs(context)]
    more = " ".join(styles(table)) or None  # which the page's script fetches
    stage_of = context.shown.stage
    return h("main", inner, data_version=mark, data_stage=stage_of, data_styles=more, id="table", class_=asked)


def heading(context: PageContext) -> Markup:
    """What stands in the bar: the table on the stage, and how far the game has come."""
    panel = context.panel
    return context.for_all(("heading", panel.id if panel else ""), partial(_heading, panel=panel))


def _heading(context: PageContext, panel: Panel | None) -> Markup:
    view = context.shown.view
    title = context.name(panel.title if panel else context.shown.title)
    far = h("span", " ", context.name(view.stage).removeprefix(title).lstrip(), class_="far") if view else None
    return h("h1", title, far, id="heading", data_part="heading")


def _beside(
    context: PageContext, panel: Panel | None, said: list[ToldStep], did: Child, ended: Child, talked: Child
) -> Markup:
    """On a phone these come up from below, one at a time; on a desk they stand beside the board.

    What came of the viewer's last move is among the news when the dock has a question in its place.
    """
    shown = context.shown
    lead = standings(context, shown.view) if shown.view else None
    more = [
        [ended, _ended(context, shown.view)] if shown.view and shown.stage == OVER else _tables(context, panel),
        _secrets(context),
        asking.plays(context, panel) if shown.you else None,
        predicting.drawer(context),
        controls.wishes(context),
        controls.yours(context),
        controls.hosts(context),
        dock.quick(context),
        _how(context),
        context.once_drawn("fair", partial(_about, context)),
    ]
    return h(
        "aside",
        h(
            "section",
            close(context),
            did,
            news.just_said(context, said),
            class_="sheet",
            id="news-sheet",
            data_part="news",
        ),
        talked,
        h("section", close(context), lead, class_="sheet", id="standings", data_part="standings"),
        h("section", close(context), more, class_="sheet", id="rest", data_part="rest"),
        class_="side",
    )


def close(context: PageContext) -> Markup:
    """What closes a sheet."""
    return _closer(context.say("Close"))


@lru_cache(maxsize=16)  # one for each language
def _closer(label: str) -> Markup:
    return h("a", icon("x"), href="#stage", class_="close", aria_label=label)


def _tabs(context: PageContext) -> Markup:
    """Ways to the sheets, on a phone."""
    ways = (
        ("stage", "door", context.say("Table")),
        ("news-sheet", "bell", context.say("News")),
        ("talk-sheet", "talk", context.say("Talk")),
        ("standings", "trophy", context.say("Standings")),
        ("rest", "play", context.say("More")),
    )
    return _tab_bar(ways, context.say("Parts of the table"))


@lru_cache(maxsize=16)  # one for each language
def _tab_bar(ways: Sequence[tuple[str, str, str]], label: str) -> Markup:
    links = [h("a", icon(sign), h("span", word), href=f"#{at}", id=f"tab-{at}") for at, sign, word in ways]
    return h("nav", links, class_="tabs", aria_label=label)


def _tables(context: PageContext, here: Panel | None) -> Child:
    """The other tables, each a tap away; those that wait for the viewer say so."""
    panels = [panel for panel in (context.shown.view.panels if context.shown.view else []) if panel is not here]
    if not panels:
        return None
    asks = {asked.id.partition("#")[0] for asked in asking.questions(context)}
    rows = []
    for panel in panels:
        link = h("a", context.name(panel.title), href=f"/g/{context.shown.id}?table={panel.id}")
        state = context.say("your turn") if panel.id in asks else _turn(context, panel)
        rows.append(h("li", link, ": ", state))
    return h("section", h("h2", context.say("Other tables")), h("ul", rows, class_="tables"))


def _ended(context: PageContext, view: View) -> Child:
    """All that lay on the tables when the game ended: the podium stands where they stood."""
    return [panel(context, view, each) for each in view.panels]


def _secrets(context: PageContext) -> Child:
    own = context.shown.view.own if context.shown.view else None
    if not own or not own.secrets:
        return None
    lines = [h("li", context.name(secret)) for secret in own.secrets]
    return h("section", h("h2", context.say("Only you know")), h("ul", lines, class_="secrets"))


def _once(said: list[ToldStep]) -> list[ToldStep]:
    """What somebody has earned is told to all, and again to them alone wherever they are; here they would read both."""
    return [heard for each in said if (heard := each if each.public else _but_once(each)).told]


def _is_twice_told(told: Told) -> bool:
    return events.tells(told, events.OwnMedalEarned)


def _but_once(said: ToldStep) -> ToldStep:
    once = [told for told in said.told if not _is_twice_told(told)]
    return said if len(once) == len(said.told) else said._replace(told=once)


def _how(context: PageContext) -> Child:
    """For somebody who plays, folded away."""
    return context.once_drawn("how", partial(_brief, context)) if context.shown.you else None


def _brief(context: PageContext) -> Child:
    text = dock.brief(context)
    if not text:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    teaches = rules is not None and rules.topics()
    more = h("p", h("a", context.say("What everything in it is"), href="/rules")) if teaches else None
    summary = h("summary", context.say("How to play"), id="how-head")
    return h("details", summary, h("p", text), more, id="how")


def _did(context: PageContext, said: list[ToldStep]) -> Child:
    """What came of the viewer's last move, and the rule of what they found: others' turns come in fast."""
    practice = context.shown.practice
    last = next((each for each in reversed(said) if each.key and (practice or news.is_mine(context, each))), None)
    since = [told for each in said if last and each.n > last.n for told in each.told]
    told = _lasting(context, last.told, since)[:DONE] if last else []
    if not told or last is None:
        return None
    named = (face for each in told for face in _opened(context, each))
    faces = dict.fromkeys(face for face in named if any(map(str.isalpha, face)))  # a sum explains itself
    key = ("did", *last.content, *[last.told.index(each) for each in told], *faces)
    return context.once_drawn(key, partial(_brought, context, last, told, [*faces]), own=True)


def _brought(context: PageContext, last: ToldStep, told: Sequence[Told], faces: Sequence[str]) -> Markup:
    mine = news.is_mine(context, last)
    head = h("b", context.say("What your last move brought:") if mine else context.say("What has just happened:"))
    lines = h("p", head, [[" ", news.short(context, each)] for each in told], tabindex="0")
    rules = [(face, context.name(rule)) for face in faces if (rule := context.rule(face)) is not None]
    return h("div", lines, [_folded_rule(context, *each) for each in rules[:1]], class_="did")


def _lasting(context: PageContext, told: list[Told], since: list[Told]) -> list[Told]:
    """What still counts of it: a receipt does not outlive its question."""
    rules = RULESETS.get(context.shown.ruleset)
    later = [
        (each, [*told[n + 1 :], *since]) for n, each in enumerate(told) if not events.tells(each, events.OwnMedalEarned)
    ]
    return [each for each, after in later if rules is None or not rules.outdated(as_event(rules, each), after)]


def _folded_rule(context: PageContext, face: str, rule: str) -> Markup:
    summary = h("summary", context.say("What is {name}?", name=face), id="rule-head")
    return h("details", summary, h("p", rule, class_="hint"), id="rule", open=context.shown.practice)


def _opened(context: PageContext, told: Told) -> list[str]:
    """The squares of its board that a sentence is about: what is told of a minigame may have the name of one, too."""
    panels = context.shown.view.panels if context.shown.view else []
    cells = next((panel.board.cells for panel in panels if panel.board and panel.id == told.table), {})
    faces = [cells[n].face for n in told.facts.values() if isinstance(n, int) and n in cells]
    return [fact for fact in told.facts.values() if isinstance(fact, str) and fact in faces]


# -- tables


def panel(context: PageContext, view: View, panel: Panel) -> Markup:
    """One table to look at."""
    head = h("h2", context.name(panel.title), h("small", f" {_turn(context, panel)}"))
    drawn: list[Child] = [*pictures.drawn(context, view, panel)]
    if panel.board:
        size = board.size(panel.board)
        drawn.append(h("div", board.grid(context, panel, panel.board, set()), class_=f"place{size}"))
    notes = h("ul", [h("li", context.name(note)) for note in panel.notes], class_="notes") if panel.notes else None
    seats = h("ul", [stage.seat(context, seat, panel) for seat in panel.seats], class_="seats")
    return h("section", head, drawn, notes, seats, class_="panel")


def _turn(context: PageContext, panel: Panel) -> str:
    if not panel.to_move:
        return context.name(panel.stage)
    you = panel.to_move == [context.shown.you]
    return context.say("your turn") if you else context.say("{who} to move", who=panel.to_move)


# -- beside the board


def standings(context: PageContext, view: View) -> Markup:
    """The leaderboard; and how it came about, once that is all there is to see."""
    if context.shown.stage == OVER:
        return _leaderboard(context, view, chart.totals(view, context.reader))
    lines = [(line.place, line.who, line.total, *line.marks) for line in view.standings]
    stands = (view.target, view.currency, *view.notes, *lines, *context.shown.places)
    return context.for_all("leaderboard", partial(_leaderboard, view=view), of=stands)


def _leaderboard(context: PageContext, view: View, past: Child = None) -> Markup:
    words = (context.say("Place"), context.say("Player"), context.say("Total"), context.say("Holds"))
    rows = [_standing(context, line) for line in view.standings]
    table = h("table", _standings_head(words), h("tbody", rows), class_="standings")
    race = context.say("The race is to {target}.", target=context.money(view.target))
    hall = (
        h("p", h("a", context.say("Hall of fame"), href=f"/g/{context.shown.id}/fame"))
        if context.shown.places
        else None
    )
    target = h("p", race, class_="hint") if view.target else None
    notes = h("ul", [h("li", context.name(note)) for note in view.notes], class_="notes") if view.notes else None
    inner = [
        h("h2", context.say("Leaderboard"), id="lead"),
        notes,
        h("div", table, class_="scroll"),
        target,
        hall,
        past,
    ]
    return h("section", inner, aria_labelledby="lead")


@lru_cache(maxsize=16)  # one for each language
def _standings_head(words: Sequence[str]) -> Markup:
    place, *others = words
    head = [h("th", h("span", place, class_="unseen"), scope="col"), *(h("th", word, scope="col") for word in others)]
    return h("thead", h("tr", head))


def _standing(context: PageContext, line: Standing) -> Markup:
    key = ("standing", line.place, line.who, line.total, *line.marks)
    return context.once_drawn(key, partial(_rank, context, line), own=line.who == context.shown.you)


def _rank(context: PageContext, line: Standing) -> Markup:
    you = h("b", context.say("{who} (you)", who=line.who))
    named = context.own_way(line.who, lambda own: you if own else join(context.name(line.who)))
    name = [players.token(context, line.who, "s"), named]
    marks = [[", " if n else None, context.taught(mark, context.name(mark))] for n, mark in enumerate(line.marks)]
    total = context.money(line.total)
    return h("tr", h("td", line.place), h("th", name, scope="row"), h("td", total), h("td", marks))


def _about(context: PageContext) -> Markup:
    seal = h("code", context.shown.seal, class_="seal")
    text = context.say("Everything chance will do in this game was sealed before it began. The seal:")
    summary = h("summary", context.say("Fair play"), id="fair-head")
    return h("details", summary, h("p", text, " ", seal), id="fair")
