"""Keeps the address at which a person wants letters, confirmed or not; and begins, confirms and ends letters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.kernel import Illegal, build_told
from host.core.context import HostContext
from host.core.events import LettersWanted
from host.core.session import Person, Post
from host.core.store.items import DeleteItem, Item, Op, PutItem
from host.core.store.store import Store
from host.doors.notices import choose_other_notice_place
from host.extras.mail.door import ADDRESS, DOOR
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.said.desk import refusals

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
    """Return what is stored about a person's e-mail: address, whether it is confirmed, which messages, and the token of
    its links; None if nothing is.
    """
    return store.read(store.table.get(f"person:{person}", MAIL), _decode)


def has_confirmed_address(store: Store, person: str) -> bool:
    """Return whether a person has an e-mail address that they have confirmed."""
    found = load_mailbox(store, person)
    return found is not None and found.confirmed


def find_letters_owner(store: Store, word: str) -> str:
    """Return the id of the person whose e-mails contain this token (`word`) in their links; empty for an unknown one,
    as after they have unsubscribed or changed their address.
    """
    return store.read(store.table.get(*_build_word_key(word)), bytes.decode) or ""


def save_mailbox(store: Store, person: str, mailbox: Mailbox, also: Iterable[Op] = ()) -> None:
    """Save a person's mailbox (e-mail address and settings), together with the writes in `also`; if it has another
    token than before, links in earlier e-mails stop working.
    """
    old = load_mailbox(store, person)
    gone: list[Op] = [DeleteItem(*_build_word_key(old.word))] if old and old.word != mailbox.word else []
    shown = PutItem(Item(f"person:{person}", MAIL, msgspec.json.encode(mailbox)))
    store.table.write([*also, *gone, shown, PutItem(Item(*_build_word_key(mailbox.word), person.encode()))])


def export_person_data(store: Store, person: str) -> object:
    """Return a person's stored e-mail address, whether they want to be told of ended games there, and since when, for
    their download; None if none is stored.
    """
    found = load_mailbox(store, person)
    return {"address": found.address, "ends": found.ends, "since": found.since} if found else None


def delete_person_data(store: Store, person: str) -> None:
    """Delete a person's e-mail address, and the token by which links in their e-mails are recognised."""
    old = load_mailbox(store, person)
    word: list[Op] = [DeleteItem(*_build_word_key(old.word))] if old else []
    store.table.write([*word, DeleteItem(f"person:{person}", MAIL)])


def hand_over_person_data(store: Store, goes: str, stays: str) -> None:
    """Give the e-mail address of the person `goes` to the person `stays` when their accounts are merged, unless that
    one has an address already, even one not confirmed: then it is deleted.
    """
    mine, theirs = load_mailbox(store, stays), load_mailbox(store, goes)
    if theirs is not None and mine is None:
        save_mailbox(store, stays, theirs, [DeleteItem(f"person:{goes}", MAIL)])
    else:
        delete_person_data(store, goes)


def _build_word_key(word: str) -> tuple[str, str]:
    """Return the two keys under which the store finds whose e-mails contain this token; they hold only its hash."""
    return f"mail/{hashlib.sha256(word.encode(errors='replace')).hexdigest()}", "of"


MAX_EMAIL_ADDRESS = 254


class MailLetters:
    """Subscribe people's e-mail addresses, confirm them and unsubscribe them."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def subscribe(self, visitor: Requester, person: Person, address: str, *, ends: bool) -> None:
        """Save a person's e-mail address in place of an earlier one and queue a confirmation e-mail; until it is
        confirmed, nothing else is sent. If it is the confirmed one already, only save `ends` (also tell of ended games)
        and send their messages there unless they use a chat. Raise Illegal for a malformed address, Crowded for too
        many.
        """
        if len(address) > MAX_EMAIL_ADDRESS or not ADDRESS.fullmatch(address):
            raise Illegal(refusals.NO_ADDRESS, code="no_mail_address")
        old = load_mailbox(self.host.store, person.id)
        if old is not None and old.address == address and old.confirmed:
            save_mailbox(self.host.store, person.id, replace(old, ends=ends))
            self._set_message_place(person)
            return
        rate_limits.count_act(self.host, "addresses", visitor)
        rate_limits.count_act(self.host, "address", visitor, address.casefold())
        now, identity = self.host.now(), f"{DOOR.places}{person.id}"
        save_mailbox(self.host.store, person.id, Mailbox(address, ends, self.host.token(16), now))
        accounts.link_identity(self.host, person.id, identity)
        self.host.store.queue_posts(
            [Post(identity, "", int(now * 1000), [build_told(LettersWanted(person.name), {})])], now
        )

    def confirm(self, word: str) -> bool:
        """Confirm the e-mail address whose links contain this token (`word`), and send the person's messages there
        unless they use a chat. Return False for an unknown token.
        """
        person, mailbox = self._find_by_token(word)
        if person is None or mailbox is None:
            return False
        save_mailbox(self.host.store, person.id, replace(mailbox, confirmed=True))
        self._set_message_place(person)
        return True

    def _set_message_place(self, person: Person) -> None:
        """Send the person's messages to their e-mail address from now on, unless they use a chat."""
        if not person.place or person.place.startswith(self._list_notice_prefixes()):
            place = f"{DOOR.places}{person.id}"
            accounts.link_identity(self.host, person.id, place)
            accounts.set_private_place(self.host, person.id, place)

    def is_mail_reader(self, person: Person) -> bool:
        """Return whether this person's messages go to their e-mail address."""
        return person.place.startswith(DOOR.places)

    def find_address(self, word: str) -> str:
        """Return the e-mail address, confirmed or not, whose links contain this token (`word`), or an empty string if
        there is none any more.
        """
        mailbox = self._find_by_token(word)[1]
        return mailbox.address if mailbox else ""

    def unsubscribe(self, word: str) -> None:
        """Delete the e-mail address whose links contain this token (`word`), so that no e-mail goes there any more; do
        nothing for an unknown token. If the person's messages went there, they go to the person's browsers, if there
        are any, or nowhere.
        """
        person, _ = self._find_by_token(word)
        if person is None:
            return
        delete_person_data(self.host.store, person.id)
        if self.is_mail_reader(person):
            accounts.set_private_place(self.host, person.id, choose_other_notice_place(self.host, person.id))

    def _find_by_token(self, word: str) -> tuple[Person | None, Mailbox | None]:
        """Return the person and the stored mailbox (e-mail address) to which the token in an e-mail's link belongs, or
        None for each that is missing.
        """
        whose = find_letters_owner(self.host.store, word)
        person = accounts.load_current_person(self.host, whose) if whose else None
        return person, load_mailbox(self.host.store, whose) if person else None

    def _list_notice_prefixes(self) -> tuple[str, ...]:
        """Return the prefixes of places on platforms that only notify people (e-mail, browser), rather than show a
        game.
        """
        return tuple(f"{name}:" for name in self.host.config.rung)
