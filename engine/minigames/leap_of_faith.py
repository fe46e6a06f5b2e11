"""Leap of Faith: build up cash for as long as you dare, then take the leap to try and multiply it."""

from __future__ import annotations

from engine.kernel import Form
from engine.kernel.event import Event
from engine.kernel.picture import Cell, Grid, Look, Token, Track
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

STEP_CASH = [
    300_000,
    400_000,
    600_000,
    800_000,
    1_000_000,
    1_400_000,
    2_000_000,
]  # house: what a step along the ledge adds
CRUMBLES = 4  # house: risk in 100 of the first step; as much again for each later one
LEAPS = {"short": 2, "long": 4, "mighty": 8}  # house: multipliers
GAPS = {
    "narrow": {"short": 90, "long": 74, "mighty": 46},
    "middling": {"short": 82, "long": 50, "mighty": 20},
    "wide": {"short": 58, "long": 24, "mighty": 8},
    "vast": {"short": 30, "long": 10, "mighty": 2},
}  # house: how wide it may be, each as likely, and the chance of every leap in 100
TIRED = 1  # house: what each step takes from the chance of every leap
CAUGHT, BACK = 10, 70  # house: percent kept after a fall, and on turning back
MAX_LEDGE_STEPS = 9  # steps


async def leap_of_faith(t: BoothTable, who: str) -> int:
    """Walk along a ledge, up to nine steps. Each step adds £300,000 to £2,000,000, and each is more dangerous than the
    last one (4, 8, 12 ... in 100). When you stop, you see the gap: narrow, middling, wide or vast, with equal chances.
    A short jump doubles the cash, a long one makes it four times as much, a mighty one eight times. The wider the gap,
    the smaller your chances. Every step that you walked takes one point from them. A fall, from the ledge or in the
    jump, leaves you a tenth. If you turn back without a jump, you keep seven tenths.

    Play the whole minigame with `who`, and return the cash in pounds (a tenth of it after a fall), which the caller
    pays.
    """
    cash, steps = 0, 0
    while steps < MAX_LEDGE_STEPS:
        render_ledge(t, who, cash, steps)
        wanted = await ask_steps(t, who, cash, steps)
        if not wanted:
            break
        for _ in range(wanted):
            steps += 1
            if t.draw_chance("leap_of_faith.crumbles", CRUMBLES * steps):
                render_ledge(t, who, cash, steps, fell=True)
                return pay_after_fall(t, events.LedgeCrumbled(who=who), cash)
            cash += t.draw_one("leap_of_faith.cash", STEP_CASH)
            t.tell(events.LedgeStepped(step=steps, who=who, cash=cash))
    gap = t.draw_one("leap_of_faith.gap", list(GAPS))
    t.tell(events.GapShown(who=who, gap=gap))
    render_ledge(t, who, cash, steps, gap)
    return await ask_leap(t, who, cash, steps, gap)


async def ask_steps(t: BoothTable, who: str, cash: int, steps: int) -> int:
    """Ask the player how many more steps to take along the ledge, and return the number: one to three at first, later
    up to the end of the ledge, or 0 to stop and look at the gap. If time runs out, it is the fewest.
    """
    high = min(MAX_LEDGE_STEPS - steps, MAX_LEDGE_STEPS if steps else 3)
    low = 0 if steps else 1
    text = (
        "You have {cash:£} after {steps} steps. How many more steps do you walk (0: none)?"
        if steps
        else "How many steps do you walk along the ledge first?"
    )
    return await t.ask(
        "leap_of_faith.steps",
        who,
        text,
        form=Form("number", low, high),
        lapse=low,
        of="ledge",
        patience="minigame",
        cash=cash,
        steps=steps,
    )


