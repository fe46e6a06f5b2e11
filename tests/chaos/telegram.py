"""The real desk and the real sender, with a Telegram behind them that is moody: no network, only its answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

from telegram.error import ChatMigrated, Forbidden, NetworkError, RetryAfter, TimedOut

from host.core.context import HostContext
from host.core.session import Session
from host.core.store import MemoryTable
from host.delivery.outbox import PlaceGone, PlaceMoved, PlatformDown, RetryLater
from host.doors.aws.tables import PrefetchingTable
from host.doors.telegram.calls.connection import translate_telegram_errors
from host.doors.telegram.function import handle_prefetched_update
from host.doors.telegram.messages.screens import encode_button_data
from host.doors.telegram.messages.sender import TelegramSender
from host.doors.telegram.places import parse_telegram_place
from tests.chaos.cloud import Cloud, Handle
from tests.chaos.mail import Mail
from tests.chaos.outside import Outside
from tests.chaos.parties import Crowd, Party
from tests.chaos.platform import Overheard, Platform
from tests.chaos.table import Witness

NUMBERS = {"ann": 1001, "bob": 1002, "cat": 1003, "dan": 1004, "eve": 1005}
NAME = "race_bot"


def home(person: str) -> str:
    """Somebody's private chat, which is their identity, too."""
    return f"telegram:{NUMBERS[person]}"


class Bot:
    """What Telegram does when it is called, or does not do."""

    def __init__(self, platform: Platform) -> None:
        self.platform, self.outside = platform, platform.outside

    async def get_me(self) -> SimpleNamespace:
        with self._reached("get me", ""):
            return SimpleNamespace(username=NAME)

    async def get_chat_member(self, *, chat_id: int, user_id: int) -> SimpleNamespace:
        with self._reached(f"member {user_id}", f"telegram:{chat_id}"):
            return SimpleNamespace(status="administrator" if user_id == NUMBERS["ann"] else "member")

    async def _message(self, chat_id: int, message_id: int = 0, **_: Any) -> SimpleNamespace:
        assert isinstance(message_id, int)
        return self._said(chat_id)

    async def set_message_reaction(self, chat: int, message: int, reaction: str, **_: Any) -> None:
        assert message
        assert reaction
        with self._reached("reaction", f"telegram:{chat}"):
            pass

    async def answer_callback_query(self, number: str, text: str = "", **_: Any) -> None:
        with self._reached("notice", ""):
            self.platform.told({"method": "answerCallbackQuery", "callback_query_id": number, "text": text})

    async def set_my_commands(self, commands: Any, scope: Any) -> None:
        assert commands
        with self._reached("commands", f"telegram:{scope.chat_id}"):
            pass

    async def delete_my_commands(self, scope: Any) -> None:
        with self._reached("no commands", f"telegram:{scope.chat_id}"):
            pass

    send_message = send_photo = edit_message_text = edit_message_caption = edit_photo = _message
    edit_message_reply_markup = _message

    def _said(self, chat: int) -> SimpleNamespace:
        with self._reached(f"say {chat}", f"telegram:{chat}"):
            self.platform.messages += 1
        return SimpleNamespace(message_id=self.platform.messages)

    @contextmanager
    def _reached(self, what: str, chat: str) -> Iterator[None]:
        try:
            with self.platform.reached(what, chat):
                yield
        except RetryLater as later:
            raise RetryAfter(int(later.seconds) + 1) from None
        except PlaceGone:
            raise Forbidden("Forbidden: bot was kicked from the group chat") from None
        except PlaceMoved as moved:
            raise ChatMigrated(parse_telegram_place(moved.chat)[0]) from None
        except PlatformDown:
            raise self.outside.sim.luck.choice([NetworkError("Bad Gateway"), TimedOut()]) from None


class Line:
    """The wire of one process: calls are made at once, on the thread that makes them."""

    def __init__(self, platform: Platform) -> None:
        self._bot, self._name = Bot(platform), ""

    def call(self, make: Callable[[Any], Any]) -> Any:
        """Make a call."""
        try:
            make(self._bot).send(None)
        except StopIteration as done:
            return done.value
        except (AttributeError, TypeError) as unlike:  # or it would be taken for a fault of Telegram's
            self._bot.platform.unlike.append(str(unlike))
            raise
        raise AssertionError("nothing here has to wait")

    @property
    def name(self) -> str:
        """The bot's username; Telegram is asked once."""
        with translate_telegram_errors():
            self._name = self._name or self.call(lambda bot: bot.get_me()).username
        return self._name


class Hall(Crowd):
    """People with Telegram on their phones."""

    def __init__(self, outside: Outside, mail: Mail, table: MemoryTable, witness: Witness) -> None:
        super().__init__(outside, mail, table, witness)
        mail.body = self.written

    def id_of(self, person: str) -> str:
        return self.store.find_person_id(home(person), self.outside.sim.now)

    def name_of(self, update: dict[str, Any]) -> str:
        return f"telegram:{update['id']}"

    def _gather(self, party: Party, person: str, session: Session) -> None:
        party.computers = 0
        super()._gather(party, person, session)

    def written(self, update: dict[str, Any]) -> dict[str, Any]:
        """The update as Telegram brings it."""
        number = NUMBERS[update["by"]]
        user = {"id": number, "first_name": update["by"].title()}
        chat = number if update["do"] not in ("create", "begin") else parse_telegram_place(update["place"])[0]
        message = {"message_id": update["id"], "chat": {"id": chat, "type": "private" if chat > 0 else "supergroup"}}
        if update.get("kind") in ("choice", "number"):
            data = encode_button_data("a", update["game"], update["question"], 1, update["value"])
            tap = {"id": str(update["id"]), "from": user, "message": message, "data": data}
            return {"update_id": update["id"], "callback_query": tap}
        return {"update_id": update["id"], "message": {**message, "from": user, "text": _words(update)}}


def _words(update: dict[str, Any]) -> str:
    write = WORDS.get(update["do"])
    return write(update) if write else f"/{update['do']}"


def _options(update: dict[str, Any]) -> str:
    """Written as people write them; the toy has none for them."""
    given = update["options"].items() if update["rules"] != "toy" else ()
    return " ".join(f"{name}={'no' if value is False else value}" for name, value in given)


WORDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "create": lambda up: f"/newgame {up['rules']} {up['pace']} {_options(up)}",
    "join": lambda up: f"/start j_{up['game']}",
    "answer": lambda up: ", ".join(map(str, up["value"])) if up["kind"] == "several" else up["value"],
    "play": lambda up: f"/{up['key']} {up['value'] or ''}",
    "extend": lambda _: "/extend 10m",
    "kick": lambda up: f"/kick {up['name']}",
    "stand_in": lambda up: f"/standin {up['name']}",
}


def door(cloud: Cloud, host: HostContext, prefetching: PrefetchingTable) -> tuple[Overheard, Handle]:
    """How a process speaks and hears."""
    sender = TelegramSender(host, Line(cloud.platform), alone=False)  # type: ignore[arg-type] # it has all that is used of a wire
    return Overheard(sender, cloud.platform, cloud.entries), partial(handle_prefetched_update, prefetching, sender)
