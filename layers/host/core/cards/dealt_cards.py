"""The cards of a game: its packs, and how they are dealt (without those withdrawn, mended ones as mended).

Once a night the levels of cards follow how they have fared, a step a week at most.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from engine.kernel import Illegal, Ruleset, Told
from engine.kernel.chance import SEALED_WORDS, Brought, Word, compute_first_entropy
from engine.kernel.json_types import prepare_json_type
from engine.rulesets import RULESETS, ruleset
from host.core.context import HostContext
from host.core.extras import list_added_targets
from host.core.session import Session
from host.core.store import card_changes
from host.core.store.card_changes import CardChange
from host.core.store.store import Store

log = logging.getLogger(__name__)


DAY, WEEK = 86400.0, 7 * 86400.0
EARLY_SECONDS = 600.0  # that a nightly event may come earlier than the night before


NO_GAME_OPTIONS: Mapping[str, Any] = MappingProxyType({})


NO_PACK = "There is no question pack called {name} here. You can use: {known}."


LEDGER_BATCH_SIZE = 100  # ledgers that are read together


class BroughtCards(NamedTuple):
    """The cards that an owner has brought, by the name of their pack, and the categories that the owner has switched
    off.
    """

    packs: Mapping[str, Sequence[Mapping[str, Any]]]
    off: Sequence[str]


class CardCopy(Protocol):
    """A card that somebody has brought."""

    @property
    def owner(self) -> str:
        """The id of the person or place that has brought the card for use in its games."""

    @property
    def pack(self) -> Any:
        """The pack (collection of cards that its owner has brought) to which the card belongs."""

    def correct(self, host: HostContext, rules: Ruleset[Any], fields: Mapping[str, Any], /) -> Any:
        """Replace, in each extra's class of brought cards, these fields of the card for all games that are dealt it
        from now on; return the corrected card.
        """

    def withdraw(self, host: HostContext, rules: Ruleset[Any], /, *, withdrawn: bool) -> None:
        """Withdraw, in each extra's class of brought cards, the card so that it is dealt to no game any more, or
        restore it if not `withdrawn`.
        """


def list_dealable_cards(
    host: HostContext, rules: Ruleset[Any], owners: Iterable[str] = (), options: Mapping[str, Any] = NO_GAME_OPTIONS
) -> list[Any]:
    """Return all cards that a new game may be dealt: those of the box (with the operator's packs) and of these owners'
    packs (of packs of one name the last owner's), or of the packs that `options` name (Illegal for an unknown one),
    without categories that an owner has switched off. A dated game gets that day's cards, fixed when first asked for;
    rules without cards get none.
    """
    if not rules.cards:
        return []
    if rules.dated and (day := options.get(rules.dated)):
        return _load_cards_of_day(host, rules, str(day))
    finders = list_added_targets(host.config.without, lambda extra: extra.cards_brought)
    brought: list[BroughtCards] = [find(host, owner) for owner in owners for find in finders]
    own = {name: cards for each in brought for name, cards in each.packs.items()}
    wanted = list(map(str.casefold, options.get(rules.packed) or [])) or [PRINTED, *own]
    unknown = [name for name in wanted if name not in own and name != PRINTED]
    if unknown:
        raise Illegal(NO_PACK, code="no_pack", name=unknown[0][:40], known=[PRINTED, *own])
    off = {category for each in brought for category in each.off}
    lines = [(name, msgspec.json.encode(card)) for name in wanted if name in own for card in own[name]]
    cards = [
        *(_list_current_printed_cards(host, rules) if PRINTED in wanted else []),
        *rules.parse_cards(lines)[0],
    ]
    return [card for card in {card.id: card for card in cards}.values() if card.category not in off]


def list_session_pack_owners(session: Session) -> list[str]:
    """Return the owners (as `person:` or `chat:` and the id) whose packs of cards may be used in the game of this
    session: its opener, the places that show it, and their community.
    """
    return list_pack_owners(session.by, session.places, session.community)


def list_pack_owners(person: str, places: Iterable[str], community: str = "") -> list[str]:
    """Return the owners (as `person:` or `chat:` and the id) whose card packs a game may be played with: its opener,
    the places that show it, and their community; empty ids are left out.
    """
    chats = dict.fromkeys(place for place in (*places, community) if place)
    return [*([f"person:{person}"] if person else []), *(f"chat:{place}" for place in chats)]


def _load_cards_of_day(host: HostContext, rules: Ruleset[Any], day: str) -> list[Any]:
    """Return the cards of a date as they were when it was first played, saving them on that occasion; later corrections
    and withdrawals do not change them.
    """
    kept = card_changes.load_day_cards(host.store, rules.name, day)
    if kept is None:
        cards = [
            msgspec.to_builtins(card) for card in rules.list_cards_of_day(day, _list_current_printed_cards(host, rules))
        ]
        kept = card_changes.save_day_cards(host.store, rules.name, day, cards, host.now())
    return [*rules.parse_cards((card["id"], msgspec.json.encode(card)) for card in kept)[0]]


def is_card_of_day(host: HostContext, rules: Ruleset[Any], day: str, name: str) -> bool:
    """Return whether the card with the id `name` is among the cards that everybody gets on the date `day`; False if
    nobody has played that day's game yet, or more than sixty days ago.
    """
    return any(card["id"] == name for card in card_changes.load_day_cards(host.store, rules.name, day) or [])


def _list_current_printed_cards(host: HostContext, rules: Ruleset[Any]) -> list[Any]:
    """Return the cards of a ruleset's box and of the operator's packs, with stored corrections applied and without
    withdrawn ones; the first time, also record when their review begins.
    """
    changes, opened = card_changes.load_card_changes(host.store, rules.name)
    if not opened:
        card_changes.claim_review(host.store, rules.name, host.now(), 0)
    printed = load_card_box(rules.name, host.config.packs).cards
    return [card for each in printed if (card := _apply_card_change(rules, each, changes.get(each.id)))]


def _apply_card_change(rules: Ruleset[Any], card: Any, change: CardChange | None) -> Any:
    """Return the card with its corrections; None if it is withdrawn; the card as it was if there are none, or if they
    no longer fit, which is logged.
    """
    if change is None:
        return card
    try:
        return None if change.withdrawn else build_corrected_card(rules, card, change.changed_fields)
    except Illegal as why:  # it has been printed anew, and what was mended fits no more
        log.warning("card dealt as printed reason=%s", why)
        return card


def build_corrected_card(rules: Ruleset[Any], card: Any, fields: Mapping[str, Any]) -> Any:
    """Return the card with these fields replaced; raise Illegal if the result is not a valid card."""
    new = msgspec.to_builtins(card) | dict(fields)
    good, faults = rules.parse_cards([(new["id"], msgspec.json.encode(new))])
    if not good:
        raise Illegal("{fault}", code="faulty_sheet", fault=str(faults[0]))
    return good[0]


# -- what an operator does


def list_card_copies(host: HostContext, rules: Ruleset[Any], name: str, of: str = "") -> list[CardCopy]:
    """Return the copies of a card that people have brought in packs of their own: that of the person or place `of` or,
    if it is empty, those of everybody with whose cards the games were played in which the card was reported.
    """
    finders = list_added_targets(host.config.without, lambda extra: extra.card_copies)
    return [copy for find in finders for copy in find(host, rules, name, of)]


def find_printed_card(host: HostContext, rules: Ruleset[Any], name: str) -> Any:
    """Return the card with the id `name` as it stands in the files of the ruleset's box or of the operator's packs,
    without corrections; raise Illegal if there is none.
    """
    printed = load_card_box(rules.name, host.config.packs).cards
    found = next((each for each in printed if each.id == name), None)
    if found is None:
        raise Illegal("There is no question with the number {card}.", code="no_card", card=name[:60])
    return found


def correct_printed_card(host: HostContext, rules: Ruleset[Any], name: str, fields: Mapping[str, Any]) -> Any:
    """Correct these fields of a card of the ruleset's box or of the operator's packs for all games dealt from now on
    (over earlier corrections and levels from answers; other fields stay), mark players' reports about it as settled,
    and return the corrected card. Raise Illegal if there is no such card or the result is not a valid one. Rights are
    not checked.
    """
    printed = find_printed_card(host, rules, name)

    def correct(now: CardChange) -> CardChange:
        """Add the corrections to the card's changes; raise Illegal if it is no valid card with them."""
        scored = {field: value for field, value in now.scored.items() if field not in fields}
        new = msgspec.structs.replace(now, fields={**now.fields, **fields}, scored=scored)
        build_corrected_card(rules, printed, new.changed_fields)
        return new

    new = card_changes.update_card_change(host.store, rules.name, name, correct)
    card_changes.settle_card_reports(host.store, rules.name, name)
    return build_corrected_card(rules, printed, new.changed_fields)


def withdraw_printed_card(host: HostContext, rules: Ruleset[Any], name: str, *, withdrawn: bool = True) -> None:
    """Withdraw a card of the ruleset's box or of the operator's packs so that it is not dealt any more (running games
    keep it), or restore it if not `withdrawn`, and mark players' reports about it as settled in both cases; raise
    Illegal if there is no such card. Rights are not checked.
    """
    find_printed_card(host, rules, name)
    card_changes.update_card_change(
        host.store, rules.name, name, lambda now: msgspec.structs.replace(now, withdrawn=withdrawn)
    )
    card_changes.settle_card_reports(host.store, rules.name, name)


# -- by night


class CardReview(NamedTuple):
    """The result of a nightly review: a line for each card whose level was moved, and how many cards were reported in
    the last day and are not settled.
    """

    moved: list[str]
    reported: int


def review_boxes_nightly(host: HostContext, *, again: bool = False) -> CardReview | None:
    """Move quiz questions to easier or harder levels, by how players have answered them; for each ruleset at most once
    a day unless `again`. Return a line about each that was moved and, for all rulesets, how many were reported in the
    last day and are not settled, or None if nothing was due here (another process may be at it).
    """
    due = [rules for rules in RULESETS.values() if rules.cards and _claim_nightly_review(host, rules, again=again)]
    if not due:
        return None
    return CardReview(
        [line for rules in due for line in _move_card_levels(host, rules)], count_reported_cards(host, host.now() - DAY)
    )


def _claim_nightly_review(host: HostContext, rules: Ruleset[Any], *, again: bool) -> bool:
    """Claim for this process the nightly review of how hard the ruleset's quiz cards are; return False if it is not
    due (`again` ignores when the last was), if its cards were never dealt, or if another process has claimed it.
    """
    now = host.now()
    last, version = card_changes.load_last_review(host.store, rules.name)
    rested = again or not last <= now < last + DAY - EARLY_SECONDS
    return bool(version) and rested and card_changes.claim_review(host.store, rules.name, now, version)


def _move_card_levels(host: HostContext, rules: Ruleset[Any]) -> Iterator[str]:
    """Yield, for the operator, a line about each of the box's cards whose difficulty level is due to move, and save its
    new level just before; what is not iterated over is not moved, nor what an operator has changed meanwhile.
    """
    for each, counts, change in [*iter_cards_to_move(host, rules)]:
        fields = rules.compute_card_changes(_apply_card_change(rules, each, change), _count_since_move(counts, change))
        new = msgspec.structs.replace(change, scored={**change.scored, **fields}, moved=host.now(), since=counts)
        move = partial(_replace_if_same, change, new)
        if card_changes.update_card_change(host.store, rules.name, each.id, move) == new:
            yield f"{each.id}: {', '.join(f'{name} {value}' for name, value in fields.items())}"


def _replace_if_same(old: CardChange, new: CardChange, now: CardChange) -> CardChange:
    """Return `new`, or `now` if the changes of a card are not `old` any more."""
    return new if now == old else now


def iter_cards_to_move(host: HostContext, rules: Ruleset[Any]) -> Iterator[tuple[Any, dict[str, int], CardChange]]:
    """Iterate over the box's cards whose difficulty level should move now, each as it is printed, with its counts (all
    since it was first asked) and its earlier corrections; withdrawn cards and those moved in the last week are left
    out.
    """
    cards = load_card_box(rules.name, host.config.packs).cards
    changes, _ = card_changes.load_card_changes(host.store, rules.name)
    for each, counts in iter_card_results(host, rules, cards):
        change = changes.get(each.id, CardChange())
        rested = not host.now() - WEEK < change.moved <= host.now()
        now = _apply_card_change(rules, each, change)
        if rested and now is not None and rules.compute_card_changes(now, _count_since_move(counts, change)):
            yield each, counts, change


def _count_since_move(counts: Mapping[str, int], change: CardChange) -> dict[str, int]:
    """Return each counter of a card (how often it was asked, answered right, reported …, by name) without what it
    stood at when the card's difficulty level was last moved, which `change` remembers.
    """
    return {name: count - change.since.get(name, 0) for name, count in counts.items()}


def iter_card_results(
    host: HostContext, rules: Ruleset[Any], cards: Sequence[Any]
) -> Iterator[tuple[Any, dict[str, int]]]:
    """Iterate over those of the cards of which anything was counted, in their order, each with its counters (how often
    it was asked, answered right, reported …) by name.
    """
    for start in range(0, len(cards), LEDGER_BATCH_SIZE):
        some = cards[start : start + LEDGER_BATCH_SIZE]
        ledgers = host.store.load_counts_of_owners([build_card_counter_name(rules.name, each.id) for each in some])
        yield from ((each, counts) for each, counts in zip(some, ledgers, strict=True) if counts)


def count_reported_cards(host: HostContext, since: float = 0.0) -> int:
    """Count the cards, of all rulesets, with an unsettled report that players made after this moment."""
    boxes = [name for name, rules in RULESETS.items() if rules.cards]
    found = [(name, each) for name in boxes for each in card_changes.iter_card_reports(host.store, name, host.now())]
    return len({(name, each.card) for name, each in found if each.report.at > since})


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
    """Raise Illegal if these options do not fit the ruleset or leave too few cards to play with, of those that the
    function `cards` returns; called when a table is opened, so that its opener sees the reason.
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
    """Return the first state of a game: created by its rules (Illegal for invalid options or players) and, if it is
    played with cards, given cards out of `cards` or else of the ruleset's own box and `packs`. The choice follows from
    the secret, the players' words and `seen` (how often these players have met each card).
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
        """Return the state that the game began with, built again from this record, the rules and the options."""
        if self.start is None:
            return rules.create_state(self.seats, options)
        return msgspec.json.decode(msgspec.json.encode(self.start), type=rules.state_type)


def build_game_beginning(rules: Ruleset[Any], seats: list[str], words: Brought, state: Any) -> GameBeginning:
    """Build the record of how a game began, for its log: seats, words and, if it has cards, its whole first state."""
    return GameBeginning(seats, list(words), msgspec.to_builtins(state) if rules.cards else None, SEALED_WORDS)


def parse_game_beginning(value: Any) -> GameBeginning:
    """Parse the log's record of how a game began, also an older release's, which is only the list of seats; raise
    ValidationError (a ValueError) for another form.
    """
    return msgspec.convert(value if isinstance(value, dict) else {"seats": value}, GameBeginning)


def compute_card_exposure(store: Store, session: Session) -> dict[str, int]:
    """Return how often the people and places of a game have met each card, in thousandths, so that fresh cards are
    dealt: per card (by id) the highest count. A card that only lay in the box of a game of theirs counts one. Empty if
    the ruleset has no cards.
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
    """Return the keys under which the store counts which cards the people and places of this game have met, one for
    each person who plays (also through a program) and each place; computer players have none.
    """
    people = [f"person:{player.person}" for player in session.players if player.person and not player.bot]
    return [f"seen:{owner}" for owner in (*people, *(f"chat:{place}" for place in session.places))]


def _compute_shuffle_key(secret: str, card: str) -> bytes:
    """Return the hash of a card by which cards are sorted, so that their order follows from the game's secret."""
    return hashlib.sha256(f"box|{secret}|{card}".encode()).digest()


# -- the box


@lru_cache(maxsize=8)
def load_card_box(name: str, packs: tuple[str, ...] = ()) -> CardBox:
    """Load and cache (so `packs` is a tuple of file paths) all good cards of the box of the ruleset called `name` and
    of the operator's packs, and the faults of the others, which are also logged; both are empty for rules without
    cards. Raise Illegal for an unknown ruleset, OSError for a missing file.
    """
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
    """Iterate over the .jsonl files of a ruleset's box, by name, and then the named packs, each as its content and its
    location.
    """
    folder = resources.files(rules.cards)
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(ENDING):
            yield file.read_bytes(), file.name
    for pack in packs:
        yield Path(pack).read_bytes(), pack


def iter_numbered_lines(where: str, text: bytes) -> Iterator[tuple[str, bytes]]:
    """Iterate over the lines of a file's content `text` that are not blank, each as its location (`where` and the line
    number) and its bytes.
    """
    return ((f"{where}, line {n}", line) for n, line in enumerate(text.splitlines(), 1) if line.strip())


# -- the ledger


def compute_card_counts(rules: Ruleset[Any], session: Session, told: Sequence[Told]) -> dict[str, dict[str, int]]:
    """Return what the events of an input add to the counters of cards, by owner of the counters and name: who has met
    which card (a thousand for one that was shown, one for one that only lies in the game's box, of which at most a
    hundred count), and, where no program plays, how each card fared (asked, answered well …).
    """
    judged = not any(player.program for player in session.players)
    sums: dict[str, dict[str, int]] = {}
    uses = [use for line in told for use in rules.list_card_uses(line)]
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
    """Return the key under which the store keeps the counters of one card: how often it was asked, answered well or
    badly, reported and the like.
    """
    return f"card:{rules}.{card}"
