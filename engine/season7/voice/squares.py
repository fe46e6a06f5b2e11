"""What is said of what squares do, wherever they come from: the square, what happens, and the money that it moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Words, format_money, phrase
from engine.kernel.voice import Moment
from engine.race import events as race_events
from engine.season7 import events, tables
from engine.season7.voice.fates import note_put_out
from engine.season7.voice.listener import BOUND, HEARD, VoiceListener, hear_events
from engine.season7.voice.standing import join_lines

Move = events.Gained | events.Lost
# What is no effect of a square, though it may come right after one.
APART = (
    events.Boosted,
    events.Gained,
    events.HiddenUsed,
    events.HypnosisOver,
    events.Lost,
    events.PutOut,
    events.WinZoneLeft,
)
SPIKE, SPLIT = "Power Spike", 15  # percent


def hear_opened_square(ear: VoiceListener, opened: events.SquareOpened) -> None:
    """Add the host's line about an opened square that has a name, and what it does, in one line if the book has such a
    line.
    """
    face: dict[str, Any] = {"who": opened.who, "n": opened.n, "face": name_in_sentence(opened.face)}
    first, taken = len(ear.moments), ear.taken
    free = True
    while free and has_effect_next(ear):  # a Free Play comes before what it spares its holder
        ear.opened, free = opened, ear.is_next(events.FreePlayKept)
        hear_effect(ear)
        ear.opened, ear.taken = None, []
    if ear.moments[first:]:
        drop_repeated_name(ear.moments[first:], face["face"])
        ear.moments[first].head = Moment("face", face, taken[0], owed="face", otherwise="named")
    else:
        ear.taken = taken
        ear.say("face", **face)
        say_as_told(ear)


def say_as_told(ear: VoiceListener) -> None:
    """Add an event's plain sentence, if no function narrates its kind, and the money it moves."""
    if ear.has_more():
        told = ear.left[0].told
        if told.kind not in HEARD:
            ear.take_next()
            ear.say("told", said=Phrase(told.text, told.facts)).kind = "plain"
        say_moves(ear)


def drop_repeated_name(moments: list[Moment], face: Words) -> None:
    """Remove a square's name from all lines but the first that names it."""
    for later in moments[1:]:
        if later.facts.get("face") == face and later.kind == "all":
            later.kind = "every"
    name = face.facts.get("name", "") if isinstance(face, Phrase) else face
    if moments[0].kind == "free" and moments[0].facts.get("square") == name:
        moments[0].kind = "freely"


def name_in_sentence(face: Words) -> Words:
    """Return a square's name as it is written in the middle of a sentence."""
    return tables.format_with_article(face) if isinstance(face, str) else face


def has_effect_next(ear: VoiceListener) -> bool:
    """Return whether the next event of this scene is the effect of a square."""
    return ear.has_more() and ear.left[0].told.kind in HEARD and not ear.is_next(*APART)


def hear_effect(ear: VoiceListener) -> None:
    """Narrate the effect of a square, whether it was opened, given or used from hand."""
    if has_effect_next(ear):
        ear.hear_next()
    else:
        say_moves(ear)


def find_finder_facts(ear: VoiceListener) -> dict[str, Any]:
    """Return the player who opened the square that is being narrated, and its number, as facts for a line; nothing if
    no square was opened.
    """
    return {"who": ear.opened.who, "n": ear.opened.n} if ear.opened else {}


def is_finder(ear: VoiceListener, who: str) -> bool:
    """Return whether this player opened the square that is being narrated."""
    return ear.opened is not None and ear.opened.who == who


# -- what is said as it is


def hear_event_with_line(ear: VoiceListener, event: Event) -> None:
    """Add the line that `lines.txt` has for this kind of event, and the money that it moves."""
    first, lines = len(ear.moments), BOUND[type(event)][0]
    facts = event.list_facts()
    for renamed in lines.when.split():
        ours, _, theirs = renamed.partition("=")
        facts[ours] = facts[theirs]
    ear.say(lines.event, **facts).kind = lines.kind
    say_moves(ear)
    if not ear.opened and len(ear.moments) > first + 1:
        join_lines(ear, first)


