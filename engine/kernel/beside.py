"""Text files that stand beside a game's code: the lines of its voice, and what it told in older releases."""

from __future__ import annotations

from typing import Any


def read_text_beside(module: Any, name: str) -> str:
    """Return the text of a file in the folder of a module (given its `__spec__`), using the module's own loader."""
    folder = module.origin.removesuffix(f"{module.name.rpartition('.')[2]}.py")
    text: str = module.loader.get_data(folder + name).decode("utf-8")
    return text
