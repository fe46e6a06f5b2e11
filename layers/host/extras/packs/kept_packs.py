"""Keeps the cards that a place, or a person, has brought along: a few packs each, until they are dropped.

A pack of a person goes with them when they are merged, exported or forgotten. Games that hold its cards keep them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain, count
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, Ruleset
from host.core.cards import dealt_cards
from host.core.cards.dealt_cards import BroughtCards
from host.core.context import HostContext
from host.core.store import card_changes
from host.core.store.card_changes import Report
from host.core.store.items import HIGHEST, DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

PACK, OFF = "pack/", "packs-off"


MOST_PACKS = 5  # that an owner can add
MAX_NAME_LENGTH = 24
BIGGEST = 250_000  # bytes: one item of a table has room for not much more


class Pack(Struct, frozen=True):
    """Cards under one name, as plain data, and since when they are there."""

    name: str
    at: float
    cards: list[dict[str, Any]]
    withdrawn: list[str] = []  # ids of those that are dealt no more

    @property
    def active_cards(self) -> list[dict[str, Any]]:
        """The cards that are dealt: those not withdrawn."""
        return [card for card in self.cards if card["id"] not in self.withdrawn]


_pack_decoder = msgspec.json.Decoder(Pack)


_categories_decoder = msgspec.json.Decoder(list[str])


def list_packs(store: Store, owner: str) -> list[Pack]:
    """Return, sorted by name, the packs of cards (quiz questions) of `person:ID` or `chat:PLACE`, without unreadable
    ones.
    """
    items = store.table.query(owner, PACK, f"{PACK}{HIGHEST}")
    return [pack for item in items if (pack := store.read(item, _pack_decoder.decode))]


def save_pack(store: Store, owner: str, pack: Pack) -> bool:
    """Save an owner's pack of cards (quiz questions), replacing one of the same name; return False, and save nothing,
    if it is too large.
    """
    item = _build_pack_item(owner, pack)
    if len(item.body) > BIGGEST:
        return False
    store.table.write([PutItem(item)])
    return True


def _build_pack_item(owner: str, pack: Pack) -> Item:
    """Build the item in which an owner's card pack is stored."""
    return Item(owner, f"{PACK}{pack.name}", msgspec.json.encode(pack))


def delete_pack(store: Store, owner: str, name: str) -> None:
    """Delete an owner's card pack of this name; do nothing if there is none."""
    store.table.write([DeleteItem(owner, f"{PACK}{name}")])


def load_unwanted_categories(store: Store, owner: str) -> list[str]:
    """Return the categories of cards (quiz questions) that this owner has switched off."""
    return store.read(store.table.get(owner, OFF), _categories_decoder.decode) or []


def save_unwanted_categories(store: Store, owner: str, categories: list[str]) -> None:
    """Save which card categories this owner has switched off, in place of those saved before."""
    where = owner, OFF
    store.table.write([PutItem(Item(*where, msgspec.json.encode(categories))) if categories else DeleteItem(*where)])


def move_packs(store: Store, old: str, new: str) -> None:
    """Move an owner's card packs and switched-off categories to a new owner key, when a chat's address changes or
    accounts are merged. None is lost: a pack whose name is taken gets a number (`choir-2`), and there may be more than
    an owner can add.
    """
    there = {pack.name for pack in list_packs(store, new)}
    for pack in list_packs(store, old):
        name = _find_free_name(pack.name, there)
        store.table.write(
            [PutItem(_build_pack_item(new, replace(pack, name=name))), DeleteItem(old, f"{PACK}{pack.name}")]
        )
        there.add(name)
    save_unwanted_categories(
        store, new, sorted({*load_unwanted_categories(store, old), *load_unwanted_categories(store, new)})
    )
    _delete_packs(store, old)


def _find_free_name(name: str, there: Collection[str]) -> str:
    """Return `name`, or with the first number from 2 (shortened to make room for it) that is not among the names
    `there`.
    """
    numbered = (f"{name[: MAX_NAME_LENGTH - len(f'-{n}')]}-{n}" for n in count(2))
    return next(each for each in chain([name], numbered) if each not in there)


def move_place_packs(host: HostContext, old: str, new: str) -> None:
    """Move the card packs and switched-off categories of a chat from its `old` address to its `new` one. Called when
    the address changes.
    """
    move_packs(host.store, f"chat:{old}", f"chat:{new}")


def _delete_packs(store: Store, owner: str) -> None:
    """Delete all card packs of an owner, and which categories they have switched off."""
    gone: list[Op] = [DeleteItem(owner, f"{PACK}{pack.name}") for pack in list_packs(store, owner)]
    store.table.write([*gone, DeleteItem(owner, OFF)])


def export_person_data(store: Store, person: str) -> dict[str, object]:
    """Return the card packs that a person has uploaded, and the categories they have switched off, for their
    download.
    """
    owner = f"person:{person}"
    return {"packs": msgspec.to_builtins(list_packs(store, owner)), "off": load_unwanted_categories(store, owner)}


