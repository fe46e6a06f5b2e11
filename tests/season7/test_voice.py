"""The host's voice: its book, and what of it is said in positions and in whole seasons."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.kernel import LOG, PUBLIC, Game, Reader, format_text
from engine.kernel import voice as voice_
from engine.kernel.event import EVENT_KINDS
from engine.kernel.voice import CODE, RECENT_LINES, Moment, list_true_lines, pick_line, remember_line
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.notation.run import _Replay
from engine.race import events as race_events
from engine.rulesets import RULESETS
from engine.season7 import events
from engine.season7.rules import SEASON7
from engine.season7.voice import SEASON7_NARRATORS, SEASON7_VOICE
from engine.season7.voice.narrator import BLOWS, BOUND
from tests.season7.voiced_transcripts import TRANSCRIPTS, aloud, tell
from tests.words.marked import every_text
from workshop.bots import sample_players
from workshop.simulate.voice import compute_commonest_share, find_line_text, iter_first_lines, play_heard_game

LINES = [line for circumstances in SEASON7_VOICE.book.values() for some in circumstances.values() for line in some]
ROOT = Path(__file__).parent.parent.parent
GENDERED = re.compile(r"\b(he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)
FIXED = ("Square 00", "300%", "50%", "Cycle 1:")  # digits that are names and rules
NARROW = 30


@pytest.fixture(scope="module")
def season():
    return play_heard_game(SEASON7, 4, "7")


@pytest.mark.as_released
def test_the_sample_of_the_page_is_what_the_host_says():
    """Whatever is reworded shows on the page, too."""
    page = (ROOT / "docs/voice.md").read_text("utf-8")
    players, seed, most, sample = re.findall(
        r"`rtab simulate voice --players (\d+) --seed (\d+) --show (\d+)`.*?```\n(.*?)```", page, re.DOTALL
    )[0]
    said = [*iter_first_lines(SEASON7, int(players), seed, int(most), plain=False)]
    assert sample.splitlines() == said, "print it anew with this command"


# -- the book


def test_no_template_stands_twice_and_no_two_lines_are_remembered_alike():
    """But a total is told in one way, whatever its line is called."""
    texts = Counter(line.text for line in LINES if not line.id.startswith("total/"))
    assert [text for text, n in texts.items() if n > 1] == []
    assert len({line.code for line in LINES}) == len(LINES)
    assert {len(line.code) for line in LINES} == {CODE}


def test_an_event_with_lines_that_are_always_true_has_several():
    assert [
        name for name, shelf in SEASON7_VOICE.book.items() if 0 < len(shelf.get("any", ())) < 2 and name != "finale"
    ] == []


@pytest.mark.parametrize("event", [*BLOWS, "mut.burnout", "mut.bankrupt", "bomb.yours", "knife/dark"])
def test_a_bomb_is_called_a_bomb(event):
    """Whoever comes to it sees a line alone: that somebody is out and pays does not say by what."""
    lines = [line for line in LINES if line.id.startswith(f"{event}/")]
    assert lines
    assert [line.text for line in lines if "bomb" not in line.text.casefold()] == []


def test_nobody_is_called_he_or_she_and_only_names_and_rules_have_digits():
    for line in LINES:
        said = re.sub(r"\{[^}]*\}", "", line.text)
        for fixed in FIXED:
            said = said.replace(fixed, "")
        assert not GENDERED.search(line.text), line
        assert not re.search(r"\d", said), line


@pytest.fixture(scope="module")
def known():
    return every_text()


def test_every_event_that_is_listened_for_is_one_and_has_the_facts_that_its_lines_say():
    assert {*SEASON7_NARRATORS} <= {*EVENT_KINDS.values()}
    for kind, shelves in BOUND.items():
        assert kind is not None
        facts = set(kind.__struct_fields__)
        for shelf in shelves:
            renamed = [each.partition("=")[::2] for each in shelf.when.split()]
            assert {theirs for _, theirs in renamed} <= facts, kind
            for line in SEASON7_VOICE.book[shelf.event][shelf.kind]:
                assert line.needs <= facts | {ours for ours, _ in renamed}, line


def test_every_line_can_be_translated(known):
    assert [line.id for line in LINES if line.text not in known and line.text != "{line}"] == []


def test_no_word_of_a_line_is_wider_than_the_narrowest_screen():
    for line in LINES:
        words = re.sub(r"\{[^}]*\}", "£999,999,999", line.text).split()
        assert max(map(len, words)) <= NARROW, line


# -- how a line is chosen


def test_the_strongest_fresh_line_is_taken_and_then_the_one_longest_unheard():
    memory, said = SEASON7_VOICE.build_memory({}), []
    for _ in range(12):
        moment = Moment("peek", {"who": "Ann", "n": 4, "other": "Bob"}, 0, soft=["same"])
        line = pick_line(SEASON7_VOICE.book, moment, memory)
        assert line
        remember_line(memory, line)
        said.append(line.id)
    assert said[0] == "peek/same/1"
    assert set(said[:5]) == {"peek/same/1", *(f"peek/any/{n}" for n in range(1, 5))}
    assert said[5:10] == said[:5]  # all have been heard: the one that was said longest ago comes first


def test_a_line_whose_facts_are_not_known_is_not_said():
    nameless = Moment("bomb", {"who": "Ann", "n": 4, "amount": 500_000}, 0, strong=["again", "house"])
    said = pick_line(SEASON7_VOICE.book, nameless, SEASON7_VOICE.build_memory({}))
    assert said and said.id == "bomb/house/1"
    assert pick_line(SEASON7_VOICE.book, Moment("bomb", {}, 0), SEASON7_VOICE.build_memory({})) is None


# -- positions

ROUND = """
rtab     1 season7
players  Ann Bob Cat
bank     {bank}
secret   twins
round    Q1 Ann Bob Cat
board    Q1
    {board}
