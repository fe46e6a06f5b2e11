"""Answers, plays, and what players and watchers look up: the score, what they hold, what was counted, the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engine.kernel import Illegal, Play, Reader, Words, commitment, render
from engine.rulesets import RULESETS, ruleset
from host.core import games, statistics
from host.core.context import HostContext
from host.core.rights import NO_SEAT, present
from host.core.session import RUNNING, Reply, Session
from host.said.answer_matching import (
    NOT_YOU,
    AnswerMatch,
    asks_for_words,
    fits,
    idle,
    is_meant,
    matches,
    open_questions,
    play_meant,
    play_value,
    secretly,
    takes_words,
)
from host.said.desk import refusals
from host.said.desk.answer import Answer, refusal, said, say
from host.said.desk.request import Request
from host.said.how_to_answer import what_stands
from host.shown import text_view, views, words
from host.shown.views import GameView, QuestionView

MORE = "Write {rules} and the name of anything you meet, and I say what it is."
PLAYS = "plays"  # the menu of all that one may do at any time
RECENT = 8  # entries of the log in which the newest of somebody's own is looked for
LATELY, MOST_SEALS = 200, 12  # entries of the log that are looked through; the page has them all
NO_SEAT_HERE = "You have no seat in a running game here."
LONGEST = 100  # characters of a name that are looked up


# -- answers


def pick(request: Request) -> Answer:
    """Answer, in free words, whatever one is asked."""
    match = aimed(request, request.words)
    return request.done(match.open.session, _given(request, match.open.session.id, match.open.asked.id, match.value))


def aimed(request: Request, text: str) -> AnswerMatch:
    """Which question this answers; raises Illegal where that cannot be told, or may not be said here."""
    mine = open_questions(request.host, request.sessions(), request.by)
    if not mine:
        raise request.asked_nothing(idle(request.host, request.sessions(), request.by))
    best = matches(mine, text, openly=not request.private, about=request.about_question())
    if len(best) != 1:
        raise request.several_asked()
    if best[0].open.asked.secret:
        request.not_aloud()
    return best[0]


def answer(request: Request, game: str, question: str, value: object) -> Answer:
    """Answer this very question with this very value."""
    return refusal(_given(request, game, question, value), alone=request.private)


def _given(request: Request, game: str, question: str, value: object) -> Reply:
    return games.answer(request.host, request.command, game, question, value)


def receipt(host: HostContext, game: str, person: str) -> Answer:
    """What somebody has just sealed, with its receipt; nothing, where there is none."""
    session = views.found(host, game).session
    lately = views.entries(host, game, person, first=max(0, session.entries - RECENT))
    seat = session.at(person)
    own = [entry.told for entry in lately if seat is not None and entry.by == seat.seat]
    found = [told for told in (own[-1] if own else []) if told.to and "receipt" in told.facts]
    return Answer(found, game, names=session.names())


def must_be_somebody(request: Request) -> None:
    """Nobody in particular has no seat."""
    if not request.by:
        raise Illegal(NO_SEAT)


def must_have_a_say(request: Request, shown: GameView) -> None:
    """Whoever has no seat of their own in this game hears why."""
    if not shown.you:
        present(views.found(request.host, shown.id).session, request.by)


def not_yours(asked: Iterable[QuestionView], shown: GameView) -> Illegal:
    """Others are asked that."""
    return Illegal(NOT_YOU, who=[shown.names.get(each.who, each.who) for each in asked])


# -- plays


def running(request: Request) -> Session:
    """The running game in which they may do something."""
    found = [session for session in request.sessions() if session.stage == RUNNING and session.at(request.by)]
    if not found:
        raise Illegal(NO_SEAT_HERE)
    about = [session for session in found if session.id == request.about()]
    return max(about or found, key=lambda session: session.made)


def may_run(request: Request) -> Session | None:
    """The same, or nothing."""
    try:
        return running(request)
    except Illegal:
        return None


def play(request: Request, text: str, agree: Callable[[Play | None, str], None] = lambda *_: None) -> Answer:
    """Do something that one may do at any time: what is written begins with its name. A door may refuse to `agree`."""
    session = running(request)
    if secretly(ruleset(session.ruleset), text):
        request.in_private()
    shown = views.view(request.host, session.id, request.by)
    found, rest = play_meant(shown, text)
    agree(found, rest)
    if found is None:  # the rules know why not
        word, _, more = text.strip().partition(" ")
        reply = games.play(request.host, request.command, session.id, word, more or None)
        return refusal(reply, alone=request.private)
    if found.secret:
        request.in_private()
    reply = games.play(request.host, request.command, session.id, found.key, play_value(shown, found, rest))
    done = request.done(session, reply)
    if rest or done.ok or not takes_words(found):
        return done
    form = said(what_stands(found, request.reader(session), request.spelled))
    return replace(done, lines=[*done.lines, *form.lines])


def use(request: Request) -> Answer:
    """Do something that one may do at any time, by its name; without one, all of it."""
    if request.words.strip():
        return play(request, request.words.strip())
    request.in_private()
    session = running(request)
    plays, reader = views.view(request.host, session.id, request.by).plays, request.reader(session)
    lines = [line for each in plays for line in (_named(each, request), *what_stands(each, reader, request.spelled))]
    return replace(said(lines), menu=PLAYS, game=session.id) if plays else say(refusals.NOTHING_NOW)


def _named(play: Play, request: Request) -> str:
    return request.say("{line}: {label}", line=request.spelled(f"use {play.key}"), label=play.label)


def make(request: Request, game: str, key: str, value: object = None) -> Answer:
    """Make this very play, with this very value."""
    return refusal(games.play(request.host, request.command, game, key, value), alone=request.private)


def offered(request: Request, text: str) -> tuple[Play | None, str]:
    """What they may do now that begins this text, and the words that are left."""
    session = may_run(request)
    return play_meant(views.view(request.host, session.id, request.by), text) if session else (None, "")


def meant(request: Request, text: str) -> bool:
    """Does this begin with the name of something that they may do now, and answer no question?"""
    mine = open_questions(request.host, request.sessions(), request.by)
    return is_meant(*offered(request, text)) and not asks_for_words(mine) and not fits(mine, text)


# -- looking


def board(request: Request) -> Answer:
    """The board anew where the game is shown; elsewhere in words."""
    session = request.session()
    if request.place in session.places:
        return Answer(board=session.id)
    shown = views.view(request.host, session.id, request.by)
    return said(["\n".join(request.board_in_words(shown, request.reader(session)))])


def score(request: Request) -> Answer:
    """The leaderboard."""
    session = request.session()
    shown = views.view(request.host, session.id)
    return said(text_view.standings(shown, request.reader(session)) or [request.say("Nobody has anything yet.")])


def mystuff(request: Request) -> Answer:
    """What only they may know: where, and what they hold."""
    request.in_private()
    session = request.session()
    present(session, request.by)
    shown = views.view(request.host, session.id, request.by)
    return said(held(shown, request.reader(session)) or [request.say("You hold nothing yet.")])


def held(shown: GameView, reader: Reader) -> list[str]:
    """The viewer's place, secrets and marks, in lines."""
    own = shown.view.own if shown.view else None
    marks = [
        reader.say("{table}: {place} {n}, {what}.", table=_title(shown, table), place=shown.place, n=n, what=what)
        for table, found in (own.marks if own else {}).items()
        for n, what in found.items()
    ]
    return [*_standing(shown, reader), *map(reader.value, own.secrets if own else []), *marks]