# -- money and boosters


def take_moves(ear: VoiceListener) -> list[Move]:
    """Take the gains and losses of money that come next in this scene, and return them."""
    found = []
    while ear.has_more() and ear.is_next(events.Gained, events.Lost):
        found.append(ear.take_next())
    return found


def say_moves(ear: VoiceListener) -> None:
    """Add one line about all gains and losses of money that come next in this scene."""
    say_ups_and_downs(ear, take_moves(ear))


@hear_events(events.Gained, events.Lost)
def hear_money(ear: VoiceListener, move: Move) -> None:
    """Add the host's line about gains and losses of money that no other line has told."""
    found = [move]
    while ear.is_next(events.Gained, events.Lost):
        found.append(ear.take_next())
    say_ups_and_downs(ear, found)


def say_ups_and_downs(ear: VoiceListener, found: Iterable[Move]) -> None:
    """Add the host's line about which players have gained and lost, and how much."""
    facts: dict[str, list[Any]] = {}
    for each in found:
        amount = phrase("{who} by {amount:£}", who=each.who, amount=each.amount)
        facts.setdefault("ups" if isinstance(each, events.Gained) else "downs", []).append(amount)
    if facts:
        ear.say("moves", **facts).kind = "both" if len(facts) > 1 else "up" if "ups" in facts else "down"


@hear_events(events.Boosted)
def hear_boosts(ear: VoiceListener, boost: events.Boosted | None = None) -> None:
    """Add one line about the new boosters of all players whose boosters changed."""
    found = [boost] if boost else []
    while ear.is_next(events.Boosted) and (boost or ear.has_more()):
        found.append(ear.take_next())
    if found:
        ear.say("boosters", list=[phrase("{who} {percent}%", who=each.who, percent=each.booster) for each in found])


# -- game changers


@hear_events(events.RobinHoodTook)
def hear_robin_hood(ear: VoiceListener, head: events.RobinHoodTook) -> None:
    """Add the host's line about Robin Hood: what the richest gave to the poorest, and the finder's share."""
    race, rich, poor = ear.race, head.rich, head.poor
    was = race.find_sole_leader()
    if say_spared(ear):
        return
    moves = take_moves(ear)
    amount = moves[-1].amount if moves else 0
    moment = ear.say(
        "ev.take" if moves else "ev.grab",
        face="Robin Hood",
        rich=rich,
        poor=poor,
        amount=amount,
        **find_finder_facts(ear),
    )
    if not moves:
        moment.kind = "nothing"
        return
    moment.must = ("n",) if ear.opened else ()
    if is_finder(ear, rich):
        moment.kind = "self"
    elif was == rich and race.find_sole_leader() not in ("", rich):
        moment.strong = ["lost"]
    if not is_finder(ear, rich) and race.tallies.get("hooded", {}).get(rich):
        moment.soft = ["again"]
    race.count_for_title("hooded", rich)


@hear_events(events.TotalsShared)
def hear_fifty50(ear: VoiceListener, shared: events.TotalsShared) -> None:
    """Add the host's line that two players have shared their totals equally."""
    who, other = shared.who, shared.other
    had = ear.race.totals.get(who, 0)
    take_moves(ear)
    moment = ear.say(
        "ev.share", **{"who": who} | find_finder_facts(ear), other=other, amount=shared.half - had, face="Fifty50"
    )
    moment.must = ("n",) if ear.opened else ()
    moment.soft = ["up"]


@hear_events(events.RevolutionMade)
def hear_revolution(ear: VoiceListener, made: events.RevolutionMade) -> None:
    """Add the host's line about a Revolution: everybody gave a quarter of their total and got an equal share."""
    ear.say("ev.share", face=name_in_sentence("Revolution"), pot=made.pot, share=made.share).kind = "all"
    say_moves(ear)


