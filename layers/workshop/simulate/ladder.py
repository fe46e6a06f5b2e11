"""`rtab simulate ladder`: what players of several skills win on the ladder, round after round, in one company.

A player knows an answer with a chance that falls with every level. Without knowing, lifelines are played in order,
until an answer looks likely; what is left is guessed at if that is worth more than the money in hand. The same seed
gives the same numbers.
`--table` plays with teams of four of one strength each, who hand each other the cards they believe in, and prints what
they win and how far they come: a forecast, until real answers have moved the levels.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping
from random import Random
from statistics import mean, median
from typing import Any

import msgspec

from engine.kernel import Game, format_money
from engine.kernel.question import Question
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.state import LADDER_LETTERS, TAKE, Ladder
from host.core.cards import dealt_cards
from workshop.simulate.season7 import parse_positive_count

SKILLS = {"guesser": (0.25, 0.25), "beginner": (0.85, 0.2), "fair": (0.95, 0.35), "expert": (1.0, 0.75)}
TEAM = 4
SURE_ENOUGH_SHARE = 0.6  # how likely an answer looks that is given without another lifeline


def compute_knowledge(skill: str, level: int) -> float:
    """Return how likely a player of this skill knows an answer; it falls evenly from the easiest level to the
    hardest.
    """
    first, last = SKILLS[skill]
    return first + (last - first) * (level - 1) / 14


def play_ladder_game(
    seed: str, chosen: dict[str, Any], team: Mapping[str, str], climbs: list[int] | None = None
) -> Game[Ladder]:
    """Play one game of a team, given as seats with their skills. How far each of them has climbed in each round is
    added to `climbs`.
    """
    dice = Random(seed)  # noqa: S311 # a simulated player's whims need no cryptography
    state = dealt_cards.build_initial_state(LADDER_RULESET, list(team), chosen, seed)
    game = Game.start_from_state(LADDER_RULESET, state, seed, keep=False)
    reached: dict[tuple[int, str], int] = {}
    sure: dict[tuple[str, int, int], bool] = {}
    while not game.over:
        of = game.state.round
        reached.update({(of, who): reached.get((of, who), 0) for who in game.state.climbers})
        answer_ladder_question(game, team, dice, sure)
        for deed in (deed for told in game.told for deed in LADDER_RULESET.list_deeds(told) if deed.name == "right"):
            reached[of, deed.who] += 1
    if climbs is not None:
        climbs += reached.values()
    return game


def answer_ladder_question(
    game: Game[Ladder], team: Mapping[str, str], dice: Random, sure: dict[tuple[str, int, int], bool]
) -> None:
    """Answer the first open question as a player of this strength does. What each knows is kept in `sure`."""
    question, state = game.list_questions()[0], game.state
    at, level = (question.who, state.round, state.rung), state.compute_level(state.rung)
    known = sure.setdefault(at, dice.random() < compute_knowledge(team[question.who], level))
    game.answer(question.who, question.id, choose_ladder_answer(state, question, dice, known=known))


def choose_ladder_answer(state: Ladder, question: Question, dice: Random, *, known: bool) -> Any:
    """Return what a player answers: the right answer if known, else lifelines until one looks likely, else a guess or
    the money.
    """
    values = [option.value for option in question.options]
    if question.key == "friend":
        return values[0]
    if question.key == "card":
        return state.right if known else dice.choice([value for value in values if value in LADDER_LETTERS])
    if known:
        return state.right
    lifelines = state.list_lifelines(question.who)
    guess, share = find_likeliest_letter(state, question.who, dice)
    if lifelines and share < SURE_ENOUGH_SHARE:
        return lifelines[0]
    stake, fall = state.compute_prize(state.rung - 1), state.compute_fall()
    worth = share * state.compute_prize(state.rung) + (1 - share) * fall
    return guess if TAKE not in values or worth > stake else TAKE


def find_likeliest_letter(state: Ladder, who: str, dice: Random) -> tuple[str, float]:
    """Return the likeliest letter from what lifelines have shown, and how likely it is."""
    climber = state.climbers[who]
    left = state.list_open_letters(who)
    counts = Counter(dict.fromkeys(left, 1)) + Counter(card for card in climber.cards if card in left)
    most = max(counts.values())
    return dice.choice([letter for letter in left if counts[letter] == most]), most / sum(counts.values())


def measure_skills(games: int, seed: int, chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """Play so many games of one player of each skill, and return a row of figures for each."""
    won: dict[str, list[int]] = {skill: [] for skill in SKILLS}
    first: Counter[str] = Counter()
    for number in range(games):
        state = play_ladder_game(f"{seed} {number}", chosen, {skill: skill for skill in SKILLS}).state
        first.update(state.champions)
        for skill, player in state.players.items():
            won[skill] += [now - before for before, now in zip([0, *player.chart], player.chart, strict=False)]
    return [build_skill_row(skill, won[skill], first[skill] / games) for skill in SKILLS]


def build_skill_row(skill: str, won: list[int], share: float) -> dict[str, Any]:
    """Return the figures of one skill."""
    return {
        "player": skill,
        "rounds": len(won),
        "mean": round(mean(won)),
        "p50": round(median(won)),
        "p95": sorted(won)[len(won) * 19 // 20],
        "nothing": round(sum(amount == 0 for amount in won) / len(won), 3),
        "tops": sum(amount >= LADDER_RULESET.options_type().ladder[-1] for amount in won),
        "wins": round(share, 3),
    }


FORECAST = (
    "A forecast of what teams of four players of one strength win in a climb, until real answers change the "
    "levels of questions."
)


def play_team_games(skill: str, games: int, seed: int) -> tuple[list[int], list[int]]:
    """Play so many games of a team of this strength, and return what each climb wins and how many rungs it reaches."""
    won, climbs = list[int](), list[int]()
    for number in range(games):
        team = dict.fromkeys((f"{skill}{n}" for n in range(1, TEAM + 1)), skill)
        players = play_ladder_game(f"{seed} {number}", {}, team, climbs).state.players.values()
        won += [now - was for each in players for was, now in zip([0, *each.chart], each.chart, strict=False)]
    return won, climbs


def format_team_forecast(games: int, seed: int) -> list[str]:
    """Return, as a table, what a team of each strength is likely to win, and how many of its climbs come to each
    rung.
    """
    ladder, rows = LADDER_RULESET.options_type().ladder, {"median": list[str]()}
    for skill in SKILLS:
        won, climbs = play_team_games(skill, games, seed)
        rows["median"].append(format_money(round(median(won)), "$"))
        for rung, amount in enumerate(ladder, 1):
            share = sum(climb >= rung for climb in climbs) / len(climbs)
            rows.setdefault(f"reach {format_money(amount, '$')}", []).append(f"{share:.1%}")
    lines = [f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items()]
    return [FORECAST, "", f"| a team of four | {' | '.join(SKILLS)} |", f"|---|{'---:|' * len(SKILLS)}", *lines]


def run_ladder_simulation(argv: list[str]) -> int:
    """Print a line for every skill, or JSON, or the table of teams."""
    words = argparse.ArgumentParser("rtab simulate ladder", description=__doc__)
    words.add_argument("--games", type=parse_positive_count, default=200, help="games to play (default 200)")
    words.add_argument("--seed", type=int, default=1, help="random seed (the same seed gives the same run)")
    words.add_argument(
        "--table", action="store_true", help="print what teams of each strength win, and how far they come"
    )
    words.add_argument("--json", action="store_true", help="print JSON")
    asked = words.parse_args(argv)
    if asked.table:
        print("\n".join(format_team_forecast(asked.games, asked.seed)))
        return 0
    rows = measure_skills(asked.games, asked.seed, {})
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(rows)).decode())
        return 0
    for line in rows:
        amounts = {name: format_money(line[name], "$") for name in ("mean", "p50", "p95")}
        print("  ".join(f"{name} {value}" for name, value in {**line, **amounts}.items()))
    return 0
