"""What players do in Telegram in its own way: see again what they are asked, choose from buttons."""

from __future__ import annotations

from engine.kernel import NOT_NOW, Illegal
from engine.rulesets import ruleset
from host.doors.telegram.heard.call import TelegramCall
from host.doors.telegram.menus import panels
from host.said.answer_matching import NOTHING, secretly
from host.said.answer_matching import word as named
from host.said.desk import playing
from host.said.desk.answer import Answer
from host.shown import views


def pick(call: TelegramCall) -> Answer:
    """Answer whatever one is asked; without an answer, show again what that is."""
    if call.words.strip():
        return playing.pick(call)
    asks = panels.open_questions(call)
    if not asks:
        raise Illegal(NOTHING)
    return Answer(asks=asks)


def playable(call: TelegramCall, word: str) -> bool:
    """Is this the name of something that they may do now, or that nobody here is to know whether they may?"""
    session = playing.may_run(call)
    if session is None:
        return False
    if not call.private and secretly(ruleset(session.ruleset), word):
        return True
    offered = views.view(call.host, session.id, call.by).plays
    # Once done it may be on offer no more; but whoever did it may have died before they said so.
    return any(named(found.key) == named(word) for found in offered) or call.before() is not None


def why_not(call: TelegramCall, text: str) -> Answer | None:
    """What is not on offer may be something that the rules know: then they say best why it cannot be done."""
    try:
        refused = playing.play(call, text)
    except Illegal:
        return None
    return None if refused.lines and refused.lines[0].text.startswith(NOT_NOW) else refused
