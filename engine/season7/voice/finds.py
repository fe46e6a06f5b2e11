"""What is said of a square that is opened: cash, a booster, a minigame, or something with a name."""

from __future__ import annotations

from engine.kernel.text import Told
from engine.kernel.voice import Moment
from engine.season7.voice import events, mornings, standing
from engine.season7.voice.ear import COLOUR, Ear, hears
from engine.season7.voice.memory import BOOSTED, DOWN, UP, Place

SELECTS = "{who} selects square {n}: {face}."
PICKS_UP = "{who} picks up {minigame}."
NEAR = "Next to square {n} {near:lies|lie} {near} {near:bomb|bombs}."
PLACED = ("who", "n")  # what the line of a find has to say, besides what and how much
SEVEN = 1_000_000
MANY_FINDS, MANY_IN_CYCLE, SOME = 40, 10, 4
SMALL, CAP = 11, 300
HYPNOTISED = "Hypnotise × 2"


@hears(SELECTS)
def opens(ear: Ear) -> None:
    """A square, and right after it what it brings: on one line."""
    if ear.moments:
        standing.moved(ear)  # what came before it is another matter
    place, first = ear.place(), len(ear.moments)
    told = ear.take()
    near = ear.take().facts if ear.comes(NEAR) else {}
    who = told.facts["who"]
    open_(ear, place, told)
    if ear.comes(*UP, *DOWN, who=who, source="cash"):
        cash(ear, place, told)
    elif ear.comes(*BOOSTED, who=who):
        booster(ear, place, told)
    elif ear.comes(PICKS_UP, who=who):
        minigame(ear, place, told)
    else:
        events.opened(ear, told.facts)
    place.smoke = False
    if near:
        ear.also("near", **near)
    standing.one_line(ear, first)


def open_(ear: Ear, place: Place, told: Told) -> None:
    """It lies open now."""
    ear.race.turns += 1
    mornings.opened(ear.race, told.facts["who"], told.facts["n"])
    place.opened.append(told.facts["n"])
    place.giver = told.facts["who"] if told.facts["face"] == "Immunise" else ""
    place.twice = "" if place.twice != told.facts["who"] else place.twice
    ear.race.count("squares", told.facts["who"])


# -- cash


def cash(ear: Ear, place: Place, told: Told) -> None:
    """One line: where, how much, and whether something has lifted it."""
    race, who, n = ear.race, told.facts["who"], told.facts["n"]
    was, last = race.first(), race.bottom()
    run = ran(place, who, "minus" if ear.comes(*DOWN) else "plus")
    paid = ear.take()
    amount, lifts = paid.facts["amount"], paid.facts.get("lifts", [])
    base = paid.facts.get("base", amount)
    facts = {"who": who, "n": n, "amount": amount, "count": run} | ({"base": base} if base < amount else {})
    if any(each.text == HYPNOTISED for each in lifts):
        facts["doubled"] = True
    if boosters := [each.facts["percent"] for each in lifts if each.text == "booster {percent}%"]:
        facts["booster"] = boosters[0]
    seven = base >= SEVEN
    moment = ear.say("cash.minus" if paid.text in DOWN else "cash.seven" if seven else "cash.six", **facts)
    moment.must = PLACED
    if paid.text in DOWN:
        minus(ear, place, moment, was)
        return
    if seven:
        moment.strong = seven_figures(ear, place, moment, was=was, last=last)
    elif not place.closed():
        moment.strong = ["final"]
    near = place.near(n)
    if near is not None and not seven:
        moment.strong.append("near")
    moment.soft = soft(place, run, lifted=bool(boosters) and len(lifts) == 1)
    moment.quiet = COLOUR
    count(ear, place, moment)


def minus(ear: Ear, place: Place, moment: Moment, was: str) -> None:
    """Cash that is to be paid."""
    leader = ear.race.first()
    if was == moment.facts["who"] and leader not in ("", was):
        moment.facts["other"] = leader
        moment.strong.append("lost")
    if place.near(moment.facts["n"]) is not None:
        moment.strong.append("near")
    moment.soft = soft(place, moment.facts["count"], lifted="booster" in moment.facts)
    ear.race.count("minus", moment.facts["who"])
    ear.race.count("bills", moment.facts["who"], moment.facts["amount"])


