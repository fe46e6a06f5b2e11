"""What somebody takes along when a host closes: one text, readable without us, of all that they have done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from engine.kernel import Reader, money
from host.core import public_transcript, statistics
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.session import OVER, Person, Session
from host.shown import views, words

_person = msgspec.json.Decoder(Person)
NAME = re.compile(r"[^\w-]+")


def people(host: HostContext) -> Iterator[Person]:
    """Everybody whom this host knows, as far as they can be read: for an operator, never for a player."""
    kept = (item for item in host.store.table.every() if item.sk == "person")
    return (found for item in kept if (found := host.store.read(item, _person.decode)))


def file_name(person: Person) -> str:
    """A name for their file that any disk takes, and that nobody else's has."""
    return f"{NAME.sub('-', person.name).strip('-')[:40] or 'player'}-{person.id}.txt"


def keepsake(host: HostContext, person: Person) -> str:
    """All of it: what was counted, then game by game how it ended and what was told."""
    owner, reader = f"person:{person.id}", words.reader({}, person.habits.style)
    played = [views.found(host, game).session for game in host.store.past_of(owner) if host.store.game(game)]
    over = sorted((session for session in played if session.stage == OVER), key=lambda session: session.made)
    title = reader.value("Race to a Billion")
    head = [title, "=" * len(title), "", person.name, day(person.made), ""]
    parts = ["\n".join([*head, *statistics.lines(host, owner, reader)])]
    return "\n\n\n".join([*parts, *(_game(host, session, person) for session in over)]) + "\n"


def _game(host: HostContext, session: Session, person: Person) -> str:
    """One game: when, how it ended, and all that was said in public."""
    showing = views.view(host, session.id, person.id)
    reader = words.reader(showing.names, person.habits.style)
    title = f"{reader.value(showing.title)}, {day(session.made)} ({session.id})"
    pace = reader.value(clocks.spoken(session.pace))
    story = public_transcript.named(host.store, session.id, reader)
    return "\n".join([title, "-" * len(title), pace, "", *_standings(showing, reader), "", story.rstrip()])


def _standings(showing: views.GameView, reader: Reader) -> list[str]:
    """Who ended where; whose file this is has a star."""
    lines = showing.view.standings if showing.view else []
    return [
        f"{line.place}. {reader.value(line.who)} {money(line.total, '')}{' *' if line.who == showing.you else ''}"
        for line in lines
    ]


def day(moment: float) -> str:
    """A day as everybody reads it."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")
