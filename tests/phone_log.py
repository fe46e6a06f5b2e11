"""The log of one round as a telephone shows it: `python -m tests.phone_log telegram`, `reddit`, `reddit-messages`
(where all have written `messages`), `discord` or `page`; a seed, and a game, `week` or `season`.

Four people play the first round of a season, or six people a week or a season to £300M, with the bot as it is and the
servers of the tests, and every word that the bot posts is written down, with what rings and what is edited. On the page
the words are those of its news, and what rings are calls to browsers; Discord's log has what one person alone sees,
too. *Silence* is an answer after which the place neither hears nor sees anything new.
"""

import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command
from host.doors.discord.components import SILENT_FLAG
from host.people import accounts
from host.shown import views, words
from tests.fakes.discord import read_message
from tests.fakes.telegram import FakeClock
from tests.host.doors.discord.conftest import Stage as DiscordStage
from tests.host.doors.discord.conftest import is_board
from tests.host.doors.reddit.conftest import Stage as RedditStage
from tests.host.doors.telegram.conftest import Stage as TelegramStage
from tests.host.doors.telegram.conftest import seated

HOUR = 3600
CALLS = "push"
PEOPLE = ("Ann", "Bob", "Cat", "Dan")


def in_first_round(stage, game):
    """Has the Super Round not begun?"""
    view = views.load_game_view(stage.host, game).view
    return view is not None and "Super" not in str(view.panels[0].title if view.panels else "")


class TelegramRound:
    """A group, and four private chats."""

    game: str

    def __init__(self, luck, stage=None, line="/newgame season7 daily", people=PEOPLE):
        self.stage, self.luck = stage or TelegramStage(), luck
        self.people = {name: self.stage.api.user(name) for name in people}
        first, *others = self.people.values()
        self.group = self.stage.api.group("Friday", *others, admins=[first], kind="supergroup")
        seated(self.stage, self.group, [first, *others], line)
        (self.game,) = self.stage.host.store.list_open_game_ids(f"chat:telegram:{self.group.id}")
        self.lobby, self.before = len(self.group.messages) - 2, len(self.stage.api.calls)
        self.own = {name: len(person.messages) for name, person in self.people.items()}

    def asked(self, name):
        host = self.stage.host
        shown = views.load_game_view(host, self.game, host.store.find_person_id(f"telegram:{self.people[name].id}", 0))
        return [each for each in shown.asked if each.who == shown.you]

    def answer(self, name, _, word):
        self.people[name].writes(f"/pick {word}")
        self.stage.pass_by(40)
        self.stage.api.advance(HOUR)
        self.stage.host.store.save_beat(self.stage.clock.now())

    @property
    def posts(self):
        """What the host has posted in the group since the game began."""
        return [message for message in self.group.messages[self.lobby :] if message.from_bot]

    def told(self):
        """What the place has heard: whether it rang, whether it is the board, and the words."""
        return [(not message.silent, self._is_board(message), message.text) for message in self.posts]

    def log(self):
        """The same as a telephone shows it: a quote of more than three lines is folded until it is tapped."""
        told = [(not each.silent, self._is_board(each), fold_quotes(each)) for each in self.posts]
        return [(rang, "[board] " * board, text) for rang, board, text in told]

    def count_folded_letters(self):
        """The letters of news that nobody sees before they tap a folded quote."""
        quotes = (lines for each in self.posts if not self._is_board(each) for _, _, lines in iter_quotes(each))
        return sum(len("\n".join(lines[SHOWN_LINES:])) for lines in quotes)

    def _is_board(self, message):
        title = views.load_game_view(self.stage.host, self.game).title
        return bool(message.photo) and message.text.startswith(f"{title}. ")

    def edits(self):
        made = self.stage.api.calls[self.before :]
        return sum(
            call.method.startswith("edit") and int(str(call.values.get("chat_id"))) == self.group.id for call in made
        )

    def private(self):
        """How often each is called for themselves."""
        return {
            name: sum(message.from_bot and not message.silent for message in person.messages[self.own[name] :])
            for name, person in self.people.items()
        }


SHOWN_LINES = 3  # of a quote that unfolds


def iter_quotes(message):
    """The folded quotes of a message, last first: where each is in its text as UTF-16, and its lines."""
    text = message.text.encode("utf-16-le")
    for each in reversed([each for each in message.entities if each["type"] == "expandable_blockquote"]):
        start, end = 2 * each["offset"], 2 * (each["offset"] + each["length"])
        yield start, end, text[start:end].decode("utf-16-le").split("\n")


