"""A whole game of Billionaire with a small goal: four people in Telegram, four on the page, three with a computer.

What is exported at the end and played again by the engine alone must come to the same accounts.
"""

import io
import random
import re

import pytest
from PIL import Image

from engine.kernel import Reader
from host.archive import history
from host.core import games
from host.core.session import Command
from host.doors.telegram.menus import panels
from host.people import accounts as people
from host.shown import views
from tests.host.doors.telegram.conftest import gathered
from tests.host.seasons.players import InTelegram, OnThePage, Table, plays_again_alike

pytestmark = pytest.mark.whole

OPTIONS = "goal=100m computers=expert"
BID = r"\w+ (?:nothing|\$[\d,]+)"
BIDS = re.compile(rf"{BID}(?:, {BID})* and {BID}(?=[.:])")  # of all who bid, as the group is told them


@pytest.fixture
def four(stage, group, ann, bob, cat):
    dan = stage.api.user("Dan")
    dan.joins(group)
    return [ann, bob, cat, dan]


def opened(stage, group, accounts, *more):
    """A game has begun in the group."""
    gathered(stage, group, accounts, f"/newgame billionaire daily {OPTIONS}")
    for line in (*more, "/begin"):
        accounts[0].says(group, line)
        stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return game


def in_telegram(stage, group, accounts, luck):
    return [InTelegram(stage.host, account, group, luck, stage.clock.now()) for account in accounts]


def went_well(table):
    """It has ended with a winner who has most, and what is exported comes to the same."""
    shown = views.load_game_view(table.host, table.game)
    assert shown.view
    assert shown.view.over
    log = table.host.store.load_log(table.game, limit=5000)
    assert not any(entry.kind == "held" for entry in log)
    assert not history.verify_transcript(history.export_transcript(table.host, table.game)).faults
    plays_again_alike(table.host, table.game)
    return shown


def test_four_in_telegram(stage, group, four):
    luck = random.Random(3)
    game = opened(stage, group, four)
    table = Table(stage, game, in_telegram(stage, group, four, luck), luck)
    table.play()
    went_well(table)
    said = "\n".join(message.text for message in group.messages)
    assert "wins the game" in said or "share the win" in said
    assert any(name in bids for bids in BIDS.findall(said) for name in ("Ann", "Bob", "Cat", "Dan"))
    assert "Your secret bid is" not in said
    assert "You draw" not in said
    drawn = [Image.open(io.BytesIO(message.photo)).size for message in group.messages if message.photo]
    assert drawn
    assert all(height < 2.4 * width for width, height in drawn), "a telephone shows less than half of it"
    assert stage.api.world.flood.refused == 0


def test_three_in_telegram_with_a_computer(stage, group, ann, bob, cat):
    luck = random.Random(4)
    game = opened(stage, group, [ann, bob, cat], "/bots 1")
    assert len(stage.host.store.load_game(game).session.players) == 4
    table = Table(stage, game, in_telegram(stage, group, [ann, bob, cat], luck), luck)
    table.play()
    went_well(table)


def test_a_computer_goes_on_for_who_leaves_in_the_middle(stage, group, four):
    luck = random.Random(7)
    game = opened(stage, group, four)
    players = in_telegram(stage, group, four, luck)
    table = Table(stage, game, players, luck)
    for _ in range(3):
        table.move()
    assert not table.over
    four[3].says(group, "/leave yes")
    stage.pass_by()
    heard = len(group.messages)
    rest = Table(stage, game, players[:3], luck)
    rest.play()
    went_well(rest)
    said = "\n".join(message.text for message in group.messages[heard:])
    assert "is bought out" not in said
    assert any("Dan" in bids for bids in BIDS.findall(said))
    assert re.search(r"Profit cards.*: .*\bDan \$[\d,]+ \(in all \$", said)


def test_four_on_the_page(stage):
    luck = random.Random(5)
    found = [people.load_or_create_person(stage.host, f"t:{name}", name) for name in ("Ann", "Bob", "Cat", "Dan")]
    players = [
        OnThePage(stage.host, each.id, each.name, people.create_web_token(stage.host, each.id), luck) for each in found
    ]
    game = games.open_lobby(stage.host, Command(by=players[0].person), "billionaire", {"goal": "100m"}, "daily").game
    for player in players:
        player.visitor.go(f"/g/{game}")
        player.visitor.send("/join", name=player.name)
    players[0].visitor.go(f"/g/{game}")
    players[0].visitor.send("/begin")
    table = Table(stage, game, players, luck)
    table.play()
    went_well(table)
    players[0].visitor.go(f"/g/{game}")
    assert "Billionaire" in players[0].visitor.text


