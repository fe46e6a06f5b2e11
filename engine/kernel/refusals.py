"""What a refusal says beside its reason: what would fit, or what its player is asked instead.

Everybody may read a refusal, so it tells neither of secret questions nor of anything else that is only for one pair of
eyes. What its player alone may read of it stands apart, as `Illegal.alone`.
"""

from __future__ import annotations

from engine.kernel.errors import Illegal
from engine.kernel.question import Play, Question, list_valid_answers
from engine.kernel.text import phrase

CANNOT_DO_NOW = "You cannot do that now."
NOT_NOW_CODE = "not_now"  # of every refusal where the rules have nothing better to say
UNWRITTEN = "I cannot write a transcript of this game."
NOT_NOW_BUT = "You cannot do that now. Your question: {asked}"
NOTHING_ASKED = phrase("No question is waiting for your answer at the moment.")
NOT_ASKED = "Nobody can answer that question any more."
OTHERWISE_ASKED = "Nobody can answer that question any more. Your question: {asked}"


def add_valid_answers(why: Illegal, asked: Question | Play | None) -> Illegal:
    """Add the valid answers to the error of a refused input, unless it lists them already."""
    if asked is None or "fit" in why.facts or asked.form.words:  # the reason is the whole of it
        return why
    fit = list_valid_answers(asked)
    if not fit:
        return why
    text = "{why} You can choose: {fit}."
    return Illegal(text, code=why.code, alone=why.alone, why=phrase(why.text, **why.facts), fit=fit)
