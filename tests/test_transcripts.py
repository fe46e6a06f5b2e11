"""Every transcript under tests/transcripts is played again, and all it expects must hold."""

from itertools import pairwise
from pathlib import Path

import pytest

from engine.kernel.event import Event
from engine.minigames import MINIGAMES
from engine.notation import LUCKS, replay_text
from engine.notation.run import _Replay, run_transcript
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS
from engine.season7 import board, tables
from engine.season7.hooks import HOOKS
from tests.longer_tables import toy_square

MOST_LUCKS = 500  # so many Super Rounds surely show what lies in one of fourteen
UNPINNED = """\
rtab     1 season7
title    Nobody has said whether the bomb mutates
players  Ann Bob Cat
round    Q1 Ann Bob Cat
board    Q1
    Bomb@Bob | £100,000
Ann      select 1
>        Ann loses £500,000.
>        Ann is out of the round.
?        Bob select
"""
SUPER_ROUND = """\
rtab     1 season7
title    A Super Round is laid
players  Ann Bob
round    SR super Ann Bob
Ann      seal 1
Bob      seal 2
?        Ann select
"""
TRANSCRIPTS = Path(__file__).parent / "transcripts"
# What may be said twice in a row: of two changers, and of two draws.
TWICE_TOLD = ("Ann gains $500,000.", "The Profit deck is empty, so Ann draws nothing.")
FILES = sorted(TRANSCRIPTS.rglob("*.rtab"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TRANSCRIPTS).as_posix())
def test_transcript(path):
    transcript = parse_transcript(path.read_text("utf-8"), RULESETS)
    outcome = run_transcript(transcript, RULESETS[transcript.ruleset])
    if outcome.differences:
        at = path.relative_to(TRANSCRIPTS.parent.parent)
        pytest.fail("\n".join(f"{at}: {difference}" for difference in outcome.differences), pytrace=False)
    said = [pair for step in outcome.happened for pair in pairwise(step.said)]
    assert [one for one, other in said if one == other and one[1] not in TWICE_TOLD] == []


@pytest.mark.whole
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(TRANSCRIPTS).as_posix())
def test_a_transcript_holds_whatever_chance_does_with_what_it_does_not_pin(path):
    """So no addition to a table, and no draw that is new elsewhere, can break it: whatever matters has its pin."""
    text = path.read_text("utf-8")
    assert [str(difference) for luck in LUCKS for difference in replay_text(text, RULESETS, luck)] == []


@pytest.mark.whole
def test_every_event_of_every_game_happens_in_a_transcript_and_no_fact_is_stored_that_is_usual():
    told, usual = set[str](), set[str]()
    for path in FILES:
        transcript = parse_transcript(path.read_text("utf-8"), RULESETS)
        running = _Replay(transcript, RULESETS[transcript.ruleset], "0")
        for step in transcript.steps:
            running.play_step(step)
            told |= {each.what for each in running.game.told}
            events = [(each.facts, each.kind) for each in running.game.told if each.kind]
            usual |= {
                f"{kind.id} {name}"
                for facts, kind in events
                for name, default in kind.list_optional_fields()
                if name in facts and facts[name] == default
            }
    rooms = {room for rules in RULESETS.values() for room in rules.told_before}
    kinds = [
        kind for room in rooms for kind in vars(room).values() if isinstance(kind, type) and issubclass(kind, Event)
    ]
    assert {kind.id for kind in kinds if kind.id and kind.__module__.startswith("engine.")} - told == set()
    assert usual == set()


def test_what_depends_on_an_unpinned_draw_is_found_out():
    differences = [replay_text(UNPINNED, RULESETS, luck) for luck in map(str, range(20))]
    assert any(differences)
    assert not all(differences)


@pytest.fixture
def additions(monkeypatch):
    """A minigame and a square that nobody has ever seen, in all tables that chance draws from."""

    async def toy_game(_t, _who):
        """It pays nothing."""
        return 0

    caches = (
        tables.weigh_squares_evenly,
        tables.find_category,
        board.has_squares_to_draw,
        board.list_drawable_categories,
    )
    monkeypatch.setitem(MINIGAMES, "Toy Game", toy_game)
    monkeypatch.setitem(HOOKS.squares, "Toy Square", toy_square)
    for category, face in ((5, "Toy Game"), (6, "Toy Square")):
        monkeypatch.setitem(tables.CATEGORY, face, category)
        tables.SQUARES_BY_CATEGORY[category].append(face)  # the very lists that are called MINIGAMES and EVENTS, too
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(_Replay, "_check_saving", lambda *_: None)  # that these games can be saved is seen without them
    yield
    for category in (5, 6):
        tables.SQUARES_BY_CATEGORY[category].pop()
    for cache in caches:
        cache.cache_clear()


@pytest.mark.whole
@pytest.mark.usefixtures("additions")
def test_no_transcript_minds_a_new_minigame_and_a_new_square():
    unseen = {"Toy Game", "Toy Square"}
    for luck in map(str, range(MOST_LUCKS)):
        unseen -= drawn_without_pins(luck)
        if not unseen:
            break
    assert unseen == set()  # they do come up
    broken = [path for path in FILES if replay_text(path.read_text("utf-8"), RULESETS)]
    assert [path.relative_to(TRANSCRIPTS).as_posix() for path in broken] == []


def drawn_without_pins(luck):
    """All that is drawn for the board of a Super Round."""
    outcome = run_transcript(parse_transcript(SUPER_ROUND, RULESETS), RULESETS["season7"], luck)
    return {name for happened in outcome.happened for _, names in happened.drew for name in names}


def test_there_are_transcripts():
    assert FILES
