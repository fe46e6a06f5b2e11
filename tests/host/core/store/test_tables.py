"""The contract of a table. Every implementation passes all of it."""

import threading

import pytest

from host.core.store import MemoryTable, sqlite
from host.core.store.items import AddToCounts, CountBound, DeleteItem, Failed, Item, Overloaded, PutItem
from host.core.store.sqlite import SqliteTable


def test_an_item_comes_back_as_it_was_kept(table):
    item = Item("p", "s", b"\x00body", 3, {}, "shelf", 1.5, 9.0)
    table.write([PutItem(item)])
    assert table.get("p", "s") == item
    assert table.get("p", "other") is None


def test_what_was_read_is_a_copy(table):
    table.write([PutItem(Item("p", "s", counts={"a": 1}))])
    table.get("p", "s").counts["a"] = 99
    assert table.get("p", "s").counts == {"a": 1}


def test_a_partition_is_read_in_order_between_two_keys(table):
    table.write([PutItem(Item("p", key)) for key in ("c", "a", "d", "b")] + [PutItem(Item("q", "b"))])
    assert [item.sk for item in table.query("p", "b")] == ["b", "c", "d"]
    assert [item.sk for item in table.query("p", "a", "b")] == ["a", "b"]
    assert [item.sk for item in table.query("p", limit=1)] == ["a"]


def test_the_shelf_gives_what_is_due_earliest_first_page_by_page(table):
    table.write(
        [PutItem(Item("p", str(n), index="due", when=n)) for n in (5, 1, 3, 2, 4)] + [PutItem(Item("p", "none"))]
    )
    table.write([PutItem(Item("p", "x", index="other", when=0))])
    first = table.due_before("due", 4, limit=2)
    assert [item.when for item in first] == [1, 2]
    assert [item.when for item in table.due_before("due", 4, first[-1])] == [3, 4]


def test_an_item_leaves_the_shelf_when_it_is_put_elsewhere(table):
    table.write([PutItem(Item("p", "s", index="due", when=1))])
    table.write([PutItem(Item("p", "s"))])
    assert table.due_before("due", 9) == []


def test_an_entry_may_lie_elsewhere_than_when_its_item_is_due(table):
    early, late = Item("p", "early", index="due", when=1, due=3), Item("p", "late", index="due", when=9, due=4)
    table.write([PutItem(early), PutItem(late), PutItem(Item("p", "exact", index="due", when=5))])
    assert [table.get("p", name).moment for name in ("early", "late", "exact")] == [3, 4, 5]
    # Where the index costs nothing the entries may be right, and then these two lie before the third.
    assert [item.sk for item in table.due_before("due", 9)] in (["early", "exact", "late"], ["early", "late", "exact"])
    for entry in table.due_before("due", 9):
        assert entry.when in {"early": (1, 3), "late": (9, 4), "exact": (5,)}[entry.sk]
        assert entry.sk in [item.sk for item in table.due_before("due", entry.when)]


def test_an_item_that_is_put_back_under_its_version_wins_over_nobody(table):
    item = Item("p", "s", b"it", 2, index="due", when=1, due=5)
    table.write([PutItem(item)])
    back = Item("p", "s", b"it", 2, index="due", when=6, due=5)
    table.write([PutItem(back, 2)])
    table.write([PutItem(back, 2)])
    assert table.get("p", "s").moment == 5
    table.write([PutItem(Item("p", "s", b"played", 3, index="due", when=9), 2)])
    with pytest.raises(Failed) as failed:
        table.write([PutItem(back, 2)])
    assert failed.value.found == {0: table.get("p", "s")}
    assert table.get("p", "s").body == b"played"


@pytest.mark.parametrize(
    ("op", "holds"),
    [
        (PutItem(Item("p", "s"), 0), False),
        (PutItem(Item("p", "s"), 6), False),
        (PutItem(Item("p", "s"), 7), True),
        (PutItem(Item("p", "s")), True),
        (PutItem(Item("p", "new"), 0), True),
        (PutItem(Item("p", "new"), 1), False),
        (DeleteItem("p", "s", 6), False),
        (DeleteItem("p", "s", 7), True),
        (DeleteItem("p", "new"), True),
    ],
)
def test_a_condition_is_on_the_version(table, op, holds):
    table.write([PutItem(Item("p", "s", version=7))])
    if holds:
        table.write([op])
        return
    with pytest.raises(Failed):
        table.write([op])


