"""What is told of a game at a keyboard: all of it to everybody at once, or kept for whoever is to read it alone."""

from __future__ import annotations

import re
from collections.abc import Collection

from engine.kernel import PUBLIC, Reader, Told
from engine.kernel.record import AnswerEntry as Answered
from engine.rulesets import ruleset
from host.core import events, speaking
from host.core.context import HostContext
from host.core.session import LogEntry, Person, Session
from host.doors.terminal import scene
from host.doors.terminal.console import Console
from host.doors.terminal.paint import FAINT
from host.said.answers import find_tappable_squares
from host.shown import views, words
from host.shown.views import GameView, QuestionView

REPEATED_ENTRIES = 3  # inputs whose news are told again to those who come back


def mentions_label(text: str, label: str) -> bool:
    """Return whether a text contains this label as a word: 5 is not in 15, nor in £5,000."""
    word = re.escape(label)
    return bool(re.search(rf"(?<![\w,£$]){word}(?![\w,])" if label.isdigit() else word, text, re.IGNORECASE))


class KeyboardNews:
    """The news that people at this keyboard have not read yet."""

    def __init__(self, host: HostContext, game: str, people: Collection[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self._unread: dict[str, list[Told]] = {person.id: [] for person in people}
        self._heard = max(0, self._read_session().entries - REPEATED_ENTRIES)
        self._public: list[list[str]] = []  # what everybody is still to read
        self._open: list[QuestionView] = []  # what everybody saw asked, and what a computer may answer

    def _read_session(self) -> Session:
        return views.load_saved_game(self.host, self.game).session

    def _make_reader(self) -> Reader:
        return words.build_reader(self._read_session().map_names_by_seat(), self._read_session().style)

    def note_open_questions(self, showing: GameView) -> None:
        """Note what is publicly asked now, because the news may not say which answer was chosen."""
        self._open = [
            asked for asked in showing.asked if not asked.secret and not find_tappable_squares(showing, asked)
        ]

    def collect_news(self, *, aloud: bool) -> None:
        """Collect new log entries; print them only if `aloud`, because a private view would be cleared before all
        have read them.
        """
        while log := self.host.store.load_log(self.game, self._heard):
            self._heard = log[-1].n + 1
            for entry in log:
                self._sort_entry(entry)
        if aloud:
            for lines in self._public:
                self.console.announce(lines)
            self._public.clear()

    def _sort_entry(self, entry: LogEntry) -> None:
        """Sort an entry's lines into public and private ones."""
        session, reader, paint = self._read_session(), self._make_reader(), self.console.paint
        seats = {player.seat: person for person in self.people if (player := session.find_player_of(person.id))}
        lines = list[str]()
        for told in speaking.apply_voice_lines(ruleset(session.ruleset), entry.told, entry.voice):
            if told.to == PUBLIC or (told.to in seats and len(self.people) == 1):
                lines += scene.format_terminal_lines([told], reader, paint)
            elif told.to in seats:
                self._unread[seats[told.to].id].append(told)
        self._public.append([*self._format_choices(entry, session, " ".join(lines), reader), *lines])

    def _format_choices(self, entry: LogEntry, session: Session, said: str, reader: Reader) -> list[str]:
        """Format the public choices of computers that the news do not mention."""
        bots = {player.seat for player in session.players if player.bot}
        answers = [taken for taken in entry.taken if isinstance(taken, Answered) and taken.who in bots]
        found = [
            (taken.who, label)
            for taken in answers
            for asked in self._open
            if asked.who == taken.who
            and (label := scene.find_choice_label(asked, taken.value, reader))
            and not mentions_label(said, label)
        ]
        paint = self.console.paint
        lines = [reader.format_sentence("{who}: {choice}", who=who, choice=label) for who, label in found]
        return [paint.style_text(line, FAINT) for each in lines for line in paint.wrap_text(each, "> ")]

    def has_unread(self, person: Person) -> bool:
        """Return whether this person has unread private lines other than medals, which can wait."""
        return any(not events.tells(told, events.OwnMedalEarned) for told in self._unread[person.id])

    def tell_alone(self, person: Person) -> None:
        """Print this person's private lines; nobody else may be looking."""
        unread = self._unread[person.id]
        self.console.announce(scene.format_terminal_lines(unread, self._make_reader(), self.console.paint))
        unread.clear()
