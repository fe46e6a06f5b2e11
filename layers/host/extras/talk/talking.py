"""Table talk at the desk: who may react and speak around a table, how much, and what can be done about words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from engine.kernel import PUBLIC, Illegal
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import OVER, Command, Session, clean_display_name, clean_line, has_host_rights, is_game_opener
from host.core.store.items import HIGHEST, MOST_OPS, DeleteItem, Failed, Item, Op, PutItem, iter_items, list_headings
from host.core.store.store import Store
from host.core.transaction import check_not_removed
from host.said.answers import DeskAnswer
from host.said.desk.request import DeskRequest
from host.shown import views

TALK_KEPT_SECONDS = 7 * 86400.0
HIDDEN_SECONDS = 366 * 86400.0  # longer than games last


MOST_WORDS = 100  # at a table, and as many that were reported; the oldest make room


MOST_REACTIONS = 1000  # reactions to what is looked at together


SAID, FELT_PREFIX, HID, PACE = "said/", "felt/", "hid/", "pace/"


TALKED, HIDES = (
    "talked/",
    "hides/",
)  # headings at a person: games where they have talked, and have hidden or been hidden


HEAD, MANNER, REPORTED = "head", "manner", "reported"


class TalkSettings(Struct, frozen=True):
    """How a table talks, as its opener wants it: not at all, by reactions, in words; and how long between two
    messages.
    """

    on: bool = True
    words: bool = False
    slow: float = 0.0
    shut: bool = False  # by the operator


class TalkMessage(Struct):
    """A message that somebody has sent at a table."""

    person: str
    text: str
    at: float
    reported: bool = False

    @property
    def key(self) -> str:
        """The remark's key in the store, which sorts remarks in the order in which they were sent."""
        return f"{SAID}{int(self.at * 1000):015d}/{self.person}"

    @property
    def id(self) -> str:
        """A short id of the remark for pages and forms, from which nobody can tell who sent it."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:12]


class TalkPace(Struct):
    """How many messages and reactions somebody has sent at a table that day, and when the last one."""

    at: float = 0.0
    day: int = 0
    said: int = 0
    felt: int = 0


_talk_settings_decoder = msgspec.json.Decoder(TalkSettings)


_talk_message_decoder = msgspec.json.Decoder(TalkMessage)


_talk_pace_decoder = msgspec.json.Decoder(TalkPace)


def load_talk_version(store: Store, game: str) -> str:
    """Return a value that changes whenever somebody says something, reacts, removes or reports at this table, or its
    settings change, so that pages can find out cheaply whether there is anything new; empty if there never was
    anything.
    """
    return store.read(store.table.get(_build_talk_key(game), HEAD), bytes.decode) or ""


def load_talk_settings(store: Store, game: str) -> TalkSettings:
    """Return how people may talk at this table: not at all, by reactions (if nobody has set it), or in words, with how
    many seconds apart, and whether the operator has stopped it.
    """
    return store.read(store.table.get(_build_talk_key(game), MANNER), _talk_settings_decoder.decode) or TalkSettings()


def write_talk_settings(store: Store, game: str, new: TalkSettings, fresh: str) -> None:
    """Save how people may talk at this table, and set its talk version (by which pages notice a change) to `fresh`."""
    store.table.write(
        [
            PutItem(Item(_build_talk_key(game), MANNER, msgspec.json.encode(new))),
            _build_talk_version_put(game, fresh, 0.0),
        ]
    )


def list_talk_messages(store: Store, game: str, now: float) -> list[TalkMessage]:
    """Return the remarks at this table that have not expired, in the order in which they were sent."""
    items = store.table.query(_build_talk_key(game), SAID, f"{SAID}{HIGHEST}")
    return [word for item in items if item.until > now and (word := store.read(item, _talk_message_decoder.decode))]


def load_reactions(store: Store, game: str, first: int, now: float) -> dict[int, dict[str, str]]:
    """Return who gave which reaction to the entries of the game's log, from number `first` on: by entry, then by
    person's id; a thousand at most, without expired ones.
    """
    found: dict[int, dict[str, str]] = {}
    items = store.table.query(
        _build_talk_key(game), f"{FELT_PREFIX}{first:07d}", f"{FELT_PREFIX}{HIGHEST}", MOST_REACTIONS
    )
    for item in (item for item in items if item.until > now):
        _, entry, person = item.sk.split("/")
        if felt := store.read(item, bytes.decode):
            found.setdefault(int(entry), {})[person] = felt
    return found


def list_hidden_people(store: Store, game: str, person: str, now: float) -> set[str]:
    """Return the ids of the people whose remarks a person has hidden for themselves at this table in the last year."""
    lead = f"{HID}{person}/"
    items = store.table.query(_build_talk_key(game), lead, f"{lead}{HIGHEST}")
    return {item.sk.removeprefix(lead) for item in items if item.until > now}


def load_talk_pace(store: Store, game: str, person: str) -> tuple[TalkPace, int]:
    """Return the stored record of how much a person has said at this table on the day that it names, perhaps an earlier
    one, which counts for the limits, and the record's version; an empty record and 0 if there is none.
    """
    item = store.table.get(_build_talk_key(game), f"{PACE}{person}")
    return store.read(item, _talk_pace_decoder.decode) or TalkPace(), item.version if item else 0


def save_talk_message(store: Store, game: str, word: TalkMessage, paced: tuple[TalkPace, int], fresh: str) -> None:
    """Save a remark, delete the oldest ones beyond the limit, but none that was reported, and set the table's talk
    version (by which pages notice a change) to `fresh`. Raise Failed if the author has sent something else meanwhile.
    """
    until = word.at + TALK_KEPT_SECONDS
    ops = _build_room_deletes(store, game, word)
    ops.append(PutItem(Item(_build_talk_key(game), word.key, msgspec.json.encode(word), until=until)))
    store.table.write([*ops, *_build_sender_ops(game, word.person, paced, fresh, until)])


def _build_room_deletes(store: Store, game: str, word: TalkMessage) -> list[Op]:
    """Return the writes that delete, to make room for this remark, the oldest others beyond the limit: reported ones if
    it is reported, else those that are not.
    """
    others = [each for each in list_talk_messages(store, game, 0.0) if each.key != word.key]
    there = [each for each in others if each.reported == word.reported]
    old = there[: max(0, len(there) + 1 - MOST_WORDS)][: MOST_OPS // 4]
    return [change for each in old for change in _build_message_deletes(game, each.key)]


def save_log_reaction(
    store: Store, game: str, person: str, entry: int, felt: str, paced: tuple[TalkPace, int], fresh: str, now: float
) -> None:
    """Save a person's reaction (`felt`) to an entry of the game's log, or delete it if `felt` is empty, save with it
    how much they have said (`paced`), and set the talk version (by which pages notice a change) to `fresh`. Raise
    Failed if they have sent something else meanwhile.
    """
    where, until = (_build_talk_key(game), f"{FELT_PREFIX}{entry:07d}/{person}"), now + TALK_KEPT_SECONDS
    change: Op = PutItem(Item(*where, felt.encode(), until=until)) if felt else DeleteItem(*where)
    store.table.write([change, *_build_sender_ops(game, person, paced, fresh, until)])


def _build_sender_ops(game: str, person: str, paced: tuple[TalkPace, int], fresh: str, until: float) -> list[Op]:
    """Return the writes that go with everything a person says at a table: how much they have said, that they have
    talked there, and the new talk version.
    """
    found, version = paced
    kept = Item(_build_talk_key(game), f"{PACE}{person}", msgspec.json.encode(found), version + 1, until=until)
    return [
        PutItem(kept, version),
        PutItem(Item(f"person:{person}", f"{TALKED}{game}", until=until + TALK_KEPT_SECONDS)),
        _build_talk_version_put(game, fresh, until),
    ]


def hide_person(store: Store, game: str, person: str, other: str, now: float) -> None:
    """Hide the remarks that `other` makes at this table from `person`, for a year from now, longer than games last."""
    until = now + HIDDEN_SECONDS
    store.table.write(
        [
            PutItem(Item(_build_talk_key(game), f"{HID}{person}/{other}", until=until)),
            *(
                PutItem(Item(f"person:{each}", f"{HIDES}{game}", until=until + TALK_KEPT_SECONDS))
                for each in (person, other)
            ),
        ]
    )


def show_hidden_people(store: Store, game: str, person: str) -> None:
    """Show a person again the remarks of all people whom they had hidden at this table, at most 49 at once."""
    key, lead = _build_talk_key(game), f"{HID}{person}/"
    notes = [item.sk for item in store.table.query(key, lead, f"{lead}{HIGHEST}", MOST_OPS // 2 - 1)]
    store.table.write([*(DeleteItem(key, note) for note in notes), *_build_hides_deletes(store, game, person, notes)])


def _build_hides_deletes(store: Store, game: str, person: str, gone: Sequence[str]) -> list[Op]:
    """Return the writes that delete the headings that people have hidden somebody or been hidden at this table: of this
    person and those named in the notes `gone`, if no other note of who hides whom names them.
    """
    notes = [item.sk for item in iter_items(store.table, _build_talk_key(game), HID)]
    left = {who for note in notes if note not in gone for who in note.split("/")}
    people = {person, *(who for note in gone for who in note.removeprefix(HID).split("/"))}
    return [DeleteItem(f"person:{who}", f"{HIDES}{game}") for who in sorted(people - left)]


def remove_talk_message(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """Delete a remark at this table and the note that it was reported, and set the table's talk version (by which pages
    notice a change) to `fresh`.
    """
    store.table.write(
        [*_build_message_deletes(game, word.key), _build_talk_version_put(game, fresh, word.at + TALK_KEPT_SECONDS)]
    )


def report_talk_message(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """Mark a remark, in the object `word` too, as reported to the operator, and set the table's talk version (by which
    pages notice a change) to `fresh`; delete the oldest reported ones beyond the limit. Who reported it is not stored.
    """
    word.reported, until = True, word.at + TALK_KEPT_SECONDS
    marked = PutItem(Item(_build_talk_key(game), word.key, msgspec.json.encode(word), until=until))
    store.table.write(
        [
            *_build_room_deletes(store, game, word),
            marked,
            PutItem(Item(REPORTED, f"{game}/{word.key}", until=until)),
            _build_talk_version_put(game, fresh, until),
        ]
    )


def iter_reported_messages(store: Store, now: float) -> Iterator[tuple[str, TalkMessage]]:
    """Yield all reported remarks that are neither deleted nor expired, each with the id of its game before it."""
    for item in store.table.query(REPORTED):
        game, _, key = item.sk.partition("/")
        if item.until > now and (
            word := store.read(store.table.get(_build_talk_key(game), key), _talk_message_decoder.decode)
        ):
            yield game, word


def _build_message_deletes(game: str, key: str) -> list[Op]:
    """Return the writes that delete a remark, and the note that it was reported."""
    return [DeleteItem(_build_talk_key(game), key), DeleteItem(REPORTED, f"{game}/{key}")]


def _build_talk_version_put(game: str, fresh: str, until: float) -> PutItem:
    """Return the write that sets the version of a table's talk, which is kept until `until` (0: for ever)."""
    return PutItem(Item(_build_talk_key(game), HEAD, fresh.encode(), until=until))


