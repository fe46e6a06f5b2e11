"""Score changers: held, and played by their finder when the round is settled, bombed or not. They are not boosted.

A percentage of a score below 0 is nothing; fractions of a dollar go up.
"""

from __future__ import annotations

from itertools import pairwise

from engine.deluxe import events, verbs
from engine.deluxe.table import AsideTable, GridTable
from engine.kernel.question import Option
from engine.kernel.text import Words, phrase

STAMP = "Rubber Stamp"
PLATE = (24, 10)  # house: by what the Collection Plate is multiplied


def percent(total: int, of: int) -> int:
    """So many percent of a score; nothing of one below 0."""
    return -(-max(0, total) * of // 100)


def takes(t: GridTable, who: str, amount: int) -> int:
    """What a score changer can take from a player: nothing from who holds a Rubber Stamp, which is used up."""
    if amount > 0 and STAMP in t.player(who).items:
        verbs.spend_item(t, who, STAMP)
        return 0
    return amount


def change(t: GridTable, who: str, amount: int) -> None:
    """A score changes by exactly so much."""
    verbs.pay(t, who, amount, "changers")


def table(t: GridTable) -> list[str]:
    """Everybody, best first."""
    return [who for _, who in t.state.standings()]


def one_of(t: GridTable, key: str, level: list[str]) -> str:
    """Where several are level a lot decides."""
    return level[0] if len(level) == 1 else t.draw_one(key, level)


async def round_it_up(t: AsideTable, finder: str) -> None:
    """Your score rises to the next multiple of forty stakes; at or below 0 it is ten stakes instead."""
    await t.in_order()
    total, step = t.player(finder).total, t.stake(80)
    change(t, finder, (total // step + 1) * step - total if total > 0 else t.stake(20) - total)


async def tip_jar(t: AsideTable, finder: str) -> None:
    """Every other player seated on your grid gives you 1 % of their score, at most five stakes each."""
    await t.in_order()
    for who in t.seated(but=finder):
        verbs.hand(t, who, finder, takes(t, who, min(percent(t.player(who).total, 1), t.stake(10))), "changers")


async def tall_poppy(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about somebody else
    """The leader of the whole table pays 3 % of their score, at most twenty stakes, into the Jackpot."""
    await t.in_order()
    best = t.player(table(t)[0]).total
    leader = one_of(t, "tall_poppy.leader", [who for who in table(t) if t.player(who).total == best])
    amount = takes(t, leader, min(percent(best, 3), t.stake(40)))
    change(t, leader, -amount)
    t.state.jackpot += amount
    t.tell(events.JackpotStands(jackpot=t.state.jackpot))


async def middle_ground(t: AsideTable, finder: str) -> None:
    """Below the table's median you rise to it, by at most sixty stakes; otherwise you get five stakes."""
    await t.in_order()
    totals = sorted(t.player(who).total for who in table(t))
    median = -(-(totals[(len(totals) - 1) // 2] + totals[len(totals) // 2]) // 2)
    below = median - t.player(finder).total
    change(t, finder, min(below, t.stake(120)) if below > 0 else t.stake(10))


async def back_pay(t: AsideTable, finder: str) -> None:
    """Four stakes, and four more for each round you have lost in a row, this one included; at most 32."""
    await t.in_order()
    change(t, finder, min(t.stake(8) * (1 + t.player(finder).lost_row), t.stake(64)))


async def odds_and_evens(t: AsideTable, finder: str) -> None:
    """Name another player of your grid and call odds or evens; both secretly show one or two fingers. Right: they pay
    you 3 % of their score, at least one stake and at most twenty. Wrong: you pay them half of that. Silence shows one,
    and names by lot.
    """
    others = t.seated(but=finder)
    if not others:
        return
    calls = [
        Option(f"{who} {call}", phrase("{call} against {who}", who=who, call=call))
        for who in others
        for call in ("odds", "evens")
    ]
    said = await t.decide(
        "odds_and_evens.call", finder, "Whom do you challenge, and what do you call?", calls, lapse=""
    )
    said = said or t.draw_one("odds_and_evens.call", [str(option.value) for option in calls])
    about, _, call = said.rpartition(" ")
    text = "{who} calls {call} against {about}. How many fingers do you show?"
    fingers = await t.decide_all(
        "odds_and_evens.fingers",
        [finder, about],
        text,
        lambda _: [1, 2],
        lapse=1,
        who=finder,
        about=about,
        call=call,
    )
    await t.in_order()
    right = (sum(fingers.values()) % 2 == 1) == (call == "odds")
    shown = [phrase("{who} {n}", who=who, n=n) for who, n in fingers.items()]
    t.tell(events.FingersShown(who=finder, call=call, shown=shown))
    amount = max(t.stake(), min(percent(t.player(about).total, 3), t.stake(40)))
    if right:
        verbs.hand(t, about, finder, takes(t, about, amount), "changers")
    else:
        verbs.hand(t, finder, about, takes(t, finder, -(-amount // 2)), "changers")


async def collection_plate(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Everybody seated on the grid secretly puts in five stakes or nothing. The plate is multiplied by 2.4 and shared
    equally by all of them; who gave is told. Silence gives nothing.
    """
    players = t.seated()
    options: dict[str, Words] = {"give": phrase("Give {cash:$}", cash=t.stake(10)), "nothing": "nothing"}
    said = await t.decide_all(
        "collection_plate.give", players, "The collection plate comes round.", lambda _: options, lapse="nothing"
    )
    await t.in_order()
    givers = [who for who, word in said.items() if word == "give"]
    t.tell(events.PlatePassed(givers=givers))
    for who in givers:
        change(t, who, -t.stake(10))
    times, of = PLATE
    for who in players:
        change(t, who, -(-t.stake(10) * len(givers) * times // (of * len(players))))


async def swap_meet(t: AsideTable, finder: str) -> None:
    """Name another player of your grid: what the grid's spaces brought each of you in this round changes hands. Silence
    names nobody.
    """
    text = "With whom do you swap what the grid has brought?"
    about = await t.decide("swap_meet.player", finder, text, [*t.seated(but=finder), "nobody"], lapse="nobody")
    await t.in_order()
    if about not in t.seated(but=finder):
        return
    difference = t.seat(about).gained - t.seat(finder).gained
    payer, taker = (about, finder) if difference > 0 else (finder, about)
    verbs.hand(t, payer, taker, takes(t, payer, abs(difference)), "changers")


async def clean_slate(t: AsideTable, finder: str) -> None:
    """Every score below 0 becomes 0; you get five stakes."""
    await t.in_order()
    for who in table(t):
        change(t, who, max(0, -t.player(who).total))
    change(t, finder, t.stake(10))


async def deep_end(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about somebody else
    """Whoever is last on the table gets a tenth of the Jackpot out of the Jackpot."""
    await t.in_order()
    worst = t.player(table(t)[-1]).total
    last = one_of(t, "deep_end.last", [who for who in table(t) if t.player(who).total == worst])
    amount = -(-t.state.jackpot // 10)
    t.state.jackpot -= amount
    change(t, last, amount)


async def photo_finish(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about the grid
    """Of the players of your grid, the two whose scores lie closest without being equal: the lower rises to the higher,
    by at most fifty stakes. Of several such pairs it is the lowest.
    """
    await t.in_order()
    ranked = sorted(t.seated(), key=lambda who: t.player(who).total)
    pairs = [(low, high) for low, high in pairwise(ranked) if t.player(low).total < t.player(high).total]
    if pairs:
        low, high = min(pairs, key=lambda pair: t.player(pair[1]).total - t.player(pair[0]).total)
        t.tell(events.PhotoFinished(low=low, high=high))
        change(t, low, min(t.player(high).total - t.player(low).total, t.stake(100)))


async def borrowed_gap(t: AsideTable, finder: str) -> None:
    """You are paid the distance between the two players next above you, at most forty stakes; with fewer than two above
    you, five.
    """
    await t.in_order()
    mine = t.player(finder).total
    above = [t.player(who).total for who in reversed(table(t)) if t.player(who).total > mine]
    change(t, finder, min(above[1] - above[0], t.stake(80)) if len(above) > 1 else t.stake(10))


async def double_entry(t: AsideTable, finder: str) -> None:
    """What the grid's spaces brought you in this round is paid once more, if it was more than nothing."""
    await t.in_order()
    change(t, finder, max(0, t.seat(finder).gained))


async def sponsor(t: AsideTable, finder: str) -> None:
    """Name another player of your grid: they get five stakes, you get eight. Silence names the lowest."""
    others = t.seated(but=finder)
    if others:
        about = await t.decide("sponsor.player", finder, "Whom do you sponsor?", others, lapse="")
        await t.in_order()
        about = about or min(others, key=lambda who: t.player(who).total)
        change(t, about, t.stake(10))
        change(t, finder, t.stake(16))
