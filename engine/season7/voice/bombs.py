"""What is said of a bomb (whose it was, whom it got, what it turned into, who is left) and of a player's fate."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from engine.kernel.event import Event
from engine.kernel.text import phrase
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice import milestones, narrator
from engine.season7.voice.narrator import RaceNarrator, RoundMemory, narrate_events

CLUSTERS = {"Double-cluster": ("double", 2), "Triple-cluster": ("triple", 3), "Quad-cluster": ("quad", 4)}


DUEL = 2


CASTLE = "Takeshi's Castle"  # where the last player left has not won yet


OWN, LAST = 2_000_000, 1_000_000  # how much more of a story it is than another


class Blast(Struct, gc=False):
    """One bomb that was found, as far as it has been told."""

    who: str
    n: int
    owners: list[str] = []
    near: events.NearBombsCounted | None = None
    mutant: str = ""
    percent: int = 0
    lost: int | None = None  # to a Bankrupt, if there was anything to lose
    amount: int | None = None
    out: bool = False
    protected: bool = False
    asleep: bool = False
    spared: str = ""  # by what
    knife: bool = False
    leader: str = ""  # of the race, before it
    others: list[str] = field(default_factory=list)  # who else was in

    @property
    def owner(self) -> str:
        """The player whose bomb it was; "" for a bomb of the board. If it had several owners, the one who has found it
        comes first.
        """
        return self.who if self.who in self.owners else self.owners[0] if self.owners else ""

    @property
    def owner_facts(self) -> dict[str, str]:
        """The bomb's owner as a fact for the host's line about it; empty for a bomb of the board."""
        return {"owner": self.owner} if self.owner else {}


@narrate_events(events.BombFound, events.AutoBombed)
def narrate_bomb(voice: RaceNarrator, bomb: events.BombFound | events.AutoBombed) -> None:
    """Add the host's lines about a bomb that was found: whose it was, what stopped it or what it turned into, what it
    cost, and who is left. Take its events, and note it in the voice's memory. If nothing stops it and nobody goes out,
    plain sentences stay, unless a protected victim pays the penalty.
    """
    race, place, who, said = voice.race, voice.find_round(), bomb.who, len(voice.moments)
    race.turns += 1
    race.count_for_title("squares", who)
    place.opened.append(bomb.n)
    place.bombs[bomb.n] = ""
    place.runs.pop(who, None)
    blast = Blast(who, bomb.n, asleep=isinstance(bomb, events.AutoBombed), knife=who in place.knife)
    place.knife = [each for each in place.knife if each != who]
    blast.leader, blast.others = race.find_sole_leader(), [other for other in place.left if other != who]
    narrate_bomb_scene(voice, place, blast)
    if blast.out:
        say_blast(voice, place, blast)
        say_aftermath(voice, place, blast)
        remember_blast(voice, place, blast)
    elif blast.protected:
        moment = voice.say("bomb", who=blast.who, n=blast.n, amount=blast.amount, **blast.owner_facts)
        moment.kind = "protected" if blast.owner else "shrugged"
        race.count_for_title("lives", blast.who)
    voice.taken = []  # of what is left, no line would say all
    if blast.near and voice.moments[said:]:
        voice.say_also("near", n=blast.near.n, near=blast.near.near)


def narrate_bomb_scene(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> None:
    """Take all events that a bomb has caused, and note in `blast` what they tell; one who is hit by a deflected bomb
    becomes its victim there. Add the host's line about what stopped the bomb, if something did; an event that says
    something else is left to the function of its own kind.
    """
    for event in voice.iter_scene():
        match event:
            case events.BombOwned(owners=owners):
                blast.owners = owners
                place.bombs[blast.n] = owners[0] if owners else ""
            case events.NearBombsCounted():
                blast.near = event
            case events.BombShruggedOff():
                say_shield(voice, "used", blast)
            case events.BombDefused():
                say_shield(voice, "defuse", blast)
            case events.BombSwitched():
                say_shield(voice, "switch", blast)
            case events.BombDeflected(victim=victim):
                say_shield(voice, "deflect", blast, victim=victim)
                blast.who, blast.others = victim, [other for other in place.left if other != victim]
            case events.BombFizzled():
                say_fizzle(voice, blast)
            case _:
                if not note_bomb_cost(blast, event):
                    voice.leave_to_listener()


def note_bomb_cost(blast: Blast, event: Event | None) -> bool:
    """Note in `blast` what this event tells of it: what the bomb turned into, what it cost its victim, what spared
    them, that they are protected (only after a penalty, and not of a Bankrupt or Burnout), or that they are out. Return
    False for an event that tells none of this and must be narrated by itself.
    """
    match event:
        case events.HiddenUsed():
            pass  # what it does says more
        case events.BombMutated(mutant=mutant):
            blast.mutant = mutant
        case events.BurnoutPromised(percent=percent):
            blast.percent = percent
        case events.RoundGainsGone():
            blast.lost = 0
        case events.LossForgiven() | events.FreePlayKept():
            blast.spared = "Endure" if isinstance(event, events.LossForgiven) else "Free Play"
        case events.Lost(who=blast.who, source="bankrupt", amount=amount):
            blast.lost = amount
        case events.Lost(who=blast.who, source="bomb", amount=amount):
            blast.amount = amount
        case events.ProtectionHeld() if blast.amount is not None and blast.mutant not in ("Bankrupt", "Burnout"):
            blast.protected = True
        case events.PutOut(who=blast.who):
            blast.out = True
        case _:
            return False
    return True


def say_shield(voice: RaceNarrator, kind: str, blast: Blast, **facts: str) -> None:
    """Add the host's line about what has saved a player from the bomb on a square: `kind` names their immunity or the
    hidden square that stopped it; `facts` are more facts for the line. It also counts for a title at the end of the
    race.
    """
    moment = voice.say("ev.shield", who=blast.who, n=blast.n, **facts, **blast.owner_facts)
    moment.kind, moment.must = kind if blast.owner else f"{kind}house", ("n",)
    voice.race.count_for_title("lives", blast.who)


def say_fizzle(voice: RaceNarrator, blast: Blast) -> None:
    """Add the host's line that a bomb fizzled, so that it did nothing to the player who found it; count it in the
    voice's memory, also for that player's title at the end.
    """
    race, owner = voice.race, blast.owner
    race.fizzles += 1
    moment = voice.say("mut.fizzle", who=blast.who, n=blast.n, count=race.fizzles, **blast.owner_facts)
    if not owner:
        moment.kind = "house"
    elif owner == blast.who:
        moment.kind = "own"
    elif race.caught.get(f"{blast.who}>{owner}"):
        moment.strong = ["revenge"]
    elif race.fizzles > 1:
        moment.soft = ["again"]
    moment.must = list_bomb_facts_to_name(blast, moment)
    race.count_for_title("lives", blast.who)


def say_blast(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> None:
    """Add the host's line about a bomb that has put a player out: whose it was and what is special about it (spared
    money, a cluster, a missed turn, a Knife Edge, or what makes it a story).
    """
    race, who, owner = voice.race, blast.who, blast.owner
    facts: dict[str, object] = {
        "who": who,
        "n": blast.n,
        "count": race.caught.get(f"{owner}>{who}", 0) + 1,
        "round": place.title,
    }
    if blast.amount is not None:
        facts["amount"] = blast.amount
    facts |= blast.owner_facts
    if blast.spared:
        moment = voice.say("bomb", **facts, why=blast.spared)
        moment.kind = "spared" if owner else "endured"
    elif blast.mutant in CLUSTERS:
        moment = say_cluster(voice, blast, facts)
    elif blast.asleep:
        moment = voice.say("autobomb", **facts)
        moment.kind = "own" if who in blast.owners else ""
        moment.soft = ["gone"]
    elif blast.knife and not owner:
        moment = voice.say("knife", **facts)
        moment.kind = "dark"
    else:
        moment = voice.say("bomb", **facts)
        if len(blast.owners) > 1:
            moment.facts["owners"] = blast.owners
        moment.strong, moment.soft = (
            find_striking_blast_circumstances(voice, place, blast),
            list_minor_blast_circumstances(voice, place, blast),
        )
        moment.facts |= {"short": race.compute_shortfall(who), "goal": race.format_goal()}
        if blast.knife:
            voice.say_also("knife", n=blast.n, owner=owner).kind = "real"
    moment.must = list_bomb_facts_to_name(blast, moment)


def list_bomb_facts_to_name(blast: Blast, moment: Moment) -> tuple[str, ...]:
    """List the names of the facts that a line about a bomb must mention: victim and square, and, unless the bomb was
    their own or the board's, its owner, or all owners if bombs of several lay there.
    """
    whose = "owners" if "twice" in moment.strong else "owner"
    return ("who", "n", whose) if blast.owner not in ("", blast.who) else ("who", "n")


def say_cluster(voice: RaceNarrator, blast: Blast, facts: dict[str, object]) -> Moment:
    """Add the host's line that a cluster bomb, which counts as several bombs, has gone off; return it, still to be
    worded.
    """
    kind, times = CLUSTERS[blast.mutant]
    moment = voice.say("mut.cluster", **facts, times=times)
    dearest = 0 < voice.race.dearest < (blast.amount or 0)
    moment.kind = ("big.s" if dearest else kind) if blast.owner else "house"
    return moment


def find_striking_blast_circumstances(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> list[str]:
    """Return the names of the circumstances that make a bomb a story (such as the leader being hit) and hold now, the
    strongest first; its line is chosen by them.
    """
    race, who, owner = voice.race, blast.who, blast.owner
    theirs, mine = race.caught.get(f"{owner}>{who}", 0) + 1, race.caught.get(f"{who}>{owner}", 0)
    own = bool(owner) and owner == who
    others = bool(owner) and not own
    holds = {
        "house": not owner,
        "own": own,
        "twice": others and len(blast.owners) > 1,
        "brink": others and race.is_near_target(who),
        "final": not place.count_closed(),
        "duel": others and blast.others == [owner] and place.kind != CASTLE,
        "revenge": others and theirs == mine,
        "again": others and theirs > 1,
        "outowner": others and owner in place.seats and owner not in place.left,
        "lead": others and blast.leader == who,
    }
    return [name for name, true in holds.items() if true]


def list_minor_blast_circumstances(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> list[str]:
    """List the minor circumstances of a bomb that hold (the first square of the round, a computer …); each allows more
    lines to choose from, beside those that fit any bomb.
    """
    others = blast.owner not in ("", blast.who)
    holds = {
        "b2b": others and place.smoke,
        "first": others and len(place.opened) == 1,
        "firstb": others and not place.fallen,
        "bot": others and blast.who in voice.bots,
        "botowner": others and blast.owner in voice.bots,
    }
    return [name for name, true in holds.items() if true]


def say_aftermath(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> None:
    """Add the host's lines about what a bomb turned into, what it has left its victim, and who is still in the
    round.
    """
    who = blast.who
    if blast.percent:
        moment = voice.say_also("mut.burnout", who=who, percent=blast.percent, **blast.owner_facts)
        moment.kind = "own" if blast.owner == who else ""
    total, rank = voice.race.totals[who], voice.race.find_place(who)
    bankrupt = blast.mutant == "Bankrupt" and blast.spared != "Endure" and blast.lost != 0
    if bankrupt:
        lost = {"lost": blast.lost} if blast.lost else {}
        moment = voice.say_also("mut.bankrupt", who=who, **blast.owner_facts, **lost, total=total, place=rank)
        moment.kind = "nothing" if not blast.lost else "own" if blast.owner == who else ""
    facts: dict[str, object] = {"who": who, "place": rank}
    if not bankrupt:  # its line has told the total
        facts["total" if total >= 0 else "debt"] = total
    if blast.amount is not None:
        facts["amount"] = blast.amount
    if len(place.left) > 1:
        facts |= {"n": len(place.left), "players": list(place.left)}
    if len(place.left) == DUEL:
        facts |= {"one": place.left[0], "other": place.left[1]}
    left = voice.say_also("bomb.left", **facts)
    left.owed, left.otherwise = "amount", "paid" if bankrupt else "cost" if total >= 0 else "debt"
    left.strong = ["duel"] if len(place.left) == DUEL else []


def remember_blast(voice: RaceNarrator, place: RoundMemory, blast: Blast) -> None:
    """Note in the voice's memory that a bomb has put a player out, and whose it was: for later lines (such as one about
    revenge), titles, the recap at the end of the cycle, and perhaps as the next recap's headline.
    """
    race, who, owner = voice.race, blast.who, blast.owner
    race.bombs += 1
    race.count_for_title("bombs", who)
    place.smoke = True
    place.fallen.append((who, owner))
    race.fell.append((who, owner))
    if owner:
        race.got[owner] = who
    if blast.leader == who and owner not in ("", who):
        narrator.note_stopped_leader(race, who, owner)
    elif owner == who:
        narrator.note_own_goal(race, who)
    if blast.amount is not None and owner:
        weight = blast.amount + (OWN if owner == who else LAST if len(place.left) == 1 else 0)
        race.keep_best("own" if owner == who else "bomb", weight, {"who": who, "owner": owner, "n": blast.n})
    race.caught[f"{owner}>{who}"] = race.caught.get(f"{owner}>{who}", 0) + 1
    race.dearest = max(race.dearest, blast.amount or 0)


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
    """Add the host's line that a winner stakes their bonus, in words that do not give the result away, then one, told
    after a pause, with the result; take the events that tell it, and note the result for titles and later lines. Lines
    about a new leader or place follow.
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
    milestones.say_standing(voice)  # before the games that are played now