def _build_talk_key(game: str) -> str:
    """Return the partition key of the talk at a game's table."""
    return f"talk/{game}"


# -- a person and all of theirs


def load_talk_of_person(store: Store, person: str) -> dict[str, list[Item]]:
    """Return everything stored about a person's table talk (remarks, reactions, hidden people, how much they said),
    by game; a game may have none any more.
    """
    games = {game for kind in (TALKED, HIDES) for game in list_headings(store.table, f"person:{person}", kind)}
    return {game: list(_iter_items_of_person(store, game, person)) for game in sorted(games)}


def _iter_items_of_person(store: Store, game: str, person: str) -> Iterator[Item]:
    """Iterate over all stored items of a table's talk whose keys name this person, including those by which others
    hide them.
    """
    first = ""
    while items := store.table.query(_build_talk_key(game), first):
        yield from (item for item in items if person in item.sk.split("/"))
        first = items[-1].sk + "\x00"


def export_person_data(store: Store, person: str) -> list[dict[str, object]]:
    """Return a person's remarks and reactions, and how many people they have hidden, by game, for their download;
    without games where there is none of these.
    """
    found: list[dict[str, object]] = []
    for game, items in load_talk_of_person(store, person).items():
        said = [
            word
            for item in items
            if item.sk.startswith(SAID) and (word := store.read(item, _talk_message_decoder.decode))
        ]
        felt = [(item.sk.split("/")[1], item.body.decode()) for item in items if item.sk.startswith(FELT_PREFIX)]
        hides = sum(item.sk.startswith(f"{HID}{person}/") for item in items)
        if not (said or felt or hides):
            continue
        found.append(
            {
                "game": game,
                "words": [{"at": word.at, "text": word.text} for word in said],
                "reactions": [{"entry": int(entry), "felt": kind} for entry, kind in felt],
                "hides": hides,
            }
        )
    return found


