"""What players do in Reddit in its own way: answers and plays in free text, the board as a comment."""

from __future__ import annotations

from engine.kernel import Illegal, Play
from engine.rulesets import ruleset
from host.core.session import RUNNING, Post
from host.doors.reddit import asking, board, command_parsing
from host.doors.reddit.call import RedditCall
from host.doors.reddit.command_parsing import SECRETS, WrittenCommand
from host.doors.reddit.markdown import raw
from host.said import answer_matching, plain_words
from host.said.answer_matching import AnswerMatch, OpenQuestion
from host.said.desk import playing, refusals
from host.said.desk.answer import Answer, say
from host.shown import views, words

ANEW, SHOWN_FOR = "anew", 600.0  # seconds between two boards that somebody asks for


def aimed(call: RedditCall, text: str) -> AnswerMatch:
    """Which question this answers, which must have been asked before it was written."""
    match = playing.aimed(call, text)
    found = match.open
    clock = found.session.clocks.get(found.asked.id)
    later = clock is not None and clock.first >= call.remark.made + 1  # Reddit counts whole seconds
    if later or not call.batch.was_open(found.session.id, found.asked):
        raise Illegal(refusals.EARLIER)
    return match


def meant(call: RedditCall) -> RedditCall:
    """A line without a word of ours: perhaps it can only mean one thing that they may answer; or, in a message, it is
    the name of something that they may do now. Or a word of ours that is theirs as well: many a minigame asks whether
    they stop.
    """
    if call.said.word == "stop" and not call.said.called:
        answered = _picked(call, call.said.word)
        return answered if _fits(answered) else call
    if call.said.word in command_parsing.WORDS or (call.said.word and not call.said.called):
        return call
    if not call.private:
        answered = _picked(call, f"{call.said.word} {call.words}".strip())
        return answered if _understood(answered) else call
    if call.said.word:
        return call
    word, _, rest = call.words.partition(" ")
    answered, played = (
        RedditCall(call.batch, call.remark, said, call.n)
        for said in (WrittenCommand("pick", call.words), WrittenCommand(word, rest))
    )
    if _fits(answered):
        return answered
    found, more = playing.offered(played, _line(played))
    return played if answer_matching.is_meant(found, more) else call


def _picked(call: RedditCall, words: str) -> RedditCall:
    return RedditCall(call.batch, call.remark, WrittenCommand("pick", words, call.said.marked), call.n)


def _fits(call: RedditCall) -> bool:
    return answer_matching.fits(asked(call), call.words)


def _understood(call: RedditCall) -> bool:
    """Where everybody reads it, what is asked in secret has no say in this: how we answer must not tell of it. A number
    is an answer also of those who are not asked: they hear whose turn it is.
    """
    openly = [each for each in asked(call) if not each.asked.secret]
    if answer_matching.fits(openly, call.words):
        return True
    plays = any(session.stage == RUNNING and session.at(call.by) for session in call.sessions())
    return plays and not answer_matching.asks_for_words(openly) and plain_words.number(call.words)


def asked(call: RedditCall) -> list[OpenQuestion]:
    """All that they are asked, in the games that may be meant."""
    return answer_matching.open_questions(call.host, call.sessions(), call.by)


def hint(call: RedditCall) -> Answer:
    """How to answer what this may have been meant for: once for each question, and nothing where it is mere talk."""
    openly = [
        each for each in asked(call) if not each.asked.secret and call.batch.was_open(each.session.id, each.asked)
    ]
    found = answer_matching.attempted(openly, call.words)
    if found is None:
        return Answer()
    once = f"reddit:hint/{found.session.id}/{found.asked.id}"
    if call.host.store.answered(once):
        return Answer()
    call.host.store.answer(once, [], call.host.now())
    how = raw(asking.how(found.asked, call.reader(found.session)))
    return say(refusals.NO_ANSWER, name=call.name, how=how)


def pick(call: RedditCall) -> Answer:
    """Answer whatever one is asked."""
    if call.said.word in SECRETS:
        call.in_private()
    match = aimed(call, call.words)
    game = match.open.session.id
    done = playing.answer(call, game, match.open.asked.id, match.value)
    return playing.receipt(call.host, game, call.by) if call.private and done.ok else done


def play(call: RedditCall) -> Answer:
    """Do something that one may do at any time: the word is its key, or the beginning of what is written is."""
    return _played(call, _line(call))


def _line(call: RedditCall) -> str:
    return f"{call.said.word} {call.words}"


def offered(call: RedditCall) -> bool:
    """Does this begin with the name of something that they may do now, or that nobody is to know whether they may?"""
    session = playing.may_run(call)
    if session is None:
        return False
    secretly = answer_matching.secretly(ruleset(session.ruleset), _line(call))
    return secretly or playing.offered(call, _line(call))[0] is not None


def use(call: RedditCall) -> Answer:
    """Play something by its name; without one, what there is."""
    return _played(call, call.words) if call.words else playing.use(call)


def _played(call: RedditCall, line: str) -> Answer:
    def agree(found: Play | None, rest: str) -> None:
        if found is None and call.said.word == "use":
            call.in_private()  # what it says must not tell what they hold
        if found is None or answer_matching.takes_words(found):
            return
        if found.secret:
            call.in_private()
        for lost in command_parsing.commands(rest, call.sender.wire.name):
            raise Illegal(refusals.LINES_APART, one=found.key, other=f"{lost.word} {lost.rest}".strip())

    return playing.play(call, line.strip(), agree)


# -- looking


def score(call: RedditCall) -> Answer:
    """The leaderboard."""
    session = call.session()
    shown = views.view(call.host, session.id)
    text = board.standings(shown, words.reader(shown.names, session.style))
    return say("{line}", line=raw(text))


def board_anew(call: RedditCall) -> Answer:
    """The board again: where it is a comment, a new one, for a moderator may have removed the old one unseen."""
    session = call.session()
    page = raw(f"{call.sender.web}/g/{session.id}")
    if call.place not in session.places:
        return say("{page}", page=page)
    now, before = call.host.now(), call.host.store.kept(call.place, ANEW)
    if before and now - float(before) < SHOWN_FOR:
        raise Illegal(refusals.TOO_SOON, page=page)
    post = Post(call.place, session.id, int(now * 1000), board=True)
    anew = [] if call.sender.owns(call.place) else [(call.place, session.id)]
    call.host.store.answer(f"{call.command.key}/board", [post], now, anew)
    call.host.store.keep(call.place, ANEW, str(now).encode())
    return Answer()


def mystuff(call: RedditCall) -> Answer:
    """What only they may know is on their page."""
    call.send_link()
    return say("What is only for you stands on your private page: {claim}", claim=call.claim)
