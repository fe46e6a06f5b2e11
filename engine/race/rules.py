"""What the rules of every Race have in common: seats, what can be predicted of a round, what is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.kernel.errors import Illegal
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.question import Form, Join, Option, Play, check_seats
from engine.kernel.record import Entry
from engine.kernel.ruleset import Deed, Ruleset
from engine.kernel.table import Table
from engine.kernel.text import Told, Words, phrase
from engine.race import events
from engine.race.events import COACHING
from engine.race.table import RaceRound

MOST_PLAYERS = 40
T = TypeVar("T", bound=Table[Any])


def list_seat_plays(here: Sequence[str], newcomers: Sequence[str], joining: Words) -> list[Play]:
    """List what the person who hosts the game may do about seats: remove a player, let one leave, or add one while
    there is room. `here` are the players, `newcomers` those who wait for the next round.
    """
    seats = [*here, *newcomers]
    everybody = [Option(who, who) for who in seats]
    plays: list[Play] = []
    if everybody:
        plays = [Play("kick", "Remove a player", everybody), Play("leave", "A player leaves", everybody)]
    if len(seats) < MOST_PLAYERS:
        plays.append(Join("join", joining, form=Form("text"), taken=seats))
    return plays


def remove_race_player(t: T, key: str, who: str, newcomers: list[str], depart: Callable[[T, str], None]) -> None:
    """Remove a player by calling `depart`, a function that takes them out of the game, and announce that they left, or
    were removed if `key` is `kick`. Somebody who only waits in `newcomers` is just taken off that list.
    """
    if who in newcomers:
        newcomers.remove(who)
        t.tell(events.PlayerWithdrew(who=who))
    else:
        t.tell(events.PlayerShownOut(who=who) if key == "kick" else events.PlayerLeft(who=who))
        depart(t, who)


def check_players(players: Sequence[str]) -> None:
    """Raise Illegal unless there are two to forty players with different valid seats."""
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Illegal("This game is for 2 to {most} players.", code="wrong_number_of_players", most=MOST_PLAYERS)
    check_seats(players)


def list_money_deeds(who: str, word: str, amount: int, source: str) -> Iterator[Deed]:
    """Yield what money won or lost adds to a player's statistics: once to the total under `word`, and once to the part
    that comes from this source.
    """
    yield Deed(who, word, amount)
    yield Deed(who, f"{word} {source}", amount)


def list_shared_deeds(deeds: Mapping[str, Iterable[str]]) -> Iterator[Deed]:
    """Yield deeds (counts for people's statistics) from `deeds`, which maps the name of each deed to the players who
    have done it: one deed for each of them.
    """
    for name, players in deeds.items():
        yield from (Deed(who, name) for who in players)


def list_tagged_deeds(told: Told) -> Iterator[Deed]:
    """Yield one deed for the statistics of an announcement's player, if that kind of announcement counts as a deed;
    else nothing.
    """
    if deed := told.deed:
        yield Deed(told.facts["who"], deed)


class TapedMinigame(Protocol):
    """A minigame in progress that has a tape of its own."""

    tape: list[Entry]


class RaceState(Protocol):
    """The state of a whole race."""

    @property
    def booths(self) -> Mapping[str, TapedMinigame]:
        """Return the minigames in progress, keyed by the names of their tables."""

    def here(self) -> list[str]:
        """List everybody who takes part, in seat order."""


S = TypeVar("S", bound=RaceState)


class RaceRules(Ruleset[S]):
    """The part of the ruleset shared by all Race games."""

    seats = range(2, MOST_PLAYERS + 1)
    coaching = COACHING

    def phrase_fall(self, told: Sequence[Told], seat: str) -> Words:
        """Return in words whose bomb put a player out in these announcements; empty if no player had hidden it."""
        scenes = [(n - each.of, each) for n, each in enumerate(told)]
        fell = {head for head, each in scenes if each.deed == "outs" and each.facts["who"] == seat}
        parts = [(each, each.kind) for head, each in scenes if head in fell]
        owned = [(each, kind) for each, kind in parts if kind and kind.beat and kind.beat.kind == "owned"]
        owners = [who for each, kind in owned for who in kind.list_seats(each.facts)]
        if owners == [seat]:
            return phrase("Your own bomb.")
        return phrase("{owners}’s bomb.", owners=owners) if owners else ""

    def list_players(self, state: S) -> Sequence[str]:
        """List all players who take part, in seat order."""
        return state.here()

    def find_private_tape(self, state: S, table: str) -> list[Entry] | None:
        """Return the tape (recorded inputs) of the minigame at this table, or None for any other table. Each minigame
        has a tape of its own, so that nobody outside waits for it.
        """
        return state.booths[table].tape if table in state.booths else None


def build_seat_options(who: list[str]) -> list[Option]:
    """Build the answer options of a prediction about players: one for each of these names."""
    return [Option(each, each) for each in who]


def list_round_forecasts(name: str, r: RaceRound[Any, Any]) -> Iterator[Forecast]:
    """Yield what can be predicted of the round of this name, while at least two players are in: who is out next, and
    who wins. Players still in may not predict; nor may those who are out but may know what lies on a square that
    somebody has locked in.
    """
    living = r.list_living()
    know = r.list_who_may_know([n for who in living if (n := r.seats[who].locked)])
    if len(living) > 1:
        yield Forecast(
            f"{name}/falls", phrase("{round}: who goes out next?", round=r.title), build_seat_options(living), know
        )
        yield Forecast(f"{name}/wins", phrase("{round}: who wins?", round=r.title), build_seat_options(living), know)


def build_fall_outcome(table: str, who: str) -> Outcome:
    """Build the result that decides the prediction “who goes out next?” for this table: it was `who`."""
    return Outcome(f"{table}/falls", [who])


def list_round_outcomes(table: str, winners: list[str]) -> Iterator[Outcome]:
    """Yield the results that decide predictions when the round at this table ends: who has won it, and no result for
    all other predictions about it, which become void.
    """
    yield Outcome(f"{table}/wins", winners)
    yield Outcome(f"{table}/")
