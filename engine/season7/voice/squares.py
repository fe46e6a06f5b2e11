"""What is said of what squares do, wherever they come from: the square, what happens, and the money that it moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Words, format_money, phrase, read_phrase_facts
from engine.kernel.voice import Moment
from engine.race import events as race_events
from engine.season7 import events, tables
from engine.season7.voice.bombs import note_put_out
from engine.season7.voice.milestones import join_lines
from engine.season7.voice.narrator import BOUND, SEASON7_NARRATORS, RaceNarrator, narrate_events

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


def narrate_opened_square(voice: RaceNarrator, opened: events.SquareOpened) -> None:
    """Add the host's lines about an opened square that has a name, and about what it does; a single line if `lines.txt`
    has one that tells both.
    """
    face: dict[str, Any] = {"who": opened.who, "n": opened.n, "face": name_in_sentence(opened.face)}
    first, taken = len(voice.moments), voice.taken
    free = True
    while free and has_effect_next(voice):  # a Free Play comes before what it spares its holder
        voice.opened, free = opened, voice.is_next(events.FreePlayKept)
        narrate_effect(voice)
        voice.opened, voice.taken = None, []
    if voice.moments[first:]:
        drop_repeated_name(voice.moments[first:], face["face"])
        voice.moments[first].head = Moment("face", face, taken[0], owed="face", otherwise="named")
    else:
        voice.taken = taken
        voice.say("face", **face)
        say_as_told(voice)


def say_as_told(voice: RaceNarrator) -> None:
    """Take the next event of the scene and add its plain sentence, unless a function narrates its kind, and add a line
    about money that is moved then; do nothing if the scene has no more events.
    """
    if voice.has_more():
        told = voice.left[0].told
        if told.kind not in SEASON7_NARRATORS:
            voice.take()
            voice.say("told", said=Phrase(told.text, told.facts)).kind = "plain"
        say_moves(voice)


def drop_repeated_name(moments: list[Moment], face: Any) -> None:
    """Change the lines about one find so that only the first of them names the square."""
    for later in moments[1:]:
        if later.facts.get("face") == face and later.kind == "all":
            later.kind = "every"
    name = read_phrase_facts(face).get("name", face)
    if moments[0].kind == "free" and moments[0].facts.get("square") == name:
        moments[0].kind = "freely"


def name_in_sentence(face: Words) -> Words:
    """Return a square's face (its name) as it is written in the middle of a sentence."""
    return tables.format_with_article(face) if isinstance(face, str) else face


def has_effect_next(voice: RaceNarrator) -> bool:
    """Return whether the next event belongs to this scene and is the effect of a square for which there is a function
    that narrates it.
    """
    return voice.has_more() and voice.left[0].told.kind in SEASON7_NARRATORS and not voice.is_next(*APART)


def narrate_effect(voice: RaceNarrator) -> None:
    """Add the host's lines about the effect of a square that was opened, given to a player or used from hand. If no
    function narrates that effect, tell only who gained or lost money by it.
    """
    if has_effect_next(voice):
        voice.narrate_next()
    else:
        say_moves(voice)


def find_finder_facts(voice: RaceNarrator) -> dict[str, Any]:
    """Return the player who opened the square that is being narrated, and its number, as facts for a line; nothing if
    no square was opened.
    """
    return {"who": voice.opened.who, "n": voice.opened.n} if voice.opened else {}


def is_finder(voice: RaceNarrator, who: str) -> bool:
    """Return whether this player opened the square that is being narrated."""
    return voice.opened is not None and voice.opened.who == who


# -- what is said as it is


def narrate_event_with_line(voice: RaceNarrator, event: Event) -> None:
    """Add the line that the file `lines.txt` has for this kind of event, and a line about the money that it moves."""
    first, lines = len(voice.moments), BOUND[type(event)][0]
    facts = event.list_facts()
    for renamed in lines.when.split():
        ours, _, theirs = renamed.partition("=")
        facts[ours] = facts[theirs]
    voice.say(lines.event, **facts).kind = lines.kind
    say_moves(voice)
    if not voice.opened and len(voice.moments) > first + 1:
        join_lines(voice, first)


