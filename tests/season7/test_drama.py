"""Where fate is revealed the host first says the setting, blind to what follows, and then, after a moment, the fate."""

import re

import msgspec
import pytest

from engine.kernel.text import format_text
from engine.season7 import events
from engine.season7.voice import SEASON7_VOICE, narrator
from engine.season7.voice.milestones import list_finales
from tests.properties.test_voiced import heard
from tests.season7.voiced_transcripts import TRANSCRIPTS, spoken, tell, tell_scene

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


# -- what ends

FINALE = re.compile(
    r"(Ann|Bob): -?£[0-9,]+\.( Best: £[1-9][0-9,]* by [a-zA-Z ]+, cycle \d+\.)?"
    r"( Worst: £[1-9][0-9,]* by [a-zA-Z ]+, cycle \d+\.)? .+\."
)


def ids_and_words(name, first):
    """The lines of one step from this one on."""
    lines = next(lines for lines in spoken(name) if any(id_ == first for id_, _, _ in lines))
    return [(id_, words) for id_, _, words in lines][[id_ for id_, _, _ in lines].index(first) :]


def test_a_race_ends_with_how_it_was_won_everybodys_moments_and_titles():
    said = ids_and_words("cycle/megagrid_top.rtab", "victory/beat1")
    assert [id_ for id_, _ in said][:3] == ["victory/beat1", "victory/beat2", "finale/how"]
    players = [words for id_, words in said if id_ == "finale/player"]
    assert all(FINALE.fullmatch(words) for words in players)
    assert [words.partition(":")[0] for words in players] == ["Ann", "Bob"]
    assert "Biggest gain: £62,000,000 from the Megagrid, in cycle 3." in players[0]
    assert "Biggest loss: £500,000 from a bomb, in cycle 3." in players[1]
    assert "Billionaire" in players[0]


@pytest.mark.parametrize(
    ("led", "totals", "said"), [("Ann", (9, 4), True), ("Bob", (9, 4), False), ("Ann", (4, 9), False)]
)
def test_who_is_said_to_have_led_from_there_on_has_won_and_leads(led, totals, said):
    """Not who was passed on the last step, and nobody who wins below somebody else's total."""
    memory = SEASON7_VOICE.build_memory({"target": 3})
    memory.cycle, memory.decided, memory.totals = 2, (1, led), dict(zip(("Ann", "Bob"), totals, strict=True))
    lines = SEASON7_VOICE.speak(memory, tell(events.RaceWon(["Ann"], totals[0], 1, {}))).lines[0]
    assert [line.facts for line in lines if line.id.startswith("finale/decided/")] == [
        {"cycle": 1, "who": "Ann"}
    ] * said


def test_what_nobody_has_won_or_lost_and_a_single_row_are_told_as_they_are():
    memory = SEASON7_VOICE.build_memory({"target": 3})
    memory.totals, memory.ups, memory.downs = {"Ann": 9, "Bob": -5, "Cat": 0}, {"Ann": (9, 1)}, {"Bob": (5, 2)}
    memory.tallies = {"rows": {"Ann": 1}}
    memory.bright = {"Ann": "game changers"}
    assert [str(line) for line in list_finales(memory, ["Ann"])] == [
        "Ann: £9. Biggest gain: £9 from one lucky or unlucky event, in cycle 1. Billionaire and Mountain Air (1 row).",
        "Cat: £0. Photo Finish (£9 behind).",
        "Bob: -£5. Biggest loss: £5 from one lucky or unlucky event, in cycle 2. Here to the End.",
    ]


def test_the_square_that_moved_the_money_is_named_where_it_was_opened_just_then():
    memory = SEASON7_VOICE.build_memory({"target": 3})
    opened = events.SquareOpened("Ann", 4, "Anchor")
    SEASON7_VOICE.speak(memory, tell_scene(opened, events.Lost("Bob", 5, "game changers")))
    assert memory.dark == {"Bob": "Anchor"}
    assert "Bob: -£5. Biggest loss: £5 from an Anchor, in cycle 0." in str(next(list_finales(memory, [])))
    SEASON7_VOICE.speak(memory, tell(events.Lost("Bob", 6, "game changers")))  # a later input: what it was is not known
    assert memory.dark == {"Bob": "game changers"}


