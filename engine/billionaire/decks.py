"""The decks: what is drawn, what goes back. A deck that is shuffled at every return need not lie in any order."""

from __future__ import annotations

from engine.billionaire import events
from engine.billionaire.money import format_profit_card
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import INVESTMENTS, PROFIT_DECK
from engine.kernel.table import Table
from engine.kernel.text import Phrase, phrase

Board = Table[Billionaire]
PROFIT_CARD_PHRASES = {card: phrase("{card:$}", card=card) for card in PROFIT_DECK}  # of Profit cards


class BillionaireTable(Table[Billionaire]):
    """The board, at which all can be asked who have not left."""

    def is_present(self, who: str) -> bool:
        """Return whether this player is still in the game, so that they can be asked at the board."""
        player = self.state.players.get(who)
        return player is not None and not player.gone


def draw_profit_cards(t: Board, who: str, wanted: int, key: str = "profit") -> None:
    """Profit cards: profit cards are cash. If the deck has none left, nobody draws, and the game goes on.

    Draw for `who` as many as are `wanted`, or all that are left: announce how many, and whisper which. `key` names the
    random draw.
    """
    state = t.state
    count = min(wanted, len(state.profit))
    if count < wanted:
        t.tell(events.ProfitDeckLow() if count else events.ProfitDeckEmpty(who=who))
    if count:
        drawn = draw_cash(t, key, state.profit, count)
        t.tell(events.ProfitDrawn(who=who, n=count))
        t.whisper(who, events.ProfitSeen(cards=format_profit_cards(drawn)))
        move_cash(drawn, state.profit, state.players[who].cash)


def take_unseen_profit_card(t: Board, taker: str, loser: str, key: str) -> None:
    """Move one random Profit card from the hand of `loser` to that of `taker`; everybody is told that, but only these
    two players which card it is. If the loser holds none, only announce that. `key` names the random draw.
    """
    hand = t.state.players[loser].cash
    if not hand:
        t.tell(events.NoProfitToTake(loser=loser))
        return
    taken = draw_cash(t, key, hand, 1)
    t.tell(events.ProfitTaken(taker=taker, loser=loser))
    t.whisper(taker, events.TakenProfitSeen(card=format_profit_cards(taken), loser=loser))
    t.whisper(loser, events.LostProfitSeen(card=format_profit_cards(taken), taker=taker))
    move_cash(taken, hand, t.state.players[taker].cash)


def draw_cash(t: Board, key: str, cards: list[int], count: int) -> list[int]:
    """Draw `count` Profit cards at random from a list and return them, without removing them from it. The list must
    have so many; its order does not count. `key` names the draw.
    """
    known = {format_profit_card(card): card for card in cards}
    return [known[face] for face in t.draw(key, [format_profit_card(card) for card in sorted(cards)], count)]


def move_cash(cards: list[int], out_of: list[int], into: list[int]) -> None:
    """Move these Profit cards from the list `out_of`, which must have them, to the list `into`, which stays sorted, the
    lowest first.
    """
    for card in cards:
        out_of.remove(card)
    into.extend(cards)
    into.sort()


def format_profit_cards(cards: list[int]) -> list[Phrase]:
    """Format each of these Profit cards as a phrase for players, the highest first."""
    return [PROFIT_CARD_PHRASES[card] for card in sorted(cards, reverse=True)]


def draw_investment(t: Board, region: str) -> str:
    """Draw a random Investment from a region's deck and return it, without telling anybody. It stays in the deck until
    an auction takes it out; the deck must not be empty.
    """
    return t.draw_one(f"deck.{region}", t.state.decks[region])


def put_back_investment(state: Billionaire, card: str) -> None:
    """Put an Investment back into the deck of its region, without announcing it; taking it from its owner is left to
    the caller. The deck is kept sorted, because each draw from it is random.
    """
    deck = state.decks[INVESTMENTS[card].region]
    deck.append(card)
    deck.sort(key=lambda name: (INVESTMENTS[name].actual, name))


def draw_power_card(t: Board) -> str:
    """Remove a card from the Power Play deck and return it: a random one of those never used or, when they are gone,
    the one used longest ago. Raise IndexError if neither is left.
    """
    state = t.state
    if not state.power:
        return state.bottom.pop(0)
    card = t.draw_one("power", state.power)
    state.power.remove(card)
    return card


def discard_power_card(state: Billionaire, who: str, card: str) -> None:
    """Take a played Power Play card out of a player's hand, where it must be, and put it under its deck."""
    state.players[who].power.remove(card)
    state.bottom.append(card)
