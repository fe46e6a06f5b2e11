"""What a host in a container needs: secrets in files, and logs that programs read."""

import json
import logging
import os
import sys

import pytest

from host.doors.command import main
from host.doors.local.operator_tools import JsonFormatter
from host.doors.local.settings import MAX_BYTES, UnfitSetting, read_secret_files, read_settings
from host.doors.registry import list_doors

TOKEN = "TELEGRAM_BOT_TOKEN"  # noqa: S105 - the name of one


def test_a_secret_is_read_from_its_file(tmp_path):
    (tmp_path / "token").write_text("123456:ABC-DEF\n")
    environment = {f"{TOKEN}_FILE": str(tmp_path / "token")}
    assert read_secret_files(environment) == {TOKEN: "123456:ABC-DEF"}
    assert read_settings(environment | read_secret_files(environment)).accounts["telegram"].token == "123456:ABC-DEF"  # noqa: S105


@pytest.mark.parametrize("name", sorted(name for door in list_doors() for name in door.settings))
def test_every_setting_of_every_door_may_lie_in_a_file(name, tmp_path):
    (tmp_path / "secret").write_text("value")
    assert read_secret_files({f"{name}_FILE": str(tmp_path / "secret")}) == {name: "value"}


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\x00", b"x" * (MAX_BYTES + 1), None])
def test_a_file_that_does_not_fit_is_named(content, tmp_path):
    if content is not None:
        (tmp_path / "token").write_bytes(content)
    with pytest.raises(UnfitSetting, match=f"{TOKEN}_FILE"):
        read_secret_files({f"{TOKEN}_FILE": str(tmp_path / "token")})


def test_one_secret_in_two_places_is_refused(tmp_path):
    (tmp_path / "token").write_text("123456:ABC")
    with pytest.raises(UnfitSetting, match=TOKEN):
        read_secret_files({TOKEN: "1:A", f"{TOKEN}_FILE": str(tmp_path / "token")})


def test_every_command_reads_such_files_and_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv(TOKEN, raising=False)
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / "token").write_text("no token at all")
    monkeypatch.setenv(f"{TOKEN}_FILE", str(tmp_path / "token"))
    assert main(["games"]) != 0
    assert TOKEN in capsys.readouterr().err
    assert TOKEN not in os.environ
    monkeypatch.setenv(f"{TOKEN}_FILE", str(tmp_path / "nothing"))
    assert main(["games"]) == 2


def test_a_log_line_is_one_object_with_the_frames_of_an_error():
    try:
        int("two\nlines")
    except ValueError:
        record = logging.LogRecord("host.x", logging.ERROR, __file__, 1, "game=%s", ("ab",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "host.x", "game=ab")
    assert "ValueError" in told["exception"]


def test_a_log_line_has_every_extra_and_none_replaces_its_own_fields():
    extra = {"game": "0badcafe", "entry": 7, "kind": "board", "place": "telegram:-1", "what": {1}, "level": "loud"}
    record = logging.getLogger("host.x").makeRecord("host.x", logging.INFO, __file__, 1, "saved", (), None, extra=extra)
    told = json.loads(JsonFormatter().format(record))
    del told["time"]
    own = {"level": "INFO", "logger": "host.x", "message": "saved"}
    assert told == {**extra, "what": "{1}", **own}
