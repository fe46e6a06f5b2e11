"""`rtab table`: a game at this keyboard, for one or several people, with computers or without."""

from __future__ import annotations

import argparse
import os
import sys

from msgspec.structs import replace

from engine.kernel import Illegal, format_text, format_told
from engine.rulesets import RULESETS, ruleset
from host.core import game_options
from host.core.context import Config, HostContext
from host.core.deadlines import expected_lengths
from host.core.session import WritingStyle
from host.core.store.items import Overloaded
from host.core.store.memory import MemoryTable
from host.core.store.sqlite import SqliteTable
from host.core.store.store import Store
from host.doors.local.settings import UnfitSetting, find_store_file, read_settings
from host.doors.terminal import playing
from host.doors.terminal.console import Console, KeyboardLeft, make_console
from host.doors.terminal.playing import KeyboardTable, TableRefused, WantedGame, open_keyboard_game
from host.said.desk.tables import split_span
from host.shown import words

DEMO_MOVES_A_DRAWING = 6  # moves between two looks at the whole table


def make_demo_host() -> HostContext:
    """Build a host that keeps everything in memory, for a demonstration in which computer players need no time to
    think.
    """
    return HostContext(Store(MemoryTable()), Config(bot_pause=0.0))


def play_terminal_demo(wish: WantedGame, console: Console) -> None:
    """Let computer players play one whole game, as `wish` names it, and show it in the terminal; nothing is stored.
    Raise Illegal or TableRefused if there is no such game, and KeyboardLeft if somebody interrupts it.
    """
    host = make_demo_host()
    DemoKeyboard(host, open_keyboard_game(host, wish, "Demo"), [], console).run()


class DemoKeyboard(KeyboardTable):
    """A table at which nobody sits: after some moves it is drawn as a whole."""

    def move_computers(self) -> None:
        """Let computer players move until the game is over, printing the news and pausing after each move; draw the
        whole table first and again after every six moves.
        """
        self.draw_table(self.view_game())
        moves = 0
        while self._move_one_computer():
            self.print_news()
            moves += 1
            if not moves % DEMO_MOVES_A_DRAWING:
                self.draw_table(self.view_game())
            self.console.wait()
        self.print_news()


SAVED_ADVICE = "Saved. Play on with: rtab table"

GOES_ON = "You go on with a game that runs already. Its options and computers stay; --new opens another one."

NO_GAME_ON_TABLE = (
    "No game lies on this table. Begin one, for instance: rtab table {game} --players Ann,Bob --computers 2"
)

PAUSE, DEMO_PAUSE = 0.4, 1.2  # seconds after what a computer does


def build_table_parser() -> argparse.ArgumentParser:
    """Build the parser for the command line of `rtab table`."""
    found = argparse.ArgumentParser(prog="rtab table", description="Play at this keyboard; saved in RTAB_HOME.")
    found.add_argument(
        "ruleset", nargs="?", default="", help=f"{', '.join(RULESETS)}; without one, go on with the last"
    )
    found.add_argument("--players", default="", metavar="ANN,BOB", help="those who sit here; without them you alone")
    found.add_argument(
        "--computers", type=parse_computer_count, default=-1, metavar="N", help="how many computers play along"
    )
    found.add_argument("--options", default="", metavar="NAME=VALUE ...", help="options of the game")
    found.add_argument("--new", action="store_true", help="a new game, though one like it could go on")
    found.add_argument("--pause", type=float, default=-1.0, metavar="SECONDS", help="after what a computer does")
    found.add_argument("--demo", action="store_true", help="computers play by themselves; nothing is kept")
    return found


def parse_computer_count(text: str) -> int:
    """Parse a number of computer players from the command line; raise ArgumentTypeError if it is below 0, ValueError if
    it is no number.
    """
    found = int(text)
    if found < 0:
        raise argparse.ArgumentTypeError("none is the least")
    return found


