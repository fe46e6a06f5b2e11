"""Sealed bids: an Investment comes up, everybody bids in secret, the bids are revealed, and the highest pays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.billionaire import decks, events, money
from engine.billionaire.decks import Board
from engine.billionaire.money import Payment, parse_dollars
from engine.billionaire.state import (
    ACTUAL,
    OWN_AUCTION,
    Auction,
    Billionaire,
    Lot,
    PendingAction,
    RevealedBid,
    StandingBid,
)
from engine.billionaire.tables import BILLION_DOLLARS, INVESTMENTS, LAST_TIE, REGIONS, THREE, TIED_ROUNDS, M
from engine.kernel import Question
from engine.kernel.chance import Sealed
from engine.kernel.errors import Illegal
from engine.kernel.question import Form, Option
from engine.kernel.text import Phrase, phrase

READY = (1 * M, 2 * M, 3 * M, 4 * M, 5 * M, 7 * M, 10 * M, 15 * M, 20 * M)  # bids offered as buttons
TYPED_BID_FORM = Form(words=True)
ALL_CASH = "all"
BIDDEN = re.compile(r"^(?:i )?bid ")  # what people put before an amount
BID = "{lot} {unsold} What is your secret bid? You have {cash:$} in Profit cards."


# -- what comes up


async def open_sealed_bids(t: Board, action: PendingAction) -> None:
    """Open an auction of the top card of the deck of the action's region, or of another deck if that one is sold out;
    only the player who landed on the space sees the card. If a Security card has stopped an auction before, resume that
    one instead.
    """
    state, who = t.state, action.who
    if resume_stopped_auction(t):
        return
    region = action.region
    if not state.decks[region]:
        region = await ask_other_deck(t, who)
        t.tell(events.DeckSoldOut(region=REGIONS[action.region], other=REGIONS[region]))
    card = decks.draw_investment(t, region)
    t.tell(events.AuctionOpened(who=who, region=REGIONS[region]))
    t.whisper(who, events.LotSeen(card=card, amount=INVESTMENTS[card].actual, trading=INVESTMENTS[card].trading))
    lay_out_auction(state, who, region, [card])


async def ask_other_deck(t: Board, who: str) -> str:
    """Sold out: the player who landed on the space takes the top card of another deck. That player chooses the deck.

    Called when the deck of the space is empty. Return the region chosen: without asking if one alone is left; without
    an answer the first. No card is moved.
    """
    left = t.state.list_selling_regions()
    if len(left) == 1:
        return left[0]
    text = "This deck has no Investments left. From which other deck do you take one?"
    return await t.ask("bids.deck", who, text, {region: REGIONS[region] for region in left}, lapse=left[0])


async def open_bids_on_three(t: Board, action: PendingAction) -> None:
    """Open one auction of the top card of each deck that is not sold out, at which nobody may look, and announce it. If
    a Security card has stopped an auction before, resume that one instead.
    """
    if resume_stopped_auction(t):
        return
    regions = t.state.list_selling_regions()
    cards = [decks.draw_investment(t, region) for region in regions]
    t.tell(events.AuctionOfThreeOpened(who=action.who, n=len(cards), regions=[REGIONS[region] for region in regions]))
    lay_out_auction(t.state, action.who, THREE, cards)


def resume_stopped_auction(t: Board) -> bool:
    """Resume the auction that a Security card had stopped, now that a second Security card has cancelled the first:
    announce that, take the current action off the list, which is done, and return True. Return False, and do nothing,
    if no auction was stopped.
    """
    state = t.state
    if state.auction is None:
        return False
    t.tell(events.BiddingResumed())
    state.actions.pop(0)
    return True


def lay_out_auction(state: Billionaire, who: str, lot: str, cards: list[str]) -> None:
    """Take `cards` out of their decks and open an auction of them, in which every player may bid; the current action is
    done with that, and the bids last revealed are forgotten. `who` landed on the space; `lot` is the region of the
    card, or says that three are sold together.
    """
    for card in cards:
        state.decks[INVESTMENTS[card].region].remove(card)
    state.actions.pop(0)
    state.auctions += 1
    state.auction, state.sealed = Auction(state.auctions, who, lot, cards, state.list_clockwise(who)), []


def call_off_auction(state: Billionaire) -> None:
    """Unwanted: the cards go back to their decks unseen, and the decks are shuffled.

    End the auction, if there is one, without a buyer, and put its cards back; nothing is announced. Called when nobody
    has bid, a Security card stops the auction, its opener or winner leaves, or the game ends.
    """
    for card in state.auction.cards if state.auction else ():
        decks.put_back_investment(state, card)
    state.auction = None


# -- bidding


def find_auction_stage(state: Billionaire, auction: Auction) -> str:
    """Return the name of the auction's next stage: `pay` once somebody has won, `orders` while bids that players left
    in advance can still be made, `bid` while players must be asked, else `reveal` (also if nobody has anything to pay
    with).
    """
    if auction.winner:
        return "pay"
    bidders = list_missing_bidders(state, auction)
    if any(compute_standing_bid(state, auction, who) is not None for who in bidders):
        return "orders"
    return "bid" if bidders else "reveal"


def list_missing_bidders(state: Billionaire, auction: Auction) -> list[str]:
    """Return the players who may bid, have not sealed (secretly made) a bid in this auction yet, and have anything to
    pay with. This may change during an auction, because cards can be played meanwhile.
    """
    return [who for who in auction.bidders if who not in auction.bids and state.has_means(who)]


def compute_standing_bid(state: Billionaire, auction: Auction, who: str) -> int | None:
    """Return how many dollars, in whole millions, a player is to bid in this auction by a standing bid (one left in
    advance, as a sum or, where they sell, a percentage of the trading value), or None if they left none that applies;
    nothing is sealed. One for three cards counts a third for each card on sale. It is at most a sum that their Profit
    cards can pay exactly while they keep what they want to keep.
    """
    offer = state.players[who].orders.bids.get(find_standing_lot(auction, who))
    if offer is None or not is_standing_bid_applicable(state, auction, offer):
        return None
    most = offer.most
    if offer.percent:
        trading = sum(INVESTMENTS[card].trading for card in auction.cards)
        most = trading * offer.most // 100 // M * M
    elif auction.lot == THREE and len(auction.cards) < len(REGIONS):
        most = min(most, state.compute_cash(who)) if most == BILLION_DOLLARS else most
        most = most * len(auction.cards) // len(REGIONS) // M * M
    return min(most, money.compute_payment_keeping(state, who, offer.keep))


def is_standing_bid_applicable(state: Billionaire, auction: Auction, offer: StandingBid) -> bool:
    """Return whether the conditions of `offer`, a bid left in advance, hold in this auction: as many cards are sold as
    it says, and the dearest card that nobody owns in the regions sold is worth at least what it says; a condition of 0
    always holds.
    """
    regions = [INVESTMENTS[card].region for card in auction.cards]
    dearest = max((INVESTMENTS[card].actual for region in regions for card in state.list_unowned(region)), default=0)
    return offer.cards in (0, len(auction.cards)) and dearest >= offer.left


def find_standing_lot(auction: Auction, who: str) -> Lot:
    """Return which of the bids that a player can leave in advance counts in this auction: the one for three cards
    together, also if they opened it, else the one for auctions that they open themselves, or the one for the card's
    region.
    """
    return OWN_AUCTION if auction.lander == who and auction.lot != THREE else auction.lot


async def seal_standing_bids(t: Board) -> None:
    """Bid in the current auction for all players who have not bid and whose standing orders (left in advance) say what
    to bid, without asking them; the others are not touched.
    """
    state = t.state
    auction = check_open_auction(state)
    for who in list_missing_bidders(state, auction):
        amount = compute_standing_bid(state, auction, who)
        if amount is not None:
            seal_bid(t, who, amount)


async def ask_bids(t: Board) -> None:
    """Bids: everybody is asked at once, in secret, also the player who landed on the space. You can change your bid
    until everybody has bid. You may bid more than you have. If you have left an order, or have no cards, you are not
    asked. If you do not answer, you bid nothing.

    Ask those who have no bid yet, and seal the first answer that comes; the caller calls again until nobody is missing.
    """
    state = t.state
    who, answer = await t.ask_any(
        Question(
            key="bid",
            text=BID,
            lapse=0,
            form=TYPED_BID_FORM,
            typed=parse_bid,
            secret=True,
            facts={"unsold": format_unsold_investments(state)},
        ),
        list_missing_bidders(state, check_open_auction(state)),
        lambda who: list_bid_buttons(state, who),
        lambda who: {"lot": format_auction_lot(state, who), "cash": state.compute_cash(who)},
    )
    seal_bid(t, who, compute_bid_amount(state, who, answer))
    if list_missing_bidders(state, check_open_auction(state)):
        t.whisper(who, events.BidMayChange())


def check_open_auction(state: Billionaire) -> Auction:
    """Return the auction in progress; raise Illegal if there is none."""
    if state.auction is None:
        raise Illegal("There is no auction at the moment.", code="nothing_for_bids")
    return state.auction


def format_auction_lot(state: Billionaire, who: str) -> Phrase:
    """Describe to the player `who` which cards are auctioned. A single card's name and worth are told only to the
    player who landed on the space; everybody else, and everybody about three cards, is told the regions. Raise Illegal
    if there is no auction.
    """
    auction = check_open_auction(state)
    if auction.lot == THREE:
        names = [REGIONS[INVESTMENTS[card].region] for card in auction.cards]
        return phrase("The highest bid buys an unseen Investment from each of these regions: {regions}.", regions=names)
    if auction.lander != who:
        region = REGIONS[INVESTMENTS[auction.cards[0]].region]
        return phrase(
            "For sale: an Investment from {region} that only {lander} has seen.", region=region, lander=auction.lander
        )
    card = auction.cards[0]
    text = "Only you have seen what is for sale: {card}, worth {amount:$}."
    return phrase(text, card=card, amount=INVESTMENTS[card].actual)


def format_unsold_investments(state: Billionaire) -> Phrase:
    """Describe in one line the Investments of the auctioned regions that nobody owns, including those in the auction:
    how many they are, and their worth. Raise Illegal if there is no auction.
    """
    parts = []
    for card in check_open_auction(state).cards:
        region = INVESTMENTS[card].region
        worth = [ACTUAL[each] for each in (card, *state.decks[region])]
        text = "{n} of {region}, worth {low:$} to {high:$}" if len(worth) > 1 else "1 of {region}, worth {high:$}"
        parts.append(phrase(text, region=REGIONS[region], n=len(worth), low=min(worth), high=max(worth)))
    return phrase("Still unsold: {parts}.", parts=parts)


def list_bid_buttons(state: Billionaire, who: str) -> list[Option]:
    """Return suggested bids for a player as answer options: nothing, the round amounts below their cash and, if they
    have any cash, all of it as `all`; they may type any other.
    """
    cash = state.compute_cash(who)
    amounts = [Option(amount, phrase("{amount:$}", amount=amount)) for amount in READY if amount < cash]
    every = [Option(ALL_CASH, phrase("All: {amount:$}", amount=cash))] if cash else []
    return [Option(0, "Nothing"), *amounts, *every]


def compute_bid_amount(state: Billionaire, who: str, answer: object) -> int:
    """Return how many dollars is meant by a player's answer to the question for bids: a number, a typed sum, or `all`
    for all their cash; it may be more than they have. Raise Illegal if it cannot be read.
    """
    if isinstance(answer, int):
        return answer
    word = parse_bid(str(answer))
    return state.compute_cash(who) if word == ALL_CASH else int(word)


def parse_bid(text: str) -> str:
    """Convert a bid as a player typed it into its stored form: `all` for all their cash, else the dollars in digits.
    Raise Illegal if it cannot be read as a bid.
    """
    word = BIDDEN.sub("", text.strip().casefold())
    return word if word == ALL_CASH else str(parse_dollars(word))


def seal_bid(t: Board, who: str, amount: int) -> None:
    """Record a player's secret bid in the current auction, in place of an earlier one, and tell only that player the
    receipt by which it can be proved later, and whether they could pay it. Whether they may bid, or could pay, is not
    checked. Raise Illegal if there is no auction.
    """
    state = t.state
    auction = check_open_auction(state)
    auction.changes[who] = auction.changes.get(who, -1) + 1
    auction.bids[who] = amount
    sealed = build_bid_seal(auction, who)
    receipt = t.game.seal_choice(sealed.name, sealed.what)
    t.whisper(who, events.BidSealed(amount, receipt, covered=amount <= state.compute_means(who)))


def build_bid_seal(auction: Auction, who: str) -> Sealed:
    """Build the sealed record of a player's secret bid in this auction: a unique name, and the amount in dollars as
    text. Nothing is stored. Raise KeyError if they have not bid.
    """
    name = f"bid|{auction.number}|{auction.round}|{who}|{auction.changes[who]}"
    return Sealed(name, str(auction.bids[who]))


# -- the reveal


async def reveal_bids(t: Board) -> None:
    """All bids are shown, clockwise from the player who landed on the space. The highest bid wins if only one player
    has made it.

    Announce the bids and note that this turn's are shown, then do one of four: note winner and price, start another
    round after a tie, take a card for a bid that cannot be paid, or call the auction off.
    """
    state = t.state
    auction = check_open_auction(state)
    ring = [who for who in state.list_clockwise(auction.lander) if who in auction.bids]
    sealed = [
        RevealedBid(who, auction.bids[who], build_bid_seal(auction, who).compute_receipt(t.game.secret)) for who in ring
    ]
    if ring:
        t.tell(events.BidsIn(receipts=[bid.receipt for bid in sealed]))
    for who in ring:
        t.tell(events.BidShown(who=who, amount=auction.bids[who]))
    state.revealed, state.sealed = True, sealed
    best = max(auction.bids.values(), default=0)
    top = [who for who in ring if auction.bids[who] == best]
    if not best:
        call_off_unwanted_lot(t, auction)
    elif announce_tie(t, auction, top):
        restart_bidding(auction, top if auction.ties >= TIED_ROUNDS else auction.bidders)
    elif best > state.compute_means(top[0]):
        forfeit_uncovered_bid(t, auction, top[0])
    else:
        auction.winner, auction.price = top[0], best


def call_off_unwanted_lot(t: Board, auction: Auction) -> None:
    """Announce that nobody has bid for the auctioned cards, or nobody who is left after a winner could not pay and had
    to forfeit a card; end the auction without a buyer, and put the cards back into their decks.
    """
    t.tell(events.LotUnwanted(unable=not auction.bids, others=bool(auction.forfeited)))
    call_off_auction(t.state)


def announce_tie(t: Board, auction: Auction, top: list[str]) -> bool:
    """Ties: if the highest bids are equal, everybody bids again in secret. After a second tie only the tied players
    bid. After the fourth tie turn order decides, beginning with the player on turn.

    Count and announce a tie, and return whether bids must be made again, which the caller sees to. `top` are the
    highest bidders, clockwise: False if it is one alone, or after the last tie, whose winner is the first of them.
    """
    if len(top) <= 1:
        return False
    auction.ties += 1
    if auction.ties >= LAST_TIE:
        t.tell(events.BidsTied(who=top, first=top[0], lander=auction.lander))
        return False
    t.tell(events.BidsTied(who=top, only_they=auction.ties >= TIED_ROUNDS))
    return True


def restart_bidding(auction: Auction, bidders: Sequence[str]) -> None:
    """Start another round of secret bids in this auction, in which only `bidders` may bid; earlier bids are deleted.
    Nothing is announced, and the number of ties stays.
    """
    auction.round += 1
    auction.bidders, auction.bids, auction.changes = list(bidders), {}, {}


def forfeit_uncovered_bid(t: Board, auction: Auction, who: str) -> None:
    """If you win with more than you have, you lose your most valuable Investment, or without one your highest Profit
    card. All others bid again, but not players who have lost a card like this before.

    Called when the bids are shown and `who` has won more than they can pay: announce it, take the card, if there is
    one, put it into its deck, and start another round of bids among the others, in which ties count from 0.
    """
    state, player = t.state, t.state.players[who]
    t.tell(events.BidNotCovered(who=who, amount=auction.bids[who]))
    if player.owned:
        card = max(player.owned, key=lambda name: INVESTMENTS[name].actual)
        t.tell(events.InvestmentForfeited(who=who, card=card))
        player.owned.remove(card)
        decks.put_back_investment(state, card)
    elif player.cash:
        t.tell(events.ProfitForfeited(who=who, amount=player.cash[-1]))
        decks.move_cash([player.cash[-1]], player.cash, state.profit)
    else:
        t.tell(events.NothingToForfeit(who=who))
    auction.forfeited.append(who)
    auction.ties = 0
    restart_bidding(auction, [name for name in state.list_clockwise(auction.lander) if name not in auction.forfeited])


# -- paying


async def pay_auction_price(t: Board) -> None:
    """Payment: the highest bidder pays the player who landed on the space, or the bank if that is the same player. You
    pay with Profit cards, and with Investments at their trading value. Investments go to the player who is paid, or
    back to their decks. No change is given.

    Take the payment that a standing order or the cards decide, or ask the winner for it; then move all cards and end
    the auction.
    """
    state = t.state
    auction = check_open_auction(state)
    who, price = auction.winner, auction.price
    order, ready = state.players[who].orders.pay, money.build_ready_payments(state, who, price)
    if not money.needs_payment_choice(state, who, price, ready):
        settle_auction(t, auction, ready.get(order, ready[money.KEEP_INVESTMENTS]))
        return
    asked = Question(
        key="pay",
        text="You must pay {price:$}. How do you pay? You can also name the cards yourself.",
        lapse=money.KEEP_INVESTMENTS,
        form=TYPED_BID_FORM,
        typed=lambda text: money.parse_payment(state, who, price, text).format_as_typed(),
        secret=True,
        patience="quick",
        facts={"price": price},
    )
    _, answer = await t.ask_any(asked, [who], lambda who: list_payment_options(state, who, price))
    settle_auction(t, auction, money.parse_payment(state, who, price, answer))


STYLES = {
    money.LEAST: "Pay as close to the price as possible: {cards}",
    money.KEEP_INVESTMENTS: "Keep your Investments, and pay: {cards}",
    money.KEEP_CASH: "Keep your cash, and pay: {cards}",
}


def list_payment_options(state: Billionaire, who: str, price: int) -> list[Option]:
    """Return up to three suggested ways in which a player can pay this price with their cards (close to the price,
    keeping Investments, keeping cash), as answer options whose values are the names of these styles; equal ones once.
    They may name any other cards. Raise ValueError if they cannot pay the price at all.
    """
    found = []
    for style, way in money.list_distinct_payments(money.build_ready_payments(state, who, price)).items():
        text = "Pay exactly: {cards}" if way.amount == price and style == money.LEAST else STYLES[style]
        found.append(Option(style, phrase(text, cards=way.format_as_told())))
    return found


def settle_auction(t: Board, auction: Auction, paid: Payment) -> None:
    """Announce the payment and the sale, move the cards of the payment and the auctioned Investments to their new
    owners, and end the auction. The payer must hold the cards. What is paid goes to the player who landed on the space,
    or into the decks instead if that is the buyer.
    """
    state, who = t.state, auction.winner
    payee = auction.lander if auction.lander != who else ""
    worth = sum(INVESTMENTS[card].actual for card in auction.cards)
    t.tell(events.PricePaid(who=who, cards=paid.format_as_told(), payee=payee))
    t.tell(events.LotBought(who, auction.cards, worth, paid.amount, tied=auction.ties >= LAST_TIE))
    decks.move_cash(list(paid.cash), state.players[who].cash, state.players[payee].cash if payee else state.profit)
    for card in paid.cards:
        state.players[who].owned.remove(card)
        if payee:
            state.players[payee].owned.append(card)
        else:
            decks.put_back_investment(state, card)
    state.players[who].owned += auction.cards
    state.auction = None
