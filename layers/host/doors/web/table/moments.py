"""Moments: what has just happened, large and in the board's place, made of what everybody was told.

No sentence is read: a moment is known by the facts that were told with it. Whatever is told after it in the same breath
and begins no moment of its own is said within it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.kernel import PUBLIC, Told
from engine.kernel.text import Phrase, Words
from engine.kernel.view import Board, Panel
from host.core.session import ToldLine
from host.doors.web.files import icon
from host.doors.web.markup import players
from host.doors.web.markup.html import Child, Markup, begins, h, join
from host.doors.web.markup.shared_pieces import SharedPiece
from host.doors.web.table import podium, reveal
from host.doors.web.table.board import kind_of
from host.doors.web.table.page_context import PageContext
from host.shown.views import ToldStep

SENTENCE = re.compile(r"(?<=[.!?…])\s+")
KEPT = 5  # the last moments, of which the page plays those that are new to it
LINES = 3
# Facts that only one kind of moment is told with.
KNOWN_BY = {"others": "doors", "leaders": "cycle", "order": "begins", "outcome": "outcome", "choices": "reveal"}
NAMING, FOR_ALL = frozenset(KNOWN_BY), frozenset({"leaders", "outcome"})
MOVING = ("cycle",)
ENDS = Markup("</div>")
LONG = 10  # letters of a sum
OUT, BLAST = "outs", "bombs"  # what is counted of whoever goes out, and of whoever opens a bomb
STAR = (
    "M180 -72L203 32L244 -17L248 46L328 -24L286 74L347 59L314 112L420 102L328 157L387 180L328 203L420 258L314 248L347 "
    "301L286 286L328 384L248 314L244 377L203 328L180 432L157 328L116 377L112 314L32 384L74 286L13 301L46 248L-60 258"
    "L32 203L-27 180L32 157L-60 102L46 112L13 59L74 74L32 -24L112 46L116 -17L157 32z"
)


class Moment(NamedTuple):
    """Something that has happened, and what was told with it."""

    n: int
    kind: str
    told: list[Told]
    square: int = 0
    at: int = 0  # of what everybody was told with the same input, the first line that is about it

    @property
    def who(self) -> str:
        """Whose moment it is."""
        return str(next((each.facts["who"] for each in self.told if "who" in each.facts), ""))

    @property
    def money(self) -> Told | None:
        """What it has brought to, or cost, whoever's it is."""
        return next((each for each in self.told if _amount(each) and each.facts.get("who") == self.who), None)


def recent(context: PageContext, panel: Panel, said: list[ToldStep]) -> Child:
    """The last moments of one table, oldest first; they are shown by the page's script, and told in the news."""
    others = {each.id for each in context.shown.view.panels} - {panel.id} if context.shown.view else set()
    found: list[Markup | Moment] = []
    for each in reversed(said):
        if len(found) >= KEPT:
            break
        found = [*_scenes(context, panel, each, others), *found]
    drawn = [_drawn(context, panel, each) if isinstance(each, Moment) else each for each in found[-KEPT:]]
    return drawn or None


def moments(panel: Panel, said: ToldStep, others: Collection[str]) -> list[Moment]:
    """All that has happened at a table with one input, and on one that is no more; some things concern all tables."""
    found: list[Moment] = []
    for at, told in enumerate([told for told in said.told if told.to == PUBLIC]):
        goes_on = found and found[-1].told[-1].table == told.table
        here = told.table not in others or goes_on or not FOR_ALL.isdisjoint(told.facts)
        if not here:
            continue
        kind, square = _begins(panel, told, found[-1] if found else None)
        if kind:
            found.append(Moment(said.n, kind, [told], square, at))
        elif found:
            found[-1].told.append(told)
    return found


def _begins(panel: Panel, told: Told, last: Moment | None) -> tuple[str, int]:
    """The kind of moment that begins with this line, and the square that it is about; "" where none does."""
    facts = told.facts
    who = facts.get("who")
    known = "" if NAMING.isdisjoint(facts) else next(kind for fact, kind in KNOWN_BY.items() if fact in facts)
    if "squares" in facts and _told_of(facts["squares"]) and (last is None or last.kind != "rest"):
        known = "rest"
    if not known and panel.board and _opens(panel.board, told):
        return kind_of(panel.board.cells[facts["n"]]), facts["n"]
    if known:
        return known, 0
    if last and (not who or who == last.who or last.kind in ("doors", "bomb", "reveal")):
        return "", 0  # it is all about what has just been seen
    return _alone(told), 0


def _told_of(squares: object) -> bool:
    """Is this a list of squares with what lay under each? Some lists say only what there is, or where."""
    return isinstance(squares, list) and any({"n", "face"} <= _facts(each).keys() for each in squares)


def _alone(told: Told) -> str:
    """The kind of moment that this line is, if nothing was seen before it."""
    facts = told.facts
    if told.deed == OUT:
        return "out"
    if "percent" in facts and "who" in facts:
        return "booster"
    if _amount(told) and "who" in facts:
        return "loss" if _lost(told) else "big"
    return ""