# -- money and boosters


def take_moves(voice: RaceNarrator) -> list[Move]:
    """Take from this scene all gains and losses of money that come next, so that a line can cover them, and return
    them.
    """
    found = []
    while voice.has_more() and voice.is_next(events.Gained, events.Lost):
        found.append(voice.take())
    return found


def say_moves(voice: RaceNarrator) -> None:
    """Add one line about all gains and losses of money that come next in this scene, whose events are taken; none if
    there are none.
    """
    say_ups_and_downs(voice, take_moves(voice))


@narrate_events(events.Gained, events.Lost)
def narrate_money(voice: RaceNarrator, move: Move) -> None:
    """Add the host's line about gains and losses of money that no other line has told."""
    found = [move]
    while voice.is_next(events.Gained, events.Lost):
        found.append(voice.take())
    say_ups_and_downs(voice, found)


def say_ups_and_downs(voice: RaceNarrator, found: Iterable[Move]) -> None:
    """Add the host's line about who has gained and who has lost money, and how much, by these moves; none if there are
    none.
    """
    facts: dict[str, list[Any]] = {}
    for each in found:
        amount = phrase("{who} by {amount:£}", who=each.who, amount=each.amount)
        facts.setdefault("ups" if isinstance(each, events.Gained) else "downs", []).append(amount)
    if facts:
        voice.say("moves", **facts).kind = "both" if len(facts) > 1 else "up" if "ups" in facts else "down"


@narrate_events(events.Boosted)
def narrate_boosts(voice: RaceNarrator, boost: events.Boosted | None = None) -> None:
    """Add one line about the new boosters of all players whose boosters have just changed, `boost` and those told next;
    no line if there are none.
    """
    found = [boost] if boost else []
    while voice.is_next(events.Boosted) and (boost or voice.has_more()):
        found.append(voice.take())
    if found:
        voice.say("boosters", list=[phrase("{who} {percent}%", who=each.who, percent=each.booster) for each in found])


# -- game changers


@narrate_events(events.RobinHoodTook)
def narrate_robin_hood(voice: RaceNarrator, head: events.RobinHoodTook) -> None:
    """Add the host's line about Robin Hood: how much the richest player gave to the finder or, if the finder is the
    richest, to the poorest; or that a Free Play spared them, or nothing was taken. Count for later lines how often the
    richest was robbed.
    """
    race, rich, poor = voice.race, head.rich, head.poor
    was = race.find_sole_leader()
    if say_spared(voice):
        return
    moves = take_moves(voice)
    amount = moves[-1].amount if moves else 0
    moment = voice.say(
        "ev.take" if moves else "ev.grab",
        face="Robin Hood",
        rich=rich,
        poor=poor,
        amount=amount,
        **find_finder_facts(voice),
    )
    if not moves:
        moment.kind = "nothing"
        return
    moment.must = ("n",) if voice.opened else ()
    if is_finder(voice, rich):
        moment.kind = "self"
    elif was == rich and race.find_sole_leader() not in ("", rich):
        moment.strong = ["lost"]
    if not is_finder(voice, rich) and race.tallies.get("hooded", {}).get(rich):
        moment.soft = ["again"]
    race.count_for_title("hooded", rich)


@narrate_events(events.TotalsShared)
def narrate_fifty50(voice: RaceNarrator, shared: events.TotalsShared) -> None:
    """Add the host's line that two players have shared their totals equally, and what it brought the one who had
    less.
    """
    who, other = shared.who, shared.other
    had = voice.race.totals.get(who, 0)
    take_moves(voice)
    moment = voice.say(
        "ev.share", **{"who": who} | find_finder_facts(voice), other=other, amount=shared.half - had, face="Fifty50"
    )
    moment.must = ("n",) if voice.opened else ()
    moment.soft = ["up"]


