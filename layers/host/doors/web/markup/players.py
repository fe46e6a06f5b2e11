"""Players as everybody tells them apart: a colour, a letter or two, and a circle or, from the ninth on, a square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from host.doors.web.markup.html import Child, Markup, h
from host.doors.web.table.page_context import PageContext
from host.shown.views import SeatView

COLOURS = 8
BOT = " (bot)"  # how the name of a computer player ends


class PlayerSign(NamedTuple):
    """How one player is drawn."""

    kind: str
    letters: str
    square: bool


def signs(faces: Sequence[SeatView]) -> Mapping[str, PlayerSign]:
    """Everybody's sign, by seat. Where two names begin alike, two letters are shown."""
    return _signs(tuple([(face.seat, face.name) for face in faces]))


@lru_cache(maxsize=512)  # a page has dozens of them, of the same few people
def _signs(seated: Sequence[tuple[str, str]]) -> Mapping[str, PlayerSign]:
    firsts = [name[:1].upper() for _, name in seated]
    found = {}
    for n, (seat, name) in enumerate(seated):
        alike = firsts.count(firsts[n]) > 1
        square = n // COLOURS % 2 == 1
        letters = name[:2].capitalize() if alike else firsts[n]
        found[seat] = PlayerSign(f"p{n % COLOURS + 1}", letters, square)
    return found


def called(context: PageContext, who: str) -> Child:
    """A name; that it is a computer's is only said, for there is little room and the table knows."""
    name, bots = context.name(who), {face.seat: face.character for face in context.shown.faces if face.bot}
    said = name.removesuffix(BOT) if who in bots else name
    about = bots.get(who)
    shown: Child = h("span", said, title=context.name(about)) if about else said
    return [shown, h("span", BOT, class_="unseen") if said != name else None]


def token(context: PageContext, who: str, more: str = "") -> Markup | None:
    """A player's sign; the name is said beside it."""
    sign = _signs(context.seated).get(who)
    if sign is None:
        return None
    return context.own_way(who, lambda own: _token(sign, own, more))


@lru_cache(maxsize=1024)
def _token(sign: PlayerSign, own: bool, more: str) -> Markup:  # noqa: FBT001 - a key
    kind = " ".join(filter(None, ("t", sign.kind, "b" if sign.square else "", "me" if own else "", more)))
    return h("i", sign.letters, class_=kind, aria_hidden="true")
