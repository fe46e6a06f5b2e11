"""Computer players on the ladder: what each knows, when it uses a lifeline, and when it takes the money.

A computer either knows an answer or does not: nearly every easy one, every second one of a level that depends on its
strength, hardly any beyond. What it is good at seems easier to it, what it is weak at harder. Without knowing it uses
lifelines and goes by what they tell; then it guesses, or takes the money, by what going on is worth to a player who
knows as much.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections import Counter
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

from engine.kernel.question import Question
from engine.kernel.ruleset import Advice, Character
from engine.kernel.table import GameInPlay
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, LADDER_LETTERS, LEVELS, TAKE, Card, Ladder

ANSWERED_KEYS = ("answer", "card", "lifeline", "friend", "call", "advice")
LIFELINE_ORDER = (AUDIENCE, FIFTY, FRIEND)
SURE_ENOUGH = 0.7  # how likely an answer must look so that no further lifeline is used
GUESS_CHANCE_AHEAD = 0.35  # the chance with which a computer expects to guess rightly further up, lifelines included
SPREAD = 1.7  # how flat the curve of knowledge is: from depth to depth - 2 SPREAD it rises from 50 to 88 %
TOPIC_LEVELS = 2  # by how many levels questions seem easier on what a computer is good at, and harder where it is weak


class ClimberStrength(NamedTuple):
    """The level of which a player knows every second answer, and whether it plans beyond the next question."""

    depth: float
    ahead: bool = True


LADDER_STRENGTHS = {
    "novice": ClimberStrength(5.5, ahead=False),
    "regular": ClimberStrength(7),
    "expert": ClimberStrength(11.3),
}


class ClimberCharacter(NamedTuple):
    """A character: its topics, and how much the money in hand counts for it. More than 1 is careful."""

    good: tuple[str, ...]
    weak: tuple[str, ...]
    care: float


CLIMBING = {
    "engineer": ClimberCharacter(("science", "technology", "internet"), ("art", "film", "sport"), 1.2),
    "merchant": ClimberCharacter(("money", "transport", "politics"), ("music", "nature", "mythology"), 1.6),
    "novelist": ClimberCharacter(("literature", "language", "film"), ("science", "sport", "money"), 1.2),
    "gambler": ClimberCharacter(("games", "sport", "television"), ("literature", "politics", "art"), 0.7),
    "traveller": ClimberCharacter(("geography", "food", "transport"), ("technology", "television", "language"), 0.9),
    "gardener": ClimberCharacter(("nature", "everyday", "food"), ("internet", "games", "history"), 1.6),
    "scholar": ClimberCharacter(("history", "mythology", "art"), ("television", "internet", "games"), 1.2),
    "listener": ClimberCharacter(("music", "television", "everyday"), ("geography", "science", "history"), 0.9),
}
CAREFUL, DARING = 1.5, 0.9
MANNERS = {
    "early": "{who} knows much about {good} and little about {weak}, and takes the money early.",
    "late": "{who} knows much about {good} and little about {weak}, and takes big risks.",
    "fair": "{who} knows much about {good} and little about {weak}, and works out the risk before each answer.",
}


def find_manner(care: float) -> str:
    """Return the word for how a computer player treats money, by its carefulness `care`: from 1.5 on `early`, who takes
    the money early, up to 0.9 `late`, who takes big risks, between them `fair`.
    """
    return "early" if care >= CAREFUL else "late" if care <= DARING else "fair"


LADDER_CHARACTERS = tuple(
    Character(key, MANNERS[find_manner(each.care)], {"good": list(each.good), "weak": list(each.weak)})
    for key, each in CLIMBING.items()
)


def advise_climber(game: GameInPlay[Ladder], question: Question, character: str = "") -> Advice | None:
    """Return what a computer player of this character should answer to a question about the quiz question in play,
    asked of it as climber or helper: a letter, a lifeline, whom to call, or to take the money; in a game from before
    computer players had strengths by older rules. None for other questions, or between quiz questions.
    """
    if question.key.partition(".")[0] not in ANSWERED_KEYS or game.state.card is None:
        return None
    if not game.state.computers:
        return advise_as_before(game, question, game.state.card)
    return ClimberMind(game, question.who, character).advise(question)


class ClimberMind:
    """One computer player deciding about the question in play."""

    def __init__(self, game: GameInPlay[Ladder], who: str, character: str) -> None:
        self.state, self.who, self.secret = game.state, who, game.secret
        self.strength = LADDER_STRENGTHS[game.state.computers]
        self.character = CLIMBING.get(character, ClimberCharacter((), (), 1.2))

    def advise(self, question: Question) -> Advice:
        """Return how a computer player answers this question: the right letter if it knows it, also as the helper of
        another player, for whom it always picks up the telephone; else a lifeline while it is unsure, and then its
        likeliest letter, or leaving with the money.
        """
        values = [option.value for option in question.options]
        if "." in question.key:
            return Advice(question.id, self.answer_page(question))
        if question.key in ("friend", "call"):
            return Advice(question.id, self.choose_friend(values) if question.key == "friend" else values[0])
        card = self.state.card
        if card is not None and self.knows_answer(card):
            return Advice(question.id, values[0] if question.key == "lifeline" else self.state.right)
        letter, share = self.guess_letter(
            [value for value in values if value in LADDER_LETTERS] or list(LADDER_LETTERS)
        )
        lifeline = next((name for name in LIFELINE_ORDER if name in values), "")
        if lifeline and share < SURE_ENOUGH:
            return Advice(question.id, lifeline)
        if question.key == "lifeline":
            return Advice(question.id, values[0])
        leaves = TAKE in values and not self.is_worth_it(self.state.rung, share, self.state.compute_fall())
        return Advice(question.id, TAKE if leaves else letter)

    def choose_friend(self, values: list[Any]) -> Any:
        """Return whom a computer player calls of those on offer: the player who has won most so far, and of several the
        one that its lot names; the first option if no player is on offer.
        """
        players, names = self.state.players, [value for value in values if value in self.state.players]
        most = max((players[name].total for name in names), default=0)
        best = [name for name in names if players[name].total == most]
        lot = self.draw_number(self.state.card, "friend") if self.state.card else 0
        return best[lot % len(best)] if best else values[0]

    def answer_page(self, question: Question) -> str:
        """Return a computer player's answer to one of several quiz questions asked together, written as the rung and a
        letter: the right one if it knows it, else a guess, or instead the choice to stop before this question if
        guessing does not pay.
        """
        rung = int(question.key.partition(".")[2])
        page = self.state.pages[rung - 1]
        card, letters = page.card, page.letters
        if self.knows_answer(card):
            return f"{rung}{letters[0]}"
        goes_on = rung == 1 or self.is_worth_it(rung, 1 / len(LADDER_LETTERS), self.state.compute_fall(rung))
        return f"{rung}{LADDER_LETTERS[self.draw_number(card, 'letter') % len(LADDER_LETTERS)] if goes_on else TAKE}"

    def draw_number(self, card: Card, of: str) -> int:
        """Return a whole number from 0 to 2 to the power of 48, for this computer player and this quiz card, that looks
        random but is always the same for the same word `of`: players cannot predict it, as it depends on the game's
        secret, and a replay gets it again.
        """
        word = f"{self.secret} {self.who} {card.id} {of}"
        return int.from_bytes(hashlib.blake2b(word.encode(), digest_size=6).digest())

    def knows_answer(self, card: Card) -> bool:
        """Return whether this computer player knows the answer to a quiz card, with a chance that depends on its
        strength, the card's level and the topics it is good or weak at; always the same for the same card in a game.
        """
        seems = (card.category in self.character.weak) - (card.category in self.character.good)
        chance = compute_answer_chance(self.strength, min(card.level, LEVELS) + TOPIC_LEVELS * seems)
        return self.draw_number(card, "known") % 10_000 < 10_000 * chance

    def guess_letter(self, letters: list[str]) -> tuple[str, float]:
        """Return the letter of the answer, among `letters` (at least one), that is most likely after what the lifelines
        have told this computer player, by its lot if several are, and how likely it is right (0 to 1).
        """
        climber, card = self.state.climbers.get(self.who), self.state.card
        told = Counter(letter for letter in climber.cards if letter in letters) if climber else Counter[str]()
        if climber and climber.advice and (named := re.findall(r"\b[A-D]\b", climber.advice.words.upper())):
            told.update(letter for letter in named[:1] if letter in letters)
            told.update(letters)  # a friend may be wrong
        counts = told or Counter(letters)  # the right card is in every hand
        best = [letter for letter in sorted(counts) if counts[letter] == max(counts.values())]
        lot = self.draw_number(card, "letter") if card else 0
        return best[lot % len(best)], max(counts.values()) / counts.total()

    def is_worth_it(self, rung: int, share: float, fall: int) -> bool:
        """Return whether this computer player should guess at the question of this rung, with the chance `share` (0 to
        1) to be right, and not leave with the money won so far: whether the gain above `fall`, which a wrong answer
        leaves, times the chance is at least the money at risk times its carefulness.
        """
        options, stake = self.state.options, self.state.compute_prize(rung - 1)
        ahead = compute_rung_worths(tuple(options.ladder), tuple(options.havens), self.strength)[rung]
        goal = ahead if self.strength.ahead else self.state.compute_prize(rung)
        return share * (goal - fall) >= (stake - fall) * self.character.care


def compute_answer_chance(strength: ClimberStrength, level: float) -> float:
    """Return how likely (0 to 1) a computer player of this strength knows the answer to a question of this difficulty
    level: a logistic curve.
    """
    return 1 / (1 + exp((level - strength.depth) / SPREAD))


@lru_cache(maxsize=64)
def compute_rung_worths(
    ladder: tuple[int, ...], havens: tuple[int, ...], strength: ClimberStrength
) -> tuple[float, ...]:
    """Return how much money a computer player of this strength wins on average when it stands on each rung, from the
    ground to the top. `ladder` are the prizes, `havens` the rungs whose prize is kept after a wrong answer, both as
    tuples, because results are cached.
    """
    worth = [float(ladder[-1])]
    for rung in range(len(ladder) - 1, -1, -1):
        money = ladder[rung - 1] if rung else 0
        safe = max((ladder[haven - 1] for haven in havens if haven <= rung), default=0)
        known = compute_answer_chance(strength, 1 + round(rung * (LEVELS - 1) / (len(ladder) - 1)))
        guessed = GUESS_CHANCE_AHEAD * worth[0] + (1 - GUESS_CHANCE_AHEAD) * safe
        worth.insert(0, known * worth[0] + (1 - known) * max(money, guessed))
    return tuple(worth)


def advise_as_before(game: GameInPlay[Ladder], question: Question, card: Card) -> Advice:
    """Return how a computer player answers in games begun before they had strengths. Whether it knows a card is fixed
    by its name and the card. If not: the lifeline 50:50, else to leave with the money, whichever is offered, else a
    guess; of questions asked together it guesses only at the first. About lifelines and friends it gives the first
    option.
    """
    state, values = game.state, [option.value for option in question.options]
    rung = int(question.key.partition(".")[2] or 0)
    letters = state.letters
    if rung:
        card, letters = state.pages[rung - 1].card, state.pages[rung - 1].letters
    lot = zlib.crc32(f"{question.who} {card.id}".encode())
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