def test_a_transaction_happens_wholly_or_not_at_all(table):
    table.write([PutItem(Item("p", "s", b"old", 1)), AddToCounts("p", "n", {"x": 1})])
    with pytest.raises(Failed) as failed:
        table.write([PutItem(Item("p", "t")), AddToCounts("p", "n", {"x": 1}), PutItem(Item("p", "s", b"new", 3), 2)])
    assert failed.value.found == {2: Item("p", "s", b"old", 1)}
    assert table.get("p", "t") is None
    assert table.get("p", "n").counts == {"x": 1}


def test_counts_add_up_whether_or_not_they_were_there(table):
    table.write([AddToCounts("p", "n", {"x": 2})])
    table.write([AddToCounts("p", "n", {"x": 3, "y": -1})])
    assert table.get("p", "n").counts == {"x": 5, "y": -1}


def test_counts_that_are_gone_leave_the_others(table):
    table.write([AddToCounts("p", "n", {"x": 2, "y": 1})])
    table.write([AddToCounts("p", "n", gone=["x", "never"])])
    table.write([AddToCounts("p", "n", {"z": 1}, gone=["y"])])
    assert table.get("p", "n").counts == {"z": 1}


@pytest.mark.parametrize(("low", "high"), [(-3, 5), (0, 5), (5, 10), (4, 5)])
@pytest.mark.parametrize("inside", [True, False])
def test_something_is_added_only_within_its_bounds(table, low, high, inside):
    bounds = [CountBound("x", low, high, inside=inside), CountBound("z", 1, 2, inside=False)]
    for count in (0, 4, 5, 9, 10):
        at = f"p{count}"
        if count:
            table.write([AddToCounts(at, "n", {"x": count, "y": 1})])
        add = AddToCounts(at, "n", {"x": 1}, bounds=bounds)
        if (low <= count < high) is inside:
            table.write([add])
            assert table.get(at, "n").counts["x"] == count + 1
            continue
        with pytest.raises(Failed) as failed:
            table.write([PutItem(Item(at, "s")), add])
        assert failed.value.found == {1: Item(at, "n", counts={"x": count, "y": 1}) if count else None}
        assert table.get(at, "s") is None


@pytest.mark.parametrize("strong", [True, False])
def test_several_are_read_at_once_in_the_order_asked_for(table, strong):
    table.write([PutItem(Item("p", f"{n:03}", b"%d" % n)) for n in range(100)])
    table.write([PutItem(Item("p", f"{n:03}", b"%d" % n)) for n in range(100, 150)])
    found = table.several([("p", f"{n:03}") for n in (149, 3, 150, 3)], strong=strong)
    assert [item and item.body for item in found] == [b"149", b"3", None, b"3"]
    assert len([item for item in table.several([("p", f"{n:03}") for n in range(150)]) if item]) == 150


def expiring(table):
    table.write([PutItem(Item("p", "old", until=5)), PutItem(Item("p", "young", until=6)), PutItem(Item("p", "ever"))])
    table.purge(5)
    return {item.sk for item in table.every()}


def test_what_has_not_expired_stays(table):
    assert expiring(table) >= {"ever", "young"}


def test_what_has_expired_is_thrown_away(memory_table, sqlite_table):
    assert expiring(memory_table) == expiring(sqlite_table) == {"ever", "young"}


