"""For the Rest of Your Game: a sum to be paid again and again, as often as the lights allow."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kernel import Form
from engine.kernel.picture import Cell, Look, Token, Track, build_bulbs, build_doors, build_pool
from engine.kernel.text import phrase
from engine.minigames import events
from engine.minigames.booth_table import (
    BoothTable,
    Pictures,
    build_cash_cell,
    build_numbered_options,
    build_shut_cell,
    defer_rendering,
    format_short_cash,
)

PAYMENT_SUMS = [30_000, 50_000, 70_000, 100_000, 150_000, 200_000, 300_000, 500_000, 800_000]  # house: one payment
ENVELOPES = 3  # that may be opened
PAYMENT_LADDER = [0, 1, 2, 4, 7, 11, 16, 23, 32, 45, 65, 100]  # house: payments
WHITE, RED = 11, 4  # house: lights
FALL = 1  # house: rungs a red light costs
MAX_LIGHTS_AT_ONCE = 6
LIGHTS = ["white"] * WHITE + ["red"] * RED
GOES = 7  # house: times that lights may be turned on


async def for_the_rest_of_your_game(t: BoothTable, who: str) -> int:
    """Nine envelopes hold a payment from £30,000 to £800,000. Open one and keep it, or throw it away and open
    another. You must keep the third. Then there are fifteen lights, eleven white and four red. Each white light
    takes you one step up, from 1 payment to 100. Each red light takes you one step down. Seven times you may turn on
    lights, up to six at a time. Once you have payments, you may stop, but after a red light you get half of them.
    The fourth red light takes everything. All payments are paid at once.

    Play the whole minigame with `who`, and return the cash in pounds, 0 if there is none; the caller pays it.
    """
    payment = await find_payment(t, who)
    lights = t.draw("for_the_rest_of_your_game.lights", LIGHTS, len(LIGHTS))
    lit, rung, goes = list[int](), 0, GOES
    while goes and rung < len(PAYMENT_LADDER) - 1 and sum(lights[n - 1] == "white" for n in lit) < WHITE:
        render_lights_and_ladder(t, who, payment, lights, lit, rung)
        wanted = await ask_lights(t, who, lights, lit, payment, rung, goes)
        goes -= 1
        for choice in wanted:
            if choice == "stop":
                render_lights_and_ladder(t, who, payment, lights, lit, rung)
                return compute_light_payout(payment, lights, lit, rung)
            lit.append(int(choice))
            light = lights[int(choice) - 1]
            rung = rung + 1 if light == "white" else max(0, rung - FALL)
            t.tell(events.LightLit(light=int(choice), colour=light, number=PAYMENT_LADDER[rung]))
            if count_red_lights(lights, lit) == RED:
                render_lights_and_ladder(t, who, payment, lights, lit, rung)
                t.tell(events.LightsOut())
                return 0
            if light == "red":
                t.tell(events.RedLightWarned())
                break
    render_lights_and_ladder(t, who, payment, lights, lit, rung)
    return compute_light_payout(payment, lights, lit, rung)


async def find_payment(t: BoothTable, who: str) -> int:
    """Draw what the nine envelopes hold, let the player open up to three until they keep one, announcing each, and
    return the payment in the one opened last.
    """
    envelopes = t.draw("for_the_rest_of_your_game.envelopes", PAYMENT_SUMS, len(PAYMENT_SUMS))
    opened = list[int]()
    while len(opened) < ENVELOPES:
        render_envelopes(t, envelopes, opened)
        choice = await ask_envelope(t, who, envelopes, opened)
        if choice == "keep":
            break
        opened.append(int(choice))
        t.tell(events.EnvelopeOpened(n=int(choice), payment=envelopes[int(choice) - 1]))
    return envelopes[opened[-1] - 1]


async def ask_envelope(t: BoothTable, who: str, envelopes: list[int], opened: list[int]) -> int | str:
    """Ask the player for an envelope to open or, once one is open, whether to keep the payment in the last one, which
    they do if time runs out; return the envelope's number or “keep”.
    """
    closed = [n for n in range(1, len(envelopes) + 1) if n not in opened]
    last = envelopes[opened[-1] - 1] if opened else 0
    text = (
        "Each of your payments would be {last:£}. Do you keep this, or open another envelope? Which?"
        if opened
        else "Which envelope do you open?"
    )
    return await t.ask(
        "for_the_rest_of_your_game.envelope",
        who,
        text,
        build_numbered_options(closed, **({"keep": phrase("Keep {last:£}", last=last)} if opened else {})),
        lapse="keep" if opened else closed[0],
        of="envelopes",
        patience="minigame",
        last=last,
        opened=len(opened),
    )


async def ask_lights(
    t: BoothTable, who: str, lights: list[str], lit: list[int], payment: int, rung: int, goes: int
) -> list[int | str]:
    """Ask the player for up to six lights to turn on and, if that pays, “stop”, which the caller carries out in the
    order given up to the first red light; return the list of what they chose. If time runs out, it is “stop” alone if
    that pays, else the first dark light.
    """
    dark = [n for n in range(1, len(lights) + 1) if n not in lit]
    now = compute_light_payout(payment, lights, lit, rung)
    text = (
        "You have {number} payments of {payment:£}, and {red} of 4 red lights are on. You can turn on lights "
        "{goes} more {goes:time|times}. Which lights do you turn on next, or do you stop with {cash:£}?"
    )
    first = (
        "You have {number} payments of {payment:£}, and {red} of 4 red lights are on. You can turn on lights "
        "{goes} more {goes:time|times}. Which lights do you turn on?"
    )
    return await t.ask(
        "for_the_rest_of_your_game.lights",
        who,
        text if now else first,
        build_numbered_options(dark, **({"stop": phrase("Stop with {cash:£}", cash=now)} if now else {})),
        lapse=["stop"] if now else [*dark[:1]],
        form=Form("several", 1, MAX_LIGHTS_AT_ONCE),
        of="lights",
        patience="minigame",
        number=PAYMENT_LADDER[rung],
        payment=payment,
        cash=now,
        red=count_red_lights(lights, lit),
        goes=goes,
        rung=rung,
        white=len(lit) - count_red_lights(lights, lit),
    )


def compute_light_payout(payment: int, lights: list[str], lit: list[int], rung: int) -> int:
    """Return what stopping now pays in all, in pounds: the payment, as often as this rung of the ladder says; half of
    it, rounded down, if the light turned on last is red.
    """
    red = bool(lit) and lights[lit[-1] - 1] == "red"
    return payment * PAYMENT_LADDER[rung] // (2 if red else 1)


def count_red_lights(lights: list[str], lit: list[int]) -> int:
    """Return how many of the lights turned on (`lit`, their numbers) are red."""
    return sum(lights[n - 1] == "red" for n in lit)


@defer_rendering
def render_envelopes(envelopes: list[int], opened: list[int]) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    envelopes, the opened ones with the payment in them, and a list of all nine payments.
    """
    cells = [
        build_cash_cell(envelopes[n - 1]) if n in opened else build_shut_cell(n) for n in range(1, len(envelopes) + 1)
    ]
    last = envelopes[opened[-1] - 1] if opened else 0
    look = Look(
        name="for_the_rest_of_your_game",
        pot=phrase("{last:£}", last=last) if opened else "?",
        label=phrase("One payment"),
        lives=phrase("Envelope {n} of {all}", n=min(len(opened) + 1, ENVELOPES), all=ENVELOPES),
        know=[*map(format_short_cash, PAYMENT_SUMS)],
        go=phrase("Open {what}", what="#"),
    )
    they_hold = build_pool(phrase("They hold:"), map(format_short_cash, PAYMENT_SUMS))
    return [replace(build_doors("envelopes", cells, 3), look=look), they_hold]


