"""A game at one keyboard: it is opened, computers move, everybody hears, and who is asked has the keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from engine.kernel import PUBLIC, Illegal, Reader, Told, format_told, phrase
from engine.kernel.record import AnswerEntry as Answered
from engine.rulesets import RULESETS, ruleset
from host.core import events, host_voice
from host.core.context import HostContext
from host.core.deadlines import expected_lengths, ticking
from host.core.session import OVER, RUNNING, Command, LogEntry, Person, Reply, Session, clean_display_name
from host.doors.terminal import scene
from host.doors.terminal.console import ADVICE, FAINT, REFUSED, SECRET, Console, KeyboardLeft
from host.people import accounts
from host.said import hearing
from host.said.answers import DeskAnswer, answer_help, answer_reply, answer_sentence, find_tappable_squares
from host.said.desk import playing, refusals
from host.said.desk.menu import ALIASES, DESK
from host.said.desk.request import DeskRequest
from host.said.desk.tables import MOST_BOTS, split_span
from host.said.reading import readable
from host.said.reading.matching import NOT_ASKED_ANYTHING, OpenQuestion, fits_some_question, parse_answer_value
from host.said.reading.readable import Reading
from host.shown import views, words
from host.shown.views import GameView, QuestionView

REPEATED_ENTRIES = 3  # inputs whose news are told again to those who come back


def mentions_label(text: str, label: str) -> bool:
    """Return whether a text contains a label, whatever the case: a number or a short word only by itself (5 is not in
    15, nor in £5,000, and “no” not in “nothing”), a longer one also at the beginning of a word (“stop” in “stops”).
    """
    end = r"(?![\w,])" if label.isdigit() else r"(?!\w)" if len(label) < 4 else ""
    return bool(re.search(rf"(?<![\w,£$]){re.escape(label)}{end}", text, re.IGNORECASE))


class KeyboardNews:
    """The news that people at this keyboard have not read yet."""

    def __init__(self, host: HostContext, game: str, people: Collection[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self._unread: dict[str, list[Told]] = {person.id: [] for person in people}
        self._heard = max(0, self._read_session().entries - REPEATED_ENTRIES)
        self._public: list[list[str]] = []  # what everybody is still to read
        self._open: list[QuestionView] = []  # what everybody saw asked, and what a computer may answer

    def _read_session(self) -> Session:
        """Return the session (host's record) of the game as it is now."""
        return views.load_saved_game(self.host, self.game).session

    def _make_reader(self) -> Reader:
        """Return the reader (language and style) of the game's news for everybody at this keyboard."""
        return words.build_reader(self._read_session().map_names_by_seat(), self._read_session().style)

    def note_open_questions(self, showing: GameView) -> None:
        """Remember which public questions are open in this view, except those that choose a square, so that the news of
        the next move can say which answer a computer chose.
        """
        self._open = [
            asked for asked in showing.asked if not asked.secret and not find_tappable_squares(showing, asked)
        ]

    def collect_news(self, *, aloud: bool) -> None:
        """Collect the new entries of the game's log, and print all public ones not printed yet if `aloud`; while one
        person looks alone they are kept for later, because they would be cleared before everybody has read them.
        Private ones are kept for `tell_alone`.
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
        """Keep the announcements of a log entry until they are printed: those for everybody, with what computer players
        have chosen, and those that one person reads alone. If only one person sits here, theirs count as for everybody;
        those for players elsewhere are dropped.
        """
        session, reader, paint = self._read_session(), self._make_reader(), self.console.paint
        seats = {player.seat: person for person in self.people if (player := session.find_player_of(person.id))}
        lines = list[str]()
        for told in host_voice.apply_voice_lines(ruleset(session.ruleset), entry.told, entry.voice):
            if told.to == PUBLIC or (told.to in seats and len(self.people) == 1):
                lines += scene.format_terminal_lines([told], reader, paint)
            elif told.to in seats:
                self._unread[seats[told.to].id].append(told)
        self._public.append([*self._format_choices(entry, session, " ".join(lines), reader), *lines])

    def _format_choices(self, entry: LogEntry, session: Session, said: str, reader: Reader) -> list[str]:
        """Format, as lines, the answers of computer players in a log entry to the public questions noted before, if
        `said`, the text of the entry's announcements, does not mention them.
        """
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
        """Return whether this person has unread private news, apart from what can wait: achievements, and predictions
        that somebody who watches may make.
        """
        return any(told.kind not in CAN_WAIT for told in self._unread[person.id])

    def tell_alone(self, person: Person) -> None:
        """Print a person's unread private news, which then count as read; of several invitations to predict only the
        last. The caller makes sure that nobody else is looking.
        """
        unread = self._unread[person.id]
        invited = [n for n, told in enumerate(unread) if told.kind is events.WatchersAsked]
        unread[:] = [told for n, told in enumerate(unread) if n not in invited[:-1]]
        self.console.announce(scene.format_terminal_lines(unread, self._make_reader(), self.console.paint))
        unread.clear()


CAN_WAIT = (events.OwnMedalEarned, events.WatchersAsked)
OFFERED_SERVICES = (
    "score",
    "predict",
    "mystuff",
    "rules",
    "report",
    "pack",
    "stats",
    "seals",
    "check",
    "standin",
    "join",
    "kick",
    "leave",
    "settings",
    "endgame",
)


LISTED_SERVICES = ("use", "board", *OFFERED_SERVICES, "help")


LOOK_AWAY = "This is for {name} alone. Everybody else looks away, then {name} presses Enter."


WHISPERED = (
    "The next message is only for {name}. Everybody else, please look away. Then {name} presses Enter and reads it."
)


ON_BENCH = "{name} is out, but can bet or search now. To go on watching, press Enter."


WAITS_FOR_YOU = "The game waits for you. To stop now, write {line}. The game is saved, and goes on when you come back."


HIDES = "Press Enter to clear the screen. Then everybody can look at it again."


WHISPER_UNREAD = "{name} has a secret message. To read it, write {line}"


REFUSES, HELPS, SAYS = ("! ", REFUSED), ("? ", ADVICE), ("= ", "")  # the signs of a refusal, of help, of what was asked


class KeyboardTable:
    """A game at one keyboard, until it is over or everybody goes."""

    def __init__(self, host: HostContext, game: str, people: list[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self.told = KeyboardNews(host, game, people, console)
        self._shown = -1  # the state of the game that was drawn last
        self._aside = False  # is only one pair of eyes looking?
        self._keys: Person | None = None  # who is asked to type, or looks alone
        self._passed: set[str] = set()  # questions that their people want to leave for later

    def run(self) -> None:
        """Play the game at the keyboard until it is over or nobody here is asked anything. Raise KeyboardLeft or
        KeyboardInterrupt when the people leave, after clearing from the screen what only one of them may see.
        """
        try:
            self._play_to_end()
        except (KeyboardLeft, KeyboardInterrupt):
            if self._aside:
                self.console.clear()
            raise

    def _play_to_end(self) -> None:
        """Let computer players move, and ask the people here one after the other, until the game is over (then show the
        end) or nobody here is asked (then say so).
        """
        while True:
            self.move_computers()
            showing = self.view_game()
            if showing.stage != RUNNING:
                self.show_end(showing)
                return
            asked = self.find_asked_person()
            if asked is None and (watcher := self.find_bench_player()):
                self.offer_bench_plays(watcher)
                continue
            if asked is None:
                self.console.show([self.make_reader().format_sentence("No player here has a question to answer.")])
                return
            self.hand_over(*asked)

    def _read_session(self) -> Session:
        """Return the session (host's record) of the game as it is now."""
        return views.load_saved_game(self.host, self.game).session

    def make_reader(self) -> Reader:
        """Return the reader (language and style) for everybody at this keyboard."""
        return words.build_reader(self._read_session().map_names_by_seat(), self._read_session().style)

    # -- what happens by itself

    def move_computers(self) -> None:
        """Let computer players move one after the other, printing the news, until none of them is asked anything."""
        self.print_news()
        while self._move_one_computer():
            self.print_news()
            self.console.wait()

    def _move_one_computer(self) -> bool:
        """Make one move for one of the computer players that the game waits for, first noting the open questions for
        the news about its choice; return whether there was one, False once the game is over.
        """
        session = self._read_session()
        self.told.note_open_questions(views.load_game_view(self.host, self.game, ""))
        bots = {player.seat for player in session.players if player.bot}
        due = [key for key, clock in session.clocks.items() if clock.who in bots]
        return session.stage == RUNNING and any(ticking.expire_question(self.host, self.game, key) for key in due)

    def print_news(self) -> None:
        """Collect the news and print the public ones, unless one person is looking alone (then they are printed later);
        private ones stay unread until their person looks alone.
        """
        self.told.collect_news(aloud=not self._aside)

    # -- whose turn it is

    def view_game(self, person: Person | None = None) -> GameView:
        """Return the game as this person may see it; without a person as everybody at the keyboard may, which for a
        single person is what they may see.
        """
        only = self.people[0] if len(self.people) == 1 else None
        seen_by = person or only
        return views.load_game_view(self.host, self.game, seen_by.id if seen_by else "")

    def find_asked_person(self) -> tuple[Person, QuestionView] | None:
        """Return a person with an open question, and the question: public ones first, postponed ones last; None if
        nobody has any.
        """
        found = [
            (person, asked)
            for person in self.people
            for shown in [views.load_game_view(self.host, self.game, person.id)]
            for asked in shown.asked
            if asked.who == shown.you
        ]
        return min(found, key=lambda each: (each[1].id in self._passed, each[1].secret), default=None)

    def hand_over(self, person: Person, asked: QuestionView) -> None:
        """Show this person the question they are asked, read the line they type and carry it out, then print the news,
        also what they alone may read. Whenever something is secret, the others are first asked to look away. Raise
        KeyboardLeft if the input ends.
        """
        secret = asked.secret and len(self.people) > 1
        if secret:
            self.start_private_view(person)
            self.console.discard_input()
        self._keys = person
        own, reader, paint = (
            views.load_game_view(self.host, self.game, person.id),
            self.make_reader(),
            self.console.paint,
        )
        below = [] if secret else self._format_unread_notes()
        below += scene.format_question(own, asked, reader, paint)
        below += self._format_offered(person, aside=secret)
        showing = self.view_game(person if secret else None)
        if secret:
            self.told.tell_alone(person)
        if secret or self._shown != showing.version:
            self.draw_table(showing, below)
        else:
            self.console.lay_out([], below)
        who = self.handle_line(person, asked, self.console.ask(f"{person.name}>"))
        self.print_news()
        self._show_unread(who)
        self.end_private_view()

    def start_private_view(self, person: Person, text: str = LOOK_AWAY) -> None:
        """Ask the other people at the keyboard with this text to look away, and wait for Enter before a person's
        secrets are shown; from then on the person looks alone. Do nothing if there are no others, or they look away
        already.
        """
        if not self._aside and len(self.people) > 1:
            self._aside, self._keys = True, person
            self.console.hide_behind_key(self.make_reader().format_sentence(text, name=person.name))

    def end_private_view(self) -> None:
        """Print the news and the last private news of the one person who is looking alone, then, once Enter is pressed,
        clear their secrets from the screen; do nothing if nobody is.
        """
        if self._aside:
            self.print_news()
            if self._keys:
                self.told.tell_alone(self._keys)
            self._aside, self._shown = False, -1
            self.console.clear_after_key(self.make_reader().format_sentence(HIDES))

    def _show_unread(self, person: Person) -> None:
        """Show a person the private news they have not read, while the others look away, then clear it; do nothing if
        it is only of a kind that can wait, somebody looks alone, or their next question is secret.
        """
        asked = self.find_asked_person()
        if self._aside or not self.told.has_unread(person) or (asked and asked[0] is person and asked[1].secret):
            return
        self.start_private_view(person, WHISPERED)
        self.end_private_view()

    def _format_unread_notes(self) -> list[str]:
        """Format as lines who at the keyboard has private news to read, without what it is."""
        reader, paint = self.make_reader(), self.console.paint
        lines = [
            reader.format_sentence(WHISPER_UNREAD, name=person.name, line=self._format_typed_word(person, "alone"))
            for person in self.people
            if self.told.has_unread(person)
        ]
        return [paint.style_text(line, SECRET) for each in lines for line in paint.wrap_text(each, "· ")]

    def _format_typed_word(self, person: Person, word: str) -> str:
        """Return a word as this person must type it now: after their name and a colon, unless they are the one asked to
        type.
        """
        return word if person is self._keys else f"{person.name}: {word}"

    def draw_table(self, showing: GameView, below: Sequence[str] = ()) -> None:
        """Draw the whole game on the screen, with these lines below it, and remember which state was drawn."""
        self._shown = showing.version
        self.console.lay_out(scene.draw_game(showing, self.make_reader(), self.console.paint), below)

    def find_bench_player(self) -> Person | None:
        """Return the first person at the keyboard who may make the ruleset's passing play, with which one who is out
        lets the computers go on; None if nobody may.
        """
        passing = ruleset(self._read_session().ruleset).passing
        shown = ((person, views.load_game_view(self.host, self.game, person.id).plays) for person in self.people)
        return next((person for person, plays in shown if any(play.key == passing for play in plays)), None)

    def offer_bench_plays(self, person: Person) -> None:
        """Offer a person who is out the plays they can make before the computers go on; read a line, carry it out,
        print the answer (or refusal) and the news. An empty line passes. Raise KeyboardLeft if they leave.
        """
        below = [self.console.paint.style_text(self.make_reader().format_sentence(ON_BENCH, name=person.name), ADVICE)]
        self._keys = person
        self.draw_table(self.view_game(), [*below, *self._format_offered(person, aside=False)])
        line = self.console.ask(f"{person.name}>")
        try:
            who, line = self._split_addressee(person, line)
            turn = self._make_request(who, line or ruleset(self._read_session().ruleset).passing)
            answer = self._run_line(who, None, line) if line else DESK["use"].does(turn)
        except Illegal as no:
            answer = DeskAnswer([Told(no.text, no.facts)], ok=False)
        self._print_answer(answer, *(SAYS if answer.ok else REFUSES))
        self.print_news()
        self.end_private_view()

    # -- what is typed

    def handle_line(self, person: Person, asked: QuestionView, line: str) -> Person:
        """Carry out a typed line and print the answer to it, or the reason if it is refused; do nothing for an empty
        line. Return the person who acted: the one whom the line names, else the one who is asked. Raise KeyboardLeft
        for `quit`.
        """
        who = person
        try:
            who, line = self._split_addressee(person, line)
            mine = asked if who is person else None
            answer = self._run_line(who, mine, line) if line else DeskAnswer()
        except Illegal as no:
            answer = DeskAnswer([Told(no.text, no.facts)], ok=False)
        self._print_answer(answer, *(SAYS if answer.ok else REFUSES))
        return who

    def _print_answer(self, answer: DeskAnswer, mark: str, code: str = "") -> None:
        """Print an answer of the host, each of its lines after this mark and in this colour."""
        self.console.announce(self._format_desk_answer(answer, mark, code))

    def _format_desk_answer(self, answer: DeskAnswer, mark: str, code: str = "") -> list[str]:
        """Format an answer of the host as lines for the screen, each after this mark and in this colour."""
        reader, paint = (
            words.build_reader(answer.names or self._read_session().map_names_by_seat(), self._read_session().style),
            self.console.paint,
        )
        told = [format_told(each, reader) for each in answer.lines]
        return [paint.style_text(line, code) for each in told for line in paint.wrap_text(each, mark)]

    def show_end(self, showing: GameView) -> None:
        """Show at the end of the game each person's unread private news, the final table, and how to check that chance
        was fair.
        """
        for person in self.people:
            self._show_unread(person)
        table = scene.draw_game(showing, self.make_reader(), self.console.paint)
        checks = [DESK["check"].does(self._make_request(person, self.game)) for person in self.people[:1]]
        table += [line for answer in checks for line in self._format_desk_answer(answer, "  ")]
        self.console.make_room(len(table))
        self.console.show(table)

    def _split_addressee(self, person: Person, line: str) -> tuple[Person, str]:
        """Split a typed line such as `Bob: bomb 7` into the person at the keyboard whom it names and the rest; any
        other line belongs to `person`, who is asked, and stays whole.
        """
        name, colon, rest = line.partition(":")
        named = [each for each in self.people if each.name.casefold() == name.strip().casefold()]
        return (named[0], rest.strip()) if colon and named else (person, line)

    def _run_line(self, person: Person, asked: QuestionView | None, line: str) -> DeskAnswer:
        """Carry out a typed line and return the answer: as an answer first, then as a command, then as a play, then as
        free words. Raise Illegal if it is refused, or tells a secret while others look on.
        """
        word, _, rest = line.partition(" ")
        word = ALIASES.get(word.casefold(), word.casefold())
        if word == "pick" and rest:
            return self._answer_question(person, asked, rest.strip())
        if asked is not None and self._fits_question(person, asked, line):
            return self._answer_question(person, asked, line)
        if word in KEYBOARD_COMMANDS and not rest:
            return KEYBOARD_COMMANDS[word](self, person, asked)
        if word in OFFERED_SERVICES and word in DESK:
            if word == "predict" and rest.strip().casefold() != "table":
                self._check_unseen()  # what somebody says, and has said, nobody else reads until it is told
            turn = self._make_request(person, rest.strip())
            turn.seen = word == "seals" and self._do_others_look()
            return DESK[word].does(turn)
        turn = self._make_request(person, rest.strip() if word == "use" else line)
        if word == "use" or playing.names_available_play(turn, line):
            turn.aside = self._check_unseen
            return DESK["use"].does(turn)
        return self._run_free_words(person, asked, line)

    def _run_free_words(self, person: Person, asked: QuestionView | None, line: str) -> DeskAnswer:
        """Carry out the play or small talk that a line in free words is understood to mean, and return the answer; if
        it is unclear, say what it may mean; else take it as an answer to the question. Raise Illegal if it is refused.
        """
        turn = self._make_request(person, line)
        heard = hearing.read_request(turn, readable.PAGE, openly=self._do_others_look())
        if heard.reading.kind == readable.PLAY:
            turn.aside = self._check_unseen
            return hearing.make_read_play(turn, heard.reading, DESK)
        if heard.reading.kind == readable.TALK:
            return self._answer_small_talk(person, asked, turn, heard.reading)
        if heard.reading.kind == readable.UNCLEAR:
            return hearing.suggest_answers(turn, heard)
        return self._answer_question(person, asked, line)

    def _answer_small_talk(
        self, person: Person, asked: QuestionView | None, turn: KeyboardRequest, reading: Reading
    ) -> DeskAnswer:
        """Answer a person's small talk, such as a greeting, as every platform does, but for what differs here; raise
        Illegal if the answer could tell others a secret.
        """
        if reading.name in ("pause", "away"):
            return answer_sentence(WAITS_FOR_YOU, line="quit")
        if reading.name == "help":
            return self.show_help(person, asked)
        if asked is not None and asked.secret and reading.name in ("turn", "time"):
            self._check_unseen()
        turn.seen = self._do_others_look()
        return hearing.answer_small_talk(turn, reading, DESK)

    def _make_request(self, person: Person, line: str) -> KeyboardRequest:
        """Build the request of a person who has typed this line; it can have the others look away."""
        return KeyboardRequest(self.host, person, line, self.game, lambda: self.start_private_view(person))

    def _do_others_look(self) -> bool:
        """Return whether other people at the keyboard can read what is typed and shown now."""
        return len(self.people) > 1 and not self._aside

    def _check_unseen(self) -> None:
        """Raise Illegal if other people at the keyboard could read the secret that was just typed."""
        if self._do_others_look():
            raise Illegal(refusals.OVERHEARD, code="secret_in_public", line="alone")

    def _fits_question(self, person: Person, asked: QuestionView, line: str) -> bool:
        """Return whether a typed line, or the choice at the position that it names, answers the question that this
        person is asked.
        """
        shown = views.load_game_view(self.host, self.game, person.id)
        return fits_some_question(
            [OpenQuestion(self._read_session(), shown, asked)],
            scene.resolve_choice_number(asked, line, self.make_reader()),
        )

    def _answer_question(self, person: Person, asked: QuestionView | None, line: str) -> DeskAnswer:
        """Give a typed line as a person's answer to the question `asked` or, if None, to the first they are asked, and
        return the answer. Raise Illegal if they are asked nothing, it does not fit, or others could read a secret.
        """
        shown = views.load_game_view(self.host, self.game, person.id)
        asked = asked or next((each for each in shown.asked if each.who == shown.you), None)
        if asked is None:
            raise Illegal(NOT_ASKED_ANYTHING, code="not_asked")
        if asked.secret:
            self._check_unseen()
        value = parse_answer_value(shown, asked, scene.resolve_choice_number(asked, line, self.make_reader()))
        return playing.answer_exact_question(self._make_request(person, line), self.game, asked.id, value)

    # -- what only a keyboard needs

    def postpone_question(self, _: Person, asked: QuestionView | None) -> DeskAnswer:
        """Put off the question a person is asked, if there is one, so that somebody else at the keyboard can answer
        first; return an empty answer.
        """
        self._passed |= {asked.id} if asked else set()
        return DeskAnswer()

    def redraw_table(self, _: Person, __: QuestionView | None) -> DeskAnswer:
        """Let the whole game be drawn again, as it stands now, before the next line is asked for; return an
        empty answer.
        """
        self._shown = -1
        return DeskAnswer()

    def show_alone(self, person: Person, asked: QuestionView | None) -> DeskAnswer:
        """Ask the others to look away, show a person what only they may see, then read one line that they type and
        carry it out; return the answer, or raise Illegal if it is refused. The caller ends the private view.
        """
        self.start_private_view(person)
        self.console.discard_input()
        self.told.tell_alone(person)
        self.draw_table(self.view_game(person), self._format_offered(person, aside=True))
        line = self.console.ask(f"{person.name} [{self.make_reader().format_sentence('alone')}]>")
        return self._run_line(person, asked, line) if line and line != "alone" else DeskAnswer()

    def _format_offered(self, person: Person, *, aside: bool) -> list[str]:
        """Format as lines the plays a person can make now; unless `aside`, while others look on, only the public ones.
        Return no lines if there are none.
        """
        plays = views.load_game_view(self.host, self.game, person.id).plays
        if not aside and len(self.people) > 1:
            plays = [play for play in plays if not play.secret]
        if not plays:
            return []
        paint = self.console.paint
        text = self.make_reader().format_sentence(
            "At any time you can also write: {plays}", plays=scene.shorten_plays(plays)
        )
        return [paint.style_text(line, FAINT) for line in paint.wrap_text(text, "  ")]

    def show_help(self, _: Person, __: QuestionView | None) -> DeskAnswer:
        """Print the keyboard's commands and the services offered at it, one line each, and return an empty answer; the
        list is the same for everybody at any time, and does not say which answers or plays are possible now.
        """
        reads = self.make_reader().format_value
        listed = (
            (DESK[word].format_command(word, reads), DESK[word].summary) for word in LISTED_SERVICES if word in DESK
        )
        self._print_answer(answer_help([*KEYBOARD_HELP.items(), *listed]), *HELPS)
        return DeskAnswer()

    def leave_keyboard(self, _: Person, __: QuestionView | None) -> DeskAnswer:
        """Raise KeyboardLeft, which stops the program, because the people leave the keyboard; the game stays saved."""
        raise KeyboardLeft


KEYBOARD_COMMANDS: dict[str, Callable[[KeyboardTable, Person, QuestionView | None], DeskAnswer]] = {
    "board": KeyboardTable.redraw_table,
    "alone": KeyboardTable.show_alone,
    "later": KeyboardTable.postpone_question,
    "help": KeyboardTable.show_help,
    "?": KeyboardTable.show_help,
    "quit": KeyboardTable.leave_keyboard,
    "q": KeyboardTable.leave_keyboard,
}


KEYBOARD_HELP = {
    "17": phrase("or B4, or any other choice: your answer"),
    "alone": phrase("the others look away, and you can see and do secret things"),
    "later": phrase("let another player answer first"),
    "quit": phrase("stop; the game is saved"),
}


TERMINAL_PREFIX = "terminal:"


HOME = f"{TERMINAL_PREFIX}table"  # where it is kept which game was played last


def make_keyboard_identity(name: str) -> str:
    """Return the id (`terminal:ann`) of a person of this name at this keyboard, whatever the case."""
    return f"{TERMINAL_PREFIX}{name.casefold()}"


class KeyboardRequest(DeskRequest):
    """A line typed at the keyboard, as a request to the desk."""

    apart = False
    seen = False  # do others at the keyboard read the answer?

    def __init__(self, host: HostContext, person: Person, words: str, game: str, aside: Callable[[], None]) -> None:
        super().__init__(host, words)
        self.person, self.game, self.aside = person, game, aside

    @property
    def place(self) -> str:
        """Return an empty address: a game at the keyboard has no chat to post in; people there read its log."""
        return ""

    @property
    def is_direct(self) -> bool:
        """Return True: what is typed at a keyboard counts as said in private; the table itself has the others look
        away, or refuses a secret that they could read.
        """
        return True

    @property
    def is_unseen(self) -> bool:
        """Return whether the answer may tell secrets, because no other people at the keyboard read it."""
        return not self.seen

    @property
    def by(self) -> str:
        """Return the id of the person who typed the line."""
        return self.person.id

    @property
    def command(self) -> Command:
        """Return the typed line as this person's command, without a key against repetition: it arrives only once."""
        return Command(by=self.person.id)

    def require_person(self) -> Person:
        """Return the person who is typing."""
        return self.person

    def format_command(self, line: str) -> str:
        """Return a command as people type it at the keyboard, which is without a prefix."""
        return line

    def check_private(self) -> None:
        """Make sure, before something secret is shown, that nobody else looks at the keyboard: ask the others to look
        away or, for a play typed in the open, raise Illegal.
        """
        self.aside()

    def answer_done(self, _: Session, reply: Reply) -> DeskAnswer:
        """Build the answer to a person who has just played: the reasons of a refusal, else nothing, because people at
        the keyboard read the news anyway.
        """
        return answer_reply(reply, alone=True)

    def list_games(self) -> list[Session]:
        """Return a list with the session of the game at this keyboard; an empty one if the game is over."""
        saved = self.host.store.load_game(self.game)
        return [saved.session] if saved and saved.session.stage != OVER else []


LAST = "last"
PATIENT = "30d"  # a turn at a keyboard takes as long as it takes


COMPANY = {0: 3, 1: 2}  # computers at a table where nobody sits, or somebody alone


class WantedGame(Struct, frozen=True):
    """What is to be played; empty means the game that was played last."""

    ruleset: str = ""
    players: Sequence[str] = ()
    computers: int = -1  # as many as it takes
    options: str = ""
    new: bool = False


class TableRefused(Exception):
    """Raised when a game cannot be set up like this."""

    def __init__(self, answer: DeskAnswer) -> None:
        super().__init__()
        self.answer = answer


def find_last_game(host: HostContext) -> Session | None:
    """Return the session (host's record) of the game played at this keyboard last, if it still runs; else None."""
    saved = host.store.load_game(host.store.load_place_value(HOME, LAST).decode())
    return saved.session if saved and saved.session.stage == RUNNING else None


def read_keyboard_session(host: HostContext, game: str) -> Session:
    """Return the session (host's record) of a game from the store; raise Illegal if there is none of this id."""
    return views.load_saved_game(host, game).session


def store_last_game(host: HostContext, game: str) -> None:
    """Store the id of the game played last at this keyboard, so that it can be continued."""
    host.store.save_place_value(HOME, LAST, game.encode())


def find_keyboard_people(host: HostContext, names: Sequence[str]) -> list[Person]:
    """Return the people of these names at this keyboard, in this order, created if the host does not know them; raise
    Illegal if two names are the same.
    """
    known = [
        accounts.load_or_create_person(host, make_keyboard_identity(name), name)
        for name in map(clean_display_name, names)
    ]
    if len({person.id for person in known}) < len(known):
        raise Illegal(refusals.NAMESAKES, code="name_taken")
    return known


def list_people_at_keyboard(host: HostContext, session: Session) -> list[Person]:
    """List the people in a game who play at this keyboard, not on another platform."""
    found = [accounts.load_current_person(host, player.person) for player in session.players if player.person]
    return [
        person
        for person in found
        if person and host.store.find_person_id(make_keyboard_identity(person.name), host.now()) == person.id
    ]


def find_running_match(host: HostContext, wish: WantedGame) -> Session | None:
    """Return the newest running game of exactly the people and the ruleset wanted or, if no ruleset is named, the last
    game at this keyboard; None if there is none running or a new game is wanted. People whom the host does not know are
    created; raise Illegal if two names are the same.
    """
    if wish.new:
        return None
    if not wish.ruleset:
        return find_last_game(host)
    wanted = {person.id for person in find_keyboard_people(host, wish.players)}
    games = accounts.list_open_sessions(host, f"person:{next(iter(wanted))}") if wanted else []
    found = [
        session
        for session in games
        if session.ruleset == wish.ruleset
        and session.stage == RUNNING
        and {player.person for player in session.players if player.person} == wanted
    ]
    return max(found, key=lambda session: session.made, default=None)


def open_keyboard_game(host: HostContext, wish: WantedGame, opener: str) -> str:
    """Open a game as `wish` says (without a ruleset the first), seat people and computer players, and begin it; return
    its id. Without people `opener` opens it and does not play. If seating or beginning fails, close the game and raise
    TableRefused or Illegal.
    """
    rules = ruleset(wish.ruleset or next(iter(RULESETS)))
    span, options = split_span(wish.options)
    fitting = expected_lengths.parse_length_choice(rules.name, span).options if span else {}
    options = " ".join([options, *(f"{name}={value}" for name, value in fitting.items())])
    known = find_keyboard_people(host, wish.players)
    by = known[0] if known else accounts.load_or_create_person(host, make_keyboard_identity(opener), opener)
    game = _run_service(host, by, "new", f"{rules.name} {PATIENT} {options}".strip())
    try:
        for person in known:
            _run_service(host, person, "join", "", game)
        left = wish.computers if wish.computers >= 0 else _count_computers(rules.seats, len(known))
        while left > 0:
            _run_service(host, by, "bots", str(min(left, MOST_BOTS)), game)
            left -= MOST_BOTS
        _run_service(host, by, "begin", "", game)
    except (Illegal, TableRefused):
        _run_service(host, by, "endgame", "yes", game)
        raise
    return game


def _count_computers(seats: Sequence[int], people: int) -> int:
    """Return how many computer players to add to so many people: as many as the rules need; for one person at least
    two, for nobody three, if so many seats are left.
    """
    return max(seats[0] - people, min(COMPANY.get(people, 0), seats[-1] - people), 0)


def _run_service(host: HostContext, person: Person, word: str, words: str, game: str = "") -> str:
    """Run the command `word` with the words `words`, which all platforms share, for a person at the keyboard; return
    the id of the game it was about. Raise TableRefused or Illegal if it is refused.
    """
    turn = KeyboardRequest(host, person, words, game, lambda: None)
    answer = DESK[word].does(turn)
    if not answer.ok:
        raise TableRefused(answer)
    return game or answer.game
