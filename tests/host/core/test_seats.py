import msgspec
import pytest

from engine.kernel import compute_commitment
from host.core import events, games, seats
from host.core.games import Guest
from host.core.session import CLOSED, FORMER, OVER, Command, SeatedPlayer
from host.people import accounts
from host.shown import views
from tests.host.core.timing import DAY, wait, words
from tests.rulesets.toy import Toy

ANN, BOB, EVE = Command(by="ann"), Command(by="bob"), Command(by="eve")


def test_the_seal_comes_first_and_the_secret_last_but_for_the_fingerprint(host, playing):
    seal = views.load_game_view(host, playing).seal
    assert seal in words(host, "t:group")[0]
    secret = host.store.load_game(playing).session.secret
    assert not any(secret in line for line in words(host, "t:group"))
    assert seats.close_table(host, ANN, playing).ok
    assert secret in words(host, "t:group")[-2]
    assert compute_commitment(secret) == seal
    drawn = [drawn for entry in host.store.load_log(playing) for drawn in entry.drawn]
    assert all(each.is_honest(secret) for each in drawn)


def test_a_game_may_be_shown_in_several_places_of_several_platforms(host, playing):
    for command, place, fits in (
        (Command(by="eve", place="t:group"), "r:thread", False),
        (Command(by="eve", place="t:group", admin=True), "r:thread", True),
        (Command(by="ann"), "r:thread", False),
        (Command(by="ann"), "", False),
        (Command(by="ann"), "t:other", True),
    ):
        assert games.show_in_place(host, command, playing, place).ok == fits
    games.make_unasked_play(host, ANN, playing, "shout")
    for chat in ("t:group", "r:thread", "t:other"):
        assert words(host, chat)[-1] == "p1 shouts."
        assert host.store.list_open_game_ids(f"chat:{chat}") == [playing]


def test_nobody_has_a_game_shown_in_a_place_of_their_own_to_get_the_hosts_rights(host, playing):
    own = Command(by="bob", place="t:bobs", admin=True)
    assert not games.show_in_place(host, own, playing, "t:bobs").ok
    assert not seats.kick_from_seat(host, own, playing, "p1").ok
    assert not seats.close_table(host, own, playing).ok
    assert host.store.load_game(playing).session.places == ["t:group"]


def test_who_leaves_a_lobby_is_out_and_named_in_the_news(host):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    for person in ("ann", "bob"):
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title()))
    assert seats.leave_game(host, BOB, game).ok
    assert views.load_game_view(host, game).names == {"p1": "Ann", "p2": FORMER}
    assert host.store.load_posts("t:group")[-1].names == {"p1": "Ann", "p2": "Bob"}
    assert host.store.list_open_game_ids("person:bob") == []
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob")).ok
    assert views.load_game_view(host, game).names == {"p1": "Ann", "p3": "Bob", "p2": FORMER}


def test_who_leaves_a_running_game_leaves_by_the_rules(host, playing):
    assert seats.leave_game(host, BOB, playing).ok
    assert views.load_game_view(host, playing).stage == "over"


def test_who_leaves_takes_nobody_elses_clock_along(host, hands):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "toy").game
    people = ("ann", "bob", "cat")
    for person in people:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}"))
    games.start_game(host, Command(by="ann"), game)
    hands.now += 60
    assert seats.leave_game(host, BOB, game).ok
    clocks = host.store.load_game(game).session.clocks
    asked = {asked.id: asked.who for person in people for asked in views.load_game_view(host, game, person).asked}
    assert {key: clock.who for key, clock in clocks.items()} == asked == {"lap#4": "p1", "lap#5": "p3"}
    assert {clock.asked for clock in clocks.values()} == {hands.now - 60}


def test_a_computer_goes_on_where_the_rules_know_no_leaving(host, hands, playing, monkeypatch):
    monkeypatch.setattr("tests.rulesets.toy.Toy.list_plays", lambda *_: [])
    assert seats.leave_game(host, BOB, playing).ok
    wait(host, hands, 10, 5)
    assert views.load_game_view(host, playing).sealed == 1


