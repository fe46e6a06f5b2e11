"""A rules page for players, as its game's rulebook prints it: lists and tables in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

OPTION = ("Option", "What it is", "If nobody says")  # the heads of a table of options


def told(script: Callable[..., Any]) -> str:
    """The rule that a script keeps, in its own words."""
    return " ".join((script.__doc__ or "").split())


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table, a line for each row."""
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *map(list, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def listed(rules: Mapping[str, str]) -> str:
    """Names with what they are, a line for each."""
    return "\n".join(f"- **{name}**: {rule}" for name, rule in rules.items())


def section(title: str, *parts: str) -> str:
    """A part of the page with its heading."""
    return "\n\n".join([f"## {title}", *(part.strip() for part in parts)])


def agreed(value: Any) -> str:
    """What an option is if nobody says."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(agreed, value)) or "none named"
    return f"{value:,}" if isinstance(value, int) else str(value)


def whole(*parts: str) -> str:
    """The page."""
    return "\n\n".join(part.strip() for part in parts) + "\n"
