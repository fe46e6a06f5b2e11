"""What everything on the ladder is, in a few sentences, to be looked up."""

from __future__ import annotations

from engine.kernel.text import Phrase, phrase
from engine.ladder import box, deeds, desk, plays, view
from engine.ladder.desk import LIFELINE_BUTTONS as BUTTONS
from engine.ladder.state import AUDIENCE, FIFTY, FRIEND

LIFELINES = {
    FIFTY: "Covers two of the wrong answers, for your eyes only.",
    AUDIENCE: "Everybody else hands in a card with a letter, those who are out as well; it may be a bluff. You are "
    "handed them all, shuffled with the right one. With nobody else there, the host looks at up to two cards of yours "
    "and says whether they are right.",
    FRIEND: "One other player hands in a card with a letter; it may be a bluff. You are handed it together with the "
    "right one, shuffled. Where real calls are agreed upon, the friend's telephone rings instead. Once they pick up, "
    "they have thirty seconds to say what they think.",
}

ANSWER_RULES = {
    "change": "Your answer may be changed until everybody's is in.",
    "final": "What you call your final answer can no longer be changed. Nobody else is told.",
    "take": "From the second question on you may take the money you have won and leave the round, also after a "
    "lifeline. Silence takes it for you.",
    "safe": "Once the question for such an amount has been answered, a wrong answer further up still leaves it.",
    "wish": "Lifelines that play themselves, in your order, for an answer that you mark as unsure. It saves you "
    "coming back.",
    "report": "Says that something is wrong with a question; the operator looks at it.",
}

TOPICS = {"Lifelines": LIFELINES, "Answers": ANSWER_RULES}
LADDER_RULES = LIFELINES | ANSWER_RULES

RULE_NAMES_BY_WORD = {name.casefold(): name for name in LADDER_RULES} | {
    label.casefold(): name for name, label in BUTTONS.items()
}


def explain_ladder_word(word: str) -> Phrase | None:
    """Return the rule of this name, or of the button with this label; None for any other word."""
    name = RULE_NAMES_BY_WORD.get(" ".join(word.split()).casefold(), "")
    return phrase("{face}: {rule}", face=name, rule=LADDER_RULES[name]) if name else None


def list_ladder_topics() -> dict[str, list[str]]:
    """List the names that have a rule, by group."""
    return {group: [*rules] for group, rules in TOPICS.items()}


OTHER_LADDER_NAMES = ("host", "audience", "gone", "between questions")
EARNED = [words for each in deeds.LADDER_ACHIEVEMENTS for words in (each.name, each.sentence)]
REPORTS = [*box.FAULTS.values(), *plays.FAULTS.values(), *plays.DOUBTS.values()]

SHOWN_LADDER_NAMES = [
    *desk.LIFELINE_BUTTONS,
    *desk.LIFELINE_BUTTONS.values(),
    *REPORTS,
    *view.STATUS.values(),
    *deeds.LADDER_TALLIES.values(),
    *deeds.RATES,
]

TAUGHT = [*TOPICS, *LADDER_RULES, *LADDER_RULES.values()]
LADDER_NAMES = tuple(dict.fromkeys([*SHOWN_LADDER_NAMES, *OTHER_LADDER_NAMES, *EARNED, *TAUGHT]))
