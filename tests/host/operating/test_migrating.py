"""A whole house moves from a folder into DynamoDB and back, and goes on there as if nothing had happened."""

import threading
import time

import pytest
from msgspec.structs import replace

from engine.kernel import Illegal
from engine.rulesets import RULESETS
from host.archive import store_migration
from host.core import games, statistics
from host.core.context import Config, HostContext
from host.core.session import OVER, RUNNING, Command
from host.core.store import MemoryTable, Store
from host.core.store.dynamo import DynamoTable
from host.core.store.items import Item, PutItem
from host.core.store.sqlite import SqliteTable
from host.core.transaction import GAME_MOVED_TEXT, MOVED_AWAY
from host.doors.aws import wiring
from host.doors.command import main
from host.doors.local import settings
from host.people import accounts
from tests.fakes import cloud
from tests.host.operating.conftest import Season, a_house

AWAY = 3600.0


def everything(table):
    found = [item for item in table.every() if item.pk != "host" and not item.pk.startswith("lane/")]
    return {(item.pk, item.sk): replace(item, version=0) if item.sk == "session" else item for item in found}


@pytest.fixture(params=["sqlite", "moto", pytest.param("dynamo", marks=pytest.mark.aws)])
def new_home(request, sqlite_table):
    return (
        sqlite_table
        if request.param == "sqlite"
        else cloud.new_table(request.getfixturevalue(f"{request.param}_client"))
    )


@pytest.fixture
def lived_in():
    """A season that runs, one that is over, people with links and settings, and messages that wait."""
    season = Season(a_house(MemoryTable()), 3, 100_000_000_000)  # for long, whatever is drawn
    season.play(40)
    other = Season(season.host, 5, 1_000_000)
    other.play()
    assert (season.session.stage, other.session.stage) == (RUNNING, OVER)
    season.host.store.acquire_lane_lease("t:group", season.host.now())
    season.host.store.save_beat(season.host.now())
    season.host.now.now += AWAY
    return season


def move(season, table):
    to = HostContext(Store(table), Config(listened={"reddit": 0.0}), season.host.now, season.host.token)
    return to, store_migration.migrate_store(season.host, "the old house", to, "the new house")


@pytest.mark.whole
def test_everything_goes_along_and_open_games_go_on(lived_in, new_home):
    token = accounts.create_web_token(lived_in.host, lived_in.people["ann"])
    before = everything(lived_in.host.store.table)
    to, moved = move(lived_in, new_home)
    assert everything(new_home) == before
    assert moved["games"] == 2
    assert moved["people"] == 3
    assert moved["log entries"] > 40
    assert moved["messages waiting"] > 0
    ann = accounts.find_person_by_token(to, token)
    assert ann
    assert ann.id == lived_in.people["ann"]
    owner = f"person:{lived_in.people['ann']}"
    assert statistics.load_tally(to, owner, RULESETS["season7"]).counts
    lived_in.host = to
    entries = lived_in.session.entries
    lived_in.play(10)
    assert lived_in.session.entries >= entries + 10


def test_where_it_was_nothing_can_be_played_or_opened_any_more_and_nothing_is_said(lived_in):
    old = lived_in.host
    _, entries = move(lived_in, MemoryTable()), lived_in.session.entries
    asked = next(iter(lived_in.session.clocks))
    no = games.submit_answer(old, Command("late", lived_in.people["ann"]), lived_in.game, asked, 3)
    assert (no.ok, no.lines[0].facts) == (False, {"where": "the new house"})
    assert (no.code, no.lines[0].text) == (MOVED_AWAY, GAME_MOVED_TEXT)
    opened = games.open_lobby(old, Command("new", "eve"), "season7")
    assert (opened.ok, opened.lines[0].facts) == (False, {"where": "the new house"})
    assert lived_in.session.entries == entries
    assert list(old.store.iter_waiting_places(float("inf"))) == []
    assert old.store.list_due_games(float("inf")) == []


def test_nothing_is_ever_overwritten(lived_in):
    taken = MemoryTable()
    taken.write([PutItem(Item("person:eve", "person", b"{}", 1))])
    with pytest.raises(Illegal, match="I never overwrite anything"):
        move(lived_in, taken)
    assert lived_in.session.moved == ""
    move(lived_in, MemoryTable())
    third = HostContext(Store(MemoryTable()))
    with pytest.raises(Illegal, match="has been moved before"):
        store_migration.migrate_store(lived_in.host, "the old house", third, "a third house")


def test_a_host_that_runs_is_stopped_first(lived_in):
    lived_in.host.store.save_beat(lived_in.host.now())
    with pytest.raises(Illegal, match="Stop it first"):
        move(lived_in, MemoryTable())
    assert lived_in.session.moved == ""


@pytest.mark.parametrize("limits", [{"most_seats": 2}, {"most_places": 0}])
def test_a_game_that_would_never_come_to_its_end_there_is_named_before_anything_moves(lived_in, limits):
    """The one that is over goes along, however large it was."""
    to = HostContext(Store(MemoryTable()), Config(**limits))
    before = everything(lived_in.host.store.table)
    with pytest.raises(Illegal, match="Play these games to their end") as refused:
        store_migration.migrate_store(lived_in.host, "the old house", to, "the new house")
    assert refused.value.facts["games"] == lived_in.game
    assert (lived_in.session.moved, everything(lived_in.host.store.table)) == ("", before)
    assert list(to.store.table.every()) == []


