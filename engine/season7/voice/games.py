"""What is said of minigames, from their curtain to what they pay, and of the Megagrid."""

from __future__ import annotations

from typing import Any

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice.ear import BOUND, HEARD, OTHERWISE, Ear, hears

MEGAGRID = "Megagrid"
GUESSED = ("called",)  # what a line has to say of a step, where it is known


@hears(events.MinigameStarted)
def hear_start(ear: Ear, started: events.MinigameStarted) -> None:
    """Raise the curtain; perhaps there is something to beat."""
    race, who, name = ear.race, started.who, started.game
    race.playing[ear.table] = [who, name]
    moment = ear.say("mini.start", who=who, minigame=name)
    amount, holder = race.games.get(name, (0, ""))
    if holder and holder != who:
        moment.facts |= {"amount": amount, "holder": holder}
        moment.soft = ["best"]
    elif not holder and name not in race.played:
        moment.soft = ["new"]
    if name not in race.played:
        race.played.append(name)


# -- what comes again and again while it is played


def hear_step(ear: Ear, step: Event) -> None:
    """Say one step, in other words than the last of its kind."""
    facts = step.facts()
    moment = ear.say("mini.step", **facts)
    moment.kind = BOUND[step.id][0].kind
    moment.must = GUESSED if "called" in facts else ()
    if who := find_player(ear, ear.table, facts):
        moment.head = Moment("mini.at", {"who": who}, moment.at, kind="who")


def find_player(ear: Ear, table: str, facts: dict[str, Any]) -> str:
    """Find whose minigame this is, where several are played side by side and it does not say so itself."""
    playing = ear.race.playing
    named = len(playing) < 2 or table not in playing or "who" in facts
    return "" if named else playing[table][0]


def hear_otherwise(ear: Ear, told: Told) -> bool:
    """Say what has no words of its own as it is, after the name of the player."""
    who = find_player(ear, told.table, told.facts)
    if who:
        ear.take()
        ear.say("mini.at", who=who, line=Phrase(told.text, told.facts)).kind = "line"
    return bool(who)


HEARD.update((kind, hear_step) for kind, (lines, *_) in BOUND.items() if lines.event == "mini.step")
OTHERWISE.append(hear_otherwise)


# -- what it comes to


@hears(events.MinigamePaidNothing)
def hear_nothing_paid(ear: Ear, nothing: events.MinigamePaidNothing) -> None:
    """Say that it was for nothing; of a keeper after what the kicker was paid."""
    if end_minigame(ear, nothing.who, nothing.minigame):
        return
    beside = any(each.event == "mini.end" and each.facts["minigame"] == nothing.minigame for each in ear.moments)
    ear.say("mini.end", who=nothing.who, minigame=nothing.minigame).kind = "beside" if beside else "nothing"
    if not beside:
        ear.race.count("empty", nothing.who)


@hears(events.MinigamePaid)
def hear_paid(ear: Ear, paid: events.MinigamePaid) -> None:
    """Say what a minigame came to; what it costs is rare enough to be told plainly."""
    race, who, name = ear.race, paid.who, paid.minigame
    if end_minigame(ear, who, name):
        return
    gained = ear.take_if(events.Gained)
    if not gained:
        return
    amount = gained.amount
    moment = ear.say("mini.end", who=who, minigame=name, amount=amount)
    if gained.base is not None:
        moment.facts["base"] = gained.base
        moment.soft.append("boost")
    best = race.games.get(name, (0, ""))
    if best[0] and amount > best[0]:
        moment.strong = ["record"]
    if amount > best[0]:
        race.games[name] = (amount, who)
    race.paid[f"{who}>{name}"] = amount
    race.keep_best("game", amount, {"who": who, "amount": amount, "minigame": name})


def end_minigame(ear: Ear, who: str, name: str) -> bool:
    """Note that it is played no more; return whether its last line has said how much, as the Megagrid's does."""
    race = ear.race
    race.playing = {table: played for table, played in race.playing.items() if played != [who, name]}
    if name == MEGAGRID:
        ear.take_if(events.Gained)
        ear.hush()
    return name == MEGAGRID


# -- the Megagrid


@hears(events.MegagridOpened)
def hear_megagrid(ear: Ear, opened: events.MegagridOpened) -> None:
    """Say that the winners of the Super Round stand under it."""
    ear.race.climbers = len(opened.winners)
    ear.say("mega", who=opened.winners, stake=opened.stake).kind = "several" if ear.race.climbers > 1 else "start"


@hears(events.MegagridRowSafe)
def hear_safe_row(ear: Ear, safe: events.MegagridRowSafe) -> None:
    """Say that they are one row up, and before the last row a word."""
    ear.race.count("rows", safe.who)
    if ear.take_if(events.MegagridClimbed):
        ear.say("mega", who=safe.who, pot=safe.pot).kind = "top"
        return
    ear.say("mega", who=safe.who, row=safe.row, pot=safe.pot, left=safe.left).must = name_climber(ear)
    if safe.left == 1:
        ear.also("mega", pot=safe.pot).kind = "beat1"


@hears(events.MegagridBombed)
def hear_megagrid_bomb(ear: Ear, bomb: events.MegagridBombed) -> None:
    """Say that a bomb takes it all."""
    moment = ear.say("mega", who=bomb.who, row=bomb.row)
    moment.kind, moment.must = "bomb", name_climber(ear)


def name_climber(ear: Ear) -> tuple[str, ...]:
    """Return what each step has to name where several climb at once: whose it is."""
    return ("who",) if ear.race.climbers > 1 else ()
