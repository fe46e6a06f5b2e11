"""Chance followed once more, with the checker that knows nothing of ours: each draw from the secret and the words."""

import re

from engine.kernel.chance import CHANCE_TABLE
from engine.rulesets import ruleset
from host.core.context import load_engine_game
from host.core.events import FingerprintShown, SecretOpened, WordsSealed
from host.core.session import OVER, LogEntry, Session
from tests.chaos.broken import law
from tests.fair_play import checker

RECEIPT = re.compile(r"\b[0-9a-f]{64}\b")
HOSTS = (FingerprintShown, SecretOpened, WordsSealed)  # what the host says when a game is over has hashes, too


class Odds:
    """Everything that chance did in one game."""

    def __init__(self) -> None:
        self._entropy, self._made = "", 0
        self._known, self._given = set[str](), set[str]()

    def add(self, entry: LogEntry, secret: str) -> None:
        """One more input; raises Broken if it was not drawn as promised."""
        if entry.kind == "begin":
            self._words(entry)
        for drawn in entry.drawn:
            law(self._entropy == drawn.entropy, "was not stirred in", (drawn, entry))
            runs = None if drawn.weights is None else [(weight, 1) for weight in drawn.weights]
            due = checker.draw(secret, self._entropy, self._made, drawn.key, drawn.size, drawn.k, runs, drawn.again)
            law((drawn.number, drawn.drew) == (self._made, due), "was not drawn from the secret", (drawn, due))
            self._made += 1
        self._known |= {checker.receipt(secret, sealed.name, sealed.what) for sealed in entry.sealed}
        for line in entry.told:
            if line.kind not in HOSTS and line.table != CHANCE_TABLE:
                self._given.update(RECEIPT.findall(str(line.facts)))

    def _words(self, entry: LogEntry) -> None:
        for seat, word, _, sealed in entry.value.get("words", []):
            law(not word or checker.sha256(f"word|{word}") == sealed, "is not what was sealed", entry)
            self._entropy = checker.stirred(self._entropy, f"word|{seat}", word) if word else self._entropy

    def check(self, session: Session) -> None:
        """Raises Broken if a receipt is missing, or one was given out for what nobody sealed. A game that ends before
        its time may owe some.
        """
        promised = checker.sha256(f"commitment|{session.secret}")
        unknown, owed = self._given - {promised} - self._known, self._known - self._given
        law(not unknown, "is no receipt", (session.id, unknown))
        whole = session.stage == OVER and load_engine_game(ruleset(session.ruleset), session)[0].over
        law(not (whole and owed), "has no receipt", (session.id, owed))