def fold_quotes(message):
    """The text of a message, with what its folded quotes hide counted."""
    text = message.text.encode("utf-16-le")
    for start, end, lines in iter_quotes(message):
        more = [f"  ▾ {len(lines) - SHOWN_LINES} more"] if len(lines) > SHOWN_LINES else []
        quote = "\n".join([*(f"  | {line}" for line in lines[:SHOWN_LINES]), *more])
        text = text[:start] + quote.encode("utf-16-le") + text[end:]
    return text.decode("utf-16-le")


class RedditRound:
    """A thread, and four inboxes; what is agreed upon besides stands in `options`."""

    by_message = False  # do all take messages, and answer by them?

    def __init__(self, luck, options="", people=PEOPLE, game="week"):
        self.stage = RedditStage()
        _, rules, pace, *more = LINES[game].split()
        self.luck, self.names = luck, [name.lower() for name in people]
        site = self.stage.site
        self.thread = site.thread("Friday game", by=self.names[0])
        self.stage.says(self.names[0], self.thread, f"!new {rules} pace {pace} {' '.join(more)} {options}")
        for name in self.names:
            site.says(name, self.thread, "join")
        self.stage.settle()
        for name in self.names if self.by_message else ():
            site.writes(name, "messages")
        self.stage.settle()
        self.lobby = {id(each) for each in self.thread.tree()}
        self.before = len(site.calls)
        self.own = {name: len(site.notices(name)) for name in self.names}
        self.stage.says(self.names[0], self.thread, "begin")
        (self.game,) = self.stage.games(self.thread)

    def asked(self, name):
        return self.stage.asked(self.thread, name.lower())

    def answer(self, name, asked, word):
        """In a message, or below the comment that calls for it."""
        who, site = name.lower(), self.stage.site
        calls = [each for each in self.thread.tree() if each.author == site.bot and "Write `pick`" in each.body]
        if asked.secret or self.by_message:
            site.writes(who, f"pick {word}")
        else:
            site.says(who, calls[-1] if calls else self.thread, f"pick {word}")
        self.stage.settle()
        self.stage.pass_by(HOUR, 300)

    @property
    def posts(self):
        return self.told()

    def told(self):
        own, rung = {self.stage.site.bot}, Counter(self._rung())
        found = [each for each in self.thread.tree() if each.author in own and id(each) not in self.lobby]
        found.sort(key=lambda each: each.created)
        return [(rung[id(each)] > 0, False, each.body) for each in found]

    def _rung(self):
        return [id(item.thing) for name, n in self.own.items() for item in self.stage.site.notices(name)[n:]]

    def edits(self):
        return sum("edit" in str(call).lower() for call in self.stage.site.calls[self.before :])

    def private(self):
        """What the bot has brought into each inbox."""
        bot = self.stage.site.bot
        return {
            name: sum(item.thing.author == bot for item in self.stage.site.notices(name)[n:])
            for name, n in self.own.items()
        }


class RedditRoundByMessage(RedditRound):
    """The same where all have written `messages`."""

    by_message = True


class DiscordRound:
    """A channel, and four people who are called there or in private."""

    def __init__(self, luck, game="season7", people=PEOPLE):
        self.stage, self.luck = DiscordStage(), luck
        self.people = {name: self.stage.person(name) for name in people}
        first, *others = self.people.values()
        _, rules, pace, *options = LINES.get(game, LINES["week"]).split()
        first.commands(self.stage.channel, "new", game=rules, turn=pace, options=" ".join(options))
        for each in others:
            each.taps_label(self.stage.channel, self.stage.board, "Join")
        self.before = len(self.stage.discord.calls)
        first.taps_label(self.stage.channel, self.stage.board, "Begin")
        self.game = self.stage.game

    def asked(self, name):
        host = self.stage.host
        person = host.store.find_person_id(f"discord:@{self.people[name].id}", 0)
        shown = views.load_game_view(host, self.game, person)
        return [each for each in shown.asked if each.who == shown.you]

    def answer(self, name, asked, word):
        """By a command; a secret question is read first, where nobody else sees it."""
        if asked.secret:
            self.stage.own_side(self.people[name])
        self.people[name].commands(self.stage.channel, "pick", words=word)
        self.stage.time += HOUR
        self.stage.host.store.save_beat(self.stage.now())
        self.stage.pass_by(0)

    @property
    def posts(self):
        return self.stage.channel.posted

    def told(self):
        """What the channel has been posted, boards that were moved down too: whether it rang, a picture, the words."""
        return [(bool(each["pings"]), bool(each["picture"]), self.read(each)) for each in self.stage.channel.posted]

    def read(self, message):
        """A message as the channel shows it; a board that was moved down is as it was then."""
        lines = [*read_message(message, {person.id: name for name, person in self.people.items()})]
        gone = bool(message["picture"]) and message["id"] not in self.stage.channel.messages
        return "\n    ".join([*(["(moved down since)"] if gone else []), *lines])

    def log(self):
        """All that was shown, in its order: whether it rang, what it is, and the words."""
        found = [(each, "[board] " if is_board(each) else "") for each in self.stage.channel.posted]
        for name, person in self.people.items():
            found += [(each, f"[only {name} sees this] ") for each in person.own]
            found += [(each, f"[private message to {name}] ") for each in self.stage.discord.direct(person.id)]
        found.sort(key=lambda each: int(each[0]["id"]))
        return [(bool(each.get("pings")), kind, self.read({"picture": b"", **each})) for each, kind in found]

    def edits(self):
        channel = self.stage.channel.id
        made = self.stage.discord.calls[self.before :]
        return sum(method == "PATCH" and f"/channels/{channel}/" in path for method, path, _ in made)

    def private(self):
        """How often each is called for themselves: a silent message is none."""
        return {
            name: sum(not each["flags"] & SILENT_FLAG for each in self.stage.discord.direct(person.id))
            for name, person in self.people.items()
        }


