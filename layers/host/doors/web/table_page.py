"""The page of one game: the viewer's own question first, then the board, then everything else."""

from __future__ import annotations

import re

from engine.kernel import LOG, Teaches, Told
from engine.kernel.view import Panel, Seat, Standing, View
from engine.rulesets import RULESETS
from host.core import clocks, statistics
from host.core.game_options import brief
from host.core.session import LOBBY, OVER, RUNNING
from host.doors.web import asking, board, chart, controls
from host.doors.web.html import Child, Markup, h, join
from host.doors.web.page_context import Sight, clock, own_word
from host.shown.views import Asked, Said

JUST_SAID, MOST_SAID = 5, 9  # entries, and lines in them
LOGGED, DONE = 30, 6  # entries, and lines of one's own last move
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def middle(sight: Sight, mark: str, said: list[Said]) -> Markup:
    """Everything on the page that changes while the game goes on."""
    shown, did, said = sight.shown, _did(sight, said), _once(said)
    stage = [_lobby(sight)] if shown.stage == LOBBY else []
    left: list[Child] = [_status(sight), _ticker(sight, said), *stage, _seating(sight)]
    right: list[Child] = [_just_said(sight, said)]
    if shown.view is not None:
        own, others = _sorted_panels(sight, shown.view)
        left += [_own_side(sight, did), [_own_panel(sight, shown.view, panel) for panel in own]]
        left += [asking.plays(sight, _tapped(sight, own)), [_folded(sight, shown.view, panel) for panel in others]]
        right.append(standings(sight, shown.view))
    right += [_how(sight), _log(sight, said), controls.yours(sight), controls.hosts(sight), _about(sight)]
    columns = [h("div", left, class_="play"), h("div", right, class_="beside")]
    return h("main", columns, data_version=mark, id="table", class_="asked" if asking.questions(sight) else None)


def _once(said: list[Said]) -> list[Said]:
    """What somebody has earned is told to all, and again to them alone wherever they are; here they would read both."""
    heard = [each._replace(told=[told for told in each.told if told.text != statistics.YOURS]) for each in said]
    return [each for each in heard if each.told]


# -- what stands above the board


def _status(sight: Sight) -> Markup:
    shown = sight.shown
    words: list[Child] = []
    if shown.view is not None:
        words.append(h("b", sight.name(shown.view.stage)))
    if shown.paused:
        words.append(sight.say("The host has paused the game."))
    if shown.stage == OVER:
        again = h("a", sight.say("Watch it again"), href=f"/g/{shown.id}/replay")
        fair = h("a", sight.say("Check this game yourself"), href=f"/g/{shown.id}/check")
        words += [sight.say("The game is over."), again, fair]
    elif shown.stage == RUNNING:
        words += _waiting(sight)
    return h("p", [[word, " "] for word in words], class_="status", role="status")


def _waiting(sight: Sight) -> list[Child]:
    """Whom everybody waits for, and how long yet; of what is secret only how much."""
    shown = sight.shown
    asked = [each for each in shown.asked if not each.secret and each.who != shown.you]
    words: list[Child] = []
    if asked:
        words.append(sight.say("Waiting for {who}.", who=list(dict.fromkeys(each.who for each in asked))))
        words.append(_soonest(sight, asked))
    if shown.sealed:
        words.append(sight.say("{n} sealed {n:answer|answers} to come.", n=shown.sealed))
    return words


def _soonest(sight: Sight, asked: list[Asked]) -> Child:
    bots = {face.seat for face in sight.shown.faces if face.bot}  # their time is up in a moment
    due = clock(sight, min((each.due for each in asked if each.due and each.who not in bots), default=0.0))
    return [sight.say("Time left:"), " ", due] if due else None


def _ticker(sight: Sight, said: list[Said]) -> Child:
    """On a phone the newest stands above the board as well; it is read out but once."""
    if not said or _is_mine(sight, said[-1]):
        return None
    return h("p", " ".join(_short(sight, told) for told in said[-1].told), class_="ticker", aria_hidden="true")


