"""What is said of spells, shields, second chances, and of what goes round the whole table."""

from __future__ import annotations

from engine.kernel.text import phrase
from engine.season7.voice.ear import HEARD, Ear, hears
from engine.season7.voice.events import EVENTS, at, event, given, moves, spoken
from engine.season7.voice.memory import BACK, BOOSTED, DIPS, DOWN, OUT, UP
from engine.season7.voice.offers import boosted

IMMUNE = "{who} is immune from all bombs in this round."
SPIKE, SPLIT = "Power Spike", 15  # percent


@event(
    "{name}! Every remaining square that is not a bomb now holds {category}, until each of you has selected once.",
)
def spell(ear: Ear) -> None:
    """All that is left is of one sort now."""
    ear.say("ev.board").kind = "spike" if ear.take().facts["name"] == SPIKE else "metamorphosis"


@event("Still on the board: {squares}. Bombs: {bombs}.")
def listed(ear: Ear) -> None:
    """What is there, and not where."""
    head = ear.take().facts
    ear.say("ev.board", squares=head["squares"], bombs=head["bombs"]).kind = "list"


@event(
    "What a sob story! Nobody has less than {who}, who is still in.", "What a sob story! Nobody has less than {who}."
)
def sob_story(ear: Ear) -> None:
    """A shield, or a way back."""
    who, kind = ear.take().facts["who"], "sob"
    if ear.comes(BACK, who=who):
        kind = "sobback"
        ear.take()
    elif ear.comes(IMMUNE, who=who):
        ear.take()
    else:
        ear.taken = []
        return
    ear.say("ev.shield", who=who).kind = kind


@event(IMMUNE)
def immune(ear: Ear) -> None:
    """One's own shield, or one that somebody has given away."""
    place = ear.place()
    who = ear.take().facts["who"]
    giver, place.giver = place.giver, ""
    if giver in ("", who):
        ear.say("ev.shield", who=who).kind = "immunity"
    else:
        ear.say("ev.shield", who=giver, other=who).kind = "immunise"


@event("Game On! {who} has found a minigame for everybody still in.")
def game_on(ear: Ear) -> None:
    """A game for each."""
    ear.take()
    found = []
    while ear.comes("{who} picks up {minigame}."):
        told = ear.take().facts
        found.append(phrase("{who} {minigame}", who=told["who"], minigame=told["minigame"]))
    ear.say("ev.gift", list=found).kind = "games"


@event("{who} has to hand over {minigame}.")
def game_boy(ear: Ear) -> None:
    """All games go one way."""
    loot, taker = [], ""
    while ear.comes("{who} has to hand over {minigame}."):
        head = ear.take().facts
        loot.append(phrase("{minigame} from {who}", minigame=head["minigame"], who=head["who"]))
        if ear.comes("{who} picks up {minigame}.", minigame=head["minigame"]):
            taker = ear.take().facts["who"]
    moment = ear.say("ev.grab", **{"who": taker} | at(ear), loot=loot, face=spoken("Game Boy"))
    moment.must = ("n",) if ear.square else ()


@event("Революция! A quarter of every total makes a pot of {pot:£}: {share:£} for each of you.")
def revolution(ear: Ear) -> None:
    """A quarter from everybody, and the same for everybody."""
    head = ear.take().facts
    ear.say("ev.share", face=spoken("Revolution"), pot=head["pot"], share=head["share"]).kind = "all"
    moves(ear)


@event("The next player must make two selections.")
def dip(ear: Ear) -> None:
    """Whoever comes next."""
    ear.take()
    ear.say("ev.turn").kind = "dip"


@event(DIPS)
def dipped(ear: Ear) -> None:
    """That one it is."""
    place = ear.place()
    head = ear.take().facts
    place.twice = head["who"]
    ear.say("ev.turn", who=head["who"], n=head["n"]).kind = "double"


@event("If {who} does not win this round, the others will share 15% of that total.")
def split(ear: Ear) -> None:
    """A pledge."""
    ear.say("ev.stake", who=ear.take().facts["who"], percent=SPLIT).kind = "split"


@event("{who} has Access to the next Super Round.")
def access(ear: Ear) -> None:
    """A chair for sure."""
    who = ear.take().facts["who"]
    moment = ear.say("access", who=who)
    moment.kind = "any"
    if ear.square.get("who") == who:
        moment.facts |= at(ear)
        moment.kind = "found"


@event("{who} plays minigames on Fast Forward: at once, win or lose.")
def fast_forward(ear: Ear) -> None:
    """Games are played as they are found."""
    place = ear.place()
    place.fast.append(ear.take().facts["who"])
    ear.say("ev.turn", who=place.fast[-1]).kind = "fast"


@hears(OUT)
def out(ear: Ear) -> None:
    """Under a Deadlock it is said who wins, and that the others leave; of others it is told plainly."""
    place = ear.place()
    who = ear.take().facts["who"]
    place.fallen.append((who, ""))
    if place.deadlocked:
        ear.hush()


hears(*BOOSTED)(boosted)  # where nothing else has said why
hears(*UP, *DOWN)(moves)
HEARD.update({text: given for text in EVENTS if text not in HEARD})
