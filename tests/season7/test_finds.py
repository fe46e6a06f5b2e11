"""Every find is one line: who, where, what, how much, the new total, and the place where that has changed."""

from random import Random

import pytest

from engine.kernel import Game, format_text
from engine.kernel.voice import build_spoken_phrases, join_phrases
from engine.season7 import events
from engine.season7.rules import SEASON7
from engine.season7.voice import SEASON7_VOICE, milestones
from tests.season7.finds import Finds, lacks_nothing, of_transcript
from tests.season7.voiced_transcripts import TRANSCRIPTS, tell, tell_scene
from workshop.bots import sample_players
from workshop.simulate.voice import VOICE_PLAYER_NAMES, find_line_text


def season7(path):
    """Is this a transcript of Season 7?"""
    return path.read_text("utf-8").startswith("rtab     1 season7")


def finds(players, seed, inputs, **options):
    """All finds of so many inputs, as everybody reads them."""
    dice = Random(seed)
    game = Game.start(SEASON7, list(VOICE_PLAYER_NAMES[:players]), options, seed, keep=False)
    heard = Finds(game, SEASON7_VOICE.build_memory(options))
    heard.hear(game.told)
    while inputs and not game.over:
        sample_players.move_carelessly(game, dice)
        heard.hear(game.told)
        inputs -= 1
    return heard


@pytest.mark.whole
@pytest.mark.parametrize(
    ("players", "seed", "options"),
    [(4, "found 1", {}), (9, "found 2", {"target": 250_000_000}), (3, "found 3", {"wits": True})],
)
def test_a_find_is_one_line_that_says_it_all(players, seed, options):
    heard = finds(players, seed, 800, **options)
    assert heard.found > 50
    lacks_nothing(heard.wrong)
    assert heard.vague == []


@pytest.mark.whole
@pytest.mark.parametrize("folder", sorted({path.parent.name for path in TRANSCRIPTS.glob("*/*.rtab") if season7(path)}))
def test_every_find_of_the_transcripts_is_one_line_that_says_it_all(folder):
    """They have every square, in all its circumstances."""
    names = [f"{folder}/{path.name}" for path in sorted((TRANSCRIPTS / folder).glob("*.rtab")) if season7(path)]
    heard = {name: of_transcript(name) for name in names}
    lacks_nothing([wrong for name in names for wrong in heard[name].wrong])
    assert [(name, line) for name in names for line in heard[name].vague] == []
    assert folder != "rounds" or any(each.bombs for each in heard.values())


@pytest.mark.slow
@pytest.mark.parametrize("n", range(8))
def test_every_find_of_whole_seasons_is_one_line_that_says_it_all(n):
    lacks_nothing(finds((3, 4, 6, 9)[n % 4], f"found whole {n}", 100_000).wrong)


def test_a_line_that_leaves_something_out_is_found_out(monkeypatch):
    monkeypatch.setattr(milestones, "say_totals", lambda *_: None)
    lacks = [why for why, _, _ in finds(4, "found 1", 100).wrong]
    assert any("total of" in each for why in lacks for each in why)


def test_a_square_that_does_nothing_is_named_though_a_minigame_begins_elsewhere():
    told = tell_scene(events.SquareOpened("Ann", 15, "Tag Along"), events.NearBombsCounted(15, 0))
    told += tell(events.MinigameStarted("Cat", "High Stakes"), table="M12")
    said = SEASON7_VOICE.speak(SEASON7_VOICE.build_memory({}), told)
    lines = [
        join_phrases(parts) for parts in build_spoken_phrases(said.lines[0], lambda name: find_line_text(SEASON7, name))
    ]
    words = " ".join(format_text(line.text, line.facts) for line in lines)
    assert "Tag Along" in words
    assert "High Stakes" not in words
