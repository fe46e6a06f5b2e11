"""Where the people of a simulated world hand in what they want: an adapter as small as one can be."""

from collections.abc import Callable
from typing import Any

from host.core import games, seats
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, Reply


class Counter:
    """Takes updates as a platform brings them. `replies` is what people were told, by the number of their update."""

    def __init__(self, host: HostContext, replies: dict[int, list[bool]]) -> None:
        self.host, self.replies = host, replies

    def handle(self, update: dict[str, Any]) -> None:
        """Do what somebody wants."""
        command = Command(f"u:{update['id']}", update["by"], update["place"])
        reply = self._do(command, update)
        self.replies.setdefault(update["id"], []).append(reply.ok)

    def _do(self, command: Command, update: dict[str, Any]) -> Reply:
        return DOES[update["do"]](self.host, command, update.get("game", ""), update)


def _join(host: HostContext, command: Command, game: str, _: dict[str, Any]) -> Reply:
    return games.sit_at_table(host, command, game, Guest(command.by, command.by.title(), f"t:{command.by}"))


DOES: dict[str, Callable[[HostContext, Command, str, Any], Reply]] = {
    "create": lambda host, command, _, up: games.open_lobby(host, command, up["rules"], up["options"], up["pace"]),
    "join": _join,
    "computer": lambda host, command, game, _: games.add_bot(host, command, game),
    "begin": lambda host, command, game, _: games.start_game(host, command, game),
    "answer": lambda host, command, game, up: games.submit_answer(host, command, game, up["question"], up["value"]),
    "play": lambda host, command, game, up: games.make_unasked_play(host, command, game, up["key"], up["value"]),
    "pause": lambda host, command, game, _: ticking.pause_session_clocks(host, command, game),
    "resume": lambda host, command, game, _: ticking.resume_session_clocks(host, command, game),
    "extend": lambda host, command, game, _: ticking.grant_extra_time(host, command, game, 600.0),
    "leave": lambda host, command, game, _: seats.leave_game(host, command, game),
    "kick": lambda host, command, game, up: seats.kick_from_seat(host, command, game, up["seat"]),
    "stand_in": lambda host, command, game, up: seats.request_stand_in(host, command, game, up["seat"]),
}
