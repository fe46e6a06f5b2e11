"""What stands on the screen of `rtab table`: what is told is read, what is secret goes, and a line shows what it is."""

import contextlib
import io
import random
import re
import sys

import pytest

from engine.kernel import Form, Illegal, Option, Play
from engine.kernel.record import AnswerEntry
from host.doors.terminal import command, playing, scene
from host.doors.terminal.console import CLEAR, Console, KeyboardLeft, PaintedCell, TerminalStyle
from host.doors.terminal.playing import ON_BENCH, KeyboardTable
from host.said.answers import find_tappable_squares
from host.shown.views import QuestionView
from tests.host.doors.terminal.test_table import ANN_BOB, begun


class Screen(Console):
    """A screen of 24 rows with random keys below it: was all that is told on it when one was pressed?"""

    def __init__(self, columns, keys):
        self.kept, self.dice, self.keys = io.StringIO(), random.Random(5), keys
        super().__init__(TerminalStyle(columns), out=self.kept, screen=True, rows=24)
        self.news, self.unread = [], []

    def announce(self, lines):
        for line in lines:
            super().announce([line])
            self.news.append(line)

    def ask(self, prompt):
        if not self.keys:
            raise KeyboardLeft
        self.keys -= 1
        shown = [*self.kept.getvalue().rpartition(CLEAR)[2].split("\n")[-24:-1], prompt]
        self.unread += [line for line in self.news if line not in shown]
        self.news.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.StringIO("\n" if "[Enter" in prompt else f"{self.dice.randint(1, 25)}\n"))
            line = super().ask(prompt)
        self.kept.write("\n")
        return line


def played(name, columns, keys=200):
    """Two people and two computers play with random keys."""
    host = command.make_demo_host()
    game = playing.open_keyboard_game(host, playing.WantedGame(name, ("Ann", "Bob"), 2), "")
    screen = Screen(columns, keys)
    with contextlib.suppress(KeyboardLeft):
        KeyboardTable(
            host, game, playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game)), screen
        ).run()
    return screen


class OnBench(Screen):
    """Random keys until somebody is out and may bet; then Enter, and the next prompt is the last."""

    def __init__(self, columns, keys):
        super().__init__(columns, keys)
        self.watched = []

    def ask(self, prompt):
        if self.watched:
            self.watched.append(prompt)
            raise KeyboardLeft
        if ON_BENCH.format(name="Ann") in self.kept.getvalue().rpartition(CLEAR)[2]:
            self.watched.append(prompt)
            return ""
        return super().ask(prompt)


def shown_alone(columns=80):
    """A table at which nobody sits, and what it has shown."""
    host, shown = command.make_demo_host(), io.StringIO()
    console = Console(TerminalStyle(columns), out=shown)
    return command.DemoKeyboard(
        host, playing.open_keyboard_game(host, playing.WantedGame("season7"), "Demo"), [], console
    ), shown


@pytest.mark.whole
@pytest.mark.parametrize("columns", [30, 80])
@pytest.mark.parametrize("name", ["season7", "ladder", "billionaire", "deluxe"])
def test_of_all_that_is_told_nothing_goes_from_the_screen_before_a_key_is_pressed(name, columns):
    assert played(name, columns).unread == []


@pytest.mark.whole
def test_the_curtain_falls_after_what_was_told_and_nothing_secret_is_left_above_it():
    said = played("season7", 80).kept.getvalue()
    before = [part.rpartition(CLEAR)[2] for part in said.split("Everybody else looks away")[:-1]]
    assert any("selects" in part or "opens" in part for part in before)
    assert not any("Your bomb" in part for part in before)


class InTurn(Screen):
    """Types the lines given, each at the next prompt for one, and presses Enter wherever that is asked for."""

    def __init__(self, *lines):
        super().__init__(80, 0)
        self.lines = [*lines]

    def ask(self, prompt):
        if "[Enter" in prompt:
            return ""
        if not self.lines:
            raise KeyboardLeft
        return self.lines.pop(0)


def lay_table(screen):
    """A table of Season 7 at which Ann, Bob and a computer sit."""
    host = command.make_demo_host()
    game = playing.open_keyboard_game(host, playing.WantedGame("season7", ("Ann", "Bob"), 1, "voice=plain"), "")
    people = playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game))
    return KeyboardTable(host, game, people, screen)


