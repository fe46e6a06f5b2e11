"""`rtab bench --flat`: does a move cost the same however many games are open, and however long a season has lasted?

The same tap on a square, by the same door, with one game open and with many; and in the middle of the first cycle and
of the fortieth. `--endpoint` names a DynamoDB to do it on, such as DynamoDB Local; without it, it is SQLite on a disk.
"""

from __future__ import annotations

import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Game
from engine.season7.rules import SEASON7
from engine.season7.state import Season
from host.core.context import Config, HostContext
from host.core.session import RUNNING, Player, Session
from host.core.store import dynamo
from host.core.store.attributes import encoded, size
from host.core.store.aws import make_client
from host.core.store.items import MOST_OPS, Item, PutItem
from host.core.store.store import Store
from host.doors.web.table.dock import QUESTION
from host.people import accounts
from workshop.bench import taps as bench_taps
from workshop.bots import careless
from workshop.cost.meter import Meter

KEYS = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "us-east-1"}
SEED, SEATS, MINE, UNDER_WAY, WARM = "flat", 4, 40, 6, 20
OPEN, CYCLES, TABLES = (1, 100, 10_000), (1, 10, 40), (4, 16, 40)
ENDLESS = {"target": 10**12, "lone_wildcard": 0}  # nobody gets there within forty cycles


class Case(NamedTuple):
    """Something to compare: a house, what listens to it, and the games in it that are tapped."""

    host: HostContext
    meter: Meter
    record: bytes
    games: int


def run(endpoint: str, taps: int) -> dict[str, Any]:
    """All of it."""
    records = dict(zip(CYCLES, mid_cycles(SEATS, CYCLES), strict=True))
    with ExitStack() as stack:
        many = {
            games: Case(*stack.enter_context(opened(endpoint)), records[CYCLES[0]], min(games, MINE)) for games in OPEN
        }
        for games, case in many.items():
            fill(case.host, records[CYCLES[0]], range(games))
        by_games = compared(many, taps)
        by_cycle = compared({cycle: many[OPEN[1]]._replace(record=record) for cycle, record in records.items()}, taps)
    return {
        "flat_on": endpoint or "sqlite",
        "games_open": {str(games): found for games, found in by_games.items()},
        "games_open_ratio": ratio(by_games[OPEN[0]], by_games[OPEN[-1]]),
        "cycle": {str(cycle): found for cycle, found in by_cycle.items()},
        "cycle_ratio": ratio(by_cycle[CYCLES[0]], by_cycle[CYCLES[-1]]),
        "largest": {str(seats): largest(seats) for seats in TABLES},
    }


