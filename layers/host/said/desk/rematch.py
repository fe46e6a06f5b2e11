"""Once more with the same people, at one word."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games
from host.core.clocks import PACES
from host.core.commands import Command
from host.core.session import OVER, Player, Session
from host.said.desk.answer import Answer, refusal
from host.said.desk.request import Request
from host.shown import views

NOT_YOURS = "Only those who have played a game to its end can play it again."


def again(request: Request, game: str) -> Answer:
    """Whoever asks first opens the lobby, and the others come to that one. Nobody has to wait for computers."""
    old = views.found(request.house, game).session
    if old.stage != OVER or old.at(request.by) is None:
        raise Illegal(NOT_YOURS)
    request.room()
    people = [player for player in old.players if player.person]
    host = _host(old, people, request.by)
    pace = next((word for word, seconds in PACES.items() if seconds == old.pace), "daily")
    reply = games.create(request.house, _command(game, "create", host), old.ruleset, dict(old.options), pace)
    if not reply.ok:
        return refusal(reply)
    for n in range(len(old.players) - len(people)):
        games.add_bot(request.house, _command(game, f"bot {n}", host), reply.game)
    guest = request.guest(request.somebody())
    games.join(request.house, _command(game, "join", request.by), reply.game, guest)
    if len(people) == 1:
        games.begin(request.house, _command(game, "begin", host), reply.game)
    return refusal(reply)


def _host(old: Session, people: list[Player], by: str) -> str:
    """Whoever opened the old table opens the new one, if they have played."""
    return old.by if any(player.person == old.by for player in people) else by


def _command(game: str, what: str, by: str) -> Command:
    """The same for all who ask."""
    return Command(f"again {game} {what}", by, resent=False)
