"""What is said of events and game changers: the square, its sentence and the money that it moves in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.kernel.text import Phrase, Told, Words, phrase
from engine.kernel.voice import Moment
from engine.season7 import tables
from engine.season7.voice.ear import HEARD, Ear
from engine.season7.voice.memory import DOWN, UP

Facts = dict[str, Any]
Hearing = Callable[[Ear], None]
FREE = "Free Play: {who} keeps {amount:£}."
EVENTS: dict[str, Hearing] = {}
APART = (
    "{who} peeks at square {n}.",
    "{who} locks in square {n}.",
    "{who} uses {hidden}.",
    "{who} wakes up.",
    "{who} leaves the Win Zone.",
)


def event(*texts: str) -> Callable[[Hearing], Hearing]:
    """What begins with one of these sentences is heard by this function, perhaps after the square that it came from."""

    def noted(hearing: Hearing) -> Hearing:
        EVENTS.update(dict.fromkeys(texts, hearing))
        return hearing

    return noted


def opened(ear: Ear, facts: Facts) -> None:
    """A square with a name was opened: what comes of it is said in the same breath, where there is a line for that."""
    face = {"who": facts["who"], "n": facts["n"], "face": spoken(facts["face"])}
    first, taken, selected = len(ear.moments), ear.taken, ear.ahead(-1)
    free = True
    while free and acts(ear, selected):  # a Free Play comes before what it spares its holder
        ear.square, free = facts, ear.comes(FREE)
        effect(ear)
        ear.square, ear.taken = {}, []
    if ear.moments[first:]:
        once(ear.moments[first:], face["face"])
        ear.moments[first].head = Moment("face", face, taken[0], owed="face", otherwise="named")
    else:
        ear.taken = taken
        ear.say("face", **face)
        as_told(ear, selected)


def as_told(ear: Ear, selected: Told | None) -> None:
    """A square that no function here knows: its own sentence, if it has one, and the money that it moves."""
    told = ear.ahead()
    if not selected or not told or told.table != selected.table:
        return
    if told.text not in HEARD:
        said = ear.take()
        ear.say("told", said=phrase(said.text, **said.facts)).kind = "plain"
    moves(ear)


def once(moments: list[Moment], face: Words) -> None:
    """A name that its head says, for a Free Play comes between, is not said again."""
    for later in moments[1:]:
        if later.facts.get("face") == face and later.kind in UNNAMED:
            later.kind = UNNAMED[later.kind]
    name = face.facts.get("name", "") if isinstance(face, Phrase) else face
    if moments[0].kind == "free" and moments[0].facts.get("square") == name:
        moments[0].kind = "freely"


UNNAMED: Mapping[str, str] = {"all": "every"}


def spoken(face: Words) -> Words:
    """A square's name as it stands in a sentence."""
    return tables.articled(face) if isinstance(face, str) else face


def acts(ear: Ear, selected: Told | None = None) -> bool:
    """Is what comes next something that a square does? In another round, or in a minigame, it is another matter."""
    told = ear.ahead()
    here = selected is None or told is None or told.table == selected.table
    return told is not None and here and told.text in EVENTS and told.text not in APART


def effect(ear: Ear) -> None:
    """What a square does, whoever has it from wherever."""
    told = ear.ahead()
    if told is not None and acts(ear):
        EVENTS[told.text](ear)
    elif ear.comes(*UP, *DOWN):
        moves(ear)


def given(ear: Ear) -> None:
    """The same where no square was opened for it: it was a gift."""
    told = ear.ahead()
    if told is not None:
        EVENTS[told.text](ear)


# -- money


def moves(ear: Ear) -> None:
    """All that goes up and down by it, in one line."""
    found = ear.money()
    if not found:
        return
    ups = [amount_of(told) for told in found if told.text in UP]
    downs = [amount_of(told) for told in found if told.text not in UP]
    moment = ear.say("moves", **({"ups": ups} if ups else {}), **({"downs": downs} if downs else {}))
    moment.kind = "both" if ups and downs else "up" if ups else "down"


