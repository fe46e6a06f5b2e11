"""What is told of a game at a keyboard: all of it to everybody at once, or kept for whoever is to read it alone."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.kernel import PUBLIC, Reader, Told
from engine.kernel.record import Answer as Answered
from engine.rulesets import ruleset
from host.core import events, speaking
from host.core.context import HostContext
from host.core.session import LogEntry, Person, Session
from host.doors.terminal import scene
from host.doors.terminal.console import Console
from host.doors.terminal.paint import FAINT
from host.said.answers import squares_of
from host.shown import views, words
from host.shown.views import GameView, QuestionView

RECENT = 3  # inputs whose news are told again to those who come back


def says(text: str, label: str) -> bool:
    """Does a text have this label in it? A 5 is not in 15, nor in £5,000."""
    word = re.escape(label)
    return bool(re.search(rf"(?<![\w,£$]){word}(?![\w,])" if label.isdigit() else word, text, re.IGNORECASE))


class KeyboardNews:
    """What was told since, and to whom."""

    def __init__(self, host: HostContext, game: str, people: Collection[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self._unread: dict[str, list[Told]] = {person.id: [] for person in people}
        self._heard = max(0, self._session().entries - RECENT)
        self._public: list[list[str]] = []  # what everybody is still to read
        self._open: list[QuestionView] = []  # what everybody saw asked, and what a computer may answer

    def _session(self) -> Session:
        return views.found(self.host, self.game).session

    def _reader(self) -> Reader:
        return words.reader(self._session().names(), self._session().style)

    def asking(self, showing: GameView) -> None:
        """What is asked now: what comes of it may leave unsaid how it was answered."""
        self._open = [asked for asked in showing.asked if not asked.secret and not squares_of(showing, asked)]

    def hear(self, *, aloud: bool) -> None:
        """What was said since. It waits while somebody looks alone, or it would go from the screen unread."""
        while log := self.host.store.log(self.game, self._heard):
            self._heard = log[-1].n + 1
            for entry in log:
                self._take(entry)
        if aloud:
            for lines in self._public:
                self.console.announce(lines)
            self._public.clear()

    def _take(self, entry: LogEntry) -> None:
        session, reader, paint = self._session(), self._reader(), self.console.paint
        seats = {player.seat: person for person in self.people if (player := session.at(person.id))}
        lines = list[str]()
        for told in speaking.lines(ruleset(session.ruleset), entry.told, entry.voice):
            if told.to == PUBLIC or (told.to in seats and len(self.people) == 1):
                lines += scene.told([told], reader, paint)
            elif told.to in seats:
                self._unread[seats[told.to].id].append(told)
        self._public.append([*self._choices(entry, session, " ".join(lines), reader), *lines])

    def _choices(self, entry: LogEntry, session: Session, said: str, reader: Reader) -> list[str]:
        """What computers chose before everybody's eyes, where no word of what came of it says so."""
        bots = {player.seat for player in session.players if player.bot}
        answers = [taken for taken in entry.taken if isinstance(taken, Answered) and taken.who in bots]
        found = [
            (taken.who, label)
            for taken in answers
            for asked in self._open
            if asked.who == taken.who and (label := scene.picked(asked, taken.value, reader)) and not says(said, label)
        ]
        paint = self.console.paint
        lines = [reader.say("{who}: {choice}", who=who, choice=label) for who, label in found]
        return [paint.styled(line, FAINT) for each in lines for line in paint.wrapped(each, "> ")]

    def unread(self, person: Person) -> bool:
        """Has somebody been told anything that they have not read? What they have earned can wait for that."""
        return any(not events.tells(told, events.OwnMedalEarned) for told in self._unread[person.id])

    def tell_alone(self, person: Person) -> None:
        """What was told somebody alone; nobody else is looking."""
        unread = self._unread[person.id]
        self.console.announce(scene.told(unread, self._reader(), self.console.paint))
        unread.clear()
