"""The `rtab` command finds its way, and is kind to those who lose theirs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from host import VERSION
from host.doors.command import format_install_command, load_command, main, split_table_flag
from host.doors.command.commands import COMMANDS
from tests.children import COMMAND

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("argv", [[], ["help"], ["--help"], ["-h"]])
def test_without_a_word_it_shows_each_command_on_a_line(argv, capsys):
    assert main(argv) == 0
    lines = capsys.readouterr().out.splitlines()
    for word, command in COMMANDS.items():
        assert [line.split(maxsplit=1) for line in lines].count([word, command.summary]) == 1


@pytest.mark.parametrize("word", COMMANDS)
def test_every_command_in_the_table_is_there(word):
    assert callable(load_command(COMMANDS[word].target))


def test_a_slip_of_the_finger_is_put_right(capsys):
    assert main(["verison"]) == 2
    assert capsys.readouterr().err == "rtab has no command 'verison'. Did you mean 'rtab version'?\n"


def test_a_word_like_no_other_is_sent_to_the_list(capsys):
    assert main(["xyzzy"]) == 2
    assert capsys.readouterr().err == "rtab has no command 'xyzzy'. 'rtab help' lists them all.\n"


def test_the_installed_command_says_its_version():
    rtab = Path(sys.executable).with_name("rtab")
    run = subprocess.run([rtab, "version"], check=True, capture_output=True, text=True)
    assert run.stdout == f"Race to a Billion {VERSION}\n"


def test_the_rest_of_the_line_reaches_the_command(monkeypatch):
    heard = []

    def run(argv):
        heard.append(argv)
        return 7

    monkeypatch.setattr("host.doors.command.run.play.run_version", run)
    assert main(["version", "--long", "now"]) == 7
    assert heard == [["--long", "now"]]


def test_help_loads_no_command():
    loaded = "'host.doors.command.run.play' in sys.modules"
    code = f"import sys; from host.doors import command; command.main([]); sys.exit({loaded})"
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("words", [["version"], pytest.param(["bank", "--json"], marks=pytest.mark.whole)])
def test_a_reader_who_has_seen_enough_gets_no_traceback(words):
    command = [sys.executable, "-c", COMMAND, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as rtab:
        assert rtab.stdout is not None
        assert rtab.stderr is not None
        rtab.stdout.close()
        assert rtab.stderr.read() == b""
    assert rtab.returncode == 0


BARE = """
import os, sys
for name in ("boto3", "botocore", "aws_lambda_powertools", "praw", "requests", "moto"):
    sys.modules[name] = None
from host.doors import command
from host.said.desk import menu
for word in sys.argv[1:]:
    if child := os.fork():
        os.waitpid(child, 0)
        continue
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{word}.{name}", os.O_CREAT | os.O_WRONLY), stream)
    try:
        command.main([word] if word == "cost" else [word, "--help"])  # its help is there for everybody
    except SystemExit:
        pass
    sys.stdout.flush()
    os._exit(0)  # at once: to tidy up takes longer than the command
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """What each command says where only is what a player has, in processes of their own."""
    folder = tmp_path_factory.mktemp("bare")
    environment = os.environ | {"RTAB_HOME": str(folder)}
    subprocess.run([sys.executable, "-c", BARE, *COMMANDS], check=True, cwd=folder, env=environment)
    return folder


@pytest.mark.whole
@pytest.mark.parametrize("word", COMMANDS)
def test_what_a_player_has_installed_is_enough_or_the_command_says_what_it_needs(word, bare):
    said, wrong = ((bare / f"{word}.{name}").read_text() for name in ("out", "err"))
    assert "Traceback" not in wrong
    if word in ("cost", "deploy", "destroy", "reddit"):
        assert re.search(r"is not installed here: \S+ -m pip install -e '/\S+\[\w+\]'", wrong)
    else:
        assert "installed here" not in wrong
        assert said + wrong


def test_who_has_a_wheel_is_told_what_to_install_beside_it(monkeypatch, tmp_path):
    monkeypatch.setattr("host.doors.command.__file__", str(tmp_path / "site-packages/host/doors/command/__init__.py"))
    assert re.fullmatch(r"\S+ -m pip install 'praw\S+'", format_install_command("reddit"))
    assert "'boto3" in format_install_command("aws")


@pytest.mark.parametrize(
    ("line", "heard", "table"),
    [
        ("games --table t", ["games"], "t"),
        ("--table t why 1", ["why", "1"], "t"),
        ("why 1 --table=t --secrets", ["why", "1", "--secrets"], "t"),
        ("--table t destroy --table", ["destroy", "--table"], "t"),
        ("farewell -- --table t", ["farewell", "--", "--table", "t"], ""),
        ("destroy --table", ["destroy", "--table"], ""),
        ("destroy --table --yes", ["destroy", "--yes", "--table"], ""),
    ],
)
def test_a_flag_of_a_command_is_no_name_of_a_table(line, heard, table):
    assert split_table_flag(line.split()) == (heard, table)


def test_make_play_installs_what_a_setting_can_ask_for():
    """REDDIT_* with `make play` needs its package, and so do calls in the browser."""
    recipe = (ROOT / "Makefile").read_text("utf-8").partition("\n.venv/installed:")[2].partition("\n\n")[0]
    assert "-e '.[reddit,push,metrics]'" in recipe


def test_without_a_workshop_its_commands_say_where_it_is(capsys, monkeypatch):
    monkeypatch.setattr("host.doors.command.find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "workshop", None)
    for name in [name for name in sys.modules if name.startswith("workshop.")]:
        monkeypatch.delitem(sys.modules, name)
    for word in ("bench", "bank", "cost", "simulate"):
        assert main([word]) == 1
        assert capsys.readouterr().err == (
            f"'rtab {word}' is a tool for builders; it lives in layers/workshop of the source, which is not here.\n"
        )
    assert main([]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines()[2:]}
    hidden = {"bench", "bank", "catalogue", "cost", "gym", "lines", "page", "simulate", "texts"}
    assert listed == COMMANDS.keys() - hidden
