"""A game at one keyboard: computers move, everybody hears what happened, and whoever is asked has the keys."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel import PUBLIC, Illegal, Reader, Told, phrase, render
from engine.rulesets import ruleset
from host.core import speaking, ticking
from host.core.context import HostContext
from host.core.session import RUNNING, Person, Session
from host.doors.terminal import scene
from host.doors.terminal.console import Console, PlayerLeft
from host.doors.terminal.paint import FAINT, SECRET
from host.doors.terminal.turn import Turn
from host.said.answer_matching import NOTHING, OpenQuestion, answer_value, fits
from host.said.desk import playing, refusals
from host.said.desk.answer import Answer, helped
from host.said.desk.menu import ALIASES, DESK
from host.said.desk.predicting import TABLE
from host.shown import views, words
from host.shown.views import GameView, QuestionView

OFFERED = (
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
LISTED = ("use", "board", *OFFERED, "help")
RECENT = 3  # inputs whose news are told again to those who come back
LOOK_AWAY = "This is for {name} alone. Everybody else looks away, then {name} presses Enter."
SEALED = "{name} has been told something in secret. To read it, write {line}"


class Keyboard:
    """What happens at one keyboard until the game is over, or everybody goes."""

    def __init__(self, host: HostContext, game: str, people: list[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self.unread: dict[str, list[Told]] = {person.id: [] for person in people}
        self._heard = max(0, self._session().entries - RECENT)
        self._shown = -1  # the state of the game that was drawn last
        self._aside = False  # is only one pair of eyes looking?
        self._public: list[Told] = []  # what everybody is still to be told
        self._keys: Person | None = None  # who is asked to type, or looks alone
        self._passed: set[str] = set()  # questions that their people want to leave for later

    def run(self) -> None:
        """Play; raises Left as soon as nobody has the keys any more."""
        while True:
            self.computers()
            showing = self.look()
            if showing.stage != RUNNING:
                self.draw(showing)
                self.checked()
                return
            asked = self.asked()
            if asked is None:
                self.console.show([self.reader().say("Nobody here is asked anything just now.")])
                return
            self.hand_over(*asked)

    def _session(self) -> Session:
        return views.found(self.host, self.game).session

    def reader(self) -> Reader:
        """How everybody here reads."""
        return words.reader(self._session().names(), self._session().style)

    # -- what happens by itself

    def computers(self) -> None:
        """Computers move one after the other, and what comes of it is told."""
        self.news()
        while self._computer():
            self.news()
            self.console.wait()

    def _computer(self) -> bool:
        session = self._session()
        bots = {player.seat for player in session.players if player.bot}
        due = [key for key, clock in session.clocks.items() if clock.who in bots]
        return session.stage == RUNNING and any(ticking.lapse(self.host, self.game, key) for key in due)

    def news(self) -> None:
        """What was said since, to everybody; what was whispered waits for whoever it is for."""
        seats = {self._seat(person): person for person in self.people}
        while log := self.host.store.log(self.game, self._heard):
            self._heard = log[-1].n + 1
            rules = ruleset(self._session().ruleset)
            for told in (told for entry in log for told in speaking.lines(rules, entry.told, entry.voice)):
                if told.to == PUBLIC or (told.to in seats and len(self.people) == 1):
                    self._public.append(told)
                elif told.to in seats:
                    self.unread[seats[told.to].id].append(told)
        if not self._aside:  # or it would go from the screen before the others see it
            self._tell(self._public)

    def _tell(self, told: list[Told]) -> None:
        reader, paint = self.reader(), self.console.paint
        for each in told:
            self.console.show(scene.told([each], reader, paint, "" if each.to == PUBLIC else SECRET))
        told.clear()

    def _seat(self, person: Person) -> str:
        player = self._session().at(person.id)
        return player.seat if player else ""

    # -- whose turn it is

    def look(self, person: Person | None = None) -> GameView:
        """The game as everybody may see it, or one of them alone."""
        only = self.people[0] if len(self.people) == 1 else None
        seen_by = person or only
        return views.view(self.host, self.game, seen_by.id if seen_by else "")

    def asked(self) -> tuple[Person, QuestionView] | None:
        """Who is asked something, and what: first what everybody may see, then what is for one pair of eyes."""
        found = [
            (person, asked)
            for person in self.people
            for shown in [views.view(self.host, self.game, person.id)]
            for asked in shown.asked
            if asked.who == shown.you
        ]
        return min(found, key=lambda each: (each[1].id in self._passed, each[1].secret), default=None)

    def hand_over(self, person: Person, asked: QuestionView) -> None:
        """Somebody has the keys, and answers or does something else."""
        secret = asked.secret and len(self.people) > 1
        if secret:
            self.aside(person)
        showing = self.look(person if secret else None)
        if secret or self._shown != showing.version:
            self.draw(showing)
        self._keys = person
        for each in [person] if secret else self.people:
            self._whispered(each)
        own, reader = views.view(self.host, self.game, person.id), self.reader()
        self.console.show(scene.question(own, asked, reader, self.console.paint))
        if secret or len(self.people) == 1:
            self.offer(person)
        line = self.console.ask(f"{person.name}>")
        self.typed(person, asked, line)
        self.uncover()

    def aside(self, person: Person) -> None:
        """What comes next is for one pair of eyes, unless there are no others."""
        if not self._aside and len(self.people) > 1:
            self._aside, self._keys = True, person
            self.console.curtain(self.reader().say(LOOK_AWAY, name=person.name))

    def uncover(self) -> None:
        """Everybody may look again."""
        if self._aside:
            self.news()
            self._tell(self.unread[self._keys.id] if self._keys else [])
            self._aside, self._shown = False, -1
            self.console.hide()

    def _whispered(self, person: Person) -> None:
        unread, paint = self.unread[person.id], self.console.paint
        if unread and self._aside:
            self._tell(unread)
        elif unread:
            line = self.reader().say(SEALED, name=person.name, line=self._written(person, "alone"))
            self.console.show([paint.styled(line, SECRET)])

    def _written(self, person: Person, word: str) -> str:
        return word if person is self._keys else f"{person.name}: {word}"

    def draw(self, showing: GameView) -> None:
        """The whole table."""
        self._shown = showing.version
        self.console.show(scene.lines(showing, self.reader(), self.console.paint))

    # -- what is typed

    def typed(self, person: Person, asked: QuestionView, line: str) -> None:
        """Do it, or say why not."""
        try:
            who, line = self._addressed(person, line)
            mine = asked if who is person else None
            answer = self._done(who, mine, line) if line else Answer()
        except Illegal as no:
            answer = Answer([Told(no.text, no.facts)])
        self._answer(answer, "! ")

    def _answer(self, answer: Answer, mark: str) -> None:
        reader, paint = words.reader(answer.names or self._session().names(), self._session().style), self.console.paint
        told = [render(each.text, each.facts, reader) for each in answer.lines]
        self.console.show(line for each in told for line in paint.wrapped(each, mark))

    def checked(self) -> None:
        """How what chance did is checked, now that it is over; of a demo nothing is kept."""
        for person in self.people[:1]:
            self._answer(DESK["check"].does(self._turn(person, self.game)), "  ")

    def _addressed(self, person: Person, line: str) -> tuple[Person, str]:
        """`Bob: bomb 7` is what Bob says, whoever has the keys."""
        name, colon, rest = line.partition(":")
        named = [each for each in self.people if each.name.casefold() == name.strip().casefold()]
        return (named[0], rest.strip()) if colon and named else (person, line)

    def _done(self, person: Person, asked: QuestionView | None, line: str) -> Answer:
        """An answer comes first, then what is ours, then what the rules offer at any time."""
        word, _, rest = line.partition(" ")
        word = ALIASES.get(word.casefold(), word.casefold())
        if word == "pick" and rest:
            return self._answered(person, asked, rest.strip())
        if asked is not None and self._fits(person, asked, line):
            return self._answered(person, asked, line)
        if word in OWN and not rest:
            return OWN[word](self, person, asked)
        if word in OFFERED:
            if word == "predict" and rest.strip().casefold() != TABLE:
                self._only_aside()  # what somebody says, and has said, nobody else reads until it is told
            turn = self._turn(person, rest.strip())
            return DESK[word].does(turn)
        turn = self._turn(person, rest.strip() if word == "use" else line)
        if word == "use" or playing.meant(turn, line):
            turn.aside = self._only_aside
            return DESK["use"].does(turn)
        return self._answered(person, asked, line)

    def _turn(self, person: Person, line: str) -> Turn:
        return Turn(self.host, person, line, self.game, lambda: self.aside(person))

    def _only_aside(self) -> None:
        """What has been typed for all to see is no secret any more."""
        if len(self.people) > 1 and not self._aside:
            raise Illegal(refusals.OVERHEARD, line="alone")

    def _fits(self, person: Person, asked: QuestionView, line: str) -> bool:
        shown = views.view(self.host, self.game, person.id)
        return fits([OpenQuestion(self._session(), shown, asked)], scene.chosen(asked, line, self.reader()))

    def _answered(self, person: Person, asked: QuestionView | None, line: str) -> Answer:
        shown = views.view(self.host, self.game, person.id)
        asked = asked or next((each for each in shown.asked if each.who == shown.you), None)
        if asked is None:
            raise Illegal(NOTHING)
        if asked.secret:
            self._only_aside()
        value = answer_value(shown, asked, scene.chosen(asked, line, self.reader()))
        return playing.answer(self._turn(person, line), self.game, asked.id, value)

    # -- what only a keyboard needs

    def later(self, _: Person, asked: QuestionView | None) -> Answer:
        """Somebody else first."""
        self._passed |= {asked.id} if asked else set()
        return Answer()

    def board(self, _: Person, __: QuestionView | None) -> Answer:
        """The table once more."""
        self._shown = -1
        return Answer()

    def alone(self, person: Person, asked: QuestionView | None) -> Answer:
        """Somebody looks at what is theirs, and may do something in secret."""
        self.aside(person)
        self.draw(self.look(person))
        self._whispered(person)
        self.offer(person)
        line = self.console.ask(f"{person.name} [{self.reader().say('alone')}]>")
        return self._done(person, asked, line) if line and line != "alone" else Answer()

    def offer(self, person: Person) -> None:
        """What they may do at any time."""
        plays = views.view(self.host, self.game, person.id).plays
        if plays:
            text = self.reader().say("At any time you may also write: {plays}", plays=[each.key for each in plays])
            self.console.show(self.console.paint.styled(line, FAINT) for line in self.console.paint.wrapped(text, "  "))

    def help(self, _: Person, __: QuestionView | None) -> Answer:
        """All that can be written."""
        reads = self.reader().value
        return helped([*WRITTEN.items(), *((DESK[word].written(word, reads), DESK[word].summary) for word in LISTED)])

    def quit(self, _: Person, __: QuestionView | None) -> Answer:
        """Everybody goes; the game waits."""
        raise PlayerLeft


OWN: dict[str, Callable[[Keyboard, Person, QuestionView | None], Answer]] = {
    "board": Keyboard.board,
    "alone": Keyboard.alone,
    "later": Keyboard.later,
    "help": Keyboard.help,
    "?": Keyboard.help,
    "quit": Keyboard.quit,
    "q": Keyboard.quit,
}
WRITTEN = {
    "17": phrase("or B4, or whatever you choose: your answer"),
    "alone": phrase("the others look away: see and do what is secret"),
    "later": phrase("let somebody else answer first"),
    "quit": phrase("go; the game is saved and waits"),
}
