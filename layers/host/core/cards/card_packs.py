"""Cards that are too many for a game's record, say a bank of quiz questions: loaded, checked, laid out, remembered.

A ruleset that is played from such a box brings along:

    cards                      the package whose `*.jsonl` files are the box, one card a line
    check(lines)               the good cards among lines given with where they stand, and what is wrong with the others
    narrow(options, cards)     what these options leave of the box, if they leave out anything, must do for a game; only
                               then are the `cards` called for
    stock(state, cards, seen)  lay out what a new game may need; `seen` says how much its players have met a card
    uses(told)                 what a line told means for a card: `card`, `name` and `amount`; `laid` (it may be shown
                               later, the likeliest first) and `shown` are remembered

The box is opened only when a game begins, in an order that follows from the game's secret, or when a table is opened
that leaves out some of it. What was laid out is part of the game's state from then on, so that a box may change, or a
pack of it go, while games run.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel import Ruleset, Told
from engine.kernel.opening import SEALED_WORDS, Brought, Word, stirred
from engine.kernel.ready import ready
from engine.rulesets import ruleset
from host.core.session import Session
from host.core.store.store import Store

log = logging.getLogger(__name__)
LAID = "laid"
PRINTED = "house"  # what the printed box is called beside the packs that people bring along
WEIGHT = {LAID: 1, "shown": 1_000}  # a card that lies in some game's box counts as met a little
MOST_LAID = 100  # cards that are remembered so: what one write has room for
ENDING = ".jsonl"


class CardBox(NamedTuple):
    """All cards there are, and what is wrong with others."""

    cards: Sequence[Any]
    faults: Sequence[str]


# -- beginning a game


def agree(rules: Ruleset[Any], options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]) -> None:
    """Raises Illegal where options do not fit: whoever opens a game is told, and not whoever begins it."""
    rules.agree(options)
    if rules.cards:
        rules.narrow(options, cards)


def laid_out(
    rules: Ruleset[Any],
    seats: Sequence[str],
    options: Mapping[str, Any],
    secret: str,
    packs: tuple[str, ...] = (),
    seen: Mapping[str, int] | None = None,
    words: Brought = (),
    cards: Sequence[Any] | None = None,
) -> Any:
    """The state a game begins with: as the rules make it, with cards where it is played with any, those of the box if
    no others are given. What is laid out follows from the secret and from the players' words.
    """
    state = rules.new(seats, options)
    if rules.cards:
        luck = f"{secret}{stirred(words)}"
        found = box(rules.name, packs).cards if cards is None else cards
        rules.stock(state, sorted(found, key=lambda card: _shuffled(luck, card.id)), seen or {})
    return state


@ready
class GameBeginning(Struct, omit_defaults=True):
    """How a game began, for its log: who sat down, which words they brought, and what was laid out from a box."""

    seats: list[str]
    words: list[Word] = []
    start: Any = None
    method: int = 0  # of chance; 0: as older releases did

    def state(self, rules: Ruleset[Any], options: Mapping[str, Any]) -> Any:
        """The state it began with."""
        if self.start is None:
            return rules.new(self.seats, options)
        return msgspec.json.decode(msgspec.json.encode(self.start), type=rules.state_type)


def opening(rules: Ruleset[Any], seats: list[str], words: Brought, state: Any) -> GameBeginning:
    """What the log keeps of this beginning."""
    return GameBeginning(seats, list(words), msgspec.to_builtins(state) if rules.cards else None, SEALED_WORDS)


def began(value: Any) -> GameBeginning:
    """What the log says of the beginning; before players brought words, often just who sat down."""
    return msgspec.convert(value if isinstance(value, dict) else {"seats": value}, GameBeginning)


def seen_by(store: Store, session: Session) -> dict[str, int]:
    """How much the people and places of a game have met each card, whoever has met it most.

    A card that another game of theirs has laid out, and may show them yet, comes after all that are in no game.
    """
    lead = f"{session.ruleset}."
    most: dict[str, int] = {}
    for counts in store.ledgers(owners(session)) if ruleset(session.ruleset).cards else []:
        for name, count in counts.items():
            card = name.removeprefix(lead)
            if card != name:
                most[card] = max(count, most.get(card, 0))
    return most


def owners(session: Session) -> list[str]:
    """Under which names the ledger remembers what the people and places of a game have met."""
    people = [f"person:{player.person}" for player in session.players if player.person and not player.bot]
    return [f"seen:{owner}" for owner in (*people, *(f"chat:{place}" for place in session.places))]


def _shuffled(secret: str, card: str) -> bytes:
    return hashlib.sha256(f"box|{secret}|{card}".encode()).digest()


# -- the box


@lru_cache(maxsize=8)
def box(name: str, packs: tuple[str, ...] = ()) -> CardBox:
    """All cards of a ruleset's box and of the packs added by the operator; faulty ones stay out, and are named."""
    rules = ruleset(name)
    if not rules.cards:
        return CardBox([], [])
    cards, wrong = rules.check(line for text, where in texts(rules, packs) for line in numbered(where, text))
    faults = [str(fault) for fault in wrong]
    for fault in faults:
        log.warning("a card stays out of the box: %s", fault)
    return CardBox(cards, faults)


def texts(rules: Ruleset[Any], packs: Sequence[str]) -> Iterator[tuple[bytes, str]]:
    """The files of the box, by name, and then the packs."""
    from importlib import resources  # noqa: PLC0415 - only where a box is opened; it loads all that unpacks archives

    folder = resources.files(rules.cards)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(ENDING):
            yield file.read_bytes(), file.name
    for pack in packs:
        yield Path(pack).read_bytes(), pack


def numbered(where: str, text: bytes) -> Iterator[tuple[str, bytes]]:
    """The lines of a text, each with where it stands."""
    return ((f"{where}, line {n}", line) for n, line in enumerate(text.splitlines(), 1) if line.strip())


# -- the ledger


def counted(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> dict[str, dict[str, int]]:
    """What an input adds to the ledger: who has met which card, and how each card has fared."""
    sums: dict[str, dict[str, int]] = {}
    uses = [use for line in told for use in rules.uses(line)] if rules.cards else []
    laid = [use for use in uses if use.name == LAID][:MOST_LAID]
    for use in [*laid, *(use for use in uses if use.name != LAID)]:
        met = owners(session) if use.name in WEIGHT else []
        adds = [(owner, f"{rules.name}.{use.card}", use.amount * WEIGHT[use.name]) for owner in met]
        fares = [] if use.name == LAID else [(fared(rules.name, use.card), use.name, use.amount)]
        for owner, name, amount in [*adds, *fares]:
            counts = sums.setdefault(owner, {})
            counts[name] = counts.get(name, 0) + amount
    return sums


def fared(rules: str, card: str) -> str:
    """Under which name it is counted how a card fares."""
    return f"card:{rules}.{card}"
