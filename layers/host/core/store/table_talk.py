"""Keeps what people say around a table, beside the game and never in it: reactions, words, and who hides whom.

All of it ends by itself some days after it was said. Everything is found from the person again, so that they can take
it with them, be merged, or be forgotten. What has been reported is listed for whoever runs the host.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from host.core.store.items import HIGHEST, MOST_OPS, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

KEPT = 7 * 86400.0
MOST_WORDS = 100  # at a table; the oldest make room
MOST_FELT = 1000  # reactions to what is looked at together
SAID, FELT, HID, PACE, TALKED = "said/", "felt/", "hid/", "pace/", "talked/"
HEAD, MANNER, REPORTED = "head", "manner", "reported"


class TalkSettings(Struct, frozen=True):
    """How a table talks, as whoever opened it wants it: not at all, by reactions, in words; how long between two."""

    on: bool = True
    words: bool = False
    slow: float = 0.0
    shut: bool = False  # by whoever runs the host


class TalkMessage(Struct):
    """Something that somebody has said there."""

    person: str
    text: str
    at: float
    reported: bool = False

    @property
    def key(self) -> str:
        """Where it is kept: they stand in the order in which they were said."""
        return f"{SAID}{int(self.at * 1000):015d}/{self.person}"

    @property
    def id(self) -> str:
        """By which a page names it; it says nothing of whose it is."""
        return hashlib.sha256(self.key.encode()).hexdigest()[:12]


class TalkPace(Struct):
    """How much somebody has said there on that day, and when last."""

    at: float = 0.0
    day: int = 0
    said: int = 0
    felt: int = 0


_manner = msgspec.json.Decoder(TalkSettings)
_word = msgspec.json.Decoder(TalkMessage)
_pace = msgspec.json.Decoder(TalkPace)


def mark(store: Store, game: str) -> str:
    """Another one whenever something has been said there: one short look."""
    return store.read(store.table.get(_talk(game), HEAD), bytes.decode) or ""


def manner(store: Store, game: str) -> TalkSettings:
    """How this table talks."""
    return store.read(store.table.get(_talk(game), MANNER), _manner.decode) or TalkSettings()


def set_manner(store: Store, game: str, new: TalkSettings, fresh: str) -> None:
    """From now on it talks like this."""
    store.table.write([PutItem(Item(_talk(game), MANNER, msgspec.json.encode(new))), _headed(game, fresh, 0.0)])


def words(store: Store, game: str, now: float) -> list[TalkMessage]:
    """What was said there and has not ended, in order."""
    items = store.table.query(_talk(game), SAID, f"{SAID}{HIGHEST}")
    return [word for item in items if item.until > now and (word := store.read(item, _word.decode))]


def reactions(store: Store, game: str, first: int, now: float) -> dict[int, dict[str, str]]:
    """By entry of the game's log, from this one on, who felt what."""
    found: dict[int, dict[str, str]] = {}
    items = store.table.query(_talk(game), f"{FELT}{first:07d}", f"{FELT}{HIGHEST}", MOST_FELT)
    for item in (item for item in items if item.until > now):
        _, entry, person = item.sk.split("/")
        if felt := store.read(item, bytes.decode):
            found.setdefault(int(entry), {})[person] = felt
    return found


def hidden(store: Store, game: str, person: str, now: float) -> set[str]:
    """Whom somebody does not want to hear at this table."""
    lead = f"{HID}{person}/"
    items = store.table.query(_talk(game), lead, f"{lead}{HIGHEST}")
    return {item.sk.removeprefix(lead) for item in items if item.until > now}


def pace(store: Store, game: str, person: str) -> tuple[TalkPace, int]:
    """How much somebody has said there, and its version."""
    item = store.table.get(_talk(game), f"{PACE}{person}")
    return store.read(item, _pace.decode) or TalkPace(), item.version if item else 0


