"""A platform with places, crowds and moods, and everything that was really said there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from host.core.context import HostContext
from host.delivery.outbox import Message, NotChanged, PlaceGone, PlaceMoved, PlatformDown, RetryLater, Sender
from tests.chaos.outside import Outside

PREFIX = "t:"


class Heard(NamedTuple):
    """A message that stands there for everybody to read."""

    at: float
    chat: str
    message: Message


class Platform:
    """One for a world."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.heard: list[Heard] = []
        self.boards: dict[tuple[str, str], int] = {}  # how much of the log each board shows
        self.gone: set[str] = set()
        self.moved: dict[str, str] = {}
        self.deaf_until = 0.0
        self.storm_until = 0.0
        self.messages = 0
        self.unlike: list[str] = []  # what it was asked for and does not know: it is no platform then
        self.notices: dict[int, list[str]] = {}  # what people were shown for their taps

    @contextmanager
    def reached(self, what: str, chat: str) -> Iterator[None]:
        """While something is done there; the answer may be lost after it, or never have been on its way."""
        outside = self.outside
        silent = outside.hits("silent")
        outside.step(what)
        if silent and outside.sim.chance(0.5):
            raise PlatformDown("no answer")
        self._refuse(chat)
        yield
        outside.last_said = outside.steps
        if silent:
            raise PlatformDown("no answer")
        outside.step("said")

    def _trouble(self, what: str, error: Exception) -> Exception:
        self.outside.befell[what] += 1
        return error

    def told(self, call: dict[str, Any]) -> None:
        """Do what the bot asked for in its answer to an update."""
        if call["method"] == "setMessageReaction":  # which says nothing in words
            return
        assert call["method"] == "answerCallbackQuery", call
        self.notices.setdefault(int(call["callback_query_id"]), []).append(call["text"])

    def _refuse(self, chat: str) -> None:
        outside, now = self.outside, self.outside.sim.now
        if now < self.deaf_until:
            raise self._trouble("deaf", PlatformDown("nobody is there"))
        if now < self.storm_until:
            raise self._trouble("storm", RetryLater(outside.sim.luck.uniform(1.0, 30.0)))
        if chat in self.gone:
            raise self._trouble("vanishing", PlaceGone("thrown out"))
        if chat in self.moved:
            raise self._trouble("moving", PlaceMoved(self.moved[chat]))
        if outside.hits("flood"):
            raise RetryLater(outside.sim.luck.uniform(1.0, 60.0))
        if outside.hits("broken"):
            raise PlatformDown("a fault of the platform")


class Mouth:
    """The way from one process to the platform, as the outbox knows one."""

    prefix = PREFIX
    mixes = True
    pauses = True

    def __init__(self, host: HostContext, platform: Platform) -> None:
        self.host, self.platform, self.outside = host, platform, platform.outside

    def get_lane(self, chat: str) -> str:
        """Every place is a lane."""
        return chat

    def is_crowd(self, chat: str) -> bool:
        """Groups take fewer messages."""
        return chat.startswith("t:group")

    def send(self, chat: str, message: Message) -> str:
        """Say it."""
        with self.platform.reached(f"say {chat} {message.stamp}", chat):
            self.platform.heard.append(Heard(self.outside.sim.now, chat, message))
        return str(len(self.platform.heard))

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show how the game stands."""
        saved = self.host.store.load_game(game_id)
        assert saved is not None
        with self.platform.reached(f"board {chat} {game_id}", chat):
            self.platform.boards[chat, game_id] = saved.session.entries
        return message_id or f"board of {game_id}"


class Overheard:
    """A real sender, of which everything is noted that it says."""

    def __init__(self, sender: Sender, platform: Platform, truth: Callable[[str], int]) -> None:
        self.prefix, self.mixes, self.get_lane, self.is_crowd = (
            sender.prefix,
            sender.mixes,
            sender.get_lane,
            sender.is_crowd,
        )
        self.pauses = sender.pauses
        self.sender, self.platform, self.truth = sender, platform, truth

    def send(self, chat: str, message: Message) -> str:
        """Say it."""
        sent = self.sender.send(chat, message)
        self.platform.heard.append(Heard(self.platform.outside.sim.now, chat, message))
        return sent

    def show_board(self, chat: str, game_id: str, message_id: str) -> str:
        """Show how the game stands; it may be as it was."""
        entries = self.truth(game_id)
        with suppress(NotChanged):
            message_id = self.sender.show_board(chat, game_id, message_id)
        self.platform.boards[chat, game_id] = entries
        return message_id
