"""What is said of fate: Square 00, Blammo, the edge of a knife, minigames, the Megagrid, and the race's last word."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.season7.voice.ear import Ear, hears
from engine.season7.voice.ends import CLOSE, WON, WON_BELOW
from engine.season7.voice.events import event
from engine.season7.voice.memory import DOWN, OUT, UP
from engine.season7.voice.titles import finale

STAKES = "{who} stakes a win bonus of {bonus:£} on Square 00."
OPENS_00, GONE = "{who} opens Square 00: {outcome}.", "The win bonus of {who} is gone."
KEEPS = "{who} keeps the win bonus."
PLAYS = "{who} plays {game}."
PAYS, PAYS_NOTHING = "{minigame} pays {who}.", "{minigame} pays {who} nothing."
OUTCOMES = {
    "DOUBLE": "double",
    "£26,000,000": "prize",
    "ADD MINIGAME": "game",
    "MYSTERY PRIZE": "mystery",
    "NOTHING": "nothing",
}
BLAMMO = "Blammo! {who} must choose one of four squares."
BLAMMO_OPENS = "{who} opens square {n} of the four: {face}! The others were {others}."
BLOCKED, CHANCE = "The Blammo is blocked. {who} breathes again.", "Chance picks {who}."
KNIFE = "{who} stands on a Knife Edge: the next square is a Bomb, or a Win Zone with a hidden square."
BRIGHT = "{who} selects square {n} and comes down on the bright side: Win Zone."
ZONE = "{who} enters a Win Zone: a win within the next {n} selections doubles the win bonus."
CLIMBS = "The Megagrid, with {stake:£} to start from: {winners}."
SAFE, FALLS = (
    "{who} takes column {column} of row {row}: safe!",
    "{who} takes column {column} of row {row}: a bomb! All is lost.",
)
STOPS, TOP = "{who} stops on the Megagrid with {pot:£}.", "{who} has climbed the whole Megagrid!"
MEGAGRID, SHOWN = "Megagrid", 5


# -- Square 00


@hears(STAKES)
def stakes(ear: Ear) -> None:
    """The setting, which is the same whatever follows; then, after a moment, the fate."""
    place = ear.place()
    facts = ear.take().facts
    who, bonus = facts["who"], facts["bonus"]
    moment = ear.say("sq00", who=who, bonus=bonus)
    moment.kind = "must" if facts["must"] else "beat1"
    if not ear.comes(OPENS_00, who=who):
        return
    outcome = ear.take().facts["outcome"]
    if ear.comes(GONE):
        ear.take()
    paid = ear.take().facts["amount"] if ear.comes(*UP, who=who, source="win bonus") else 0
    fate = ear.say("sq00", who=who, bonus=bonus, amount=paid, prize=paid)
    if place.teasers.get(who):
        fate.facts["minigame"] = place.teasers[who]
    fate.kind, fate.fate = OUTCOMES.get(outcome, "nothing"), True
    ear.race.fates[who] = "won" if paid > bonus else "lost" if paid < bonus else ""
    ear.race.shines("fate", abs(paid - bonus), {"who": who, "amount": paid, "bonus": bonus})
    ear.race.count("nought", who, paid - bonus)
    ear.race.count("staked", who)


@hears(KEEPS)
def keeps(ear: Ear) -> None:
    """The bonus is taken home."""
    who = ear.take().facts["who"]
    paid = ear.take().facts["amount"] if ear.comes(*UP, who=who, source="win bonus") else 0
    ear.say("sq00", who=who, bonus=paid).kind = "keep"
    ear.race.count("kept", who)


# -- minigames and the Megagrid


@hears(PAYS, PAYS_NOTHING)
def pays(ear: Ear) -> None:
    """What a minigame came to."""
    race = ear.race
    told = ear.take()
    who, name = told.facts["who"], told.facts["minigame"]
    race.playing = {table: played for table, played in race.playing.items() if played != [who, name]}
    if name == MEGAGRID:  # its last line has said how much
        ear.money()
        ear.hush()
        return
    beside = any(each.event == "mini.end" and each.facts["minigame"] == name for each in ear.moments)
    moment = ear.say("mini.end", who=who, minigame=name)
    if told.text == PAYS_NOTHING and beside:  # to whoever kept goal, after it has paid the kicker
        moment.kind = "beside"
        return
    if told.text == PAYS_NOTHING:
        moment.kind = "nothing"
        race.count("empty", who)
        return
    if not ear.comes(*UP, who=who):
        ear.moments.remove(moment)  # it costs something: rare enough to be told plainly
        return
    paid = ear.take()
    moment.covers += ear.taken
    ear.taken = []
    amount = paid.facts["amount"]
    moment.facts["amount"] = amount
    if "base" in paid.facts:
        moment.facts["base"] = paid.facts["base"]
        moment.soft.append("boost")
    best = race.games.get(name, (0, ""))
    if best[0] and amount > best[0]:
        moment.strong = ["record"]
    if amount > best[0]:
        race.games[name] = (amount, who)
    race.paid[f"{who}>{name}"] = amount
    race.shines("game", amount, {"who": who, "amount": amount, "minigame": name})


@hears(PLAYS)
def plays(ear: Ear) -> None:
    """The curtain goes up; perhaps there is something to beat."""
    race, head = ear.race, ear.take()
    who, name = head.facts["who"], head.facts["game"]
    race.playing[head.table] = [who, name]
    moment = ear.say("mini.start", who=who, minigame=name)
    amount, holder = race.games.get(name, (0, ""))
    if holder and holder != who:
        moment.facts |= {"amount": amount, "holder": holder}
        moment.soft = ["best"]
    elif not holder and name not in race.played:
        moment.soft = ["new"]
    if name not in race.played:
        race.played.append(name)


@hears(CLIMBS)
def climbs(ear: Ear) -> None:
    """The winners of the Super Round stand under it."""
    facts = ear.take().facts
    ear.race.climbers = len(facts["winners"])
    ear.say("mega", who=facts["winners"], stake=facts["stake"]).kind = "several" if ear.race.climbers > 1 else "start"


@hears(SAFE)
def safe(ear: Ear) -> None:
    """One row more; before the last, a word."""
    facts = ear.take().facts
    row, rows_left = facts["row"], facts["left"]
    ear.race.count("rows", facts["who"])
    if not rows_left and ear.comes(TOP):
        ear.take()
        ear.say("mega", who=facts["who"], pot=facts["pot"]).kind = "top"
        return
    moment = ear.say("mega", who=facts["who"], row=row, pot=facts["pot"], left=rows_left)
    moment.must = named(ear)
    if rows_left == 1:
        ear.also("mega", pot=facts["pot"]).kind = "beat1"


@hears(FALLS)
def falls(ear: Ear) -> None:
    """A bomb takes it all."""
    facts = ear.take().facts
    moment = ear.say("mega", who=facts["who"], row=facts["row"])
    moment.kind, moment.must = "bomb", named(ear)


def named(ear: Ear) -> tuple[str, ...]:
    """Where several climb at once, each step says whose it is."""
    return ("who",) if ear.race.climbers > 1 else ()


@hears(STOPS)
def stops(ear: Ear) -> None:
    """Far enough."""
    facts = ear.take().facts
    ear.say("mega", who=facts["who"], pot=facts["pot"], row=facts["row"]).kind = "stop"


# -- Blammo and the knife


@event(BLAMMO)
@hears(BLAMMO)
def blammo(ear: Ear) -> None:
    """The first of two beats: four squares."""
    ear.race.blammos += 1
    who = ear.take().facts["who"]
    ear.say("blammo", who=who, count=ear.race.blammos).kind = "beat1"


@hears(BLAMMO_OPENS)
def blammo_opens(ear: Ear) -> None:
    """The second: one of four fates."""
    facts = ear.take().facts
    said: dict[str, Any] = {"who": facts["who"], "n": facts["n"]}
    if ear.comes(BLOCKED):
        ear.take()
        ear.say("blammo", **said).kind = "block"
    elif ear.comes(CHANCE):
        victim = ear.take().facts["who"]
        if ear.comes(OUT, who=victim):
            gone(ear, victim)
            ear.say("blammo", **said, victim=victim).kind = "other"
    elif ear.comes(OUT, who=facts["who"]):
        gone(ear, facts["who"])
        ear.say("blammo", **said).kind = "you"
    elif ear.comes(*DOWN, who=facts["who"]):
        said["amount"] = ear.take().facts["amount"]
        if ear.comes("If {who} does not win this round, a fifth of the total will go too."):
            ear.take()
            ear.say("blammo", **said).kind = "threat"


def gone(ear: Ear, who: str) -> None:
    """Somebody is out, and not by a bomb."""
    place = ear.place()
    place.smoke = True
    place.fallen.append((who, ""))
    ear.take()


@event(KNIFE)
@hears(KNIFE)
def knife(ear: Ear) -> None:
    """The setting; the fate is the next square."""
    place = ear.place()
    place.knife.append(ear.take().facts["who"])
    ear.say("knife", who=place.knife[-1]).kind = "beat1"


@hears(BRIGHT)
def bright(ear: Ear) -> None:
    """It holds."""
    facts = ear.take().facts
    place = ear.place()
    place.opened.append(facts["n"])
    place.knife = [each for each in place.knife if each != facts["who"]]
    if ear.comes(ZONE):
        ear.take()
    ear.say("knife", who=facts["who"], n=facts["n"]).kind = "bright"


# -- the end of the race


@hears(WON, WON_BELOW)
def won(ear: Ear) -> None:
    """A word first; then who it is; then how it was won, everybody's best and worst, records and titles."""
    race = ear.race
    facts = ear.take().facts
    champions, total = facts["champions"], facts["total"]
    first = ear.say("victory", goal=race.goal(), **({"n": len(race.touched)} if race.touched else {}))
    first.kind = "beat1"
    word = ear.also("victory", who=champions, total=total, goal=race.goal())
    word.kind, word.fate = "beat2", True
    others = [other for who, other in race.totals.items() if who not in champions]
    gap = total - max(others, default=0)
    if len(champions) == 1 and others and 0 < gap < CLOSE:
        word.kind = "close"
        word.facts |= {"gap": gap, "n": race.turns}
    ear.also("finale", cycles=race.cycle, squares=race.turns, bombs=race.bombs).kind = "how"
    since, leader = race.decided
    if since and leader == race.first() and champions == [leader]:  # not who was passed on the last step
        ear.also("finale", cycle=since, who=leader).kind = "decided"
    for each in finale(race, champions):
        ear.also("finale", line=each).kind = "player"
    if race.earned:
        ear.also("shelf", list=race.earned).kind = "any"
    records = [
        phrase("{name} {amount:£} ({who})", name=name, amount=best, who=who)
        for name, (best, who) in sorted(race.games.items(), key=lambda each: -each[1][0])[:SHOWN]
    ]
    if records:
        ear.also("finale", records=records).kind = "records"
