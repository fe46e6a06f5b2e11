"""The page of one game: the viewer's own question first, then the board, then everything else."""

from __future__ import annotations

import re

from engine.kernel import LOG, Told
from engine.kernel.view import Panel, Seat, Standing, View
from engine.rulesets import RULESETS
from host.core import clocks, statistics
from host.core.session import LOBBY, OVER, RUNNING
from host.doors.web import asking, board, chart, controls, pictures
from host.doors.web.html import Child, Markup, h, join
from host.doors.web.page_context import PageContext, clock, own_word
from host.shown.views import Asked, Said

JUST_SAID, MOST_SAID = 5, 9  # entries, and lines in them
LOGGED, DONE = 30, 6  # entries, and lines of one's own last move
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def middle(context: PageContext, mark: str, said: list[Said]) -> Markup:
    """Everything on the page that changes while the game goes on."""
    shown, did, said = context.shown, _did(context, said), _once(said)
    stage = [_lobby(context)] if shown.stage == LOBBY else []
    left: list[Child] = [_status(context), _ticker(context, said), *stage, _seating(context)]
    right: list[Child] = [_just_said(context, said)]
    if shown.view is not None:
        own, others = _sorted_panels(context, shown.view)
        left += [_own_side(context, did), [_own_panel(context, shown.view, panel) for panel in own]]
        left += [
            asking.plays(context, _tapped(context, own)),
            [_folded(context, shown.view, panel) for panel in others],
        ]
        right.append(standings(context, shown.view))
    right += [_how(context), _log(context, said), controls.yours(context), controls.hosts(context), _about(context)]
    columns = [h("div", left, class_="play"), h("div", right, class_="beside")]
    return h("main", columns, data_version=mark, id="table", class_="asked" if asking.questions(context) else None)


def _once(said: list[Said]) -> list[Said]:
    """What somebody has earned is told to all, and again to them alone wherever they are; here they would read both."""
    heard = [each._replace(told=[told for told in each.told if told.text != statistics.YOURS]) for each in said]
    return [each for each in heard if each.told]


# -- what stands above the board


def _status(context: PageContext) -> Markup:
    shown = context.shown
    words: list[Child] = []
    if shown.view is not None:
        words.append(h("b", context.name(shown.view.stage)))
    if shown.paused:
        words.append(context.say("The host has paused the game."))
    if shown.stage == OVER:
        again = h("a", context.say("Watch it again"), href=f"/g/{shown.id}/replay")
        fair = h("a", context.say("Check this game yourself"), href=f"/g/{shown.id}/check")
        words += [context.say("The game is over."), again, fair]
    elif shown.stage == RUNNING:
        words += _waiting(context)
    return h("p", [[word, " "] for word in words], class_="status", role="status")


def _waiting(context: PageContext) -> list[Child]:
    """Whom everybody waits for, and how long yet; of what is secret only how much."""
    shown = context.shown
    asked = [each for each in shown.asked if not each.secret and each.who != shown.you]
    words: list[Child] = []
    if asked:
        words.append(context.say("Waiting for {who}.", who=list(dict.fromkeys(each.who for each in asked))))
        words.append(_soonest(context, asked))
    if shown.sealed:
        words.append(context.say("{n} sealed {n:answer|answers} to come.", n=shown.sealed))
    return words


def _soonest(context: PageContext, asked: list[Asked]) -> Child:
    bots = {face.seat for face in context.shown.faces if face.bot}  # their time is up in a moment
    due = clock(context, min((each.due for each in asked if each.due and each.who not in bots), default=0.0))
    return [context.say("Time left:"), " ", due] if due else None


def _ticker(context: PageContext, said: list[Said]) -> Child:
    """On a phone the newest stands above the board as well; it is read out but once."""
    if not said or _is_mine(context, said[-1]):
        return None
    return h("p", " ".join(_short(context, told) for told in said[-1].told), class_="ticker", aria_hidden="true")


