"""Where somebody is told of their games after each act on e-mails and browsers, wherever they were told until then."""

from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.people import accounts
from tests import listings
from tests.host.conftest import Hands

EXTRAS = sorted((Path(__file__).parents[1] / "extras").glob("*/notices.py"))  # each extra brings its own
WAYS = {path.parent.name: import_module(f"tests.host.extras.{path.parent.name}.notices") for path in EXTRAS}
PLACES = ("", "t:ann", *(f"{name}:" for name in WAYS))


def load(host):
    found = accounts.load_current_person(host, host.store.find_person_id("t:ann", host.now()))
    assert found is not None
    return found


def prepare(place, states):
    """A host that knows Ann, who is told in this place, in this state of each way."""
    host = HostContext(Store(MemoryTable()), Config(rung=tuple(WAYS)), Hands(), token=lambda size: "5" * 2 * size)
    person = accounts.load_or_create_person(host, "t:ann", "Ann")
    accounts.set_private_place(host, person.id, place + person.id if place.endswith(":") else place)
    for way, state in zip(WAYS.values(), states, strict=True):
        way.STATES[state](host, person)
    return host


def describe(host):
    ann, queued = load(host), [place.partition(":")[0] for place in host.store.iter_waiting_places(float("inf"))]
    found = [f"told by {ann.place.partition(':')[0] or 'nowhere'}", *(way.describe(host, ann) for way in WAYS.values())]
    return ", ".join(filter(None, [*found, f"written to by {' and '.join(queued)}" if queued else ""]))


def notices():
    for place, *states in product(PLACES, *(way.STATES for way in WAYS.values())):
        yield f"# told by {place.partition(':')[0] or 'nothing'}, {', '.join(states)}"
        for way in WAYS.values():
            for what, act in way.ACTS.items():
                host = prepare(place, states)
                before = describe(host)
                act(host, load(host))
                after = describe(host)
                yield f"  {what}: {'no change' if after == before else after}"


@pytest.mark.skipif(len(WAYS) < 2, reason="one of the two extras is not here")
def test_where_somebody_is_told_is_listed():
    listings.compare("notices", notices())
