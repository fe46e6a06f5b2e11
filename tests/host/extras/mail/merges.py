"""What two people bring who become one: their addresses; see tests/host/people/test_listed_merges.py."""

from host.extras.mail import mailboxes
from host.extras.mail.mailboxes import Mailbox


def want_letters(store, person):
    mailboxes.save_mailbox(store, person, Mailbox(f"{person}@example", ends=True, word=f"word {person}", since=1.0))


KEPT = {"letters": want_letters}
