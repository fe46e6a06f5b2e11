"""What stands in the log when rules fail, items are damaged, clocks jump, people go and updates make no sense."""

import logging
import re
from typing import Any

import pytest

from engine.rulesets import RULESETS
from host.core.context import WebhookRequest
from host.core.deadlines import ticking
from host.doors.discord.interactions import answer_interaction_request
from tests import listings
from tests.host.doors.discord import conftest as discord
from tests.host.doors.telegram import conftest as telegram
from tests.listings.room import Room
from tests.rulesets.toy import Toy

pytestmark = pytest.mark.as_released
SIT = ("ann new toy daily", "ann join", "bob join", "ann begin")
WHERE = re.compile(r"\.py:\d+")
KNOWN = ("game", "entry", "kind", "place", "attempts")


class Crashing(Toy):
    """The rules have a fault."""

    def play(self, game, who, key, value):
        raise KeyError("a secret", game, who, key, value)


def note(text):
    logging.getLogger("host.test").info("%s", text)


def fail_in_rules(room, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Crashing())
    room.do("ann use shout", "bob use tip 2")


def damage_items(room, _monkeypatch):
    (game,) = (session.id for session in room.host.store.iter_sessions())
    for item in [each for each in room.table.every() if game in each.pk]:
        item.body = b"\0nonsense"
        room.table._insert_item(item)
    for line in ("score", "games", "stats", "mystuff"):
        room.ask("ann", line)
    ticking.sweep_due_games(room.host)
    note(f"{ticking.run_due_steps(room.host, game)} steps")


def be_away(room, _monkeypatch):
    for hours in (0.01, 3, 200):
        room.time += 3600 * hours
        ticking.sweep_due_games(room.host)
        room.host.store.save_beat(room.time)


def set_clock_back(room, _monkeypatch):
    for hours in (0.001, 2, 300):
        room.time -= 3600 * hours
        ticking.sweep_due_games(room.host)


def go(room, _monkeypatch):
    room.do("bob leave yes", "dan forget yes", "ann forget yes")


def send_nonsense_to_telegram(_room, _monkeypatch):
    stage = telegram.Stage()
    updates: list[Any] = [{}, [], "x", {"update_id": 1}, {"update_id": "x", "message": 5}]
    for update in [*updates, {"update_id": 2, "message": {}}]:
        stage.incoming.handle(update)
    stage.close()


def send_nonsense_to_discord(_room, _monkeypatch):
    stage = discord.Stage()
    for body in (b"", b"[]", b"{}", b'{"type": 99}', b"\xff"):
        for headers in ({}, {"x-signature-ed25519": "00" * 64, "x-signature-timestamp": "1800000000"}):
            request = WebhookRequest("POST", "/discord/interactions", body, headers, site=discord.PAGE)
            note(f"answered {answer_interaction_request(stage.host, stage.account, request).status}")
    stage.close()


TROUBLES = (
    *(fail_in_rules, damage_items, be_away, set_clock_back, go),
    *(send_nonsense_to_telegram, send_nonsense_to_discord),
)


def test_the_log_says_what_is_listed(caplog, monkeypatch):
    caplog.set_level(logging.INFO, "host")
    lines = []
    for trouble in TROUBLES:
        room = Room()
        room.do(*SIT)
        caplog.clear()
        trouble(room, monkeypatch)
        lines.append(f"# {trouble.__name__}")
        for record in caplog.records:
            facts = " ".join(f"{name}={getattr(record, name)}" for name in KNOWN if hasattr(record, name))
            said = WHERE.sub(".py", record.getMessage())
            lines.append(f"  {record.levelname} {record.name} {said} {facts}".rstrip())
        monkeypatch.setitem(RULESETS, "toy", Toy())
    listings.compare("log", lines)