def test_each_step_on_the_megagrid_says_whose_it_is():
    for climbers in (["Ann"], ["Ann", "Bob"]):
        memory, several = SEASON7_VOICE.build_memory({}), len(climbers) > 1
        memory.totals = {"Ann": 0, "Bob": 0}
        told = tell(events.MegagridOpened(5_000_000, climbers))
        for row in range(1, 4):
            told += tell(*(events.MegagridRowSafe(who, 1, row, pot=9, left=5 - row) for who in climbers))
        said = [line for lines in SEASON7_VOICE.speak(memory, told).lines.values() for line in lines]
        assert [line.id.split("/")[1] for line in said[:2]] == ["several" if several else "start", "any"]
        assert all("who" in line.facts for line in said)


def test_who_found_their_own_bomb_is_not_said_to_have_fallen_to_themselves():
    memory = SEASON7_VOICE.build_memory({})
    memory.totals, memory.fell, memory.headline = {"Ann": 0}, [("Ann", "Ann"), ("Bob", "Ann")], (1, "News")
    memory.out, memory.cycle = {"Cat": 2, "Ann": 0, "Bob": 0}, 3
    out = SEASON7_VOICE.build_recap(memory)[2]
    told = "Out in cycle 3: Cat (for 3 days), Ann (own bomb) and Bob (Ann’s bomb)."
    assert format_text(out.text, out.facts) == told


def test_a_recap_tells_which_boards_are_in_play_and_recalls_nothing_twice_in_a_week():
    memory = SEASON7_VOICE.build_memory({})
    memory.totals, memory.biggest, memory.turns = {"Ann": 5_000_000, "Bob": 0}, 3_000_000, 7
    last = []
    for _ in range(4):
        memory.headline = (1, "News")
        last.append([format_text(each.text, each.facts) for each in SEASON7_VOICE.build_recap(memory)][-1])
    assert last[:2] == [
        "The largest sum on one square so far: £3,000,000.",
        "7 squares opened so far.",
    ]
    assert last[2] == "Leading: Ann £5,000,000 and Bob £0."  # all has been recalled
    place = memory.find_round_at("Q1")
    place.title, place.left, place.opened, memory.headline = "Quadrant 1", ["Ann", "Bob"], [1, 2], (1, "News")
    boards = [format_text(each.text, each.facts) for each in SEASON7_VOICE.build_recap(memory)][-1]
    assert boards == "In play: Quadrant 1 with 23 closed squares for Ann and Bob."


@pytest.mark.parametrize(("had", "said"), [(0, False), (7_000_000, True)])
def test_nobody_is_said_to_lead_with_nothing(had, said):
    """When somebody falls below nought, who has nothing comes first; that is no news."""
    memory = SEASON7_VOICE.build_memory({})
    memory.totals = {"Ann": had, "Bob": had}
    fallen = tell_scene(
        events.BombFound("Bob", 3, "Bomb"),
        events.BombOwned(3),
        events.Lost("Bob", 500_000, "bomb"),
        events.PutOut("Bob"),
    )
    ids = [line.id for lines in SEASON7_VOICE.speak(memory, fallen).lines.values() for line in lines]
    assert any(name.startswith("standing/") for name in ids) is said


def test_a_cycle_ends_with_its_table_movements_and_highlights():
    said = ids_and_words("cycle/megagrid_bomb.rtab", "cycle.end/any")
    assert [id_ for id_, _ in said[:4]] == ["cycle.end/any", "table/any", "high/square", "high/bomb"]
    assert said[1][1] == "1 Ann £10,600,000 and 2 Bob -£500,000."


def test_a_round_ends_with_what_lay_under_the_rest_and_whose_bombs_nobody_found():
    said = ids_and_words("wildcards/remain_or_leave_alone.rtab", "win/firstwin")
    assert [id_ for id_, _ in said[1:4]] == ["round.end/closed", "round.end/under", "round.end/survivors"]
    assert (
        said[3][1]
        == "Nobody found these bombs: Ann's on square 1, Bob's on square 2, Bob's on square 3 and Bob's on square 4."
    )


# -- the whole book

ASKED = {"turn", "turn.own", "seal.ask", "sq00.ask"}  # of questions: tests/season7/test_voice.py
OF_THE_HOUSE = {"shelf/any", "bomb/bot", "bomb/botowner", "win/bot"}  # need the host: achievements, computers
UNLEARNT = {"told/plain"}  # of a square that is not in the rules yet: tests/test_a_square.py
OF_OLD_LOGS = {"total/any"}  # a total without its place: nothing says it any more, but logs that did are still read


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
    book = {f"{event}/{why}" for event, shelf in SEASON7_VOICE.book.items() for why in shelf if event not in ASKED}
    assert book - said - UNLEARNT - OF_OLD_LOGS == OF_THE_HOUSE & book - said
    assert len(book & said) > 200