def _title(shown: GameView, table: str) -> Words:
    found = [panel.title for panel in (shown.view.panels if shown.view else []) if panel.id == table]
    return found[0] if found else table


def _standing(shown: GameView, reader: Reader) -> list[str]:
    view = shown.view
    lines = [line for line in (view.standings if view else []) if line.who == shown.you]
    return [
        reader.say("Place {n}: {total}", n=line.place, total=reader.value(line.total, view.currency if view else ""))
        + (f" ({', '.join(map(reader.value, line.marks))})" if line.marks else "")
        for line in lines
    ]


SEALS = (
    "words",
    "seal",
    "receipts",
    "receipt",
    "secret",
    "print",
)  # facts that are for checking, and for nobody to read aloud


def seals(request: Request) -> Answer:
    """All that was sealed in this game, and what has been opened of it: so no chat needs to be full of it. In private
    also what one has sealed oneself.
    """
    session = request.session()
    you = session.at(request.by) if request.private else None
    heard = ("", you.seat) if you else ("",)
    found = [
        told
        for _, told in views.history(
            request.host, session.id, you.person if you else "", max(0, session.entries - LATELY)
        )
        if told.text and told.to in heard and not told.facts.keys().isdisjoint(SEALS)
    ]
    reader = request.reader(session)
    lines = [reader.say("The seal of this game: {seal}", seal=commitment(session.secret))]
    return said([*lines, *(render(told.text, told.facts, reader) for told in found[1:][-MOST_SEALS:])])


def rules(request: Request) -> Answer:
    """What something is; without a name, how the games here go."""
    word = request.words.strip()[:LONGEST]
    known = [ruleset(each.ruleset) for each in request.sessions()] or list(RULESETS.values())
    if not word:
        briefs = [f"{request.reads(each.title)}: {' '.join(map(request.reads, each.brief))}" for each in known]
        more = [request.say(MORE, rules=request.spelled("rules"))] if any(each.topics() for each in known) else []
        return said([*dict.fromkeys(briefs), *more])
    text = next((text for each in known if (text := each.explain(word))), None)
    if text is None:
        raise Illegal("I know no rule by the name of {word}.", word=word)
    return said([request.reads(text)])


def stats(request: Request) -> Answer:
    """What they have done, or among others what was done in this place."""
    own = request.private or request.words.strip().casefold() == "me"
    owner = f"person:{request.by}" if own else f"chat:{request.place}"
    return said(statistics.lines(request.host, owner, words.reader({}, request.style)))
