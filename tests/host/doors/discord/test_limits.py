"""What Discord limits and loses: nothing is said twice, nothing is lost, and secrets stay secret."""

import pytest

from engine.kernel import Told
from host.core import games
from host.core.session import Command, Post, ToldLine
from host.core.store.items import Damaged
from host.delivery.outbox import Message, Reminder
from host.doors.discord.places import CLOSED_KEY
from host.doors.discord.rest import RouteLimits
from host.people import accounts
from host.shown import views
from tests.fakes.discord import Refused, controls_of, find_button, text_of


def sealed(stage, *people):
    for who in people:
        stage.own_side(who)
        who.taps(stage.channel, who.alone, next(each for each in controls_of(who.alone) if each["custom_id"][0] == "q"))


def person_of(stage, user):
    return accounts.load_current_person(stage.host, stage.host.store.find_person_id(f"discord:@{user.id}", stage.now()))


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


@pytest.mark.parametrize("code", [10003, 10004])
def test_a_server_that_removes_the_bot_stops_the_clocks_once(stage, people, code):
    game = stage.begun(people.ann, people.bob)
    stage.channel.refuses = (404, code, "Unknown Guild")
    for square in ("7", "8", "9"):
        people.ann.commands(stage.channel, "pick", words=square)
    session = stage.host.store.load_game(game).session
    told = [text_of(each) for each in stage.discord.direct(people.ann.id) if "/here" in text_of(each)]
    assert session.paused and session.places == [] and len(told) == 1
    assert "does not exist any more" in told[0]


def test_no_answer_waits_for_discord_and_each_comes_in_time(stage, people):
    """Discord gives up after three seconds; so nothing is sent, and nothing is drawn, before an answer."""
    stage.begun(people.ann, people.bob)
    stage.settles, before = False, len(stage.discord.calls)
    for word in (
        "board",
        "side",
        "score",
        "rules",
        "mystuff",
        "settings",
        "usual",
        "predict",
        "help",
        "pause",
        "resume",
    ):
        people.ann.commands(stage.channel, word)
    stage.own_side(people.bob)
    people.bob.taps(stage.channel, people.bob.alone, find_button(people.bob.alone, "1"))
    assert len(stage.discord.calls) == before
    assert max(stage.discord.answered) < 1.5
    stage.settle()
    assert len(stage.discord.calls) > before


def test_after_its_token_has_expired_a_private_message_is_brought_up_to_date_by_a_tap(stage, people):
    """A token lasts 15 minutes; we never use one, and each tap is answered by itself."""
    stage.begun(people.ann, people.bob)
    stage.own_side(people.ann)
    old = people.ann.alone
    people.ann.commands(stage.channel, "pick", words="7")
    stage.pass_by(16 * 60)
    assert people.ann.taps_label(stage.channel, old, "Show again")["type"] == 7
    assert "square 7, your bomb" in text_of(people.ann.alone)
    assert not [path for _, path, _ in stage.discord.calls if "webhooks" in path]


def test_a_bucket_that_two_routes_share_is_one_limit():
    time = 0.0
    limits = RouteLimits(lambda: time)
    full = {"x-ratelimit-bucket": "b", "x-ratelimit-remaining": "0", "x-ratelimit-reset-after": "2"}
    limits.note_answer("POST /a", "1", full)
    limits.note_answer("PATCH /a", "2", {**full, "x-ratelimit-remaining": "5"})
    assert limits.compute_wait("PATCH /a", "1") == 2.0  # the same bucket and channel
    assert limits.compute_wait("PATCH /a", "2") == limits.compute_wait("GET /other", "1") == 0.0
    time = 2.0
    assert limits.compute_wait("POST /a", "1") == 0.0
    limits.note_refusal("POST /a", "1", 3.0, everywhere=True)
    assert limits.compute_wait("GET /other", "9") == 3.0


def test_a_private_message_whose_receipt_is_lost_comes_once(stage, people):
    stage.begun(people.ann, people.bob)
    count = len(stage.discord.direct(people.ann.id))
    stage.discord.faults = ["lost"] * 2
    people.ann.commands(stage.channel, "pick", words="7")
    stage.pass_by(60)
    told = [text_of(each) for each in stage.discord.direct(people.ann.id)[count:]]
    assert told and len(told) == len(set(told))


