"""Takes what was written, does what it asks for, and answers in one comment, if there is something to say.

A comment may come twice, late, or full of nonsense: the same one changes nothing twice, and none makes the host fall.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable

from engine.kernel import Illegal, Told
from host import people
from host.outbox import Away, RetryLater
from host.reddit import playing, speech
from host.reddit.call import Batch, Call, Lines, say
from host.reddit.markdown import raw
from host.reddit.menu import ALIASES, ANYWHERE, HOSTS, MENU, WATCHERS
from host.reddit.places import identity, place
from host.reddit.speech import SECRETS, Said
from host.reddit.wire import Remark
from host.session import Post, Style
from host.store.items import Overloaded

log = logging.getLogger(__name__)
UNKNOWN = "I do not know that: {word}. The comment {help} tells what I do."
BOTH = "You write both {one} and {other}, so I have done neither. Which is it?"
MOST_ANSWERS, WHILE = 6, 600.0
OPPOSITES = (("join", "leave"), ("pause", "resume"), ("stop", "start"))


def mark(remark: Remark) -> str:
    """Under which name the store remembers that this has been dealt with."""
    return f"reddit:{remark.id}/said"


class Patience:
    """How often an account is answered: whoever floods a thread is heard, but not argued with."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lately: dict[str, list[float]] = {}

    def answers(self, account: str) -> bool:
        """Is there an answer left for them?"""
        since = self._now() - WHILE
        self._lately = {
            name: kept for name, moments in self._lately.items() if (kept := [m for m in moments if m > since])
        }
        mine = self._lately.setdefault(account.casefold(), [])
        mine.append(self._now())
        return len(mine) <= MOST_ANSWERS


class Desk:
    """Where comments and messages are handed in."""

    def __init__(self, batch: Batch, patience: Patience) -> None:
        self.batch, self.house, self.patience = batch, batch.sender.house, patience

    def handle(self, remark: Remark) -> None:
        """Deal with one of them, whatever it says."""
        try:
            self._dealt(remark)
        except (Overloaded, Away, RetryLater):  # it is to be read again
            raise
        except Exception as error:  # noqa: BLE001 # one broken comment must not stop the others
            # Only where it broke: the message and the values could hold what is secret.
            where = traceback.extract_tb(error.__traceback__)[-1]
            log.error("a comment broke down: %s at %s:%s", type(error).__name__, where.filename, where.lineno)  # noqa: TRY400

    def _dealt(self, remark: Remark) -> None:
        calls = self._heard(remark)
        mine = {call.n for call in calls if self._for_us(call)}
        if not mine or self.house.store.answered(mark(remark)):
            return
        lines, dropped = self._contradictions(calls)
        for call in calls:
            if call.n in mine - dropped:
                lines += self._one(call)
        if lines and not self.patience.answers(remark.author):
            lines = []
        self.house.store.answer(mark(remark), self._answer(remark, lines), self.house.now())

    def _heard(self, remark: Remark) -> list[Call]:
        """Its commands; a message without one may be a bare answer to what its writer is asked."""
        direct = remark.to_us or remark.parent == remark.thread
        said = speech.read(remark.body, self.batch.sender.wire.name, self._others(remark), direct=direct)
        if said or not remark.private:
            return [Call(self.batch, remark, one, n) for n, one in enumerate(said)]
        bare = Call(self.batch, remark, Said("pick", speech.alone(remark.body)), 0)
        return [bare] if playing.fits(bare) else []

    def _others(self, remark: Remark) -> set[str]:
        """The names of everybody else at the table, in small letters."""
        games = people.open_games(self.house, f"chat:{place(remark.thread)}") if remark.thread else []
        names = {player.name.casefold() for session in games for player in session.players}
        return names - {remark.author.casefold()}

    # -- is it for us?

    def _for_us(self, call: Call) -> bool:
        """What is marked is; in a thread, other words are only from those who play there, or who could mean us."""
        word = ALIASES.get(call.said.word, call.said.word)
        sessions = call.sessions()
        if word not in MENU and not call.said.called and not playing.offered(call):
            return False  # it may be for another bot
        if call.private:
            return True
        if not sessions:
            return (call.said.marked and word in ANYWHERE) or (word == "link" and bool(call.words))
        if call.said.marked or word in WATCHERS or any(session.at(call.by) for session in sessions):
            return True
        return word in HOSTS and any(session.by == call.by for session in sessions)

    # -- doing it

    def _one(self, call: Call) -> Lines:
        word = call.said.word
        entry = MENU.get(ALIASES.get(word, word))
        try:
            if entry is not None:
                return entry.does(call)
            return playing.play(call) if playing.offered(call) else say(UNKNOWN, word=word, help=raw("`help`"))
        except Illegal as no:
            return [Told(no.text, no.facts)]

    def _contradictions(self, calls: list[Call]) -> tuple[Lines, set[int]]:
        """Two answers to the same question, or a thing and its opposite, in one comment: neither is done."""
        lines, dropped = list[Told](), set[int]()
        by_word = {call.said.word: call for call in calls}
        for one, other in OPPOSITES:
            if one in by_word and other in by_word:
                dropped |= {by_word[one].n, by_word[other].n}
                lines.append(Told(BOTH, {"one": one, "other": other}))
        answers: dict[str, Call] = {}
        for call in calls:
            question, value = self._answers(call)
            before = answers.setdefault(question, call) if question else call
            if before is not call and self._answers(before)[1] != value:
                dropped |= {before.n, call.n}
                lines.append(Told(BOTH, {"one": before.words, "other": call.words}))
        return lines, dropped

    @staticmethod
    def _answers(call: Call) -> tuple[str, object]:
        """The question that this answers, if it answers one, and how."""
        if ALIASES.get(call.said.word, call.said.word) != "pick" or (call.said.word in SECRETS and not call.private):
            return "", None
        try:
            aim = playing.aimed(call, call.words)
        except Illegal:
            return "", None
        return f"{aim.open.session.id}/{aim.open.asked.id}", aim.value

    # -- answering

    def _answer(self, remark: Remark, lines: Lines) -> list[Post]:
        """All there is to say, each sentence once; it goes below what is answered."""
        person_id = self.house.store.who(identity(remark.author), self.house.now())
        person = people.person(self.house, person_id) if person_id else None
        once = list({(told.text, repr(told.facts)): told for told in lines}.values())
        style = person.habits.style if person else Style()
        return [Post(place(remark.id), "", int(remark.made * 1000), once, style=style)] if once else []
