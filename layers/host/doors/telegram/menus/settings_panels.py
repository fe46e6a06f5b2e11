"""The panels of settings, of a person and of a group: everything that can be set, by taps alone."""

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
from host.core.session import ReachableHours
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels
from host.doors.telegram.messages import chats
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
from host.people import accounts
from host.said.answers import DeskAnswer
from host.said.desk import refusals, settings
from host.said.desk.menu import DESK
from host.said.desk.settings import AWAY_TIMES, COMMAS, QUIET_NIGHTS, RINGS, RUNG_FOR, GroupDefaults, format_settings
from host.shown import words
from host.shown.words import build_reader

OWN_SETTINGS_LETTER = "s"


SHOWS = "?"  # a button that opens a choice, and sets nothing


HALF_AN_HOUR = 30


def build_own_settings_panel(sender: TelegramChats, chat: str, _: str) -> Screen | None:
    """Build the message with the settings of the person in this private chat, or None if they are unknown."""
    host = sender.host
    found = accounts.load_current_person(host, host.store.find_person_id(chat, host.now()))
    return (
        build_own_settings_screen(found.habits, words.build_reader({}, found.habits.style), host.now())
        if found
        else None
    )


def build_settings_after_tap(name: str, said: str, habits: ReachableHours, reader: Reader, moment: float) -> Screen:
    """Build the settings message to show after somebody has tapped `said` in the setting `name`: the choices of this
    setting if its choices were asked for or another tap may be needed (quiet hours), else all settings.
    """
    choice = SETTING_SCREENS.get(name)
    stays = said.startswith(SHOWS) or name == "quiet"  # where more than one tap may be needed
    return (
        choice(said.removeprefix(SHOWS), habits, reader, moment)
        if choice and stays
        else build_own_settings_screen(habits, reader, moment)
    )


def build_own_settings_screen(habits: ReachableHours, reader: Reader, moment: float) -> Screen:
    """Build the message with a person's settings, with a button for each."""
    lines = format_settings(habits, reader, moment, lambda line: f"/{line}")
    return build_panel(reader.format_sentence("Your settings"), lines, _build_setting_rows(habits, reader))


def _build_setting_rows(habits: ReachableHours, reader: Reader) -> Rows:
    """List, in rows, the buttons with which a person changes each of their settings, at once or by choices to be shown;
    languages only if there are several.
    """
    say, commas, languages = reader.format_sentence, list(COMMAS), words.list_languages()
    after = commas[(commas.index(habits.style.comma) + 1) % len(commas)] if habits.style.comma in commas else ","
    remind = say("Reminders off") if habits.reminders else say("Reminders on")
    rows = [
        [build_button(remind, OWN_SETTINGS_LETTER, "reminders", "off" if habits.reminders else "on")],
        [build_button(say("Numbers {now}", now=COMMAS[after]), OWN_SETTINGS_LETTER, "numbers", COMMAS[after])],
        [
            build_button(say("Time zone …"), OWN_SETTINGS_LETTER, "zone", SHOWS),
            build_button(say("Quiet hours …"), OWN_SETTINGS_LETTER, "quiet", SHOWS),
        ],
        [
            build_button(say("Vacation …"), OWN_SETTINGS_LETTER, "vacation", SHOWS),
            build_button(say("Notify me about …"), OWN_SETTINGS_LETTER, "rings", SHOWS),
        ],
    ]
    if habits.away:
        rows.append([build_button(say("Back from vacation"), OWN_SETTINGS_LETTER, "vacation", "none")])
    return (
        [*rows, arrange_in_rows([build_button(each, OWN_SETTINGS_LETTER, "language", each) for each in languages])[0]]
        if languages[1:]
        else rows
    )


def _build_settings_back_rows(reader: Reader) -> Rows:
    """Return, as a list of one row, the button that leads back to all settings of the person."""
    return [[build_button(reader.format_sentence("Back"), OWN_SETTINGS_LETTER, "all", SHOWS)]]


def _build_zone_screen(said: str, _: ReachableHours, reader: Reader, moment: float) -> Screen:
    """Build the Telegram message that asks for a person's time zone: first what time it is where they live and then, if
    `said` is such a time, which city is nearest to them.
    """
    found = settings.group_zones_by_time(moment)
    if said in found:
        cities = [
            build_button(settings.format_zone_city(zone), OWN_SETTINGS_LETTER, "zone", zone) for zone in found[said]
        ]
        return build_panel(
            reader.format_sentence("Which of these cities is nearest to you?"),
            [],
            [*arrange_in_rows(cities, 2), *_build_settings_back_rows(reader)],
        )
    times = [build_button(each, OWN_SETTINGS_LETTER, "zone", f"{SHOWS}{each}") for each in found]
    twin = reader.format_sentence("Or write {line}", line="/settings zone Europe/London")
    return build_panel(
        reader.format_sentence("What time is it where you are?"),
        [twin],
        [*arrange_in_rows(times, 4), *_build_settings_back_rows(reader)],
    )