class PageRound:
    """A table that is nowhere but on the page; each is called in a browser."""

    def __init__(self, luck, options="", people=PEOPLE):
        del options
        calls = import_module(f"tests.host.extras.{CALLS}.conftest")  # it may be left out
        self.luck, self.service = luck, calls.PushService()
        os.environ["RTAB_PUSH_SERVICES"] = self.service.url
        self.stage = calls.Called(self.service, Hands(FakeClock()))
        self.stage.host = replace(self.stage.host, token=lambda size: luck.randbytes(size).hex())
        self.stage.people = [accounts.load_or_create_person(self.stage.host, f"visit:{name}", name) for name in people]
        self.telephones = {name: calls.Telephone(self.service, name) for name in people}
        for n, name in enumerate(people):
            self.stage.asks_for_calls(n, self.telephones[name])
        self.calls = Counter[str]()
        self.people = dict(zip(people, self.stage.people, strict=True))
        self.game = self._begin()
        self.first = self._load_session().entries
        self._count_calls()

    def _load_session(self):
        return views.load_saved_game(self.stage.host, self.game).session

    def _begin(self):
        host, command = self.stage.host, Command(by=self.stage.people[0].id)
        game = games.open_lobby(host, command, "season7", {}, "daily").game
        for each in self.stage.people:
            now = self.stage.person(each)
            games.sit_at_table(host, Command(by=now.id), game, Guest(now.id, now.name, now.place, now.habits))
        assert games.start_game(host, command, game).ok
        return game

    def asked(self, name):
        shown = views.load_game_view(self.stage.host, self.game, self.people[name].id)
        return [each for each in shown.asked if each.who == shown.you]

    def answer(self, name, asked, word):
        """In words of their own, in the field of the page."""
        visitor = self.stage.visitor([*self.people].index(name))
        visitor.go(f"/g/{self.game}")
        visitor.post(f"/g/{self.game}/answer", once=self.luck.randbytes(16).hex(), question=asked.id, value=word)
        for _ in range(6):
            self._count_calls()
        self.stage.hands.now += HOUR
        self.stage.host.store.save_beat(self.stage.hands())
        ticking.sweep_due_games(self.stage.host)
        self._count_calls()

    def _count_calls(self):
        self.stage.hands.now += 2
        self.stage.dispatcher.deliver_now()
        taken, self.service.taken[:] = list(self.service.taken), []
        for path, _, _ in taken:
            self.calls[path.removeprefix("/")] += 1

    @property
    def posts(self):
        return self.told()

    def told(self):
        """The news of the page: each step is one piece; it rings for nobody by itself."""
        session = self._load_session()
        reader = words.build_reader(session.map_names_by_seat(), session.style)
        steps = views.list_session_steps(self.stage.host, session, "", self.first, session.entries)
        lines = [words.format_told_lines(step.told, reader) for step in steps]
        return [(False, False, "\n".join(each)) for each in lines if each]

    def edits(self):
        """How often the page changes besides: what is hidden is seen to be."""
        return self._load_session().entries - self.first

    def private(self):
        return dict(self.calls)


class Hands:
    """A clock that this log turns."""

    def __init__(self, clock):
        self.now = clock.now()

    def __call__(self):
        return self.now


ROUNDS: dict[str, Callable[..., RedditRound | PageRound]] = {
    "reddit": RedditRound,
    "reddit-messages": RedditRoundByMessage,
    "page": PageRound,
}


