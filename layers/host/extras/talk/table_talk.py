"""Keeps what people say around a table, beside the game and never in it: reactions, words, and who hides whom.

All of it ends by itself some days after it was said. Everything is found from the person again, so that they can take
it with them, be merged, or be forgotten. What has been reported is listed for the operator.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, MOST_OPS, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

TALK_KEPT_SECONDS = 7 * 86400.0
MOST_WORDS = 100  # at a table; the oldest make room
MOST_FELT = 1000  # reactions to what is looked at together
SAID, FELT, HID, PACE, TALKED = "said/", "felt/", "hid/", "pace/", "talked/"
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
    """Return a value that changes whenever something is said at this table, so that pages can find out cheaply whether
    there is anything new.
    """
    return store.read(store.table.get(_build_talk_key(game), HEAD), bytes.decode) or ""


def load_talk_settings(store: Store, game: str) -> TalkSettings:
    """Return how people may talk at this table: not at all, by reactions, or in words."""
    return store.read(store.table.get(_build_talk_key(game), MANNER), _talk_settings_decoder.decode) or TalkSettings()


def write_talk_settings(store: Store, game: str, new: TalkSettings, fresh: str) -> None:
    """Save how people may talk at this table; `fresh` becomes its new talk version."""
    store.table.write(
        [
            PutItem(Item(_build_talk_key(game), MANNER, msgspec.json.encode(new))),
            _build_talk_version_put(game, fresh, 0.0),
        ]
    )


def list_talk_messages(store: Store, game: str, now: float) -> list[TalkMessage]:
    """Return the remarks at this table that have not expired, in order."""
    items = store.table.query(_build_talk_key(game), SAID, f"{SAID}{HIGHEST}")
    return [word for item in items if item.until > now and (word := store.read(item, _talk_message_decoder.decode))]


def load_reactions(store: Store, game: str, first: int, now: float) -> dict[int, dict[str, str]]:
    """Return who gave which reaction to each entry of the game's log, from number `first` on."""
    found: dict[int, dict[str, str]] = {}
    items = store.table.query(_build_talk_key(game), f"{FELT}{first:07d}", f"{FELT}{HIGHEST}", MOST_FELT)
    for item in (item for item in items if item.until > now):
        _, entry, person = item.sk.split("/")
        if felt := store.read(item, bytes.decode):
            found.setdefault(int(entry), {})[person] = felt
    return found


def list_hidden_people(store: Store, game: str, person: str, now: float) -> set[str]:
    """Return the people whose remarks a person has hidden for themselves at this table."""
    lead = f"{HID}{person}/"
    items = store.table.query(_build_talk_key(game), lead, f"{lead}{HIGHEST}")
    return {item.sk.removeprefix(lead) for item in items if item.until > now}


def load_talk_pace(store: Store, game: str, person: str) -> tuple[TalkPace, int]:
    """Return how much a person has said at this table lately, which is limited, and the version of this record."""
    item = store.table.get(_build_talk_key(game), f"{PACE}{person}")
    return store.read(item, _talk_pace_decoder.decode) or TalkPace(), item.version if item else 0


