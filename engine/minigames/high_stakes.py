"""High Stakes: find a way through rows of numbers with traps in them, and clues to the traps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.picture import Cell, Grid, Look, Token, Track
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, build_shut_cell, defer_rendering, format_short_cash

HIGH_STAKES_LADDER = [
    600_000,
    2_000_000,
    5_000_000,
    11_000_000,
    24_000_000,
    60_000_000,
]  # house: for getting past each row
TRAP_ROW_WIDTH = 7
CLUES = 4  # house, for the whole game
CLUE_COUNT_WORDS = ("none", "one", "two", "three", "four")  # so many clues at once
HINTS: dict[str, Callable[[int], bool]] = {
    "odd": lambda n: n % 2 == 1,
    "divisible by three": lambda n: n % 3 == 0,
    "in the first three": lambda n: (n - 1) % TRAP_ROW_WIDTH < 3,
    "in the middle three": lambda n: 2 <= (n - 1) % TRAP_ROW_WIDTH <= 4,
    "prime": lambda n: n > 1 and all(n % d for d in range(2, n)),
    "divisible by four": lambda n: n % 4 == 0,
}  # house: what a clue may count


async def high_stakes(t: BoothTable, who: str) -> int:
    """Six rows have seven numbers each. One number of the first row is a trap, two of the second, and so on to six
    of the last row. Step on one number in each row. After the first row you hold £600,000, then £2,000,000, and so
    on up to £60,000,000. Four clues for the whole game say how many traps of a row are odd, prime, divisible by
    three and so on. Take as many clues as you like before each step. You may stop before any row. A trap takes
    everything.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    traps = [
        sorted(t.draw("high_stakes.traps", list_trap_row_numbers(row), row + 1))
        for row in range(len(HIGH_STAKES_LADDER))
    ]
    clues = CLUES
    for row, trapped in enumerate(traps):
        known = dict[str, int]()
        step: int | str = ""
        while not isinstance(step, int):
            render_high_stakes(t, who, row, clues, known)
            step = await ask_step(t, who, row, clues, known)
            if step == "stop":
                return compute_high_stakes_cash(row)
            if isinstance(step, str):
                known |= draw_trap_clues(t, trapped, known, CLUE_COUNT_WORDS.index(step))
                clues -= CLUE_COUNT_WORDS.index(step)
        render_high_stakes(t, who, row, clues, known, trapped, step)
        t.tell(events.TrapsShown(row=row + 1, traps=trapped))
        if step in trapped:
            t.tell(events.TrapSprung(who=who, step=step))
            return 0
        t.tell(events.StepSafe(who=who, step=step, cash=HIGH_STAKES_LADDER[row]))
    return HIGH_STAKES_LADDER[-1]


async def ask_step(t: BoothTable, who: str, row: int, clues: int, known: dict[str, int]) -> int | str:
    """Ask the player for a number of this row to step on, for one to four clues first, or from the second row on to
    stop with the cash; return the number, a word such as “two” for the clues, or “stop”. If time runs out, they stop,
    or in the first row step on its first number.
    """
    most = min(clues, len(HINTS) - len(known), len(CLUE_COUNT_WORDS) - 1)
    wanted = {
        CLUE_COUNT_WORDS[n]: phrase("{word:C} {n:clue|clues}", word=CLUE_COUNT_WORDS[n], n=n)
        for n in range(1, most + 1)
    }
    steps = {n: str(n) for n in list_trap_row_numbers(row)}
    text = (
        "Row {row} has {traps} trap{traps:s}. You have {cash:£} and {clues} clues. How many clues do you use "
        "first, and on which number do you step?"
    )
    stop = {"stop": phrase("Stop with {cash:£}", cash=compute_high_stakes_cash(row))} if row else {}
    return await t.ask(
        "high_stakes.step",
        who,
        text,
        {**steps, **wanted, **stop},
        lapse="stop" if row else list_trap_row_numbers(row)[0],
        of="numbers",
        patience="minigame",
        row=row + 1,
        traps=row + 1,
        cash=compute_high_stakes_cash(row),
        clues=clues,
    )


