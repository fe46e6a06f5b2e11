"""Markup drawn once for everybody: where one of them sees themselves, it stands both ways, and each gets theirs."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from host.doors.web.markup.html import Markup

MARK, OR = secrets.token_hex(16), secrets.token_hex(16)  # nobody can say them


def either(who: str, own: str, others: str) -> Markup:
    """What looks otherwise to whoever it is about than to all others. There is no such thing within another."""
    return Markup(f"{MARK}{who}{OR}{own}{OR}{others}{MARK}")


class SharedPiece(NamedTuple):
    """Markup for everybody: what is the same for all; and between that, whose it is, how they and how others see it."""

    alike: list[Markup]
    apart: list[list[str]]

    @staticmethod
    def of(drawn: str) -> SharedPiece:
        """Markup as it was drawn."""
        parts = drawn.split(MARK)
        return SharedPiece([*map(Markup, parts[::2])], [part.split(OR) for part in parts[1::2]])

    def seen_by(self, you: str) -> Markup:
        """As somebody sees it."""
        if not self.apart:
            return self.alike[0]
        words: list[str] = [*self.alike[:1]]
        for (who, own, others), then in zip(self.apart, self.alike[1:], strict=True):
            words += (own if who == you else others, then)
        return Markup("".join(words))
