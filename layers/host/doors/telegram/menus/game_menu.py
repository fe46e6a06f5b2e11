"""The menu of a game: everything that can be asked of the host about it, by buttons.

In private it is one message that changes with each tap. In a group it shows what concerns everybody, and whoever looks
something up reads it in a pop-up, so nothing is posted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.kernel import Illegal, Reader
from host.core.session import LOBBY, RUNNING
from host.doors.telegram.menus import own_settings, panels
from host.doors.telegram.messages import predicting
from host.doors.telegram.messages.board import boards, deep_link
from host.doors.telegram.messages.button_data import words
from host.doors.telegram.messages.screens import (
    GOOD,
    GRAVE,
    LONGEST_TEXT,
    Button,
    Rows,
    Screen,
    button,
    clipped,
    folded,
    in_rows,
    link,
    panel_of,
)
from host.doors.telegram.places import private
from host.said.answer_matching import NOTHING
from host.said.desk import hosting, refusals, seating, settings
from host.said.desk.answer import Answer
from host.said.desk.menu import DESK, HOST
from host.shown.views import GameView
from host.shown.words import reader

if TYPE_CHECKING:
    from host.doors.telegram.heard.call import TelegramCall
    from host.doors.telegram.messages.sender import TelegramSender

LETTER = "t"
DONE = "✓"
TWIN = "Whatever a button does can be written, too: /help lists the words."
LOOKS = ("score", "stats", "rules", "leaders", "mystuff")  # what is only looked up
ASIDE = ("mystuff", "myboard", "plays", "asked", "standin", "join", "leave", "settings")  # of no concern to a group
EXTRA = ("12h", "1d")


def panel(sender: TelegramSender, chat: str, game: str) -> Screen | None:
    """The menu of this game as it is seen in this place."""
    shown, found = sender.seen(chat, game)
    alone = private(chat)
    hosts = shown.yours or not alone
    screen = whole(shown, found, alone=alone, hosts=hosts, username=sender.wire.name, web=sender.public)
    if shown.kept:
        screen.rows.insert(0, [button(found.say("I take my seat back"), LETTER, game, "join", style=GOOD)])
    return screen


def whole(showing: GameView, reader: Reader, *, alone: bool, hosts: bool, username: str, web: str) -> Screen:
    """All that can be tapped."""
    own = _own(showing, reader) if alone else [[link(reader.say("My side"), deep_link(username, f"m_{showing.id}"))]]
    rows = [*own, *_looks(showing, reader), *(_hosting(showing, reader) if hosts else [])]
    if web:
        rows.append([link(reader.say("Watch on the web"), f"{web}/g/{showing.id}")])
    return panel_of(reader.say("{title}: what would you like?", title=showing.title), [reader.say(TWIN)], rows)


def _own(showing: GameView, reader: Reader) -> Rows:
    say = reader.say
    mine = [each for each in showing.asked if each.who == showing.you]
    rows = [[_tap(say("What am I asked?"), showing, "asked")]] if mine else []
    if showing.plays:
        rows.append([_tap(say("What can I do at any time?"), showing, "plays")])
    if showing.you and showing.stage in (LOBBY, RUNNING):
        stand_in = [_tap(say("A computer plays for me"), showing, "standin")] if showing.stage == RUNNING else []
        rows.append([*stand_in, _tap(say("Leave …"), showing, "leave", style=GRAVE)])
    holds = [_tap(say("What I hold"), showing, "mystuff")]
    holds += [_tap(say("My board"), showing, "myboard")] if boards(showing) else []
    return [*rows, [*holds, _tap(say("My settings"), showing, "settings")]]


def _looks(showing: GameView, reader: Reader) -> Rows:
    say = reader.say
    rows = [[_tap(say("Score"), showing, "score"), _tap(say("Statistics"), showing, "stats")]]
    rows.append([_tap(say("Rules"), showing, "rules"), _tap(say("Leaders"), showing, "leaders")])
    if showing.stage == RUNNING:
        rows[-1].append(_tap(say("Vote …"), showing, "vote"))
    if showing.forecasts:
        rows[-1].append(_tap(say("Predict …"), showing, "predict"))
    return rows


def _hosting(showing: GameView, reader: Reader) -> Rows:
    say = reader.say
    if showing.stage != RUNNING:
        return []
    stops = (
        _tap(say("Clocks on"), showing, "resume") if showing.paused else _tap(say("Stop the clocks"), showing, "pause")
    )
    more = [_tap(say("+{time}", time=each), showing, "extend", each) for each in EXTRA]
    return [
        [stops, *more],
        [_tap(say("Show out …"), showing, "kick"), _tap(say("End the game …"), showing, "endgame", style=GRAVE)],
    ]


def _tap(text: str, showing: GameView, *words: str, style: str = "") -> Button:
    return button(text, LETTER, showing.id, *words, style=style)


# -- taps


def tapped(call: TelegramCall, data: str) -> Answer:
    """Something in the menu."""
    _, game, verb, more = words(data, 4)
    call.game = game
    if all(session.id != game for session in call.sessions()):  # or another one would be meant
        raise Illegal(refusals.SETTLED)
    if verb in ASIDE:
        call.in_private()
    if verb in LOOKS:
        return _looked_up(call, game, verb)
    act = VERBS.get(verb)
    if act is None:
        raise Illegal(refusals.OLD_BUTTON)
    return act(call, game, more)


def _looked_up(call: TelegramCall, game: str, verb: str) -> Answer:
    """In private the menu turns into it; in a group only whoever tapped reads it."""
    call.words = "me" if verb == "stats" and call.private else ""
    answer = DESK[verb].does(call)
    if not call.private:
        return Answer(alert=call.written(answer, "\n"))
    found = reader(answer.names, call.style)
    service = DESK[verb]
    screen = panel_of(found.say("{summary:C}", summary=service.summary), [], [[_back(found, game)]])
    text = call.written(answer, "\n")
    screen.text = f"{screen.text}\n{folded(clipped(text, LONGEST_TEXT // 2))}"
    return _turned(call, screen)


def _back(reader: Reader, game: str) -> Button:
    return button(reader.say("Back"), LETTER, game, "menu")


def _turned(call: TelegramCall, screen: Screen | None, alert: str = "") -> Answer:
    """The message under which it was tapped becomes this."""
    if screen is None or call.message is None:
        raise Illegal(refusals.SETTLED)
    call.turn_into(screen)
    return Answer(alert=alert)


def _menu(call: TelegramCall, game: str, _: str) -> Answer:
    return _turned(call, panel(call.sender, call.place, game))


def _asked(call: TelegramCall, *_: str) -> Answer:
    asks = panels.open_questions(call)
    return Answer(asks=asks) if asks else Answer(alert=call.say(NOTHING))


def _plays(call: TelegramCall, game: str, _: str) -> Answer:
    shown, found = call.sender.seen(call.place, game)
    if not shown.plays:
        raise Illegal(refusals.NOTHING_NOW)
    screen = panels.plays(game, shown.plays, found)
    screen.rows.append([_back(found, game)])
    return _turned(call, screen)


def _predict(call: TelegramCall, game: str, _: str) -> Answer:
    screen = predicting.panel(call.sender, call.place, game)
    if screen:
        screen.rows.append([_back(call.sender.seen(call.place, game)[1], game)])
    return _turned(call, screen)


def _board(call: TelegramCall, game: str, _: str) -> Answer:
    """Their own board as a picture: in the group's, many lie side by side."""
    call.afterwards(partial(call.sender.show_own, call.place, game))
    return Answer(alert=DONE)


