"""Sealed bids: an Investment comes up, everybody bids in secret, the bids are revealed, and the highest pays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.billionaire import decks, events, payment
from engine.billionaire.amounts import dollars
from engine.billionaire.decks import Board
from engine.billionaire.payment import Payment
from engine.billionaire.state import OWN, Action, Auction, Bid, Billionaire, Lot, Offer
from engine.billionaire.tables import BILLION, INVESTMENTS, LAST_TIE, REGIONS, THREE, TIED_ROUNDS, M
from engine.kernel.chance import Sealed
from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option
from engine.kernel.text import Phrase, phrase

READY = (1 * M, 2 * M, 3 * M, 4 * M, 5 * M, 7 * M, 10 * M, 15 * M, 20 * M)  # bids offered as buttons
WORDS = Form(words=True)
ALL = "all"
BIDDEN = re.compile(r"^(?:i )?bid ")  # what people put before an amount
BID = "{lot} {unsold} Your bid, in secret? You have {cash:$} in Profit cards."


# -- what comes up


async def open_bids(t: Board, action: Action) -> None:
    """Sealed bids in one region: whoever landed looks at the top card of its deck, alone, and all may bid for it."""
    state, who = t.state, action.who
    if resumed(t):
        return
    region = action.region
    if not state.decks[region]:
        region = await another_deck(t, who)
        t.tell(events.DeckSoldOut(region=REGIONS[action.region], other=REGIONS[region]))
    card = decks.draw_investment(t, region)
    t.tell(events.AuctionOpened(who=who, region=REGIONS[region]))
    t.whisper(who, events.LotSeen(card=card, amount=INVESTMENTS[card].actual, trading=INVESTMENTS[card].trading))
    lay_out(state, who, region, [card])


async def another_deck(t: Board, who: str) -> str:
    """Sold out: whoever landed there takes the top card of another deck, which they choose."""
    left = t.state.selling()
    if len(left) == 1:
        return left[0]
    text = "That deck is sold out. From which other do you take the card?"
    return await t.ask("bids.deck", who, text, {region: REGIONS[region] for region in left}, lapse=left[0])


async def open_three(t: Board, action: Action) -> None:
    """Sealed bids on three: the top card of each deck, which nobody may look at; one bid for all of them."""
    if resumed(t):
        return
    regions = t.state.selling()
    cards = [decks.draw_investment(t, region) for region in regions]
    t.tell(events.AuctionOfThreeOpened(who=action.who, n=len(cards), regions=[REGIONS[region] for region in regions]))
    lay_out(t.state, action.who, THREE, cards)


def resumed(t: Board) -> bool:
    """Was this auction open before a Security, which has been cancelled?"""
    state = t.state
    if state.auction is None:
        return False
    t.tell(events.BiddingResumed())
    state.actions.pop(0)
    return True


def lay_out(state: Billionaire, who: str, lot: str, cards: list[str]) -> None:
    """The cards lie on the board, and all may bid."""
    for card in cards:
        state.decks[INVESTMENTS[card].region].remove(card)
    state.actions.pop(0)
    state.auctions += 1
    state.auction, state.sealed = Auction(state.auctions, who, lot, cards, state.clockwise(who)), []


def called_off(state: Billionaire) -> None:
    """Unwanted: the cards return to their decks, unseen, and the decks are shuffled."""
    for card in state.auction.cards if state.auction else ():
        decks.put_back(state, card)
    state.auction = None


# -- bidding


def next_step(state: Billionaire, auction: Auction) -> str:
    """What the auction goes on with."""
    if auction.winner:
        return "pay"
    bidders = missing(state, auction)
    if any(standing(state, auction, who) is not None for who in bidders):
        return "orders"
    return "bid" if bidders else "reveal"


def missing(state: Billionaire, auction: Auction) -> list[str]:
    """Those whose bids are not sealed yet, as far as they have something to bid with now: a card played meanwhile may
    have brought it, or taken it.
    """
    return [who for who in auction.bidders if who not in auction.bids and state.means(who)]


def standing(state: Billionaire, auction: Auction, who: str) -> int | None:
    """What a player's standing order bids: as much as it says and their Profit cards can pay so that what is to be kept
    is left of them. None if there is none, or if its condition does not hold.
    """
    offer = state.players[who].orders.bids.get(ordered(auction, who))
    if offer is None or not applies(state, auction, offer):
        return None
    most = offer.most
    if offer.percent:
        trading = sum(INVESTMENTS[card].trading for card in auction.cards)
        most = trading * offer.most // 100 // M * M
    elif auction.lot == THREE and len(auction.cards) < len(REGIONS):
        most = min(most, state.cash(who)) if most == BILLION else most
        most = most * len(auction.cards) // len(REGIONS) // M * M
    return min(most, payment.sparing(state, who, offer.keep))


def applies(state: Billionaire, auction: Auction, offer: Offer) -> bool:
    """Does what a standing bid is tied to hold: how many cards come up, and what nobody owns yet?"""
    regions = [INVESTMENTS[card].region for card in auction.cards]
    dearest = max((INVESTMENTS[card].actual for region in regions for card in state.unowned(region)), default=0)
    return offer.cards in (0, len(auction.cards)) and dearest >= offer.left


def ordered(auction: Auction, who: str) -> Lot:
    """Which of a player's standing bids is for this auction."""
    return OWN if auction.lander == who and auction.lot != THREE else auction.lot


