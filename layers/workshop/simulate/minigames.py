"""`rtab simulate minigames`: what every minigame pays the best player found, a careless one and one who says nothing.

The best player is exact where the game is small enough to be searched to its end; those lines have a star.
"""

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
from engine.kernel.text import phrase
from engine.minigames import MINIGAMES
from engine.season7.booth import open_due
from engine.season7.rules import SEASON7
from engine.season7.state import Due, Options, Player, Round, Season, Seat
from host.shown.picture.spelling import all_spelled
from workshop.bots.minigames import Policy, careless, exact, sensible
from workshop.simulate.season7 import counted

PLAYER, RIVAL = "Ann", "Bob"
READER = Reader()
PLAYERS = ("best", "careless", "silence")


class MinigameFared(NamedTuple):
    """How one play went: pounds (or points of booster) won, and questions it took."""

    prize: int
    questions: int


def play(minigame: str, policy: Policy | None, rival: Policy, seed: str) -> MinigameFared:
    """Play it once, against a rival where it takes two. Without a policy the clock answers."""
    game = Game.begin(SEASON7, booked(minigame), seed, keep=False)
    dice, asked = Random(seed), 0  # noqa: S311 # a simulated player's whims need no cryptography
    while game.state.booths:
        question = game.pending()[0]
        asked += question.who == PLAYER
        chosen = policy if question.who == PLAYER else rival
        if chosen is None:
            game.lapse(question.id)
            continue
        picture = "\n".join(all_spelled(game.look(question.table).pictures, READER))
        game.answer(question.who, question.id, chosen(question, picture, dice))
    player = game.state.players[PLAYER]
    return MinigameFared(player.total or player.booster, asked)


def booked(minigame: str) -> Season:
    """A season in which nothing is left to do but this minigame."""
    seats = {PLAYER: Seat("won"), RIVAL: Seat("out")}
    won = Round(phrase("Quadrant {n}", n=1), stage="closed", seats=seats, order=[PLAYER, RIVAL])
    players = {PLAYER: Player(), RIVAL: Player()}
    season = Season(Options(), players, phase="over", rounds={"Q1": won}, due=[Due(PLAYER, minigame, "Q1")])
    open_due(season)
    return season


