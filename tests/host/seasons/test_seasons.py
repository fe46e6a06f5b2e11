"""A season of three from the first bomb to the crown: in Telegram, on the page, and half and half; and one of twenty.

What is exported at the end and played again by the engine alone must come to the same accounts.
"""

import io
import random
import re

import pytest
from PIL import Image

from host.core import games
from host.core.session import Command
from host.doors.command.operate.open_games import format_transcript
from host.people import accounts as people
from host.shown.picture.podium import HIGH, WIDE
from tests.host.doors.telegram.conftest import gathered
from tests.host.doors.web.visitor import Visitor
from tests.host.seasons.players import InTelegram, OnThePage, Table, plays_again_alike

pytestmark = pytest.mark.whole

SHORT, BILLION = 90_000_000, 1_000_000_000
WHOLE = pytest.param(BILLION, marks=pytest.mark.slow)
NAMES = ("Ann", "Bob", "Cat")
A_CYCLE = ("Cycle 1 begins", "the Super Round:")  # luck may end a short season here
MANY_CYCLES = (*A_CYCLE, "Cycle 2 begins", "opens Square 00", "on the Megagrid", "will be in the next Super Round")


def on_the_page(stage, names, luck):
    """People with a private link each."""
    found = [people.load_or_create_person(stage.host, f"t:{name}", name) for name in names]
    return [
        OnThePage(stage.host, each.id, each.name, people.create_web_token(stage.host, each.id), luck) for each in found
    ]


def in_telegram(stage, group, accounts, luck):
    return [InTelegram(stage.host, account, group, luck, stage.clock.now()) for account in accounts]


def opened_in(stage, group, accounts, target):
    """A table in the group at which these have sat down."""
    gathered(stage, group, accounts, f"/newgame season7 daily target={target}")
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return game


@pytest.mark.parametrize("target", [SHORT, WHOLE])
def test_in_telegram(stage, group, ann, bob, cat, target):
    luck, accounts = random.Random(2), [ann, bob, cat]
    game = opened_in(stage, group, accounts, target)
    ann.says(group, "/begin")
    stage.pass_by()
    season = Table(stage, game, in_telegram(stage, group, accounts, luck), luck)
    season.play()
    went_well(season)
    said_in_telegram(stage, group, accounts)
    a_picture_of_the_podium_is_posted(stage, group, game)


@pytest.mark.parametrize("target", [SHORT, WHOLE])
def test_on_the_page(stage, target):
    luck = random.Random(40)
    players = on_the_page(stage, NAMES, luck)
    ann = players[0]
    game = games.open_lobby(stage.host, Command(by=ann.person), "season7", {"target": target}, "daily").game
    for player in players:
        player.visitor.go(f"/g/{game}")
        player.visitor.send("/join", name=player.name)
    ann.visitor.go(f"/g/{game}")
    ann.visitor.send("/begin")
    season = Table(stage, game, players, luck)
    season.play()
    went_well(season)


@pytest.mark.slow  # all in the group and all on the page are above
@pytest.mark.parametrize("target", [SHORT, BILLION])
def test_half_in_telegram_and_half_on_the_page(stage, group, ann, bob, target):
    """Cat is on the page only; Bob has linked his two selves and goes from one to the other."""
    luck = random.Random(3)
    game = opened_in(stage, group, [ann, bob], target)
    (cat,) = on_the_page(stage, ["Cat"], luck)
    cat.visitor.go(f"/g/{game}")
    cat.visitor.send("/join", name="Cat")
    ann.says(group, "/begin")
    stage.pass_by()
    tapping, also_tapping = in_telegram(stage, group, [ann, bob], luck)
    also_there = OnThePage(
        stage.host, also_tapping.person, "Bob", people.create_web_token(stage.host, also_tapping.person), luck
    )
    season = Table(stage, game, [tapping, also_tapping, also_there, cat], luck)
    season.play()
    went_well(season)
    said_in_telegram(stage, group, [ann, bob])


@pytest.mark.slow  # few are above
def test_twenty_in_one_group(stage, group):
    """Four boards side by side. The last four are on the page only; two of the others go to and fro."""
    luck = random.Random(20)
    accounts = [stage.api.user(f"Player {n}") for n in range(1, 17)]
    for account in accounts:
        account.joins(group)
    game = opened_in(stage, group, accounts, SHORT)
    visitors = on_the_page(stage, [f"Player {n}" for n in range(17, 21)], luck)
    for each in visitors:
        each.visitor.go(f"/g/{game}")
        each.visitor.send("/join", name=each.name)
    accounts[0].says(group, "/begin")
    stage.pass_by()
    assert len(stage.host.store.load_game(game).session.players) == 20
    tapping = in_telegram(stage, group, accounts, luck)
    both = [
        OnThePage(stage.host, each.person, each.name, people.create_web_token(stage.host, each.person), luck)
        for each in tapping[:2]
    ]
    season = Table(stage, game, [*tapping, *both, *visitors], luck)
    season.play()
    went_well(season)
    said_in_telegram(stage, group, accounts)


def went_well(season):
    """It had all that a season of its length has; and the engine, on its own, comes to the same end."""
    text = format_transcript(season.host, season.game)
    whole = season.host.store.load_game(season.game).session.options["target"] == BILLION
    assert [what for what in (MANY_CYCLES if whole else A_CYCLE) if what not in text] == []
    plays_again_alike(season.host, season.game)


def said_in_telegram(stage, group, accounts):
    assert any("The game is over." in message.text for message in group.messages)
    assert stage.api.world.flood.refused == 0
    assert all(not account.spinning for account in accounts)


def a_picture_of_the_podium_is_posted(stage, group, game):
    """Below all that was told; and it is the one to which the page has a link, and which is shown with links to it."""
    *_, last = (message for message in group.messages if message.from_bot and not message.service)
    assert Image.open(io.BytesIO(last.photo)).size == (WIDE, HIGH)
    assert "The game is over." in last.text
    shown = Visitor(stage.host).ask("GET", f"/g/{game}/podium")
    assert (shown.status, shown.headers["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(shown.body)).size == (WIDE, HIGH)
    page = Visitor(stage.host).go(f"/g/{game}")
    assert f'href="/g/{game}/podium"' in page
    assert re.search(f'<meta property="og:image" content="[^"]*/g/{game}/podium">', page)
