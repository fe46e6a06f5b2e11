"""For the Rest of Your Game: a sum to be paid again and again, as often as the lights allow."""

from __future__ import annotations

from engine.kernel.picture import Cell, Token, Track, bulbs, doors, pool
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.pictures import brief, coins, shut
from engine.minigames.stage import BoothTable, drawing

SUMS = [30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000, 800_000]  # house: one payment
ENVELOPES = 3  # that may be opened
LADDER = [0, 1, 2, 4, 7, 11, 16, 23, 32, 45, 65, 100]  # house: payments
WHITE, RED = 11, 4  # house: lights
FALL = 1  # house: rungs a red light costs
AT_ONCE = 6
LIGHTS = ["white"] * WHITE + ["red"] * RED
GOES = 7  # house: times that lights may be turned on


async def for_the_rest_of_your_game(t: BoothTable, who: str) -> int:
    """Nine envelopes hold a payment from £30,000 to £800,000. Open one and keep it, or throw it away and open
    another; the third must be kept. Then fifteen lights, eleven white and four red: each white one takes you a rung
    up the ladder, from 1 payment to 100, and each red one a rung down. Seven times you may turn on lights, up to
    six at a time. Once you have payments you may stop, but on a red light that costs half of them; the fourth red
    one takes everything. All payments are paid at once.
    """
    payment = await find_payment(t, who)
    lights = t.draw("for_the_rest_of_your_game.lights", LIGHTS, len(LIGHTS))
    lit, rung, goes = list[int](), 0, GOES
    while goes and rung < len(LADDER) - 1 and sum(lights[n - 1] == "white" for n in lit) < WHITE:
        show(t, payment, lights, lit, rung)
        wanted = await ask_lights(t, who, lights, lit, payment, rung, goes)
        goes -= 1
        for choice in wanted:
            if choice == "stop":
                return stopped(payment, lights, lit, rung)
            lit.append(int(choice))
            light = lights[int(choice) - 1]
            rung = rung + 1 if light == "white" else max(0, rung - FALL)
            t.tell(events.LightLit(light=int(choice), colour=light, number=LADDER[rung]))
            if reds(lights, lit) == RED:
                show(t, payment, lights, lit, rung)
                t.tell(events.LightsOut())
                return 0
            if light == "red":
                t.tell(events.RedLightWarned())
                break
    show(t, payment, lights, lit, rung)
    return stopped(payment, lights, lit, rung)


async def find_payment(t: BoothTable, who: str) -> int:
    """Open envelopes until one is kept."""
    envelopes = t.draw("for_the_rest_of_your_game.envelopes", SUMS, len(SUMS))
    opened = list[int]()
    while len(opened) < ENVELOPES:
        show_envelopes(t, envelopes, opened)
        choice = await ask_envelope(t, who, envelopes, opened)
        if choice == "keep":
            break
        opened.append(int(choice))
        t.tell(events.EnvelopeOpened(n=int(choice), payment=envelopes[int(choice) - 1]))
    return envelopes[opened[-1] - 1]


async def ask_envelope(t: BoothTable, who: str, envelopes: list[int], opened: list[int]) -> int | str:
    """Another envelope, or the last one opened?"""
    closed: list[int | str] = [n for n in range(1, len(envelopes) + 1) if n not in opened]
    last = envelopes[opened[-1] - 1] if opened else 0
    text = "Payments of {last:£}. Keep them, or which envelope instead?" if opened else "Which envelope?"
    return await t.ask(
        "for_the_rest_of_your_game.envelope",
        who,
        text,
        [*closed, "keep"] if opened else closed,
        lapse="keep" if opened else closed[0],
        of="envelopes",
        patience="minigame",
        last=last,
        opened=len(opened),
    )


async def ask_lights(
    t: BoothTable, who: str, lights: list[str], lit: list[int], payment: int, rung: int, goes: int
) -> list[int | str]:
    """Lights to turn on in this order, up to a red one, with "stop" where enough is enough."""
    dark: list[int | str] = [n for n in range(1, len(lights) + 1) if n not in lit]
    now = stopped(payment, lights, lit, rung)
    text = (
        "Payments: {number} of {payment:£}. {red} of 4 red lights are on; {goes} {goes:time|times} left. "
        "Which lights next, or stop with {cash:£}?"
    )
    first = (
        "Payments: {number} of {payment:£}. {red} of 4 red lights are on; {goes} {goes:time|times} left. Which lights?"
    )
    return await t.ask_several(
        "for_the_rest_of_your_game.lights",
        who,
        text if now else first,
        [*dark, "stop"] if now else dark,
        lapse=["stop"] if now else dark[:1],
        high=AT_ONCE,
        of="lights",
        patience="minigame",
        number=LADDER[rung],
        payment=payment,
        cash=now,
        red=reds(lights, lit),
        goes=goes,
        rung=rung,
        white=len(lit) - reds(lights, lit),
    )


def stopped(payment: int, lights: list[str], lit: list[int], rung: int) -> int:
    """What stopping now pays: half on a red light."""
    red = bool(lit) and lights[lit[-1] - 1] == "red"
    return payment * LADDER[rung] // (2 if red else 1)


def reds(lights: list[str], lit: list[int]) -> int:
    """How many red lights are on."""
    return sum(lights[n - 1] == "red" for n in lit)


@drawing
def show_envelopes(t: BoothTable, envelopes: list[int], opened: list[int]) -> None:
    """The envelopes, and what they hold between them."""
    cells = [coins(envelopes[n - 1]) if n in opened else shut(n) for n in range(1, len(envelopes) + 1)]
    t.show(doors("envelopes", cells, 3), pool(phrase("They hold:"), map(brief, SUMS)))


@drawing
def show(t: BoothTable, payment: int, lights: list[str], lit: list[int], rung: int) -> None:
    """The lights and the ladder."""
    lamps = [Cell(lights[n - 1], lights[n - 1]) if n in lit else shut(n) for n in range(1, len(lights) + 1)]
    ladder = Track(
        id="payments",
        spaces=[Cell(str(n)) for n in LADDER[1:]],
        tokens=[Token(t.players[0], rung)],
        title=phrase("{n} payments of {payment:£}", n=LADDER[rung], payment=payment),
        notes=[phrase("Red: {n} of {all}", n=reds(lights, lit), all=RED)],
    )
    t.show(bulbs("lights", lamps, 4), ladder)
