"""What a move of any game costs, over many distinct states of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from statistics import mean, median
from typing import Any

from engine.kernel import PUBLIC, Game, Ruleset
from host.core.cards import card_packs
from host.core.computer_player import pick_random_answer
from workshop.bots import careless

SEED, FOREVER = "bench", float("inf")


def measure_moves(
    games: Sequence[Ruleset[Any]], players: int, times: int, count: int, runs: int
) -> list[dict[str, Any]]:
    """Measure, for each game, answer, save and views at many distinct moments (the fastest of several runs each), and
    decisions a second without saving (the median run). Games take turns, so that other load on the machine affects
    all of them alike.
    """
    records = [list(islice(iter_saved_moments(rules, compute_seat_count(rules, players)), times)) for rules in games]
    took = [[FOREVER] * times for _ in games]
    rates: list[list[float]] = [[] for _ in games]
    for _ in range(runs):
        for at in range(times):
            for mine, some, rules in zip(took, records, games, strict=True):
                mine[at] = min(mine[at], measure_answer(rules, some[at], Random(at)))  # noqa: S311
        for some_rates, rules in zip(rates, games, strict=True):
            some_rates.append(count / measure_decision_seconds(rules, compute_seat_count(rules, players), count))
    return [
        {
            "players": compute_seat_count(rules, players),
            "decisions_per_second": round(median(some_rates)),
            "turn_mean_ms": round(mean(mine), 3),
            "turn_median_ms": round(median(mine), 3),
            "turn_p95_ms": round(sorted(mine)[len(mine) * 95 // 100], 3),
            "turn_record_bytes": round(mean(map(len, some))),
        }
        for rules, some, mine, some_rates in zip(games, records, took, rates, strict=True)
    ]


def iter_saved_moments(rules: Ruleset[Any], players: int) -> Iterator[bytes]:
    """Yield a game as it is saved after each decision of random players; when one is over another begins."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    number = 0
    while True:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.start_from_state(rules, card_packs.build_initial_state(rules, seats, {}, secret), secret)
        while not game.over:
            if game.list_questions():  # else it waits for somebody who was removed
                yield game.save().to_json()
            careless.move_carelessly(game, dice, seats)


def measure_decision_seconds(rules: Ruleset[Any], players: int, count: int) -> float:
    """Return the processor time of so many decisions, without that of laying out the games."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    took, done, number = 0.0, 0, 0
    while done < count:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.start_from_state(
            rules, card_packs.build_initial_state(rules, seats, {}, secret), secret, keep=False
        )
        began = time.process_time()
        while done < count and not game.over:
            careless.move_carelessly(game, dice, seats)
            done += 1
        took += time.process_time() - began
    return took


def measure_answer(rules: Ruleset[Any], record: bytes, dice: Random) -> float:
    """Load a game, answer one question, save it and work out all views, and return the milliseconds of processor
    time.
    """
    began = time.process_time()
    game = Game.load_stored(rules, record)
    question = dice.choice(game.list_questions())
    if question.form.kind == "text":
        game.lapse(question.id)
    else:
        game.answer(question.who, question.id, pick_random_answer(question, dice))
    game.save().to_json()
    for who in (PUBLIC, *rules.list_players(game.state)):
        game.build_view(who)
    return (time.process_time() - began) * 1000


def compute_seat_count(rules: Ruleset[Any], players: int) -> int:
    """Return the number of players asked for, limited to what the game has room for."""
    return min(max(players, rules.seats[0]), rules.seats[-1])
