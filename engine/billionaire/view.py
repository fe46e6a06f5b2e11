"""What the public and each player may see. Nothing here depends on a hand, an order or a bid that is not one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.billionaire import auction, events, orders
from engine.billionaire.actions import ACTION_TEXTS, CHOOSE
from engine.billionaire.decks import format_profit_cards
from engine.billionaire.state import Auction, Billionaire, BillionairePlayer
from engine.billionaire.tables import (
    ANALYZE,
    BIDS,
    CORNER_COLOURS,
    HEADQUARTERS,
    INVESTMENTS,
    POWER_DECK,
    PROFIT_DECK,
    REGIONS,
    THREE,
    TRACK,
    TRACK_CORNERS,
    TRADING_MILLIONS,
    M,
    TrackSpace,
)
from engine.kernel.picture import (
    Cards,
    Cell,
    Look,
    Picture,
    Pile,
    Saying,
    Scenes,
    Slip,
    Token,
    Track,
    build_bulbs,
    build_pool,
    draw_no_picture,
)
from engine.kernel.table import GameInPlay
from engine.kernel.text import PUBLIC, Told, Words, phrase
from engine.kernel.view import OwnView, Panel, SeatLine, Standing, View

BILLIONAIRE_TITLE = "Billionaire"
BOARD, HANDS, DECKS, AUCTION = "board", "hands", "decks", "auction"
RECEIPT_CHARACTERS_SHOWN = 16  # of a receipt; all of it was told
REGION_ABBREVIATIONS = {"eurasia": "Eu", "afro-europa": "AE", "americas": "Am"}
SPACE_LABELS = {
    HEADQUARTERS: "HQ",
    BIDS: "Bid",
    ANALYZE: "Spin",
    "profit": "Profit",
    "power play": "Power",
    "three bids": "Three",
}
BILLIONAIRE_STAGE_NAMES = {
    "deal": "The cards are dealt",
    "first": "Who begins?",
    "over": "The game is over",
}


class SharedBillionaireView(NamedTuple):
    """Hold what is computed once for all views of a moment: the public view, and the picture of everybody's cards."""

    public: View
    hands: Cards


def build_billionaire_view(game: GameInPlay[Billionaire], who: str) -> View:
    """Build everything that one player or spectator sees of the game: the public part, which is worked out once and
    kept in `game.seen` until the game moves, and what only that player may know (nothing for a spectator).
    """
    seen: SharedBillionaireView = game.seen or build_shared_billionaire_view(game.state)
    game.seen = seen
    return replace(
        seen.public, own=build_own_billionaire_view(game, who, seen.hands) if who in game.state.players else None
    )


def build_shared_billionaire_view(state: Billionaire) -> SharedBillionaireView:
    """Build, once for all viewers of this moment, the part of the game's display that everybody sees, and the picture
    of everybody's cards with hands face down.
    """
    lying = build_hands_picture(state)
    public = View(
        title=BILLIONAIRE_TITLE,
        stage=phrase("Round {round} of at most {rounds}", round=state.round, rounds=state.options.rounds),
        target=state.options.amount,
        currency="$",
        panels=[build_board_panel(state, lying)],
        standings=[build_billionaire_standing(state, place, player) for place, player in state.rank_standings()],
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
        winners=state.champions,
    )
    return SharedBillionaireView(public, lying)


def build_billionaire_standing(state: Billionaire, place: int, who: str) -> Standing:
    """Build a player's row of the leaderboard; cash counts only once the game is over, because it is secret before."""
    total = state.compute_total(who) if state.phase == "over" else state.compute_worth(who)
    return Standing(place, who, total, format_hand_counts(state, who))


def format_hand_counts(state: Billionaire, who: str) -> list[Words]:
    """Format how many Profit and Power Play cards a player holds, which everybody may see."""
    player = state.players[who]
    return [
        phrase("{n:n} Profit {n:card|cards}", n=len(player.cash)),
        phrase("{n:n} Power Play {n:card|cards}", n=len(player.power)),
    ]


# -- for all


def build_board_panel(state: Billionaire, lying: Cards) -> Panel:
    """Build the public display of the board: track, everybody's cards (given as the picture `lying`), decks, the
    Analyzer, and the auction.
    """
    spinner = [build_analyzer_picture(state)] if state.news else []
    slip = [build_auction_slip(state)] if state.auction or state.sealed else []
    return Panel(
        id=BOARD,
        title=BILLIONAIRE_TITLE,
        stage=BILLIONAIRE_STAGE_NAMES.get(state.phase) or phrase("It is {who}'s turn", who=state.turn),
        seats=[build_billionaire_seat(state, who) for who in state.players],
        to_move=list_visibly_awaited(state),
        pictures=[build_track_picture(state), *slip, *spinner, lying, build_decks_picture(state)],
    )


