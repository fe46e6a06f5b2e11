"""Finds the chat or message a call is about, or says why the bot cannot get there."""

from .chats import MEMBERS, Chat, Message
from .errors import bad, forbidden, migrated
from .fields import Call
from .world import BOT_ID, World


def known_chat(world: World, call: Call) -> Chat:
    """A chat the bot has met."""
    chat_id = call.get("chat_id", 0) if isinstance(call.get("chat_id", object()), int) else 0
    chat = world.chats.get(chat_id)
    if chat is None:
        raise bad("chat not found")
    if chat.migrated_to:
        raise migrated(chat.migrated_to.id)
    if not chat.private:
        _check_membership(chat)
    return chat


def open_chat(world: World, call: Call) -> Chat:
    """A chat the bot may write in."""
    chat = known_chat(world, call)
    if chat.private and not chat.opened:
        raise forbidden("bot can't initiate conversation with a user")
    if chat.private and chat.statuses[BOT_ID] == "kicked":
        raise forbidden("bot was blocked by the user")
    return chat


def _check_membership(chat: Chat) -> None:
    status = chat.statuses.get(BOT_ID)
    if status == "kicked":
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    if status not in MEMBERS:
        raise forbidden(f"bot is not a member of the {chat.kind} chat")


def message_to(verb: str, world: World, call: Call) -> Message:
    """A message people still see."""
    message = open_chat(world, call).find(call.get("message_id", 0))
    if message is None:
        raise bad(f"message to {verb} not found")
    return message


def own_message(world: World, call: Call) -> Message:
    """A message the bot itself has sent, and may therefore change."""
    message = message_to("edit", world, call)
    if not message.from_bot or message.service:
        raise bad("message can't be edited")
    return message
