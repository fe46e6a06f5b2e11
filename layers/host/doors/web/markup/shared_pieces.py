"""Markup drawn once for everybody: where one of them sees themselves, it stands both ways, and each gets theirs."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from host.doors.web.markup.html import Markup

MARK, OR = secrets.token_hex(16), secrets.token_hex(16)  # nobody can say them


def mark_own_and_others(who: str, own: str, others: str) -> Markup:
    """Return markup with two versions: one for the player it is about, one for all others. It must not be nested."""
    return Markup(f"{MARK}{who}{OR}{own}{OR}{others}{MARK}")


class SharedPiece(NamedTuple):
    """Markup cached for all viewers: the parts that are the same for all, and between them those with two versions."""

    alike: list[Markup]
    apart: list[list[str]]

    @staticmethod
    def parse_markup(drawn: str) -> SharedPiece:
        """Split markup at its marks into common parts and parts with two versions."""
        parts = drawn.split(MARK)
        return SharedPiece([*map(Markup, parts[::2])], [part.split(OR) for part in parts[1::2]])

    def render_for(self, you: str) -> Markup:
        """Return the markup with the versions for this viewer."""
        if not self.apart:
            return self.alike[0]
        words: list[str] = [*self.alike[:1]]
        for (who, own, others), then in zip(self.apart, self.alike[1:], strict=True):
            words += (own if who == you else others, then)
        return Markup("".join(words))
