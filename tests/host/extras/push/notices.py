"""How somebody comes to notices in their browsers and leaves them; see tests/host/people/test_listed_notices.py."""

from functools import partial

from host.extras.push import browsers, encryption
from host.extras.push.browsers import Browser, PushBell

KEY = encryption.encode_public_key(encryption.load_key("7" * 64))


def build_browser(n):
    address = f"https://fcm.googleapis.com/fcm/send/{n}"
    return Browser(address, KEY, b"s" * 16, f"browser {n}", ends=False, since=float(n))


def assign(many, host, person):
    for n in range(many):
        browsers.assign_browser(host.store, person.id, build_browser(n))


STATES = {f"{many} browsers": partial(assign, many) for many in range(3)}
ACTS = {
    "a browser begins": lambda host, ann: PushBell(host).begin(ann, build_browser(0)),
    "a browser ends": lambda host, ann: PushBell(host).end(ann, build_browser(0).id),
}


def describe(host, person):
    return " and ".join(each.name for each in browsers.list_browsers(host.store, person.id))
