"""What everything on the ladder is, in a few sentences, to be looked up; first, what watchers may predict."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.event import Event
from engine.kernel.question import Forecast, Option, Outcome
from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import PUBLIC, Phrase, Told, phrase
from engine.ladder import box, desk, events, plays, stage, view
from engine.ladder.desk import LIFELINE_BUTTONS as BUTTONS
from engine.ladder.plays import GUESS
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND, LADDER_LETTERS, RUNG_MONEY, Ladder

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
    """Yield the results of predictions that one public announcement decides: the right answer to a question, or who has
    won the game; nothing for other or secret announcements.
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
    """Yield what one announcement adds to players' statistics: right answers, money won, how a player's climb of the
    ladder ends, the result of a ladder of the day, and rare feats; nothing for most.
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


LIFELINES = {
    FIFTY: "Takes away two wrong answers. Only you see which.",
    AUDIENCE: (
        "All other players, also those who are out, give you a card with a letter. They may bluff. You get all "
        "their cards, mixed with a card of the right answer. If you play alone, you show the host up to two "
        "cards, and the host says whether they are right."
    ),
    FRIEND: (
        "One other player gives you a card with a letter. They may bluff. You get it mixed with a card of the "
        "right answer. In a game with real calls, the friend's telephone rings. Once they answer it, they have "
        "thirty seconds to say what they think."
    ),
}

ANSWER_RULES = {
    "change": "You can change your answer until everybody has answered.",
    "final": "You cannot change your final answer any more. Nobody else is told.",
    "take": (
        "From the second question on you can take the money you have won and leave the round, also after a "
        "lifeline. If you do not answer in time, you take it, too."
    ),
    "safe": (
        "Once you have answered the question for such an amount, a later wrong answer still leaves you that amount."
    ),
    "wish": (
        "Lifelines that are played for you, in your order, when you mark an answer as not sure. So you need "
        "not come back."
    ),
    "report": "You say that a question is wrong. The people who run the game look at it.",
}

TOPICS = {"Lifelines": LIFELINES, "Answers": ANSWER_RULES}
LADDER_RULES = LIFELINES | ANSWER_RULES

RULE_NAMES_BY_WORD = {name.casefold(): name for name in LADDER_RULES} | {
    label.casefold(): name for name, label in BUTTONS.items()
}


def explain_ladder_word(word: str) -> Phrase | None:
    """Return, for players, the rule with this name or of the button with this label, as “name: rule”; capitals do not
    count. None for any other word.
    """
    name = RULE_NAMES_BY_WORD.get(" ".join(word.split()).casefold(), "")
    return phrase("{face}: {rule}", face=name, rule=LADDER_RULES[name]) if name else None


def list_ladder_topics() -> dict[str, list[str]]:
    """List the names of all rules that can be explained to players, by group."""
    return {group: [*rules] for group, rules in TOPICS.items()}


OTHER_LADDER_NAMES = ("host", "audience", "gone", "between questions")
EARNED = [words for each in LADDER_ACHIEVEMENTS for words in (each.name, each.sentence)]
REPORTS = [*box.FAULTS.values(), *plays.FAULTS.values(), *plays.DOUBTS.values()]

SHOWN_LADDER_NAMES = [
    *desk.LIFELINE_BUTTONS,
    *desk.LIFELINE_BUTTONS.values(),
    *REPORTS,
    *view.STATUS.values(),
    *LADDER_TALLIES.values(),
    *RATES,
]

TAUGHT = [*TOPICS, *LADDER_RULES, *LADDER_RULES.values()]
LADDER_NAMES = tuple(dict.fromkeys([*SHOWN_LADDER_NAMES, *OTHER_LADDER_NAMES, *EARNED, *TAUGHT]))
