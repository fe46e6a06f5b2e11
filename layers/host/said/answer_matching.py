"""Finds what typed words answer: one of the questions somebody is asked, or a play they may make at any time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Play, Question, Ruleset, phrase
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.rights import STOOD_IN
from host.core.session import RUNNING, Session
from host.said.answers import answer, board_of, named, numbered
from host.shown import views, words
from host.shown.views import GameView, QuestionView

NOTHING = "You are not asked anything just now."
NOT_YOU = "It is {who}’s turn."
WORDS = 9  # how loosely an answer in free words fits
SPOKEN = 4  # how much more loosely one fits that stands in a sentence


class OpenQuestion(Struct):
    """A question that somebody is asked, in its game."""

    session: Session
    shown: GameView
    asked: QuestionView


class AnswerMatch(Struct):
    """A question, the answer, and how loosely it fits."""

    open: OpenQuestion
    value: object
    looseness: int


def open_questions(host: HostContext, sessions: Iterable[Session], person: str) -> list[OpenQuestion]:
    """All that this person is asked, in the games that may be meant."""
    found = []
    for session in sessions if person else []:
        if session.stage == RUNNING and session.at(person):
            shown = views.view(host, session.id, person)
            found += [OpenQuestion(session, shown, asked) for asked in shown.asked if asked.who == shown.you]
    return found


def matches(mine: Sequence[OpenQuestion], text: str, *, openly: bool, about: str = "") -> list[AnswerMatch]:
    """The questions that this may be meant for: the one it is about, if one is, and of those it fits best.

    Where everybody reads it, what is asked openly comes before secrets. What fits nothing is meant for the only
    question there is: the rules know best why it will not do.
    """
    fits = [match for each in mine if (match := _fit(each, text))]
    meant = [match for match in fits if about and match.open.asked.goes_by([about])] or fits
    best = [match for match in meant if match.looseness == min(other.looseness for other in meant)]
    public = [match for match in best if not match.open.asked.secret]
    best = public if public and openly else best
    return best or ([AnswerMatch(mine[0], text.strip(), WORDS)] if len(mine) == 1 else [])


def fits(mine: Sequence[OpenQuestion], text: str) -> bool:
    """Is this word for word what one of these questions can be answered with?"""
    return any(match.looseness < WORDS for match in matches(mine, text, openly=False))


def asks_for_words(mine: Iterable[OpenQuestion]) -> bool:
    """Can one of these questions be answered with any words? Not where the rules read an amount, or nothing."""
    wanted = [each.asked for each in mine]
    return any(asked.form.kind == "text" or (asked.form.words and not asked.reads) for asked in wanted)


def idle(host: HostContext, sessions: Iterable[Session], person: str) -> Illegal:
    """Why there is nothing to answer: perhaps it is somebody else's turn."""
    for session in sessions:
        shown = views.view(host, session.id)
        waiting = sorted({asked.who for asked in shown.asked if not asked.secret})
        player = session.at(person)
        if player and player.bot and not player.out:
            return Illegal(STOOD_IN)
        if player and waiting:
            return Illegal(NOT_YOU, who=[shown.names.get(who, who) for who in waiting])
    return Illegal(NOTHING)


def _fit(found: OpenQuestion, text: str) -> AnswerMatch | None:
    shown, asked = found.shown, found.asked
    loosely = {"choice": 0, "number": 1, "several": 2}.get(asked.form.kind, WORDS)
    exact = _exact(shown, asked, text)
    if _taken(asked, exact):
        return AnswerMatch(found, exact, loosely)
    spoken = _spoken(shown, asked, text)
    if spoken is not None and _taken(asked, spoken):
        return AnswerMatch(found, spoken, loosely + SPOKEN)
    return AnswerMatch(found, text, WORDS) if asked.form.words else None


def _taken(asked: QuestionView, value: object) -> bool:
    """Is this one of the answers, and not only words?"""
    form = replace(asked.form, words=False)
    return Question(key="", who="", text="", look=lambda: asked.options, lapse=None, form=form).fits(value)