def delete_person_data(store: Store, person: str) -> None:
    """Delete all of a person's remarks and reactions, and notes of whom they have hidden and who has hidden them."""
    for game, items in load_talk_of_person(store, person).items():
        changes = [change for item in items for change in _build_talk_deletes(game, item.sk)]
        notes = [item.sk for item in items if item.sk.startswith(HID)]
        headings = _build_hides_deletes(store, game, person, notes)
        _write_talk_batches(store, [*changes, DeleteItem(f"person:{person}", f"{TALKED}{game}"), *headings])


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the remarks and reactions of the person `goes`, and notes of whom they have hidden and who has hidden them,
    to the person `stays`, when their accounts are merged, in place of what that one has at the same spot. Of how much
    the two have said on the last day, the greater numbers are kept, so that a limit does not begin anew.
    """
    for game, items in load_talk_of_person(store, goes).items():
        changes: list[Op] = []
        for item in items:
            changes += [*_build_talk_deletes(game, item.sk), *_build_renamed_puts(store, game, item, goes, stays)]
        for kind in (TALKED, HIDES):
            changes += _build_heading_handover(store, f"{kind}{game}", goes, stays)
        _write_talk_batches(store, changes)


def _build_heading_handover(store: Store, heading: str, goes: str, stays: str) -> list[Op]:
    """Return the writes that give the person `stays` this heading of the person `goes`, kept as long as the longer one
    of the two; none if `goes` has none.
    """
    given, there = (store.table.get(f"person:{each}", heading) for each in (goes, stays))
    if given is None:
        return []
    until = max(given.until, there.until if there else 0.0)
    return [PutItem(Item(f"person:{stays}", heading, until=until)), DeleteItem(f"person:{goes}", heading)]


def _build_talk_deletes(game: str, key: str) -> list[Op]:
    """Return the writes that delete an item of a table's talk; for a remark, also the note that it was reported."""
    return _build_message_deletes(game, key) if key.startswith(SAID) else [DeleteItem(_build_talk_key(game), key)]


