"""How each door writes a game at the ends of transcripts: for all, and for the first who is asked; deadlines differ."""

import pytest

from engine.kernel import LOG, PUBLIC, Reader
from engine.notation import parse_transcript
from engine.notation.run import _replay_transcript
from engine.rulesets import RULESETS
from host.core.session import OVER, RUNNING, WritingStyle
from host.doors.discord import screens
from host.doors.reddit import board as reddit
from host.doors.telegram.messages import board as telegram
from host.doors.terminal import scene
from host.doors.terminal.console import TerminalStyle
from host.shown import text_view
from host.shown.views import GameView, QuestionView
from tests import listings

pytestmark = pytest.mark.as_released
GAMES = ("billionaire", "deluxe", "season7")
FRESH, MOST = 3, 14  # features that no earlier one has, and how many there are of a game
NOON = 1_800_000_000.0


def list_features(game):
    """What there is to draw: pictures, kinds of cells, questions."""
    view = game.build_view()
    pictures = {f"{type(each).__name__} {each.id}" for panel in view.panels for each in panel.pictures}
    cells = {cell.kind for panel in view.panels if panel.board for cell in panel.board.cells.values()}
    questions = {(each.key, each.form.kind) for each in game.list_questions()}
    return {*pictures, *cells, *questions, len(questions), view.over}


def build_game_view(game, title, who=PUBLIC):
    """The game as a viewer has it from the host, with deadlines an hour apart."""
    asked = []
    for n, each in enumerate(game.list_questions()):
        if not each.secret or each.who == who:
            about = (each.id, each.key, each.who, each.text, {"who": each.who, **each.facts}, each.form)
            options = [option for option in each.options if not option.private or each.who == who]
            due = NOON + 3600 * (5 - n)
            asked.append(QuestionView(*about, options, each.secret, due, each.of, most=3 if each.of else 1))
    sealed = sum(each.secret for each in game.list_questions())
    view, names = game.build_view(who), {seat: seat for seat in game.list_players()}
    plays = game.list_plays(who) if who else []
    return GameView(
        "g",
        game.ruleset.name,
        title,
        OVER if view.over else RUNNING,
        1,
        3600.0,
        "",
        [],
        [],
        names,
        WritingStyle(),
        you=who,
        view=view,
        asked=asked,
        sealed=sealed,
        plays=list(plays),
    )


def draw_everywhere(shown):
    reader = Reader(shown.names, language="en")
    look = reddit.RedditNames({seat: f"the_{seat.lower()}" for seat in list(shown.names)[:2]}, "https://race.example")
    yield "reddit", reddit.list_board_paragraphs(shown, reader, look)
    yield "reddit asks", reddit.format_reddit_questions(shown, shown.asked, reader, look)
    yield "telegram", telegram.format_caption(shown, reader).splitlines()
    yield "telegram in words", telegram.format_board_in_words(shown, reader).splitlines()
    yield "telegram's buttons", [str([button.text for button in row]) for row in telegram.build_board_keyboard(shown)]
    yield "discord", str(screens.build_side_screen(shown, reader)).replace("}, {", "},\n{").splitlines()
    yield "plain", text_view.format_game_text(shown, reader)
    yield "terminal", scene.draw_game(shown, reader, TerminalStyle(70))
    for asked in shown.asked[:2]:
        yield "terminal asks", scene.format_question(shown, asked, reader, TerminalStyle(70))


def tell(game):
    known, found = set[str](), 0
    for name in listings.list_transcripts("boards", game):
        transcript = parse_transcript((listings.TRANSCRIPTS / name).read_text("utf-8"), RULESETS)
        playing = _replay_transcript(transcript, RULESETS[game], "").game
        fresh = list_features(playing) - known
        if len(fresh) < FRESH or found == MOST:
            continue
        known |= fresh
        found += 1
        yield f"# {name}"
        seen = set[str]()
        asked = [each.who for each in playing.list_questions() if each.who != LOG]
        for who in (PUBLIC, *asked[:1]):
            for door, lines in draw_everywhere(build_game_view(playing, RULESETS[game].title, who)):
                fresh_lines = [line for line in lines if line.strip() and line not in seen]
                seen.update(fresh_lines)
                yield f"## {door} for {who or 'all'}"
                yield from (f"  {line}" for each in fresh_lines for line in each.splitlines())


@pytest.mark.parametrize("game", GAMES)
def test_each_door_writes_a_game_as_listed(game):
    listings.compare(f"boards_{game}", tell(game))
