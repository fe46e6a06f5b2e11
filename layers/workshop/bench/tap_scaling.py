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
from host.core.session import RUNNING, SeatedPlayer, Session
from host.core.store import dynamo
from host.core.store.attributes import compute_item_size, encode_item
from host.core.store.dynamo import make_aws_client
from host.core.store.items import MOST_OPS, Item, PutItem
from host.core.store.store import Store
from host.doors.web.table.dock import QUESTION
from host.people import accounts
from workshop.bench.taps import measure_tap, open_sqlite_host
from workshop.bots import sample_players
from workshop.cost.meter import CapacityMeter

BENCH_AWS_KEYS = {"aws_access_key_id": "none", "aws_secret_access_key": "none", "region_name": "us-east-1"}
SEED, SEATS, MINE, UNDER_WAY, WARM = "level", 4, 40, 6, 20
OPEN, CYCLES, TABLES = (1, 100, 10_000), (1, 10, 40), (4, 16, 40)
ENDLESS = {"target": 10**12, "lone_wildcard": 0}  # nobody gets there within forty cycles


class TapCase(NamedTuple):
    """One case to compare: a host, the meter of its table, a game's record, and how many games are tapped."""

    host: HostContext
    meter: CapacityMeter
    record: bytes
    games: int


def measure_tap_scaling(endpoint: str, taps: int) -> dict[str, Any]:
    """Measure taps by number of open games and by cycle, and the largest items, and return all figures."""
    records = dict(zip(CYCLES, build_mid_cycle_records(SEATS, CYCLES), strict=True))
    with ExitStack() as stack:
        many = {
            games: TapCase(*stack.enter_context(open_bench_host(endpoint)), records[CYCLES[0]], min(games, MINE))
            for games in OPEN
        }
        for games, case in many.items():
            create_idle_games(case.host, records[CYCLES[0]], range(games))
        by_games = measure_cases(many, taps)
        by_cycle = measure_cases(
            {cycle: many[OPEN[1]]._replace(record=record) for cycle, record in records.items()}, taps
        )
    return {
        "flat_on": endpoint or "sqlite",
        "games_open": {str(games): found for games, found in by_games.items()},
        "games_open_ratio": compute_figure_ratios(by_games[OPEN[0]], by_games[OPEN[-1]]),
        "cycle": {str(cycle): found for cycle, found in by_cycle.items()},
        "cycle_ratio": compute_figure_ratios(by_cycle[CYCLES[0]], by_cycle[CYCLES[-1]]),
        "largest": {str(seats): measure_largest_item(seats) for seats in TABLES},
    }


