"""Looks whether a bot can hear, can write to its players, and may do what it needs in its groups."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from telegram import BotCommandScopeAllGroupChats, ChatMemberRestricted, WebhookInfo
from telegram.error import BadRequest, Forbidden, TelegramError

from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, Session
from host.doors.local.open_store import open_configured_host
from host.doors.local.settings import UnfitSetting
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import TelegramAccount
from host.doors.telegram.heard.polling import build_conflict_note, format_polling_trouble
from host.doors.telegram.places import TELEGRAM_PREFIX, is_private_chat, parse_telegram_place

WAITING = 100  # updates on the way, at which something must be wrong
PRESENT_STATUSES = ("member", "administrator", "creator", "restricted")
CLOUD = (".on.aws", ".amazonaws.com")  # where a host in AWS has its updates sent
DEAF = "Updates are sent to {url}, so rtab play hears nothing. If no other host needs them there: rtab telegram setup"
RECENT_CONFLICT = 3600.0  # seconds for which another host that took our updates is told of
TWO_HOSTS = (
    "Another host took this bot's updates {minutes} min ago, so each of them hears a part. Stop the other one, or get "
    "a bot of its own for it from BotFather. This host goes on by itself."
)
OUT = "{title} ({id}): the bot is not in its group any more. Add it there again, and the game goes on."
NOWHERE = (
    "{title} ({id}): the bot was removed from its group, and the clocks are stopped. Add it there again, and the game "
    "goes on; or write /here {id} in another group, then /resume."
)
MUTE = "{title} ({id}): the bot may not write in its group. An admin has to allow it to send messages."
PICTURELESS = (
    "{title} ({id}): pictures are forbidden in its group, so the board is shown in words. An admin can allow them."
)
UNREACHED = "{title} ({id}): {name} cannot be told secrets. They have to open https://t.me/{bot} and press Start."


def iter_running_findings(host: HostContext, account: TelegramAccount) -> Iterator[tuple[str, str]]:
    """Yield pairs of what works and what does not (and what to do) with the bot of a running host."""
    wire = TelegramConnection(lambda: account.token, account.url)
    try:
        well, troubles = examine_bot(wire, host)
    except TelegramError as error:
        well, troubles = [], [format_polling_trouble(error)]
    finally:
        wire.close()
    yield from ((line, "") for line in well)
    yield from (("Telegram", line) for line in troubles)


def examine_bot(wire: TelegramConnection, host: HostContext | None = None) -> tuple[list[str], list[str]]:
    """Return two lists of sentences about the bot: what works, and what does not with what to do about it. The open
    games of `host` are examined too, or those stored on this machine.
    """
    me, hook = wire.call(lambda bot: bot.get_me()), wire.call(lambda bot: bot.get_webhook_info())
    offered = wire.call(lambda bot: bot.get_my_commands(BotCommandScopeAllGroupChats()))
    well = [
        f"The token is good: @{me.username}",
        f"Updates are sent to {hook.url}" if hook.url else "Updates are fetched by `rtab play`.",
    ]
    troubles = [
        "The bot cannot be added to groups: /setjoingroups at @BotFather." if not me.can_join_groups else "",
        "The commands are not registered: rtab telegram setup" if not offered else "",
        *_iter_webhook_troubles(hook),
        *(_iter_host_troubles(host, wire) if host else _iter_game_troubles(wire)),
    ]
    return well, [line for line in troubles if line]


def _iter_webhook_troubles(hook: WebhookInfo) -> Iterator[str]:
    """Yield what is wrong with the delivery of updates to the webhook."""
    if hook.url and not (urlsplit(hook.url).hostname or "").endswith(CLOUD):
        yield DEAF.format(url=hook.url)
    if hook.pending_update_count > WAITING:
        yield f"{hook.pending_update_count} updates wait: is the host running?"
    if hook.last_error_message:
        yield f"The webhook last failed with: {hook.last_error_message}"


def _iter_game_troubles(wire: TelegramConnection) -> Iterator[str]:
    """Yield what is wrong in the groups and chats of open games stored on this machine."""
    try:
        with open_configured_host() as host:
            yield from _iter_host_troubles(host, wire)
    except (UnfitSetting, OSError):  # nothing is kept here, or the doctor of all says what is wrong with it
        return


def _iter_host_troubles(host: HostContext, wire: TelegramConnection) -> Iterator[str]:
    """Yield what this host knows to be wrong: another host with the same token, and faults of its open games."""
    number = str(wire.call(lambda bot: bot.get_me()).id)
    ago = host.now() - float(host.store.load_note(build_conflict_note(number)) or "-inf")
    if ago < RECENT_CONFLICT:
        yield TWO_HOSTS.format(minutes=max(1, round(ago / 60)))
    yield from _iter_group_game_troubles(host, wire)


def _iter_group_game_troubles(host: HostContext, wire: TelegramConnection) -> Iterator[str]:
    for session in host.store.iter_sessions():
        if session.stage in (LOBBY, RUNNING) and session.ruleset in RULESETS:
            facts = {"title": RULESETS[session.ruleset].title, "id": session.id, "bot": wire.name}
            groups = [
                place for place in session.places if place.startswith(TELEGRAM_PREFIX) and not is_private_chat(place)
            ]
            for trouble in filter(
                None, (_find_group_trouble(wire, parse_telegram_place(place)[0]) for place in groups)
            ):
                yield trouble.format(**facts)
            if not session.places and any(player.place.startswith(TELEGRAM_PREFIX) for player in session.players):
                yield NOWHERE.format(**facts)
            for name in _list_unreachable_players(host, session) if groups else ():
                yield UNREACHED.format(name=name, **facts)


def _find_group_trouble(wire: TelegramConnection, chat: int) -> str:
    """Return which right the bot lacks in this group, or an empty string."""
    own = int(wire.call(lambda bot: bot.get_me()).id)
    try:
        us, all_there = (
            wire.call(lambda bot: bot.get_chat_member(chat, own)), wire.call(lambda bot: bot.get_chat(chat))
        )  # fmt: skip
    except (BadRequest, Forbidden):
        return OUT
    if us.status not in PRESENT_STATUSES:
        return OUT
    rights = us if isinstance(us, ChatMemberRestricted) else all_there.permissions
    if us.status in ("administrator", "creator") or rights is None or rights.can_send_photos:
        return ""
    return PICTURELESS if rights.can_send_messages else MUTE


def _list_unreachable_players(host: HostContext, session: Session) -> list[str]:
    """List the players of this game who use only Telegram and have not opened the private chat with the bot."""
    people = [player for player in session.players if player.plays_in_person and not player.place]
    known = {player.seat: host.store.list_identities(player.person) for player in people}
    return [player.name for player in people if all(each.startswith(TELEGRAM_PREFIX) for each in known[player.seat])]
