"""`rtab table` in a real terminal: one or several people, secrets, the game that goes on, the demo."""

import io
import os
import random
import re

import pytest

from engine.rulesets import RULESETS
from host.doors.command import main
from host.doors.local.settings import STORE_FILE
from host.doors.terminal import command, playing, scene
from host.doors.terminal.console import CLEAR, Console, PaintedCell, TerminalStyle
from tests.fair_play import checker

PLAIN = ("--options", "voice=plain")
CLOSED = re.compile(r"│ +(\d+) +(?=│)")
ANN_BOB = ("season7", "--players", "Ann,Bob", "--computers", "0", *PLAIN)


def take_usual_length(screen):
    screen.reads("race> ")
    screen.types("")


def test_how_much_time_there_is_is_asked_first_and_sets_the_goal(terminal):
    screen = terminal("season7", "--players", "Ann", "--computers", "2")
    assert "evening: to £" in screen.reads("race> ")
    screen.types("a while")
    screen.reads("race> ")
    screen.types("evening")
    assert "£1,000,000,000" not in screen.reads("Ann> ").partition("race> ")[2]


def seals(screen, name, square):
    screen.reads(f"This is for {name} alone.")
    screen.types("")
    screen.reads(f"{name}> ")
    screen.types(square)
    seen = screen.reads("[Enter]")
    screen.types("")
    return seen


def begun(screen):
    """Both have sealed their bombs, and one of them is asked for a square."""
    seals(screen, "Ann", "17")
    seals(screen, "Bob", "3")
    (name,) = re.findall(r"(Ann|Bob), open a square", screen.reads("> "))
    return name


def opens(screen, square):
    """Whoever is asked opens this square, whatever lies there."""
    screen.types(square)
    return prompted(screen)


def prompted(screen):
    """All up to the next prompt: some squares ask or tell their finder something in secret; others look away."""
    seen = part = screen.reads("> ", "[Enter]")
    while "[Enter]" in part:
        screen.types("")
        part = screen.reads("> ", "[Enter]")
        seen += part
    return seen


def test_two_people_seal_in_turn_and_play_on_one_board(terminal):
    screen = terminal(*ANN_BOB)
    first = begun(screen)
    seen = opens(screen, "8")
    assert f"{first} opens square 8" in seen
    assert "│" in screen.text


@pytest.mark.whole
def test_bytes_that_are_no_text_end_no_game(terminal):
    """As an old terminal sends é, or a paste that was cut."""
    screen = terminal(*ANN_BOB)
    screen.reads("This is for Ann alone.")
    screen.types("")
    screen.reads("Ann> ")
    os.write(screen.ours, b"\xe9\n")
    assert "is not one of the choices" in screen.reads("[Enter]")
    screen.types("")
    screen.reads("Ann")


def test_what_one_seals_is_gone_from_the_screen_before_the_next_may_look(terminal):
    screen = terminal(*ANN_BOB)
    seen = seals(screen, "Ann", "17")
    assert "17" in seen
    screen.reads("This is for Bob alone.")
    shown = screen.raw.rpartition(CLEAR)[2]
    assert "17" not in shown
    screen.types("")
    seen = screen.reads("Bob> ")
    assert not re.search(r"17 \S*Bomb", seen)


