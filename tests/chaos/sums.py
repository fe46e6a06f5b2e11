"""What was won and counted, added up once more from what was said: not by the host's own way of counting."""

from collections import Counter, defaultdict
from typing import Any

from engine.kernel import Deed, Told
from engine.rulesets import RULESETS, ruleset
from host.core.context import load_engine_game
from host.core.events import MedalEarned
from host.core.session import OVER, Session
from host.core.store import MemoryTable, Store
from host.core.store.sqlite import SqliteTable
from tests.chaos.broken import law

WINS, TIPS = "{who} wins {amount:£}.", "You tip the host {amount:£}."

Earned = tuple[str, str]  # who, and what it is called


class Sums:
    """All that was done in a world, in the order in which it was saved."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)  # by person or place
        self.best: dict[str, dict[str, int]] = defaultdict(dict)
        self._earned: list[Earned] = []
        self._announced: list[Earned] = []
        self._there: dict[str, set[str]] = {}  # in each game
        self._away: set[str] = set()  # who has gone, or for whom a computer stood in: nobody was there to be told

    def add(self, session: Session, told: list[Told]) -> None:
        """One more input, and how its game stood after it."""
        rules = ruleset(session.ruleset)
        there = {player.person for player in session.players if not (player.bot or player.out)}
        self._away |= self._there.get(session.id, set()) - there
        self._there[session.id] = there
        for line in told:
            for deed in rules.list_deeds(line):
                self._did(session, deed)
        seats = {player.seat: player.person for player in session.players}
        self._announced += [(seats[line.facts["who"]], line.facts["name"]) for line in told if line.kind is MedalEarned]

    def _did(self, session: Session, deed: Deed) -> None:
        name, player = f"{session.ruleset}.{deed.name}", session.find_player_in(deed.who)
        person = f"person:{player.person}" if player and player.person and not player.bot else ""
        for owner in [*([person] if person else []), *(f"chat:{place}" for place in session.places)]:
            if deed.best:
                self.best[owner][name] = max(self.best[owner].get(name, 0), deed.amount)
            else:
                self.counts[owner][name] += deed.amount
        if person and not deed.best:
            self._earns(person, session.ruleset, deed)

    def _earns(self, owner: str, rules: str, deed: Deed) -> None:
        count = self.counts[owner][f"{rules}.{deed.name}"]
        self._earned += [
            (owner.removeprefix("person:"), each.name)
            for each in RULESETS[rules].achievements
            if each.deed == deed.name and count - deed.amount < each.threshold <= count
        ]

    def check(self, table: MemoryTable | SqliteTable, but: set[str]) -> None:
        """Raises Broken if the host has counted something else; `but` are the places that are gone or have moved."""
        known = {name for counts in self.counts.values() for name in counts}
        items = {item.pk.removeprefix("count:"): item.counts for item in table.every()
                 if item.pk.startswith("count:") and item.sk == "count"}  # fmt: skip
        for owner in items.keys() | self.counts.keys():
            if owner.removeprefix("chat:") not in but:
                kept = {name: amount for name, amount in items.get(owner, {}).items() if name in known and amount}
                right = {name: amount for name, amount in self.counts[owner].items() if amount}
                law(kept == right, "was counted wrongly", (owner, kept, right))
        for owner, best in self.best.items():
            if owner.removeprefix("chat:") not in but:
                law(
                    Store(table).load_and_prune_bests(owner) == best,
                    "is not the best",
                    (owner, Store(table).load_and_prune_bests(owner), best),
                )
        due = [each for each in self._earned if each in self._announced or each[0] not in self._away]
        law(Counter(self._announced) == Counter(due), "was earned otherwise", (self._announced, self._earned))


class Cash:
    """Everybody's money in one game of the toy, from what was said."""

    def __init__(self) -> None:
        self._cash: Counter[str] = Counter()

    def add(self, told: list[Told]) -> None:
        """One more input."""
        for line in told:
            if line.text == WINS:
                self._cash[line.facts["who"]] += line.facts["amount"]
            elif line.text == TIPS:
                self._cash[line.to] -= line.facts["amount"]

    def check(self, session: Session) -> None:
        """Raises Broken if somebody has more or less in the end."""
        if session.ruleset == "toy" and session.stage == OVER:
            game: Any = load_engine_game(ruleset("toy"), session)[0]
            kept = game.state.cash
            law(
                kept == {seat: self._cash[seat] for seat in kept},
                "is not what they won",
                (session.id, kept, self._cash),
            )
