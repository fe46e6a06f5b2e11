"""What Discord posts: signed, once or twice, early or late; and what only one person may see."""

import json
import random
import re

import pytest

from host.core.session import OVER
from host.shown import views
from tests.fakes.discord import controls_of, find_button, text_of, walk


def public_text(stage):
    return "\n".join(text_of(each) for each in stage.channel.newest)


def square(who, letter="q"):
    return next(each for each in controls_of(who.alone) if each["custom_id"].startswith(letter))


def test_a_ping_is_answered(stage):
    status, body = stage.discord.post(b'{"id": "1", "type": 1}')
    assert (status, json.loads(body)) == (200, {"type": 1})


@pytest.mark.parametrize("body", [b"", b"[]", b'{"id": 5}', b'{"id": "1", "type": 77}', b'{"id": "1", "type": 2}'])
def test_what_is_malformed_is_refused(stage, body):
    assert stage.discord.post(body)[0] == 400


def test_what_is_not_signed_changes_nothing(stage):
    assert stage.discord.post(b'{"id": "1", "type": 1}', forged=True)[0] == 401
    for headers in ({}, {"X-Signature-Ed25519": "zz"}, {"X-Signature-Ed25519": "00", "X-Signature-Timestamp": "1"}):
        assert stage.hear(b'{"id": "1", "type": 1}', headers)[0] == 401


def test_a_game_is_opened_by_choices_with_the_time_it_takes(stage, people):
    people.ann.commands(stage.channel, "new")
    menu = controls_of(people.ann.alone)[0]
    game = next(each for each in menu["options"] if "Billion" in each["label"])
    people.ann.taps(stage.channel, people.ann.alone, menu, [game["value"]])
    spans = controls_of(people.ann.alone)[0]
    week = next(each for each in spans["options"] if "week" in each["label"])
    people.ann.taps(stage.channel, people.ann.alone, spans, [week["value"]])
    assert views.load_game_view(stage.host, stage.game).faces[0].name == "Ann"
    assert "1. Ann" in text_of(stage.board).replace("\\", "")


def test_what_comes_twice_happens_once(stage, people):
    stage.begun(people.ann, people.bob)
    stage.own_side(people.ann)
    data = {"custom_id": square(people.ann)["custom_id"]}
    event = {"id": "5", "type": 3, "data": data, "channel_id": stage.channel.id, "guild_id": stage.channel.guild}
    event |= {"member": {"user": {"id": people.ann.id, "username": "Ann"}}, "message": people.ann.alone}
    before = views.load_game_view(stage.host, stage.game).version
    said = [people.ann.send(event)["type"] for _ in range(2)]
    assert views.load_game_view(stage.host, stage.game).version == before + 1
    assert said[0] == said[1]


def test_a_late_tap_is_told_so_and_changes_nothing(stage, people):
    stage.begun(people.ann, people.bob)
    stage.own_side(people.ann)
    old = people.ann.alone
    for _ in range(2):
        people.ann.taps(stage.channel, old, next(c for c in controls_of(old) if c["custom_id"][0] == "q"))
    assert "Too late" in text_of(people.ann.alone)


@pytest.mark.parametrize("custom_id", ["", "|", "zz|1|2", "a|nogame|?x|1", "q", "s|||", "v", "k|x|y", "G", "o|%|x"])
def test_what_no_button_of_ours_carries_is_refused(stage, people, custom_id):
    stage.begun(people.ann, people.bob)
    message = {"id": "1", "flags": 0}
    answer = people.ann.act(stage.channel, 3, {"custom_id": custom_id, "values": ["w00000000"]}, message)
    assert answer["type"] == 4


def test_nobody_answers_for_another(stage, people):
    stage.begun(people.ann, people.bob)
    stage.own_side(people.ann)
    people.bob.taps(stage.channel, people.ann.alone, square(people.ann))
    assert "asked" in text_of(people.bob.alone) or "Too late" in text_of(people.bob.alone)
    assert views.load_game_view(stage.host, stage.game).sealed == 2


def test_a_secret_is_never_seen_in_the_channel(stage, people):
    game = stage.begun(people.ann, people.bob, game="season7")
    stage.own_side(people.ann)
    people.ann.taps(stage.channel, people.ann.alone, square(people.ann))
    stage.own_side(people.ann)
    assert "square 1, your bomb" in text_of(people.ann.alone)
    assert "square 1" not in public_text(stage)
    (mine,) = [each for each in views.load_game_view(stage.host, game).faces if each.name == "Ann"]
    assert mine.seat and not any(
        "●" in each.get("label", "") for m in stage.channel.newest for each in walk(m["components"])
    )


@pytest.mark.whole
def test_ones_own_side_says_what_happened_since_ones_last_turn_and_who_is_left(stage, people):
    game = stage.begun(people.ann, people.bob, people.cat, game="season7")
    luck, seen, peeked = random.Random(1), "", False
    for _ in range(40):
        mine = stage.host.store.find_person_id(f"discord:@{people.ann.id}", 0)
        if not peeked and any(play.key == "peek" for play in views.load_game_view(stage.host, game, mine).plays):
            people.ann.commands(stage.channel, "peek", words="12")
            peeked = True
        asked = {each.who for each in views.load_game_view(stage.host, game).asked}
        names = views.load_game_view(stage.host, game).names
        if "Ann" in {names[seat] for seat in asked}:
            stage.own_side(people.ann)
            seen = text_of(people.ann.alone).replace("\\", "")
            if "in: " in seen and "Since your last turn:" in seen:
                break
        assert any(stage.answer_something(each, luck) for each in (people.ann, people.bob, people.cat))
    news = seen.partition("Since your last turn:")[2]
    assert re.search(r"(Bob|Cat) ", news)
    assert "your bomb" in seen
    assert "Square 12: peeked: " in seen
    assert re.search(r"in: [^·\n]*Ann.* · out: ", seen)


def test_the_board_is_the_message(stage, people):
    stage.begun(people.ann, people.bob, game="season7")
    for who in (people.ann, people.bob):
        stage.own_side(who)
        who.taps(stage.channel, who.alone, square(who))
    board = stage.board
    grid = [row["components"] for row in board["components"] if row["type"] == 1 and len(row["components"]) == 5][:5]
    assert len(grid) == 5 and board["picture"].startswith(b"\x89PNG")
    gallery = next(each for each in walk(board["components"]) if each["type"] == 12)
    assert "25 closed" in gallery["items"][0]["description"]
    first = next(who for who in (people.ann, people.bob) if f"Waiting for {who.name}" in text_of(board))
    first.taps(stage.channel, board, grid[4][4])
    after = [row["components"] for row in stage.board["components"] if row["type"] == 1][4][4]
    assert after["disabled"] and after["label"] != "25"


def test_a_game_is_played_to_its_end_in_a_channel(stage, people):
    game, luck = stage.begun(people.ann, people.bob, game="toy"), random.Random(1)
    for _ in range(60):
        if stage.host.store.load_game(game).session.stage == OVER:
            break
        if not any(stage.answer_something(who, luck) for who in (people.ann, people.bob)):
            stage.pass_by(600)
    assert find_button(stage.board, "Play again")
