"""The words of a game that observations tell by number: kinds, states, keys, ids of events, names and sentences.

Each game has a list, `words/GAME.txt`. Lines are only ever added at its end (`rtab gym --words GAME`), so that what was
learned by number stays true. What is in no list, such as a quiz question or another player's remark, is UNKNOWN_WORD.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

NO_WORD, UNKNOWN_WORD, FIRST_WORD = 0, 1, 2
FOLDER = Path(__file__).parent / "words"


class Vocabulary:
    """Words with their numbers."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(words)
        self._numbers = {word: n for n, word in enumerate(self.words, FIRST_WORD)}

    def find_number(self, word: str) -> int:
        """Return the number of a word: NO_WORD if it is empty, UNKNOWN_WORD if it is not in the list."""
        return self._numbers.get(word, UNKNOWN_WORD) if word else NO_WORD

    def get_word(self, number: int) -> str:
        """Return the word with this number, for people who read observations."""
        return self.words[number - FIRST_WORD] if number >= FIRST_WORD else "?" * number


class WordCounter(Vocabulary):
    """A vocabulary that counts in how many games each unknown word is met."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(words)
        self.games: Counter[str] = Counter()
        self._met: set[str] = set()

    def find_number(self, word: str) -> int:
        """Return the number of a word, and remember it if it is unknown."""
        number = super().find_number(word)
        if number == UNKNOWN_WORD:
            self._met.add(word)
        return number

    def end_game(self) -> None:
        """Count what was met in the game that has ended."""
        self.games.update(self._met)
        self._met.clear()


@lru_cache(maxsize=8)
def load_vocabulary(game: str) -> Vocabulary:
    """Load the words of a game; a game without a list has none."""
    path = FOLDER / f"{game}.txt"
    return Vocabulary(path.read_text("utf-8").splitlines() if path.exists() else ())


def add_words(game: str, words: Iterable[str]) -> Path:
    """Add words at the end of a game's list, and return the file."""
    path = FOLDER / f"{game}.txt"
    path.write_text("".join(f"{word}\n" for word in (*load_vocabulary(game).words, *words)), "utf-8")
    load_vocabulary.cache_clear()
    return path