def save_talk_message(store: Store, game: str, word: TalkMessage, paced: tuple[TalkPace, int], fresh: str) -> None:
    """Save a remark, delete the oldest ones beyond the limit, and set the table's talk version to `fresh`. Raise Failed
    if the author has sent something else meanwhile.
    """
    until = word.at + TALK_KEPT_SECONDS
    there = store.table.query(_build_talk_key(game), SAID, f"{SAID}{HIGHEST}")
    old = there[: max(0, len(there) + 1 - MOST_WORDS)][: MOST_OPS // 4]
    ops: list[Op] = [change for item in old for change in _build_message_deletes(game, item.sk)]
    ops.append(PutItem(Item(_build_talk_key(game), word.key, msgspec.json.encode(word), until=until)))
    store.table.write([*ops, *_build_sender_ops(game, word.person, paced, fresh, until)])


def save_log_reaction(
    store: Store, game: str, person: str, entry: int, felt: str, paced: tuple[TalkPace, int], fresh: str, now: float
) -> None:
    """Save a person's reaction (`felt`) to an entry of the game's log, or delete it if `felt` is empty, and set the
    talk version to `fresh`. Raise Failed if they have sent something else meanwhile.
    """
    where, until = (_build_talk_key(game), f"{FELT}{entry:07d}/{person}"), now + TALK_KEPT_SECONDS
    change: Op = PutItem(Item(*where, felt.encode(), until=until)) if felt else DeleteItem(*where)
    store.table.write([change, *_build_sender_ops(game, person, paced, fresh, until)])


def _build_sender_ops(game: str, person: str, paced: tuple[TalkPace, int], fresh: str, until: float) -> list[Op]:
    found, version = paced
    kept = Item(_build_talk_key(game), f"{PACE}{person}", msgspec.json.encode(found), version + 1, until=until)
    # The heading outlives whatever others note of them here.
    return [
        PutItem(kept, version),
        PutItem(Item(f"person:{person}", f"{TALKED}{game}", until=until + TALK_KEPT_SECONDS)),
        _build_talk_version_put(game, fresh, until),
    ]


def hide_person(store: Store, game: str, person: str, other: str, now: float) -> None:
    """Hide another person's remarks from a person at this table."""
    until = now + TALK_KEPT_SECONDS
    heading = PutItem(Item(f"person:{person}", f"{TALKED}{game}", until=until + TALK_KEPT_SECONDS))
    store.table.write([PutItem(Item(_build_talk_key(game), f"{HID}{person}/{other}", until=until)), heading])


def show_hidden_people(store: Store, game: str, person: str) -> None:
    """Show a person again the remarks of all people whom they had hidden at this table."""
    lead = f"{HID}{person}/"
    items = store.table.query(_build_talk_key(game), lead, f"{lead}{HIGHEST}", MOST_OPS)
    store.table.write([DeleteItem(item.pk, item.sk) for item in items])


def remove_talk_message(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """Delete a remark at this table, and set the table's talk version to `fresh`."""
    store.table.write(
        [*_build_message_deletes(game, word.key), _build_talk_version_put(game, fresh, word.at + TALK_KEPT_SECONDS)]
    )


def report_talk_message(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """Mark a remark as reported to the operator, and set the table's talk version to `fresh`; who reported it is not
    stored.
    """
    word.reported, until = True, word.at + TALK_KEPT_SECONDS
    marked = PutItem(Item(_build_talk_key(game), word.key, msgspec.json.encode(word), until=until))
    store.table.write(
        [
            marked,
            PutItem(Item(REPORTED, f"{game}/{word.key}", until=until)),
            _build_talk_version_put(game, fresh, until),
        ]
    )


def iter_reported_messages(store: Store, now: float) -> Iterator[tuple[str, TalkMessage]]:
    """Yield all reported remarks that are not deleted, each with the id of its game."""
    for item in store.table.query(REPORTED):
        game, _, key = item.sk.partition("/")
        if item.until > now and (
            word := store.read(store.table.get(_build_talk_key(game), key), _talk_message_decoder.decode)
        ):
            yield game, word


def _build_message_deletes(game: str, key: str) -> list[Op]:
    return [DeleteItem(_build_talk_key(game), key), DeleteItem(REPORTED, f"{game}/{key}")]


def _build_talk_version_put(game: str, fresh: str, until: float) -> PutItem:
    return PutItem(Item(_build_talk_key(game), HEAD, fresh.encode(), until=until))


def _build_talk_key(game: str) -> str:
    return f"talk/{game}"


# -- a person and all of theirs


def load_talk_of_person(store: Store, person: str) -> dict[str, list[Item]]:
    """Return everything stored about a person's table talk (remarks, reactions, hidden people), by game."""
    headings = store.table.query(f"person:{person}", TALKED, f"{TALKED}{HIGHEST}")
    return {
        game: list(_iter_items_of_person(store, game, person))
        for game in (item.sk.removeprefix(TALKED) for item in headings)
    }


def _iter_items_of_person(store: Store, game: str, person: str) -> Iterator[Item]:
    first = ""
    while items := store.table.query(_build_talk_key(game), first):
        yield from (item for item in items if person in item.sk.split("/"))
        first = items[-1].sk + "\x00"


def export_person_data(store: Store, person: str) -> list[dict[str, object]]:
    """Return a person's remarks and reactions, for their download."""
    found: list[dict[str, object]] = []
    for game, items in load_talk_of_person(store, person).items():
        said = [
            word
            for item in items
            if item.sk.startswith(SAID) and (word := store.read(item, _talk_message_decoder.decode))
        ]
        felt = [(item.sk.split("/")[1], item.body.decode()) for item in items if item.sk.startswith(FELT)]
        hides = sum(item.sk.startswith(f"{HID}{person}/") for item in items)
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
    """Delete all of a person's remarks and reactions."""
    for game, items in load_talk_of_person(store, person).items():
        changes = [change for item in items for change in _build_talk_deletes(game, item.sk)]
        _write_talk_batches(store, [*changes, DeleteItem(f"person:{person}", f"{TALKED}{game}")])


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give one person's remarks and reactions to another, when two accounts are merged."""
    for game, items in load_talk_of_person(store, goes).items():
        changes: list[Op] = []
        for item in items:
            changes += [*_build_talk_deletes(game, item.sk), *_build_renamed_puts(store, game, item, goes, stays)]
        until = max((item.until for item in items), default=0.0) + TALK_KEPT_SECONDS
        heading = PutItem(Item(f"person:{stays}", f"{TALKED}{game}", until=until))
        _write_talk_batches(store, [*changes, heading, DeleteItem(f"person:{goes}", f"{TALKED}{game}")])


def _build_talk_deletes(game: str, key: str) -> list[Op]:
    return _build_message_deletes(game, key) if key.startswith(SAID) else [DeleteItem(_build_talk_key(game), key)]


def _build_renamed_puts(store: Store, game: str, item: Item, goes: str, stays: str) -> list[Op]:
    sk = "/".join(stays if part == goes else part for part in item.sk.split("/"))
    word = store.read(item, _talk_message_decoder.decode) if sk.startswith(SAID) else None
    if word is None:
        return [PutItem(msgspec.structs.replace(item, sk=sk))]
    word.person = stays
    moved = PutItem(msgspec.structs.replace(item, sk=sk, body=msgspec.json.encode(word)))
    return [moved, PutItem(Item(REPORTED, f"{game}/{sk}", until=item.until))] if word.reported else [moved]


def _write_talk_batches(store: Store, changes: Sequence[Op]) -> None:
    for start in range(0, len(changes), MOST_OPS):
        store.table.write(changes[start : start + MOST_OPS])