def test_the_group_sees_no_hand_no_order_nor_how_many_bids_are_missing(stage, group, four):
    game = opened(stage, group, four)
    luck = random.Random(6)
    table = Table(stage, game, in_telegram(stage, group, four, luck), luck)
    for _ in range(60):
        shown = views.load_game_view(stage.host, game)
        if table.over:
            break
        assert all(asked.key not in ("bid", "security", "power.drawn", "turn.card") for asked in shown.asked)
        table.move()
    texts = [message.text for message in group.messages]
    assert not [text for text in texts if "bid in advance" in text or "Your Profit cards" in text]
    assert not [text for text in texts if re.search(r"\d+ hidden answers?", text)]
    assert any("Some secret answers are still missing." in text for text in texts)


def test_on_the_page_an_order_is_chosen_or_written_and_a_bid_too(stage):
    ann, bob = (people.load_or_create_person(stage.host, f"t:{name}", name) for name in ("Ann", "Bob"))
    game = games.open_lobby(stage.host, Command(by=ann.id), "billionaire", {}, "daily").game
    for each in (ann, bob):
        assert games.sit_at_table(stage.host, Command(by=each.id), game, games.Guest(each.id, each.name)).ok
    assert games.start_game(stage.host, Command(by=ann.id), game).ok
    page = OnThePage(stage.host, ann.id, "Ann", people.create_web_token(stage.host, ann.id), random.Random(1)).visitor
    path = f"/g/{game}/play"

    def form(key):
        page.go(f"/g/{game}/orders")
        (found,) = [form for form in page.forms if form["fields"].get("key") == key]
        return found

    first = form("order eurasia")
    assert first["fields"]["value"] == "ask"
    assert "or in words, for example up to 5m keep 1m" in page.text
    assert 'name="key" value="order' not in page.go(f"/g/{game}"), "they have a page of their own"
    assert f"/g/{game}/orders" in page.text
    assert "The race to" in page.text
    assert " leads, " not in page.text, "nobody owns anything yet"
    page.post(path, **{**first["fields"], "words": "up to 3m keep 1m"})
    page.go(f"/g/{game}")
    told = "Your bid in advance for Eurasia: up to $3,000,000, and you keep at least $1,000,000"
    assert told in page.text
    page.post(path, **form("order eurasia")["fields"])  # “Do it”, with nothing chosen and nothing written
    page.go(f"/g/{game}")
    assert told in page.text
    page.post(path, **{**form("order pay")["fields"], "value": "keep cash"})
    assert form("order pay")["fields"]["value"] == "keep cash"
    page.post(path, **{**form("order stop")["fields"], "value": "bids, espionage"})
    assert form("order stop")["fields"]["value"] == "Sealed Bids of others, Espionage against me"
    page.post(path, **{**first["fields"], "value": "nothing", "words": ""})
    page.go(f"/g/{game}")
    assert "Your bid in advance for Eurasia: nothing" in page.text


def test_in_a_private_chat_an_order_is_no_bid(stage, group, four):
    game = opened(stage, group, four)
    luck = random.Random(8)
    players = in_telegram(stage, group, four, luck)
    table = Table(stage, game, players, luck)
    while not (
        asked := [
            each for each in views.list_pending_questions(stage.host, game, players[0].person) if each.key == "bid"
        ]
    ):
        table.move()
    ann = four[0]
    # An order for what is up now would bid at once.
    three = len(asked[0].facts["lot"].facts.get("regions", ())) == 3
    order, lot = ("eurasia", "Eurasia") if three else ("three", "three Investments")
    ann.writes(f"order {order} up to 3m keep 1m")
    stage.pass_by()
    assert f"Your bid in advance for {lot}: up to $3,000,000, and you keep at least $1,000,000." in ann.chat.said[-1]
    assert [each.id for each in views.list_pending_questions(stage.host, game, players[0].person)] == [
        each.id for each in asked
    ]
    ann.writes(f"/use order {order}")
    stage.pass_by()
    for told in (
        "Choose one of these",
        "Now: up to $3,000,000, and you keep at least $1,000,000",
        f"/use order {order} up to 5m keep 1m",
    ):
        assert told in "\n".join(ann.chat.said[-2:])
    shown = views.load_game_view(stage.host, game, players[0].person)
    (play,) = [play for play in shown.plays if play.key == f"order {order}"]
    panel = panels.build_play_panel(shown, play, "", Reader(shown.names))
    assert "Now: up to $3,000,000, and you keep at least $1,000,000" in panel.text
    assert panel.rows[0][0].text == "Ask me"  # what has been tapped meanwhile must mean the same
    ann.writes("bid 1m")
    stage.pass_by()
    assert any("Your secret bid is $1,000,000" in text for text in ann.chat.said[-3:])