CLIMBS: Mapping[type[Event], str] = {
    events.SlipstreamCaught: "Slipstream",
    events.TortoiseRan: "Steady Tortoise",
    events.SalarySigned: "Footballer's Salary",
    events.ReverieCame: "Reverie",
    events.ReverieCameOut: "Reverie",
    events.OnePlusRaised: "OnePlus",
    events.JackpotStands: "Jackpot",
}
FALLS: Mapping[type[Event], str] = {
    events.AnchorDragged: "Anchor",
    events.HareNapped: "Napping Hare",
    events.NightmareCame: "Nightmare",
    events.NightmareCameOut: "Nightmare",
}


@hear_events(*CLIMBS)
def hear_climb(ear: VoiceListener, head: Event) -> None:
    """Add the host's line about money that a player gained by a named square."""
    race, face = ear.race, name_in_sentence(CLIMBS[type(head)])
    was, bottom = race.find_sole_leader(), race.find_sole_last()
    who = getattr(head, "who", "") or (ear.opened.who if ear.opened else "")
    place = head.place if isinstance(head, events.TortoiseRan) else race.find_place(who) if who in race.totals else 0
    gained = ear.take_if(events.Gained, who=who)
    if not gained:
        ear.say("ev.climb", **find_finder_facts(ear), face=face).kind = "nought"
        return
    moment = ear.say("ev.climb", who=who, amount=gained.amount, face=face, place=place, total=race.totals[who])
    if is_finder(ear, who):
        moment.facts |= find_finder_facts(ear)
        moment.must = ("n",)
    if isinstance(head, events.TortoiseRan):
        moment.soft = ["tortoise"]
    elif isinstance(head, events.SalarySigned) and head.net == gained.amount:
        moment.kind, moment.must = "salary", ()
        moment.facts |= {"weekly": head.weekly, "net": head.net}
    if not moment.kind:
        moment.strong = ["lead"] if race.find_sole_leader() == who != was else ["last"] if bottom == who else []


def say_spared(ear: VoiceListener) -> bool:
    """Add the host's line that a Free Play has saved a player from a loss, if it has; return whether so."""
    kept = ear.take_if(events.FreePlayKept)
    if kept:
        ear.say("ev.shield", who=kept.who, amount=kept.amount).kind = "keeps"
    return kept is not None


@hear_events(*FALLS)
def hear_fall(ear: VoiceListener, head: Any) -> None:
    """Add the host's line about money that a player lost by a named square."""
    race, who, face = ear.race, head.who, name_in_sentence(FALLS[type(head)])
    was, own = race.find_sole_leader(), find_finder_facts(ear) if is_finder(ear, who) else {}
    if say_spared(ear):
        return
    lost = ear.take_if(events.Lost, who=who)
    moment = ear.say("ev.fall", **{"who": who} | own, face=face)
    if not lost:
        moment.kind = "nothing"
        return
    moment.facts["amount"] = lost.amount
    moment.must = ("n",) if own else ()
    leader = race.find_sole_leader()
    if was == who and leader not in ("", who):
        moment.facts["other"] = leader
        moment.strong = ["lost"]


# What does nothing: how that is said, and of which square.
EVENTS_WITHOUT_EFFECT: Mapping[type[Event], tuple[str, str]] = {
    events.OnePlusUseless: ("ev.climb", "OnePlus"),
    events.SlipstreamMissed: ("ev.climb", "Slipstream"),
    events.NothingToShare: ("ev.climb", "Fifty50"),
    events.AnchorGrounded: ("ev.fall", "Anchor"),
    events.NothingToSiphon: ("ev.grab", "Booster Siphon"),
    events.NothingToHandOver: ("ev.grab", "Game Boy"),
    events.GameOnVoid: ("ev.grab", "Game On!"),
    events.CommissionVoid: ("ev.grab", "The Commissioner"),
    events.ChamberEmpty: ("ev.grab", "Chamber of Secrets"),
    events.ReparationsVoid: ("ev.grab", "Reparations"),
    events.NothingToShuffle: ("ev.vain", "Eclipse"),
    events.NothingToMine: ("ev.vain", "Minefield"),
    events.NothingToSweep: ("ev.vain", "Minesweeper"),
    events.NothingLeftOver: ("ev.grab", "Leftovers"),
    events.InviteVoid: ("ev.vain", "Invite"),
    events.InviteTooLate: ("ev.vain", "Invite"),
}


