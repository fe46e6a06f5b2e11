"""The deployed stack, played through its own doors."""

import re
import time
from random import Random

import httpx
import pytest

from engine.season7.events import RoundOver
from host.core.context import Config, HostContext
from host.core.store import Store
from host.core.store.dynamo import DynamoTable
from host.doors.telegram.calls.connection import UNCHANGED
from host.shown.views import load_game_view
from tests.aws.conftest import PATIENCE, last, link_of
from tests.fakes.discord import Someone, text_of
from tests.host.seasons.players import InTelegram

pytestmark = [pytest.mark.aws, pytest.mark.xdist_group("stack"), pytest.mark.usefixtures("idlers")]
MOST_MOVES = 60
ENDED = re.compile(r"\w is over\. ")


def test_the_web_table_answers(stack):
    answer = httpx.get(f"{stack.reach('Web')}/", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_whoever_comes_without_the_secret_is_sent_away(stack):
    for headers in ({}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}):
        answer = httpx.post(stack.reach("Webhook"), json={"update_id": 1}, headers=headers, timeout=PATIENCE)
        assert answer.status_code == 403
    known = {"X-Telegram-Bot-Api-Secret-Token": stack.secret}
    assert httpx.post(stack.reach("Webhook"), content=b"{", headers=known, timeout=PATIENCE).status_code == 400


def test_a_round_of_three_is_played_from_the_webhook_to_the_chat(stack):
    api = stack.api
    ann, bob, cat = people = [api.user(name) for name in ("Ann", "Bob", "Cat")]
    group = api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    ann.says(group, "/newgame season7 daily rows=3 columns=3 wildcard=no voice=plain")
    api.wait_for(lambda: last(group, lambda m: "Join" in m.buttons), PATIENCE)
    game = link_of(last(group, lambda m: "Join" in m.buttons)).rpartition("_")[2]
    host = HostContext(Store(DynamoTable(stack.client("dynamodb"), stack.outputs["Table"])), Config(), time.time)
    for person in people:
        person.follows(link_of(last(group, lambda m: "Join" in m.buttons)))
        api.wait_for(
            lambda person=person: person.name in [face.name for face in load_game_view(host, game).faces], PATIENCE
        )
    assert game in stack.schedules()
    ann.says(group, "/begin")
    players = [Daring(host, person, group, Random(7), time.time()) for person in people]
    for player in players:
        player.game = game
    api.wait_for(lambda: all(player.asked() for player in players), PATIENCE)
    for _ in range(MOST_MOVES):
        if any(line.what == RoundOver.id for entry in host.store.load_log(game) for line in entry.told):
            break
        api.wait_for(lambda: any(player.asked() for player in players), PATIENCE)
        player = next(player for player in players if player.asked())
        asked = player.asked()[0]
        player.answer(asked)
        api.wait_for(lambda player=player, key=asked.id: key not in [each.id for each in player.asked()], PATIENCE)
    api.wait_for(lambda: ENDED.search("\n".join(group.said)), PATIENCE)  # a group is told only so much at once
    assert "\n".join(group.said).count("opens square") >= 2
    assert [each for each in api.violations if UNCHANGED not in each] == []  # tests/host/doors/aws tell when that is


def test_a_game_is_opened_on_discord_joined_there_and_shown_in_its_channel(stack):
    """The release has registered address and commands; the page's function answers, and the delivery sends."""
    discord, channel = stack.discord, stack.discord.channel()
    assert discord.endpoint == f"{stack.reach('Web')}/discord/interactions"
    assert "new" in [command["name"] for command in discord.commands]
    ann, bob = (Someone(discord, name) for name in ("Ann", "Bob"))
    ann.commands(channel, "new", game="ladder", turn="daily")
    stack.api.wait_for(lambda: "1. Ann" in said_in(channel), PATIENCE)
    bob.taps_label(channel, channel.newest[-1], "Join")
    stack.api.wait_for(lambda: "2. Bob" in said_in(channel), PATIENCE)
    ann.taps_label(channel, channel.newest[-1], "Begin")
    stack.api.wait_for(lambda: "The game begins" in said_in(channel), PATIENCE)
    posts = [text_of(each) for each in channel.posted]
    assert len(posts) == len(set(posts)) and discord.violations == []


def said_in(channel):
    return "\n".join(text_of(each) for each in channel.newest).replace("\\", "")


class Daring(InTelegram):
    """Seals a bomb on one of the first squares, and then goes where the bombs are, so that the round is short."""

    def answer(self, asked):
        low = [option.value for option in asked.options if option.value in (1, 2, 3)]
        if low:
            self.account.says(self.account.chat if asked.secret else self.group, f"/pick {self.luck.choice(low)}")
        else:
            super().answer(asked)
