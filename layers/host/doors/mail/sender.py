"""Writes letters: one for each thing that somebody is asked, to an address that is confirmed, and not at night."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from engine.kernel.text import as_phrase
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.events import LettersWanted
from host.core.session import Person
from host.core.store import mailboxes
from host.core.store.mailboxes import Mailbox
from host.delivery.outbox import Message, Muted, NotChanged, PlaceGone
from host.delivery.pace import Limits
from host.doors import notices
from host.doors.mail.door import DOOR
from host.doors.notices import Notice
from host.people import accounts, rate_limits
from host.people.rate_limits import Crowded, Requester
from host.shown import words

log = logging.getLogger(__name__)
LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=1.0)  # nobody here says; so we are modest
NAME = "Race to a Billion"
LONGEST_SUBJECT = 120
CONFIRM_IT = "Yes, write to me: {link}"
NOT_ME = "If that was not you, do nothing: this is the only letter."
PLAY = "To the table: {link}"
ENDS = "No more of these letters: {link}"
UNFOLDED = policy.SMTP.clone(max_line_length=400)  # some programs read a folded address as none
WANTED = "Letters from Race to a Billion"


class AddressRefused(Exception):
    """Nobody takes letters at this address."""


class MailSender:
    """Letters as the outbox knows a platform."""

    prefix = DOOR.places
    pauses = False
    mixes = True

    def __init__(self, host: HostContext, web: str, sender: str, carry: Callable[[EmailMessage], None]) -> None:
        self.host, self.web, self.sender, self._carry = host, web.rstrip("/"), sender, carry

    def lane(self, chat: str) -> str:
        """Everybody's address is a lane."""
        return chat

    def crowd(self, _: str) -> bool:
        """Nobody else reads it."""
        return False

    def send(self, chat: str, message: Message) -> str:
        """Write, if it is still worth it and not their night."""
        person = accounts.person(self.host, self.host.store.who(chat, self.host.now()))
        mailbox = mailboxes.of_person(self.host.store, person.id) if person else None
        if person is None or mailbox is None:
            raise PlaceGone("nobody wants letters there")
        if any(line.kind is LettersWanted for line in message.lines):
            self._post(person, mailbox, self._asked(person, mailbox))
        elif mailbox.confirmed:
            self._written(person, mailbox, message)
        return ""

    def show_board(self, _: str, __: str, ___: str) -> str:
        """The page shows its board."""
        raise NotChanged

    def _written(self, person: Person, mailbox: Mailbox, message: Message) -> None:
        found = [each for each in notices.of(self.host, person, message) if mailbox.ends or not each.ends]
        if found and (until := clocks.quiet_end(self.host.now(), person.habits)):
            raise Muted("it is their night", until)
        for notice in found:
            self._post(person, mailbox, self._called(person, mailbox, notice))

    # -- what stands in them

    def _asked(self, person: Person, mailbox: Mailbox) -> EmailMessage:
        reader = words.reader({}, person.habits.style)
        lines = [
            reader.value(as_phrase(LettersWanted(person.name))),
            reader.say(CONFIRM_IT, link=f"{self.web}/mail/yes/{mailbox.word}"),
            reader.say(NOT_ME),
        ]
        return self._letter(mailbox, reader.say(WANTED), lines)

    def _called(self, person: Person, mailbox: Mailbox, notice: Notice) -> EmailMessage:
        reader = words.reader({}, person.habits.style)
        here = f"{self.web}/{f'g/{notice.game}' if notice.game else ''}"
        ends = reader.say(ENDS, link=self._off(mailbox))
        letter = self._letter(mailbox, notice.title, [notice.body, reader.say(PLAY, link=here), ends])
        if notice.game:  # all of one game are one thread
            letter["References"] = f"<{notice.game}@{self._domain()}>"
        return letter

    def _letter(self, mailbox: Mailbox, subject: str, lines: list[str]) -> EmailMessage:
        letter = EmailMessage(UNFOLDED)
        letter["From"], letter["To"] = f"{NAME} <{self.sender}>", mailbox.address
        letter["Subject"] = " ".join(subject.split())[:LONGEST_SUBJECT]
        letter["Date"] = format_datetime(datetime.fromtimestamp(self.host.now(), UTC))
        letter["Message-ID"] = make_msgid(domain=self._domain())
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{self._off(mailbox)}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content("\n\n".join(lines) + "\n")
        return letter

    def _off(self, mailbox: Mailbox) -> str:
        return f"{self.web}/mail/off/{mailbox.word}"

    def _domain(self) -> str:
        return self.sender.rpartition("@")[2]

    # -- how they go

    def _post(self, person: Person, mailbox: Mailbox, letter: EmailMessage) -> None:
        """Within what one person, and the whole host, may be written; an address that takes none is forgotten."""
        try:
            rate_limits.count(self.host, "letters", Requester(person=person.id))
        except Crowded:
            log.warning("letter dropped: rate limit person=%s", person.id)
            return
        try:
            self._carry(letter)
        except AddressRefused:
            log.info("an address takes no letters")
            if mailboxes.of_person(self.host.store, person.id) == mailbox:
                mailboxes.forget(self.host.store, person.id)
            raise PlaceGone("nobody takes letters there") from None
