"""Two releases over one table: each reads what it can and leaves the rest alone, and `make deploy` knows beforehand."""

import pytest

from engine.rulesets import RULESETS
from host.core.store.attributes import FORMAT
from host.core.store.dynamo import DynamoTable
from host.core.store.items import (
    CURRENT,
    AddToCounts,
    DeleteItem,
    Formats,
    Item,
    PutItem,
    Rollout,
    UnreadableFormat,
    find_rollout,
    parse_formats,
)
from host.core.store.sqlite import SqliteTable
from host.doors.command.operate.deploy.releasing import format_game_formats
from tests.fakes import cloud

BEFORE, AFTER = Formats(2, frozenset({2})), Formats(3, frozenset({2, 3}))
STRANGER = Formats(4, frozenset({4}))
OPS = [
    PutItem(Item("game/g", "session", b"x" * 200, 1, index="due", when=5.0)),
    AddToCounts("count:p", "count", {"n": 1}),
]
KEYS = [("game/g", "session"), ("count:p", "count")]


@pytest.fixture(params=["sqlite", "moto", pytest.param("dynamo", marks=pytest.mark.aws)])
def release(request, tmp_path):
    """The same table as the release with these formats opens it."""
    if request.param == "sqlite":
        opened = []

        def sqlite(formats):
            opened.append(SqliteTable(tmp_path / "host.db", formats))
            return opened[-1]

        yield sqlite
        for table in opened:
            table.close()
        return
    first = request.getfixturevalue(f"{request.param}_table")
    yield lambda formats: DynamoTable(first._client, first._name, formats=formats)


def test_a_release_reads_and_replaces_what_the_one_before_wrote(release):
    release(BEFORE).write(OPS)
    after = release(AFTER)
    assert [item and (item.pk, item.sk) for item in after.several(KEYS)] == KEYS
    game = after.get(*KEYS[0])
    after.write([PutItem(Item("game/g", "session", b"y", 2), game.version), AddToCounts("count:p", "count", {"n": 1})])
    assert (after.get(*KEYS[0]).body, after.get(*KEYS[1]).counts) == (b"y", {"n": 2})


def test_a_release_does_nothing_with_what_the_next_one_has_written(release):
    release(AFTER).write(OPS)
    before = release(BEFORE)
    for read in (
        lambda: before.get(*KEYS[0]),
        lambda: before.several([KEYS[1]]),
        lambda: before.query("game/g"),
        lambda: list(before.every()),
    ):
        with pytest.raises(UnreadableFormat, match="is stored in format 3; this release reads 2"):
            read()
    assert release(AFTER).get(*KEYS[0]).body == b"x" * 200


@pytest.mark.parametrize(
    ("deployed", "new", "how"),
    [
        (BEFORE, BEFORE, Rollout.BESIDE),
        (BEFORE, AFTER, Rollout.SHUT),
        (AFTER, BEFORE, Rollout.CONVERT),
        (AFTER, AFTER, Rollout.BESIDE),
        (BEFORE, STRANGER, Rollout.CONVERT),
        (parse_formats(""), CURRENT, Rollout.CONVERT),
    ],
)
def test_releases_run_side_by_side_only_while_each_reads_what_the_other_writes(deployed, new, how):
    assert find_rollout(deployed, new) is how
    assert find_rollout(parse_formats(deployed.format_versions()), new) is how


def test_the_template_gives_out_the_formats_of_the_code():
    assert cloud.template()["Outputs"]["StoreFormats"]["Value"] == CURRENT.format_versions()


def test_the_template_gives_out_the_formats_of_the_games(monkeypatch):
    monkeypatch.delitem(RULESETS, "toy")
    assert cloud.template()["Outputs"]["GameFormats"]["Value"] == format_game_formats()


def test_every_item_has_its_format(moto_table, sqlite_table):
    for table in (moto_table, sqlite_table):
        table.write([*OPS, DeleteItem("p", "none")])
    assert {row[FORMAT]["N"] for row in moto_table.scan()} == {str(CURRENT.writes)}
    assert [found for (found,) in sqlite_table._db.execute("select format from items")] == [CURRENT.writes] * 2
