"""The cards of a box as they are dealt now: without those withdrawn, and with what was mended since it was printed.

Once a night the levels of cards follow how they have fared, a step a week at most.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import msgspec

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.extras import list_added_targets
from host.core.session import Session
from host.core.store import card_changes
from host.core.store.card_changes import CardChange

log = logging.getLogger(__name__)
DAY, WEEK = 86400.0, 7 * 86400.0
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
        """Who has brought it."""

    @property
    def pack(self) -> Any:
        """The pack in which it is."""

    def correct(self, host: HostContext, rules: Ruleset[Any], fields: Mapping[str, Any], /) -> Any:
        """Correct fields of the card for all games dealt from now on; return the corrected card."""

    def withdraw(self, host: HostContext, rules: Ruleset[Any], /, *, withdrawn: bool) -> None:
        """Withdraw the card so that it is not dealt any more, or restore it."""


def list_dealable_cards(
    host: HostContext, rules: Ruleset[Any], owners: Iterable[str] = (), options: Mapping[str, Any] = NO_GAME_OPTIONS
) -> list[Any]:
    """Return all cards that a new game may be dealt: of the box and of these owners' packs, without categories they
    have switched off. A game of a certain date gets that day's cards, the same for everybody.
    """
    if not rules.cards:
        return []
    if rules.dated and (day := options.get(rules.dated)):
        return _load_cards_of_day(host, rules, str(day))
    finders = list_added_targets(host.config.without, lambda extra: extra.cards_brought)
    brought: list[BroughtCards] = [find(host, owner) for owner in owners for find in finders]
    own = {name: cards for each in brought for name, cards in each.packs.items()}
    wanted = list(map(str.casefold, options.get(rules.packed) or [])) or [card_packs.PRINTED, *own]
    unknown = [name for name in wanted if name not in own and name != card_packs.PRINTED]
    if unknown:
        raise Illegal(NO_PACK, code="no_pack", name=unknown[0][:40], known=[card_packs.PRINTED, *own])
    off = {category for each in brought for category in each.off}
    lines = [(name, msgspec.json.encode(card)) for name in wanted if name in own for card in own[name]]
    cards = [
        *(_list_current_printed_cards(host, rules) if card_packs.PRINTED in wanted else []),
        *rules.parse_cards(lines)[0],
    ]
    return [card for card in {card.id: card for card in cards}.values() if card.category not in off]


def list_session_pack_owners(session: Session) -> list[str]:
    """Return the owners (people, chats, communities) whose card packs this game may be played with."""
    return list_pack_owners(session.by, session.places, session.community)


def list_pack_owners(person: str, places: Iterable[str], community: str = "") -> list[str]:
    """Return the owners whose card packs a game may be played with: its opener, the places that show it, and their
    community.
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
    """Return whether this card is among the cards that everybody gets on this date."""
    return any(card["id"] == name for card in card_changes.load_day_cards(host.store, rules.name, day) or [])


def _list_current_printed_cards(host: HostContext, rules: Ruleset[Any]) -> list[Any]:
    """Return the cards of the box with all corrections applied, without withdrawn ones."""
    changes, opened = card_changes.load_card_changes(host.store, rules.name)
    if not opened:
        card_changes.claim_review(host.store, rules.name, host.now(), 0)
    printed = card_packs.load_card_box(rules.name, host.config.packs).cards
    return [card for each in printed if (card := _apply_card_change(rules, each, changes.get(each.id)))]


def _apply_card_change(rules: Ruleset[Any], card: Any, change: CardChange | None) -> Any:
    """Return the card with its corrections, or None if it is withdrawn; the card as printed if the corrections no
    longer fit.
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
    """Return the copies of a card that people have brought: the person or place named by `of`, or else those with whose
    cards the games were played that reported it.
    """
    finders = list_added_targets(host.config.without, lambda extra: extra.card_copies)
    return [copy for find in finders for copy in find(host, rules, name, of)]


def find_printed_card(host: HostContext, rules: Ruleset[Any], name: str) -> Any:
    """Return the box's card of this id as it was printed, without corrections; raise Illegal if there is none."""
    printed = card_packs.load_card_box(rules.name, host.config.packs).cards
    found = next((each for each in printed if each.id == name), None)
    if found is None:
        raise Illegal("There is no question with the number {card}.", code="no_card", card=name[:60])
    return found


def correct_printed_card(host: HostContext, rules: Ruleset[Any], name: str, fields: Mapping[str, Any]) -> Any:
    """Correct fields of a card of the box for all games dealt from now on, and settle the reports about it."""
    printed, now = find_printed_card(host, rules, name), card_changes.load_card_change(host.store, rules.name, name)
    scored = {field: value for field, value in now.scored.items() if field not in fields}
    new = msgspec.structs.replace(now, fields={**now.fields, **fields}, scored=scored)
    found = build_corrected_card(rules, printed, new.changed_fields)
    card_changes.save_card_change(host.store, rules.name, name, new)
    card_changes.settle_card_reports(host.store, rules.name, name)
    return found


