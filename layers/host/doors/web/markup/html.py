"""Markup that cannot forget to escape: `h("p", "5 < 6", class_="note")`."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from host.shown.text_view import MARKUP_SIGNS, escape_markup

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


class Markup(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


Child = str | int | None | Sequence["Child"]


def h(tag: str, *children: Child, **attributes: object) -> Markup:
    """Render an HTML element. Text among the children is escaped, markup stays as it is, None is left out; elements
    such as `br` get no children. Attributes (hashable) that are None or False are left out, and True gives one without
    a value; of an attribute's name a trailing underscore is dropped, and others become hyphens.
    """
    head = _render_tag(tag, **attributes) if attributes else f"<{tag}>"
    return Markup(head if tag in VOID else f"{head}{_render_children(children)}</{tag}>")


def render_open_tag(tag: str, **attributes: object) -> Markup:
    """Render only the opening tag, with hashable attributes as for `h`, for elements whose content is put together
    elsewhere.
    """
    return Markup(_render_tag(tag, **attributes))


def join_markup(*children: Child) -> Markup:
    """Join several pieces of markup or text into one, escaping the text."""
    return Markup(_render_children(children))


@lru_cache(maxsize=8192, typed=True)  # pages have thousands of them, nearly all of which they have always had
def _render_tag(tag: str, **attributes: object) -> str:
    """Render an opening tag, without attributes that are None or False; cached, as pages repeat the same tags, so that
    all values must be hashable.
    """
    shown = ((name, value) for name, value in attributes.items() if value is not None and value is not False)
    return f"<{tag}{''.join(_render_attribute(name, value) for name, value in shown)}>"


def _render_attribute(name: str, value: object) -> str:
    """Render one attribute of an HTML element with a space before it and its value escaped; True gives only its
    name.
    """
    named = name.rstrip("_").replace("_", "-")
    return f" {named}" if value is True else f' {named}="{escape_markup(str(value))}"'


def _render_children(children: Sequence[Child]) -> str:
    """Return children one after another as one piece of HTML: plain text is escaped, markup stays as it is, lists are
    rendered in turn, and None is left out.
    """
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


MARK, OR = secrets.token_hex(16), secrets.token_hex(16)  # nobody can say them


def mark_own_and_others(who: str, own: str, others: str) -> Markup:
    """Return markup that stands for two versions: `own`, to be shown to the player `who`, and `others`, to be shown to
    everybody else. No version may contain such markup itself.
    """
    return Markup(f"{MARK}{who}{OR}{own}{OR}{others}{MARK}")


class SharedPiece(NamedTuple):
    """Markup cached for all viewers: the parts that are the same for all, and between them those with two versions."""

    alike: list[Markup]
    apart: list[list[str]]

    @staticmethod
    def parse_markup(drawn: str) -> SharedPiece:
        """Split markup, of which parts may be made by `mark_own_and_others`, into common parts and parts with two
        versions.
        """
        parts = drawn.split(MARK)
        return SharedPiece([*map(Markup, parts[::2])], [part.split(OR) for part in parts[1::2]])

    def render_for(self, you: str) -> Markup:
        """Return the markup for the viewer in the seat `you` (empty for a spectator), with the right version of each
        part that has two.
        """
        if not self.apart:
            return self.alike[0]
        words: list[str] = [*self.alike[:1]]
        for (who, own, others), then in zip(self.apart, self.alike[1:], strict=True):
            words += (own if who == you else others, then)
        return Markup("".join(words))