def test_half_of_a_long_text_is_not_said_again_when_discord_slows_it_down(stage):
    place = f"discord:{stage.channel.guild}/{stage.channel.id}"
    lines = [Told(f"Line {n} " + "x" * 900, {}) for n in range(9)]
    stage.host.store.queue_posts([Post(place, "", 1, lines)], stage.now())
    stage.discord.faults = [None, Refused(429, 0, "slow down", retry_after=2.0, **{"global": False})]
    stage.settle()
    said = "\n".join(told(stage))
    assert [said.count(f"Line {n} ") for n in range(9)] == [1] * 9 and len(told(stage)) > 1


def test_who_has_said_stop_is_called_in_no_channel(stage, people):
    stage.begun(people.ann, people.bob)
    for who in (people.ann, people.bob):
        who.commands(stage.channel, "stop")
    before = len(stage.channel.posted)
    for who in (people.ann, people.bob):
        who.commands(stage.channel, "pick", words="7")
    later = stage.channel.posted[before:]
    assert any("opens the first square" in text_of(each) for each in later)
    assert not any("<@" in text_of(each) for each in later)


def test_nothing_is_lost_of_a_text_of_emoji_which_count_double(stage):
    place = f"discord:{stage.channel.guild}/{stage.channel.id}"
    lines = [Told(f"{chr(0x1F389) * 40} opens {n}.", {}) for n in range(80)]
    stage.host.store.queue_posts([Post(place, "", 1, lines)], stage.now())
    stage.settle()
    assert "\n".join(told(stage)).splitlines() == [line.text for line in lines]


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


def test_a_board_asked_for_is_posted_anew_each_time(stage, people):
    stage.begun(people.ann, people.bob)
    boards = [stage.board["id"]]
    for _ in range(2):
        people.ann.commands(stage.channel, "board")
        boards.append(stage.board["id"])
    assert len(set(boards)) == 3
    assert "hidden a bomb" in text_of(stage.board)


def test_each_of_two_boards_in_a_channel_is_posted_anew_when_it_is_far_up(stage, people):
    first = stage.begun(people.ann, people.bob)
    chat = stage.host.store.load_game(first).session.places[0]
    private = alone_in_private(stage, people.cat)
    (other,) = stage.host.store.list_open_game_ids(f"chat:discord:@{people.cat.id}")
    assert games.show_in_place(stage.host, Command(operator=True), other, chat).ok
    stage.settle()
    boards = {game: stage.host.store.find_board_message(chat, game) for game in (first, other)}
    for n in range(5):
        stage.host.store.queue_posts([Post(chat, "", n + 1, [Told("News.", {})])], stage.now())
        stage.settle()
    people.ann.commands(stage.channel, "pick", words="7")
    assert stage.host.store.find_board_message(chat, first) != boards[first]
    people.cat.commands(private, "pick", words="8")
    assert stage.host.store.find_board_message(chat, other) != boards[other]


def alone_in_private(stage, who):
    """A game in somebody's private messages, against computers; return that channel."""
    private = stage.discord.channel(reader=who.id, kind=1)
    who.commands(private, "new", game="season7", turn="1h")
    who.commands(private, "bots", words="2")
    who.commands(private, "begin")
    return private


def boards_in(channel):
    return [each for each in channel.newest if each["picture"]]


def test_a_board_deleted_in_private_is_posted_anew_with_its_picture(stage, people):
    private = alone_in_private(stage, people.ann)
    (old,) = boards_in(private)
    del private.messages[old["id"]]
    people.ann.commands(private, "pick", words="7")
    (new,) = boards_in(private)
    assert "1 of 3 players has hidden a bomb" in text_of(new)
    people.ann.commands(private, "board")
    assert len(boards_in(private)) == 2
    assert not told(stage)


def test_a_board_for_who_takes_no_private_messages_is_let_go_of(stage, people, caplog):
    private = alone_in_private(stage, people.ann)
    (old,) = boards_in(private)
    del private.messages[old["id"]]
    stage.discord.closed = {people.ann.id}
    people.ann.commands(private, "pick", words="7")
    assert not caplog.records
    assert not [*stage.host.store.iter_waiting_places(float("inf"))]
    stage.discord.closed = set()
    stage.pass_by(86400 + 1)
    assert len(boards_in(private)) == 1


def test_an_archived_thread_is_opened_again(stage, people):
    stage.channel.kind = 11
    stage.begun(people.ann, people.bob)
    stage.channel.archived = True
    sealed(stage, people.ann, people.bob)
    assert not stage.channel.archived and "Waiting for" in text_of(stage.board)


