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
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    words.add_argument("--page", action="store_true", help="print the page for docs/minigames.md")
    return words


# -- the page


def format_minigames_page(found: list[dict[str, Any]], plays: int) -> str:
    """Return the page: the rules of the minigames measured, and what they are worth."""
    rules = "".join(f"## {one['name']}\n\n{read_minigame_rules(one['name'])}\n\n" for one in found)
    worth = "".join(f"| {' | '.join(list_balance_cells(one))} |\n" for one in found)
    each = "".join(
        f"| {' | '.join(list_outcome_cells(one['name'], player))} |\n"
        for one in found
        for player in one["players"].items()
    )
    return f"{MINIGAMES_PAGE_HEAD}{rules}{MINIGAMES_BALANCE_HEAD}{worth}{EACH.format(plays=f'{plays:,}')}{each}"


def read_minigame_rules(minigame: str) -> str:
    """Return the rules of a minigame: its script's docstring."""
    return inspect.getdoc(MINIGAMES[minigame]) or ""


def list_balance_cells(one: dict[str, Any]) -> list[str]:
    """Return the cells of a minigame's row in the table of how they are balanced."""
    amount = format_booster_points if one["name"] == "Accelerator" else format_money
    sums = [amount(one[player]) + star for player, star in zip(PLAYERS, list_exact_stars(one), strict=True)]
    shares = [format_share(one["best_by_careless"], ".1f"), format_share(one["silence_by_best"], ".0%")]
    longest = max(player["longest"] for player in one["players"].values())
    return [one["name"], *sums, *shares, f"{one['players']['best']['nothing']:.0%}", str(longest)]


def list_outcome_cells(minigame: str, player: tuple[str, dict[str, Any]]) -> list[str]:
    """Return the cells of a player's row in the table of how they turn out."""
    amount = format_booster_points if minigame == "Accelerator" else format_money
    prizes = [amount(player[1][cell]) for cell in ("mean", "p5", "p50", "p95", "best5", "max")]
    return [minigame, player[0], *prizes, f"{player[1]['questions']:g}", str(player[1]["longest"])]


def format_booster_points(percent: int) -> str:
    """Format a prize in booster."""
    return f"{percent}%"


MINIGAMES_PAGE_HEAD = """# The minigames

What each minigame asks of you, and what it is worth. This page is printed by
`rtab simulate minigames --page --plays 600`; the rules are those its script carries, so they cannot drift apart.
Amounts are before your booster. If the clock runs out on a question, the safe choice is made for you.

"""

MINIGAMES_BALANCE_HEAD = """## How they are balanced

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

| Minigame | Season7Player | Mean | 5th percentile | Median | 95th percentile | Best 5% | Most | Questions | Longest |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|
"""