def row(minigame: str, player: str, plays: int, seed: int) -> dict[str, Any]:
    """A minigame as one player finds it."""
    thinks = sensible(minigame)
    policy = {"best": thinks, "careless": careless, "silence": None}[player]
    fared = [play(minigame, policy, thinks, f"{seed}|{minigame}|{player}|{i}") for i in range(plays)]
    prizes, questions = sorted(it.prize for it in fared), [it.questions for it in fared]
    return {
        "mean": round(mean(prizes)),
        "p5": prizes[plays // 20],
        "p50": prizes[plays // 2],
        "p95": prizes[plays * 19 // 20],
        "best5": round(mean(prizes[plays * 19 // 20 :])),
        "max": prizes[-1],
        "nothing": round(prizes.count(0) / plays, 4),
        "questions": median(questions),
        "longest": max(questions),
    }


def measure(minigame: str, plays: int, seed: int) -> dict[str, Any]:
    """What a minigame is worth to everybody; the best exactly, where it can be worked out."""
    players = {player: row(minigame, player, plays, seed) for player in PLAYERS}
    value = exact(minigame)
    worth = {player: found["mean"] for player, found in players.items()}
    worth["best"] = worth["best"] if value is None else round(value)
    return {
        "name": minigame,
        "exact": value is not None,
        **worth,
        "best_by_careless": times(worth["best"], worth["careless"]),
        "silence_by_best": times(worth["silence"], worth["best"]),
        "players": players,
    }


def times(some: float, other: float) -> float | None:
    """How many times the other; nothing can be said where so few plays have won nothing at all."""
    return round(some / other, 2) if other else None


def measured(minigames: list[str], plays: int, seed: int) -> Iterator[dict[str, Any]]:
    """All of these."""
    return (measure(minigame, plays, seed) for minigame in minigames)


def run(argv: list[str]) -> int:
    """Print a line for every minigame, or JSON, or the page for docs/minigames.md."""
    options = parser().parse_args(argv)
    unknown = [name for name in options.only if name not in MINIGAMES]
    if unknown:
        print(f"No minigame is called {unknown[0]}. There are: {', '.join(MINIGAMES)}.", file=sys.stderr)
        return 2
    found = measured(options.only or sorted(MINIGAMES), options.plays, options.seed)
    if options.page:
        print(page(list(found), options.plays), end="")
    elif options.json:
        print(msgspec.json.format(msgspec.json.encode(list(found))).decode())
    else:
        print(f"{'':26}{'best':>13}{'careless':>13}{'silence':>13}  best/careless  silence/best")
        for one in found:
            print(line(one), flush=True)
    return 0


def line(one: dict[str, Any]) -> str:
    """A minigame in a line."""
    amount = points if one["name"] == "Accelerator" else money
    sums = "".join(f"{amount(one[player]) + star:>13}" for player, star in zip(PLAYERS, stars(one), strict=True))
    return (
        f"{one['name']:<26}{sums}{share(one['best_by_careless'], '.2f'):>15}{share(one['silence_by_best'], '.0%'):>14}"
    )


def share(found: float | None, written: str) -> str:
    """A share as it is printed, or that there is none."""
    return "–" if found is None else format(found, written)


def stars(one: dict[str, Any]) -> list[str]:
    """A star for what is exact."""
    return ["*" if one["exact"] else "", "", ""]


def parser() -> argparse.ArgumentParser:
    """What may stand on the line."""
    words = argparse.ArgumentParser(
        prog="rtab simulate minigames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("only", nargs="*", metavar="MINIGAME", help="only these (default: all)")
    words.add_argument("--plays", type=counted, default=500, help="plays of each by each player (default 500)")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--page", action="store_true", help="print the page for docs/minigames.md")
    return words


# -- the page


def page(found: list[dict[str, Any]], plays: int) -> str:
    """The rules of the minigames measured, and what they are worth."""
    rules = "".join(f"## {one['name']}\n\n{told(one['name'])}\n\n" for one in found)
    worth = "".join(f"| {' | '.join(balance(one))} |\n" for one in found)
    each = "".join(
        f"| {' | '.join(cells(one['name'], player))} |\n" for one in found for player in one["players"].items()
    )
    return f"{HEAD}{rules}{WORTH}{worth}{EACH.format(plays=f'{plays:,}')}{each}"


def told(minigame: str) -> str:
    """Its rules: what its script says of itself."""
    return inspect.getdoc(MINIGAMES[minigame]) or ""


def balance(one: dict[str, Any]) -> list[str]:
    """A row of the first table."""
    amount = points if one["name"] == "Accelerator" else money
    sums = [amount(one[player]) + star for player, star in zip(PLAYERS, stars(one), strict=True)]
    shares = [share(one["best_by_careless"], ".1f"), share(one["silence_by_best"], ".0%")]
    longest = max(player["longest"] for player in one["players"].values())
    return [one["name"], *sums, *shares, f"{one['players']['best']['nothing']:.0%}", str(longest)]


def cells(minigame: str, player: tuple[str, dict[str, Any]]) -> list[str]:
    """A row of the second."""
    amount = points if minigame == "Accelerator" else money
    prizes = [amount(player[1][cell]) for cell in ("mean", "p5", "p50", "p95", "best5", "max")]
    return [minigame, player[0], *prizes, f"{player[1]['questions']:g}", str(player[1]["longest"])]


def points(percent: int) -> str:
    """A prize in booster."""
    return f"{percent}%"


HEAD = """# The minigames

What each minigame asks of you, and what it is worth. This page is printed by
`rtab simulate minigames --page --plays 600`; the rules are those its script carries, so they cannot drift apart.
Amounts are before your booster. If the clock runs out on a question, the safe choice is made for you.

"""

WORTH = """## How they are balanced

What a play is worth on average to the best player known, to one who gives any legal answer, and to one who never
answers. A star means that the best is exact: the game was searched to its end. The others are the best players we could
write. Best play is worth between £3,000,000 and £12,000,000 (Accelerator: 40 to 150 points), at least twice careless
play, and silence at most 60% of it. The last columns: how often the best player goes home with nothing, and the most
questions that anybody was asked, which is more than ten only in Shut the Box.

| Minigame | Best | Careless | Silence | Best / careless | Silence / best | Nothing | Most questions |
|---|---:|---:|---:|---:|---:|---:|---:|
"""

EACH = """
## How they turn out

{plays} plays each. "Best 5%" is the mean of the best twentieth of all plays. The last two columns count the questions
a player answers: in the middle play, and in the longest.

| Minigame | Player | Mean | 5th percentile | Median | 95th percentile | Best 5% | Most | Questions | Longest |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
"""
