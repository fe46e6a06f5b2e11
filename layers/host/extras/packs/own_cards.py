"""The cards that a place or a person has brought along: found, mended, withdrawn, and what was reported of them.

`kept_packs.py` keeps them, and games are dealt from them (`core/cards/dealt_cards.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.kernel import Illegal, Ruleset
from host.core.cards import dealt_cards
from host.core.cards.dealt_cards import BroughtCards
from host.core.context import HostContext
from host.core.store import card_changes
from host.core.store.card_changes import Report
from host.extras.packs import kept_packs
from host.extras.packs.kept_packs import Pack

NO_ROOM = "Too many questions from this pack have been used in this game."


def build_pack_owner(word: str) -> str:
    """Return the key of a pack's owner named by a word: a place if it has a colon, else a person."""
    return f"chat:{word}" if ":" in word else f"person:{word}"


class OwnCard(NamedTuple):
    """A card in somebody's own pack."""

    owner: str
    pack: Pack
    card: Mapping[str, Any]

    @property
    def is_withdrawn(self) -> bool:
        """Whether this card has been withdrawn, so that it is no longer dealt."""
        return self.card["id"] in self.pack.withdrawn

    def correct(self, host: HostContext, rules: Ruleset[Any], fields: Mapping[str, Any]) -> Any:
        """Correct fields of the card for all games dealt from now on; return the corrected card."""
        return correct_own_card(host, rules, self, fields)

    def withdraw(self, host: HostContext, rules: Ruleset[Any], *, withdrawn: bool) -> None:
        """Withdraw the card so that it is not dealt any more, or restore it."""
        withdraw_own_card(host, rules, self, withdrawn=withdrawn)


def list_brought_cards(host: HostContext, owner: str) -> BroughtCards:
    """Return the cards that may be dealt of an owner's packs, and the categories that the owner has switched off."""
    packs = {pack.name: pack.active_cards for pack in kept_packs.list_packs(host.store, owner)}
    return BroughtCards(packs, kept_packs.load_unwanted_categories(host.store, owner))


def list_card_copies(host: HostContext, rules: Ruleset[Any], name: str, of: str = "") -> list[OwnCard]:
    """Return the copies of a card in the packs of the owner named by `of`; without one, in those with whose packs the
    games were played that reported the card.
    """
    if of:
        return [*iter_own_cards(host, [build_pack_owner(of)], name)]
    found = [
        each.report for each in card_changes.iter_card_reports(host.store, rules.name, host.now()) if each.card == name
    ]
    owners = dict.fromkeys(owner for report in found for owner in list_report_pack_owners(host, report))
    return [*iter_own_cards(host, owners, name)]


def iter_own_cards(host: HostContext, owners: Iterable[str], name: str) -> Iterator[OwnCard]:
    """Iterate over the cards of this id in the card packs of these owners."""
    for owner in owners:
        for pack in kept_packs.list_packs(host.store, owner):
            yield from (OwnCard(owner, pack, card) for card in pack.cards if card["id"] == name)


def correct_own_card(host: HostContext, rules: Ruleset[Any], own: OwnCard, fields: Mapping[str, Any]) -> Any:
    """Correct fields of a card in an owner's pack for all games dealt from now on, and settle the reports about it."""
    found = dealt_cards.build_corrected_card(rules, own.card, fields)
    new = msgspec.to_builtins(found)
    _save_pack_and_settle(
        host, rules, own, replace(own.pack, cards=[new if card is own.card else card for card in own.pack.cards])
    )
    return found


def withdraw_own_card(host: HostContext, rules: Ruleset[Any], own: OwnCard, *, withdrawn: bool = True) -> None:
    """Withdraw a card of an owner's pack so that it is not dealt any more, or restore it, and settle the reports about
    it.
    """
    names = {*own.pack.withdrawn} - {own.card["id"]} | ({own.card["id"]} if withdrawn else set())
    _save_pack_and_settle(host, rules, own, replace(own.pack, withdrawn=sorted(names)))


def _save_pack_and_settle(host: HostContext, rules: Ruleset[Any], own: OwnCard, pack: Pack) -> None:
    if not kept_packs.save_pack(host.store, own.owner, pack):
        raise Illegal(NO_ROOM, code="too_many_packs_dealt")
    settle_own_card_reports(host, rules, own)


def settle_own_card_reports(host: HostContext, rules: Ruleset[Any], own: OwnCard) -> int:
    """Delete the reports about a card of an owner's pack; return how many there were."""
    return card_changes.settle_card_reports(
        host.store, rules.name, own.card["id"], lambda report: own.owner in list_report_pack_owners(host, report)
    )


def list_own_card_reports(host: HostContext, rules: Ruleset[Any], owner: str) -> dict[str, list[Report]]:
    """Return the reports about cards of this owner's pack, by card id."""
    own = {card["id"] for pack in kept_packs.list_packs(host.store, owner) for card in pack.cards}
    found: dict[str, list[Report]] = {}
    for each in card_changes.iter_card_reports(host.store, rules.name, host.now()):
        if each.card in own and owner in list_report_pack_owners(host, each.report):
            found.setdefault(each.card, []).append(each.report)
    return found


def list_report_pack_owners(host: HostContext, report: Report) -> list[str]:
    """Return the owners whose card packs the reported game was played with; none if the game is gone."""
    saved = host.store.load_game(report.game)
    return dealt_cards.list_session_pack_owners(saved.session) if saved else []
