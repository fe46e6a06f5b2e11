"""What is said of minigames, from their curtain to what they pay, and of the Megagrid."""

from __future__ import annotations

from typing import Any

from engine.kernel.event import Event
from engine.kernel.text import Phrase, Told
from engine.kernel.voice import Moment
from engine.season7 import events
from engine.season7.voice.narrator import BOUND, FALLBACK_NARRATORS, SEASON7_NARRATORS, RaceNarrator, narrate_events

MEGAGRID = "Megagrid"
GUESSED = ("called",)  # what a line has to say of a step, where it is known


@narrate_events(events.MinigameStarted)
def narrate_minigame_start(voice: RaceNarrator, started: events.MinigameStarted) -> None:
    """Add the host's line that a minigame begins, with the record to beat, if there is one."""
    race, who, name = voice.race, started.who, started.game
    race.playing[voice.table] = [who, name]
    moment = voice.say("mini.start", who=who, minigame=name)
    amount, holder = race.games.get(name, (0, ""))
    if holder and holder != who:
        moment.facts |= {"amount": amount, "holder": holder}
        moment.soft = ["best"]
    elif not holder and name not in race.played:
        moment.soft = ["new"]
    if name not in race.played:
        race.played.append(name)


# -- what comes again and again while it is played


def narrate_minigame_step(voice: RaceNarrator, step: Event) -> None:
    """Add the host's line about one step of a minigame, worded differently from the last step of its kind."""
    facts = step.list_facts()
    moment = voice.say("mini.step", **facts)
    moment.kind = BOUND[type(step)][0].kind
    moment.must = GUESSED if "called" in facts else ()
    if who := find_minigame_player(voice, voice.table, facts):
        moment.head = Moment("mini.at", {"who": who}, moment.at, kind="who")


def find_minigame_player(voice: RaceNarrator, table: str, facts: dict[str, Any]) -> str:
    """Return whom a line must name as player of the minigame at this table, because several minigames run at once and
    its facts name nobody; else "".
    """
    playing = voice.race.playing
    named = len(playing) < 2 or table not in playing or "who" in facts
    return "" if named else playing[table][0]


def say_with_player_name(voice: RaceNarrator, told: Told) -> bool:
    """Add the plain sentence of a minigame's event, with its player's name before it, if several minigames run at once;
    return whether it was added.
    """
    who = find_minigame_player(voice, told.table, told.facts)
    if who:
        voice.take()
        voice.say("mini.at", who=who, line=Phrase(told.text, told.facts)).kind = "line"
    return bool(who)


SEASON7_NARRATORS.update(
    (kind, narrate_minigame_step) for kind, (lines, *_) in BOUND.items() if lines.event == "mini.step"
)
FALLBACK_NARRATORS.append(say_with_player_name)


# -- what it comes to


@narrate_events(events.MinigamePaidNothing)
def narrate_nothing_paid(voice: RaceNarrator, nothing: events.MinigamePaidNothing) -> None:
    """Add the host's line that a minigame paid nothing; in a game of two after the line on what the
    other player won.
    """
    if end_minigame(voice, nothing.who, nothing.minigame):
        return
    beside = any(each.event == "mini.end" and each.facts["minigame"] == nothing.minigame for each in voice.moments)
    voice.say("mini.end", who=nothing.who, minigame=nothing.minigame).kind = "beside" if beside else "nothing"
    if not beside:
        voice.race.count_for_title("empty", nothing.who)


@narrate_events(events.MinigamePaid)
def narrate_minigame_paid(voice: RaceNarrator, paid: events.MinigamePaid) -> None:
    """Add the host's line about what a minigame paid."""
    race, who, name = voice.race, paid.who, paid.minigame
    if end_minigame(voice, who, name):
        return
    gained = voice.take_if(events.Gained)
    if not gained:
        return
    amount = gained.amount
    moment = voice.say("mini.end", who=who, minigame=name, amount=amount)
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


def end_minigame(voice: RaceNarrator, who: str, name: str) -> bool:
    """Note in the voice's memory that a player's minigame is over. Return whether its last line has already told what
    it paid, as for the Megagrid.
    """
    race = voice.race
    race.playing = {table: played for table, played in race.playing.items() if played != [who, name]}
    if name == MEGAGRID:
        voice.take_if(events.Gained)
        voice.say_nothing()
    return name == MEGAGRID


# -- the Megagrid


@narrate_events(events.MegagridOpened)
def narrate_megagrid(voice: RaceNarrator, opened: events.MegagridOpened) -> None:
    """Add the host's line about who climbs the Megagrid."""
    several = len(opened.winners) > 1
    voice.say("mega", who=opened.winners, stake=opened.stake).kind = "several" if several else "start"


@narrate_events(events.MegagridRowSafe)
def narrate_safe_row(voice: RaceNarrator, safe: events.MegagridRowSafe) -> None:
    """Add the host's line that a climber of the Megagrid has passed one more row, and a comment before the last row."""
    voice.race.count_for_title("rows", safe.who)
    if voice.take_if(events.MegagridClimbed):
        voice.say("mega", who=safe.who, pot=safe.pot).kind = "top"
        return
    voice.say("mega", who=safe.who, row=safe.row, pot=safe.pot, left=safe.left)
    if safe.left == 1:
        voice.say_also("mega", pot=safe.pot).kind = "beat1"


@narrate_events(events.MegagridBombed)
def narrate_megagrid_bomb(voice: RaceNarrator, bomb: events.MegagridBombed) -> None:
    """Add the host's line that a Megagrid bomb took all that its climber had won."""
    voice.say("mega", who=bomb.who, row=bomb.row).kind = "bomb"
