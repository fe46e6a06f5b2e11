"""Markup that cannot forget to escape: `h("p", "5 < 6", class_="note")`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from host.shown.escaping import escape

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | int | None | Sequence["Child"]


def h(tag: str, *children: Child, **attributes: object) -> Markup:
    """An element. Attributes that are None or False are left out; a name may end in an underscore that is not meant."""
    head = tag
    for name, value in attributes.items():
        if value is True:
            head += f" {_named(name)}"
        elif value is not None and value is not False:
            head += f' {_named(name)}="{escape(str(value))}"'
    return Markup(f"<{head}>" if tag in VOID else f"<{head}>{_inner(children)}</{tag}>")


def join(*children: Child) -> Markup:
    """Several things in a row."""
    return Markup(_inner(children))


@lru_cache(maxsize=256)
def _named(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _inner(children: Sequence[Child]) -> str:
    words: list[str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, str):
            words.append(child if type(child) is Markup else escape(child))
        else:
            words.append(str(child) if isinstance(child, int) else _inner(child))
    return "".join(words)