def say(store: Store, game: str, word: TalkMessage, paced: tuple[TalkPace, int], fresh: str) -> None:
    """It is said, if they have said nothing else meanwhile; raises Failed."""
    until = word.at + KEPT
    there = store.table.query(_talk(game), SAID, f"{SAID}{HIGHEST}")
    old = there[: max(0, len(there) + 1 - MOST_WORDS)][: MOST_OPS // 4]
    ops: list[Op] = [change for item in old for change in _unsaid(game, item.sk)]
    ops.append(PutItem(Item(_talk(game), word.key, msgspec.json.encode(word), until=until)))
    store.table.write([*ops, *_by(game, word.person, paced, fresh, until)])


def feel(
    store: Store, game: str, person: str, entry: int, felt: str, paced: tuple[TalkPace, int], fresh: str, now: float
) -> None:
    """They react to an entry of the game's log like this, or no more; raises Failed."""
    where, until = (_talk(game), f"{FELT}{entry:07d}/{person}"), now + KEPT
    change: Op = PutItem(Item(*where, felt.encode(), until=until)) if felt else DeleteItem(*where)
    store.table.write([change, *_by(game, person, paced, fresh, until)])


def _by(game: str, person: str, paced: tuple[TalkPace, int], fresh: str, until: float) -> list[Op]:
    found, version = paced
    kept = Item(_talk(game), f"{PACE}{person}", msgspec.json.encode(found), version + 1, until=until)
    # The heading outlives whatever others note of them here.
    return [
        PutItem(kept, version),
        PutItem(Item(f"person:{person}", f"{TALKED}{game}", until=until + KEPT)),
        _headed(game, fresh, until),
    ]


def hide(store: Store, game: str, person: str, other: str, now: float) -> None:
    """This person does not want to hear the other one at this table any more."""
    until = now + KEPT
    heading = PutItem(Item(f"person:{person}", f"{TALKED}{game}", until=until + KEPT))
    store.table.write([PutItem(Item(_talk(game), f"{HID}{person}/{other}", until=until)), heading])


def show(store: Store, game: str, person: str) -> None:
    """They hear everybody again."""
    lead = f"{HID}{person}/"
    items = store.table.query(_talk(game), lead, f"{lead}{HIGHEST}", MOST_OPS)
    store.table.write([DeleteItem(item.pk, item.sk) for item in items])


def remove(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """It is as if it had never been said."""
    store.table.write([*_unsaid(game, word.key), _headed(game, fresh, word.at + KEPT)])


def report(store: Store, game: str, word: TalkMessage, fresh: str) -> None:
    """Somebody thinks that it should not have been said. Who, is not kept."""
    word.reported, until = True, word.at + KEPT
    marked = PutItem(Item(_talk(game), word.key, msgspec.json.encode(word), until=until))
    store.table.write([marked, PutItem(Item(REPORTED, f"{game}/{word.key}", until=until)), _headed(game, fresh, until)])


def reported(store: Store, now: float) -> Iterator[tuple[str, TalkMessage]]:
    """All that was reported and still stands, and at which tables."""
    for item in store.table.query(REPORTED):
        game, _, key = item.sk.partition("/")
        if item.until > now and (word := store.read(store.table.get(_talk(game), key), _word.decode)):
            yield game, word


def _unsaid(game: str, key: str) -> list[Op]:
    return [DeleteItem(_talk(game), key), DeleteItem(REPORTED, f"{game}/{key}")]


def _headed(game: str, fresh: str, until: float) -> PutItem:
    return PutItem(Item(_talk(game), HEAD, fresh.encode(), until=until))


def _talk(game: str) -> str:
    return f"talk/{game}"


# -- a person and all of theirs


def of_person(store: Store, person: str) -> dict[str, list[Item]]:
    """All that is kept of somebody around tables, by the games."""
    headings = store.table.query(f"person:{person}", TALKED, f"{TALKED}{HIGHEST}")
    return {game: list(_theirs(store, game, person)) for game in (item.sk.removeprefix(TALKED) for item in headings)}


def _theirs(store: Store, game: str, person: str) -> Iterator[Item]:
    first = ""
    while items := store.table.query(_talk(game), first):
        yield from (item for item in items if person in item.sk.split("/"))
        first = items[-1].sk + "\x00"


def exported(store: Store, person: str) -> list[dict[str, object]]:
    """What somebody has said and felt, for themselves to read."""
    found: list[dict[str, object]] = []
    for game, items in of_person(store, person).items():
        said = [word for item in items if item.sk.startswith(SAID) and (word := store.read(item, _word.decode))]
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


def forget(store: Store, person: str) -> None:
    """Nothing is left of what somebody has said around tables."""
    for game, items in of_person(store, person).items():
        changes = [change for item in items for change in _gone(game, item.sk)]
        _write(store, [*changes, DeleteItem(f"person:{person}", f"{TALKED}{game}")])


def hand_over(store: Store, goes: str, stays: str) -> None:
    """What one has said is the other's."""
    for game, items in of_person(store, goes).items():
        changes: list[Op] = []
        for item in items:
            changes += [*_gone(game, item.sk), *_renamed(store, game, item, goes, stays)]
        until = max((item.until for item in items), default=0.0) + KEPT
        heading = PutItem(Item(f"person:{stays}", f"{TALKED}{game}", until=until))
        _write(store, [*changes, heading, DeleteItem(f"person:{goes}", f"{TALKED}{game}")])


def _gone(game: str, key: str) -> list[Op]:
    return _unsaid(game, key) if key.startswith(SAID) else [DeleteItem(_talk(game), key)]


def _renamed(store: Store, game: str, item: Item, goes: str, stays: str) -> list[Op]:
    sk = "/".join(stays if part == goes else part for part in item.sk.split("/"))
    word = store.read(item, _word.decode) if sk.startswith(SAID) else None
    if word is None:
        return [PutItem(msgspec.structs.replace(item, sk=sk))]
    word.person = stays
    moved = PutItem(msgspec.structs.replace(item, sk=sk, body=msgspec.json.encode(word)))
    return [moved, PutItem(Item(REPORTED, f"{game}/{sk}", until=item.until))] if word.reported else [moved]


def _write(store: Store, changes: Sequence[Op]) -> None:
    for start in range(0, len(changes), MOST_OPS):
        store.table.write(changes[start : start + MOST_OPS])