def _lobby(context: PageContext) -> Markup:
    seats = h("ul", [h("li", face.name) for face in context.shown.faces], class_="faces")
    nobody = None if context.shown.faces else h("p", context.say("Nobody has taken a seat yet."))
    pace = h("p", context.say("A turn takes up to {time}.", time=clocks.spoken(context.shown.pace)))
    begin = controls.lobby(context)
    return h("section", h("h2", context.say("The lobby")), pace, nobody, seats, begin, class_="card")


def _seating(context: PageContext) -> Child:
    """A way in for whoever only watches: their own seat, this table if it has room, or a table of their own."""
    shown = context.shown
    if shown.you:
        return None
    if shown.kept:
        back = h("button", context.say("Take my seat back"), class_="go", id="sit")
        return context.form("join", h("p", context.say("A computer is standing in for you.")), back, class_="join card")
    free = shown.stage == LOBBY or (shown.stage == RUNNING and any(face.bot and not face.out for face in shown.faces))
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": context.say("Your name")}
    name = h("input", name="name", id="name", **words)
    here = h("button", context.say("Take a seat here"), class_="go", id="sit") if free else None
    own = context.say("Play at a table of my own")
    away = h("button", own, formaction="/table", id="own", class_=None if free else "go")
    rules = h("input", type="hidden", name="ruleset", value=shown.ruleset)
    label = h("label", context.say("You are watching. Your name"), for_="name")
    row = h("div", name, here, away, class_="typed")
    return context.form(
        "join", label, rules, own_word(), row, h("p", _brief(context), class_="hint"), class_="join card"
    )


def _brief(context: PageContext) -> str:
    rules = RULESETS.get(context.shown.ruleset)
    return " ".join(map(context.name, rules.brief)) if rules else ""


def _how(context: PageContext) -> Child:
    """For somebody who plays, folded away."""
    text = _brief(context)
    if not text or not context.shown.you:
        return None
    rules = RULESETS.get(context.shown.ruleset)
    teaches = rules is not None and rules.topics()
    more = h("p", h("a", context.say("What everything in it is"), href="/rules")) if teaches else None
    summary = h("summary", context.say("How to play"), id="how-head")
    return h("details", summary, h("p", text), more, id="how", class_="drawer")


def _own_side(context: PageContext, did: Child) -> Child:
    shown = context.shown
    if not shown.you or shown.view is None:
        return None
    mine = [asking.question(context, asked) for asked in asking.questions(context)]
    quiet = (
        None if mine or shown.stage == OVER else h("p", context.say("Nothing waits for you just now."), class_="hint")
    )
    own = shown.view.own
    secrets = (
        h("ul", [h("li", context.name(secret)) for secret in own.secrets], class_="secrets")
        if own and own.secrets
        else None
    )
    return h("section", _you(context, shown.view), mine, quiet, did, secrets, class_="own card", aria_labelledby="you")


def _is_mine(context: PageContext, said: Said) -> bool:
    return bool(context.shown.you) and said.by == context.shown.you


def _did(context: PageContext, said: list[Said]) -> Child:
    """What came of the viewer's last move, and the rule of what they found: others' turns come in fast."""
    last = next((each for each in reversed(said) if each.key and _is_mine(context, each)), None)
    told = [told for told in last.told if told.text != statistics.YOURS][:DONE] if last else []
    if not told:
        return None
    lines = h("p", h("b", context.say("What your last move brought:")), [[" ", _short(context, each)] for each in told])
    faces = dict.fromkeys(face for each in told for face in _opened(context, each))
    rules = [context.name(rule) for face in faces if (rule := context.rule(face)) is not None]
    return h("div", lines, [h("p", rule, class_="hint") for rule in rules[:1]], class_="did")