async def orders(t: Board) -> None:
    """Whoever has left an order need not be there."""
    state = t.state
    auction = open_auction(state)
    for who in missing(state, auction):
        amount = standing(state, auction, who)
        if amount is not None:
            seal(t, who, amount)


async def bid(t: Board) -> None:
    """Bids: everybody is asked at once, in secret, whoever landed there included. A bid may be changed until all are
    in, and may be higher than what one has. Who has left an order, or has nothing at all, is not asked. Silence bids
    nothing.
    """
    state = t.state
    who, answer = await t.ask_any(
        "bid",
        missing(state, open_auction(state)),
        BID,
        lambda who: buttons(state, who),
        lapse=0,
        form=WORDS,
        typed=written,
        own=lambda who: {"lot": lot(state, who), "unsold": unsold(state), "cash": state.cash(who)},
        secret=True,
    )
    seal(t, who, amount_of(state, who, answer))
    if missing(state, open_auction(state)):
        t.whisper(who, events.BidMayChange())


def open_auction(state: Billionaire) -> Auction:
    """The auction, which must be open."""
    if state.auction is None:
        raise Illegal("Nothing is up for bids.")
    return state.auction


def lot(state: Billionaire, who: str) -> Phrase:
    """What is up for bids, as this player knows it."""
    auction = open_auction(state)
    if auction.lot == THREE:
        names = [REGIONS[INVESTMENTS[card].region] for card in auction.cards]
        return phrase("{regions}, one unseen Investment of each, all for one bid.", regions=names)
    if auction.lander != who:
        region = REGIONS[INVESTMENTS[auction.cards[0]].region]
        return phrase("{region}: an Investment that only {lander} has seen.", region=region, lander=auction.lander)
    card = auction.cards[0]
    text = "{card}, worth {amount:$}, trading at {trading:$}, which only you have seen."
    return phrase(text, card=card, amount=INVESTMENTS[card].actual, trading=INVESTMENTS[card].trading)


def unsold(state: Billionaire) -> Phrase:
    """What nobody owns yet where something is up for bids, in one line: what comes up is among it."""
    regions = [INVESTMENTS[card].region for card in open_auction(state).cards]
    parts = []
    for region in regions:
        worth = [INVESTMENTS[card].actual for card in state.unowned(region)]
        text = "{region} {n}, worth {low:$} to {high:$}" if len(worth) > 1 else "{region} {n}, worth {high:$}"
        parts.append(phrase(text, region=REGIONS[region], n=len(worth), low=min(worth), high=max(worth)))
    return phrase("Unsold: {parts}.", parts=parts)


def buttons(state: Billionaire, who: str) -> list[Option]:
    """Nothing, a few amounts, and everything; any other may be typed."""
    cash = state.cash(who)
    amounts = [Option(amount, phrase("{amount:$}", amount=amount)) for amount in READY if amount < cash]
    every = [Option(ALL, phrase("All: {amount:$}", amount=cash))] if cash else []
    return [Option(0, "Nothing"), *amounts, *every]


def amount_of(state: Billionaire, who: str, answer: object) -> int:
    """What is meant by a button or by words. Nobody stops you from bidding what you do not have."""
    if isinstance(answer, int):
        return answer
    word = written(str(answer))
    return state.cash(who) if word == ALL else int(word)


def written(text: str) -> str:
    """A bid in words: all of it, or the dollars that are meant."""
    word = BIDDEN.sub("", text.strip().casefold())
    return word if word == ALL else str(dollars(word))


def seal(t: Board, who: str, amount: int) -> None:
    """A bid is sealed: its player gets a receipt, and nobody else learns that it is there."""
    state = t.state
    auction = open_auction(state)
    auction.changes[who] = auction.changes.get(who, -1) + 1
    auction.bids[who] = amount
    sealed = seal_of(auction, who)
    receipt = t.game.seal(sealed.name, sealed.what)
    t.whisper(who, events.BidSealed(amount, receipt, covered=amount <= state.means(who)))


def seal_of(auction: Auction, who: str) -> Sealed:
    """The name and content of the seal under which a player's bid lies."""
    name = f"bid|{auction.number}|{auction.round}|{who}|{auction.changes[who]}"
    return Sealed(name, str(auction.bids[who]))


# -- the reveal