def list_visibly_awaited(state: Billionaire) -> list[str]:
    """Return the players for whose move the game waits, as far as everybody may know it. The list is empty whenever it
    is secret who has still to decide, such as while players bid or may use a Security card.
    """
    if state.phase in BILLIONAIRE_STAGE_NAMES or (
        state.actions and state.actions[0].kind in ACTION_TEXTS.keys() - {CHOOSE}
    ):
        return []
    if state.auction and not state.actions:
        return [state.auction.winner] if state.auction.winner else []
    return [] if orders.list_players_to_wake(state) else [state.turn]


def build_billionaire_seat(state: Billionaire, who: str) -> SeatLine:
    """Build the public display of one player's seat: whether they have left or it is their turn, the colour of their
    Headquarters, and how many Profit and Power Play cards they hold.
    """
    if state.players[who].gone:
        return SeatLine(who, "gone")
    status = "on turn" if who == state.turn and state.phase != "over" else "playing"
    home = TRACK_CORNERS.index(state.players[who].corner)
    backs: list[Words] = [
        phrase("{n} Profit", n=len(state.players[who].cash)),
        phrase("{n} Power Play", n=len(state.players[who].power)),
    ]
    return SeatLine(
        who, status, [CORNER_COLOURS[home], *backs]
    )  # short: four of them stand side by side on a telephone


def build_track_picture(state: Billionaire) -> Track:
    """Build the picture of the track: a ring of 24 spaces, the players' tokens on it, and the space of the player whose
    turn it is marked. A player's own corner space has that player's colour.
    """
    spaces = [*TRACK_CELLS]
    for who in state.here():
        spaces[state.players[who].corner] = replace(TRACK_CELLS[state.players[who].corner], who=who)
    if state.turn:
        at = state.players[state.turn].at
        spaces[at] = replace(spaces[at], mark="here")
    tokens = [Token(who, state.players[who].at + 1) for who in state.here()]
    return Track(id="track", spaces=spaces, tokens=tokens, shape="ring")


def build_space_cell(at: int, space: TrackSpace) -> Cell:
    """Build the picture of space number `at` of the track, counted from 0, which is `space`: label, colour and full
    name.
    """
    kind = CORNER_COLOURS[TRACK_CORNERS.index(at)] if space.kind == HEADQUARTERS else space.region or space.kind
    face = SPACE_LABELS[space.kind]
    if space.region:
        return Cell(phrase("{kind} {region}", kind=face, region=REGION_ABBREVIATIONS[space.region]), kind, space.name)
    return Cell(face, kind, space.name)


TRACK_CELLS = [build_space_cell(at, space) for at, space in enumerate(TRACK)]


def build_hands_picture(state: Billionaire) -> Cards:
    """Build the picture of everybody's cards: Investments face up, the others face down."""
    piles = [pile for who in state.here() for pile in build_player_piles(state.players[who], who)]
    return Cards(id=HANDS, title="What everybody has", piles=piles)


def build_player_piles(player: BillionairePlayer, who: str) -> list[Pile]:
    """Return the piles of cards before a player, for a picture: Investments face up, others face down. Empty piles are
    left out; if all are empty, that of Investments is returned alone.
    """
    owned = {*player.owned}
    piles = [
        Pile("Investments", [cell for card, cell in OWNED_CELLS.items() if card in owned], who=who),
        Pile("Profit", backs=len(player.cash), who=who),
        Pile("Power Play", backs=len(player.power), who=who),
    ]
    return [pile for pile in piles if pile.cards or pile.backs] or piles[:1]


