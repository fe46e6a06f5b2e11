"""What an answer given by a tap brought: for the pop-up, and for the message that asked."""

from __future__ import annotations

import re
from itertools import takewhile

from engine.kernel import Reader
from engine.kernel.view import Standing
from host.core.context import HostContext
from host.core.session import InputOutcome, ToldLine
from host.core.store.store import SavedGame
from host.shown import views, words
from host.shown.views import GameView

TOTAL_CHANGED = "Before: {was}. Now: {now}. You are number {place:n}."
ANSWER_TAKEN = "✓"
RECEIPT = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def format_tap_result(host: HostContext, before: GameView, outcome: InputOutcome, person: str, reader: Reader) -> str:
    """Return what an answer told its player and how their total changed, for a pop-up. From a suspense line on
    everything is left out, because the group has not seen it yet.
    """
    shown = list(takewhile(lambda line: not (isinstance(line, ToldLine) and line.pause), outcome.told))
    lines = words.format_told_lines(shown, reader)
    if len(shown) < len(outcome.told):
        return "\n".join(lines)
    after = views.build_game_view(host, SavedGame(outcome.session, outcome.version), person)
    return "\n".join(filter(None, [*lines, format_total_change(before, after, reader)]))


def shorten_tap_result(result: str) -> str:
    """Return the first and last line of an answer's result, which fit a pop-up: what was found, and the new total."""
    first, _, more = RECEIPT.sub(r"\1…", result).partition("\n")
    last = more.rpartition("\n")[2]
    return f"{first}\n{last}" if " → " in last else first


def format_total_change(before: GameView, after: GameView, reader: Reader) -> str:
    """Return the viewer's old and new total and their place, or an empty string if the total has not changed."""
    old = find_own_standing(before)
    return format_total_since(old.total, after, reader) if old else ""


def format_total_since(old: int, after: GameView, reader: Reader) -> str:
    """Return this old total of the viewer's, the new one and their place, or an empty string if they are equal."""
    new = find_own_standing(after)
    if new is None or after.view is None or old == new.total:
        return ""
    was, now = (reader.format_value(total, after.view.currency) for total in (old, new.total))
    return reader.format_sentence(TOTAL_CHANGED, was=was, now=now, place=new.place)


def find_own_standing(shown: GameView) -> Standing | None:
    """Return the viewer's line of the leaderboard, or None."""
    lines = shown.view.standings if shown.view else []
    return next((line for line in lines if line.who == shown.you), None)
