"""The table of commands: what each does, where it is offered, and to whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChatMember,
)

from engine.kernel import NOT_NOW_CODE, Illegal, Phrase, Reader, phrase
from engine.kernel.text import PLAIN_READER
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.session import LOBBY, RUNNING, WritingStyle
from host.doors.telegram.calls.connection import TelegramConnection, ignore_telegram_errors
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import game_menu, panels, settings_panels
from host.doors.telegram.messages import welcome
from host.doors.telegram.messages.action_buttons import PREDICT
from host.doors.telegram.places import TELEGRAM_PREFIX, compute_telegram_lane, is_private_chat, parse_telegram_place
from host.people import accounts
from host.said.answers import DeskAnswer, answer_help, answer_sentence
from host.said.desk import playing, settings, tables
from host.said.desk.menu import ADDED_HOST_WORDS, DESK
from host.said.reading.matching import explain_no_question, names_secret_play
from host.said.reading.matching import normalise_play_key as named
from host.shown import views
from host.shown.words import ENGLISH, build_reader, list_languages

WELCOME = (
    "Hello {name}! I host games that you play over days. Add me to a group and write /newgame there. Or write "
    "/newgame here to play against the computer. Here I tell you things that only you may know. /help shows what "
    "else I can do."
)


def handle_telegram_start(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /start, which opens a private chat: take or ask for a seat, or request a game's menu, if the
    link says so (raise Illegal if there is no such game); else a hello with the questions that the person is asked or,
    without any, where to play. In a group a greeting, or nothing within a minute of one.
    """
    kind, _, rest = call.words.strip().partition("_")
    if not call.is_direct:
        return (
            DeskAnswer()
            if welcome.was_just_greeted(call.host, call.place)
            else DeskAnswer(asks=[panels.build_panel_name("welcome")])
        )
    if kind == "j" and rest:
        game, _, invited = rest.partition("_")
        return tables.join_by_link(call, game, invited)
    if kind == "m" and rest:
        return game_menu.open_own_menu(call, rest)
    hello = answer_sentence(WELCOME, name=call.require_person().name)
    hello.asks = panels.list_question_panels(call) or [panels.build_panel_name("alone")]
    return hello


