"""A game that is nothing but one minigame, in money of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from engine.kernel import Game, GameInPlay, Reader, Table, format_text
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.booth_table import BoothTable
from engine.minigames.currency import POUNDS, Currency
from host.core.stand_ins import pick_random_answer
from host.shown.picture.as_text import format_picture_texts
from tests.rulesets.tiny import Tiny, TinyState

GIFTS = ("a hat", "a stick", "a monocle")


class ArcadeTable(BoothTable):
    """The only booth."""

    def __init__(self, game: GameInPlay[Any], name: str, players: Sequence[str], currency: Currency) -> None:
        super().__init__(game, name)
        self.seated, self.currency = players, currency

    @property
    def players(self) -> Sequence[str]:
        return self.seated

    def list_gifts(self) -> Sequence[str]:
        return GIFTS

    def tell_of_gift(self, who: str) -> None:
        self.whisper(who, "Something to wear!")


class Arcade(Tiny):
    """Ann plays it, against Bob where it takes two."""

    def __init__(self, minigame: str, currency: Currency = POUNDS) -> None:
        seated = ["Ann", "Bob"] if minigame in FOR_TWO else ["Ann"]
        super().__init__(lambda t: MINIGAMES[minigame](t, *seated))
        self.laid = partial(ArcadeTable, players=seated, currency=currency)
        self.won: Any = None

    def build_table(self, game: GameInPlay[TinyState], name: str) -> Table[TinyState]:
        return self.laid(game, name)

    def handle_step_result(self, table: Table[TinyState], result: Any) -> None:
        super().handle_step_result(table, result)
        self.won = result


def played(minigame: str, currency: Currency, seed: str) -> tuple[Any, list[str]]:
    """What a play of chance comes to, and all that was to be read on the way."""
    rules = Arcade(minigame, currency)
    game = Game.start(rules, ["Ann", "Bob"], {"last": 1}, seed)
    dice, read = Random(seed), list[str]()
    while not game.over:
        question = game.list_questions()[0]
        read += [format_text(question.text, question.facts), *(str(option.label) for option in question.options)]
        read.append("\n".join(format_picture_texts(game.find_table("main").pictures, Reader())))
        game.answer(question.who, question.id, pick_random_answer(question, dice))
        read += [format_text(told.text, told.facts) for told in game.told]
    return rules.won, read