def test_while_others_look_on_nobodys_own_codes_are_shown():
    screen = InTurn("7", "8", "Ann: seals", "Bob: seals")
    with contextlib.suppress(KeyboardLeft):
        lay_table(screen).run()
    told = [line for line in screen.kept.getvalue().splitlines() if line.startswith("= ")]
    assert any("All bombs are hidden" in line for line in told)
    assert not any("Your bomb" in line for line in told)


def test_while_others_look_on_nobodys_secret_question_is_told():
    table = lay_table(InTurn())
    person, asked = table.find_asked_person()
    for line in ("whose turn is it?", "how much time do I have?"):
        with pytest.raises(Illegal) as refused:  # both are asked to hide a bomb
            table._run_line(person, asked, line)
        assert refused.value.code == "secret_in_public"


@pytest.mark.whole
def test_computers_wait_until_whoever_is_out_has_bet_or_watches_on():
    host = command.make_demo_host()
    game = playing.open_keyboard_game(host, playing.WantedGame("deluxe", ("Ann",), 5), "")
    screen = OnBench(80, 2000)
    with contextlib.suppress(KeyboardLeft):
        KeyboardTable(
            host, game, playing.list_people_at_keyboard(host, playing.read_keyboard_session(host, game)), screen
        ).run()
    assert len(screen.watched) == 2


def test_what_is_typed_ahead_neither_opens_the_curtain_nor_answers(terminal):
    screen = terminal(*ANN_BOB)
    screen.types("hello")
    screen.types("5")
    screen.reads("This is for Ann alone.")
    screen.types("")
    screen.reads("Ann> ")
    screen.types("7")
    assert "square 7" in screen.reads("[Enter]")


@pytest.mark.parametrize("columns", [30, 80])
def test_where_a_row_and_a_column_may_be_typed_they_stand_at_the_board(columns):
    table, _ = shown_alone(columns)
    while not (asked := table.view_game().asked):
        assert table._move_one_computer()
    assert "B4" in " ".join(
        scene.format_question(table.view_game(), asked[0], table.make_reader(), table.console.paint)
    )
    drawn = scene.draw_game(table.view_game(), table.make_reader(), table.console.paint)
    numbers = next(line for line in drawn if line.split() == ["1", "2", "3", "4", "5"])
    second = next(line for line in drawn if line.startswith("B "))
    (four,) = (at for at, each in enumerate(numbers) if each == "4")
    assert second[:four].count("│") == 4


@pytest.mark.parametrize(
    ("form", "labels", "numbered"),
    [
        (Form("several", 1, 2), ["3", "4"], False),
        (Form("several", 1, 2), ["tea", "cake"], False),
        (Form(), ["3", "4"], False),
        (Form(), ["tea", "cake"], True),
    ],
)
def test_choices_are_numbered_only_where_the_number_is_an_answer(form, labels, numbered):
    table, _ = shown_alone()
    options = [Option(label, label) for label in labels]
    asked = QuestionView("1", "pigs", "p1", "Which?", {}, form, options, secret=False, due=0.0)
    shown = " ".join(scene.format_question(table.view_game(), asked, table.make_reader(), table.console.paint))
    assert ("1. " in shown) == numbered
    assert scene.resolve_choice_number(asked, "1", table.make_reader()) == (labels[0] if numbered else "1")


def test_a_board_too_wide_for_letters_has_none_and_none_is_asked_for():
    assert TerminalStyle(30).pick_row_letters(6, 6) == "ABCDEF"
    assert TerminalStyle(30).pick_row_letters(6, 7) == ""
    assert TerminalStyle(100).pick_row_letters(27, 6) == ""


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("£6,500,000", ["£6.5", "M"]),
        ("£260,000", ["£260", ",000"]),
        ("-$1.234.567", ["-$1.", "23M"]),
        ("65% Booster", ["65%", "Boo…"]),
    ],
)
def test_an_amount_too_wide_for_its_cell_is_rounded_and_not_cut(text, read):
    grid = TerminalStyle(30).draw_grid([PaintedCell(text)] * 5, 5, "A")
    assert [line.split("│")[1].strip() for line in grid[2:-1]] == read


def test_what_may_be_written_at_any_time_names_each_word_once():
    plays = [Play(key=key, label="") for key in ("order three", "order own", "card", "always risk")]
    assert scene.shorten_plays(plays) == ["order (three, own)", "card", "always risk"]


