"""Make Your Mark: climb the ladder to pick up cash and maybe more."""

from __future__ import annotations

from engine.kernel import Form
from engine.kernel.picture import Cell, Look, Token, Track
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

MARK_LADDER = [
    200_000, 400_000, 700_000, 1_200_000, 2_000_000, 3_000_000,
    4_500_000, 7_000_000, 11_000_000, 17_000_000, 26_000_000, 40_000_000,
]  # house  # fmt: skip
WEAK = [0, 1, 2, 2, 3, 3, 3, 3, 3, 3, 2, 2, 1]  # house: how likely each rung is the rotten one; the last: none is
CREAKS = 2  # house: how near above you the rotten rung is when the ladder creaks
SOUNDS = {False: "is silent", True: "makes a noise"}  # of the ladder, by whether it creaks
ROPES = range(3, 9)  # house: on one of these rungs hangs a rope
CHALK = 8  # house: marks that it is good for
FALL = 10  # house: percent of the last mark that survives a fall


async def make_your_mark(t: BoothTable, who: str) -> int:
    """A ladder has twelve rungs, worth £200,000 to £40,000,000. One of them, but never the first, may be rotten. Mark
    any higher rung with chalk and climb there: your chalk is good for eight marks. If the rotten rung is on your way,
    you fall and keep a tenth of the mark that you had reached. At every mark you hear if the ladder creaks: it does
    when one of the next two rungs is rotten. Between rungs 3 and 8 you may pass a rope, which saves your last mark in
    full. To take the cash, stay where you are.

    Play the whole minigame with `who`, and return the cash in pounds (after a fall a tenth of the last mark's, or all
    of it with the rope), which the caller pays.
    """
    rotten = t.draw_one("make_your_mark.rotten", range(1, len(MARK_LADDER) + 2), weights=WEAK)
    rope = t.draw_one("make_your_mark.rope", ROPES)
    rung, creaks, chalk = 0, rotten <= CREAKS, CHALK
    while rung < len(MARK_LADDER) and chalk:
        render_mark_ladder(t, who, rung, chalk, roped=rope <= rung, creaks=creaks)
        mark = await ask_mark(t, who, rung, chalk, creaks=creaks)
        if mark == rung:
            break
        chalk -= 1
        if rung < rope <= mark and rope < rotten:
            t.tell(events.RopeTied(rung=rope, who=who))
        if rotten <= mark:
            render_mark_ladder(t, who, rung, chalk, roped=rope < rotten, creaks=False, snapped=rotten)
            t.tell(events.RungSnapped(rung=rotten))
            return pay_ladder_fall(t, who, rung, roped=rope < rotten)
        rung, creaks = mark, mark < rotten <= mark + CREAKS
        t.tell(events.RungReached(who=who, rung=rung, cash=MARK_LADDER[rung - 1]))
    render_mark_ladder(t, who, rung, chalk, roped=rope <= rung, creaks=creaks)
    return compute_mark_cash(rung)


async def ask_mark(t: BoothTable, who: str, rung: int, chalk: int, *, creaks: bool) -> int:
    """Ask the player how high to climb next, and return the rung. The rung on which they stand, also if time runs out,
    means to stay there; from the ground they must climb, to rung 1 if time runs out.
    """
    text = (
        "You are on rung {rung} with {cash:£}. The ladder {sound}. You have chalk for {chalk} more mark{chalk:s}."
        " To which rung do you climb?"
    )
    sound = SOUNDS[creaks]
    low = max(1, rung)
    return await t.ask(
        "make_your_mark.mark",
        who,
        text,
        form=Form("number", low, len(MARK_LADDER)),
        lapse=low,
        of="ladder",
        patience="minigame",
        rung=rung,
        cash=compute_mark_cash(rung),
        sound=sound,
        chalk=chalk,
    )


def pay_ladder_fall(t: BoothTable, who: str, rung: int, *, roped: bool) -> int:
    """Announce how a fall from the ladder ends, and return what is paid: with the rope all the money of the last mark,
    which is on this rung, without it a tenth.
    """
    if roped:
        t.tell(events.RopeHeld(who=who))
        return compute_mark_cash(rung)
    t.tell(events.FellOff(who=who))
    return compute_mark_cash(rung) * FALL // 100


def compute_mark_cash(rung: int) -> int:
    """Return the money that a mark on this rung of Make Your Mark's ladder pays; 0 for the ground."""
    return MARK_LADDER[rung - 1] if rung else 0


@defer_rendering
def render_mark_ladder(who: str, rung: int, chalk: int, *, roped: bool, creaks: bool, snapped: int = 0) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the picture, and return nothing: the
    ladder, the player's rung, whether it creaks, and whether they have the rope; after a fall the rung that has
    `snapped`.
    """
    heard = phrase("You hear: creaking" if creaks else "You hear: nothing")
    near = range(rung + 1, rung + CREAKS + 1) if creaks else ()
    spaces = [
        Cell(
            format_short_cash(cash),
            "creaking" if n in near else "bomb" if n == snapped else "",
            phrase("creaks?") if n in near else phrase("broken") if n == snapped else "",
            value=n if n > rung else None,
        )
        for n, cash in enumerate(MARK_LADDER, 1)
    ]
    return [
        Track(
            id="ladder",
            spaces=spaces,
            tokens=[Token(who, rung)],
            shape="upright",
            notes=[heard, *([phrase("You have the rope")] if roped else [])],
            look=build_mark_look(rung, chalk, roped=roped, creaks=creaks),
        )
    ]


def build_mark_look(rung: int, chalk: int, *, roped: bool, creaks: bool) -> Look:
    """Build the texts with which the web page draws the ladder of Make Your Mark: the money of the mark, the chalk
    left, and whether the ladder creaks.
    """
    stay = phrase("Stay with {cash:£}", cash=compute_mark_cash(rung)) if rung else ""
    silent = phrase("no noise: the next {n} rungs are safe", n=CREAKS)
    creaking = phrase("the ladder makes a noise: one of the next {n} rungs will break", n=CREAKS)
    return Look(
        name="make_your_mark",
        pot=phrase("{cash:£}", cash=compute_mark_cash(rung)),
        label=phrase("Your mark"),
        lives=phrase("You can make {chalk} mark{chalk:s}", chalk=chalk),
        know=[
            phrase("your rope: a fall costs nothing") if roped else phrase("after a fall you keep a tenth"),
            *([] if creaks else [silent]),
        ],
        risk=creaking if creaks else "",
        go=phrase("Climb to rung {what}", what="#"),
        stay=stay,
    )