def _build_renamed_puts(store: Store, game: str, item: Item, goes: str, stays: str) -> list[Op]:
    """Return the writes that store an item of the table talk under the person `stays` in place of `goes`; none for a
    note that one of the two has hidden the other.
    """
    sk = "/".join(stays if part == goes else part for part in item.sk.split("/"))
    if sk == f"{HID}{stays}/{stays}":
        return []
    if sk.startswith(PACE):
        paces = [load_talk_pace(store, game, person)[0] for person in (goes, stays)]
        return [PutItem(msgspec.structs.replace(item, sk=sk, body=msgspec.json.encode(_join_paces(paces))))]
    word = store.read(item, _talk_message_decoder.decode) if sk.startswith(SAID) else None
    if word is None:
        return [PutItem(msgspec.structs.replace(item, sk=sk))]
    word.person = stays
    moved = PutItem(msgspec.structs.replace(item, sk=sk, body=msgspec.json.encode(word)))
    return [moved, PutItem(Item(REPORTED, f"{game}/{sk}", until=item.until))] if word.reported else [moved]


def _join_paces(paces: Sequence[TalkPace]) -> TalkPace:
    """Return one record of how much was said on the last day that these records name: the greatest of each number, not
    their sum, so that joining them again after a crash changes nothing.
    """
    at, day = max(each.at for each in paces), max(each.day for each in paces)
    last = [each for each in paces if each.day == day]
    return TalkPace(at, day, max(each.said for each in last), max(each.felt for each in last))


