"""How it is said whose turn it is, and whose bomb is wanted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.kernel.question import Question
from engine.kernel.text import Phrase
from engine.kernel.voice import ANY, Book
from engine.season7.voice.memory import Place, Race

SEAL = "{round}: where do you seal your bomb?"
SELECT = "{who}, select a square."
TWO = 2


def caption(book: Book, race: Race, question: Question, bots: Collection[str]) -> Phrase:
    """Each turn has the next of the lines that are true of it: it is nobody's memory that changes by looking."""
    place, who = race.places.get(question.table, Place()), question.who
    facts: dict[str, Any] = {"who": who}
    others = [other for other in place.left if other != who]
    if len(others) == 1:
        facts["other"] = others[0]
    if race.on_the_brink(who):
        facts |= {"short": race.short(who), "goal": race.goal()}
    holds = {
        "first": not place.opened,
        "two": place.closed() == TWO,
        "bombed": place.smoke,
        "duel": len(others) == 1,
        "brink": race.on_the_brink(who),
        "double": place.twice == who,
        "bot": who in bots,
    }
    shelf = book["turn"]
    true = [line for name in [*(name for name, yes in holds.items() if yes), ANY] for line in shelf[name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[0] if holds["first"] else fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def own(book: Book, race: Race, question: Question) -> Phrase:
    """The same to whose turn it is: only what everybody knows, and what is true of them alone."""
    place, who = race.places.get(question.table, Place()), question.who
    closed = place.closed()
    facts: dict[str, Any] = {"who": who, "closed": closed} | ({"round": place.title} if place.title else {})
    if closed == 1 and place.title:  # of one square there is nothing to count, and a line with the round's name fits
        del facts["closed"]
    holds = {"two": closed == TWO, "lead": race.first() == who, "last": race.bottom() == who, ANY: True}
    true = [line for name, yes in holds.items() if yes for line in book["turn.own"][name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def staking(book: Book, race: Race, question: Question) -> Phrase:
    """What Square 00 may do, and what it did to this winner when it was opened last."""
    facts = {name: question.facts[name] for name in ("bonus", "prize", "minigame")}
    lines = [*book["sq00.ask"].get(race.fates.get(question.who, ""), ()), *book["sq00.ask"][ANY]]
    line = lines[race.cycle % len(lines)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def sealing(book: Book, race: Race, question: Question, *, own: bool) -> Phrase:
    """A new round has the next line. Whoever is asked reads instead whom everybody saw their last bomb get."""
    victim = race.got.get(question.who, "") if own else ""
    lines = book["seal.ask"]["own" if victim == question.who else "caught" if victim else ANY]
    line = lines[race.cycle % len(lines)]
    facts = {"round": question.facts["round"], "victim": victim}
    return Phrase(line.text, {name: facts[name] for name in line.needs})
