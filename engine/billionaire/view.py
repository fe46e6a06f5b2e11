"""What the public and each player may see. Nothing here depends on a hand, an order or a bid that is not one's own."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.billionaire import auction, orders, waking
from engine.billionaire.decks import faces
from engine.billionaire.security import ABOUT, CHOOSE
from engine.billionaire.state import Billionaire, Player
from engine.billionaire.tables import (
    ANALYZE,
    BIDS,
    COLOURS,
    CORNERS,
    HEADQUARTERS,
    INVESTMENTS,
    POWER_DECK,
    PROFIT_DECK,
    REGIONS,
    TRACK,
    WORTH,
    M,
    Space,
)
from engine.kernel.game import Game
from engine.kernel.picture import Cards, Cell, Picture, Pile, Saying, Slip, Token, Track, bulbs
from engine.kernel.text import PUBLIC, Words, phrase
from engine.kernel.view import Own, Panel, Seat, Standing, View, crowned

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


class Seen(NamedTuple):
    """What is worked out once for all views of a moment: what everybody sees, and what lies before them in it."""

    public: View
    hands: Cards


def view(game: Game[Billionaire], who: str) -> View:
    """The game for one pair of eyes: what everybody sees, and what is only theirs."""
    seen: Seen = game.seen or seen_now(game.state)
    game.seen = seen
    return replace(seen.public, own=own(game, who, seen.hands) if who in game.state.players else None)


def seen_now(state: Billionaire) -> Seen:
    """What everybody sees."""
    lying = hands(state)
    public = View(
        title=TITLE,
        stage=phrase("Round {round} of at most {rounds}", round=state.round, rounds=state.options.rounds),
        target=state.options.amount,
        currency="$",
        panels=[board(state, lying)],
        standings=crowned([standing(state, place, player) for place, player in state.standings()], state.champions),
        chart={player: there.chart for player, there in state.players.items()},
        over=state.phase == "over",
        winners=state.champions,
    )
    return Seen(public, lying)


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


def board(state: Billionaire, lying: Cards) -> Panel:
    """The track, what lies before everybody, the decks, the Analyzer, and what is up for bids."""
    spinner = [spun(state)] if state.news else []
    slip = [auctioned(state)] if state.auction or state.sealed else []
    return Panel(
        id=BOARD,
        title=TITLE,
        stage=STAGES.get(state.phase) or phrase("{who} is on turn", who=state.turn),
        seats=[seat(state, who) for who in state.players],
        to_move=to_move(state),
        pictures=[track(state), *slip, *spinner, lying, decks_left(state)],
    )


def to_move(state: Billionaire) -> list[str]:
    """Whom everybody waits for, as far as all may know: not who has still to bid or to think about a Security."""
    if state.phase in STAGES or (state.actions and state.actions[0].kind in ABOUT.keys() - {CHOOSE}):
        return []
    if state.auction and not state.actions:
        return [state.auction.winner] if state.auction.winner else []
    return [] if waking.to_wake(state) else [state.turn]


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


def hands(state: Billionaire) -> Cards:
    """Investments lie face up; of Profit and Power Play cards everybody sees the backs."""
    piles = [pile for who in state.here() for pile in piles_of(state.players[who], who)]
    return Cards(id=HANDS, title="What everybody has", piles=piles)


def piles_of(player: Player, who: str) -> list[Pile]:
    """What one player has; nothing is no pile, but there is always one."""
    owned = {*player.owned}
    piles = [
        Pile("Investments", [cell for card, cell in OWNED.items() if card in owned], who=who),
        Pile("Profit", backs=len(player.cash), who=who),
        Pile("Power Play", backs=len(player.power), who=who),
    ]
    return [pile for pile in piles if pile.cards or pile.backs] or piles[:1]


def investment(card: str, where: str = "") -> Cell:
    """An Investment with what it is worth in millions, and where it is unless that is said already."""
    found = INVESTMENTS[card]
    worth = phrase("${n}M", n=found.actual // M)
    note = phrase("{region} {worth}", region=where, worth=worth) if where else worth
    return Cell(card, found.region, note, value=card)


# All that is shown again and again is made once. By region, the least valuable first: that one is unprotected.
ORDER = sorted(
    INVESTMENTS, key=lambda card: ([*REGIONS].index(INVESTMENTS[card].region), INVESTMENTS[card].actual, card)
)
UNSOLD = {region: {card: investment(card) for card in ORDER if card in WORTH[region]} for region in REGIONS}
OWNED = {card: investment(card, SHORT[INVESTMENTS[card].region]) for card in ORDER}
CASH = {card: Cell(phrase("{amount:$}", amount=card), "profit") for card in PROFIT_DECK}
POWER = {card: Cell(card, "power play") for card in POWER_DECK}


def decks_left(state: Billionaire) -> Cards:
    """What nobody owns yet, as everybody could work out; and how many Profit and Power Play cards are left."""
    owned = {card for player in state.players.values() for card in player.owned}
    regions = [
        Pile(REGIONS[region], [cell for card, cell in cells.items() if card not in owned])
        for region, cells in UNSOLD.items()
    ]
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


def own(game: Game[Billionaire], who: str, lying: Cards) -> Own:
    """What only one player sees."""
    state = game.state
    pictures: list[Picture] = [own_hand(state.players[who], who, lying)]
    bid = own_bid(state, who)
    if bid is not None:
        mine = phrase("Your bid: {amount:$}", amount=bid)
        pictures.append(Slip(id=AUCTION, title=auction.lot(state, who), notes=[mine]))
    return Own(who, secrets(game, who), pictures={BOARD: pictures})


def own_hand(player: Player, who: str, lying: Cards) -> Cards:
    """What everybody has, one's own first: of that one sees the faces."""
    mine: dict[Words, list[Cell]] = {
        "Profit": [CASH[card] for card in reversed(player.cash)],
        "Power Play": [POWER[card] for card in sorted(player.power)],
    }
    own = [Pile(pile.name, mine[pile.name], who=who) if pile.backs else pile for pile in lying.piles if pile.who == who]
    return replace(lying, piles=[*own, *(pile for pile in lying.piles if pile.who != who)])


def own_bid(state: Billionaire, who: str) -> int | None:
    """What one has bid, as long as one may change it."""
    return state.auction.bids.get(who) if state.auction and not state.auction.winner else None


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
    bid = own_bid(state, who)
    if state.auction and bid is not None:
        receipt = auction.seal_of(state.auction, who).receipt(game.secret)
        found.append(phrase("Your bid: {amount:$}. Receipt: {receipt}", amount=bid, receipt=receipt))
    return [*found, *orders.told(player.orders)]
