"""What the releases before formats had numbers left behind is converted once, and can be broken off anywhere."""

import pytest

from host.archive.format_conversion import convert_table
from host.archive.rehearsing import rehearse_games
from host.core.store import Store
from host.core.store.attributes import FORMAT
from host.core.store.dynamo import make_aws_client
from host.core.store.items import BEAT, DUE, Item, PutItem, UnreadableFormat
from host.core.store.sqlite import BEFORE, SqliteTable
from tests.fakes import cloud
from tests.releases import door, kept

HOME = kept.HERE / "2026-11-28"  # two games with bases, tails and sheaves, and four posts that lie with them
MUCH_LATER = 4e9


@pytest.fixture
def rows():
    return kept.items_read(kept.unpack(HOME / "table.jsonl"))


@pytest.fixture
def table(rows):
    with cloud.empty_account():
        client = make_aws_client("dynamodb", **cloud.KEYS)
        found = cloud.new_table(client)
        for row in rows:
            client.put_item(TableName=found._name, Item=row)
        yield found


def read(table):
    """Everything as it is kept, and where it stands in an index."""
    return {f"{item.pk} {item.sk}": item for item in table.every()}


def check(table):
    """All that the release of that day would have read is there, and no more."""
    told, found = kept.read(HOME / "read.json"), read(table)
    assert {*found} == {*told["items"], *told["news"]}
    assert {keys: found[keys].body.decode() for keys in told["news"]} == told["news"]
    for keys, was in told["items"].items():
        item = found[keys]
        assert (item.body.decode(), item.index, item.moment) == (was["body"], was["index"], was["moment"])
        assert item.version == was["version"] or "post/" in keys
        assert item.counts == was["counts"] or item.sk == "seen"
    assert all(row[FORMAT]["N"] == "2" for row in table.scan())


def test_the_fixture_has_all_that_there_was(rows):
    assert sum("changes" in row for row in rows) == 2
    assert sum("tail" in row for row in rows) == 2
    assert any(row["sk"]["S"].startswith("log/") and "+" in row["sk"]["S"] for row in rows)
    assert len(kept.read(HOME / "read.json")["news"]) == 4


def test_nothing_is_read_before_it_is_converted(table):
    with pytest.raises(UnreadableFormat, match="rtab migrate"):
        list(table.every())


@pytest.mark.whole
def test_a_table_is_converted_whole(table):
    assert convert_table(table, "the table", MUCH_LATER)["games"] == 2
    check(table)
    assert not convert_table(table, "the table", MUCH_LATER)
    store = Store(table)
    places = {
        post.chat for keys in kept.read(HOME / "read.json")["news"] for post in store.load_posts(keys[5:].split()[0])
    }
    assert places <= {*store.iter_waiting_places(MUCH_LATER)}
    assert {*store.list_due_games(MUCH_LATER)} == {item.pk[5:] for item in read(table).values() if item.index == DUE}


@pytest.mark.whole
@pytest.mark.as_released
def test_no_game_of_a_converted_table_comes_out_otherwise_without_a_reason(table):
    """A release is held back by it, as by the folders that are rehearsed in test_kept.py."""
    convert_table(table, "the table", MUCH_LATER)
    found = [*rehearse_games(door.House(Store(table)))]
    assert [each.entries for each in found if each.game in {"8d2c64aa", "e68cf438"}] == [15, 10]
    assert [(each.game, each.differences) for each in found if each.fails] == []


@pytest.mark.whole
def test_broken_off_after_any_transaction_it_can_be_begun_again(table):
    left = 0

    def die():
        nonlocal left
        left -= 1
        if left == 0:
            raise InterruptedError

    broken_off = 0
    for at in range(1, 30):
        left = at
        try:
            convert_table(table, "the table", MUCH_LATER, die)
        except InterruptedError:
            broken_off += 1
        else:
            break
    assert broken_off > 3
    check(table)


def test_a_table_whose_host_runs_is_left_alone(table, rows):
    beat = next(float(row["body"]["B"]) for row in rows if (row["pk"]["S"], row["sk"]["S"]) == BEAT)
    with pytest.raises(door.Illegal, match="is running at"):
        convert_table(table, "the table", beat + 10)
    assert [*table.scan()] == [row for row in table.scan() if FORMAT not in row]


def test_a_folder_is_converted_by_whoever_opens_it_and_a_copy_is_kept(tmp_path):
    path = tmp_path / door.STORE_FILE
    path.write_bytes(kept.unpack(kept.HERE / "2026-11-22/folder" / door.STORE_FILE))
    before = path.read_bytes()
    table = SqliteTable(path)
    assert len([item for item in table.every() if item.sk == "session"]) > 5
    assert all(item.version for item in table.every() if item.sk.startswith("post/"))
    table.write([PutItem(Item("p", "s"))])
    table.close()
    copy = tmp_path / f"{door.STORE_FILE}{BEFORE}"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert len(copy.read_bytes()) == len(before)
    again = SqliteTable(path)
    assert again.get("p", "s")
    again.close()
