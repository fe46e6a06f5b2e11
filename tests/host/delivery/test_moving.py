"""A group that becomes another one: its games go along, and what waits is heard in order, whoever comes between."""

from contextlib import suppress
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from engine.kernel import Told
from host.core import games
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import Command, Post
from host.core.store.items import Overloaded
from host.delivery import places
from host.delivery.outbox import NOTHING_SENT, Muted, PlaceGone, PlaceMoved
from host.people import accounts
from tests.host.delivery.conftest import drain

NEW = "t:g-new"


def test_a_group_that_moves_takes_its_games_along(host, hands, playing, dispatcher, platform):
    platform.trouble["t:group"] = [PlaceMoved("t:g-new")]
    drain(dispatcher, hands)
    assert platform.lines("t:g-new")[0].startswith("The Toy: a new game is open.")
    assert platform.lines("t:group") == []
    assert host.store.list_open_game_ids("chat:t:g-new") == [playing]
    assert host.store.list_open_game_ids("chat:t:group") == []


def test_a_place_that_is_said_to_have_moved_to_itself_stays_and_is_tried_again(
    host, hands, playing, dispatcher, platform
):
    platform.trouble["t:group"] = [PlaceMoved("t:group")]
    drain(dispatcher, hands)
    assert platform.lines("t:group")[0].startswith("The Toy: a new game is open.")
    assert host.store.list_open_game_ids("chat:t:group") == [playing]


@pytest.mark.parametrize("again", [False, True])
def test_a_place_that_can_be_written_to_again_starts_only_the_clocks_that_it_stopped(host, hands, playing, again):
    ann = Command("p", "ann")
    places.stop_muted_place(host, "t:group", lambda _: Told("It stands still.", {}))
    hands.now += 60.0
    if again:
        assert ticking.resume_session_clocks(host, ann, playing).ok
        assert ticking.pause_session_clocks(host, replace(ann, key="again"), playing).ok
    places.resume_muted_place(host, "t:group")
    assert bool(host.store.load_game(playing).session.paused) is again


@pytest.mark.parametrize(
    ("left", "sent"),
    [
        ({"lines": [Told("News.", {})]}, None),
        ({"board": True}, None),
        ({"remind": ["nobody"]}, None),  # it is due no more
        ({"lines": [Told("News.", {})]}, NOTHING_SENT),  # the lobby shows it by now, say
    ],
)
@pytest.mark.parametrize("still", [False, True])
def test_whatever_is_left_to_send_after_a_mute_shows_whether_the_games_go_on(
    host, hands, playing, dispatcher, platform, monkeypatch, left, sent, still
):
    drain(dispatcher, hands, 30)
    places.stop_muted_place(host, "t:group", lambda _: Told("It stands still.", {}))
    host.store.drop_or_redirect_posts("t:group", "", hands.now)
    host.store.queue_posts([Post("t:group", playing, 1, muted=hands.now, **left)], hands.now)
    platform.trouble["t:group"] = [Muted("no rights")] * still
    if sent:
        monkeypatch.setattr(platform, "send", lambda *_: sent)
    drain(dispatcher, hands, 20)
    assert bool(host.store.load_game(playing).session.paused) is still
    assert len(host.store.load_posts("t:group")) == still
    drain(dispatcher, hands, 60)
    assert not host.store.load_game(playing).session.paused


@pytest.mark.parametrize("failing", ["resume_session_clocks", "drop_posts"])
def test_a_board_shown_after_a_mute_is_edited_again_and_its_game_goes_on_though_the_store_is_overloaded(
    host, hands, playing, dispatcher, platform, monkeypatch, failing
):
    places.stop_muted_place(host, "t:group", lambda _: Told("It stands still.", {}))
    host.store.drop_or_redirect_posts("t:group", "", hands.now)
    host.store.queue_posts([Post("t:group", playing, 1, board=True, muted=hands.now)], hands.now)
    owner = ticking if failing in vars(ticking) else host.store
    with monkeypatch.context() as patched:
        patched.setattr(owner, failing, Mock(side_effect=Overloaded("no room")))
        with pytest.raises(Overloaded):
            dispatcher.deliver_to("t:group")
    drain(dispatcher, hands, 60)
    assert platform.boards("t:group")[:2] == [f"board {playing}", f"board {playing} m1"]
    assert not host.store.load_game(playing).session.paused


class Died(Exception):
    """A process ended here."""


@pytest.fixture
def half_moved(host, playing, monkeypatch):
    """Somebody shouted while the group moved, and whoever moved it died when its game had moved."""
    commit, hush = host.store.commit, host.store.drop_or_redirect_posts
    done = []

    def conflicting(change):
        done.append(change)
        if len(done) == 1:
            assert games.make_unasked_play(host, Command("late", "ann"), playing, "shout").ok
        commit(change)

    def dying(*args):
        if done:
            raise Died
        hush(*args)

    with monkeypatch.context() as patched, suppress(Died):
        patched.setattr(host.store, "commit", conflicting)
        patched.setattr(host.store, "drop_or_redirect_posts", dying)
        places.move_place(host, "t:group", NEW)
    assert host.store.list_open_game_ids(f"chat:{NEW}") == [playing]
    assert host.store.load_posts("t:group")
    return playing


def test_what_came_while_a_group_moved_is_heard_before_what_comes_later(host, hands, half_moved, dispatcher, platform):
    games.make_unasked_play(host, Command("later", "bob"), half_moved, "shout")
    dispatcher.deliver_to(NEW)
    drain(dispatcher, hands)
    heard = platform.lines(NEW)
    assert heard[-2:] == ["p1 shouts.", "p2 shouts."]
    assert len([line for line in heard if "shouts" in line]) == 2
    assert not host.store.load_posts("t:group")
    assert platform.lines("t:group") == []


@pytest.mark.parametrize(("trouble", "then"), [(PlaceGone("blocked"), ""), (PlaceMoved("t:ann-new"), "t:ann-new")])
def test_where_somebody_is_written_to_goes_along_for_their_next_game_too(
    host, hands, dispatcher, platform, trouble, then
):
    ann = accounts.load_or_create_person(host, "t:ann", "Ann", "t:ann")
    game = games.open_lobby(host, Command(by=ann.id, place="t:group"), "toy").game
    assert games.sit_at_table(host, Command(by=ann.id), game, Guest(ann.id, ann.name, ann.place)).ok
    games.add_bot(host, Command(by=ann.id), game)
    assert games.start_game(host, Command(by=ann.id), game).ok
    platform.trouble["t:ann"] = [trouble]
    drain(dispatcher, hands)
    assert host.store.load_game(game).session.players[0].place == then
    person = accounts.load_current_person(host, ann.id)
    assert person is not None
    assert person.place == then