def test_the_host_shows_out_and_nobody_else_does(host, playing):
    assert not seats.kick_from_seat(host, BOB, playing, "p1").ok
    assert not seats.kick_from_seat(host, ANN, playing, "p9").ok
    assert not seats.kick_from_seat(host, Command(by="eve", place="t:elsewhere", admin=True), playing, "p2").ok
    assert not seats.kick_from_seat(host, Command(by="eve", place="t:group"), playing, "p2").ok
    assert seats.kick_from_seat(host, Command(by="eve", place="t:group", admin=True), playing, "p2").ok


def test_a_seat_goes_to_somebody_else_with_all_that_is_in_it(host, hands, playing):
    (asked,) = views.load_game_view(host, playing, "bob").asked
    hands.now += 3600
    assert not seats.replace_in_seat(host, ANN, playing, "p2", Guest("ann", "Ann")).ok
    assert seats.replace_in_seat(host, ANN, playing, "p2", Guest("eve", "Eve", "t:eve")).ok
    assert views.load_game_view(host, playing, "bob").asked == []
    (now,) = views.load_game_view(host, playing, "eve").asked
    assert (now.id, now.due) == (asked.id, hands.now + 86400)
    assert host.store.load_posts("t:eve")[-1].asks == [asked.id]
    assert host.store.list_open_game_ids("person:bob") == []
    assert not games.submit_answer(host, BOB, playing, asked.id, 1).ok


def test_one_may_have_a_computer_stand_in_for_oneself(host, hands, playing):
    assert not seats.request_stand_in(host, BOB, playing, "p1").ok
    assert seats.request_stand_in(host, BOB, playing, "p2").ok
    assert not seats.request_stand_in(host, BOB, playing, "p2").ok
    assert views.load_game_view(host, playing, "bob").you == ""
    wait(host, hands, 5, 1)
    assert views.load_game_view(host, playing).sealed == 1


def test_a_visitor_takes_the_seat_of_a_computer(host, hands):
    game = games.open_lobby(host, Command("c", "ann"), "toy", {"laps": 9}, open_seats=True).game
    for _ in range(2):
        games.add_bot(host, ANN, game)
    games.start_game(host, ANN, game)
    wait(host, hands, 10, 2)
    assert games.sit_at_table(host, EVE, game, Guest("eve", "Eve")).ok
    assert games.sit_at_table(host, BOB, game, Guest("bob", "Bob")).ok
    late = games.sit_at_table(host, Command(by="zoe"), game, Guest("zoe", "Zoe"))
    assert [told.text for told in late.lines] == [
        ("No seat is free. You can watch this game, or open a game of your own.")
    ]
    assert views.load_game_view(host, game, "eve").you == "p1"


def test_a_visitor_is_given_a_seat_that_has_something_to_do(host, hands):
    """Somebody else may only wait, or be out of the round: no first minute for whoever has just come."""
    game = games.open_lobby(host, Command("c", "ann"), "toy", {"laps": 9}, open_seats=True).game
    for _ in range(3):
        games.add_bot(host, ANN, game)
    games.start_game(host, ANN, game)
    while (turn := [asked.who for asked in views.load_game_view(host, game).asked if not asked.secret]) != ["p2"]:
        assert len(turn) < 2
        wait(host, hands, 1, 1)
    assert games.sit_at_table(host, EVE, game, Guest("eve", "Eve")).ok
    shown = views.load_game_view(host, game, "eve")
    assert shown.you == "p2"
    assert [asked.who for asked in shown.asked] == ["p2"]


@pytest.mark.parametrize("stage", ["lobby", "over"])
def test_what_needs_a_running_game_says_so(host, playing, stage):
    game = playing
    if stage == "lobby":
        game = games.open_lobby(host, Command("c3", "ann"), "toy").game
        games.sit_at_table(host, ANN, game, Guest("ann", "Ann"))
    else:
        seats.close_table(host, ANN, game)
    version = host.store.load_game(game).version
    replies = [
        games.make_unasked_play(host, ANN, game, "shout"),
        seats.request_stand_in(host, ANN, game, "p1"),
        seats.vote_for_stand_in(host, ANN, game, "p1"),
    ]
    assert not any(reply.ok for reply in replies)
    assert host.store.load_game(game).version == version


