"""What is shown beside the board of a race, and of a Jackpot Chance."""

from pathlib import Path

import msgspec

from engine.deluxe.rules import DELUXE
from engine.kernel import Game, Reader
from engine.kernel.record import decode_snapshot
from engine.kernel.text import PUBLIC
from engine.notation.run import _Replay
from engine.notation.transcript import parse_transcript
from engine.rulesets import RULESETS

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts" / "deluxe"

encode = msgspec.json.encode
IN_PLAY = """rtab     1 deluxe
title    Some have gained, some have lost
players  Ann Bob Cat
boost    Ann 140%; Cat 60%
multiplier Ann x3; Bob x1.5
row      Ann 2
grid     A Ann Bob Cat
gained   Ann $9,650,000; Cat -$40,000
board    A
    $10,000 | Bomb@Ann | $20,000 | Bomb@Bob | Bomb@Cat | $30,000
begin
?        Ann pick
"""
CHANCE = """rtab     1 deluxe
title    A Jackpot Chance in play
players  Ann Bob
multiplier Ann x9
grid     A Bob Ann
board    A
    Bomb@Ann | [$1 by Ann] | Bomb@Bob
~        jackpot_chance.spaces SPACES
Bob      pick 1
Ann      jackpot_chance.spaces 1, 2, 9
?        Ann jackpot_chance.spaces
"""
SPACES = "J Strike A C K Strike P O $100,000 T Strike Strike $100,000 J A C K P O T"
CHANCE = CHANCE.replace("SPACES", " | ".join(SPACES.split()))


def staged(text):
    """A game as it stands at the end of a text."""
    transcript = parse_transcript(text, RULESETS)
    running = _Replay(transcript, RULESETS["deluxe"], "")
    for step in transcript.steps:
        running.play_step(step)
    assert not running.outcome.differences
    return running.game


def test_boost_multiplier_and_row_stand_beside_the_board():
    (panel,) = staged(IN_PLAY).build_view(PUBLIC).panels
    shown = {seat.who: [Reader().format_value(mark) for mark in seat.marks] for seat in panel.seats}
    assert shown == {
        "Ann": ["140% x3", "2 wins in a row", "gained $9.65M", "1 peek"],
        "Bob": ["100% x1.5", "1 peek"],
        "Cat": ["60% x1", "lost $40k", "1 peek"],
    }


def test_the_twenty_spaces_of_a_jackpot_chance_are_shown_as_far_as_they_are_open():
    game = staged(CHANCE)
    panel = game.build_view(PUBLIC).panels[-1]
    assert (panel.title, panel.to_move) == ("Jackpot Chance", ["Ann"])
    (picture,) = panel.pictures
    assert (picture.columns, len(picture.cells)) == (5, 20)
    faces = {
        n: (Reader().format_value(cell.face), cell.kind)
        for n, cell in enumerate(picture.cells, 1)
        if cell.kind != "shut"
    }
    assert faces == {1: ("J", "event"), 2: ("Strike", "bomb"), 9: ("$100k", "cash")}
    assert [Reader().format_value(note) for note in panel.notes] == ["1 of 3 strikes"]
    (asked,) = game.list_questions()
    assert (asked.table, asked.of) == (panel.id, picture.id)
    shut = [cell.value for cell in picture.cells if cell.kind == "shut"]
    assert [option.value for option in asked.options] == shut == [n for n in range(1, 21) if n not in faces]


def test_nobody_sees_what_lies_on_the_closed_spaces_of_a_jackpot_chance():
    record = staged(CHANCE).save()
    snapshot = decode_snapshot(record, DELUXE.state_type)
    chance = snapshot.state.chance
    assert chance is not None
    spaces = chance.spaces
    spaces[3], spaces[11] = spaces[11], spaces[3]
    twin = msgspec.structs.replace(record, snapshot=msgspec.Raw(encode(snapshot)))
    ours, theirs = Game.load(DELUXE, record), Game.load(DELUXE, twin)
    assert ours.state != theirs.state
    for eyes in (PUBLIC, "Ann", "Bob"):
        assert encode(ours.build_view(eyes)) == encode(theirs.build_view(eyes))
        assert encode(ours.list_plays(eyes)) == encode(theirs.list_plays(eyes))
        assert [q.options for q in ours.list_legal_moves(eyes).questions] == [
            q.options for q in theirs.list_legal_moves(eyes).questions
        ]


