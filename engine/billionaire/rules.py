"""Billionaire as the kernel carries it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.billionaire import catalogue, computers, events, plays, turn, view
from engine.billionaire import options as agreed
from engine.billionaire.catalogue import BILLIONAIRE_NAMES
from engine.billionaire.changes import BILLIONAIRE_CHANGES
from engine.billionaire.decks import BillionaireTable
from engine.billionaire.state import Billionaire, BillionaireOptions, BillionairePlayer
from engine.billionaire.tables import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    POWER_DECK,
    SEATS_BY_PLAYER_COUNT,
    TRACK_CORNERS,
    TRADING_MILLIONS,
    build_profit_deck,
)
from engine.billionaire.view import BILLIONAIRE_SCENES
from engine.billionaire.voice import BILLIONAIRE_VOICE
from engine.kernel.errors import Illegal
from engine.kernel.question import Forecast, Outcome, Play, Question, check_seats
from engine.kernel.ruleset import Advice, Deed, Dialect, Element, Ruleset
from engine.kernel.table import GameInPlay, Script, Table
from engine.kernel.text import LOG, Told, Words, phrase
from engine.kernel.view import View


class BillionaireRules(Ruleset[Billionaire]):
    """Define Billionaire, the game of Investments, for the kernel."""

    name = "billionaire"
    title = view.BILLIONAIRE_TITLE
    brief = (
        "Go round the board. Auction Investments that only you have seen, and bid for those of other players.",
        "Take what other players own with the Analyzer, play Power Play cards, and leave orders for when you are away.",
        "The first with enough in Investments and cash (usually a billion) ends the game, and the richest player wins.",
    )
    format = 3
    upcasts = MappingProxyType({1: agreed.rename_strength, 2: agreed.name_book})
    release = "2"
    changes = BILLIONAIRE_CHANGES
    state_type = Billionaire
    options_type = BillionaireOptions
    about_options = agreed.BILLIONAIRE_OPTION_TEXTS
    goal, goals, lap = "goal", agreed.LENGTHS, phrase("a round")
    seats = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    achievements = catalogue.BILLIONAIRE_ACHIEVEMENTS
    tallies = catalogue.BILLIONAIRE_TALLIES
    voice = BILLIONAIRE_VOICE
    scenes = BILLIONAIRE_SCENES
    characters = computers.BILLIONAIRE_CHARACTERS
    told_before = (events,)
    names = BILLIONAIRE_NAMES
    secret_plays = plays.BILLIONAIRE_SECRET_PLAYS
    counts_sealed = False

    def check_options(self, options: Mapping[str, Any]) -> None:
        """Raise Illegal, with a sentence for the person who opens the game, if one of the chosen options is unknown or
        has a value that is not allowed.
        """
        agreed.build_billionaire_options(options)

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> Billionaire:
        """Return the state with which a game for these players begins under these options; each gets a corner of the
        board. Raise Illegal unless there are two to four valid seats and the options are allowed.
        """
        chosen = agreed.build_billionaire_options(options)
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            raise Illegal(
                "This game is for {fewest} to {most} players.",
                code="wrong_number_of_players",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
            )
        check_seats(players)
        corners = [TRACK_CORNERS[seat] for seat in SEATS_BY_PLAYER_COUNT[len(players)]]
        return Billionaire(
            chosen,
            {who: BillionairePlayer(corner, corner) for who, corner in zip(players, corners, strict=True)},
            profit=build_profit_deck(chosen.profit),
            decks={region: [*cards] for region, cards in TRADING_MILLIONS.items()},
            power=[card for card, count in POWER_DECK.items() for _ in range(count)],
        )

    def list_players(self, state: Billionaire) -> Sequence[str]:
        """Return the ids of all players who still take part in the game."""
        return state.here()

    def list_tables(self, state: Billionaire) -> list[str]:  # noqa: ARG002 # there is only one
        """Return the names of the tables at which play goes on; this game has only one, the board."""
        return [plays.BOARD_TABLE]

    def build_table(self, game: GameInPlay[Billionaire], name: str) -> Table[Billionaire]:
        """Build the board, the only table."""
        return BillionaireTable(game, name)

    def start_step(self, table: Table[Billionaire]) -> Script[Any] | None:
        """Return the coroutine that plays the game's next step, or None if it is over."""
        return turn.find_billionaire_step(table)

    def list_plays(self, game: GameInPlay[Billionaire], who: str) -> Sequence[Play]:
        """Return what a player may do now without being asked or, if `who` is LOG, what the person who hosts the game
        may do.
        """
        return plays.list_billionaire_host_plays(game.state) if who == LOG else plays.list_billionaire_plays(game, who)

    def play(self, game: GameInPlay[Billionaire], who: str, key: str, value: Any) -> None:
        """Carry out something (`key` and `value`) that a player does without being asked, or, if `who` is LOG, what the
        person who hosts the game does with the seat of the player `value`.
        """
        if who == LOG:
            plays.run_billionaire_host_play(game, value)
        else:
            plays.run_billionaire_play(game, who, key, value)

    def explain_refusal(self, game: GameInPlay[Billionaire], who: str, key: str, value: object) -> Illegal | None:
        """Return an error with the specific reason why a player's play or answer is refused, or None if the general
        reason says enough.
        """
        return plays.explain_billionaire_refusal(game.state, who, key, value)

    def list_forecasts(self, game: GameInPlay[Billionaire]) -> Sequence[Forecast]:
        """Return what may be predicted now: who wins the current auction, until its bids are shown, and who wins the
        game.
        """
        return [*catalogue.list_billionaire_forecasts(game.state)]

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """Return the results of predictions that one announcement decides: who has won the auction or the game, or that
        predictions of the auction are void; empty for most announcements.
        """
        return catalogue.list_billionaire_outcomes(told)

    def is_over(self, state: Billionaire) -> bool:
        """Return whether the game is over."""
        return state.phase == "over"

    def build_view(self, game: GameInPlay[Billionaire], who: str) -> View:
        """Build everything that one person, a player or a spectator, may see of the game now."""
        return view.build_billionaire_view(game, who)

    def list_elements(self) -> Sequence[Element]:
        """Return everything in this game that has a name (spaces, cards, rules, orders, Investments), for the command
        `rtab catalogue` and for checks that each has a rule.
        """
        return catalogue.list_billionaire_elements()

    def explain(self, word: str) -> Words | None:
        """Return the text of the rule or Investment with this name, for players; None for any other word."""
        return catalogue.explain_billionaire_word(word)

    def list_topics(self) -> Mapping[str, Sequence[str]]:
        """Return the names whose rule can be explained to players, by the title of the group they belong to."""
        return catalogue.list_billionaire_topics()

    def advise(self, game: GameInPlay[Billionaire], question: Question, character: str = "") -> Advice | None:
        """Return the answer that a computer player of this character should give to a question, or None if any answer
        is as good.
        """
        return computers.advise_billionaire_computer(game, question, character)

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """Return what one announcement adds to players' statistics, such as Investments bought or a game won."""
        return catalogue.list_billionaire_deeds(told)

    def load_dialect(self) -> Dialect:
        """Return the game's own part of the transcript notation (games written as text); it is imported only when a
        transcript is read or written.
        """
        from engine.billionaire.notation import BILLIONAIRE_NOTATION

        return BILLIONAIRE_NOTATION

    def check_layout(self, state: Billionaire) -> None:
        """Raise UnclearLine if a transcript's header has laid out cards with which the game cannot begin."""
        from engine.billionaire.notation import BILLIONAIRE_NOTATION

        BILLIONAIRE_NOTATION.check_layout(state)


BILLIONAIRE = BillionaireRules()
