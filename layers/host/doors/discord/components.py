"""Discord's message components as plain data, and the limits that Discord sets. Pure."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from string import ascii_letters, digits
from typing import Any

from engine.kernel.question import Value
from host.said.answers import Choice

Component = dict[str, Any]
ROW_TYPE, BUTTON_TYPE, SELECT_TYPE, INPUT_TYPE, TEXT_TYPE, GALLERY_TYPE = 1, 2, 3, 4, 10, 12
PRIMARY, SECONDARY, SUCCESS, LINK_STYLE = 1, 2, 3, 5
EPHEMERAL_FLAG, SILENT_FLAG, COMPONENTS_FLAG = 1 << 6, 1 << 12, 1 << 15
MAX_COMPONENTS, MAX_ROW_BUTTONS, MAX_OPTIONS = 40, 5, 25
MAX_LABEL, MAX_OPTION_LABEL, MAX_CUSTOM_ID, MAX_PLACEHOLDER = 80, 100, 100, 150
MAX_TEXT, MAX_ALT, MAX_TITLE, MAX_INPUT_LABEL, MAX_TYPED = 3900, 1024, 45, 45, 400
PICTURE_FILE = "board.png"
ID_SEPARATOR = "|"
MARK_SIGNS = f"{ascii_letters}{digits}-_"
SPECIAL_SIGNS = re.compile(r"([\\*_~`|<>@\[\]])")
LINE_STARTS = re.compile(r"^(\s*)(\d+(?=\.)|[#+>-])", re.MULTILINE)
LINKS = re.compile(r"(https?://\S+)")
MENTION = re.compile("\ue000(\\d+)\ue001")


def escape_discord_text(text: str) -> str:
    """Return plain text escaped so that Discord shows it as it is written and mentions nobody; links stay, and people
    marked by `mark_mention` become mentions.
    """
    parts = LINKS.split(text)
    safe = "".join(part if i % 2 else SPECIAL_SIGNS.sub(r"\\\1", part) for i, part in enumerate(parts))
    return MENTION.sub(r"<@\1>", LINE_STARTS.sub(_escape_line_start, safe))


def _escape_line_start(found: re.Match[str]) -> str:
    """Return a list's, heading's or quote's sign at the beginning of a line with a backslash, so that Discord shows it
    as it is.
    """
    return f"{found[1]}{found[2]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def mark_mention(user: str) -> str:
    """Return the mark by which a plain text mentions the Discord account `user`; `escape_discord_text` turns it into a
    real mention.
    """
    return f"\ue000{user}\ue001"


def count_discord_units(text: str) -> int:
    """Return how many characters Discord counts in a text: its UTF-16 code units, two for most emoji."""
    return len(text.encode("utf-16-le")) // 2


def clip_discord_text(text: str, most: int) -> str:
    """Return a text cut so that Discord counts at most `most` characters, with … at the end if it was cut."""
    if count_discord_units(text) <= most:
        return text
    cut = text.encode("utf-16-le")[: (most - 1) * 2].decode("utf-16-le", "ignore")
    return f"{cut.rstrip(chr(92))}…"


# -- what a button carries


def build_custom_id(letter: str, *words: object) -> str:
    """Return the text that a button carries back to the bot when it is tapped: a letter for what it does, and words
    such as the game's id. The caller keeps it within the 100 characters that Discord takes.
    """
    return ID_SEPARATOR.join([letter, *map(str, words)])


def compute_value_mark(value: Value) -> str:
    """Return a short text for an answer that a button or menu carries back to the bot: a number as it is, a word as
    four characters made from its checksum, so that many fit; the first is a letter, so that it is no number.
    """
    if isinstance(value, int):
        return f"{value}"
    rest, first = divmod(zlib.crc32(value.encode()), len(ascii_letters))
    return "".join([ascii_letters[first], *(MARK_SIGNS[rest >> shift & 63] for shift in (0, 6, 12))])


def find_marked_value(mark: str, values: Iterable[Value]) -> Value | None:
    """Return the value among `values` that a button or menu carries as the short text `mark`, or None if it is none of
    them.
    """
    return next((value for value in values if compute_value_mark(value) == mark), None)


# -- components


def build_text(text: str) -> Component:
    """Build the component of a Discord message that shows a text."""
    return {"type": TEXT_TYPE, "content": text}


def build_gallery(alt: str) -> Component:
    """Build the component that shows the picture attached to a Discord message, with the description `alt` for people
    who cannot see it.
    """
    item: Component = {"media": {"url": f"attachment://{PICTURE_FILE}"}}
    return {"type": GALLERY_TYPE, "items": [{**item, "description": clip_discord_text(alt, MAX_ALT)} if alt else item]}


def build_row(children: Sequence[Component]) -> Component:
    """Build the component of a Discord message that holds a row of up to five buttons, or one menu."""
    return {"type": ROW_TYPE, "components": [*children]}


def arrange_buttons(buttons: Sequence[Component]) -> list[Component]:
    """Arrange buttons of a Discord message in rows of five."""
    return [build_row(buttons[at : at + MAX_ROW_BUTTONS]) for at in range(0, len(buttons), MAX_ROW_BUTTONS)]


def build_discord_button(label: str, custom_id: str, style: int = SECONDARY, *, disabled: bool = False) -> Component:
    """Build a button of a Discord message that sends `custom_id` back to the bot when it is tapped; a disabled one only
    shows its label.
    """
    found: Component = {"type": BUTTON_TYPE, "style": style, "label": clip_discord_text(label, MAX_LABEL) or "·"}
    return {**found, "custom_id": custom_id, **({"disabled": True} if disabled else {})}


def build_page_button(label: str, url: str) -> Component:
    """Build a button of a Discord message that opens a web page."""
    return {"type": BUTTON_TYPE, "style": LINK_STYLE, "label": clip_discord_text(label, MAX_LABEL), "url": url}


def build_menu_row(custom_id: str, placeholder: str, choices: Sequence[Choice], now: object = None) -> Component:
    """Build a row with a menu of the first 25 of these choices; `custom_id` is what it carries back to the bot,
    `placeholder` its text before anything is chosen, and `now` the value that it shows as chosen.
    """
    options: list[Component] = [
        {
            "label": clip_discord_text(each.label, MAX_OPTION_LABEL) or "·",
            "value": compute_value_mark(each.value),
            **({"default": True} if each.value == now else {}),
        }
        for each in choices[:MAX_OPTIONS]
    ]
    menu = {"type": SELECT_TYPE, "custom_id": custom_id, "options": options}
    return build_row([{**menu, "placeholder": clip_discord_text(placeholder, MAX_PLACEHOLDER)}])


def build_menu_rows(letter: str, words: Sequence[object], placeholder: str, found: Sequence[Choice]) -> list[Component]:
    """Build as many menus, with up to 25 choices each, as these choices need. Each carries back to the bot the letter
    for what it does, the words and its own number.
    """
    pages = [found[at : at + MAX_OPTIONS] for at in range(0, len(found), MAX_OPTIONS)]
    return [
        build_menu_row(
            build_custom_id(letter, *words, n),
            f"{placeholder} ({page[0].label} … {page[-1].label})" if len(pages) > 1 else placeholder,
            page,
        )
        for n, page in enumerate(pages)
    ]


def build_modal(custom_id: str, title: str, label: str) -> Component:
    """Build the window (modal) that Discord opens for a person to type one line of up to 400 characters, under this
    title and label; `custom_id` is what it carries back to the bot.
    """
    field = {"type": INPUT_TYPE, "custom_id": "text", "style": 1, "max_length": MAX_TYPED, "required": True}
    row = build_row([{**field, "label": clip_discord_text(label, MAX_INPUT_LABEL)}])
    return {"custom_id": custom_id, "title": clip_discord_text(title, MAX_TITLE), "components": [row]}


def count_components(components: Iterable[Component]) -> int:
    """Count the components of a message as Discord does for its limit: each text, picture and row, and each button or
    menu in a row.
    """
    return sum(1 + count_components(each.get("components", ())) for each in components)