# -- what a reader stumbled over


def test_who_has_touched_the_billion_hears_no_more_how_much_is_missing():
    said = [line for lines in spoken("race/reached_and_below.rtab") for line in lines]
    assert "brink/fallen" in [id_ for id_, _, _ in said]
    assert [words for _, _, words in said if "to the billion" in words or "from the billion" in words] == []


def test_what_a_keeper_does_not_win_is_said_beside_what_the_kicker_does():
    said = [words for _, _, words in spoken("minigames/penalty_shootout/win.rtab")[-1]]
    assert said[1:3] == ["Ann gets £30,200,000 from the minigame Penalty Shootout.", "Cat gets nothing from this."]


def test_the_super_round_has_its_article():
    said = [words for _, _, words in spoken("boards/quick_finish_super.rtab")[-1]]
    assert [words for words in said if "Super Round" in words] == ["Ann and Bob are still in and win the Super Round."]


def test_two_who_share_are_not_said_to_be_level_once_more():
    ids = [id_ for lines in spoken("changers/fifty50.rtab") for id_, _, _ in lines]
    assert "ev.share/up" in ids
    assert "standing/tie" not in ids


def test_a_leavers_present_is_told_as_what_it_is():
    said = [[words for _, _, words in lines] for lines in spoken("wildcards/leave_present.rtab")]
    lucky, *_, given = (" ".join(words) for words in said if words)
    assert "£1,000,000 (which costs £2,000,000)" in lucky
    assert "→ £8M, 1st" in lucky
    assert all(word in given for word in ("Bob", "Ann", "£1,000,000", "£2,000,000", "£6M"))
    assert "receives" not in given


def test_a_lesser_target_is_told_as_what_it_is():
    near, touched = (lines for lines in spoken("race/reached_quarter.rtab") if lines)
    assert near[0][2] == "Ann opens 1 and gets £9,000,000. Ann needs £21,000,000 more to reach £250,000,000."
    (words,) = [words for id_, _, words in touched if id_ == "brink/touch"]
    assert words == "Bob reaches £250,000,000. The race goes on to the end of the cycle."
    assert "billion" not in " ".join(words for _, _, words in [*near, *touched])


def test_no_headline_comes_twice_in_a_week_also_when_the_memory_was_kept_meanwhile():
    memory = SEASON7_VOICE.build_memory({})
    memory.totals = {"Ann": 5_000_000, "Bob": 0}
    heads = []
    for n in range(3):
        narrator.note_new_leader(memory, "Ann")
        if n == 1:
            narrator.note_any_square(memory, "Bob", 3)
        memory = msgspec.json.decode(msgspec.json.encode(memory), type=SEASON7_VOICE.memory)
        lines = [format_text(each.text, each.facts) for each in SEASON7_VOICE.build_recap(memory)]
        heads.append([line for line in lines if line.startswith("News")])
    assert heads == [
        ["News since yesterday: Ann has taken the lead."],
        ["News since yesterday: Bob has opened square 3."],
        [],
    ]


@pytest.mark.parametrize(
    ("n", "article"), [(8, "an"), (11, "an"), (18, "an"), (82, "an"), (110, "a"), (10, "a"), (1, "a")]
)
def test_a_number_has_its_article(n, article):
    assert format_text("{n:a}%, {n:A}%", {"n": n}) == f"{article} {n}%, {article.capitalize()} {n}%"


def test_who_moves_up_only_because_another_falls_is_not_told_of():
    memory = SEASON7_VOICE.build_memory({})
    memory.totals = {"Ann": 5_000_000, "Eve": 100_000, "Dan": 0}
    told = tell_scene(
        events.BombFound("Eve", 3, "Bomb"),
        events.BombOwned(3),
        events.Lost("Eve", 500_000, "bomb"),
        events.PutOut("Eve"),
    )
    said = [line for lines in SEASON7_VOICE.speak(memory, told).lines.values() for line in lines]
    moved = [line.facts["who"] for line in said if line.id.startswith("standing/")]
    assert "Dan" not in moved