async def reveal(t: Board) -> None:
    """All bids are shown, clockwise from whoever landed there. The highest wins, if it is the only one."""
    state = t.state
    auction = open_auction(state)
    ring = [who for who in state.clockwise(auction.lander) if who in auction.bids]
    sealed = [Bid(who, auction.bids[who], seal_of(auction, who).receipt(t.game.secret)) for who in ring]
    if ring:
        t.tell(events.BidsIn(receipts=[bid.receipt for bid in sealed]))
    for who in ring:
        t.tell(events.BidShown(who=who, amount=auction.bids[who]))
    state.revealed, state.sealed = True, sealed
    best = max(auction.bids.values(), default=0)
    top = [who for who in ring if auction.bids[who] == best]
    if not best:
        unwanted(t, auction)
    elif tied(t, auction, top):
        again(auction, top if auction.ties >= TIED_ROUNDS else auction.bidders)
    elif best > state.means(top[0]):
        forfeit(t, auction, top[0])
    else:
        auction.winner, auction.price = top[0], best


def unwanted(t: Board, auction: Auction) -> None:
    """Nobody wanted to bid, or nobody could; who has forfeited did bid before."""
    t.tell(events.LotUnwanted(unable=not auction.bids, others=bool(auction.forfeited)))
    called_off(t.state)


def tied(t: Board, auction: Auction, top: list[str]) -> bool:
    """Ties: equal highest bids call for another round of sealed bids by all. After a second tie only those who tied bid
    again, and after the fourth nobody does: whoever of them sits next, clockwise from the player on turn, has it.
    """
    if len(top) <= 1:
        return False
    auction.ties += 1
    if auction.ties >= LAST_TIE:
        t.tell(events.BidsTied(who=top, first=top[0], lander=auction.lander))
        return False
    t.tell(events.BidsTied(who=top, only_they=auction.ties >= TIED_ROUNDS))
    return True


def again(auction: Auction, bidders: Sequence[str]) -> None:
    """Another round of sealed bids."""
    auction.round += 1
    auction.bidders, auction.bids, auction.changes = list(bidders), {}, {}


def forfeit(t: Board, auction: Auction, who: str) -> None:
    """Who wins with more than they have loses their most valuable Investment to its deck, or else their highest Profit
    card; and all others bid again, but for those who have forfeited before.
    """
    state, player = t.state, t.state.players[who]
    t.tell(events.BidNotCovered(who=who, amount=auction.bids[who]))
    if player.owned:
        card = max(player.owned, key=lambda name: INVESTMENTS[name].actual)
        t.tell(events.InvestmentForfeited(who=who, card=card))
        player.owned.remove(card)
        decks.put_back(state, card)
    elif player.cash:
        t.tell(events.ProfitForfeited(who=who, amount=player.cash[-1]))
        decks.move_cash([player.cash[-1]], player.cash, state.profit)
    else:
        t.tell(events.NothingToForfeit(who=who))
    auction.forfeited.append(who)
    auction.ties = 0
    again(auction, [name for name in state.clockwise(auction.lander) if name not in auction.forfeited])


# -- paying


async def pay(t: Board) -> None:
    """Payment: the highest bidder pays whoever landed there; if that is the same player, the board. Profit cards pay,
    and Investments at their trading value, which then go to whoever is paid, or back to their decks. No change is
    given.
    """
    state = t.state
    auction = open_auction(state)
    who, price = auction.winner, auction.price
    order = state.players[who].orders.pay
    if not payment.to_choose(state, who, price):
        ready = payment.styles(state, who, price)
        settle(t, auction, ready.get(order, ready[payment.KEEP_INVESTMENTS]))
        return
    _, answer = await t.ask_any(
        "pay",
        [who],
        "You owe {price:$}. How do you pay? You may also name the cards yourself.",
        lambda who: ways_shown(state, who, price),
        lapse=payment.KEEP_INVESTMENTS,
        form=WORDS,
        typed=lambda text: payment.read(state, who, price, text).written(),
        secret=True,
        patience="quick",
        price=price,
    )
    settle(t, auction, payment.read(state, who, price, answer))


STYLES = {
    payment.LEAST: "Least overpaid: {cards}",
    payment.KEEP_INVESTMENTS: "Keep your Investments: {cards}",
    payment.KEEP_CASH: "Keep your cash: {cards}",
}


def ways_shown(state: Billionaire, who: str, price: int) -> list[Option]:
    """What is offered ready-made."""
    found = []
    for style, way in payment.ready_made(state, who, price).items():
        text = "Exactly: {cards}" if way.amount == price and style == payment.LEAST else STYLES[style]
        found.append(Option(style, phrase(text, cards=way.told())))
    return found


def settle(t: Board, auction: Auction, paid: Payment) -> None:
    """The cards change hands: Investments that pay go to the player who is paid, or back to their decks."""
    state, who = t.state, auction.winner
    payee = auction.lander if auction.lander != who else ""
    worth = sum(INVESTMENTS[card].actual for card in auction.cards)
    t.tell(events.PricePaid(who=who, cards=paid.told(), payee=payee))
    t.tell(events.LotBought(who=who, lot=auction.cards, worth=worth, amount=paid.amount))
    decks.move_cash(list(paid.cash), state.players[who].cash, state.players[payee].cash if payee else state.profit)
    for card in paid.cards:
        state.players[who].owned.remove(card)
        if payee:
            state.players[payee].owned.append(card)
        else:
            decks.put_back(state, card)
    state.players[who].owned += auction.cards
    state.auction = None
