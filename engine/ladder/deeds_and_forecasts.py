"""What those who watch may predict: which answer is right, and who wins. From what everybody sees and hears."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.event import Event
from engine.kernel.question import Forecast, Option, Outcome
from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import PUBLIC, Told, phrase
from engine.ladder import events, stage
from engine.ladder.plays import GUESS
from engine.ladder.state import LADDER_LETTERS, RUNG_MONEY, Ladder

RIGHT, GAME = "right", "game"


def list_ladder_forecasts(state: Ladder) -> Iterator[Forecast]:
    """Yield what can be predicted now: the right answer to each question in play, by anybody but its climbers and the
    host of the round, and who wins the game, by spectators.
    """
    here = state.here()
    for rung, page in state.map_questions_in_play().items():
        text = phrase("{question} Which answer is right?", question=page.card.question)
        key, number, of = (f"{RIGHT}/{rung}", rung, f"stage/quiz.{rung}") if state.pages else (RIGHT, 0, "stage/quiz")
        options, barred = stage.list_letter_options(state, LADDER_LETTERS, number), [*state.list_climbers(), state.host]
        yield Forecast(key, text, options, barred, GUESS * (not number), of)
    if state.phase != "over" and len(here) > 1:
        seats = [Option(who, who) for who in here]
        yield Forecast(GAME, phrase("Who wins the game?"), seats, here)


def list_ladder_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of predictions that a public announcement decides: the right answer, or who has won
    the game.
    """
    if told.to != PUBLIC:
        return
    match told.event:
        case events.RightAnswerShown(letter=letter, rung=rung):
            yield Outcome(RIGHT, [letter])
            yield Outcome(f"{RIGHT}/{rung}", [f"{rung}{letter}"])  # where the first come at once, each by its rung
        case events.GameWon(who=champions) if champions:
            yield Outcome(GAME, champions)


COOL_HEAD, HAVEN = 250_000, 32_000  # money that is taken, and money that is safe

LADDER_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a game
    Achievement("Top of the ladder", "Answer every question of a climb.", "top", 1),
    Achievement("Slow and Steady", "Win $2,000,000 on ladders in all.", "cash", 2_000_000),
    Achievement("Knows when to go", "Take the money ten times.", "walked", 10),
    Achievement("Cool Head", "Take the money at $250,000 or more.", "cool_heads", 1),
    Achievement("Lost for Words", "Give no answer with $32,000 already safe.", "lost_for_words", 1),
    Achievement("Every Which Way", "Four of you give four different answers.", "four_answers", 1),
    Achievement("By a Whisker", "Win a game in which another player has won as much.", "whiskers", 1),
    Achievement("Dead Heat", "Share the win of a game.", "dead_heats", 1),
    Achievement("Month of Mornings", "Play thirty ladders of the day.", "mornings", 30),
    Achievement("Breakfast Million", "Win the million on a ladder of the day.", "early_millions", 1),
)

COUNTED_CATEGORIES = (
    *("art", "everyday", "film", "food", "games", "geography", "history", "internet", "language", "literature"),
    *("money", "music", "mythology", "nature", "politics", "science", "sport", "technology", "television", "transport"),
)

LADDER_TALLIES = {
    "right": "{n:n} {n:question|questions} answered rightly",
    "top": "{n:n} {n:time|times} at the top of the ladder",
    "walked": "money taken {n:n} {n:time|times}",
    "climb": "best climb: {n:$}",
    "cash": "{n:$} won on ladders in all",
}

RATES = {
    f"{{right:n}} of {{asked:n}} right about {category}: {{share}} %": (f"right.{category}", f"asked.{category}")
    for category in COUNTED_CATEGORIES
}

CLIMB_ENDINGS = (
    events.ClimberFell,
    events.ClimberSilent,
    events.MoneyTaken,
    events.TopReached,
    events.WinningsKept,
)

DEEDS = {"walked": "walked", "out": "out", "won": "top", "left": "left"}


def list_ladder_deeds(told: Told) -> Iterator[Deed]:
    """Yield what an announcement adds to players' statistics: right answers, money won, how a player's climb of the
    ladder ends, the result of a ladder of the day, and rare feats.
    """
    event = told.event
    yield from list_ladder_feats(event)
    match event:
        case events.BoxesShown(who=who, won=won, day=day) if day:
            yield Deed(who, f"day.{day}", won, best=True, table=True)
        case events.ClimbedOn(who=who, category=category):
            yield from _list_right_answer_deeds(who, category)
        case events.TopReached(who=who, amount=amount, category=category):
            yield from _list_ending_deeds(who, "top", amount)
            yield from _list_right_answer_deeds(who, category)
        case events.ClimberFell(who=who, amount=amount, letter=letter, category=category):
            yield from _list_ending_deeds(who, "out", amount)
            if letter in LADDER_LETTERS:
                yield from _list_category_deeds(who, category, "asked")
        case events.ClimberSilent() | events.MoneyTaken() | events.WinningsKept() as end:
            yield from _list_ending_deeds(end.who, DEEDS[end.status], end.amount)
        case _:
            return


def list_ladder_feats(event: Event | None) -> Iterator[Deed]:
    """Yield the rare feats that one event shows, for which players get medals; nothing for other events or None."""
    match event:
        case events.MoneyTaken(who=who, amount=amount) if amount >= COOL_HEAD:
            yield Deed(who, "cool_heads")
        case events.ClimberSilent(who=who, amount=amount) if amount >= HAVEN:
            yield Deed(who, "lost_for_words")
        case events.AnswersShown(choices=choices) if set(choices.values()) >= set(LADDER_LETTERS):
            yield from (Deed(who, "four_answers") for who in choices)
        case events.WentFurther(who=who) | events.NeededLessHelp(who=who):
            yield Deed(who, "whiskers")
        case events.GameWon(who=champions) if len(champions) > 1:
            yield from (Deed(who, "dead_heats") for who in champions)
        case events.BoxesShown(who=who, won=won, day=day) if day:
            yield Deed(who, "mornings")
            yield from [Deed(who, "early_millions")] * (won >= RUNG_MONEY[-1])


def _list_ending_deeds(who: str, how: str, amount: int) -> Iterator[Deed]:
    """Yield what the end of a climb adds to the player's statistics: the way it ended (`how`), the money won, and the
    highest sum won in one climb.
    """
    yield Deed(who, how)
    yield Deed(who, "cash", amount)
    yield Deed(who, "climb", amount, best=True)


def _list_right_answer_deeds(who: str, category: str) -> Iterator[Deed]:
    """Yield what a right answer adds to the player's statistics, in all and in the question's category."""
    yield Deed(who, "right")
    yield from _list_category_deeds(who, category, "right", "asked")


def _list_category_deeds(who: str, category: str, *names: str) -> Iterator[Deed]:
    """Yield one count for each statistic in `names`, of a player in a category of quiz questions; nothing if the
    category is not counted by itself.
    """
    if category in COUNTED_CATEGORIES:
        yield from (Deed(who, f"{name}.{category}") for name in names)
