"""Opens a game once more for the same people, in one tap."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games, posting
from host.core.commands import Command
from host.core.deadlines.clocks import PACES
from host.core.session import OVER, Session
from host.core.store import table_talk
from host.people import accounts
from host.said.desk.answer import Answer, refusal
from host.said.desk.request import Request
from host.said.desk.summons import summon
from host.shown import views

NOT_THEIRS = "Only those who have played a game to its end can play it again."
WANTED = "{who} plays once more with the same people: {title}, up to {time} a turn. {link}"


def again(request: Request) -> Answer:
    """Whoever asks first opens the lobby, and the others come to that one. Nobody has to wait for computers."""
    host, old = request.host, request.session()
    if not request.by or old.stage != OVER or old.at(request.by) is None:
        raise Illegal(NOT_THEIRS)
    place, you = request.room(), request.somebody()
    people = [player for player in old.players if player.person]
    opener = old.by if any(player.person == old.by for player in people) else you.id

    def command(what: str, by: str) -> Command:
        return Command(f"again {old.id} {what}", by, place, resent=False)  # the same for all who ask

    pace = next((word for word, seconds in PACES.items() if seconds == old.pace), "daily")
    reply = games.create(host, command("create", opener), old.ruleset, dict(old.options), pace, community=old.community)
    if not reply.ok:
        return refusal(reply)
    table_talk.set_manner(host.store, reply.game, table_talk.manner(host.store, old.id), host.token(4))
    for n in range(len(old.players) - len(people)):
        games.add_bot(host, command(f"bot {n}", opener), reply.game)
    games.join(host, command("join", you.id), reply.game, request.guest(you))
    if len(people) == 1:
        games.begin(host, command("begin", opener), reply.game)
    else:
        _call_others(request, old, reply.game)
    return refusal(reply)


def _call_others(request: Request, old: Session, game: str) -> None:
    """Whoever does not see the new table where it stands is told of it, by the first who wants it."""
    new, who = views.found(request.host, game).session, old.at(request.by)
    there = {posting.platform(place) for place in new.places}
    if who is None:
        return
    for player in old.players:
        person = accounts.person(request.host, player.person) if player.person else None
        missing = person and new.at(person.id) is None and posting.platform(person.place) not in there
        if person and person.place and missing:
            summon(request, person, new, f"again/{old.id}/{person.id}", WANTED, old.names(), who=who.seat)
