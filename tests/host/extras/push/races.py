"""What others may do meanwhile to the push notices of a person; see tests/host/core/test_listed_races.py."""

from host.extras.push import browsers, encryption
from host.extras.push.browsers import Browser


def browser(host):
    browsers.assign_browser(
        host.store, "ann", found := Browser("https://push.example/1", b"k", b"s", "phone", ends=False, since=1.0)
    )
    return found


DEEDS = {
    "extras/push/browsers.py mark_browser_reached": [
        (browser, lambda h, b: browsers.mark_browser_reached(h.store, "ann", b), other)
        for other in (
            lambda h, b: browsers.drop_browser(h.store, "ann", b.id),
            lambda h, b: browsers.mark_browser_reached(h.store, "ann", b),
        )
    ],
    "extras/push/encryption.py load_host_key": [
        (None, *[lambda h: encryption.serialize_key(encryption.load_host_key(h.store))] * 2)
    ],
}
