"""What the public and each player may see. Nothing here depends on a hand, an order or a bid that is not one's own."""

from __future__ import annotations

from msgspec.structs import replace

from engine.billionaire import auction, orders
from engine.billionaire.decks import faces
from engine.billionaire.security import ABOUT, CHOOSE
from engine.billionaire.state import Billionaire
from engine.billionaire.tables import (
    ANALYZE,
    BIDS,
    COLOURS,
    CORNERS,
    HEADQUARTERS,
    INVESTMENTS,
    REGIONS,
    TRACK,
    M,
    Space,
)
from engine.kernel.game import Game
from engine.kernel.picture import Cards, Cell, Picture, Pile, Saying, Slip, Token, Track, bulbs
from engine.kernel.text import PUBLIC, Words, phrase
from engine.kernel.view import Own, Panel, Seat, Standing, View

TITLE = "Billionaire"
BOARD, HANDS, DECKS, AUCTION = "board", "hands", "decks", "auction"
SEEN = 16  # of a receipt; all of it was told
SHORT = {"eurasia": "Eu", "afro-europa": "AE", "americas": "Am"}
FACES = {
    HEADQUARTERS: "HQ",
    BIDS: "Bid",
    ANALYZE: "Spin",
    "profit": "Profit",
    "power play": "Power",
    "three bids": "Three",
}
STAGES = {
    "deal": "The cards are dealt",
    "first": "Who begins?",
    "over": "The game is over",
}


def view(game: Game[Billionaire], who: str) -> View:
    """The game for one pair of eyes."""
    state = game.state
    seen = View(
        title=TITLE,
        stage=phrase("Round {round} of at most {rounds}", round=state.round, rounds=state.options.rounds),
        target=state.options.amount,
        currency="$",
        panels=[board(state)],
        standings=[standing(state, place, player) for place, player in state.standings()],
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
    )
    if who != PUBLIC and who in state.players:
        seen.own = Own(who, secrets(game, who), pictures={BOARD: own_pictures(state, who)})
    return seen


def standing(state: Billionaire, place: int, who: str) -> Standing:
    """What lies open before a player; cash counts only once the game is over, as nobody shows it before."""
    total = state.total(who) if state.phase == "over" else state.worth(who)
    return Standing(place, who, total, held(state, who))


def held(state: Billionaire, who: str) -> list[Words]:
    """How many cards there are in a hand."""
    player = state.players[who]
    return [
        phrase("{n:n} Profit {n:card|cards}", n=len(player.cash)),
        phrase("{n:n} Power Play {n:card|cards}", n=len(player.power)),
    ]


# -- for all


def board(state: Billionaire) -> Panel:
    """The track, what lies before everybody, the decks, the Analyzer, and what is up for bids."""
    spinner = [spun(state)] if state.news else []
    slip = [auctioned(state)] if state.auction or state.sealed else []
    return Panel(
        id=BOARD,
        title=TITLE,
        stage=STAGES.get(state.phase) or phrase("{who} is on turn", who=state.turn),
        seats=[seat(state, who) for who in state.players],
        to_move=to_move(state),
        pictures=[track(state), *slip, *spinner, hands(state), decks_left(state)],
    )


def to_move(state: Billionaire) -> list[str]:
    """Whom everybody waits for, as far as all may know: not who has still to bid or to think about a Security."""
    if state.phase in STAGES or (state.actions and state.actions[0].kind in ABOUT.keys() - {CHOOSE}):
        return []
    if state.auction and not state.actions:
        return [state.auction.winner] if state.auction.winner else []
    return [state.turn]


def seat(state: Billionaire, who: str) -> Seat:
    """A player as everybody sees them."""
    if state.players[who].gone:
        return Seat(who, "gone")
    status = "on turn" if who == state.turn and state.phase != "over" else "playing"
    home = CORNERS.index(state.players[who].corner)
    backs: list[Words] = [
        phrase("{n} Profit", n=len(state.players[who].cash)),
        phrase("{n} Power Play", n=len(state.players[who].power)),
    ]
    return Seat(who, status, [COLOURS[home], *backs])  # short: four of them stand side by side on a telephone


def track(state: Billionaire) -> Track:
    """The 24 spaces in a ring, and where everybody stands; a corner has the colour of its Headquarters."""
    spaces = [*SPACES]
    for who in state.here():
        spaces[state.players[who].corner] = replace(SPACES[state.players[who].corner], who=who)
    if state.turn:
        at = state.players[state.turn].at
        spaces[at] = replace(spaces[at], mark="here")
    tokens = [Token(who, state.players[who].at + 1) for who in state.here()]
    return Track(id="track", spaces=spaces, tokens=tokens, shape="ring")


def spaced(at: int, space: Space) -> Cell:
    """A space of the track."""
    kind = COLOURS[CORNERS.index(at)] if space.kind == HEADQUARTERS else space.region or space.kind
    face = FACES[space.kind]
    if space.region:
        return Cell(phrase("{kind} {region}", kind=face, region=SHORT[space.region]), kind, space.name)
    return Cell(face, kind, space.name)


