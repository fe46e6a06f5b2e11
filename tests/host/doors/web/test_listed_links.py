"""Every page that can be reached by links, as a player, a guest and somebody unknown see it."""

import re

import pytest

from host.core import games, seats
from host.core.deadlines import ticking
from tests import listings
from tests.host.doors.vault import UNREAD, follow_links
from tests.host.doors.web.test_listed_pages import Pieces, Walk

pytestmark = pytest.mark.as_released
STAGES = ("lobby", "running", "over")
FIRST = ("/", "/me", "/claim", "/offline", "/waiting", "/records", "/tables", "/nothing")
MOST = 40
ZONE = re.compile(r"\b[A-Z][A-Za-z]+/[A-Z]|^UTC|name=\"once\"|value=\"[A-Z][A-Za-z]+/")  # time zones are the machine's


def follow(stage):
    walk = Walk("season7")
    if stage != "lobby":
        games.start_game(walk.host, walk.opener, walk.game)
        walk.host.store.save_beat(walk.now)
    if stage == "running":
        for _ in range(6):
            walk.now += 30_000
            walk.host.store.save_beat(walk.now)
            ticking.sweep_due_games(walk.host)
    if stage == "over":
        seats.close_table(walk.host, walk.opener, walk.game)
    known = set[str]()
    for name, cookie in [*((name, visitor.cookie) for name, visitor in walk.visitors.items()), ("somebody", "")]:
        if name == "Bob":
            continue
        for where, text in follow_links(walk.host, cookie, (walk.path, *FIRST), MOST, but=(*UNREAD, "/rules/")):
            pieces = Pieces(text).found if "<html" in text else []
            fresh = [each for each in dict.fromkeys(pieces) if each not in known and not ZONE.search(each)]
            known.update(fresh)
            if fresh:
                yield f"## {name}: {where}"
                yield from (f"  {piece[:300]}" for piece in fresh)


@pytest.mark.parametrize("stage", STAGES)
def test_whatever_links_lead_to_is_shown_as_listed(stage):
    listings.compare(f"links_{stage}", follow(stage))