@defer_rendering
def render_lights_and_ladder(who: str, payment: int, lights: list[str], lit: list[int], rung: int) -> Pictures:
    """Show everybody at the table, which a call names before these arguments, the pictures, and return nothing: the
    fifteen lights, those turned on in their colour, and the ladder of payments with the player on their rung.
    """
    lamps = [Cell(lights[n - 1], lights[n - 1]) if n in lit else build_shut_cell(n) for n in range(1, len(lights) + 1)]
    ladder = Track(
        id="payments",
        spaces=[Cell(str(n)) for n in PAYMENT_LADDER[1:]],
        tokens=[Token(who, rung)],
        title=phrase("{n} payments of {payment:£}", n=PAYMENT_LADDER[rung], payment=payment),
        notes=[phrase("Red: {n} of {all}", n=count_red_lights(lights, lit), all=RED)],
    )
    return [replace(build_bulbs("lights", lamps, 4), look=build_lights_look(payment, lights, lit, rung)), ladder]


def build_lights_look(payment: int, lights: list[str], lit: list[int], rung: int) -> Look:
    """Build the texts with which the web page draws the lights: what all payments add up to, the red lights, and the
    sums for this rung of the ladder, the next and the last.
    """
    red = count_red_lights(lights, lit)
    ahead = (rung, rung + 1, len(PAYMENT_LADDER) - 1)
    sums = [format_short_cash(payment * n) if at in ahead else "" for at, n in enumerate(PAYMENT_LADDER)]
    return Look(
        name="for_the_rest_of_your_game",
        pot=phrase("{cash:£}", cash=compute_light_payout(payment, lights, lit, rung)),
        label=phrase("{n} {n:payment|payments} of {payment:£}", n=PAYMENT_LADDER[rung], payment=payment),
        lives=phrase("Red: {n} of {all}", n=red, all=RED),
        know=[phrase("a red light: back one step"), phrase("stop after a red light: half")],
        risk=phrase("4th red light: all is lost"),
        go=phrase("Light {what}", what="#"),
        feet=sums[1:],
    )
