import pytest

from engine.kernel import Game
from engine.ladder.box import Entry
from engine.ladder.rules import LADDER


def entry(level, n, category="plain"):
    answers = ("right", "wrong", "worse", "worst")
    return Entry(
        f"{category}-{level}-{n}",
        level,
        category,
        f"Question {level} {n}?",
        answers,
        "So it is.",
        "own",
        "CC0-1.0",
        "2025",
    )


BOX = [entry(level, n, category) for level in range(1, 16) for n in range(6) for category in ("plain", "fancy")]


@pytest.fixture
def begun():
    def begin(seed, players, **options):
        state = LADDER.new(players, options)
        LADDER.stock(state, BOX, {})
        return Game.begin(LADDER, state, str(seed))

    return begin
