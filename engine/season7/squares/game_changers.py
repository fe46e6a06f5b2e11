"""Game changers that move totals: they help those behind and peg back those ahead. Boosters do not touch them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from engine.kernel.errors import Withdrawn
from engine.kernel.picture import BOARD, SHUT_CELL, Cell, Look, build_doors
from engine.kernel.text import phrase
from engine.race import table
from engine.race.table import add_sealed_bomb, lift_locks
from engine.season7 import board, bombs, events, rounds, tables, verbs
from engine.season7.state import LOST_STATUSES, RoundTable
from engine.season7.verbs import (
    compute_percent,
    list_players_above,
    list_players_below,
    rank_by_total,
    rank_round_players,
)

SOURCE = "game changers"
TOP_PRIZE = 50_000_000  # the most that Robin Hood carries
STEP_PER_PLACE = 5_000_000  # for each place or player that Steady Tortoise and Napping Hare count


def bring_total_to(t: RoundTable, who: str, total: int) -> int:
    """Pay or charge a player so that their total becomes `total`, and announce it; return the change. A Free Play
    spares them a loss, so that the total then stays.
    """
    return verbs.pay_or_take(t, who, total - t.player(who).total, SOURCE)


# -- the leaderboard


async def anchor(t: RoundTable, finder: str) -> None:
    """The finder falls to £1 above the next player below them in the race. In last place nothing happens.

    Play the square for its finder, at once and announced. A Free Play spares them the loss.
    """
    lower = list_players_below(t, finder)
    if lower:
        with t.scene(events.AnchorDragged(who=finder, other=lower[0])):
            bring_total_to(t, finder, t.player(lower[0]).total + 1)
    else:
        t.tell(events.AnchorGrounded(who=finder))


async def slipstream(t: RoundTable, finder: str) -> None:
    """The finder moves up to £1 behind the next player in the race. A leader gains nothing.

    Play the square for its finder, at once and announced; `finder` alone gains, and nobody pays for it.
    """
    higher = list_players_above(t, finder)
    if higher:
        with t.scene(events.SlipstreamCaught(who=finder, other=higher[0])):
            bring_total_to(t, finder, t.player(higher[0]).total - 1)
    else:
        t.tell(events.SlipstreamMissed(who=finder))


async def fifty50(t: RoundTable, finder: str) -> None:
    """The finder and the next player above them in the race share their totals equally. If the finder leads, nothing
    happens.

    Play the square for its finder: set both totals to the half, rounded up, and announce it.
    """
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
    """The finder loses £5,000,000 for every player below them in the race.

    Play the square for its finder: charge them at once. All players of the race count, not only those of the round.
    """
    n = len(list_players_below(t, finder))
    with t.scene(events.HareNapped(who=finder, n=n, step=STEP_PER_PLACE)):
        verbs.lose(t, finder, STEP_PER_PLACE * n, SOURCE)


async def steady_tortoise(t: RoundTable, finder: str) -> None:
    """The finder gains £5,000,000 times their place in the race.

    Play the square for its finder: pay them at once. It is their place in the whole race, 1 for the leader.
    """
    place = next(place for place, name in t.state.rank_standings() if name == finder)
    with t.scene(events.TortoiseRan(who=finder, place=place, step=STEP_PER_PLACE)):
        verbs.gain(t, finder, STEP_PER_PLACE * place, SOURCE)


# -- percentages


async def nightmare(t: RoundTable, _finder: str) -> None:
    """The player with the highest total in the round loses 5% of it, or 10% if they are out.

    Play the square; who found it does not matter: charge that player at once, and announce it.
    """
    who = rank_round_players(t)[0]
    percent, head = (
        (5, events.NightmareCame(who=who)) if who in t.list_living() else (10, events.NightmareCameOut(who=who))
    )
    with t.scene(head):
        verbs.lose(t, who, compute_percent(t.player(who).total, percent), SOURCE)


async def reverie(t: RoundTable, _finder: str) -> None:
    """The player with the lowest total in the round gains 5%, or 10% if they are out.

    Play the square; who found it does not matter: pay that player at once, and announce it.
    """
    who = rank_round_players(t)[-1]
    percent, head = (5, events.ReverieCame(who=who)) if who in t.list_living() else (10, events.ReverieCameOut(who=who))
    with t.scene(head):
        verbs.gain(t, who, compute_percent(t.player(who).total, percent), SOURCE)


async def revolution(t: RoundTable, _finder: str) -> None:
    """All players still in pay a quarter of their total into one pot. The pot is shared equally among them.

    Play the square; who found it does not matter: pay or charge each the difference between share and contribution. Who
    is in a Free Play gives nothing.
    """
    living = t.list_living()
    given = {who: verbs.compute_unspared_loss(t, who, compute_percent(t.player(who).total, 25)) for who in living}
    pot = sum(given.values())
    share = -(-pot // len(living))
    with t.scene(events.RevolutionMade(pot=pot, share=share)):
        for who in living:
            verbs.pay_or_take(t, who, share - given[who], SOURCE)


async def robin_hood(t: RoundTable, finder: str) -> None:
    """The finder takes 10% (£50,000,000 at most) from the richest player in the round. If the finder is the richest,
    the poorest player gets it.

    Play the square for its finder: move what is really lost (less if a Free Play spares it), and announce it.
    """
    order = rank_round_players(t)
    rich, poor = (finder, order[-1]) if order[0] == finder else (order[0], finder)
    with t.scene(events.RobinHoodTook(rich=rich, poor=poor, most=TOP_PRIZE)):
        taken = verbs.lose(t, rich, min(compute_percent(t.player(rich).total, 10), TOP_PRIZE), SOURCE)
        verbs.gain(t, poor, taken, SOURCE)


# -- digits


async def digital_love(t: RoundTable, _finder: str) -> None:
    """In the round, the ten-millions digit of the lowest total rises by 3, of the next one by 2, of the third by 1.
    A digit stops at 9.

    Play the square; who found it does not matter: change up to three totals at once, and announce it.
    """
    loved = rank_round_players(t)[:-4:-1]
    with t.scene(events.DigitalLoveMade(players=loved)):
        for who, by in zip(loved, (3, 2, 1), strict=False):
            bring_total_to(t, who, verbs.raise_digit(t.player(who).total, verbs.TEN_MILLIONS, by))


async def realignment(t: RoundTable, _finder: str) -> None:
    """Of the players still in: the digits of the lowest total, except the first, are put in order from high to low.
    Those of the highest total are put in order from low to high.

    Play the square; who found it does not matter: change the two totals at once, and announce it. With one player in,
    only the first rule counts.
    """
    order = rank_by_total(t, t.list_living())
    high, low = order[0], order[-1]
    with t.scene(events.Realigned(low=low, high=high)):
        bring_total_to(t, low, verbs.sort_digits_descending(t.player(low).total))
        if high != low:
            bring_total_to(t, high, verbs.sort_digits_ascending(t.player(high).total))


async def steal_your_million(t: RoundTable, _finder: str) -> None:
    """All players in the round except the one with the lowest total lose the millions digit of their total. The
    player with the lowest total gets all of it.

    Play the square; who found it does not matter: move what the others really lose, at once and announced.
    """
    *others, lowest = rank_round_players(t)
    with t.scene(events.MillionsStolen(who=lowest)):
        taken = sum(clear_digit(t, who, verbs.MILLIONS) for who in others)
        verbs.gain(t, lowest, taken, SOURCE)


async def zero_hour(t: RoundTable, _finder: str) -> None:
    """The three highest totals in the round lose a digit: the ten-millions, the millions and the hundred-thousands.
    The lowest gets that money.

    Play the square; who found it does not matter: the highest loses the first digit named, the next the second. With
    few players only as many lose.
    """
    *others, lowest = rank_round_players(t)
    struck = events.ZeroHourStruck if len(others) > 1 else events.ZeroHourStruckOne
    places = (verbs.TEN_MILLIONS, verbs.MILLIONS, verbs.HUNDRED_THOUSANDS)
    with t.scene(struck(players=others[:3], who=lowest)):
        taken = sum(clear_digit(t, who, place) for who, place in zip(others, places, strict=False))
        verbs.gain(t, lowest, taken, SOURCE)


def clear_digit(t: RoundTable, who: str, place: int) -> int:
    """Take from a player's total what its digit at `place` (1000000 for the millions) is worth, except what squares
    that protect them save, and announce it. Return how much money they really lost.
    """
    return verbs.lose(t, who, verbs.compute_digit_worth(t.player(who).total, place), SOURCE)


BLOCK, OPPONENT, YOU, THRESHOLD = "Block the Blammo", "Eliminate Opponent", "Eliminate You", "Threshold Situation"
SPLIT = "Split & Share"
THRESHOLD_AT_ONCE = 2  # percent of the total


# -- Blammo


async def blammo(t: RoundTable, who: str) -> None:
    """Four squares hide four different results, and the player must choose one.

    Play the square for `who`: draw the four results, ask for a square (the first without an answer), announce all four,
    and carry out the one chosen.
    """
    faces = t.draw("blammo.faces", list(FATES), len(FATES))
    t.tell(events.BlammoBegun(who=who))
    four = range(1, len(FATES) + 1)
    doors = build_doors("blammo", [Cell(str(n), SHUT_CELL, value=n) for n in four])
    t.show(replace(doors, look=BLAMMO_LOOK))
    n = await t.ask(
        "blammo.square",
        who,
        "Each of four squares does something different to you. Which square do you choose?",
        four,
        lapse=1,
        of="blammo",
    )
    chosen = faces[n - 1]
    others = [phrase("{face} ({n})", face=face, n=at) for at, face in enumerate(faces, 1) if at != n]
    with t.scene(events.BlammoOpened(who=who, n=n, face=chosen, others=others)):
        FATES[chosen](t, who)


def block_blammo(t: RoundTable, who: str) -> None:
    """Nothing happens.

    Called for `who` as the result of their Blammo; only announce it.
    """
    t.tell(events.BlammoBlocked(who=who))


def eliminate_opponent(t: RoundTable, who: str) -> None:
    """Chance puts another player out of the round, without a penalty.

    Called for `who` as the result of their Blammo. Do nothing if nobody else is in; the player drawn stays if
    protected.
    """
    others = t.list_living(but=who)
    if others:
        victim = t.draw_one("blammo.opponent", others)
        with t.scene(events.OpponentDrawn(who=victim)):
            bombs.knock_out(t, victim)


def eliminate_you(t: RoundTable, who: str) -> None:
    """The player is out of the round, without a penalty.

    Called for `who` as the result of their Blammo. They stay if they are protected, or the last one in.
    """
    bombs.knock_out(t, who)


def threshold_situation(t: RoundTable, who: str) -> None:
    """2% of the total goes at once, and 20% more if the round is lost.

    Called for `who` as the result of their Blammo. Charge the 2% and note the pledge: `settle_threshold` charges the
    rest.
    """
    verbs.lose(t, who, compute_percent(t.player(who).total, THRESHOLD_AT_ONCE), SOURCE)
    if pledge_forfeit(t, who, THRESHOLD):
        t.tell(events.FifthPledged(who=who))


FATES: Mapping[str, Callable[[RoundTable, str], None]] = {
    BLOCK: block_blammo,
    OPPONENT: eliminate_opponent,
    YOU: eliminate_you,
    THRESHOLD: threshold_situation,
}

BLAMMO_LOOK = Look(
    name="blammo",
    pot=phrase("Blammo"),
    label=phrase("Four squares, and each does something different"),
    lives=phrase("you must open one of them"),
    go=phrase("Open door {what}", what="#"),
    feet=[*FATES],
    tails=[
        phrase("nothing happens"),
        phrase("another player, chosen by chance, is out"),
        phrase("you are out, without a penalty"),
        phrase("you lose {n}% now, and more if you lose the round", n=THRESHOLD_AT_ONCE),
    ],
)


# -- the board and the players


async def metamorphosis(t: RoundTable, _finder: str) -> None:
    """Every square that is not a bomb becomes an event until all players have selected once. Then all squares are
    drawn again.

    Play the square; who found it does not matter. Only begin the spell (which turns the squares at once): it is counted
    and ended after later selections.
    """
    board.cast_spell(t, "Metamorphosis", 6)


async def military_aid(t: RoundTable, _finder: str) -> None:
    """Of the players still in, the one with the lowest total hides one more bomb in secret, and gets a hidden
    square.

    Play the square; who found it does not matter: ask that player where the bomb goes, then give them the hidden
    square, unless they go out while they are asked.
    """
    who = rank_by_total(t, t.list_living())[-1]
    with t.scene(events.MilitaryAidGiven(who=who)):
        if t.round.list_closed_squares():
            try:
                await ask_extra_bomb(t, who)
            except Withdrawn:
                return
        secrets = t.state.options.list_hidden_squares()
        if secrets:
            verbs.give_hidden(t, who, t.draw_one("military_aid.hidden", secrets))


async def ask_extra_bomb(t: RoundTable, who: str) -> None:
    """Ask a player to seal one more bomb on a closed square (drawn by chance if they do not answer), put it there and
    announce its receipt; then lift all lock-ins. Raise Withdrawn, and lay none, if they go out while they are asked.
    """
    n = await t.ask(
        "military_aid.square",
        who,
        "Where do you hide one more bomb?",
        lambda: table.list_square_options(t.round, t.round.list_closed_squares()),
        lapse=0,
        of=BOARD,
        secret=True,
    )
    n = n or t.draw_one("military_aid.placed_by_host", t.round.list_closed_squares())
    receipt = add_sealed_bomb(t, who, n)
    t.tell(events.ExtraBombSealed(who=who, receipt=receipt))
    lift_locks(t)


async def reparations(t: RoundTable, _finder: str) -> None:
    """Of the players still in, the one with the highest total gives booster and held squares to the one with the
    lowest. Squares that make a player lose stay.

    Play the square; who found it does not matter: move all of it at once. Only announce that nothing happens if one
    player alone is in.
    """
    order = rank_by_total(t, t.list_living())
    high, low = order[0], order[-1]
    if high == low:
        t.tell(events.ReparationsVoid())
        return
    points = t.player(high).booster
    with t.scene(events.ReparationsMade(high=high, low=low)):
        verbs.set_booster(t, high, 0)
        if points:
            verbs.raise_booster(t, low, points)
        verbs.hand_over_holdings(t, high, low, but=tables.FORFEITS)


async def sob_story(t: RoundTable, _finder: str) -> None:
    """The player with the lowest total in the round becomes immune. If they are out, they come back in, but not if
    they are busy elsewhere.

    Play the square; who found it does not matter. Only announce it if that player has folded or plays in another round.
    """
    who = rank_round_players(t)[-1]
    if who in t.list_living():
        with t.scene(events.SobStoryTold(who=who)):
            verbs.make_immune(t, who)
    elif t.player(who).sits_out:
        t.tell(events.SobStoryOfFolded(who=who))
    elif rounds.is_active_in_any_round(t, who):
        t.tell(events.SobStoryOfMoved(who=who))
    else:
        with t.scene(events.SobStoryOfOut(who=who)):
            verbs.bring_player_back(t, who)


# -- the end of the round


async def deadlock(t: RoundTable, _finder: str) -> None:
    """If several players survive this round, only the one with the lowest total wins it.

    Play the square; who found it does not matter. Only note it at the round: `decide_deadlock` puts the others out at
    the end.
    """
    if not t.is_in_force("Deadlock"):
        t.round.in_force.append("Deadlock")
    t.tell(events.DeadlockSet())


def decide_deadlock(t: RoundTable, winners: list[str]) -> list[str]:
    """Return who wins the round: under Deadlock, of several survivors only those who share the lowest total, the others
    being put out without a penalty (a protected one stays and wins, too); otherwise all `winners` as they are.
    """
    if len(winners) < 2 or not t.is_in_force("Deadlock"):
        return winners
    lowest = min(t.player(who).total for who in winners)
    with t.scene(events.DeadlockDecides(n=len(winners))):
        return [who for who in winners if t.player(who).total == lowest or not bombs.knock_out(t, who)]


async def split_and_share(t: RoundTable, finder: str) -> None:
    """If the finder does not win the round, the other players share 15% of the finder's total.

    Play the square for its finder. Only note the pledge (not in a Free Play): `settle_split_and_share` charges and
    pays.
    """
    if pledge_forfeit(t, finder, SPLIT):
        t.tell(events.SharePledged(who=finder))


def pledge_forfeit(t: RoundTable, who: str, name: str) -> bool:
    """Note that the player pays for the square `name` if they lose the round, and return True. During a Free Play,
    which never costs money, only announce that they are spared, and return False.
    """
    if bombs.is_in_free_play(t, who):
        t.tell(events.ForfeitSpared(square=name, who=who))
        return False
    verbs.add_pledge(t, who, name)
    return True


async def settle_threshold(t: RoundTable, who: str) -> None:
    """Charge a player who has lost the round 20% of their total for each Threshold Situation that they had found, and
    drop these pledges, also if they have not lost.
    """
    for _ in range(take_due_forfeits(t, who, THRESHOLD)):
        with t.scene(events.ForfeitDue(who=who, square=THRESHOLD)):
            charge_forfeit(t, who, THRESHOLD)


async def settle_split_and_share(t: RoundTable, who: str) -> None:
    """Charge a player who has lost the round 15% of their total for each Split & Share that they had found, and share
    what they really pay among the round's other players, in or out; drop these pledges, also if they have not lost.
    """
    for _ in range(take_due_forfeits(t, who, SPLIT)):
        with t.scene(events.ForfeitDue(who=who, square=SPLIT)):
            paid = charge_forfeit(t, who, SPLIT)
            others = [name for name in rank_round_players(t) if name != who]
            for name in others:
                verbs.gain(t, name, -(-paid // len(others)), SOURCE)


def charge_forfeit(t: RoundTable, who: str, name: str) -> int:
    """Charge a loser of the round the percentage that the square of this name costs; return how
    much was really taken.
    """
    return verbs.lose(t, who, compute_percent(t.player(who).total, tables.FORFEITS[name]), SOURCE)


def take_due_forfeits(t: RoundTable, who: str, name: str) -> int:
    """Remove a player's pledges to pay for the square of this name, and return how many they have to pay now: none if
    they did not lose.
    """
    player = t.player(who)
    if not player.pledges:
        return 0
    here = [pledge for pledge in verbs.list_forfeits(t, who) if pledge.name == name]
    player.pledges = [pledge for pledge in player.pledges if pledge not in here]
    return len(here) if t.seat(who).status in LOST_STATUSES else 0
