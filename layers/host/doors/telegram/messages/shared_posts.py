"""Silent news share a post: a find or two are added to the one before, as long as nothing stands below it."""

from __future__ import annotations

from msgspec import Struct

from host.doors.telegram.messages.screens import units

MOST_NEWS = 3  # in one post
LONGEST = 1500


class SharedPost(Struct, frozen=True):
    """The last post of a place, if more may be added to it. It is remembered here alone: else there is a new post."""

    message: int
    game: str
    text: str
    news: int = 1

    def takes(self, game: str, text: str) -> bool:
        """May this be added?"""
        return game == self.game and self.news < MOST_NEWS and units(self.text) + units(text) < LONGEST

    def with_more(self, text: str) -> SharedPost:
        """The same post with this below."""
        return SharedPost(self.message, self.game, f"{self.text}\n{text}", self.news + 1)
