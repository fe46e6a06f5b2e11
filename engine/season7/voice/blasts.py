"""What is said of a bomb: whose it was, whom it got, what it turned into, and who is left."""

from __future__ import annotations

from msgspec import Struct, field

from engine.kernel.voice import Moment
from engine.season7.voice import mornings
from engine.season7.voice.ear import Ear, hears
from engine.season7.voice.memory import DOWN, OUT, Place

BOMB, SEALED, NOBODYS = (
    "{who} selects square {n}: a Bomb!",
    "It was sealed by {owners}.",
    "Nobody has sealed it.",
)
ASLEEP = "{who} did not select in time. Auto-Bomb: square {n} goes off."
FORGIVEN, FORGIVEN_ON = (
    "{who} did not select in time. The first miss is forgiven: the turn passes.",
    "{who} did not select in time. The first miss is forgiven: {other} goes on.",
)
FIZZLES, TURNS_INTO = "The bomb fizzles out. Nothing happens.", "It is a {mutant} Bomb!"
PROMISES = "{who} will come to the next round with a {percent}% booster."
ALL_GAINED = "All that {who} has gained in this round goes."
IMMUNE, USES = "{who} is immune. The bomb does nothing.", "{who} uses {hidden}."
PROTECTED = "{who} is protected and stays in the round."
FREE = "Free Play: {who} keeps {amount:£}."
CLUSTERS = {"Double-cluster": ("double", 2), "Triple-cluster": ("triple", 3), "Quad-cluster": ("quad", 4)}
DUEL = 2
CASTLE = "Takeshi's Castle"  # where whoever is left has not won yet
OWN, LAST = 2_000_000, 1_000_000  # how much more of a story it is than another


class Blast(Struct, gc=False):
    """One bomb, as far as it has been told."""

    who: str
    n: int
    owners: list[str]
    mutant: str = ""
    percent: int = 0
    lost: int = 0  # to a Bankrupt
    amount: int | None = None
    out: bool = False
    asleep: bool = False
    spared: str = ""  # by what
    knife: bool = False
    leader: str = ""  # of the race, before it
    others: list[str] = field(default_factory=list)  # who else was in

    @property
    def owner(self) -> str:
        """Whose it was; nobody's, if it is a bomb of the board."""
        return self.who if self.who in self.owners else self.owners[0] if self.owners else ""


@hears(BOMB, ASLEEP)
def bomb(ear: Ear) -> None:
    """A bomb has come to light."""
    place = ear.place()
    found = ear.take()
    who, n = found.facts["who"], found.facts["n"]
    owners = list(ear.take().facts["owners"]) if ear.comes(SEALED) else []
    if ear.comes(NOBODYS):
        ear.take()
    ear.race.turns += 1
    ear.race.count("squares", who)
    place.opened.append(n)
    place.bombs[n] = owners[0] if owners else ""
    place.runs.pop(who, None)
    blast = Blast(who, n, owners, asleep=found.text == ASLEEP, knife=who in place.knife)
    place.knife = [each for each in place.knife if each != who]
    if not blast.asleep and survived(ear, blast):
        return
    goes_off(ear, place, blast)


def survived(ear: Ear, blast: Blast) -> bool:
    """Something stands between the bomb and whoever found it; a bomb that flies on gets somebody else."""
    who = blast.who
    if ear.comes(IMMUNE, who=who):
        ear.take()
        shield(ear, "used", blast)
    elif ear.comes(USES, who=who, hidden="Defuse"):
        ear.take()
        ear.take()
        shield(ear, "defuse", blast)
    elif ear.comes(USES, who=who, hidden="Deflect"):
        ear.take()
        victim = ear.take().facts["victim"]
        shield(ear, "deflect", blast, victim=victim)
        blast.who = victim
        return survived(ear, blast)
    elif ear.comes(USES, who=who, hidden="Bomb Switch"):
        ear.take()
        ear.take()
        shield(ear, "switch", blast)
    else:
        return False
    return True


def shield(ear: Ear, kind: str, blast: Blast, **facts: str) -> None:
    """A bomb that did not get who found it: whose, and where."""
    owner = {"owner": blast.owner} if blast.owner else {}
    moment = ear.say("ev.shield", who=blast.who, n=blast.n, **facts, **owner)
    moment.kind, moment.must = kind if owner else f"{kind}house", ("n",)
    ear.race.count("lives", blast.who)


