"""How what counts in a race is shown, and what may be earned by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.deluxe import events
from engine.deluxe.state import DeluxeRace
from engine.kernel.event import Event
from engine.kernel.question import Forecast, Outcome
from engine.kernel.ruleset import Achievement, Deed
from engine.kernel.text import PUBLIC, Told, phrase
from engine.race import table
from engine.race.table import list_money_deeds, list_shared_deeds, list_tagged_deeds

# How each is shown, in this order; those that are not listed are counted, but not shown.
DELUXE_TALLIES: Mapping[str, str] = {
    "races_won": "{n:n} {n:race|races} won",
    "races": "{n:n} {n:race|races} played",
    "rounds_won": "{n:n} {n:round|rounds} won",
    "rounds": "{n:n} {n:round|rounds} played",
    "spaces": "{n:n} {n:space|spaces} picked",
    "bombs": "{n:n} {n:bomb|bombs} opened",
    "failsafes": "{n:n} {n:Failsafe|Failsafes} called",
    "jackpots": "{n:n} {n:Jackpot|Jackpots} won",
    "asleep": "{n:n} {n:pick|picks} missed",
    "minigames": "{n:n} {n:minigame|minigames} won",
    "items": "{n:n} {n:item|items} used",
    "slips": "{n:n} {n:bet|bets} won",
    "hunts": "{n:n} {n:hunt|hunts}",
    "peeks": "{n:n} {n:peek|peeks}",
    "won": "{n:$} gained in all",
    "won bonus": "{n:$} gained in win bonuses",
    "won spaces": "{n:$} gained on spaces",
    "won minigames": "{n:$} gained in minigames",
    "won jackpot": "{n:$} gained in Jackpot Chances",
    "won changers": "{n:$} gained from score changers",
    "won bench": "{n:$} gained on the bench",
    "lost": "{n:$} lost in all",
    "lost bombs": "{n:$} lost to bombs",
}

BOMBS_AT_ONCE, WINS_IN_A_ROW, FAILSAFE_TIMES = 3, 6, 3  # that earn a medal

DELUXE_ACHIEVEMENTS = (  # rare: fewer than about one in twenty players earn one in a race
    Achievement("Gridlocked", "A hundred rounds.", "rounds", 100),
    Achievement("Outstanding", "Twenty-five rounds won.", "rounds_won", 25),
    Achievement("On a Roll", "Six rounds won in a row.", "long_runs", 1),
    Achievement("Dynasty", "Three races won.", "races_won", 3),
    Achievement("Boy Who Cried Bomb", "Ten Failsafes called.", "failsafes", 10),
    Achievement("Perfect Call", "A right Failsafe that counts three times or more.", "perfect_calls", 1),
    Achievement("Chain Reaction", "Three bombs at once.", "chain_reactions", 1),
    Achievement("Saved by a Penny", "A wrong space that a Lucky Penny undoes.", "pennies", 1),
    Achievement("Bookmaker's Nightmare", "Ten bets won.", "slips", 10),
    Achievement("Bloodhound's Nose", "Twenty-five hunts.", "hunts", 25),
)

RACE_FORECAST = "race"


def list_deluxe_forecasts(state: DeluxeRace) -> Iterator[Forecast]:
    """Yield what spectators may predict now: who goes out next and who wins on each grid with at least two players
    still in (not in a tie-break's mini games), and who wins the race.
    """
    for name, r in state.grids.items():
        if r.stage in ("seal", "play") and not r.mini:
            yield from table.list_round_forecasts(name, r)
    here = state.here()
    if len(here) > 1 and not state.champions:
        yield Forecast(RACE_FORECAST, phrase("Who will win the race?"), table.build_seat_options(here), here)


def list_deluxe_outcomes(told: Told) -> Iterator[Outcome]:
    """Yield the results of spectators' predictions that this announcement decides."""
    if told.to != PUBLIC:
        return
    match told.event:
        case events.PutOut(who=who):
            yield table.build_fall_outcome(told.table, who)
        case events.GridOver(deeds={"rounds_won": winners}):  # nothing is predicted of a tie-break's mini games
            yield from table.list_round_outcomes(told.table, winners)
        case events.RaceWon(champions=champions):
            yield Outcome(RACE_FORECAST, champions)


def list_deluxe_deeds(told: Told) -> Iterator[Deed]:
    """Yield each entry by which an announcement changes players' statistics, such as money won or a round won; nothing
    for a secret announcement.
    """
    if told.to != PUBLIC:
        return
    event = told.event
    yield from list_deluxe_feats(event)
    match event:
        case events.Gained() | events.Lost() as moved:
            yield from list_money_deeds(moved.who, moved.deed, moved.amount, moved.source)
        case events.GridOver(deeds=deeds) | events.RoundSettled(deeds=deeds) | events.RaceWon(deeds=deeds):
            yield from list_shared_deeds(deeds)
        case _:
            yield from list_tagged_deeds(told)


def list_deluxe_feats(event: Event | None) -> Iterator[Deed]:
    """Yield an entry for a player's statistics if this event shows a rare feat for which there is a medal, such as
    opening several bombs at once.
    """
    match event:
        case events.BombPicked(who=who, bombs=bombs) if bombs >= BOMBS_AT_ONCE:
            yield Deed(who, "chain_reactions")
        case events.StatusRaised(who=who, n=n) if n >= WINS_IN_A_ROW:
            yield Deed(who, "long_runs")
        case events.FailsafeRight(who=who, n=n) if n >= FAILSAFE_TIMES:
            yield Deed(who, "perfect_calls")
        case events.PennySpent(who=who):
            yield Deed(who, "pennies")
