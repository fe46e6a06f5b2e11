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
    Achievement("Seat Taken", "A first round, from beginning to end.", "rounds", 1),
    Achievement("Regular", "Twenty-five rounds.", "rounds", 25),
    Achievement("Part of the Furniture", "Two hundred rounds.", "rounds", 200),
    Achievement("Still Here", "A first round won.", "rounds_won", 1),
    Achievement("Hard to Shift", "Ten rounds won.", "rounds_won", 10),
    Achievement("Unshiftable", "A hundred rounds won.", "rounds_won", 100),
    Achievement("Last One Standing", "A round won alone.", "last_standing", 1),
    Achievement("Clean Sweep", "There when a board was cleared.", "clear_boards", 1),
    Achievement("Super", "A first Super Round.", "super_rounds", 1),
    Achievement("Superb", "A Super Round won.", "super_rounds_won", 1),
    Achievement("King of the Castle", "Five Super Rounds won.", "super_rounds_won", 5),
    Achievement("Wild at Heart", "A wildcard round won.", "wildcards_won", 1),
    Achievement("Top of the Megagrid", "Five rows climbed, and not one bomb.", "megagrids", 1),
    Achievement("Front Runner", "In the lead at the end of a cycle.", "cycles_led", 1),
    Achievement("Long Haul", "Twenty-five cycles.", "cycles", 25),
    Achievement("Home Straight", "A season played to its end.", "seasons", 1),
    Achievement("Billionaire", "A season won, and with it the race.", "seasons_won", 1),
    Achievement("Serial Billionaire", "Three seasons won.", "seasons_won", 3),
    Achievement("Curious", "A hundred squares opened.", "squares", 100),
    Achievement("Insatiable", "A thousand squares opened.", "squares", 1000),
    Achievement("Tick, Tick", "A first bomb.", "bombs", 1),
    Achievement("Bomb Magnet", "Twenty-five bombs.", "bombs", 25),
    Achievement("Crater", "A hundred bombs.", "bombs", 100),
    Achievement("Sleeping Beauty", "Five turns slept through.", "asleep", 5),
    Achievement("Steady Hands", "A bomb defused.", "defused", 1),
    Achievement("Return to Sender", "A bomb deflected to another player.", "deflected", 1),
    Achievement("Thick Skin", "Three bombs shrugged off.", "shrugged_off", 3),
    Achievement("Guardian Angel", "Saved by a Protect.", "protected", 1),
    Achievement("Back from the Dead", "Back in a round after going out.", "revived", 1),
    Achievement("Know When to Fold", "Folded for the first time.", "folds", 1),
    Achievement("Up One's Sleeve", "Twenty-five hidden squares used.", "hidden", 25),
    Achievement("Peeping", "Fifty peeks.", "peeks", 50),
    Achievement("Player", "A first minigame won.", "minigames", 1),
    Achievement("Arcade Hero", "Fifty minigames won.", "minigames", 50),
    Achievement("Safe Cracker", "The code of the Digital Fortress cracked.", "codes", 1),
    Achievement("Dragon Slayer", "The dragon of Tic Tac Dough beaten.", "dragons", 1),
    Achievement("Deal!", "The bank's offer taken.", "deals", 1),
    Achievement("Generous", "Five gifts given away.", "gifts", 5),
    Achievement("Schadenfreude", "A chosen opponent put out (Schadenfreude).", "schadenfreude", 1),
    Achievement("All or Nothing", "Five win bonuses staked on Square 00.", "staked", 5),
)


def list_season7_deeds(told: Told) -> Iterator[Deed]:
    """Yield the deeds to be counted in something told to everybody."""
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
