"""Computer players on the ladder: what each knows, when it uses a lifeline, and when it takes the money.

A computer either knows an answer or does not. What it knows falls with every level, and depends on the topics of its
character. Without knowing it uses lifelines and goes by what they tell; then it guesses, or takes the money, by what
going on is worth to somebody who knows as much.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from engine.kernel.game import Game
from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, LETTERS, LEVELS, TAKE, Card, Ladder

KEYS = ("answer", "card", "lifeline", "friend", "call", "advice")
ORDER = (AUDIENCE, FIFTY, FRIEND)
SURE_ENOUGH = 0.7  # how likely an answer must look so that no further lifeline is used
HALF = 0.35  # the chance with which a computer expects to guess rightly further up, lifelines included
TOPIC = 0.15  # how much more often a computer knows what it is good at, and how much less what it is weak at
LEAST, MOST = 0.02, 0.99


class Strength(NamedTuple):
    """How likely somebody knows an answer of the easiest and of the hardest level; does it think further ahead than
    the next question?
    """

    easiest: float
    hardest: float
    ahead: bool = True


STRENGTHS = {
    "novice": Strength(0.78, 0.05, ahead=False),
    "regular": Strength(0.86, 0.06),
    "expert": Strength(0.97, 0.3),
}


class Climbing(NamedTuple):
    """A character: its topics, and how much the money in hand counts for it. More than 1 is careful."""

    good: tuple[str, ...]
    weak: tuple[str, ...]
    care: float


CLIMBING = {
    "engineer": Climbing(("science", "technology", "internet"), ("art", "film", "sport"), 1.2),
    "merchant": Climbing(("money", "transport", "politics"), ("music", "nature", "mythology"), 1.6),
    "novelist": Climbing(("literature", "language", "film"), ("science", "sport", "money"), 1.2),
    "gambler": Climbing(("games", "sport", "television"), ("literature", "politics", "art"), 0.7),
    "traveller": Climbing(("geography", "food", "transport"), ("technology", "television", "language"), 0.9),
    "gardener": Climbing(("nature", "everyday", "food"), ("internet", "games", "history"), 1.6),
    "scholar": Climbing(("history", "mythology", "art"), ("television", "internet", "games"), 1.2),
    "listener": Climbing(("music", "television", "everyday"), ("geography", "science", "history"), 0.9),
}
CAREFUL, DARING = 1.5, 0.9
MANNERS = {
    "early": "{who} is good at {good}, weak at {weak}, and takes the money early.",
    "late": "{who} is good at {good}, weak at {weak}, and risks a lot.",
    "fair": "{who} is good at {good}, weak at {weak}, and goes by the odds.",
}


def manner(care: float) -> str:
    """Name how somebody treats the money in hand."""
    return "early" if care >= CAREFUL else "late" if care <= DARING else "fair"


CHARACTERS = tuple(
    Character(key, MANNERS[manner(each.care)], {"good": list(each.good), "weak": list(each.weak)})
    for key, each in CLIMBING.items()
)


def advise(game: Game[Ladder], who: str, character: str = "") -> Advice | None:
    """Return what a computer player does about the first question it is asked."""
    question = next((q for q in game.legal(who).questions if q.key.partition(".")[0] in KEYS), None)
    if question is None or game.state.card is None:
        return None
    if not game.state.computers:
        return advise_as_before(game, who, question, game.state.card)
    return Mind(game, who, character).advise(question)


class Mind:
    """One computer player in front of the question in play."""

    def __init__(self, game: Game[Ladder], who: str, character: str) -> None:
        self.state, self.who, self.secret = game.state, who, game.secret
        self.strength = STRENGTHS[game.state.computers]
        self.character = CLIMBING.get(character, Climbing((), (), 1.2))

    def advise(self, question: Question) -> Advice:
        """Return the answer to this question."""
        values = [option.value for option in question.options]
        if "." in question.key:
            return Advice(question.id, self.answer_page(question))
        if question.key in ("friend", "call"):
            return Advice(question.id, values[0])
        card = self.state.card
        if card is not None and self.knows(card):
            return Advice(question.id, values[0] if question.key == "lifeline" else self.state.right)
        letter, share = self.guess_letter([value for value in values if value in LETTERS] or list(LETTERS))
        lifeline = next((name for name in ORDER if name in values), "")
        if lifeline and share < SURE_ENOUGH:
            return Advice(question.id, lifeline)
        if question.key == "lifeline":
            return Advice(question.id, values[0])
        leaves = TAKE in values and not self.is_worth_it(self.state.rung, share, self.state.fall())
        return Advice(question.id, TAKE if leaves else letter)

    def answer_page(self, question: Question) -> str:
        """Answer one of several questions in one message, or stop before it."""
        rung = int(question.key.partition(".")[2])
        page = self.state.pages[rung - 1]
        card, letters = page.card, page.letters
        if self.knows(card):
            return f"{rung}{letters[0]}"
        goes_on = rung == 1 or self.is_worth_it(rung, 1 / len(LETTERS), 0)
        return f"{rung}{LETTERS[self.lot(card, 'letter') % len(LETTERS)] if goes_on else TAKE}"

    def lot(self, card: Card, of: str) -> int:
        """Return a number that depends on nothing but the game, the player and the card."""
        word = f"{self.secret} {self.who} {card.id} {of}"
        return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=6).digest())

    def knows(self, card: Card) -> bool:
        """Draw by lot whether the player knows the answer, by its level and topic."""
        chance = knowledge(self.strength, card.level)
        chance += TOPIC * ((card.category in self.character.good) - (card.category in self.character.weak))
        return self.lot(card, "known") % 1000 < 1000 * min(MOST, max(LEAST, chance))

    def guess_letter(self, letters: list[str]) -> tuple[str, float]:
        """Return the likeliest of these letters by all that lifelines have told, and how likely it is."""
        climber, card = self.state.climbers.get(self.who), self.state.card
        told = Counter(letter for letter in climber.cards if letter in letters) if climber else Counter[str]()
        if climber and climber.advice and (named := re.findall(r"\b[A-D]\b", climber.advice.words.upper())):
            told.update(letter for letter in named[:1] if letter in letters)
            told.update(letters)  # a friend may be wrong
        counts = told or Counter(letters)  # the right card is in every hand
        best = [letter for letter in sorted(counts) if counts[letter] == max(counts.values())]
        lot = self.lot(card, "letter") if card else 0
        return best[lot % len(best)], max(counts.values()) / counts.total()

    def is_worth_it(self, rung: int, share: float, fall: int) -> bool:
        """Is a guess with this chance worth more than the money in hand?"""
        options, stake = self.state.options, self.state.prize(rung - 1)
        ahead = worths(tuple(options.ladder), tuple(options.havens), self.strength)[rung]
        goal = ahead if self.strength.ahead else self.state.prize(rung)
        return share * (goal - fall) >= (stake - fall) * self.character.care


def knowledge(strength: Strength, level: int) -> float:
    """Return how likely somebody of this strength knows an answer of this level."""
    steps = (min(level, LEVELS) - 1) / (LEVELS - 1)
    return strength.easiest + (strength.hardest - strength.easiest) * steps


@lru_cache(maxsize=64)
def worths(ladder: tuple[int, ...], havens: tuple[int, ...], strength: Strength) -> tuple[float, ...]:
    """Return what standing on each rung is worth on the average, from the ground to the top."""
    worth = [float(ladder[-1])]
    for rung in range(len(ladder) - 1, -1, -1):
        money = ladder[rung - 1] if rung else 0
        safe = max((ladder[haven - 1] for haven in havens if haven <= rung), default=0)
        known = knowledge(strength, 1 + round(rung * (LEVELS - 1) / (len(ladder) - 1)))
        guessed = HALF * worth[0] + (1 - HALF) * safe
        worth.insert(0, known * worth[0] + (1 - known) * max(money, guessed))
    return tuple(worth)


def advise_as_before(game: Game[Ladder], who: str, question: Question, card: Card) -> Advice:
    """Play as computers did in games that began before they had strengths: 50:50 once, then take the money."""
    state, values = game.state, [option.value for option in question.options]
    rung = int(question.key.partition(".")[2] or 0)
    letters = state.letters
    if rung:
        card, letters = state.pages[rung - 1].card, state.pages[rung - 1].letters
    lot = zlib.crc32(f"{who} {card.id}".encode())
    known = lot % 100 < 97 - 5 * min(card.level, LEVELS)
    if rung:
        guess = sorted(letters)[lot // 100 % len(letters)] if rung == 1 else TAKE
        return Advice(question.id, f"{rung}{letters[0] if known else guess}")
    if question.key in ("lifeline", "friend", "call"):
        return Advice(question.id, values[0])
    open_ = [value for value in values or letters if value in letters]
    first: list[Any] = [value for value in (FIFTY, TAKE) if value in values and question.key == "answer"]
    guess = [*first, open_[lot // 100 % len(open_)]][0]
    return Advice(question.id, state.right if known else guess)
