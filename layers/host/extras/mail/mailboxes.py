"""Keeps the address at which somebody wants letters, whether they have confirmed it, and the word that ends them."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from host.core.store.items import DeleteItem, Item, Op, PutItem
from host.core.store.store import Store

MAIL = "mail"


class Mailbox(Struct):
    """An e-mail address for letters. The word stands in every letter: with it their reader confirms the address or
    ends the letters.
    """

    address: str
    ends: bool  # also when a cycle or a game is over?
    word: str
    since: float
    confirmed: bool = False


_decode = msgspec.json.Decoder(Mailbox).decode


def load_mailbox(store: Store, person: str) -> Mailbox | None:
    """Return the e-mail address at which this person wants messages, confirmed or not, or None."""
    return store.read(store.table.get(f"person:{person}", MAIL), _decode)


def find_letters_owner(store: Store, word: str) -> str:
    """Return the person to whom this word in an e-mail's unsubscribe link belongs; empty if they have unsubscribed."""
    return store.read(store.table.get(*_build_word_key(word)), bytes.decode) or ""


def save_mailbox(store: Store, person: str, mailbox: Mailbox) -> None:
    """Save the e-mail address at which a person wants messages; links in e-mails to the old address stop working."""
    old = load_mailbox(store, person)
    gone: list[Op] = [DeleteItem(*_build_word_key(old.word))] if old and old.word != mailbox.word else []
    shown = PutItem(Item(f"person:{person}", MAIL, msgspec.json.encode(mailbox)))
    store.table.write([*gone, shown, PutItem(Item(*_build_word_key(mailbox.word), person.encode()))])


def export_person_data(store: Store, person: str) -> object:
    """Return a person's stored e-mail address, its purpose, and since when, for their download."""
    found = load_mailbox(store, person)
    return {"address": found.address, "ends": found.ends, "since": found.since} if found else None


def delete_person_data(store: Store, person: str) -> None:
    """Delete a person's e-mail address, and the word that links in their e-mails contain."""
    old = load_mailbox(store, person)
    word: list[Op] = [DeleteItem(*_build_word_key(old.word))] if old else []
    store.table.write([*word, DeleteItem(f"person:{person}", MAIL)])


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give one person's e-mail address to another, unless that one has an address already."""
    mine, theirs = load_mailbox(store, stays), load_mailbox(store, goes)
    delete_person_data(store, goes)
    if theirs is not None and mine is None:
        save_mailbox(store, stays, theirs)


def _build_word_key(word: str) -> tuple[str, str]:
    return f"mail/{hashlib.sha256(word.encode(errors='replace')).hexdigest()}", "of"
