"""`rtab simulate minigames`: what every minigame pays the best player found, a careless one and one who says nothing.

The best player is exact where the game is small enough to be searched to its end; those lines have a star.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Game, Reader, format_money
from engine.kernel.text import phrase
from engine.minigames import MINIGAMES
from engine.season7.booths import open_due_booths
from engine.season7.rules import SEASON7
from engine.season7.state import DueMinigame, Season, Season7Options, Season7Player, Season7Round, Season7Seat
from host.shown.picture.as_text import format_picture_texts
from workshop.bots.minigames import Policy, answer_carelessly, compute_exact_value, load_sensible_policy
from workshop.simulate.season7 import parse_positive_count

PLAYER, RIVAL = "Ann", "Bob"
READER = Reader()
PLAYERS = ("best", "careless", "silence")


class MinigameResult(NamedTuple):
    """The result of one play: pounds (or points of booster) won, and the number of questions."""

    prize: int
    questions: int


def play_minigame_once(minigame: str, policy: Policy | None, rival: Policy, seed: str) -> MinigameResult:
    """Play a minigame once, against a rival where it takes two. Without a policy every question of the player's
    lapses.
    """
    game = Game.start_from_state(SEASON7, build_minigame_season(minigame), seed, keep=False)
    dice, asked = Random(seed), 0  # noqa: S311 # a simulated player's whims need no cryptography
    while game.state.booths:
        question = game.list_questions()[0]
        asked += question.who == PLAYER
        chosen = policy if question.who == PLAYER else rival
        if chosen is None:
            game.lapse(question.id)
            continue
        picture = "\n".join(format_picture_texts(game.find_table(question.table).pictures, READER))
        game.answer(question.who, question.id, chosen(question, picture, dice))
    player = game.state.players[PLAYER]
    return MinigameResult(player.total or player.booster, asked)


def build_minigame_season(minigame: str) -> Season:
    """Build a season in which nothing is left to do except this minigame."""
    seats = {PLAYER: Season7Seat("won"), RIVAL: Season7Seat("out")}
    won = Season7Round(phrase("Quadrant {n}", n=1), stage="closed", seats=seats, order=[PLAYER, RIVAL])
    players = {PLAYER: Season7Player(), RIVAL: Season7Player()}
    season = Season(
        Season7Options(), players, phase="over", rounds={"Q1": won}, due=[DueMinigame(PLAYER, minigame, "Q1")]
    )
    open_due_booths(season)
    return season


def measure_minigame_player(minigame: str, player: str, plays: int, seed: int) -> dict[str, Any]:
    """Play a minigame many times with one kind of player, and return the figures."""
    thinks = load_sensible_policy(minigame)
    policy = {"best": thinks, "careless": answer_carelessly, "silence": None}[player]
    fared = [play_minigame_once(minigame, policy, thinks, f"{seed}|{minigame}|{player}|{i}") for i in range(plays)]
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


def measure_minigame(minigame: str, plays: int, seed: int) -> dict[str, Any]:
    """Return what a minigame is worth to each kind of player; to the best exactly, where it can be computed."""
    players = {player: measure_minigame_player(minigame, player, plays, seed) for player in PLAYERS}
    value = compute_exact_value(minigame)
    worth = {player: found["mean"] for player, found in players.items()}
    worth["best"] = worth["best"] if value is None else round(value)
    return {
        "name": minigame,
        "exact": value is not None,
        **worth,
        "best_by_careless": compute_worth_ratio(worth["best"], worth["careless"]),
        "silence_by_best": compute_worth_ratio(worth["silence"], worth["best"]),
        "players": players,
    }


def compute_worth_ratio(some: float, other: float) -> float | None:
    """Return one amount divided by the other, or None if the other is zero."""
    return round(some / other, 2) if other else None


def iter_minigame_measures(minigames: list[str], plays: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the measures of these minigames."""
    return (measure_minigame(minigame, plays, seed) for minigame in minigames)


def run_minigames_simulation(argv: list[str]) -> int:
    """Print a line for every minigame, or JSON, or the page for docs/minigames.md."""
    options = build_minigames_parser().parse_args(argv)
    unknown = [name for name in options.only if name not in MINIGAMES]
    if unknown:
        print(f"No minigame is called {unknown[0]}. There are: {', '.join(MINIGAMES)}.", file=sys.stderr)
        return 2
    found = iter_minigame_measures(options.only or sorted(MINIGAMES), options.plays, options.seed)
    if options.page:
        print(format_minigames_page(list(found), options.plays), end="")
    elif options.json:
        print(msgspec.json.format(msgspec.json.encode(list(found))).decode())
    else:
        print(f"{'':26}{'best':>13}{'careless':>13}{'silence':>13}  best/careless  silence/best")
        for one in found:
            print(format_minigame_line(one), flush=True)
    return 0


def format_minigame_line(one: dict[str, Any]) -> str:
    """Format the measures of a minigame as one line."""
    amount = format_booster_points if one["name"] == "Accelerator" else format_money
    sums = "".join(
        f"{amount(one[player]) + star:>13}" for player, star in zip(PLAYERS, list_exact_stars(one), strict=True)
    )
    careless, silence = format_share(one["best_by_careless"], ".2f"), format_share(one["silence_by_best"], ".0%")
    return f"{one['name']:<26}{sums}{careless:>15}{silence:>14}"


def format_share(found: float | None, written: str) -> str:
    """Format a share, or a dash if there is none."""
    return "–" if found is None else format(found, written)


def list_exact_stars(one: dict[str, Any]) -> list[str]:
    """Return the marks behind the amounts of the three players: a star behind the best one if it is exact."""
    return ["*" if one["exact"] else "", "", ""]


def build_minigames_parser() -> argparse.ArgumentParser:
    """Build the argument parser of `rtab simulate minigames`."""
    words = argparse.ArgumentParser(
        prog="rtab simulate minigames", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("only", nargs="*", metavar="MINIGAME", help="only these (default: all)")
    words.add_argument(
        "--plays", type=parse_positive_count, default=500, help="plays of each by each player (default 500)"
    )
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--page", action="store_true", help="print the page for docs/minigames.md")
    return words


# -- the page


def format_minigames_page(found: list[dict[str, Any]], plays: int) -> str:
    """Return the page with what each measured minigame is worth."""
    worth = "".join(f"| {' | '.join(list_balance_cells(one))} |\n" for one in found)
    return f"{MINIGAMES_PAGE_HEAD.format(plays=f'{plays:,}')}{worth}"


def list_balance_cells(one: dict[str, Any]) -> list[str]:
    """Return the cells of a minigame's row in the table of how they are balanced."""
    amount = format_booster_points if one["name"] == "Accelerator" else format_money
    sums = [amount(one[player]) + star for player, star in zip(PLAYERS, list_exact_stars(one), strict=True)]
    return [one["name"], *sums, f"{one['players']['best']['nothing']:.0%}"]


def format_booster_points(percent: int) -> str:
    """Format a prize in booster."""
    return f"{percent}%"


MINIGAMES_PAGE_HEAD = """# The minigames

For players and makers of games: what each minigame is worth before your booster. Their rules:
[Season 7](season7.md#minigames), and for the three of earlier seasons [Vintage](season7.md#vintage).

Printed by `rtab simulate minigames --page --plays 600`. *Best* is the mean of the best player known, exact with a star;
*careless* gives any legal answer, *silence* none ({plays} plays each). *Nothing*: how often the best player wins
nothing. Tests hold [the bounds](a-square.md#a-minigame).

| Minigame | Best | Careless | Silence | Nothing |
|---|---:|---:|---:|---:|
"""