@pytest.mark.threads
def test_threads_racing_on_one_item_lose_no_update(table):
    table.write([PutItem(Item("p", "s", b"0", 1))])
    won = []

    def race():
        done = 0
        while done < 25:
            item = table.get("p", "s")
            try:
                new = Item("p", "s", b"%d" % (int(item.body) + 1), item.version + 1)
                table.write([PutItem(new, item.version), AddToCounts("p", "n", {"won": 1})])
            except Failed:
                continue
            done += 1
        won.append(done)

    threads = [threading.Thread(target=race) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won == [25] * 6
    assert table.get("p", "s") == Item("p", "s", b"150", 151)
    assert table.get("p", "n").counts == {"won": 150}


def test_a_file_is_found_again_with_all_that_was_in_it(tmp_path):
    first = SqliteTable(tmp_path / "a.db")
    first.write([PutItem(Item("p", "s", b"kept", 1, {"n": 2}, "due", 4.0, 0.0))])
    first.close()
    again = SqliteTable(tmp_path / "a.db")
    assert list(again.every()) == [Item("p", "s", b"kept", 1, {"n": 2}, "due", 4.0, 0.0)]
    again.close()


def test_a_file_of_a_newer_release_is_refused_in_words(tmp_path):
    table = SqliteTable(tmp_path / "a.db")
    table._db.execute("pragma user_version = 99")
    table.close()
    with pytest.raises(Overloaded, match="newer release"):
        SqliteTable(tmp_path / "a.db")


def test_two_processes_share_a_file_as_two_connections_do(tmp_path):
    one, two = SqliteTable(tmp_path / "a.db"), SqliteTable(tmp_path / "a.db")
    one.write([PutItem(Item("p", "s", b"1", 1), 0)])
    with pytest.raises(Failed):
        two.write([PutItem(Item("p", "s", b"2", 1), 0)])
    assert two.get("p", "s") == Item("p", "s", b"1", 1)
    one.close()
    two.close()


# -- what is read again within `together`


@pytest.fixture
def pair(tmp_path):
    """Two connections to one file, in which there is something."""
    one, other = SqliteTable(tmp_path / "a.db"), SqliteTable(tmp_path / "a.db")
    one.write([PutItem(Item("p", "s", b"1", 1)), PutItem(Item("q", "s", b"q", 1))])
    yield one, other
    one.close()
    other.close()


def read(table):
    with table.batch_writes():
        return table.get("p", "s"), table.query("p"), table.get("q", "s")


def statements(table, do):
    """The statements about items that this takes."""
    said: list[str] = []
    table._db.set_trace_callback(said.append)
    do()
    table._db.set_trace_callback(None)
    return [each for each in said if "items" in each]


def test_what_nobody_has_written_since_is_not_read_twice(pair):
    table, _ = pair
    first = read(table)
    assert statements(table, lambda: read(table)) == []
    assert read(table) == first
    first[0].counts["a"] = 99
    first[1].clear()
    assert read(table)[0].counts == {}
    assert len(read(table)[1]) == 1


def test_whatever_anybody_has_written_is_read_at_once(pair):
    table, other = pair
    for n, writer in enumerate((table, other, table, other, other), 2):
        read(table)
        writer.write([PutItem(Item("p", "s", b"%d" % n, n)), PutItem(Item("p", f"t{n}"))])
        found, there, beside = read(table)
        assert (found.version, len(there), beside.body) == (n, n, b"q")
    other.write([DeleteItem("p", "s")])
    assert read(table)[0] is None


def test_within_one_transaction_what_it_has_written_is_read(pair):
    table, _ = pair
    read(table)
    with table.batch_writes():
        table.write([PutItem(Item("p", "s", b"2", 2), 1)])
        assert table.get("p", "s").body == b"2"
        with pytest.raises(Failed):
            table.write([PutItem(Item("p", "new")), PutItem(Item("p", "s", b"3", 3), 1)])
        assert [item.sk for item in table.query("p")] == ["s"]


def test_a_condition_is_on_what_another_connection_has_just_written(pair):
    """It writes between what is read and the first thing that is written."""
    table, other = pair
    with table.batch_writes():
        assert table.get("p", "s").version == 1
        other.write([PutItem(Item("p", "s", b"2", 2), 1)])
        with pytest.raises(Failed):
            table.write([PutItem(Item("p", "s", b"mine", 2), 1)])
        assert table.get("p", "s").body == b"2"


def undone(table):
    with table.batch_writes():
        table.write([PutItem(Item("p", "s", b"never", 9))])
        assert table.get("p", "s").version == 9
        raise KeyError


def test_nothing_is_kept_of_what_was_taken_back(pair):
    table, _ = pair
    before = read(table)
    with pytest.raises(KeyError):
        undone(table)
    assert read(table) == before


def test_what_has_expired_is_not_kept(pair):
    table, _ = pair
    table.write([PutItem(Item("p", "s", until=5.0))])
    read(table)
    table.purge(9.0)
    assert read(table)[0] is None


def test_no_more_is_kept_than_there_is_room_for(pair, monkeypatch):
    table, _ = pair
    monkeypatch.setattr(sqlite, "MAX_ROW_CACHE_BYTES", 10 * sqlite.ROW_OVERHEAD)
    table.write([PutItem(Item("p", f"{n:02}")) for n in range(30)])
    with table.batch_writes():
        for n in range(30):
            table.get("p", f"{n:02}")
    assert len(table._kept._rows) <= 10


def test_memory_is_a_table_of_its_own():
    one, two = MemoryTable(), MemoryTable()
    one.write([PutItem(Item("p", "s"))])
    assert list(two.every()) == []
