"""Listen first, smash where it is safest, and stop when there is too much to lose."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.smash_for_cash import BOMBS, PER_ROW, ROWS, TOKENS, worth

TYPICAL = sum(TOKENS) / len(TOKENS)
LISTENS = 3  # rows worth an ear


def sensible(question: Question, picture: str, dice: Random) -> Any:
    """Listen while it is cheap; then one pig at a time from the safest row."""
    tokens = question.facts["tokens"]
    values = [option.value for option in question.options]
    heard = {row: int(bombs) for row, bombs in re.findall(r"([A-D]) (\d)(?=,|$)", picture.partition("Heard: ")[2])}
    silent = [row for row in ROWS if row in values]
    risks = risk_by_row(picture, heard)
    row = min(risks, key=lambda row: risks[row])
    if silent and len(heard) < LISTENS and tokens > 1 and risks[row] > 0.12:
        return silent[: min(tokens - 1, LISTENS - len(heard))]
    start = ROWS.index(row) * PER_ROW
    pigs = [n for n in range(start + 1, start + PER_ROW + 1) if n in values]
    count, bombs, first = len(pigs), risks[row] * len(pigs), question.facts["bombs"] == BOMBS
    number = sum(
        pays(tokens + round(n * TYPICAL), bombs / (count - n), first=first) for n in range(count - bool(bombs))
    )
    return dice.sample(pigs, max(number, not tokens)) if number or not tokens else ["stop"]


def pays(tokens: int, risk: float, *, first: bool) -> bool:
    """Does one more pig promise more than a bomb would take?"""
    gain = worth(tokens + round(TYPICAL)) - worth(tokens)
    loss = worth(tokens) - (worth(tokens // 2) if first else 0)
    return risk * loss <= (1 - risk) * gain * 1.2


def risk_by_row(picture: str, heard: dict[str, int]) -> dict[str, float]:
    """How likely a whole pig of each row is a bomb."""
    whole, hit = dict[str, int](), dict[str, int]()
    for line in picture.splitlines()[1 : len(ROWS) + 1]:
        whole[line[0]] = line.count("(") if "(" in picture else PER_ROW
        hit[line[0]] = line.count("BOMB")
    unheard = [row for row in ROWS if row not in heard]
    hidden = BOMBS - sum(heard.values()) - sum(hit[row] for row in unheard)
    among = sum(whole[row] for row in unheard)
    return {row: (heard[row] - hit[row]) / whole[row] if row in heard else hidden / among for row in ROWS if whole[row]}
