"""Everything that is kept of people beside their accounts and seats, so that none is forgotten when they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from host.core.store import (
    Store,
    browsers,
    card_reports,
    mailboxes,
    packs,
    prediction_slips,
    profiles,
    sought_players,
    table_talk,
    table_waiters,
)


class KeepsPersonalData(Protocol):
    """What a module has to offer that keeps something of people."""

    def exported(self, store: Store, person: str, /) -> object:
        """All of it, as plain data for themselves to read."""

    def forget(self, store: Store, person: str, /) -> None:
        """Nothing of it is left."""

    def hand_over(self, store: Store, goes: str, stays: str, /) -> None:
        """Two people turn out to be one: what one has is the other's."""


KEPT: Mapping[str, KeepsPersonalData] = {  # by its name in what somebody may take with them
    "predictions": prediction_slips,
    "talk": table_talk,
    "profile": profiles,
    "looking": sought_players,
    "told of tables in": table_waiters,
    "notices": browsers,
    "questions reported": card_reports,
    "letters": mailboxes,
    "questions brought": packs,
}


def exported(store: Store, person: str) -> dict[str, object]:
    """All that is kept of somebody, by its kind."""
    return {name: kept.exported(store, person) for name, kept in KEPT.items()}


def forget(store: Store, person: str) -> None:
    """Nothing of it is left."""
    for kept in KEPT.values():
        kept.forget(store, person)


def hand_over(store: Store, goes: str, stays: str) -> None:
    """All that one has is the other's."""
    for kept in KEPT.values():
        kept.hand_over(store, goes, stays)
