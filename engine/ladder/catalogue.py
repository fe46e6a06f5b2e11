"""What everything on the ladder is, in a few sentences, to be looked up."""

from __future__ import annotations

from engine.kernel.text import Phrase, phrase
from engine.ladder import box, deeds_and_forecasts, desk, plays, view
from engine.ladder.desk import LIFELINE_BUTTONS as BUTTONS
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND

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
    """Return, for players, the rule with this name or of the button with this label; None for any other word."""
    name = RULE_NAMES_BY_WORD.get(" ".join(word.split()).casefold(), "")
    return phrase("{face}: {rule}", face=name, rule=LADDER_RULES[name]) if name else None


def list_ladder_topics() -> dict[str, list[str]]:
    """List the names of all rules that can be explained to players, by group."""
    return {group: [*rules] for group, rules in TOPICS.items()}


OTHER_LADDER_NAMES = ("host", "audience", "gone", "between questions")
EARNED = [words for each in deeds_and_forecasts.LADDER_ACHIEVEMENTS for words in (each.name, each.sentence)]
REPORTS = [*box.FAULTS.values(), *plays.FAULTS.values(), *plays.DOUBTS.values()]

SHOWN_LADDER_NAMES = [
    *desk.LIFELINE_BUTTONS,
    *desk.LIFELINE_BUTTONS.values(),
    *REPORTS,
    *view.STATUS.values(),
    *deeds_and_forecasts.LADDER_TALLIES.values(),
    *deeds_and_forecasts.RATES,
]

TAUGHT = [*TOPICS, *LADDER_RULES, *LADDER_RULES.values()]
LADDER_NAMES = tuple(dict.fromkeys([*SHOWN_LADDER_NAMES, *OTHER_LADDER_NAMES, *EARNED, *TAUGHT]))
