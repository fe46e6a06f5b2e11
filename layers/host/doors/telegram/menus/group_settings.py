"""The panel of a group's settings: what is usually played there, and whether the board is pinned. By taps alone.

What is set is remembered for the next table; a pop-up tells people who may not set it.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.kernel import Illegal, Reader
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.extras import GroupSwitch, import_target, list_enabled_extras
from host.core.game_options import ChoiceOption
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels
from host.doors.telegram.messages import pins
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import (
    GOOD,
    Button,
    Rows,
    Screen,
    arrange_in_rows,
    build_button,
    build_panel,
    parse_button_data,
)
from host.said.desk import group_defaults, refusals
from host.said.desk.answer import DeskAnswer
from host.said.desk.group_defaults import GroupDefaults
from host.said.desk.menu import DESK
from host.shown.words import build_reader

GROUP_SETTINGS_LETTER = "g"
GROUP_SETTING_DONE = "✓"


def build_group_settings_panel(sender: TelegramChats, chat: str, _: str) -> Screen:
    """Build the message with this group's settings as they are stored now."""
    return build_group_settings_screen(
        sender.host, chat, group_defaults.read_group_defaults(sender.host, chat), panels.build_chat_reader(sender, chat)
    )


def build_group_settings_screen(host: HostContext, chat: str, found: GroupDefaults, reader: Reader) -> Screen:
    """Build the message with a group's settings, with a button for each."""
    say = reader.format_sentence
    games = [
        _build_group_choice_button(reader.format_value(rules.title), "game", name, now=name == found.game)
        for name, rules in RULESETS.items()
    ]
    rows = arrange_in_rows(games, 1)
    if found.game:
        spans = {word: clocks.format_duration(seconds) for word, seconds in clocks.PACES.items()}
        paces = [
            _build_group_choice_button(
                f"{word}: {reader.format_value(spans[word])}", "pace", word, now=word == found.pace
            )
            for word in spans
        ]
        rows += [*arrange_in_rows(paces, 2), *_list_usual_option_rows(found, reader)]
        rows.append(
            [
                build_button(say("Open this game now"), GROUP_SETTINGS_LETTER, "new", style=GOOD),
                _build_forget_usual_button(reader),
            ]
        )
    pinned = say("Pin the board: yes") if found.pins else say("Pin the board: no")
    rows.append([build_button(pinned, GROUP_SETTINGS_LETTER, "pin", "no" if found.pins else "yes")])
    rows += [[_build_switch_button(host, chat, switch, reader)] for switch in _list_group_switches(host)]
    return build_panel(
        say("Settings of this group"),
        group_defaults.format_group_defaults(found, reader, lambda line: f"/{line}"),
        rows,
    )


def _list_group_switches(host: HostContext) -> list[GroupSwitch]:
    return [extra.group_switch for extra in list_enabled_extras(host.config.without) if extra.group_switch]


def _build_switch_button(host: HostContext, chat: str, switch: GroupSwitch, reader: Reader) -> Button:
    """Build the button that switches on, or off, what an extra does in this group."""
    is_on = import_target(switch.is_on)(host, chat)
    now = reader.format_sentence("yes") if is_on else reader.format_sentence("no")
    text = f"{reader.format_value(switch.label)}: {now}"
    return build_button(text, GROUP_SETTINGS_LETTER, switch.word, "off" if is_on else "on")


def list_usual_table_buttons(found: GroupDefaults, reader: Reader) -> Rows:
    """Return the button that opens the group's usual table (the game and pace in its settings), or no row if none is
    set.
    """
    if not found.game:
        return []
    facts = {"title": RULESETS[found.game].title, "pace": clocks.format_duration(clocks.parse_pace(found.pace))}
    return [
        [
            build_button(
                reader.format_sentence("Open {title}, {pace}", **facts),
                GROUP_SETTINGS_LETTER,
                "new",
                style=GOOD,
            )
        ]
    ]


def _build_forget_usual_button(reader: Reader) -> Button:
    return build_button(reader.format_sentence("Delete this setting"), GROUP_SETTINGS_LETTER, "none", "")


