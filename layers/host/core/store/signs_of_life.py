"""When the host, or a platform that it listens to, was last alive, and when it was not; and its other small notes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from host.core.store.commit import BEAT, DUE, MOVED_HOST_KEY, OUT, Conflict, build_heartbeat_put
from host.core.store.damage import ItemReader
from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, PutItem

OUTAGES = ("host", "outages")
CLOSING = ("host", "closing")  # there when the operator has said goodbye for good
OUTAGES_KEPT = 90 * 86400.0  # longer than any clock of ours

WAKING = ("host", "waking")  # there while games have still to be woken after an outage
FROM_THE_FIRST = Item("", "")

_wake_cursor_decoder = msgspec.json.Decoder(tuple[float, str, str])
_spans_decoder = msgspec.json.Decoder(list[tuple[float, float]])


class HostNotes(ItemReader):
    """The host's own notes about itself: heartbeats, outages, and a few small values."""

    def load_last_beat(self, of: str = "") -> float:
        """Return when the host, or a platform that it polls, was last known to be alive; 0 if never."""
        return self.read_moment(self.table.get("host", f"beat/{of}") if of else self.table.get(*BEAT))

    def save_beat(self, now: float, down_since: float = 0.0) -> None:
        """Save a heartbeat, and the outage between `down_since` and now if given. Raise Conflict if another process
        has recorded that outage already.
        """
        if not down_since:
            self.table.write([build_heartbeat_put(now)])
            return
        item = self.table.get(*OUTAGES) or Item(*OUTAGES, b"[]")
        spans = [span for span in self.read_spans(item) if span[1] > now - OUTAGES_KEPT]
        body = msgspec.json.encode([*spans, (down_since, now)])
        ops = [
            build_heartbeat_put(now, int(down_since * 1000)),
            PutItem(Item(*OUTAGES, body, item.version + 1), item.version),
            PutItem(Item(*WAKING, _encode_wake_cursor(FROM_THE_FIRST))),
        ]
        try:
            self.table.write(ops)
        except Failed:
            raise Conflict({}) from None

    def load_wake_cursor(self) -> Item | None:
        """Return the entry of the index of deadlines after which games have not been woken since the last outage, or
        None.
        """
        found = self.read(self.table.get(*WAKING), _wake_cursor_decoder.decode)
        return Item(found[1], found[2], index=DUE, when=found[0]) if found else None

    def list_next_to_wake(self, cursor: Item, limit: int) -> list[Item]:
        """Return the entries of games that come after the cursor."""
        after = cursor if cursor.pk else None
        return self.table.due_before(DUE, math.inf, after, limit)

    def save_wake_cursor(self, page: Sequence[Item]) -> Item | None:
        """Save that these games have been woken, or that there were none left; return the new cursor."""
        self.table.write([PutItem(Item(*WAKING, _encode_wake_cursor(page[-1]))) if page else DeleteItem(*WAKING)])
        return page[-1] if page else None

    def shift_moments_back(self, last: float, now: float) -> None:
        """Shift all heartbeats and outages back after the clock was set back from `last` to `now`, and make queued
        posts due now.
        """
        by = now - last
        for item in self.table.due_before(OUT, math.inf):
            post = self.table.get(item.pk, item.sk)
            if post is not None and post.index == OUT and post.when > now:
                self.table.write([PutItem(msgspec.structs.replace(post, when=now))])
        ops = []
        for item in self.table.query("host", "outages", f"outages/{HIGHEST}"):
            body = msgspec.json.encode([(begin + by, end + by) for begin, end in self.read_spans(item)])
            ops.append(PutItem(msgspec.structs.replace(item, body=body)))
        heard = self.table.query("host", "beat/", f"beat/{HIGHEST}")
        ops += [
            PutItem(msgspec.structs.replace(item, body=str(min(now, self.read_moment(item))).encode()))
            for item in heard
        ]
        self.table.write([*ops, build_heartbeat_put(now)])

    def save_heard_until(self, until: float, of: str) -> None:
        """Save that what was said on this platform before that moment has been heard."""
        self.table.write([PutItem(Item("host", f"beat/{of}", str(until).encode()))])

    def save_deaf_span(self, since: float, now: float, of: str) -> None:
        """Save that polling a platform failed between these moments."""
        spans = [span for span in self.load_outages(of) if span[1] > now - OUTAGES_KEPT]
        self.table.write([PutItem(Item("host", f"outages/{of}", msgspec.json.encode([*spans, (since, now)])))])

    def load_outages(self, of: str = "") -> list[tuple[float, float]]:
        """Return when this platform could not be polled, or the host was down if none is given."""
        return self.read_spans(self.table.get("host", f"outages/{of}") if of else self.table.get(*OUTAGES))

    def load_new_address(self) -> str:
        """Return where everything lives now; empty if it has not moved away."""
        item = self.table.get(*MOVED_HOST_KEY)
        return item.body.decode(errors="replace") if item else ""

    def save_closing(self) -> None:
        """Save that the operator closes this host for good: from now on nobody opens a game here."""
        self.table.write([PutItem(Item(*CLOSING, b"for good"))])

    def is_closing(self) -> bool:
        """Return whether the operator is closing this host for good."""
        return self.table.get(*CLOSING) is not None

    def load_note(self, name: str) -> str:
        """Return a small value that the host has saved under this name; empty if there is none."""
        return self.read(self.table.get("host", f"note/{name}"), bytes.decode) or ""

    def save_note(self, name: str, text: str) -> None:
        """Save a small value under this name."""
        self.table.write([PutItem(Item("host", f"note/{name}", text.encode()))])

    def read_moment(self, item: Item | None) -> float:
        """Return the moment saved in an item, 0 if there is none."""
        return self.read(item, float) or 0.0

    def read_spans(self, item: Item | None) -> list[tuple[float, float]]:
        """Return the spans of time saved in an item."""
        return list(self.read(item, _spans_decoder.decode) or [])


def _encode_wake_cursor(entry: Item) -> bytes:
    return msgspec.json.encode((entry.when, entry.pk, entry.sk))
