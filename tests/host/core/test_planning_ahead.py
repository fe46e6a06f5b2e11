"""Who was slow is told in private how to spare the others a wait; in public nobody is asked for a list."""

import pytest

from engine.kernel import Reader, format_text
from engine.season7 import tables
from engine.season7.rules import SEASON7
from host.core import games
from host.core.context import load_engine_game
from host.core.games import Guest
from host.core.session import Command
from host.doors.reddit import board
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.shown import views
from host.shown import words as telegram_words
from tests.host.core.timing import wait, words
from tests.host.doors.web.visitor import Visitor

HOUR = 3600.0
CASH = (2, 3)
HOW = (
    "You can write a list of squares, so that nobody has to wait for you. When it is your turn, I try the squares"
    " in this order. Nobody else sees your list. Write, for example: list 5 12 7"
)


@pytest.fixture
def season(host):
    return begun(host, "daily")


def begun(host, pace):
    game = games.open_lobby(host, Command("c", "ann", "t:group"), "season7", {}, pace).game
    for person in ("ann", "bob", "cat"):
        games.sit_at_table(host, Command(f"j{person}", person), game, Guest(person, person.title(), f"t:{person}"))
    games.start_game(host, Command("b", "ann"), game)
    for person, square in (("ann", 1), ("bob", 2), ("cat", 3)):
        answers(host, game, person, square)
    return game


def answers(host, game, person, value):
    shown = views.load_game_view(host, game, person)
    question = next(asked for asked in shown.asked if asked.who == shown.you)
    reply = games.submit_answer(host, Command(by=person), game, question.id, value)
    assert reply.ok
    return [format_text(told.text, told.facts) for told in reply.lines]


def turn(host, game):
    """Who is to select a square now."""
    for person in ("ann", "bob", "cat"):
        shown = views.load_game_view(host, game, person)
        if any(asked.who == shown.you and asked.key == "select" for asked in shown.asked):
            return person
    return ""


def selects(host, game, person):
    """A square with cash and no bomb: nothing is asked, and nobody is out."""
    cells = load_engine_game(SEASON7, host.store.load_game(game).session)[0].state.rounds["Q1"].cells
    fits = lambda cell: not (cell.open or cell.bombs) and tables.find_category(cell.face) in CASH  # noqa: E731 - said in a line
    return answers(host, game, person, next(n for n, cell in enumerate(cells, 1) if fits(cell)))


@pytest.mark.parametrize("pace", ["daily", "evening"])
def test_nothing_that_all_read_asks_for_a_list(host, pace):
    begun(host, pace)
    told = words(host, "t:group")
    assert told
    assert not any("list" in line for line in told)
    assert sum("will happen" in line for line in told) == (pace == "daily")


def test_who_answers_in_time_is_told_nothing(host, season):
    assert not any(HOW in line for line in selects(host, season, turn(host, season)))


def test_who_answers_after_a_reminder_is_told_how_once_a_day(host, hands, season):
    who = turn(host, season)
    wait(host, hands, 13 * HOUR, 600)
    found = [line for line in selects(host, season, who) if HOW in line]
    still_in = any(play.key == "list" for play in views.load_game_view(host, season, who).plays)
    assert len(found) == still_in == 1
    assert found[0].startswith("The other players have waited for you. You can write a list")
    session = host.store.load_game(season).session
    assert list(session.proposed) == [session.find_player_of(who).seat]


def test_who_has_left_a_list_is_not_told(host, hands, season):
    who = turn(host, season)
    wait(host, hands, 13 * HOUR, 600)
    assert games.make_unasked_play(host, Command(by=who), season, "peek", 9).ok
    other = next(each for each in ("ann", "bob", "cat") if each != who)
    assert games.make_unasked_play(host, Command(by=other), season, "list", [20, 21]).ok
    selects(host, season, who)
    wait(host, hands, 13 * HOUR, 600)
    assert other not in host.store.load_game(season).session.proposed


def test_every_door_proposes_it_to_who_was_slow_and_shows_it_to_nobody_else(host, hands, season):
    """In Telegram's private chat, in a message on Reddit, at the keyboard, and on the page."""
    who = turn(host, season)
    wait(host, hands, 13 * HOUR, 600)
    selects(host, season, who)
    told = [each for _, each in views.list_told_lines(host, season, who, limit=500)]
    session = host.store.load_game(season).session
    seat, reader = session.find_player_of(who).seat, Reader(session.map_names_by_seat())
    openly = [each for each in told if not each.to and HOW in format_text(each.text, each.facts)]
    alone = [each for each in told if each.to == seat and HOW in format_text(each.text, each.facts)]
    assert (len(openly), len(alone)) == (0, 1)
    for shown in (telegram_words.format_told_lines(alone, reader), board.format_reddit_lines(alone, reader)):
        assert HOW in " ".join(shown)
    at_keyboard = scene.format_terminal_lines(alone, reader, TerminalStyle(400, colour=False))
    assert HOW in " ".join(" ".join(at_keyboard).split())
    assert any(
        HOW in format_text(each.text, each.facts) for post in host.store.load_posts(f"t:{who}") for each in post.lines
    )
    assert HOW not in Visitor(host).go(f"/g/{season}/log")
