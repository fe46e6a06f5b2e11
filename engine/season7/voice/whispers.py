"""What the host says to one player alone: by what everybody knows, and by what is told there, and by nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.text import Told
from engine.kernel.voice import ANY, Book, Moment, Spoken
from engine.season7.voice.memory import Race

SEALED = "Your bomb is sealed on square {n}. Receipt: {receipt}"
HOLDS, FOUND, PEEKED = (
    "You now hold {hidden}.",
    "{who} has found your bomb on {n}.",
    "Square {n} is {what}.",
)
ASLEEP = "Your bomb on {n} has gone off, for {who} did not select in time."
EVENTS = {SEALED: "seal.done", HOLDS: "hidden", FOUND: "bomb.yours", ASLEEP: "bomb.yours", PEEKED: "peek.own"}
BLOWS = ("bomb", "mut.cluster", "mut.fizzle", "autobomb")


def whisper(book: Book, race: Race, told: Told, said: Sequence[Moment]) -> Spoken | None:
    """One line after the other, as turns go by: it is nobody's memory that changes by it."""
    event = EVENTS.get(told.text)
    if event is None:
        return None
    circumstance, facts = ANY, dict(told.facts)
    if told.text == ASLEEP:
        circumstance = "asleep"
    elif event == "bomb.yours":
        circumstance, facts = yours(race, told, said)
    lines = [line for line in book[event][circumstance] if line.needs <= facts.keys()]
    if not lines:
        return None
    line = lines[(race.turns + race.cycle) % len(lines)]
    return Spoken(line.id, {name: facts[name] for name in line.needs})


def yours(race: Race, told: Told, said: Sequence[Moment]) -> tuple[str, dict[str, Any]]:
    """Somebody has found one's bomb: did it get them, and how often has it?"""
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