def _write_talk_batches(store: Store, changes: Sequence[Op]) -> None:
    """Carry out these writes in order, as many together as a transaction takes; if one transaction fails, those before
    it stay.
    """
    for start in range(0, len(changes), MOST_OPS):
        store.table.write(changes[start : start + MOST_OPS])


FELT = ("clap", "gasp", "laugh", "love")


MAX_REMARK_LENGTH = 200


DIGITS = 8  # of the number of an entry


REACTION_LOG_ENTRIES = 60  # entries of the log to which one can react


TALK_AFTER_END = 2 * clocks.DAY  # for so long after its end a table talks


BREATH = 3.0  # seconds between two words of one person, however quick the table is


MOST_SAID, MOST_FELT = 100, 400  # by one person at one table in a day


REMARK_INTERVALS = (0.0, 60.0, 600.0)  # seconds between two words, to choose from


NOT_HERE = "Talking is switched off in this game."


TALK_SHUT = "The person who runs this host has stopped all talk in this game."


NO_WORDS = "The player who opened this game allows only reactions and no words."


TALK_ELSEWHERE = "To talk, use the group or thread of this game. Here you can only react."


ENDED = "The game ended some days ago, so nobody can talk here any more."


NOTHING_THERE = "There is no public message here that you can react to, or it is too old."


REMARK_TOO_LONG = "That is too long. Use at most {most} characters."


NOT_SEATED = "Only players in this game can talk here. Everybody can react."


TOO_SOON = "Please wait {time} before you write again."


TOO_MANY_REMARKS = "You have reached today’s limit of messages in this game."


REMARK_GONE = "This message is not there any more."


OWN_REMARK = "This message is your own."


ODD = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


class TableRemark(Struct):
    """A remark as one viewer sees it."""

    id: str
    name: str
    seat: str
    text: str
    at: float
    mine: bool
    reported: bool  # as its host is told


class TableTalk(Struct):
    """All that is said around a table, as one viewer sees it."""

    manner: TalkSettings
    ended: bool
    elsewhere: list[str]  # the places where the game is shown, and where its players talk
    felt: dict[int, dict[str, list[str]]]  # by entry and feeling, the names
    mine: dict[int, str]
    words: list[TableRemark] = field(default_factory=list)
    speaks: bool = False
    hides: int = 0


# -- what there is


def collect_table_talk(host: HostContext, session: Session, person: str) -> TableTalk:
    """Collect the reactions to the latest sixty entries of the log and, where talk in words is allowed, the remarks at
    a table that this person sees, without those of people they have hidden.
    """
    now, game = host.now(), session.id
    manner = load_talk_settings(host.store, game)
    hidden = list_hidden_people(host.store, game, person, now) if person else set()
    felt = load_reactions(host.store, game, max(0, session.entries - REACTION_LOG_ENTRIES), now)
    said = list_talk_messages(host.store, game, now) if manner.words else []
    names = _map_names(host, session, {who for each in felt.values() for who in each} | {word.person for word in said})
    talk = TableTalk(
        manner,
        _has_talk_ended(host, session),
        list(session.places),
        {entry: _group_by_feeling(each, names) for entry, each in felt.items()},
        {entry: each[person] for entry, each in felt.items() if person in each},
    )
    talk.words = [_build_remark(session, word, person, names) for word in said if word.person not in hidden]
    talk.hides = len(hidden)
    talk.speaks = manner.on and manner.words and not talk.ended and not talk.elsewhere and _may_speak(session, person)
    return talk


