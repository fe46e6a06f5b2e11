"""Who climbs and who slips: one line for each input, about the greatest move, and none if another line has said it."""

from __future__ import annotations

from engine.season7.voice import mornings
from engine.season7.voice.ear import Ear
from engine.season7.voice.memory import BILLION, Race

SAID = ("lead", "lost", "brink", "beat2", "last")  # lines that say it themselves
CLOSE = 5_000_000


class Before:
    """How everybody stood before."""

    def __init__(self, race: Race) -> None:
        self.places = {who: race.place(who) for who in race.totals}
        self.leader = race.first()


def moved(ear: Ear, before: Before) -> None:
    """Say who has moved, and remember who has led."""
    race, leader = ear.race, ear.race.first()
    new = leader not in ("", before.leader)
    if ear.moments and new:
        lead(ear, leader, before)
    elif ear.moments:
        climb(ear, before)
    if ear.moments and race.target == BILLION:
        brink(ear)
    if new:
        race.decided = (race.cycle, leader)
        mornings.leads(race, leader)
        if leader not in race.led:
            race.led.append(leader)


def brink(ear: Ear) -> None:
    """The billion comes into sight for the first time, or is lost again."""
    race = ear.race
    for who, total in race.totals.items():
        if race.on_the_brink(who) and who not in race.near:
            race.near.append(who)
            moment = ear.also("brink", who=who, total=total, short=race.short(who))
            moment.unless = ("brink",)
        elif who in race.touched and total < race.target and who not in race.fallen:
            race.fallen.append(who)
            ear.also("brink", who=who, total=total).kind = "fallen"


def lead(ear: Ear, who: str, before: Before) -> None:
    """Somebody is in front now."""
    race = ear.race
    moment = ear.also("standing", who=who, total=race.totals[who], place=1)
    moment.unless = SAID
    led = [] if not race.led else ["leadback"] if who in race.led else ["newlead"]
    back = ["back"] if who == race.last and before.places.get(who, 1) > 1 else []
    near: list[str] = []
    for other in race.ranked()[1:2]:
        gap = race.totals[who] - race.totals[other]
        moment.facts |= {"gap": gap, "other": other}
        near = ["close"] if gap < CLOSE else []
    moment.strong = [*led, *back, "lead", *near]


def has_said(ear: Ear, who: str) -> bool:
    """Has the line about a bomb just said what they have left, or a Fifty50 that two are level?"""
    left = any(moment.event == "bomb.left" and moment.facts["who"] == who for moment in ear.moments)
    return left or any("half" in m.facts and who in (m.facts["who"], m.facts["other"]) for m in ear.moments)


def climb(ear: Ear, before: Before) -> None:
    """The greatest move of all, if there is one: upwards rather than downwards."""
    race = ear.race
    moves = {who: before.places[who] - race.place(who) for who in before.places if who in race.totals}
    who = max(moves, key=lambda each: (moves[each] > 0, abs(moves[each])), default="")
    if not who or not moves[who] or has_said(ear, who):
        return
    place, total = race.place(who), race.totals[who]
    level = [other for other in race.totals if other != who and race.totals[other] == total]
    if level:
        moment = ear.also("standing", who=who, other=level[0], total=total)
        moment.kind = "tie"
    elif moves[who] > 0:
        passed = [other for other in before.places if before.places[other] < before.places[who]]
        below = [other for other in passed if race.totals.get(other, total) < total]
        moment = ear.also("standing", who=who, total=total, place=place)
        if below:
            moment.facts["other"] = max(below, key=lambda other: race.totals[other])
        back = who == race.last and place * 2 <= len(race.totals)
        moment.strong = [*(["back"] if back else []), "up"]
    else:
        above = [other for other in race.totals if race.totals[other] > total]
        other = min(above, key=lambda other: race.totals[other])
        moment = ear.also("standing", who=who, other=other, total=total, place=place)
        if before.places.get(other, 0) < before.places[who]:
            del moment.facts["other"]  # who was above already has passed nobody
        moment.strong = ["down"]
    moment.unless = SAID