@hear_events(*EVENTS_WITHOUT_EFFECT)
def hear_nothing(ear: VoiceListener, vain: Event) -> None:
    """Add the host's line that a square had no effect because there was nothing for it to act on."""
    name, face = EVENTS_WITHOUT_EFFECT[type(vain)]
    who = {"who": vain.who} if hasattr(vain, "who") else {}
    moment = ear.say(name, **who | find_finder_facts(ear), face=name_in_sentence(face))
    moment.kind = "nines" if isinstance(vain, events.OnePlusUseless) else "nothing"


# -- the board, and who has to open what


@hear_events(events.SpellCast)
def hear_spell(ear: VoiceListener, cast: events.SpellCast) -> None:
    """Add the host's line that all closed squares now are of one category."""
    ear.say("ev.board").kind = "spike" if cast.name == SPIKE else "metamorphosis"


@hear_events(race_events.Peeked)
def hear_peek(ear: VoiceListener, peeked: race_events.Peeked) -> None:
    """Add the host's line that players have peeked, and at which squares."""
    place, who, n = ear.find_round(), peeked.who, peeked.n
    moment, before = ear.say("peek", who=who, n=n), place.peeked.get(n, "")
    if before not in ("", who):
        moment.facts["other"] = before
        moment.soft = ["same"]
    elif not place.peeked:
        moment.soft = ["first"]
    place.peeked[n] = who


@hear_events(events.PenaltyBoxEntered)
def hear_penalty_box(ear: VoiceListener, box: events.PenaltyBoxEntered) -> None:
    """Add the host's line that a Penalty Box costs its finder money and the next turn."""
    if lost := ear.take_if(events.Lost, who=box.who):
        ear.say("ev.turn", who=box.who, amount=lost.amount).kind = "box"


@hear_events(events.DoubleDipDue)
def hear_double_dip(ear: VoiceListener, due: events.DoubleDipDue) -> None:
    """Add the host's line about who must make two selections because of a Double Dip."""
    ear.find_round().twice = due.who
    ear.say("ev.turn", who=due.who, n=due.n).kind = "double"


@hear_events(events.FastForwardSet)
def hear_fast_forward(ear: VoiceListener, fast: events.FastForwardSet) -> None:
    """Add the host's line that minigames are now played as soon as they are found."""
    ear.find_round().fast.append(fast.who)
    ear.say("ev.turn", who=fast.who).kind = "fast"


@hear_events(events.SharePledged)
def hear_split_and_share(ear: VoiceListener, pledged: events.SharePledged) -> None:
    """Add the host's line about what a Split & Share will cost its finder if they lose the round."""
    ear.say("ev.stake", who=pledged.who, percent=SPLIT).kind = "split"


@hear_events(events.PayDayWorked)
def hear_pay_day(ear: VoiceListener, pay: events.PayDayWorked) -> None:
    """Add the host's line about a Pay Day: its finder is paid the win bonus and plays on."""
    if gained := ear.take_if(events.Gained, who=pay.who):
        ear.say("ev.stake", who=pay.who, amount=gained.amount).kind = "payday"


# -- shields, and ways back


@hear_events(events.SobStoryTold, events.SobStoryOfOut)
def hear_sob_story(ear: VoiceListener, story: events.SobStoryTold | events.SobStoryOfOut) -> None:
    """Add the host's line that a Sob Story makes the player with least money immune, or brings them back into the
    round.
    """
    back = ear.take_if(events.CameBack, who=story.who)
    if back or ear.take_if(events.Immunised, who=story.who):
        ear.say("ev.shield", who=story.who).kind = "sobback" if back else "sob"


