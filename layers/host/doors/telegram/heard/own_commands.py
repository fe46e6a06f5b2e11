"""What people do in Telegram in its own way: come by a link, open a table and settle their own things with buttons."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import NOT_NOW_CODE, Illegal
from engine.rulesets import ruleset
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import game_menu, panels
from host.doors.telegram.messages import welcome
from host.said.desk import group_defaults, playing, tables
from host.said.desk.answer import DeskAnswer, answer_sentence
from host.said.desk.menu import DESK
from host.said.reading.matching import NOT_ASKED_ANYTHING, names_secret_play
from host.said.reading.matching import normalise_play_key as named
from host.shown import views

WELCOME = (
    "Hello {name}! I host games that you play over days. Add me to a group and write /newgame there. Or write "
    "/newgame here to play against the computer. Here I tell you things that only you may know. /help shows what "
    "else I can do."
)


def handle_telegram_start(call: TelegramCall) -> DeskAnswer:
    """Handle /start, which opens a private chat: take a seat or show a game's menu if the link in it says so, or else
    say hello.
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
    """Handle /newgame: set up a table step by step with buttons, or from one line of options."""
    if call.words.strip().casefold() == "usual":
        return group_defaults.open_default_table(call)
    if call.words:
        return tables.open_typed_table(call)
    call.check_place_free()
    return DeskAnswer(asks=[panels.build_panel_name("newgame")])


def handle_telegram_forget(call: TelegramCall) -> DeskAnswer:
    """Handle /forget: ask with buttons whether to delete all data of the person; with the
    confirming word, delete them.
    """
    return DESK["forget"].does(call) if call.words.strip() else DeskAnswer(asks=[panels.build_panel_name("forget")])


def handle_telegram_link(call: TelegramCall) -> DeskAnswer:
    """Handle /link: link an account by a code, or show a new code with a button that copies it."""
    answer = build_menu_command("link")(call)
    if answer.link_code:
        answer.asks = [panels.build_panel_name("code", answer.link_code)]
    return answer


def build_menu_command(word: str) -> Callable[[TelegramCall], DeskAnswer]:
    """Return a command handler that shows the command's menu of buttons if it has one, and else does what all platforms
    do.
    """

    def run_menu_command(call: TelegramCall) -> DeskAnswer:
        answer = DESK[word].does(call)
        return (
            DeskAnswer(asks=[panels.build_panel_name(*filter(None, (answer.menu, answer.game)))])
            if answer.menu
            else answer
        )

    return run_menu_command


def handle_telegram_pick(call: TelegramCall) -> DeskAnswer:
    """Handle /pick: answer the open question, or without an answer show the open questions again."""
    if call.words.strip():
        return playing.pick_answer(call)
    asks = panels.list_question_panels(call)
    if not asks:
        raise Illegal(NOT_ASKED_ANYTHING, code="not_asked")
    return DeskAnswer(asks=asks)


def can_play_word(call: TelegramCall, word: str) -> bool:
    """Return whether this word names a play that the sender may make now, or a secret one whose existence others must
    not learn.
    """
    session = playing.find_running_game(call)
    if session is None:
        return False
    if not call.is_unseen and names_secret_play(ruleset(session.ruleset), word):
        return True
    offered = views.load_game_view(call.host, session.id, call.by).plays
    # Once done it may be on offer no more; but the process that did it may have died before it said so.
    return any(named(found.key) == named(word) for found in offered) or call.find_earlier_reply() is not None


def explain_refused_play(call: TelegramCall, text: str) -> DeskAnswer | None:
    """Return the rules' reason why a play cannot be made now, or None if they have none."""
    try:
        refused = playing.make_typed_play(call, text)
    except Illegal:
        return None
    return None if refused.code == NOT_NOW_CODE else refused
