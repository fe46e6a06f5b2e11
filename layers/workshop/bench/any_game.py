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
from host.core.computer_player import at_random
from workshop.bots import careless

SEED, FOREVER = "bench", float("inf")


def moves(games: Sequence[Ruleset[Any]], players: int, times: int, count: int, runs: int) -> list[dict[str, Any]]:
    """So many different moments of games that careless players play: the answer, the save and everybody's view; and how
    many decisions one core takes in a second when nothing is saved: the median of several runs through the same games.

    Several games take turns, so that whatever else the machine does strikes all of them alike. Of a moment the fastest
    run counts.
    """
    records = [list(islice(moments(rules, seated(rules, players)), times)) for rules in games]
    took = [[FOREVER] * times for _ in games]
    rates: list[list[float]] = [[] for _ in games]
    for _ in range(runs):
        for at in range(times):
            for mine, some, rules in zip(took, records, games, strict=True):
                mine[at] = min(mine[at], move(rules, some[at], Random(at)))  # noqa: S311
        for some_rates, rules in zip(rates, games, strict=True):
            some_rates.append(count / seconds(rules, seated(rules, players), count))
    return [
        {
            "players": seated(rules, players),
            "decisions_per_second": round(median(some_rates)),
            "turn_mean_ms": round(mean(mine), 3),
            "turn_median_ms": round(median(mine), 3),
            "turn_p95_ms": round(sorted(mine)[len(mine) * 95 // 100], 3),
            "turn_record_bytes": round(mean(map(len, some))),
        }
        for rules, some, mine, some_rates in zip(games, records, took, rates, strict=True)
    ]


def moments(rules: Ruleset[Any], players: int) -> Iterator[bytes]:
    """A game as it is saved after each decision; when one is over another begins."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    number = 0
    while True:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.begin(rules, card_packs.laid_out(rules, seats, {}, secret), secret)
        while not game.over:
            if game.pending():  # else it waits for somebody who was removed
                yield game.save().to_json()
            careless.move(game, dice, seats)


def seconds(rules: Ruleset[Any], players: int, count: int) -> float:
    """Processor time of so many decisions; that of laying out a game is not counted."""
    dice = Random(SEED)  # noqa: S311 # whims need no cryptography
    seats = [f"p{n}" for n in range(1, players + 1)]
    took, done, number = 0.0, 0, 0
    while done < count:
        number += 1
        secret = f"{SEED} {number}"
        game = Game.begin(rules, card_packs.laid_out(rules, seats, {}, secret), secret, keep=False)
        began = time.process_time()
        while done < count and not game.over:
            careless.move(game, dice, seats)
            done += 1
        took += time.process_time() - began
    return took


def move(rules: Ruleset[Any], record: bytes, dice: Random) -> float:
    """What the host does for one answer, in milliseconds of the processor."""
    began = time.process_time()
    game = Game.read(rules, record)
    question = dice.choice(game.pending())
    if question.form.kind == "text":
        game.lapse(question.id)
    else:
        game.answer(question.who, question.id, at_random(question, dice))
    game.save().to_json()
    for who in (PUBLIC, *rules.players(game.state)):
        game.view(who)
    return (time.process_time() - began) * 1000


def seated(rules: Ruleset[Any], players: int) -> int:
    """As many as were asked for, as far as the game has room for them."""
    return min(max(players, rules.seats[0]), rules.seats[-1])
