"""Plain words as HTML. The standard library's own escaping loads the names of all signs, more than a whole door."""

from __future__ import annotations

import re

MARKUP_SIGNS = re.compile("[&<>\"']")  # most words have none of them
TEXT_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
QUOTES = (('"', "&quot;"), ("'", "&#x27;"))


def escape_markup(text: str, *, quote: bool = True) -> str:
    """Escape a text for HTML; with `quote=False` quotes stay, which is safe outside attributes."""
    if MARKUP_SIGNS.search(text):
        for sign, written in TEXT_ESCAPES + QUOTES if quote else TEXT_ESCAPES:
            text = text.replace(sign, written)
    return text
