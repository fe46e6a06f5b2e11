"""A game that is nothing but one minigame, in money of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from engine.kernel import Game, Reader, Table, render
from engine.minigames import FOR_TWO, MINIGAMES
from engine.minigames.currency import POUNDS, Currency
from engine.minigames.stage import BoothTable
from host.core.computer_player import at_random
from host.shown.picture.spelling import all_spelled
from tests.rulesets.tiny import Tiny, TinyState

GIFTS = ("a hat", "a stick", "a monocle")


class ArcadeTable(BoothTable):
    """The only booth."""

    def __init__(self, game: Game[Any], name: str, players: Sequence[str], currency: Currency) -> None:
        super().__init__(game, name)
        self.seated, self.currency = players, currency

    @property
    def players(self) -> Sequence[str]:
        return self.seated

    def gifts(self) -> Sequence[str]:
        return GIFTS

    def find_gift(self, who: str) -> None:
        self.whisper(who, "Something to wear!")


class Arcade(Tiny):
    """Ann plays it, against Bob where it takes two."""

    def __init__(self, minigame: str, currency: Currency = POUNDS) -> None:
        seated = ["Ann", "Bob"] if minigame in FOR_TWO else ["Ann"]
        super().__init__(lambda t: MINIGAMES[minigame](t, *seated))
        self.laid = partial(ArcadeTable, players=seated, currency=currency)
        self.won: Any = None

    def table(self, game: Game[TinyState], name: str) -> Table[TinyState]:
        return self.laid(game, name)

    def ended(self, table: Table[TinyState], result: Any) -> None:
        super().ended(table, result)
        self.won = result


def played(minigame: str, currency: Currency, seed: str) -> tuple[Any, list[str]]:
    """What a play of chance comes to, and all that was to be read on the way."""
    rules = Arcade(minigame, currency)
    game = Game.new(rules, ["Ann", "Bob"], {"last": 1}, seed)
    dice, read = Random(seed), list[str]()
    while not game.over:
        question = game.pending()[0]
        read += [render(question.text, question.facts), *(str(option.label) for option in question.options)]
        read.append("\n".join(all_spelled(game.look("main").pictures, Reader())))
        game.answer(question.who, question.id, at_random(question, dice))
        read += [render(told.text, told.facts) for told in game.told]
    return rules.won, read
