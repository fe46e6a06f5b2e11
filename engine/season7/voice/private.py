"""What the host asks, and says to one player alone: by what everybody knows, and by what is told there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from engine.kernel.question import Question
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import ANY, Moment, Spoken
from engine.season7 import events
from engine.season7.square00 import STAKES
from engine.season7.voice.ear import BOOK, BOUND
from engine.season7.voice.memory import Place, Race

SEAL, SELECT = "bomb.seal", "select"  # keys of questions
TWO = 2
BLOWS = ("bomb", "mut.cluster", "mut.fizzle", "autobomb")


# -- questions


def put(race: Race, question: Question, bots: Collection[str], *, own: bool) -> Phrase | None:
    """Put whose turn it is, whose bomb is wanted, or what is staked; other questions stay as the rules put them."""
    if question.text == STAKES[True, True]:
        return put_stake(race, question)
    if question.key == SEAL:
        return put_seal(race, question, own=own)
    if question.key != SELECT:
        return None
    return put_own_turn(race, question) if own else put_turn(race, question, bots)


def put_turn(race: Race, question: Question, bots: Collection[str]) -> Phrase:
    """Put whose turn it is in the next of the lines that are true of it: looking changes nobody's memory."""
    place, who = race.places.get(question.table, Place()), question.who
    facts: dict[str, Any] = {"who": who}
    others = [other for other in place.left if other != who]
    if len(others) == 1:
        facts["other"] = others[0]
    if race.is_on_the_brink(who):
        facts |= {"short": race.short(who), "goal": race.goal()}
    holds = {
        "first": not place.opened,
        "two": place.closed() == TWO,
        "bombed": place.smoke,
        "duel": len(others) == 1,
        "brink": race.is_on_the_brink(who),
        "double": place.twice == who,
        "bot": who in bots,
    }
    shelf = BOOK["turn"]
    true = [line for name in [*(name for name, yes in holds.items() if yes), ANY] for line in shelf[name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[0] if holds["first"] else fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def put_own_turn(race: Race, question: Question) -> Phrase:
    """Put the same to whose turn it is: only what everybody knows, and what is true of them alone."""
    place, who = race.places.get(question.table, Place()), question.who
    closed = place.closed()
    facts: dict[str, Any] = {"who": who, "closed": closed} | ({"round": place.title} if place.title else {})
    if closed == 1 and place.title:  # of one square there is nothing to count, and a line with the round's name fits
        del facts["closed"]
    holds = {"two": closed == TWO, "lead": race.first() == who, "last": race.bottom() == who, ANY: True}
    true = [line for name, yes in holds.items() if yes for line in BOOK["turn.own"][name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def put_stake(race: Race, question: Question) -> Phrase:
    """Put what Square 00 may do, and what it did to this winner when it was opened last."""
    facts = {name: question.facts[name] for name in ("bonus", "prize", "minigame")}
    lines = [*BOOK["sq00.ask"].get(race.fates.get(question.who, ""), ()), *BOOK["sq00.ask"][ANY]]
    line = lines[race.cycle % len(lines)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def put_seal(race: Race, question: Question, *, own: bool) -> Phrase:
    """Put a new round's question in the next line; to whose own it is, with whom everybody saw their last bomb get."""
    victim = race.got.get(question.who, "") if own else ""
    lines = BOOK["seal.ask"]["own" if victim == question.who else "caught" if victim else ANY]
    line = lines[race.cycle % len(lines)]
    facts = {"round": question.facts["round"], "victim": victim}
    return Phrase(line.text, {name: facts[name] for name in line.needs})


# -- what only one player is told


def whisper(race: Race, told: Told, said: Sequence[Moment]) -> Spoken | None:
    """Return one line after the other, as turns go by: nobody's memory changes by it."""
    facts = dict(told.facts)
    if told.what == events.OwnBombFound.id:
        name = "bomb.yours"
        circumstance, facts = find_catch(race, told, said)
    elif bound := BOUND.get(told.what):
        name, circumstance, _ = bound[0]
    else:
        return None
    lines = [line for line in BOOK[name][circumstance] if line.needs <= facts.keys()]
    if not lines:
        return None
    line = lines[(race.turns + race.cycle) % len(lines)]
    return Spoken(line.id, {name: facts[name] for name in line.needs})


def find_catch(race: Race, told: Told, said: Sequence[Moment]) -> tuple[str, dict[str, Any]]:
    """Find whether one's bomb, which somebody has found, has got them, and how often it has."""
    owner, who, n = told.to, told.facts["who"], told.facts["n"]
    facts = {"who": who, "n": n, "count": race.caught.get(f"{owner}>{who}", 0)}
    blows = [each for each in said if each.event in BLOWS and each.facts.get("n") == n]
    if any(each.event == "mut.fizzle" for each in blows):
        return "fizzle", facts
    out = any(each.event == "bomb.left" and each.facts["who"] == who for each in said)
    if not (blows and out):
        return "found", facts
    if any(each.event in ("win", "deadlock") and each.facts.get("who") == owner for each in said):
        return "won", facts
    caught = sum(
        times for pair, times in race.caught.items() if pair.startswith(f"{owner}>") and pair != f"{owner}>{owner}"
    )
    return "first" if caught == 1 else "again" if facts["count"] > 1 else ANY, facts
