"""What hosts do in Telegram in its own way: open a table with buttons, come through its link, replace by a reply."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games, seats
from host.core.player_names import meant
from host.doors.telegram import panels, places
from host.doors.telegram.call import Call
from host.doors.telegram.update import full_name
from host.people import accounts
from host.said.desk import hosting, seating
from host.said.desk.answer import Answer, refusal, say

NEWCOMER = "{name}, open our private chat and press Start: {link} That is where I tell you secrets."
IN = "You are in. I shall tell you here whatever is only for you."


def newgame(call: Call) -> Answer:
    """Open a table: step by step with buttons, or all in one line."""
    if call.words:
        return hosting.new(call)
    call.unused()
    return Answer(asks=[panels.name_of("newgame")])


def arrive(call: Call, game: str) -> Answer:
    """Somebody comes through a table's link: the private chat is open now, so they can sit down."""
    person, (game, _, invited) = call.somebody(), game.partition("_")
    reply = games.join(call.house, call.command, game, call.guest(person, invited=invited))
    session = call.house.store.game(game)
    player = session.session.at(person.id) if session else None
    if player and not player.bot:
        return say(IN)
    return say(seating.ASKED) if reply.ok else refusal(reply)


def replace(call: Call) -> Answer:
    """The host gives a player's seat to whoever wrote the message replied to."""
    session = call.session()
    replied = call.message.reply_to_message if call.message else None
    newcomer = replied.by if replied else None
    if newcomer is None or newcomer.is_bot:
        raise Illegal("Reply to a message of the newcomer with /replace and the name of the player who goes.")
    player = meant(session.players, call.words)
    person = accounts.known(call.house, places.place(newcomer.id), full_name(newcomer))
    reply = seats.replace(call.house, call.commanding(session), session.id, player.seat, call.guest(person))
    if reply.ok and not person.place:
        return say(NEWCOMER, name=person.name, link=call.link())
    return refusal(reply)
