"""What somebody is called for who reads everything on the page: their turn, a reminder, a summons, an end."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel import Illegal, Reader
from engine.kernel.event import EVERYWHERE
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.posting import ringing
from host.core.session import LOBBY, OVER, Person
from host.delivery.outbox import Message, Reminder
from host.shown import views, words

YOUR_TURN = "Your turn"
WAITS = "It is your turn. {time} left."
SECRETLY = "You are asked something in secret."
OVER_NOW = "The game is over."
DAY = 86400.0
LATEST = 60.0  # a notice of what is due sooner comes too late


class Notice(Struct):
    """What is to be read on the screen of somebody who is not looking, and for how long it is worth it."""

    game: str
    title: str
    body: str
    lasts: float
    urgent: bool = False
    ends: bool = False  # something is over, of which not everybody wants to hear


def of(host: HostContext, person: Person, message: Message) -> list[Notice]:
    """What somebody is called for by a message, as far as it is still worth it."""
    reader = words.reader(message.names, person.habits.style)
    found = [_asked(host, person, message.game, message.asks, reader)] if message.asks else []
    found += [_reminded(host, each, reader) for each in message.reminders]
    if message.lines and not message.asks:
        found.append(_told(host, message, reader))
    return [notice for notice in found if notice is not None]


def _asked(host: HostContext, person: Person, game: str, asks: list[str], reader: Reader) -> Notice | None:
    """Those questions that are still open: what cannot be answered any more is no news."""
    try:
        shown = views.view(host, game, person.id)
    except Illegal:
        return None
    open_ = [asked for asked in shown.asked if asked.who == shown.you and asked.goes_by(asks)]
    left = min((asked.due for asked in open_), default=0.0) - host.now()
    if left < LATEST:
        return None
    first = open_[0]
    facts = {"who": first.who, **first.facts}
    body = reader.say(SECRETLY) if first.secret else words.question(first.text, facts, first.said, reader)
    return Notice(game, f"{reader.say(YOUR_TURN)} · {reader.value(shown.title)}", body, left)


def _reminded(host: HostContext, one: Reminder, reader: Reader) -> Notice | None:
    left = min(clock.due for clock in one.clocks.values()) - host.now()
    if left < LATEST:
        return None
    title = f"{reader.say(YOUR_TURN)} · {reader.value(ruleset(one.ruleset).title)}"
    return Notice(one.game, title, reader.say(WAITS, time=clocks.spoken(left)), left, urgent=True)


def _told(host: HostContext, message: Message, reader: Reader) -> Notice | None:
    session = views.found(host, message.game).session if message.game else None
    if session is None:
        return Notice("", "Race to a Billion", " ".join(words.told(message.lines, reader)), DAY)
    title, said = reader.value(ruleset(session.ruleset).title), reader.say(OVER_NOW)
    if session.stage == LOBBY:  # nobody is told anything of a table that is open but that they are wanted there
        return Notice(session.id, title, " ".join(words.told(message.lines, reader)).strip(), DAY)
    if session.stage != OVER:
        said = " ".join(words.told([line for line in message.lines if ringing(line) == EVERYWHERE], reader))
    return Notice(session.id, title, said, DAY, ends=True) if said else None
