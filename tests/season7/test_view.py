"""How a round is shown to everybody."""

import pytest

from engine.kernel import Reader
from engine.notation import parse_transcript
from engine.notation.layout import begin_transcript_game
from engine.rulesets import RULESETS
from engine.season7.state import Season, Season7Options, Season7Player, Season7Round, Season7Seat
from engine.season7.view import build_seat, list_hiding_habits


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        (Season7Seat(), "in, 1 peek"),
        (Season7Seat(gained=840_000), "in, gained £840,000, 1 peek"),
        (Season7Seat(gained=-1_000_000, peeks=2), "in, lost £1,000,000, 2 peeks"),
        (Season7Seat(status="out", gained=-500_000), "out, lost £500,000"),
        (Season7Seat(status="won", gained=3_250_000, peeks=0), "won, gained £3,250,000"),
        (Season7Seat(gained=50_000, peeks=0, locked=7, misses=1), "in, gained £50,000, has locked 7, misses a turn"),
    ],
)
def test_how_a_player_stands_in_a_round_is_said_in_words(seat, words):
    shown = build_seat(Season7Round("Quadrant 1", seats={"Ann": seat}), "Ann")
    assert ", ".join([shown.status, *map(Reader().format_value, shown.marks)]) == words


REACHED = """
rtab     1 season7
option   target 20000000
players  Ann Bob
bank     Ann £19,500,000; Bob £3,000,000
round    Q1 Ann Bob
board    Q1
    £100,000 | £200,000
set      Ann.reached true
"""


def test_whoever_has_reached_the_target_is_marked_even_below_it():
    game = begin_transcript_game(parse_transcript(REACHED.lstrip(), RULESETS), RULESETS["season7"], {})
    ann, bob = game.build_view().standings
    assert [str(mark) for mark in ann.marks] == ["has reached the target"]
    assert bob.marks == []


def test_a_place_where_somebody_hid_bombs_often_is_named_once():
    places = {"Ann": ["A3", "C5", "A3"], "Bob": ["B1"]}
    season = Season(Season7Options(), {who: Season7Player(hiding_places=hid) for who, hid in places.items()})
    r = Season7Round("Quadrant 1", seats={who: Season7Seat() for who in places}, stage="play", order=[*places])
    assert [Reader().format_value(note) for note in list_hiding_habits(season, r)] == [
        "Ann's last bombs were on A3 (2 times) and C5",
        "Bob's last bomb was on B1",  # maybe a minute ago
    ]
