"""Find every extra: a folder of `host/extras` whose `extra.py` has an `EXTRA` that announces it. Nothing else knows its
name, so that it can be switched off (`RTAB_WITHOUT`) or deleted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.kernel import Phrase

WITHOUT = "RTAB_WITHOUT"
EXTRAS_FOLDER = Path(__file__).parents[1] / "extras"


class OwnPageButton(Struct, frozen=True):
    """A button on a person's own page: the action it sends, its label, why one would press it, and what it does."""

    action: str
    label: Phrase
    why: Phrase
    does: str


class Extra(Struct, frozen=True, kw_only=True):
    """What an extra adds to the host. Functions are named `module:function` and imported at their first use."""

    name: str
    summary: str  # what it is for, in one line for the operator
    commands: Mapping[str, tuple[str, str]] = {}  # of `rtab`: what runs each, and a line about it
    page_folders: Mapping[str, str] = {}  # what serves the addresses that begin with this word
    own_page_buttons: tuple[OwnPageButton, ...] = ()
    token_kinds: tuple[str, ...] = ()  # tokens of a person that are revoked with all their others
    on_goodbye: str = ""  # what writes files for people when the host closes for good, and counts them


@cache
def list_extras() -> tuple[Extra, ...]:
    """Return all extras, in the order of their names."""
    names = sorted(path.parent.name for path in EXTRAS_FOLDER.glob("*/extra.py"))
    return tuple(import_module(f"host.extras.{name}.extra").EXTRA for name in names)


def list_enabled_extras(without: tuple[str, ...]) -> Iterator[Extra]:
    """Yield the extras that the operator has not switched off."""
    return (extra for extra in list_extras() if extra.name not in without)


def parse_without(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the extras that are switched off; raise ValueError for a name that no extra has."""
    names = tuple(environment.get(WITHOUT, "").replace(",", " ").split())
    known = [extra.name for extra in list_extras()]
    if unknown := next((name for name in names if name not in known), ""):
        raise ValueError(f"{WITHOUT} names {unknown[:20]!r}. It can name: {', '.join(known)}.")
    return names


def import_target(target: str) -> Any:
    """Import what is named like this: module:name."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)
