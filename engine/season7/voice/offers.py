"""What is said of what changes the board, who sits where, what is given, and what is held in secret."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.text import Told, Words, money, phrase
from engine.kernel.voice import Moment
from engine.season7.voice.chances import gone
from engine.season7.voice.ear import HEARD, Ear, hears
from engine.season7.voice.events import EVENTS, at, effect, event, given, moves, spoken
from engine.season7.voice.memory import (
    BOOSTED,
    DARKNESS,
    DOWN,
    INVITES,
    OUT,
    PLAYS,
    REPARATIONS,
    ROW,
    SIPHONS,
    SWEPT,
    UP,
)
from engine.season7.voice.standing import one_line

RECEIVES, PICKS_UP, TAKES_OVER = "{who} receives {face}.", "{who} picks up {minigame}.", "{taker} takes over {square}."
PROTECTED, USES = "{who} is protected and stays in the round.", "{who} uses {hidden}."
INSTEAD: Mapping[str, str] = {
    "{who} copies square {n}: {face}!": "copy",
    "{who} reaches into the Bonus Bag.": "bag",
    "Tick, tock, tick: the Metronome stops at {face} for {who}!": "swing",
}
AMONG = "Among them: {face}."
HALF_DOUBLED = "{won:£} of it is won and {lost:£} lost; Hypnotise doubles only what is won."

# By sentence: the event and the kind, and which of the facts have other names there.
ONE: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    DARKNESS: ("ev.board", "eclipse", {"n": "n"}),
    "Lockdown! All that is not a bomb is now seven-figure cash. A bomb costs {penalty:£}, "
    "and whoever wins must stake the win bonus on Square 00.": ("ev.board", "lockdown", {"penalty": "penalty"}),
    "{n:n} more {n:bomb|bombs} now {n:lies|lie} on the board.": ("ev.board", "minefield", {"n": "n"}),
    SWEPT: ("ev.board", "sweep", {"n": "n", "squares": "squares"}),
    ROW: ("ev.board", "row", {"first": "first", "last": "last", "who": "who"}),
    "{name} wears off: the remaining squares are drawn anew.": ("ev.board", "over", {}),
    "The board is boosted by {percent}%: all cash still on it is worth {booster}% more.": (
        "ev.board",
        "boost",
        {"booster": "booster"},
    ),
    "The board is boosted by {percent}%, to the cap: all cash still on it is worth {booster}% more.": (
        "ev.board",
        "boostcap",
        {"booster": "booster"},
    ),
    "{who} cannot be put out by anything until after their next selection.": ("ev.shield", "protect", {"who": "who"}),
    "On the Gift Card: {gifts}. {who} chooses one to give away.": (
        "ev.gift",
        "card",
        {"gifts": "gifts", "who": "who"},
    ),
    "{who} opens the Chamber of Secrets: a hidden square for everybody still in!": ("ev.gift", "chamber", {}),
    "The wormhole carries {who} off to {round}.": ("ev.seat", "worm", {"who": "who", "round": "round"}),
    "The wormhole leads nowhere. {who} stays.": ("ev.seat", "nowhere", {"who": "who"}),
    INVITES: ("ev.seat", "invite", {"who": "who", "guest": "guest", "order": "order"}),
    "{who} and {other} change places. Turn order: {order}.": (
        "ev.seat",
        "swap",
        {"who": "who", "other": "other", "order": "order"},
    ),
    "{who} is hypnotised: chance makes the next {n} selection{n:s}, and gains are doubled.": (
        "ev.turn",
        "hypno",
        {"who": "who", "times": "n"},
    ),
    "{who} wakes up.": ("ev.turn", "wake", {"who": "who"}),
    "{who} folds, and will be back in the next cycle with all that is held.": ("ev.turn", "fold", {"who": "who"}),
    "{who} enters a Win Zone: a win within the next {n} selections doubles the win bonus.": (
        "ev.stake",
        "zone",
        {"who": "who", "within": "n"},
    ),
    "{who} leaves the Win Zone.": ("ev.stake", "zoneover", {"who": "who"}),
    "{who} would enjoy the elimination of {rival}.": ("ev.stake", "schaden", {"who": "who", "rival": "rival"}),
    "{who} tags along with {leader}.": ("ev.stake", "tag", {"who": "who", "leader": "leader"}),
    "Only {left} square{left:s} left: the round ends here, and counts as a clear board.": (
        "ev.stake",
        "quick",
        {"left": "left"},
    ),
    "The host is all ears: each of you may ask one yes/no question, and will hear the truth.": ("ev.ask", "all", {}),
    "{who} asks nothing.": ("ev.ask", "none", {"who": "who"}),
    "The bank is on the line for {who}.": ("ev.bank", "ring", {"who": "who"}),
    "No deal: {who} stays.": ("ev.bank", "no", {"who": "who"}),
    "{who} may peek {n} time{n:s}.": ("ev.gift", "peeks", {"who": "who", "peeks": "n"}),
    "{who} peeks at square {n}.": ("peek", "", {"who": "who", "n": "n"}),
    PLAYS: ("play", "", {"who": "who", "game": "game"}),
    "{who} locks in square {n}.": ("lock", "", {"who": "who", "n": "n"}),
    "Lock-ins are lifted: {players} may choose again.": ("lock", "lifted", {"players": "players"}),
}


@event(*ONE)
def one(ear: Ear) -> None:
    """One sentence, with the square it came from."""
    name, kind, has = ONE[ear.told[ear.next][1].text]
    told = ear.take()
    moment = ear.say(name, **{ours: told.facts[theirs] for ours, theirs in has.items()})
    moment.kind = kind
    if kind == "no":
        ear.race.at(told.table).refused.append(told.facts["who"])
    if name == "peek":
        peeked(ear, told, moment)


def peeked(ear: Ear, told: Told, moment: Moment) -> None:
    """Where others have looked is known."""
    place = ear.race.at(told.table)
    before = place.peeked.get(told.facts["n"], "")
    if before not in ("", told.facts["who"]):
        moment.facts["other"] = before
        moment.soft = ["same"]
    elif not place.peeked:
        moment.soft = ["first"]
    place.peeked[told.facts["n"]] = told.facts["who"]


@event("Off to the Penalty Box: {who} will miss the next turn.")
def penalty_box(ear: Ear) -> None:
    """It costs, and one turn is missed."""
    who = ear.take().facts["who"]
    if ear.comes(*DOWN, who=who):
        ear.say("ev.turn", who=who, amount=ear.take().facts["amount"]).kind = "box"


@event("The new row is open for play. Sealed bomb: {receipt}.", "{who} has sealed one more bomb: {receipt}.")
def sealed(ear: Ear) -> None:
    """One more bomb; its receipt stands with the seals."""
    who = ear.take().facts.get("who")
    ear.say("onemore", **({"who": who} if who else {})).kind = "aid" if who else "row"


@event(SIPHONS)
def siphon(ear: Ear) -> None:
    """All boosters flow one way."""
    head = ear.take().facts
    ear.say("ev.grab", who=head["who"], taken=head["taken"]).kind = "siphon"
    boosted(ear)


@event(REPARATIONS)
def reparations(ear: Ear) -> None:
    """From the highest to the lowest."""
    head = ear.take().facts
    ear.say("ev.grab", high=head["high"], low=head["low"]).kind = "reparations"
    boosted(ear)
    games(ear, head["low"])


@event("{who} sends up a rocket: 50% more booster for everybody still in.")
def rocket(ear: Ear) -> None:
    """Half as much again, for everybody."""
    ear.say("ev.gift", who=ear.take().facts["who"]).kind = "rocket"
    boosted(ear)


@event("{who} gives it to {friend}.")
def gives(ear: Ear) -> None:
    """What was on the card."""
    first = len(ear.moments)
    head = ear.take().facts
    who, friend = head["who"], head["friend"]
    if not ear.comes(RECEIVES, who=friend):
        ear.taken = []
        return
    gift = spoken(ear.take().facts["face"])
    moment = ear.say("ev.gift", who=who, friend=friend, gift=gift)
    seats = ear.race.at(ear.told[ear.next - 1][1].table)
    out = friend not in seats.left
    moment.kind = "givenout" if out else "givenlead" if ear.race.first() == friend else "given"
    paid(ear)
    one_line(ear, first)


@event(RECEIVES)
def receives(ear: Ear) -> None:
    """A gift of the game, or of a lucky square several."""
    first, head = len(ear.moments), ear.ahead()
    who, got = head.facts["who"] if head else "", []
    while ear.comes(RECEIVES, who=who):
        got.append(one_gift(ear, ear.take().facts["face"], who))
    ear.say("got", **{"who": who, "list": got} | at(ear)).kind = "lucky" if ear.square else "things"
    if not ear.square:
        one_line(ear, first)


def one_gift(ear: Ear, face: Words, who: str) -> Words:
    """What it is, and what it comes to."""
    if ear.comes(*DOWN, who=who):  # a Leaver's present
        return phrase("{face} (which costs {amount:£})", face=face, amount=ear.take().facts["amount"])
    if ear.comes(*UP, who=who):
        amount = ear.take().facts["amount"]
        return face if str(face) == money(amount) else phrase("{face} (worth {amount:£})", face=face, amount=amount)
    if ear.comes(*BOOSTED, who=who):
        return phrase("{face} (now {booster}%)", face=face, booster=ear.take().facts["booster"])
    if ear.comes(PICKS_UP, who=who):
        ear.take()
    return face


def paid(ear: Ear) -> None:
    """What a gift brings."""
    if ear.comes(*UP):
        got = ear.take().facts
        ear.say("windfall", who=got["who"], amount=got["amount"])
    elif ear.comes(*BOOSTED):
        boosted(ear)
    elif ear.comes(PICKS_UP):
        ear.moments[-1].covers.append(ear.told[ear.next][0])
        ear.skip()
    else:
        effect(ear)


def boosted(ear: Ear) -> None:
    """Who stands at what now, in one line."""
    found = []
    while ear.comes(*BOOSTED):
        told = ear.take().facts
        found.append(phrase("{who} {percent}%", who=told["who"], percent=told["booster"]))
    if found:
        ear.say("boosters", list=found)


@event("Six for {who}, and out!")
def six(ear: Ear) -> None:
    """Six squares, and then the door."""
    head = ear.take().facts
    who = head["who"]
    ear.say("face", who=who, face="Six and Out", **({"n": ear.square["n"]} if ear.square else {}))
    found = []
    while ear.comes(RECEIVES, who=who) or ear.comes(*UP, *DOWN, who=who):
        told = ear.take()
        if told.text in (*UP, *DOWN):
            found.append(told.facts["amount"] * (1 if told.text in UP else -1))
    if found:
        amounts = [phrase("{amount:£}", amount=amount) for amount in found]
        ear.say("got", who=who, list=amounts, amount=sum(found)).kind = "six"
    if ear.comes(USES, who=who, hidden="Endure"):
        ear.take()
        ear.take()
        ear.say("ev.shield", who=who).kind = "endures"
    if ear.comes(OUT, who=who):
        gone(ear, who)
        ear.say("out", who=who).kind = "six"
    elif ear.comes(PROTECTED, who=who):
        ear.take()
        ear.say("ev.shield", who=who).kind = "stays"


@event(PICKS_UP)
def picks_up(ear: Ear) -> None:
    """A minigame that lay on no square."""
    head = ear.take().facts
    ear.say("got", who=head["who"], face=head["minigame"]).kind = "thing"


@event("{who} uses {hidden}.")
def uses(ear: Ear) -> None:
    """A secret is out."""
    race = ear.race
    head = ear.take().facts
    who, hidden = head["who"], head["hidden"]
    if ear.comes(*INSTEAD):
        race.hidden[hidden] = who
        instead(ear)
        return
    if ear.comes("{who} makes no selection.", who=who):
        ear.take()
        ear.say("ev.turn", who=who).kind = "skip"
        return
    moment = ear.say("hidden.used", who=who, hidden=hidden)
    if race.hidden.get(hidden, who) != who:
        moment.soft = ["again"]
    race.hidden[hidden] = who


@event("{rival} is out, and {who} has Schadenfreude.")
def schadenfreude(ear: Ear) -> None:
    """It is paid."""
    first = len(ear.moments)
    head = ear.take().facts
    who, rival = head["who"], head["rival"]
    if not ear.comes(RECEIVES, who=who):
        ear.taken = []
        return
    gift = one_gift(ear, ear.take().facts["face"], who)
    ear.say("ev.stake", who=who, rival=rival, gift=gift).kind = "paid"
    one_line(ear, first)


@hears(*INSTEAD)
def instead(ear: Ear) -> None:
    """What a hidden square does in place of a selection: which it is, and what comes of it."""
    first, told = len(ear.moments), ear.take()
    named = {"face": spoken(told.facts["face"])} if "face" in told.facts else {}
    ear.say("instead", **{**told.facts, **named}).kind = INSTEAD[told.text]
    paid(ear)
    one_line(ear, first)


@event("{who} picks up the leftovers: {squares}.")
def leftovers(ear: Ear) -> None:
    """What lay under the bombs, as far as everybody may know it."""
    head = ear.take().facts
    ear.say("ev.left", who=head["who"], squares=head["squares"]).kind = "found"
    if ear.comes(HALF_DOUBLED):
        ear.say("ev.left", **ear.take().facts).kind = "doubled"
    moves(ear)
    boosted(ear)
    games(ear, head["who"])


def games(ear: Ear, who: str) -> None:
    """All minigames and pledges that somebody picks up by it."""
    found = []
    while ear.comes(PICKS_UP, who=who) or ear.comes(TAKES_OVER, taker=who):
        told = ear.take().facts
        found.append(told.get("minigame") or told["square"])
    if found:
        ear.say("got", who=who, list=found).kind = "games"


@hears(AMONG)
def among(ear: Ear) -> None:
    """One of them acts: a line for each."""
    first = len(ear.moments)
    ear.say("ev.left", face=spoken(ear.take().facts["face"])).kind = "among"
    effect(ear)
    one_line(ear, first)


@event("Deal! {who} takes {package}.")
def deal(ear: Ear) -> None:
    """The bank has a chair."""
    head = ear.take().facts
    booster = ear.race.boosters.get(head["who"], 0)
    if ear.comes("{who} leaves the round.", who=head["who"]):
        ear.take()
    if "the booster back" in head["package"]:
        ear.race.boosters[head["who"]] = booster
    if ear.comes(*UP, who=head["who"], source="banker"):
        ear.take()
    ear.say("ev.bank", who=head["who"], package=head["package"]).kind = "deal"


@event("{who} asks: {question}? {answer}.")
def asks(ear: Ear) -> None:
    """A question, and the truth."""
    head = ear.take().facts
    ear.say("ev.ask", who=head["who"], question=head["question"], answer=head["answer"]).kind = "asked"


@event("The way back costs half of what the round has brought, {least:£} at least.")
def revives(ear: Ear) -> None:
    """Back in the round, at a price."""
    ear.take()
    if ear.comes("{who} pays {amount:£}."):
        price = ear.take().facts
        if ear.comes("{who} is back in the round!"):
            ear.take()
        ear.say("ev.seat", who=price["who"], amount=price["amount"]).kind = "revive"


@event(
    "Pay Day: {who} is paid as if the round were won: {fixed:£}, and {each:£} for each of {n} {n:square|squares}, "
    "which any booster lifts."
)
def pay_day(ear: Ear) -> None:
    """As a winner, and still in play."""
    who = ear.take().facts["who"]
    if ear.comes(*UP, who=who):
        ear.say("ev.stake", who=who, amount=ear.take().facts["amount"]).kind = "payday"


HEARD.update({text: given for text in EVENTS if text not in HEARD})
