"""Weighs what a sentence says about the answers that it mentions: “5, no wait, 6” is 6, “5 or 6” is nothing. Pure.

`mentions.py` says which words could be answers, `clauses.py` cuts the sentence, `weights.py` weighs each mention by its
clause. What all of it comes to is said in `conclusions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from host.said.reading.clauses import HARMLESS_PHRASES, Clause, Mention, split_clauses
from host.said.reading.vocabulary import CONCLUDING_WORDS, POLITE_WORDS
from host.said.reading.weights import ASIDE, CLEAR, DENIED, GONE, find_weight


class Weighed(Struct):
    """A mention and what its clause makes of it."""

    mention: Mention
    weight: str
    clause: int
    alone: bool = False
    concludes: bool = False


class Thoughts(Struct):
    """A sentence cut into clauses, with every mention weighed."""

    clauses: list[Clause]
    weighed: list[Weighed]

    def list_values(self, *weights: str) -> list[str | int]:
        """List the answers that are mentioned with one of these weights (such as CLEAR or DENIED), in order, each
        only once.
        """
        return list(dict.fromkeys(each.mention.value for each in self.weighed if each.weight in weights))


INTERJECTIONS = frozenset(["um", "eh", "hm", "er", "well", "ok", "okay"])


def read_thoughts(tame: str, mentions: Sequence[Mention]) -> Thoughts:
    """Cut a normalised sentence into clauses, judge for each mention (words that could be an answer) by the words
    around it whether the writer means it, and return both; everyday phrases are blanked out first, with mentions of
    numbers in them. Mentions that only may mean an answer are left out where they are denied.
    """
    kept = [(each.start, each.end) for each in mentions if isinstance(each.value, str)]
    sign = " " if tame.startswith(("why ", "how ")) else ","

    def hide(found: re.Match[str]) -> str:
        """Return an everyday phrase blanked out at its length, or unchanged if it lies within a mention in words."""
        held = any(start <= found.start() and found.end() <= end for start, end in kept)
        return found[0] if held else f"{sign}{' ' * (len(found[0]) - 1)}"

    plain = HARMLESS_PHRASES.sub(hide, tame)
    mentions = [each for each in mentions if plain[each.start : each.end].strip(" ,")]
    clauses = split_clauses(plain, mentions)
    weighed = list[Weighed]()
    for n, clause in enumerate(clauses):
        for at, part in enumerate(clause.parts):
            if isinstance(part, Mention):
                weight = find_weight(clause, at, part, earlier=bool(weighed))
                called = isinstance(part.value, str) and weight == CLEAR and _is_spoken_to(clauses, n)
                dropped = (
                    isinstance(part.value, str) and clause.words[:1] == ["but"] and len(clause.parts) == 2
                )  # “…, but no”
                concludes = dropped or _is_conclusion(clauses, n, at)
                alone = (
                    all(word in POLITE_WORDS or word in INTERJECTIONS for word in clause.words)
                    and _count_mentions(clause) == 1
                )
                weighed.append(Weighed(part, ASIDE if called else weight, n, alone, concludes))
    for here, after in pairwise(weighed):
        if after.weight in (DENIED, GONE) and here.weight == CLEAR and _is_judged_together(clauses, here, after):
            here.weight = after.weight
    return Thoughts(clauses, [each for each in weighed if each.weight != DENIED or each.mention.sure])


def _is_judged_together(clauses: Sequence[Clause], here: Weighed, after: Weighed) -> bool:
    """Return whether what is said of a mention is also said of the one joined to it: “5 and 6 were bad”."""
    parts = clauses[here.clause].parts
    at = parts.index(here.mention)
    joined = here.clause == after.clause and parts[at + 1 : at + 3] == ["and", after.mention]
    return joined and at == 0 and isinstance(here.mention.value, int)


def _count_mentions(clause: Clause) -> int:
    """Return how many words of a clause could be answers."""
    return sum(isinstance(each, Mention) for each in clause.parts)


def _is_conclusion(clauses: Sequence[Clause], n: int, at: int) -> bool:
    """Return whether words such as “so”, “then” or “final answer” stand before a mention, so that it is what the
    writer has decided.
    """
    clause = clauses[n]
    after_so = n > 0 and clauses[n - 1].words[-1:] == ["so"]
    left = [each for each in clause.parts[:at] if isinstance(each, str)]
    return after_so or "final" in clause.words or any(word in CONCLUDING_WORDS for word in left)


def _is_spoken_to(clauses: Sequence[Clause], n: int) -> bool:
    """Return whether clause number `n` is only the name of a player who is spoken to in the next clause, and so no
    answer: “Bob, you are next”.
    """
    after = clauses[n + 1].words if n + 1 < len(clauses) else []
    return len(clauses[n].parts) == 1 and after[:1] in (["you"], ["your"], ["you're"])
