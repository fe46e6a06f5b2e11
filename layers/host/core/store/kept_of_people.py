"""Everything that is kept of people beside their accounts and seats, so that none is forgotten when they are."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from host.core.extras import list_extras
from host.core.store import Store, card_changes, table_waiters


class KeepsPersonalData(Protocol):
    """The functions of a module that stores data about people."""

    def export_person_data(self, store: Store, person: str, /) -> object:
        """Return all that one module has stored about a person, as plain data for their download. A protocol: every
        module that stores such data has this function.
        """

    def delete_person_data(self, store: Store, person: str, /) -> None:
        """Delete all that one module has stored about a person. A protocol: every module that stores such data has this
        function.
        """

    def hand_over_person_data(self, store: Store, goes: str, stays: str, /) -> None:
        """Give all that one module has stored about one person to another, when two accounts are merged. A protocol:
        every module that stores such data has this function.
        """


PERSONAL_DATA_MODULES: Mapping[str, KeepsPersonalData] = {  # by its name in what somebody may take with them
    "told of tables in": table_waiters,
    "questions reported": card_changes,
}


def _list_modules() -> dict[str, KeepsPersonalData]:
    """Return all modules that store data about people, by name, including those of extras that are switched off, which
    may have stored some earlier.
    """
    added = {name: import_module(module) for extra in list_extras() for name, module in extra.personal_data.items()}
    return {**PERSONAL_DATA_MODULES, **added}


def export_personal_data(store: Store, person: str) -> dict[str, object]:
    """Return everything that modules, also those of extras switched off, have stored about a person (account and seats
    are not theirs), by kind, for their download.
    """
    return {name: kept.export_person_data(store, person) for name, kept in _list_modules().items()}


def forget_personal_data(store: Store, person: str) -> None:
    """Delete everything that modules, also those of extras switched off, have stored about a person; account and seats
    are not among it.
    """
    for kept in _list_modules().values():
        kept.delete_person_data(store, person)


def hand_over_personal_data(store: Store, goes: str, stays: str) -> None:
    """Give everything that modules, also those of extras switched off, have stored about the person `goes` to the
    person `stays`, when two accounts are merged; account and seats are not among it.
    """
    for kept in _list_modules().values():
        kept.hand_over_person_data(store, goes, stays)
