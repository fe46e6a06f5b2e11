"""What Telegram makes of a text: its length, the HTML parse mode, and the commands people type."""

import html
import re
from dataclasses import dataclass

from .errors import ApiError, fault
from .fields import JSON

TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "span": "spoiler",
    "tg-spoiler": "spoiler",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
TAG = re.compile(r"""<(/?)([^\s<>/]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
ATTRIBUTE = re.compile(r"""([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
DATE_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
ESCAPE = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
TYPED = re.compile(r"(?<![\w/])(?P<bot_command>/[A-Za-z0-9_]{1,32}(?:@\w+)?)|(?<!\w)(?P<mention>@\w{4,32})")


def units(text: str) -> int:
    """Length in UTF-16 code units: what entities count in, and the strictest reading of "characters"."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(frozen=True)
class Open:
    """A start tag that waits for its end."""

    tag: str
    entity: JSON


class Markup:
    """One pass over an HTML text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.plain = ""
        self.entities: list[JSON] = []
        self.open: list[Open] = []

    def parse(self) -> tuple[str, list[JSON]]:
        """The plain text and its entities."""
        at = 0
        while at < len(self.source):
            at = self._tag(at) if self.source[at] == "<" else self._run(at)
        if self.open:
            raise _broken(f'can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        return _trimmed(self.plain, sorted(self.entities, key=lambda entity: entity["offset"]))

    def _run(self, at: int) -> int:
        end = self.source.find("<", at)
        end = len(self.source) if end < 0 else end
        self.plain += ESCAPE.sub(lambda found: html.unescape(found[0]), self.source[at:end])
        return end

    def _tag(self, at: int) -> int:
        found = TAG.match(self.source, at)
        where = f"at byte offset {len(self.source[:at].encode())}"
        if not found:
            raise _broken(f"unclosed start tag {where}")
        if found[1]:
            self._end(found[2].lower(), where)
        else:
            self._start(found[2].lower(), found[3], where)
        return found.end()

    def _start(self, tag: str, attributes: str, where: str) -> None:
        if tag not in TAGS or attributes.endswith("/"):
            raise _broken(f'unsupported start tag "{tag}" {where}')
        given = {name: html.unescape(a or b or c) for name, a, b, c in ATTRIBUTE.findall(attributes)}
        if tag == "span" and given.get("class") != "tg-spoiler":
            raise _broken(f'tag "span" must have class "tg-spoiler" {where}')
        kind = "expandable_blockquote" if tag == "blockquote" and "expandable" in given else TAGS[tag]
        entity: JSON = {"type": kind, "offset": units(self.plain)}
        if tag == "tg-time":
            entity |= _time(given, where)
        extra = {"a": ("url", "href"), "tg-emoji": ("custom_emoji_id", "emoji-id")}.get(tag)
        if extra:
            entity[extra[0]] = given.get(extra[1], "")
        self.open.append(Open(tag, entity))

    def _end(self, tag: str, where: str) -> None:
        if not self.open:
            raise _broken(f"unexpected end tag {where}")
        last = self.open.pop()
        if tag not in ("", last.tag):
            raise _broken(f'unmatched end tag {where}, expected "</{last.tag}>", found "</{tag}>"')
        last.entity["length"] = units(self.plain) - last.entity["offset"]
        if last.entity["length"] and last.entity.get("url") != "":
            self.entities.append(last.entity)


def _time(given: dict[str, str], where: str) -> JSON:
    if not given.get("unix", "").isdigit() or not DATE_FORMAT.fullmatch(given.get("format", "")):
        raise _broken(f'invalid attributes of the tag "tg-time" {where}')
    return {"unix_time": int(given["unix"]), "date_time_format": given.get("format", "")}


def _broken(reason: str) -> ApiError:
    return fault(f"can't parse entities: {reason}")


def _trimmed(text: str, entities: list[JSON]) -> tuple[str, list[JSON]]:
    """Telegram drops the white space around a message, and the entities lose what lay there."""
    shift = units(text) - units(text.lstrip())
    text = text.strip()
    kept = []
    for entity in entities:
        start = max(0, entity["offset"] - shift)
        end = min(units(text), entity["offset"] - shift + entity["length"])
        if end > start:
            kept.append(entity | {"offset": start, "length": end - start})
    return text, kept


def parse(text: str, mode: str, entities: list[JSON]) -> tuple[str, list[JSON]]:
    """The text as people see it, from its HTML or its entities."""
    if mode.lower() == "html":
        return Markup(text).parse()
    if mode:
        raise fault("unsupported parse_mode (this server models HTML only)")
    for entity in entities:
        _check(entity, units(text))
    return _trimmed(text, entities)


def _check(entity: JSON, length: int) -> None:
    start, size = entity.get("offset"), entity.get("length")
    if not isinstance(start, int) or not isinstance(size, int) or not isinstance(entity.get("type"), str):
        raise fault("can't parse MessageEntity")
    if start < 0 or size < 1 or start + size > length:
        raise fault("ENTITY_BOUNDS_INVALID")


def typed(text: str) -> list[JSON]:
    """The commands and mentions that Telegram marks in what a person types."""
    found = []
    for match in TYPED.finditer(text):
        kind = str(match.lastgroup)
        found.append({"type": kind, "offset": units(text[: match.start()]), "length": units(match[0])})
    return found
