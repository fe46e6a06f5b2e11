"""What is said of fate: Square 00, Blammo, the edge of a knife, a Deadlock, and votes."""

from __future__ import annotations

from typing import Any

from engine.kernel.text import phrase
from engine.season7 import events
from engine.season7.voice import standing
from engine.season7.voice.narrator import RaceNarrator, narrate_events

OUTCOMES = {
    "DOUBLE": "double",
    "£26,000,000": "prize",
    "ADD MINIGAME": "game",
    "MYSTERY PRIZE": "mystery",
    "NOTHING": "nothing",
}


# -- Square 00


@narrate_events(events.BonusStaked)
def narrate_stake(voice: RaceNarrator, staked: events.BonusStaked) -> None:
    """Add the host's line that a winner stakes their bonus, in words that do not give the result away, then after a
    pause the result.
    """
    race, who, bonus, paid, outcome = voice.race, staked.who, staked.bonus, 0, ""
    voice.say("sq00", who=who, bonus=bonus).kind = "must" if staked.must else "beat1"
    for event in voice.iter_scene():
        match event:
            case events.Square00Opened(outcome=outcome):
                pass
            case events.Gained(amount=paid):
                pass
            case events.BonusGone():
                pass
            case _:
                voice.leave_to_listener()
    fate = voice.say("sq00", who=who, bonus=bonus, amount=paid, prize=paid)
    if teaser := voice.find_round().teasers.get(who):
        fate.facts["minigame"] = teaser
    fate.kind, fate.fate = OUTCOMES.get(outcome, "nothing"), True
    race.fates[who] = "won" if paid > bonus else "lost" if paid < bonus else ""
    race.keep_best("fate", abs(paid - bonus), {"who": who, "amount": paid, "bonus": bonus})
    race.count_for_title("nought", who, paid - bonus)
    race.count_for_title("staked", who)
    standing.say_standing(voice)  # before the games that are played now


@narrate_events(events.BonusKept)
def narrate_bonus_kept(voice: RaceNarrator, kept: events.BonusKept) -> None:
    """Add the host's line that a winner keeps their bonus instead of staking it."""
    paid, first = voice.take_if(events.Gained), len(voice.moments)
    voice.say("sq00", who=kept.who, bonus=paid.amount if paid else 0).kind = "keep"
    standing.say_standing(voice)  # before the games that are played now
    standing.join_lines(voice, first)
    voice.race.count_for_title("kept", kept.who)


# -- Blammo and the knife


@narrate_events(events.BlammoBegun)
def narrate_blammo(voice: RaceNarrator, begun: events.BlammoBegun) -> None:
    """Add the host's first line about a Blammo: its finder must choose one of four squares."""
    voice.race.blammos += 1
    voice.say("blammo", who=begun.who, count=voice.race.blammos).kind = "beat1"


@narrate_events(events.BlammoOpened)
def narrate_blammo_opened(voice: RaceNarrator, opened: events.BlammoOpened) -> None:
    """Add the host's second line about a Blammo: which of the four fates was chosen."""
    kind, said = "", dict[str, Any](who=opened.who, n=opened.n)
    for event in voice.iter_scene():
        match event:
            case events.BlammoBlocked():
                kind = "block"
            case events.OpponentDrawn(who=victim):
                said["victim"] = victim
            case events.PutOut(who=gone):
                kind = "other" if "victim" in said else "you"
                note_put_out(voice, gone)
            case events.Lost(amount=amount):
                said["amount"] = amount
            case events.FifthPledged():
                kind = "threat"
            case _:
                voice.leave_to_listener()
    if kind:
        voice.say("blammo", **said).kind = kind


def note_put_out(voice: RaceNarrator, who: str) -> None:
    """Note in the voice's memory that a player has been put out of the round by something other than a bomb."""
    place = voice.find_round()
    place.smoke = True
    place.fallen.append((who, ""))


@narrate_events(events.KnifeEdgeStood)
def narrate_knife_edge(voice: RaceNarrator, stood: events.KnifeEdgeStood) -> None:
    """Add the host's line that a player's next square is a Knife Edge: a bomb or a Win Zone."""
    voice.find_round().knife.append(stood.who)
    voice.say("knife", who=stood.who).kind = "beat1"


@narrate_events(events.KnifeEdgeWon)
def narrate_knife_edge_won(voice: RaceNarrator, bright: events.KnifeEdgeWon) -> None:
    """Add the host's line that a Knife Edge turned out as a Win Zone."""
    place = voice.find_round()
    place.opened.append(bright.n)
    place.knife = [each for each in place.knife if each != bright.who]
    voice.take_if(events.WinZoneEntered)
    voice.say("knife", who=bright.who, n=bright.n).kind = "bright"


# -- a Deadlock, and votes


@narrate_events(events.DeadlockDecides)
def narrate_deadlock(voice: RaceNarrator, decides: events.DeadlockDecides) -> None:
    """Add the host's first line about a Deadlock, which decides the round; a second one names the winner."""
    voice.find_round().deadlocked = True
    voice.say("deadlock", n=decides.n).kind = "beat1"


@narrate_events(events.VotesShown)
def narrate_votes(voice: RaceNarrator, shown: events.VotesShown) -> None:
    """Add the host's lines about the votes: how many were cast, then what they were, and what follows from them."""
    voice.say("votes", n=len(shown.remain) + len(shown.leave)).kind = "beat1"
    moment = voice.say_also("votes", remain=shown.remain, leave=shown.leave)
    moment.kind, moment.fate = "beat2", True
    since, paid, list_ = len(voice.moments), 0, list[Any]()
    for event in voice.iter_scene():
        match event:
            case events.MostLeave():
                voice.say("votes").kind = "most"
                since = len(voice.moments)
            case events.AllRemain():
                voice.say("votes").kind = "all"
                since = len(voice.moments)
            case events.Gained(amount=paid):
                pass
            case events.Boosted(who=who, booster=booster):
                list_.append(phrase("{who} {amount:£} (now {booster}%)", who=who, amount=paid, booster=booster))
            case _:
                voice.leave_to_listener()
    if list_:
        voice.say("votes", list=list_).kind = "paid"
    standing.join_lines(voice, since)
