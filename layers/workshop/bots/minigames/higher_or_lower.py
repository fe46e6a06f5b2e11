"""Count the cards: bet all on what is nearly sure, half on what is likely, little on the rest."""

from __future__ import annotations

import re
from random import Random

from engine.kernel.question import Question
from engine.minigames.higher_or_lower import RANKS


def sensible(question: Question, picture: str, _dice: Random) -> str:
    """Return the likelier call with a bet that fits how likely it is, or change the card or stop. The cards already
    seen are counted.
    """
    values = {str(option.value) for option in question.options}
    seen = re.search(r"Cards: (.*?)(?:\d+\s+face\s+down|Bank)", picture, re.DOTALL)
    at = RANKS.index(question.facts["card"])
    left = [RANKS.index(rank) for rank in RANKS * 4]
    for card in re.findall(r"\w+", seen[1]) if seen else []:
        left.remove(RANKS.index(card))
    higher, lower = sum(card > at for card in left), sum(card < at for card in left)
    edge = abs(higher - lower) / len(left)
    if "change" in values and edge < 0.4:
        return "change"
    call = "higher" if higher > lower else "lower"
    big = f"{call} least" not in values
    if big and edge < 0.1:
        return "stop"
    share = "all" if edge > 0.3 else "half" if big or edge > 0.1 else "least"
    return f"{call} {share}"