@narrate_events(events.RevolutionMade)
def narrate_revolution(voice: RaceNarrator, made: events.RevolutionMade) -> None:
    """Add the host's line about a Revolution: everybody gave a quarter of their total and got an equal share; then a
    line about who has gained and lost by it.
    """
    voice.say("ev.share", face=name_in_sentence("Revolution"), pot=made.pot, share=made.share).kind = "all"
    say_moves(voice)


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


@narrate_events(*CLIMBS)
def narrate_climb(voice: RaceNarrator, head: Event) -> None:
    """Add the host's line about money that a player gained by a square with a name of its own (with the place for which
    a Steady Tortoise pays), or that it brought nothing. The gain's event is taken.
    """
    race, face = voice.race, name_in_sentence(CLIMBS[type(head)])
    was, bottom = race.find_sole_leader(), race.find_sole_last()
    who = getattr(head, "who", "") or (voice.opened.who if voice.opened else "")
    place = head.place if isinstance(head, events.TortoiseRan) else race.find_place(who) if who in race.totals else 0
    gained = voice.take_if(events.Gained, who=who)
    if not gained:
        voice.say("ev.climb", **find_finder_facts(voice), face=face).kind = "nought"
        return
    moment = voice.say("ev.climb", who=who, amount=gained.amount, face=face, place=place)
    if is_finder(voice, who):
        moment.facts |= find_finder_facts(voice)
        moment.must = ("n",)
    if isinstance(head, events.TortoiseRan):
        moment.soft = ["tortoise"]
    elif isinstance(head, events.SalarySigned) and head.net == gained.amount:
        moment.kind, moment.must = "salary", ()
        moment.facts |= {"weekly": head.weekly, "net": head.net}
    if not moment.kind:
        moment.strong = ["lead"] if race.find_sole_leader() == who != was else ["last"] if bottom == who else []


def say_spared(voice: RaceNarrator) -> bool:
    """Add the host's line that a Free Play has saved a player from a loss, if it has; return whether so."""
    kept = voice.take_if(events.FreePlayKept)
    if kept:
        voice.say("ev.shield", who=kept.who, amount=kept.amount).kind = "keeps"
    return kept is not None


@narrate_events(*FALLS)
def narrate_fall(voice: RaceNarrator, head: Any) -> None:
    """Add the host's line about money that a player lost by a square with a name of its own, that they lost nothing, or
    that a Free Play spared them.
    """
    race, who, face = voice.race, head.who, name_in_sentence(FALLS[type(head)])
    was, own = race.find_sole_leader(), find_finder_facts(voice) if is_finder(voice, who) else {}
    if say_spared(voice):
        return
    lost = voice.take_if(events.Lost, who=who)
    moment = voice.say("ev.fall", **{"who": who} | own, face=face)
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


@narrate_events(*EVENTS_WITHOUT_EFFECT)
def narrate_nothing(voice: RaceNarrator, vain: Event) -> None:
    """Add the host's line that a square had no effect because there was nothing for it to act on."""
    name, face = EVENTS_WITHOUT_EFFECT[type(vain)]
    who = {"who": vain.who} if hasattr(vain, "who") else {}
    moment = voice.say(name, **who | find_finder_facts(voice), face=name_in_sentence(face))
    moment.kind = "nines" if isinstance(vain, events.OnePlusUseless) else "nothing"


# -- the board, and who has to open what


@narrate_events(events.SpellCast)
def narrate_spell(voice: RaceNarrator, cast: events.SpellCast) -> None:
    """Add the host's line that a spell has turned all closed squares into squares of one category."""
    voice.say("ev.board").kind = "spike" if cast.name == SPIKE else "metamorphosis"


@narrate_events(race_events.Peeked)
def narrate_peek(voice: RaceNarrator, peeked: race_events.Peeked) -> None:
    """Add the host's line that a player has peeked, and at which square, with the other player who looked there last,
    if there is one; note the peek in the round's memory.
    """
    place, who, n = voice.find_round(), peeked.who, peeked.n
    moment, before = voice.say("peek", who=who, n=n), place.peeked.get(n, "")
    if before not in ("", who):
        moment.facts["other"] = before
        moment.soft = ["same"]
    elif not place.peeked:
        moment.soft = ["first"]
    place.peeked[n] = who