def _opens(board: Board, told: Told) -> bool:
    """Does this tell of a square of the board that now lies open?"""
    n = told.facts.get("n")
    if not isinstance(n, int) or n not in board.cells or "who" not in told.facts:
        return False
    return "face" in told.facts or (told.deed == BLAST and kind_of(board.cells[n]) == "bomb")


def _amount(told: Told) -> int:
    amount = told.facts.get("amount")
    return amount if isinstance(amount, int) else 0


def _lost(told: Told) -> bool:
    return told.deed == "lost"


# -- what is shown of it


def _scenes(context: PageContext, panel: Panel, said: ToldStep, others: Collection[str]) -> Sequence[Markup | Moment]:
    """What has happened with one input stays as it was, but for a leaderboard that moves on."""
    squares = [n for each in said.told if each.to == PUBLIC and isinstance(n := each.facts.get("n"), int)]
    if any(_mark(context, panel, n) is not None for n in squares):
        draw = partial(_drawn_of, context, panel, said, others)
        return context.once_drawn(_made_of(context, panel, said, others), draw, own=True)
    share = partial(_for_everybody, panel=panel, said=said, others=others)
    found = context.once_for_all(("scenes", panel.id, *said.content), share)
    return [each if isinstance(each, Moment) else each.seen_by(context.shown.you) for each in found]


def _for_everybody(
    context: PageContext, panel: Panel, said: ToldStep, others: Collection[str]
) -> Sequence[SharedPiece | Moment]:
    def shared() -> Sequence[SharedPiece | Moment]:
        found = _drawn_of(context, panel, said, others)
        return [each if isinstance(each, Moment) else SharedPiece.of(each) for each in found]

    return context.once_drawn(_made_of(context, panel, said, others), shared)


def _made_of(context: PageContext, panel: Panel, said: ToldStep, others: Collection[str]) -> Hashable:
    """It stays also when the game moves on, as long as what lies under its squares does not."""
    told = [each for each in said.told if each.to == PUBLIC]
    squares = [n for each in told if isinstance(n := each.facts.get("n"), int)]
    cells = panel.board.cells if panel.board else {}
    lies = [(_mark(context, panel, n), cells.get(n)) for n in squares]
    return ("scenes", panel.title, bool(panel.board), *said.content, *lies, *[each.table in others for each in told])


def _drawn_of(context: PageContext, panel: Panel, said: ToldStep, others: Collection[str]) -> Sequence[Markup | Moment]:
    found = moments(panel, said, others)
    return [moment if moment.kind in MOVING else _drawn(context, panel, moment) for moment in found]


def _drawn(context: PageContext, panel: Panel, moment: Moment) -> Markup:
    inner = SCENES.get(moment.kind, _found)(context, panel, moment)
    star = h("svg", h("path", d=STAR), class_="star", viewBox="0 0 360 360", preserveAspectRatio="none")
    drawn = [star, h("div", inner, class_="in")] if moment.kind == "bomb" else inner
    kind, n, square = moment.kind, moment.n, moment.square or None
    shown = {"class_": f"moment {kind}", "data_n": n, "hidden": True, "aria_hidden": "true", "data_square": square}

    def opened(own: bool) -> Markup:  # noqa: FBT001 - is it the viewer's?
        return begins("div", **shown, data_mine=own or None, data_kind=kind)

    return join(context.own_way(moment.who, opened) if moment.who else opened(own=False), drawn, ENDS)


def _who(context: PageContext, moment: Moment) -> Markup:
    who = moment.who
    title = context.say("{who} opens {n}", who=who, n=moment.square) if moment.square else context.number(who)
    return h("div", players.token(context, who), h("b", title), class_="who")


def _lines(context: PageContext, told: Sequence[Told]) -> Child:
    words = [said for each in told if (said := context.told(each))][:LINES]
    return h("p", " ".join(words)) if words else None


def _found(context: PageContext, panel: Panel, moment: Moment) -> Child:
    """Whose it was, what it is, how much it came to, and what else was told."""
    lies = _lies(panel, moment)
    face = moment.told[0].facts.get("face", lies) if moment.square else ""
    name, money = context.number(face) if face else None, moment.money
    same = money and name and _digits(name) == str(abs(_amount(money)))
    out = any(each.deed == OUT for each in moment.told)
    spared = context.say("{who} is out!" if out else "{who} stays in!", who=moment.who)
    return [
        _who(context, moment),
        icon(moment.kind if moment.kind != "out" else "out", "pic"),
        _sum(context, money) if money else None,
        h("h2", name) if name and not same else None,
        _own(context, panel, moment.square),
        _whose(context, moment),
        h("h2", spared, class_=None if out else "spared") if moment.kind == "bomb" else None,
        _lines(context, moment.told[_named(moment.told[0], moment.square) :]),
    ]