def compute_figure_ratios(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    """Return how much more the other case costs, figure by figure."""
    return {name: round(other[name] / one[name], 3) for name in one if one[name]}


@contextmanager
def open_bench_host(endpoint: str) -> Iterator[tuple[HostContext, CapacityMeter]]:
    """Open an empty host on SQLite or in a DynamoDB table of its own, with the meter that listens to it."""
    meter = CapacityMeter()
    if not endpoint:
        with tempfile.TemporaryDirectory() as folder, open_sqlite_host(Path(folder)) as host:
            yield host, meter
        return
    client, name = make_aws_client("dynamodb", endpoint_url=endpoint, **BENCH_AWS_KEYS), f"flat-{uuid.uuid4().hex}"
    dynamo.create_dynamo_table(client, name)
    meter.listen(client)
    try:
        yield HostContext(Store(dynamo.DynamoTable(client, name)), Config()), meter
    finally:
        client.delete_table(TableName=name)


# -- games


def build_mid_cycle_records(players: int, cycles: tuple[int, ...]) -> list[bytes]:
    """Play one season, and return its record in the middle of each of these cycles, with somebody asked to select a
    square.
    """
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    game = Game.start(SEASON7, [f"p{n}" for n in range(1, players + 1)], ENDLESS, SEED)
    found = []
    for cycle in cycles:
        while not is_quadrant_under_way(game, cycle):
            sample_players.move_carelessly(game, dice)
        found.append(game.save().to_json())
    return found


def is_quadrant_under_way(game: Game[Season], cycle: int) -> bool:
    """Return whether somebody is to select in a quadrant that is well under way, in this cycle or a later one."""
    season = game.state
    played = any(sum(cell.open for cell in r.cells) >= UNDER_WAY for r in season.rounds.values())
    selecting = any(question.key == "select" for question in game.list_questions())
    return season.cycle >= cycle and season.phase == "quadrants" and played and selecting


def measure_largest_item(players: int, cycles: int = 2) -> dict[str, int]:
    """Return the largest size of a game's item over some cycles, sampled: plain and packed."""
    dice, most = Random(SEED), {"bytes": 0, "packed_bytes": 0}  # noqa: S311 # whims need no cryptography
    game, n = Game.start(SEASON7, [f"p{n}" for n in range(1, players + 1)], ENDLESS, SEED), 0
    while game.state.cycle <= cycles:
        sample_players.move_carelessly(game, dice)
        n += 1
        if n % 10 == 0 and not game.over:
            item = build_session_item(build_bench_session("0", game.save().to_json(), "ann"))
            most = {
                "bytes": max(most["bytes"], len(item.body)),
                "packed_bytes": max(most["packed_bytes"], compute_item_bytes(item)),
            }
    return most


def build_bench_session(game_id: str, record: bytes, mover: str) -> Session:
    """Build a running session from a record, in which `mover` is to select; everybody else sits at this one table
    only.
    """
    game = Game.load_stored(SEASON7, record)
    found = Session(game_id, SEASON7.name, {}, 86400.0, mover, game.secret, 1.0, RUNNING)
    whose = next((question.who for question in game.list_questions() if question.key == "select"), "")
    others = {seat: f"{game_id}-{seat}" for seat in game.state.players} | {whose: mover}
    found.players = [SeatedPlayer(seat, others[seat], seat) for seat in game.state.players]
    found.places, found.record = [f"bench:{game_id}"], msgspec.Raw(record)
    return found


def build_session_item(session: Session) -> Item:
    """Build the item in which a session is stored."""
    return Item(
        f"game/{session.id}", "session", msgspec.json.encode(session), 1, index="due", when=time.time() + 86400.0
    )


def compute_item_bytes(item: Item) -> int:
    """Return the size of an item as AWS counts it."""
    return compute_item_size(encode_item(item))


def create_idle_games(host: HostContext, record: bytes, numbers: range) -> None:
    """Store many copies of a game that nobody plays."""
    body = build_bench_session("", record, "somebody")
    for first in range(numbers.start, numbers.stop, MOST_OPS):
        some = range(first, min(first + MOST_OPS, numbers.stop))
        host.store.table.write(
            [PutItem(build_session_item(msgspec.structs.replace(body, id=f"{n:08x}"))) for n in some]
        )


def measure_cases(cases: dict[int, TapCase], taps: int) -> dict[int, dict[str, float]]:
    """Measure the same tap in each case in turn, so that other load on the machine affects all of them alike."""
    tapping = {name: iter_tap_costs(case) for name, case in cases.items()}
    for each in tapping.values():
        for _ in range(WARM):
            next(each)
    took = [{name: next(each) for name, each in tapping.items()} for _ in range(taps)]
    return {name: compute_tap_figures([each[name] for each in took], case) for name, case in cases.items()}


def restore_game_item(host: HostContext, item: Item) -> None:
    """Write an item as the next version of the game that is there, so that the tap is measured from the same state."""
    there = host.store.table.get(item.pk, item.sk)
    version = there.version if there else 0
    host.store.table.write([PutItem(msgspec.structs.replace(item, version=version + 1), version)])


def compute_tap_figures(took: list[tuple[float, float, float]], case: TapCase) -> dict[str, float]:
    """Return the medians of a case's taps, its mean write units, and the size of its item."""
    own, ours, units = zip(*took, strict=True)
    weighs = compute_item_bytes(build_session_item(build_bench_session("00000000", case.record, "ann")))
    found = {"median_ms": median(own), "median_cpu_ms": median(ours), "write_units": sum(units) / len(units)}
    return {**{name: round(value, 3) for name, value in found.items()}, "item_bytes": weighs}


def iter_tap_costs(case: TapCase) -> Iterator[tuple[float, float, float]]:
    """Restore and tap one game after the other, and yield for each tap the milliseconds, the milliseconds of
    processor time, and the write units.
    """
    ann = accounts.load_or_create_person(case.host, "bench:1", "Ann")
    token = accounts.create_web_token(case.host, ann.id)
    question = next(each for each in Game.load_stored(SEASON7, case.record).list_questions() if each.key == "select")
    fields = {"do": QUESTION + question.id, "key": question.key, "value": question.options[0].value}
    found = build_bench_session("", case.record, ann.id)
    for n in count():
        found.id, found.entries = f"{n % case.games:08x}", time.time_ns() // 1000  # a line of the log that is not there
        restore_game_item(case.host, build_session_item(found))
        case.meter.reset()
        began = time.process_time()
        took = measure_tap(case.host, token, found.id, fields)
        yield took, (time.process_time() - began) * 1000, case.meter.reset().writes
