"""Shows each of several boards in a message of its own, and keeps which message shows which."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, Protocol

import msgspec

from engine.kernel import Reader
from engine.kernel.json_types import prepare_json_type
from host.core.context import HostContext
from host.delivery.outbox import NotChanged
from host.doors.telegram.calls.api_errors import MessageLost, PicturesForbidden
from host.doors.telegram.messages import board
from host.doors.telegram.messages.newest_messages import SCROLLED, NewestMessages
from host.doors.telegram.messages.screens import Screen, build_message_content
from host.shown.views import GameView

BOARDS_KEY = "boards"  # what is kept of a place: the messages of a game's boards


class BoardPosts(Protocol):
    """What is asked of the sender, which posts and edits boards."""

    host: HostContext
    newest: NewestMessages

    def build_game_screen(self, chat: str, shown: GameView, reader: Reader, kind: str) -> Screen:
        """Build the message that shows this game in a chat."""

    def edit_picture(self, chat: str, message: int, screen: Screen) -> None:
        """Replace the picture, the caption and the buttons of a message."""

    def post_screen(self, chat: str, screen: Screen) -> str:
        """Post a message and return its id."""

    def check_board_gap(self, chat: str) -> None:
        """Raise RetryLater if a message was posted too recently for a new board."""

    def remove_board_buttons(self, chat: str, message: int) -> None:
        """Remove the buttons from a board's message, because the board is shown elsewhere now."""


@prepare_json_type
class SeparateBoard(NamedTuple):
    """The message of one of several boards, and the mark of what it shows."""

    message: int
    mark: str


def show_separate_boards(sender: BoardPosts, chat: str, shown: GameView, reader: Reader) -> str:
    """Show each board of a game in a message of its own; progress is saved after each, so that the rest follows after a
    pause. Return their ids.
    """
    kept = _load_separate_boards(sender, chat, shown.id)
    panels = board.list_drawn_panels(shown)
    for table in kept.keys() - {panel.id for panel in panels}:
        sender.remove_board_buttons(chat, kept.pop(table).message)
    for focused, panel in zip(board.split_by_table(shown, panels), panels, strict=True):
        screen = sender.build_game_screen(chat, focused, reader, "board")
        screen.picture = board.draw_game_picture(shown, reader, [panel])
        mark, before = build_message_content(screen).compute_mark(), kept.get(panel.id)
        if before and before.mark == mark:
            continue
        kept[panel.id] = SeparateBoard(_show_one_board(sender, chat, screen, before), mark)
        sender.host.store.save_place_value(chat, f"{BOARDS_KEY}/{shown.id}", msgspec.json.encode(kept))
    return f"{board.BOARDS}:"


def forget_separate_boards(sender: BoardPosts, chat: str, game: str) -> None:
    """Remove the buttons from separate boards that are now shown in one message, and delete their records."""
    for each in _load_separate_boards(sender, chat, game).values():
        sender.remove_board_buttons(chat, each.message)
    sender.host.store.save_place_value(chat, f"{BOARDS_KEY}/{game}", b"")


def _show_one_board(sender: BoardPosts, chat: str, screen: Screen, before: SeparateBoard | None) -> int:
    """Edit the message of one board, or post a new one if it is gone or too far up; return its id."""
    if before and sender.newest.count_newer_messages(chat, before.message) <= SCROLLED:
        with suppress(MessageLost, PicturesForbidden):
            with suppress(NotChanged):
                sender.edit_picture(chat, before.message, screen)
            return before.message
    sender.check_board_gap(chat)
    if before:
        sender.remove_board_buttons(chat, before.message)
    try:
        return int(sender.post_screen(chat, screen))
    except PicturesForbidden:
        screen.picture = b""
        return int(sender.post_screen(chat, screen))


def _load_separate_boards(sender: BoardPosts, chat: str, game: str) -> dict[str, SeparateBoard]:
    stored = sender.host.store.load_place_value(chat, f"{BOARDS_KEY}/{game}")
    return msgspec.json.decode(stored, type=dict[str, SeparateBoard]) if stored else {}
