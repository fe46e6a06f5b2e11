"""Finds the question that a typed answer is for: one of theirs that it fits, and only if there is no doubt."""

from __future__ import annotations

from engine.kernel import Illegal
from host.core import games
from host.core.session import Reply
from host.doors.telegram.call import Call
from host.said import answer_matching
from host.said.answer_matching import Match, OpenQuestion
from host.said.desk.answer import Answer

NOT_ALOUD = "That is a secret! Tell me in private: {link}"
SEVERAL = "You are asked several things. Reply to the message with the question you mean."


def typed(call: Call, text: str) -> Answer:
    """Give this answer to whatever question it is for."""
    match = _match(call, text)
    if match.open.asked.secret and not call.private:
        raise Illegal(NOT_ALOUD, link=call.link())
    return call.done(match.open.session, give(call, match.open.session.id, match.open.asked.id, match.value))


def give(call: Call, game: str, question: str, value: object) -> Reply:
    """Answer it."""
    return games.answer(call.house, call.command, game, question, value)


def open_questions(call: Call) -> list[OpenQuestion]:
    """All that this person is asked, in the games that may be meant."""
    return answer_matching.open_questions(call.house, call.sessions(), call.by)


def _match(call: Call, text: str) -> Match:
    mine = open_questions(call)
    if not mine:
        raise answer_matching.idle(call.house, call.sessions(), call.by)
    about = call.data[2] if len(call.data) > 2 else ""
    best = answer_matching.matches(mine, text, openly=not call.private, about=about)
    if len(best) == 1:
        return best[0]
    raise Illegal(SEVERAL)
