"""The decks: what is drawn, what goes back. A deck that is shuffled at every return need not lie in any order."""

from __future__ import annotations

from engine.billionaire import events
from engine.billionaire.amounts import short
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import INVESTMENTS, PROFIT_DECK
from engine.kernel.table import Table
from engine.kernel.text import Phrase, phrase

Board = Table[Billionaire]
FACES = {card: phrase("{card:$}", card=card) for card in PROFIT_DECK}  # of Profit cards


def draw_profit(t: Board, who: str, wanted: int, key: str = "profit") -> None:
    """Profit cards: they are cash. When there are none left in the deck, nobody gets any, and play goes on."""
    state = t.state
    count = min(wanted, len(state.profit))
    if count < wanted:
        t.tell(events.ProfitDeckLow() if count else events.ProfitDeckEmpty(who=who))
    if count:
        drawn = cash_drawn(t, key, state.profit, count)
        t.tell(events.ProfitDrawn(who=who, n=count))
        t.whisper(who, events.ProfitSeen(cards=faces(drawn)))
        move_cash(drawn, state.profit, state.players[who].cash)


def take_unseen(t: Board, taker: str, loser: str, key: str) -> None:
    """One Profit card out of somebody's hand, sight unseen. An empty hand gives nothing."""
    hand = t.state.players[loser].cash
    if not hand:
        t.tell(events.NoProfitToTake(loser=loser))
        return
    taken = cash_drawn(t, key, hand, 1)
    t.tell(events.ProfitTaken(taker=taker, loser=loser))
    t.whisper(taker, events.TakenProfitSeen(card=faces(taken), loser=loser))
    t.whisper(loser, events.LostProfitSeen(card=faces(taken), taker=taker))
    move_cash(taken, hand, t.state.players[taker].cash)


def cash_drawn(t: Board, key: str, cards: list[int], count: int) -> list[int]:
    """Which Profit cards chance draws out of these."""
    known = {short(card): card for card in cards}
    return [known[face] for face in t.draw(key, [short(card) for card in sorted(cards)], count)]


def move_cash(cards: list[int], out_of: list[int], into: list[int]) -> None:
    """Profit cards change hands; hands and deck are kept sorted."""
    for card in cards:
        out_of.remove(card)
    into.extend(cards)
    into.sort()


def faces(cards: list[int]) -> list[Phrase]:
    """Profit cards as they are told."""
    return [FACES[card] for card in sorted(cards, reverse=True)]


def draw_investment(t: Board, region: str) -> str:
    """The top card of a deck."""
    return t.draw_one(f"deck.{region}", t.state.decks[region])


def put_back(state: Billionaire, card: str) -> None:
    """An Investment returns to its deck, which is shuffled."""
    deck = state.decks[INVESTMENTS[card].region]
    deck.append(card)
    deck.sort(key=lambda name: (INVESTMENTS[name].actual, name))


def draw_power(t: Board) -> str:
    """The top card of the Power Play deck: used cards lie at the bottom, in the order in which they came."""
    state = t.state
    if not state.power:
        return state.bottom.pop(0)
    card = t.draw_one("power", state.power)
    state.power.remove(card)
    return card


def use_power(state: Billionaire, who: str, card: str) -> None:
    """A Power Play card that has been played goes to the bottom of its deck."""
    state.players[who].power.remove(card)
    state.bottom.append(card)