def _build_quiet_hours_screen(_: str, habits: ReachableHours, reader: Reader, __: float) -> Screen:
    """Build the message that asks for quiet hours: common nights, and buttons that move the current ones by half an
    hour.
    """
    say, (begin, end) = reader.format_sentence, habits.quiet or (0, 0)
    now = f"{clocks.format_minute_of_day(begin)} – {clocks.format_minute_of_day(end)}" if habits.quiet else say("none")
    nights = [build_button(each.replace(" ", " – "), OWN_SETTINGS_LETTER, "quiet", each) for each in QUIET_NIGHTS]
    rows = [*arrange_in_rows(nights, 2), [build_button(say("None"), OWN_SETTINGS_LETTER, "quiet", "none")]]
    if habits.quiet:
        rows.append(
            [
                _build_night_button(say("Start −½ h"), begin - HALF_AN_HOUR, end),
                _build_night_button(say("Start +½ h"), begin + HALF_AN_HOUR, end),
            ]
        )
        rows.append(
            [
                _build_night_button(say("End −½ h"), begin, end - HALF_AN_HOUR),
                _build_night_button(say("End +½ h"), begin, end + HALF_AN_HOUR),
            ]
        )
    return build_panel(
        say("Quiet hours: {now}", now=now),
        [say("Your time never runs out in quiet hours.")],
        [*rows, *_build_settings_back_rows(reader)],
    )


def _build_night_button(text: str, begin: int, end: int) -> Button:
    """Build the button that sets the person's quiet hours from minute `begin` to minute `end` of the day; a minute
    outside the day means that of the day before or after.
    """
    return build_button(
        text, OWN_SETTINGS_LETTER, "quiet", f"{clocks.format_minute_of_day(begin)} {clocks.format_minute_of_day(end)}"
    )


