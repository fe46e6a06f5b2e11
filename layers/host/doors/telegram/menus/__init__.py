"""Menus of buttons that belong to no question: of a game, of a group, of one's own settings."""
