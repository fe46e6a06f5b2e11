"""Law *No silence* over the whole corpus: no saying that is meant as an answer, a play or a refusal meets silence where
its writer is asked and speaks to the bot. And the sayings that the issue names, at every door.
"""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.season7.rules import SEASON7
from host.core.context import load_engine_game
from host.doors.discord.places import build_user_place
from host.doors.reddit.account import RedditRemark
from host.doors.reddit.call import ReadBatch
from host.doors.reddit.incoming import ArguingLimits, RedditIncoming
from host.people import accounts
from host.said.reading import readable
from host.said.reading.attempts import is_attempt
from host.said.reading.reader import is_said_to_player, read_text
from host.shown import views
from tests.fakes.discord import text_of
from tests.host.doors.discord.conftest import Stage as DiscordStage
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated
from tests.sayings.measure import PLAYERS, PLAYS, QUESTIONS, find_question, load_sayings
from tests.sayings.test_doors import count_questions, lay
from tests.sayings.test_every_door import Keyboard

FILES = sorted(Path(__file__).parent.glob("*.tsv"))
EVERY = [pytest.param(25, marks=pytest.mark.whole), pytest.param(1, marks=pytest.mark.slow)]


def list_tries(asked):
    """Every saying, once, that answers or refuses this question, makes a play, or is to be asked back about."""
    found = {
        saying.text
        for path in FILES
        for saying in load_sayings(path)
        if saying.place != readable.GROUP
        and saying.asked == asked
        and not any(meaning.split()[0] in ("nothing", "talk") for meaning in saying.meaning.split(" | "))
        and not is_said_to_player(saying.text, PLAYERS, [QUESTIONS[asked]])
    }
    return sorted(found)


@pytest.mark.whole
@pytest.mark.parametrize("asked", QUESTIONS)
def test_the_reader_finds_something_in_every_saying_that_is_meant_for_it(asked):
    (example,) = [s for path in FILES for s in load_sayings(path) if s.asked == asked][:1]
    question = find_question(example._replace(place=readable.REPLY))
    tries = list_tries(asked)
    assert len(tries) >= 8
    unheard = [
        text
        for text in tries
        if read_text(text, readable.REPLY, [question], PLAYS, PLAYERS).kind == readable.NOTHING
        and not is_attempt(question, text, PLAYERS, aloud=True)
    ]
    assert unheard == []


class RedditDoor:
    """A game in a thread; who is asked writes a message."""

    def __init__(self, *, sealed):
        self.stage = RedditStage()
        opened = self.stage.sealed if sealed else self.stage.open
        self.thread = opened("ann", "bob", line="!new season7 pace daily voice=plain")
        self.stage.clock.advance(700)
        self.stage.settle()
        self.host, self.game = self.stage.host, self.stage.session(self.thread).id
        self.name = "ann" if self.stage.asked(self.thread, "ann") else "bob"
        self.who, self.n = self.stage.person(self.name), 0
        self.place = {}

    def says(self, text):
        self.n += 1
        remark = RedditRemark(f"t4_x{self.n}", self.name, text, int(self.stage.clock.now()), to_us=True)
        remark = replace(remark, **self.place)
        batch = ReadBatch(self.stage.bot.sender)
        RedditIncoming(batch, ArguingLimits(self.host.now)).handle(remark)
        return self.host.store.load_posts(f"reddit:{remark.id}")

    def close(self):
        self.stage.close()


class RedditThread(RedditDoor):
    """The same, but they reply to the bot in the thread."""

    def __init__(self, *, sealed):
        super().__init__(sealed=sealed)
        parent = self.stage.site.replies(self.thread, by=self.stage.site.bot)[-1].fullname
        self.place = {"thread": self.thread.fullname, "parent": parent, "subreddit": "race"}


class TelegramDoor:
    """A game in a group; who is asked writes in private."""

    def __init__(self, *, sealed):
        self.stage = TelegramStage()
        people = [self.stage.api.user(name) for name in ("Ann", "Bob")]
        self.group = self.stage.api.group("Friday", people[1], admins=[people[0]], kind="supergroup")
        seated(self.stage, self.group, people)
        for each in people if sealed else ():
            each.writes("3")
            self.stage.pass_by(5)
        self.host = self.stage.host
        (self.game,) = self.host.store.list_open_game_ids(f"chat:telegram:{self.group.id}")
        ids = {self.host.store.find_person_id(f"telegram:{each.id}", 0): each for each in people}
        self.who = next(person for person in ids if is_asked(self.host, self.game, person))
        self.writer = ids[self.who]

    def says(self, text):
        self.stage.api.advance(30)
        before = len(self.stage.api.calls)
        self.writes(text)
        self.stage.hear()
        place = f"telegram:{self.chat.id}"
        return self.host.store.load_posts(place) or self.stage.api.calls[before:]

    @property
    def chat(self):
        return self.writer.chat

    def writes(self, text):
        self.writer.writes(text)

    def close(self):
        self.stage.close()


