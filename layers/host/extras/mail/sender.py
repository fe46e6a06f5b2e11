"""Writes letters: one for each thing that somebody is asked, to an address that is confirmed, and not at night."""

from __future__ import annotations

import logging
import smtplib
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from functools import partial
from urllib.parse import urlsplit

from engine.kernel.text import build_event_phrase
from host.core.context import HostContext
from host.core.deadlines import clocks
from host.core.events import LettersWanted
from host.core.session import Person
from host.delivery.outbox import Limits, Message, Muted, NotChanged, OutboxDispatcher, Pace, PlaceGone, PlatformDown
from host.doors import notices
from host.doors.local.delivery_thread import DeliveryThread
from host.doors.notices import Notice
from host.extras.mail import mailboxes
from host.extras.mail.door import DOOR, MailAccount
from host.extras.mail.mailboxes import Mailbox
from host.people import accounts, rate_limits
from host.people.rate_limits import Crowded, Requester
from host.shown import words

log = logging.getLogger(__name__)


MAIL_LIMITS = Limits(in_all=30, window=1.0, gap=1.0, crowd_gap=1.0)  # nobody here says; so we are modest


MAIL_SENDER_NAME = "Race to a Billion"


LONGEST_SUBJECT = 120


CONFIRM_IT = "Yes, send me e-mails: {link}"


NOT_ME = "If you did not ask for this, you need not do anything. We will not write to you again."


PLAY = "To the game: {link}"


UNSUBSCRIBE_LINE = "To stop these e-mails: {link}"


UNFOLDED = policy.SMTP.clone(max_line_length=400)  # some programs read a folded address as none


CONFIRM_SUBJECT = "E-mails from Race to a Billion"


class AddressRefused(Exception):
    """The mail server rejected this address for good."""


class MailSender:
    """Send queued posts as e-mails; this is the platform that the outbox sees."""

    prefix = DOOR.places
    pauses = False
    mixes = True

    def __init__(self, host: HostContext, web: str, sender: str, carry: Callable[[EmailMessage], None]) -> None:
        self.host, self.web, self.sender, self._carry = host, web.rstrip("/"), sender, carry

    def get_lane(self, chat: str) -> str:
        """Return the recipient as the lane (what rate limits count together), because each person's e-mails are sent at
        their own pace.
        """
        return chat

    def is_crowd(self, _: str) -> bool:
        """Return False, because an e-mail is never read by a group."""
        return False

    def send(self, chat: str, message: Message) -> str:
        """Send the next e-mail of a queued post and return an empty string: a confirmation or, only to a confirmed
        address, the first notice not yet sent. Raise Unfinished if more notices are left, Muted in quiet hours,
        PlatformDown for faults, and PlaceGone (PlaceMoved if a browser can be notified) if the address is missing or
        rejected.
        """
        person = accounts.load_current_person(self.host, self.host.store.find_person_id(chat, self.host.now()))
        mailbox = mailboxes.load_mailbox(self.host.store, person.id) if person else None
        confirms, why = any(line.kind is LettersWanted for line in message.lines), "nobody wants letters there"
        if person is None or (mailbox is None and confirms):
            raise PlaceGone(why)
        if mailbox is None:
            raise notices.build_place_lost_error(self.host, person.id, why)
        if confirms:
            self._send_within_limits(person, mailbox, self._build_confirmation(person, mailbox))
        elif mailbox.confirmed:
            self._send_notices(person, mailbox, message)
        return ""

    def show_board(self, _: str, __: str, ___: str) -> str:
        """Raise NotChanged, because e-mails show no board that would have to be updated."""
        raise NotChanged

    def _send_notices(self, person: Person, mailbox: Mailbox, message: Message) -> None:
        """Send an e-mail for the first notice of a queued post that has not been sent (of ended games only if the
        person wants these), if there is one; raise Unfinished if more are left, and Muted, before anything is sent,
        during the person's quiet hours.
        """
        found = [each for each in notices.list_notices(self.host, person, message) if mailbox.ends or not each.ends]
        if found and (until := clocks.find_quiet_end(self.host.now(), person.habits)):
            raise Muted("it is their night", until)
        notices.send_next_notice(found, message, partial(self._send_notice, person, mailbox))

    def _send_notice(self, person: Person, mailbox: Mailbox, notice: Notice) -> None:
        """Send a person one notice as an e-mail, or drop it if their rate limit is used up; raise what
        `_send_within_limits` raises.
        """
        self._send_within_limits(person, mailbox, self._build_notice_email(person, mailbox, notice))

    # -- what stands in them

    def _build_confirmation(self, person: Person, mailbox: Mailbox) -> EmailMessage:
        """Build the e-mail that asks the recipient to confirm that they want messages."""
        reader = words.build_reader({}, person.habits.style)
        lines = [
            reader.format_value(build_event_phrase(LettersWanted(person.name))),
            reader.format_sentence(CONFIRM_IT, link=f"{self.web}/mail/yes/{mailbox.word}"),
            reader.format_sentence(NOT_ME),
        ]
        return self._build_email(mailbox, reader.format_sentence(CONFIRM_SUBJECT), lines)

    def _build_notice_email(self, person: Person, mailbox: Mailbox, notice: Notice) -> EmailMessage:
        """Build the e-mail that tells a person one thing that waits for them, with links to the table and for
        unsubscribing.
        """
        reader = words.build_reader({}, person.habits.style)
        here = f"{self.web}/{f'g/{notice.game}' if notice.game else ''}"
        ends = reader.format_sentence(UNSUBSCRIBE_LINE, link=self._format_unsubscribe_link(mailbox))
        letter = self._build_email(mailbox, notice.title, [notice.body, reader.format_sentence(PLAY, link=here), ends])
        if notice.game:  # all of one game are one thread
            letter["References"] = f"<{notice.game}@{self._parse_sender_domain()}>"
        return letter

    def _build_email(self, mailbox: Mailbox, subject: str, lines: list[str]) -> EmailMessage:
        """Build a plain-text e-mail to this mailbox with all headers, those for one-click unsubscribing included."""
        letter = EmailMessage(UNFOLDED)
        letter["From"], letter["To"] = f"{MAIL_SENDER_NAME} <{self.sender}>", mailbox.address
        letter["Subject"] = " ".join(subject.split())[:LONGEST_SUBJECT]
        letter["Date"] = format_datetime(datetime.fromtimestamp(self.host.now(), UTC))
        letter["Message-ID"] = make_msgid(domain=self._parse_sender_domain())
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{self._format_unsubscribe_link(mailbox)}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        letter.set_content("\n\n".join(lines) + "\n")
        return letter

    def _format_unsubscribe_link(self, mailbox: Mailbox) -> str:
        """Return the address at which the owner of this mailbox stops all e-mails."""
        return f"{self.web}/mail/off/{mailbox.word}"

    def _parse_sender_domain(self) -> str:
        """Return the domain of the address that e-mails come from."""
        return self.sender.rpartition("@")[2]

    # -- how they go

    def _send_within_limits(self, person: Person, mailbox: Mailbox, letter: EmailMessage) -> None:
        """Send an e-mail to this person's mailbox, or drop it if their rate limit is used up, for which failed
        e-mails do not count. If the server rejects the address, delete it and raise PlaceGone (PlaceMoved if it was
        confirmed and a browser of theirs gets notices); raise PlatformDown for other faults.
        """
        requester, at = Requester(person=person.id), self.host.now()
        try:
            rate_limits.count_act(self.host, "letters", requester)
        except Crowded:
            log.warning("letter dropped, rate limit door=mail")
            return
        try:
            self._carry(letter)
        except PlatformDown:
            rate_limits.take_back_act(self.host, "letters", requester, at)
            raise
        except AddressRefused:
            log.info("letter bounced, address dropped door=mail")
            if mailboxes.load_mailbox(self.host.store, person.id) == mailbox:
                mailboxes.delete_person_data(self.host.store, person.id)
            why = "nobody takes letters there"
            raise (
                notices.build_place_lost_error(self.host, person.id, why) if mailbox.confirmed else PlaceGone(why)
            ) from None