def test_what_is_secret_is_not_taken_openly(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    screen.types("list 9 10")
    assert "Write alone first" in screen.reads(f"{name}> ")
    screen.types("alone")
    screen.reads(f"This is for {name} alone.")
    screen.types("")
    assert "[alone]" in screen.reads("> ")


def test_when_somebody_has_looked_alone_the_next_one_sees_the_board_again(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    screen.types("score")
    assert "│" not in screen.reads(f"{name}> "), "nothing has changed"
    screen.types("alone")
    screen.reads(f"This is for {name} alone.")
    screen.types("")
    screen.reads("> ")
    screen.types("score")
    screen.reads("[Enter]")
    screen.types("")
    assert "│" in screen.reads(f"{name}> ")


@pytest.mark.whole
def test_a_mistake_is_told_and_changes_nothing(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    screen.types("99")
    assert "! " in screen.reads(f"{name}> ")
    screen.types("vote Cat")
    assert "! " in screen.reads(f"{name}> ")
    assert f"{name} opens square 8" in opens(screen, "8")


@pytest.mark.whole
def test_the_desk_answers_here_as_everywhere(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    for line, answer in {
        "help": "endgame",
        "score": "1. ",
        "rules": "Race to a Billion:",
        "leave": "leave yes",
    }.items():
        screen.types(line)
        assert answer in screen.reads(f"{name}> "), line


@pytest.mark.whole
def test_the_game_goes_on_where_it_was(terminal):
    screen = terminal(*ANN_BOB)
    name = begun(screen)
    opens(screen, "8")
    screen.types("quit")
    screen.reads("Play on with: rtab table")
    assert screen.ends() == 0
    again = terminal()
    seen = prompted(again)
    assert f"{name} opens square 8" in seen
    assert "Ann" in seen
    again.types("quit")
    assert again.ends() == 0
    same = terminal(*ANN_BOB, "--options", "rows=8")
    seen = prompted(same)
    assert f"{name} opens square 8" in seen
    assert "Its options and computers stay" in seen
    unknown = terminal(*ANN_BOB, "--options", "sparkles=1")
    unknown.reads("There is no option called sparkles.")
    assert unknown.ends() == 1
    unfit = terminal(*ANN_BOB, "--options", "for=nonsense")
    unfit.reads("This game cannot have that length. Choose one of these: half-hour, evening")
    assert unfit.ends() == 1
    other = terminal(*ANN_BOB, "--new")
    other.reads("This is for Ann alone.")


def test_alone_against_computers_nothing_has_to_be_hidden(terminal):
    screen = terminal("season7", "--players", "Ann", "--computers", "2", *PLAIN)
    screen.reads("Ann> ")
    screen.types("17")
    seen = screen.reads("Ann> ")
    assert "looks away" not in screen.text
    if "Ann, open a square." in seen:  # or a computer was first, and has found something that asks her
        closed = CLOSED.findall(seen.rpartition("┌")[2])[0]
        screen.types(closed)
        screen.reads(f"Ann opens square {closed}")


def test_what_is_switched_off_is_so_at_the_keyboard_too(terminal, monkeypatch):
    monkeypatch.setenv("RTAB_WITHOUT", "predictions")
    screen = terminal("billionaire", "--players", "Ann", "--computers", "2", *PLAIN)
    screen.reads("Ann> ")
    screen.types("predict")
    screen.reads("Ann> ")
    assert "You can predict" not in screen.text and "Write: predict" not in screen.text


def test_without_a_game_it_says_how_to_begin_one(terminal):
    screen = terminal()
    screen.reads("--players Ann,Bob")
    assert screen.ends() == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("chess",), "There is no game of that name"),
        pytest.param(
            ("season7", "--players", "Ann,ann"), "Two players cannot have the same name", marks=pytest.mark.whole
        ),
        pytest.param(("ladder", "--players", "Ann", "--options", "rounds=99"), "rounds", marks=pytest.mark.whole),
    ],
)
def test_what_cannot_be_laid_out_is_refused(terminal, words, why):
    screen = terminal(*words)
    screen.reads(why)
    assert screen.ends() == 1


class LeavingKeyboard(io.StringIO):
    """Somebody presses Ctrl-C, or Ctrl-D, after which nothing can be read; what they typed before can be."""

    def __init__(self, *, interrupts=False, typed=""):
        super().__init__(typed)
        self.interrupts = interrupts

    def isatty(self):
        return True

    def readline(self, *_):
        if self.interrupts:
            raise KeyboardInterrupt
        return super().readline()


@pytest.mark.parametrize("interrupts", [True, False])
def test_who_leaves_when_asked_for_time_ends_quietly(tmp_path, monkeypatch, capsys, interrupts):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", LeavingKeyboard(interrupts=interrupts))
    assert main(["table", "season7"]) == 0
    said = capsys.readouterr()
    assert "how much time do you have?" in said.out
    assert "rtab table" not in said.out + said.err  # no game is saved that one could go on with


@pytest.mark.parametrize(("typed", "hints"), [("", 0), ("?\n", 1), ("3\n99\n", 2)])
def test_who_asks_for_help_or_errs_when_asked_for_time_is_told_what_to_type(
    tmp_path, monkeypatch, capsys, typed, hints
):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", LeavingKeyboard(typed=typed))
    assert main(["table", "season7"]) == 0
    said = capsys.readouterr().out
    assert said.count("Type one of these words, or press Enter alone for the usual length.") == hints
    assert said.count("how much time do you have?") == hints + 1


def test_a_damaged_file_is_told_in_one_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / STORE_FILE).write_bytes(b"no database" * 1000)
    assert main(["table", "season7", "--players", "Ann", *PLAIN]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_fewer_computers_than_none_is_a_slip(terminal):
    screen = terminal("season7", "--computers", "-1")
    screen.reads("none is the least")
    assert screen.ends() == 2


@pytest.mark.whole
def test_whoever_has_a_long_name_plays_under_as_much_of_it_as_fits(terminal):
    screen = terminal("season7", "--players", "Adalbert Maximilian von und zu Hohenlohe-Waldenburg")
    take_usual_length(screen)
    screen.reads("Adalbert Maximilian von und zu Hohenlohe> ")


@pytest.mark.whole
def test_a_demo_plays_by_itself_and_is_not_kept(terminal):
    screen = terminal("ladder", "--demo", "--computers", "2")
    assert screen.ends() == 0
    assert "The game is over." in screen.text
    assert max(map(len, screen.text.splitlines())) <= 80
    assert "\x1b[1m" in screen.raw
    after = terminal()
    assert after.ends() == 2


@pytest.mark.whole
def test_a_game_is_played_to_its_end_by_the_numbers_before_its_choices_and_can_be_checked(
    terminal, tmp_path, monkeypatch, capsys
):
    screen = terminal("ladder", "--players", "Ann", "--computers", "0", "--options", "rounds=1")
    over = "The game is over."
    while over not in screen.reads("Ann> ", over):
        screen.types("1")
    assert screen.ends() == 0
    assert "Ann wins the game" in screen.text
    said, file = " ".join(screen.text.split()), tmp_path / "game.rtab"
    (game,) = re.findall(r"rtab export (\w+) > \1\.rtab: it saves the whole game", said)
    assert f"rtab verify {game}.rtab: it checks every draw" in said
    monkeypatch.setenv("RTAB_HOME", str(tmp_path / "home"))
    assert main(["export", game]) == 0
    file.write_text(capsys.readouterr().out)
    assert list(checker.check(file.read_text())) == []
    assert main(["verify", str(file)]) == 0


@pytest.mark.whole
def test_orders_are_written_while_a_bid_is_asked_and_a_bare_number_counts_millions(terminal):
    screen = terminal("billionaire", "--players", "Ann", "--computers", "1")  # so long that no first bid is the last
    take_usual_length(screen)
    while not re.search(r"seen\. Still unsold: .* What is your secret bid\?", " ".join(screen.reads("Ann> ").split())):
        screen.types("1")  # also to a bid on three at once, which the order below would answer
    screen.types("order three up to 3m keep 1m")
    assert "Your bid in advance for three Investments: up to $3,000,000" in screen.reads("Ann> ")
    screen.types("order three")
    seen = " ".join(screen.reads("Ann> ").split())
    assert "Choose one of these, or write words of your own: “Ask me”," in seen
    assert "Now: up to $3,000,000, and you keep at least $1,000,000" in seen
    assert "For example: use order three up to 5m keep 1m" in seen
    screen.types("plenty")
    assert "I do not understand “plenty”." in screen.reads("Ann> ")
    screen.types("5")
    assert "Your secret bid is $5,000,000" in screen.reads("Ann> ")


@pytest.mark.whole
def test_four_play_a_whole_race_at_one_terminal(terminal):
    options = "target=1000000 zones=no betting=no without=Minigame"
    screen = terminal("deluxe", "--players", "Ann,Bob,Cat,Dan", "--computers", "0", "--options", options)
    over, dice = "The game is over.", random.Random(2)
    for _ in range(2000):
        seen = screen.reads("> ", "[Enter]", "alone.", over)
        if over in seen:
            break
        screen.types("" if seen.endswith(("alone.", "[Enter] ", "[Enter]")) else str(dice.randint(1, 20)))
    assert over in seen
    assert screen.ends() == 0
    assert "the Race to a Billion" in screen.text


@pytest.mark.whole
def test_two_and_a_computer_play_a_whole_game_of_bids_at_one_terminal(terminal):
    screen = terminal("billionaire", "--players", "Ann,Bob", "--computers", "1", "--options", "goal=100m rounds=10")
    over, dice = "The game is over.", random.Random(3)
    for _ in range(400):
        seen = screen.reads("> ", "[Enter]", "alone.", over)
        if over in seen:
            break
        asked = " ".join(seen.split())
        line = dice.choice(["nothing", "1m", "2m"]) if "What is your secret bid?" in asked else str(dice.randint(1, 3))
        screen.types("" if seen.endswith(("alone.", "[Enter] ", "[Enter]")) else line)
    assert over in seen
    assert screen.ends() == 0
    assert re.search(r"wins the game|share the win", screen.text)
    assert re.search(r"bids? \$|bids: |have bid", screen.text)


def test_whoever_wants_no_colours_gets_none_and_a_narrow_screen_is_kept_within(terminal):
    screen = terminal("season7", "--players", "Ann", "--computers", "1", columns=40, NO_COLOR="1")
    take_usual_length(screen)
    screen.reads("Ann> ")
    assert not re.search(r"\x1b\[[0-9;]+m", screen.raw)
    assert max(map(len, screen.text.splitlines())) <= 40


def test_nothing_that_somebody_wrote_elsewhere_moves_the_screen():
    paint = TerminalStyle(40, colour=True)
    assert paint.wrap_text("\x1b[2Jgone\x07") == [" [2Jgone"]
    assert not any("\x1b[2J" in line or "\x07" in line for line in paint.draw_grid([PaintedCell("\x1b[2J\x07 x")], 1))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["season7", "ladder", "billionaire", "deluxe"])
