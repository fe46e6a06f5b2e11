"""What the page asks of letters: to begin with an address, to confirm it, and to end them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Illegal, as_told
from host.core.context import HostContext
from host.core.events import LettersWanted
from host.core.session import Person, Post
from host.core.store import browsers, mailboxes
from host.core.store.mailboxes import Mailbox
from host.doors.mail.door import ADDRESS, DOOR
from host.doors.registry import ringing
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.said.desk import refusals

LONGEST = 254


class MailLetters:
    """Addresses of people."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def begin(self, visitor: Requester, person: Person, address: str, *, ends: bool) -> None:
        """The address is asked whether it wants that; nothing else is written there before it has said so."""
        if len(address) > LONGEST or not ADDRESS.fullmatch(address):
            raise Illegal(refusals.NO_ADDRESS)
        old = mailboxes.of_person(self.host.store, person.id)
        if old is not None and old.address == address and old.confirmed:
            mailboxes.keep(self.host.store, person.id, replace(old, ends=ends))
            return
        rate_limits.count(self.host, "addresses", visitor)
        rate_limits.count(self.host, "address", visitor, address.casefold())
        now, identity = self.host.now(), f"{DOOR.places}{person.id}"
        mailboxes.keep(self.host.store, person.id, Mailbox(address, ends, self.host.token(16), now))
        accounts.link(self.host, person.id, identity)
        self.host.store.post([Post(identity, "", int(now * 1000), [as_told(LettersWanted(person.name), {})])], now)

    def confirm(self, word: str) -> bool:
        """Whoever reads letters there wants them; they are told things there, unless a chat tells them."""
        person, mailbox = self._of(word)
        if person is None or mailbox is None:
            return False
        mailboxes.keep(self.host.store, person.id, replace(mailbox, confirmed=True))
        if not person.place or person.place.startswith(self._ringing()):
            accounts.settle(self.host, person.id, f"{DOOR.places}{person.id}")
        return True

    def reads(self, person: Person) -> bool:
        """Are they told things there, and not called elsewhere?"""
        return person.place.startswith(DOOR.places)

    def known(self, word: str) -> str:
        """The address that has this word; nothing, if its letters have ended."""
        mailbox = self._of(word)[1]
        return mailbox.address if mailbox else ""

    def end(self, word: str) -> None:
        """No more letters there; browsers call again, where there are any."""
        person, _ = self._of(word)
        if person is None:
            return
        mailboxes.forget(self.host.store, person.id)
        if self.reads(person):
            others = [name for name in ringing(self.host.config.rung) if name != DOOR.name]
            calls = others and browsers.of_person(self.host.store, person.id)
            accounts.settle(self.host, person.id, f"{others[0]}:{person.id}" if calls else "")

    def _of(self, word: str) -> tuple[Person | None, Mailbox | None]:
        whose = mailboxes.by_word(self.host.store, word)
        person = accounts.person(self.host, whose) if whose else None
        return person, mailboxes.of_person(self.host.store, whose) if person else None

    def _ringing(self) -> tuple[str, ...]:
        return tuple(f"{name}:" for name in self.host.config.rung)