def _group_by_feeling(felt: dict[str, str], names: dict[str, str]) -> dict[str, list[str]]:
    """Return, for each kind of reaction, the names of the people who gave it, from who gave which; people who are not
    in `names` are left out.
    """
    return {kind: [names[who] for who, each in felt.items() if each == kind and who in names] for kind in FELT}


def _map_names(host: HostContext, session: Session, people: set[str]) -> dict[str, str]:
    """Return by id the name under which each of these people plays at this table, or their usual name if they have no
    seat; those who are unknown to the host are left out.
    """
    seated = {player.person: player.name for player in session.players if player.person in people}
    others = sorted(people - seated.keys())
    return {**{who: clean_display_name(name) for who, name in host.store.load_person_names(others).items()}, **seated}


def _build_remark(session: Session, word: TalkMessage, person: str, names: dict[str, str]) -> TableRemark:
    """Build a remark as this person (the viewer) sees it; only the game's opener is told that it was reported."""
    you = session.find_player_of(word.person)
    name, seat = names.get(word.person, ""), you.seat if you else ""
    reported = word.reported and is_game_opener(session, person)
    return TableRemark(word.id, name, seat, word.text, word.at, word.person == person, reported)


def _has_talk_ended(host: HostContext, session: Session) -> bool:
    """Return whether the game is over and the last entry of its log older than two days, so that nobody can talk at its
    table any more.
    """
    if session.stage != OVER or not session.entries:
        return False
    last = host.store.load_log(session.id, session.entries - 1, 1)
    return bool(last) and host.now() - last[0].at > TALK_AFTER_END


def _may_speak(session: Session, person: str) -> bool:
    """Return whether the person with this id plays in the game or has opened it; who is out of it, or was shown out,
    does not play.
    """
    return bool(person) and (session.has_active_seat(person) or session.by == person)


def _has_table_seat(session: Session, person: str) -> bool:
    """Return whether this person has opened the game or has a seat in it, be it one that is out."""
    return bool(person) and (session.find_player_of(person) is not None or session.by == person)


# -- what is said


def store_reaction(request: DeskRequest) -> DeskAnswer:
    """Save a person's reaction to a public entry of the game's log, as the command says (`ENTRY FEELING`); the same
    again takes it back. Raise Illegal if the entry is not public or not among the last sixty, the feeling unknown, no
    talk allowed, or beyond 400 a day. A tap that arrives together with another is ignored.
    """
    host, session = request.host, request.pick_game()
    number, _, felt = request.words.partition(" ")
    game, entry = session.id, int(number) if number.isascii() and number.isdigit() and len(number) < DIGITS else -1
    if felt not in FELT:
        raise Illegal(REMARK_GONE, code="remark_gone")
    _check_talk_open(host, session)
    told = views.list_told_steps(host, game, "", entry, 1) if session.entries - REACTION_LOG_ENTRIES <= entry else []
    if not any(each.n == entry and any(line.to == PUBLIC for line in each.told) for each in told):
        raise Illegal(NOTHING_THERE, code="nothing_to_react_to")
    person = request.require_person().id
    had = load_reactions(host.store, game, entry, host.now()).get(entry, {}).get(person)
    paced = _read_talk_pace(host, game, person)
    if paced[0].felt >= MOST_FELT:
        raise Illegal(TOO_MANY_REMARKS, code="too_many_remarks")
    paced[0].felt += 1
    try:
        kind = "" if had == felt else felt
        save_log_reaction(host.store, game, person, entry, kind, paced, host.token(4), host.now())
    except Failed:  # the same tap twice
        pass
    return DeskAnswer(game=game)


