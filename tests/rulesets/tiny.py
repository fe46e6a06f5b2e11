"""The smallest game there can be: whatever scripts a test hands it, at a main table and perhaps in a booth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from engine.kernel import Game, GameInPlay, Play, Ruleset, Script, Table
from engine.kernel.record import Entry
from engine.kernel.view import View

Step = Callable[[Table["TinyState"]], Script[Any]]
Does = Callable[[GameInPlay["TinyState"], str, Any], None]


class TinyState(Struct):
    """Who plays, what they have, how many steps are done, and the tape of the booth while it is open."""

    players: list[str]
    cash: dict[str, int] = field(default_factory=dict)
    steps: int = 0
    last: int = 1_000_000
    booth: list[Entry] | None = None


class Tiny(Ruleset[TinyState]):
    """Rules made of a test's own scripts."""

    name = "tiny"
    title = "Tiny"
    format = 1
    release = "1"
    state_type = TinyState
    seats = range(1, 9)

    def __init__(self, main: Step, booth: Step | None = None, plays: Mapping[str, tuple[Play, Does]] | None = None):
        self.scripts = {"main": main, "booth": booth}
        self.offered = plays or {}

    def create_state(self, players: Sequence[str], options: Mapping[str, Any]) -> TinyState:
        return TinyState(list(players), last=options.get("last", 1_000_000))

    def list_players(self, state: TinyState) -> Sequence[str]:
        return state.players

    def list_tables(self, state: TinyState) -> list[str]:
        return ["main", *(["booth"] if state.booth is not None else [])]

    def start_step(self, table: Table[TinyState]) -> Script[Any] | None:
        script = self.scripts[table.id]
        return None if script is None or self.is_over(table.state) else script(table)

    def handle_step_result(self, table: Table[TinyState], result: Any) -> None:
        if table.id == "booth":
            table.state.booth = None
            table.state.cash["booth"] = result
        else:
            table.state.steps += 1

    def find_private_tape(self, state: TinyState, table: str) -> list[Entry] | None:
        return state.booth if table == "booth" else None

    def list_plays(self, game: GameInPlay[TinyState], who: str) -> Sequence[Play]:
        return [play for play, _ in self.offered.values()] if who in game.state.players else []

    def play(self, game: GameInPlay[TinyState], who: str, key: str, value: Any) -> None:
        self.offered[key][1](game, who, value)

    def is_over(self, state: TinyState) -> bool:
        return state.steps >= state.last

    def build_view(self, game: GameInPlay[TinyState], who: str) -> View:
        return View(self.title, who, game.state.steps, "£", [], [], over=game.over)


def begin(main: Step, booth: Step | None = None, **sides: Any) -> Game[TinyState]:
    """A game of two with these scripts."""
    return Game.start(Tiny(main, booth, **sides), ["Ann", "Bob"], {}, "secret")


def answer(game: Game[TinyState], value: Any, at: int = 0) -> None:
    """The first question, or another, is answered by whoever is asked."""
    question = game.list_questions()[at]
    game.answer(question.who, question.id, value)


def reloaded(game: Game[TinyState], rules: Tiny | None = None) -> Game[TinyState]:
    """The game after a night in the store."""
    return Game.load_stored(rules or game.ruleset, game.save().to_json())
