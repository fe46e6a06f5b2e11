"""Settings: how people want to be treated, told line by line, and set one by one or all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Illegal, Reader, phrase
from engine.kernel.json_types import prepare_json_type
from engine.rulesets import RULESETS, ruleset
from host.core import game_options, host_voice
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import EVERYTHING, NOTHING, TURNS, ReachableHours, WritingStyle
from host.people import accounts
from host.said.answers import DeskAnswer, answer_lines
from host.said.desk import tables
from host.said.desk.request import DeskRequest
from host.shown import words

TIME_ZONES = (
    *("Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Phoenix"),
    *("America/Chicago", "America/Mexico_City", "America/New_York", "America/Toronto", "America/Bogota"),
    *("America/Lima", "America/Caracas", "America/Santiago", "America/Halifax", "America/St_Johns"),
    *("America/Sao_Paulo", "America/Argentina/Buenos_Aires", "Atlantic/Azores", "UTC", "Europe/London"),
    *("Europe/Dublin", "Europe/Lisbon", "Africa/Lagos", "Africa/Casablanca", "Europe/Madrid", "Europe/Paris"),
    *("Europe/Amsterdam", "Europe/Berlin", "Europe/Zurich", "Europe/Rome", "Europe/Vienna", "Europe/Prague"),
    *("Europe/Stockholm", "Europe/Warsaw", "Africa/Johannesburg", "Africa/Cairo", "Europe/Athens", "Europe/Helsinki"),
    *("Europe/Kyiv", "Europe/Bucharest", "Asia/Jerusalem", "Europe/Istanbul", "Europe/Moscow", "Africa/Nairobi"),
    *("Asia/Riyadh", "Asia/Baghdad", "Asia/Tehran", "Asia/Dubai", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Kabul"),
    *("Asia/Karachi", "Asia/Tashkent", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Almaty", "Asia/Yangon"),
    *("Asia/Bangkok", "Asia/Jakarta", "Asia/Ho_Chi_Minh", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Singapore"),
    *("Asia/Manila", "Australia/Perth", "Asia/Tokyo", "Asia/Seoul", "Australia/Adelaide", "Australia/Brisbane"),
    *("Australia/Sydney", "Australia/Melbourne", "Pacific/Noumea", "Pacific/Auckland", "Pacific/Tongatapu"),
)


def group_zones_by_time(moment: float) -> dict[str, list[str]]:
    """Group the time zones that are offered by the weekday and time that their clocks show at this moment (“Mon 14:30”,
    which are the keys), the furthest behind first.
    """
    found: dict[tuple[float, str], list[str]] = {}
    for zone in TIME_ZONES:
        here = datetime.fromtimestamp(moment, ZoneInfo(zone))
        offset = here.utcoffset()
        found.setdefault((offset.total_seconds() if offset else 0.0, f"{here:%a %H:%M}"), []).append(zone)
    return {shown: found[offset, shown] for offset, shown in sorted(found)}


def format_zone_city(zone: str) -> str:
    """Return the city that names a time zone: New York for `America/New_York`."""
    return zone.rpartition("/")[2].replace("_", " ")


RINGS = {"all": EVERYTHING, "turns": TURNS, "nothing": NOTHING}


RUNG_FOR = {
    EVERYTHING: phrase("everything"),
    TURNS: phrase("only questions that need your answer"),
    NOTHING: phrase("nothing: messages come without a sound"),
}


QUIET_NIGHTS = ("22:00 7:00", "23:00 8:00", "0:00 8:00", "1:00 9:00")  # what is offered to be tapped


AWAY_TIMES = ("1d", "3d", "7d", "14d", "30d")


COMMAS = {",": "1,000,000", ".": "1.000.000", " ": "1 000 000", "’": "1’000’000"}


def show_or_change_settings(request: DeskRequest) -> DeskAnswer:
    """Answer with all settings of the person who makes this request, after changing the one that is named, if any;
    raise Illegal outside a private chat, or if that setting or its value does not fit.
    """
    request.check_private()
    name, *values = request.words.split() or [""]
    if name:
        change_setting(request, name, values)
    answer = answer_lines(
        format_settings(
            read_habits(request),
            words.build_reader({}, read_habits(request).style),
            request.host.now(),
            request.format_command,
        )
    )
    answer.menu = "settings"
    return answer


def read_habits(request: DeskRequest) -> ReachableHours:
    """Return the settings (quiet hours, vacation, language …) of the person who makes this request, as they are stored
    now; raise Illegal for an unknown visitor, where the platform does not register them.
    """
    found = accounts.load_current_person(request.host, request.require_person().id)
    return found.habits if found else ReachableHours()


def format_settings(habits: ReachableHours, reader: Reader, moment: float, spelled: Callable[[str], str]) -> list[str]:
    """Format each setting of a person with an example of how to change it; `spelled` returns a command as it is typed
    on their platform, `moment` is the present time.
    """
    say, now = reader.format_sentence, COMMAS.get(habits.style.comma, COMMAS[","])
    away = say("{time} more", time=clocks.format_duration(habits.away[1] - moment)) if habits.away else say("none")
    quiet = " – ".join(map(clocks.format_minute_of_day, habits.quiet)) if habits.quiet else say("none")
    reminders = say("on") if habits.reminders else say("off")

    def format_setting(text: str, value: object, example: str) -> str:
        """Return one line: a setting's sentence `text`, with its present value and `example` as the command that
        changes it.
        """
        return say(text, now=value, example=spelled(f"settings {example}"))

    rings = RUNG_FOR.get(habits.rings, RUNG_FOR[EVERYTHING])
    lines = [
        format_setting("Reminders: {now}. To change this, write {example} (or off)", reminders, "reminders on"),
        format_setting("Numbers: {now}. To change this, write {example}", now, f"numbers {COMMAS['.']}"),
        format_setting("Time zone: {now}. To change this, write {example}", habits.zone, "zone Europe/London"),
        format_setting("Quiet hours: {now}. To change this, write {example} (or none)", quiet, "quiet 23:00 8:00"),
        format_setting("Vacation: {now}. To change this, write {example} (or none)", away, "vacation 7d"),
        format_setting(
            "Notify you about: {now}. To change this, write {example} (or all, nothing)", rings, "rings turns"
        ),
    ]
    if len(words.list_languages()) > 1:
        text, names = (
            "Language: {now}. To change this, write {example} and one of: {names}",
            ", ".join(words.list_languages()),
        )
        lines.append(say(text, now=reader.language, example=spelled("settings language"), names=names))
    return lines


def change_setting(request: DeskRequest, name: str, values: list[str]) -> None:
    """Save one setting of the person, with the typed `values`, also for their unfinished games; raise Illegal, with
    examples, if there is none of this name or the values do not fit.
    """
    change = SETTINGS.get(name.casefold())
    if change is None:
        raise Illegal(
            "You can set {names}. Write {settings} to see how.",
            code="no_such_setting",
            names=list(SETTINGS),
            settings=request.format_command("settings"),
        )
    accounts.set_habits(request.host, request.require_person().id, change(request, read_habits(request), values))


def _set_reminders(request: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with reminders on or off, as was typed; raise Illegal for any other word."""
    said = values[0].casefold() if values else ""
    if said not in ("on", "off"):
        raise _refuse_either(request, "reminders on", "reminders off")
    return replace(old, reminders=said == "on")


