"""`rtab simulate minigames`: what every minigame pays a careless and a sensible player, and how long it takes."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Game, Reader, money
from engine.minigames import MINIGAMES
from engine.season7.booth import open_due
from engine.season7.rules import SEASON7
from engine.season7.state import Due, Options, Player, Round, Season, Seat
from host.shown.picture.spelling import all_spelled
from workshop.bots.minigames import Policy, careless, sensible

PLAYER, RIVAL = "Ann", "Bob"
READER = Reader()
PLAYERS = ("careless", "sensible")


class Fared(NamedTuple):
    """How one play went: pounds (or points of booster) won, and questions it took."""

    prize: int
    questions: int


def play(minigame: str, policy: Policy, rival: Policy, seed: str) -> Fared:
    """Play it once, against a rival where it takes two."""
    game = Game.begin(SEASON7, booked(minigame), seed, keep=False)
    dice, asked = Random(seed), 0  # noqa: S311 # a simulated player's whims need no cryptography
    while game.state.booths:
        question = game.pending()[0]
        table = game.look(question.table)
        picture = "\n".join(all_spelled(table.pictures, READER))
        asked += question.who == PLAYER
        chosen = policy if question.who == PLAYER else rival
        game.answer(question.who, question.id, chosen(question, picture, dice))
    player = game.state.players[PLAYER]
    return Fared(player.total or player.booster, asked)


def booked(minigame: str) -> Season:
    """A season in which nothing is left to do but this minigame."""
    seats = {PLAYER: Seat("won"), RIVAL: Seat("out")}
    won = Round("Quadrant 1", stage="closed", seats=seats, order=[PLAYER, RIVAL])
    players = {PLAYER: Player(), RIVAL: Player()}
    season = Season(Options(), players, phase="over", rounds={"Q1": won}, due=[Due(PLAYER, minigame, "Q1")])
    open_due(season)
    return season


def row(minigame: str, player: str, plays: int, seed: int) -> dict[str, Any]:
    """A minigame as one player finds it."""
    thinks = sensible(minigame)
    policy = thinks if player == "sensible" else careless
    fared = [play(minigame, policy, thinks, f"{seed}|{minigame}|{player}|{i}") for i in range(plays)]
    prizes, questions = sorted(it.prize for it in fared), [it.questions for it in fared]
    return {
        "name": minigame,
        "player": player,
        "mean": round(mean(prizes)),
        "p5": prizes[plays // 20],
        "p50": prizes[plays // 2],
        "p95": prizes[plays * 19 // 20],
        "best5": round(mean(prizes[plays * 19 // 20 :])),
        "max": prizes[-1],
        "questions": median(questions),
        "longest": max(questions),
    }


def rows(minigames: list[str], plays: int, seed: int) -> Iterator[dict[str, Any]]:
    """A row for every minigame and player."""
    return (row(minigame, player, plays, seed) for minigame in minigames for player in PLAYERS)


def run(argv: list[str]) -> int:
    """Print a line for every row, or JSON, or the page for docs/minigames.md."""
    options = parser().parse_args(argv)
    unknown = [name for name in options.only if name not in MINIGAMES]
    if unknown:
        print(f"No minigame is called {unknown[0]}. There are: {', '.join(MINIGAMES)}.", file=sys.stderr)
        return 2
    measured = rows(options.only or sorted(MINIGAMES), options.plays, options.seed)
    if options.table:
        print(page(list(measured), options.plays), end="")
    elif options.json:
        print(msgspec.json.format(msgspec.json.encode(list(measured))).decode())
    else:
        for line in measured:
            print(*line.values(), sep="  ", flush=True)
    return 0


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(prog="rtab simulate minigames", description=__doc__)
    words.add_argument("only", nargs="*", metavar="MINIGAME", help="only these (default: all)")
    words.add_argument("--plays", type=int, default=1_000, help="plays of each by each player (default 1000)")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--table", action="store_true", help="print the page for docs/minigames.md")
    return words


# -- the page


def page(measured: list[dict[str, Any]], plays: int) -> str:
    """The rules of the minigames measured, and what they are worth."""
    names = list(dict.fromkeys(line["name"] for line in measured))
    rules = "".join(f"## {name}\n\n{told(name)}\n\n" for name in names)
    return f"{HEAD}{rules}{worth(measured, plays)}"


def told(minigame: str) -> str:
    """Its rules: what its script says of itself."""
    return inspect.getdoc(MINIGAMES[minigame]) or ""


def worth(measured: list[dict[str, Any]], plays: int) -> str:
    """The table, a line for every row."""
    lines = "".join(f"| {' | '.join(cells(line))} |\n" for line in measured)
    return f"{WORTH.format(plays=f'{plays:,}')}{lines}"


def cells(line: dict[str, Any]) -> list[str]:
    """A row's cells."""
    amount = points if line["name"] == "Accelerator" else money
    prizes = [amount(line[cell]) for cell in ("mean", "p5", "p50", "p95", "best5", "max")]
    return [line["name"], line["player"], *prizes, f"{line['questions']:g}", str(line["longest"])]


def points(percent: int) -> str:
    """A prize in booster."""
    return f"{percent}%"


HEAD = """# The minigames

What each minigame asks of you, and what it is worth. This page is printed by `rtab simulate minigames --table`;
the rules are those its script carries, so they cannot drift apart. Amounts are before your booster.
If the clock runs out on a question, the safe choice is made for you.

"""

WORTH = """## What they are worth

{plays} plays each, before boosters. The careless player gives any legal answer; the sensible one knows
what the table shows and no more. "Best 5%" is the mean of the best twentieth of all plays. The last two columns
count the questions a player answers: in the middle play, and in the longest.

| Minigame | Player | Mean | 5th percentile | Median | 95th percentile | Best 5% | Most | Questions | Longest |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
"""
