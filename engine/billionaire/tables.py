"""The plain numbers of the game: the track, the cards, the Analyzer. What is house is ours."""

from __future__ import annotations

from typing import NamedTuple

M = 1_000_000
EURASIA, AFRO_EUROPA, AMERICAS = "eurasia", "afro-europa", "americas"
REGIONS = {EURASIA: "Eurasia", AFRO_EUROPA: "Afro-Europa", AMERICAS: "The Americas"}  # rulebook
THREE = "three"  # a lot of one card from each deck
MOST_PLAYERS, FEWEST_PLAYERS = 4, 2  # rulebook
DEALT = 5  # rulebook: Profit cards for everybody at the start
BILLION_DOLLARS = 1_000 * M  # rulebook
ACTUAL = 10  # rulebook: how many times its trading value an Investment is really worth
BILLIONAIRE_GOALS = {"a billion": BILLION_DOLLARS, "750m": 750 * M, "500m": 500 * M, "250m": 250 * M, "100m": 100 * M}
TIED_ROUNDS = 2  # house: after so many ties only those who tied bid again
LAST_TIE = 4  # house: this one is settled by turn order

HEADQUARTERS, PROFIT, POWER, BIDS, THREE_BIDS, ANALYZE = (
    "headquarters", "profit", "power play", "bids", "three bids", "analyze",
)  # fmt: skip


class TrackSpace(NamedTuple):
    """Describe a space of the track: its kind, its region if it has one, and its name."""

    kind: str
    region: str
    name: str


def build_track_space(kind: str, region: str = "") -> TrackSpace:
    """Build a space of the game's track of this kind, such as an auction or a Profit space; if it belongs to a region,
    players see the region in its name.
    """
    where = REGIONS.get(region, "")
    names = {
        HEADQUARTERS: "Headquarters",
        PROFIT: "Profit",
        POWER: "Power Play",
        BIDS: f"Sealed Bids: {where}",
        THREE_BIDS: "Sealed Bids on Three",
        ANALYZE: f"Analyze {where}",
    }
    return TrackSpace(kind, region, names[kind])


# house: the order of the spaces. All four quarters run alike, so that no corner is better than another: each region is
# bid for on two spaces and analyzed on one, and three Investments come up on two spaces opposite each other.
TRACK = (
    build_track_space(HEADQUARTERS),
    build_track_space(BIDS, EURASIA),
    build_track_space(PROFIT),
    build_track_space(POWER),
    build_track_space(ANALYZE, AFRO_EUROPA),
    build_track_space(BIDS, AMERICAS),
    build_track_space(HEADQUARTERS),
    build_track_space(BIDS, AFRO_EUROPA),
    build_track_space(PROFIT),
    build_track_space(POWER),
    build_track_space(ANALYZE, AMERICAS),
    build_track_space(THREE_BIDS),
    build_track_space(HEADQUARTERS),
    build_track_space(BIDS, AMERICAS),
    build_track_space(PROFIT),
    build_track_space(POWER),
    build_track_space(ANALYZE, EURASIA),
    build_track_space(BIDS, EURASIA),
    build_track_space(HEADQUARTERS),
    build_track_space(BIDS, AFRO_EUROPA),
    build_track_space(PROFIT),
    build_track_space(POWER),
    build_track_space(PROFIT),
    build_track_space(THREE_BIDS),
)  # fmt: skip
CORNER_COLOURS = ("orange", "yellow", "green", "blue")  # rulebook: of the corners, clockwise
TRACK_CORNERS = tuple(at for at, here in enumerate(TRACK) if here.kind == HEADQUARTERS)
SEATS_BY_PLAYER_COUNT = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # house: two sit opposite each other
DIE = (1, 2, 3, 4, 5, 6)

PROFIT_DECK = {1 * M: 12, 2 * M: 12, 5 * M: 9, 10 * M: 3}  # house: how many there are of each
PROFIT_CARDS = sum(PROFIT_DECK.values())

SECURITY, ANALYZE_ANY, ESPIONAGE, PROXY_FIGHT, DISASTER = (
    "Security", "Analyze Any", "Espionage", "Proxy Fight", "Disaster",
)  # fmt: skip
POWER_DECK = {SECURITY: 6, ANALYZE_ANY: 4, ESPIONAGE: 4, PROXY_FIGHT: 3, DISASTER: 3}  # house
RED, GREEN = "red", "green"  # rulebook: the two ends of each spinner


class Investment(NamedTuple):
    """Describe an Investment card: its region, its trading value and its actual value."""

    region: str
    trading: int
    actual: int


# house: names and values. Each region is worth 930 million in all, spread evenly, widely and narrowly.
TRADING_MILLIONS = {
    EURASIA: {
        "Steppe Wheat Combine": 2, "Himalayan Tea Gardens": 3, "Aral Cotton Mills": 4, "Bosporus Ferries": 5,
        "Ceylon Spice House": 6, "Pearl Delta Electronics": 7, "Kyushu Shipyards": 8, "Ural Steel": 9,
        "Siberian Timber": 10, "Arabian Desalination": 11, "Yangtze Power": 13, "Caspian Oil Fields": 15,
    },
    AFRO_EUROPA: {
        "Tuscan Olive Groves": 1, "Lapland Reindeer Herds": 2, "Atlas Phosphates": 3, "Ivory Coast Cocoa": 4,
        "Rhine Barges": 5, "Alpine Clockworks": 6, "Nile Cotton": 8, "Ruhr Chemicals": 10, "Katanga Copper": 11,
        "Channel Crossing Bonds": 12, "North Sea Gas": 14, "Rand Gold Mines": 17,
    },
    AMERICAS: {
        "Yukon Freight": 4, "Caribbean Sugar": 5, "Maple Paper Mills": 5, "Pampas Beef": 6,
        "Bluegrass Horse Farms": 7, "Orinoco Iron": 8, "Great Lakes Shipping": 8, "Andean Silver": 9,
        "Pacific Film Studios": 9, "Amazon Rubber": 10, "Isthmus Canal Tolls": 10, "Prairie Motor Works": 12,
    },
}  # fmt: skip
INVESTMENTS = {
    name: Investment(region, trading * M, trading * M * ACTUAL)
    for region, cards in TRADING_MILLIONS.items()
    for name, trading in cards.items()
}


def build_profit_deck(cards: int) -> list[int]:
    """Return a Profit deck of so many cards, as dollars, card by card in the order of their values, not shuffled; each
    value comes in its usual proportion, and values that rounding down cut most get one card more.
    """
    exact = {value: cards * count / PROFIT_CARDS for value, count in PROFIT_DECK.items()}
    counts = {value: int(share) for value, share in exact.items()}
    short = cards - sum(counts.values())
    for value in sorted(exact, key=lambda value: counts[value] - exact[value])[:short]:
        counts[value] += 1
    return [value for value, count in counts.items() for _ in range(count)]
