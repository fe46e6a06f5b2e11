"""Score changers: held, and played by their finder when the round is settled, bombed or not. They are not boosted.

A percentage of a score below 0 is nothing; fractions of a dollar go up.
"""

from __future__ import annotations

from itertools import pairwise

from engine.deluxe import assets, events
from engine.deluxe.state import AsideTable, GridTable
from engine.kernel.question import Option
from engine.kernel.text import Words, phrase

RUBBER_STAMP = "Rubber Stamp"
PLATE = (24, 10)  # house: by what the Collection Plate is multiplied


def compute_percentage(total: int, of: int) -> int:
    """Return `of` percent of the score `total`, rounded up to the dollar; 0 of a score below 0."""
    return -(-max(0, total) * of // 100)


def reduce_by_rubber_stamp(t: GridTable, who: str, amount: int) -> int:
    """Return how much of `amount` a score changer may take from a player: nothing if they hold a Rubber Stamp, which is
    used up with that, else all of it. The caller takes the money.
    """
    if amount > 0 and RUBBER_STAMP in t.player(who).items:
        assets.spend_item(t, who, RUBBER_STAMP)
        return 0
    return amount


def pay_changer(t: GridTable, who: str, amount: int) -> None:
    """Change a player's score by exactly this amount (negative for a loss), as a score changer does, and announce it;
    do nothing for 0. A Rubber Stamp is not looked at.
    """
    assets.pay_exactly(t, who, amount, "changers")


def list_players_by_score(t: GridTable) -> list[str]:
    """Return all players who are still in the race, the highest score first; equal scores stand in seat order."""
    return [who for _, who in t.state.rank_standings()]


def pick_one_of_level(t: GridTable, key: str, level: list[str], before: str = "") -> str:
    """Return one of several players who are level, drawn at random under the name `key`; the one `before`, if given, in
    a race from before a lot decided this.
    """
    if before and not t.state.mended:
        return before
    return level[0] if len(level) == 1 else t.draw_one(key, level)


async def round_it_up(t: AsideTable, finder: str) -> None:
    """Your score rises to the next multiple of forty stakes. A score of 0 or less rises to ten stakes.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody.
    """
    await t.wait_for_earlier_asides()
    total, step = t.player(finder).total, t.compute_stake(80)
    pay_changer(t, finder, (total // step + 1) * step - total if total > 0 else t.compute_stake(20) - total)


async def tip_jar(t: AsideTable, finder: str) -> None:
    """Every other player on your grid gives you 1 % of their score, at most five stakes each.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. A player
    with a Rubber Stamp uses it up and gives nothing.
    """
    await t.wait_for_earlier_asides()
    for who in t.list_seated(but=finder):
        assets.transfer_money(
            t,
            who,
            finder,
            reduce_by_rubber_stamp(t, who, min(compute_percentage(t.player(who).total, 1), t.compute_stake(10))),
            "changers",
        )


async def tall_poppy(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about somebody else
    """The leader of the race pays 3 % of their score, at most twenty stakes, into the Jackpot.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. Of
    several leaders one is drawn; a Rubber Stamp saves them.
    """
    await t.wait_for_earlier_asides()
    best = t.player(list_players_by_score(t)[0]).total
    leader = pick_one_of_level(
        t, "tall_poppy.leader", [who for who in list_players_by_score(t) if t.player(who).total == best]
    )
    amount = reduce_by_rubber_stamp(t, leader, min(compute_percentage(best, 3), t.compute_stake(40)))
    pay_changer(t, leader, -amount)
    t.state.jackpot += amount
    t.tell(events.JackpotStands(jackpot=t.state.jackpot))


async def middle_ground(t: AsideTable, finder: str) -> None:
    """If your score is below the middle score of all players, it rises to that score, by at most sixty stakes.
    Otherwise you get five stakes.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. The
    middle score is the median of all in the race.
    """
    await t.wait_for_earlier_asides()
    totals = sorted(t.player(who).total for who in list_players_by_score(t))
    median = -(-(totals[(len(totals) - 1) // 2] + totals[len(totals) // 2]) // 2)
    below = median - t.player(finder).total
    pay_changer(t, finder, min(below, t.compute_stake(120)) if below > 0 else t.compute_stake(10))


async def back_pay(t: AsideTable, finder: str) -> None:
    """You get four stakes, and four more for each round that you have lost in a row, this one included. You get 32
    stakes at most.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody.
    """
    await t.wait_for_earlier_asides()
    pay_changer(t, finder, min(t.compute_stake(8) * (1 + t.player(finder).lost_row), t.compute_stake(64)))


async def odds_and_evens(t: AsideTable, finder: str) -> None:
    """Choose another player of your grid, and call odds or evens. Both of you secretly show one or two fingers. If you
    are right, they pay you 3 % of their score, from one to twenty stakes. If you are wrong, you pay them half of that.
    If you do not answer, you show one finger and chance chooses the player.

    Run when the held score changers are played at the end of the round, after those found earlier. Return without
    asking if nobody else has a seat on the grid; if the player challenged leaves, nothing is shown or paid.
    """
    if not t.list_seated(but=finder):
        return
    said = await t.decide(
        "odds_and_evens.call",
        finder,
        ("Which player do you challenge, and do you call odds (an odd sum) or evens (an even sum)?"),
        lambda: list_finger_calls(t, finder),
        lapse="",
    )
    said = said or t.draw_one("odds_and_evens.call", [str(option.value) for option in list_finger_calls(t, finder)])
    about, _, call = said.rpartition(" ")
    if about not in t.list_seated():
        return
    text = (
        "{who} and {about} each show 1 or 2 fingers. {who} wins with {call} (odds: an odd sum, evens: an even "
        "sum). Otherwise {about} wins. How many fingers do you show?"
    )
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
    await t.wait_for_earlier_asides()
    if about not in t.list_seated():
        return
    right = (sum(fingers.values()) % 2 == 1) == (call == "odds")
    shown = [phrase("{who} {n}", who=who, n=n) for who, n in fingers.items()]
    t.tell(events.FingersShown(who=finder, call=call, shown=shown))
    amount = max(t.compute_stake(), min(compute_percentage(t.player(about).total, 3), t.compute_stake(40)))
    payer, payee, due = (about, finder, amount) if right else (finder, about, -(-amount // 2))
    assets.transfer_money(t, payer, payee, reduce_by_rubber_stamp(t, payer, due), "changers")


def list_finger_calls(t: AsideTable, finder: str) -> list[Option]:
    """Return as options odds and evens against each other player of the grid, or `nobody` if all have left."""
    return [
        Option(f"{who} {call}", phrase("{call} against {who}", who=who, call=call))
        for who in t.list_seated(but=finder)
        for call in ("odds", "evens")
    ] or [Option("nobody", "nobody")]


async def collection_plate(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Every player on the grid secretly puts in five stakes or nothing. The money is multiplied by 2.4 and shared
    equally by all of them. Then everybody sees who gave. If you do not answer, you give nothing.

    Run when the held score changers are played at the end of the round, after those found earlier: ask all who have a
    seat on the grid, in or out, at once. Who leaves meanwhile neither pays nor gets a share.
    """
    options: dict[str, Words] = {"give": phrase("Give {cash:$}", cash=t.compute_stake(10)), "nothing": "nothing"}
    said = await t.decide_all(
        "collection_plate.give",
        t.list_seated(),
        (
            "Do you put money on the collection plate? The money is multiplied and then shared by all players of this"
            " grid."
        ),
        lambda _: options,
        lapse="nothing",
    )
    await t.wait_for_earlier_asides()
    players = [who for who in said if who in t.list_seated()]
    givers = [who for who in players if said[who] == "give"]
    t.tell(events.PlatePassed(givers=givers))
    for who in givers:
        pay_changer(t, who, -t.compute_stake(10))
    times, of = PLATE
    for who in players:
        pay_changer(t, who, -(-t.compute_stake(10) * len(givers) * times // (of * len(players))))


async def swap_meet(t: AsideTable, finder: str) -> None:
    """Choose another player of your grid. You two exchange what the spaces of this grid have paid each of you in this
    round. If you do not answer, nothing happens.

    Run when the held score changers are played at the end of the round, after those found earlier. A Rubber Stamp of
    the one who would lose is used up, and then nothing moves.
    """
    text = "With which player do you swap the money from the spaces of this grid?"
    about = await t.decide(
        "swap_meet.player", finder, text, lambda: [*t.list_seated(but=finder), "nobody"], lapse="nobody"
    )
    await t.wait_for_earlier_asides()
    if about not in t.list_seated(but=finder):
        return
    difference = t.seat(about).gained - t.seat(finder).gained
    payer, taker = (about, finder) if difference > 0 else (finder, about)
    assets.transfer_money(t, payer, taker, reduce_by_rubber_stamp(t, payer, abs(difference)), "changers")


async def clean_slate(t: AsideTable, finder: str) -> None:
    """Every score below 0 becomes 0. You get five stakes.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody.
    """
    await t.wait_for_earlier_asides()
    for who in list_players_by_score(t):
        pay_changer(t, who, max(0, -t.player(who).total))
    pay_changer(t, finder, t.compute_stake(10))


async def deep_end(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about somebody else
    """The player with the lowest score gets a tenth of the Jackpot. The Jackpot falls by as much.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. Of
    several at the bottom one is drawn.
    """
    await t.wait_for_earlier_asides()
    worst = t.player(list_players_by_score(t)[-1]).total
    last = pick_one_of_level(
        t, "deep_end.last", [who for who in list_players_by_score(t) if t.player(who).total == worst]
    )
    amount = -(-t.state.jackpot // 10)
    t.state.jackpot -= amount
    pay_changer(t, last, amount)


async def photo_finish(t: AsideTable, finder: str) -> None:  # noqa: ARG001 # it is about the grid
    """Take the two players of your grid whose scores are closest, but not equal. The lower score rises to the higher
    one, by at most fifty stakes. Of several such pairs, it is the lowest.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. Without
    such a pair nothing happens; of several level players one is drawn to rise.
    """
    await t.wait_for_earlier_asides()
    ranked = sorted(t.list_seated(), key=lambda who: t.player(who).total)
    pairs = [(low, high) for low, high in pairwise(ranked) if t.player(low).total < t.player(high).total]
    if pairs:
        last, high = min(pairs, key=lambda pair: t.player(pair[1]).total - t.player(pair[0]).total)
        level = [who for who in ranked if t.player(who).total == t.player(last).total]
        low = pick_one_of_level(t, "photo_finish.low", level, last)
        t.tell(events.PhotoFinished(low=low, high=high))
        pay_changer(t, low, min(t.player(high).total - t.player(low).total, t.compute_stake(100)))


async def borrowed_gap(t: AsideTable, finder: str) -> None:
    """You get the difference between the scores of the two players directly above you, at most forty stakes. If there
    are not two, you get five stakes.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody. Players
    level with the finder are not above them.
    """
    await t.wait_for_earlier_asides()
    mine = t.player(finder).total
    above = [t.player(who).total for who in reversed(list_players_by_score(t)) if t.player(who).total > mine]
    pay_changer(t, finder, min(above[1] - above[0], t.compute_stake(80)) if len(above) > 1 else t.compute_stake(10))


async def double_entry(t: AsideTable, finder: str) -> None:
    """You get once more what the spaces of this grid have paid you in this round, if that was more than nothing.

    Run when the held score changers are played at the end of the round, after those found earlier; ask nobody.
    """
    await t.wait_for_earlier_asides()
    pay_changer(t, finder, max(0, t.seat(finder).gained))


async def sponsor(t: AsideTable, finder: str) -> None:
    """Choose another player of your grid. They get five stakes and you get eight. If you do not answer, it is the
    player with the lowest score.

    Run when the held score changers are played at the end of the round, after those found earlier. It is the lowest,
    too, if the player chosen leaves; a lot decides between level players. Nobody is asked or paid if nobody else has a
    seat on the grid.
    """
    if not t.list_seated(but=finder):
        return
    about = await t.decide(
        "sponsor.player",
        finder,
        "Which player do you sponsor? You both get money.",
        lambda: t.list_seated(but=finder) or ["nobody"],
        lapse="",
    )
    await t.wait_for_earlier_asides()
    others = t.list_seated(but=finder)
    if others:
        least = min(others, key=lambda who: t.player(who).total)
        level = [who for who in others if t.player(who).total == t.player(least).total]
        about = about if about in others else pick_one_of_level(t, "sponsor.player", level, least)
        pay_changer(t, about, t.compute_stake(10))
        pay_changer(t, finder, t.compute_stake(16))
