"""`rtab simulate ladder`: what players of several skills win on the ladder, round after round, in one company.

A player knows an answer with a chance that falls with every level. Without knowing, lifelines are played in order;
what is left is guessed at if that is worth more than the money in hand. The same seed gives the same numbers.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import mean, median
from typing import Any

import msgspec

from engine.kernel import Game, money
from engine.kernel.question import Question
from engine.ladder.rules import LADDER
from engine.ladder.state import LETTERS, TAKE, Ladder
from host.core import card_packs

SKILLS = {"guesser": (0.25, 0.25), "beginner": (0.85, 0.2), "fair": (0.95, 0.4), "expert": (1.0, 0.75)}


def knows(skill: str, level: int) -> float:
    """How likely a player of this skill knows an answer: from the easiest level to the hardest."""
    first, last = SKILLS[skill]
    return first + (last - first) * (level - 1) / 14


def play(seed: str, chosen: dict[str, Any]) -> Game[Ladder]:
    """One game in which a player of every skill takes part."""
    dice = Random(seed)  # noqa: S311 # a simulated player's whims need no cryptography
    state = card_packs.laid_out(LADDER, list(SKILLS), chosen, seed)
    game = Game.begin(LADDER, state, seed, keep=False)
    sure: dict[tuple[str, int, int], bool] = {}
    while not game.over:
        question = game.pending()[0]
        at = (question.who, game.state.round, game.state.rung)
        level = game.state.level(game.state.rung)
        known = sure.setdefault(at, dice.random() < knows(question.who, level))
        game.answer(question.who, question.id, decided(game.state, question, dice, known=known))
    return game


def decided(state: Ladder, question: Question, dice: Random, *, known: bool) -> Any:
    """What a player answers."""
    values = [option.value for option in question.options]
    if question.key == "friend":
        return values[0]
    if question.key == "card":
        return state.right if known else dice.choice([value for value in values if value in LETTERS])
    if known:
        return state.right
    lifelines = state.lifelines(question.who)
    if lifelines and state.rung > 2:
        return lifelines[0]
    guess, share = best(state, question.who, dice)
    stake, fall = state.prize(state.rung - 1), state.fall()
    worth = share * state.prize(state.rung) + (1 - share) * fall
    return guess if TAKE not in values or worth > stake else TAKE


def best(state: Ladder, who: str, dice: Random) -> tuple[str, float]:
    """The likeliest letter from what lifelines have shown, and how likely it is."""
    climber = state.climbers[who]
    left = state.open_to(who)
    counts = Counter(dict.fromkeys(left, 1)) + Counter(card for card in climber.cards if card in left)
    most = max(counts.values())
    return dice.choice([letter for letter in left if counts[letter] == most]), most / sum(counts.values())


def measured(games: int, seed: int, chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """A row for every skill: winnings by round, and how games are won."""
    won: dict[str, list[int]] = {skill: [] for skill in SKILLS}
    first: Counter[str] = Counter()
    for number in range(games):
        state = play(f"{seed} {number}", chosen).state
        first.update(state.champions)
        for skill, player in state.players.items():
            won[skill] += [now - before for before, now in zip([0, *player.chart], player.chart, strict=False)]
    return [row(skill, won[skill], first[skill] / games) for skill in SKILLS]


def row(skill: str, won: list[int], share: float) -> dict[str, Any]:
    """What one skill is worth."""
    return {
        "player": skill,
        "rounds": len(won),
        "mean": round(mean(won)),
        "p50": round(median(won)),
        "p95": sorted(won)[len(won) * 19 // 20],
        "nothing": round(sum(amount == 0 for amount in won) / len(won), 3),
        "tops": sum(amount >= LADDER.options_type().ladder[-1] for amount in won),
        "wins": round(share, 3),
    }


def run(argv: list[str]) -> int:
    """Print a line for every skill, or JSON."""
    words = argparse.ArgumentParser("rtab simulate ladder", description=__doc__)
    words.add_argument("--games", type=int, default=200, help="games to play (default 200)")
    words.add_argument("--seed", type=int, default=1, help="another seed, another run")
    words.add_argument("--json", action="store_true", help="print JSON")
    asked = words.parse_args(argv)
    rows = measured(asked.games, asked.seed, {})
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return 0
    for line in rows:
        amounts = {name: money(line[name], "$") for name in ("mean", "p50", "p95")}
        print("  ".join(f"{name} {value}" for name, value in {**line, **amounts}.items()))
    return 0
