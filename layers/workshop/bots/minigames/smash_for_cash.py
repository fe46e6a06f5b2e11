"""Listen first, smash where it is safest, and stop when there is too much to lose."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.smash_for_cash import BOMBS, PER_ROW, PIG_ROWS, TOKENS, compute_token_prize

TYPICAL = sum(TOKENS) / len(TOKENS)
LISTENS = 3  # rows worth an ear


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Return rows to hear while that is cheap; then pigs from the safest row, as many as still pay, or "stop"."""
    tokens = question.facts["tokens"]
    values = [option.value for option in question.options]
    heard = {row: int(bombs) for row, bombs in re.findall(r"([A-D]) (\d)(?=,|$)", picture.partition("Heard: ")[2])}
    silent = [row for row in PIG_ROWS if row in values]
    risks = compute_row_risks(picture, heard)
    row = min(risks, key=lambda row: risks[row])
    if silent and len(heard) < LISTENS and tokens > 1 and risks[row] > 0.12:
        return silent[: min(tokens - 1, LISTENS - len(heard))]
    start = PIG_ROWS.index(row) * PER_ROW
    pigs = [n for n in range(start + 1, start + PER_ROW + 1) if n in values]
    count, bombs, first = len(pigs), risks[row] * len(pigs), question.facts["bombs"] == BOMBS
    number = sum(
        is_pig_worth_smashing(tokens + round(n * TYPICAL), bombs / (count - n), first=first)
        for n in range(count - bool(bombs))
    )
    return dice.sample(pigs, max(number, not tokens)) if number or not tokens else ["stop"]


def is_pig_worth_smashing(tokens: int, risk: float, *, first: bool) -> bool:
    """Return whether one more pig promises more than a bomb would take."""
    gain = compute_token_prize(tokens + round(TYPICAL)) - compute_token_prize(tokens)
    loss = compute_token_prize(tokens) - (compute_token_prize(tokens // 2) if first else 0)
    return risk * loss <= (1 - risk) * gain * 1.2


def compute_row_risks(picture: str, heard: dict[str, int]) -> dict[str, float]:
    """Return, for each row, how likely a whole pig in it is a bomb."""
    whole, hit = dict[str, int](), dict[str, int]()
    for line in picture.splitlines()[1 : len(PIG_ROWS) + 1]:
        whole[line[0]] = line.count("(") if "(" in picture else PER_ROW
        hit[line[0]] = line.count("BOMB")
    unheard = [row for row in PIG_ROWS if row not in heard]
    hidden = BOMBS - sum(heard.values()) - sum(hit[row] for row in unheard)
    among = sum(whole[row] for row in unheard)
    return {
        row: (heard[row] - hit[row]) / whole[row] if row in heard else hidden / among for row in PIG_ROWS if whole[row]
    }
