"""Whatever is wrong with what is kept of a game is named for what it is, and nothing else is."""

import pytest
from msgspec.structs import replace

from host.archive.store_migration import check_store, repair_store
from host.core.deadlines import ticking
from host.core.session import Command
from host.core.store.items import DUE, OPEN_GAMES_KEY, DeleteItem, PutItem
from tests.listings.room import Room


def kept_game(room):
    return next(item for item in room.table.every() if item.sk == "session")


def lose_the_list(room):
    room.table.write([DeleteItem("chat:t:group", OPEN_GAMES_KEY)])


def lose_the_clock(room):
    item = kept_game(room)
    assert item.index == DUE
    room.table.write([PutItem(replace(item, index="", when=0.0), item.version)])


def break_the_rules(room):
    ticking.postpone_faulty_game(room.host, kept_game(room).pk.removeprefix("game/"), broken=True)


def spoil_the_row(room):
    item = kept_game(room)
    room.table.write([PutItem(replace(item, body=b"{"), item.version)])


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda _: None, ([], [], [])),
        (lose_the_list, ([], ["chat:t:group"], [])),
        (lose_the_clock, ([], [], ["GAME"])),
        (break_the_rules, (["game/GAME session"], [], [])),
        (spoil_the_row, (["game/GAME session"], [], [])),
    ],
)
def test_what_is_wrong_is_named_and_nothing_else(spoil, named):
    room = Room()
    room.do("ann new toy daily", "ann join", "bob join", "ann begin")
    game = kept_game(room).pk.removeprefix("game/")
    spoil(room)
    found = check_store(room.host)
    names = (found.unreadable, found.unlisted, found.still)
    assert tuple([name.replace(game, "GAME") for name in some] for some in names) == named


def test_what_an_older_release_has_closed_or_removed_is_found_by_its_people_after_a_repair():
    room = Room()
    room.do("ann new toy daily", "ann join", "bob join", "ann begin")
    game = kept_game(room).pk.removeprefix("game/")
    ticking.remove_game(room.host, Command(operator=True), game)
    people = {item.pk for item in room.table.every() if item.sk == f"gone/{game}"}
    room.table.write([DeleteItem(owner, f"gone/{game}") for owner in people])
    assert check_store(room.host).unlisted == sorted(people)
    repair_store(room.host)
    assert not check_store(room.host)
    assert all(room.host.store.list_all_game_ids(owner) == [game] for owner in people)
