"""A game at one keyboard: computers move, everybody hears what happened, and whoever is asked has the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel import Illegal, Reader, Told, phrase, render
from engine.rulesets import ruleset
from host.core.context import HostContext
from host.core.deadlines import ticking
from host.core.session import RUNNING, Person, Session
from host.doors.terminal import scene
from host.doors.terminal.console import Console, PlayerLeft
from host.doors.terminal.news import KeyboardNews
from host.doors.terminal.paint import ADVICE, FAINT, REFUSED, SECRET
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
LOOK_AWAY = "This is for {name} alone. Everybody else looks away, then {name} presses Enter."
WHISPERED = "This is told to {name} alone. Everybody else looks away, then {name} presses Enter and reads it."
ON_BENCH = "{name} is out and may bet or hunt. Enter: watch on."
HIDES = "Enter clears the screen, and everybody may look again."
SEALED = "{name} has been told something in secret. To read it, write {line}"

REFUSES, HELPS, SAYS = ("! ", REFUSED), ("? ", ADVICE), ("= ", "")  # the signs of a refusal, of help, of what was asked


class KeyboardTable:
    """What happens at one keyboard until the game is over, or everybody goes."""

    def __init__(self, host: HostContext, game: str, people: list[Person], console: Console) -> None:
        self.host, self.game, self.people, self.console = host, game, people, console
        self.told = KeyboardNews(host, game, people, console)
        self._shown = -1  # the state of the game that was drawn last
        self._aside = False  # is only one pair of eyes looking?
        self._keys: Person | None = None  # who is asked to type, or looks alone
        self._passed: set[str] = set()  # questions that their people want to leave for later

    def run(self) -> None:
        """Play; raises PlayerLeft as soon as nobody has the keys any more, and then nothing secret is on the screen."""
        try:
            self._evening()
        except (PlayerLeft, KeyboardInterrupt):
            if self._aside:
                self.console.clear()
            raise

    def _evening(self) -> None:
        while True:
            self.computers()
            showing = self.look()
            if showing.stage != RUNNING:
                self.ended(showing)
                return
            asked = self.asked()
            if asked is None and (watcher := self.watching()):
                self.on_bench(watcher)
                continue
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
        self.told.asking(views.view(self.host, self.game, ""))
        bots = {player.seat for player in session.players if player.bot}
        due = [key for key, clock in session.clocks.items() if clock.who in bots]
        return session.stage == RUNNING and any(ticking.lapse(self.host, self.game, key) for key in due)

    def news(self) -> None:
        """What was said since, to everybody; what was whispered waits for whoever it is for."""
        self.told.hear(aloud=not self._aside)

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
            self.console.forget()
        self._keys = person
        own, reader, paint = views.view(self.host, self.game, person.id), self.reader(), self.console.paint
        below = [] if secret else self._kept_back()
        below += scene.question(own, asked, reader, paint)
        below += self._offered(person, aside=secret)
        showing = self.look(person if secret else None)
        if secret:
            self.told.tell_alone(person)
        if secret or self._shown != showing.version:
            self.draw(showing, below)
        else:
            self.console.lay_out([], below)
        who = self.typed(person, asked, self.console.ask(f"{person.name}>"))
        self.news()
        self._reads_alone(who)
        self.uncover()

    def aside(self, person: Person, text: str = LOOK_AWAY) -> None:
        """What comes next is for one pair of eyes, unless there are no others."""
        if not self._aside and len(self.people) > 1:
            self._aside, self._keys = True, person
            self.console.curtain(self.reader().say(text, name=person.name))

    def uncover(self) -> None:
        """Everybody may look again."""
        if self._aside:
            self.news()
            if self._keys:
                self.told.tell_alone(self._keys)
            self._aside, self._shown = False, -1
            self.console.hide(self.reader().say(HIDES))

    def _reads_alone(self, person: Person) -> None:
        """What somebody has been told alone by what they did is read at once, unless it is anyway: with a question."""
        asked = self.asked()
        if self._aside or not self.told.unread(person) or (asked and asked[0] is person and asked[1].secret):
            return
        self.aside(person, WHISPERED)
        self.uncover()

    def _kept_back(self) -> list[str]:
        """Who has been told something alone that they have not read."""
        reader, paint = self.reader(), self.console.paint
        lines = [
            reader.say(SEALED, name=person.name, line=self._written(person, "alone"))
            for person in self.people
            if self.told.unread(person)
        ]
        return [paint.styled(line, SECRET) for each in lines for line in paint.wrapped(each, "· ")]

    def _written(self, person: Person, word: str) -> str:
        return word if person is self._keys else f"{person.name}: {word}"

    def draw(self, showing: GameView, below: Sequence[str] = ()) -> None:
        """The whole table, and what stands below it."""
        self._shown = showing.version
        self.console.lay_out(scene.lines(showing, self.reader(), self.console.paint), below)

    def watching(self) -> Person | None:
        """Return somebody whom the computers wait for although nobody is asked anything."""
        passing = ruleset(self._session().ruleset).passing
        shown = ((person, views.view(self.host, self.game, person.id).plays) for person in self.people)
        return next((person for person, plays in shown if any(play.key == passing for play in plays)), None)

    def on_bench(self, person: Person) -> None:
        """Offer what may be done unasked; an empty line lets the computers go on."""
        below = [self.console.paint.styled(self.reader().say(ON_BENCH, name=person.name), ADVICE)]
        self._keys = person
        self.draw(self.look(), [*below, *self._offered(person, aside=False)])
        line = self.console.ask(f"{person.name}>")
        try:
            who, line = self._addressed(person, line)
            turn = self._turn(who, line or ruleset(self._session().ruleset).passing)
            answer = self._done(who, None, line) if line else DESK["use"].does(turn)
        except Illegal as no:
            answer = Answer([Told(no.text, no.facts)], ok=False)
        self._answer(answer, *(SAYS if answer.ok else REFUSES))
        self.news()
        self.uncover()

    # -- what is typed

    def typed(self, person: Person, asked: QuestionView, line: str) -> Person:
        """Do it, or say why not; gives who did it."""
        who = person
        try:
            who, line = self._addressed(person, line)
            mine = asked if who is person else None
            answer = self._done(who, mine, line) if line else Answer()
        except Illegal as no:
            answer = Answer([Told(no.text, no.facts)], ok=False)
        self._answer(answer, *(SAYS if answer.ok else REFUSES))
        return who

    def _answer(self, answer: Answer, mark: str, code: str = "") -> None:
        self.console.announce(self._worded(answer, mark, code))

    def _worded(self, answer: Answer, mark: str, code: str = "") -> list[str]:
        reader, paint = words.reader(answer.names or self._session().names(), self._session().style), self.console.paint
        told = [render(each.text, each.facts, reader) for each in answer.lines]
        return [paint.styled(line, code) for each in told for line in paint.wrapped(each, mark)]

    def ended(self, showing: GameView) -> None:
        """All is read, and the table stands above how what chance did is checked; of a demo nothing is kept."""
        for person in self.people:
            self._reads_alone(person)
        table = scene.lines(showing, self.reader(), self.console.paint)
        checks = [DESK["check"].does(self._turn(person, self.game)) for person in self.people[:1]]
        table += [line for answer in checks for line in self._worded(answer, "  ")]
        self.console.make_room(len(table))
        self.console.show(table)

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
        self.console.forget()
        self.told.tell_alone(person)
        self.draw(self.look(person), self._offered(person, aside=True))
        line = self.console.ask(f"{person.name} [{self.reader().say('alone')}]>")
        return self._done(person, asked, line) if line and line != "alone" else Answer()

    def _offered(self, person: Person, *, aside: bool) -> list[str]:
        """What they may do at any time; where others look on, what these may know of."""
        plays = views.view(self.host, self.game, person.id).plays
        if not aside and len(self.people) > 1:
            plays = [play for play in plays if not play.secret]
        if not plays:
            return []
        paint = self.console.paint
        text = self.reader().say("At any time you may also write: {plays}", plays=scene.in_short(plays))
        return [paint.styled(line, FAINT) for line in paint.wrapped(text, "  ")]

    def help(self, _: Person, __: QuestionView | None) -> Answer:
        """All that can be written."""
        reads = self.reader().value
        listed = ((DESK[word].written(word, reads), DESK[word].summary) for word in LISTED)
        self._answer(helped([*WRITTEN.items(), *listed]), *HELPS)
        return Answer()

    def quit(self, _: Person, __: QuestionView | None) -> Answer:
        """Everybody goes; the game waits."""
        raise PlayerLeft


OWN: dict[str, Callable[[KeyboardTable, Person, QuestionView | None], Answer]] = {
    "board": KeyboardTable.board,
    "alone": KeyboardTable.alone,
    "later": KeyboardTable.later,
    "help": KeyboardTable.help,
    "?": KeyboardTable.help,
    "quit": KeyboardTable.quit,
    "q": KeyboardTable.quit,
}
WRITTEN = {
    "17": phrase("or B4, or whatever you choose: your answer"),
    "alone": phrase("the others look away: see and do what is secret"),
    "later": phrase("let somebody else answer first"),
    "quit": phrase("go; the game is saved and waits"),
}