def _opened(context: PageContext, told: Told) -> list[str]:
    """The squares of its board that a sentence is about: what is told of a minigame may have the name of one, too."""
    panels = context.shown.view.panels if context.shown.view else []
    cells = next((panel.board.cells for panel in panels if panel.board and panel.id == told.table), {})
    faces = [cells[n].face for n in told.facts.values() if isinstance(n, int) and n in cells]
    return [fact for fact in told.facts.values() if isinstance(fact, str) and fact in faces]


def _you(context: PageContext, view: View) -> Markup:
    """Who you are, and what you have."""
    line = next((line for line in view.standings if line.who == context.shown.you), None)
    have = ", ".join([context.money(line.total), *map(context.name, line.marks)]) if line else ""
    return h("h2", context.name(context.shown.you), h("small", f" {have}"), id="you")


# -- tables


def _sorted_panels(context: PageContext, view: View) -> tuple[list[Panel], list[Panel]]:
    """The viewer's own tables, those that ask something first; a spectator sees the first one open."""
    asks = {asked.id.partition("#")[0] for asked in asking.questions(context)}
    own = [panel for panel in view.panels if any(seat.who == context.shown.you for seat in panel.seats)]
    own = sorted(own, key=lambda panel: panel.id not in asks) or view.panels[:1]
    return own, [panel for panel in view.panels if panel not in own]


def _tapped(context: PageContext, own: list[Panel]) -> Panel | None:
    """The board that plays are about."""
    boards = [panel for panel in own if panel.board]
    return boards[0] if boards and context.shown.you else None


def _own_panel(context: PageContext, view: View, panel: Panel) -> Markup:
    name = f"h-{asking.slug(panel.id)}"
    head = h("h2", context.name(panel.title), h("small", f" {_turn(context, panel)}"), id=name)
    own = panel is _tapped(context, _sorted_panels(context, view)[0])
    return h("section", head, _inside(context, view, panel, own=own), class_="panel card", aria_labelledby=name)


def panel(context: PageContext, view: View, panel: Panel) -> Markup:
    """One table to look at."""
    head = h("h2", context.name(panel.title), h("small", f" {_turn(context, panel)}"))
    return h("section", head, _inside(context, view, panel, own=False), class_="panel card")


def _folded(context: PageContext, view: View, panel: Panel) -> Markup:
    name = f"f-{asking.slug(panel.id)}"
    summary = h("summary", f"{context.name(panel.title)}: {_turn(context, panel)}", id=f"{name}-head")
    return h("details", summary, _inside(context, view, panel, own=False), id=name, class_="drawer")


def _turn(context: PageContext, panel: Panel) -> str:
    if not panel.to_move:
        return context.name(panel.stage)
    you = panel.to_move == [context.shown.you]
    return context.say("your turn") if you else context.say("{who} to move", who=panel.to_move)


def _inside(context: PageContext, view: View, panel: Panel, *, own: bool) -> Markup:
    return join(
        pictures.drawn(context, view, panel),
        board.grid(context, panel, panel.board, own=own) if panel.board else None,
        h("ul", [h("li", context.name(note)) for note in panel.notes], class_="notes") if panel.notes else None,
        h("ul", [_seat(context, view, seat, panel) for seat in panel.seats], class_="seats"),
    )


def _seat(context: PageContext, view: View, seat: Seat, panel: Panel) -> Markup:
    """Name, total and all that is public; whose turn it is shows in a sign and a word, not in colour alone."""
    here = seat.who in panel.to_move
    total = next((line.total for line in view.standings if line.who == seat.who), None)
    words = ", ".join([context.name(seat.status), *map(context.name, seat.marks)])
    name = h("b", "▶ " if here else None, context.name(seat.who), _to_move(context) if here else None)
    bank = h("span", context.money(total), class_="bank") if total is not None else None
    return h("li", name, bank, h("small", words), class_=f"seat {asking.slug(seat.status)}{' turn' if here else ''}")


