"""A question in private comes with its picture and with what its reader needs to know, and becomes its result."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from engine.kernel import Phrase, Reader, Told
from engine.kernel.picture import Cell
from engine.kernel.view import Panel
from host.core.context import HostContext
from host.core.session import InputOutcome, ToldLine
from host.core.store.store import SavedGame
from host.doors.telegram.messages import board
from host.doors.telegram.messages.asking import find_asking_table
from host.doors.telegram.messages.screens import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    Screen,
    count_text_units,
    escape_telegram_html,
)
from host.shown import text_view, views, words
from host.shown.picture.boards import render_boards_png
from host.shown.views import GameView

OWN_CELL = "own"  # the kind of a closed square of which only the viewer knows something
MAX_NEWS_LINES = 8
MAX_NEWS_UNITS = 600
DEADLINE_SIGN = "⏳"
CAME_MARK = "came"  # the mark of a post's result, once the message that asked shows it


def draw_question_picture(showing: GameView, table: str, reader: Reader) -> bytes:
    """Draw the table of a question as its player sees it, as PNG bytes; empty if words show it better."""
    panels = [_add_own_notes(showing, each) for each in board.list_drawn_panels(showing) if each.id == table]
    return render_boards_png(panels, reader) if panels else b""


def _add_own_notes(showing: GameView, panel: Panel) -> Panel:
    """Return a table's panel with what its viewer alone knows marked on the board, and with the viewer's own
    pictures.
    """
    view = showing.view
    if view is None:
        return panel
    notes = view.own.notes.get(panel.id, {}) if view.own else {}
    marked = {n: Cell(Phrase("{n}: {what}", {"n": n, "what": note.words}), OWN_CELL) for n, note in notes.items()}
    drawn = replace(panel.board, cells={**marked, **panel.board.cells}) if panel.board else None
    return replace(panel, board=drawn, pictures=view.list_pictures(panel))


def add_context(asking: Screen, showing: GameView, reader: Reader, since: Sequence[Told], *, drawn: bool) -> Screen:
    """Return a private question's message with what its reader needs to know added, and the picture if both fit."""
    table = find_asking_table(asking.about)
    picture = draw_question_picture(showing, table, reader) if drawn else b""
    for png, most in ((picture, LONGEST_CAPTION), (b"", LONGEST_TEXT)):
        for news in (since, []):
            whole = _insert_context(asking.text, format_context(showing, table, reader, news))
            if count_text_units(whole) <= most:
                return Screen(whole, asking.rows, asking.about, picture=png, kept=asking.kept)
    return asking


def format_context(showing: GameView, table: str, reader: Reader, since: Sequence[Told]) -> str:
    """Format as HTML what a player needs to know for a question: their holdings, who is still in, their secrets, and
    what has happened since their last turn.
    """
    found = "\n".join(map(escape_telegram_html, text_view.format_turn_facts(showing, table, reader)))
    news = _pick_newest_lines(words.format_told_lines(since, reader))
    if not news:
        return found
    head = reader.format_sentence("Since your last turn:")
    folded = escape_telegram_html("\n".join([head, *news]))
    return "\n".join(filter(None, [found, f"<blockquote expandable>{folded}</blockquote>"]))


def _insert_context(question: str, context: str) -> str:
    """Insert the text `context` into the HTML of a question, before the line that gives its deadline."""
    asked, sign, deadline = question.partition(f"\n{DEADLINE_SIGN}")
    return "\n".join(filter(None, [asked, context])) + sign + deadline


def _pick_newest_lines(lines: Sequence[str]) -> list[str]:
    """Return as many of the newest of these lines as have room in a private question's message, in their order."""
    kept: list[str] = []
    for line in reversed(lines[-MAX_NEWS_LINES:]):
        if sum(map(count_text_units, [*kept, line])) > MAX_NEWS_UNITS:
            break
        kept.insert(0, line)
    return kept


def pick_result_lines(came: Sequence[Told], own: Sequence[Told], reader: Reader, total: str, room: int) -> str | None:
    """Return as HTML what an answer to a question led to: all the lines `came` or, if they exceed `room` characters,
    only `own`, the player's own lines; `total` is added as the last line. Return None if these do not fit either.
    """
    shorter = own or came[:1]
    for lines in (came, shorter):
        told = _join_total(words.format_told_lines(lines, reader), total)
        text = escape_telegram_html(f"{ANSWER_TAKEN} " + "\n".join(told)).strip()
        if count_text_units(text) <= room:
            return text
    return None


def compute_room(kept: str, *, pictured: bool) -> int:
    """Return how many characters may still be added to the text `kept` of a message; a picture's caption has less room
    than a text.
    """
    return (LONGEST_CAPTION if pictured else LONGEST_TEXT) - count_text_units(kept) - 1


TOTAL_CHANGED = "Your total: {was} → {now}, {place:th}"
ANSWER_TAKEN = "✓"
RECEIPT = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def format_tap_result(host: HostContext, before: GameView, outcome: InputOutcome, person: str, reader: Reader) -> str:
    """Return as text for a pop-up what an answer told its player and how their total changed. A line that is preceded
    by a moment of suspense, and all after it, is left out, because the group has not seen it yet.
    """
    shown = list(takewhile(lambda line: not (isinstance(line, ToldLine) and line.pause), outcome.told))
    lines = words.format_told_lines(shown, reader)
    if len(shown) < len(outcome.told):
        return "\n".join(lines)
    after = views.build_game_view(host, SavedGame(outcome.session, outcome.version), person)
    return "\n".join(_join_total(lines, format_total_change(before, after, reader)))


def _join_total(lines: Sequence[str], total: str) -> list[str]:
    """Return the lines of a result and, below, how the reader's total has changed; new totals within the lines, which
    would tell it twice, are left out.
    """
    return [*filter(None, map(board.drop_totals, lines)), total] if total else [*lines]


def shorten_tap_result(result: str) -> str:
    """Return the first and last line of an answer's result, which fit a pop-up: what was found, and the new total."""
    first, _, more = RECEIPT.sub(r"\1…", result).partition("\n")
    last = more.rpartition("\n")[2]
    return f"{first}\n{last}" if " → " in last else first


def format_total_change(before: GameView, after: GameView, reader: Reader) -> str:
    """Return a sentence with the viewer's totals before and after and their place, or an empty string if the total has
    not changed.
    """
    old = views.find_own_standing(before)
    return format_total_since(old.total, after, reader) if old else ""


def format_total_since(old: int, after: GameView, reader: Reader) -> str:
    """Return a sentence with the viewer's earlier total `old`, their total now and their place, or an empty string if
    both totals are equal.
    """
    new = views.find_own_standing(after)
    if new is None or after.view is None or old == new.total:
        return ""
    was, now = (reader.format_value(total, f"{after.view.currency}k") for total in (old, new.total))
    return reader.format_sentence(TOTAL_CHANGED, was=was, now=now, place=new.place)
