"""Treble Chance: take a chance on three for some money money money."""

from __future__ import annotations

from engine.kernel.picture import Cards, Cell, Pile, doors
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.pictures import brief, shut
from engine.minigames.stage import BoothTable, drawing

MONEY = [
    50_000, 70_000, 100_000, 150_000, 200_000, 250_000, 300_000,
    400_000, 600_000, 1_000_000, 1_500_000, 3_000_000,
]  # house  # fmt: skip
BROKE, TREBLE = -1, 10**9  # below and above any money
NAMES = {BROKE: "Broke", TREBLE: "Treble"}
BROKES, TREBLES = 3, 3  # house
JACKPOT = 100_000_000  # house: for three Trebles
CHANCES, HAND = 3, 3


async def treble_chance(t: BoothTable, who: str) -> int:
    """Eighteen envelopes: twelve hold money, three say Treble, and three say Broke. Your first chance is to open
    three. Twice more you may take a chance on up to three others: each takes the place of the worst you have, Broke
    first and Treble last; a hand worth something you may take instead. Then the money in your three envelopes is
    added up and trebled for each Treble; with a Broke among them you win nothing, with three Trebles £100,000,000.
    """
    deck = [*MONEY, *[BROKE] * BROKES, *[TREBLE] * TREBLES]
    envelopes = t.draw("treble_chance.envelopes", deck, len(deck))
    opened, hand = list[int](), list[int]()
    for left in range(CHANCES, 0, -1):
        show(t, envelopes, opened, hand, left)
        chosen = await ask_envelopes(t, who, opened, hand, left)
        if "take" in chosen:
            break
        hand = sorted(hand)[len(chosen) :] if hand else hand
        for n in map(int, chosen):
            opened.append(n)
            hand.append(envelopes[n - 1])
            t.tell(events.TrebleEnvelopeOpened(n=n, found=written(t, envelopes[n - 1])))
    show(t, envelopes, opened, hand, 0)
    return worth(hand)


async def ask_envelopes(t: BoothTable, who: str, opened: list[int], hand: list[int], left: int) -> list[int | str]:
    """Envelopes to open; with three in hand also: none. Silence keeps the three, unless they are worth nothing."""
    closed: list[int | str] = [n for n in range(1, len(MONEY) + BROKES + TREBLES + 1) if n not in opened]
    text = "You hold {hand}, worth {cash:£}. Which to open instead of the worst, or take it? Chances left: {left}."
    broke = "You hold {hand}, worth nothing. Which to open instead of the worst? Chances left: {left}."
    return await t.ask_several(
        "treble_chance.envelopes",
        who,
        (text if worth(hand) else broke) if hand else "Which three envelopes?",
        [*closed, "take"] if worth(hand) else closed,
        lapse=["take"] if worth(hand) else closed[: hand.count(BROKE) or HAND],
        low=1 if hand else HAND,
        high=HAND,
        of="envelopes",
        patience="minigame",
        hand=[written(t, it) for it in sorted(hand)],
        cash=worth(hand),
        left=left,
    )


def worth(hand: list[int]) -> int:
    """What three envelopes pay."""
    if BROKE in hand or not hand:
        return 0
    trebles = hand.count(TREBLE)
    return JACKPOT if trebles == HAND else sum(it for it in hand if it != TREBLE) * int(3**trebles)


def written(t: BoothTable, found: int) -> str:
    """What is in an envelope."""
    return NAMES.get(found) or t.money(found)


@drawing
def show(t: BoothTable, envelopes: list[int], opened: list[int], hand: list[int], left: int) -> None:
    """The envelopes, and the three in hand, the worst first."""
    cells = [inside(found) if n in opened else shut(n) for n, found in enumerate(envelopes, 1)]
    notes = [phrase("Worth {cash:£}", cash=worth(hand)), phrase("Chances left: {left}", left=left)]
    held = [inside(it) for it in sorted(hand)]
    t.show(doors("envelopes", cells, 3), Cards(piles=[Pile(phrase("You hold"), held)], notes=[*notes]))


def inside(found: int) -> Cell:
    """What was in an envelope."""
    kinds = {BROKE: "bomb", TREBLE: "booster"}
    return Cell(NAMES[found] if found in kinds else brief(found), kinds.get(found, "cash"))