def goes_off(ear: Ear, place: Place, blast: Blast) -> None:
    """It turns into something, it costs, and somebody is out."""
    blast.leader, blast.others = ear.race.first(), [who for who in place.left if who != blast.who]
    if ear.comes(FIZZLES):
        ear.take()
        fizzle(ear, blast)
        return
    if ear.comes(TURNS_INTO):
        blast.mutant = ear.take().facts["mutant"]
    if ear.comes(PROMISES, who=blast.who):
        blast.percent = ear.take().facts["percent"]
    if ear.comes(USES, who=blast.who, hidden="Endure"):
        ear.take()
        ear.take()
        blast.spared = "Endure"
    elif ear.comes(FREE, who=blast.who):
        ear.take()
        blast.spared = "Free Play"
    if ear.comes(ALL_GAINED, who=blast.who):
        ear.take()
        blast.lost = ear.take().facts["amount"] if ear.comes(*DOWN, who=blast.who, source="bankrupt") else 0
    if ear.comes(*DOWN, who=blast.who, source="bomb"):
        blast.amount = ear.take().facts["amount"]
    if ear.comes(OUT, who=blast.who):
        ear.take()
        blast.out = True
    if not blast.out:
        stays(ear, blast)
        return
    first(ear, place, blast)
    and_then(ear, place, blast)
    remembered(ear, place, blast)


def stays(ear: Ear, blast: Blast) -> None:
    """It costs, and nobody is out for it."""
    if not ear.comes(PROTECTED, who=blast.who) or blast.amount is None or blast.mutant in ("Bankrupt", "Burnout"):
        ear.taken = []  # its lines would not say all of that
        return
    ear.take()
    owner = {"owner": blast.owner} if blast.owner else {}
    moment = ear.say("bomb", who=blast.who, n=blast.n, amount=blast.amount, **owner)
    moment.kind = "protected" if blast.owner else "shrugged"
    ear.race.count("lives", blast.who)


def fizzle(ear: Ear, blast: Blast) -> None:
    """Nothing happens."""
    race, owner = ear.race, blast.owner
    race.fizzles += 1
    moment = ear.say("mut.fizzle", who=blast.who, n=blast.n, count=race.fizzles, **({"owner": owner} if owner else {}))
    if not owner:
        moment.kind = "house"
    elif owner == blast.who:
        moment.kind = "own"
    elif race.caught.get(f"{blast.who}>{owner}"):
        moment.strong = ["revenge"]
    elif race.fizzles > 1:
        moment.soft = ["again"]
    moment.must = said_of(blast, moment)
    race.count("lives", blast.who)


def first(ear: Ear, place: Place, blast: Blast) -> None:
    """The line that says whose bomb it was."""
    race, who, owner = ear.race, blast.who, blast.owner
    facts = {"who": who, "n": blast.n, "count": race.caught.get(f"{owner}>{who}", 0) + 1, "round": place.title}
    if blast.amount is not None:
        facts["amount"] = blast.amount
    if owner:
        facts["owner"] = owner
    if blast.spared:
        moment = ear.say("bomb", **facts, why=blast.spared)
        moment.kind = "spared" if owner else "endured"
    elif blast.mutant in CLUSTERS:
        moment = cluster(ear, blast, facts)
    elif blast.asleep:
        moment = ear.say("autobomb", **facts)
        moment.kind = "own" if who in blast.owners else ""
        moment.soft = ["gone"]
    elif blast.knife and not owner:
        moment = ear.say("knife", **facts)
        moment.kind = "dark"
    else:
        moment = ear.say("bomb", **facts)
        if len(blast.owners) > 1:
            moment.facts["owners"] = blast.owners
        moment.strong, moment.soft = strong(ear, place, blast), soft(ear, place, blast)
        moment.facts |= {"short": race.short(who), "goal": race.goal()}
        if blast.knife:
            ear.also("knife", n=blast.n, owner=owner).kind = "real"
    moment.must = said_of(blast, moment)


def said_of(blast: Blast, moment: Moment) -> tuple[str, ...]:
    """What a line has to say of a bomb: whom it got, where, and whose it was; of two on one square, both."""
    whose = "owners" if "twice" in moment.strong else "owner"
    return ("who", "n", whose) if blast.owner not in ("", blast.who) else ("who", "n")