"""


def said_of(board, *squares, bank="Ann £1", to=PUBLIC):
    """What is said to everybody, or to one alone, as these squares are opened, one after the other."""
    script = parse_transcript(ROUND.format(board=board, bank=bank).lstrip(), RULESETS)
    game = begin_transcript_game(script, RULESETS["season7"], {})
    memory = SEASON7_VOICE.build_memory({})
    memory.totals = {who: player.total for who, player in game.state.players.items()}
    memory.places["Q1"] = place = type(memory.find_round_at("Q1"))(columns=4, squares=4)
    place.left = place.seats = list(game.state.players)
    found = []
    for n in squares:
        (question,) = [each for each in game.list_questions() if each.key == "select"]
        game.answer(question.who, question.id, n)
        told = game.told
        said = SEASON7_VOICE.speak(memory, told)
        for at, each in enumerate(told):
            lines = [format_text(find_line_text(SEASON7, one.id), one.facts) for one in said.lines.get(at, ())]
            if each.to == to:
                found += lines or ([] if at in said.by else [format_text(each.text, each.facts)])
    return found


def test_a_find_is_one_line_with_what_and_how_much():
    assert said_of("£100,000 | £2,000,000 | £3,000,000 | £50,000", 2)[0] == (
        "Ann makes a great start: £2,000,000 on 2."
    )


def test_it_is_always_said_whose_bomb_it_was():
    said = " ".join(said_of("Bomb@Bob | £2,000,000 | £3,000,000 | £50,000", 1))
    assert "Bob’s bomb" in said
    own = " ".join(said_of("Bomb@Ann | £2,000,000 | £3,000,000 | £50,000", 1))
    assert "Ann’s own bomb" in own or "Ann hid the bomb" in own or "comes home" in own or "own goal" in own


def test_of_higher_or_lower_it_is_said_what_was_guessed():
    said = aloud("minigames/higher_or_lower/win.rtab")
    assert next(line for line in said if "the A" in line).startswith("Higher for £300,000")
    assert sum(line.startswith(("Higher for £", "Lower for £")) for line in said) == 7


def test_who_takes_the_lead_is_said_once():
    said = said_of("£100,000 | £2,000,000 | £3,000,000 | £50,000", 1, 2)
    assert sum("lead" in line or "front" in line.lower() for line in said[-2:]) == 1


def test_twins_that_differ_only_in_what_is_hidden_sound_alike():
    one = said_of("£100,000 | £2,000,000 | Bomb@Ann | £50,000", 1, 2)
    other = said_of("£100,000 | £2,000,000 | Eclipse | Bomb@Ann", 1, 2)
    assert one == other


def test_each_is_told_alone_what_they_sealed_and_what_their_bomb_did():
    memory, (ann,) = SEASON7_VOICE.build_memory({}), ["Ann"]
    (sealed,) = tell(race_events.BombSealed(3, "a" * 64), to=ann)
    first = alone(memory, sealed)
    assert "3" in first
    assert "a" * 64 not in first
    before = memory.told
    memory.turns = 1
    assert alone(memory, sealed) != first
    assert memory.told == before  # what others read does not depend on it
    assert "Nitrous" in alone(memory, *tell(events.HiddenReceived("Nitrous"), to=ann))
    peeked = alone(memory, *tell(race_events.PeekSeen(7, "Cash"), to=ann))
    assert peeked == "You look at square 7: Cash. Nobody else can see this."


def alone(memory, told):
    (line,) = SEASON7_VOICE.speak(memory, [told]).lines[0]
    return format_text(find_line_text(SEASON7, line.id), line.facts)


@pytest.mark.parametrize(
    ("board", "picks", "start"),
    [
        (
            "Bomb@Bob | £2,000,000 | £3,000,000 | £50,000",
            [1],
            "Your bomb on 1 has caught its first player of this race: Ann.",
        ),
        ("Bomb@Ann | £2,000,000 | £3,000,000 | £50,000", [1], ""),
    ],
)
def test_an_owner_hears_whom_a_bomb_got(board, picks, start):
    found = said_of(board, *picks, to="Bob")
    assert found == ([start] if start else [])


# -- seasons


@pytest.mark.whole
def test_the_ten_commonest_lines_of_a_season_are_fifteen_in_a_hundred_at_most(season):
    assert compute_commonest_share(season.before) > 0.4
    assert compute_commonest_share(season.after) <= 0.15
    assert season.plain / season.after.total() < 0.25


@pytest.mark.whole
def test_no_line_comes_again_among_the_last_five_of_its_event_where_others_are_true(monkeypatch):
    told: dict[str, list[str]] = {}
    again = []

    def noted(known, moment, memory):
        line = pick_line(known, moment, memory)
        others = sum(len(rank) for rank in list_true_lines(known, moment, memory))
        last = told.setdefault(moment.event, [])
        if line and others > RECENT_LINES and line.id in last[-RECENT_LINES:]:
            again.append(line.id)
        last += [line.id] if line else []
        return line

    monkeypatch.setattr(voice_, "pick_line", noted)
    play_heard_game(SEASON7, 4, "7")
    assert sum(map(len, told.values())) > 1000
    assert again == []


def test_every_line_that_is_said_has_all_of_its_facts(season):
    reader = Reader()
    assert all(format_text(line.text, line.facts, reader) for _, line in season.lines)


@pytest.mark.whole
def test_the_same_season_comes_in_the_same_words_and_without_hashes(season):
    again = play_heard_game(SEASON7, 4, "7")
    assert [line for _, line in again.lines] == [line for _, line in season.lines]
    said = " ".join(format_text(line.text, line.facts) for event, line in season.lines if event)
    assert not re.search(r"[0-9a-f]{20}", said)


def test_each_turn_is_announced_in_the_next_of_its_lines():
    game = begin_transcript_game(
        parse_transcript(ROUND.format(board="1 | 1 | 1 | 1".replace("1", "£100,000"), bank="Ann £1"), RULESETS),
        RULESETS["season7"],
        {},
    )
    memory, (question,) = SEASON7_VOICE.build_memory({}), game.list_questions()
    place = memory.find_round_at("Q1")
    place.left, place.opened, said = ["Ann", "Bob", "Cat"], [4], []
    for memory.turns in range(4):
        said.append(str(SEASON7_VOICE.phrase_question(memory, question)))
    assert said == ["Ann, open a square.", "It is Ann’s turn next.", "Next: Ann.", "Ann opens the next square."]
    place.left, memory.turns = ["Ann", "Bob"], 5
    assert str(SEASON7_VOICE.phrase_question(memory, question)) == (
        "Only Ann and Bob are left. Ann opens the next square."
    )


def test_whose_turn_it_is_reads_it_in_words_of_their_own():
    game = begin_transcript_game(
        parse_transcript(ROUND.format(board="1 | 1 | 1 | 1".replace("1", "£100,000"), bank="Ann £1"), RULESETS),
        RULESETS["season7"],
        {},
    )
    memory, (question,) = SEASON7_VOICE.build_memory({}), game.list_questions()
    memory.totals = {"Ann": 1, "Bob": 0, "Cat": 0}
    place = memory.find_round_at("Q1")
    place.title, place.left, place.opened, place.columns, place.squares = "Q1", ["Ann", "Bob", "Cat"], [4], 4, 4
    said = []
    for memory.turns in range(5):
        said.append(str(SEASON7_VOICE.phrase_question(memory, question, own=True)))
    assert said == [
        "Your turn in Q1: open a square. You lead the race.",
        "Your turn in Q1: open a square. 3 squares are closed.",
        "Your turn in Q1, Ann: open one of 3 squares.",
        "Your turn in Q1: open a square.",
        "Your turn, Ann: open one of 3 squares.",
    ]
    memory.totals, memory.turns = {"Ann": 1, "Bob": 5, "Cat": 6}, 0
    assert str(SEASON7_VOICE.phrase_question(memory, question, own=True)) == (
        "Your turn: open a square. You are last in the race."
    )
    place.opened = [4, 3]
    assert str(SEASON7_VOICE.phrase_question(memory, question, own=True)) == (
        "Your turn in Q1: open one of the last two squares."
    )


def test_of_one_square_that_is_left_nobody_is_told_to_choose():
    game = begin_transcript_game(
        parse_transcript(ROUND.format(board="1 | 1 | 1 | 1".replace("1", "£100,000"), bank="Ann £1"), RULESETS),
        RULESETS["season7"],
        {},
    )
    memory, (question,) = SEASON7_VOICE.build_memory({}), game.list_questions()
    memory.totals = {"Ann": 1, "Bob": 0, "Cat": 2}
    place, said = memory.find_round_at("Q1"), set()
    place.title, place.left, place.opened, place.columns, place.squares = "Q1", ["Ann", "Bob"], [4, 3, 1], 4, 4
    for memory.turns in range(5):
        said.add(str(SEASON7_VOICE.phrase_question(memory, question, own=True)))
    assert said == {"Your turn in Q1: open a square."}


def test_whoever_seals_reads_alone_whom_their_last_bomb_got():
    dice, memory, said = Random("got"), SEASON7_VOICE.build_memory({}), set()
    fell: dict[str, str] = {}
    game = Game.start(SEASON7, ["Ann", "Bob", "Cat", "Dan"], {}, "got")
    for _ in range(400):
        SEASON7_VOICE.speak(memory, game.told)
        owners: list[str] = []
        for each in game.told:
            if each.what == events.RoundBegun.id:
                fell = {who: victim for who, victim in fell.items() if who not in each.facts["order"]}
            owners = each.facts.get("owners", []) if each.what == events.BombOwned.id else owners
            if each.what == events.PutOut.id:
                fell, owners = fell | dict.fromkeys(owners, each.facts["who"]), []
        for asked in [each for each in game.list_questions() if each.key == "bomb.seal"]:
            line, got = (
                str(SEASON7_VOICE.phrase_question(memory, asked, own=True)).split(": ")[1],
                fell.get(asked.who, ""),
            )
            expected = f"your last bomb put out {got}. Hide the next one on a square."
            assert not line.startswith("your last bomb") or line == expected
            assert not line.startswith("last time") or got == asked.who
            assert "last" not in str(
                SEASON7_VOICE.phrase_question(memory, asked)
            )  # whoever else may look reads of no bomb before
            said.add(" ".join(line.split()[:2]))
        sample_players.move_carelessly(game, dice)
    assert said >= {"your last", "last time", "hide your"}


def test_what_square_00_may_do_is_asked_with_all_five_fates_and_with_what_it_did_last():
    script = parse_transcript((TRANSCRIPTS / "cycle/square00_keeps.rtab").read_text("utf-8"), RULESETS)
    running = _Replay(script, RULESETS["season7"], "")
    memory, asked = SEASON7_VOICE.build_memory({}), None
    for step in script.steps:
        running.play_step(step)
        asked = asked or next((each for each in running.game.list_questions() if each.key == "square00.stake"), None)
    assert asked
    said = set()
    for fate, memory.cycle in (("", 0), ("", 1), ("", 2), ("won", 0), ("lost", 0)):
        memory.fates = {asked.who: fate}
        text = str(SEASON7_VOICE.phrase_question(memory, asked))
        said.add(text)
        for fact in ("bonus", "prize"):
            assert f"£{asked.facts[fact]:,}" in text
        assert asked.facts["minigame"] in text
    assert len(said) == 5


@pytest.mark.whole
@pytest.mark.parametrize(("players", "seed"), [(4, "truth 1"), (9, "truth 2")])
def test_what_it_remembers_from_the_told_alone_is_how_things_stand(players, seed):
    dice, memory = Random(seed), SEASON7_VOICE.build_memory({})
    game = Game.start(SEASON7, [f"p{n}" for n in range(players)], {}, seed)
    for n in range(700):
        SEASON7_VOICE.speak(memory, game.told)
        if n % 100 == 50:
            game.play(LOG, "leave", dice.choice(game.state.here()))
            SEASON7_VOICE.speak(memory, game.told)
        elif n % 100 == 60:
            gone = [who for who, player in game.state.players.items() if player.gone]
            game.play(LOG, "join", dice.choice([who for who in gone if who not in game.state.newcomers]))
            SEASON7_VOICE.speak(memory, game.told)
        here = {who: player for who, player in game.state.players.items() if not player.gone}
        assert memory.totals == {who: player.total for who, player in here.items()}
        assert {who: memory.boosters.get(who, 0) for who in here} == {who: it.booster for who, it in here.items()}
        for name, r in game.state.rounds.items():
            if r.stage == "play":
                assert sorted(memory.places[name].left) == sorted(r.list_living())
                assert sorted(memory.places[name].opened) == [n for n, cell in enumerate(r.cells, 1) if cell.open]
        sample_players.move_carelessly(game, dice)
