"""Every page that can be reached by links, as a player, a guest and somebody unknown see it."""

import re

import pytest

from engine.kernel.chance import compute_word_hash
from host.core import games, seats
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import OVER, Command
from tests import listings
from tests.host.doors.vault import UNREAD, follow_links
from tests.host.doors.web.test_listed_pages import Pieces, Walk

pytestmark = pytest.mark.as_released
STAGES = ("lobby", "opening", "running", "over", "won")
FIRST = ("/", "/me", "/claim", "/offline", "/waiting", "/records", "/tables", "/nothing")
MOST = 40
ZONE = re.compile(r"\b[A-Z][A-Za-z]+/[A-Z]|^UTC|name=\"once\"|value=\"[A-Z][A-Za-z]+/")  # time zones are the machine's


def fill(walk):
    """Dan predicts, Ann lets people talk, Bob speaks and Ann claps."""
    ann, bob, dan = (walk.visitors[name] for name in ("Ann", "Bob", "Dan"))
    dan.go(walk.path)
    for form in [each for each in dan.forms if each["action"].endswith("/call")]:
        dan.post(form["action"], **form["fields"])
    ann.go(f"{walk.path}/talk")
    ann.send("/talk", how="words", slow="0")
    bob.go(f"{walk.path}/talk")
    bob.post(f"{walk.path}/say", text="Well done, Ann")
    ann.go(f"{walk.path}/talk")
    ann.send("/react", felt="clap")


def bring(walk, stage):
    """Bring a game to a stage."""
    if stage == "lobby":
        return
    if stage == "opening":
        bob = walk.host.store.find_person_id("t:Bob", walk.now)
        guest = Guest(bob, "Bob", "t:Bob", sealed_word=compute_word_hash("tulip"))
        games.sit_at_table(walk.host, Command(by=bob), walk.game, guest)
    games.start_game(walk.host, walk.opener, walk.game)
    walk.host.store.save_beat(walk.now)
    if stage in ("running", "over", "won"):
        end = walk.now + (30_000_000 if stage == "won" else 180_000)
        fill(walk)
        while walk.host.store.load_game(walk.game).session.stage != OVER and walk.now < end:
            walk.now += 30_000
            walk.host.store.save_beat(walk.now)
            ticking.sweep_due_games(walk.host)
    if stage == "over":
        seats.close_table(walk.host, walk.opener, walk.game)


def follow(stage):
    walk = Walk("billionaire", goal=100_000_000, rounds=10) if stage == "won" else Walk("season7")
    bring(walk, stage)
    first = (walk.path, f"{walk.path}?named=3,4", f"{walk.path}?table=Q1", *FIRST)
    known = set[str]()
    for name, cookie in [*((name, visitor.cookie) for name, visitor in walk.visitors.items()), ("somebody", "")]:
        if name == "Bob" and stage != "opening":
            continue
        for where, text in follow_links(walk.host, cookie, first, MOST, but=(*UNREAD, "/rules/")):
            is_of_stage = stage == "lobby" or where.removeprefix("page ").startswith((walk.path, "/me", "/records"))
            pieces = Pieces(text).found if "<html" in text and is_of_stage else []
            fresh = [each for each in dict.fromkeys(pieces) if each not in known and not ZONE.search(each)]
            known.update(fresh)
            if fresh:
                yield f"## {name}: {where}"
                yield from (f"  {piece[:300]}" for piece in fresh)


@pytest.mark.parametrize("stage", STAGES)
def test_whatever_links_lead_to_is_shown_as_listed(stage):
    listings.compare(f"links_{stage}", follow(stage))
