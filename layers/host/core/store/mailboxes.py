"""Keeps the address at which somebody wants letters, whether they have confirmed it, and the word that ends them."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

MAIL = "mail"


class Mailbox(Struct):
    """Where letters go. The word stands in every letter: whoever reads them can confirm the address, and end them."""

    address: str
    ends: bool  # also when a cycle or a game is over?
    word: str
    since: float
    confirmed: bool = False


_decode = msgspec.json.Decoder(Mailbox).decode


def of_person(store: Store, person: str) -> Mailbox | None:
    """Where this person wants letters, confirmed or not."""
    return store.read(store.table.get(f"person:{person}", MAIL), _decode)


def by_word(store: Store, word: str) -> str:
    """Whose letters have this word; nobody's, if they have ended."""
    return store.read(store.table.get(*_place(word)), bytes.decode) or ""


def keep(store: Store, person: str, mailbox: Mailbox) -> None:
    """Letters go there from now on, once it is confirmed."""
    old = of_person(store, person)
    gone: list[Op] = [DeleteItem(*_place(old.word))] if old and old.word != mailbox.word else []
    shown = PutItem(Item(f"person:{person}", MAIL, msgspec.json.encode(mailbox)))
    store.table.write([*gone, shown, PutItem(Item(*_place(mailbox.word), person.encode()))])


def exported(store: Store, person: str) -> object:
    """The address, what for, and since when."""
    found = of_person(store, person)
    return {"address": found.address, "ends": found.ends, "since": found.since} if found else None


def forget(store: Store, person: str) -> None:
    """No address is known any more, and the word in old letters leads nowhere."""
    old = of_person(store, person)
    word: list[Op] = [DeleteItem(*_place(old.word))] if old else []
    store.table.write([*word, DeleteItem(f"person:{person}", MAIL)])


def hand_over(store: Store, goes: str, stays: str) -> None:
    """Letters to one go on as letters to the other, unless they have an address of their own."""
    mine, theirs = of_person(store, stays), of_person(store, goes)
    forget(store, goes)
    if theirs is not None and mine is None:
        keep(store, stays, theirs)


def _place(word: str) -> tuple[str, str]:
    return f"mail/{hashlib.sha256(word.encode(errors='replace')).hexdigest()}", "of"
