"""Season 7 in a channel: one small round by taps alone, and a week of six people as the channel reads it."""

import random
import re

import pytest

from host.core import games
from host.core.session import Command
from host.shown import views
from tests.fakes.discord import text_of
from tests.host.doors.discord.conftest import is_board
from tests.phone_log import LINES, SIX, DiscordRound, log, played_other

SILENT = 1 << 12


def shown_game(stage, game):
    found = views.load_game_view(stage.host, game).view
    assert found is not None
    return found


@pytest.mark.whole
def test_a_round_is_played_by_taps(stage, people):
    luck, everybody = random.Random(3), [people.ann, people.bob, people.cat]
    game = stage.begun(*everybody)
    first = shown_game(stage, game).panels[0].title
    for _ in range(400):
        shown = shown_game(stage, game)
        if shown.over or shown.panels[0].title != first:
            break
        if not any(stage.answer_something(each, luck) for each in everybody):
            stage.pass_by(600)
    else:
        raise AssertionError(text_of(stage.board))
    assert "wins" in "".join(text_of(each) for each in stage.channel.newest)


@pytest.mark.whole
def test_a_week_of_six_says_nothing_twice_and_rings_only_for_who_is_asked(monkeypatch):
    monkeypatch.setattr("tests.phone_log.WEEK", 45)
    seen = DiscordRound(random.Random(24), people=SIX)
    answers, told = played_other(seen, "week"), seen.told()
    posts = [each for each in seen.stage.channel.posted if not each["picture"]]
    texts = [text for _, board, text in told if not board]
    assert answers == 45 and len(texts) == len(set(texts))
    assert sum(len(each["pings"]) for each in posts) <= answers + len(SIX)
    assert all(each["flags"] & SILENT for each in seen.stage.channel.posted if is_board(each) and not each["pings"])
    assert not any("rite: predict" in text or "list 5 12" in text.replace("/list", "") for text in texts)
    assert seen.stage.discord.violations == []
    seen.stage.close()


@pytest.mark.whole
def test_the_log_shows_a_channel_as_its_reader_sees_it(monkeypatch):
    """People by name, times from now, opened squares in their places, and who alone sees an answer; then where it
    stops.
    """
    monkeypatch.setattr("tests.phone_log.WEEK", 30)
    lines = [*log("discord", 24, "week")]
    shown = "\n".join(lines)
    assert not re.search(r"<@|<t:|\\", shown)
    assert re.search(r"@(Ann|Bob|Cat|Dan|Eve|Fay)\b.*\(in 23 hours\)", shown)
    boards = [line for line in lines if "[board]" in line]
    assert any(re.search(r"\(£[\d,]+\).*\[\d+\]", board) for board in boards)
    sealed = [line for line in lines if "choose a square for your bomb" in line]
    assert sealed and all("only" in line or "private message to" in line for line in sealed)
    assert "Cycle 1; the game goes on" in lines[-1]


@pytest.mark.whole
def test_a_season_is_logged_to_its_end(monkeypatch):
    monkeypatch.setitem(LINES, "season", "/newgame season7 daily target=20000000")
    lines = [*log("discord", 24, "season")]
    assert "The game is over." in lines[-1]
    assert any("wins the Race" in line and "sees" not in line for line in lines)


@pytest.mark.whole
def test_with_several_boards_each_line_stands_under_the_name_of_its_board(stage, people):
    people.ann.commands(stage.channel, "new", game="season7", turn="1m")
    for _ in range(8):
        assert games.add_bot(stage.host, Command(operator=True), stage.game).ok
    people.ann.taps_label(stage.channel, stage.board, "Begin")
    for _ in range(8):
        stage.pass_by(30)
    shown = views.load_game_view(stage.host, stage.game)
    assert shown.view is not None
    seats = {face.seat: face.name for face in shown.faces}
    boards = {
        f"**{panel.title}**": {seats[seat.who] for seat in panel.seats} for panel in shown.view.panels if panel.board
    }
    titles = [*boards]
    assert len(titles) == 2
    told = [text_of(each).splitlines() for each in stage.channel.newest]
    squares = [(lines, n) for lines in told for n, line in enumerate(lines) if re.search(r" opens .*\d", line)]
    assert len(squares) > 3
    for lines, n in squares:
        above = next(line for line in reversed(lines[:n]) if line in boards)
        assert any(lines[n].startswith(name) for name in boards[above]), lines
    assert any({*titles} <= {*lines} for lines in told)