def _lobby(sight: Sight) -> Markup:
    seats = h("ul", [h("li", face.name) for face in sight.shown.faces], class_="faces")
    nobody = None if sight.shown.faces else h("p", sight.say("Nobody has taken a seat yet."))
    pace = h("p", sight.say("A turn takes up to {time}.", time=clocks.spoken(sight.shown.pace)))
    begin = controls.lobby(sight)
    return h("section", h("h2", sight.say("The lobby")), pace, nobody, seats, begin, class_="card")


def _seating(sight: Sight) -> Child:
    """A way in for whoever only watches: their own seat, this table if it has room, or a table of their own."""
    shown = sight.shown
    if shown.you:
        return None
    if shown.kept:
        back = h("button", sight.say("Take my seat back"), class_="go", id="sit")
        return sight.form("join", h("p", sight.say("A computer is standing in for you.")), back, class_="join card")
    free = shown.stage == LOBBY or (shown.stage == RUNNING and any(face.bot and not face.out for face in shown.faces))
    words = {"maxlength": 40, "autocomplete": "nickname", "placeholder": sight.say("Your name")}
    name = h("input", name="name", id="name", **words)
    here = h("button", sight.say("Take a seat here"), class_="go", id="sit") if free else None
    own = sight.say("Play at a table of my own")
    away = h("button", own, formaction="/table", id="own", class_=None if free else "go")
    rules = h("input", type="hidden", name="ruleset", value=shown.ruleset)
    label = h("label", sight.say("You are watching. Your name"), for_="name")
    row = h("div", name, here, away, class_="typed")
    return sight.form("join", label, rules, own_word(), row, h("p", _brief(sight), class_="hint"), class_="join card")


def _brief(sight: Sight) -> str:
    rules = RULESETS.get(sight.shown.ruleset)
    return " ".join(map(sight.name, brief(rules))) if rules else ""


def _how(sight: Sight) -> Child:
    """For somebody who plays, folded away."""
    text = _brief(sight)
    if not text or not sight.shown.you:
        return None
    teaches = isinstance(RULESETS.get(sight.shown.ruleset), Teaches)
    more = h("p", h("a", sight.say("What everything in it is"), href="/rules")) if teaches else None
    summary = h("summary", sight.say("How to play"), id="how-head")
    return h("details", summary, h("p", text), more, id="how", class_="drawer")


def _own_side(sight: Sight, did: Child) -> Child:
    shown = sight.shown
    if not shown.you or shown.view is None:
        return None
    mine = [asking.question(sight, asked) for asked in asking.questions(sight)]
    quiet = None if mine or shown.stage == OVER else h("p", sight.say("Nothing waits for you just now."), class_="hint")
    own = shown.view.own
    secrets = (
        h("ul", [h("li", sight.name(secret)) for secret in own.secrets], class_="secrets")
        if own and own.secrets
        else None
    )
    return h("section", _you(sight, shown.view), mine, quiet, did, secrets, class_="own card", aria_labelledby="you")


def _is_mine(sight: Sight, said: Said) -> bool:
    return bool(sight.shown.you) and said.by == sight.shown.you


def _did(sight: Sight, said: list[Said]) -> Child:
    """What came of the viewer's last move, and the rule of what they found: others' turns come in fast."""
    last = next((each for each in reversed(said) if each.key and _is_mine(sight, each)), None)
    told = [told for told in last.told if told.text != statistics.YOURS][:DONE] if last else []
    if not told:
        return None
    lines = h("p", h("b", sight.say("What your last move brought:")), [[" ", _short(sight, each)] for each in told])
    faces = dict.fromkeys(face for each in told for face in _opened(sight, each))
    rules = [sight.name(rule) for face in faces if (rule := sight.rule(face)) is not None]
    return h("div", lines, [h("p", rule, class_="hint") for rule in rules[:1]], class_="did")


