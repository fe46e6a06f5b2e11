"""Silent news share a post: a find or two are added to the one before, as long as nothing stands below it."""

from __future__ import annotations

from msgspec import Struct

from host.doors.telegram.messages.screens import count_text_units

MOST_NEWS = 3  # in one post
MAX_SHARED_POST_UNITS = 1500


class SharedPost(Struct, frozen=True):
    """The last post of a place if more news may be appended to it; kept in memory only."""

    message: int
    game: str
    text: str
    news: int = 1

    def can_take(self, game: str, text: str) -> bool:
        """Return whether this text may be appended."""
        return (
            game == self.game
            and self.news < MOST_NEWS
            and count_text_units(self.text) + count_text_units(text) < MAX_SHARED_POST_UNITS
        )

    def append_text(self, text: str) -> SharedPost:
        """Return the post with this text appended."""
        return SharedPost(self.message, self.game, f"{self.text}\n{text}", self.news + 1)
