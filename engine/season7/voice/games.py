"""What is said of minigames, from their curtain to what they pay, and of the Megagrid."""

from __future__ import annotations

from typing import Any

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice.listener import BOUND, HEARD, OTHERWISE, VoiceListener, hear_events

MEGAGRID = "Megagrid"
GUESSED = ("called",)  # what a line has to say of a step, where it is known


@hear_events(events.MinigameStarted)
def hear_minigame_start(ear: VoiceListener, started: events.MinigameStarted) -> None:
    """Add the host's line that a minigame begins, with the record to beat, if there is one."""
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


def hear_minigame_step(ear: VoiceListener, step: Event) -> None:
    """Add the host's line about one step of a minigame, worded differently from the last step of its kind."""
    facts = step.list_facts()
    moment = ear.say("mini.step", **facts)
    moment.kind = BOUND[type(step)][0].kind
    moment.must = GUESSED if "called" in facts else ()
    if who := find_minigame_player(ear, ear.table, facts):
        moment.head = Moment("mini.at", {"who": who}, moment.at, kind="who")


def find_minigame_player(ear: VoiceListener, table: str, facts: dict[str, Any]) -> str:
    """Return the player of the minigame at this table, if several minigames run at once and the facts do not name the
    player; else "".
    """
    playing = ear.race.playing
    named = len(playing) < 2 or table not in playing or "who" in facts
    return "" if named else playing[table][0]


def say_with_player_name(ear: VoiceListener, told: Told) -> bool:
    """Add the plain sentence of a minigame's event, with its player's name before it, if several minigames run at once;
    return whether it was added.
    """
    who = find_minigame_player(ear, told.table, told.facts)
    if who:
        ear.take_next()
        ear.say("mini.at", who=who, line=Phrase(told.text, told.facts)).kind = "line"
    return bool(who)


HEARD.update((kind, hear_minigame_step) for kind, (lines, *_) in BOUND.items() if lines.event == "mini.step")
OTHERWISE.append(say_with_player_name)


# -- what it comes to


@hear_events(events.MinigamePaidNothing)
def hear_nothing_paid(ear: VoiceListener, nothing: events.MinigamePaidNothing) -> None:
    """Add the host's line that a minigame paid nothing; in a game of two after the line on what the
    other player won.
    """
    if end_minigame(ear, nothing.who, nothing.minigame):
        return
    beside = any(each.event == "mini.end" and each.facts["minigame"] == nothing.minigame for each in ear.moments)
    ear.say("mini.end", who=nothing.who, minigame=nothing.minigame).kind = "beside" if beside else "nothing"
    if not beside:
        ear.race.count_for_title("empty", nothing.who)


@hear_events(events.MinigamePaid)
def hear_minigame_paid(ear: VoiceListener, paid: events.MinigamePaid) -> None:
    """Add the host's line about what a minigame paid."""
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


def end_minigame(ear: VoiceListener, who: str, name: str) -> bool:
    """Note that a player's minigame is over; return whether its last line has already told the payment, as the
    Megagrid's does.
    """
    race = ear.race
    race.playing = {table: played for table, played in race.playing.items() if played != [who, name]}
    if name == MEGAGRID:
        ear.take_if(events.Gained)
        ear.say_nothing()
    return name == MEGAGRID


# -- the Megagrid


@hear_events(events.MegagridOpened)
def hear_megagrid(ear: VoiceListener, opened: events.MegagridOpened) -> None:
    """Add the host's line about who climbs the Megagrid."""
    several = len(opened.winners) > 1
    ear.say("mega", who=opened.winners, stake=opened.stake).kind = "several" if several else "start"


@hear_events(events.MegagridRowSafe)
def hear_safe_row(ear: VoiceListener, safe: events.MegagridRowSafe) -> None:
    """Add the host's line that a climber of the Megagrid has passed one more row, and a comment before the last row."""
    ear.race.count_for_title("rows", safe.who)
    if ear.take_if(events.MegagridClimbed):
        ear.say("mega", who=safe.who, pot=safe.pot).kind = "top"
        return
    ear.say("mega", who=safe.who, row=safe.row, pot=safe.pot, left=safe.left)
    if safe.left == 1:
        ear.say_also("mega", pot=safe.pot).kind = "beat1"


@hear_events(events.MegagridBombed)
def hear_megagrid_bomb(ear: VoiceListener, bomb: events.MegagridBombed) -> None:
    """Add the host's line that a Megagrid bomb took all that its climber had won."""
    ear.say("mega", who=bomb.who, row=bomb.row).kind = "bomb"