def _to_move(context: PageContext) -> Markup:
    return h("span", " ", context.say("to move"), class_="unseen")


# -- beside the board


def standings(context: PageContext, view: View) -> Markup:
    """The leaderboard, and how it came about."""
    words = ("", context.say("Player"), context.say("Total"), context.say("Holds"))
    head = h("tr", [h("th", word, scope="col") for word in words])
    rows = [_standing(context, line) for line in view.standings]
    table = h("table", h("thead", head), h("tbody", rows), class_="standings")
    race = context.say("The race is to {target}.", target=context.money(view.target))
    target = h("p", race, class_="hint") if view.target else None
    inner = [
        h("h2", context.say("Leaderboard"), id="lead"),
        h("div", table, class_="wide"),
        target,
        chart.totals(view, context.reader),
    ]
    return h("section", inner, class_="card", aria_labelledby="lead")


def _standing(context: PageContext, line: Standing) -> Markup:
    name: Child = (
        h("b", context.say("{who} (you)", who=line.who)) if line.who == context.shown.you else context.name(line.who)
    )
    marks = [[", " if n else None, context.taught(mark, context.name(mark))] for n, mark in enumerate(line.marks)]
    total = context.money(line.total)
    return h("tr", h("td", line.place), h("th", name, scope="row"), h("td", total), h("td", marks))


def _just_said(context: PageContext, said: list[Said]) -> Markup:
    """The newest first, but each in the order in which it was said. The page's script reads out what is new."""
    lines = [_entry(context, each) for each in reversed(_newest(said))]
    inner = h("ol", lines, class_="said", id="said") if lines else h("p", context.say("Nothing yet."), id="said")
    return h("section", h("h2", context.say("Just said"), id="just"), inner, class_="card", aria_labelledby="just")


def _newest(said: list[Said]) -> list[Said]:
    """The last few, but no more than fill a screen."""
    found = said[-JUST_SAID:]
    while len(found) > 1 and sum(len(each.told) for each in found) > MOST_SAID:
        found = found[1:]
    return found


def _log(context: PageContext, said: list[Said]) -> Markup:
    lines = [_entry(context, each) for each in reversed(said[-LOGGED:])]
    more = h("p", h("a", context.say("The whole log"), href=f"/g/{context.shown.id}/log"))
    summary = h("summary", context.say("The log"), id="log-head")
    return h("details", summary, h("ol", lines, class_="log"), more, id="log", class_="drawer")


def line(context: PageContext, told: Told) -> Child:
    """One thing said; what only one of them was told is marked in words."""
    return [_to_whom(context, told) if told.to else None, _plainly(context, told)]


def _to_whom(context: PageContext, told: Told) -> Markup:
    """The viewer; or when the game is over, and everybody may read it, whoever it was."""
    if told.to == LOG:
        return h("i", context.say("for the log:"), " ")
    you = told.to == context.shown.you
    return h("i", context.say("to you:") if you else context.say("to {who}:", who=told.to), " ")


def _plainly(context: PageContext, told: Told) -> str:
    return context.say(told.text, **told.facts)


def _short(context: PageContext, told: Told) -> str:
    """A line with its hashes (seals, receipts) shortened; the whole log has them in full."""
    return SEAL.sub(r"\1…", _plainly(context, told))


def _entry(context: PageContext, said: Said) -> Markup:
    lines = [
        [
            h(
                "span",
                _to_whom(context, told) if told.to else None,
                _short(context, told),
                class_="private" if told.to else None,
            ),
            " ",
        ]
        for told in said.told
    ]
    return h("li", lines, data_n=said.n)


def _about(context: PageContext) -> Markup:
    seal = h("code", context.shown.seal, class_="seal")
    text = context.say("Everything chance will do in this game was sealed before it began. The seal:")
    summary = h("summary", context.say("Fair play"), id="fair-head")
    return h("details", summary, h("p", text, " ", seal), id="fair", class_="drawer")
