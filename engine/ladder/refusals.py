"""Why something is refused, where there is more to say than that it was not among the choices."""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.ladder.state import FIFTY, LADDER_LETTERS, TAKE, Ladder


def explain_ladder_refusal(state: Ladder, who: str, key: str, value: object) -> Illegal | None:
    """Return a specific error for an answer or play that is refused, or None."""
    if key.partition(" ")[0] in ("change", "final"):  # what is not on offer is heard with all that was said after it
        return explain_unchangeable_answer(state, who)
    if key == "report" and who in state.players:
        return explain_refused_report(state, who, str(value))
    if key == "answer" and state.options.asking == "clockwise" and is_lifeline_request(state, value):
        return Illegal("Lifelines are asked for in turn, before anybody answers.")
    if key in ("answer", "lifeline", "card") and isinstance(value, str) and who in state.climbers:
        return explain_invalid_answer(state, who, value.strip().upper())
    return None


def is_lifeline_request(state: Ladder, value: object) -> bool:
    """Return whether this is a lifeline, or an unsure answer that calls for one."""
    word = value.strip().casefold() if isinstance(value, str) else ""
    return word in state.options.lifelines or (word[:-1].upper() in LADDER_LETTERS and word.endswith("?"))


def explain_invalid_answer(state: Ladder, who: str, word: str) -> Illegal | None:
    """Return why this cannot be the answer, or None."""
    if word == TAKE.upper() and state.rung == 1:
        return Illegal("There is no money to take before the second question.")
    if word.casefold() in state.options.lifelines and word.casefold() not in state.list_lifelines(who):
        return Illegal("You have used that lifeline.")
    if word.rstrip("?") in state.climbers[who].covered:
        return Illegal("You know that {letter} is wrong.", letter=word.rstrip("?"))
    if word.rstrip("?") in LADDER_LETTERS and word.endswith("?"):
        return Illegal("Leave a wish first, such as {wish}; then an answer can be unsure.", wish=FIFTY)
    return None


def explain_unchangeable_answer(state: Ladder, who: str) -> Illegal | None:
    """Return why an answer cannot be changed, or None."""
    climber = state.climbers.get(who)
    if state.phase != "question" or climber is None:
        return None
    if climber.final:
        return Illegal("Your answer is final.")
    if climber.status == "in" and not climber.choice:
        return Illegal("You have not answered yet.")
    return None


def explain_refused_report(state: Ladder, who: str, word: str) -> Illegal | None:
    """Return why a question cannot be reported, or None."""
    about = state.card.id if word.startswith("this") and state.card else state.last
    if not about:
        return Illegal("No question has been played out yet.")
    return Illegal("You have reported that question.") if about in state.players[who].reported else None
