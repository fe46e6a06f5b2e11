"""The game of the day at the desk: play it in private, ask in a group how to, and let it be posted there."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

from msgspec.structs import replace

from engine.kernel import Illegal
from host.core.deadlines import clocks
from host.core.game_options import TODAY
from host.extras.today import mornings
from host.extras.today.mornings import Morning
from host.said.answers import DeskAnswer, answer_sentence
from host.said.desk import settings, tables
from host.said.desk.request import DeskRequest

WORD = "today"
POSTED = "Every day at {time} ({zone}) I post today’s quiz here, with yesterday’s table. To end this, write {off}"
POSTING_ENDED = "I do not post the quiz of the day here any more."
HOW_TO_POST = "An admin can have the quiz of the day posted here every morning with {line}"
UNCLEAR = "Write {on} or {off}"
NO_QUIZ = "This host has no quiz of the day."
OFF, ON = "off", "on"
HOUR = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?", re.ASCII)


def play_or_set_up(request: DeskRequest) -> DeskAnswer:
    """Let a person play the game of the day in a private chat. In a group, tell how to play it; with a time of day and
    a time zone post it there every morning from now on, with `off` stop that.
    """
    rules = mornings.find_dated_ruleset()
    if rules is None:
        raise Illegal(NO_QUIZ, code="no_quiz_of_the_day")
    if request.is_direct and request.plays_in_private:
        return _play_alone(request, rules.name, rules.dated)
    words = request.words.split()
    return _set_up(request, words) if words and not request.is_direct else _explain(request)


def _play_alone(request: DeskRequest, name: str, option: str) -> DeskAnswer:
    answer = tables.open_new_table(request, name, "evening", {option: TODAY})
    if not answer.ok:
        return answer
    begun = tables.begin_table_game(request, tables.read_session(request, answer.game))
    return begun if begun.lines else answer


def _explain(request: DeskRequest) -> DeskAnswer:
    """Tell how to play the game of the day; in a group where it is posted, the person who asks also appears in its
    results from now on.
    """
    how = mornings.build_how_line(_read_link(request), _read_command(request))
    found = None if request.is_direct else mornings.load_morning(request.host.store, request.place)
    if found is None:
        more = answer_sentence(HOW_TO_POST, line=request.format_command(f"{WORD} 8:00 Europe/London"))
        return DeskAnswer([how, *([] if request.is_direct else more.lines)])
    mornings.add_person(request.host, request.place, request.require_person().id)
    return DeskAnswer([how, *_tell_posted(request, found).lines])


def _read_link(request: DeskRequest) -> str:
    return request.format_page_address("/") if request.web else ""


def _read_command(request: DeskRequest) -> str:
    return request.format_command(WORD) if request.plays_in_private else ""


def _set_up(request: DeskRequest, words: list[str]) -> DeskAnswer:
    """Begin or change the morning post in a group as the words say, or stop it with `off`; return the answer."""
    settings.check_manages_place(request)
    if words[0].casefold() == OFF:
        mornings.drop_morning(request.host, request.place)
        return answer_sentence(POSTING_ENDED)
    before = mornings.load_morning(request.host.store, request.place)
    zone = before.zone if before else request.require_person().habits.zone
    found = Morning(
        link=_read_link(request),
        command=_read_command(request),
        style=request.style,
        zone=zone,
        people=before.people if before else [],
    )
    if words[0].casefold() != ON:
        found = _read_hour(request, found, words)
    mornings.save_morning(request.host, request.place, found)
    return _tell_posted(request, found)


def _read_hour(request: DeskRequest, found: Morning, words: list[str]) -> Morning:
    """Return the group's morning post `found` changed to the hour and time zone in the typed words; raise Illegal if
    they are not a time of day and a zone.
    """
    hour, *zones = words
    read = HOUR.fullmatch(hour)
    zone = next((name for name in available_timezones() if name.casefold() == "".join(zones).casefold()), "")
    if read is None or (zones and not zone):
        raise Illegal(
            UNCLEAR,
            code="unclear_setting",
            on=request.format_command(f"{WORD} 8:00 Europe/London"),
            off=request.format_command(f"{WORD} {OFF}"),
        )
    return replace(found, minute=60 * int(read[1]) + int(read[2] or 0), zone=zone or found.zone)


def _tell_posted(request: DeskRequest, found: Morning) -> DeskAnswer:
    off = request.format_command(f"{WORD} {OFF}")
    return answer_sentence(POSTED, time=clocks.format_minute_of_day(found.minute), zone=found.zone, off=off)