def handle_telegram_newgame(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /newgame: without words, a request for the message with buttons that sets up a table; with a
    line of options, or the word `usual` for the group's settings, open the table at once. Raise Illegal if a game is
    open here already.
    """
    if call.words.strip().casefold() == "usual":
        return settings.open_default_table(call)
    if call.words:
        return tables.open_typed_table(call)
    call.check_place_free()
    return DeskAnswer(asks=[panels.build_panel_name("newgame")])


def handle_telegram_forget(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /forget: without words, a request for buttons that ask whether to delete all data of the
    person; with the confirming word, delete them; with any other, raise Illegal, which asks for that word.
    """
    return DESK["forget"].does(call) if call.words.strip() else DeskAnswer(asks=[panels.build_panel_name("forget")])


def handle_telegram_link(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /link: with another account's code, buttons that ask whether to link it; with yes or no,
    link it or do not; without words, a new code and a button that copies it. Raise Illegal for a code that is not
    valid.
    """
    answer = build_menu_command("link")(call)
    if answer.link_code:
        answer.asks = [panels.build_panel_name("code", answer.link_code)]
    return answer


def build_menu_command(word: str) -> Callable[[TelegramCall], DeskAnswer]:
    """Return the function that handles the command `word` as all platforms do, but shows a message with buttons instead
    if the command's answer names one.
    """

    def run_menu_command(call: TelegramCall) -> DeskAnswer:
        """Run the command `word`; return a request for the message with buttons that its answer names, or else the
        answer.
        """
        answer = DESK[word].does(call)
        return (
            DeskAnswer(asks=[panels.build_panel_name(*filter(None, (answer.menu, answer.game)))])
            if answer.menu
            else answer
        )

    return run_menu_command


def handle_telegram_pick(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /pick: with words, answer the open question that they fit; without, a request for messages
    with the open questions. Raise Illegal if there is none, or if the words fit none or several.
    """
    if call.words.strip():
        return playing.pick_answer(call)
    asks = panels.list_question_panels(call)
    if not asks:
        raise explain_no_question(call.host, call.list_games(), call.by)
    return DeskAnswer(asks=asks)


def can_play_word(call: TelegramCall, word: str) -> bool:
    """Return whether this word is to be taken as a play (a move that no question asks for) in the sender's running
    game: one that they may make now, a secret one, whose existence others in a group must not learn, or any word if
    this same update was carried out before.
    """
    session = playing.find_running_game(call)
    if session is None:
        return False
    if not call.is_unseen and names_secret_play(ruleset(session.ruleset), word):
        return True
    offered = views.load_game_view(call.host, session.id, call.by).plays
    # Once done it may be on offer no more; but the process that did it may have died before it said so.
    return any(named(found.key) == named(word) for found in offered) or call.find_earlier_reply() is not None


def try_typed_play(call: TelegramCall, text: str) -> DeskAnswer | None:
    """Try to make the play that a text begins with, and return the answer: normally the rules' reason why it cannot be
    made now, but if it can it is made. None if the reason is only that no such play is on offer, or the sender does not
    play.
    """
    try:
        refused = playing.make_typed_play(call, text)
    except Illegal:
        return None
    return None if refused.code == NOT_NOW_CODE else refused


GROUP, PRIVATE, HOST, HOSTS = "group", "private", "host", "hosts"


EVERYWHERE = GROUP + PRIVATE


BOT_DESCRIPTION = "Hosts games that you play over days: in groups, in private chats, and on a web page."


class TelegramMenuItem(NamedTuple):
    """A command: what it does, its one-line summary, and where it is offered."""

    does: Callable[[TelegramCall], DeskAnswer]
    summary: Phrase
    where: str


def _build_telegram_desk_item(
    word: str, where: str, does: Callable[[TelegramCall], DeskAnswer] | None = None
) -> TelegramMenuItem:
    """Build the Telegram menu entry of a command that all platforms share: offered in the kinds of chats that `where`
    names, and handled by `does` if that is given, else as everywhere.
    """
    service = DESK[word]
    summary = phrase("{words}: {summary}", words=service.takes, summary=service.summary)
    return TelegramMenuItem(does or service.does, summary if service.takes else service.summary, where)


def _answer_telegram_help(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /help: all commands that are offered in this kind of chat (in a group also those for its
    hosts), and what each does.
    """
    kinds = [PRIVATE] if call.is_direct else [GROUP, HOST]
    offered = {word: entry for word, entry in MENU.items() if any(kind in entry.where for kind in kinds)}
    return answer_help(
        ((f"/{word}", entry.summary) for word, entry in offered.items()), "For each button there is also a command."
    )


MENU: dict[str, TelegramMenuItem] = {
    "newgame": TelegramMenuItem(handle_telegram_newgame, DESK["new"].summary, EVERYWHERE),
    "join": _build_telegram_desk_item("join", GROUP),
    "word": _build_telegram_desk_item("word", EVERYWHERE),
    "begin": _build_telegram_desk_item("begin", EVERYWHERE),
    "pick": TelegramMenuItem(handle_telegram_pick, phrase("answer with 17, B4 or any other choice"), EVERYWHERE),
    "menu": TelegramMenuItem(
        game_menu.handle_menu_command, phrase("a menu with buttons: what you can do, see and change"), EVERYWHERE
    ),
    "board": _build_telegram_desk_item("board", EVERYWHERE),
    "lock": _build_telegram_desk_item("lock", EVERYWHERE),
    "peek": _build_telegram_desk_item("peek", EVERYWHERE),
    "list": _build_telegram_desk_item("list", PRIVATE),
    "use": _build_telegram_desk_item("use", EVERYWHERE, build_menu_command("use")),
    "score": _build_telegram_desk_item("score", EVERYWHERE),
    "mystuff": _build_telegram_desk_item("mystuff", PRIVATE),
    **(
        {PREDICT: _build_telegram_desk_item(PREDICT, EVERYWHERE, build_menu_command(PREDICT))}
        if PREDICT in DESK
        else {}
    ),
    "rules": _build_telegram_desk_item("rules", EVERYWHERE),
    "report": _build_telegram_desk_item("report", EVERYWHERE),
    **({"pack": _build_telegram_desk_item("pack", PRIVATE + HOST)} if "pack" in DESK else {}),
    "seals": _build_telegram_desk_item("seals", EVERYWHERE),
    "check": _build_telegram_desk_item("check", EVERYWHERE),
    "stats": _build_telegram_desk_item("stats", EVERYWHERE),
    "games": _build_telegram_desk_item("games", EVERYWHERE),
    "leaders": _build_telegram_desk_item("leaders", EVERYWHERE),
    "next": _build_telegram_desk_item("next", EVERYWHERE),
    "usual": _build_telegram_desk_item("usual", HOST, build_menu_command("usual")),
    **({"today": _build_telegram_desk_item("today", EVERYWHERE)} if "today" in DESK else {}),
    "vote": _build_telegram_desk_item("vote", GROUP),
    "admit": _build_telegram_desk_item("admit", GROUP),
    "leave": _build_telegram_desk_item("leave", EVERYWHERE),
    "standin": _build_telegram_desk_item("standin", EVERYWHERE),
    "bots": _build_telegram_desk_item("bots", PRIVATE + HOST),
    "pause": _build_telegram_desk_item("pause", PRIVATE + HOST),
    "resume": _build_telegram_desk_item("resume", PRIVATE + HOST),
    "extend": _build_telegram_desk_item("extend", PRIVATE + HOST),
    "kick": _build_telegram_desk_item("kick", HOST),
    "replace": _build_telegram_desk_item("replace", HOST),
    "here": _build_telegram_desk_item("here", HOST),
    **{word: _build_telegram_desk_item(word, PRIVATE + HOST) for word in ADDED_HOST_WORDS},
    "endgame": _build_telegram_desk_item("endgame", PRIVATE + HOST),
    "settings": _build_telegram_desk_item("settings", PRIVATE + HOST, settings_panels.handle_settings_command),
    "link": _build_telegram_desk_item("link", PRIVATE, handle_telegram_link),
    "unlink": _build_telegram_desk_item("unlink", PRIVATE),
    "privacy": _build_telegram_desk_item("privacy", EVERYWHERE),
    "export": _build_telegram_desk_item("export", PRIVATE),
    "forget": _build_telegram_desk_item("forget", PRIVATE, handle_telegram_forget),
    "start": TelegramMenuItem(handle_telegram_start, phrase("open our private chat"), ""),
    "help": _build_telegram_desk_item("help", EVERYWHERE, _answer_telegram_help),
}


LOOK_UP_COMMANDS = {
    "menu",
    "score",
    "board",
    "rules",
    "seals",
    "check",
    "stats",
    "games",
    "leaders",
    "privacy",
    "help",
    "mystuff",
    "use",
    "pick",
}


DOES = {"pick", "use"}  # with words they do something; by themselves they show what could be done


SHORT_MENUS: dict[
    str, tuple[str, ...]
] = {  # what Telegram's own menu shows: few enough to be read; /help names them all
    PRIVATE: ("newgame", "menu", "pick", "board", "mystuff", "score", "rules", "settings", "link", "help"),
    GROUP: ("newgame", "join", "pick", "mystuff", "menu", "board", "score", "rules", "next", "help"),
    HOST: ("begin", "settings", "pause", "resume", "endgame"),
    HOSTS: ("begin", "pause", "resume", "extend", "endgame"),  # of the host of a game in a group of others
}


FOR_ONE_PERSON = ("pick", "mystuff", "score", "rules", "help")  # what in a group only the sender need see


EPHEMERAL = {"is_ephemeral": True}


def list_menu_commands(kinds: Sequence[str], reader: Reader = PLAIN_READER) -> list[BotCommand]:
    """List the few commands that Telegram's own menu shows in these kinds of chats, each with its summary. In groups
    some are marked as visible only to their sender; older servers ignore that.
    """
    listed = [(kind, word, reader.format_value(MENU[word].summary)) for kind in kinds for word in SHORT_MENUS[kind]]
    return [
        BotCommand(word, summary, api_kwargs=EPHEMERAL if kind != PRIVATE and word in FOR_ONE_PERSON else None)
        for kind, word, summary in listed
    ]


def register_bot_commands(wire: TelegramConnection) -> None:
    """Register the commands and the bot's description with Telegram, for each kind of chat and each language; raise
    TelegramError if that fails.
    """
    offers: list[tuple[BotCommandScope, list[str]]] = [
        (BotCommandScopeAllPrivateChats(), [PRIVATE]),
        (BotCommandScopeAllGroupChats(), [GROUP]),
        (BotCommandScopeAllChatAdministrators(), [GROUP, HOST]),
    ]
    for language in (each for each in list_languages() if len(each) == 2):  # Telegram knows no others
        code, words = (None if language == ENGLISH else language), build_reader({}, WritingStyle(language))
        for scope, kinds in offers:
            listed = list_menu_commands(kinds, words)
            wire.call(partial(Bot.set_my_commands, commands=listed, scope=scope, language_code=code))
        wire.call(
            partial(
                Bot.set_my_short_description,
                short_description=words.format_sentence(BOT_DESCRIPTION),
                language_code=code,
            )
        )


HOST_COMMANDS_KEY = "host commands"  # what is kept of a group: whose menu was changed, by the game for which it was


class HostCommands:
    """The per-member command menus of people who host games in a group."""

    def __init__(self, host: HostContext, wire: TelegramConnection) -> None:
        self.host, self.wire = host, wire

    def update_host_menus(self, chat: str, game: str) -> None:
        """Show the host's commands in the group's menu to the host of this game, remove them from people none of whose
        games there is open any more, and store who has them now. A failure is ignored: the commands can always be
        typed. Do nothing in a private chat.
        """
        if is_private_chat(chat):
            return
        group = compute_telegram_lane(chat)
        before = msgspec.json.decode(
            self.host.store.load_place_value(group, HOST_COMMANDS_KEY) or b"{}", type=dict[str, int]
        )
        now = {each: account for each in {**before, game: 0} if (account := self._find_host_account(each))}
        if now == before:
            return
        with ignore_telegram_errors():
            for account in {*before.values()} - {*now.values()}:
                self._delete_host_commands(group, account)
            for each in now.keys() - before.keys():
                self._set_host_commands(group, now[each], each)
            self.host.store.save_place_value(group, HOST_COMMANDS_KEY, msgspec.json.encode(now) if now else b"")

    def _find_host_account(self, game: str) -> int:
        """Return the number of the Telegram account of the person who opened this game, while it waits or runs; 0 if it
        does not, or they have none.
        """
        saved = self.host.store.load_game(game)
        if saved is None or saved.session.stage not in (LOBBY, RUNNING) or not saved.session.by:
            return 0
        known = self.host.store.list_identities(saved.session.by)
        return next((parse_telegram_place(each)[0] for each in known if each.startswith(TELEGRAM_PREFIX)), 0)

    def _set_host_commands(self, group: str, account: int, game: str) -> None:
        """Add the host's commands to the menu that this account sees in a group, in the language of the person who
        opened the game.
        """
        saved = self.host.store.load_game(game)
        person = accounts.load_current_person(self.host, saved.session.by) if saved else None
        words = build_reader({}, person.habits.style if person else WritingStyle())
        listed = list_menu_commands([GROUP, HOSTS], words)
        self.wire.call(lambda bot: bot.set_my_commands(listed, _build_member_scope(group, account)))

    def _delete_host_commands(self, group: str, account: int) -> None:
        """Delete the menu that this account alone sees in the group, so that it shows the group's usual one."""
        self.wire.call(lambda bot: bot.delete_my_commands(_build_member_scope(group, account)))


def _build_member_scope(group: str, account: int) -> BotCommandScopeChatMember:
    """Return the scope by which Telegram shows commands to one account in one group only."""
    return BotCommandScopeChatMember(parse_telegram_place(group)[0], account)
