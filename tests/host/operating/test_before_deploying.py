"""What whoever deploys is asked, what is remembered of it, and what is said of what a machine lacks."""

import io
import re
import sys
import tomllib
from pathlib import Path

import pytest

from host.doors.command.operate import deploy
from host.doors.command.operate.deploy import site
from host.doors.command.operate.deploy.site import DeploymentSite
from host.doors.local.settings import UnfitSetting
from tests.fakes import cloud

SITE = DeploymentSite("eu-central-1", "rtab", "https://play.example.org", "ann@example.org", 7)


def answering(*answers):
    left = list(answers)
    return lambda _question: left.pop(0)


# -- what is asked and remembered


def test_whoever_deploys_first_is_asked_and_enter_takes_what_stands_there():
    assert site.ask_site(answering("", "", "", "")) == DeploymentSite("eu-central-1", "rtab")


def test_an_answer_that_cannot_be_is_asked_again(capsys):
    given = ["Frankfurt", "eu-west-1", "My Bot", "bot", "play.example.org", "", "ann", "ann@example.org", "many", "7"]
    assert site.ask_site(answering(*given)) == DeploymentSite("eu-west-1", "bot", "", "ann@example.org", 7)
    assert "“Frankfurt” does not look like one." in capsys.readouterr().out


def test_what_was_answered_is_remembered(tmp_path):
    assert site.load_site(tmp_path) is None
    path = site.save_site(tmp_path, SITE)
    assert site.load_site(tmp_path) == SITE
    told = tomllib.loads(path.read_text("utf-8"))["default"]["deploy"]["parameters"]
    assert told["tags"] == ["project=race-to-a-billion"]  # for all that can carry one
    before = path.stat().st_mtime_ns
    assert site.save_site(tmp_path, SITE).stat().st_mtime_ns == before
    ignored = (cloud.ROOT / ".gitignore").read_text("utf-8").split()
    assert path.name in ignored


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / site.SITE_FILE).write_text("version = ")
    with pytest.raises(UnfitSetting, match=r"samconfig\.toml cannot be read: .* Mend it, or delete it"):
        site.load_site(tmp_path)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("web", "play.example.org"),
        ("mail", "ann"),
        ("dollars", "0"),
        ("stack_name", "My_Games"),
        ("region", "Frankfurt"),
    ],
)
def test_a_line_that_was_changed_to_what_cannot_be_is_named(tmp_path, line, named):
    """A link without https:// is one that Telegram refuses, with all that stands in the same message."""
    text = site.save_site(tmp_path, SITE).read_text("utf-8")
    quoted = named if line == "dollars" else f'"{named}"'
    (tmp_path / site.SITE_FILE).write_text(re.sub(rf"(?m)^{line} = .*$", f"{line} = {quoted}", text), "utf-8")
    with pytest.raises(UnfitSetting, match=rf"{site.SITE_FILE}: .*“{named}” does not look like one"):
        site.load_site(tmp_path)


def test_nobody_at_the_terminal_is_told_so(tmp_path, capsys):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO())
        here = site.DeployTools(tmp_path, input, input, Path, str, lambda: str)
        assert deploy.run([], here) == 1
    assert "Nobody is there to answer" in capsys.readouterr().err


# -- what this machine lacks


def test_the_wrong_folder_is_named(tmp_path):
    assert site.list_missing_tools(tmp_path) == [
        "There is no template.yaml here. Run `make deploy` in the folder of the repository."
    ]


def test_each_thing_that_is_missing_is_named_with_what_to_do(tmp_path):
    (tmp_path / "template.yaml").touch()
    python, sam = site.list_missing_tools(tmp_path)
    assert "pyenv install 3.13" in python
    assert "make .tools/sam/fetched" in sam
    program(tmp_path / ".tools/python/bin/python", "echo 3.11")
    assert "pyenv install 3.13" in site.list_missing_tools(tmp_path)[0]
    program(tmp_path / ".tools/python/bin/python", "echo 3.13")
    program(tmp_path / ".tools/sam/bin/sam", "true")
    assert site.list_missing_tools(tmp_path) == []


def program(path, line):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def test_sam_is_told_no_secret(tmp_path, monkeypatch):
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "123:hush")
    program(tmp_path / ".tools/sam/bin/sam", 'printf "%s\\n" "$@" > words; env > settings')
    site.deploy_with_sam(
        tmp_path, tmp_path / site.SITE_FILE, tmp_path / "built.yaml", {"AlarmMail": "", "Release": "ab"}
    )
    assert (tmp_path / "words").read_text().splitlines()[-3:] == [
        "--parameter-overrides",
        'AlarmMail=""',
        'Release="ab"',
    ]
    assert "hush" not in (tmp_path / "words").read_text() + (tmp_path / "settings").read_text()


def test_what_fails_is_said_and_so_is_what_that_means(tmp_path, capsys):
    program(tmp_path / ".tools/sam/bin/sam", "echo The role is missing; exit 1")
    with pytest.raises(UnfitSetting, match="What ran before still runs"):
        site.deploy_with_sam(tmp_path, tmp_path / site.SITE_FILE, tmp_path / "built.yaml", {})
    assert "The role is missing" in capsys.readouterr().err
    program(tmp_path / ".tools/sam/bin/sam", "echo Uploading, and much more")
    site.deploy_with_sam(tmp_path, tmp_path / site.SITE_FILE, tmp_path / "built.yaml", {})
    assert "Uploading" not in capsys.readouterr().out
    assert "Uploading" in (tmp_path / site.LOG).read_text()


def test_what_the_build_says_goes_to_the_log_of_this_deployment_too(tmp_path, capsys):
    (tmp_path / site.LOG).parent.mkdir()
    (tmp_path / site.LOG).write_text("of the last one\n")
    (tmp_path / "Makefile").write_text("build:\n\t@echo Compiling; echo a warning >&2\n")
    assert site.build_functions(tmp_path).name == "template.yaml"
    program(tmp_path / ".tools/sam/bin/sam", "echo Uploading")
    site.deploy_with_sam(tmp_path, tmp_path / site.SITE_FILE, tmp_path / "built.yaml", {})
    said = capsys.readouterr()
    assert "Compiling" not in said.out and said.err == ""
    assert (tmp_path / site.LOG).read_text().split("\n") == ["Compiling", "a warning", "Uploading", ""]


def test_a_build_that_fails_is_said_with_its_last_lines(tmp_path, capsys):
    (tmp_path / "Makefile").write_text("build:\n\t@echo No wheel for it; false\n")
    with pytest.raises(UnfitSetting, match="could not be built"):
        site.build_functions(tmp_path)
    assert "No wheel for it" in capsys.readouterr().err


def test_the_months_cost_is_told_as_rtab_cost_counts_it():
    month = {"total_after_free": 0.231}
    found = {"prices": {"date": "2026-08-24", "region": "us-east-1"}, "idle": {"total_after_free": 0.01}}
    assert site.format_monthly_cost({**found, "months": {"100": month}}) == (
        "A month should cost: nobody plays $0.01, 100 games $0.23. "
        "(Prices of 2026-08-24, us-east-1, without what is free.)"
    )
