"""Commands of players and watchers: answer, play, and look."""

from __future__ import annotations

from engine.kernel import NOT_NOW, Illegal, Reader, Words
from engine.rulesets import RULESETS, ruleset
from host.core import games, statistics
from host.core.commands import present
from host.core.session import RUNNING, Session
from host.doors.telegram import board, hosting, panels, typed_answers
from host.doors.telegram.call import Answer, Call, refusal, said, say
from host.said.answer_matching import NOTHING, asks_for_words, fits, is_meant, play_meant, play_value, secretly
from host.said.answer_matching import word as named
from host.shown import views, words
from host.shown.views import Showing

WELCOME = (
    "Hello {name}! I host games that are played over days. Put me into a group and write /newgame there, or write it "
    "here to play against the computer. Whatever is only for you, I tell you here. /help shows what else I do."
)

MORE = "Write /rules and the name of anything you meet, and I say what it is."


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


# -- plays


def play(call: Call, word: str, said_with: str) -> Answer:
    """Do something that one may do at any time: the word is its key, or the beginning of the line is."""
    session = _running(call)
    if secretly(ruleset(session.ruleset), f"{word} {said_with}"):
        call.in_private()
    shown = views.view(call.house, session.id, call.by)
    found, rest = play_meant(shown, f"{word} {said_with}".strip())
    if found is None:  # the rules know why not
        return refusal(games.play(call.house, call.command, session.id, word, said_with or None))
    if found.secret:
        call.in_private()
    reply = games.play(call.house, call.command, session.id, found.key, play_value(shown, found, rest))
    return call.done(session, reply)


def use(call: Call) -> Answer:
    """Play something by its name; without one, show what there is."""
    word, _, rest = call.words.strip().partition(" ")
    if word:
        return play(call, word, rest)
    call.in_private()
    session = _running(call)
    if not views.view(call.house, session.id, call.by).plays:
        return say("There is nothing you could do just now.")
    return Answer(asks=[panels.name_of("plays", session.id)])


def _running(call: Call) -> Session:
    found = [session for session in call.sessions() if session.stage == RUNNING and session.at(call.by)]
    if not found:
        raise Illegal("You have no seat in a running game here.")
    about = [session for session in found if session.id == call.about]
    return max(about or found, key=lambda session: session.made)


def playable(call: Call, word: str) -> bool:
    """Is this the name of something that they may do now, or that nobody here is to know whether they may?"""
    try:
        session = _running(call)
    except Illegal:
        return False
    if not call.private and secretly(ruleset(session.ruleset), word):
        return True
    offered = views.view(call.house, session.id, call.by).plays
    # Once done it may be on offer no more; but whoever did it may have died before they said so.
    return any(named(found.key) == named(word) for found in offered) or call.before() is not None


def meant(call: Call, text: str) -> bool:
    """Does this begin with the name of something that they may do now, and answer no question?"""
    try:
        session = _running(call)
    except Illegal:
        return False
    found, more = play_meant(views.view(call.house, session.id, call.by), text)
    mine = typed_answers.open_questions(call)
    return is_meant(found, more) and not asks_for_words(mine) and not fits(mine, text)


def why_not(call: Call, word: str) -> Answer | None:
    """What is not on offer may be something that the rules know: then they say best why it cannot be done."""
    try:
        refused = play(call, word, call.words)
    except Illegal:
        return None
    return None if [told.text for told in refused.lines] == [NOT_NOW] else refused


# -- looking


def show_board(call: Call) -> Answer:
    """Post the board anew."""
    session = call.session()
    if call.place not in session.places:
        shown = views.view(call.house, session.id, call.by)
        return said([board.in_words(shown, call.reader(session))])
    return Answer(board=session.id)


def score(call: Call) -> Answer:
    """The leaderboard."""
    session = call.session()
    shown = views.view(call.house, session.id)
    return said(board.standings(shown, call.reader(session)) or [call.say("Nobody has anything yet.")])


def mystuff(call: Call) -> Answer:
    """What only they may know: where, and what they hold."""
    call.in_private()
    session = call.session()
    present(session, call.by)
    shown, reader = views.view(call.house, session.id, call.by), call.reader(session)
    own = shown.view.own if shown.view else None
    marks = [
        reader.say("{table}: square {n}, {what}.", table=_title(shown, table), n=n, what=what)
        for table, found in (own.marks if own else {}).items()
        for n, what in found.items()
    ]
    secrets = map(reader.value, own.secrets if own else [])
    return said([*_standing(shown, reader), *secrets, *marks] or [call.say("You hold nothing yet.")])


def _title(shown: Showing, table: str) -> Words:
    found = [panel.title for panel in (shown.view.panels if shown.view else []) if panel.id == table]
    return found[0] if found else table


def _standing(shown: Showing, reader: Reader) -> list[str]:
    view = shown.view
    lines = [line for line in (view.standings if view else []) if line.who == shown.you]
    return [
        reader.say("Place {n}: {total}", n=line.place, total=reader.value(line.total, view.currency if view else ""))
        + (f" ({', '.join(map(reader.value, line.marks))})" if line.marks else "")
        for line in lines
    ]


def rules(call: Call) -> Answer:
    """What a square does."""
    word, found = call.words.strip()[:100], call.sessions()
    known = [ruleset(each.ruleset) for each in found] or list(RULESETS.values())
    if not word:
        briefs = [f"{call.reads(each.title)}: {' '.join(map(call.reads, each.brief))}" for each in known]
        more = ["", call.say(MORE)] if any(each.topics() for each in known) else []
        return said([*dict.fromkeys(briefs), *more])
    texts = [each.explain(word) for each in known]
    text = next((text for text in texts if text), None)
    if text is None:
        raise Illegal("I know no rule by the name of {word}.", word=word)
    return said([words.reader({}, call.style).value(text)])


def stats(call: Call) -> Answer:
    """What they have done, or in a group what was done there."""
    own = call.private or call.words.strip().casefold() == "me"
    owner = f"person:{call.by}" if own else f"chat:{call.place}"
    return said(statistics.lines(call.house, owner, words.reader({}, call.style)))