def _build_group_choice_button(text: str, *words: str, now: bool) -> Button:
    return build_button(f"● {text}" if now else text, GROUP_SETTINGS_LETTER, *words)


def _list_usual_option_rows(found: GroupDefaults, reader: Reader) -> Rows:
    return [
        _build_usual_option_row(each, found.options.get(each.name, each.default), reader)
        for each in game_options.list_tappable_options(ruleset(found.game))
    ]


def _build_usual_option_row(switch: ChoiceOption, now: object, reader: Reader) -> list[Button]:
    label = reader.format_value(switch.label)
    text = f"{label}: {game_options.format_value_for_reader(now, reader)}"
    if not switch.is_number:
        return [build_button(text, GROUP_SETTINGS_LETTER, "+", switch.name)]
    return [
        build_button(f"{label} −", GROUP_SETTINGS_LETTER, "-", switch.name),
        build_button(text, GROUP_SETTINGS_LETTER, "0", switch.name),
        build_button(f"{label} +", GROUP_SETTINGS_LETTER, "+", switch.name),
    ]


# -- taps


def handle_group_settings_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Handle a tap in a group's settings: change one and show them anew, or open the group's usual table."""
    _, what, value = parse_button_data(data, 3)
    if what == "new":
        return _open_usual_table(call)
    if any(switch.word == what for switch in _list_group_switches(call.host)):
        call.words = value
        DESK[what].does(call)
    elif change := GROUP_SETTING_CHANGES.get(what):
        group_defaults.change_group_defaults(call, lambda old: change(old, value))
    else:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    if what == "pin":
        call.host.store.save_place_value(call.place, pins.PIN_REFUSAL_KEY, b"")
    if call.message is not None:
        found, reader = group_defaults.read_group_defaults(call.host, call.place), build_reader({}, call.style)
        call.turn_message_into(build_group_settings_screen(call.host, call.place, found, reader))
    return DeskAnswer(alert=GROUP_SETTING_DONE)


def _open_usual_table(call: TelegramCall) -> DeskAnswer:
    answer = group_defaults.open_default_table(call)
    if answer.ok and call.message is not None:
        call.replace_buttons([])
    return answer


def _set_usual_game(old: GroupDefaults, name: str) -> GroupDefaults:
    return GroupDefaults(ruleset(name).name, old.pace, {}, old.pins)


def _build_option_step(by: int) -> Callable[[GroupDefaults, str], GroupDefaults]:
    """Return a function that moves a game option in a group's settings `by` so many values; 0 resets it. Numbers stop
    at their ends, other options wrap round.
    """

    def step_option(old: GroupDefaults, name: str) -> GroupDefaults:
        rules = ruleset(old.game)
        switch = next((each for each in game_options.list_tappable_options(rules) if each.name == name), None)
        if switch is None:
            raise Illegal(refusals.OLD_BUTTON, code="old_button")
        now = old.options.get(name, switch.default)
        at = switch.values.index(now) if now in switch.values else switch.values.index(switch.default)
        at = min(max(at + by, 0), len(switch.values) - 1) if switch.is_number else (at + by) % len(switch.values)
        value = switch.values[at] if by else switch.default
        others = {key: each for key, each in old.options.items() if key != name}
        return replace(old, options=others if value == switch.default else {**others, name: value})

    return step_option


GROUP_SETTING_CHANGES: dict[str, Callable[[GroupDefaults, str], GroupDefaults]] = {
    "game": _set_usual_game,
    "pace": lambda old, word: replace(old, pace=word),
    "pin": lambda old, word: replace(old, pins=word == "yes"),
    "none": lambda old, _: GroupDefaults(pins=old.pins),
    "+": _build_option_step(1),
    "-": _build_option_step(-1),
    "0": _build_option_step(0),
}


# -- by command


def handle_settings_command(call: TelegramCall) -> DeskAnswer:
    """Handle /settings: show the group's settings in a group, one's own in private."""
    if call.is_direct or call.words:
        answer = DESK["settings"].does(call)
        return DeskAnswer(asks=[panels.build_panel_name(answer.menu)]) if answer.menu else answer
    return DeskAnswer(asks=[panels.build_panel_name("usual")])
