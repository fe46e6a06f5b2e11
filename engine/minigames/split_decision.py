"""Split Decision: an adaptation of the game show in which you take it or leave it."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import SHUT_CELL, Cell, Grid, Look, build_doors, build_pool
from engine.kernel.text import Phrase, phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_cash_cell,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

SAFE_CASH = [
    20_000, 30_000, 50_000, 60_000, 80_000, 100_000, 150_000,
    200_000, 300_000, 400_000, 600_000, 1_000_000, 2_000_000, 5_000_000,
]  # house  # fmt: skip
TRAP, TRAPS = 0, 2  # house
PAIRS = 4  # house
SPLIT = [0, 400_000, 1_200_000, 2_500_000, 5_000_000, 10_000_000]  # house: what the gold safes hold
CAUGHT = 10  # house: percent of the bank that a trap leaves
SMALL_CASH = 500_000  # sums below it are told together
TRAPPED = Cell(phrase("trap"), "bomb")
SAFE_TRAP_NAMES = {TRAP: "a trap"}


async def split_decision(t: BoothTable, who: str) -> int:
    """Sixteen safes hold cash, but two of them are traps. Choose four pairs. The first safe of a pair is opened: take
    what it holds, or leave it and take what the second one holds. If you take a trap, you keep only a tenth of your
    bank. At the end comes the split decision: keep the bank, or give it away for two of six gold safes, which hold from
    nothing to £10,000,000. Again you may take the first one, or leave it for the second.

    Play the whole minigame with `who`, and return the cash in pounds (a tenth of the bank after a trap), which the
    caller pays.
    """
    safes = t.draw("split_decision.safes", [*SAFE_CASH, *[TRAP] * TRAPS], len(SAFE_CASH) + TRAPS)
    gold = t.draw("split_decision.gold", SPLIT, 2)
    opened: list[int] = []
    render_safes(t, safes, [], 0, [])
    chosen = await ask_safes(t, who, len(safes))
    bank, story = 0, list[Phrase]()
    for pair in range(PAIRS):
        numbers = chosen[2 * pair : 2 * pair + 2]
        first, second = (safes[n - 1] for n in numbers)
        opened.append(numbers[0])
        t.tell(events.SafeOpened(safe=numbers[0], found=format_safe_content(t, first)))
        render_pair(t, safes, opened, bank, numbers)
        choice = await ask_safe(t, who, pair, numbers, first, bank)
        if choice == "walk":
            return bank
        opened.append(numbers[1])
        t.tell(events.SafeOpened(safe=numbers[1], found=format_safe_content(t, second)))
        taken = first if choice == "take" else second
        if taken == TRAP:
            render_safes(t, safes, opened, bank * CAUGHT // 100, story)
            t.tell(events.SafeTrapped(who=who))
            return bank * CAUGHT // 100
        bank += taken
        story.append(phrase("Pair {pair}: {cash}", pair=pair + 1, cash=format_short_cash(taken)))
    render_safes(t, safes, opened, bank, story)
    return await ask_split_decision(t, who, bank, gold)


async def ask_safes(t: BoothTable, who: str, safes: int) -> list[int]:
    """Ask the player for eight safes, which are the four pairs in order; return their numbers, the first eight if time
    runs out.
    """
    text = "Choose {number} safes. The first two are the first pair, and so on."
    return await t.ask(
        "split_decision.safes",
        who,
        text,
        range(1, safes + 1),
        lapse=list(range(1, 2 * PAIRS + 1)),
        form=Form("several", 2 * PAIRS, 2 * PAIRS),
        of="safes",
        patience="minigame",
        number=2 * PAIRS,
    )


async def ask_safe(t: BoothTable, who: str, pair: int, numbers: list[int], first: int, bank: int) -> str:
    """Ask the player whether to take what the first safe of a pair holds (“take”) or what the second one holds
    (“leave”), and return the choice. Instead of taking a trap they may leave the game with the bank (“walk”); with no
    bank, a trap is left without a question. If time runs out, they take the cash, or walk.
    """
    if first == TRAP and not bank:
        return "leave"
    offers = {"leave": phrase("Take safe {safe} instead", safe=numbers[1])}
    if first == TRAP:
        offers["walk"] = phrase("Leave with {bank:£}", bank=bank)
    else:
        offers["take"] = phrase("Take {cash:£}", cash=first)
    return await t.ask(
        "split_decision.safe",
        who,
        (
            "Pair {pair}: safe {safe} holds {found}. You have {bank:£}. Do you take what it holds, or leave it for "
            "the other safe?"
        ),
        offers,
        lapse="take" if first != TRAP else "walk",
        of="pair",
        patience="minigame",
        pair=pair + 1,
        safe=numbers[0],
        found=format_safe_content(t, first),
        first=first,
        bank=bank,
    )


async def ask_split_decision(t: BoothTable, who: str, bank: int, gold: list[int]) -> int:
    """Ask the player whether to keep the bank or to give it for gold safes and, if so, which of the two; show and
    announce what these hold, and return in pounds the bank, or what the safe taken in its place holds. A first gold
    safe that is empty is left without asking. If time runs out, they keep what they have.
    """
    render_gold_safes(t, bank, 0)
    key, offers = (
        "split_decision.gold",
        {"keep": phrase("Keep {bank:£}", bank=bank), "play": phrase("Try the gold safes")},
    )
    text = "You have {bank:£}. Do you keep it, or give it up for the gold safes?"
    if await t.ask(key, who, text, offers, lapse="keep", of="pair", patience="minigame", bank=bank) == "keep":
        return bank
    first, second = gold
    t.tell(events.FirstGoldSafeOpened(first=first))
    offers = {"take": phrase("Take {cash:£}", cash=first), "leave": phrase("Take what the second safe holds")}
    text = "The first gold safe holds {first:£}. Do you take this, or what the second one holds?"
    key, choice = "split_decision.split", "leave"
    if first:
        render_gold_safes(t, 0, first)
        choice = await t.ask(
            key, who, text, offers, lapse="take", of="pair", patience="minigame", first=first, bank=bank
        )
    render_open_gold_safes(t, first, second, taken=0 if choice == "take" else 1)
    t.tell(events.SecondGoldSafeOpened(second=second))
    return first if choice == "take" else second


def format_safe_content(t: BoothTable, found: int) -> str:
    """Format what a safe holds (cash or a trap) for a sentence."""
    return SAFE_TRAP_NAMES.get(found) or t.format_converted_money(found)


@defer_rendering
def render_safes(safes: list[int], opened: list[int], bank: int, story: list[Phrase]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    safes, the bank and what each pair has paid, and what the closed safes still hold.
    """
    cells = [
        build_shut_cell(n) if n not in opened else TRAPPED if found == TRAP else build_cash_cell(found)
        for n, found in enumerate(safes, 1)
    ]
    return [
        replace(
            build_doors("safes", cells, 4),
            notes=[*story, phrase("Bank {bank:£}", bank=bank)],
            look=build_safes_look(safes, opened, bank),
        ),
        build_closed_pool(safes, opened),
    ]


