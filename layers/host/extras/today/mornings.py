"""Keep which places want the game of the day every morning, and post it there when its hour has come.

A place's record stands in an index of its own, at the next morning; who posts it moves the record on in the same
transaction, so that it is posted once however many processes look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import Illegal, Ruleset, Told, phrase
from engine.rulesets import RULESETS
from host.core import statistics
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.game_options import TODAY
from host.core.session import Post, WritingStyle, clean_display_name
from host.core.store.items import DeleteItem, Failed, Item, PutItem, prepare_post_put
from host.core.store.store import Store
from host.said.answers import DeskAnswer, answer_sentence
from host.said.desk import settings, tables
from host.said.desk.request import DeskRequest

MORNING = "morning"  # the partition of all records, and the index in which they stand
MOST_MORNINGS = 50  # mornings that one look at the clock posts
MOST_ROWS = 10  # of yesterday's table
MOST_GAMES = 30  # of a place, whose players belong to it
MOST_LOADED = 200  # of a place, to find the newest
MOST_PEOPLE = 200  # who have said that they belong to a place
EIGHT = 8 * 60
PLAY_TODAY = (
    "Today’s quiz: {title}. Everybody gets the same questions, once. Play it when you like. Nobody waits for you."
)
HOW_EITHER = "To play it, open {link} or write {command} to me in private."
HOW_PAGE, HOW_COMMAND = "To play it, open {link}", "To play today’s quiz, write {command} to me in private."
YESTERDAY = "Yesterday here: {rows}."
YESTERDAY_ROW = "{n}. {name} {amount:$}"
NOBODY_YESTERDAY = "Yesterday nobody here played the quiz."


class Morning(Struct):
    """That a place wants the game of the day: at which minute of the day in which zone, how it is played from there,
    and who has asked there how to play it.
    """

    minute: int = EIGHT
    zone: str = "UTC"
    link: str = ""  # the address of the host's page
    command: str = ""  # as one types it there
    style: WritingStyle = WritingStyle()
    people: list[str] = field(default_factory=list)


_morning = msgspec.json.Decoder(Morning)


def compute_next_post(now: float, morning: Morning) -> float:
    """Return the next time after `now` at which it is, in the place's time zone, the minute of the day set for its
    morning post.
    """
    zone = ZoneInfo(morning.zone)
    here = datetime.fromtimestamp(now, zone)
    for days in (0, 1, 2):
        day = datetime(here.year, here.month, here.day, morning.minute // 60, morning.minute % 60)  # noqa: DTZ001 - its zone comes next
        moment = (day + timedelta(days=days)).replace(tzinfo=zone).timestamp()
        if moment > now:
            return moment
    return now + timedelta(days=1).total_seconds()


def load_morning(store: Store, place: str) -> Morning | None:
    """Return a place's settings for its morning post of the game of the day (when, and how it is played from there), or
    None if nothing is posted there.
    """
    return store.read(store.table.get(MORNING, place), _morning.decode)


def is_posted_in(host: HostContext, place: str) -> bool:
    """Return whether the game of the day is posted in this place every morning."""
    return host.store.table.get(MORNING, place) is not None


def save_morning(host: HostContext, place: str, morning: Morning) -> None:
    """Save a place's settings for its morning post, in place of earlier ones, so that the game of the day is posted
    there from the next time on at which it is that time of day.
    """
    host.store.table.write([PutItem(_build_item(place, morning, compute_next_post(host.now(), morning)))])


def drop_morning(host: HostContext, place: str) -> None:
    """Stop posting the game of the day in this place, and delete its settings for that, also who has asked there; do
    nothing if there are none.
    """
    host.store.table.write([DeleteItem(MORNING, place)])


def add_person(host: HostContext, place: str, person: str) -> None:
    """Note that a person belongs to a place, so that their result of the game of the day counts in its ranking from now
    on, in place of the one noted first if there are too many; do nothing if no game of the day is posted there, or its
    settings are changed at this very moment.
    """
    item = host.store.table.get(MORNING, place)
    morning = host.store.read(item, _morning.decode)
    if item and morning and person not in morning.people:
        people = [*morning.people, person][-MOST_PEOPLE:]
        with suppress(Failed):  # the next time they ask
            host.store.table.write([_build_change(item, replace(morning, people=people))])


def move_morning(host: HostContext, old: str, new: str) -> None:
    """Move a place's settings for its morning post from the `old` address to the `new` one. Called when a place gets a
    new address.
    """
    item = host.store.table.get(MORNING, old)
    if item is not None:
        host.store.table.write([PutItem(replace(item, sk=new)), DeleteItem(MORNING, old)])


def _build_item(place: str, morning: Morning, when: float, version: int = 1) -> Item:
    """Return the stored item of a place's morning post, which stands in its index at the time `when`."""
    return Item(MORNING, place, msgspec.json.encode(morning), version, index=MORNING, when=when)