def _opened(sight: Sight, told: Told) -> list[str]:
    """The squares of its board that a sentence is about: what is told of a minigame may have the name of one, too."""
    panels = sight.shown.view.panels if sight.shown.view else []
    cells = next((panel.board.cells for panel in panels if panel.board and panel.id == told.table), {})
    faces = [cells[n].face for n in told.facts.values() if isinstance(n, int) and n in cells]
    return [fact for fact in told.facts.values() if isinstance(fact, str) and fact in faces]


def _you(sight: Sight, view: View) -> Markup:
    """Who you are, and what you have."""
    line = next((line for line in view.standings if line.who == sight.shown.you), None)
    have = ", ".join([sight.money(line.total), *map(sight.name, line.marks)]) if line else ""
    return h("h2", sight.name(sight.shown.you), h("small", f" {have}"), id="you")


# -- tables


def _sorted_panels(sight: Sight, view: View) -> tuple[list[Panel], list[Panel]]:
    """The viewer's own tables, those that ask something first; a spectator sees the first one open."""
    asks = {asked.id.partition("#")[0] for asked in asking.questions(sight)}
    own = [panel for panel in view.panels if any(seat.who == sight.shown.you for seat in panel.seats)]
    own = sorted(own, key=lambda panel: panel.id not in asks) or view.panels[:1]
    return own, [panel for panel in view.panels if panel not in own]


def _tapped(sight: Sight, own: list[Panel]) -> Panel | None:
    """The board that plays are about."""
    boards = [panel for panel in own if panel.board]
    return boards[0] if boards and sight.shown.you else None


def _own_panel(sight: Sight, view: View, panel: Panel) -> Markup:
    name = f"h-{asking.slug(panel.id)}"
    head = h("h2", sight.name(panel.title), h("small", f" {_turn(sight, panel)}"), id=name)
    own = panel is _tapped(sight, _sorted_panels(sight, view)[0])
    return h("section", head, _inside(sight, view, panel, own=own), class_="panel card", aria_labelledby=name)


def panel(sight: Sight, view: View, panel: Panel) -> Markup:
    """One table to look at."""
    head = h("h2", sight.name(panel.title), h("small", f" {_turn(sight, panel)}"))
    return h("section", head, _inside(sight, view, panel, own=False), class_="panel card")


def _folded(sight: Sight, view: View, panel: Panel) -> Markup:
    name = f"f-{asking.slug(panel.id)}"
    summary = h("summary", f"{sight.name(panel.title)}: {_turn(sight, panel)}", id=f"{name}-head")
    return h("details", summary, _inside(sight, view, panel, own=False), id=name, class_="drawer")


def _turn(sight: Sight, panel: Panel) -> str:
    if not panel.to_move:
        return sight.name(panel.stage)
    you = panel.to_move == [sight.shown.you]
    return sight.say("your turn") if you else sight.say("{who} to move", who=panel.to_move)


def _inside(sight: Sight, view: View, panel: Panel, *, own: bool) -> Markup:
    return join(
        h("pre", "\n".join(map(sight.name, panel.picture)), tabindex="0") if panel.picture else None,
        board.grid(sight, panel, panel.board, own=own) if panel.board else None,
        h("ul", [h("li", sight.name(note)) for note in panel.notes], class_="notes") if panel.notes else None,
        h("ul", [_seat(sight, view, seat, panel) for seat in panel.seats], class_="seats"),
    )


def _seat(sight: Sight, view: View, seat: Seat, panel: Panel) -> Markup:
    """Name, total and all that is public; whose turn it is shows in a sign and a word, not in colour alone."""
    here = seat.who in panel.to_move
    total = next((line.total for line in view.standings if line.who == seat.who), None)
    words = ", ".join([sight.name(seat.status), *map(sight.name, seat.marks)])
    name = h("b", "▶ " if here else None, sight.name(seat.who), _to_move(sight) if here else None)
    bank = h("span", sight.money(total), class_="bank") if total is not None else None
    return h("li", name, bank, h("small", words), class_=f"seat {asking.slug(seat.status)}{' turn' if here else ''}")


