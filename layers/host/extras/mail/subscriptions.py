"""What the page asks of letters: to begin with an address, to confirm it, and to end them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Illegal, build_told
from host.core.context import HostContext
from host.core.events import LettersWanted
from host.core.session import Person, Post
from host.doors.registry import find_notification_place
from host.extras.mail import mailboxes
from host.extras.mail.door import ADDRESS, DOOR
from host.extras.mail.mailboxes import Mailbox
from host.people import accounts, rate_limits
from host.people.rate_limits import Requester
from host.said.desk import refusals

MAX_EMAIL_ADDRESS = 254


class MailLetters:
    """Subscribe people's e-mail addresses, confirm them and unsubscribe them."""

    def __init__(self, host: HostContext) -> None:
        self.host = host

    def begin(self, visitor: Requester, person: Person, address: str, *, ends: bool) -> None:
        """Save an e-mail address and send it one confirmation e-mail; nothing else is sent before it is confirmed.
        Raise Illegal for a malformed address.
        """
        if len(address) > MAX_EMAIL_ADDRESS or not ADDRESS.fullmatch(address):
            raise Illegal(refusals.NO_ADDRESS, code="no_mail_address")
        old = mailboxes.load_mailbox(self.host.store, person.id)
        if old is not None and old.address == address and old.confirmed:
            mailboxes.save_mailbox(self.host.store, person.id, replace(old, ends=ends))
            return
        rate_limits.count_act(self.host, "addresses", visitor)
        rate_limits.count_act(self.host, "address", visitor, address.casefold())
        now, identity = self.host.now(), f"{DOOR.places}{person.id}"
        mailboxes.save_mailbox(self.host.store, person.id, Mailbox(address, ends, self.host.token(16), now))
        accounts.link_identity(self.host, person.id, identity)
        self.host.store.queue_posts(
            [Post(identity, "", int(now * 1000), [build_told(LettersWanted(person.name), {})])], now
        )

    def confirm(self, word: str) -> bool:
        """Confirm the e-mail address with this token, and send the person's messages there unless they use a chat.
        Return False for an unknown token.
        """
        person, mailbox = self._find_by_token(word)
        if person is None or mailbox is None:
            return False
        mailboxes.save_mailbox(self.host.store, person.id, replace(mailbox, confirmed=True))
        if not person.place or person.place.startswith(self._list_notice_prefixes()):
            accounts.set_private_place(self.host, person.id, f"{DOOR.places}{person.id}")
        return True

    def reads(self, person: Person) -> bool:
        """Return whether this person's messages go to their e-mail address."""
        return person.place.startswith(DOOR.places)

    def known(self, word: str) -> str:
        """Return the e-mail address with this token, or an empty string if it was unsubscribed."""
        mailbox = self._find_by_token(word)[1]
        return mailbox.address if mailbox else ""

    def end(self, word: str) -> None:
        """Unsubscribe the e-mail address with this token; the person's browsers are notified
        instead, if there are any.
        """
        person, _ = self._find_by_token(word)
        if person is None:
            return
        mailboxes.delete_person_data(self.host.store, person.id)
        if self.reads(person):
            accounts.set_private_place(self.host, person.id, find_notification_place(self.host, person.id))

    def _find_by_token(self, word: str) -> tuple[Person | None, Mailbox | None]:
        """Return the person and the e-mail address that a token belongs to, or None for each."""
        whose = mailboxes.find_letters_owner(self.host.store, word)
        person = accounts.load_current_person(self.host, whose) if whose else None
        return person, mailboxes.load_mailbox(self.host.store, whose) if person else None

    def _list_notice_prefixes(self) -> tuple[str, ...]:
        """Return the prefixes of places on platforms that only notify people (e-mail, browser), rather than show a
        game.
        """
        return tuple(f"{name}:" for name in self.host.config.rung)