def _lies(panel: Panel, moment: Moment) -> Words:
    return panel.board.cells[moment.square].face if moment.square and panel.board else ""


def _own(context: PageContext, panel: Panel, square: int) -> Child:
    """What the viewer alone knew of this square: that the bomb was theirs, say."""
    mark = _mark(context, panel, square)
    return h("span", context.name(mark), class_="tag") if mark else None


def _mark(context: PageContext, panel: Panel, square: int) -> Words | None:
    view = context.shown.view
    return view.own.marks.get(panel.id, {}).get(square) if view and view.own and square else None


def _whose(context: PageContext, moment: Moment) -> Child:
    """Everybody whose it was, by their signs as well; the words tell of it."""
    owners: list[str] = next((each.facts["owners"] for each in moment.told if "owners" in each.facts), [])
    signs = [[players.token(context, who), h("b", context.name(who))] for who in owners]
    return h("div", icon("bomb"), signs, class_="whose") if signs else None


def _rest(context: PageContext, _: Panel, moment: Moment) -> Child:
    """What lay under all that nobody has opened, and whose bombs nobody has found."""
    lists = [each.facts["squares"] for each in moment.told if _told_of(each.facts.get("squares"))]
    squares = [_facts(phrase) for each in lists for phrase in each]
    items = [
        h("li", h("b", square.get("n", "")), " ", context.name(square.get("face", "")))
        for square in sorted(squares, key=lambda square: int(square.get("n", 0)))
    ]
    unfound = [pair for each in moment.told for pair in each.facts.get("unfound", [])]
    bombs = [h("li", icon("bomb"), players.token(context, str(who)), h("b", n)) for who, n in unfound]
    return [
        h("h2", context.say("What lay under the rest")),
        h("ul", bombs, class_="whose") if bombs else None,
        h("ul", items, class_="under"),
    ]


def _doors(context: PageContext, _: Panel, moment: Moment) -> Child:
    """All the doors, open: what lay behind the chosen one, and behind the others."""
    told = moment.told[0].facts
    behind: dict[int, Words] = {told["n"]: told["face"]} if isinstance(told.get("n"), int) else {}
    for other in map(_facts, told["others"]):
        if isinstance(other.get("n"), int):
            behind[other["n"]] = other.get("face", "")
    items = [
        h("li", h("b", n), h("span", context.name(behind[n])), class_="chosen" if n == told.get("n") else None)
        for n in sorted(behind)
    ]
    money = moment.money
    return [
        _who(context, moment),
        h("ul", items, class_="fates"),
        _sum(context, money) if money else None,
        _lines(context, moment.told[1:]),
    ]


def _facts(phrase: object) -> dict[str, Any]:
    """Of a phrase, as it was told, or as it was kept."""
    if isinstance(phrase, Phrase):
        return phrase.facts
    return phrase.get("facts", {}) if isinstance(phrase, dict) else {}


def _outcome(context: PageContext, _: Panel, moment: Moment) -> Child:
    """One large door, and what came of it."""
    money, name = moment.money, context.number(moment.told[0].facts["outcome"])
    same = money and _digits(name) == str(abs(_amount(money)))
    return [
        _who(context, moment),
        icon("door", "pic knock"),
        h("h2", name) if not same else None,
        _sum(context, money) if money else None,
        _lines(context, moment.told[1:]),
    ]


def _begun(context: PageContext, panel: Panel, moment: Moment) -> Child:
    """A round begins: what it is called, and who is in it, in their order."""
    order = [who for who in moment.told[0].facts["order"] if isinstance(who, str)]
    seats = [h("li", players.token(context, who), context.name(who)) for who in order]
    return [icon("door", "pic"), h("h2", context.name(panel.title)), h("ol", seats, class_="faces")]


def _reveal(context: PageContext, _: Panel, moment: Moment) -> Child:
    return reveal.scene(context, moment.told)


def _cycle(context: PageContext, _: Panel, moment: Moment) -> Child:
    """The end of a cycle: who stands where now, and who has climbed or fallen."""
    return [
        icon("trophy", "pic"),
        h("h2", " ".join(SENTENCE.split(context.told(moment.told[0]))[:2])),  # that it is over, and who leads
        podium.movements(context),
    ]


def _named(told: Told, square: int) -> int:
    """The title names the square, so its plain sentence is left out; the host's own line has more in it."""
    return int(bool(square) and not (isinstance(told, ToldLine) and told.said))


def _sum(context: PageContext, told: Told) -> Markup:
    amount = abs(_amount(told))
    shown = context.money(-amount if _lost(told) else amount)
    return h("div", shown, class_=f"sum num{' long' if len(shown) > LONG else ''}", data_count=amount)


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())


SCENES: dict[str, Callable[[PageContext, Panel, Moment], Any]] = {
    "doors": _doors,
    "outcome": _outcome,
    "begins": _begun,
    "cycle": _cycle,
    "rest": _rest,
    "reveal": _reveal,
}
