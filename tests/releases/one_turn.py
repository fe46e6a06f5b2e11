"""Plays on in the games of a table, by the code that is first on the path; `test_two_releases.py` calls it for each
release in turn. Beside answers it lets time run out, so that the host answers, too.

    python one_turn.py TABLE TURN GAME=MOVES …
"""

import json
import logging
import random
import sys
from pathlib import Path

import engine
from engine.rulesets import RULESETS
from host.core import games
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command
from host.core.stand_ins import pick_random_answer
from host.core.store import Store
from host.core.store.items import CURRENT
from host.core.store.sqlite import SqliteTable

START, HOUR, LAPSES = 1_800_000_000.0, 3600.0, 3
PEOPLE = ("ann", "bob", "cat")


class ListedLog(logging.Handler):
    """What the host logs that an operator would look at."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def open_game(host, name):
    """Open and begin a game of three."""
    game = games.open_lobby(host, Command(by="ann"), name, {}, "evening").game
    for person in PEOPLE:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), "t:group"))
    assert games.start_game(host, Command(by="ann"), game).ok
    return game


def make_move(host, game, luck):
    """Answer one open question; return whether there was one."""
    session = host.store.load_game(game).session
    if session.stage != RUNNING:
        return False
    questions = load_engine_game(RULESETS[session.ruleset], session)[0].list_questions()
    if not questions:
        return False
    question = luck.choice(questions)
    person = next(player.person for player in session.players if player.seat == question.who)
    return games.submit_answer(host, Command(by=person), game, question.id, pick_random_answer(question, luck)).ok


def take_turn(table, turn, moves):
    """Play on, and tell what was done, logged and undone."""
    logged = ListedLog()
    logging.getLogger("host").addHandler(logged)
    now = [START + turn * HOUR]
    luck = random.Random(turn)
    host = HostContext(Store(table), Config(), lambda: now[0], lambda size: luck.randbytes(size).hex(), random.Random)
    host.store.save_beat(now[0])
    running = {session.ruleset: session.id for session in host.store.iter_sessions() if session.stage == RUNNING}
    open_games = {name: running.get(name) or open_game(host, name) for name in moves}
    made = {name: sum(make_move(host, open_games[name], luck) for _ in range(moves[name])) for name in moves}
    for _ in range(LAPSES):
        now[0] += HOUR / 10
        host.store.save_beat(now[0])
        ticking.sweep_due_games(host)
    undone = {name: sum(entry.cut for entry in host.store.load_log(game)) for name, game in open_games.items()}
    formats = [CURRENT.format_versions(), ",".join(f"{name}={rules.format}" for name, rules in RULESETS.items())]
    code = str(Path(engine.__file__).parent.parent)
    return {
        "code": code,
        "moves": made,
        "continued": [*running],
        "undone": undone,
        "logged": logged.lines,
        "formats": formats,
    }


if __name__ == "__main__":
    file, number, *asked = sys.argv[1:]
    each = {name: int(count) for name, _, count in (word.partition("=") for word in asked)}
    opened = SqliteTable(Path(file))
    sys.stdout.write(json.dumps(take_turn(opened, int(number), each)))
    opened.close()
