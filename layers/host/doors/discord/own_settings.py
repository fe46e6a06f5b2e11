"""One's own settings, by menus."""

from __future__ import annotations

from engine.kernel import Illegal, Reader
from host.core.deadlines import clocks
from host.core.session import ReachableHours
from host.doors.discord.call import DiscordCall
from host.doors.discord.components import (
    Component,
    build_custom_id,
    build_discord_button,
    build_menu_row,
    build_menu_rows,
    build_row,
    find_marked_value,
)
from host.doors.discord.replies import InteractionReply, build_screen_reply
from host.doors.discord.screens import DiscordScreen, build_panel
from host.said.answers import Choice
from host.said.desk import refusals, settings
from host.said.desk.settings import AWAY_TIMES, COMMAS, QUIET_NIGHTS, RINGS, RUNG_FOR
from host.shown import words
from host.shown.words import build_reader

CHANGE_SETTING, TIMES, NONE = "S", "times", "none"


def build_own_settings_reply(call: DiscordCall) -> InteractionReply:
    """Return a reply with all settings of the person who acted, and a menu for each."""
    habits = settings.read_habits(call)
    reader = build_reader({}, habits.style)
    lines = settings.format_settings(habits, reader, call.host.now(), lambda line: f"/{line}")
    rows = [_build_setting_row(name, text, found) for name, text, found in _list_choices(habits, reader)]
    rows += _build_time_rows(call.host.now(), reader)
    return build_screen_reply(call, build_panel(reader.format_sentence("Your settings"), lines, rows))


def _build_setting_row(name: str, text: str, found: list[Choice]) -> Component:
    """Build the menu of choices that changes the setting `name`, with `text` as its text before anything is chosen."""
    return build_menu_row(build_custom_id(CHANGE_SETTING, name), text, found)


def _list_choices(habits: ReachableHours, reader: Reader) -> list[tuple[str, str, list[Choice]]]:
    """List the settings for which a person chooses one of several values: the name of each setting, its text, and the
    values to choose from. The time zone is not among them, nor the language if there is only one.
    """
    say = reader.format_sentence
    away = {each: clocks.format_duration(clocks.parse_duration(each) or 0.0) for each in AWAY_TIMES}
    rings = [Choice(word, reader.format_value(RUNG_FOR[kind])) for word, kind in RINGS.items()]
    found = [
        ("reminders", say("Reminders"), [Choice("on", say("on")), Choice("off", say("off"))]),
        ("numbers", say("Numbers"), [Choice(each, each) for each in COMMAS.values()]),
        ("quiet", say("Quiet hours"), [Choice(NONE, say("None")), *_list_nights()]),
        (
            "vacation",
            say("How long will you be away?"),
            [Choice(NONE, say("Back from vacation") if habits.away else say("None"))]
            + [Choice(word, reader.format_value(text)) for word, text in away.items()],
        ),
        ("rings", say("What should I notify you about?"), rings),
    ]
    languages = [Choice(each, each) for each in words.list_languages()]
    return [*found, ("language", say("Language"), languages)] if languages[1:] else found


def _list_nights() -> list[Choice]:
    """List the nights that are offered as quiet hours."""
    return [Choice(each, each.replace(" ", " – ")) for each in QUIET_NIGHTS]


def _build_time_rows(moment: float, reader: Reader) -> list[Component]:
    """Build the menus in which a person chooses what time it is where they live, from which the host finds their time
    zone; `moment` is the present time.
    """
    found = [Choice(each, each) for each in settings.group_zones_by_time(moment)]
    text = reader.format_sentence("What time is it where you are?")
    return build_menu_rows(CHANGE_SETTING, (TIMES,), text, found)


def handle_setting(call: DiscordCall, carried: list[str]) -> InteractionReply:
    """Change the setting named in `carried`, to whose menu the person tapped, to the value chosen in it, and return a
    reply with all settings anew. After a choice of the time of day change nothing, but reply with the cities to choose
    from. Raise Illegal for an old menu.
    """
    name, habits, chosen = carried[0], settings.read_habits(call), call.event.data.values
    reader = build_reader({}, habits.style)
    if name == TIMES and chosen:
        return _build_cities_reply(call, chosen[0], reader)
    if chosen:
        known = {each: found for each, _, found in _list_choices(habits, reader)}
        zones = [Choice(zone, zone) for zone in settings.TIME_ZONES]
        value = find_marked_value(chosen[0], [each.value for each in (known | {"zone": zones}).get(name, [])])
        if value is None:
            raise Illegal(refusals.OLD_BUTTON, code="old_button")
        settings.change_setting(call, name, str(value).split())
    return build_own_settings_reply(call)


def _build_cities_reply(call: DiscordCall, mark: str, reader: Reader) -> InteractionReply:
    """Return a reply with the cities in which it is now the time of day that was chosen (`mark`, as the menu carries
    it), or with all settings instead if none is, because the minute has changed.
    """
    zones = settings.group_zones_by_time(call.host.now())
    time = find_marked_value(mark, [*zones])
    if time is None:  # the minute has changed
        return build_own_settings_reply(call)
    return build_screen_reply(call, _build_city_screen(zones[str(time)], reader))


def _build_city_screen(zones: list[str], reader: Reader) -> DiscordScreen:
    """Build the message in which a person chooses the nearest of some cities, one for each of these time zones."""
    text = reader.format_sentence("Which of these cities is nearest to you?")
    found = [Choice(zone, settings.format_zone_city(zone)) for zone in zones]
    back = build_discord_button(reader.format_sentence("Back"), build_custom_id(CHANGE_SETTING, "all"))
    menu = build_menu_row(build_custom_id(CHANGE_SETTING, "zone"), text, found)
    return build_panel(text, [], [menu, build_row([back])])
