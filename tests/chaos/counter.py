"""Where the people of a simulated world hand in what they want: an adapter as small as one can be."""

from collections.abc import Callable
from typing import Any

from host.core import games, seats, ticking
from host.core.commands import Command
from host.core.context import HostContext
from host.core.games import Guest
from host.core.session import Reply


class Counter:
    """Takes updates as a platform brings them. `replies` is what people were told, by the number of their update."""

    def __init__(self, house: HostContext, replies: dict[int, list[bool]]) -> None:
        self.house, self.replies = house, replies

    def handle(self, update: dict[str, Any]) -> None:
        """Do what somebody wants."""
        command = Command(f"u:{update['id']}", update["by"], update["place"])
        reply = self._do(command, update)
        self.replies.setdefault(update["id"], []).append(reply.ok)

    def _do(self, command: Command, update: dict[str, Any]) -> Reply:
        return DOES[update["do"]](self.house, command, update.get("game", ""), update)


def _join(house: HostContext, command: Command, game: str, _: dict[str, Any]) -> Reply:
    return games.join(house, command, game, Guest(command.by, command.by.title(), f"t:{command.by}"))


DOES: dict[str, Callable[[HostContext, Command, str, Any], Reply]] = {
    "create": lambda house, command, _, up: games.create(house, command, up["rules"], up["options"], up["pace"]),
    "join": _join,
    "computer": lambda house, command, game, _: games.add_bot(house, command, game),
    "begin": lambda house, command, game, _: games.begin(house, command, game),
    "answer": lambda house, command, game, up: games.answer(house, command, game, up["question"], up["value"]),
    "play": lambda house, command, game, up: games.play(house, command, game, up["key"], up["value"]),
    "pause": lambda house, command, game, _: ticking.pause(house, command, game),
    "resume": lambda house, command, game, _: ticking.resume(house, command, game),
    "extend": lambda house, command, game, _: ticking.extend(house, command, game, 600.0),
    "leave": lambda house, command, game, _: seats.leave(house, command, game),
    "kick": lambda house, command, game, up: seats.kick(house, command, game, up["seat"]),
    "stand_in": lambda house, command, game, up: seats.takeover(house, command, game, up["seat"]),
}
