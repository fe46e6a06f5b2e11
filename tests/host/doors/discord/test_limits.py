"""What Discord limits and loses: nothing is said twice, nothing is lost, and secrets stay secret."""

import pytest

from tests.fakes.discord import Refused, controls_of, find_button, text_of


def sealed(stage, *people):
    for who in people:
        stage.own_side(who)
        who.taps(stage.channel, who.alone, next(each for each in controls_of(who.alone) if each["custom_id"][0] == "q"))


def told(stage):
    return [text_of(each) for each in stage.channel.newest]


@pytest.mark.parametrize(
    "fault",
    [
        Refused(429, 0, "slow down", retry_after=2.0, **{"global": True}),
        Refused(429, 0, "slow down", retry_after=2.0, **{"global": False}),
        Refused(503),
        "lost",
    ],
    ids=["everywhere", "one-route", "down", "receipt-lost"],
)
def test_what_is_not_taken_is_said_later_and_once(stage, people, fault):
    stage.begun(people.ann, people.bob)
    stage.discord.faults = [fault]
    before = len(told(stage))
    people.cat.commands(stage.channel, "pause")  # refused: only Ann may
    people.ann.commands(stage.channel, "pause")
    stage.pass_by(10)
    paused = [text for text in told(stage)[before:] if "clocks" in text and "**" not in text]
    assert len(paused) == len(set(paused)) == 1


def test_no_route_is_called_more_often_than_discord_lets_us(stage, people):
    stage.begun(people.ann, people.bob, people.cat)
    for _ in range(12):
        people.ann.commands(stage.channel, "board")
    assert [call for call in stage.discord.calls if call[2] == 429] == []


def test_a_deleted_board_is_posted_anew(stage, people):
    stage.begun(people.ann, people.bob)
    old = stage.board["id"]
    del stage.channel.messages[old]
    people.ann.commands(stage.channel, "pick", words="7")
    people.bob.commands(stage.channel, "pick", words="8")
    assert stage.board["id"] != old


def test_an_archived_thread_is_opened_again(stage, people):
    stage.channel.kind = 11
    stage.begun(people.ann, people.bob)
    stage.channel.archived = True
    sealed(stage, people.ann, people.bob)
    assert not stage.channel.archived and "Waiting for" in text_of(stage.board)


@pytest.mark.parametrize("code", [50001, 50013])
def test_where_it_may_not_write_the_game_waits_and_goes_on(stage, people, code):
    stage.begun(people.ann, people.bob)
    sealed(stage, people.ann)
    stage.channel.refuses = (403, code, "Missing")
    before = len(told(stage))
    bob = people.bob
    stage.own_side(bob)
    bob.taps(stage.channel, bob.alone, next(each for each in controls_of(bob.alone) if each["custom_id"][0] == "q"))
    assert stage.host.store.load_game(stage.game).session.paused
    assert any("clocks of the game are stopped" in text_of(each) for each in stage.discord.direct(people.ann.id))
    stage.channel.refuses = None
    stage.pass_by(600)
    assert not stage.host.store.load_game(stage.game).session.paused
    assert any("All bombs are hidden" in text for text in told(stage)[before:])


def test_a_server_that_is_gone_is_forgotten_and_its_players_hear_of_it(stage, people):
    game = stage.begun(people.ann, people.bob)
    stage.channel.refuses = (404, 10003, "Unknown Channel")
    people.ann.commands(stage.channel, "resume")
    sealed_by = people.ann
    sealed_by.commands(stage.channel, "pick", words="7")
    people.bob.commands(stage.channel, "pick", words="8")
    session = stage.host.store.load_game(game).session
    assert session.places == [] and session.paused
    assert any(f"/here {game}" in text_of(each) for each in stage.discord.direct(people.ann.id))


def test_who_takes_no_private_messages_is_called_in_the_channel_without_the_secret(stage, people):
    stage.discord.closed = {people.bob.id}
    stage.begun(people.ann, people.bob)
    (call,) = [each for each in stage.channel.newest if people.bob.id in each["pings"]]
    assert "bomb" not in text_of(call) and people.ann.id not in call["pings"]
    people.bob.taps(stage.channel, call, find_button(call, "My side"))
    assert "choose a square for your bomb" in text_of(people.bob.alone)
    people.bob.taps(stage.channel, people.bob.alone, find_button(people.bob.alone, "1"))
    assert "hidden on square 1" in text_of(people.bob.alone)
    assert stage.discord.direct(people.bob.id) == []
    assert not any("square 1" in text for text in told(stage))


def test_names_ring_nobody_and_change_no_words(stage):
    eve = stage.person("@everyone **<@1>** [x](http://x.example)")
    eve.commands(stage.channel, "new", game="season7", turn="1h")
    assert all(each["pings"] == [] and each["allowed_mentions"]["parse"] == [] for each in stage.channel.newest)
    assert "\\*\\*" in "".join(told(stage)) or "**" not in "".join(told(stage)[:1])


def test_where_it_may_not_write_no_game_is_opened(stage, people):
    data = {"name": "new", "options": [{"name": "game", "value": "toy"}, {"name": "turn", "value": "1h"}]}
    people.ann.act(stage.channel, 2, data, app_permissions="1024")
    assert "may not write" in text_of(people.ann.alone)
    assert [*stage.host.store.iter_sessions()] == []