def test_a_game_begins_once_and_only_with_enough_players(host):
    game = games.open_lobby(host, Command("c", "ann"), "toy").game
    games.sit_at_table(host, ANN, game, Guest("ann", "Ann"))
    assert not games.start_game(host, ANN, game).ok
    games.add_bot(host, ANN, game)
    assert not games.start_game(host, BOB, game).ok
    assert games.start_game(host, ANN, game).ok
    assert not games.start_game(host, ANN, game).ok
    assert not games.add_bot(host, ANN, game).ok


def gathered(host, people, bots=0):
    """A running game of these, with computers."""
    game = games.open_lobby(host, Command(by=people[0], place="t:group"), "toy", {"laps": 9}).game
    for person in people:
        games.sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}"))
    for _ in range(bots):
        games.add_bot(host, ANN, game)
    assert games.start_game(host, ANN, game).ok
    return game


def test_when_the_last_person_has_left_the_game_is_over_whoever_left_before(host):
    game = gathered(host, ["ann", "bob"], bots=2)
    assert seats.leave_game(host, BOB, game).ok
    assert views.load_game_view(host, game).stage == "running"
    assert seats.leave_game(host, ANN, game).ok
    assert views.load_game_view(host, game).stage == "over"
    assert "No player is left, so the game ends here." in words(host, "t:group")
    assert host.store.list_open_game_ids("chat:t:group") == []


def test_whoever_is_out_for_good_is_in_nobodys_hands(host):
    game = gathered(host, ["ann", "bob", "cat"], bots=2)
    assert seats.leave_game(host, BOB, game).ok
    assert seats.kick_from_seat(host, ANN, game, "p4").ok
    version = host.store.load_game(game).version
    out = "You have been removed from this game and cannot join it again."
    for command in (BOB, Command(by="cat")):
        for seat in ("p2", "p4"):
            reply = seats.vote_for_stand_in(host, command, game, seat)
            assert [told.text for told in reply.lines] == [out if command is BOB else "{who} is out of this game."]
    for reply in (seats.leave_game(host, BOB, game), games.sit_at_table(host, BOB, game, Guest("bob", "Bob"))):
        assert [told.text for told in reply.lines] == [out]
    for seat in ("p2", "p4"):
        for reply in (
            seats.kick_from_seat(host, ANN, game, seat),
            seats.request_stand_in(host, ANN, game, seat),
            seats.replace_in_seat(host, ANN, game, seat, Guest("eve", "Eve")),
        ):
            assert [told.text for told in reply.lines] == ["{who} is out of this game."]
    assert not seats.replace_in_seat(host, ANN, game, "p5", Guest("bob", "Bob")).ok
    assert host.store.load_game(game).version == version
    assert views.load_game_view(host, game, "bob").you == ""
    assert views.load_game_view(host, game).names["p2"] == "Bob"
    assert [face.seat for face in views.load_game_view(host, game).faces if face.out] == ["p2", "p4"]


def test_a_newcomer_is_not_given_the_seat_of_a_computer_that_is_out(host):
    game = gathered(host, ["ann", "bob"], bots=2)
    assert seats.kick_from_seat(host, ANN, game, "p3").ok
    assert games.sit_at_table(host, EVE, game, Guest("eve", "Eve")).ok
    assert seats.admit_to_seat(host, ANN, game, "1").ok
    assert views.load_game_view(host, game, "eve").you == "p4"
    assert not games.sit_at_table(host, Command(by="zoe"), game, Guest("zoe", "Zoe")).ok


