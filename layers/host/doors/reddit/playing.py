"""Commands of players and watchers: answer, play, and look."""

from __future__ import annotations

from engine.kernel import Illegal, Play
from engine.rulesets import RULESETS, ruleset
from host.core import games
from host.core.session import RUNNING, Post, Session
from host.doors.reddit import board, command_parsing
from host.doors.reddit.call import EARLIER, Call, Lines, refusal, say
from host.doors.reddit.command_parsing import SECRETS, Said
from host.doors.reddit.markdown import raw
from host.said import answer_matching
from host.said.answer_matching import Match
from host.shown import views, words

NOT_ALOUD = (
    "What is secret is not said here, where everybody reads it: so it counts as not said. Say it on your private page, "
    "{claim}, or in a message to me."
)
SEVERAL = "You are asked several things, and I cannot tell which you mean. Answer on your private page: {claim}"
APART = "Write “{one}” and “{other}” each on a line of its own."

ANEW, SHOWN_FOR = "anew", 600.0  # seconds between two boards that somebody asks for


def aimed(call: Call, text: str) -> Match:
    """Which question this answers; raises Illegal where that cannot be told, or may not be said here."""
    mine = answer_matching.open_questions(call.house, call.sessions(), call.by)
    if not mine:
        if any(views.view(call.house, session.id).sealed for session in call.sessions()):
            in_private(call)  # what it says must not tell whether they have sealed their answer
        raise answer_matching.idle(call.house, call.sessions(), call.by)
    best = answer_matching.matches(mine, text, openly=not call.private)
    if len(best) != 1:
        raise Illegal(SEVERAL, claim=call.claim)
    found = best[0].open
    if found.asked.secret:
        in_private(call)
    clock = found.session.clocks.get(found.asked.id)
    later = clock is not None and clock.first >= call.remark.made + 1  # Reddit counts whole seconds
    if later or not call.batch.was_open(found.session.id, found.asked):
        raise Illegal(EARLIER)
    return best[0]


def meant(call: Call) -> Call:
    """A line of a message that has no word: perhaps word for word what they are asked to choose from, or the name of
    something that they may do now. Or a word of ours that is theirs as well: many a minigame asks whether they stop.
    """
    if call.said.word:
        answered = Call(call.batch, call.remark, Said("pick", call.said.word, call.said.marked), call.n)
        return answered if call.said.word == "stop" and not call.said.called and _fits(answered) else call
    word, _, rest = call.words.partition(" ")
    answered, played = (
        Call(call.batch, call.remark, said, call.n) for said in (Said("pick", call.words), Said(word, rest))
    )
    if _fits(answered):
        return answered
    found, more = _offer(played)
    return played if answer_matching.is_meant(found, more) else call


def _fits(call: Call) -> bool:
    return answer_matching.fits(answer_matching.open_questions(call.house, call.sessions(), call.by), call.words)


def pick(call: Call) -> Lines:
    """Answer whatever one is asked."""
    if call.said.word in SECRETS:
        in_private(call)
    match = aimed(call, call.words)
    return refusal(games.answer(call.house, call.command, match.open.session.id, match.open.asked.id, match.value))


def in_private(call: Call) -> None:
    """Refuses what is not for everybody's eyes."""
    if not call.private:
        raise Illegal(NOT_ALOUD, claim=call.claim)


def play(call: Call) -> Lines:
    """Do something that one may do at any time: the word is its key, or the beginning of what is written is."""
    word, _, rest = f"{call.said.word} {call.words}".strip().partition(" ")
    return _played(call, word, rest)


def offered(call: Call) -> bool:
    """Does this begin with the name of something that they may do now, or that nobody is to know whether they may?"""
    try:
        rules = ruleset(_running(call).ruleset)
    except Illegal:
        return False
    return answer_matching.secretly(rules, f"{call.said.word} {call.words}") or _offer(call)[0] is not None


def _offer(call: Call) -> tuple[Play | None, str]:
    try:
        session = _running(call)
    except Illegal:
        return None, ""
    return answer_matching.play_meant(views.view(call.house, session.id, call.by), f"{call.said.word} {call.words}")


def use(call: Call) -> Lines:
    """Play something by its name."""
    word, _, rest = call.words.partition(" ")
    if not word:
        in_private(call)
        raise Illegal("Say what: {example}", example=raw("`use NAME`"))
    return _played(call, word, rest)


def _played(call: Call, word: str, rest: str) -> Lines:
    session = _running(call)
    if answer_matching.secretly(ruleset(session.ruleset), f"{word} {rest}"):
        in_private(call)
    shown = views.view(call.house, session.id, call.by)
    found, rest_of = answer_matching.play_meant(shown, f"{word} {rest}".strip())
    if found is None and call.said.word == "use":
        in_private(call)  # what it says must not tell what they hold
    if found is None:  # the rules know why not
        return refusal(games.play(call.house, call.command, session.id, word, rest or None))
    if found.secret:
        in_private(call)
    lost = [] if answer_matching.takes_words(found) else list(command_parsing.commands(rest_of, call.sender.wire.name))
    if lost:
        raise Illegal(APART, one=found.key, other=f"{lost[0].word} {lost[0].rest}".strip())
    value = answer_matching.play_value(shown, found, rest_of)
    return refusal(games.play(call.house, call.command, session.id, found.key, value))


def _running(call: Call) -> Session:
    found = [session for session in call.sessions() if session.stage == RUNNING and session.at(call.by)]
    if not found:
        raise Illegal("You have no seat in a running game here.")
    return max(found, key=lambda session: session.made)


# -- looking


def score(call: Call) -> Lines:
    """The leaderboard."""
    session = call.session()
    shown = views.view(call.house, session.id)
    text = board.standings(shown, words.reader(shown.names, session.style))
    return say("{line}", line=raw(text))


def board_anew(call: Call) -> Lines:
    """The board again: where it is a comment, a new one, for a moderator may have removed the old one unseen."""
    session = call.session()
    page = raw(f"{call.sender.web}/g/{session.id}")
    if call.place not in session.places:
        return say("{page}", page=page)
    now, before = call.house.now(), call.house.store.kept(call.place, ANEW)
    if before and now - float(before) < SHOWN_FOR:
        raise Illegal("I have shown it a moment ago; it is on its page, too: {page}", page=page)
    post = Post(call.place, session.id, int(now * 1000), board=True)
    anew = [] if call.sender.owns(call.place) else [(call.place, session.id)]
    call.house.store.answer(f"{call.command.key}/board", [post], now, anew)
    call.house.store.keep(call.place, ANEW, str(now).encode())
    return []


def mystuff(call: Call) -> Lines:
    """What only they may know is on their page."""
    call.send_link()
    return say("What is only for you stands on your private page: {claim}", claim=call.claim)


def rules(call: Call) -> Lines:
    """What a square does; without a name, how the games here go."""
    word = call.words[:100]
    known = [ruleset(each.ruleset) for each in call.sessions()] or list(RULESETS.values())
    if not word:
        return [told for each in known for line in (f"{each.title}:", *each.brief) for told in say("{line}", line=line)]
    texts = [each.explain(word) for each in known]
    text = next((text for text in texts if text), "")
    if not text:
        raise Illegal("I know no rule by the name of {word}.", word=word)
    return say("{line}", line=text)