@narrate_events(events.PenaltyBoxEntered)
def narrate_penalty_box(voice: RaceNarrator, box: events.PenaltyBoxEntered) -> None:
    """Add the host's line that a Penalty Box costs its finder money and the next turn; no line if it cost no money."""
    if lost := voice.take_if(events.Lost, who=box.who):
        voice.say("ev.turn", who=box.who, amount=lost.amount).kind = "box"


@narrate_events(events.DoubleDipDue)
def narrate_double_dip(voice: RaceNarrator, due: events.DoubleDipDue) -> None:
    """Add the host's line about who must make two selections, or more, because of a Double Dip; note them in the
    round's memory.
    """
    voice.find_round().twice = due.who
    voice.say("ev.turn", who=due.who, n=due.n).kind = "double"


@narrate_events(events.FastForwardSet)
def narrate_fast_forward(voice: RaceNarrator, fast: events.FastForwardSet) -> None:
    """Add the host's line that the finder of a Fast Forward now plays their minigames of this round at once; note them
    in the round's memory.
    """
    voice.find_round().fast.append(fast.who)
    voice.say("ev.turn", who=fast.who).kind = "fast"


@narrate_events(events.SharePledged)
def narrate_split_and_share(voice: RaceNarrator, pledged: events.SharePledged) -> None:
    """Add the host's line about what a Split & Share will cost its finder if they lose the round."""
    voice.say("ev.stake", who=pledged.who, percent=SPLIT).kind = "split"


@narrate_events(events.PayDayWorked)
def narrate_pay_day(voice: RaceNarrator, pay: events.PayDayWorked) -> None:
    """Add the host's line about a Pay Day: its finder is paid the win bonus and plays on. The event of the payment is
    taken; without one there is no line.
    """
    if gained := voice.take_if(events.Gained, who=pay.who):
        voice.say("ev.stake", who=pay.who, amount=gained.amount).kind = "payday"


# -- shields, and ways back


@narrate_events(events.SobStoryTold, events.SobStoryOfOut)
def narrate_sob_story(voice: RaceNarrator, story: events.SobStoryTold | events.SobStoryOfOut) -> None:
    """Add the host's line that a Sob Story makes the player with least money immune, or else brings them back into the
    round; take the event that tells it. No line if neither follows.
    """
    back = voice.take_if(events.CameBack, who=story.who)
    if back or voice.take_if(events.Immunised, who=story.who):
        voice.say("ev.shield", who=story.who).kind = "sobback" if back else "sob"


@narrate_events(events.Immunised)
def narrate_immunity(voice: RaceNarrator, immune: events.Immunised) -> None:
    """Add the host's line that a player is now immune from bombs, and whose Immunise made them so, if it was another
    player's; the voice then forgets who opened it.
    """
    place, who = voice.find_round(), immune.who
    giver, place.giver = place.giver, ""
    if giver in ("", who):
        voice.say("ev.shield", who=who).kind = "immunity"
    else:
        voice.say("ev.shield", who=giver, other=who).kind = "immunise"


@narrate_events(events.RevivePriceSet)
def narrate_revive(voice: RaceNarrator, _: events.RevivePriceSet) -> None:
    """Add the host's line that a player is back in the round, and what that cost them, and take the events that tell
    it; none if no price was paid.
    """
    if price := voice.take_if(events.PricePaid):
        voice.take_if(events.CameBack)
        voice.say("ev.seat", who=price.who, amount=price.amount).kind = "revive"


@narrate_events(events.PutOut)
def record_put_out(voice: RaceNarrator, out: events.PutOut) -> None:
    """Note in the voice's memory that a player is out of the round, without a line of the host, so that the plain
    sentence stays. Under a Deadlock drop that, too, because the line about the winner says enough.
    """
    place = voice.find_round()
    place.fallen.append((out.who, ""))
    if place.deadlocked:
        voice.say_nothing()


