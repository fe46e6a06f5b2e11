"""How a game of Billionaire is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.billionaire.amounts import dollars
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import INVESTMENTS, POWER_DECK, REGIONS, TRACK
from engine.kernel.errors import Illegal
from engine.kernel.game import Game
from engine.kernel.ruleset import Header
from engine.kernel.text import money
from engine.notation.errors import UnclearLine, near
from engine.notation.laying import each, listed, player_of

WORDS: Mapping[str, str] = {
    "turn": "NAME, whose turn is about to begin: everybody is seated, and nothing is dealt",
    "at": "NAME SPACE; …, where movers stand, counted from 0 at the orange corner",
    "cash": "NAME 5m, 2m; …, Profit cards out of the deck",
    "owns": "NAME Ural Steel, Pampas Beef; …, Investments out of their decks",
    "holds": "NAME Security, Espionage; …, Power Play cards out of the deck",
    "left": "REGION Ural Steel, …; …, all that is left in a deck; REGION nothing for a deck that is sold out",
    "profit": "5m, 2m, all that is left of the Profit deck; or nothing",
}


class BillionaireNotation:
    """The part of the notation that only this game knows."""

    words = WORDS
    once, once_each = ("turn", "profit"), ("at", "cash", "holds", "left")

    def lay(self, state: Billionaire, header: Header) -> None:
        """Bring the game to what a header line says."""
        LAID[header.word](state, header.rest)

    def fact(self, game: Game[Billionaire], text: str) -> str:
        """`Ann $7,000,000`, `Ann cash 5M, 2M`, `Ann owns Ural Steel`, `Ann holds Security`, `Ann at 5`, `turn Ann`,
        `eurasia left 11`, `profit left 16`, `round 2`.
        """
        state = game.state
        subject, word = ([*text.split(maxsplit=1), ""])[:2]
        if subject in ("turn", "round"):
            return f"{subject} {state.turn if subject == 'turn' else state.round}"
        if subject in ("profit", "power"):
            return (
                f"{subject} left {len(state.profit) if subject == 'profit' else len(state.power) + len(state.bottom)}"
            )
        if subject in state.decks:
            return f"{subject} left {len(state.decks[subject])}"
        return f"{subject} {held(state, subject, word.partition(' ')[0])}"

    def find(self, state: Billionaire, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """A path starts at a player, or at the game."""
        first, *rest = path
        return (state.players[first], rest) if first in state.players else (state, path)


BILLIONAIRE_NOTATION = BillionaireNotation()


def held(state: Billionaire, who: str, word: str) -> str:
    """One thing about a player."""
    player = player_of(state, who)
    if word.startswith("$"):
        return money(state.total(who), "$")
    if word == "cash":
        return f"cash {', '.join(f'{card // 10**6}M' for card in sorted(player.cash, reverse=True)) or 'nothing'}"
    if word == "owns":
        return f"owns {', '.join(player.owned) or 'nothing'}"
    if word == "holds":
        return f"holds {', '.join(player.power) or 'nothing'}"
    return f"at {player.at}"


def lay_turn(state: Billionaire, text: str) -> None:
    """The game is on its way."""
    player_of(state, text)
    state.turn = state.first = text
    state.phase = "turn"


def lay_at(state: Billionaire, text: str) -> None:
    """Where movers stand."""
    for who, place in each(text):
        if not place.isdecimal() or int(place) >= len(TRACK):
            raise UnclearLine(f"the track has spaces from 0 to {len(TRACK) - 1}.")
        player_of(state, who).at = int(place)


def lay_cash(state: Billionaire, text: str) -> None:
    """Hands of Profit cards."""
    for who, cards in each(text):
        player = player_of(state, who)
        player.cash = sorted(out_of(state.profit, amounts(cards)))


def lay_owns(state: Billionaire, text: str) -> None:
    """Investments that lie face up before players."""
    for who, cards in each(text):
        for name in listed(cards):
            player_of(state, who).owned += out_of(state.decks[known(name)], [name])


def lay_holds(state: Billionaire, text: str) -> None:
    """Power Play cards in hands."""
    for who, cards in each(text):
        wrong = [card for card in listed(cards) if card not in POWER_DECK]
        if wrong:
            raise UnclearLine(f"there is no Power Play card “{wrong[0]}”.{near(wrong[0], POWER_DECK)}")
        player_of(state, who).power = out_of(state.power, listed(cards))


def lay_left(state: Billionaire, text: str) -> None:
    """What is left in the decks of Investments; other cards of theirs are nobody's, as if they had left the game."""
    for region, cards in each(text):
        if region not in REGIONS:
            raise UnclearLine(f"there is no region “{region}”.{near(region, REGIONS)}")
        state.decks[region] = [] if cards == "nothing" else out_of(state.decks[region], listed(cards))


def lay_profit(state: Billionaire, text: str) -> None:
    """What is left of the Profit deck."""
    state.profit = sorted(out_of(state.profit, [] if text == "nothing" else amounts(text)))


LAID: Mapping[str, Callable[[Billionaire, str], None]] = {
    "turn": lay_turn,
    "at": lay_at,
    "cash": lay_cash,
    "owns": lay_owns,
    "holds": lay_holds,
    "left": lay_left,
    "profit": lay_profit,
}


def amounts(text: str) -> list[int]:
    """Profit cards with commas between them."""
    try:
        return [dollars(piece) for piece in listed(text)]
    except Illegal:
        raise UnclearLine(f"“{text}” are no Profit cards; expected 5m, 2m.") from None


def out_of(deck: list[Any], cards: Sequence[Any]) -> list[Any]:
    """These cards, taken out of the deck."""
    for card in cards:
        if card not in deck:
            raise UnclearLine(f"there is no {card} left to lay out.")
        deck.remove(card)
    return list(cards)


def known(name: str) -> str:
    """The region of an Investment."""
    if name not in INVESTMENTS:
        raise UnclearLine(f"there is no Investment “{name}”.{near(name, INVESTMENTS)}")
    return INVESTMENTS[name].region