def draw_trap_clues(t: BoothTable, trapped: list[int], known: dict[str, int], wanted: int) -> dict[str, int]:
    """Draw `wanted` clues about the traps in a row, of kinds that are not in `known`, those given for it already,
    announce each, and return for each kind drawn (such as “odd”) how many traps it counts; `known` is not changed. So
    many kinds must be left.
    """
    hints = t.draw("high_stakes.clues", [hint for hint in HINTS if hint not in known], wanted)
    counts = {hint: sum(HINTS[hint](trap) for trap in trapped) for hint in hints}
    for hint, count in counts.items():
        t.tell(events.TrapClueGiven(hint=hint, count=count))
    return counts


def list_trap_row_numbers(row: int) -> range:
    """Return the seven numbers in a row of High Stakes: 1 to 7 in row 0, 8 to 14 in row 1, and so on."""
    return range(row * TRAP_ROW_WIDTH + 1, row * TRAP_ROW_WIDTH + TRAP_ROW_WIDTH + 1)


def compute_high_stakes_cash(row: int) -> int:
    """Return the cash that a player of High Stakes holds before they step on a number of this row, counted from 0:
    nothing before the first, all of it after the last (row 6).
    """
    return HIGH_STAKES_LADDER[row - 1] if row else 0


@defer_rendering
def render_high_stakes(
    who: str, row: int, clues: int, known: dict[str, int], traps: Sequence[int] = (), step: int = 0
) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures of High Stakes, and return
    nothing: the row of numbers with all its clues, and the ladder of cash; after a step also the row's traps.
    """
    passed = row + bool(step and step not in traps)
    rungs = [
        Cell(format_short_cash(cash), note=phrase("passed") if n < passed else "")
        for n, cash in enumerate(HIGH_STAKES_LADDER)
    ]
    told = [phrase("{hint}: {count}", hint=hint, count=count) for hint, count in known.items()]
    notes = [phrase("Traps: {n}", n=row + 1), *told, phrase("Clues left: {clues}", clues=clues)]
    return [
        Track(
            id="ladder",
            spaces=rungs,
            tokens=[Token(who, passed)],
            shape="upright",
            look=build_high_stakes_look(passed, known),
        ),
        Grid(
            id="numbers",
            columns=TRAP_ROW_WIDTH,
            cells=[build_stake_cell(n, traps, step) for n in list_trap_row_numbers(row)],
            notes=[*notes],
        ),
    ]


def build_stake_cell(n: int, traps: Sequence[int], step: int) -> Cell:
    """Build the picture of one number in a row of High Stakes: closed or, after the step, open as the trap or safe
    number that it was.
    """
    if not step:
        return build_shut_cell(n)
    if n in traps:
        return Cell(str(n), "bomb", mark="wrong" if n == step else "")
    return Cell(str(n), "safe", mark="right" if n == step else "")


def build_high_stakes_look(row: int, known: dict[str, int]) -> Look:
    """Build the texts with which the web page draws the rows of High Stakes: the cash held, what this row brings, the
    number of traps in each row, and the clues heard about this one.
    """
    return Look(
        name="high_stakes",
        pot=phrase("{cash:£}", cash=compute_high_stakes_cash(row)),
        label=phrase("You hold"),
        lives=phrase("{cash} after this row", cash=format_short_cash(HIGH_STAKES_LADDER[row]))
        if row < len(HIGH_STAKES_LADDER)
        else "",
        know=[phrase("{hint}: {n} of {all}", hint=hint, n=count, all=row + 1) for hint, count in known.items()],
        risk=phrase("a trap: all is lost"),
        go="#",
        feet=[phrase("Step on {n}", n=n) for n in list_trap_row_numbers(row)],
        tails=[phrase("{n} trap{n:s}", n=n) for n in range(1, len(HIGH_STAKES_LADDER) + 1)],
    )
