"""Where fate is revealed the host first says the setting, blind to what follows, and then, after a moment, the fate."""

import pytest

from engine.season7.voice import VOICE
from tests.properties.test_voiced import heard
from tests.season7.voiced_transcripts import TRANSCRIPTS, spoken

# A transcript, the setting, and its fate; `apart` where somebody decides in between, else there is a pause.
BLAMMO, KNIFE, DEADLOCK, VOTES, SQUARE, LAST = (
    "blammo/beat1",
    "knife/beat1",
    "deadlock/beat1",
    "votes/beat1",
    "sq00/beat1",
    "mega/beat1",
)
DRAMAS = [
    ("changers/blammo_block.rtab", BLAMMO, "blammo/block"),
    ("changers/blammo_opponent.rtab", BLAMMO, "blammo/other"),
    ("changers/blammo_you.rtab", BLAMMO, "blammo/you"),
    ("changers/blammo_threshold_won.rtab", BLAMMO, "blammo/threat"),
    ("vintage/knife_edge_bright.rtab", KNIFE, "knife/bright"),
    ("vintage/knife_edge_dark.rtab", KNIFE, "knife/dark"),
    ("changers/deadlock.rtab", DEADLOCK, "deadlock/beat2"),
    ("wildcards/remain_or_leave.rtab", VOTES, "votes/beat2"),
    ("wildcards/remain_or_leave_majority.rtab", VOTES, "votes/beat2"),
    ("wildcards/remain_or_leave_all_remain.rtab", VOTES, "votes/beat2"),
    ("cycle/square00_double.rtab", SQUARE, "sq00/double"),
    ("cycle/square00_nothing.rtab", SQUARE, "sq00/nothing"),
    ("cycle/square00_prize.rtab", SQUARE, "sq00/prize"),
    ("cycle/square00_mystery.rtab", SQUARE, "sq00/mystery"),
    ("cycle/square00_add_minigame.rtab", SQUARE, "sq00/game"),
    ("cycle/megagrid_top.rtab", LAST, "mega/top"),
    ("cycle/megagrid_last_bomb.rtab", LAST, "mega/bomb"),
    ("cycle/megagrid_top.rtab", "victory/beat1", "victory/beat2"),
    ("cycle/megagrid_past_who_led.rtab", "victory/beat1", "victory/close"),
]
APART = (BLAMMO, KNIFE, LAST)


@pytest.mark.parametrize(("name", "setting", "fate"), DRAMAS, ids=[f"{name}:{fate}" for name, _, fate in DRAMAS])
def test_fate_comes_in_two_beats(name, setting, fate):
    steps = spoken(name)
    first = next(n for n, lines in enumerate(steps) if any(id_ == setting for id_, _, _ in lines))
    then = next(n for n, lines in enumerate(steps) if any(id_ == fate for id_, _, _ in lines))
    if setting in APART:
        assert then > first
        return
    assert then == first
    beats = [(id_, pause) for id_, pause, _ in steps[first] if id_ in (setting, fate)]
    assert beats == [(setting, False), (fate, True)]


@pytest.mark.parametrize("setting", [BLAMMO, KNIFE, SQUARE, LAST])
def test_the_setting_is_the_same_whatever_follows(setting):
    """Other fates, and the same words but for who it is, and for how much."""
    said = {
        "".join(words.replace("Bob", "Ann") for lines in spoken(name) for id_, _, words in lines if id_ == setting)
        for name, about, _ in DRAMAS
        if about == setting
    }
    assert len({words.translate(str.maketrans("", "", "0123456789,")) for words in said}) == 1


# -- the whole book

ASKED = {"turn", "seal.ask"}  # of questions: tests/season7/test_voice.py
OF_THE_HOUSE = {"shelf/any", "bomb/bot", "bomb/botowner", "win/bot"}  # need the host: achievements, computers


@pytest.mark.slow
def test_every_line_of_the_book_is_said_somewhere():
    """In a transcript or in some seasons: no line stands there that nobody will ever hear."""
    files = sorted(TRANSCRIPTS.rglob("*.rtab"))
    texts = [(path, path.read_text("utf-8")) for path in files]
    said = {
        id_
        for path, text in texts
        if text.startswith("rtab     1 season7")
        for lines in spoken(path.relative_to(TRANSCRIPTS).as_posix())
        for id_, _, _ in lines
    }
    for n in range(12):
        said |= set(heard((3, 4, 6, 9)[n % 4], f"said {n}", 100_000).lines)
    book = {f"{event}/{why}" for event, shelf in VOICE.book.items() for why in shelf if event not in ASKED}
    assert book - said == OF_THE_HOUSE & book - said
    assert len(book & said) > 200
