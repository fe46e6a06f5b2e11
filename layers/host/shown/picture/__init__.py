"""Boards as pictures, for chats, and in words. The font lies beside this file, for a server has none to count on."""
