"""The cards of a box as they are dealt now: without those withdrawn, and with what was mended since it was printed.

Once a night the levels of cards follow how they have fared, a step a week at most.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from engine.kernel import Illegal, Ruleset
from engine.rulesets import RULESETS
from host.core.cards import card_packs
from host.core.context import HostContext
from host.core.session import Session
from host.core.store import card_changes, card_days, card_reports, packs
from host.core.store.card_changes import CardChange

log = logging.getLogger(__name__)
DAY, WEEK = 86400.0, 7 * 86400.0
NOTHING: Mapping[str, Any] = MappingProxyType({})
NO_PACK = "There is no pack {name} here; there are {known}."
AT_ONCE = 100  # ledgers that are read together


def dealt(
    host: HostContext, rules: Ruleset[Any], owners: Iterable[str] = (), options: Mapping[str, Any] = NOTHING
) -> list[Any]:
    """All cards that a game which begins now may be dealt: of the box, and of what its owners have brought along, but
    for what they have switched off. The cards of a day are everybody's: a few of the box, laid once.
    """
    if not rules.cards:
        return []
    if rules.dated and (day := options.get(rules.dated)):
        return _of_day(host, rules, str(day))
    own = {pack.name: pack for owner in owners for pack in packs.of(host.store, owner)}
    wanted = list(map(str.casefold, options.get(rules.packed) or [])) or [card_packs.PRINTED, *own]
    unknown = [name for name in wanted if name not in own and name != card_packs.PRINTED]
    if unknown:
        raise Illegal(NO_PACK, name=unknown[0][:40], known=[card_packs.PRINTED, *own])
    off = {category for owner in owners for category in packs.off(host.store, owner)}
    lines = [(name, msgspec.json.encode(card)) for name in wanted if name in own for card in own[name].dealt]
    cards = [*(_printed(host, rules) if card_packs.PRINTED in wanted else []), *rules.check(lines)[0]]
    return [card for card in {card.id: card for card in cards}.values() if card.category not in off]


def owners_of(session: Session) -> list[str]:
    """Whose packs this game may be played with."""
    return owners(session.by, session.places, session.community)


def owners(person: str, places: Iterable[str], community: str = "") -> list[str]:
    """Whose packs a game may be played with: its host's, those of the places that show it, and of their community."""
    chats = dict.fromkeys(place for place in (*places, community) if place)
    return [*([f"person:{person}"] if person else []), *(f"chat:{place}" for place in chats)]


def _of_day(host: HostContext, rules: Ruleset[Any], day: str) -> list[Any]:
    """As they were when somebody first began to play this day, whatever has been mended or withdrawn since."""
    kept = card_days.of(host.store, rules.name, day)
    if kept is None:
        cards = [msgspec.to_builtins(card) for card in rules.of_day(day, _printed(host, rules))]
        kept = card_days.lay(host.store, rules.name, day, cards, host.now())
    return [*rules.check((card["id"], msgspec.json.encode(card)) for card in kept)[0]]


def on_day(host: HostContext, rules: Ruleset[Any], day: str, name: str) -> bool:
    """Is this one of the cards that were laid for everybody who plays this day?"""
    return any(card["id"] == name for card in card_days.of(host.store, rules.name, day) or [])


def _printed(host: HostContext, rules: Ruleset[Any]) -> list[Any]:
    """The box's own cards as they are now."""
    changes, opened = card_changes.changes(host.store, rules.name)
    if not opened:
        card_changes.looked_over(host.store, rules.name, host.now(), 0)
    printed = card_packs.box(rules.name, host.config.packs).cards
    return [card for each in printed if (card := _now(rules, each, changes.get(each.id)))]


def _now(rules: Ruleset[Any], card: Any, change: CardChange | None) -> Any:
    """The card as it is now, or nothing if it is withdrawn."""
    if change is None:
        return card
    try:
        return None if change.withdrawn else mended(rules, card, change.now)
    except Illegal as why:  # it has been printed anew, and what was mended fits no more
        log.warning("a card is dealt as it is printed: %s", why)
        return card


def mended(rules: Ruleset[Any], card: Any, fields: Mapping[str, Any]) -> Any:
    """The card, printed or as plain data, with these fields; raises Illegal where that makes no good card."""
    new = msgspec.to_builtins(card) | dict(fields)
    good, faults = rules.check([(new["id"], msgspec.json.encode(new))])
    if not good:
        raise Illegal("{fault}", fault=str(faults[0]))
    return good[0]