SPACES = [spaced(at, space) for at, space in enumerate(TRACK)]


def hands(state: Billionaire, eyes: str = PUBLIC) -> Cards:
    """Investments lie face up. Of Profit and Power Play cards everybody sees the backs, but of their own, which come
    first, the faces.
    """
    order = sorted(state.here(), key=lambda who: who != eyes)
    piles = [pile for who in order for pile in piles_of(state, who, own=who == eyes)]
    return Cards(id=HANDS, title="What everybody has", piles=piles)


def piles_of(state: Billionaire, who: str, *, own: bool) -> list[Pile]:
    """What one player has; nothing is no pile, but there is always one."""
    player = state.players[who]
    piles = [
        Pile("Investments", [OWNED[card] for card in ORDER if card in player.owned], who=who),
        Pile("Profit", backs=len(player.cash), who=who),
        Pile("Power Play", backs=len(player.power), who=who),
    ]
    if own:
        cash = [Cell(phrase("{amount:$}", amount=card), "profit") for card in reversed(player.cash)]
        power = [Cell(card, "power play") for card in sorted(player.power)]
        piles = [piles[0], Pile("Profit", cash, who=who), Pile("Power Play", power, who=who)]
    return [pile for pile in piles if pile.cards or pile.backs] or piles[:1]


def investment(card: str, where: str = "") -> Cell:
    """An Investment with what it is worth in millions, and where it is unless that is said already."""
    found = INVESTMENTS[card]
    worth = phrase("${n}M", n=found.actual // M)
    note = phrase("{region} {worth}", region=where, worth=worth) if where else worth
    return Cell(card, found.region, note, value=card)


# By region, the least valuable first: that one is unprotected. Made once: a view has nearly all of them.
ORDER = sorted(
    INVESTMENTS, key=lambda card: ([*REGIONS].index(INVESTMENTS[card].region), INVESTMENTS[card].actual, card)
)
UNSOLD = {card: investment(card) for card in ORDER}
OWNED = {card: investment(card, SHORT[INVESTMENTS[card].region]) for card in ORDER}


def decks_left(state: Billionaire) -> Cards:
    """What nobody owns yet, as everybody could work out; and how many Profit and Power Play cards are left."""
    owned = {card for player in state.players.values() for card in player.owned}
    unsold = [cell for card, cell in UNSOLD.items() if card not in owned]
    regions = [Pile(name, [cell for cell in unsold if cell.kind == region]) for region, name in REGIONS.items()]
    backs = [Pile("Profit", backs=len(state.profit)), Pile("Power Play", backs=len(state.power) + len(state.bottom))]
    return Cards(id=DECKS, title="Still unsold, and the decks", piles=[*regions, *backs])


def spun(state: Billionaire) -> Picture:
    """The two lights of the Analyzer as they last stood."""
    lights = bulbs("analyzer", [Cell(colour, colour) for colour in state.news.split()])
    return replace(lights, title="The Analyzer")


def auctioned(state: Billionaire) -> Slip:
    """What is up for bids; nobody is told who has handed in a bid. Once all are open: the last bids, with receipts."""
    title = auction.lot(state, PUBLIC) if state.auction else phrase("The last bids")
    bids = [Saying(bid.who, phrase("{amount:$}", amount=bid.amount)) for bid in state.sealed]
    receipts: list[Words] = [
        phrase("{who}: receipt {receipt}…", who=bid.who, receipt=bid.receipt[:SEEN]) for bid in state.sealed
    ]
    return Slip(id=AUCTION, title=title, bids=bids, notes=receipts)


# -- for one


def secrets(game: Game[Billionaire], who: str) -> list[Words]:
    """One's own hand, one's own bid with its receipt, and one's own orders."""
    state, player = game.state, game.state.players[who]
    found: list[Words] = []
    if player.cash:
        found.append(
            phrase("Your Profit cards: {cards}, {amount:$} in all.", cards=faces(player.cash), amount=state.cash(who))
        )
    if player.power:
        found.append(phrase("Your Power Play cards: {cards}.", cards=sorted(player.power)))
    open_ = state.auction
    if open_ and who in open_.bids and not open_.winner:
        receipt = auction.seal_of(open_, who).receipt(game.secret)
        found.append(phrase("Your bid: {amount:$}. Receipt: {receipt}", amount=open_.bids[who], receipt=receipt))
    return [*found, *orders.told(player.orders)]


def own_pictures(state: Billionaire, who: str) -> list[Picture]:
    """One's own hand, face up, and one's own bid."""
    found: list[Picture] = [hands(state, who)]
    open_ = state.auction
    if open_ and who in open_.bids and not open_.winner:
        mine = phrase("Your bid: {amount:$}", amount=open_.bids[who])
        found.append(Slip(id=AUCTION, title=auction.lot(state, who), notes=[mine]))
    return found
