"""Higher or Lower: a recreation of the Play Your Cards Right / Card Sharks endgame."""

from __future__ import annotations

from engine.kernel.picture import Cards, Cell, Look, Pile
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
STAKE = 300_000  # house: given at the start, and again on the second row
CARD_ROWS = (3, 3, 1)
MIN_BET_PERCENT = 10  # house: percent of the bank that must at least be bet; on the last card half
HOPELESS_CARD_BY_CALL = {"higher": "A", "lower": "2"}  # and the card on which it is hopeless
MAX_CARD_CHANGES = 3  # the first card of each row may be changed once


async def higher_or_lower(t: BoothTable, who: str) -> int:
    """You call cards in three rows: three cards, three cards, and one Big Bet. Aces are high, and suits do not
    count. Bet a tenth, half or all of your bank that the next card is higher or lower. If it has the same rank, you
    lose nothing. You start with £300,000, and get as much again for the second row, even if you have nothing left.
    You may change the first card of each row once. The Big Bet is at least half of your bank. In the second and
    third row you may stop before any card.

    Play the whole minigame with `who`, and return the bank in pounds, 0 if there is none; the caller pays it.
    """
    cards = t.draw("higher_or_lower.cards", RANKS * 4, sum(CARD_ROWS) + 1 + MAX_CARD_CHANGES)
    bank, seen, called = 0, [cards.pop(0)], [""]
    for row, calls in enumerate(CARD_ROWS):
        bank += STAKE if row < 2 else 0
        fresh, left = True, calls
        while left and bank:
            render_card_row(t, row, left, bank, seen, called)
            choice = await ask_call(t, who, row, bank, seen, fresh=fresh)
            if choice == "stop":
                return bank
            seen.append(cards.pop(0))
            fresh = False
            if choice == "change":
                called.append("")
                t.tell(events.CardChanged(card=seen[-1]))
                continue
            before, bank = bank, settle_call(t, choice, bank, seen, big=row == 2)
            called.append("right" if bank > before else "wrong" if bank < before else "")
            left -= 1
        render_card_row(t, row, left, bank, seen, called)
        if not bank and row:
            break
    return bank


async def ask_call(t: BoothTable, who: str, row: int, bank: int, seen: list[str], *, fresh: bool) -> str:
    """Ask the player for higher or lower and the bet, or to change the card or stop where that is allowed; return the
    choice: such as “higher half” or “lower least”, else “change” or “stop”. If time runs out, they stop or, in the
    first row, make the likelier call with the least bet.
    """
    offers = {
        f"{call} {share}": phrase("{call:C} for {bet:£}", call=call, bet=compute_call_bet(share, bank, big=row == 2))
        for call in list_possible_calls(seen[-1])
        for share in (("half", "all") if row == 2 else ("least", "half", "all"))
    }
    if fresh:
        offers["change"] = phrase("Change the card")
    if row:
        offers["stop"] = phrase("Stop with {bank:£}", bank=bank)
    careful = "higher" if RANKS.index(seen[-1]) < 6 else "lower"
    lapse = "stop" if row else f"{careful} least"
    text = (
        "The card is {card}. The money in your bank is {bank:£}. Do you bet on a higher or a lower card, and how much?"
    )
    key = "higher_or_lower.call"
    return await t.ask(key, who, text, offers, lapse=lapse, patience="minigame", card=seen[-1], bank=bank)


def list_possible_calls(card: str) -> list[str]:
    """Return the calls (“higher”, “lower”) that can win after this card: both, but nothing is higher than an ace or
    lower than a two.
    """
    return [call for call, hopeless in HOPELESS_CARD_BY_CALL.items() if card != hopeless]


def compute_call_bet(share: str, bank: int, *, big: bool) -> int:
    """Return how much of the bank a bet is, rounded up: a tenth, or half on the Big Bet, if `share` is “least”, else
    “half” or “all” of it.
    """
    percent = {"least": 50 if big else MIN_BET_PERCENT, "half": 50, "all": 100}[share]
    return -(-bank * percent // 100)


def settle_call(t: BoothTable, choice: str, bank: int, seen: list[str], *, big: bool) -> int:
    """Compare the last two cards seen with the player's call and bet, announce the card and the new bank, and return
    that: the bet is added or taken away, or nothing changes if both have the same rank.
    """
    call, _, share = choice.partition(" ")
    before, after = (RANKS.index(card) for card in seen[-2:])
    if before == after:
        bank_now = bank
    else:
        right = (after > before) == (call == "higher")
        bank_now = bank + compute_call_bet(share, bank, big=big) * (1 if right else -1)
    called = phrase(
        "{call:C} for {bet:£}", call=call, bet=compute_call_bet(share, bank, big=big)
    )  # for a host that tells of it
    t.tell(events.CardTurned(card=seen[-1], bank=bank_now, called=called))
    return bank_now


@defer_rendering
def render_card_row(row: int, calls: int, bank: int, seen: list[str], called: list[str]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    cards seen and whether each call was right, the bets left, and the bank.
    """
    title = ("First row", "Second row", "The Big Bet")[row]
    cards = [Cell(card, mark=mark) for card, mark in zip(seen, called, strict=True)]
    return [
        Cards(
            id="cards",
            title=phrase("{row}, {n} bets", row=title, n=calls),
            piles=[Pile(phrase("Cards"), cards, calls + sum(CARD_ROWS[row + 1 :]))],
            notes=[phrase("Bank: {bank:£}", bank=bank)],
            look=build_call_look(row, calls, bank, seen[-1]),
        )
    ]


def build_call_look(row: int, calls: int, bank: int, card: str) -> Look:
    """Build the texts with which the web page draws the cards: the bank, the possible bets, and the ranks above and
    below the last card.
    """
    at, big = RANKS.index(card), row == 2
    higher, lower = " ".join(RANKS[at + 1 :]) or "-", " ".join(RANKS[:at]) or "-"
    return Look(
        name="higher_or_lower",
        pot=phrase("{bank:£}", bank=bank),
        label=phrase("Your bank"),
        lives=phrase("{n} {n:bet|bets} left", n=calls + sum(CARD_ROWS[row + 1 :])),
        know=[
            phrase("higher: {ranks}", ranks=higher),
            phrase("lower: {ranks}", ranks=lower),
            phrase("the same card: nothing changes"),
        ],
        go="#",
        feet=[format_short_cash(compute_call_bet(share, bank, big=big)) for share in ("least", "half", "all")],
    )