@hear_events(events.Immunised)
def hear_immunity(ear: VoiceListener, immune: events.Immunised) -> None:
    """Add the host's line that a player is now immune from bombs, and who made them so."""
    place, who = ear.find_round(), immune.who
    giver, place.giver = place.giver, ""
    if giver in ("", who):
        ear.say("ev.shield", who=who).kind = "immunity"
    else:
        ear.say("ev.shield", who=giver, other=who).kind = "immunise"


@hear_events(events.RevivePriceSet)
def hear_revive(ear: VoiceListener, _: events.RevivePriceSet) -> None:
    """Add the host's line that a player is back in the round, and what that cost them."""
    if price := ear.take_if(events.PricePaid):
        ear.take_if(events.CameBack)
        ear.say("ev.seat", who=price.who, amount=price.amount).kind = "revive"


@hear_events(events.PutOut)
def hear_put_out(ear: VoiceListener, out: events.PutOut) -> None:
    """Note that a player is out of the round. Under a Deadlock add no line, because the line about the winner says
    enough.
    """
    place = ear.find_round()
    place.fallen.append((out.who, ""))
    if place.deadlocked:
        ear.say_nothing()


@hear_events(events.AccessReceived)
def hear_access(ear: VoiceListener, access: events.AccessReceived) -> None:
    """Add the host's line that a player has a seat in the next Super Round."""
    moment = ear.say("access", who=access.who)
    moment.kind = "any"
    if is_finder(ear, access.who):
        moment.facts |= find_finder_facts(ear)
        moment.kind = "found"


@hear_events(events.DealMade)
def hear_deal(ear: VoiceListener, deal: events.DealMade) -> None:
    """Add the host's line about what the bank has paid for a player's place."""
    boosters = ear.race.boosters
    booster = boosters.get(deal.who, 0)
    ear.take_if(events.Surrendered)
    if "the booster back" in deal.package:
        boosters[deal.who] = booster
    ear.take_if(events.Gained, source="banker")
    ear.say("ev.bank", who=deal.who, package=deal.package).kind = "deal"


@hear_events(events.DealRefused)
def hear_refusal(ear: VoiceListener, refused: events.DealRefused) -> None:
    """Add the host's line that a player refused the bank's offer."""
    ear.find_round().refused.append(refused.who)
    ear.say("ev.bank", who=refused.who).kind = "no"


# -- what is given and taken


@hear_events(events.GameOnCalled)
def hear_game_on(ear: VoiceListener, _: events.GameOnCalled) -> None:
    """Add the host's line about which minigame each player gets from a Game On."""
    found = []
    while got := ear.take_if(events.MinigamePickedUp):
        found.append(phrase("{who} {minigame}", who=got.who, minigame=got.minigame))
    ear.say("ev.gift", list=found).kind = "games"


@hear_events(events.MinigameHandedOver)
def hear_game_boy(ear: VoiceListener, over: events.MinigameHandedOver | None) -> None:
    """Add the host's line about whose minigames pass to the finder of a Game Boy."""
    loot, taker = [], ""
    while over:
        loot.append(phrase("{minigame} from {who}", minigame=over.minigame, who=over.who))
        if got := ear.take_if(events.MinigamePickedUp, minigame=over.minigame):
            taker = got.who
        over = ear.take_next() if ear.is_next(events.MinigameHandedOver) else None
    moment = ear.say("ev.grab", **{"who": taker} | find_finder_facts(ear), loot=loot, face=name_in_sentence("Game Boy"))
    moment.must = ("n",) if ear.opened else ()


@hear_events(events.BoostersSiphoned)
def hear_siphon(ear: VoiceListener, siphoned: events.BoostersSiphoned) -> None:
    """Add the host's line about how much booster one player takes from the others."""
    ear.say("ev.grab", who=siphoned.who, taken=siphoned.taken).kind = "siphon"
    hear_boosts(ear)