def _build_change(item: Item, morning: Morning, when: float = 0.0) -> PutItem:
    """Return the write that changes a place's stored morning post, due at `when` (or as before, if 0), if it was not
    changed meanwhile.
    """
    return PutItem(_build_item(item.sk, morning, when or item.when, item.version + 1), item.version)


# -- when the hour has come


def post_due_mornings(host: HostContext) -> None:
    """Post the game of the day in the places whose time for it has come, up to a maximum at once; in none if the
    host is closing for good.
    """
    due = host.store.table.due_before(MORNING, host.now(), limit=MOST_MORNINGS)
    if due and not host.store.is_closing():
        for entry in due:
            _post_morning(host, entry.sk)


def _post_morning(host: HostContext, place: str) -> None:
    """Queue the morning post of a place if it is due, and set the time of the next one; only one process does it.
    Settings that cannot be read are deleted.
    """
    item = host.store.table.get(MORNING, place)
    if item is None or item.when > host.now():
        return
    morning = host.store.read(item, _morning.decode)
    if morning is None:
        drop_morning(host, place)
        return
    now = host.now()
    stamp = max(int(now * 1000), *(post.stamp + 1 for post in host.store.load_posts(place)), 0)
    post = Post(place, "", stamp, build_morning_lines(host, place, morning), style=morning.style)
    with suppress(Failed):  # another process has posted it
        moved = _build_change(item, morning, compute_next_post(now, morning))
        host.store.table.write([moved, prepare_post_put(post, now)])


def find_dated_ruleset() -> Ruleset[Any] | None:
    """Return the ruleset of the game of the day, in which everybody gets the same questions on one date, or None if
    this host has none.
    """
    return next((rules for rules in RULESETS.values() if rules.dated), None)


def build_morning_lines(host: HostContext, place: str, morning: Morning) -> list[Told]:
    """Build the lines that are posted in a place in the morning: today's game, how to play it, and yesterday's
    ranking of the people of this place; empty if the host has no game of the day.
    """
    rules = find_dated_ruleset()
    if rules is None:
        return []
    yesterday = datetime.fromtimestamp(host.now(), UTC).date() - timedelta(days=1)
    return [
        Told(PLAY_TODAY, {"title": rules.title}),
        build_how_line(morning.link, morning.command),
        _build_table_line(host, rules, f"{yesterday}", list_people(host, place, morning)),
    ]


def build_how_line(link: str, command: str) -> Told:
    """Build the announcement (a Told, still to be written in the readers' language) that says how to play the game
    of the day: on the page at this address, by this command, or either; an empty one is left out.
    """
    text = HOW_EITHER if link and command else HOW_PAGE if link else HOW_COMMAND
    return Told(text, {"link": link, "command": command})


def list_people(host: HostContext, place: str, morning: Morning) -> set[str]:
    """Return the ids of the people who belong to a place: players of its thirty newest games (among the first two
    hundred by id, so that a place with very many costs no more), and those who have asked there how to play the game of
    the day.
    """
    owner = f"chat:{place}"
    games = [*host.store.list_open_game_ids(owner), *host.store.list_past_game_ids(owner)]
    sessions = sorted(
        (saved.session for saved in host.store.load_games(games[:MOST_LOADED])), key=lambda session: -session.made
    )
    players = {player.person for session in sessions[:MOST_GAMES] for player in session.players}
    return {person for person in (*players, *morning.people) if person}


def _build_table_line(host: HostContext, rules: Ruleset[Any], day: str, people: set[str]) -> Told:
    """Build the line with the ten first rows of the ranking of the game of this day (`2026-11-30`) among the people
    with these ids; equal amounts share a place, and another line says so if none of them played.
    """
    found = [
        each for each in statistics.load_and_prune_best_table(host, rules, f"{rules.dated}.{day}") if each[0] in people
    ]
    names = host.store.load_person_names([person for person, _ in found[:MOST_ROWS]])
    amounts = [amount for _, amount in found]
    rows = [
        phrase(YESTERDAY_ROW, n=amounts.index(amount) + 1, name=clean_display_name(names[who]), amount=amount)
        for who, amount in found[:MOST_ROWS]
        if who in names
    ]
    return Told(YESTERDAY, {"rows": rows}) if rows else Told(NOBODY_YESTERDAY, {})


# -- what is kept of people


def _iter_with(store: Store, person: str) -> Iterator[tuple[Item, Morning]]:
    """Yield, as (stored item, settings), the morning posts of all places in whose daily ranking the person with this id
    has asked to be listed.
    """
    first = ""
    while items := store.table.query(MORNING, first):
        for item in items:
            found = store.read(item, _morning.decode)
            if found and person in found.people:
                yield item, found
        first = f"{items[-1].sk}\x00"


