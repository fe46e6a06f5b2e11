"""Copies of backups in a folder or a bucket, thinned there, and gone on from."""

import logging
import shutil

import boto3
import pytest

from engine.kernel import Illegal
from host.archive.backups import FOLDER, copy_backups, list_backups, open_backup_target
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.local import process as local
from host.doors.local.process import LocalProcess
from host.doors.local.settings import STORE_FILE, LocalSettings, UnfitSetting, describe_location, read_settings
from tests.fakes import cloud
from tests.waiting import until

BUCKET = "s3://our-games/at/home"


@pytest.fixture(params=["folder", "bucket"])
def to(request, tmp_path, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    with cloud.empty_account():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="our-games")
        yield str(tmp_path / "elsewhere") if request.param == "folder" else BUCKET


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    table = SqliteTable(home / STORE_FILE)
    table.close()
    return home


def made(home, *days):
    (home / FOLDER).mkdir(exist_ok=True)
    for day in days:
        shutil.copy(home / STORE_FILE, home / FOLDER / f"rtab-202611{day:02d}-000000.sqlite")


def test_what_is_not_there_is_copied_and_the_newest_are_kept(home, to):
    made(home, 1, 2)
    copy_backups(home, to, 2)
    made(home, 3)
    copy_backups(home, to, 2)
    assert open_backup_target(to).list_names() == {"rtab-20261102-000000.sqlite", "rtab-20261103-000000.sqlite"}
    assert len(list_backups(home)) == 3  # here nothing was removed


def told_by_the_doctor(capsys):
    code = main(["doctor"])
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("copies of backups")]
    assert code == 1, "no host runs there"
    return lines


def test_the_doctor_tells_whether_the_newest_is_at_the_second_place(home, to, monkeypatch, capsys):
    monkeypatch.setenv("RTAB_HOME", str(home))
    assert told_by_the_doctor(capsys) == []
    monkeypatch.setenv("RTAB_BACKUPS_TO", to)
    assert told_by_the_doctor(capsys) == [f"copies of backups in {to}, none yet (rtab backup tries it): OK"]
    made(home, 1, 2)
    missing = "The newest is not there. To learn why: rtab backup"
    assert told_by_the_doctor(capsys) == [f"copies of backups in {to}, none yet (rtab backup tries it): {missing}"]
    copy_backups(home, to, 1)
    assert told_by_the_doctor(capsys) == [f"copies of backups in {to}, 1: OK"]


@pytest.mark.parametrize("to", ["file", "file/copies", "s3://nobodys-bucket"])
def test_the_doctor_sees_a_second_place_that_cannot_be_used(home, tmp_path, monkeypatch, capsys, to):
    (tmp_path / "file").write_bytes(b"")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    to = to if "://" in to else str(tmp_path / to)
    monkeypatch.setenv("RTAB_HOME", str(home))
    monkeypatch.setenv("RTAB_BACKUPS_TO", to)
    with cloud.empty_account():
        [line] = told_by_the_doctor(capsys)
    assert line.startswith(f"copies of backups in {to}: I cannot copy the backup to {to}: ")


def test_a_folder_may_be_named_from_ones_own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "rtab-20261102-000000.sqlite"
    file.write_bytes(b"")
    open_backup_target("~/copies").put_file(file)
    assert (tmp_path / "copies" / file.name).exists()
    assert describe_location("~/copies") == str(tmp_path / "copies")


def test_nothing_else_there_is_touched(home, to, tmp_path):
    made(home, 1)
    target = open_backup_target(to)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    target.put_file(mine)
    copy_backups(home, to, 1)
    made(home, 2)
    copy_backups(home, to, 1)
    assert target.list_names() == {"rtab-20261102-000000.sqlite"}
    if to == BUCKET:
        found = boto3.client("s3", region_name="us-east-1").list_objects_v2(Bucket="our-games")["Contents"]
        assert "at/home/mine.txt" in {each["Key"] for each in found}
    else:
        assert (tmp_path / "elsewhere/mine.txt").read_text() == "mine"


def test_a_backup_by_hand_removes_none_elsewhere_where_none_are_made_daily(home, to, monkeypatch, capsys):
    made(home, 1, 2)
    copy_backups(home, to, 2)
    monkeypatch.setenv("RTAB_HOME", str(home))
    monkeypatch.setenv("RTAB_BACKUPS", "0")
    monkeypatch.setenv("RTAB_BACKUPS_TO", to)
    assert main(["backup"]) == 0
    copy = capsys.readouterr().out.splitlines()[-1].rpartition("/")[2]
    names = {"rtab-20261101-000000.sqlite", "rtab-20261102-000000.sqlite", copy}
    assert open_backup_target(to).list_names() == names


def test_a_host_goes_on_from_a_copy_elsewhere(to, tmp_path, monkeypatch, capsys):
    """A game is opened, backed up by the command, and found again in another folder."""
    for name in ("PORT", "TELEGRAM_BOT_TOKEN", "RTAB_TABLE"):
        monkeypatch.delenv(name, raising=False)
    process = LocalProcess(LocalSettings(0, tmp_path / "home"))
    link = process.start()
    process.stop()
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("RTAB_BACKUPS_TO", to)
    assert main(["backup"]) == 0
    copy = capsys.readouterr().out.splitlines()[-1]
    assert copy.startswith(to)
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "other"))
    assert main(["restore", copy]) == 0
    capsys.readouterr()
    assert main(["games"]) == 0
    assert link.rpartition("/")[2] in capsys.readouterr().out
    assert main(["restore", f"{copy}x"]) == 1


def test_a_running_host_copies_its_daily_backup_and_tries_again(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(local, "BACKUP_CHECK_INTERVAL", 0.05)
    blocked = tmp_path / "elsewhere"
    blocked.write_text("no folder")
    process = LocalProcess(LocalSettings(0, tmp_path / "home", backups_to=str(blocked)))
    with caplog.at_level(logging.ERROR):
        process.start()
        try:
            until(lambda: "cannot copy the backup" in caplog.text)
            blocked.unlink()
            until(lambda: blocked.is_dir() and open_backup_target(str(blocked)).list_names())
        finally:
            process.stop()


def test_a_bucket_that_is_not_there_is_said(home, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("AWS_REGION", "us-east-1")
    made(home, 1)
    with cloud.empty_account(), pytest.raises(Illegal):
        copy_backups(home, "s3://nobodys-bucket", 1)


@pytest.mark.parametrize("to", ["s3://", "s3://A", "https://example.org/x", "gs://bucket"])
def test_an_address_that_cannot_be_is_refused(to):
    with pytest.raises(UnfitSetting, match="RTAB_BACKUPS_TO"):
        read_settings({"RTAB_BACKUPS_TO": to})
