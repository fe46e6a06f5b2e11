"""Digital Fortress: crack the numerical code in three attempts to win."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel import Form
from engine.kernel.picture import SHUT_CELL, Cards, Cell, Look, Pile, build_doors
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import BoothTable, Pictures, defer_rendering, format_short_cash

DIGITS, LENGTH = (1, 2, 3, 4, 5, 6), 4
PRIZES = [100_000_000, 35_000_000, 22_000_000]  # house: for cracking it at the first, second and third attempt
RETREAT, IN_PLACE = 500_000, 500_000  # house: for walking away, and for each digit then known to be in place


class CodeAttempt(NamedTuple):
    """What was tried, and how many of its digits stand in their place and elsewhere."""

    code: list[int]
    here: int
    elsewhere: int


async def digital_fortress(t: BoothTable, who: str) -> int:
    """The code has four different digits from 1 to 6, and you have three attempts. After each one I tell you how
    many digits are in the right place, and how many are in the wrong place. The right code pays £100,000,000,
    £35,000,000 or £22,000,000 at the first, second or third attempt. After a wrong one you may also leave with
    £500,000, and as much again for every digit in the right place. After the third wrong attempt you get nothing.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    code = t.draw("digital_fortress.code", DIGITS, LENGTH)
    tried: list[CodeAttempt] = []
    for attempt, prize in enumerate(PRIZES, 1):
        render_digital_fortress(t, tried)
        guess = await ask_code(t, who, attempt, prize)
        if not guess:
            return leave_with_money(t, who, 0)
        here = sum(a == b for a, b in zip(guess, code, strict=True))
        elsewhere = len(set(guess) & set(code)) - here
        tried.append(CodeAttempt(guess, here, elsewhere))
        render_digital_fortress(t, tried, over=True)
        if here == LENGTH:
            t.tell(events.CodeCracked(who=who))
            return prize
        t.tell(events.CodeTried(here=here, elsewhere=elsewhere))
        if attempt < len(PRIZES) and await ask_next_attempt(t, who, here) == "walk":
            return leave_with_money(t, who, here)
    t.tell(events.GatesShut(code="".join(map(str, code))))
    return 0


async def ask_code(t: BoothTable, who: str, attempt: int, prize: int) -> list[int]:
    """Ask the player for an attempt at the code, and return its four digits in order; an empty list if time runs out,
    on which the caller lets the player walk away.
    """
    text = "Attempt {attempt}, for {prize:£}: guess the code. Write four different digits from 1 to 6."
    return await t.ask(
        "digital_fortress.code",
        who,
        text,
        DIGITS,
        lapse=[],
        form=Form("several", LENGTH, LENGTH),
        of="keys",
        patience="minigame",
        attempt=attempt,
        prize=prize,
    )


async def ask_next_attempt(t: BoothTable, who: str, here: int) -> str:
    """Ask the player whether to try again (“on”) or to leave with the money (“walk”, also if time runs out); return the
    choice.
    """
    cash = RETREAT + here * IN_PLACE
    offers = {"on": phrase("Try again"), "walk": phrase("Leave with {cash:£}", cash=cash)}
    text = "Do you try again, or leave with the money?"
    return await t.ask("digital_fortress.on", who, text, offers, lapse="walk", patience="minigame", cash=cash)


def leave_with_money(t: BoothTable, who: str, here: int) -> int:
    """Announce that the player leaves the code uncracked, and return what they get: £500,000, and as much again for
    each of the `here` digits that the last attempt had in the right place.
    """
    t.tell(events.WalkedAway(who=who))
    return RETREAT + here * IN_PLACE


@defer_rendering
def render_digital_fortress(tried: list[CodeAttempt], *, over: bool = False) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures of Digital Fortress, and
    return nothing: the attempts at the code with their marks and, unless it is `over`, the keys to choose from.
    """
    left = phrase("Attempts left: {left}", left=len(PRIZES) - len(tried))
    piles = [
        Pile(phrase("{n} right place, {m} wrong place", n=here, m=elsewhere), [Cell(str(digit)) for digit in code])
        for code, here, elsewhere in tried
    ]
    attempts = Cards(
        id="attempts",
        title=phrase("The code: ? ? ? ?"),
        piles=piles,
        notes=[left],
        look=build_fortress_look(tried),
    )
    keys = build_doors("keys", [Cell(str(digit), SHUT_CELL, value=digit) for digit in DIGITS])
    return [attempts] if over else [attempts, keys]


def build_fortress_look(tried: list[CodeAttempt]) -> Look:
    """Build the texts with which the web page draws the gates of Digital Fortress: the prize of the next attempt at
    the code, and the marks of those before.
    """
    attempt = min(len(tried), len(PRIZES) - 1)
    later = [format_short_cash(prize) for prize in PRIZES[attempt + 1 :]]
    return Look(
        name="digital_fortress",
        own=False,
        pot=phrase("{cash:£}", cash=PRIZES[attempt]),
        label=phrase("If you crack it now"),
        lives=phrase("Attempt {n} of {all}", n=attempt + 1, all=len(PRIZES)),
        know=[
            phrase("● right place"),
            phrase("○ wrong place"),
            *([phrase("then {cash}", cash=later)] if later else []),
        ],
        risk="" if later else phrase("then the gates shut: you get nothing"),
        go=phrase("Try {what}", what="#"),
        feet=[str(each.here) for each in tried],
        tails=[str(each.elsewhere) for each in tried],
    )
