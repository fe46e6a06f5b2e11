"""The table of all that people may ask of the host at any door: its words, who has the right, and what it does.

A door offers as much of it as fits there, in its own spelling, beside what only it can do. Whose right something is
stands here; who that is, and what all others are told, in `host.core.session` and beside the services. That both agree,
for every word here, `tests/host/said/test_rights.py` looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.kernel import Phrase, Words, phrase
from host.core.extras import AddedFunction, list_extras
from host.said.answers import DeskAnswer, answer_help
from host.said.desk import finished_games, invitations, own_account, playing, reporting, settings, tables
from host.said.desk.request import DeskRequest

ANYBODY, PLAYER, HOST = "anybody", "player", "host"
KEEPER = "keeper"  # who looks after the place; in private everybody, for themselves


class DeskService(NamedTuple):
    """One thing to ask for: the words it takes, what it is for, whose right it is, and the function that does it."""

    takes: Words
    summary: Phrase
    right: str
    does: Callable[[DeskRequest], DeskAnswer]
    own: str = ""  # whose right it is where it is about something of one's own, if that is another
    exactly: tuple[Callable[..., Any], ...] = ()  # what does it where a button or a form names all that is meant
    typed: bool = True  # can it be asked for in words, or only with a button or a form that names what is meant?

    def format_command(self, word: str, reads: Callable[[Words], str] = str) -> str:
        """Return this service's command as one types it: `word`, followed by the arguments that it takes; `reads`
        translates these for the reader.
        """
        return f"{word} {reads(self.takes)}".strip()


def _make_play_service(word: str) -> Callable[[DeskRequest], DeskAnswer]:
    """Return a function that handles the command `word` by making the play (a move that no question asked for) of that
    name.
    """
    return lambda request: playing.make_typed_play(request, f"{word} {request.words}".strip())


def _show_help(request: DeskRequest) -> DeskAnswer:
    """Answer with a list of all commands that can be typed and what each does; used on platforms that have no help of
    their own.
    """
    typed = {word: service for word, service in DESK.items() if service.typed}
    return answer_help(
        (request.format_command(each.format_command(word, request.format_words)), each.summary)
        for word, each in typed.items()
    )


DESK: dict[str, DeskService] = {
    "new": DeskService(
        phrase("GAME daily"),
        phrase("open a new game"),
        ANYBODY,
        tables.open_typed_table,
        exactly=(tables.open_new_table, tables.open_table_for_span, settings.open_default_table),
    ),
    "join": DeskService("", phrase("join the game"), ANYBODY, tables.join_table, exactly=(tables.join_by_link,)),
    "word": DeskService(
        phrase("WORD"), phrase("show the secret word that you added for the random draws"), PLAYER, tables.open_own_word
    ),
    "invite": DeskService(
        "", phrase("only people with an invitation can join from now on"), HOST, tables.admit_invited_only
    ),
    "begin": DeskService("", phrase("start the game"), HOST, tables.begin_lobby, exactly=(tables.begin_table_game,)),
    "pick": DeskService(
        "17",
        phrase("or B4, or any other choice"),
        PLAYER,
        playing.pick_answer,
        exactly=(playing.answer_exact_question,),
    ),
    "use": DeskService(
        phrase("NAME"),
        phrase("do something that you can do at any time; without a name, it shows what you can do"),
        PLAYER,
        playing.use_play,
        exactly=(playing.make_typed_play, playing.submit_exact_play),
    ),
    "board": DeskService("", phrase("show the board again"), ANYBODY, playing.show_board),
    "lock": DeskService("17", phrase("lock the square that you want to open next"), PLAYER, _make_play_service("lock")),
    "peek": DeskService("12", phrase("look what kind of square this is"), PLAYER, _make_play_service("peek")),
    "list": DeskService(
        "5 12 7",
        phrase("squares that I try for you, in this order, when it is your turn"),
        PLAYER,
        _make_play_service("list"),
    ),
    "score": DeskService("", phrase("who leads"), ANYBODY, playing.show_score),
    "mystuff": DeskService("", phrase("what you hold and what you know"), PLAYER, playing.show_own_holdings),
    "rules": DeskService(
        phrase("NAME"),
        phrase("explain something; without a name, explain how the game works"),
        ANYBODY,
        playing.show_rules,
    ),
    "report": DeskService(
        "two",
        phrase(
            "report the last quiz question as wrong (two: more than one answer is right). To report the question "
            "that is asked now, write “this” before the fault"
        ),
        ANYBODY,
        reporting.report_faulty_question,
    ),
    "seals": DeskService(
        "",
        phrase("show the codes of secret choices, so that you can check them"),
        ANYBODY,
        playing.show_seals,
    ),
    "check": DeskService(
        "", phrase("how to check that the game was random and fair"), ANYBODY, finished_games.explain_fairness_check
    ),
    "stats": DeskService("", phrase("who won and lost how much so far"), ANYBODY, playing.show_statistics),
    "leaders": DeskService("", phrase("who has won how many games here"), ANYBODY, finished_games.list_place_leaders),
    "next": DeskService("", phrase("tell me when a new game opens here"), ANYBODY, invitations.toggle_table_notices),
    "usual": DeskService(
        phrase("GAME daily"),
        phrase("the game that this group normally plays, and whether the board is pinned"),
        KEEPER,
        settings.show_or_set_defaults,
        exactly=(settings.change_group_defaults,),
    ),
    "games": DeskService("", phrase("the open games here"), ANYBODY, tables.list_games_here),
    "vote": DeskService(
        phrase("NAME"), phrase("vote for a computer to play for a player who is late"), PLAYER, tables.vote_for_standin
    ),
    "admit": DeskService(
        phrase("NAME"), phrase("let a person join who has asked to join"), PLAYER, tables.admit_player
    ),
    "leave": DeskService("", phrase("give up your seat"), PLAYER, tables.leave_table),
    "standin": DeskService(
        "", phrase("let a computer play for you (the host can add a name)"), HOST, tables.appoint_standin, own=PLAYER
    ),
    "bots": DeskService("2", phrase("add computer players"), HOST, tables.add_typed_bots, exactly=(tables.add_bots,)),
    "pause": DeskService("", phrase("stop all clocks"), HOST, tables.pause_game_clocks),
    "resume": DeskService("", phrase("start the clocks again"), HOST, tables.resume_game_clocks),
    "extend": DeskService("12h", phrase("more time for everybody"), HOST, tables.extend_deadlines),
    "kick": DeskService(phrase("NAME"), phrase("remove a player from the game"), HOST, tables.kick_named_player),
    "replace": DeskService(
        phrase("NAME"),
        phrase(
            "write this as a reply to a message of a new player, who then takes the place of the player with this name"
        ),
        HOST,
        tables.replace_named_player,
    ),
    "here": DeskService(
        phrase("GAME"), phrase("show a game from another place here, too"), HOST, tables.show_game_here
    ),
    "endgame": DeskService("", phrase("end the game for everybody"), HOST, tables.end_game),
    "again": DeskService("", phrase("play again with the same people"), PLAYER, invitations.open_rematch),
    "settings": DeskService(
        "",
        phrase("reminders, quiet hours, time zone, numbers, vacation"),
        ANYBODY,
        settings.show_or_change_settings,
        exactly=(settings.change_setting, settings.change_all_settings),
    ),
    "link": DeskService(
        "",
        phrase("your page, or your account on another platform"),
        ANYBODY,
        own_account.link_account,
        exactly=(own_account.settle_link, own_account.issue_link_code),
    ),
    "claim": DeskService(
        phrase("CODE"),
        phrase("write the code that your browser shows, so that you can play there"),
        ANYBODY,
        own_account.claim_browser,
    ),
    "unlink": DeskService(
        "", phrase("sign out all your other links, browsers and accounts"), ANYBODY, own_account.unlink_accounts
    ),
    "revoke": DeskService("", phrase("make all your private links invalid"), ANYBODY, own_account.revoke_links),
    "stop": DeskService("", phrase("never notify you and never write to you"), ANYBODY, own_account.stop_notifying),
    "start": DeskService("", phrase("notify you again"), ANYBODY, own_account.start_notifying),
    "privacy": DeskService("", phrase("what I save about you"), ANYBODY, own_account.explain_privacy),
    "export": DeskService("", phrase("everything I have about you, as a file"), ANYBODY, own_account.export_own_data),
    "forget": DeskService("", phrase("delete your data"), ANYBODY, own_account.forget_requester),
    "help": DeskService("", phrase("all commands"), ANYBODY, _show_help),
}
DESK |= {
    word: DeskService(
        offer.takes, offer.summary, offer.right, AddedFunction(extra.name, offer.does), offer.own, typed=offer.typed
    )
    for extra in list_extras()
    for word, offer in extra.services.items()
}
ADDED_HOST_WORDS = tuple(  # what extras let the host of a game say in words
    word for extra in list_extras() for word, offer in extra.services.items() if offer.typed and offer.right == HOST
)
ALIASES = {"choose": "pick", "answer": "pick", "select": "pick", "scores": "score", "standings": "score", "bot": "bots"}