# -- what an operator does


def card(host: HostContext, rules: Ruleset[Any], name: str) -> Any:
    """The printed card of this id; raises Illegal where there is none."""
    printed = card_packs.box(rules.name, host.config.packs).cards
    found = next((each for each in printed if each.id == name), None)
    if found is None:
        raise Illegal("There is no card {card} in the box.", card=name[:60])
    return found


def mend(host: HostContext, rules: Ruleset[Any], name: str, fields: Mapping[str, Any]) -> Any:
    """Whatever is dealt from now on is like this; what was reported of it is dealt with."""
    printed, now = card(host, rules, name), card_changes.of_card(host.store, rules.name, name)
    scored = {field: value for field, value in now.scored.items() if field not in fields}
    new = msgspec.structs.replace(now, fields={**now.fields, **fields}, scored=scored)
    found = mended(rules, printed, new.now)
    card_changes.change(host.store, rules.name, name, new)
    card_reports.settle(host.store, rules.name, name)
    return found


def withdraw(host: HostContext, rules: Ruleset[Any], name: str, *, withdrawn: bool = True) -> None:
    """It is dealt no more, or again; games that hold it keep it."""
    card(host, rules, name)
    now = card_changes.of_card(host.store, rules.name, name)
    card_changes.change(host.store, rules.name, name, msgspec.structs.replace(now, withdrawn=withdrawn))
    card_reports.settle(host.store, rules.name, name)


# -- by night


class Night(NamedTuple):
    """What was moved, a line each; and how many cards were reported since the night before and still are."""

    moved: list[str]
    reported: int


def night(host: HostContext, *, again: bool = False) -> Night | None:
    """Look over every box that was ever opened; nothing, if that has been done within a day."""
    due = [rules for rules in RULESETS.values() if rules.cards and _begun(host, rules, again=again)]
    if not due:
        return None
    return Night([line for rules in due for line in _moved(host, rules)], reported(host, host.now() - DAY))


def _begun(host: HostContext, rules: Ruleset[Any], *, again: bool) -> bool:
    """Is it time for that, and does nobody else do it?"""
    now = host.now()
    last, version = card_changes.last_night(host.store, rules.name)
    rested = again or not last <= now < last + DAY
    return bool(version) and rested and card_changes.looked_over(host.store, rules.name, now, version)


def _moved(host: HostContext, rules: Ruleset[Any]) -> Iterator[str]:
    for each, counts, change in [*due(host, rules)]:
        fields = rules.moved(_now(rules, each, change), _since(counts, change))
        new = msgspec.structs.replace(change, scored={**change.scored, **fields}, moved=host.now(), since=counts)
        card_changes.change(host.store, rules.name, each.id, new)
        yield f"{each.id}: {', '.join(f'{name} {value}' for name, value in fields.items())}"


def due(host: HostContext, rules: Ruleset[Any]) -> Iterator[tuple[Any, dict[str, int], CardChange]]:
    """The printed cards that should be moved now, how each has fared in all, and what is different about it already."""
    cards = card_packs.box(rules.name, host.config.packs).cards
    changes, _ = card_changes.changes(host.store, rules.name)
    for each, counts in fared(host, rules, cards):
        change = changes.get(each.id, CardChange())
        rested = not host.now() - WEEK < change.moved <= host.now()
        now = _now(rules, each, change)
        if rested and now is not None and rules.moved(now, _since(counts, change)):
            yield each, counts, change


def _since(counts: Mapping[str, int], change: CardChange) -> dict[str, int]:
    """How it has fared since it was moved."""
    return {name: count - change.since.get(name, 0) for name, count in counts.items()}


def fared(host: HostContext, rules: Ruleset[Any], cards: Sequence[Any]) -> Iterator[tuple[Any, dict[str, int]]]:
    """Cards that have been met, and how each has fared."""
    for start in range(0, len(cards), AT_ONCE):
        some = cards[start : start + AT_ONCE]
        ledgers = host.store.ledgers([card_packs.fared(rules.name, each.id) for each in some])
        yield from ((each, counts) for each, counts in zip(some, ledgers, strict=True) if counts)


def reported(host: HostContext, since: float = 0.0) -> int:
    """How many cards have been reported since then, and nobody has dealt with that."""
    boxes = [name for name, rules in RULESETS.items() if rules.cards]
    found = [(name, each) for name in boxes for each in card_reports.listed(host.store, name, host.now())]
    return len({(name, each.card) for name, each in found if each.report.at > since})