def _settings(call: TelegramCall, *_: str) -> Answer:
    habits = settings.habits(call)
    return _turned(call, own_settings.whole(habits, reader({}, habits.style), call.host.now()))


def _people(verb: str, head: str) -> Callable[[TelegramCall, str, str], Answer]:
    """First who, then it is done."""

    def done(call: TelegramCall, game: str, seat: str) -> Answer:
        _must(call, verb)
        if seat:
            call.chosen = seat
            return _reported(call, game, DESK[verb].does(call))
        shown, found = call.sender.seen(call.place, game)
        there = [face for face in shown.faces if face.seat != shown.you and not face.out and not face.bot]
        buttons = [button(found.names.get(face.seat, face.name), LETTER, game, verb, face.seat) for face in there]
        return _turned(call, panel_of(found.say(head), [], [*in_rows(buttons, 2), [_back(found, game)]]))

    return done


def _must(call: TelegramCall, verb: str) -> None:
    """A menu that many see is turned over only by those who may do what it leads to."""
    if DESK[verb].right == HOST:
        call.must_host(call.session())


def _reported(call: TelegramCall, game: str, answer: Answer) -> Answer:
    """Done, or why not; and the menu as it is now."""
    if answer.ok and call.message is not None:
        screen = panel(call.sender, call.place, game)
        if screen is not None:
            call.turn_into(screen)
    return answer if not answer.ok else Answer(game=answer.game, alert=DONE)


def _does(verb: str) -> Callable[[TelegramCall, str, str], Answer]:
    def done(call: TelegramCall, game: str, more: str) -> Answer:
        call.words = more
        return _reported(call, game, DESK[verb].does(call))

    return done


def _standin(call: TelegramCall, game: str, _: str) -> Answer:
    return _reported(call, game, seating.standin(call))


def _surely(verb: str, question: str, yes: str) -> Callable[[TelegramCall, str, str], Answer]:
    """What cannot be undone is asked about first."""

    def done(call: TelegramCall, game: str, said: str) -> Answer:
        _must(call, verb)
        found = reader({}, call.style)
        if said != "yes":
            buttons = [button(found.say(yes), LETTER, game, verb, "yes", style=GRAVE), _back(found, game)]
            return _turned(call, panel_of(found.say(question), [], [buttons]))
        call.words = "yes"
        answer = DESK[verb].does(call)
        if answer.ok:
            call.relabel([])
        return Answer(alert=DONE) if answer.ok else answer

    return done


VERBS: dict[str, Callable[[TelegramCall, str, str], Answer]] = {
    "menu": _menu,
    "asked": _asked,
    "plays": _plays,
    "predict": _predict,
    "myboard": _board,
    "settings": _settings,
    "standin": _standin,
    "vote": _people("vote", "Who keeps you waiting?"),
    "kick": _people("kick", "Who has to go?"),
    "leave": _surely("leave", "You would give up your seat for good.", "Yes, I leave"),
    "endgame": _surely("endgame", "This ends the game for everybody.", "Yes, end it"),
    "join": _does("join"),
    "pause": _does("pause"),
    "resume": _does("resume"),
    "extend": _does("extend"),
}


# -- by command


def menu(call: TelegramCall) -> Answer:
    """The menu of the game that is meant."""
    return Answer(asks=[panels.name_of("menu", call.session().id)])


def opened(call: TelegramCall, game: str) -> Answer:
    """They come from the group to see their own side."""
    session = hosting.opened_as(call, game)
    return Answer(asks=[panels.name_of("menu", session.id)])
