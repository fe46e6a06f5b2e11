"""Players as everybody tells them apart: a colour, a letter or two, and a circle or, from the ninth on, a square."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from host.doors.web.html import Markup, h
from host.doors.web.page_context import PageContext
from host.shown.views import Face

COLOURS = 8


class Sign(NamedTuple):
    """How one player is drawn."""

    kind: str
    letters: str
    square: bool


def signs(faces: Sequence[Face]) -> dict[str, Sign]:
    """Everybody's sign, by seat. Where two names begin alike, two letters are shown."""
    firsts = [face.name[:1].upper() for face in faces]
    found = {}
    for n, face in enumerate(faces):
        alike = firsts.count(firsts[n]) > 1
        square = n // COLOURS % 2 == 1
        letters = face.name[:2].capitalize() if alike else firsts[n]
        found[face.seat] = Sign(f"p{n % COLOURS + 1}", letters, square)
    return found


def token(context: PageContext, who: str, more: str = "") -> Markup | None:
    """A player's sign; the name is said beside it."""
    sign = signs(context.shown.faces).get(who)
    if sign is None:
        return None
    own = "me" if who == context.shown.you else ""
    kind = " ".join(filter(None, ("t", sign.kind, "b" if sign.square else "", own, more)))
    return h("i", sign.letters, class_=kind, aria_hidden="true")