def amount_of(told: Told) -> Any:
    """Whose money, and how much."""
    return phrase("{who} by {amount:£}", who=told.facts["who"], amount=told.facts["amount"])


DIGITS: Mapping[str, str] = {
    "Digital Love from the bottom up: 3, 2 and 1 more in the ten-millions digit for {players}.": "love",
    "Realignment: the digits of {low} turn the best way round, those of {high} the worst.": "realignment",
    "Steal Your Million! Every millions digit goes to {who}.": "steal",
    (
        "Zero Hour! One digit each of {players} turns to nought, first ten-millions, then millions, then "
        "hundred-thousands, and {who} gets what they were worth."
    ): "zero",
    "Zero Hour! The ten-millions digit of {players} turns to nought, and {who} gets what it was worth.": "zeroone",
}


@event(*DIGITS)
def digits(ear: Ear) -> None:
    """What happens to digits, and the money that it moves."""
    told = ear.take()
    ear.say("ev.digits", **told.facts).kind = DIGITS[told.text]
    moves(ear)


@event("Robin Hood takes 10% from {rich}, {most:£} at most, and gives it to {poor}.")
def robin_hood(ear: Ear) -> None:
    """From the rich to the poor."""
    race = ear.race
    was = race.first()
    head = ear.take().facts
    if spared(ear):
        return
    money = ear.money()
    rich, poor, amount = head["rich"], head["poor"], money[-1].facts["amount"] if money else 0
    moment = ear.say(
        "ev.take" if money else "ev.grab", face="Robin Hood", rich=rich, poor=poor, amount=amount, **at(ear)
    )
    moment.must = ("n",) if money and ear.square else ()
    if not money:
        moment.kind = "nothing"
        return
    if ear.square.get("who") == rich:
        moment.kind = "self"
    elif was == rich and race.first() not in ("", rich):
        moment.strong = ["lost"]
    if ear.square.get("who") != rich and race.tallies.get("hooded", {}).get(rich):
        moment.soft = ["again"]
    race.count("hooded", rich)


def at(ear: Ear) -> Facts:
    """Who found it, and where, if it was found."""
    return {name: ear.square[name] for name in ("who", "n") if name in ear.square}


@event("{who} and {other} share what they have: {half:£} each.")
def fifty50(ear: Ear) -> None:
    """Both have the half."""
    head = ear.take().facts
    who, other, half = head["who"], head["other"], head["half"]
    had = ear.race.totals.get(who, 0)
    ear.money()
    moment = ear.say("ev.share", **{"who": who} | at(ear), other=other, amount=half - had, face="Fifty50")
    moment.must = ("n",) if ear.square else ()
    moment.soft = ["up"]


CLIMBS: Mapping[str, str] = {
    "In the slipstream of {other}, {who} pulls up to £1 behind.": "Slipstream",
    "Slow and steady: {who} runs in place {place}, at {step:£} a place.": "Steady Tortoise",
    "{who} signs for {weekly:£} a week: {net:£} a year after tax.": "Footballer's Salary",
    "A sweet Reverie for {who}, who has least and is still in: 5% more.": "Reverie",
    "A sweet Reverie for {who}, who has least and is out: 10% more.": "Reverie",
    "OnePlus: every digit of {who}’s total but the first goes up.": "OnePlus",
    "The jackpot stands at {amount:£}.": "Jackpot",
}
FALLS: Mapping[str, str] = {
    "The Anchor drags {who} down to £1 above {other}.": "Anchor",
    "The hare naps, with {n} player{n:s} below {who}: {step:£} for each.": "Napping Hare",
    "A Nightmare for {who}, who has most and is still in: 5% goes.": "Nightmare",
    "A Nightmare for {who}, who has most but is out: 10% goes.": "Nightmare",
}


