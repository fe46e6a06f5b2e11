"""The page's own files: style, script, icons and letters. An address changes with what is in the file."""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path

import engine
from host.core.extras import EXTRAS_FOLDER
from host.doors.registry import list_door_apps
from host.doors.web.markup.html import Markup, h

SCRIPT = "text/javascript; charset=utf-8"
FILES = {
    "table.css": "text/css; charset=utf-8",
    "pages.css": "text/css; charset=utf-8",
    "moments.css": "text/css; charset=utf-8",
    "cells.css": "text/css; charset=utf-8",
    "doors.css": "text/css; charset=utf-8",
    "choices.css": "text/css; charset=utf-8",
    "ajar.css": "text/css; charset=utf-8",
    "games.css": "text/css; charset=utf-8",
    "tracks.css": "text/css; charset=utf-8",
    "cards.css": "text/css; charset=utf-8",
    "quiz.css": "text/css; charset=utf-8",
    "ring.css": "text/css; charset=utf-8",
    "cycle.css": "text/css; charset=utf-8",
    "hall.css": "text/css; charset=utf-8",
    "scene.css": "text/css; charset=utf-8",
    "sure.css": "text/css; charset=utf-8",
    "scene.js": SCRIPT,
    "covers.css": "text/css; charset=utf-8",
    "ended.css": "text/css; charset=utf-8",
    "podium.css": "text/css; charset=utf-8",
    "record.css": "text/css; charset=utf-8",
    "table.js": SCRIPT,
    "moments.js": SCRIPT,
    "later.js": SCRIPT,
    "keys.js": SCRIPT,
    "connection.js": SCRIPT,
    "replay.js": SCRIPT,
    "fair.js": SCRIPT,
    "check.js": SCRIPT,
    "copy.js": SCRIPT,
    "keep.js": SCRIPT,
    "worker.js": SCRIPT,
    "app.webmanifest": "application/manifest+json",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon.svg": "image/svg+xml",
    "show.svg": "image/svg+xml",
    "doors.svg": "image/svg+xml",
    "shapes.svg": "image/svg+xml",
    "show.woff2": "font/woff2",
    "OFL.txt": "text/plain; charset=utf-8",
}

FOR_US = re.compile(rb"^(?: *//.*\n| */\*[^*]*\*/\n| +)", re.MULTILINE)  # lines that are comments, and indentation
STYLES = {  # which come with the first thing that wants them
    "cells.css": ('class="cells ',),
    "doors.css": ('class="cells doors',),
    "choices.css": ('class="choices', 'class="chips', "data-into"),
    "ajar.css": ('class="ajar',),
    "games.css": ('class="drawn',),
    "tracks.css": ('class="lane', 'class="upright'),
    "cards.css": ('class="pile',),
    "quiz.css": ('class="answers',),
    "ring.css": ('class="round"',),
    "cycle.css": ('class="moment cycle',),
    "hall.css": ('class="hero', 'class="cards9'),
    "ended.css": ('class="last"', 'class="intro"'),
    "podium.css": ('class="fin"', 'class="chart"', "faces honours"),
    "scene.css": ('class="scene', 'class="room'),
    "sure.css": ('class="sure"',),
    "record.css": ('class="record"',),
}
LOOK_TYPES = {  # files of a game's look or of an extra, by their ending
    ".svg": "image/svg+xml",
    ".css": "text/css; charset=utf-8",
}
SELECTORS = re.compile(r",(?![^()]*\))")  # what stands between two of them
LOOK_NAME = re.compile(r'data-look="(\w+)"')


@cache
def list_look_files() -> dict[str, Path]:
    """Return by file name the paths of the files with which games draw their own scenes: templates, drawings and
    styles.
    """
    folders = Path(engine.__file__).parent.glob("*/looks")
    return {path.name: path for folder in sorted(folders) for path in sorted(folder.iterdir())}


@cache
def list_static_files() -> dict[str, Path]:
    """Return the path of each static file by name, including games' drawings and their styles, what extras (optional
    features) have in their folders `static`, and scripts for embedding apps.
    """
    own = {name: Path(__file__).with_name("static") / name for name in FILES}
    looks = {name: path for name, path in list_look_files().items() if path.suffix in LOOK_TYPES}
    added = {path.name: path for path in sorted(EXTRAS_FOLDER.glob("*/static/*"))}
    return own | looks | added | {app.script.name: app.script for _, app in list_door_apps()}


def find_content_type(name: str) -> str:
    """Return the content type of a static file, by its name or ending; that of a script for an unknown ending."""
    return FILES.get(name) or LOOK_TYPES.get(Path(name).suffix, SCRIPT)


@cache
def read_static_file(name: str) -> bytes:
    """Return the bytes of a static file, without comments and indentation in scripts and styles; in the styles of
    games' looks (their own drawings) each selector gets the look's name. The caller makes sure that the file exists.
    """
    found = list_static_files()[name].read_bytes()
    if name in list_look_files() and name.endswith(".css"):
        found = _add_look_name(name.removesuffix(".css"), found.decode("utf-8")).encode()
    return FOR_US.sub(b"", found) if name.endswith((".js", ".css")) else found


def _add_look_name(name: str, style: str) -> str:
    """Return a style sheet of a look (a game's own drawing) with the look's `name` put before all selectors that lack
    it, except in keyframes. Sheets of several looks stay loaded together, and must not affect each other's drawings.
    """
    blocks, found = list[str](), list[str]()
    for head, brace in re.findall(r"([^{}]*)([{}])", style):
        if brace == "}":
            blocks.pop()
        else:
            blocks.append(head.strip())
            if not any(block.startswith("@keyframes") for block in blocks) and not head.strip().startswith("@"):
                head = ",".join(_add_name_to_selector(name, each) for each in SELECTORS.split(head.strip()))  # noqa: PLW2901
        found.append(head + brace)
    return "".join(found)


def _add_name_to_selector(name: str, selector: str) -> str:
    """Return a style's selector with the look's name as a class before it, unless the selector contains that
    already.
    """
    return selector if re.search(rf"\.{name}\b", selector) else f".{name} {selector}"


@cache
def format_static_url(name: str) -> str:
    """Return the URL of the static file of this name, which must exist; it holds a hash of the content, so that it can
    be cached for ever.
    """
    return f"/static/{name}?v={hashlib.sha256(read_static_file(name)).hexdigest()[:8]}"


def list_styles_for(markup: str) -> list[str]:
    """Return the URLs of the additional style sheets that a page with this HTML needs: of the page's own by the class
    names in it, then of each game's look that it names (as `data-look`).
    """
    looks = dict.fromkeys(f"{name}.css" for name in LOOK_NAME.findall(markup))
    wanted = [name for name, signs in STYLES.items() if any(sign in markup for sign in signs)]
    return [format_static_url(name) for name in (*wanted, *looks)]


@lru_cache(maxsize=256)
def render_icon(name: str, class_: str = "i", file: str = "show.svg") -> Markup:
    """Render the icon called `name` from an SVG `file` of icons, which must exist, with the CSS class `class_`; screen
    readers skip it.
    """
    return h("svg", h("use", href=f"{format_static_url(file)}#{name}"), class_=class_, aria_hidden="true")
