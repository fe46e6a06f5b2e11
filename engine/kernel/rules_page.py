"""A rules page for players, as its game's rulebook prints it: lists and tables in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

OPTION_HEADS = ("Option", "What it is", "If nobody says")  # the heads of a table of options


def read_rule(script: Callable[..., Any]) -> str:
    """Return the docstring of a function that carries out a rule, as one line; players read it as the text of the
    rule.
    """
    return " ".join((script.__doc__ or "").split())


def format_rules_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Format a Markdown table for a rules page, with these column heads and one line for each row."""
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *map(list, rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def format_rules_list(rules: Mapping[str, str]) -> str:
    """Format a Markdown list for a rules page: each name in bold, followed by its rule."""
    return "\n".join(f"- **{name}**: {rule}" for name, rule in rules.items())


def format_rules_section(title: str, *parts: str) -> str:
    """Format a section of a rules page in Markdown: its title as a heading, then its parts."""
    return "\n\n".join([f"## {title}", *(part.strip() for part in parts)])


def format_default_value(value: Any) -> str:
    """Format the default value of a game's option for a rules page: True as yes, a list by its items, numbers with
    commas.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(format_default_value, value)) or "none named"
    return f"{value:,}" if isinstance(value, int) else str(value)


def format_options_table(usual: object, texts: Mapping[str, str]) -> str:
    """Format a Markdown table of a game's options for its rules page: name, text (from `texts`), and the default value
    (from `usual`).
    """
    rows = ([f"`{name}`", text, format_default_value(getattr(usual, name))] for name, text in texts.items())
    return format_rules_table(OPTION_HEADS, rows)


def join_page_parts(*parts: str) -> str:
    """Join the parts of a rules page into one Markdown text."""
    return "\n\n".join(part.strip() for part in parts) + "\n"
