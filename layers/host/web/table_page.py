"""The page of one game: boards, accounts, what was said, and the viewer's own side."""

from __future__ import annotations

from engine.kernel import Reader, Told, render
from engine.kernel.view import Panel, Seat, Standing, View
from host import showing as eyes
from host.house import House
from host.session import LOBBY, OVER
from host.showing import Showing
from host.web import asking, board, chart
from host.web.html import Child, Markup, h, join

LINES = 30  # of the log on the page itself


def middle(house: House, shown: Showing, person: str, reader: Reader) -> Markup:
    """Everything on the page that changes while the game goes on."""
    parts: list[Child] = [_status(shown, reader)]
    if shown.stage == LOBBY:
        parts.append(_lobby(shown, person))
    if shown.view is not None:
        own, others = _sorted_panels(shown, shown.view)
        parts += [_own_side(shown, reader), [_panel(shown, panel, reader) for panel in own]]
        parts += [asking.plays(shown, reader), [_folded(shown, panel, reader) for panel in others]]
        parts.append(_standings(shown.view, reader))
    parts.append(_log(house, shown, person, reader))
    return h("main", parts, data_version=mark(shown, person))


def mark(shown: Showing, person: str) -> str:
    """Changes whenever the page does."""
    return f"{shown.version}-{shown.you or ('p' if person else '')}"


def _status(shown: Showing, reader: Reader) -> Markup:
    waiting = sorted({asked.who for asked in shown.asked if not asked.secret})
    words = []
    if shown.view is not None:
        words.append(f"{reader.value(shown.view.stage)}.")
    if shown.paused:
        words.append("The host has paused the game.")
    if shown.stage == OVER:
        words.append("The game is over.")
    elif waiting:
        words.append(render("Waiting for {who}.", {"who": waiting}, reader))
    if shown.sealed:
        words.append(f"{shown.sealed} sealed answer{'s' if shown.sealed > 1 else ''} still to come.")
    return h("p", " ".join(words), class_="status", role="status")


def _lobby(shown: Showing, person: str) -> Markup:
    seats = h("ul", [h("li", face.name) for face in shown.faces])
    join_in = None if shown.you else join_form(shown)
    begin = _simple(shown, "begin", "Begin") if shown.yours and person else None
    bots = _simple(shown, "bot", "Add a computer player") if shown.yours and person else None
    return h("section", h("h2", "The lobby"), seats, join_in, bots, begin)


def join_form(shown: Showing) -> Markup:
    """Take a seat."""
    return h(
        "form",
        h("label", "Your name ", h("input", name="name", required=True, maxlength=40, autocomplete="nickname")),
        h("button", "Take a seat", class_="go"),
        method="post",
        action=f"/g/{shown.id}/join",
        class_="join",
    )


def _simple(shown: Showing, action: str, label: str) -> Markup:
    return h("form", h("button", label), method="post", action=f"/g/{shown.id}/{action}", class_="simple")


def _own_side(shown: Showing, reader: Reader) -> Child:
    if not shown.you:
        free = shown.stage != OVER and any(face.bot for face in shown.faces)
        return join(h("p", "You are watching."), join_form(shown) if free else None)
    own = shown.view.own if shown.view else None
    secrets = (
        h("ul", [h("li", reader.value(secret)) for secret in own.secrets], class_="secrets")
        if own and own.secrets
        else None
    )
    mine = [asking.question(shown, asked, reader) for asked in shown.asked if asked.who == shown.you]
    quiet = None if mine or shown.stage == OVER else h("p", "Nothing waits for you.")
    return h(
        "section", h("h2", f"You are {reader.names.get(shown.you, shown.you)}"), secrets, mine, quiet, class_="own"
    )


def _sorted_panels(shown: Showing, view: View) -> tuple[list[Panel], list[Panel]]:
    """The viewer's own tables first; a spectator sees the first one open."""
    own = [panel for panel in view.panels if any(seat.who == shown.you for seat in panel.seats)]
    own = own or view.panels[:1]
    return own, [panel for panel in view.panels if panel not in own]


def _panel(shown: Showing, panel: Panel, reader: Reader) -> Markup:
    return h(
        "section", h("h2", reader.value(panel.title)), _inside(shown, panel, reader), class_="panel", id=f"t-{panel.id}"
    )


def _folded(shown: Showing, panel: Panel, reader: Reader) -> Markup:
    title = f"{reader.value(panel.title)}: {reader.value(panel.stage)}"
    return h("details", h("summary", title), _inside(shown, panel, reader), id=f"t-{panel.id}")


def _inside(shown: Showing, panel: Panel, reader: Reader) -> Markup:
    turn = render("{who} to move.", {"who": panel.to_move}, reader) if panel.to_move else reader.value(panel.stage)
    return join(
        h("p", turn, class_="turn"),
        h("ul", [h("li", reader.value(note)) for note in panel.notes], class_="notes") if panel.notes else None,
        h("pre", "\n".join(map(reader.value, panel.picture))) if panel.picture else None,
        board.grid(shown, panel, panel.board, reader) if panel.board else None,
        h("ul", [_seat(seat, panel, reader) for seat in panel.seats], class_="seats"),
    )


def _seat(seat: Seat, panel: Panel, reader: Reader) -> Markup:
    here = seat.who in panel.to_move
    facts = [f"{reader.value(name)} {reader.value(value, 'n')}" for name, value in seat.facts.items()]
    words = ", ".join([reader.value(seat.status), *facts, *map(reader.value, seat.marks)])
    name = reader.names.get(seat.who, seat.who)
    return h("li", h("b", ("▶ " if here else "") + name), f" {words}", class_=f"seat {seat.status}")


def _standings(view: View, reader: Reader) -> Markup:
    head = h("tr", [h("th", word, scope="col") for word in ("Place", "Player", "Total", "Holds")])
    rows = [_standing(view, line, reader) for line in view.standings]
    table = h("table", h("thead", head), h("tbody", rows), class_="standings")
    return h("section", h("h2", "Leaderboard"), h("div", table, class_="wide"), chart.totals(view, reader))


def _standing(view: View, line: Standing, reader: Reader) -> Markup:
    name, total = reader.names.get(line.who, line.who), reader.value(line.total, view.currency)
    cells: list[Child] = [line.place, name, total, ", ".join(map(reader.value, line.marks))]
    return h("tr", [h("td", cell) for cell in cells])


def _log(house: House, shown: Showing, person: str, reader: Reader) -> Markup:
    first = max(0, shown.version - LINES)
    said = eyes.history(house, shown.id, person, first, LINES + 1)
    lines = [line(told, reader) for _, told in reversed(said)][:LINES]
    more = h("p", h("a", "The whole log", href=f"/g/{shown.id}/log"))
    return h("section", h("h2", "What was said"), h("ol", lines, class_="log", reversed=True), more)


def line(told: Told, reader: Reader) -> Markup:
    """One thing said; what only the viewer was told is marked in words."""
    return h("li", h("i", "to you: ") if told.to else None, render(told.text, told.facts, reader))
