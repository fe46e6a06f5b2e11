"""Billionaire as the kernel carries it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.billionaire import options as agreed
from engine.billionaire import plays, refusals, turn, view
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
from engine.kernel.errors import Illegal
from engine.kernel.game import Game
from engine.kernel.question import Play
from engine.kernel.record import Entry
from engine.kernel.table import Script, Table
from engine.kernel.text import LOG
from engine.kernel.view import View

UPCASTS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}


class TheBillionaire:
    """The game of investments."""

    name = "billionaire"
    title = view.TITLE
    brief = (
        "Go round the track, put Investments that only you have seen up for sealed bids, and bid for those of others.",
        "Spin the Analyzer for what your rivals own, hold Power Play cards, and leave orders for when you are away.",
        "Whoever first has a billion in Investments and cash wins.",
    )
    format = 1
    release = "1"
    state_type = Billionaire
    options_type = Options
    about_options = agreed.ABOUT
    upcasts = UPCASTS
    secret_plays = plays.SECRET

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
        )

    def players(self, state: Billionaire) -> Sequence[str]:
        """Everybody who takes part."""
        return state.here()

    def tables(self, state: Billionaire) -> list[str]:  # noqa: ARG002 # there is only one
        """The board."""
        return [plays.TABLE]

    def table(self, game: Game[Billionaire], name: str) -> Table[Billionaire]:
        """The board."""
        return Table(game, name)

    def step(self, table: Table[Billionaire]) -> Script[Any] | None:
        """What the game goes on with."""
        return turn.next_step(table)

    def ended(self, table: Table[Billionaire], result: Any) -> None:
        """Nothing: a step has done all there is to do."""

    def private_tape(self, state: Billionaire, table: str) -> list[Entry] | None:  # noqa: ARG002 # no table keeps one
        """No table keeps a tape of its own."""
        return None

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

    def over(self, state: Billionaire) -> bool:
        """Has somebody won?"""
        return state.phase == "over"

    def view(self, game: Game[Billionaire], who: str) -> View:
        """What somebody may see."""
        return view.view(game.state, who)


BILLIONAIRE = TheBillionaire()