IN_FORCE = """rtab     1 deluxe
title    Much is in force
players  Ann Bob Cat
deal     A Bob Headliner
deal     A Ann Echo
grid     A Ann Bob Cat
board    A
    Toll Lane | Bounty | Hot Potato | Piggy Bank | $10,000 | $20,000 | Bomb@Ann | Coat Check | $1 | $2
multiplier Bob x3
Ann      pick 1
Ann      toll_lane.column 2
Bob      pick 2
Bob      bounty.player Cat
Cat      pick 3
Cat      hot_potato.player keep
Ann      pick 4
Ann      piggy_bank.choice bury
Bob      pick 8
Bob      coat_check.choice leave
?        Cat pick
"""
OVER = """rtab     1 deluxe
title    A grid is over, another is not
players  Ann Bob Cat Dev
grid     A Ann Bob
grid     B Cat Dev
board    A
    $10,000 | Bomb@Ann | Bomb@Bob | $20,000
board    B
    $1 | Bomb@Cat | $2
Ann      pick 1
Bob      pick 2
?        Cat pick
"""


def test_what_is_in_force_stands_beside_the_board_with_its_sum():
    view = staged(IN_FORCE).build_view(PUBLIC)
    assert [Reader().format_value(note) for note in view.panels[0].notes] == [
        "Headliner: Bob",
        "Echo: Ann",
        "Toll Lane of Ann: other players pay $100,000 for a space in column 2",
        "Bounty: Bob gets $200,000 if a bomb puts Cat out",
        "Hot Potato: Cat holds it and pays $200,000 when a bomb goes off",
        "Piggy Bank of Ann: $400,000 after a win",
        "Coat Check: Bob has put multiplier x3 away",
        "1 bomb possible",
    ]
    assert "Phase 1: a stake is $100,000 (most amounts are counted in stakes)" in [
        Reader().format_value(note) for note in view.notes
    ]


def test_a_grid_that_is_over_lies_open():
    over, going = staged(OVER).build_view(PUBLIC).panels
    shown = {n: Reader().format_value(cell.face) for n, cell in over.board.cells.items()}
    assert shown == {1: "$10,000", 2: "Bomb", 3: "Bomb", 4: "$20,000"}
    assert not going.board.cells


def test_money_that_is_lost_has_another_colour_than_money_that_is_won():
    text = IN_PLAY.replace("    $10,000 | Bomb@Ann", "    [-$40,000 by Ann] | [$10,000 by Bob]").replace(
        "| Bomb@Bob ", ""
    )
    transcript = parse_transcript(text, RULESETS)
    running = _Replay(transcript, DELUXE, "")
    running.play_step(transcript.steps[0])
    board = running.game.build_view().panels[0].board
    assert board
    assert [board.cells[n].kind for n in (1, 2)] == ["loss", "cash"]


def test_beside_the_grid_of_a_tie_break_stands_no_peek_as_nobody_has_one():
    race = DELUXE.create_state(["Ann", "Bob"], {})
    race.step, race.tied, race.round = "tie", {"Ann": 0, "Bob": 0}, 1
    game = Game.start_from_state(DELUXE, race, "a seed")
    (panel,) = game.build_view(PUBLIC).panels
    assert [(seat.who, seat.marks, [*game.list_plays(seat.who)]) for seat in panel.seats] == [
        ("Bob", [], []),
        ("Ann", [], []),
    ]


HIDING = """rtab     1 deluxe
title    One of three leaves while bombs are hidden
players  Ann Bob Cat
grid     A Ann Bob Cat
Ann      seal 1
host     play leave Cat
?        Bob bomb.seal
"""


def test_who_has_left_is_not_counted_among_those_who_hide_a_bomb():
    (panel,) = staged(HIDING).build_view(PUBLIC).panels
    assert [Reader().format_value(note) for note in panel.notes] == ["1 of 2 players has hidden a bomb"]


def test_while_both_choose_in_secret_it_is_not_shown_who_has_chosen():
    text = (TRANSCRIPTS / "minigame_phases.rtab").read_text("utf-8")
    before = text.partition("Ann      penalty_shootout.corner left\n")[0]
    for said in ("", "Ann      penalty_shootout.corner left\n"):
        (panel,) = (panel for panel in staged(before + said).build_view().panels if panel.title == "Penalty Shootout")
        assert panel.to_move == ["Ann", "Bob"]