@pytest.mark.whole
def test_refusals_help_and_what_was_asked_for_differ_in_sign_and_colour(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    signs = set()
    for line, word in {"99": "99", "help": "report two: ", "rules Fifty50": "Fifty50"}.items():
        at = len(screen.raw)
        screen.types(line)
        screen.reads(f"{name}> ")
        shown = next(each for each in screen.raw[at:].splitlines()[1:] if word in each)
        signs |= set(re.findall(r"^(\x1b\[[0-9;]*m|)(.)", shown))
    assert len({code for code, _ in signs}) == len({sign for _, sign in signs}) == 3


def test_whoever_peeks_reads_it_at_once_alone(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    screen.types("peek 9")
    seen = screen.reads("[Enter]")
    assert "presses Enter and reads it." in " ".join(seen.split())
    assert "Square 9 is" not in seen
    screen.types("")
    assert "Square 9 is" in screen.reads("[Enter]")
    screen.types("")
    screen.reads(f"{name}> ")
    assert "Square 9 is" not in screen.raw.rpartition(CLEAR)[2]


@pytest.mark.whole
def test_whoever_is_the_only_one_here_reads_a_peek_at_once(terminal):
    screen = terminal("season7", "--players", "Ann", "--computers", "2", "--options", "voice=plain")
    screen.reads("Ann> ")
    screen.types("17")
    seen = screen.reads("Ann> ")
    if "Ann, open a square." in seen:
        screen.types("peek 9")
        assert "Square 9 is" in screen.reads("Ann> ")
        assert "looks away" not in screen.text


@pytest.mark.whole
def test_what_a_computer_chooses_before_all_eyes_is_read_with_what_comes_of_it():
    """Of squares it is told; Higher or Lower tells the card alone, and not what was guessed."""
    table, shown = shown_alone()
    chosen = list[str]()
    for _ in range(400):
        view = table.view_game()
        asked = {each.who: each for each in view.asked if not find_tappable_squares(view, each)}
        shown.truncate(0)
        if not table._move_one_computer():
            break
        table.print_news()
        (entry,) = table.host.store.load_log(table.game, table._read_session().entries - 1)
        for taken in entry.taken:
            if isinstance(taken, AnswerEntry) and taken.who in asked and not asked[taken.who].secret:
                chosen.append(scene.find_choice_label(asked[taken.who], taken.value, table.make_reader()))
                assert chosen[-1].casefold() in " ".join(shown.getvalue().split()).casefold()
    assert any(chosen)


@pytest.mark.parametrize(
    ("label", "text", "said"),
    [
        ("5", "Row 15 is worth £5,000", False),
        ("5", "5 is worth £5,000", True),
        ("Stop", "Ann stops here", True),
        ("Lower", "Next: the 9", False),
        ("No", "Ann finds nothing", False),
        ("No", "Ann says no, and stays", True),
    ],
)
def test_a_choice_is_said_by_its_own_words_only(label, text, said):
    assert playing.mentions_label(text, label) is said


def test_a_bomb_has_a_sign_of_its_own_and_is_called_one():
    table, shown = shown_alone(100)
    for _ in range(120):
        table._move_one_computer()
        table.print_news()
    assert any("bomb" in line.casefold() for line in shown.getvalue().splitlines() if line.startswith("◆ "))


@pytest.mark.whole
def test_whoever_goes_while_looking_alone_leaves_nothing_on_the_screen(terminal):
    screen = terminal(*ANN_BOB)
    screen.reads("This is for Ann alone.")
    screen.types("")
    screen.reads("Ann> ")
    screen.types("list 5 6")
    screen.reads("[Enter]")
    screen.types("")
    screen.reads("This is for Ann alone.")
    screen.types("")
    screen.reads("Ann> ")
    screen.types("quit")
    screen.reads("Saved.")
    assert "Ann>" not in screen.raw.rpartition(CLEAR)[2]


@pytest.mark.whole
def test_a_game_ends_with_its_table_and_how_it_is_checked_on_one_screen(terminal):
    screen = terminal("ladder", "--players", "Ann", "--computers", "2", "--options", "rounds=1")
    while "The game is over." not in screen.reads("Ann> ", "The game is over."):
        screen.types("1")
    screen.ends()
    assert "The game is over." in screen.text.splitlines()[-24:]
    assert "checks every draw" in " ".join(screen.text.split()[-60:])