@narrate_events(events.AccessReceived)
def narrate_access(voice: RaceNarrator, access: events.AccessReceived) -> None:
    """Add the host's line that a player has a seat in the next Super Round."""
    moment = voice.say("access", who=access.who)
    moment.kind = "any"
    if is_finder(voice, access.who):
        moment.facts |= find_finder_facts(voice)
        moment.kind = "found"


@narrate_events(events.DealMade)
def narrate_deal(voice: RaceNarrator, deal: events.DealMade) -> None:
    """Add the host's line about what the bank has paid for a player's place, and take the events of the payment and of
    their leaving; the voice remembers a booster that the deal gives back.
    """
    boosters = voice.race.boosters
    booster = boosters.get(deal.who, 0)
    voice.take_if(events.Surrendered)
    if "the booster back" in deal.package:
        boosters[deal.who] = booster
    voice.take_if(events.Gained, source="banker")
    voice.say("ev.bank", who=deal.who, package=deal.package).kind = "deal"


@narrate_events(events.DealRefused)
def narrate_refusal(voice: RaceNarrator, refused: events.DealRefused) -> None:
    """Add the host's line that a player refused the bank's offer; note it in the round's memory, for the case that they
    win.
    """
    voice.find_round().refused.append(refused.who)
    voice.say("ev.bank", who=refused.who).kind = "no"


# -- what is given and taken


@narrate_events(events.GameOnCalled)
def narrate_game_on(voice: RaceNarrator, _: events.GameOnCalled) -> None:
    """Add the host's line about which minigame each player gets from a Game On."""
    found = []
    while got := voice.take_if(events.MinigamePickedUp):
        found.append(phrase("{who} gets {minigame}", who=got.who, minigame=got.minigame))
    voice.say("ev.gift", list=found).kind = "games"


@narrate_events(events.MinigameHandedOver)
def narrate_game_boy(voice: RaceNarrator, over: events.MinigameHandedOver | None) -> None:
    """Add the host's line about whose minigames pass to the finder of a Game Boy: all those told next are taken into
    this line.
    """
    loot, taker = [], ""
    while over:
        loot.append(phrase("{minigame} from {who}", minigame=over.minigame, who=over.who))
        if got := voice.take_if(events.MinigamePickedUp, minigame=over.minigame):
            taker = got.who
        over = voice.take() if voice.is_next(events.MinigameHandedOver) else None
    moment = voice.say(
        "ev.grab", **{"who": taker} | find_finder_facts(voice), loot=loot, face=name_in_sentence("Game Boy")
    )
    moment.must = ("n",) if voice.opened else ()


@narrate_events(events.BoostersSiphoned)
def narrate_siphon(voice: RaceNarrator, siphoned: events.BoostersSiphoned) -> None:
    """Add the host's line about how much booster one player takes from the others, then one about the new booster."""
    voice.say("ev.grab", who=siphoned.who, taken=siphoned.taken).kind = "siphon"
    narrate_boosts(voice)


@narrate_events(events.ReparationsMade)
def narrate_reparations(voice: RaceNarrator, made: events.ReparationsMade) -> None:
    """Add the host's line about what Reparations pass from the highest to the lowest player, then lines about the
    booster and the minigames, whose events are taken.
    """
    voice.say("ev.grab", high=made.high, low=made.low).kind = "reparations"
    narrate_boosts(voice)
    say_games(voice, made.low)


@narrate_events(events.RocketSent)
def narrate_rocket(voice: RaceNarrator, rocket: events.RocketSent) -> None:
    """Add the host's line that Team Rocket raised the booster of everybody still in by 50 points, then one about the
    new boosters.
    """
    voice.say("ev.gift", who=rocket.who).kind = "rocket"
    narrate_boosts(voice)


