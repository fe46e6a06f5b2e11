"""Markup that cannot forget to escape: `h("p", "5 < 6", class_="note")`."""

from __future__ import annotations

from collections.abc import Sequence

from host.shown.escaping import escape

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | int | None | Sequence["Child"]


def h(tag: str, *children: Child, **attributes: object) -> Markup:
    """An element. Attributes that are None or False are left out; a name may end in an underscore that is not meant."""
    head = tag + "".join(_attribute(name, value) for name, value in attributes.items())
    return Markup(f"<{head}>" if tag in VOID else f"<{head}>{_inner(children)}</{tag}>")


def join(*children: Child) -> Markup:
    """Several things in a row."""
    return Markup(_inner(children))


def _attribute(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def _inner(children: Sequence[Child]) -> str:
    words = []
    for child in children:
        if isinstance(child, Markup):
            words.append(str(child))
        elif isinstance(child, str | int):
            words.append(escape(str(child)))
        elif child is not None:
            words.append(_inner(child))
    return "".join(words)
