"""A two-minute game for the host's tests: seal a number, pick a colour, call letters, coin a motto.

Each lap everybody seals a number from 1 to 5, then in seat order picks a colour, and the leader of the lap calls
letters and a motto. Chance draws the lucky number and the lucky colour; each is worth £10. Anybody may shout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from engine.kernel import (
    LOG,
    Achievement,
    Advice,
    Deed,
    Forecast,
    Form,
    GameInPlay,
    Illegal,
    Option,
    Outcome,
    Play,
    Ruleset,
    Script,
    Table,
    Told,
)
from engine.kernel.picture import Cell
from engine.kernel.question import Question
from engine.kernel.record import Entry
from engine.kernel.view import Board, OwnView, Panel, SeatLine, Standing, View

COLOURS = {"red": "Red", "green": "Green", "blue": "Blue"}
LETTERS = ["A", "B", "C", "D"]
SEAL = Question(key="seal", text="Seal a number.", lapse=1, secret=True)
PRIZE = 10


class ToyState(Struct):
    """Everything there is."""

    players: list[str]
    laps: int
    lap: int = 0
    cash: dict[str, int] = field(default_factory=dict)
    sealed: dict[str, int] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    shouts: int = 0
    tapes: dict[str, list[Entry]] = field(default_factory=dict)


class Toy(Ruleset[ToyState]):
    """The rules."""

    name = "toy"
    title = "The Toy"
    format = 1
    release = "1"
    state_type = ToyState
    seats = range(2, 9)

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> ToyState:
        if not 2 <= len(players) <= 8:
            raise Illegal("The Toy needs two to eight players.")
        laps = options.get("laps", 2)
        if not isinstance(laps, int) or not 1 <= laps <= 50:
            raise Illegal("The Toy lasts from 1 to 50 laps.")
        return ToyState(list(players), laps, cash=dict.fromkeys(players, 0))

    def list_players(self, state: ToyState) -> Sequence[str]:
        return state.players

    def list_tables(self, state: ToyState) -> list[str]:
        return [] if self.is_over(state) else ["lap"]

    def start_step(self, table: Table[ToyState]) -> Script[None] | None:
        return lap(table)

    def handle_step_result(self, table: Table[ToyState], result: Any) -> None:
        assert result is None
        table.state.lap += 1
        table.state.sealed, table.state.colours = {}, {}

    def find_private_tape(self, state: ToyState, table: str) -> list[Entry] | None:
        return state.tapes.get(table)

    def list_plays(self, game: GameInPlay[ToyState], who: str) -> Sequence[Play]:
        state = game.state
        if self.is_over(state):
            return []
        if who == LOG:
            seats = [Option(seat, seat) for seat in state.players]
            return [Play("kick", "Show a player out", seats), Play("leave", "Let a player go", seats)]
        if who not in state.players:
            return []
        return [Play("shout", "Shout"), Play("tip", "Tip the host", form=Form("number", 1, 5), secret=True)]

    def can_hand_over_seat(self, game: GameInPlay[ToyState], who: str, *, resting: bool) -> bool:
        """Before a number is sealed."""
        return resting and who not in game.state.sealed

    def play(self, game: GameInPlay[ToyState], who: str, key: str, value: Any) -> None:
        state = game.state
        if key == "shout":
            state.shouts += 1
            game.say(Told("{who} shouts.", {"who": who}, table="lap"))
        elif key == "tip":
            state.cash[who] -= value
            game.say(Told("You tip the host {amount:£}.", {"amount": value}, who, "lap"))
        else:
            state.players.remove(value)
            game.wake_table("lap")  # whose script looks again at who is there
            game.say(Told("{who} is gone.", {"who": value}, table="lap"))

    def is_over(self, state: ToyState) -> bool:
        return state.lap >= state.laps or len(state.players) < 2

    def build_view(self, game: GameInPlay[ToyState], who: str) -> View:
        state = game.state
        ranked = sorted(state.cash, key=lambda seat: -state.cash[seat])
        own = OwnView(who, [f"Your number is {state.sealed[who]}."] if who in state.sealed else []) if who else None
        faces = {i + 1: Cell(label, value) for i, (value, label) in enumerate(COLOURS.items())}
        panel = Panel(
            "lap",
            f"Lap {state.lap + 1}",
            "over" if self.is_over(state) else "running",
            [
                SeatLine(seat, "in" if seat in state.players else "out", [f"cash {state.cash[seat]}"])
                for seat in state.cash
            ],
            Board(1, 3, faces),
            [question.who for question in game.list_questions() if not question.secret],
        )
        standings = [Standing(i + 1, seat, state.cash[seat]) for i, seat in enumerate(ranked)]
        over = self.is_over(state)
        won = ranked[:1] if over else []
        return View(self.title, panel.stage, state.laps, "£", [panel], standings, own=own, over=over, winners=won)

    tallies: Mapping[str, str] = {"wins": "{n:n} {n:win|wins}", "biggest": "biggest win: {n:£}"}
    achievements: tuple[Achievement, ...] = (
        Achievement("Lucky", "Win once.", "wins", 1),
        Achievement("Rich", "Win £99,999.", "cash", 99_999),
    )

    def list_deeds(self, told: Told) -> Iterable[Deed]:
        """Every win is a deed."""
        if told.text == "{who} wins {amount:£}.":
            yield Deed(told.facts["who"], "wins")
            yield Deed(told.facts["who"], "cash", told.facts["amount"])
            yield Deed(told.facts["who"], "biggest", told.facts["amount"], best=True)

    def list_forecasts(self, game: GameInPlay[ToyState]) -> Sequence[Forecast]:
        """Who wins next, which players have a hand in; and who shouts next, which anybody may say."""
        state = game.state
        seats = [Option(seat, seat) for seat in state.players]
        found = [Forecast("wins", "Who wins next?", seats, state.players), Forecast("lap/shouts", "Who shouts?", seats)]
        return [] if self.is_over(state) else found

    def list_outcomes(self, told: Told) -> Iterable[Outcome]:
        """As it is told."""
        if told.text == "{who} wins {amount:£}.":
            yield Outcome("wins", [told.facts["who"]])
        if told.text == "{who} shouts.":
            yield Outcome("lap/shouts", [told.facts["who"]])
        if told.text == "{who} is gone.":
            yield Outcome("lap/")

    def advise(self, game: GameInPlay[ToyState], question: Question, character: str = "") -> Advice | None:  # noqa: ARG002
        """Computer players like blue."""
        return Advice(question.id, "blue") if question.key == "colour" else None


async def lap(table: Table[ToyState]) -> None:
    """One time round."""
    state = table.state
    numbers = list(range(1, 6))
    sealed = await table.ask_all(SEAL, list(state.players), lambda _: numbers)
    for who, number in sealed.items():
        table.whisper(who, "You sealed {number}.", number=number)
        state.sealed[who] = number
    for who in list(state.players):
        if table.is_present(who):
            await colour(table, who)
    if table.is_present(first := state.players[0]):
        await call(table, first)
    lucky, hue = table.draw_one("lucky", numbers), table.draw_one("colour", list(COLOURS))
    table.tell("The lucky number is {lucky}, the colour {hue}.", lucky=lucky, hue=hue)
    for who in state.players:
        won = PRIZE * ((state.sealed.get(who) == lucky) + (state.colours.get(who) == hue))
        state.cash[who] += won
        if won:
            table.tell("{who} wins {amount:£}.", who=who, amount=won)


async def colour(table: Table[ToyState], who: str) -> None:
    """A colour in the open."""
    chosen = await table.ask("colour", who, "{seat}, pick a colour.", COLOURS, lapse="red", seat=who)
    table.state.colours[who] = chosen
    table.tell("{who} picks {colour}.", who=who, colour=chosen)


async def call(table: Table[ToyState], who: str) -> None:
    """Letters, a bid and a motto, which change nothing."""
    letters = await table.ask(
        "letters", who, "Call two letters.", LETTERS, lapse=["A", "B"], form=Form("several", 2, 2)
    )
    bid = await table.ask("bid", who, "Bid.", form=Form("number", 0, 100, 10), lapse=0, patience="quick")
    motto = await table.ask(
        "motto", who, "Coin a motto.", form=Form("text"), typed=str.strip, lapse="Onwards", patience="long"
    )
    table.tell("{who} calls {letters}, bids {bid:£} and says: {motto}", who=who, letters=letters, bid=bid, motto=motto)
