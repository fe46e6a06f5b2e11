"""The panel of one's own settings: everything that can be set, by taps alone."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.core.session import ReachableHours
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import Button, Rows, Screen, arrange_in_rows, build_button, build_panel
from host.people import accounts
from host.said.desk import settings
from host.said.desk.settings import AWAY_TIMES, COMMAS, QUIET_NIGHTS, RINGS, RUNG_FOR, format_settings
from host.shown import words

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
    """Build the settings message to show after a tap on the setting `name`: its choices while more taps may be needed,
    else all settings.
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
    return build_panel(reader.format_sentence("Your settings"), lines, _list_setting_buttons(habits, reader))


def _list_setting_buttons(habits: ReachableHours, reader: Reader) -> Rows:
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


def _list_settings_back_row(reader: Reader) -> Rows:
    return [[build_button(reader.format_sentence("Back"), OWN_SETTINGS_LETTER, "all", SHOWS)]]


def _build_zone_screen(said: str, _: ReachableHours, reader: Reader, moment: float) -> Screen:
    """Build the message that asks for a time zone: first the time on the person's clock, then a city."""
    found = settings.group_zones_by_time(moment)
    if said in found:
        cities = [
            build_button(settings.format_zone_city(zone), OWN_SETTINGS_LETTER, "zone", zone) for zone in found[said]
        ]
        return build_panel(
            reader.format_sentence("Which of these cities is nearest to you?"),
            [],
            [*arrange_in_rows(cities, 2), *_list_settings_back_row(reader)],
        )
    times = [build_button(each, OWN_SETTINGS_LETTER, "zone", f"{SHOWS}{each}") for each in found]
    twin = reader.format_sentence("Or write {line}", line="/settings zone Europe/London")
    return build_panel(
        reader.format_sentence("What time is it where you are?"),
        [twin],
        [*arrange_in_rows(times, 4), *_list_settings_back_row(reader)],
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
        [*rows, *_list_settings_back_row(reader)],
    )


def _build_night_button(text: str, begin: int, end: int) -> Button:
    return build_button(
        text, OWN_SETTINGS_LETTER, "quiet", f"{clocks.format_minute_of_day(begin)} {clocks.format_minute_of_day(end)}"
    )


def _build_vacation_screen(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
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
        [*rows, *_list_settings_back_row(reader)],
    )


def _build_alerts_screen(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
    choices = [
        build_button(reader.format_value(RUNG_FOR[kind]), OWN_SETTINGS_LETTER, "rings", word)
        for word, kind in RINGS.items()
    ]
    return build_panel(
        reader.format_sentence("What should I notify you about?"),
        [],
        [*arrange_in_rows(choices, 1), *_list_settings_back_row(reader)],
    )


SETTING_SCREENS: dict[str, Callable[[str, ReachableHours, Reader, float], Screen]] = {
    "zone": _build_zone_screen,
    "quiet": _build_quiet_hours_screen,
    "vacation": _build_vacation_screen,
    "rings": _build_alerts_screen,
}
