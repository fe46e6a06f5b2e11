"""Puts screens together into messages: as many in each as Telegram takes. Pure."""

from __future__ import annotations

from collections import Counter

from host.doors.telegram.messages import asking, choosing
from host.doors.telegram.messages.screens import LONGEST_TEXT, MOST_BUTTONS, Rows, Screen, units


def left(screens: list[Screen], said: Counter[str]) -> list[Screen]:
    """What of this has not been said yet."""
    todo, gone = [], said.copy()
    for screen in screens:
        if gone[screen.mark]:
            gone[screen.mark] -= 1
        else:
            todo.append(screen)
    return todo


def packed(screens: list[Screen]) -> list[list[Screen]]:
    """As many screens in each message as fit, text and buttons."""
    parts: list[list[Screen]] = []
    for screen in screens:
        together = [*parts[-1], screen] if parts else [screen]
        if parts and _fits(together):
            parts[-1] = together
        else:
            parts.append([screen])
    return parts


def _fits(screens: list[Screen]) -> bool:
    text = units("\n\n".join(screen.text for screen in screens))
    return text <= LONGEST_TEXT and len(asking.flat(rows_of(screens))) <= MOST_BUTTONS and _clear(screens)


def _clear(screens: list[Screen]) -> bool:
    # Two rows of buttons under one message must not read alike.
    labels = [{each.text for each in asking.flat(screen.rows)} for screen in screens if screen.rows]
    return sum(map(len, labels)) == len(set().union(*labels)) and choosing.one_at_most(rows_of(screens))


def rows_of(screens: list[Screen]) -> Rows:
    """All their buttons."""
    return [row for screen in screens for row in screen.rows]
