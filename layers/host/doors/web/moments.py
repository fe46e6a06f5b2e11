"""Moments: what has just been opened or won, large and in the board's place, made of what everybody was told."""

from __future__ import annotations

from typing import Any

from engine.kernel import PUBLIC, Told
from engine.kernel.view import Board, Panel
from host.core.session import Line
from host.doors.web import players
from host.doors.web.board import kind_of
from host.doors.web.files import icon
from host.doors.web.html import Child, Markup, h
from host.doors.web.page_context import PageContext
from host.shown.views import Said

KEPT = 2  # the last moments, of which the page plays those that are new to it
LINES = 3
LONG = 10  # letters of a sum
STAR = (
    "M180 -72L203 32L244 -17L248 46L328 -24L286 74L347 59L314 112L420 102L328 157L387 180L328 203L420 258L314 248L347 "
    "301L286 286L328 384L248 314L244 377L203 328L180 432L157 328L116 377L112 314L32 384L74 286L13 301L46 248L-60 258"
    "L32 203L-27 180L32 157L-60 102L46 112L13 59L74 74L32 -24L112 46L116 -17L157 32z"
)


def recent(context: PageContext, panel: Panel, said: list[Said]) -> Child:
    """The last moments of one table, oldest first; they are shown by the page's script, and told in the news."""
    found = [moment for each in said if (moment := _moment(context, panel, each))]
    return found[-KEPT:] or None


def _moment(context: PageContext, panel: Panel, said: Said) -> Markup | None:
    told = [each for each in said.told if each.to == PUBLIC and each.table == panel.id]
    opened = next((n for n, each in enumerate(told) if panel.board and _opens(panel.board, each)), None)
    if opened is not None:
        return _opening(context, panel, said, told[opened:])
    paid = next((n for n, each in enumerate(told) if _amount(each) and "who" in each.facts), None)
    if paid is None:
        return None
    return _scene(context, said.n, "big" if not _lost(told[paid]) else "loss", told[paid], told[max(0, paid - 1) :])


def _opens(board: Board, told: Told) -> bool:
    """Does this tell of a square of the board that now lies open?"""
    n = told.facts.get("n")
    return isinstance(n, int) and n in board.cells and "face" in told.facts and "who" in told.facts


def _opening(context: PageContext, panel: Panel, said: Said, told: list[Told]) -> Markup:
    n = told[0].facts["n"]
    cell = panel.board.cells[n] if panel.board else None
    kind = kind_of(cell) if cell else ""
    who = told[0].facts["who"]
    sum_of = next((each for each in told[1:] if _amount(each) and each.facts.get("who") == who), None)
    return _scene(context, said.n, kind, sum_of, told, square=n, face=told[0].facts["face"])


def _amount(told: Told) -> int:
    amount = told.facts.get("amount")
    return amount if isinstance(amount, int) else 0


def _lost(told: Told) -> bool:
    return told.facts.get("deed") == "lost"


def _scene(
    context: PageContext, n: int, kind: str, money: Told | None, told: list[Told], square: int = 0, face: Any = ""
) -> Markup:
    """Whose it was, what it is, how much it came to, and what else was told."""
    who = told[0].facts.get("who") or (money.facts["who"] if money else "")
    title = context.say("{who} opens {n}", who=who, n=square) if square else context.number(who)
    name = context.number(face) if face else None
    words = [said for each in told[_named(told[0], square) :] if (said := context.told(each))][:LINES]
    star = h("svg", h("path", d=STAR), class_="star", viewBox="0 0 360 360", preserveAspectRatio="none")
    inner = [
        h("div", players.token(context, str(who)), title, class_="who"),
        icon(kind or "door", "pic"),
        _sum(context, money) if money else None,
        h("h2", name) if name and not (money and _digits(name) == str(abs(_amount(money)))) else None,
        h("p", " ".join(words)) if words else None,
    ]
    drawn = [star, h("div", inner, class_="in")] if kind == "bomb" else inner
    mine = who == context.shown.you and bool(who)
    place = {"data_square": square or None, "data_mine": mine or None, "data_kind": kind or None}
    return h("div", drawn, class_=f"moment {kind}", data_n=n, hidden=True, aria_hidden="true", **place)


def _named(told: Told, square: int) -> int:
    """The title names the square, so its plain sentence is left out; the host's own line has more in it."""
    return int(bool(square) and not (isinstance(told, Line) and told.said))


def _sum(context: PageContext, told: Told) -> Markup:
    amount = abs(_amount(told))
    shown = context.money(-amount if _lost(told) else amount)
    return h("div", shown, class_=f"sum num{' long' if len(shown) > LONG else ''}", data_count=amount)


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())