def _refuse_either(request: DeskRequest, one: str, other: str) -> Illegal:
    """Build the refusal of a badly typed setting, which shows the two examples `one` and `other` of how it is typed."""
    one, other = (request.format_command(f"settings {each}") for each in (one, other))
    return Illegal("Write {one} or {other}.", code="unclear_setting", one=one, other=other)


def _set_number_style(_: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with the way of writing numbers that was typed as an example; raise Illegal for an
    unknown one.
    """
    said = " ".join(values)
    comma = next((comma for comma, example in COMMAS.items() if said in (comma, example)), None)
    if comma is None:
        raise Illegal(
            "Write a million in the way you like: {ways}.", code="unclear_setting", ways=list(COMMAS.values())
        )
    return replace(old, style=WritingStyle(old.style.language, comma))


def _set_zone(_: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with the time zone that was typed; the caller checks whether there is such a zone."""
    return replace(old, zone=" ".join(values)[:64])


UNTIL_WORDS = ("to", "till", "until", "-", "–", "from")


def _set_quiet_hours(request: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with the two times that were typed as quiet hours, or without any for `none`; raise
    Illegal if they cannot be read.
    """
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, quiet=None)
    values = [value for value in values if value.casefold() not in UNTIL_WORDS]
    if len(values) != 2:
        raise _refuse_either(request, "quiet 23:00 8:00", "quiet none")
    return replace(old, quiet=(_parse_minute(values[0]), _parse_minute(values[1])))


def _parse_minute(text: str) -> int:
    """Parse a time of day such as 7:30 into minutes since midnight; raise Illegal if it has another form. That it is
    earlier than 24:00 is checked when the settings are saved.
    """
    hours, colon, minutes = text.partition(":")
    if not colon or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (hours, minutes)):
        raise Illegal("Write quiet hours as times like 22:30.", code="bad_quiet_hours")
    return int(hours) * 60 + int(minutes)


def _set_vacation(request: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with a vacation from now on for the typed time, or without any for `none`; raise
    Illegal if it cannot be read. Its length is not checked here.
    """
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, away=None)
    time, now = clocks.parse_duration("".join(values).lower()), request.host.now()
    if time is None:
        raise _refuse_either(request, "vacation 7d", "vacation none")
    return replace(old, away=(now, now + time))


def _set_rings(_: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with what they want to be notified about; raise Illegal for an unknown word."""
    said = values[0].casefold() if values else ""
    if said not in RINGS:
        raise Illegal(
            "What do you want to be notified about? Choose one of these: {names}.",
            names=list(RINGS),
            code="unclear_setting",
        )
    return replace(old, rings=RINGS[said])


def _set_language(_: DeskRequest, old: ReachableHours, values: list[str]) -> ReachableHours:
    """Return a person's settings with the language of the typed code; raise Illegal if there is no catalogue for it."""
    if values[:1] not in [[each] for each in words.list_languages()]:
        raise Illegal("I speak these languages: {names}.", code="no_language", names=words.list_languages())
    return replace(old, style=WritingStyle(values[0], old.style.comma))


SETTINGS = {
    "language": _set_language,
    "reminders": _set_reminders,
    "numbers": _set_number_style,
    "zone": _set_zone,
    "quiet": _set_quiet_hours,
    "vacation": _set_vacation,
    "rings": _set_rings,
}


# -- all at once


def change_all_settings(request: DeskRequest, wanted: Mapping[str, str]) -> None:
    """Save all settings of a person but the language, also for their unfinished games, from a form with the fields
    `wanted`: no quiet hours if both times are equal, no vacation without a day, the same one if its last day is given
    again and is the same in the new time zone, or no fit one there. Raise Illegal for unfit times, zone or vacation;
    unknown words for notifications or numbers change nothing.
    """
    old, zone, comma = read_habits(request), wanted["zone"], wanted["comma"]
    since, until = _parse_minute(wanted["from"]), _parse_minute(wanted["until"])
    new = replace(old, zone=zone, quiet=None if since == until else (since, until), away=None)
    new = replace(new, reminders=bool(wanted["reminders"]), rings=RINGS.get(wanted["rings"], old.rings))
    new = replace(new, style=WritingStyle(old.style.language, comma if comma in COMMAS else old.style.comma))
    accounts.check_habits(new, request.host.now())
    kept, now = wanted["away"] == format_last_vacation_day(old), request.host.now()
    away = _move_vacation(old, new, now) if kept else _parse_vacation(wanted["away"], zone, now)
    accounts.set_habits(request.host, request.require_person().id, replace(new, away=away))


def _move_vacation(old: ReachableHours, new: ReachableHours, now: float) -> tuple[float, float] | None:
    """Return the vacation in a person's settings `old`, with the same last day in the time zone of their settings
    `new`; the same vacation if that day is its last there, too, is past there, or makes it too long; None without one.
    """
    day = format_last_vacation_day(old)
    if day == format_last_vacation_day(replace(new, away=old.away)):
        return old.away
    try:
        away = _parse_vacation(day, new.zone, now)
        accounts.check_habits(replace(new, away=away), now)
    except Illegal:
        return old.away
    return away


def format_last_vacation_day(habits: ReachableHours) -> str:
    """Return the last day of a person's vacation in their time zone, as a form shows it and sends it back; empty
    without a vacation.
    """
    if habits.away is None:
        return ""
    back = datetime.fromtimestamp(habits.away[1], ZoneInfo(habits.zone))
    return (back - timedelta(minutes=1)).date().isoformat()


def _parse_vacation(day: str, zone: str, now: float) -> tuple[float, float] | None:
    """Return the begin and end of a vacation, which lasts from now to the end of the typed day in this time zone; None
    if no day is given. Raise Illegal if it is no date or past.
    """
    if not day:
        return None
    try:
        last = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=ZoneInfo(zone))
        back = (last + timedelta(days=1)).timestamp()
    except (ValueError, OverflowError):
        raise Illegal("Write the last day of your vacation like this: 2031-08-24.", code="bad_vacation_day") from None
    if back <= now:
        raise Illegal("This day is in the past. Choose a later one.", code="vacation_past")
    return now, back


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
    """Return how a group usually plays: game, pace and options of its next table, and pinning of the board. Game and
    options are empty if none was chosen or that game is offered no more; if it cannot be read, all is as if nothing was
    chosen.
    """
    try:
        found = msgspec.json.decode(host.store.load_place_value(place, DEFAULTS_KEY) or b"{}", type=GroupDefaults)
    except msgspec.DecodeError:
        return GroupDefaults()
    return found if found.game in RULESETS else replace(found, game="", options={})


def move_group_defaults(host: HostContext, old: str, new: str) -> None:
    """Move the usual settings of a group from its old address to its new one, if there are any at the old one."""
    if found := host.store.load_place_value(old, DEFAULTS_KEY):
        host.store.save_place_value(new, DEFAULTS_KEY, found)
        host.store.save_place_value(old, DEFAULTS_KEY, b"")


def show_or_set_defaults(request: DeskRequest) -> DeskAnswer:
    """Answer with a group's usual settings; with `pin yes|no`, `none` or a game as one would open it, change them
    first. Raise Illegal if there is something to change and the person does not manage the group, or the game or its
    options do not fit.
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
    """Save whether the board is pinned in the group of this request, given the word `yes` or `no` in small letters;
    raise Illegal for another word, or unless the person manages the group.
    """
    if word not in YES_NO_WORDS:
        raise Illegal(
            "Write {one} or {other}.",
            code="unclear_setting",
            one=request.format_command("usual pin yes"),
            other=request.format_command("usual pin no"),
        )
    change_group_defaults(request, lambda old: replace(old, pins=YES_NO_WORDS[word]))


def change_group_defaults(request: DeskRequest, new: Callable[[GroupDefaults], GroupDefaults]) -> GroupDefaults:
    """Save what the function `new` makes of a group's usual settings, and return it. Raise Illegal unless the person
    manages the group (or this is a private chat) and the game can be played there.
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
    """Raise Illegal if there is no game `name`, or it cannot be opened in this place with these options; quiz questions
    in the packs of the place count, too.
    """
    rules = ruleset(name)
    own, _ = host_voice.split_voice_option(rules, dict(options))
    owners = dealt_cards.list_pack_owners("", [place])
    dealt_cards.check_options_with_cards(
        rules, own or {}, lambda: dealt_cards.list_dealable_cards(host, rules, owners, own or {})
    )


def open_default_table(request: DeskRequest) -> DeskAnswer:
    """Open a table with the usual game, pace and options of the group of this request, and return the answer, which may
    be a refusal; raise Illegal if none are set.
    """
    found = read_group_defaults(request.host, request.community)
    if not found.game:
        raise Illegal(NOTHING_SET, code="nothing_set", line=request.format_command("usual"))
    return tables.open_new_table(request, found.game, found.pace, found.options)


def format_group_defaults(
    found: GroupDefaults, reader: Reader, spelled: Callable[[str], str], *, pins: bool = True
) -> list[str]:
    """Format a group's usual settings line by line, with how to change each; `spelled` returns a command as it is typed
    on the group's platform, without `pins` the pinning of the board is left out.
    """
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
