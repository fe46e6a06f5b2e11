"""Markup that cannot forget to escape: `h("p", "5 < 6", class_="note")`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from host.shown.escaping import SIGNS, escape

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | int | None | Sequence["Child"]


def h(tag: str, *children: Child, **attributes: object) -> Markup:
    """An element. Attributes that are None or False are left out; a name may end in an underscore that is not meant."""
    head = _head(tag, **attributes) if attributes else f"<{tag}>"
    return Markup(head if tag in VOID else f"{head}{_inner(children)}</{tag}>")


def begins(tag: str, **attributes: object) -> Markup:
    """How an element begins, where its beginning and what is in it are put together apart."""
    return Markup(_head(tag, **attributes))


def join(*children: Child) -> Markup:
    """Several things in a row."""
    return Markup(_inner(children))


@lru_cache(maxsize=8192, typed=True)  # pages have thousands of them, nearly all of which they have always had
def _head(tag: str, **attributes: object) -> str:
    shown = ((name, value) for name, value in attributes.items() if value is not None and value is not False)
    return f"<{tag}{''.join(_attribute(name, value) for name, value in shown)}>"


def _attribute(name: str, value: object) -> str:
    named = name.rstrip("_").replace("_", "-")
    return f" {named}" if value is True else f' {named}="{escape(str(value))}"'


def _inner(children: Sequence[Child]) -> str:
    words: list[str] = []
    for child in children:
        if type(child) is Markup:
            words.append(child)
        elif child is None:
            continue
        elif isinstance(child, str):
            words.append(escape(child) if SIGNS.search(child) else child)
        else:
            words.append(str(child) if isinstance(child, int) else _inner(child))
    return "".join(words)