def withdraw_printed_card(host: HostContext, rules: Ruleset[Any], name: str, *, withdrawn: bool = True) -> None:
    """Withdraw a card of the box so that it is not dealt any more, or restore it, and settle the reports about it;
    running games keep it.
    """
    find_printed_card(host, rules, name)
    now = card_changes.load_card_change(host.store, rules.name, name)
    card_changes.save_card_change(host.store, rules.name, name, msgspec.structs.replace(now, withdrawn=withdrawn))
    card_changes.settle_card_reports(host.store, rules.name, name)


# -- by night


class CardReview(NamedTuple):
    """The result of a nightly review: a line for each card whose level was moved, and how many cards were reported in
    the last day and are not settled.
    """

    moved: list[str]
    reported: int


def review_boxes_nightly(host: HostContext, *, again: bool = False) -> CardReview | None:
    """Move quiz questions to easier or harder levels, by how players have answered them; at most once a day unless
    `again`. Return what was moved and how many questions are reported, or None if nothing was due.
    """
    due = [rules for rules in RULESETS.values() if rules.cards and _claim_nightly_review(host, rules, again=again)]
    if not due:
        return None
    return CardReview(
        [line for rules in due for line in _move_card_levels(host, rules)], count_reported_cards(host, host.now() - DAY)
    )


def _claim_nightly_review(host: HostContext, rules: Ruleset[Any], *, again: bool) -> bool:
    """Claim the nightly review of this box for this process; return False if it is not due or another process has
    claimed it.
    """
    now = host.now()
    last, version = card_changes.load_last_review(host.store, rules.name)
    rested = again or not last <= now < last + DAY
    return bool(version) and rested and card_changes.claim_review(host.store, rules.name, now, version)


def _move_card_levels(host: HostContext, rules: Ruleset[Any]) -> Iterator[str]:
    """Save new difficulty levels of the box's cards that are due to move; yield a line about each for the operator."""
    for each, counts, change in [*iter_cards_to_move(host, rules)]:
        fields = rules.compute_card_changes(_apply_card_change(rules, each, change), _count_since_move(counts, change))
        new = msgspec.structs.replace(change, scored={**change.scored, **fields}, moved=host.now(), since=counts)
        card_changes.save_card_change(host.store, rules.name, each.id, new)
        yield f"{each.id}: {', '.join(f'{name} {value}' for name, value in fields.items())}"


def iter_cards_to_move(host: HostContext, rules: Ruleset[Any]) -> Iterator[tuple[Any, dict[str, int], CardChange]]:
    """Iterate over the box's cards whose difficulty level should move now, each with its counts and its earlier
    corrections.
    """
    cards = card_packs.load_card_box(rules.name, host.config.packs).cards
    changes, _ = card_changes.load_card_changes(host.store, rules.name)
    for each, counts in iter_card_results(host, rules, cards):
        change = changes.get(each.id, CardChange())
        rested = not host.now() - WEEK < change.moved <= host.now()
        now = _apply_card_change(rules, each, change)
        if rested and now is not None and rules.compute_card_changes(now, _count_since_move(counts, change)):
            yield each, counts, change


def _count_since_move(counts: Mapping[str, int], change: CardChange) -> dict[str, int]:
    """Return how often a card was answered well and badly since its difficulty level was last moved."""
    return {name: count - change.since.get(name, 0) for name, count in counts.items()}


def iter_card_results(
    host: HostContext, rules: Ruleset[Any], cards: Sequence[Any]
) -> Iterator[tuple[Any, dict[str, int]]]:
    """Iterate over those of the cards that players have met, each with how often it was answered well or badly."""
    for start in range(0, len(cards), LEDGER_BATCH_SIZE):
        some = cards[start : start + LEDGER_BATCH_SIZE]
        ledgers = host.store.load_counts_of_owners(
            [card_packs.build_card_counter_name(rules.name, each.id) for each in some]
        )
        yield from ((each, counts) for each, counts in zip(some, ledgers, strict=True) if counts)


def count_reported_cards(host: HostContext, since: float = 0.0) -> int:
    """Count the cards that players reported as faulty since this moment and that are not settled."""
    boxes = [name for name, rules in RULESETS.items() if rules.cards]
    found = [(name, each) for name in boxes for each in card_changes.iter_card_reports(host.store, name, host.now())]
    return len({(name, each.card) for name, each in found if each.report.at > since})
