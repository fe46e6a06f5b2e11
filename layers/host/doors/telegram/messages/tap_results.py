"""What an answer given by a tap brought: for the pop-up, and for the message that asked."""

from __future__ import annotations

import re
from itertools import takewhile

from engine.kernel import Reader
from engine.kernel.view import Standing
from host.core.context import HostContext
from host.core.session import InputOutcome, ToldLine
from host.core.store.store import SavedGame
from host.doors.telegram.messages.screens import LONGEST_TEXT, Screen, clip_text, escape_telegram_html, fold_news
from host.shown import views, words
from host.shown.views import GameView

LONGEST_RESULT = LONGEST_TEXT // 4  # leaves room for the news above it, even when escaped
TOTAL_CHANGED = "{was} → {now}, place {place:n}."
ANSWER_TAKEN = "✓"
RECEIPT = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def format_tap_result(host: HostContext, before: GameView, outcome: InputOutcome, person: str, reader: Reader) -> str:
    """Return what the answer told its player, and how their total changed.

    Lines from a moment of suspense on are left out, because the group has not seen them yet; so is the total then.
    """
    shown = list(takewhile(lambda line: not (isinstance(line, ToldLine) and line.pause), outcome.told))
    lines = words.format_told_lines(shown, reader)
    if len(shown) < len(outcome.told):
        return "\n".join(lines)
    after = views.build_game_view(host, SavedGame(outcome.session, outcome.version), person)
    return "\n".join(filter(None, [*lines, format_total_change(before, after, reader)]))


def shorten_tap_result(result: str) -> str:
    """Return the result's first and last line, which fit a pop-up: what was found, and the new total. Of a receipt the
    beginning stands there; the message has all of it.
    """
    first, _, more = RECEIPT.sub(r"\1…", result).partition("\n")
    last = more.rpartition("\n")[2]
    return f"{first}\n{last}" if " → " in last else first


def format_total_change(before: GameView, after: GameView, reader: Reader) -> str:
    """Return the viewer's old and new total and their place, or an empty string if the total is the same."""
    old, new = _find_own_standing(before), _find_own_standing(after)
    if old is None or new is None or after.view is None or old.total == new.total:
        return ""
    was, now = (reader.format_value(each.total, after.view.currency) for each in (old, new))
    return reader.format_sentence(TOTAL_CHANGED, was=was, now=now, place=new.place)


def _find_own_standing(shown: GameView) -> Standing | None:
    lines = shown.view.standings if shown.view else []
    return next((line for line in lines if line.who == shown.you), None)


def build_answered_screen(text: str, question: str, result: str) -> Screen:
    """Build the message that asked, its news kept, with the result below the question."""
    news, found, _ = text.rpartition(question)
    lines = [fold_news(news.strip())] if found and news.strip() else []
    answered = f"{ANSWER_TAKEN} {clip_text(result, LONGEST_RESULT)}".strip()
    return Screen("\n".join([*lines, f"<b>{escape_telegram_html(question)}</b>", escape_telegram_html(answered)]))