@narrate_events(events.BonusKept)
def narrate_bonus_kept(voice: RaceNarrator, kept: events.BonusKept) -> None:
    """Add the host's line that a winner keeps their bonus and is paid it, with their new total, and count it for a
    title; the event of the payment is taken, so that nothing tells it again.
    """
    paid, first = voice.take_if(events.Gained), len(voice.moments)
    voice.say("sq00", who=kept.who, bonus=paid.amount if paid else 0).kind = "keep"
    milestones.say_standing(voice)  # before the games that are played now
    milestones.join_lines(voice, first)
    voice.race.count_for_title("kept", kept.who)


# -- Blammo and the knife


@narrate_events(events.BlammoBegun)
def narrate_blammo(voice: RaceNarrator, begun: events.BlammoBegun) -> None:
    """Add the host's first line about a Blammo: its finder must choose one of four squares. Count it in the voice's
    memory.
    """
    voice.race.blammos += 1
    voice.say("blammo", who=begun.who, count=voice.race.blammos).kind = "beat1"


@narrate_events(events.BlammoOpened)
def narrate_blammo_opened(voice: RaceNarrator, opened: events.BlammoOpened) -> None:
    """Add the host's second line about a Blammo: what the fate that was chosen did to whom. Take the events that tell
    it, and note in the voice's memory who went out. Add none, and leave the plain sentences, if it did nothing because
    of a protection or a Free Play.
    """
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
    """Add the host's line that a player's next square is a Knife Edge: a bomb or a Win Zone. Note that in the round's
    memory.
    """
    voice.find_round().knife.append(stood.who)
    voice.say("knife", who=stood.who).kind = "beat1"


