"""The cards that people have brought along, one by one: what was reported of each, and how it is mended or withdrawn.

All of it is done in the pack, so that it goes where the pack goes. Games that hold a card keep it as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.kernel import Illegal, Ruleset
from host.core.cards import dealt_cards
from host.core.context import HostContext
from host.core.store import card_reports, packs
from host.core.store.card_reports import Report
from host.core.store.packs import Pack

NO_ROOM = "It has become too long for this pack to be kept."


def owner(word: str) -> str:
    """Whose packs are meant: a place's, or a person's."""
    return f"chat:{word}" if ":" in word else f"person:{word}"


class OwnCard(NamedTuple):
    """A card that lies in somebody's pack."""

    owner: str
    pack: Pack
    card: Mapping[str, Any]

    @property
    def withdrawn(self) -> bool:
        """Is it dealt no more?"""
        return self.card["id"] in self.pack.withdrawn


def lying(host: HostContext, owners: Iterable[str], name: str) -> Iterator[OwnCard]:
    """Wherever a card of this id lies in the packs of these owners."""
    for owner in owners:
        for pack in packs.of(host.store, owner):
            yield from (OwnCard(owner, pack, card) for card in pack.cards if card["id"] == name)


def mend(host: HostContext, rules: Ruleset[Any], own: OwnCard, fields: Mapping[str, Any]) -> Any:
    """Whatever is dealt of it from now on is like this; what was reported of it is dealt with."""
    found = dealt_cards.mended(rules, own.card, fields)
    new = msgspec.to_builtins(found)
    _keep(host, rules, own, replace(own.pack, cards=[new if card is own.card else card for card in own.pack.cards]))
    return found


def withdraw(host: HostContext, rules: Ruleset[Any], own: OwnCard, *, withdrawn: bool = True) -> None:
    """It is dealt no more, or again."""
    names = {*own.pack.withdrawn} - {own.card["id"]} | ({own.card["id"]} if withdrawn else set())
    _keep(host, rules, own, replace(own.pack, withdrawn=sorted(names)))


def _keep(host: HostContext, rules: Ruleset[Any], own: OwnCard, pack: Pack) -> None:
    if not packs.put(host.store, own.owner, pack):
        raise Illegal(NO_ROOM)
    settle(host, rules, own)


def settle(host: HostContext, rules: Ruleset[Any], own: OwnCard) -> int:
    """Somebody has looked at it: what was reported in games with this owner's packs goes. How many there were."""
    return card_reports.settle(
        host.store, rules.name, own.card["id"], lambda report: own.owner in owners_of(host, report)
    )


def reported(host: HostContext, rules: Ruleset[Any], owner: str) -> dict[str, list[Report]]:
    """What was reported of this owner's cards in games with their packs, by the cards' ids."""
    own = {card["id"] for pack in packs.of(host.store, owner) for card in pack.cards}
    found: dict[str, list[Report]] = {}
    for each in card_reports.listed(host.store, rules.name, host.now()):
        if each.card in own and owner in owners_of(host, each.report):
            found.setdefault(each.card, []).append(each.report)
    return found


def owners_of(host: HostContext, report: Report) -> list[str]:
    """Whose packs the game was played with in which this was reported; nobody's, where it is gone."""
    saved = host.store.game(report.game)
    return dealt_cards.owners_of(saved.session) if saved else []
