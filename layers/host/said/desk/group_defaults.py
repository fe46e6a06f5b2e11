"""How a group usually plays: the game, the pace and the options of its next table, and whether its board is pinned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.kernel.json_types import prepare_json_type
from engine.rulesets import RULESETS, ruleset
from host.core import game_options, host_voice
from host.core.cards import card_packs, dealt_cards
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.said.desk import tables
from host.said.desk.answer import DeskAnswer, answer_lines
from host.said.desk.request import DeskRequest
from host.shown import words

DEFAULTS_KEY = "usual"
NOT_YOU = "Only an admin of this group can change these settings."
NOTHING_SET = "This group has no settings yet. Write {line}"
YES_NO_WORDS = {"yes": True, "no": False}


@prepare_json_type
class GroupDefaults(Struct, frozen=True):
    """The game, pace and options that a group usually plays, and whether its board is pinned."""

    game: str = ""
    pace: str = "daily"
    options: dict[str, Any] = field(default_factory=dict)
    pins: bool = False


def read_group_defaults(host: HostContext, place: str) -> GroupDefaults:
    """Return how a group usually plays: game, pace and options of its next table, and pinning of the board."""
    try:
        found = msgspec.json.decode(host.store.load_place_value(place, DEFAULTS_KEY) or b"{}", type=GroupDefaults)
    except msgspec.DecodeError:
        return GroupDefaults()
    return found if found.game in RULESETS else replace(found, game="", options={})


def move_group_defaults(host: HostContext, old: str, new: str) -> None:
    """Move a group's usual settings to its new address."""
    host.store.save_place_value(new, DEFAULTS_KEY, host.store.load_place_value(old, DEFAULTS_KEY))
    host.store.save_place_value(old, DEFAULTS_KEY, b"")


def show_or_set_defaults(request: DeskRequest) -> DeskAnswer:
    """Answer with a group's usual settings; with `pin yes|no`, `none` or a game as one would open it, change them
    first.
    """
    word, _, rest = request.words.strip().partition(" ")
    if word.casefold() == "pin" and request.pins_boards:
        set_pinning(request, rest.strip().casefold())
    elif word.casefold() == "none":
        change_group_defaults(request, lambda old: GroupDefaults(pins=old.pins))
    elif word:
        name = word.casefold()
        pace, options = tables.split_pace(rest)
        found = GroupDefaults(name, pace or "daily", game_options.parse_typed_options(ruleset(name), options))
        change_group_defaults(request, lambda old: replace(found, pins=old.pins))
    found, reader = read_group_defaults(request.host, request.community), words.build_reader({}, request.style)
    answer = answer_lines(format_group_defaults(found, reader, request.format_command, pins=request.pins_boards))
    answer.menu = "usual"
    return answer


def set_pinning(request: DeskRequest, word: str) -> None:
    """Set whether the board is pinned in this group."""
    if word not in YES_NO_WORDS:
        raise Illegal(
            "Write {one} or {other}.",
            code="unclear_setting",
            one=request.format_command("usual pin yes"),
            other=request.format_command("usual pin no"),
        )
    change_group_defaults(request, lambda old: replace(old, pins=YES_NO_WORDS[word]))


def change_group_defaults(request: DeskRequest, new: Callable[[GroupDefaults], GroupDefaults]) -> GroupDefaults:
    """Change a group's usual settings to what the function `new` makes of the old ones, and return them. Raise Illegal
    unless the person manages the group and the game can be played there.
    """
    check_manages_place(request)
    found = new(read_group_defaults(request.host, request.community))
    if found.game:
        clocks.parse_pace(found.pace)
        check_group_options(request.host, found.game, found.options, request.community)
    request.host.store.save_place_value(request.community, DEFAULTS_KEY, msgspec.json.encode(found))
    return found


def check_manages_place(request: DeskRequest) -> None:
    """Raise Illegal unless the person manages this group, or this is a private chat."""
    if not (request.is_direct or request.can_manage_place()):
        raise Illegal(NOT_YOU, code="not_host")


def check_group_options(host: HostContext, name: str, options: Mapping[str, object], place: str) -> None:
    """Raise Illegal if this game cannot be opened in this place with these options."""
    rules = ruleset(name)
    own, _ = host_voice.split_voice_option(rules, dict(options))
    owners = dealt_cards.list_pack_owners("", [place])
    card_packs.check_options_with_cards(
        rules, own or {}, lambda: dealt_cards.list_dealable_cards(host, rules, owners, own or {})
    )


def open_default_table(request: DeskRequest) -> DeskAnswer:
    """Open a table with the usual settings of this place."""
    found = read_group_defaults(request.host, request.community)
    if not found.game:
        raise Illegal(NOTHING_SET, code="nothing_set", line=request.format_command("usual"))
    return tables.open_new_table(request, found.game, found.pace, found.options)


def format_group_defaults(
    found: GroupDefaults, reader: Reader, spelled: Callable[[str], str], *, pins: bool = True
) -> list[str]:
    """Format a group's usual settings line by line, with how to change each."""
    say, example = reader.format_sentence, spelled(f"usual {next(iter(RULESETS))} daily")
    now = say("yes") if found.pins else say("no")
    pinned = say("Is the board pinned? {now}. To change it, write {example}", now=now, example=spelled("usual pin yes"))
    lines = [pinned] if pins else []
    if not found.game:
        return [
            say(
                (
                    "This group has not chosen the game that it normally plays. To choose one, write for example "
                    "{example}"
                ),
                example=example,
            ),
            *lines,
        ]
    rules = RULESETS[found.game]
    pace = clocks.format_duration(clocks.parse_pace(found.pace))
    facts = {"title": rules.title, "pace": pace, "example": spelled("usual none")}
    options = [f"{name}={game_options.format_value_for_reader(value, reader)}" for name, value in found.options.items()]
    return [
        say(
            "This group normally plays {title}, with up to {pace} for a turn. To delete this setting, write {example}",
            **facts,
        ),
        *options,
        *lines,
    ]
