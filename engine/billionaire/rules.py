"""Billionaire as the kernel carries it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.billionaire import catalogue, computers, deeds, events, forecasts, plays, refusals, turn, view
from engine.billionaire import options as agreed
from engine.billionaire.changes import CHANGES
from engine.billionaire.names import NAMES
from engine.billionaire.state import Billionaire, Options, Player
from engine.billionaire.tables import (
    CORNERS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    POWER_DECK,
    SEATED,
    WORTH,
    profit_deck,
)
from engine.billionaire.voice import VOICE
from engine.kernel.errors import Illegal
from engine.kernel.forecast import Forecast, Outcome
from engine.kernel.game import Game
from engine.kernel.question import Play
from engine.kernel.ruleset import Advice, Deed, Dialect, Element, Ruleset
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View


class TheBillionaire(Ruleset[Billionaire]):
    """The game of investments."""

    name = "billionaire"
    title = view.TITLE
    brief = (
        "Go round the track, put Investments that only you have seen up for sealed bids, and bid for those of others.",
        "Spin the Analyzer for what your rivals own, hold Power Play cards, and leave orders for when you are away.",
        "Whoever first has a billion in Investments and cash wins.",
    )
    format = 1
    release = "2"
    changes = CHANGES
    state_type = Billionaire
    options_type = Options
    about_options = agreed.ABOUT
    goal, goals, lap = "goal", agreed.LENGTHS, phrase("a round")
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    achievements = deeds.ACHIEVEMENTS
    tallies = deeds.SHOWN
    voice = VOICE
    characters = computers.CHARACTERS
    told_before = (events,)
    names = NAMES
    secret_plays = plays.SECRET
    counts_sealed = False

    def agree(self, options: Mapping[str, Any]) -> None:
        """Options as `Options` describes them."""
        agreed.chosen(options)

    def new(self, players: Sequence[str], options: Mapping[str, Any]) -> Billionaire:
        """Two to four players, each with a corner of their own."""
        chosen = agreed.chosen(options)
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            raise Illegal("This game is for {fewest} to {most} players.", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        if len(set(players)) < len(players):
            raise Illegal("Every player needs a seat of their own.")
        corners = [CORNERS[seat] for seat in SEATED[len(players)]]
        return Billionaire(
            chosen,
            {who: Player(corner, corner) for who, corner in zip(players, corners, strict=True)},
            profit=profit_deck(chosen.profit),
            decks={region: [*cards] for region, cards in WORTH.items()},
            power=[card for card, count in POWER_DECK.items() for _ in range(count)],
            characters=True,
        )

    def players(self, state: Billionaire) -> Sequence[str]:
        """Everybody who takes part."""
        return state.here()

    def tables(self, state: Billionaire) -> list[str]:  # noqa: ARG002 # there is only one
        """The board."""
        return [plays.TABLE]

    def step(self, table: Table[Billionaire]) -> Script[Any] | None:
        """What the game goes on with."""
        return turn.next_step(table)

    def plays(self, game: Game[Billionaire], who: str) -> Sequence[Play]:
        """What may be done without being asked."""
        return plays.for_host(game.state) if who == LOG else plays.offered(game, who)

    def play(self, game: Game[Billionaire], who: str, key: str, value: Any) -> None:
        """Do it."""
        if who == LOG:
            plays.do_for_host(game, value)
        else:
            plays.do(game, who, key, value)

    def why_not(self, game: Game[Billionaire], who: str, key: str, value: object) -> Illegal | None:
        """Why this is refused."""
        return refusals.why_not(game.state, who, key, value)

    def forecasts(self, game: Game[Billionaire]) -> Sequence[Forecast]:
        """What those who watch may predict."""
        return [*forecasts.offered(game.state)]

    def outcomes(self, told: Told) -> Iterable[Outcome]:
        """Which of it has been told."""
        return forecasts.outcomes(told)

    def over(self, state: Billionaire) -> bool:
        """Has somebody won?"""
        return state.phase == "over"

    def view(self, game: Game[Billionaire], who: str) -> View:
        """What somebody may see."""
        return view.view(game, who)

    def elements(self) -> Sequence[Element]:
        """Everything it has a name for."""
        return catalogue.elements()

    def explain(self, word: str) -> Words | None:
        """What something of this name is, in words for players."""
        return catalogue.explain(word)

    def topics(self) -> Mapping[str, Sequence[str]]:
        """The names that it can explain."""
        return catalogue.topics()

    def advise(self, game: Game[Billionaire], who: str, character: str = "") -> Advice | None:
        """What a computer player does."""
        return computers.advise(game, who, character)

    def deeds(self, told: Told) -> Iterable[Deed]:
        """What counts."""
        return deeds.deeds(told)

    def dialect(self) -> Dialect:
        """How it is written as a text; loaded when somebody reads or writes one."""
        from engine.billionaire.notation import BILLIONAIRE_NOTATION

        return BILLIONAIRE_NOTATION


BILLIONAIRE = TheBillionaire()
