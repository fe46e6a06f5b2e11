"""The menu of a game: everything that can be asked of the host about it, by buttons.

In private it is one message that changes with each tap. In a group it shows what concerns everybody, and a player who
looks something up reads it in a pop-up, so nothing is posted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.kernel import Illegal, Reader
from host.core.session import LOBBY, RUNNING
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels, settings_panels
from host.doors.telegram.messages import action_buttons, welcome
from host.doors.telegram.messages.board import build_deep_link
from host.doors.telegram.messages.chats import TelegramChats
from host.doors.telegram.messages.screens import (
    GOOD,
    GRAVE,
    LONGEST_TEXT,
    Button,
    Rows,
    Screen,
    arrange_in_rows,
    build_button,
    build_link_button,
    build_panel,
    clip_text,
    fold_text,
    list_drawn_panels,
    parse_button_data,
)
from host.doors.telegram.places import is_private_chat
from host.said.answers import DeskAnswer
from host.said.desk import refusals, settings, tables
from host.said.desk.menu import DESK, HOST
from host.said.desk.own_account import build_export_file
from host.said.reading.matching import NOT_ASKED_ANYTHING
from host.shown.views import GameView, can_return_after_leaving
from host.shown.words import build_reader

GAME_MENU_LETTER = "t"


MENU_DONE = "✓"


TWIN = "For each button there is also a command. /help lists the commands."


LOOK_UP_VERBS = ("score", "stats", "rules", "leaders", "mystuff")  # what is only looked up


PRIVATE_VERBS = (
    "mystuff",
    "myboard",
    "plays",
    "asked",
    "standin",
    "join",
    "leave",
    "settings",
)  # of no concern to a group


EXTENSIONS = ("12h", "1d")


def build_game_menu(sender: TelegramChats, chat: str, game: str) -> Screen | None:
    """Build the message with the menu of this game, as seen in this chat: with the host's buttons in a group or for the
    game's host (a tap on them checks the right), and first a button to take one's seat back if it is kept. Raise
    Illegal if there is no such game.
    """
    shown, found = sender.view_game(chat, game)
    alone = is_private_chat(chat)
    hosts = shown.yours or not alone
    screen = build_game_menu_screen(
        shown, found, alone=alone, hosts=hosts, username=sender.wire.name, web=sender.public
    )
    if shown.kept:
        screen.rows.insert(
            0, [build_button(found.format_sentence("Take my seat back"), GAME_MENU_LETTER, game, "join", style=GOOD)]
        )
    return screen


def build_game_menu_screen(
    showing: GameView, reader: Reader, *, alone: bool, hosts: bool, username: str, web: str
) -> Screen:
    """Build a game's menu with all buttons that fit the viewer: look-ups, with `hosts` the host's actions, the page if
    its address `web` is known, and the viewer's own actions, in place of which a group (not `alone`) gets a link to the
    same menu in private.
    """
    own = (
        _build_own_rows(showing, reader)
        if alone
        else [[build_link_button(reader.format_sentence("My options"), build_deep_link(username, f"m_{showing.id}"))]]
    )
    rows = [*own, *_build_look_up_rows(showing, reader), *(_build_host_rows(showing, reader) if hosts else [])]
    if web:
        rows.append([build_link_button(reader.format_sentence("Watch on the web"), f"{web}/g/{showing.id}")])
    return build_panel(
        reader.format_sentence("{title}: what do you want to do?", title=showing.title),
        [reader.format_sentence(TWIN)],
        rows,
    )


def _build_own_rows(showing: GameView, reader: Reader) -> Rows:
    """List, in rows, the buttons of a game's menu for the viewer's own actions, as far as there are any: question,
    plays, a computer in their place, leaving, their board; holdings and settings always.
    """
    say = reader.format_sentence
    mine = [each for each in showing.asked if each.who == showing.you]
    rows = [[_build_menu_button(say("What is my question?"), showing, "asked")]] if mine else []
    if showing.plays:
        rows.append([_build_menu_button(say("What can I do now?"), showing, "plays")])
    if showing.you and showing.stage in (LOBBY, RUNNING):
        stand_in = (
            [_build_menu_button(say("Let a computer play for me"), showing, "standin")]
            if showing.stage == RUNNING
            else []
        )
        rows.append([*stand_in, _build_menu_button(say("Leave …"), showing, "leave", style=GRAVE)])
    holds = [_build_menu_button(say("What I hold"), showing, "mystuff")]
    holds += [_build_menu_button(say("My board"), showing, "myboard")] if list_drawn_panels(showing) else []
    return [*rows, [*holds, _build_menu_button(say("My settings"), showing, "settings")]]


def _build_look_up_rows(showing: GameView, reader: Reader) -> Rows:
    """List, in rows, the buttons of a game's menu that everybody has: score, statistics, rules and leaders; vote if the
    game runs, predict if there is something to; and one for each computer player with a character, which shows what it
    is like.
    """
    say = reader.format_sentence
    rows = [
        [_build_menu_button(say("Score"), showing, "score"), _build_menu_button(say("Statistics"), showing, "stats")]
    ]
    rows.append(
        [_build_menu_button(say("Rules"), showing, "rules"), _build_menu_button(say("Leaders"), showing, "leaders")]
    )
    if showing.stage == RUNNING:
        rows[-1].append(_build_menu_button(say("Vote …"), showing, "vote"))
    if showing.forecasts:
        rows[-1].append(_build_menu_button(say("Predict …"), showing, "predict"))
    cards = [_build_menu_button(face.name, showing, "rival", face.seat) for face in showing.faces if face.character]
    return [*rows, *arrange_in_rows(cards, 2)]


def _build_host_rows(showing: GameView, reader: Reader) -> Rows:
    """List, in rows, the buttons of a running game's menu with which the game's host stops clocks or lets them run,
    gives time, removes players and ends the game; none if the game does not run.
    """
    say = reader.format_sentence
    if showing.stage != RUNNING:
        return []
    stops = (
        _build_menu_button(say("Clocks on"), showing, "resume")
        if showing.paused
        else _build_menu_button(say("Stop the clocks"), showing, "pause")
    )
    more = [_build_menu_button(say("+{time}", time=each), showing, "extend", each) for each in EXTENSIONS]
    return [
        [stops, *more],
        [
            _build_menu_button(say("Remove a player …"), showing, "kick"),
            _build_menu_button(say("End the game …"), showing, "endgame", style=GRAVE),
        ],
    ]


def _build_menu_button(text: str, showing: GameView, *words: str, style: str = "") -> Button:
    """Build a button of a game's menu that carries the game's id and these words, the first of which says
    what it does.
    """
    return build_button(text, GAME_MENU_LETTER, showing.id, *words, style=style)


# -- taps


def handle_game_menu_tap(call: TelegramCall, data: str) -> DeskAnswer:
    """Note the game of a tapped menu button as the one meant, do what it names, and return the answer (such as a
    pop-up); the menu's message changes once the tap is answered. Raise Illegal if the game is over or cannot be meant
    here, the button is old, or it concerns only the tapper and others can read the chat.
    """
    _, game, verb, more = parse_button_data(data, 4)
    call.game = game
    if all(session.id != game for session in call.list_games()):  # or another one would be meant
        raise Illegal(refusals.SETTLED, code="already_answered")
    if verb in PRIVATE_VERBS:
        call.check_private()
    if verb in LOOK_UP_VERBS:
        return _handle_look_up(call, game, verb)
    act = VERBS.get(verb)
    if act is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return act(call, game, more)


def _handle_look_up(call: TelegramCall, game: str, verb: str) -> DeskAnswer:
    """Run a command that only shows something, chosen in a game's menu: in a private chat turn the menu's message into
    what it says, in a group return that as a pop-up for the person who tapped.
    """
    call.words = "me" if verb == "stats" and call.is_direct else ""
    answer = DESK[verb].does(call)
    if not call.is_direct:
        return DeskAnswer(alert=call.format_notice(answer, "\n"))
    found = build_reader(answer.names, call.style)
    service = DESK[verb]
    screen = build_panel(
        found.format_sentence("{summary:C}", summary=service.summary), [], [[_build_game_back_button(found, game)]]
    )
    text = call.format_notice(answer, "\n")
    screen.text = f"{screen.text}\n{fold_text(clip_text(text, LONGEST_TEXT // 2))}"
    return _defer_screen_edit_or_refuse(call, screen)


def _build_game_back_button(reader: Reader, game: str) -> Button:
    """Build the button that turns a message back into the menu of this game."""
    return build_button(reader.format_sentence("Back"), GAME_MENU_LETTER, game, "menu")


def _defer_screen_edit_or_refuse(call: TelegramCall, screen: Screen | None, alert: str = "") -> DeskAnswer:
    """Replace the message whose button was tapped by this text and buttons, once the tap is answered, and return
    `alert` as a pop-up; raise Illegal if there is no new text or the message is unknown.
    """
    if screen is None or call.message is None:
        raise Illegal(refusals.SETTLED, code="already_answered")
    call.defer_screen_edit(screen)
    return DeskAnswer(alert=alert)


def _handle_back_to_menu(call: TelegramCall, game: str, _: str) -> DeskAnswer:
    """Turn the tapped message back into the menu of this game, and return an empty answer; raise Illegal if there is no
    such game, or the message is unknown.
    """
    return _defer_screen_edit_or_refuse(call, build_game_menu(call.sender, call.place, game))


def _handle_open_questions(call: TelegramCall, *_: str) -> DeskAnswer:
    """Return the answer that asks for the tapper's open questions in all games that can be meant here (not in this
    menu's alone), each as a new message with buttons, or else a pop-up that says there are none.
    """
    asks = panels.list_question_panels(call)
    return DeskAnswer(asks=asks) if asks else DeskAnswer(alert=call.format_sentence(NOT_ASKED_ANYTHING))


def _handle_plays_menu(call: TelegramCall, game: str, _: str) -> DeskAnswer:
    """Turn the menu into the plays that the person who tapped can make now, and return an empty answer; raise Illegal
    if there are none.
    """
    shown, found = call.sender.view_game(call.place, game)
    if not shown.plays:
        raise Illegal(refusals.NOTHING_NOW, code="nothing_to_do")
    screen = panels.build_plays_panel(game, shown.plays, found)
    screen.rows.append([_build_game_back_button(found, game)])
    return _defer_screen_edit_or_refuse(call, screen)


def _handle_computer_card(call: TelegramCall, game: str, seat: str) -> DeskAnswer:
    """Return a pop-up that says what the computer player in this seat is like; raise Illegal if none with a character
    sits there.
    """
    shown, found = call.sender.view_game(call.place, game)
    about = next((face.character for face in shown.faces if face.seat == seat and face.character), None)
    if about is None:
        raise Illegal(refusals.OLD_BUTTON, code="old_button")
    return DeskAnswer(alert=found.format_value(about))


def _handle_predictions(call: TelegramCall, game: str, _: str) -> DeskAnswer:
    """Turn the menu into what can be predicted now, with buttons, and return an empty answer; raise Illegal if there is
    nothing.
    """
    screen = action_buttons.build_prediction_panel(call.sender, call.place, game)
    if screen:
        screen.rows.append([_build_game_back_button(call.sender.view_game(call.place, game)[1], game)])
    return _defer_screen_edit_or_refuse(call, screen)


def _handle_own_board(call: TelegramCall, game: str, _: str) -> DeskAnswer:
    """Put off, until the tap is answered, to send the person a large picture of their own board (the group's shows
    many), and return ✓ as a pop-up.
    """
    call.defer_edit(partial(call.sender.send_own_board, call.place, game))
    return DeskAnswer(alert=MENU_DONE)


def _handle_own_settings(call: TelegramCall, *_: str) -> DeskAnswer:
    """Turn the menu into the settings of the person who tapped, and return an empty answer."""
    habits = settings.read_habits(call)
    return _defer_screen_edit_or_refuse(
        call, settings_panels.build_own_settings_screen(habits, build_reader({}, habits.style), call.host.now())
    )


def _build_player_picker(verb: str, head: str) -> Callable[[TelegramCall, str, str], DeskAnswer]:
    """Return a menu handler for a command about another player: without a seat in the button it lists the people who
    still play (no computers, not oneself) under the headline `head`, else it runs the command on that seat and shows
    the menu again. It raises Illegal if the command needs the host's rights and the tapper has none.
    """

    def handle_player_choice(call: TelegramCall, game: str, seat: str) -> DeskAnswer:
        """Turn the menu into the players to choose from, under `head`, or with a `seat` run the command `verb` on its
        player and show the game's menu again; return the answer, such as ✓ or the refusal.
        """
        _check_menu_right(call, verb)
        if seat:
            call.chosen = seat
            return _report_menu_result(call, game, DESK[verb].does(call))
        shown, found = call.sender.view_game(call.place, game)
        there = [face for face in shown.faces if face.seat != shown.you and not face.out and not face.bot]
        buttons = [
            build_button(found.names.get(face.seat, face.name), GAME_MENU_LETTER, game, verb, face.seat)
            for face in there
        ]
        return _defer_screen_edit_or_refuse(
            call,
            build_panel(
                found.format_sentence(head), [], [*arrange_in_rows(buttons, 2), [_build_game_back_button(found, game)]]
            ),
        )

    return handle_player_choice


def _check_menu_right(call: TelegramCall, verb: str) -> None:
    """Raise Illegal if a command needs the host's rights and the tapper has none, before a menu that others see
    changes.
    """
    if DESK[verb].right == HOST:
        call.check_hosts(call.pick_game())


def _report_menu_result(call: TelegramCall, game: str, answer: DeskAnswer) -> DeskAnswer:
    """Turn the tapped message into the game's menu and return ✓ as a pop-up, if the menu's command has succeeded
    (`answer`); if it was refused, return the refusal and change nothing.
    """
    if answer.ok and call.message is not None:
        screen = build_game_menu(call.sender, call.place, game)
        if screen is not None:
            call.defer_screen_edit(screen)
    return answer if not answer.ok else DeskAnswer(game=answer.game, alert=MENU_DONE)


def _build_desk_action(verb: str) -> Callable[[TelegramCall, str, str], DeskAnswer]:
    """Return a menu handler that runs the command `verb` at once, with the rest of the button's data as its words, and
    then shows the menu again.
    """

    def run_desk_action(call: TelegramCall, game: str, more: str) -> DeskAnswer:
        """Run the command `verb` with the words `more`, show the game's menu again and return ✓ as a pop-up; only
        return the refusal if it is refused.
        """
        call.words = more
        return _report_menu_result(call, game, DESK[verb].does(call))

    return run_desk_action


def _handle_stand_in_button(call: TelegramCall, game: str, _: str) -> DeskAnswer:
    """Let a computer play on for the person who tapped, turn the message into the menu again and return ✓ as a pop-up;
    only return the refusal if that is refused.
    """
    return _report_menu_result(call, game, tables.appoint_standin(call))


def _build_confirmed_action(verb: str, question: str, yes: str) -> Callable[[TelegramCall, str, str], DeskAnswer]:
    """Return a menu handler that first asks `question` with the button `yes`, and runs the command `verb` only when
    that is tapped; then the buttons are removed. It raises Illegal if the command needs the host's rights and the
    tapper has none.
    """

    def run_confirmed_action(call: TelegramCall, game: str, said: str) -> DeskAnswer:
        """Ask `question` in place of the menu and return an empty answer or, if the button said “yes”, run the command
        `verb`, remove the buttons and return ✓; only return the refusal if it is refused.
        """
        _check_menu_right(call, verb)
        found = build_reader({}, call.style)
        if said != "yes":
            buttons = [
                build_button(found.format_sentence(yes), GAME_MENU_LETTER, game, verb, "yes", style=GRAVE),
                _build_game_back_button(found, game),
            ]
            return _defer_screen_edit_or_refuse(call, build_panel(found.format_sentence(question), [], [buttons]))
        call.words = "yes"
        answer = DESK[verb].does(call)
        if answer.ok:
            call.defer_buttons_edit([])
        return DeskAnswer(alert=MENU_DONE) if answer.ok else answer

    return run_confirmed_action


def _handle_leave_button(call: TelegramCall, game: str, said: str) -> DeskAnswer:
    """Let the tapper leave the game, as `_build_confirmed_action` does; the question says what becomes of the seat."""
    shown = call.sender.view_game(call.place, game)[0]
    if shown.stage == LOBBY:
        question = "Other people can then take your seat."
    elif can_return_after_leaving(call.host, game):
        question = "A computer then plays for you until you come back."
    else:
        question = "You cannot come back to this seat later."
    return _build_confirmed_action("leave", question, "Yes, I leave")(call, game, said)


VERBS: dict[str, Callable[[TelegramCall, str, str], DeskAnswer]] = {
    "menu": _handle_back_to_menu,
    "asked": _handle_open_questions,
    "plays": _handle_plays_menu,
    "predict": _handle_predictions,
    "rival": _handle_computer_card,
    "myboard": _handle_own_board,
    "settings": _handle_own_settings,
    "standin": _handle_stand_in_button,
    "vote": _build_player_picker("vote", "Who is late?"),
    "kick": _build_player_picker("kick", "Who must leave?"),
    "leave": _handle_leave_button,
    "endgame": _build_confirmed_action("endgame", "This ends the game for all players.", "Yes, end it"),
    "join": _build_desk_action("join"),
    "pause": _build_desk_action("pause"),
    "resume": _build_desk_action("resume"),
    "extend": _build_desk_action("extend"),
}


# -- by command


def handle_menu_command(call: TelegramCall) -> DeskAnswer:
    """Return the answer to /menu: a request for the menu of the game that the person most likely means, the newest if
    there are several; raise Illegal if there is none.
    """
    return DeskAnswer(asks=[panels.build_panel_name("menu", call.pick_game().id)])


def open_own_menu(call: TelegramCall, game: str) -> DeskAnswer:
    """Return the answer that asks for the menu of this game, for a person who opens their private chat by a link from
    the group; raise Illegal if there is no such game, or if it is open and not theirs, so that its buttons could do
    nothing.
    """
    session = tables.read_own_session(call, game)
    return DeskAnswer(asks=[panels.build_panel_name("menu", session.id)])


def build_named_panel(sender: TelegramChats, chat: str, name: str) -> Screen | None:
    """Build the message with buttons that is stored in the outbox under this name (made by `build_panel_name`), as it
    looks now; None if it is no longer needed.
    """
    kind, _, rest = name.removeprefix(panels.MARK).partition(":")
    try:
        return PANELS[kind](sender, chat, rest)
    except Illegal:  # its game was closed meanwhile
        return None


def build_first_setup_panel(sender: TelegramChats, chat: str) -> Screen:
    """Build the message for the first step of opening a table, with a button for the group's usual table if there is
    one.
    """
    reader = panels.build_chat_reader(sender, chat)
    screen = panels.build_setup_panel(reader)
    screen.rows = [
        *settings_panels.build_usual_table_rows(settings.read_group_defaults(sender.host, chat), reader),
        *screen.rows,
    ]
    return screen


def build_export_screen(sender: TelegramChats, chat: str, _: str) -> Screen | None:
    """Build the message with a file of all data stored about the person in this private chat, or None if they are
    unknown.
    """
    person = sender.host.store.find_person_id(chat, sender.host.now())
    return Screen("", about="export", file=build_export_file(sender.host, person)) if person else None


PANELS: dict[str, Callable[[TelegramChats, str, str], Screen | None]] = {
    "newgame": lambda sender, chat, _: build_first_setup_panel(sender, chat),
    "usual": settings_panels.build_group_settings_panel,
    "welcome": welcome.build_group_welcome,
    "alone": welcome.build_private_welcome,
    "next": welcome.build_invitation_panel,
    "export": build_export_screen,
    "settings": settings_panels.build_own_settings_panel,
    "plays": panels.build_plays_panel_for_chat,
    "predict": action_buttons.build_prediction_panel,
    "ask": panels.build_question_panel,
    "hint": panels.build_hint_panel,
    "menu": build_game_menu,
    "code": lambda sender, chat, code: panels.build_code_panel(code, panels.build_chat_reader(sender, chat)),
    "link": panels.build_link_panel_for_chat,
    "forget": lambda sender, chat, _: panels.build_forget_panel(panels.build_chat_reader(sender, chat)),
}