def post_remark(request: DeskRequest) -> DeskAnswer:
    """Post a remark of a player or the opener at the table. Raise Illegal for others, if it is empty or too long, where
    only reactions are allowed or the game is shown in a chat, within three seconds of their last one (or the table's
    interval, except for its host), or beyond 100 a day.
    """
    host, session, words = request.host, request.pick_game(), clean_line(ODD.sub("", request.words))
    manner = _check_talk_open(host, session)
    if session.places:
        raise Illegal(TALK_ELSEWHERE, code="talk_elsewhere")
    if not manner.words:
        raise Illegal(NO_WORDS, code="reactions_only")
    if not _may_speak(session, request.by):
        raise Illegal(NOT_SEATED, code="talk_players_only")
    if not words or len(request.words.strip()) > MAX_REMARK_LENGTH:
        raise Illegal(REMARK_TOO_LONG, code="remark_too_long", most=MAX_REMARK_LENGTH)
    now, game = host.now(), session.id
    paced = _read_talk_pace(host, game, request.by)
    last = paced[0]
    wait = max(BREATH, 0.0 if has_host_rights(Command(by=request.by), session) else manner.slow) - (now - last.at)
    if wait > 0:
        raise Illegal(TOO_SOON, code="talk_too_soon", time=clocks.format_duration(max(1.0, wait)))
    if last.said >= MOST_SAID:
        raise Illegal(TOO_MANY_REMARKS, code="too_many_remarks")
    last.at, last.said = now, last.said + 1
    try:
        save_talk_message(host.store, game, TalkMessage(request.by, words, now), paced, host.token(4))
    except Failed:  # they have just said something else
        raise Illegal(TOO_SOON, code="talk_too_soon", time=clocks.format_duration(BREATH)) from None
    return DeskAnswer(game=game)


def _check_talk_open(host: HostContext, session: Session) -> TalkSettings:
    """Return how people may talk at this table; raise Illegal if not at all, if its game ended more than two days ago,
    or if the operator has removed the game.
    """
    check_not_removed(session)
    manner = load_talk_settings(host.store, session.id)
    if not manner.on:
        raise Illegal(NOT_HERE, code="talk_not_here")
    if _has_talk_ended(host, session):
        raise Illegal(ENDED, code="talk_ended")
    return manner