def move(round_):
    """Whoever is asked first answers; was it with a square?"""
    name, asked = next((name, asked[0]) for name in PEOPLE if (asked := round_.asked(name)))
    round_.answer(name, asked, round_.luck.choice([str(option.value) for option in asked.options]))
    return asked.key == "select"


def played(round_):
    """Until the Super Round begins: how many squares were selected."""
    selections = turns = 0
    while in_first_round(round_.stage, round_.game):
        selections, turns = selections + move(round_), turns + 1
        assert turns < 200
    return selections


LINES = {
    "deluxe": "/newgame deluxe daily target=1000000",
    "billionaire": "/newgame billionaire daily",
    "ladder": "/newgame ladder daily rounds=1",
    "week": "/newgame season7 daily",
    "season": "/newgame season7 daily target=300000000",
}
SILENT = Counter[object]()  # answers after which nothing was heard, by round
SIX = (*PEOPLE, "Eve", "Fay")
SIXES = ("week", "season")  # what six people play
LONGEST = 200  # answers of a round
WEEK = 7 * 24  # answers, an hour apart
SEASON = 3000  # answers, more than a season takes


def played_other(round_, game, longest=None):
    """Until the first round is over (a season: the game), or until so much is answered: how often that was."""
    heard, longest = None, longest or {"week": WEEK, "season": SEASON}.get(game, LONGEST)
    for answers in range(longest):
        view = views.load_game_view(round_.stage.host, round_.game).view
        titles = [str(panel.title) for panel in view.panels] if view else []
        if view is None or view.over or (game != "season" and not any(is_first_round(each, game) for each in titles)):
            return answers
        answer_something(round_, SIX if game in SIXES else PEOPLE)
        now = (len(round_.posts), round_.edits())
        SILENT[round_] += now == heard
        heard = now
    return longest


def answer_something(round_, people):
    """Whoever is asked first answers by chance, whatever the question is."""
    name, asked = next((name, asked[0]) for name in people if (asked := round_.asked(name)))
    round_.answer(
        name, asked, " ".join(pick_words(round_.luck, asked.form, [str(each.value) for each in asked.options]))
    )


def pick_words(luck, form, options):
    if form.kind == "number":
        return [str(luck.randrange(form.low, form.high + 1, form.step))]
    if form.kind == "several":
        return luck.sample(options, max(form.low, min(1, len(options))))
    return [luck.choice(options)] if options else ["nothing"]


def is_first_round(title, game):
    return game != "deluxe" or not any(f"Round {n}" in title for n in range(2, 100))


def log(kind, seed, game="season7"):
    """Every post with its sound, and what it comes to."""
    luck = random.Random(int(seed))
    line, people = LINES.get(game, "/newgame season7 daily"), SIX if game in SIXES else PEOPLE
    telegram = kind == "telegram"
    round_: TelegramRound | RedditRound | DiscordRound | PageRound
    if kind == "discord":
        round_ = DiscordRound(luck, game, people)
    elif telegram:
        round_ = TelegramRound(luck, line=line, people=people)
    else:
        round_ = ROUNDS[kind](luck, people=people)
    selections = played_other(round_, game) if game in LINES else played(round_)
    told = round_.told()
    shown = [(rang, "[board] " * board, text) for rang, board, text in told]
    if isinstance(round_, DiscordRound | TelegramRound):
        shown = round_.log()
    for n, (rings, what, text) in enumerate(shown, 1):
        yield f"{n:3} {'🔔' if rings else '  '} {what}{text}\n"
    letters = sum(len(text) for _, board, text in told if not board)
    rung = sum(rings for rings, _, _ in told)
    yield f"{selections} selections, {len(told)} posts, {rung} of them ring, {round_.edits()} edits, {letters} letters"
    if isinstance(round_, TelegramRound):
        yield f"{round_.count_folded_letters()} of these letters are folded away"
    yield f"each alone is rung for: {round_.private()}, {sum(round_.private().values())} in all"
    yield f"silence: {SILENT[round_]} answers brought the place nothing new"
    yield format_end(round_)


def format_end(round_):
    """Where this log stops."""
    view = views.load_game_view(round_.stage.host, round_.game).view
    if view is None or view.over:
        return "The game is over."
    return f"Here the log stops, in {view.stage}; the game goes on. GAME=season logs one to its end."


if __name__ == "__main__":
    sys.stdout.write("\n".join(log(sys.argv[1], *(sys.argv[2:] or ["24"]))) + "\n")
    sys.stdout.flush()
    os._exit(0)  # older stages keep servers that nobody stops