@hear_events(events.ReparationsMade)
def hear_reparations(ear: VoiceListener, made: events.ReparationsMade) -> None:
    """Add the host's line about what Reparations pass from the highest to the lowest player."""
    ear.say("ev.grab", high=made.high, low=made.low).kind = "reparations"
    hear_boosts(ear)
    say_games(ear, made.low)


@hear_events(events.RocketSent)
def hear_rocket(ear: VoiceListener, rocket: events.RocketSent) -> None:
    """Add the host's line that Team Rocket raised the booster of everybody still in by 50 points."""
    ear.say("ev.gift", who=rocket.who).kind = "rocket"
    hear_boosts(ear)


@hear_events(events.GiftGiven)
def hear_gift(ear: VoiceListener, given: events.GiftGiven) -> None:
    """Add the host's line about what a Gift Card gave, and to whom."""
    first, friend = len(ear.moments), given.friend
    received = ear.take_if(events.SquareReceived, who=friend)
    if not received:
        return
    moment = ear.say("ev.gift", who=given.who, friend=friend, gift=name_in_sentence(received.face))
    out = friend not in ear.find_round().left
    moment.kind = "givenout" if out else "givenlead" if ear.race.find_sole_leader() == friend else "given"
    hear_gift_effect(ear)
    join_lines(ear, first)


@hear_events(events.SquareReceived)
def hear_received(ear: VoiceListener, received: events.SquareReceived | None) -> None:
    """Add the host's line about squares that a player was given."""
    first, who, got = len(ear.moments), received.who if received else "", []
    while received:
        got.append(take_gift(ear, received.face, who))
        received = (
            ear.take_next() if ear.is_next(events.SquareReceived) and ear.left[0].told.facts["who"] == who else None
        )
    ear.say("got", **{"who": who, "list": got} | find_finder_facts(ear)).kind = "lucky" if ear.opened else "things"
    if not ear.opened:
        join_lines(ear, first)


def take_gift(ear: VoiceListener, face: Words, who: str) -> Words:
    """Return the words for a square that a player was given, with what it paid, and take the events about that."""
    if lost := ear.take_if(events.Lost, who=who):  # a Leaver's present
        return phrase("{face} (which costs {amount:£})", face=face, amount=lost.amount)
    if gained := ear.take_if(events.Gained, who=who):
        amount = gained.amount
        return (
            face if str(face) == format_money(amount) else phrase("{face} (worth {amount:£})", face=face, amount=amount)
        )
    if boost := ear.take_if(events.Boosted, who=who):
        return phrase("{face} (now {booster}%)", face=face, booster=boost.booster)
    ear.take_if(events.MinigamePickedUp, who=who)
    return face


def hear_gift_effect(ear: VoiceListener) -> None:
    """Add the host's lines about what the square that a player was given has done."""
    if gained := ear.take_if(events.Gained):
        ear.say("windfall", who=gained.who, amount=gained.amount)
    elif ear.take_if(events.MinigamePickedUp):
        ear.moments[-1].covers += ear.taken
        ear.taken = []
    elif ear.has_more() and ear.is_next(events.Boosted):
        hear_boosts(ear)
    else:
        hear_effect(ear)


@hear_events(events.SixAndOut)
def hear_six_and_out(ear: VoiceListener, six: events.SixAndOut) -> None:
    """Add the host's line about Six and Out: what its six squares paid, and that its finder is out of the round."""
    who, found = six.who, []
    ear.say("face", who=who, face="Six and Out", **({"n": ear.opened.n} if ear.opened else {}))
    while ear.take_if(events.SquareReceived, who=who):
        found += [move.amount if isinstance(move, events.Gained) else -move.amount for move in take_moves(ear)]
    if found:
        amounts = [phrase("{amount:£}", amount=amount) for amount in found]
        ear.say("got", who=who, list=amounts, amount=sum(found)).kind = "six"
    if ear.take_if(events.HiddenUsed, who=who, hidden="Endure"):
        ear.take_if(events.LossForgiven)
        ear.say("ev.shield", who=who).kind = "endures"
    if ear.take_if(events.PutOut, who=who):
        note_put_out(ear, who)
        ear.say("out", who=who).kind = "six"
    elif ear.take_if(events.ProtectionHeld, who=who):
        ear.say("ev.shield", who=who).kind = "stays"