def test_where_an_archived_thread_is_locked_the_game_waits(stage, people):
    stage.channel.kind = 11
    stage.begun(people.ann, people.bob)
    stage.channel.archived = stage.channel.locked = True
    sealed(stage, people.ann, people.bob)
    assert stage.host.store.load_game(stage.game).session.paused
    stage.channel.archived = stage.channel.locked = False
    stage.pass_by(600)
    assert not stage.host.store.load_game(stage.game).session.paused
    assert "All bombs are hidden" in "".join(told(stage))


@pytest.mark.parametrize("code", [50001, 50013, 50084])
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


def test_who_takes_private_messages_again_is_called_there_after_a_day(stage, people):
    stage.discord.closed = {people.bob.id}
    stage.begun(people.ann, people.bob)
    stage.discord.closed = set()
    people.bob.commands(stage.channel, "pick", words="7")
    for _ in range(3):
        stage.pass_by(86400 / 3 - 1)
        stage.host.store.queue_posts([Post(f"discord:@{people.bob.id}", "", 1, [Told("Hi.", {})])], stage.now())
        stage.settle()
    assert stage.discord.direct(people.bob.id) == []  # not yet asked again
    stage.pass_by(86400 / 3)
    people.ann.commands(stage.channel, "pick", words="9")
    for who in (people.ann, people.bob):
        who.commands(stage.channel, "kick", words="nobody")
    stage.host.store.queue_posts([Post(f"discord:@{people.bob.id}", "", 1, [Told("Hello.", {})])], stage.now())
    stage.settle()
    assert "Hello." in "".join(text_of(each) for each in stage.discord.direct(people.bob.id))
    assert not stage.host.store.load_place_value(f"discord:@{people.bob.id}", CLOSED_KEY)


def test_a_reminder_of_two_games_in_one_channel_calls_for_both(stage, people, monkeypatch):
    stage.discord.closed = {people.ann.id}
    first = stage.begun(people.ann, people.bob, game="billionaire", turn="1h")
    second = games.open_lobby(stage.host, Command(by=person_of(stage, people.bob).id), "billionaire", {}, "1h").game
    for each in (people.ann, people.bob):
        person = person_of(stage, each)
        guest = games.Guest(person.id, person.name, person.place)
        assert games.sit_at_table(stage.host, Command(by=person.id), second, guest).ok
    assert games.start_game(stage.host, Command(by=person_of(stage, people.bob).id), second).ok
    people.bob.commands(stage.channel, "here", words=second)
    stage.settle()
    keys = []
    monkeypatch.setattr(stage.sender, "_post_in_channel", lambda _, __, key: keys.append(key))
    message = Message(first, asks=["a question"], reminders=[Reminder(second, "billionaire", "p1", "Ann", {})], stamp=1)
    stage.sender._call_in_channel(f"discord:@{people.ann.id}", message)
    assert len(set(keys)) == 2  # Discord takes two of one key for the same message


def test_what_only_one_person_may_know_is_never_seen_by_others_whatever_fails(stage, people):
    """A secret is looked for in everything that others can read, while calls fail in turn."""
    stage.begun(people.ann, people.bob)
    faults = [Refused(503), "lost", Refused(429, 0, "", retry_after=1.0, **{"global": True}), Refused(403, 50007)]
    stage.discord.faults = list(faults)
    people.ann.commands(stage.channel, "pick", words="23")
    stage.discord.faults = list(faults)
    people.ann.commands(stage.channel, "mystuff")
    stage.pass_by(600)
    assert "square 23" in text_of(people.ann.alone)
    others = [*told(stage), *(text_of(each) for each in stage.discord.direct(people.bob.id))]
    assert not any("square 23" in text for text in others)


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


@pytest.mark.parametrize("what", ["view", "record"])
@pytest.mark.parametrize("at", ["", "q1"])
def test_news_are_told_though_their_game_cannot_be_shown(stage, people, monkeypatch, what, at):
    game = stage.begun(people.ann, people.bob)
    place = f"discord:{stage.channel.guild}/{stage.channel.id}"

    def fail(*_args):
        raise Damaged("it cannot be read")

    monkeypatch.setattr(*((views, "build_game_view") if what == "view" else (stage.host.store, "load_game")), fail)
    line = ToldLine("season7.PutOut", {"who": "p1"}, table=at)
    stage.host.store.queue_posts([Post(place, game, 2**44, [line], names={"p1": "Ann"})], stage.now())
    stage.settle()
    assert any("Ann" in text for text in told(stage)[-1:])
    assert not stage.host.store.table.query(f"chat:{place}", "aside/", "aside/~")
