"""Game changers that move totals: they help those behind and peg back those ahead. Boosters do not touch them."""

from __future__ import annotations

from engine.season7 import digits, events, verbs
from engine.season7.ranks import (
    compute_percent,
    list_players_above,
    list_players_below,
    rank_by_total,
    rank_round_players,
)
from engine.season7.table import RoundTable

SOURCE = "game changers"
TOP_PRIZE = 50_000_000  # the most that Robin Hood carries
STEP_PER_PLACE = 5_000_000  # for each place or player that Steady Tortoise and Napping Hare count


def bring_total_to(t: RoundTable, who: str, total: int) -> int:
    """Pay or take what makes this the player's total; return the change."""
    return verbs.pay_or_take(t, who, total - t.player(who).total, SOURCE)


# -- the leaderboard


async def anchor(t: RoundTable, finder: str) -> None:
    """The finder sinks to £1 above whoever is right below on the leaderboard. In last place nothing happens."""
    lower = list_players_below(t, finder)
    if lower:
        with t.scene(events.AnchorDragged(who=finder, other=lower[0])):
            bring_total_to(t, finder, t.player(lower[0]).total + 1)
    else:
        t.tell(events.AnchorGrounded(who=finder))


async def slipstream(t: RoundTable, finder: str) -> None:
    """The finder is pulled up to £1 behind whoever is right above on the leaderboard. The leader gains nothing."""
    higher = list_players_above(t, finder)
    if higher:
        with t.scene(events.SlipstreamCaught(who=finder, other=higher[0])):
            bring_total_to(t, finder, t.player(higher[0]).total - 1)
    else:
        t.tell(events.SlipstreamMissed(who=finder))


async def fifty50(t: RoundTable, finder: str) -> None:
    """The finder and whoever is right above on the leaderboard share their totals equally; a leader shares nothing."""
    higher = list_players_above(t, finder)
    if not higher:
        t.tell(events.NothingToShare(who=finder))
        return
    other = higher[0]
    half = -(-(t.player(finder).total + t.player(other).total) // 2)
    with t.scene(events.TotalsShared(who=finder, other=other, half=half)):
        for who in (other, finder):
            bring_total_to(t, who, half)


async def napping_hare(t: RoundTable, finder: str) -> None:
    """The finder loses £5,000,000 for every player below on the leaderboard."""
    n = len(list_players_below(t, finder))
    with t.scene(events.HareNapped(who=finder, n=n, step=STEP_PER_PLACE)):
        verbs.lose(t, finder, STEP_PER_PLACE * n, SOURCE)


async def steady_tortoise(t: RoundTable, finder: str) -> None:
    """The finder gains £5,000,000 times their place on the leaderboard."""
    place = next(place for place, name in t.state.rank_standings() if name == finder)
    with t.scene(events.TortoiseRan(who=finder, place=place, step=STEP_PER_PLACE)):
        verbs.gain(t, finder, STEP_PER_PLACE * place, SOURCE)


# -- percentages


async def nightmare(t: RoundTable, _finder: str) -> None:
    """Whoever has most in the round loses 5% of it, or 10% if they are out."""
    who = rank_round_players(t)[0]
    percent, head = (
        (5, events.NightmareCame(who=who)) if who in t.list_living() else (10, events.NightmareCameOut(who=who))
    )
    with t.scene(head):
        verbs.lose(t, who, compute_percent(t.player(who).total, percent), SOURCE)


async def reverie(t: RoundTable, _finder: str) -> None:
    """Whoever has least in the round gains 5% on top of it, or 10% if they are out."""
    who = rank_round_players(t)[-1]
    percent, head = (5, events.ReverieCame(who=who)) if who in t.list_living() else (10, events.ReverieCameOut(who=who))
    with t.scene(head):
        verbs.gain(t, who, compute_percent(t.player(who).total, percent), SOURCE)


async def revolution(t: RoundTable, _finder: str) -> None:
    """Everybody still in puts a quarter of their total into one pot, which is then shared out evenly among them."""
    living = t.list_living()
    given = {who: verbs.compute_unspared_loss(t, who, compute_percent(t.player(who).total, 25)) for who in living}
    pot = sum(given.values())
    share = -(-pot // len(living))
    with t.scene(events.RevolutionMade(pot=pot, share=share)):
        for who in living:
            verbs.pay_or_take(t, who, share - given[who], SOURCE)


async def robin_hood(t: RoundTable, finder: str) -> None:
    """The finder takes 10% (£50,000,000 at most) from the richest in the round; the richest gives it to the poorest."""
    order = rank_round_players(t)
    rich, poor = (finder, order[-1]) if order[0] == finder else (order[0], finder)
    with t.scene(events.RobinHoodTook(rich=rich, poor=poor, most=TOP_PRIZE)):
        taken = verbs.lose(t, rich, min(compute_percent(t.player(rich).total, 10), TOP_PRIZE), SOURCE)
        verbs.gain(t, poor, taken, SOURCE)


# -- digits


async def digital_love(t: RoundTable, _finder: str) -> None:
    """In the round, the lowest total's ten-millions digit goes up by 3, the next one's by 2, the third's by 1.

    A digit stops at 9.
    """
    loved = rank_round_players(t)[:-4:-1]
    with t.scene(events.DigitalLoveMade(players=loved)):
        for who, by in zip(loved, (3, 2, 1), strict=False):
            bring_total_to(t, who, digits.raise_digit(t.player(who).total, digits.TEN_MILLIONS, by))


async def realignment(t: RoundTable, _finder: str) -> None:
    """Of those still in, the lowest's digits but the first fall into descending order, the highest's into ascending."""
    order = rank_by_total(t, t.list_living())
    high, low = order[0], order[-1]
    with t.scene(events.Realigned(low=low, high=high)):
        bring_total_to(t, low, digits.sort_digits_descending(t.player(low).total))
        if high != low:
            bring_total_to(t, high, digits.sort_digits_ascending(t.player(high).total))


async def steal_your_million(t: RoundTable, _finder: str) -> None:
    """Everybody in the round but the lowest loses the millions digit of their total; the lowest gets all of it."""
    *others, lowest = rank_round_players(t)
    with t.scene(events.MillionsStolen(who=lowest)):
        taken = sum(clear_digit(t, who, digits.MILLIONS) for who in others)
        verbs.gain(t, lowest, taken, SOURCE)


async def zero_hour(t: RoundTable, _finder: str) -> None:
    """The three highest in the round lose their ten-millions, millions and hundred-thousands digit to the lowest."""
    *others, lowest = rank_round_players(t)
    struck = events.ZeroHourStruck if len(others) > 1 else events.ZeroHourStruckOne
    places = (digits.TEN_MILLIONS, digits.MILLIONS, digits.HUNDRED_THOUSANDS)
    with t.scene(struck(players=others[:3], who=lowest)):
        taken = sum(clear_digit(t, who, place) for who, place in zip(others, places, strict=False))
        verbs.gain(t, lowest, taken, SOURCE)


def clear_digit(t: RoundTable, who: str, place: int) -> int:
    """Turn one digit of a total to nought; return what was really taken."""
    return verbs.lose(t, who, digits.compute_digit_worth(t.player(who).total, place), SOURCE)