def cluster(ear: Ear, blast: Blast, facts: dict[str, object]) -> Moment:
    """Several in one."""
    kind, times = CLUSTERS[blast.mutant]
    moment = ear.say("mut.cluster", **facts, times=times)
    dearest = 0 < ear.race.dearest < (blast.amount or 0)
    moment.kind = ("big.s" if dearest else kind) if blast.owner else "house"
    return moment


def strong(ear: Ear, place: Place, blast: Blast) -> list[str]:
    """What makes a bomb a story, the strongest first."""
    race, who, owner = ear.race, blast.who, blast.owner
    theirs, mine = race.caught.get(f"{owner}>{who}", 0) + 1, race.caught.get(f"{who}>{owner}", 0)
    own = bool(owner) and owner == who
    others = bool(owner) and not own
    holds = {
        "house": not owner,
        "own": own,
        "twice": others and len(blast.owners) > 1,
        "brink": others and race.on_the_brink(who),
        "final": not place.closed(),
        "duel": others and blast.others == [owner] and place.kind != CASTLE,
        "revenge": others and theirs == mine,
        "again": others and theirs > 1,
        "outowner": others and owner in place.seats and owner not in place.left,
        "lead": others and blast.leader == who,
    }
    return [name for name, true in holds.items() if true]


def soft(ear: Ear, place: Place, blast: Blast) -> list[str]:
    """What joins the lines that are always true."""
    others = blast.owner not in ("", blast.who)
    holds = {
        "b2b": others and place.smoke,
        "first": others and len(place.opened) == 1,
        "firstb": others and not place.fallen,
        "bot": others and blast.who in ear.bots,
        "botowner": others and blast.owner in ear.bots,
    }
    return [name for name, true in holds.items() if true]


def and_then(ear: Ear, place: Place, blast: Blast) -> None:
    """What it turned into, and who is left."""
    who, owner = blast.who, {"owner": blast.owner} if blast.owner else {}
    if blast.percent:
        moment = ear.also("mut.burnout", who=who, percent=blast.percent, **owner)
        moment.kind = "own" if blast.owner == who else ""
    total = ear.race.totals[who]
    if blast.mutant == "Bankrupt" and blast.spared != "Endure":
        lost = {"lost": blast.lost} if blast.lost else {}
        moment = ear.also("mut.bankrupt", who=who, **owner, **lost, total=total)
        moment.kind = "nothing" if not blast.lost else "own" if blast.owner == who else ""
    facts: dict[str, object] = {"who": who, "total" if total >= 0 else "debt": total}
    if blast.amount is not None:
        facts["amount"] = blast.amount
    if len(place.left) > 1:
        facts |= {"n": len(place.left), "players": list(place.left)}
    if len(place.left) == DUEL:
        facts |= {"one": place.left[0], "other": place.left[1]}
    left = ear.also("bomb.left", **facts)
    left.owed, left.otherwise = "amount", "cost" if total >= 0 else "debt"
    left.strong = ["duel"] if len(place.left) == DUEL else []


def remembered(ear: Ear, place: Place, blast: Blast) -> None:
    """Who caught whom."""
    race, who, owner = ear.race, blast.who, blast.owner
    race.bombs += 1
    race.count("bombs", who)
    place.smoke = True
    place.fallen.append((who, owner))
    race.fell.append((who, owner))
    if owner:
        race.got[owner] = who
    if blast.leader == who and owner not in ("", who):
        mornings.stopped(race, who, owner)
    elif owner == who:
        mornings.own_goal(race, who)
    if blast.amount is not None and owner:
        weight = blast.amount + (OWN if owner == who else LAST if len(place.left) == 1 else 0)
        race.shines("own" if owner == who else "bomb", weight, {"who": who, "owner": owner, "n": blast.n})
    race.caught[f"{owner}>{who}"] = race.caught.get(f"{owner}>{who}", 0) + 1
    race.dearest = max(race.dearest, blast.amount or 0)


@hears(FORGIVEN, FORGIVEN_ON)
def missed(ear: Ear) -> None:
    """Nobody answered, once."""
    facts = ear.take().facts
    ear.say("miss", who=facts["who"], **({"other": facts["other"]} if "other" in facts else {}))