async def ask_leap(t: BoothTable, who: str, cash: int, steps: int, gap: str) -> int:
    """Ask the player for a jump across the gap or to turn back, also if time runs out; draw, show and announce whether
    the jump succeeds, and return the money that they get in pounds: two, four or eight times the `cash` after a jump, a
    tenth of it after a fall, seven tenths on turning back.
    """
    offers = {"back": phrase("Turn back with {cash:£}", cash=cash * BACK // 100)}
    for length, times in LEAPS.items():
        prize, safe = cash * times, compute_leap_chance(gap, length, steps)
        offers[length] = phrase("A {length} jump for {prize:£}, {safe}% safe", length=length, prize=prize, safe=safe)
    text = "You have {cash:£}, and the gap is {gap}. Do you jump, and how far?"
    key = "leap_of_faith.leap"
    length = await t.ask(
        key, who, text, offers, lapse="back", of="gap", patience="minigame", gap=gap, cash=cash, steps=steps
    )
    if length == "back":
        return cash * BACK // 100
    landed = t.draw_chance("leap_of_faith.lands", compute_leap_chance(gap, length, steps))
    render_ledge(t, who, cash, steps, gap, jumped=length, fell=not landed)
    if not landed:
        return pay_after_fall(t, events.LeapMissed(who=who), cash)
    t.tell(events.LeapLanded(who=who))
    return cash * LEAPS[length]


def compute_leap_chance(gap: str, length: str, steps: int) -> int:
    """Return the chance, in 100, that a leap of this length across this gap succeeds after so many steps."""
    return max(0, GAPS[gap][length] - TIRED * steps)


def pay_after_fall(t: BoothTable, how: Event, cash: int) -> int:
    """Announce that the player of Leap of Faith falls, by the event `how`, and return the tenth of their cash that is
    left.
    """
    t.tell(how)
    return cash * CAUGHT // 100


@defer_rendering
def render_ledge(who: str, cash: int, steps: int, gap: str = "", jumped: str = "", *, fell: bool = False) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    ledge and the risk of the next step; once the `gap` is known, that and the chance of each jump; after the last step
    or jump, whether the player fell.
    """
    if gap:
        result = "wrong" if fell else "right"
        leaps = [
            Cell(
                f"x{times}",
                gap,
                phrase("{safe}% lands", safe=compute_leap_chance(gap, length, steps)),
                value=length,
                mark=result if length == jumped else "",
            )
            for length, times in LEAPS.items()
        ]
        notes = [phrase("Cash {cash:£}", cash=cash)]
        title, look = phrase("The gap is {gap}", gap=gap), build_leap_look(cash, steps, gap)
        return [Grid(id="gap", title=title, columns=len(leaps), cells=leaps, notes=[*notes], look=look)]
    spaces = [
        Cell(
            f"{CRUMBLES * n}%",
            "passed" if n < steps else "bomb" if fell and n == steps else "",
            value=n - steps if n > steps else None,
            mark="here" if n == steps else "",
        )
        for n in range(1, MAX_LEDGE_STEPS + 1)
    ]
    return [
        Track(
            id="ledge",
            title=phrase("Cash {cash:£}", cash=cash),
            spaces=spaces,
            tokens=[Token(who, steps)],
            notes=[phrase("Next step: {risk}% risk", risk=CRUMBLES * (steps + 1))],
            look=build_ledge_look(cash, steps),
        )
    ]


def build_ledge_look(cash: int, steps: int) -> Look:
    """Build the texts with which the web page draws the ledge of Leap of Faith: the cash held, what a step adds, and
    the risk of the next one.
    """
    low, high = format_short_cash(STEP_CASH[0]), format_short_cash(STEP_CASH[-1])
    return Look(
        name="leap_of_faith",
        pot=phrase("{cash:£}", cash=cash),
        label=phrase("In your pockets"),
        lives=phrase("Next step: {risk}% risk", risk=CRUMBLES * (steps + 1)) if steps < MAX_LEDGE_STEPS else "",
        know=[
            phrase("each step adds between {low} and {high}", low=low, high=high),
            phrase(
                "a jump over the gap multiplies your money: {leaps}", leaps=[f"×{times}" for times in LEAPS.values()]
            ),
        ],
        risk=phrase("after a fall you keep a tenth"),
        go=phrase("Walk to step {what}", what="#"),
        stay=phrase("Look at the gap") if steps else "",
    )


def build_leap_look(cash: int, steps: int, gap: str) -> Look:
    """Build the texts with which the web page draws the gap of Leap of Faith: what each leap would pay, and what a
    fall leaves.
    """
    return Look(
        name="leap_of_faith",
        pot=phrase("{cash:£}", cash=cash),
        label=phrase("In your pockets"),
        lives=phrase("{steps} step{steps:s} walked", steps=steps),
        risk=phrase("after a fall you keep {cash:£}", cash=cash * CAUGHT // 100),
        go=phrase("Jump: {what}", what="#"),
        feet=[*LEAPS, phrase("{gap}", gap=gap)],
        tails=[format_short_cash(cash * times) for times in LEAPS.values()],
    )
