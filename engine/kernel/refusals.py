"""What a refusal says beside its reason: what would fit, or what its player is asked instead.

Everybody may read a refusal, so it tells neither of secret questions nor of anything else that is only for one pair of
eyes. What its player alone may read of it stands apart, as `Illegal.alone`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.errors import Illegal
from engine.kernel.question import Play, Question, what_fits
from engine.kernel.text import Words, phrase

if TYPE_CHECKING:
    from engine.kernel.game import Game

NOT_NOW = "You cannot do that now."  # so begins every refusal where the rules have nothing better to say
UNWRITTEN = "Games of these rules cannot be written down."
NOT_NOW_BUT = "You cannot do that now. You are asked: {asked}"
NOT_ASKED = "That is not what you are asked now."
OTHERWISE_ASKED = "That is not what you are asked now. You are asked: {asked}"


def not_asked(game: Game[Any], who: str, question: Question | None) -> Illegal:
    """Somebody else is asked that, perhaps in secret, or nobody is, or not any more; what this player is asked."""
    if question is not None and not question.secret:
        return Illegal("That question is for {who}.", code="not_asked", who=question.who)
    aloud, alone = put(game, who, secret=False), put(game, who, secret=True)
    own: Words = "" if aloud else NOTHING_ASKED
    if alone:
        own = phrase("You are asked: {asked}", asked=alone)
    return Illegal(OTHERWISE_ASKED if aloud else NOT_ASKED, code="not_asked", alone=own, asked=aloud)


def not_on_offer(game: Game[Any], who: str) -> Illegal:
    """This player cannot do that now; what they are asked, and what they can do."""
    aloud, asked = put(game, who, secret=False), put(game, who, secret=True)
    fit = [*{str(play.label): play.label for play in game.plays(who)}.values()]
    own: Words = NOTHING_ASKED
    if asked:
        own = phrase("You are asked: {asked}", asked=asked)
    elif fit:
        own = phrase("What you can do: {fit}.", fit=fit)
    return Illegal(NOT_NOW_BUT if aloud else NOT_NOW, code="not_now", alone=own, asked=aloud)


NOTHING_ASKED = phrase("You are not asked anything.")


def put(game: Game[Any], who: str, *, secret: bool) -> list[Words]:
    """The questions that a player is asked now, as they are put: those that all may see, or the others."""
    mine = [each for each in game.legal(who).questions if each.secret == secret]
    return [phrase(each.text, **{"who": who, **each.facts}) for each in mine]


def with_what_fits(why: Illegal, asked: Question | Play | None) -> Illegal:
    """The reason that the rules give, and beside it what could be chosen instead."""
    if asked is None or "fit" in why.facts or asked.form.words:  # the reason is the whole of it
        return why
    fit = what_fits(asked)
    if not fit:
        return why
    text = "{why} You can choose: {fit}."
    return Illegal(text, code=why.code, alone=why.alone, why=phrase(why.text, **why.facts), fit=fit)
