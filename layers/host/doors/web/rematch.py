"""Once more with the same people, in one tap."""

from __future__ import annotations

from host.core import games
from host.core.clocks import PACES
from host.core.commands import Command
from host.core.games import Guest
from host.core.session import OVER
from host.doors.web.frame import refused, trouble
from host.doors.web.http import Response, see
from host.doors.web.request_context import RequestContext
from host.people import rate_limits
from host.shown import views

NOT_YOURS = "Only those who have played a game to its end can play it again."


def again(visit: RequestContext, game: str) -> Response:
    """Whoever taps it first opens the lobby, and the others come to that one. Nobody has to wait for computers."""
    house, old = visit.house, views.found(visit.house, game).session
    you = visit.person
    if you is None or old.stage != OVER or old.at(you.id) is None:
        return trouble(visit.words, NOT_YOURS, 409, f"/g/{game}")
    rate_limits.table(house, stranger=False)
    people = [player for player in old.players if player.person]
    host = old.by if any(player.person == old.by for player in people) else you.id

    def command(what: str, by: str) -> Command:
        return Command(f"again {game} {what}", by, resent=False)  # the same for all who tap it

    pace = next((word for word, seconds in PACES.items() if seconds == old.pace), "daily")
    reply = games.create(house, command("create", host), old.ruleset, dict(old.options), pace)
    if not reply.ok:
        return refused(reply.lines, visit.reader({}), f"/g/{game}")
    for n in range(len(old.players) - len(people)):
        games.add_bot(house, command(f"bot {n}", host), reply.game)
    guest = Guest(you.id, you.name, you.place, you.habits)
    games.join(house, command("join", you.id), reply.game, guest)
    if len(people) == 1:
        games.begin(house, command("begin", host), reply.game)
    return see(f"/g/{reply.game}")