def ratio(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    """How much more the other costs."""
    return {name: round(other[name] / one[name], 3) for name in one if one[name]}


@contextmanager
def opened(endpoint: str) -> Iterator[tuple[HostContext, Meter]]:
    """An empty house on a real disk, or in a table of its own, and what listens to it."""
    meter = Meter()
    if not endpoint:
        with tempfile.TemporaryDirectory() as folder, bench_taps.open_house(Path(folder)) as host:
            yield host, meter
        return
    client, name = make_client("dynamodb", endpoint_url=endpoint, **KEYS), f"flat-{uuid.uuid4().hex}"
    dynamo.create(client, name)
    meter.listen(client)
    try:
        yield HostContext(Store(dynamo.DynamoTable(client, name)), Config()), meter
    finally:
        client.delete_table(TableName=name)


# -- games


def mid_cycles(players: int, cycles: tuple[int, ...]) -> list[bytes]:
    """One season, in the middle of each of these cycles, with somebody asked to select a square."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    game = Game.new(SEASON7, [f"p{n}" for n in range(1, players + 1)], ENDLESS, SEED)
    found = []
    for cycle in cycles:
        while not there(game, cycle):
            careless.move(game, dice)
        found.append(game.save().to_json())
    return found


def there(game: Game[Season], cycle: int) -> bool:
    """Is somebody to select in a quadrant of this cycle, or a later one, that is well under way?"""
    season = game.state
    played = any(sum(cell.open for cell in r.cells) >= UNDER_WAY for r in season.rounds.values())
    selecting = any(question.key == "select" for question in game.pending())
    return season.cycle >= cycle and season.phase == "quadrants" and played and selecting


def largest(players: int, cycles: int = 2) -> dict[str, int]:
    """The largest that the item of a game becomes, sampled through some cycles: as it is, and packed."""
    dice, most = Random(SEED), {"bytes": 0, "packed_bytes": 0}  # noqa: S311 # whims need no cryptography
    game, n = Game.new(SEASON7, [f"p{n}" for n in range(1, players + 1)], ENDLESS, SEED), 0
    while game.state.cycle <= cycles:
        careless.move(game, dice)
        n += 1
        if n % 10 == 0 and not game.over:
            item = kept(session("0", game.save().to_json(), "ann"))
            most = {
                "bytes": max(most["bytes"], len(item.body)),
                "packed_bytes": max(most["packed_bytes"], weight(item)),
            }
    return most


def session(game_id: str, record: bytes, mover: str) -> Session:
    """A running game with this record, in which somebody is to select; everybody else sits only at this one table."""
    game = Game.read(SEASON7, record)
    found = Session(game_id, SEASON7.name, {}, 86400.0, mover, game.secret, 1.0, RUNNING)
    whose = next((question.who for question in game.pending() if question.key == "select"), "")
    others = {seat: f"{game_id}-{seat}" for seat in game.state.players} | {whose: mover}
    found.players = [Player(seat, others[seat], seat) for seat in game.state.players]
    found.places, found.record = [f"bench:{game_id}"], msgspec.Raw(record)
    return found


def kept(session: Session) -> Item:
    """A game as an item."""
    return Item(
        f"game/{session.id}", "session", msgspec.json.encode(session), 1, index="due", when=time.time() + 86400.0
    )


def weight(item: Item) -> int:
    """What AWS says that it weighs."""
    return size(encoded(item))


def fill(host: HostContext, record: bytes, numbers: range) -> None:
    """Open many games that nobody looks at."""
    body = session("", record, "somebody")
    for first in range(numbers.start, numbers.stop, MOST_OPS):
        some = range(first, min(first + MOST_OPS, numbers.stop))
        host.store.table.write([PutItem(kept(msgspec.structs.replace(body, id=f"{n:08x}"))) for n in some])


def compared(cases: dict[int, Case], taps: int) -> dict[int, dict[str, float]]:
    """The same tap in each case in turn, so that whatever else the machine does strikes all of them alike."""
    tapping = {name: tapped(case) for name, case in cases.items()}
    for each in tapping.values():
        for _ in range(WARM):
            next(each)
    took = [{name: next(each) for name, each in tapping.items()} for _ in range(taps)]
    return {name: figures([each[name] for each in took], case) for name, case in cases.items()}


def put_back(host: HostContext, item: Item) -> None:
    """As the next version of the game that is there: whatever it is packed with stays."""
    there = host.store.table.get(item.pk, item.sk)
    version = there.version if there else 0
    host.store.table.write([PutItem(msgspec.structs.replace(item, version=version + 1), version)])


def figures(took: list[tuple[float, float, float]], case: Case) -> dict[str, float]:
    """What it took."""
    own, ours, units = zip(*took, strict=True)
    weighs = weight(kept(session("00000000", case.record, "ann")))
    found = {"median_ms": median(own), "median_cpu_ms": median(ours), "write_units": sum(units) / len(units)}
    return {**{name: round(value, 3) for name, value in found.items()}, "item_bytes": weighs}


def tapped(case: Case) -> Iterator[tuple[float, float, float]]:
    """A tap in one game after the other, each put back before it: milliseconds, those of our own work, and units."""
    ann = accounts.known(case.host, "bench:1", "Ann")
    token = accounts.web_link(case.host, ann.id)
    question = next(each for each in Game.read(SEASON7, case.record).pending() if each.key == "select")
    fields = {"do": QUESTION + question.id, "key": question.key, "value": question.options[0].value}
    found = session("", case.record, ann.id)
    for n in count():
        found.id, found.entries = f"{n % case.games:08x}", time.time_ns() // 1000  # a line of the log that is not there
        put_back(case.host, kept(found))
        case.meter.reset()
        began = time.process_time()
        took = bench_taps.tap(case.host, token, found.id, fields)
        yield took, (time.process_time() - began) * 1000, case.meter.reset().writes
