"""A whole race of the Deluxe edition with a small target: four people in Telegram, four on the page, newcomers and all.

What is exported at the end and played again by the engine alone must come to the same accounts.
"""

import random

import pytest

from host.core import games
from host.core.session import Command
from host.doors.command.operate.open_games import format_transcript
from host.people import accounts as people
from host.shown import views
from tests.host.doors.telegram.conftest import gathered
from tests.host.seasons.players import InTelegram, OnThePage, Table, plays_again_alike

pytestmark = pytest.mark.whole

SMALL = 1_000_000


@pytest.fixture
def dan(stage, group):
    dan = stage.api.user("Dan")
    dan.joins(group)
    return dan


def opened(stage, group, accounts, *more):
    """A race has begun in the group."""
    gathered(stage, group, accounts, f"/newgame deluxe daily target={SMALL}")
    for line in (*more, "/begin"):
        accounts[0].says(group, line)
        stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return game


def in_telegram(stage, accounts, group, luck):
    return [InTelegram(stage.host, account, group, luck, stage.clock.now()) for account in accounts]


def went_well(table):
    """It has ended with a winner on deck, nothing was held up, and the engine on its own comes to the same."""
    shown = views.load_game_view(table.host, table.game)
    assert shown.view
    assert shown.view.over
    assert "On Deck" in shown.view.standings[0].marks
    assert not any(entry.kind == "held" for entry in table.host.store.load_log(table.game, limit=20_000))
    plays_again_alike(table.host, table.game)
    return format_transcript(table.host, table.game)


def test_four_in_telegram(stage, group, ann, bob, cat, dan):
    luck, accounts = random.Random(3), [ann, bob, cat, dan]
    game = opened(stage, group, accounts)
    table = Table(stage, game, in_telegram(stage, accounts, group, luck), luck)
    table.play()
    text = went_well(table)
    assert "is on deck" in text
    said = "\n".join(message.text for message in group.messages)
    assert "the Race to a Billion" in said
    assert "Your bomb is" not in said
    assert "hide their bombs" in said
    assert stage.api.world.flood.refused == 0


@pytest.mark.slow  # four people are above
def test_two_in_telegram_with_two_computers(stage, group, ann, bob):
    luck = random.Random(4)
    game = opened(stage, group, [ann, bob], "/bots 2")
    table = Table(stage, game, in_telegram(stage, [ann, bob], group, luck), luck)
    table.play()
    went_well(table)


def test_four_on_the_page_one_of_whom_comes_later_and_one_was_removed(stage):
    """Dan asks for a seat when the race is on its way; Bob sleeps, is removed, and signs up again."""
    luck = random.Random(7)  # the race outlasts the round in which Bob signs up again
    found = [people.load_or_create_person(stage.host, f"t:{name}", name) for name in ("Ann", "Bob", "Cat", "Dan")]
    ann, bob, cat, dan = (
        OnThePage(stage.host, each.id, each.name, people.create_web_token(stage.host, each.id), luck) for each in found
    )
    command, options = Command(by=ann.person), {"target": SMALL, "zones": "no", "first_miss": "pass"}
    game = games.open_lobby(stage.host, command, "deluxe", {**options}, "evening", open_seats=True).game
    for player in (ann, bob, cat):
        sits_down(player, game)
    ann.visitor.go(f"/g/{game}")
    ann.visitor.send("/begin")
    table = Table(stage, game, [ann, bob, cat], luck)
    sits_down(dan, game)
    dan.game = game
    table.players = [ann, cat, dan]
    for _ in range(400):
        if "can sign up again" in format_transcript(table.host, game):
            break
        if any(player.asked() for player in table.players):
            table.move()
        else:
            stage.api.advance(50)
            table.pass_by()
    table.players.append(bob)
    bob.visitor.go(f"/g/{game}")
    assert "Sign up again" in bob.visitor.text
    bob.play(next(play for play in bob.shown().plays if play.key == "sign up"))
    table.play()
    text = went_well(table)
    assert "p4 joins the race" in text
    assert "is back" in text


def sits_down(player, game):
    player.visitor.go(f"/g/{game}")
    player.visitor.send("/join", name=player.name)
