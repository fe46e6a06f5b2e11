"""What people do in Telegram in its own way: come by a link, open a table and settle their own things with buttons."""

from __future__ import annotations

from collections.abc import Callable

from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import game_menu, panels
from host.doors.telegram.messages import welcome
from host.said.desk import hosting, seating, usual
from host.said.desk.answer import Answer, say
from host.said.desk.menu import DESK

WELCOME = (
    "Hello {name}! I host games that are played over days. Put me into a group and write /newgame there, or write it "
    "here to play against the computer. Whatever is only for you, I tell you here. /help shows what else I do."
)


def start(call: TelegramCall) -> Answer:
    """The private chat is open. A link may say to which table they come, and no more: anybody can make one."""
    kind, _, rest = call.words.strip().partition("_")
    if not call.private:
        return Answer() if welcome.greeted(call.host, call.place) else Answer(asks=[panels.name_of("welcome")])
    if kind == "j" and rest:
        game, _, invited = rest.partition("_")
        return seating.arrive(call, game, invited)
    if kind == "m" and rest:
        return game_menu.opened(call, rest)
    hello = say(WELCOME, name=call.somebody().name)
    hello.asks = panels.open_questions(call) or [panels.name_of("alone")]
    return hello


def newgame(call: TelegramCall) -> Answer:
    """Open a table: step by step with buttons, or all in one line."""
    if call.words.strip().casefold() == "usual":
        return usual.opened(call)
    if call.words:
        return hosting.new(call)
    call.unused()
    return Answer(asks=[panels.name_of("newgame")])


def forget(call: TelegramCall) -> Answer:
    """Ask first, with buttons; then forget them."""
    return DESK["forget"].does(call) if call.words.strip() else Answer(asks=[panels.name_of("forget")])


def link(call: TelegramCall) -> Answer:
    """A code can be copied with a tap."""
    answer = with_buttons("link")(call)
    code = next((str(told.facts["code"]) for told in answer.lines if "code" in told.facts), "")
    if code:
        answer.asks = [panels.name_of("code", code)]
    return answer


def with_buttons(word: str) -> Callable[[TelegramCall], Answer]:
    """What the desk does; where there is a menu that says the same with buttons, that instead."""

    def done(call: TelegramCall) -> Answer:
        answer = DESK[word].does(call)
        return Answer(asks=[panels.name_of(*filter(None, (answer.menu, answer.game)))]) if answer.menu else answer

    return done
