"""Where somebody is told of their games after each act on e-mails and browsers, wherever they were told until then."""

from itertools import product

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.extras.mail import mailboxes
from host.extras.mail.mailboxes import Mailbox, MailLetters
from host.extras.push import browsers, encryption
from host.extras.push.browsers import Browser, PushBell
from host.people import accounts
from host.people.rate_limits import Requester
from tests import listings
from tests.host.conftest import Hands

CHAT, MAIL, PUSH = "t:ann", "mail:", "push:"
PLACES = ("", CHAT, MAIL, PUSH)
MAILBOXES = {"no e-mail": None, "unconfirmed": False, "confirmed": True}
KEY = encryption.encode_public_key(encryption.load_key("7" * 64))
WORD = "a word"


def build_browser(n):
    return Browser(
        f"https://fcm.googleapis.com/fcm/send/{n}", KEY, b"s" * 16, f"browser {n}", ends=False, since=float(n)
    )


class Notified:
    """Ann, who is told in this place, with so many browsers and perhaps a mailbox."""

    def __init__(self, place, many, confirmed):
        self.host = HostContext(
            Store(MemoryTable()), Config(rung=("mail", "push")), Hands(), token=lambda size: "5" * 2 * size
        )
        self.person = accounts.load_or_create_person(self.host, "t:ann", "Ann")
        where = place + self.person.id if place.endswith(":") else place
        accounts.set_private_place(self.host, self.person.id, where)
        for n in range(many):
            browsers.assign_browser(self.host.store, self.person.id, build_browser(n))
        if confirmed is not None:
            found = Mailbox("ann@example.org", ends=False, word=WORD, since=1.0, confirmed=confirmed)
            mailboxes.save_mailbox(self.host.store, self.person.id, found)

    @property
    def ann(self):
        found = accounts.load_current_person(self.host, self.person.id)
        assert found is not None
        return found

    def describe(self):
        mailbox = mailboxes.load_mailbox(self.host.store, self.person.id)
        names = " and ".join(each.name for each in browsers.list_browsers(self.host.store, self.person.id))
        mail = f"{mailbox.address}{'' if mailbox.confirmed else '?'}{' ends' * mailbox.ends}" if mailbox else ""
        queued = [place.partition(":")[0] for place in self.host.store.iter_waiting_places(float("inf"))]
        where = self.ann.place.partition(":")[0] or "nowhere"
        found = [f"told by {where}", names, mail, f"written to by {' and '.join(queued)}" if queued else ""]
        return ", ".join(filter(None, found))


def subscribe(address):
    return lambda who: MailLetters(who.host).begin(Requester(person=who.person.id), who.ann, address, ends=True)


ACTS = {
    "a browser begins": lambda who: PushBell(who.host).begin(who.ann, build_browser(0)),
    "a browser ends": lambda who: PushBell(who.host).end(who.ann, build_browser(0).id),
    "the same e-mail begins": subscribe("ann@example.org"),
    "another e-mail begins": subscribe("ann@example.com"),
    "e-mail is confirmed": lambda who: MailLetters(who.host).confirm(WORD),
    "e-mail ends": lambda who: MailLetters(who.host).end(WORD),
}


def notices():
    for place, many, (mail, confirmed) in product(PLACES, range(3), MAILBOXES.items()):
        yield f"# told by {place.partition(':')[0] or 'nothing'}, {many} browsers, {mail}"
        for what, act in ACTS.items():
            who = Notified(place, many, confirmed)
            before = who.describe()
            act(who)
            after = who.describe()
            yield f"  {what}: {'no change' if after == before else after}"


def test_where_somebody_is_told_is_listed():
    listings.compare("notices", notices())