def seven_figures(ear: Ear, place: Place, moment: Moment, *, was: str, last: str) -> list[str]:
    """What makes a large sum larger, the strongest first."""
    race, facts = ear.race, moment.facts
    who, n, amount = facts["who"], facts["n"], facts["amount"]
    owner = place.near(n)
    if owner:
        facts["owner"] = owner
    facts |= {"short": race.short(who), "goal": race.goal(), "total": race.totals[who]}
    holds = {
        "hypno": facts.get("doubled", False),
        "brink": race.on_the_brink(who),
        "final": not place.closed(),
        "lead": race.first() == who != was and len(place.opened) > 1,
        "big.s": race.finds >= MANY_FINDS and amount > race.biggest,
        "big.c": race.cycle_finds >= MANY_IN_CYCLE and amount > race.cycle_biggest,
        "last": last == who and race.bottom() != who,
        "near": bool(owner),
        "big.r": len(place.opened) >= SOME and amount > place.big,
    }
    return [name for name, true in holds.items() if true]


def soft(place: Place, run: int, *, lifted: bool) -> list[str]:
    """What joins the lines that are always true, and stands before them."""
    holds = {
        "bombed": place.smoke,
        "run3": run > 2,
        "first": len(place.opened) == 1,
        "two": place.closed() == 1,
        "boost": lifted,
    }
    return [name for name, true in holds.items() if true]


def ran(place: Place, who: str, sort: str) -> int:
    """How many of a sort this player has now found in a row."""
    before, times = place.runs.get(who, ("", 0))
    place.runs[who] = (sort, times + 1 if sort == before else 1)
    return place.runs[who][1]


def count(ear: Ear, place: Place, moment: Moment) -> None:
    """A sum was found: perhaps the largest yet."""
    race, amount, who = ear.race, moment.facts["amount"], moment.facts["who"]
    race.finds, race.cycle_finds = race.finds + 1, race.cycle_finds + 1
    race.biggest, race.cycle_biggest = max(race.biggest, amount), max(race.cycle_biggest, amount)
    place.big = max(place.big, amount)
    if amount > place.best[1]:
        place.best = (who, amount, moment.facts["n"])
    mornings.found(race, who, amount, moment.facts["n"])
    race.shines("square", amount, {"who": who, "amount": amount, "n": moment.facts["n"]})


# -- boosters and minigames


def booster(ear: Ear, place: Place, told: Told) -> None:
    """How much it is, and what it comes to."""
    race, who = ear.race, told.facts["who"]
    was = race.boosters.get(who, 0)
    ran(place, who, "booster")
    got = ear.take().facts
    percent, now = got["percent"], got["booster"]
    moment = ear.say("booster", who=who, n=told.facts["n"], percent=percent, booster=now, was=was)
    moment.must = (*PLACED, "percent", *(["booster"] if was else []))
    others = [race.boosters.get(other, 0) for other in place.left if other != who]
    if was + percent > CAP:
        moment.kind, moment.must = "cap", PLACED
    elif was:
        moment.strong = ["most"] if now > max(others, default=0) and not place.boosted else []
        moment.soft = ["more", *(["most"] if now > max(others, default=0) else [])]
    else:
        first = "firstb" if not place.boosted else "only"
        moment.soft = [first, *(["small"] if percent <= SMALL else [])]
    place.boosted = True


def minigame(ear: Ear, place: Place, told: Told) -> None:
    """A minigame is put by until its finder has won."""
    race, who = ear.race, told.facts["who"]
    ran(place, who, "minigame")
    name = ear.take().facts["minigame"]
    moment = ear.say("minigame", who=who, n=told.facts["n"], minigame=name)
    moment.must = PLACED
    if before := race.paid.get(f"{who}>{name}"):
        moment.facts["amount"] = before
        moment.soft.append("played")
    if who in place.fast:
        moment.kind = "fast"
    if who in place.games:
        moment.soft.append("more")
    place.games.append(who)
    if len(place.left) == 2:
        moment.soft.append("duel")