class Breaking(MemoryTable):
    """A table that breaks down after so many changes."""

    def __init__(self, after):
        super().__init__()
        self.left = after

    def write(self, ops):
        self.left -= 1
        if self.left < 0:
            raise ConnectionError
        super().write(ops)


@pytest.mark.parametrize("after", [1, 2, 4, 6, 7])
def test_a_move_that_breaks_off_is_begun_again(lived_in, after):
    before, table = everything(lived_in.host.store.table), Breaking(after)
    with pytest.raises(ConnectionError):
        move(lived_in, table)
    third = HostContext(Store(MemoryTable()))
    with pytest.raises(Illegal, match="I never overwrite anything"):
        store_migration.migrate_store(third, "a third house", HostContext(Store(table)), "the new house")
    table.left = 10**6
    move(lived_in, table)
    assert everything(table) == before


def test_whoever_plays_while_it_moves_is_either_there_or_told(lived_in):
    """A game is closed between two inputs: none is lost, and none is taken in both houses."""
    lived_in.host = HostContext(lived_in.host.store, Config(retries=1000), lived_in.host.now, lived_in.host.token)
    replies = []

    def shout():
        for n in range(60):
            person = lived_in.people["ann"]
            replies.append(games.make_unasked_play(lived_in.host, Command(f"x{n}", person), lived_in.game, "lock", 3))

    thread = threading.Thread(target=shout)
    before = lived_in.session.entries
    thread.start()
    to, _ = move(lived_in, MemoryTable())
    thread.join()
    accepted = sum(reply.ok for reply in replies)
    assert to.store.load_game(lived_in.game).session.entries == before + accepted


# -- at the command line


@pytest.fixture
def rtab(capsys, monkeypatch):
    for name, value in (
        ("AWS_ACCESS_KEY_ID", "x"),
        ("AWS_SECRET_ACCESS_KEY", "x"),
        ("AWS_DEFAULT_REGION", "eu-central-1"),
    ):
        monkeypatch.setenv(name, value)

    def run(*argv):
        code = main(argv)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


@pytest.fixture
def table_name(moto_client):
    return cloud.new_table(moto_client)._name


@pytest.mark.whole
def test_from_a_folder_to_a_table_and_back(at_home, rtab, table_name, tmp_path, moto_client):
    at_home.play(12)
    at_home.host.store.save_beat(0.0)  # nobody runs it any more
    home, back = tmp_path, tmp_path / "back"
    code, out, _ = rtab("migrate", str(home), f"table:{table_name}")
    assert code == 0
    assert "1 games" in out
    assert f"Everything is at the table {table_name} now." in out
    code, out, _ = rtab("games", "--table", table_name)
    assert (code, out.splitlines()[-1]) == (0, "1 open game")
    assert "Cycle 1" in rtab("--table", table_name, "show", at_home.game)[1]
    assert rtab("pause", at_home.game, "--table", table_name)[0] == 0
    assert "paused" in rtab("games", "--table", table_name)[1]
    assert rtab("resume", "--table", table_name, at_home.game)[0] == 0
    assert "secret" not in rtab("why", at_home.game, "--table", table_name)[1].split("title")[0]
    code, out, _ = rtab("doctor", "--table", table_name)
    assert f"table {table_name}: OK" in out
    Store(DynamoTable(moto_client, table_name)).save_beat(time.time() - 61)  # since the clocks run again
    code, out, err = rtab("migrate", f"table:{table_name}", str(back))
    assert (code, err) == (0, "")
    assert SqliteTable(back / "rtab.sqlite").get(f"game/{at_home.game}", "session") is not None
    code, _, err = rtab("migrate", str(home), f"table:{table_name}")
    assert code == 1
    assert "I never overwrite anything" in err


@pytest.mark.whole
@pytest.mark.usefixtures("rtab")
def test_a_table_takes_as_many_seats_and_places_as_its_functions(table_name):
    with settings.open_host_at(f"table:{table_name}") as host:
        limits = host.config.most_seats, host.config.most_places
    assert limits == (wiring.CONFIG.most_seats, wiring.CONFIG.most_places) == (20, 3)


def test_a_table_that_is_not_there_is_told_with_its_cure(rtab):
    code, _, err = rtab("games", "--table", "nowhere")
    assert code == 1
    assert "nowhere cannot be opened" in err
    assert "AWS_REGION" in err


def test_words_that_make_no_move(rtab):
    assert rtab("migrate")[0] == 2
    assert "no games in" in rtab("migrate", "/nowhere/at/all")[2]
    assert rtab("migrate", "a", "a")[0] == 2
    assert "no games in" in rtab("migrate", "/nowhere/at/all", "table:x")[2]


@pytest.mark.whole
def test_how_far_updates_were_fetched_here_says_nothing_where_they_are_sent_to_us(lived_in, new_home):
    lived_in.host.store.save_read_until(1.0, "telegram")
    lived_in.host.store.save_read_until(2.0, "reddit")
    to, _ = move(lived_in, new_home)
    assert (to.store.load_last_beat("telegram"), to.store.load_last_beat("reddit")) == (0.0, 2.0)
