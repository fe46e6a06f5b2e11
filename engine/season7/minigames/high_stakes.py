"""High Stakes: find a way through rows of numbers with traps in them, and clues to the traps."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.text import Phrase, phrase
from engine.season7.pictures import brief
from engine.season7.stage import BoothTable

LADDER = [300_000, 1_000_000, 2_500_000, 6_000_000, 15_000_000, 60_000_000]  # house: for getting past each row
WIDTH = 7
CLUES = 7  # house, for the whole game
HINTS: dict[str, Callable[[int], bool]] = {
    "odd": lambda n: n % 2 == 1,
    "divisible by three": lambda n: n % 3 == 0,
    "among the first three of the row": lambda n: (n - 1) % WIDTH < 3,
    "in the middle three of the row": lambda n: 2 <= (n - 1) % WIDTH <= 4,
    "prime": lambda n: n > 1 and all(n % d for d in range(2, n)),
    "divisible by four": lambda n: n % 4 == 0,
}  # house: what a clue may count
AHEAD, PASSED = "Row {row}: {cash}", "Row {row}: {cash}  passed"


async def high_stakes(t: BoothTable, who: str) -> int:
    """Six rows of seven numbers, with one trap in the first row, two in the second, and so on to six in the last. Step
    on one number in each row; past it you hold £300,000, then £1,000,000, and so on up to £60,000,000. Seven clues for
    the whole game say how many of a row's traps are odd, prime, divisible by three and so on; take as many as you like
    before each step. Stop before any row; a trap takes everything.
    """
    traps = [sorted(t.draw("high_stakes.traps", numbers(row), row + 1)) for row in range(len(LADDER))]
    clues = CLUES
    for row, trapped in enumerate(traps):
        known = list[Phrase]()
        show(t, row, clues, known)
        wanted = await ask_clues(t, who, row, clues)
        if wanted == "stop":
            return cash_at(row)
        clues -= int(wanted)
        known += give(t, trapped, int(wanted))
        show(t, row, clues, known)
        step = await ask_step(t, who, row)
        if step == "stop":
            return cash_at(row)
        t.tell("Row {row}: the traps were {traps}.", row=row + 1, traps=trapped)
        if step in trapped:
            t.tell("{who} steps on {step}: a trap!", who=who, step=step)
            return 0
        t.tell("{who} steps on {step}, safely: {cash:£}.", who=who, step=step, cash=LADDER[row])
    return LADDER[-1]


async def ask_clues(t: BoothTable, who: str, row: int, clues: int) -> int | str:
    """How many clues for this row, or the cash?"""
    text = "Row {row} has {traps} trap{traps:s}. You have {cash:£}, and {clues} clues left. How many of them, or stop?"
    offers: list[int | str] = [*range(min(clues, len(HINTS)) + 1)]
    return await t.ask(
        "high_stakes.clues",
        who,
        text,
        [*offers, "stop"] if row else offers,
        lapse="stop" if row else offers[-1],
        patience="minigame",
        row=row + 1,
        traps=row + 1,
        cash=cash_at(row),
        clues=clues,
    )


async def ask_step(t: BoothTable, who: str, row: int) -> int | str:
    """The number to step on, or the cash after all? Before the first row there is nothing to lose."""
    offers: list[int | str] = [*numbers(row)]
    return await t.ask(
        "high_stakes.step",
        who,
        "Row {row}: which number do you step on?",
        [*offers, "stop"] if row else offers,
        lapse="stop" if row else offers[0],
        patience="minigame",
        row=row + 1,
        cash=cash_at(row),
    )


def give(t: BoothTable, trapped: list[int], wanted: int) -> list[Phrase]:
    """Clues to a row: how many of its traps are odd, prime ..."""
    hints = t.draw("high_stakes.clues", list(HINTS), wanted)
    counts = [sum(HINTS[hint](trap) for trap in trapped) for hint in hints]
    for hint, count in zip(hints, counts, strict=True):
        t.tell("Clue: of the traps, {hint}: {count}.", hint=hint, count=count)
    return [phrase("{hint}: {count}", hint=hint, count=count) for hint, count in zip(hints, counts, strict=True)]


def numbers(row: int) -> range:
    """The numbers of a row."""
    return range(row * WIDTH + 1, row * WIDTH + WIDTH + 1)


def cash_at(row: int) -> int:
    """What you hold before this row."""
    return LADDER[row - 1] if row else 0


def show(t: BoothTable, row: int, clues: int, known: list[Phrase]) -> None:
    """The row to come with all its clues, and the ladder."""
    ladder = [phrase(PASSED if n < row else AHEAD, row=n + 1, cash=brief(cash)) for n, cash in enumerate(LADDER)]
    t.show(
        *reversed(ladder),
        phrase("Row {row}: {numbers}", row=row + 1, numbers=" ".join(map(str, numbers(row)))),
        phrase("Traps {n}", n=row + 1),
        *known,
        phrase("Clues left: {clues}", clues=clues),
    )
