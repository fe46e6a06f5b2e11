"""Times Table: shuffle hidden cash amounts between different multipliers."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import SHUT_CELL, Cell, Grid, Look, build_pool
from engine.kernel.text import Words, phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_cash_phrase, format_short_cash

POOL = [
    3_000, 5_000, 8_000, 10_000, 15_000, 20_000, 25_000, 35_000,
    50_000, 65_000, 80_000, 100_000, 130_000, 200_000, 1_000_000,
]  # house  # fmt: skip
PLACE, ROW = "{place} × {times}", "{row} {cash}"
PLACE_MULTIPLIERS = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 20}  # house: the multipliers
LOOKS, ROUNDS = 3, 2  # house: amounts seen before each shuffle, and shuffles


async def times_table(t: BoothTable, who: str) -> int:
    """Six of fifteen cash amounts lie face down beside six multipliers, from times 0 to times 20. Twice you may look
    at three amounts and then shuffle: name the places whose amounts are shuffled, face down. All others stay where
    they are. If you name a single place, you are asked once more. In the end every amount is multiplied by the
    number beside it, and you win the sum.

    Play the whole minigame with `who`, and return the sum in pounds, which the caller pays.
    """
    amounts = dict(zip(PLACE_MULTIPLIERS, t.draw("times_table.amounts", POOL, len(PLACE_MULTIPLIERS)), strict=True))
    seen = dict[str, int]()
    for left in range(ROUNDS, 0, -1):
        render_times_table(t, seen, left, looking=True)
        for place in await ask_places_to_see(t, who, seen):
            seen[place] = amounts[place]
            t.tell(events.PlaceMultiplied(place=place, times=PLACE_MULTIPLIERS[place], cash=amounts[place]))
        render_times_table(t, seen, left)
        chosen = await ask_shuffle(t, who, left)
        if not chosen:
            continue
        amounts |= zip(chosen, t.draw("times_table.shuffle", [amounts[p] for p in chosen], len(chosen)), strict=True)
        seen = {place: cash for place, cash in seen.items() if place not in chosen}
        t.tell(events.TableShuffled(places=chosen))
    render_times_table(t, amounts, 0)
    faces = [f"{t.format_converted_money(cash)} x {PLACE_MULTIPLIERS[place]}" for place, cash in amounts.items()]
    t.tell(events.TableShown(faces=faces))
    return sum(PLACE_MULTIPLIERS[place] * cash for place, cash in amounts.items())


async def ask_places_to_see(t: BoothTable, who: str, seen: dict[str, int]) -> list[str]:
    """Ask the player which of the hidden amounts to look at, three or as many as are hidden, and return the letters of
    their places; those beside the highest multipliers if time runs out. Nothing is shown yet.
    """
    hidden = [place for place in PLACE_MULTIPLIERS if place not in seen]
    text = "Which {looks} amounts do you want to see?"
    high = min(LOOKS, len(hidden))
    return await t.ask(
        "times_table.look",
        who,
        text,
        {place: phrase(PLACE, place=place, times=PLACE_MULTIPLIERS[place]) for place in hidden},
        lapse=hidden[-high:],
        form=Form("several", high, high),
        of="table",
        patience="minigame",
        looks=high,
    )


async def ask_shuffle(t: BoothTable, who: str, left: int) -> list[str]:
    """Ask the player which places to shuffle among one another, and return their letters; an empty list if “stay” is
    among them or time runs out. A single place may be a mistake: the player is told in private that it is useless, and
    asked once more; a second single one counts as none.
    """
    offers = {place: phrase(PLACE, place=place, times=times) for place, times in PLACE_MULTIPLIERS.items()}
    text = (
        "Which places do you want to shuffle? Or do you leave all as they are? You can shuffle {left} more "
        "{left:time|times}."
    )
    for _ in range(2):
        chosen = await t.ask(
            "times_table.shuffle",
            who,
            text,
            {**offers, "stay": phrase("Leave all as they are")},
            lapse=["stay"],
            form=Form("several", 1, len(PLACE_MULTIPLIERS)),
            of="table",
            patience="minigame",
            left=left,
        )
        if "stay" in chosen:
            return []
        if len(chosen) > 1:
            return chosen
        t.whisper(who, events.ShuffleUseless())
    return []


@defer_rendering
def render_times_table(seen: dict[str, int], left: int, *, looking: bool = False) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    multipliers, the amounts beside them that are known, the fifteen amounts of which these are six, and the shuffles
    left.
    """
    cells: list[Cell] = []
    for place, times in PLACE_MULTIPLIERS.items():
        known = (
            Cell(format_cash_phrase(seen[place]), "cash", value=place)
            if place in seen
            else Cell("?", SHUT_CELL, value=place)
        )
        cells += [Cell(f"x{times}", "times"), known]
    look = build_times_look(seen, left, looking=looking)
    pairs = Grid(id="table", columns=2, cells=cells, rows=[*PLACE_MULTIPLIERS], look=look)
    shuffles = phrase("Shuffles left: {left}", left=left)
    return [pairs, replace(build_pool(phrase("Six of these:"), map(format_short_cash, POOL)), notes=[shuffles])]


def build_times_look(seen: dict[str, int], left: int, *, looking: bool) -> Look:
    """Build the texts with which the web page draws the table of Times Table: what the seen amounts, each multiplied,
    add up to, which amounts may lie face down, and the shuffles left.
    """
    sum_seen = sum(PLACE_MULTIPLIERS[place] * cash for place, cash in seen.items())
    ahead = [format_short_cash(cash) for cash in POOL if cash not in seen.values()]
    ask: Words = phrase("Look at {what}", what="#") if looking else phrase("Shuffle {what}", what="#")
    return Look(
        name="times_table",
        own=False,
        pot=phrase("{cash:£}", cash=sum_seen),
        label=phrase("Seen so far"),
        lives=phrase("{left} shuffle{left:s} left", left=left),
        know=[phrase("still face down, {n} of these:", n=len(PLACE_MULTIPLIERS) - len(seen)), *ahead] if left else [],
        go=ask,
        tails=[f"×{times}" for times in PLACE_MULTIPLIERS.values()],
    )