SMTP_TIMEOUT = 15.0  # seconds


LOCAL_MAIL_HOSTS = ("127.0.0.1", "localhost", "::1")


ADDRESS_GONE_CODES = range(550, 554)  # nobody has, or ever takes letters at, this address


NO_TLS = "the mail server offers no TLS, and is not on this machine"


def send_by_smtp(account: MailAccount, letter: EmailMessage) -> None:
    """Send one e-mail through the SMTP server. Raise AddressRefused if it rejects the recipient for good (status 550 to
    553), PlatformDown for any other fault.
    """
    try:
        with _connect_smtp(account) as line:
            if account.user:
                line.login(account.user, account.password)
            line.send_message(letter)
    except smtplib.SMTPRecipientsRefused as refused:
        ((code, _),) = refused.recipients.values()
        raise (AddressRefused() if code in ADDRESS_GONE_CODES else PlatformDown(f"{code}")) from None
    except (smtplib.SMTPException, OSError) as error:  # what it says may hold an address
        raise PlatformDown(type(error).__name__) from None


def _connect_smtp(account: MailAccount) -> smtplib.SMTP:
    """Connect to the mail server over TLS and return the connection; without TLS only on this machine, else raise
    PlatformDown. Other errors of the connection are raised as they are.
    """
    parts, trust = urlsplit(account.server), ssl.create_default_context()
    host = parts.hostname or ""
    if parts.scheme == "smtps":
        return smtplib.SMTP_SSL(host, parts.port or 465, timeout=SMTP_TIMEOUT, context=trust)
    line = smtplib.SMTP(host, parts.port or 587, timeout=SMTP_TIMEOUT)
    line.ehlo()
    if line.has_extn("starttls"):
        line.starttls(context=trust)
    elif host not in LOCAL_MAIL_HOSTS:
        line.close()
        raise PlatformDown(NO_TLS)
    return line


def build_mail_thread(host: HostContext, account: MailAccount, web: str) -> DeliveryThread:
    """Build, without starting it, the thread that sends queued e-mails through the operator's SMTP server."""
    sender = MailSender(host, web, account.sender, partial(send_by_smtp, account))
    return DeliveryThread("letters", OutboxDispatcher(host, sender, Pace(MAIL_LIMITS), workers=2))
