"""The panel of one's own settings: everything that can be set, by taps alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.kernel import Reader
from host.core.deadlines import clocks
from host.core.session import ReachableHours
from host.doors.telegram.messages.screens import Button, Rows, Screen, button, in_rows, panel_of
from host.people import accounts
from host.said.desk import zones
from host.said.desk.settings import COMMAS, RINGS, RUNG_FOR, told
from host.shown import words

if TYPE_CHECKING:
    from host.doors.telegram.messages.sender import TelegramSender

LETTER = "s"
SHOWS = "?"  # a button that opens a choice, and sets nothing
NIGHTS = ("22:00 7:00", "23:00 8:00", "0:00 8:00", "1:00 9:00")
AWAY = ("1d", "3d", "7d", "14d", "30d")
HALF_AN_HOUR = 30


def panel(sender: TelegramSender, chat: str, _: str) -> Screen | None:
    """How whoever reads this wants to be treated now."""
    host = sender.host
    found = accounts.person(host, host.store.who(chat, host.now()))
    return whole(found.habits, words.reader({}, found.habits.style), host.now()) if found else None


def shown(name: str, said: str, habits: ReachableHours, reader: Reader, moment: float) -> Screen:
    """The panel after a tap: the choice that was opened, or all that is set."""
    choice = CHOICES.get(name)
    stays = said.startswith(SHOWS) or name == "quiet"  # where more than one tap may be needed
    return (
        choice(said.removeprefix(SHOWS), habits, reader, moment) if choice and stays else whole(habits, reader, moment)
    )


def whole(habits: ReachableHours, reader: Reader, moment: float) -> Screen:
    """How one person wants to be treated at this moment, with a button for each setting."""
    lines = told(habits, reader, moment, lambda line: f"/{line}")
    return panel_of(reader.say("Your settings"), lines, _buttons(habits, reader))


def _buttons(habits: ReachableHours, reader: Reader) -> Rows:
    say, commas, languages = reader.say, list(COMMAS), words.languages()
    after = commas[(commas.index(habits.style.comma) + 1) % len(commas)] if habits.style.comma in commas else ","
    remind = say("Reminders off") if habits.reminders else say("Reminders on")
    rows = [
        [button(remind, LETTER, "reminders", "off" if habits.reminders else "on")],
        [button(say("Numbers {now}", now=COMMAS[after]), LETTER, "numbers", COMMAS[after])],
        [button(say("Time zone …"), LETTER, "zone", SHOWS), button(say("Quiet hours …"), LETTER, "quiet", SHOWS)],
        [button(say("Vacation …"), LETTER, "vacation", SHOWS), button(say("Ring for …"), LETTER, "rings", SHOWS)],
    ]
    if habits.away:
        rows.append([button(say("Back from vacation"), LETTER, "vacation", "none")])
    return (
        [*rows, in_rows([button(each, LETTER, "language", each) for each in languages])[0]] if languages[1:] else rows
    )


def _back(reader: Reader) -> Rows:
    return [[button(reader.say("Back"), LETTER, "all", SHOWS)]]


def _zone(said: str, _: ReachableHours, reader: Reader, moment: float) -> Screen:
    """First what the clock shows, then a city."""
    found = zones.by_clock(moment)
    if said in found:
        cities = [button(zones.city(zone), LETTER, "zone", zone) for zone in found[said]]
        return panel_of(reader.say("Which of these is nearest?"), [], [*in_rows(cities, 2), *_back(reader)])
    times = [button(each, LETTER, "zone", f"{SHOWS}{each}") for each in found]
    twin = reader.say("Or write {line}", line="/settings zone Europe/London")
    return panel_of(reader.say("What does your clock show now?"), [twin], [*in_rows(times, 4), *_back(reader)])


def _quiet(_: str, habits: ReachableHours, reader: Reader, __: float) -> Screen:
    """Usual nights, and half an hour earlier or later."""
    say, (begin, end) = reader.say, habits.quiet or (0, 0)
    now = f"{clocks.of_day(begin)} – {clocks.of_day(end)}" if habits.quiet else say("none")
    nights = [button(each.replace(" ", " – "), LETTER, "quiet", each) for each in NIGHTS]
    rows = [*in_rows(nights, 2), [button(say("None"), LETTER, "quiet", "none")]]
    if habits.quiet:
        rows.append(
            [_night(say("From −½ h"), begin - HALF_AN_HOUR, end), _night(say("From +½ h"), begin + HALF_AN_HOUR, end)]
        )
        rows.append(
            [_night(say("Until −½ h"), begin, end - HALF_AN_HOUR), _night(say("Until +½ h"), begin, end + HALF_AN_HOUR)]
        )
    return panel_of(say("Quiet hours: {now}", now=now), [say("No deadline falls into them.")], [*rows, *_back(reader)])


def _night(text: str, begin: int, end: int) -> Button:
    return button(text, LETTER, "quiet", f"{clocks.of_day(begin)} {clocks.of_day(end)}")


def _vacation(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
    say = reader.say
    times = [
        button(reader.value(clocks.spoken(clocks.duration(each) or 0.0)), LETTER, "vacation", each) for each in AWAY
    ]
    rows = [*in_rows(times, 3), [button(say("None"), LETTER, "vacation", "none")]]
    return panel_of(
        say("How long are you away?"), [say("Your clocks stand still until then.")], [*rows, *_back(reader)]
    )


def _rings(_: str, __: ReachableHours, reader: Reader, ___: float) -> Screen:
    choices = [button(reader.value(RUNG_FOR[kind]), LETTER, "rings", word) for word, kind in RINGS.items()]
    return panel_of(reader.say("For what shall I ring?"), [], [*in_rows(choices, 1), *_back(reader)])


CHOICES: dict[str, Callable[[str, ReachableHours, Reader, float], Screen]] = {
    "zone": _zone,
    "quiet": _quiet,
    "vacation": _vacation,
    "rings": _rings,
}