def test_a_game_that_somebody_has_left_is_none_of_their_open_ones(host):
    game = gathered(host, ["ann", "bob", "cat"])
    assert seats.leave_game(host, BOB, game).ok
    assert host.store.list_open_game_ids("person:bob") == []
    assert host.store.list_past_game_ids("person:bob") == [game]
    assert host.store.list_open_game_ids("person:ann") == [game]
    assert seats.close_table(host, ANN, game).ok
    assert host.store.list_past_game_ids("person:bob") == [game]


def test_whoever_left_a_game_that_goes_on_is_forgotten_there_too(host):
    bob = accounts.load_or_create_person(host, "t:1", "Bob")
    game = gathered(host, ["ann", bob.id, "cat"])
    assert seats.leave_game(host, Command(by=bob.id), game).ok
    accounts.forget_account(host, bob.id)
    assert views.load_game_view(host, game).names == {"p1": "Ann", "p2": FORMER, "p3": "Cat"}
    assert host.store.list_past_game_ids(f"person:{bob.id}") == []


def test_a_record_from_before_has_nobody_who_is_out():
    kept = msgspec.json.encode({"seat": "p1", "person": "ann", "name": "Ann"})
    assert not msgspec.json.decode(kept, type=SeatedPlayer).out


@pytest.mark.parametrize("free", [True, False])
def test_a_newcomer_is_told_that_they_wait_if_the_seat_holds_secrets_and_only_then(host, playing, monkeypatch, free):
    monkeypatch.setattr(Toy, "can_hand_over_seat", lambda *_, **__: free)
    reply = seats.replace_in_seat(host, ANN, playing, "p2", Guest("eve", "Eve", "t:eve"))
    news = [told.what for told in host.store.load_log(playing)[-1].told]
    assert reply.ok
    assert (events.SeatPromised.id in news) is not free
    assert (events.SeatTaken.id in news) is free
    assert (views.load_game_view(host, playing, "eve").you == "p2") is free


def test_a_game_stands_in_the_lists_of_its_people_and_places_until_it_is_closed_or_removed(host, playing):
    lobby = games.open_lobby(host, Command("c4", "ann", place="t:group"), "toy").game
    session = host.store.load_game(lobby).session
    assert session.list_index_links() == {("person:ann", f"game/{lobby}"), ("chat:t:group", f"game/{lobby}")}
    session.stage = CLOSED
    assert session.list_index_links() == {("person:ann", f"gone/{lobby}")}
    session = host.store.load_game(playing).session
    assert ("person:bob", f"game/{playing}") in session.list_index_links()
    session.stage = OVER
    assert ("person:bob", f"past/{playing}") in session.list_index_links()
    session.removed = 1.0
    assert session.list_index_links() == {(f"person:{who}", f"gone/{playing}") for who in ("ann", "bob")}


def test_nobody_takes_a_seat_of_a_finished_game(host, playing):
    """What a computer has won in somebody's place is not theirs, and no host gives a winner's seat away."""
    assert seats.request_stand_in(host, BOB, playing, "p2").ok
    assert seats.close_table(host, ANN, playing).ok
    over = host.store.load_game(playing).session
    back = games.sit_at_table(host, BOB, playing, Guest("bob", "Bob", "t:bob"))
    given = seats.replace_in_seat(host, ANN, playing, "p1", Guest("eve", "Eve", "t:eve"))
    assert (back.code, given.code) == ("game_over", "game_over")
    assert host.store.load_game(playing).session == over


def test_a_game_that_is_over_is_not_ended_again_and_nobody_votes_twice(host, hands):
    game = gathered(host, ["ann", "bob", "cat", "dan"])
    hands.now += DAY / 2 + 1
    first, second = (seats.vote_for_stand_in(host, BOB, game, "p1") for _ in range(2))
    assert (first.ok, second.ok, second.code) == (True, False, "already_voted")
    assert not host.store.load_game(game).session.find_player_in("p1").bot
    assert seats.close_table(host, ANN, game).ok
    again = seats.close_table(host, ANN, game)
    assert (again.ok, again.code) == (False, "game_over")
    programs = seats.set_programs_allowed(host, ANN, game, allowed=True)
    assert (programs.ok, programs.code) == (False, "game_over")
