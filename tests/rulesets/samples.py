"""One picture of every kind, with everything that it can have."""

from engine.kernel.picture import (
    HAVEN,
    SHUT_CELL,
    Cards,
    Cell,
    Grid,
    Meter,
    Picture,
    Pile,
    Point,
    Quiz,
    Saying,
    Slip,
    Token,
    Track,
    build_bulbs,
    build_dice,
    build_doors,
    build_pool,
)
from engine.kernel.text import phrase

SQUARES = Grid(
    id="squares",
    title=phrase("Pot {pot:£}", pot=1_500_000),
    columns=3,
    cells=[
        Cell(phrase("{amount:£k}", amount=950_000), "cash", value=1),
        Cell("2", SHUT_CELL, value=2),
        Cell("3", SHUT_CELL, value=3),
        Cell("52", note="1"),
        Cell("BOMB", "bomb", mark="wrong"),
        Cell("6", mark="struck"),
    ],
    rows=["A", "B"],
    heads=["X", "Y", "Z"],
    notes=[phrase("{n} left", n=2)],
)
BROAD = build_doors("broad", [Cell("Eliminate Opponent"), Cell("Block the Blammo"), Cell("Threshold Situation")])
LAMPS = build_bulbs("lamps", [Cell("white", "white"), Cell("2", SHUT_CELL, value=2)])
DICE = build_dice([6, 2])
POOL = build_pool("Hidden:", ["£300,000", Cell("red £20M", note="paired"), Cell("gone", mark="struck")])
LADDER = Track(
    id="ladder",
    spaces=[Cell("$100"), Cell("$1,000", HAVEN, "safe"), Cell("$2,000", mark="next")],
    tokens=[Token("p1", 2), Token("p2", 2), Token("A very very long name indeed", 2)],
    shape="upright",
)
LEDGE = Track(id="ledge", spaces=[Cell("") for _ in range(5)], tokens=[Token("p1", 2)])
RUN = Track(
    id="run",
    spaces=[Cell("") for _ in range(6)],
    tokens=[Token("p1", 4), Token("p2", 1), Token("A very very long name indeed", 4), Token("Cat", 0)],
)
LIGHTS = Track(id="payments", spaces=[Cell(str(n)) for n in (1, 2, 4, 7, 11)], tokens=[Token("p1", 1)])
BOARDROOM = Track(
    id="board",
    spaces=[Cell(f"Space {n}", who="p1" if n == 3 else "") for n in range(1, 25)],
    tokens=[Token("p1", 24), Token("p2", 3)],
    shape="ring",
)
CARDS = Cards(
    id="cards",
    piles=[
        Pile("Cards", [Cell("7"), Cell("Q", mark="right"), Cell("3", mark="wrong")], 4),
        Pile("Hand", [], 3, "p1"),
        Pile("Empty"),
    ],
)
METER = Meter(low=700, high=800, value=725, face="Power 0.725", points=[Point(750, "below 0.750", "limit")])
QUIZ = Quiz(
    id="quiz",
    question="Which of these is the longest river of all, if one counts everything?",
    answers=[
        Cell("A: Amazon", value="A", mark="chosen"),
        Cell("B: Nile", value="B", mark="right"),
        Cell("C: Rhine", value="C", mark="struck"),
        Cell("D: Thames", value="D", mark="wrong"),
    ],
    said=[Saying("p1", "A", "wrong"), Saying("p2", "B", "right")],
    locked=["p1"],
)
SLIP = Slip(
    id="bid", handed=["p1"], waiting=["p2"], bids=[Saying("p1", 12_000_000, "right")], high=20_000_000, own=12_000_000
)
SAMPLES: list[Picture] = [
    *(SQUARES, BROAD, LAMPS, DICE, POOL),
    *(LADDER, LEDGE, RUN, LIGHTS, BOARDROOM),
    *(CARDS, METER, QUIZ, SLIP),
]
