"""A host in memory, its people at the desk, and all it keeps that somebody could notice, piece by piece."""

import itertools
import random
from typing import Any

import msgspec

from engine.kernel import Illegal, format_text
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.store import MemoryTable, Store
from host.core.store.items import DUE
from host.people import accounts
from host.said.desk.menu import DESK
from tests.host.said.test_desk import Asked

GROUP = "t:group"
PEOPLE = ("ann", "bob", "cat", "dan")
UNSEEN = {"id", "secret", "stamp", "entries", "record", "voice", "story", "made", "counted", "feats", "by_event"}


def make_steady_host(store, config, now):
    """Make a host whose ids, secrets and computers are the same in every run."""
    luck, count = random.Random(3), itertools.count(16)
    token = lambda size: f"{next(count):02x}{luck.randbytes(size).hex()}"[: 2 * size]  # noqa: E731 - said in a line
    return HostContext(store, config, now, token, random.Random)


class Room:
    """A host in memory, which can be copied with all it keeps."""

    def __init__(self, now=1_800_000_000.0, table=None):
        self.time, self.table = now, table or MemoryTable()
        self.host = make_steady_host(Store(self.table), Config(), lambda: self.time)
        self.people = {
            name: accounts.load_or_create_person(self.host, f"t:{name}", name.title(), f"t:{name}") for name in PEOPLE
        }

    def copy(self):
        table = MemoryTable()
        for item in self.table.every():  # of which each is a copy: counts are changed in their place
            table._insert_item(item)
        return Room(self.time, table)

    def ask(self, name, line):
        word, _, words = line.partition(" ")
        try:
            answer = DESK[word].does(
                Asked(self.host, self.people[name], words, spelling="/{}", place=GROUP, unseen=True)
            )
        except Illegal as no:
            return [f"{no.code}: {format_text(no.text, no.facts)}"]
        shown = {
            name: getattr(answer, name) for name in ("ok", "code", "menu", "asks", "alert", "board", "file", "ways")
        }
        said = [f"{name}={shorten(value)}" for name, value in shown.items() if value not in ("", [], b"", True)]
        return [*said, *(format_text(told.text, told.facts) for told in answer.name_seats())]

    def do(self, *lines):
        """Somebody asks for each of these, ten minutes after the other; the first word is their name. Or so many hours
        pass: … 12.
        """
        for line in lines:
            name, _, said = line.partition(" ")
            if name == "…":
                self.pass_by(float(said))
                continue
            self.ask(name, said)
            self.time += 600
            self.host.store.save_beat(self.time)

    def pass_by(self, hours):
        """Let time pass, and do what is due at its moment."""
        return list(self.iter_moments(hours))

    def iter_moments(self, hours):
        """The same, moment by moment."""
        end, store = self.time + hours * 3600, self.host.store
        while self.time < end:
            due = [item.moment for item in store.table.due_before(DUE, end)]
            self.time = min([end, *(moment if moment > self.time else self.time + 900 for moment in due)])
            store.save_beat(self.time)
            ticking.sweep_due_games(self.host)
            yield self.time

    def kept(self):
        """All that is kept that somebody could notice, piece by piece."""
        found, store = dict[str, Any](), self.host.store
        for n, session in enumerate(sorted(store.iter_sessions(), key=lambda each: each.made)):
            fields = [name for name in session.__struct_fields__ if name not in UNSEEN]
            found |= {f"{n} {name}": msgspec.to_builtins(getattr(session, name)) for name in fields}
            found |= {
                f"{n} log {entry.n}": [entry.kind, entry.by, entry.key, entry.value]
                for entry in store.load_log(session.id)
            }
        for place in store.iter_waiting_places(float("inf")):
            for n, post in enumerate(store.load_posts(place)):
                lines = [format_text(told.text, told.facts) for told in post.lines]
                found[f"to {place} {n}"] = [
                    lines,
                    post.asks,
                    post.board,
                    post.remind,
                    post.rings,
                    post.urgent,
                    post.closes,
                    post.own,
                ]
        for name, person in self.people.items():
            saved = accounts.load_current_person(self.host, person.id)
            found[name] = saved and msgspec.to_builtins(saved.habits)
            found[f"{name} is"] = store.list_identities(person.id)
        found["usual"] = [store.load_place_value(GROUP, name) for name in store.list_place_value_names(GROUP, "")]
        return dict(self.pick_leaves("", found))

    def pick_leaves(self, name, value):
        """Yield each piece of a value with its path; a moment as the time from now."""
        parts = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else None
        )
        if parts is None:
            is_moment = isinstance(value, float) and value > 1e9
            yield name, f"{value - self.time:+.0f}s" if is_moment else str(value)
        for key, part in parts or ():
            yield from self.pick_leaves(f"{name} {key}".strip(), part)


def shorten(value):
    return f"{len(value)} bytes" if isinstance(value, bytes) else value
