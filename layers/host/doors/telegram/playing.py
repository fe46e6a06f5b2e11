"""What players do in Telegram in its own way: come by a link, see again what they are asked, choose from buttons."""

from __future__ import annotations

from engine.kernel import NOT_NOW, Illegal
from engine.rulesets import ruleset
from host.doors.telegram import board, hosting, panels, typed_answers
from host.doors.telegram.call import Call
from host.said.answer_matching import NOTHING, secretly
from host.said.answer_matching import word as named
from host.said.desk import playing
from host.said.desk.answer import Answer, said, say
from host.shown import views

WELCOME = (
    "Hello {name}! I host games that are played over days. Put me into a group and write /newgame there, or write it "
    "here to play against the computer. Whatever is only for you, I tell you here. /help shows what else I do."
)


def start(call: Call) -> Answer:
    """The private chat is open. A link may say to which table they come, and no more: anybody can make one."""
    kind, _, rest = call.words.strip().partition("_")
    if not call.private:
        return say("Write /newgame to open a table here.")
    if kind == "j" and rest:
        return hosting.arrive(call, rest)
    welcome = say(WELCOME, name=call.somebody().name)
    welcome.asks = _open_asks(call)
    return welcome


def _open_asks(call: Call) -> list[str]:
    return [panels.name_of("ask", each.session.id, each.asked.id) for each in typed_answers.open_questions(call)]


def pick(call: Call) -> Answer:
    """Answer whatever one is asked; without an answer, show again what that is."""
    if call.words.strip():
        return typed_answers.typed(call, call.words)
    asks = _open_asks(call) if call.private else []
    if asks:
        return Answer(asks=asks)
    openly = [each for each in typed_answers.open_questions(call) if not each.asked.secret]
    if openly and not call.private:
        return Answer(asks=[panels.name_of("ask", each.session.id, each.asked.id) for each in openly])
    raise Illegal(NOTHING)


def use(call: Call) -> Answer:
    """Play something by its name; without one, show what there is."""
    if call.words.strip():
        return playing.play(call, call.words.strip())
    call.in_private()
    session = playing.running(call)
    if not views.view(call.house, session.id, call.by).plays:
        return say("There is nothing you could do just now.")
    return Answer(asks=[panels.name_of("plays", session.id)])


def playable(call: Call, word: str) -> bool:
    """Is this the name of something that they may do now, or that nobody here is to know whether they may?"""
    session = playing.may_run(call)
    if session is None:
        return False
    if not call.private and secretly(ruleset(session.ruleset), word):
        return True
    offered = views.view(call.house, session.id, call.by).plays
    # Once done it may be on offer no more; but whoever did it may have died before they said so.
    return any(named(found.key) == named(word) for found in offered) or call.before() is not None


def why_not(call: Call, text: str) -> Answer | None:
    """What is not on offer may be something that the rules know: then they say best why it cannot be done."""
    try:
        refused = playing.play(call, text)
    except Illegal:
        return None
    return None if [told.text for told in refused.lines] == [NOT_NOW] else refused


def show_board(call: Call) -> Answer:
    """Post the board anew."""
    session = call.session()
    if call.place not in session.places:
        shown = views.view(call.house, session.id, call.by)
        return said([board.in_words(shown, call.reader(session))])
    return Answer(board=session.id)
