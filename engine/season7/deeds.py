"""How what counts in a season is shown, and what may be earned by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import PUBLIC, Told
from engine.race import rules as race
from engine.season7 import events

# How each is shown, in this order; those that are not listed are counted, but not shown.
SEASON7_TALLIES: Mapping[str, str] = {
    "seasons_won": "{n:n} {n:season|seasons} won",
    "seasons": "{n:n} {n:season|seasons} played",
    "cycles": "{n:n} {n:cycle|cycles} played",
    "rounds_won": "{n:n} {n:round|rounds} won",
    "rounds": "{n:n} {n:round|rounds} played",
    "super_rounds_won": "{n:n} Super {n:Round|Rounds} won",
    "round": "best round: {n:£}",
    "squares": "{n:n} {n:square|squares} opened",
    "bombs": "{n:n} {n:bomb|bombs} met",
    "asleep": "{n:n} {n:turn|turns} slept through",
    "minigames": "{n:n} {n:minigame|minigames} won",
    "hidden": "{n:n} hidden {n:square|squares} used",
    "peeks": "{n:n} {n:peek|peeks}",
    "won": "{n:£} gained in all",
    "won cash": "{n:£} gained in cash",
    "won win bonus": "{n:£} gained in win bonuses",
    "won minigames": "{n:£} gained in minigames",
    "won megagrid": "{n:£} gained on the Megagrid",
    "won jackpot": "{n:£} gained in jackpots",
    "won banker": "{n:£} gained from the bank",
    "won vintage": "{n:£} gained on vintage squares",
    "lost": "{n:£} lost in all",
    "lost bomb": "{n:£} lost to bombs",
}

SEASON7_ACHIEVEMENTS = (
    Achievement("Part of the Furniture", "Two hundred rounds.", "rounds", 200),
    Achievement("Clean Sweep", "There when a board was cleared.", "clear_boards", 1),
    Achievement("Superb", "A Super Round won.", "super_rounds_won", 1),
    Achievement("King of the Castle", "Five Super Rounds won.", "super_rounds_won", 5),
    Achievement("Wild at Heart", "A wildcard round won.", "wildcards_won", 1),
    Achievement("Top of the Megagrid", "Five rows climbed, and not one bomb.", "megagrids", 1),
    Achievement("Billionaire", "A season won, and with it the race.", "seasons_won", 1),
    Achievement("Serial Billionaire", "Three seasons won.", "seasons_won", 3),
    Achievement("Crater", "A hundred bombs.", "bombs", 100),
    Achievement("Steady Hands", "A bomb defused.", "defused", 1),
)


def list_season7_deeds(told: Told) -> Iterator[Deed]:
    """Yield what a public announcement adds to players' statistics (money, rounds, best results); nothing for private
    ones.
    """
    if told.to != PUBLIC:
        return
    match told.event:
        case events.Gained() | events.Lost() | events.PricePaid() as moved:
            yield from race.list_money_deeds(moved.who, moved.deed, moved.amount, moved.source)
        case events.RoundOver(deeds=deeds) | events.CycleOver(deeds=deeds) | events.RaceWon(deeds=deeds):
            yield from race.list_shared_deeds(deeds)
        case events.RoundClosed(best=best):
            for name, reached in best.items():
                yield from (Deed(who, name, amount, best=True) for who, amount in reached.items())
        case _:
            yield from race.list_tagged_deeds(told)
