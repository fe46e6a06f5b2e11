"""Plain words as HTML. The standard library's own escaping loads the names of all signs, more than a whole door."""

from __future__ import annotations

import re

SIGNS = re.compile("[&<>\"']")  # most words have none of them
TEXT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
QUOTES = (('"', "&quot;"), ("'", "&#x27;"))


def escape(text: str, *, quote: bool = True) -> str:
    """The text with nothing in it that could be markup, nor end an attribute unless quotes may stay."""
    if SIGNS.search(text):
        for sign, written in TEXT + QUOTES if quote else TEXT:
            text = text.replace(sign, written)
    return text
