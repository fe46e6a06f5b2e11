"""Text files that stand beside a game's code: the lines of its voice, and what it told in older releases."""

from __future__ import annotations

from importlib.resources import files  # noqa: TID251 - read once, with the game


def read_beside(package: str, name: str) -> str:
    """Return the text of a file in this package."""
    return files(package).joinpath(name).read_text("utf-8")
