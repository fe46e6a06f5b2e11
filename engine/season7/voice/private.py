"""What the host asks, and says to one player alone: by what everybody knows, and by what is told there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from engine.kernel.question import Question
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import ANY, Moment, Spoken
from engine.season7 import events
from engine.season7.voice.narrator import BOOK, BOUND
from engine.season7.voice.race_memory import RaceMemory, RoundMemory

SEAL, SELECT, STAKE = "bomb.seal", "select", "square00.stake"  # keys of questions
TWO = 2
BLOWS = ("bomb", "mut.cluster", "mut.fizzle", "autobomb")


# -- questions


def phrase_host_question(race: RaceMemory, question: Question, bots: Collection[str], *, own: bool) -> Phrase | None:
    """Return the host's words for a question about a turn, a sealed bomb or a stake; None for other questions. With
    `own` it may use what only the asked player knows.
    """
    if question.key == STAKE and question.facts["plays"] and question.facts["hides"]:
        return phrase_stake(race, question)
    if question.key == SEAL:
        return phrase_seal(race, question, own=own)
    if question.key != SELECT:
        return None
    return phrase_own_turn(race, question) if own else phrase_turn(race, question, bots)


def phrase_turn(race: RaceMemory, question: Question, bots: Collection[str]) -> Phrase:
    """Return a line that announces whose turn it is, chosen in rotation from those that fit now. It does not change the
    voice's memory.
    """
    place, who = race.places.get(question.table, RoundMemory()), question.who
    facts: dict[str, Any] = {"who": who}
    others = [other for other in place.left if other != who]
    if len(others) == 1:
        facts["other"] = others[0]
    if race.is_near_target(who):
        facts |= {"short": race.compute_shortfall(who), "goal": race.format_goal()}
    holds = {
        "first": not place.opened,
        "two": place.count_closed() == TWO,
        "bombed": place.smoke,
        "duel": len(others) == 1,
        "brink": race.is_near_target(who),
        "double": place.twice == who,
        "bot": who in bots,
    }
    lines = BOOK["turn"]
    true = [line for name in [*(name for name, yes in holds.items() if yes), ANY] for line in lines[name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[0] if holds["first"] else fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_own_turn(race: RaceMemory, question: Question) -> Phrase:
    """Return the line that asks a player to take their turn, from what everybody knows and what is
    true of this player.
    """
    place, who = race.places.get(question.table, RoundMemory()), question.who
    closed = place.count_closed()
    facts: dict[str, Any] = {"who": who, "closed": closed} | ({"round": place.title} if place.title else {})
    if closed == 1 and place.title:  # of one square there is nothing to count, and a line with the round's name fits
        del facts["closed"]
    holds = {
        "two": closed == TWO,
        "lead": race.find_sole_leader() == who,
        "last": race.find_sole_last() == who,
        ANY: True,
    }
    true = [line for name, yes in holds.items() if yes for line in BOOK["turn.own"][name]]
    fitting = [line for line in true if line.needs <= facts.keys()]
    line = fitting[race.turns % len(fitting)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_stake(race: RaceMemory, question: Question) -> Phrase:
    """Return the host's question to a winner whether to stake the bonus on Square 00, with what it did to this winner
    last time.
    """
    facts = {name: question.facts[name] for name in ("bonus", "prize", "minigame")}
    lines = [*BOOK["sq00.ask"].get(race.fates.get(question.who, ""), ()), *BOOK["sq00.ask"][ANY]]
    line = lines[race.cycle % len(lines)]
    return Phrase(line.text, {name: facts[name] for name in line.needs})


def phrase_seal(race: RaceMemory, question: Question, *, own: bool) -> Phrase:
    """Return the host's question where to seal a bomb in a new round; with `own` it also says whom the player's last
    bomb put out.
    """
    victim = race.got.get(question.who, "") if own else ""
    lines = BOOK["seal.ask"]["own" if victim == question.who else "caught" if victim else ANY]
    line = lines[race.cycle % len(lines)]
    facts = {"round": question.facts["round"], "victim": victim}
    return Phrase(line.text, {name: facts[name] for name in line.needs})


# -- what only one player is told


def pick_whispered_line(race: RaceMemory, told: Told, said: Sequence[Moment]) -> Spoken | None:
    """Pick the host's line for an event that only one player is told, or None if there is none. Lines alternate from
    turn to turn without a change of the voice's memory.
    """
    facts = dict(told.facts)
    if told.kind is events.OwnBombFound:
        name = "bomb.yours"
        circumstance, facts = find_catch(race, told, said)
    elif bound := BOUND.get(told.kind):
        name, circumstance, _ = bound[0]
    else:
        return None
    fitting = [line for line in BOOK[name][circumstance] if line.needs <= facts.keys()]
    if not fitting:
        return None
    line = fitting[(race.turns + race.cycle) % len(fitting)]
    return Spoken(line.id, {name: facts[name] for name in line.needs})


def find_catch(race: RaceMemory, told: Told, said: Sequence[Moment]) -> tuple[str, dict[str, Any]]:
    """Find which line to tell a player whose bomb somebody has just found, by whether it put the finder out and how
    often it has done so; return the line's name and its facts.
    """
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