def export_person_data(store: Store, person: str) -> object:
    """Return, for the download of a person's data, the places in whose daily ranking they have asked to be listed."""
    return [item.sk for item, _ in _iter_with(store, person)]


def delete_person_data(store: Store, person: str) -> None:
    """Remove a person from the daily rankings of all places in which they have asked to be listed."""
    hand_over_person_data(store, person, "")


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """List the person `stays` in place of `goes` in the daily rankings of places, when two accounts are merged; nobody
    if `stays` is empty.
    """
    while left := [*_iter_with(store, goes)]:
        for item, found in left:
            people = [person for person in found.people if person not in (goes, stays)]
            with suppress(Failed):  # something was posted there meanwhile, say: it is found again
                store.table.write([_build_change(item, replace(found, people=[*people, *([stays] if stays else [])]))])


WORD = "today"
POSTED = "Every day at {time} ({zone}) I post today’s quiz here, with yesterday’s table. To end this, write {off}"
POSTING_ENDED = "I do not post the quiz of the day here any more."
HOW_TO_POST = "An admin can have the quiz of the day posted here every morning with {line}"
UNCLEAR = "Write {on} or {off}"
NO_QUIZ = "This host has no quiz of the day."
OFF, ON = "off", "on"
HOUR = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?", re.ASCII)


def play_or_set_up(request: DeskRequest) -> DeskAnswer:
    """Let a person play the game of the day in a private chat where that is possible. Elsewhere tell how to play it,
    or, in a group, if words follow: with a time of day and perhaps a time zone, or `on`, post it there every morning
    from now on, with `off` stop that. Raise Illegal if this host has no such game, for other words, or if who sets it
    up does not manage the group.
    """
    rules = find_dated_ruleset()
    if rules is None:
        raise Illegal(NO_QUIZ, code="no_quiz_of_the_day")
    if request.is_direct and request.plays_in_private:
        return _play_alone(request, rules.name, rules.dated)
    words = request.words.split()
    return _set_up(request, words) if words and not request.is_direct else _explain(request)


def _play_alone(request: DeskRequest, name: str, option: str) -> DeskAnswer:
    """Open a table for the game of today in the ruleset `name`, whose option `option` takes the date, and begin it at
    once; return the answer, which may be a refusal of either.
    """
    answer = tables.open_new_table(request, name, "evening", {option: TODAY})
    if not answer.ok:
        return answer
    begun = tables.begin_table_game(request, tables.read_session(request, answer.game))
    return begun if begun.lines else answer


def _explain(request: DeskRequest) -> DeskAnswer:
    """Tell how to play the game of the day; in a group where it is posted, the person who asks also appears in its
    results from now on.
    """
    how = build_how_line(_read_link(request), _read_command(request))
    found = None if request.is_direct else load_morning(request.host.store, request.place)
    if found is None:
        more = answer_sentence(HOW_TO_POST, line=request.format_command(f"{WORD} 8:00 Europe/London"))
        return DeskAnswer([how, *([] if request.is_direct else more.lines)])
    add_person(request.host, request.place, request.require_person().id)
    return DeskAnswer([how, *_tell_posted(request, found).lines])


def _read_link(request: DeskRequest) -> str:
    """Return the address of the host's front page; empty if the host has no page."""
    return request.format_page_address("/") if request.web else ""


def _read_command(request: DeskRequest) -> str:
    """Return the command that plays the game of the day in private, as one types it there; empty where nobody plays
    in private.
    """
    return request.format_command(WORD) if request.plays_in_private else ""


def _set_up(request: DeskRequest, words: list[str]) -> DeskAnswer:
    """Begin or change the morning post in a group as the words say (with `on` at the usual time of day), or stop it
    with `off`; return the answer. Who belongs to the group stays. Raise Illegal unless the person manages the group and
    the words are `on`, `off`, or a time and perhaps a zone.
    """
    settings.check_manages_place(request)
    if words[0].casefold() == OFF:
        drop_morning(request.host, request.place)
        return answer_sentence(POSTING_ENDED)
    before = load_morning(request.host.store, request.place)
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
    save_morning(request.host, request.place, found)
    return _tell_posted(request, found)


def _read_hour(request: DeskRequest, found: Morning, words: list[str]) -> Morning:
    """Return the group's morning post `found` with the hour and, if one is typed, the time zone of these words; nothing
    is saved. Raise Illegal if they are not a time of day, alone or with a known zone.
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
    """Return the answer that says at what time the game of the day is posted here, and how to stop that."""
    off = request.format_command(f"{WORD} {OFF}")
    return answer_sentence(POSTED, time=clocks.format_minute_of_day(found.minute), zone=found.zone, off=off)
