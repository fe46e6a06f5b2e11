"""Guess a code that fits all that is known, and of those the one that splits the others best."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import Any

from engine.kernel.question import Question
from engine.minigames.digital_fortress import DIGITS, LENGTH

Code = tuple[int, ...]
CODES: list[Code] = list(permutations(DIGITS, LENGTH))


def sensible(question: Question, picture: str, _dice: Random) -> Any:
    """Return a code to try, or whether to try again: yes while enough codes are ruled out, else take the money."""
    tried = re.findall(r"(\d) right place, (\d) wrong place:\s+([\d ]+)", picture)
    codes = list_fitting_codes(tuple((guess.replace(" ", ""), here, elsewhere) for here, elsewhere, guess in tried))
    if question.key == "digital_fortress.code":
        return find_best_code(codes)
    return "on" if len(codes) <= 12 or "Attempts left: 2" in picture else "walk"


def compute_code_marks(guess: Code, code: Code) -> tuple[int, int]:
    """Return what the fortress would answer to a guess: digits in their place, and digits that belong elsewhere."""
    here = sum(a == b for a, b in zip(guess, code, strict=True))
    return here, len(set(guess) & set(code)) - here


@lru_cache
def list_fitting_codes(tried: tuple[tuple[str, str, str], ...]) -> tuple[Code, ...]:
    """Return the codes that every answer so far allows."""
    answers: list[tuple[Code, tuple[int, int]]] = [
        (tuple(int(digit) for digit in guess), (int(here), int(elsewhere))) for guess, here, elsewhere in tried
    ]
    return tuple(code for code in CODES if all(compute_code_marks(guess, code) == answer for guess, answer in answers))


@lru_cache
def find_best_code(codes: tuple[Code, ...]) -> list[int]:
    """Return the fitting code after which the most different answers are possible."""
    if len(codes) == len(CODES):
        return list(CODES[0])
    widest: Code = max(codes, key=lambda guess: len(Counter(compute_code_marks(guess, code) for code in codes)))
    return list(widest)
