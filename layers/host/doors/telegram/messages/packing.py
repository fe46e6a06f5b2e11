"""Puts screens together into messages: as many in each as Telegram takes. Pure."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.json_types import prepare_json_type
from host.delivery.notifying import is_answer_wanted
from host.doors.telegram.messages import answer_buttons, asking
from host.doors.telegram.messages.screens import (
    LONGEST_CAPTION,
    LONGEST_TEXT,
    MOST_BUTTONS,
    Rows,
    Screen,
    count_text_units,
)

if TYPE_CHECKING:
    from host.delivery.outbox import Message


def list_unsent_screens(screens: list[Screen], said: Counter[str]) -> list[Screen]:
    """Return those of the texts to send that have not been sent yet, as counted in `said`."""
    todo, gone = [], said.copy()
    for screen in screens:
        if gone[screen.mark]:
            gone[screen.mark] -= 1
        else:
            todo.append(screen)
    return todo


def pack_screens(screens: list[Screen]) -> list[list[Screen]]:
    """Group texts with buttons into messages, as many in each as Telegram's limits allow."""
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
    pictures = sum(bool(screen.picture) for screen in screens)
    return (
        text <= (LONGEST_CAPTION if pictures else LONGEST_TEXT)
        and pictures <= 1
        and not any(screen.file for screen in screens)
        and len(asking.flatten_rows(join_screen_rows(screens))) <= MOST_BUTTONS
        and _has_distinct_labels(screens)
    )


def _has_distinct_labels(screens: list[Screen]) -> bool:
    # Two rows of buttons under one message must not read alike.
    labels = [{each.text for each in asking.flatten_rows(screen.rows)} for screen in screens if screen.rows]
    return sum(map(len, labels)) == len(set().union(*labels)) and answer_buttons.has_at_most_one_answer(
        join_screen_rows(screens)
    )


def join_screen_rows(screens: list[Screen]) -> Rows:
    """Return all rows of buttons of these texts together."""
    return [row for screen in screens for row in screen.rows]


def join_screens(screens: list[Screen]) -> Screen:
    """Join texts with buttons that fit into one message."""
    picture = next((screen.picture for screen in screens if screen.picture), b"")
    return Screen("\n\n".join(screen.text for screen in screens), join_screen_rows(screens), picture=picture)


def join_kept_texts(screens: list[Screen]) -> str:
    """Return the part of these texts that stays in the message after its questions are answered."""
    kept = [screen.text if screen.kept is None else screen.kept for screen in screens]
    return "\n".join(filter(None, kept))


MAX_CHRONICLE_UNITS = 3000
MAX_CHRONICLE_AGE = 6 * 3600.0  # later nobody looks there: a bot does not see what people write below it
HOUR, MAX_NEWS_POSTS_OF_HOUR = 3600.0, 8
DAY, MAX_NEWS_POSTS_OF_DAY = 86400.0, 12
FOLDED_UNITS = 300  # of older news between the first and the newest: more is folded
QUOTE = "<blockquote"
HOST_EVENTS = "host."  # how the ids of those events begin that are no part of a game's rules
WITH_MOVES = ("host.TimeRanOut", "host.MedalEarned")  # of them, what only accompanies a move
MAX_KEPT_TITLES = 16
HEADING = re.compile(r"^<b>[^\n]*</b>\n", re.MULTILINE)


@prepare_json_type
class Chronicle(Struct, omit_defaults=True):
    """The last post of news in a place, to which quiet news are appended: its texts as HTML, when it was begun, when
    those before it were within the last day, and by what titles boards and minigames were called of late.
    """

    message: int
    game: str
    began: float
    texts: list[str]
    before: list[float] = []
    titles: dict[str, str] = {}  # a minigame may be over, and gone from the game, when its last lines are sent

    def is_crowded(self, now: float) -> bool:
        """Return whether so many news messages were posted in the last hour or day that further news should be appended
        to the last one if they fit.
        """
        posted = self.list_recent_posts(now)
        of_hour = sum(moment > now - HOUR for moment in posted)
        return of_hour >= MAX_NEWS_POSTS_OF_HOUR or len(posted) >= MAX_NEWS_POSTS_OF_DAY

    def list_recent_posts(self, now: float) -> list[float]:
        """List when news were posted within the last day."""
        return [moment for moment in [*self.before, self.began] if moment > now - DAY]

    def can_take(self, game: str, text: str, now: float) -> bool:
        """Return whether this text may be appended to the news message: it fits, is of the same game, and nests no
        quotes.
        """
        whole = [*self.texts, text]
        return (
            game == self.game
            and now - self.began < (DAY if self.is_crowded(now) else MAX_CHRONICLE_AGE)
            and sum(map(count_text_units, whole)) < MAX_CHRONICLE_UNITS
            and not any(QUOTE in each for each in whole)
        )

    def list_titles_of(self, game: str) -> dict[str, str]:
        """Return the titles by which this game's boards and minigames were called of late."""
        return self.titles if game == self.game else {}

    def append_text(self, text: str) -> Chronicle:
        """Return the news message with this text appended."""
        return replace(self, texts=[*self.texts, self._shorten_heading(text)])

    def _shorten_heading(self, text: str) -> str:
        """Return the text to append without its heading if the news message already ends with lines under the same
        heading; a text without a heading is set apart by an empty line.
        """
        above = HEADING.findall("\n".join(self.texts))
        heading = HEADING.match(text)
        if not above:
            return text
        if heading is None:
            return f"\n{text}"
        return text[heading.end() :] if heading[0] == above[-1] else text

    def render(self) -> str:
        """Return the news message as HTML: its beginning, older news folded if long, and the newest."""
        first, *older, newest = self.texts
        between = "\n".join(older)
        if count_text_units(between) > FOLDED_UNITS:
            between = f"{QUOTE} expandable>{between}</blockquote>"
        return "\n".join(filter(None, [first, between, newest]))


def is_play(message: Message) -> bool:
    """Return whether this message tells only about moves in the game, and nothing the host says or answers."""
    kinds = [line.kind.id if line.kind else HOST_EVENTS for line in message.lines]
    of_moves = [kind for kind in kinds if kind in WITH_MOVES or not kind.startswith(HOST_EVENTS)]
    return bool(kinds) and len(of_moves) == len(kinds) and not is_answer_wanted(message)