def test_every_game_is_drawn_within_a_screen_of_any_width_at_any_moment(name):
    host = command.make_demo_host()
    console = Console(TerminalStyle(80), out=io.StringIO())
    table = command.DemoKeyboard(host, playing.open_keyboard_game(host, playing.WantedGame(name), "Demo"), [], console)
    for _ in range(60):
        for columns in (30, 40, 80, 100):
            drawn = scene.draw_game(table.view_game(), table.make_reader(), TerminalStyle(columns))
            assert max(map(len, drawn)) <= columns
        if not table._move_one_computer():
            break


@pytest.mark.whole
def test_side_by_side_one_question_of_the_ladder_comes_after_the_other(terminal):
    screen = terminal("ladder", "--players", "Ann", "--computers", "0", "--options", "rounds=1")
    seen = screen.reads("Ann> ")
    assert "come at once" not in seen
    assert "The right answer wins $100. A wrong answer leaves you $0." in " ".join(seen.split())
    screen.types("B")
    assert "is not one of the choices" not in screen.reads("Ann> ", "The game is over.")


@pytest.mark.whole
def test_a_question_is_reported_at_the_keyboard_beside_its_answer(terminal):
    screen = terminal("ladder", "--players", "Ann", "--computers", "1", "--options", "rounds=1")
    screen.reads("Ann> ")
    screen.types("report this two")
    assert "Thank you. We will check this question." in screen.reads("Ann> ")
    screen.types("report this unclear")
    assert "You have already reported this question." in screen.reads("Ann> ")


@pytest.mark.whole
@pytest.mark.parametrize("game", sorted(RULESETS))
def test_the_beginning_and_a_word_tell_what_each_computer_is_like(terminal, game):
    screen = terminal(game, "--players", "Ann", "--computers", "2", "--options", "voice=plain")
    begins = screen.reads("Ann> ")
    sentences = [each.text for each in RULESETS[game].characters[:2]]
    for name, sentence in zip(("Ada", "Babbage"), sentences, strict=True):
        beginning = sentence.removeprefix("{who} ").partition("{")[0].strip()
        assert f"{name} {beginning}" in " ".join(begins.split())
        screen.types(f"rules {name}")
        assert f"{name} {beginning}" in " ".join(screen.reads("Ann> ").split())