def delete_person_data(store: Store, person: str) -> None:
    """Delete all card packs of a person, and which categories they have switched off."""
    _delete_packs(store, f"person:{person}")


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the card packs and switched-off categories of the person `goes` to the person `stays`, when their accounts
    are merged; a pack whose name that one has already gets a number.
    """
    move_packs(store, f"person:{goes}", f"person:{stays}")


NO_ROOM = "Too many questions from this pack have been used in this game."


def build_pack_owner(word: str) -> str:
    """Return the key under which an owner's packs are stored: `word` is a place if it has a colon, else the id of a
    person.
    """
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
        """Correct these fields of the card for all games dealt from now on, and settle the reports about it; return the
        corrected card, while this object stays as it was. Raise Illegal if it is no valid card any more or its pack
        gets too large.
        """
        return correct_own_card(host, rules, self, fields)

    def withdraw(self, host: HostContext, rules: Ruleset[Any], *, withdrawn: bool) -> None:
        """Withdraw the card so that it is not dealt any more, or restore it (`withdrawn` False), and settle the reports
        about it; this object stays as it was. Raise Illegal if its pack gets too large.
        """
        withdraw_own_card(host, rules, self, withdrawn=withdrawn)


def list_brought_cards(host: HostContext, owner: str) -> BroughtCards:
    """Return the cards (quiz questions) of an owner's packs that may be dealt in a game, by pack, and the categories
    that the owner has switched off.
    """
    packs = {pack.name: pack.active_cards for pack in list_packs(host.store, owner)}
    return BroughtCards(packs, load_unwanted_categories(host.store, owner))


def list_card_copies(host: HostContext, rules: Ruleset[Any], name: str, of: str = "") -> list[OwnCard]:
    """Return the copies of the card (quiz question) with the id `name`: those in the packs of the owner whom `of` names
    (a place or a person's id), or else, without `of`, those in the packs used in games in which somebody reported it.
    """
    if of:
        return [*iter_own_cards(host, [build_pack_owner(of)], name)]
    found = [
        each.report for each in card_changes.iter_card_reports(host.store, rules.name, host.now()) if each.card == name
    ]
    owners = dict.fromkeys(owner for report in found for owner in list_report_pack_owners(host, report))
    return [*iter_own_cards(host, owners, name)]


def iter_own_cards(host: HostContext, owners: Iterable[str], name: str) -> Iterator[OwnCard]:
    """Yield each card with this id in the card packs of these owners (`person:ID` or `chat:PLACE`), with its owner and
    pack.
    """
    for owner in owners:
        for pack in list_packs(host.store, owner):
            yield from (OwnCard(owner, pack, card) for card in pack.cards if card["id"] == name)


def correct_own_card(host: HostContext, rules: Ruleset[Any], own: OwnCard, fields: Mapping[str, Any]) -> Any:
    """Correct fields of a card in an owner's pack for all games dealt from now on, settle the reports about it, and
    return the corrected card; raise Illegal if it is not a valid card or the pack gets too large.
    """
    found = dealt_cards.build_corrected_card(rules, own.card, fields)
    new = msgspec.to_builtins(found)
    _save_pack_and_settle(
        host, rules, own, replace(own.pack, cards=[new if card is own.card else card for card in own.pack.cards])
    )
    return found


def withdraw_own_card(host: HostContext, rules: Ruleset[Any], own: OwnCard, *, withdrawn: bool = True) -> None:
    """Withdraw a card of an owner's pack so that it is not dealt any more, or restore it (`withdrawn` False), and
    settle the reports about it; raise Illegal if the pack gets too large.
    """
    names = {*own.pack.withdrawn} - {own.card["id"]} | ({own.card["id"]} if withdrawn else set())
    _save_pack_and_settle(host, rules, own, replace(own.pack, withdrawn=sorted(names)))


def _save_pack_and_settle(host: HostContext, rules: Ruleset[Any], own: OwnCard, pack: Pack) -> None:
    """Save a changed pack of the card's owner and delete the reports about the card from games with that owner's packs;
    raise Illegal, and save nothing, if the pack is too large.
    """
    if not save_pack(host.store, own.owner, pack):
        raise Illegal(NO_ROOM, code="too_many_packs_dealt")
    settle_own_card_reports(host, rules, own)


def settle_own_card_reports(host: HostContext, rules: Ruleset[Any], own: OwnCard) -> int:
    """Delete the reports about a card of an owner's pack, except those from games played without that owner's packs;
    return how many were deleted.
    """
    return card_changes.settle_card_reports(
        host.store, rules.name, own.card["id"], lambda report: own.owner in list_report_pack_owners(host, report)
    )


def list_own_card_reports(host: HostContext, rules: Ruleset[Any], owner: str) -> dict[str, list[Report]]:
    """Return by card id the reports about cards in this owner's packs, only those from games in which the owner's packs
    were used.
    """
    own = {card["id"] for pack in list_packs(host.store, owner) for card in pack.cards}
    found: dict[str, list[Report]] = {}
    for each in card_changes.iter_card_reports(host.store, rules.name, host.now()):
        if each.card in own and owner in list_report_pack_owners(host, each.report):
            found.setdefault(each.card, []).append(each.report)
    return found


def list_report_pack_owners(host: HostContext, report: Report) -> list[str]:
    """Return the owners (`person:ID` or `chat:PLACE`) whose card packs the reported game was played with; none if the
    game is gone.
    """
    saved = host.store.load_game(report.game)
    return dealt_cards.list_session_pack_owners(saved.session) if saved else []