def _to_move(sight: Sight) -> Markup:
    return h("span", " ", sight.say("to move"), class_="unseen")


# -- beside the board


def standings(sight: Sight, view: View) -> Markup:
    """The leaderboard, and how it came about."""
    words = ("", sight.say("Player"), sight.say("Total"), sight.say("Holds"))
    head = h("tr", [h("th", word, scope="col") for word in words])
    rows = [_standing(sight, line) for line in view.standings]
    table = h("table", h("thead", head), h("tbody", rows), class_="standings")
    race = sight.say("The race is to {target}.", target=sight.money(view.target))
    target = h("p", race, class_="hint") if view.target else None
    inner = [
        h("h2", sight.say("Leaderboard"), id="lead"),
        h("div", table, class_="wide"),
        target,
        chart.totals(view, sight.reader),
    ]
    return h("section", inner, class_="card", aria_labelledby="lead")


def _standing(sight: Sight, line: Standing) -> Markup:
    name: Child = (
        h("b", sight.say("{who} (you)", who=line.who)) if line.who == sight.shown.you else sight.name(line.who)
    )
    marks = [[", " if n else None, sight.taught(mark, sight.name(mark))] for n, mark in enumerate(line.marks)]
    total = sight.money(line.total)
    return h("tr", h("td", line.place), h("th", name, scope="row"), h("td", total), h("td", marks))


def _just_said(sight: Sight, said: list[Said]) -> Markup:
    """The newest first, but each in the order in which it was said. The page's script reads out what is new."""
    lines = [_entry(sight, each) for each in reversed(_newest(said))]
    inner = h("ol", lines, class_="said", id="said") if lines else h("p", sight.say("Nothing yet."), id="said")
    return h("section", h("h2", sight.say("Just said"), id="just"), inner, class_="card", aria_labelledby="just")


def _newest(said: list[Said]) -> list[Said]:
    """The last few, but no more than fill a screen."""
    found = said[-JUST_SAID:]
    while len(found) > 1 and sum(len(each.told) for each in found) > MOST_SAID:
        found = found[1:]
    return found


def _log(sight: Sight, said: list[Said]) -> Markup:
    lines = [_entry(sight, each) for each in reversed(said[-LOGGED:])]
    more = h("p", h("a", sight.say("The whole log"), href=f"/g/{sight.shown.id}/log"))
    summary = h("summary", sight.say("The log"), id="log-head")
    return h("details", summary, h("ol", lines, class_="log"), more, id="log", class_="drawer")


def line(sight: Sight, told: Told) -> Child:
    """One thing said; what only one of them was told is marked in words."""
    return [_to_whom(sight, told) if told.to else None, _plainly(sight, told)]


def _to_whom(sight: Sight, told: Told) -> Markup:
    """The viewer; or when the game is over, and everybody may read it, whoever it was."""
    if told.to == LOG:
        return h("i", sight.say("for the log:"), " ")
    you = told.to == sight.shown.you
    return h("i", sight.say("to you:") if you else sight.say("to {who}:", who=told.to), " ")


def _plainly(sight: Sight, told: Told) -> str:
    return sight.say(told.text, **told.facts)


def _short(sight: Sight, told: Told) -> str:
    """Seals and receipts are only begun here; the whole log has all of them."""
    return SEAL.sub(r"\1…", _plainly(sight, told))


def _entry(sight: Sight, said: Said) -> Markup:
    lines = [
        [
            h(
                "span",
                _to_whom(sight, told) if told.to else None,
                _short(sight, told),
                class_="private" if told.to else None,
            ),
            " ",
        ]
        for told in said.told
    ]
    return h("li", lines, data_n=said.n)


def _about(sight: Sight) -> Markup:
    seal = h("code", sight.shown.seal, class_="seal")
    text = sight.say("Everything chance will do in this game was sealed before it began. The seal:")
    summary = h("summary", sight.say("Fair play"), id="fair-head")
    return h("details", summary, h("p", text, " ", seal), id="fair", class_="drawer")
