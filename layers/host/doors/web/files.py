"""The page's own files: style, script, icons and letters. An address changes with what is in the file."""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path

from host.doors.registry import apps
from host.doors.web.markup.html import Markup, h

SCRIPT = "text/javascript; charset=utf-8"
FILES = {
    "table.css": "text/css; charset=utf-8",
    "pages.css": "text/css; charset=utf-8",
    "moments.css": "text/css; charset=utf-8",
    "games.css": "text/css; charset=utf-8",
    "quiz.css": "text/css; charset=utf-8",
    "ring.css": "text/css; charset=utf-8",
    "talk.css": "text/css; charset=utf-8",
    "table.js": SCRIPT,
    "later.js": SCRIPT,
    "connection.js": SCRIPT,
    "replay.js": SCRIPT,
    "fair.js": SCRIPT,
    "check.js": SCRIPT,
    "notices.js": SCRIPT,
    "keep.js": SCRIPT,
    "worker.js": SCRIPT,
    "app.webmanifest": "application/manifest+json",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "show.svg": "image/svg+xml",
    "doors.svg": "image/svg+xml",
    "talk.svg": "image/svg+xml",
    "show.woff2": "font/woff2",
    "OFL.txt": "text/plain; charset=utf-8",
}

FOR_US = re.compile(rb"^(?: *//.*\n| */\*[^*]*\*/\n| +)", re.MULTILINE)  # lines that are comments, and indentation
STYLES = {  # which come with the first thing that wants them
    "games.css": 'class="drawn',
    "quiz.css": 'class="drawn quiz',
    "ring.css": 'class="round"',
}


@cache
def served() -> dict[str, Path]:
    """Where each file lies: beside us, or the script that speaks to a door's own app in the folder of that door."""
    own = {name: Path(__file__).with_name("static") / name for name in FILES}
    return own | {app.script.name: app.script for _, app in apps()}


def kind(name: str) -> str:
    """What a browser is told that it is."""
    return FILES.get(name, SCRIPT)


@cache
def read(name: str) -> bytes:
    """What is sent of it: of scripts and styles all but comments and indentation, which are for us."""
    found = served()[name].read_bytes()
    return FOR_US.sub(b"", found) if name.endswith((".js", ".css")) else found


@cache
def address(name: str) -> str:
    """Where a file of the page is found."""
    return f"/static/{name}?v={hashlib.sha256(read(name)).hexdigest()[:8]}"


def styles(markup: str) -> list[str]:
    """The addresses of the further styles that this wants."""
    return [address(name) for name, sign in STYLES.items() if sign in markup]


@lru_cache(maxsize=256)
def icon(name: str, class_: str = "i", file: str = "show.svg") -> Markup:
    """A sign, which says to the eye what a word beside it says to everybody."""
    return h("svg", h("use", href=f"{address(file)}#{name}"), class_=class_, aria_hidden="true")
