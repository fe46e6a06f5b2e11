"""What a refusal says beside its reason: what would fit, or what its player is asked instead.

Everybody may read a refusal, so it tells neither of secret questions nor of anything else that is only for one pair of
eyes. What its player alone may read of it stands apart, as `Illegal.alone`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.errors import Illegal
from engine.kernel.question import Play, Question, list_valid_answers
from engine.kernel.text import Words, phrase

if TYPE_CHECKING:
    from engine.kernel.game import Game

CANNOT_DO_NOW = "You cannot do that now."  # so begins every refusal where the rules have nothing better to say
UNWRITTEN = "Games of these rules cannot be written down."
NOT_NOW_BUT = "You cannot do that now. Your question: {asked}"
NOT_ASKED = "That question is not open now."
OTHERWISE_ASKED = "That question is not open now. Your question: {asked}"


def make_not_asked_error(game: Game[Any], who: str, question: Question | None) -> Illegal:
    """Make the error for an answer to a question that is not open for this player; it says what they are asked
    instead.
    """
    if question is not None and not question.secret:
        return Illegal("That question is for {who}.", code="not_asked", who=question.who)
    aloud, alone = list_question_texts(game, who, secret=False), list_question_texts(game, who, secret=True)
    own: Words = "" if aloud else NOTHING_ASKED
    if not aloud and not alone and (why := game.ruleset.explain_no_question(game, who)):
        return why
    if alone:
        own = phrase("Your question: {asked}", asked=alone)
    return Illegal(OTHERWISE_ASKED if aloud else NOT_ASKED, code="not_asked", alone=own, asked=aloud)


def make_not_offered_error(game: Game[Any], who: str) -> Illegal:
    """Make the error for a play that this player cannot make now; it says what they are asked and what they can do."""
    aloud, asked = list_question_texts(game, who, secret=False), list_question_texts(game, who, secret=True)
    fit = [*{str(play.label): play.label for play in game.list_plays(who)}.values()]
    own: Words = NOTHING_ASKED
    if asked:
        own = phrase("Your question: {asked}", asked=asked)
    elif fit:
        own = phrase("What you can do: {fit}.", fit=fit)
    return Illegal(NOT_NOW_BUT if aloud else CANNOT_DO_NOW, code="not_now", alone=own, asked=aloud)


NOTHING_ASKED = phrase("You have no open question.")


def list_question_texts(game: Game[Any], who: str, *, secret: bool) -> list[Words]:
    """List the texts of the questions a player is asked now: either the public ones or the secret ones."""
    mine = [each for each in game.list_legal_moves(who).questions if each.secret == secret]
    return [phrase(each.text, **{"who": who, **each.facts}) for each in mine]


def add_valid_answers(why: Illegal, asked: Question | Play | None) -> Illegal:
    """Add the valid answers to an error, unless it already lists them."""
    if asked is None or "fit" in why.facts or asked.form.words:  # the reason is the whole of it
        return why
    fit = list_valid_answers(asked)
    if not fit:
        return why
    text = "{why} You can choose: {fit}."
    return Illegal(text, code=why.code, alone=why.alone, why=phrase(why.text, **why.facts), fit=fit)
