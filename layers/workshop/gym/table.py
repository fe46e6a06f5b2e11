"""Who beats whom: every baseline against every other, half of the seats each, and how often each side wins."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations
from math import sqrt
from random import Random

from msgspec import Struct

from workshop.gym.environment import make_env
from workshop.gym.players import make_player
from workshop.simulate.progress import Progress


class Meeting(Struct):
    """The games of one baseline against another."""

    first: str
    second: str
    games: int = 0
    won: float = 0.0  # by the first; of a shared win a part
    cut_off: int = 0  # games that were too long to be played to their end


def play_meeting(game: str, pair: tuple[str, str], seats: int, games: int, seed: int) -> Meeting:
    """Play so many games of two baselines against each other, who change seats after each game."""
    env, meeting = make_env(game, seats), Meeting(*pair)
    for n in range(games):
        dice = Random(f"{seed} {pair} {n}")  # noqa: S311 - players need no cryptography
        sides = {who: pair[(at + n) % 2] for at, who in enumerate(env.possible_agents)}
        players = {who: make_player(game, name, dice) for who, name in sides.items()}
        env.reset(seed=seed + n)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            who = env.agent_selection
            env.step(players[who](env, who))
        meeting.games += 1
        meeting.won += sum(env.rewards[who] for who, name in sides.items() if name == pair[0])
        meeting.cut_off += any(env.truncations.values())
    return meeting


def play_all_meetings(game: str, names: Sequence[str], seats: int, games: int, seed: int) -> list[Meeting]:
    """Play every pair of baselines against each other."""
    pairs = [*combinations(names, 2)]
    bar = Progress(sys.stderr, "pairs", len(pairs))
    return [play_meeting(game, pair, seats, games, seed) for pair in bar.iter_with_bar(pairs)]


def format_table(game: str, names: Sequence[str], meetings: Sequence[Meeting], seats: int, seed: int) -> list[str]:
    """Format what came of the meetings as a Markdown table: how often the row wins against the column."""
    shares = {(each.first, each.second): each.won / each.games for each in meetings}
    shares |= {(second, first): 1 - share for (first, second), share in shares.items()}
    games, cut_off = meetings[0].games, sum(each.cut_off for each in meetings)
    lines = [f"| {game} | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for row in names:
        cells = [f"{shares[row, other]:.0%}" if (row, other) in shares else "" for other in names]
        lines.append(f"| {row} | {' | '.join(cells)} |")
    margin = 1.96 * sqrt(0.25 / games)
    head = f"{game}, {seats} seats, games for each pair: {games}, seed {seed}. 50% is even, give or take {margin:.0%}."
    return [head, *([f"{cut_off} games were cut off."] if cut_off else []), "", *lines]
