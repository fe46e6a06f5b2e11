"""Treble Chance: take a chance on three for some money money money."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cards, Cell, Look, Pile, build_doors
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

ENVELOPE_MONEY = [
    50_000, 70_000, 100_000, 150_000, 200_000, 250_000, 300_000,
    400_000, 600_000, 1_000_000, 1_500_000, 3_000_000,
]  # house  # fmt: skip
BROKE, TREBLE = -1, 10**9  # below and above any money
ENVELOPE_NAMES = {BROKE: "Broke", TREBLE: "Treble"}
BROKES, TREBLES = 3, 3  # house
JACKPOT = 100_000_000  # house: for three Trebles
CHANCES, HAND = 3, 3


async def treble_chance(t: BoothTable, who: str) -> int:
    """There are eighteen envelopes: twelve hold money, three say Treble, and three say Broke. First you open three.
    Twice more you may open up to three others, and each replaces the worst one that you have: Broke first, and
    Treble last. You may also take the money, if your envelopes are worth some. In the end, the money in your three
    envelopes is added up, and trebled for each Treble. With a Broke you win nothing. With three Trebles you win
    £100,000,000.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    deck = [*ENVELOPE_MONEY, *[BROKE] * BROKES, *[TREBLE] * TREBLES]
    envelopes = t.draw("treble_chance.envelopes", deck, len(deck))
    opened, hand = list[int](), list[int]()
    for left in range(CHANCES, 0, -1):
        render_treble_envelopes(t, envelopes, opened, hand, left)
        chosen = await ask_envelopes(t, who, opened, hand, left)
        if "take" in chosen:
            break
        hand = sorted(hand)[len(chosen) :] if hand else hand
        for n in map(int, chosen):
            opened.append(n)
            hand.append(envelopes[n - 1])
            t.tell(events.TrebleEnvelopeOpened(n=n, found=format_envelope(t, envelopes[n - 1])))
    render_treble_envelopes(t, envelopes, opened, hand, 0)
    return compute_hand_prize(hand)


async def ask_envelopes(t: BoothTable, who: str, opened: list[int], hand: list[int], left: int) -> list[int | str]:
    """Ask the player for envelopes to open (three at first, later one to three), or to take a hand that is worth
    something; return a list of numbers, or one with “take”, which outweighs them. If time runs out, it is “take” if
    offered, else closed envelopes, one for each Broke in hand or three at the start.
    """
    closed = [n for n in range(1, len(ENVELOPE_MONEY) + BROKES + TREBLES + 1) if n not in opened]
    cash = compute_hand_prize(hand)
    take = {"take": phrase("Take {cash:£}", cash=cash)} if cash else {}
    text = (
        "Your envelopes {hand} are worth {cash:£}. Which new envelopes do you open, to replace the worst ones? Or"
        " do you take the money? Chances left: {left}."
    )
    broke = (
        "Your envelopes {hand} are worth nothing. Which new envelopes do you open? They replace your worst ones. "
        "You can still do this {left} times."
    )
    return await t.ask(
        "treble_chance.envelopes",
        who,
        (text if cash else broke) if hand else "Which three envelopes do you open?",
        build_numbered_options(closed, **take),
        lapse=["take"] if cash else [*closed[: hand.count(BROKE) or HAND]],
        form=Form("several", 1 if hand else HAND, HAND),
        of="envelopes",
        patience="minigame",
        hand=[format_envelope(t, it) for it in sorted(hand)],
        cash=cash,
        left=left,
    )


def compute_hand_prize(hand: list[int]) -> int:
    """Return the money that the three envelopes in hand pay: their sum, trebled for each Treble; nothing with a Broke
    or an empty hand, £100,000,000 for three Trebles.
    """
    if BROKE in hand or not hand:
        return 0
    trebles = hand.count(TREBLE)
    return JACKPOT if trebles == HAND else sum(it for it in hand if it != TREBLE) * int(3**trebles)


def format_envelope(t: BoothTable, found: int) -> str:
    """Format what is in an envelope (money, Treble or Broke) for a sentence."""
    return ENVELOPE_NAMES.get(found) or t.format_converted_money(found)


@defer_rendering
def render_treble_envelopes(envelopes: list[int], opened: list[int], hand: list[int], left: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: all
    envelopes, opened ones with what they hold, and the three in hand, the worst first, with what they pay.
    """
    cells = [build_envelope_cell(found) if n in opened else build_shut_cell(n) for n, found in enumerate(envelopes, 1)]
    notes = [phrase("Worth {cash:£}", cash=compute_hand_prize(hand)), phrase("Chances left: {left}", left=left)]
    held = [build_envelope_cell(it) for it in sorted(hand)]
    look = Look(
        name="treble_chance",
        pot=phrase("{cash:£}", cash=compute_hand_prize(hand)),
        label=phrase("Your three envelopes pay"),
        lives=phrase("{n} {n:chance|chances} left", n=left),
        know=[
            phrase("12 hold money"),
            phrase("3 Trebles: each one multiplies by three"),
            phrase("all three: {n:£k}", n=JACKPOT),
        ],
        risk=phrase("3 Broke: nothing"),
        go=phrase("Open {what}", what="#"),
    )
    hold = Cards(id="hand", piles=[Pile(phrase("You hold"), held)], notes=[*notes])
    return [replace(build_doors("envelopes", cells, 3), look=look), hold]


def build_envelope_cell(found: int) -> Cell:
    """Build the picture of an opened envelope with money, Treble or Broke in it."""
    kinds = {BROKE: "bomb", TREBLE: "booster"}
    return Cell(ENVELOPE_NAMES[found] if found in kinds else format_short_cash(found), kinds.get(found, "cash"))