def main(argv: list[str]) -> int:
    """Run `rtab table`: play at this keyboard until the game is over or everybody has left; with `--demo` let computer
    players play. Return 0, 1 if the game, a setting or the store is refused (which is printed; a broken pipe is
    raised), or 2 if no game was named and none runs.
    """
    given = build_table_parser().parse_args(argv)
    pause = given.pause if given.pause >= 0 else DEMO_PAUSE if given.demo else PAUSE
    names = [name.strip() for name in given.players.split(",") if name.strip()]
    wish = WantedGame(given.ruleset, names, given.computers, given.options, given.new)
    shown = make_console(os.environ, pause, read=not given.demo)
    try:
        return _run_demo(wish, shown) if given.demo else _play_stored(wish, shown)
    except KeyboardLeft:  # before a game was opened, which could be saved
        shown.show([""])
        return 0
    except BrokenPipeError:  # the reader has seen enough
        raise
    except (UnfitSetting, Overloaded, OSError) as error:
        print(error, file=sys.stderr)
    except Illegal as no:
        print(format_text(no.text, no.facts), file=sys.stderr)
    except TableRefused as no:
        reader = words.build_reader(no.answer.names, WritingStyle())
        print(" ".join(format_told(told, reader) for told in no.answer.lines), file=sys.stderr)
    return 1


def _run_demo(wish: WantedGame, shown: Console) -> int:
    """Show a game of computer players (people named in `wish` are left out) until it is over or somebody interrupts it,
    and return 0; refusals such as Illegal are raised.
    """
    try:
        play_terminal_demo(WantedGame(wish.ruleset, (), wish.computers, wish.options), shown)
    except (KeyboardLeft, KeyboardInterrupt):
        shown.show([""])
    return 0


def _play_stored(wish: WantedGame, shown: Console) -> int:
    """Play a game at the keyboard that is stored in the same folder as the games of `rtab play`, which is made if it is
    missing; return the exit code. Raise UnfitSetting if what was stored there has moved to another host.
    """
    settings = read_settings(os.environ)
    settings.home.mkdir(parents=True, exist_ok=True)
    table = SqliteTable(find_store_file(settings.home))
    try:
        host = HostContext(Store(table), Config(bot_pause=0.0, packs=settings.packs, without=settings.without))
        if moved := host.store.load_new_address():
            raise UnfitSetting(
                f"Everything in {settings.home} has moved; it is at {moved}. Set RTAB_HOME to a new folder."
            )
        return _play_wanted(host, wish, shown)
    finally:
        table.close()


def _ask_for_time(name: str, shown: Console) -> str:
    """Ask how much time there is for a game of this name, until it is said or an empty line leaves the usual length;
    after anything else also say what can be typed. Return it as an option (`for=…`), or an empty text. Nothing is asked
    where the game knows no lengths. Raise KeyboardLeft if the input ends.
    """
    reader = words.build_reader({}, WritingStyle())
    rules = ruleset(name)
    choices = {each.span: each for each in expected_lengths.list_fitting_lengths(rules)}
    hint: list[str] = []  # once something else was typed
    said = "?" if choices else ""
    while said and said not in choices:
        texts = [f"{span}: {reader.format_value(each.goal)}" for span, each in choices.items()]
        head = reader.format_sentence("{title}: how much time do you have?", title=rules.title)
        shown.show([line for text in (head, *texts, *hint) for line in shown.paint.wrap_text(text)])
        said = shown.ask(f"{', '.join(choices)}>").casefold()
        hint = [reader.format_sentence("Type one of these words, or press Enter alone for the usual length.")]
    return f"for={said}" if said else ""


def _play_wanted(host: HostContext, wish: WantedGame, shown: Console) -> int:
    """Play the running or new game that `wish` names (without names, this computer's user) and store it as the last
    one. Ask first how long a new one without options may take, or say that a running one keeps its options. Return 0
    when it ends or people leave, 2 if none is named and none runs; raise Illegal for options that the game has not.
    """
    if wish.ruleset and not wish.players:
        name = os.environ.get("USER", "").title() or "Player"
        wish = WantedGame(wish.ruleset, (name,), wish.computers, wish.options, wish.new)
    session = playing.find_running_match(host, wish)
    if session is None and not wish.ruleset:
        shown.show([NO_GAME_ON_TABLE.format(game=next(iter(RULESETS)))])
        return 2
    if session is None and not wish.options and shown.is_read():
        wish = replace(wish, options=_ask_for_time(wish.ruleset, shown))
    if session and (wish.options or wish.computers >= 0):
        span, options = split_span(wish.options)
        game_options.parse_typed_options(ruleset(session.ruleset), options)
        if span:
            expected_lengths.parse_length_choice(session.ruleset, span)
        shown.show([GOES_ON])
    game = session.id if session else playing.open_keyboard_game(host, wish, "")
    playing.store_last_game(host, game)
    people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game))
    try:
        KeyboardTable(host, game, people, shown).run()
    except (KeyboardLeft, KeyboardInterrupt):
        shown.show(["", SAVED_ADVICE])
    return 0
