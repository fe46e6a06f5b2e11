"""Players as everybody tells them apart: a colour, a letter or two, and a circle or, from the ninth on, a square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from host.doors.web.markup.html import Markup, h
from host.doors.web.table.page_context import PageContext
from host.shown.views import SeatView

PLAYER_COLOURS = 8


class PlayerSign(NamedTuple):
    """How a player's token looks: colour class, letters, and circle or square."""

    kind: str
    letters: str
    square: bool


def list_player_signs(faces: Sequence[SeatView]) -> Mapping[str, PlayerSign]:
    """Return the sign of each seat (colour, letters, shape); names that begin alike get two letters."""
    return _compute_player_signs(tuple([(face.seat, face.name) for face in faces]))


@lru_cache(maxsize=512)  # a page has dozens of them, of the same few people
def _compute_player_signs(seated: Sequence[tuple[str, str]]) -> Mapping[str, PlayerSign]:
    """Compute the sign of each player (colour, letters, shape) by seat, from a tuple of pairs of seat and name
    (hashable, as it is the key of the cache). Names that begin alike get two letters, and when the colours begin again
    the shape is a square.
    """
    firsts = [name[:1].upper() for _, name in seated]
    found = {}
    for n, (seat, name) in enumerate(seated):
        alike = firsts.count(firsts[n]) > 1
        square = n // PLAYER_COLOURS % 2 == 1
        letters = name[:2].capitalize() if alike else firsts[n]
        found[seat] = PlayerSign(f"p{n % PLAYER_COLOURS + 1}", letters, square)
    return found


def render_player_token(context: PageContext, who: str, more: str = "", label: str = "") -> Markup | None:
    """Render a player's coloured sign with letters, or None for an unknown seat; `more` is an additional CSS class.
    `label` is read by screen readers; without it the caller has to write the player's name beside the sign.
    """
    sign = _compute_player_signs(context.seated).get(who)
    if sign is None:
        return None
    return context.render_own_or_other(who, lambda own: _render_token(sign, own, more, label))


@lru_cache(maxsize=1024)
def _render_token(sign: PlayerSign, own: bool, more: str, label: str) -> Markup:  # noqa: FBT001 - a key
    """Render a player's sign, marked if it is the viewer's `own`; `more` are additional CSS classes, and without a
    `label` screen readers skip it.
    """
    kind = " ".join(filter(None, ("t", sign.kind, "b" if sign.square else "", "me" if own else "", more)))
    read = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
    return h("i", sign.letters, class_=kind, **read)