def _build_vacation_screen(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
    """Build the message that asks how long the person will be away."""
    say = reader.format_sentence
    times = [
        build_button(
            reader.format_value(clocks.format_duration(clocks.parse_duration(each) or 0.0)),
            OWN_SETTINGS_LETTER,
            "vacation",
            each,
        )
        for each in AWAY_TIMES
    ]
    rows = [*arrange_in_rows(times, 3), [build_button(say("None"), OWN_SETTINGS_LETTER, "vacation", "none")]]
    return build_panel(
        say("How long will you be away?"),
        [say("Your time does not run out while you are away.")],
        [*rows, *_build_settings_back_rows(reader)],
    )


def _build_alerts_screen(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
    """Build the message that asks a person what the bot shall notify them of."""
    choices = [
        build_button(reader.format_value(RUNG_FOR[kind]), OWN_SETTINGS_LETTER, "rings", word)
        for word, kind in RINGS.items()
    ]
    return build_panel(
        reader.format_sentence("What should I notify you about?"),
        [],
        [*arrange_in_rows(choices, 1), *_build_settings_back_rows(reader)],
    )


SETTING_SCREENS: dict[str, Callable[[str, ReachableHours, Reader, float], Screen]] = {
    "zone": _build_zone_screen,
    "quiet": _build_quiet_hours_screen,
    "vacation": _build_vacation_screen,
    "rings": _build_alerts_screen,
}


GROUP_SETTINGS_LETTER = "g"


GROUP_SETTING_DONE = "✓"


def build_group_settings_panel(sender: TelegramChats, chat: str, _: str) -> Screen:
    """Build the message with this group's settings as they are stored now."""
    return build_group_settings_screen(
        sender.host, chat, settings.read_group_defaults(sender.host, chat), panels.build_chat_reader(sender, chat)
    )


def build_group_settings_screen(host: HostContext, chat: str, found: GroupDefaults, reader: Reader) -> Screen:
    """Build the message with a group's settings `found`: buttons for the usual game and, once it is chosen, for its
    pace and options and to open it now; for pinning the board; and for what enabled extras (optional features) do.
    """
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
        rows += [*arrange_in_rows(paces, 2), *_build_usual_option_rows(found, reader)]
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
        settings.format_group_defaults(found, reader, lambda line: f"/{line}"),
        rows,
    )


def _list_group_switches(host: HostContext) -> list[GroupSwitch]:
    """List the switches that enabled extras (optional features) add to a group's settings."""
    return [extra.group_switch for extra in list_enabled_extras(host.config.without) if extra.group_switch]


def _build_switch_button(host: HostContext, chat: str, switch: GroupSwitch, reader: Reader) -> Button:
    """Build the button by which a group switches on or off what an extra (optional feature) does in it; the button's
    label says which of the two it is now.
    """
    is_on = import_target(switch.is_on)(host, chat)
    now = reader.format_sentence("yes") if is_on else reader.format_sentence("no")
    text = f"{reader.format_value(switch.label)}: {now}"
    return build_button(text, GROUP_SETTINGS_LETTER, switch.word, "off" if is_on else "on")


def build_usual_table_rows(found: GroupDefaults, reader: Reader) -> Rows:
    """Return a row with the button that opens the group's usual table, as its settings `found` say (game and pace); no
    row if none is set.
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
    """Build the button that makes a group have no usual game."""
    return build_button(reader.format_sentence("Delete this setting"), GROUP_SETTINGS_LETTER, "none", "")


def _build_group_choice_button(text: str, *words: str, now: bool) -> Button:
    """Build a button that sets what `words` say in a group's settings; it is marked with ● if that is so `now`."""
    return build_button(f"● {text}" if now else text, GROUP_SETTINGS_LETTER, *words)


def _build_usual_option_rows(found: GroupDefaults, reader: Reader) -> Rows:
    """List, for each option of the group's usual game that can be tapped, a row of buttons with its present value."""
    return [
        _build_usual_option_row(each, found.options.get(each.name, each.default), reader)
        for each in game_options.list_tappable_options(ruleset(found.game))
    ]


def _build_usual_option_row(switch: ChoiceOption, now: object, reader: Reader) -> list[Button]:
    """Build the buttons of one option of the group's usual game: its present value, and for a number less and more."""
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
    """Change what a tapped button says of a group's settings, show them anew in its message and return ✓ as a pop-up
    (raise Illegal unless the tapper may manage the group); or open the group's usual table, which anybody may. After a
    change of pinning, a refusal to pin is told again. Raise Illegal for an old button.
    """
    _, what, value = parse_button_data(data, 3)
    if what == "new":
        return _open_usual_table(call)
    if any(switch.word == what for switch in _list_group_switches(call.host)):
        call.words = value
        DESK[what].does(call)
    elif change := GROUP_SETTING_CHANGES.get(what):
        settings.change_group_defaults(call, lambda old: change(old, value))
    else:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    if what == "pin":
        call.host.store.save_place_value(call.place, chats.PIN_REFUSAL_KEY, b"")
    if call.message is not None:
        found, reader = settings.read_group_defaults(call.host, call.place), build_reader({}, call.style)
        call.defer_screen_edit(build_group_settings_screen(call.host, call.place, found, reader))
    return DeskAnswer(alert=GROUP_SETTING_DONE)


def _open_usual_table(call: TelegramCall) -> DeskAnswer:
    """Open a table with the group's usual game and options, and return the answer; unless it is a refusal, remove the
    buttons of the tapped message. Raise Illegal if no usual game is set, or no table may be opened here.
    """
    answer = settings.open_default_table(call)
    if answer.ok and call.message is not None:
        call.defer_buttons_edit([])
    return answer


def _set_usual_game(old: GroupDefaults, name: str) -> GroupDefaults:
    """Return a group's settings with this game as the usual one and no options chosen; pace and pinning stay. Raise
    Illegal for an unknown game.
    """
    return GroupDefaults(ruleset(name).name, old.pace, {}, old.pins)


def _build_option_step(by: int) -> Callable[[GroupDefaults, str], GroupDefaults]:
    """Return a function that returns a group's settings with the named option of its usual game changed to the value
    `by` places further on, or to its default if `by` is 0. Numbers stop at the first and last value, other options
    begin again.
    """

    def step_option(old: GroupDefaults, name: str) -> GroupDefaults:
        """Return the settings with the option `name` moved on by `by` values, or back at its default if that is 0;
        raise Illegal if the usual game has no such option to tap.
        """
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
    """Return the answer to /settings: without words in a group, a request for the group's settings; else for one's own,
    after changing the one that the words name. Raise Illegal for one's own where others can read them.
    """
    if call.is_direct or call.words:
        answer = DESK["settings"].does(call)
        return DeskAnswer(asks=[panels.build_panel_name(answer.menu)]) if answer.menu else answer
    return DeskAnswer(asks=[panels.build_panel_name("usual")])
