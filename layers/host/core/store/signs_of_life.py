"""When the host, or a platform that it listens to, was last alive, and when it was not; and its other small notes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from host.core.store.commit import BEAT, DUE, MOVED, OUT, Conflict, alive
from host.core.store.damage import ItemReader
from host.core.store.items import HIGHEST, DeleteItem, Failed, Item, PutItem

OUTAGES = ("host", "outages")
CLOSING = ("host", "closing")  # there when the operator has said goodbye for good
OUTAGES_KEPT = 90 * 86400.0  # longer than any clock of ours

WAKING = ("host", "waking")  # there while games have still to be woken after an outage
FROM_THE_FIRST = Item("", "")

_entry = msgspec.json.Decoder(tuple[float, str, str])
_spans = msgspec.json.Decoder(list[tuple[float, float]])


class SignsOfLife(ItemReader):
    """The host's own notes about itself."""

    def last_beat(self, of: str = "") -> float:
        """When the host, or a platform that it listens to, was last known to be alive; 0: never."""
        return self.moment(self.table.get("host", f"beat/{of}") if of else self.table.get(*BEAT))

    def beat(self, now: float, down_since: float = 0.0) -> None:
        """The host is alive; it was not between `down_since` and now. Raises Conflict if others knew that already."""
        if not down_since:
            self.table.write([alive(now)])
            return
        item = self.table.get(*OUTAGES) or Item(*OUTAGES, b"[]")
        spans = [span for span in self.spans(item) if span[1] > now - OUTAGES_KEPT]
        body = msgspec.json.encode([*spans, (down_since, now)])
        ops = [
            alive(now, int(down_since * 1000)),
            PutItem(Item(*OUTAGES, body, item.version + 1), item.version),
            PutItem(Item(*WAKING, _cursor(FROM_THE_FIRST))),
        ]
        try:
            self.table.write(ops)
        except Failed:
            raise Conflict({}) from None

    def waking(self) -> Item | None:
        """The entry of the index of deadlines after which games have not been woken since the last outage, if any."""
        found = self.read(self.table.get(*WAKING), _entry.decode)
        return Item(found[1], found[2], index=DUE, when=found[0]) if found else None

    def next_to_wake(self, cursor: Item, limit: int) -> list[Item]:
        """The entries of games that come after the cursor."""
        after = cursor if cursor.pk else None
        return self.table.due_before(DUE, math.inf, after, limit)

    def woken(self, page: Sequence[Item]) -> Item | None:
        """These have been woken, or there were none left; returns the new cursor."""
        self.table.write([PutItem(Item(*WAKING, _cursor(page[-1]))) if page else DeleteItem(*WAKING)])
        return page[-1] if page else None

    def go_back(self, last: float, now: float) -> None:
        """The clock was set back from `last` to `now`: all signs of life and outages go back by as much, and what
        waits to be said needs not wait until it is as late again.
        """
        by = now - last
        for item in self.table.due_before(OUT, math.inf):
            post = self.table.get(item.pk, item.sk)
            if post is not None and post.index == OUT and post.when > now:
                self.table.write([PutItem(msgspec.structs.replace(post, when=now))])
        ops = []
        for item in self.table.query("host", "outages", f"outages/{HIGHEST}"):
            body = msgspec.json.encode([(begin + by, end + by) for begin, end in self.spans(item)])
            ops.append(PutItem(msgspec.structs.replace(item, body=body)))
        heard = self.table.query("host", "beat/", f"beat/{HIGHEST}")
        ops += [
            PutItem(msgspec.structs.replace(item, body=str(min(now, self.moment(item))).encode())) for item in heard
        ]
        self.table.write([*ops, alive(now)])

    def hear(self, until: float, of: str) -> None:
        """What was said on this platform before that moment has been heard."""
        self.table.write([PutItem(Item("host", f"beat/{of}", str(until).encode()))])

    def was_deaf(self, since: float, now: float, of: str) -> None:
        """Record that polling a platform failed between these moments."""
        spans = [span for span in self.deaf(of) if span[1] > now - OUTAGES_KEPT]
        self.table.write([PutItem(Item("host", f"outages/{of}", msgspec.json.encode([*spans, (since, now)])))])

    def deaf(self, of: str = "") -> list[tuple[float, float]]:
        """When this platform was not to be heard, or the host was down."""
        return self.spans(self.table.get("host", f"outages/{of}") if of else self.table.get(*OUTAGES))

    def moved(self) -> str:
        """Where everything lives now, if it has moved away."""
        item = self.table.get(*MOVED)
        return item.body.decode(errors="replace") if item else ""

    def close(self) -> None:
        """The operator says goodbye for good: from now on nobody opens a game here."""
        self.table.write([PutItem(Item(*CLOSING, b"for good"))])

    def closing(self) -> bool:
        """Has the operator said goodbye for good?"""
        return self.table.get(*CLOSING) is not None

    def note(self, name: str) -> str:
        """Something small that the host has written down, or nothing."""
        return self.read(self.table.get("host", f"note/{name}"), bytes.decode) or ""

    def write_down(self, name: str, text: str) -> None:
        """Remember something small."""
        self.table.write([PutItem(Item("host", f"note/{name}", text.encode()))])

    def moment(self, item: Item | None) -> float:
        """A moment that was written down."""
        return self.read(item, float) or 0.0

    def spans(self, item: Item | None) -> list[tuple[float, float]]:
        """Spans of time that were written down."""
        return list(self.read(item, _spans.decode) or [])


def _cursor(entry: Item) -> bytes:
    return msgspec.json.encode((entry.when, entry.pk, entry.sk))
