"""What two people bring who become one: their browsers; see tests/host/people/test_listed_merges.py."""

from host.extras.push import browsers
from host.extras.push.browsers import Browser


def want_calls(store, person):
    browsers.assign_browser(store, person, Browser(f"https://push/{person}", b"k", b"s", person, ends=True, since=1.0))


KEPT = {"notices": want_calls}