class TelegramReply(TelegramDoor):
    """The same, but they reply to the board in the group."""

    @property
    def chat(self):
        return self.group

    def writes(self, text):
        self.writer.says(self.group, text, next(message for message in self.group.messages if message.photo))


class DiscordDoor:
    """A game in a channel; who is asked writes behind /pick."""

    def __init__(self, *, sealed):
        self.stage = DiscordStage()
        people = [self.stage.person(name) for name in ("Ann", "Bob")]
        self.stage.begun(*people)
        for each in people if sealed else ():
            each.commands(self.stage.channel, "pick", words="3")
        self.host, self.game = self.stage.host, self.stage.game
        ids = {self.host.store.find_person_id(build_user_place(each.id), 0): each for each in people}
        self.who = next(person for person in ids if is_asked(self.host, self.game, person))
        self.writer = ids[self.who]

    def says(self, text):
        self.writer.commands(self.stage.channel, "pick", words=text)
        return text_of(self.writer.alone)

    def close(self):
        self.stage.close()


class KeyboardDoor:
    """A game at a keyboard, against two computers."""

    def __init__(self, *, sealed):
        self.keyboard = Keyboard()
        if sealed:
            self.keyboard.types("3")
            self.keyboard.table.move_computers()
        self.host, self.game = self.keyboard.table.host, self.keyboard.game
        self.who = self.keyboard.table.people[0].id

    def says(self, text):
        return self.keyboard.types(text).strip()

    def close(self):
        """Leave nothing open."""


def is_asked(host, game, person):
    shown = views.load_game_view(host, game, person)
    return any(each.who == shown.you for each in shown.asked)


def keep(table):
    return {pk: dict(items) for pk, items in table._items.items()}, {k: dict(v) for k, v in table._indexes.items()}


def restore(table, kept):
    items, indexes = kept
    table._items = {pk: dict(found) for pk, found in items.items()}
    table._indexes = {name: dict(found) for name, found in indexes.items()}


@pytest.fixture
def door(request):
    place, sealed = request.param
    opened = place(sealed=sealed)
    yield opened
    opened.close()


ALOUD = [
    pytest.param((place, sealed), id=f"{place.__name__}-{sealed}")
    for place in (RedditThread, TelegramReply)
    for sealed in (False, True)
]


@pytest.mark.parametrize("step", EVERY)
@pytest.mark.parametrize("door", ALOUD, indirect=True)
def test_no_saying_of_the_corpus_meets_silence_where_others_read(door, step):
    """In private, on the page, at the keyboard and on Discord the rules answer whatever the reader leaves."""
    kept, silent = keep(door.host.store.table), []
    asked = next(iter(views.load_game_view(door.host, door.game, door.who).asked))
    for text in list_tries("seal" if asked.secret else "square")[::step]:
        restore(door.host.store.table, kept)
        before = count_entries(door)
        quoted = isinstance(door, RedditThread) and text.startswith(">")  # there it is another's words
        if not quoted and not door.says(text) and count_entries(door) == before:
            silent.append(text)
    assert silent == []


def count_entries(door):
    return door.host.store.load_game(door.game).session.entries


# -- what the issue names


def list_open_squares(door):
    session = door.host.store.load_game(door.game).session
    cells = load_engine_game(SEASON7, session)[0].state.rounds["Q1"].cells
    return {n for n, cell in enumerate(cells, 1) if cell.open}


DOORS = (RedditDoor, RedditThread, TelegramDoor, TelegramReply, DiscordDoor, KeyboardDoor)
EACH = [pytest.param((place, True), id=place.__name__) for place in DOORS]


@pytest.mark.whole
@pytest.mark.parametrize("door", EACH, indirect=True)
def test_the_sayings_that_the_issue_names_are_understood_at_every_door(door):
    kept, first = keep(door.host.store.table), list_open_squares(door)
    opened = {}
    for text in ("/pick 5", "I choose you, 5", "random", "the last one"):
        restore(door.host.store.table, kept)
        door.says(text)
        opened[text] = list_open_squares(door) - first
    assert opened["/pick 5"] >= {5}
    assert opened["I choose you, 5"] >= {5}
    assert opened["random"]
    assert opened["the last one"] >= {25}
    restore(door.host.store.table, kept)
    door.says("peek at 12 please")
    view = views.load_game_view(door.host, door.game, door.who).view
    assert view and view.own
    assert any(12 in notes for notes in view.own.notes.values())


@pytest.mark.whole
@pytest.mark.parametrize("door", EACH, indirect=True)
@pytest.mark.parametrize("text", ["A please", "I choose A", "player A", "A!"])
def test_a_player_called_a_is_chosen_at_every_door(door, text):
    person = accounts.load_current_person(door.host, door.who)
    lay(door.host, door.game, person, "immunise.player", ["A"])
    session = door.host.store.load_game(door.game).session
    seat = next(player.seat for player in session.players if player.name == "A")
    door.says(text)
    assert count_questions(door.host, door.game, person, "immunise") == 0
    session = door.host.store.load_game(door.game).session
    assert seat in str(views.list_told_lines(door.host, door.game, first=max(0, session.entries - 3)))
