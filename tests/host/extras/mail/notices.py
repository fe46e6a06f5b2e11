"""How somebody comes to e-mails and leaves them; see tests/host/people/test_listed_notices.py."""

from functools import partial

from host.extras.mail import mailboxes
from host.extras.mail.mailboxes import Mailbox, MailLetters
from host.people.rate_limits import Requester

WORD = "a word"


def write_to(confirmed, host, person):
    found = Mailbox("ann@example.org", ends=False, word=WORD, since=1.0, confirmed=confirmed)
    mailboxes.save_mailbox(host.store, person.id, found)


def subscribe(address, host, ann):
    MailLetters(host).subscribe(Requester(person=ann.id), ann, address, ends=True)


STATES = {
    "no e-mail": lambda *_: None,
    "unconfirmed": partial(write_to, False),  # noqa: FBT003 - whether it is
    "confirmed": partial(write_to, True),  # noqa: FBT003 - the same
}
ACTS = {
    "the same e-mail begins": partial(subscribe, "ann@example.org"),
    "another e-mail begins": partial(subscribe, "ann@example.com"),
    "e-mail is confirmed": lambda host, _: MailLetters(host).confirm(WORD),
    "e-mail ends": lambda host, _: MailLetters(host).unsubscribe(WORD),
}


def describe(host, person):
    found = mailboxes.load_mailbox(host.store, person.id)
    return f"{found.address}{'' if found.confirmed else '?'}{' ends' * found.ends}" if found else ""