@narrate_events(events.GiftGiven)
def narrate_gift(voice: RaceNarrator, given: events.GiftGiven) -> None:
    """Add the host's line about what a Gift Card gave, to whom, and what that did; none if no square was received."""
    first, friend = len(voice.moments), given.friend
    received = voice.take_if(events.SquareReceived, who=friend)
    if not received:
        return
    moment = voice.say("ev.gift", who=given.who, friend=friend, gift=name_in_sentence(received.face))
    out = friend not in voice.find_round().left
    moment.kind = "givenout" if out else "givenlead" if voice.race.find_sole_leader() == friend else "given"
    narrate_gift_effect(voice)
    join_lines(voice, first)


@narrate_events(events.SquareReceived)
def narrate_received(voice: RaceNarrator, received: events.SquareReceived | None) -> None:
    """Add one line of the host about all the squares that a player was given one after the other, and what these
    paid.
    """
    first, who, got = len(voice.moments), received.who if received else "", []
    while received:
        got.append(take_gift(voice, received.face, who))
        received = (
            voice.take() if voice.is_next(events.SquareReceived) and voice.left[0].told.facts["who"] == who else None
        )
    voice.say("got", **{"who": who, "list": got} | find_finder_facts(voice)).kind = (
        "lucky" if voice.opened else "things"
    )
    if not voice.opened:
        join_lines(voice, first)


def take_gift(voice: RaceNarrator, face: Words, who: str) -> Words:
    """Return the words for a square that a player was given, with what it paid, and take the events that tell this, so
    that no other line repeats them.
    """
    if lost := voice.take_if(events.Lost, who=who):  # a Leaver's present
        return phrase("{face} (which costs {amount:£})", face=face, amount=lost.amount)
    if gained := voice.take_if(events.Gained, who=who):
        amount = gained.amount
        return (
            face if str(face) == format_money(amount) else phrase("{face} (worth {amount:£})", face=face, amount=amount)
        )
    if boost := voice.take_if(events.Boosted, who=who):
        return phrase("{face} (now {booster}%)", face=face, booster=boost.booster)
    voice.take_if(events.MinigamePickedUp, who=who)
    return face


def narrate_gift_effect(voice: RaceNarrator) -> None:
    """Add the host's lines about what the square that a player was given has done, or let the line before, which has
    named the sum or the minigame, cover the event that tells it.
    """
    before = voice.moments[-1]
    if gained := voice.take_if(events.Gained):
        if format_money(gained.amount) not in before.facts.values():
            voice.say("windfall", who=gained.who, amount=gained.amount)
            return
        before.facts["amount"] = gained.amount  # its line has named the sum as what is on the square
        before.covers += voice.taken
        voice.taken = []
    elif voice.take_if(events.MinigamePickedUp):
        before.covers += voice.taken
        voice.taken = []
    elif voice.has_more() and voice.is_next(events.Boosted):
        narrate_boosts(voice)
    else:
        narrate_effect(voice)


@narrate_events(events.SixAndOut)
def narrate_six_and_out(voice: RaceNarrator, six: events.SixAndOut) -> None:
    """Add the host's lines about Six and Out: what its six squares paid, and that its finder is out of the round, which
    the voice remembers, or stays in because they are protected. Take the events that tell it.
    """
    who, found = six.who, []
    voice.say("face", who=who, face="Six and Out", **({"n": voice.opened.n} if voice.opened else {}))
    while voice.take_if(events.SquareReceived, who=who):
        found += [move.amount if isinstance(move, events.Gained) else -move.amount for move in take_moves(voice)]
    if found:
        amounts = [phrase("{amount:£}", amount=amount) for amount in found]
        voice.say("got", who=who, list=amounts, amount=sum(found)).kind = "six"
    if voice.take_if(events.HiddenUsed, who=who, hidden="Endure"):
        voice.take_if(events.LossForgiven)
        voice.say("ev.shield", who=who).kind = "endures"
    if voice.take_if(events.PutOut, who=who):
        note_put_out(voice, who)
        voice.say("out", who=who).kind = "six"
    elif voice.take_if(events.ProtectionHeld, who=who):
        voice.say("ev.shield", who=who).kind = "stays"


