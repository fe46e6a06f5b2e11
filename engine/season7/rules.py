"""Season 7 as the kernel carries it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.kernel.errors import Illegal
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.game import Game
from engine.kernel.question import Play
from engine.kernel.ruleset import Advice, Dialect, Element
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.minigames import events as minigames_events
from engine.race import events as race_events
from engine.race import lists
from engine.race.rules import RaceRules
from engine.race.seats import check_table
from engine.race.words import SQUARE
from engine.season7 import (
    booth,
    catalogue,
    computers,
    cycle,
    events,
    forecasts,
    plays,
    refusals,
    rounds,
    seats,
    target,
    view,
)
from engine.season7 import options as options_
from engine.season7.changes import CHANGES
from engine.season7.deeds import ACHIEVEMENTS, SHOWN
from engine.season7.elements import elements
from engine.season7.hooks import HOOKS
from engine.season7.minigame import MinigameTable
from engine.season7.names import NAMES
from engine.season7.state import Options, Player, Season
from engine.season7.table import RoundTable
from engine.season7.voice import VOICE

SEASON = "season"


def place_of(game: Game[Season], who: str) -> RoundTable | None:
    """The round at whose table a player sits; None for anybody else, whatever they call themselves."""
    table = game.look(game.state.seated(who)) if who in game.state.here() and game.state.rounds else None
    return table if isinstance(table, RoundTable) else None


class Season7(RaceRules[Season]):
    """Race to a Billion, Season 7."""

    name = "season7"
    title = "Race to a Billion"
    brief = (
        "Everybody hides a bomb on the board. Then you take turns to open squares.",
        "What you find is yours: cash, boosters, minigames. Whoever opens a bomb is out of the round, and pays for it.",
        "Round after round, and the first to the target wins the race.",
    )
    format = 1
    release = "2"
    changes = CHANGES
    state_type = Season
    options_type = Options
    about_options = options_.ABOUT
    practice: Mapping[str, Any] = MappingProxyType({"target": 10_000_000, "wildcard": False})
    goal, goals, lap = "target", options_.GOALS, phrase("a cycle")
    place = SQUARE
    names = NAMES
    secret_plays = plays.SECRET
    planning = lists.PLANNING
    achievements = ACHIEVEMENTS
    tallies = SHOWN
    voice = VOICE
    characters = computers.CHARACTERS
    told_before = (events, race_events, minigames_events)

    def fresh(self, game: Game[Season], who: str, *, resting: bool) -> bool:  # noqa: ARG002 - bombs lie longer
        """A seat changes hands where its player has sealed no bomb in a round that goes on, nor learned of a square."""
        mine = [r.seats[who] for r in game.state.rounds.values() if who in r.seats]
        return not any(seat.sealed or seat.learned for seat in mine)

    def agree(self, options: Mapping[str, Any]) -> None:
        """Options as `Options` describes them."""
        options_.chosen(options)

    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> Season:
        """Two to forty players; options as `Options` describes them."""
        check_table(players)
        fixed = options_.chosen(options)
        seats = {who: Player() for who in players}
        return Season(fixed, seats, lone_wildcard=fixed.lone_wildcard, computers=fixed.computers)

    def tables(self, state: Season) -> list[str]:
        """The rounds that are not closed yet, the minigames in play, and the season itself while it has work to do."""
        names = [*state.rounds, *state.booths]
        for name, r in state.rounds.items():
            if r.stage == "closed":
                names.remove(name)
        if cycle.goes_on(state):
            names.append(SEASON)
        return names

    def table(self, game: Game[Season], name: str) -> Table[Season]:
        """A round, a minigame's booth, or the season."""
        if name == SEASON:
            return cycle.SeasonTable(game, name)
        if name in game.state.booths:
            return MinigameTable(game, name)
        return RoundTable(game, name, HOOKS)

    def step(self, table: Table[Season]) -> Script[Any] | None:
        """What a table goes on with."""
        return STEPS[type(table)](table)

    def ended(self, table: Table[Season], result: Any) -> None:
        """A minigame that has ended pays, who has reached the target is announced, minigames come due are opened."""
        name = table.id
        if type(table) is MinigameTable:
            name = table.booth.round
            booth.close(table, result)
        target.announce(table.game, name)
        if table.state.due:
            booth.open_due(table.state)

    def plays(self, game: Game[Season], who: str) -> Sequence[Play]:
        """What a player may do in the round they are in, and the host with the seats."""
        if who == LOG:
            return seats.offered(game.state)
        table = place_of(game, who)
        return plays.offered(table, who) if table is not None else []

    def advise(self, game: Game[Season], who: str, character: str = "") -> Advice | None:
        """What a computer player does: where there is nothing to go by, anything."""
        return computers.advise(game, who, character)

    def play(self, game: Game[Season], who: str, key: str, value: Any) -> None:
        """Do it."""
        if who == LOG:
            seats.do(game.table(SEASON), key, value)
        else:
            table = game.table(game.state.seated(who))
            if isinstance(table, RoundTable):
                plays.do(table, who, key, value)
            target.announce(game, table.id)
        if game.state.due:
            booth.open_due(game.state)

    def plans(self, game: Game[Season], who: str) -> bool:
        """A list is for who is still in."""
        table = place_of(game, who)
        return table is not None and lists.could_leave_one(table, who)

    def why_not(self, game: Game[Season], who: str, key: str, value: object) -> Illegal | None:
        """Why this is refused."""
        table = place_of(game, who)
        return refusals.why_not(table, who, key, value) if table is not None else None

    def elements(self) -> Sequence[Element]:
        """Everything that has a name."""
        return elements()

    def explain(self, word: str) -> Words | None:
        """What a square is, in a few sentences."""
        return catalogue.explain(word)

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names of all squares and rounds, by category."""
        return catalogue.topics()

    def forecasts(self, game: Game[Season]) -> Sequence[Forecast]:
        """What can be predicted of the rounds, the cycle and the race."""
        return [*forecasts.offered(game.state)]

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which of it has been told."""
        return forecasts.outcomes(told)

    def over(self, state: Season) -> bool:
        """Has somebody won the race?"""
        return state.phase == "over"

    def view(self, game: Game[Season], who: str) -> View:
        """What somebody may see."""
        return view.view(game, who)

    def dialect(self) -> Dialect:
        """How it is written as a text; loaded when somebody reads or writes one."""
        from engine.season7.notation import SEASON7_NOTATION

        return SEASON7_NOTATION


# By class, which is quicker than to ask each table what it is.
STEPS: Mapping[type, Callable[[Any], Script[Any] | None]] = {
    RoundTable: rounds.next_step,
    MinigameTable: booth.next_step,
    cycle.SeasonTable: cycle.next_step,
}


SEASON7 = Season7()