@event(*CLIMBS)
def climb(ear: Ear) -> None:
    """Somebody has more."""
    race, told = ear.race, ear.take()
    was, bottom = race.first(), race.bottom()
    head = told.facts
    who = head.get("who") or ear.square.get("who", "")
    if not ear.comes(*UP, who=who):
        ear.say("ev.climb", **at(ear), face=spoken(CLIMBS[told.text])).kind = "nought"
        return
    place = race.place(who)
    amount = ear.take().facts["amount"]
    moment = ear.say("ev.climb", who=who, amount=amount, face=spoken(CLIMBS[told.text]), place=head.get("place", place))
    if ear.square.get("who") == who:
        moment.facts |= at(ear)
        moment.must = ("n",)
    moment.facts["total"] = race.totals[who]
    if "place" in head:
        moment.soft = ["tortoise"]
    elif "weekly" in head and head["net"] == amount:
        moment.kind, moment.must = "salary", ()
        moment.facts |= {"weekly": head["weekly"], "net": head["net"]}
    if not moment.kind:
        moment.strong = ["lead"] if race.first() == who != was else ["last"] if bottom == who else []


def spared(ear: Ear) -> bool:
    """Has a Free Play kept somebody's money together? Then nothing else has come of it."""
    if not ear.comes(FREE):
        return False
    ear.say("ev.shield", **ear.take().facts).kind = "keeps"
    return True


@event(*FALLS)
def fall(ear: Ear) -> None:
    """Somebody has less."""
    race, told = ear.race, ear.take()
    was, who = race.first(), told.facts["who"]
    face = spoken(FALLS[told.text])
    own = at(ear) if ear.square.get("who") == who else {}
    if spared(ear):
        return
    if not ear.comes(*DOWN, who=who):
        moment = ear.say("ev.fall", who=who, face=face, **{k: v for k, v in own.items() if k == "n"})
        moment.kind = "nothing"
        return
    amount = ear.take().facts["amount"]
    moment = ear.say("ev.fall", who=who, amount=amount, face=face)
    moment.facts |= own
    moment.must = ("n",) if own else ()
    leader = race.first()
    if was == who and leader not in ("", who):
        moment.facts["other"] = leader
        moment.strong = ["lost"]


NO_DIGIT = "OnePlus: no digit of {who}’s total but the first can go up."
NOTHING: Mapping[str, tuple[str, str]] = {
    NO_DIGIT: ("ev.climb", "OnePlus"),
    "Nobody is ahead of {who}: there is no slipstream to catch.": ("ev.climb", "Slipstream"),
    "Nobody is above {who}: there is nothing to share.": ("ev.climb", "Fifty50"),
    "Nobody is below {who}: the Anchor hits the ground at once.": ("ev.fall", "Anchor"),
    "Nobody else has a booster. {who} siphons thin air.": ("ev.grab", "Booster Siphon"),
    "Nobody else holds a minigame. {who} goes home empty-handed.": ("ev.grab", "Game Boy"),
    "{who} calls for a game, and there is none to be had.": ("ev.grab", "Game On!"),
    "{who} has no minigame to choose from.": ("ev.grab", "The Commissioner"),
    "{who} opens the Chamber of Secrets, and there is nothing in it.": ("ev.grab", "Chamber of Secrets"),
    "There is nobody to pay reparations to.": ("ev.grab", "Reparations"),
    "Darkness falls, but there is nothing left to shuffle.": ("ev.vain", "Eclipse"),
    "There is no square left to mine.": ("ev.vain", "Minefield"),
    "There is no bomb left to sweep.": ("ev.vain", "Minesweeper"),
    "There is nothing left over.": ("ev.grab", "Leftovers"),
    "There is nobody whom {who} could invite.": ("ev.vain", "Invite"),
    "This round is decided: nobody can join it any more.": ("ev.vain", "Invite"),
}


@event(*NOTHING)
def nothing(ear: Ear) -> None:
    """It does nothing."""
    told = ear.take()
    name, face = NOTHING[told.text]
    moment = ear.say(name, **({"who": told.facts["who"]} if "who" in told.facts else {}), face=spoken(face))
    moment.facts |= at(ear)
    moment.kind = "nines" if told.text == NO_DIGIT else "nothing"