@narrate_events(events.RivalOut)
def narrate_schadenfreude(voice: RaceNarrator, out: events.RivalOut) -> None:
    """Add the host's line that the opponent named for a Schadenfreude is out, and the holder is paid a square; none if
    no square was received.
    """
    first = len(voice.moments)
    if received := voice.take_if(events.SquareReceived, who=out.who):
        gift = take_gift(voice, received.face, out.who)
        voice.say("ev.stake", who=out.who, rival=out.rival, gift=gift).kind = "paid"
        join_lines(voice, first)


@narrate_events(events.LeftoversTaken)
def narrate_leftovers(voice: RaceNarrator, taken: events.LeftoversTaken) -> None:
    """Add the host's line about what lay under the bombs, as far as the public may know, when a player found Leftovers,
    then lines about the money, boosters and minigames that it brought; take the events that tell these.
    """
    voice.say("ev.left", who=taken.who, squares=taken.squares).kind = "found"
    if lifted := voice.take_if(events.LeftoversLifted):
        voice.say("ev.left", won=lifted.won, lost=lifted.lost).kind = "doubled"
    say_moves(voice)
    narrate_boosts(voice)
    say_games(voice, taken.who)


def say_games(voice: RaceNarrator, who: str) -> None:
    """Add the host's line about the minigames, and the squares due at the round's end, that a player gets from
    Leftovers or Reparations; no line if there are none.
    """
    found = []
    while got := voice.take_if(events.MinigamePickedUp, who=who) or voice.take_if(events.PledgeTakenOver, taker=who):
        found.append(got.minigame if isinstance(got, events.MinigamePickedUp) else got.square)
    if found:
        voice.say("got", who=who, list=found).kind = "games"


@narrate_events(events.LeftoverEffect)
def narrate_leftover(voice: RaceNarrator, effect: events.LeftoverEffect) -> None:
    """Add the host's line about the effect of one square that a player got from Leftovers (what lay under the
    bombs).
    """
    first = len(voice.moments)
    voice.say("ev.left", face=name_in_sentence(effect.face)).kind = "among"
    narrate_effect(voice)
    join_lines(voice, first)


# -- hidden squares

INSTEAD: Mapping[type[Event], str] = {
    events.SquareCopied: "copy",
    events.BonusBagOpened: "bag",
    events.MetronomeStopped: "swing",
}


@narrate_events(events.HiddenUsed)
def narrate_hidden(voice: RaceNarrator, used: events.HiddenUsed) -> None:
    """Add the host's line that a player has used a hidden square: a card that lay behind cash and that they held; for
    one used in place of a selection also what it did. The voice remembers who used it last, except a Skip Turn.
    """
    race, who, hidden = voice.race, used.who, used.hidden
    if voice.has_more() and voice.is_next(*INSTEAD):
        race.hidden[hidden] = who
        narrate_hidden_instead(voice, voice.take())
        return
    if voice.take_if(events.TurnSkipped):
        voice.say("ev.turn", who=who).kind = "skip"
        return
    moment = voice.say("hidden.used", who=who, hidden=hidden)
    if race.hidden.get(hidden, who) != who:
        moment.soft = ["again"]
    race.hidden[hidden] = who


@narrate_events(*INSTEAD)
def narrate_hidden_instead(voice: RaceNarrator, event: Event) -> None:
    """Add the host's line about the hidden square that a player uses in place of a selection, and its effect."""
    first, facts = len(voice.moments), event.list_facts()
    named = {"face": name_in_sentence(facts["face"])} if "face" in facts else {}
    voice.say("instead", **facts | named).kind = INSTEAD[type(event)]
    narrate_gift_effect(voice)
    join_lines(voice, first)


for kind in BOUND:
    SEASON7_NARRATORS.setdefault(kind, narrate_event_with_line)