def answer_value(shown: GameView, asked: QuestionView, text: str) -> object:
    """A typed answer as the kernel wants to hear it: as it stands, or what else it can only mean."""
    exact = _exact(shown, asked, text)
    spoken = None if _taken(asked, exact) else _spoken(shown, asked, text)
    return exact if spoken is None else spoken


def _exact(shown: GameView, asked: QuestionView, text: str) -> object:
    text = numbered(text, board_of(shown, asked))
    return answer(asked.form, named(asked.options, words.reader(shown.names, shown.style)), [text])


def _spoken(shown: GameView, asked: QuestionView, text: str) -> object | None:
    board = board_of(shown, asked)
    options = named(asked.options, words.reader(shown.names, shown.style))
    from host.said import plain_words  # noqa: PLC0415 - many patterns come with it, and most answers are taps

    return plain_words.meaning(asked.form, options, board, numbered(text, board))


def attempted(mine: Iterable[OpenQuestion], text: str) -> OpenQuestion | None:
    """The question that this may be meant to answer, though we do not understand how."""
    from host.said import plain_words  # noqa: PLC0415 - the same

    for each in mine:
        options = named(each.asked.options, words.reader(each.shown.names, each.shown.style))
        if plain_words.attempted(options, text):
            return each
    return None


# -- games


def game_meant(likely: Sequence[Session], sessions: Iterable[Session], text: str) -> tuple[Session, str]:
    """The game that is meant where a slip could not be undone, and the words that are left: of several likely ones, it
    is named first by its number, as any of theirs may be.
    """
    first, _, rest = text.strip().partition(" ")
    named = next((session for session in sessions if session.id == first), None)
    if named is not None:
        return named, rest.strip()
    if len(likely) > 1:
        games = [phrase("{title} ({id})", title=ruleset(each.ruleset).title, id=each.id) for each in likely]
        raise Illegal("Which game? Write its number after the command: {games}.", games=games)
    return likely[0], text.strip()


def surely(command: str, text: str, words: str) -> str:
    """The same command once more, about the game that was named before these words, with a yes."""
    game = text.strip().removesuffix(words).strip()
    return " ".join(filter(None, (command, game, "yes")))


# -- plays


def word(key: str) -> str:
    """A play's key as one word."""
    return "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in key.lower()).split())


def play_meant(shown: GameView, text: str) -> tuple[Play | None, str]:
    """The play whose key begins this text, the longest first, and what is said with it."""
    for start, rest in _begun(text):
        for found in shown.plays:
            if word(found.key) == start:
                return found, rest
    return None, ""


def secretly(rules: Ruleset[Any], text: str) -> bool:
    """Does this begin with the name of what is done in secret? Whether it can be done now tells something already."""
    names = {word(key) for key in rules.secret_plays}
    return any(start in names for start, _ in _begun(text))


def _begun(text: str) -> Iterator[tuple[str, str]]:
    """What a text may begin with, the longest first, and what is left of it."""
    said = [part for part in re.split(r"[\s_]+", text) if part]
    for count in range(len(said), 0, -1):
        if start := word(" ".join(said[:count])):
            yield start, " ".join(said[count:])


def takes_words(play: Play) -> bool:
    """Is anything to be said with it?"""
    return bool(play.options) or play.form.kind != "choice"


def is_meant(found: Play | None, more: str) -> bool:
    """Is a line that begins with the name of this play no mere chatter?"""
    return found is not None and (takes_words(found) or not more)


def play_value(shown: GameView, found: Play, text: str) -> object:
    """What is said with a play, as the kernel wants to hear it."""
    if not found.options and found.form.kind == "choice":
        return None
    if not text and found.form.kind == "choice" and len(found.options) == 1:  # there is nothing to choose
        return found.options[0].value
    text = numbered(text, board_of(shown, found))
    return answer(found.form, named(found.options, words.reader(shown.names, shown.style)), [text])
