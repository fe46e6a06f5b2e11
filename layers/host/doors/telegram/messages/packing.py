"""Puts screens together into messages: as many in each as Telegram takes. Pure."""

from __future__ import annotations

from collections import Counter

from host.doors.telegram.messages import asking, choosing
from host.doors.telegram.messages.screens import LONGEST_TEXT, MOST_BUTTONS, Rows, Screen, count_text_units


def list_unsent_screens(screens: list[Screen], said: Counter[str]) -> list[Screen]:
    """List the screens that have not been sent yet."""
    todo, gone = [], said.copy()
    for screen in screens:
        if gone[screen.mark]:
            gone[screen.mark] -= 1
        else:
            todo.append(screen)
    return todo


def pack_screens(screens: list[Screen]) -> list[list[Screen]]:
    """Group the screens into messages, as many in each as its text and buttons allow."""
    parts: list[list[Screen]] = []
    for screen in screens:
        together = [*parts[-1], screen] if parts else [screen]
        if parts and _fits_one_message(together):
            parts[-1] = together
        else:
            parts.append([screen])
    return parts


def _fits_one_message(screens: list[Screen]) -> bool:
    text = count_text_units("\n\n".join(screen.text for screen in screens))
    return (
        text <= LONGEST_TEXT
        and len(asking.flatten_rows(join_screen_rows(screens))) <= MOST_BUTTONS
        and _has_distinct_labels(screens)
    )


def _has_distinct_labels(screens: list[Screen]) -> bool:
    # Two rows of buttons under one message must not read alike.
    labels = [{each.text for each in asking.flatten_rows(screen.rows)} for screen in screens if screen.rows]
    return sum(map(len, labels)) == len(set().union(*labels)) and choosing.has_at_most_one_answer(
        join_screen_rows(screens)
    )


def join_screen_rows(screens: list[Screen]) -> Rows:
    """Return all rows of buttons of these screens."""
    return [row for screen in screens for row in screen.rows]
