"""`rtab telegram setup|doctor`: tells Telegram what the bot can do, and looks whether all is well with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from telegram import BotCommandScopeAllGroupChats, ChatMemberRestricted, WebhookInfo
from telegram.error import BadRequest, Forbidden, TelegramError

from engine.rulesets import RULESETS
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, Session
from host.doors.command.commands import parse_command_line
from host.doors.local.settings import UnfitSetting, open_configured_host
from host.doors.telegram.calls.connection import TelegramConnection
from host.doors.telegram.door import TelegramAccount, read_telegram_account
from host.doors.telegram.heard import command_menu
from host.doors.telegram.heard.polling import build_conflict_note, format_polling_trouble
from host.doors.telegram.heard.web_app_launch import ENTRANCE
from host.doors.telegram.messages.welcome import build_add_bot_link
from host.doors.telegram.places import TELEGRAM_PREFIX, is_private_chat, parse_telegram_place

FIRST_SETUP_STEP = (
    "Step 1 of 6. In Telegram, open https://t.me/BotFather, send /newbot and give the bot a name. BotFather answers "
    "with its token. Set TELEGRAM_BOT_TOKEN to that token on this computer, then: rtab telegram setup"
)


JOINS = "In Telegram, open https://t.me/BotFather, send /setjoingroups, choose @{name} and tap Enable."


START_HOST_ADVICE = "On this computer, in a window of its own and with the same TELEGRAM_BOT_TOKEN: rtab play"


OPENS = "On your telephone, open {link} and choose a group. When I say hello there, tap Open a table."


BEGINS = "Everybody who plays taps Join and presses Start. Or add computer players. Then tap Begin."


READY = "The game is on. `rtab telegram doctor` looks whether all is well, whenever you like."


INSIDE = (
    "If you like, the table opens inside Telegram, too. It needs an https address (RTAB_WEB=https://…). In BotFather: "
    "/newapp, choose @{name}, give a title, a line about it and a picture of 640 by 360, /empty for the GIF, "
    "{web}{entrance} as the Web App URL, and a short name. Set TELEGRAM_APP to that short name, and start the host "
    "again."
)


HEARTBEAT_FRESH_SECONDS = 120.0  # seconds in which a host that runs gives a sign of life


class SetupStep(NamedTuple):
    """A setup step: its title, and a function that returns what is still to do, or an empty string."""

    title: str
    missing: Callable[[TelegramConnection], str]


def list_setup_steps() -> list[SetupStep]:
    """Return all steps of setting up the Telegram bot, in order: each its title and the function that checks it (or
    does it), and returns what is still to do.
    """
    return [
        SetupStep("A bot of your own", _verify_token),
        SetupStep("It hears, and knows its commands", _switch_to_polling),
        SetupStep("It may come into groups", _find_missing_group_setting),
        SetupStep("The host runs", _find_missing_host),
        SetupStep("A group with a table", _find_missing_group_table),
        SetupStep("The first game", _find_missing_first_game),
    ]


def run_setup_steps(wire: TelegramConnection, tell: Callable[[str], None], goes_on: Callable[[], bool]) -> bool:
    """Run the steps of setting up the bot in order and return whether all are done. Tell of each step that it is done,
    or what it still lacks, and check it again as long as `goes_on`, which waits for the operator, returns True; else
    stop there. At the end tell how to open the page inside Telegram.
    """
    found = list_setup_steps()
    for n, step in enumerate(found, 1):
        while missing := step.missing(wire):
            tell(f"Step {n} of {len(found)}: {step.title}. {missing}")
            if not goes_on():
                return False
        tell(f"✓ {n} of {len(found)}: {step.title}.")
    tell(READY)
    web = os.environ.get("RTAB_WEB", "").strip().rstrip("/") or "https://…"
    tell(INSIDE.format(name=wire.name, web=web, entrance=ENTRANCE))
    return True


def _verify_token(wire: TelegramConnection) -> str:
    """Ask Telegram for the bot's account, which raises TelegramError if the token is unknown; return an empty text, as
    nothing is left to do.
    """
    wire.call(lambda bot: bot.get_me())  # the error tells of an unknown token
    return ""


def _switch_to_polling(wire: TelegramConnection) -> str:
    """Register the bot's commands and delete its webhook, so that a host at home can poll; return an empty text, as
    nothing is left to do.
    """
    command_menu.register_bot_commands(wire)
    wire.call(lambda bot: bot.delete_webhook())
    return ""


def _find_missing_group_setting(wire: TelegramConnection) -> str:
    """Return how to allow at BotFather that the bot is added to groups; empty if that is allowed."""
    return "" if wire.call(lambda bot: bot.get_me()).can_join_groups else JOINS.format(name=wire.name)


def _find_missing_host(_: TelegramConnection) -> str:
    """Return how to start the host on this machine; empty if it has given a sign of life within two minutes."""
    lives = _check_local_host(lambda host: host.now() - host.store.load_last_beat() < HEARTBEAT_FRESH_SECONDS)
    return "" if lives else START_HOST_ADVICE


def _find_missing_group_table(wire: TelegramConnection) -> str:
    """Return how to add the bot to a group and open a table there; empty if a stored game is shown in a group."""
    opened = _check_local_host(lambda host: any(_iter_group_games(host)))
    return "" if opened else OPENS.format(link=build_add_bot_link(wire.name))


def _find_missing_first_game(_: TelegramConnection) -> str:
    """Return how to begin the game of a table; empty if a game runs in a Telegram group."""
    begun = _check_local_host(lambda host: any(session.stage == RUNNING for session in _iter_group_games(host)))
    return "" if begun else BEGINS


def _iter_group_games(host: HostContext) -> Iterator[Session]:
    """Yield the stored games, also finished ones, that are shown in a Telegram group."""
    for session in host.store.iter_sessions():
        if any(place.startswith(TELEGRAM_PREFIX) and not is_private_chat(place) for place in session.places):
            yield session


def _check_local_host(check: Callable[[HostContext], bool]) -> bool:
    """Open the host on this machine and return what `check` returns of it; False if it has no stored data, or these or
    its settings cannot be read.
    """
    try:
        with open_configured_host() as host:
            return check(host)
    except (UnfitSetting, OSError):
        return False


NO_TOKEN = "TELEGRAM_BOT_TOKEN is not set. " + FIRST_SETUP_STEP


STEP_DONE_PROMPT = "When that is done, press Enter. "


def main(argv: list[str]) -> int:
    """Run `rtab telegram setup` or `rtab telegram doctor`, as the arguments say, and return its exit code: 2 if the
    bot's token is not set or a setting is malformed, 1 if Telegram fails or the doctor finds something wrong, else 0.
    """
    asked = parse_command_line(
        "telegram", argv, {"setup|doctor": "tell Telegram about the bot, or look whether all is well"}
    )
    try:
        found = read_telegram_account(os.environ)
    except UnfitSetting as error:
        print(error, file=sys.stderr)
        return 2
    if found is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return _run_with_connection(TelegramConnection(lambda: found.token, found.url), TELEGRAM_SUBCOMMANDS[asked.word])


def run_telegram_doctor() -> int:
    """Check the Telegram bot for `rtab doctor`, which runs the checks of all platforms; return the exit code."""
    return main(["doctor"])


def _run_with_connection(wire: TelegramConnection, work: Callable[[TelegramConnection], int]) -> int:
    """Run a function with a connection to Telegram and close it; return the exit code, 1 with a message if Telegram
    fails.
    """
    try:
        return work(wire)
    except TelegramError as error:
        print(f"Telegram: {format_polling_trouble(error)}", file=sys.stderr)
        return 1
    finally:
        wire.close()


def run_telegram_setup(wire: TelegramConnection) -> int:
    """Run the steps of setting up the bot and print what is still to do; at a keyboard, wait after each that is
    incomplete. Return 0, also if not all is done.
    """
    run_setup_steps(wire, lambda line: print(line, flush=True), _wait_for_enter)
    return 0


def _wait_for_enter() -> bool:
    """Wait for Enter at a keyboard; return False if nobody is there."""
    if not sys.stdin.isatty():
        return False
    try:
        input(STEP_DONE_PROMPT)
    except EOFError:
        return False
    return True


def print_telegram_findings(wire: TelegramConnection) -> int:
    """Print what works and what does not with the bot; return 1 if anything does not, else 0."""
    well, troubles = examine_bot(wire)
    print("\n".join([*well, *(troubles or ["All is well."])]))
    return 1 if troubles else 0


TELEGRAM_SUBCOMMANDS = {"setup": run_telegram_setup, "doctor": print_telegram_findings}


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
    """Yield what is found about the bot of a running host, in pairs: a sentence and an empty string for what works;
    `Telegram` and a sentence with the remedy for what does not.
    """
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
    games of `host` are examined too, or without one those stored on this machine. Raise TelegramError if Telegram
    fails.
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
    """Yield what is wrong with the delivery of updates: a webhook outside AWS, so that `rtab play` hears nothing; too
    many updates that wait; the webhook's last error.
    """
    if hook.url and not (urlsplit(hook.url).hostname or "").endswith(CLOUD):
        yield DEAF.format(url=hook.url)
    if hook.pending_update_count > WAITING:
        yield f"{hook.pending_update_count} updates wait: is the host running?"
    if hook.last_error_message:
        yield f"The webhook last failed with: {hook.last_error_message}"


def _iter_game_troubles(wire: TelegramConnection) -> Iterator[str]:
    """Yield what the host on this machine knows to be wrong, as `_iter_host_troubles` finds it; nothing if no data are
    stored here or they cannot be opened.
    """
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
    """Yield what is wrong with open games: in Telegram groups, a bot that was removed or lacks rights, and players who
    cannot be written to; and games of Telegram's players that are shown nowhere any more.
    """
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
    """Ask Telegram whether the bot is in this group and may write and send pictures there. Return a sentence, with
    placeholders for the game's title and id, on what is wrong, or an empty string.
    """
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
    """List the names of people in this game who are known only by Telegram accounts and have no private chat with the
    bot, so that they cannot be told secrets.
    """
    people = [player for player in session.players if player.plays_in_person and not player.place]
    known = {player.seat: host.store.list_identities(player.person) for player in people}
    return [player.name for player in people if all(each.startswith(TELEGRAM_PREFIX) for each in known[player.seat])]
