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
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from engine.kernel import Ruleset, Told
from engine.kernel.chance import SEALED_WORDS, Brought, Word, compute_first_entropy
from engine.kernel.json_types import prepare_json_type
from engine.rulesets import ruleset
from host.core.session import Session
from host.core.store.store import Store

log = logging.getLogger(__name__)
LAID_USE = "laid"
PRINTED = "house"  # what the printed box is called beside the packs that people bring along
WEIGHT = {LAID_USE: 1, "shown": 1_000}  # a card that lies in some game's box counts as met a little
MOST_LAID = 100  # cards that are remembered so: what one write has room for
ENDING = ".jsonl"


class CardBox(NamedTuple):
    """All good cards of a box, and the faults of the others."""

    cards: Sequence[Any]
    faults: Sequence[str]


# -- beginning a game


def check_options_with_cards(
    rules: Ruleset[Any], options: Mapping[str, Any], cards: Callable[[], Sequence[Any]]
) -> None:
    """Raise Illegal if these options do not fit the ruleset or leave too few cards to play with; called when a table is
    opened, so that its opener sees the reason.
    """
    rules.check_options(options)
    if rules.cards:
        rules.check_card_options(options, cards)


def build_initial_state(
    rules: Ruleset[Any],
    seats: Sequence[str],
    options: Mapping[str, Any],
    secret: str,
    packs: tuple[str, ...] = (),
    seen: Mapping[str, int] | None = None,
    words: Brought = (),
    cards: Sequence[Any] | None = None,
) -> Any:
    """Return the first state of a game: created by its rules, and given cards if it is played with a box of cards
    (`cards`, or all of the box). The choice of cards follows from the secret and the players' words.
    """
    state = rules.create_state(seats, options)
    if rules.cards:
        luck = f"{secret}{compute_first_entropy(words)}"
        found = load_card_box(rules.name, packs).cards if cards is None else cards
        rules.stock_box(state, sorted(found, key=lambda card: _compute_shuffle_key(luck, card.id)), seen or {})
    return state


@prepare_json_type
class GameBeginning(Struct, omit_defaults=True):
    """How a game began, for its log: who sat down, which words they brought, and what was stocked from a box."""

    seats: list[str]
    words: list[Word] = []
    start: Any = None
    method: int = 0  # of chance; 0: as older releases did

    def build_state(self, rules: Ruleset[Any], options: Mapping[str, Any]) -> Any:
        """Rebuild and return the state that the game began with."""
        if self.start is None:
            return rules.create_state(self.seats, options)
        return msgspec.json.decode(msgspec.json.encode(self.start), type=rules.state_type)


def build_game_beginning(rules: Ruleset[Any], seats: list[str], words: Brought, state: Any) -> GameBeginning:
    """Build the record of how a game began (seats, words, cards) for the game's log."""
    return GameBeginning(seats, list(words), msgspec.to_builtins(state) if rules.cards else None, SEALED_WORDS)


def parse_game_beginning(value: Any) -> GameBeginning:
    """Parse the log's record of how a game began; older releases stored only the list of seats."""
    return msgspec.convert(value if isinstance(value, dict) else {"seats": value}, GameBeginning)


def compute_card_exposure(store: Store, session: Session) -> dict[str, int]:
    """Return how often the people and places of a game have met each card, so that fresh cards are dealt: per card the
    highest count. Cards in their other running games count a little.
    """
    lead = f"{session.ruleset}."
    most: dict[str, int] = {}
    for counts in store.load_counts_of_owners(list_exposure_ledgers(session)) if ruleset(session.ruleset).cards else []:
        for name, count in counts.items():
            card = name.removeprefix(lead)
            if card != name:
                most[card] = max(count, most.get(card, 0))
    return most


def list_exposure_ledgers(session: Session) -> list[str]:
    """Return the names of the counters that record which cards the people and places of a game have met."""
    people = [f"person:{player.person}" for player in session.players if player.person and not player.bot]
    return [f"seen:{owner}" for owner in (*people, *(f"chat:{place}" for place in session.places))]


def _compute_shuffle_key(secret: str, card: str) -> bytes:
    return hashlib.sha256(f"box|{secret}|{card}".encode()).digest()


# -- the box


@lru_cache(maxsize=8)
def load_card_box(name: str, packs: tuple[str, ...] = ()) -> CardBox:
    """Load and cache all cards of a ruleset's box and of the operator's packs; log faulty cards and leave them out."""
    rules = ruleset(name)
    if not rules.cards:
        return CardBox([], [])
    cards, wrong = rules.parse_cards(
        line for text, where in iter_box_files(rules, packs) for line in iter_numbered_lines(where, text)
    )
    faults = [str(fault) for fault in wrong]
    for fault in faults:
        log.warning("card rejected fault=%s", fault)
    return CardBox(cards, faults)


def iter_box_files(rules: Ruleset[Any], packs: Sequence[str]) -> Iterator[tuple[bytes, str]]:
    """Iterate over the card files of the box (by name) and of the packs, each as its content and its location."""
    folder = resources.files(rules.cards)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(ENDING):
            yield file.read_bytes(), file.name
    for pack in packs:
        yield Path(pack).read_bytes(), pack


def iter_numbered_lines(where: str, text: bytes) -> Iterator[tuple[str, bytes]]:
    """Iterate over the lines of a file that are not blank, each with its file and line number."""
    return ((f"{where}, line {n}", line) for n, line in enumerate(text.splitlines(), 1) if line.strip())


# -- the ledger


def compute_card_counts(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> dict[str, dict[str, int]]:
    """Return what the events of an input add to the counters of cards: who has met which card, and, where no program
    plays, whether it was answered well.
    """
    judged = not any(player.program for player in session.players)
    sums: dict[str, dict[str, int]] = {}
    uses = [use for line in told for use in rules.list_card_uses(line)] if rules.cards else []
    laid = [use for use in uses if use.name == LAID_USE][:MOST_LAID]
    for use in [*laid, *(use for use in uses if use.name != LAID_USE)]:
        met = list_exposure_ledgers(session) if use.name in WEIGHT else []
        adds = [(owner, f"{rules.name}.{use.card}", use.amount * WEIGHT[use.name]) for owner in met]
        counter = build_card_counter_name(rules.name, use.card)
        fares = [(counter, use.name, use.amount)] if judged and use.name != LAID_USE else []
        for owner, name, amount in [*adds, *fares]:
            counts = sums.setdefault(owner, {})
            counts[name] = counts.get(name, 0) + amount
    return sums


def build_card_counter_name(rules: str, card: str) -> str:
    """Return the name of the counter that records how often a card was answered well or badly."""
    return f"card:{rules}.{card}"
