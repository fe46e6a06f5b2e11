"""What is said of fate: Square 00, Blammo, the edge of a knife, a Deadlock, and votes."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.season7 import events
from engine.season7.voice import standing
from engine.season7.voice.ear import Ear, hears

OUTCOMES = {
    "DOUBLE": "double",
    "£26,000,000": "prize",
    "ADD MINIGAME": "game",
    "MYSTERY PRIZE": "mystery",
    "NOTHING": "nothing",
}


# -- Square 00


@hears(events.BonusStaked)
def hear_stake(ear: Ear, staked: events.BonusStaked) -> None:
    """Say the setting, which is the same whatever follows; then, after a moment, the fate."""
    race, who, bonus, paid, outcome = ear.race, staked.who, staked.bonus, 0, ""
    ear.say("sq00", who=who, bonus=bonus).kind = "must" if staked.must else "beat1"
    for event in ear.scene():
        match event:
            case events.Square00Opened(outcome=outcome):
                pass
            case events.Gained(amount=paid):
                pass
            case events.BonusGone():
                pass
            case _:
                ear.leave()
    fate = ear.say("sq00", who=who, bonus=bonus, amount=paid, prize=paid)
    if teaser := ear.place().teasers.get(who):
        fate.facts["minigame"] = teaser
    fate.kind, fate.fate = OUTCOMES.get(outcome, "nothing"), True
    race.fates[who] = "won" if paid > bonus else "lost" if paid < bonus else ""
    race.keep_best("fate", abs(paid - bonus), {"who": who, "amount": paid, "bonus": bonus})
    race.count("nought", who, paid - bonus)
    race.count("staked", who)


@hears(events.BonusKept)
def hear_bonus_kept(ear: Ear, kept: events.BonusKept) -> None:
    """Say that the bonus is taken home."""
    paid = ear.take_if(events.Gained)
    ear.say("sq00", who=kept.who, bonus=paid.amount if paid else 0).kind = "keep"
    ear.race.count("kept", kept.who)


# -- Blammo and the knife


@hears(events.BlammoBegun)
def hear_blammo(ear: Ear, begun: events.BlammoBegun) -> None:
    """Say the first of two beats: four squares."""
    ear.race.blammos += 1
    ear.say("blammo", who=begun.who, count=ear.race.blammos).kind = "beat1"


@hears(events.BlammoOpened)
def hear_blammo_opened(ear: Ear, opened: events.BlammoOpened) -> None:
    """Say the second: one of four fates."""
    kind, said = "", dict[str, Any](who=opened.who, n=opened.n)
    for event in ear.scene():
        match event:
            case events.BlammoBlocked():
                kind = "block"
            case events.OpponentDrawn(who=victim):
                said["victim"] = victim
            case events.PutOut(who=gone):
                kind = "other" if "victim" in said else "you"
                put_out(ear, gone)
            case events.Lost(amount=amount):
                said["amount"] = amount
            case events.FifthPledged():
                kind = "threat"
            case _:
                ear.leave()
    if kind:
        ear.say("blammo", **said).kind = kind


def put_out(ear: Ear, who: str) -> None:
    """Note that somebody is out, and not by a bomb."""
    place = ear.place()
    place.smoke = True
    place.fallen.append((who, ""))


@hears(events.KnifeEdgeStood)
def hear_knife(ear: Ear, stood: events.KnifeEdgeStood) -> None:
    """Say the setting; the fate is the next square."""
    ear.place().knife.append(stood.who)
    ear.say("knife", who=stood.who).kind = "beat1"


@hears(events.KnifeEdgeWon)
def hear_bright_side(ear: Ear, bright: events.KnifeEdgeWon) -> None:
    """Say that it holds."""
    place = ear.place()
    place.opened.append(bright.n)
    place.knife = [each for each in place.knife if each != bright.who]
    ear.take_if(events.WinZoneEntered)
    ear.say("knife", who=bright.who, n=bright.n).kind = "bright"


# -- a Deadlock, and votes


@hears(events.DeadlockDecides)
def hear_deadlock(ear: Ear, decides: events.DeadlockDecides) -> None:
    """Say the first of two beats: the second is who has won."""
    ear.place().deadlocked = True
    ear.say("deadlock", n=decides.n).kind = "beat1"


@hears(events.VotesShown)
def hear_votes(ear: Ear, shown: events.VotesShown) -> None:
    """Say how many envelopes there are, then what was in them, and what it brings."""
    ear.say("votes", n=len(shown.remain) + len(shown.leave)).kind = "beat1"
    moment = ear.also("votes", remain=shown.remain, leave=shown.leave)
    moment.kind, moment.fate = "beat2", True
    since, paid, list_ = len(ear.moments), 0, list[Any]()
    for event in ear.scene():
        match event:
            case events.MostLeave():
                ear.say("votes").kind = "most"
                since = len(ear.moments)
            case events.AllRemain():
                ear.say("votes").kind = "all"
                since = len(ear.moments)
            case events.Gained(amount=paid):
                pass
            case events.Boosted(who=who, booster=booster):
                list_.append(phrase("{who} {amount:£} (now {booster}%)", who=who, amount=paid, booster=booster))
            case _:
                ear.leave()
    if list_:
        ear.say("votes", list=list_).kind = "paid"
    standing.join_lines(ear, since)
