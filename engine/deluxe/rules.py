"""The Deluxe edition as the kernel carries it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.deluxe import (
    bench,
    booth,
    catalogue,
    computers,
    events,
    forecasts,
    grids,
    plays,
    refusals,
    season,
    seats,
    view,
)
from engine.deluxe import options as agreed
from engine.deluxe.changes import CHANGES
from engine.deluxe.deeds import ACHIEVEMENTS, SHOWN
from engine.deluxe.elements import elements
from engine.deluxe.hooks import HOOKS
from engine.deluxe.minigame import MinigameTable
from engine.deluxe.names import NAMES
from engine.deluxe.state import Options, Player, Race
from engine.deluxe.table import AsideTable, GridTable
from engine.deluxe.voice import VOICE
from engine.kernel.errors import Illegal
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.game import Game
from engine.kernel.question import Awaited, Play, Question
from engine.kernel.ruleset import Advice, Dialect, Element
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View
from engine.minigames import events as minigames_events
from engine.race import events as race_events
from engine.race.rules import RaceRules
from engine.race.seats import check_table
from engine.race.words import SPACE


def place_of(game: Game[Race], who: str) -> GridTable | None:
    """The grid at which a player sits; None for anybody else, whatever they call themselves."""
    name = game.state.seated(who) if game.state.takes_part(who) else ""
    table = game.look(name) if name else None
    return table if isinstance(table, GridTable) else None


class Deluxe(RaceRules[Race]):
    """Race to a Billion Deluxe."""

    name = "deluxe"
    title = view.TITLE
    brief = (
        "Everybody turns a space of a grid into a bomb. Then you take turns to pick: money, boosts, surprises.",
        "Whoever survives the round gets a win bonus, multiplied by all they have gathered. Who is out bets and hunts.",
        "Win a round with a billion and you are on deck; win once more, and the race is yours.",
    )
    format = 1
    release = "1"
    state_type = Race
    options_type = Options
    about_options = agreed.ABOUT
    goal, goals, lap = "target", agreed.GOALS, phrase("a round")
    place = SPACE
    names = NAMES
    secret_plays = plays.SECRET
    changes = CHANGES
    passing = bench.WATCH
    counts_sealed = False  # of Second Thoughts the number would tell that a bomb lies in a dud
    achievements = ACHIEVEMENTS
    tallies = SHOWN
    voice = VOICE
    characters = computers.CHARACTERS
    told_before = (events, race_events, minigames_events)

    def agree(self, options: Mapping[str, Any]) -> None:
        """Options as `Options` describes them."""
        agreed.chosen(options)

    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> Race:
        """Two to forty players; options as `Options` describes them."""
        check_table(players)
        chosen = agreed.chosen(options)
        return Race(
            chosen, {who: Player() for who in players}, phase=int(chosen.start_phase), computers=chosen.computers
        )

    def tables(self, state: Race) -> list[str]:
        """The grids that are not over yet, the minigames in play, what is decided aside, and the race itself."""
        grids = [name for name, grid in state.grids.items() if grid.stage != "over"]
        return [*grids, *state.booths, *state.asides, seats.RACE]

    def table(self, game: Game[Race], name: str) -> Table[Race]:
        """A grid, a minigame's booth, an aside, or the race."""
        if name == seats.RACE:
            return season.DeluxeTable(game, name)
        if name in game.state.booths:
            return MinigameTable(game, name)
        return AsideTable(game, name, HOOKS) if name in game.state.asides else GridTable(game, name, HOOKS)

    def step(self, table: Table[Race]) -> Script[Any] | None:
        """What a table goes on with."""
        if type(table) is GridTable:
            return grids.next_step(table) if table.id in table.state.grids else None
        if isinstance(table, AsideTable):
            aside = table.state.asides.get(table.id)
            return table.hooks.asides[aside.name](table, aside.finder) if aside else None
        if isinstance(table, MinigameTable):
            return booth.next_step(table)
        return season.next_step(table) if isinstance(table, season.DeluxeTable) else None

    def ended(self, table: Table[Race], result: Any) -> None:
        """A minigame that has ended pays; what was decided aside is done with."""
        if type(table) is MinigameTable:
            booth.close(table, result)
        elif type(table) is AsideTable:
            aside = table.state.asides.pop(table.id, None)
            if aside and aside.grid in table.state.grids:
                table.game.table(aside.grid)

    def plays(self, game: Game[Race], who: str) -> Sequence[Play]:
        """What a player may do on a grid or on the bench, and the host with the seats."""
        if who == LOG:
            return seats.offered(game.state)
        player = game.state.players.get(who)
        takes_part = player is not None and (player.removed or not player.gone)
        return plays.offered(game, place_of(game, who), who) if takes_part else []

    def play(self, game: Game[Race], who: str, key: str, value: Any) -> None:
        """Do it."""
        if who == LOG:
            seats.do(game.table(seats.RACE), key, value)
            return
        name = game.state.seated(who)
        table = game.table(name) if name else None
        plays.do(game, table if isinstance(table, GridTable) else None, who, key, value)

    def why_not(self, game: Game[Race], who: str, key: str, value: object) -> Illegal | None:
        """Why this is refused."""
        table = place_of(game, who)
        return refusals.why_not(table, who, key, value) if table is not None else None

    def elements(self) -> Sequence[Element]:
        """Everything that has a name."""
        return elements()

    def explain(self, word: str) -> Words | None:
        """What something is, in a few sentences."""
        return catalogue.explain(word)

    def topics(self) -> Mapping[str, Sequence[str]]:
        """All names with a rule, group by group."""
        return catalogue.topics()

    def advise(self, game: Game[Race], who: str, character: str = "") -> Advice | None:
        """What a computer player does."""
        return computers.advise(game, who, character)

    def awaited(self, game: Game[Race], question: Question) -> Awaited:
        """A computer's pick waits for what others decide until then, and for the bench of its grid."""
        if question.key != "pick" or question.table not in game.state.grids:
            return Awaited()
        asides, who = game.state.asides, question.who
        ends = [name for name, aside in asides.items() if (aside.grid, aside.by) == (question.table, who)]
        asked = [each for each in game.pending() if each.table in ends and each.who != who] if ends else []
        return Awaited(asked, bench.considering(game, question.table))

    def forecasts(self, game: Game[Race]) -> Sequence[Forecast]:
        """What those who watch may predict."""
        return [*forecasts.offered(game.state)]

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which of it has been told."""
        return forecasts.outcomes(told)

    def over(self, state: Race) -> bool:
        """Has somebody won the race?"""
        return state.step == "over"

    def view(self, game: Game[Race], who: str) -> View:
        """What somebody may see."""
        return view.view(game, who)

    def dialect(self) -> Dialect:
        """How it is written as a text; loaded when somebody reads or writes one."""
        from engine.deluxe.notation import DELUXE_NOTATION

        return DELUXE_NOTATION


DELUXE = Deluxe()
