"""Markup that cannot forget to escape: `h("p", "5 < 6", class_="note")`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from host.shown.escaping import MARKUP_SIGNS, escape_markup

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


Child = str | int | None | Sequence["Child"]


def h(tag: str, *children: Child, **attributes: object) -> Markup:
    """Render an HTML element with escaped text. Attributes that are None or False are left out; a trailing underscore
    of an attribute's name is dropped.
    """
    head = _render_tag(tag, **attributes) if attributes else f"<{tag}>"
    return Markup(head if tag in VOID else f"{head}{_render_children(children)}</{tag}>")


def render_open_tag(tag: str, **attributes: object) -> Markup:
    """Render only the opening tag, for elements whose content is put together elsewhere."""
    return Markup(_render_tag(tag, **attributes))


def join_markup(*children: Child) -> Markup:
    """Join several children into one piece of markup."""
    return Markup(_render_children(children))


@lru_cache(maxsize=8192, typed=True)  # pages have thousands of them, nearly all of which they have always had
def _render_tag(tag: str, **attributes: object) -> str:
    """Render an opening tag; cached, as pages repeat the same tags."""
    shown = ((name, value) for name, value in attributes.items() if value is not None and value is not False)
    return f"<{tag}{''.join(_render_attribute(name, value) for name, value in shown)}>"


def _render_attribute(name: str, value: object) -> str:
    named = name.rstrip("_").replace("_", "-")
    return f" {named}" if value is True else f' {named}="{escape_markup(str(value))}"'


def _render_children(children: Sequence[Child]) -> str:
    """Render children one after another; plain text is escaped, markup stays as it is."""
    words: list[str] = []
    for child in children:
        if type(child) is Markup:
            words.append(child)
        elif child is None:
            continue
        elif isinstance(child, str):
            words.append(escape_markup(child) if MARKUP_SIGNS.search(child) else child)
        else:
            words.append(str(child) if isinstance(child, int) else _render_children(child))
    return "".join(words)