def build_investment_cell(card: str, where: str = "") -> Cell:
    """Build the picture of one Investment card with its worth in millions, and with its region unless the name of the
    pile, `where`, makes the region clear.
    """
    found = INVESTMENTS[card]
    worth = phrase("${n}M", n=found.actual // M)
    note = phrase("{region} {worth}", region=where, worth=worth) if where else worth
    return Cell(card, found.region, note, value=card)


# All that is shown again and again is made once. By region, the least valuable first: that one is unprotected.
SORTED_INVESTMENTS = sorted(
    INVESTMENTS, key=lambda card: ([*REGIONS].index(INVESTMENTS[card].region), INVESTMENTS[card].actual, card)
)
UNSOLD = {
    region: {card: build_investment_cell(card) for card in SORTED_INVESTMENTS if card in TRADING_MILLIONS[region]}
    for region in REGIONS
}
OWNED_CELLS = {
    card: build_investment_cell(card, REGION_ABBREVIATIONS[INVESTMENTS[card].region]) for card in SORTED_INVESTMENTS
}
PROFIT_CARD_CELLS = {card: Cell(phrase("{amount:$}", amount=card), "profit", value=card) for card in PROFIT_DECK}
POWER = {card: Cell(card, "power play") for card in POWER_DECK}


def build_decks_picture(state: Billionaire) -> Cards:
    """Build the picture of the decks: which Investments nobody owns, and how many other cards are left."""
    owned = {card for player in state.players.values() for card in player.owned}
    regions = [
        Pile(REGIONS[region], [cell for card, cell in cells.items() if card not in owned])
        for region, cells in UNSOLD.items()
    ]
    backs = [Pile("Profit", backs=len(state.profit)), Pile("Power Play", backs=len(state.power) + len(state.bottom))]
    return Cards(id=DECKS, title="Still unsold, and the decks", piles=[*regions, *backs])


def build_analyzer_picture(state: Billionaire) -> Picture:
    """Build the picture of the Analyzer: the colours, red or green, on which its two needles last stopped."""
    lights = build_bulbs("analyzer", [Cell(colour, colour) for colour in state.news.split()])
    return replace(lights, title="The Analyzer")


def build_auction_slip(state: Billionaire) -> Slip:
    """Build the public display of the auction: while players bid, the cards for sale without saying who has bid; or
    else, once bids were shown, all of the last ones and the receipts that prove that nobody changed one (none if there
    are none).
    """
    title = auction.format_auction_lot(state, PUBLIC) if state.auction else phrase("The last bids")
    if state.auction and not state.auction.winner and not state.sealed:
        return Slip(
            id=AUCTION, title=title, lot=build_lot_cells(state.auction, PUBLIC), look=build_auction_look(state, PUBLIC)
        )
    bids = [Saying(bid.who, phrase("{amount:$}", amount=bid.amount)) for bid in state.sealed]
    receipts: list[Words] = [
        phrase("{who}: code {receipt}…", who=bid.who, receipt=bid.receipt[:RECEIPT_CHARACTERS_SHOWN])
        for bid in state.sealed
    ]
    return Slip(id=AUCTION, title=title, bids=bids, notes=receipts)


def build_lot_cells(found: Auction, who: str) -> list[Cell]:
    """Build pictures of the cards up for auction, as one player sees them: a card that this player may not see shows
    only its back and region.
    """
    if found.lander == who and found.lot != THREE:
        return [replace(OWNED_CELLS[card], note=REGIONS[INVESTMENTS[card].region]) for card in found.cards]
    regions = [INVESTMENTS[card].region for card in found.cards]
    return [Cell(REGIONS[region], region, phrase("unseen"), mark="next") for region in regions]


def build_auction_look(state: Billionaire, who: str) -> Look:
    """Build the texts with which a web page draws an auction: for a player who may bid or has bid, or, with an empty
    `who`, for the public. Raise Illegal if there is no auction.
    """
    found = auction.check_open_auction(state)
    seen = found.lander == who and found.lot != THREE
    values = [INVESTMENTS[card] for card in found.cards] if seen else []
    terms: list[Words] = [
        phrase("the highest bid buys it"),
        phrase("you pay the bank") if found.lander == who else phrase("{lander} is paid", lander=found.lander),
    ]
    bid, cash = found.bids.get(who), state.compute_cash(who) if who else 0
    return Look(
        name=AUCTION,
        pot=phrase("{bid:$}", bid=bid or 0) if who else phrase("Sealed bids"),
        label=phrase("Your bid") if who else phrase("How much will they bid?"),
        lives=phrase("{cash:$k} in your hand", cash=cash) if who else "",
        know=[
            *terms,
            phrase("you may change it until all have bid") if bid is not None else phrase("all open together"),
        ],
        go=phrase("Bid {amount}", amount="#"),
        tap=phrase("Tap your money") if cash else phrase("Tap + to bid"),
        feet=[phrase("{amount:$}", amount=value.actual) for value in values],
        tails=[phrase("{amount:$k}", amount=value.trading) for value in values],
    )


# -- for one


def build_own_billionaire_view(game: GameInPlay[Billionaire], who: str, lying: Cards) -> OwnView:
    """Build the part of the game's display that only this player may see: their own cards face up, an auction as they
    may see it, their bid with its receipt, and their standing orders.
    """
    state = game.state
    pictures: list[Picture] = [build_own_hand(state.players[who], who, lying)]
    if state.auction and not state.auction.winner and who in state.auction.bidders:
        pictures.append(build_own_slip(state, state.auction, who))
    return OwnView(who, list_own_secrets(game, who), pictures={BOARD: pictures})


def build_own_slip(state: Billionaire, found: Auction, who: str) -> Slip:
    """Build the display of an auction for one of its bidders: the cards as far as that player may see them, and their
    own bid.
    """
    bid = found.bids.get(who)
    return Slip(
        id=AUCTION,
        title=auction.format_auction_lot(state, who),
        lot=build_lot_cells(found, who),
        notes=[] if bid is None else [phrase("Your bid: {amount:$}", amount=bid)],
        look=build_auction_look(state, who),
    )


def build_own_hand(player: BillionairePlayer, who: str, lying: Cards) -> Cards:
    """Build the picture of everybody's cards (`lying` is the public one) for one player, whose own cards come first,
    their Profit and Power Play cards now face up, too; `lying` is not changed.
    """
    mine: dict[Words, list[Cell]] = {
        "Profit": [PROFIT_CARD_CELLS[card] for card in reversed(player.cash)],
        "Power Play": [POWER[card] for card in sorted(player.power)],
    }
    own = [Pile(pile.name, mine[pile.name], who=who) if pile.backs else pile for pile in lying.piles if pile.who == who]
    return replace(lying, piles=[*own, *(pile for pile in lying.piles if pile.who != who)])


def find_own_bid(state: Billionaire, who: str) -> int | None:
    """Return the amount that a player has bid in the current auction as long as they can still change it; else None."""
    return state.auction.bids.get(who) if state.auction and not state.auction.winner else None


def list_own_secrets(game: GameInPlay[Billionaire], who: str) -> list[Words]:
    """Return, for display to this player only, their cards in hand, their bid with its receipt, and their standing
    orders.
    """
    state, player = game.state, game.state.players[who]
    found: list[Words] = []
    if player.cash:
        found.append(
            phrase(
                "Your Profit cards: {cards}, {amount:$} in all.",
                cards=format_profit_cards(player.cash),
                amount=state.compute_cash(who),
            )
        )
    if player.power:
        found.append(phrase("Your Power Play cards: {cards}.", cards=sorted(player.power)))
    bid = find_own_bid(state, who)
    if state.auction and bid is not None:
        receipt = auction.build_bid_seal(state.auction, who).compute_receipt(game.secret)
        found.append(phrase("Your bid: {amount:$}. Code to check this later: {receipt}", amount=bid, receipt=receipt))
    return [*found, *orders.format_orders(player.orders)]


# -- great scenes, as pictures for chats


def draw_sale(facts: Mapping[str, Any], step: Sequence[Told]) -> list[Picture]:
    """Draw for a chat what was sold in an auction (`facts` are those of the event LotBought), what it is worth, and all
    bids shown in `step`, what was announced with it, the highest marked.
    """
    bids = [each.facts for each in step if each.kind is events.BidShown]
    best = max((bid["amount"] for bid in bids), default=0)
    shown = [
        Cell(
            phrase("{who}: {amount:$}", who=bid["who"], amount=bid["amount"]),
            mark="chosen" if bid["amount"] == best else "",
        )
        for bid in bids
    ]
    worth = phrase("worth {worth:$}, sold for {amount:$}", worth=facts["worth"], amount=facts["amount"])
    lot = Cards(piles=[Pile(worth, [Cell(name, "own") for name in facts["lot"]])])
    return [lot, *([build_pool(phrase("The bids"), shown)] if shown else [])]


def draw_taken_investment(facts: Mapping[str, Any], _: Sequence[Told]) -> list[Picture]:
    """Draw for a chat the Investment that one player takes from another."""
    way = phrase("from {loser} to {winner}", loser=facts["loser"], winner=facts["winner"])
    return [Cards(piles=[Pile(way, [Cell(facts["card"], "own")])])]


BILLIONAIRE_SCENES: Scenes = {
    events.GoalReached: draw_no_picture,
    events.InvestmentTaken: draw_taken_investment,
    events.LotBought: draw_sale,
}