def _read_talk_pace(host: HostContext, game: str, person: str) -> tuple[TalkPace, int]:
    """Return how much a person has said at this table today, which is limited, counted from zero on a new day (but with
    the time of their last remark), with the version of the stored record.
    """
    found, version = load_talk_pace(host.store, game, person)
    today = int(host.now() // clocks.DAY)
    return (found if found.day == today else TalkPace(found.at, today)), version


# -- what is done about it


def hide_author(request: DeskRequest) -> DeskAnswer:
    """Hide the author of a remark, which the request has chosen by its id, from the person who asks, at this table from
    now on; raise Illegal if that is they themselves, the remark is gone, or they have neither a seat nor opened the
    game.
    """
    game, said = _find_remark(request)
    if said.person == request.by:
        raise Illegal(OWN_REMARK, code="own_remark")
    hide_person(request.host.store, game, request.require_person().id, said.person, request.host.now())
    return DeskAnswer(game=game)


def show_all_remarks(request: DeskRequest) -> DeskAnswer:
    """Show the person again the remarks of all people whom they had hidden at this table, and answer without words."""
    game = request.pick_game().id
    show_hidden_people(request.host.store, game, request.by)
    return DeskAnswer(game=game)


def report_remark(request: DeskRequest) -> DeskAnswer:
    """Report a remark at a table, which the request has chosen by its id, to its host and the operator, and hide its
    author from the reporter; raise Illegal if it is the reporter's own or gone, or if the reporter has neither a seat
    nor opened the game.
    """
    game, said = _find_remark(request)
    answer = hide_author(request)
    report_talk_message(request.host.store, game, said, request.host.token(4))
    return answer


def remove_remark(request: DeskRequest) -> DeskAnswer:
    """Remove a remark, which the request has chosen by its id: one's own, or any if one has the host's rights; raise
    Illegal for others, or if it is gone.
    """
    game, said = _find_remark(request)
    if said.person != request.by:
        request.check_hosts(request.pick_game())
    remove_talk_message(request.host.store, game, said, request.host.token(4))
    return DeskAnswer(game=game)


def _find_remark(request: DeskRequest) -> tuple[str, TalkMessage]:
    """Return the game's id and the remark whose id the request has chosen; raise Illegal if it is gone, or if the
    person has neither a seat in the game nor opened it.
    """
    session = request.pick_game()
    if not _has_table_seat(session, request.by):
        raise Illegal(NOT_SEATED, code="talk_players_only")
    for said in list_talk_messages(request.host.store, session.id, request.host.now()):
        if said.id == request.chosen:
            return session.id, said
    raise Illegal(REMARK_GONE, code="remark_gone")


def set_talk_mode(request: DeskRequest) -> DeskAnswer:
    """Save, at the request of the person who hosts the table, how people may talk at it (`off`, `words`, or anything
    else for reactions only) and how many seconds apart (unchanged if that is none of `REMARK_INTERVALS`). Raise Illegal
    for anybody else, or if the operator has stopped all talk there.
    """
    request.check_hosts(request.pick_game())
    how, _, slow = request.words.partition(" ")
    game = request.pick_game().id
    old = load_talk_settings(request.host.store, game)
    if old.shut:
        raise Illegal(TALK_SHUT, code="talk_closed")
    seconds = float(slow) if slow in {f"{each:.0f}" for each in REMARK_INTERVALS} else old.slow
    new = replace(old, on=how != "off", words=how == "words", slow=seconds)
    write_talk_settings(request.host.store, game, new, request.host.token(4))
    return DeskAnswer(game=game)


def find_newest_public_entry(host: HostContext, session: Session) -> int | None:
    """Return the number of the last of the newest sixty log entries that told everybody something, or None if none of
    these did.
    """
    first = max(0, session.entries - REACTION_LOG_ENTRIES)
    said = views.list_told_steps(host, session.id, "", first, REACTION_LOG_ENTRIES)
    spoken = [each.n for each in said if any(line.to == PUBLIC for line in each.told)]
    return spoken[-1] if spoken else None


# -- what the host does


def hand_on_settings(host: HostContext, old: str, new: str) -> None:
    """Copy the settings of table talk from the game `old` to its rematch `new`. Called when a game is played again."""
    write_talk_settings(host.store, new, load_talk_settings(host.store, old), host.token(4))


def list_reported_lines(host: HostContext) -> list[str]:
    """Return a line for each remark that was reported to the operator: its id, game, time, author and text."""
    found = list(iter_reported_messages(host.store, host.now()))
    names = host.store.load_person_names(sorted({word.person for _, word in found}))
    return [
        f"{word.id}  {game}  {datetime.fromtimestamp(word.at, UTC):%Y-%m-%d %H:%M}  "
        f"{names.get(word.person, '?')}: {word.text}"
        for game, word in found
    ]


def remove_reported(host: HostContext, what: str) -> bool:
    """Remove the reported remark with this id; return whether there was one."""
    meant = [each for each in iter_reported_messages(host.store, host.now()) if each[1].id == what]
    for game, word in meant:
        remove_talk_message(host.store, game, word, host.token(4))
    return bool(meant)


def end_table_talk(host: HostContext, game: str) -> None:
    """Switch off table talk at a table for good, at the operator's command; its opener cannot switch it on again."""
    write_talk_settings(host.store, game, TalkSettings(on=False, shut=True), host.token(4))
