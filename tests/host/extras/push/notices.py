"""How somebody comes to notices in their browsers and leaves them; see tests/host/people/test_listed_notices.py."""

from functools import partial

from engine.kernel import Told
from host.core.session import Post
from host.delivery.outbox import OutboxDispatcher, Pace
from host.extras.push import browsers, encryption
from host.extras.push.browsers import Browser, PushBell
from host.extras.push.door import DOOR
from host.extras.push.sender import PUSH_LIMITS, PushSender
from host.people import accounts

KEY = encryption.encode_public_key(encryption.load_key("7" * 64))


def build_browser(n):
    address = f"https://fcm.googleapis.com/fcm/send/{n}"
    return Browser(address, KEY, b"s" * 16, f"browser {n}", ends=False, since=float(n))


def assign(many, host, person):
    for n in range(many):
        browsers.assign_browser(host.store, person.id, build_browser(n))


def ring(host, ann):
    """News for somebody who is told in browsers and has none any more."""
    if ann.place.startswith(DOOR.places) and not browsers.has_browsers(host.store, ann.id):
        accounts.link_identity(host, ann.id, ann.place)
        host.store.queue_posts([Post(ann.place, "", 1, [Told(browsers.TRIAL, {})])], host.now())
        dispatcher = OutboxDispatcher(host, PushSender(host, "https://race.example"), Pace(PUSH_LIMITS))
        dispatcher.deliver_now()
        dispatcher.close()


STATES = {f"{many} browsers": partial(assign, many) for many in range(3)}
ACTS = {
    "a browser begins": lambda host, ann: PushBell(host).subscribe(ann, build_browser(0)),
    "a browser ends": lambda host, ann: PushBell(host).unsubscribe(ann, build_browser(0).id),
    "no browser is left": ring,
}


def describe(host, person):
    return " and ".join(each.name for each in browsers.list_browsers(host.store, person.id))
