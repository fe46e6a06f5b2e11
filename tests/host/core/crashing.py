"""A host that plays one game after another, and can be killed at any moment and started again."""

import hashlib
import itertools
import os
import random
import signal
import zlib
from pathlib import Path

import msgspec

from engine.kernel import format_text
from engine.rulesets import RULESETS, ruleset
from host.core import games
from host.core.context import Config, HostContext
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from host.core.store import Store
from host.core.store.sqlite import SqliteTable
from host.delivery.outbox import Limits, OutboxDispatcher, Pace
from host.shown import views as showing
from tests.rulesets.toy import Toy

PEOPLE = ("ann", "bob", "cat")
SHOUTS = 5
ruleset("season7")  # once, and not by every life anew
ANSWERS = {"letters": ["B", "D"], "bid": 70, "motto": "Onwards!", "colour": "green"}


class Scribe:
    """A platform that keeps all it is told in a file, one message a line. What is written survives a kill."""

    prefix = "t:"
    mixes = True
    pauses = False  # no clock goes on here by which it could wait

    def __init__(self, path):
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def get_lane(self, chat):
        return chat

    def is_crowd(self, chat):
        return chat == "t:group"

    def send(self, chat, message):
        # Two games may stamp alike, so only both together tell one message from another.
        name = f"{message.stamp}/{message.game}"
        os.write(self._file, msgspec.json.encode([chat, name, message.lines]) + b"\n")
        return "m"

    def show_board(self, chat, game_id, message_id):
        return message_id or f"{chat} {game_id}"


def host_of(store, n):
    """A house whose n-th game always has the same id, the same secret and the same computer players."""
    return HostContext(
        store,
        Config(bot_pause=0.0),
        token=lambda size: hashlib.sha256(f"{n} {size}".encode()).hexdigest()[: 2 * size],
        luck=random.Random,
    )


def play(kind, store, sender, n):
    """Play the n-th game from wherever it stands to its end. Every input is sent twice, as platforms may."""
    host = host_of(store, n)
    dispatcher = OutboxDispatcher(host, sender, Pace(Limits(10**9, 1.0, 0.0, 0.0)))
    {"toy": toy, "season": season}[kind](host, dispatcher, n)
    dispatcher.deliver_now()
    dispatcher.close()


def toy(host, dispatcher, n):
    """Ann against computers."""
    game = opened(host, n, "toy", {"laps": 6}, PEOPLE[:1])
    for m in range(SHOUTS):
        twice(games.make_unasked_play, host, Command(f"s{n}.{m}", "ann"), game, "shout")
    while (shown := showing.load_game_view(host, game, "ann")).stage == "running":
        for asked in shown.asked:
            if asked.who == shown.you:
                value = ANSWERS.get(asked.key, 1 + n % 5)
                twice(games.submit_answer, host, Command(f"a{n}.{asked.id}", "ann"), game, asked.id, value)
        ticking.run_due_steps(host, game)
        dispatcher.deliver_now()


def season(host, dispatcher, n):
    """Three people in Season 7. What is done next follows from how the game stands, and from nothing else."""
    game = opened(host, n, "season7", {"target": 1_000_000}, PEOPLE)
    while showing.load_game_view(host, game).stage == "running":
        entries = host.store.load_game(game).session.entries
        views = [(person, showing.load_game_view(host, game, person)) for person in PEOPLE]
        asked = [(person, shown, one) for person, shown in views for one in shown.asked if one.who == shown.you]
        person, shown, one = asked[luck(n, entries) % len(asked)]
        if shown.plays and luck(n, -entries) % 4 == 0:
            made = shown.plays[luck(n, entries, 1) % len(shown.plays)]
            value = made.options[luck(n, entries, 2) % len(made.options)].value if made.options else None
            if twice(games.make_unasked_play, host, Command(f"p{n}.{entries}", person), game, made.key, value).ok:
                continue
        twice(games.submit_answer, host, Command(f"a{n}.{entries}", person), game, one.id, any_answer(one, n, entries))
        dispatcher.deliver_now()


def any_answer(asked, n, entries):
    """Something that fits, always the same."""
    form, values = asked.form, [option.value for option in asked.options]
    if form.kind == "number":
        return form.low + form.step * (luck(n, entries) % ((form.high - form.low) // form.step + 1))
    if form.kind == "several":
        return values[-form.low :]
    return values[luck(n, entries, 3) % len(values)] if values else "Is it raining?"


def luck(*numbers):
    return zlib.crc32(repr(numbers).encode())


def opened(host, n, name, options, people):
    """A game that has begun, with computers where there are too few."""
    game = twice(games.open_lobby, host, Command(f"c{n}", "ann", "t:group"), name, options).game
    for person in people:
        twice(
            games.sit_at_table,
            host,
            Command(f"j{n}.{person}", person),
            game,
            Guest(person, person.title(), f"t:{person}"),
        )
    for m in range(len(PEOPLE) - len(people)):
        twice(games.add_bot, host, Command(f"b{n}.{m}", "ann"), game)
    twice(games.start_game, host, Command(f"g{n}", "ann"), game)
    return game


def twice(act, host, command, *values):
    reply = act(host, command, *values)
    again = act(host, command, *values)
    if (again.ok, read(again)) != (reply.ok, read(reply)):
        raise AssertionError((reply, again))
    return reply


def read(reply):
    """What whoever gets this answer reads."""
    return [(told.to, format_text(told.text, told.facts)) for told in reply.lines]


class Mortal(SqliteTable):
    """A table whose process is killed when it has worked for so long after its first success."""

    def __init__(self, path, left):
        super().__init__(path)
        self._db.execute("pragma synchronous = off")  # what is written survives a kill; only a power cut could take it
        self.left = left

    def write(self, ops):
        super().write(ops)
        if self.left:
            # Time in which this process works, and not time on the clock: how busy the machine is must not matter.
            signal.setitimer(signal.ITIMER_PROF, self.left)
            self.left = 0.0


def live(kind, folder, left):
    """What the child does, until it dies: one game after another, each for as long as it takes."""
    RULESETS["toy"] = Toy()
    store, sender = Store(Mortal(Path(folder) / "host.db", left)), Scribe(Path(folder) / "said")
    for n in itertools.count(first_unfinished(store)):
        play(kind, store, sender, n)


def first_unfinished(store):
    """The first game that is not over, or has not begun."""
    return next(n for n in itertools.count() if not (game := found(store, n)) or game.session.stage != OVER)


def found(store, n):
    """The n-th game as it is kept, if there is one."""
    return store.load_game(host_of(store, n).token(4))
