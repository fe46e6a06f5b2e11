"""The methods about the bot itself and about chats."""

import re
from collections.abc import Callable

from .chats import Chat
from .errors import bad, fault
from .fields import JSON, Call
from .reach import known_chat
from .text import units
from .world import BOT_ID, World

COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"[a-z]{2}|")
COMMANDS = 100
COMMAND_DESCRIPTION = 256
NAME = 64
DESCRIPTION = 512
SHORT_DESCRIPTION = 120
MENU_FIELDS = {"default": {"type"}, "commands": {"type"}, "web_app": {"type", "text", "web_app"}}
SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}

Key = tuple[str, int, int, str]


def get_me(world: World, call: Call) -> JSON:
    """Who the bot is."""
    del call
    abilities = dict.fromkeys(("supports_inline_queries", "can_connect_to_business", "has_main_web_app"), False)
    abilities["has_topics_enabled"] = world.topics
    return world.bot | abilities | {"can_join_groups": True, "can_read_all_group_messages": not world.privacy}


def _language(call: Call) -> str:
    if not LANGUAGE.fullmatch(call.get("language_code", "")):
        raise fault("LANG_CODE_INVALID")
    return call.get("language_code", "")


def _scope(world: World, call: Call) -> Key:
    scope = call.get("scope", JSON(type="default"))
    kind = str(scope.get("type"))
    if kind not in SCOPES or set(scope) != {"type", *SCOPES[kind]}:
        raise fault("can't parse BotCommandScope: unsupported type or fields")
    ids = [scope.get(name, 0) for name in ("chat_id", "user_id")]
    if any(not isinstance(number, int) for number in ids):
        raise fault("can't parse BotCommandScope: ids must be Integers")
    if ids[0]:
        _check_scope_chat(world, kind, ids[0])
    return kind, ids[0], ids[1], _language(call)


def _check_scope_chat(world: World, kind: str, chat_id: int) -> None:
    chat = world.chats.get(chat_id)
    if chat is None or chat.statuses.get(BOT_ID) is None:
        raise bad("chat not found")
    if chat.private and kind != "chat":
        raise fault("can't set commands of that scope in a private chat")


def set_commands(world: World, call: Call) -> bool:
    """Fill one command menu."""
    commands = call.get("commands", list[JSON]())
    if len(commands) > COMMANDS:
        raise fault("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        _check_command(command)
    world.profile.commands[_scope(world, call)] = commands
    return True


def _check_command(command: JSON) -> None:
    if set(command) - {"is_ephemeral"} != {"command", "description"}:
        raise fault("can't parse BotCommand: expected command and description")
    if not COMMAND.fullmatch(str(command["command"])):
        raise fault("BOT_COMMAND_INVALID")
    if not 1 <= units(str(command["description"])) <= COMMAND_DESCRIPTION:
        raise fault("BOT_COMMAND_DESCRIPTION_INVALID")


def get_commands(world: World, call: Call) -> list[JSON]:
    """One command menu as it was set."""
    return world.profile.commands.get(_scope(world, call), [])


def delete_commands(world: World, call: Call) -> bool:
    """Empty one command menu."""
    world.profile.commands.pop(_scope(world, call), None)
    return True


def _self_text(call: Call, field: str, limit: int) -> str:
    if units(call.get(field, "")) > limit:
        raise fault(f"{field} is too long: at most {limit} characters")
    return call.get(field, "")


def set_name(world: World, call: Call) -> bool:
    """Rename the bot."""
    world.profile.names[_language(call)] = name = _self_text(call, "name", NAME)
    if name and not _language(call):
        world.bot["first_name"] = name
    return True


def set_description(world: World, call: Call) -> bool:
    """What people read before they press Start."""
    world.profile.descriptions[_language(call)] = _self_text(call, "description", DESCRIPTION)
    return True


def set_short_description(world: World, call: Call) -> bool:
    """What people read on the bot's profile."""
    world.profile.short_descriptions[_language(call)] = _self_text(call, "short_description", SHORT_DESCRIPTION)
    return True


def set_menu_button(world: World, call: Call) -> bool:
    """The button beside the writing field of a private chat."""
    button = call.get("menu_button", JSON(type="default"))
    if set(button) != MENU_FIELDS.get(str(button.get("type"))):
        raise fault("can't parse MenuButton")
    if "chat_id" not in call:
        world.profile.menu_button = button
        return True
    chat = known_chat(world, call)
    if not chat.private:
        raise fault("chat_id must be a private chat")
    chat.menu_button = button
    return True


def get_chat(world: World, call: Call) -> JSON:
    """All about a chat."""
    return known_chat(world, call).full_json()


def get_member(world: World, call: Call) -> JSON:
    """What somebody is in a chat."""
    chat = known_chat(world, call)
    user = world.users.get(call.get("user_id", 0))
    if user is None:
        raise bad("user not found")
    return chat.member_json(user)


def get_administrators(world: World, call: Call) -> list[JSON]:
    """Who leads a group: people, and bots too if asked for."""
    chat = _group(world, call, "there are no administrators in the private chat")
    leaders = [user_id for user_id, status in chat.statuses.items() if status in {"creator", "administrator"}]
    bots = call.get("return_bots", False)
    return [chat.member_json(world.users[leader]) for leader in leaders if bots or leader != BOT_ID]


def leave(world: World, call: Call) -> bool:
    """Walk out of a group."""
    chat = _group(world, call, "chat member status can't be changed in private chats")
    world.set_bot_status(chat, world.bot, "left")
    return True


def _group(world: World, call: Call, refusal: str) -> Chat:
    chat = known_chat(world, call)
    if chat.private:
        raise fault(refusal)
    return chat


HANDLERS: dict[str, Callable[[World, Call], object]] = {
    "getMe": get_me,
    "setMyCommands": set_commands,
    "getMyCommands": get_commands,
    "deleteMyCommands": delete_commands,
    "setMyName": set_name,
    "setMyDescription": set_description,
    "setMyShortDescription": set_short_description,
    "setChatMenuButton": set_menu_button,
    "getChat": get_chat,
    "getChatMember": get_member,
    "getChatAdministrators": get_administrators,
    "leaveChat": leave,
}
