"""How computer players get along, and what is counted for people."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Achievement, Advice, Deed
from engine.kernel.text import Told
from engine.ladder.events import BoxesShown
from engine.ladder.state import FIFTY, LETTERS, LEVELS, TAKE, Card, Ladder

SURE = 97  # of a hundred easiest questions, how many a computer player knows
FALL = 5  # and how many fewer with every level
KEYS = ("answer", "card", "lifeline", "friend", "call", "advice")


ACHIEVEMENTS = (
    Achievement("First rung", "Answer a question rightly.", "right", 1),
    Achievement("Well read", "Answer a hundred questions rightly.", "right", 100),
    Achievement("Top of the ladder", "Answer every question of a climb.", "top", 1),
    Achievement("Knows when to go", "Take the money ten times.", "walked", 10),
)
CATEGORIES = (
    *("art", "everyday", "film", "food", "games", "geography", "history", "internet", "language", "literature"),
    *("money", "music", "mythology", "nature", "politics", "science", "sport", "technology", "television", "transport"),
)
SHOWN = {
    "right": "{n:n} {n:question|questions} answered rightly",
    "top": "{n:n} {n:time|times} at the top of the ladder",
    "walked": "{n:n} {n:time|times} gone with the money",
    "climb": "best climb: {n:$}",
    "cash": "{n:$} won on ladders in all",
}
RATES = {
    f"{{right:n}} of {{asked:n}} right about {category}: {{share}} %": (f"right.{category}", f"asked.{category}")
    for category in CATEGORIES
}
DEEDS = {"walked": "walked", "out": "out", "won": "top", "left": "left"}


def deeds(told: Told) -> Iterator[Deed]:
    """Right answers, money won, and how climbs end."""
    facts = told.facts
    if "status" in facts:
        yield Deed(facts["who"], DEEDS[facts["status"]])
        yield Deed(facts["who"], "cash", facts["amount"])
        yield Deed(facts["who"], "climb", facts["amount"], best=True)
    if told.kind is BoxesShown and "day" in facts:
        yield Deed(facts["who"], f"day.{facts['day']}", facts["won"], best=True, table=True)
    if told.deed == "right" or facts.get("status") == "won":
        yield Deed(facts["who"], "right")
        yield from _of_category(facts, "right", "asked")
    elif facts.get("status") == "out" and facts.get("letter") in LETTERS:
        yield from _of_category(facts, "asked")


def _of_category(facts: Mapping[str, Any], *names: str) -> Iterator[Deed]:
    """What somebody was asked in this category, and knew."""
    if facts.get("category") in CATEGORIES:
        yield from (Deed(facts["who"], f"{name}.{facts['category']}") for name in names)


def advise(game: Game[Ladder], who: str) -> Advice | None:
    """It knows some answers by lot, fewer the harder they are; without knowing, it halves, and then takes the money."""
    question = next((q for q in game.legal(who).questions if q.key.partition(".")[0] in KEYS), None)
    state = game.state
    if question is None or state.card is None:
        return None
    if "." in question.key:
        return _at_once(state, who, question)
    values = [option.value for option in question.options]
    if question.key in ("lifeline", "friend", "call"):
        return Advice(question.id, values[0])
    lot = _lot(who, state.card)
    if _knows(lot, state.card):
        return Advice(question.id, state.right)
    letters = [value for value in values or state.letters if value in state.letters]
    fallback = letters[lot // 100 % len(letters)]
    first = [value for value in (FIFTY, TAKE) if value in values and question.key == "answer"]
    return Advice(question.id, first[0] if first else fallback)


def _at_once(state: Ladder, who: str, question: Question) -> Advice:
    """One of several questions: what it does not know it guesses, or it stops before it."""
    rung = int(question.key.partition(".")[2])
    card, letters = state.pages[rung - 1].card, state.pages[rung - 1].letters
    lot = _lot(who, card)
    if _knows(lot, card):
        return Advice(question.id, f"{rung}{letters[0]}")
    return Advice(question.id, f"{rung}{sorted(letters)[lot // 100 % len(letters)] if rung == 1 else TAKE}")


def _lot(who: str, card: Card) -> int:
    return zlib.crc32(f"{who} {card.id}".encode())


def _knows(lot: int, card: Card) -> bool:
    return lot % 100 < SURE - FALL * min(card.level, LEVELS)