@narrate_events(events.KnifeEdgeWon)
def narrate_knife_edge_won(voice: RaceNarrator, bright: events.KnifeEdgeWon) -> None:
    """Add the host's line that a Knife Edge turned out as a Win Zone, whose event is taken with it, and note in the
    voice's memory that the square is open.
    """
    place = voice.find_round()
    place.opened.append(bright.n)
    place.knife = [each for each in place.knife if each != bright.who]
    voice.take_if(events.WinZoneEntered)
    voice.say("knife", who=bright.who, n=bright.n).kind = "bright"


# -- a Deadlock, and votes


@narrate_events(events.DeadlockDecides)
def narrate_deadlock(voice: RaceNarrator, decides: events.DeadlockDecides) -> None:
    """Add the host's first line about a Deadlock, which decides the round; a second one, by another function, names the
    winner, for which this is noted in the round's memory.
    """
    voice.find_round().deadlocked = True
    voice.say("deadlock", n=decides.n).kind = "beat1"


@narrate_events(events.VotesShown)
def narrate_votes(voice: RaceNarrator, shown: events.VotesShown) -> None:
    """Add the host's lines about the votes: how many were cast, then, after a pause, who voted what, what follows for
    the board, and what those who voted Leave are paid.
    """
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
                list_.append(phrase("{who} {amount:£} (booster now {booster}%)", who=who, amount=paid, booster=booster))
            case _:
                voice.leave_to_listener()
    if list_:
        voice.say("votes", list=list_).kind = "paid"
    milestones.join_lines(voice, since)