@hear_events(events.RivalOut)
def hear_schadenfreude(ear: VoiceListener, out: events.RivalOut) -> None:
    """Add the host's line that the opponent named for a Schadenfreude is out, and the holder is paid a square."""
    first = len(ear.moments)
    if received := ear.take_if(events.SquareReceived, who=out.who):
        gift = take_gift(ear, received.face, out.who)
        ear.say("ev.stake", who=out.who, rival=out.rival, gift=gift).kind = "paid"
        join_lines(ear, first)


@hear_events(events.LeftoversTaken)
def hear_leftovers(ear: VoiceListener, taken: events.LeftoversTaken) -> None:
    """Add the host's line about what lay under the bombs, as far as the public may know, when a
    player found Leftovers.
    """
    ear.say("ev.left", who=taken.who, squares=taken.squares).kind = "found"
    if lifted := ear.take_if(events.LeftoversLifted):
        ear.say("ev.left", won=lifted.won, lost=lifted.lost).kind = "doubled"
    say_moves(ear)
    hear_boosts(ear)
    say_games(ear, taken.who)


def say_games(ear: VoiceListener, who: str) -> None:
    """Add the host's line about the minigames and pledges that a player gets from Leftovers."""
    found = []
    while got := ear.take_if(events.MinigamePickedUp, who=who) or ear.take_if(events.PledgeTakenOver, taker=who):
        found.append(got.minigame if isinstance(got, events.MinigamePickedUp) else got.square)
    if found:
        ear.say("got", who=who, list=found).kind = "games"


@hear_events(events.LeftoverEffect)
def hear_leftover(ear: VoiceListener, effect: events.LeftoverEffect) -> None:
    """Add the host's line about the effect of one square from Leftovers."""
    first = len(ear.moments)
    ear.say("ev.left", face=name_in_sentence(effect.face)).kind = "among"
    hear_effect(ear)
    join_lines(ear, first)


# -- hidden squares

INSTEAD: Mapping[type[Event], str] = {
    events.SquareCopied: "copy",
    events.BonusBagOpened: "bag",
    events.MetronomeStopped: "swing",
}


@hear_events(events.HiddenUsed)
def hear_hidden(ear: VoiceListener, used: events.HiddenUsed) -> None:
    """Add the host's line that a player has used a hidden square."""
    race, who, hidden = ear.race, used.who, used.hidden
    if ear.has_more() and ear.is_next(*INSTEAD):
        race.hidden[hidden] = who
        hear_hidden_instead(ear, ear.take_next())
        return
    if ear.take_if(events.TurnSkipped):
        ear.say("ev.turn", who=who).kind = "skip"
        return
    moment = ear.say("hidden.used", who=who, hidden=hidden)
    if race.hidden.get(hidden, who) != who:
        moment.soft = ["again"]
    race.hidden[hidden] = who


@hear_events(*INSTEAD)
def hear_hidden_instead(ear: VoiceListener, event: Event) -> None:
    """Add the host's line about the hidden square that a player uses in place of a selection, and its effect."""
    first, facts = len(ear.moments), event.list_facts()
    named = {"face": name_in_sentence(facts["face"])} if "face" in facts else {}
    ear.say("instead", **facts | named).kind = INSTEAD[type(event)]
    hear_gift_effect(ear)
    join_lines(ear, first)


for kind in BOUND:
    HEARD.setdefault(kind, hear_event_with_line)