def build_safes_look(safes: list[int], opened: list[int], bank: int) -> Look:
    """Build the texts with which the web page draws the safes of Split Decision: the bank, and what the closed safes
    hold.
    """
    left = sorted(found for n, found in enumerate(safes, 1) if n not in opened)
    traps, held = left.count(TRAP), [found for found in left if found != TRAP]
    small = [found for found in held if found < SMALL_CASH]
    low, high = format_short_cash(min(small, default=0)), format_short_cash(max(small, default=0))
    return Look(
        name="split_decision",
        pot=phrase("{cash:£}", cash=bank if opened else sum(held)),
        label=phrase("Your bank") if opened else phrase("Total in {n} safes", n=len(safes)),
        lives=phrase("Pairs: {n} of {all}", n=len(opened) // 2, all=PAIRS),
        know=[
            *([phrase("{n} from {low} to {high}", n=len(small), low=low, high=high)] if small else []),
            *(format_short_cash(found) for found in held if found >= SMALL_CASH),
        ],
        risk=phrase("{traps} trap{traps:s} in {n} safes: after a trap you keep a tenth", traps=traps, n=len(left)),
        go=phrase("Safes {what}", what="#"),
    )


@defer_rendering
def render_pair(safes: list[int], opened: list[int], bank: int, numbers: list[int]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the two
    safes of a pair, the first of them open, the bank, and what the closed safes hold between them.
    """
    found, (first, second) = safes[numbers[0] - 1], numbers
    note = phrase("safe {n}", n=first)
    cells = [
        replace(TRAPPED, note=note) if found == TRAP else Cell(format_short_cash(found), "cash", note, value="take"),
        Cell(str(second), SHUT_CELL, phrase("unseen"), value="leave"),
    ]
    look = replace(build_safes_look(safes, opened, bank), go="#")
    return [
        replace(build_doors("pair", cells), notes=[phrase("Bank {bank:£}", bank=bank)], look=look),
        build_closed_pool(safes, opened),
    ]


def build_closed_pool(safes: list[int], opened: list[int]) -> Grid:
    """Build the picture that lists what the closed safes of Split Decision hold together, sorted by amount so that
    nobody learns which holds what.
    """
    left = sorted(found for n, found in enumerate(safes, 1) if n not in opened)
    held = [format_short_cash(amount) for amount in left if amount != TRAP]
    traps = phrase("Traps: {n}", n=left.count(TRAP))
    return replace(build_pool(phrase("Still in the safes:"), held), notes=[traps])


@defer_rendering
def render_gold_safes(bank: int, first: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    bank beside the gold safes or, with `first`, the first gold safe, open, beside the second; and what all six may
    hold.
    """
    gold = Cell(
        "?",
        "gold",
        phrase("second safe, closed") if first else phrase("gold safes"),
        value="leave" if first else "play",
    )
    here = (
        Cell(format_short_cash(first), "cash", phrase("first safe"), value="take")
        if first
        else Cell(format_short_cash(bank), "bank", phrase("your bank"), value="keep")
    )
    look = Look(
        name="split_decision",
        pot=phrase("{cash:£}", cash=first or bank),
        label=phrase("First gold safe") if first else phrase("Your bank"),
        lives=phrase("You can open one more safe")
        if first
        else phrase("You can open up to 2 of the {n} gold safes", n=len(SPLIT)),
        know=[format_short_cash(amount) for amount in SPLIT if amount != first],
        go="#",
    )
    sums = [format_short_cash(amount) for amount in SPLIT]
    return [replace(build_doors("pair", [here, gold]), look=look), build_pool(phrase("In the gold safes:"), sums)]


@defer_rendering
def render_open_gold_safes(first: int, second: int, taken: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture at the end of the game, and
    return nothing: both gold safes open; `taken` is 0 if the player took the first, else 1.
    """
    names = (phrase("first safe"), phrase("second safe"))
    cells = [
        Cell(format_short_cash(cash), "cash", name, mark="chosen" if n == taken else "")
        for n, (cash, name) in enumerate(zip((first, second), names, strict=True))
    ]
    won = (first, second)[taken]
    look = Look(name="split_decision", pot=phrase("{cash:£}", cash=won), label=phrase("Money in your safe"))
    return [replace(build_doors("pair", cells), look=look)]
