"""All that stands on the screen of `rtab table` while people type this and that, page by page, with its colours."""

import io
import itertools
import re
import sys

import pytest

from host.core.context import Config, HostContext
from host.core.store import MemoryTable, Store
from host.doors.terminal import command, playing
from host.doors.terminal.console import CLEAR, ENTER, MORE, Console, KeyboardLeft, TerminalStyle
from host.doors.terminal.playing import KeyboardTable
from tests import listings
from tests.listings.room import make_steady_host

pytestmark = pytest.mark.as_released
COLOURS = re.compile(r"\x1b\[([0-9;]*)m")
LINES = 22
GAMES = {  # who sits there, beside how many computers, and how broad and high the screen is
    "season7": (playing.WantedGame("season7", ("Ann", "Bob"), 1, "voice=plain target=30000000"), 80, 30),
    "deluxe": (playing.WantedGame("deluxe", ("Ann",), 2, "target=1000000"), 60, 0),
    "billionaire": (playing.WantedGame("billionaire", ("Ann", "Bob"), 0, "goal=100m rounds=10"), 100, 0),
    "narrow": (playing.WantedGame("season7", ("Ann", "Bob"), 2, "voice=plain target=30000000"), 30, 24),
}
TYPED = (
    *("help", "?", "board", "later", "alone", "score", "rules", "stats", "settings", "thanks!", "hello", "pause"),
    *("Bob: board", "Bob: 7", "bob: alone", "Ann:", "list 5 6", "peek 9", "lock 4", "use", "use lock 3", "pick 5"),
    *("vote Cat", "standin", "leave", "endgame", "check", "seals", "predict table", "predict Ann", "mystuff", "kick"),
    *("order three up to 3m", "5m", "stop", "yes", "a number", "nonsense", "B4", "", "join", "pack", "report this two"),
)


class ListedScreen(Console):
    """A screen whose keys are chosen by their names, and all that was ever on it."""

    def __init__(self, name, columns, rows, lines=LINES):
        self.kept, self.luck, self.left = io.StringIO(), listings.Luck(name), lines
        super().__init__(TerminalStyle(columns, colour=True), out=self.kept, screen=True, rows=rows)
        self.choices: list[str] = []

    def lay_out(self, table, below):
        """Note what may be answered: the numbers of the table, and the first choices."""
        super().lay_out(table, below)
        numbers = re.findall(r"│\s+(\d+)\s", COLOURS.sub("", "\n".join(table)))
        self.choices = [*[*dict.fromkeys(numbers)][:12], "1", "2", "3"]

    def ask(self, prompt):
        typed = ""
        if prompt not in (ENTER, MORE):
            if not self.left:
                raise KeyboardLeft
            self.left -= 1
            typed = self.luck.choose(self.choices) if self.luck.is_lucky(55) else self.luck.choose(TYPED)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO(f"{typed}\n"))
            line = super().ask(prompt)
        self.kept.write(f"⌨ {typed}\n")
        return line

    def tell(self):
        """Every line that is new since the screen was cleared; a board that is drawn again is not."""
        seen = set[str]()
        for line in COLOURS.sub(r"<\1>", self.kept.getvalue()).replace(CLEAR, "⌫\n").splitlines():
            is_key = "⌨" in line or line == "⌫"
            if is_key or line not in seen:
                yield line.replace("<0>", ">").rstrip()
            seen.add(line)


def play(name):
    wish, columns, rows = GAMES[name]
    host = make_steady_host(Store(MemoryTable()), Config(bot_pause=0.0), lambda: 1_800_000_000.0)
    game = playing.open_keyboard_game(host, wish, "")
    people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game))
    screen = ListedScreen(name, columns, rows)
    try:
        KeyboardTable(host, game, people, screen).run()
    except KeyboardLeft:
        screen.show(["(they leave)"])
    return screen.tell()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_typed_is_shown_as_listed(name):
    listings.compare(f"terminal_{name}", play(name))


WORDS = (
    (),
    ("chess",),
    ("season7", "--players", "Ann,ann"),
    ("season7", "--players", "Ann,Bob", "--options", "target=1"),
    ("ladder", "--players", "Ann", "--options", "rounds=99"),
    ("season7", "--players", "Ann,Bob", "--computers", "2", "--options", "voice=plain"),
    (),
    ("season7", "--players", "Bob,Ann"),
    ("season7", "--players", "Ann,Bob", "--new", "--options", "for=evening voice=plain"),
    ("deluxe", "--players", "Ann, Bob ,", "--computers", "0", "--options", "target=1000000"),
    ("deluxe", "--players", "Ann"),
    ("billionaire", "--demo", "--computers", "2", "--options", "goal=100m rounds=10"),
)


def test_every_way_to_begin_or_go_on_is_answered_as_listed(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USER", "ann")
    moments = map(float, itertools.count(1_800_000_000))
    steady = make_steady_host(Store(MemoryTable()), Config(), lambda: next(moments))  # all of them draw on from it

    def make_host(store, config):
        return HostContext(store, config, steady.now, steady.token, steady.luck)

    monkeypatch.setattr(command, "HostContext", make_host)
    lines = []
    for words in WORDS:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n17\n"))
        code = command.main([*words, "--pause", "0"])
        out, err = capsys.readouterr()
        shown = [line for line in f"{out}\n{err}".splitlines() if line.strip()]
        lines += [f"## rtab table {' '.join(words)}", *shown[:30], f"  {code}"]
    listings.compare("terminal_begins", lines)
