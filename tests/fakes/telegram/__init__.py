"""A local server that speaks the Telegram Bot API, for tests of the bot through its real HTTP client.

    server = BotApi()
    ann = server.user("Ann")
    group = server.group("Friday", ann, admins=[ann])
    bot = telegram.Bot(server.token, base_url=f"{server.url}/bot")

It is as strict as Telegram documents it, and stricter where a bot would otherwise be wrong in silence.
"""

from .chats import Chat, Message
from .clock import FakeClock, RealClock
from .flood import BURSTS, STRICT, Limits
from .people import Group, Person
from .server import BotApi
from .world import Alert, Tap

__all__ = [
    "BURSTS",
    "STRICT",
    "Alert",
    "BotApi",
    "Chat",
    "FakeClock",
    "Group",
    "Limits",
    "Message",
    "Person",
    "RealClock",
    "Tap",
]
