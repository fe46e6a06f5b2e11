"""How a game of Billionaire is written as a text: its header words, its facts and the paths of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.billionaire.money import parse_dollars
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import DEALT, INVESTMENTS, POWER_DECK, REGIONS, TRACK
from engine.kernel.errors import Illegal
from engine.kernel.ruleset import Header
from engine.kernel.table import GameInPlay
from engine.kernel.text import format_money
from engine.notation.values import (
    COUNT_TEXT,
    UnclearLine,
    find_named_player,
    format_hint,
    iter_named_items,
    parse_name_list,
)

BILLIONAIRE_HEADER_WORDS: Mapping[str, str] = {
    "turn": "NAME, whose turn is about to begin: everybody is seated, and nothing is dealt",
    "at": "NAME SPACE; …, where movers stand, counted from 0 at the orange corner",
    "cash": "NAME 5m, 2m; …, Profit cards out of the deck",
    "owns": "NAME Ural Steel, Pampas Beef; …, Investments out of their decks",
    "holds": "NAME Security, Espionage; …, Power Play cards out of the deck",
    "left": "REGION Ural Steel, …; …, all that is left in a deck; REGION nothing for a deck that is sold out",
    "profit": "5m, 2m, all that is left of the Profit deck; or nothing",
}


class BillionaireNotation:
    """Read and write the parts of the game notation that only Billionaire has."""

    words = BILLIONAIRE_HEADER_WORDS
    once, once_each = ("turn", "profit"), ("at", "cash", "holds", "left")

    def apply_header(self, state: Billionaire, header: Header) -> None:
        """Apply one line of a transcript's header (what the game is like before the first move) to the game's state;
        raise UnclearLine if it cannot be read, KeyError if it begins with a word that this game does not have.
        """
        BILLIONAIRE_HEADER_HANDLERS[header.word](state, header.rest)

    def check_layout(self, state: Billionaire) -> None:
        """Raise UnclearLine if cards are still to be dealt, and a transcript's header has left too few of them."""
        if state.phase == "deal" and len(state.profit) < DEALT * len(state.players):
            raise UnclearLine(f"{DEALT} Profit cards are dealt to everybody first; expected a line “turn NAME”.")

    def format_real_fact(self, game: GameInPlay[Billionaire], text: str) -> str:
        """Return the true value of a fact that a transcript states as `text`, in the same form, so that the two can be
        compared. Examples: `Ann $7,000,000`, `Ann cash 5M, 2M`, `Ann owns Ural Steel`, `Ann holds Security`, `Ann at
        5`, `turn Ann`, `eurasia left 11`, `profit left 16`, `round 2`. Raise UnclearLine for an unknown player.
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
        return f"{subject} {format_billionaire_player_fact(state, subject, word.partition(' ')[0])}"

    def find(self, state: Billionaire, path: Sequence[str]) -> tuple[Any, Sequence[str]]:
        """Return the object inside a game's state with which a `path` of names in a transcript begins, and the names
        after it: a player, or else the whole state and the full path.
        """
        first, *rest = path
        return (state.players[first], rest) if first in state.players else (state, path)


BILLIONAIRE_NOTATION = BillionaireNotation()


def format_billionaire_player_fact(state: Billionaire, who: str, word: str) -> str:
    """Return one fact about a player as a transcript writes it. `word` says which: their total (`$…`), `cash`,
    Investments (`owns`), Power Play cards (`holds`), or else their space. Raise UnclearLine for an unknown player.
    """
    player = find_named_player(state, who)
    if word.startswith("$"):
        return format_money(state.compute_total(who), "$")
    if word == "cash":
        return f"cash {', '.join(f'{card // 10**6}M' for card in sorted(player.cash, reverse=True)) or 'nothing'}"
    if word == "owns":
        return f"owns {', '.join(player.owned) or 'nothing'}"
    if word == "holds":
        return f"holds {', '.join(player.power) or 'nothing'}"
    return f"at {player.at}"


def apply_turn_header(state: Billionaire, text: str) -> None:
    """Let the player named by `text` begin their turn, as the first of the round and without dealing any cards, from a
    header line of a transcript such as `turn Ann`; raise UnclearLine for an unknown player.
    """
    find_named_player(state, text)
    state.turn = state.first = text
    state.phase = "turn"


def apply_places_header(state: Billionaire, text: str) -> None:
    """Put players on spaces of the track, counted from 0, from what follows `at` in a header line of a transcript, such
    as `Ann 5; Bob 12`; raise UnclearLine if there is no such space or player. Nothing happens for landing there.
    """
    for who, place in iter_named_items(text):
        if not COUNT_TEXT.fullmatch(place) or int(place) >= len(TRACK):
            raise UnclearLine(f"the track has spaces from 0 to {len(TRACK) - 1}.")
        find_named_player(state, who).at = int(place)


def apply_cash_header(state: Billionaire, text: str) -> None:
    """Deal Profit cards out of their deck to players, in place of what they held, which is gone, from what follows
    `cash` in a header line of a transcript, such as `Ann 5m, 2m; Bob 3m`; raise UnclearLine for cards that the deck
    does not have, or an unknown player.
    """
    for who, cards in iter_named_items(text):
        player = find_named_player(state, who)
        player.cash = sorted(take_from_deck(state.profit, parse_profit_cards(cards)))


def apply_investments_header(state: Billionaire, text: str) -> None:
    """Move Investments out of their decks to players, beside those they own, from what follows `owns` in a header line
    of a transcript, such as `Ann Ural Steel, Pampas Beef`; raise UnclearLine for an unknown player or Investment, or
    one that is not in its deck.
    """
    for who, cards in iter_named_items(text):
        player = find_named_player(state, who)
        for name in parse_card_list(cards):
            player.owned += take_from_deck(state.decks[find_investment_region(name)], [name])


def apply_power_cards_header(state: Billionaire, text: str) -> None:
    """Deal Power Play cards out of their deck to players, in place of what they held, which is gone, from what follows
    `holds` in a header line of a transcript, such as `Ann Security, Espionage`; raise UnclearLine for an unknown
    player, or a card that there is not or no longer.
    """
    for who, cards in iter_named_items(text):
        wrong = [card for card in parse_card_list(cards) if card not in POWER_DECK]
        if wrong:
            raise UnclearLine(f"there is no Power Play card “{wrong[0]}”.{format_hint(wrong[0], POWER_DECK)}")
        find_named_player(state, who).power = take_from_deck(state.power, parse_card_list(cards))


def apply_investment_decks_header(state: Billionaire, text: str) -> None:
    """Set which Investments are left in the named regions' decks, from what follows `left` in a header line of a
    transcript, such as `eurasia Ural Steel; americas nothing`; all others are removed from these decks and belong to
    nobody. Raise UnclearLine for an unknown region, or a card that is not in its deck.
    """
    for region, cards in iter_named_items(text):
        if region not in REGIONS:
            raise UnclearLine(f"there is no region “{region}”.{format_hint(region, REGIONS)}")
        state.decks[region] = take_from_deck(state.decks[region], parse_card_list(cards))


def apply_profit_deck_header(state: Billionaire, text: str) -> None:
    """Set which of the Profit cards not dealt to players yet are left in the deck, from what follows `profit` in a
    header line of a transcript, such as `5m, 2m` or `nothing`; their order does not count, and the others belong to
    nobody. Raise UnclearLine for what is no amount or not in the deck.
    """
    state.profit = sorted(take_from_deck(state.profit, parse_profit_cards(text)))


BILLIONAIRE_HEADER_HANDLERS: Mapping[str, Callable[[Billionaire, str], None]] = {
    "turn": apply_turn_header,
    "at": apply_places_header,
    "cash": apply_cash_header,
    "owns": apply_investments_header,
    "holds": apply_power_cards_header,
    "left": apply_investment_decks_header,
    "profit": apply_profit_deck_header,
}


def parse_card_list(text: str) -> list[str]:
    """Parse a comma-separated list of cards in a transcript, or `nothing`, which is an empty list."""
    return [] if text == "nothing" else parse_name_list(text)


def parse_profit_cards(text: str) -> list[int]:
    """Parse a comma-separated list of Profit cards in a transcript, or `nothing`, into dollars; raise UnclearLine if an
    item is no amount.
    """
    try:
        return [parse_dollars(piece) for piece in parse_card_list(text)]
    except Illegal:
        raise UnclearLine(f"“{text}” are no Profit cards; expected 5m, 2m.") from None


def take_from_deck(deck: list[Any], cards: Sequence[Any]) -> list[Any]:
    """Remove these cards from a deck and return them, while a transcript lays out a game; raise UnclearLine if one is
    not in the deck.
    """
    for card in cards:
        if card not in deck:
            raise UnclearLine(f"there is no {card} left to lay out.")
        deck.remove(card)
    return list(cards)


def find_investment_region(name: str) -> str:
    """Return the region of the Investment that a transcript names; raise UnclearLine if there is no such Investment."""
    if name not in INVESTMENTS:
        raise UnclearLine(f"there is no Investment “{name}”.{format_hint(name, INVESTMENTS)}")
    return INVESTMENTS[name].region
