"""Which question a typed answer is for: one of theirs that it fits, and only if there is no doubt."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Question
from host import games, showing, words
from host.answers import answer, board_of, named, numbered
from host.session import RUNNING, Reply, Session
from host.showing import Asked, Showing
from host.telegram.call import Answer, Call, refusal

NOT_ALOUD = "That is a secret! Tell me in private: {link}"
NOTHING = "You are not asked anything just now."
NOT_YOU = "It is {who}’s turn."
SEVERAL = "You are asked several things. Reply to the message with the question you mean."
WORDS = 9  # how loosely an answer in free words fits


class Aim(Struct):
    """A question of theirs, the answer, and how loosely it fits."""

    session: Session
    shown: Showing
    asked: Asked
    value: object
    loose: int


def typed(call: Call, text: str) -> Answer:
    """Give this answer to whatever question it is for."""
    aim = _aim(call, text)
    if aim.asked.secret and not call.private:
        raise Illegal(NOT_ALOUD, link=call.link())
    return refusal(give(call, aim.session.id, aim.asked.id, aim.value))


def give(call: Call, game: str, question: str, value: object) -> Reply:
    """Answer it."""
    return games.answer(call.house, call.command, game, question, value)


def open_questions(call: Call) -> list[tuple[Session, Showing, Asked]]:
    """All that this person is asked, in the games that may be meant."""
    found = []
    for session in call.sessions() if call.by else []:
        if session.stage == RUNNING and session.at(call.by):
            shown = showing.view(call.house, session.id, call.by)
            found += [(session, shown, asked) for asked in shown.asked if asked.who == shown.you]
    return found


def _aim(call: Call, text: str) -> Aim:
    mine = open_questions(call)
    if not mine:
        raise _idle(call)
    aims = [aim for session, shown, asked in mine if (aim := _fit(session, shown, asked, text))]
    meant = [aim for aim in aims if aim.asked.goes_by([_replied(call)])] or aims
    best = [aim for aim in meant if aim.loose == min(other.loose for other in meant)]
    openly = [aim for aim in best if not aim.asked.secret]
    best = openly if openly and not call.private else best
    if len(best) == 1:
        return best[0]
    if not best and len(mine) == 1:  # the rules know best why this will not do
        return Aim(*mine[0], text.strip(), WORDS)
    raise Illegal(SEVERAL)


def _replied(call: Call) -> str:
    return call.data[2] if len(call.data) > 2 else ""


def _idle(call: Call) -> Illegal:
    for session in call.sessions():
        shown = showing.view(call.house, session.id)
        waiting = sorted({asked.who for asked in shown.asked if not asked.secret})
        if session.at(call.by) and waiting:
            return Illegal(NOT_YOU, who=[shown.names.get(who, who) for who in waiting])
    return Illegal(NOTHING)


def _fit(session: Session, shown: Showing, asked: Asked, text: str) -> Aim | None:
    value = read(shown, asked, text)
    form = replace(asked.form, words=False)
    strict = Question(key="", who="", text="", look=lambda: asked.options, lapse=None, form=form)
    try:
        strict.check(value)
    except Illegal:
        return Aim(session, shown, asked, text, WORDS) if asked.form.words else None
    loose = {"choice": 0, "number": 1, "several": 2}.get(asked.form.kind, WORDS)
    return Aim(session, shown, asked, value, loose)


def read(shown: Showing, asked: Asked, text: str) -> object:
    """A typed answer as the kernel wants to hear it."""
    if any(isinstance(option.value, int) for option in asked.options):
        text = numbered(text, board_of(shown, asked))
    return answer(asked.form, named(asked.options, words.reader(shown.names, shown.style)), [text])
