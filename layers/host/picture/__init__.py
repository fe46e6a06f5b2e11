"""Boards as pictures, for chats. The font lies beside this file, for a server has none to count on."""

from host.picture.board import alt_text, board_png, boards_png

__all__ = ["alt_text", "board_png", "boards_png"]
