"""The bot's inbox."""

from collections.abc import Callable, Sequence

from . import render
from .endpoints import Call
from .errors import JSON, plain, wrong
from .listings import page
from .things import Item, Message
from .world import World

AT_ONCE = 25


def _items(world: World, call: Call, keep: Callable[[Item], bool]) -> JSON:
    items = [item for item in reversed(world.inbox(world.bot)) if keep(item)]
    return page(call, items, lambda item: render.item(world, item), world.garbler)


def unread(world: World, call: Call) -> JSON:
    """What is new. Looking at it does not make it old; for that it must be marked."""
    return _items(world, call, lambda item: item.new and not _taken_away(item))


def inbox(world: World, call: Call) -> JSON:
    """All."""
    return _items(world, call, lambda item: not _taken_away(item))


def _taken_away(item: Item) -> bool:
    """Replies that are deleted or removed leave the inbox."""
    return not isinstance(item.thing, Message) and item.thing.gone


def mentions(world: World, call: Call) -> JSON:
    """Comments that name the bot."""
    return _items(world, call, lambda item: item.why == "username mention" and not _taken_away(item))


def comment_replies(world: World, call: Call) -> JSON:
    """Replies to the bot's comments."""
    return _items(world, call, lambda item: item.why == "comment reply" and not _taken_away(item))


def post_replies(world: World, call: Call) -> JSON:
    """Replies to the bot's threads."""
    return _items(world, call, lambda item: item.why == "post reply" and not _taken_away(item))


def messages(world: World, call: Call) -> JSON:
    """Private messages, each with the replies to it."""
    private = [item.thing for item in world.inbox(world.bot) if isinstance(item.thing, Message)]
    firsts = {message.first.fullname: message.first for message in private}
    return page(call, list(reversed(firsts.values())), lambda message: _talk(world, message), world.garbler)


def _talk(world: World, message: Message) -> JSON:
    new = {item.fullname for item in world.inbox(world.bot) if item.new}
    replies = [render.message(world, reply, new=reply.fullname in new) for reply in message.replies]
    return render.message(world, message, new=message.fullname in new, replies=replies)


def message(world: World, call: Call) -> JSON:
    """One private message, from its first."""
    found = world.messages.get(f"t4_{call.place['message']}")
    if found is None or world.bot not in {found.author, found.to}:
        raise plain(403)
    return render.listing([_talk(world, found.first)])


def sent(world: World, call: Call) -> JSON:
    """What the bot sent."""
    mine = [message for message in reversed(world.messages.values()) if message.author == world.bot]
    return page(call, mine, lambda message: render.message(world, message), world.garbler)


def _named(world: World, call: Call) -> Sequence[Item]:
    names = call.get("id").split(",")
    if len(names) > AT_ONCE:
        raise wrong(f"{len(names)} names at once")
    found = [item for item in world.inbox(world.bot) if item.fullname in names]
    if len(found) < len(set(names)):
        raise wrong(f"{names} are not all in the inbox", 403)
    return found


def read_message(world: World, call: Call) -> JSON:
    """Mark as read."""
    for item in _named(world, call):
        item.new = False
    return {}


def unread_message(world: World, call: Call) -> JSON:
    """Mark as new."""
    for item in _named(world, call):
        item.new = True
    return {}


def read_all(world: World, call: Call) -> None:
    """Mark everything as read."""
    del call
    for item in world.inbox(world.bot):
        item.new = False


def delete_message(world: World, call: Call) -> JSON:
    """Take one message out of the inbox."""
    for item in _named(world, call):
        world.inbox(world.bot).remove(item)
    return {}


def block(world: World, call: Call) -> JSON:
    """Block whoever sent it."""
    world.account(world.bot).blocked.update(item.thing.author for item in _named(world, call))
    return {}


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "unread": unread,
    "inbox": inbox,
    "mentions": mentions,
    "comment_replies": comment_replies,
    "post_replies": post_replies,
    "messages": messages,
    "message": message,
    "sent": sent,
    "read_message": read_message,
    "unread_message": unread_message,
    "read_all": read_all,
    "delete_message": delete_message,
    "block": block,
}
