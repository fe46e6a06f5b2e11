"""What somebody is called for who reads everything on the page: their turn, a reminder, a summons, an end."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from engine.kernel import Illegal, Reader
from engine.kernel.event import EVERYWHERE
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.posting import find_notification_scope
from host.core.session import LOBBY, OVER, Person
from host.delivery.outbox import Message, PlaceGone, PlaceMoved, Reminder, Unfinished
from host.doors.registry import find_notification_place
from host.people import accounts
from host.shown import views, words

YOUR_TURN = "Your turn"
REMINDER_TEXT = "It is your turn. {time} left."
SECRETLY = "A secret question is waiting for your answer."
OVER_NOW = "The game is over."
NOTICE_LIFETIME = 86400.0
NOTICE_GAP = 1.0  # seconds between two notices of one message
MIN_NOTICE_SECONDS = 60.0  # a notice of what is due sooner comes too late


class Notice(Struct):
    """What is to be read on the screen of somebody who is not looking, and for how long it is worth it."""

    game: str
    title: str
    body: str
    lasts: float
    urgent: bool = False
    ends: bool = False  # something is over, of which not everybody wants to hear

    @property
    def mark(self) -> str:
        """A short text that tells this notice from the others of the same message, so that none is sent twice; it stays
        the same when the time left changes.
        """
        return f"{'reminder' if self.urgent else 'news'}/{self.game}"


def send_next_notice(found: list[Notice], message: Message, send: Callable[[Notice], None]) -> None:
    """Send, by `send`, the first of the notices `found` that `message` does not note as sent already; do nothing if
    there is none. If more are left, raise Unfinished, so that the message comes again for them and a failure repeats
    none of those already sent.
    """
    left = [notice for notice in found if notice.mark not in message.said]
    if left:
        send(left[0])
    if len(left) > 1:
        raise Unfinished(NOTICE_GAP, [*message.said, left[0].mark])


def choose_other_notice_place(host: HostContext, person_id: str, but: str = "") -> str:
    """Return the place of another door by which a person is notified from now on, linked with their account, because
    the one so far (which `but` names if it says that it does) reaches them no more; an empty string if there is none.
    """
    place = find_notification_place(host, person_id, but)
    if place:
        accounts.link_identity(host, person_id, place)
    return place


def build_place_lost_error(host: HostContext, person_id: str, why: str) -> PlaceGone | PlaceMoved:
    """Return the exception for a door that reaches a person no more: PlaceMoved if another door can notify them, whose
    place is then linked with their account, else PlaceGone with the reason `why`.
    """
    place = choose_other_notice_place(host, person_id)
    return PlaceMoved(place) if place else PlaceGone(why)


def list_notices(host: HostContext, person: Person, message: Message) -> list[Notice]:
    """Return the notices that a message contains for a person: of their turn in its game, of each reminder and, if it
    asks nothing, of its news (an invitation, the end of a game and the like); those that are outdated are left out.
    Raise Illegal if there is news of a game that is not stored.
    """
    reader = words.build_reader(message.names, person.habits.style)
    found = [_build_question_notice(host, person, message.game, message.asks, reader)] if message.asks else []
    found += [_build_reminder_notice(host, each, reader) for each in message.reminders]
    if message.lines and not message.asks:
        found.append(_build_news_notice(host, message, reader))
    return [notice for notice in found if notice is not None]


def _build_question_notice(
    host: HostContext, person: Person, game: str, asks: list[str], reader: Reader
) -> Notice | None:
    """Build the notice that a person is asked something in a game, with the first of these questions (`asks`) that is
    still open, only hinted at if it is secret. None if the game cannot be shown, if none is open, or if the earliest
    deadline of the open ones is less than a minute away.
    """
    try:
        shown = views.load_game_view(host, game, person.id)
    except Illegal:
        return None
    open_ = [asked for asked in shown.asked if asked.who == shown.you and asked.has_id_among(asks)]
    left = min((asked.due for asked in open_), default=0.0) - host.now()
    if left < MIN_NOTICE_SECONDS:
        return None
    first = open_[0]
    facts = {"who": first.who, **first.facts}
    body = (
        reader.format_sentence(SECRETLY)
        if first.secret
        else words.translate_question(first.text, facts, first.said, reader)
    )
    return Notice(game, f"{reader.format_sentence(YOUR_TURN)} · {reader.format_value(shown.title)}", body, left)


def _build_reminder_notice(host: HostContext, one: Reminder, reader: Reader) -> Notice | None:
    """Build the notice that a person's time in a game is running out; None if less than a minute is left."""
    left = min(clock.due for clock in one.clocks.values()) - host.now()
    if left < MIN_NOTICE_SECONDS:
        return None
    title = f"{reader.format_sentence(YOUR_TURN)} · {reader.format_value(ruleset(one.ruleset).title)}"
    return Notice(
        one.game, title, reader.format_sentence(REMINDER_TEXT, time=clocks.format_duration(left)), left, urgent=True
    )


def _build_news_notice(host: HostContext, message: Message, reader: Reader) -> Notice | None:
    """Build the notice of the news in a message (an invitation, the end of a game and the like): all its lines if it is
    about no game or a lobby, only those that every player is to be notified of if the game runs, and only that it is
    over after the end. None if nothing is left; raise Illegal if its game is not stored.
    """
    session = views.load_saved_game(host, message.game).session if message.game else None
    if session is None:
        return Notice(
            "", "Race to a Billion", " ".join(words.format_told_lines(message.lines, reader)), NOTICE_LIFETIME
        )
    title, said = reader.format_value(ruleset(session.ruleset).title), reader.format_sentence(OVER_NOW)
    if session.stage == LOBBY:  # nobody is told anything of a table that is open but that they are wanted there
        return Notice(
            session.id, title, " ".join(words.format_told_lines(message.lines, reader)).strip(), NOTICE_LIFETIME
        )
    if session.stage != OVER:
        said = " ".join(
            words.format_told_lines(
                [line for line in message.lines if find_notification_scope(line) == EVERYWHERE], reader
            )
        )
    return Notice(session.id, title, said, NOTICE_LIFETIME, ends=True) if said else None
