"""Settings: how people want to be treated, told line by line, and set one by one or all at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from engine.kernel import Illegal, Reader, phrase
from host.core.deadlines import clocks
from host.core.session import EVERYTHING, NOTHING, TURNS, ReachableHours, WritingStyle
from host.people import accounts
from host.said.desk.answer import Answer, said
from host.said.desk.request import Request
from host.shown import words

RINGS = {"all": EVERYTHING, "turns": TURNS, "nothing": NOTHING}
RUNG_FOR = {
    EVERYTHING: phrase("all that I tell you"),
    TURNS: phrase("only what you are asked"),
    NOTHING: phrase("nothing, I write in silence"),
}
COMMAS = {",": "1,000,000", ".": "1.000.000", " ": "1 000 000", "’": "1’000’000"}


def settings(request: Request) -> Answer:
    """Show what is set, or set one thing."""
    request.in_private()
    name, *values = request.words.split() or [""]
    if name:
        set_one(request, name, values)
    answer = said(told(habits(request), words.reader({}, habits(request).style), request.host.now(), request.spelled))
    answer.menu = "settings"
    return answer


def habits(request: Request) -> ReachableHours:
    """How they want to be treated, as it is kept now."""
    found = accounts.person(request.host, request.somebody().id)
    return found.habits if found else ReachableHours()


def told(habits: ReachableHours, reader: Reader, moment: float, spelled: Callable[[str], str]) -> list[str]:
    """What is set, line by line, and how to set it."""
    say, now = reader.say, COMMAS.get(habits.style.comma, COMMAS[","])
    away = say("{time} more", time=clocks.spoken(habits.away[1] - moment)) if habits.away else say("none")
    quiet = " – ".join(map(clocks.of_day, habits.quiet)) if habits.quiet else say("none")
    reminders = say("on") if habits.reminders else say("off")

    def example(text: str) -> str:
        return spelled(f"settings {text}")

    lines = [
        say("Reminders: {now}. Write {example} (or off)", now=reminders, example=example("reminders on")),
        say("Numbers: {now}. Write {example}", now=now, example=example(f"numbers {COMMAS['.']}")),
        say("Time zone: {now}. Write {example}", now=habits.zone, example=example("zone Europe/London")),
        say("Quiet hours: {now}. Write {example} (or none)", now=quiet, example=example("quiet 23:00 8:00")),
        say("Vacation: {now}. Write {example} (or none)", now=away, example=example("vacation 7d")),
        say(
            "Rings for: {now}. Write {example} (or all, nothing)",
            now=RUNG_FOR.get(habits.rings, RUNG_FOR[EVERYTHING]),
            example=example("rings turns"),
        ),
    ]
    if len(words.languages()) > 1:
        text, names = "Language: {now}. Write {example} and one of: {names}", ", ".join(words.languages())
        lines.append(say(text, now=reader.language, example=example("language"), names=names))
    return lines


def set_one(request: Request, name: str, values: list[str]) -> None:
    """Set one thing; raises Illegal with an example."""
    change = SETTINGS.get(name.casefold())
    if change is None:
        raise Illegal(
            "You can set {names}. {settings} shows how.", names=list(SETTINGS), settings=request.spelled("settings")
        )
    accounts.set_habits(request.host, request.somebody().id, change(request, habits(request), values))


def _reminders(request: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    said = values[0].casefold() if values else ""
    if said not in ("on", "off"):
        raise _either(request, "reminders on", "reminders off")
    return replace(old, reminders=said == "on")


def _either(request: Request, one: str, other: str) -> Illegal:
    one, other = (request.spelled(f"settings {each}") for each in (one, other))
    return Illegal("Write {one}, or {other}", one=one, other=other)


def _numbers(_: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    said = " ".join(values)
    comma = next((comma for comma, example in COMMAS.items() if said in (comma, example)), None)
    if comma is None:
        raise Illegal("Write a million as you like it: {ways}.", ways=list(COMMAS.values()))
    return replace(old, style=WritingStyle(old.style.language, comma))


def _zone(_: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    return replace(old, zone=" ".join(values)[:64])


def _quiet(request: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, quiet=None)
    if len(values) != 2:
        raise _either(request, "quiet 23:00 8:00", "quiet none")
    return replace(old, quiet=(_minute(values[0]), _minute(values[1])))


def _minute(text: str) -> int:
    hours, colon, minutes = text.partition(":")
    if not colon or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (hours, minutes)):
        raise Illegal("Quiet hours are times such as 22:30.")
    return int(hours) * 60 + int(minutes)


def _vacation(request: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    if [value.casefold() for value in values] == ["none"]:
        return replace(old, away=None)
    time, now = clocks.duration("".join(values).lower()), request.host.now()
    if time is None:
        raise _either(request, "vacation 7d", "vacation none")
    return replace(old, away=(now, now + time))


def _rings(_: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    said = values[0].casefold() if values else ""
    if said not in RINGS:
        raise Illegal("Say for what I am to ring: {names}.", names=list(RINGS))
    return replace(old, rings=RINGS[said])


def _language(_: Request, old: ReachableHours, values: list[str]) -> ReachableHours:
    if values[:1] not in [[each] for each in words.languages()]:
        raise Illegal("I speak these languages: {names}.", names=words.languages())
    return replace(old, style=WritingStyle(values[0], old.style.comma))


SETTINGS = {
    "language": _language,
    "reminders": _reminders,
    "numbers": _numbers,
    "zone": _zone,
    "quiet": _quiet,
    "vacation": _vacation,
    "rings": _rings,
}


# -- all at once


def set_all(request: Request, wanted: Mapping[str, str]) -> None:
    """Set what a form has: each setting by its name; quiet hours and a vacation by where they begin and end."""
    old, zone, comma = habits(request), wanted["zone"], wanted["comma"]
    since, until = _minute(wanted["from"]), _minute(wanted["until"])
    new = replace(old, zone=zone, quiet=None if since == until else (since, until), away=None)
    new = replace(new, reminders=bool(wanted["reminders"]), rings=RINGS.get(wanted["rings"], old.rings))
    new = replace(new, style=WritingStyle(old.style.language, comma if comma in COMMAS else old.style.comma))
    accounts.check(new, request.host.now())
    away = _until(wanted["away"], zone, request.host.now())
    accounts.set_habits(request.host, request.somebody().id, replace(new, away=away))


def _until(day: str, zone: str, now: float) -> tuple[float, float] | None:
    """From now to the end of that day."""
    if not day:
        return None
    try:
        last = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=ZoneInfo(zone))
        back = (last + timedelta(days=1)).timestamp()
    except (ValueError, OverflowError):
        raise Illegal("A vacation ends on a day such as 2031-08-24.") from None
    if back <= now:
        raise Illegal("That day lies in the past.")
    return now, back
