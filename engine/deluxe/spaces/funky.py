"""Funky spaces: the player who opens one may take the risk. What comes of it holds until the grid is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import assets, events, failsafe, strikes, tables
from engine.deluxe.spaces.choices import draw_unless_named, list_rival_options
from engine.deluxe.state import AsideTable, FoundMoney, GridTable
from engine.kernel.question import Option, Question
from engine.kernel.ruleset import read_rule
from engine.kernel.text import Words, phrase
from engine.race import table
from engine.race.table import record_bomb_seal


async def ask_second_thoughts(t: AsideTable, finder: str) -> None:
    """Ask a player in secret to which closed space to move their bomb, and move it; without an answer, or once the bomb
    has been opened, nothing happens. Ask first which bomb if two are closed. In a race from before these rules it is
    the one on the lowest number, and the question stays open.
    """
    bomb = 0
    if t.state.mended and len(list_own_bombs(t, finder)) > 1:
        said = await t.decide(
            "second_thoughts.bomb",
            finder,
            "Which of your bombs do you move?",
            lambda: [*table.list_square_options(t.round, list_own_bombs(t, finder)), Option("none", "none")],
            lapse="none",
            secret=True,
        )
        if said == "none":
            return
        bomb = int(said)

    def list_movable() -> list[int]:
        return [n for n in list_own_bombs(t, finder) if bomb in (0, n)]

    asked = t.put_question(
        Question(
            key="second_thoughts.space",
            who=finder,
            text="To which space do you move your bomb? You can also leave it.",
            lapse=0,
            secret=True,
        ),
        lambda: table.list_square_options(t.round, t.round.list_closed_squares()),
    )
    to = (await t.wait_for_all([asked], lambda: t.state.mended and not list_movable())).get(finder, 0)
    for at in list_movable()[:1]:
        if to in t.round.list_closed_squares() and to != at:
            move_bomb(t, finder, at, to)


def list_own_bombs(t: GridTable, who: str) -> list[int]:
    """Return the numbers of the closed spaces under which a player's bombs lie, also in duds."""
    return [n for n in t.round.list_closed_squares() if who in t.find_cell(n).bombs]


def move_bomb(t: GridTable, who: str, at: int, to: int) -> None:
    """Move a player's bomb from the closed space `at` to the space `to`, and tell only them, with a new receipt for it.
    Unless a dud lies there, bomb hunts that named the new space count the bomb as found, too, unless they have it from
    the old one, which keeps it, and no other bomb lies there; in a race from before this rule it counts twice.
    """
    seat = t.seat(who)
    seat.sealed = [n for n in seat.sealed if n != at]
    t.find_cell(at).bombs.remove(who)
    t.find_cell(to).bombs.append(who)
    t.whisper(who, events.BombMoved(n=to, receipt=record_bomb_seal(t, who, to)))
    for hunt in t.state.hunts:
        if t.state.mended and at in hunt.found and not t.find_cell(at).bombs:
            continue
        if hunt.grid == t.grid and to in hunt.spaces and to not in hunt.found and not t.find_cell(to).dud:
            hunt.found.append(to)


async def ask_blank_cheque(t: AsideTable, finder: str) -> None:
    """Ask the holder of a Blank Cheque for its amount, from one to ten stakes; without an answer by the end of the grid
    it is one stake. Only note it as a deal on the grid and announce it: `settle_funky_effects` pays.
    """
    amounts = {n: phrase("{cash:$}", cash=t.compute_stake(2 * n)) for n in range(1, 11)}
    n = await t.decide(
        "blank_cheque.amount",
        finder,
        ("How much do you write on the cheque? You get it if you win, and pay it if you do not."),
        amounts,
        lapse=1,
    )
    t.add_deal("Blank Cheque", finder, n=t.compute_stake(2 * n))
    t.tell(events.ChequeWritten(who=finder, cash=t.compute_stake(2 * n)))


async def ask_kingmaker(t: AsideTable, finder: str) -> None:
    """Ask the Kingmaker's finder which player to crown; without an answer by the end of the grid one is drawn at
    random. Only note it as a deal on the grid and announce it: the winner's bonus is raised when it is paid. Nothing
    happens if nobody else is in.
    """
    name = await t.decide(
        "kingmaker.player",
        finder,
        "Choose a player. If this player wins, you both get more.",
        lambda: list_rival_options(t, finder),
        lapse="",
    )
    about = draw_unless_named(t, "kingmaker.player", finder, name)
    if about:
        t.add_deal("Kingmaker", finder, about)
        t.tell(events.KingCrowned(who=finder, about=about))


FINE_PRINT = "Fine Print"
LEAST_THIRST = 3  # house
SIDES = ("odd (1st, 3rd …)", "even (2nd, 4th …)")


async def funky(t: AsideTable, finder: str) -> None:
    """Take the risk, and a Funky effect changes the grid. Or take the money that was there before, also if you do not
    answer. If this effect is already working, you get three stakes and no effect.

    Script of the decision (aside) opened when the space is found. Ask, unless the finder had said in advance always to
    take the risk; pay the money, or draw the effect, announce it, note it as active, and call its function in
    `EFFECTS`. A Fine Print draws it before the question, for the finder alone.
    """
    effect = ""
    if t.data.whom:  # had said so when it was found
        choice = "risk"
    else:
        choice = await ask_funky_risk(t, finder, "funky.risk")
        if choice == FINE_PRINT:
            effect = draw_funky_effect(t)
            t.player(finder).items.remove(FINE_PRINT)
            t.whisper(finder, events.FinePrintSeen(effect=effect, rule=find_effect_rule(effect)))
            choice = await ask_funky_risk(t, finder, "funky.risk")
    if choice != "risk":
        t.tell(events.FunkyDeclined(who=finder))
        assets.pay_found_money(t, finder, t.data.n)
        return
    effect = effect or draw_funky_effect(t)
    t.tell(events.FunkyTaken(who=finder, effect=effect, rule=find_effect_rule(effect)))
    if effect in t.round.in_force:
        t.tell(events.FunkyInForce())
        assets.earn(t, finder, t.compute_stake(6))
        return
    t.round.in_force.append(effect)
    t.hooks.funky[effect](t, finder)


async def ask_funky_risk(t: AsideTable, finder: str, key: str) -> str:
    """Ask the finder of a Funky space whether to take the risk or the money, and return `risk` or `leave` (also without
    an answer), or `Fine Print` if they hold this item and use it to see the effect first.
    """

    def answers() -> dict[str, Words]:
        """Return the options of `finder`, the finder of the Funky space: the risk, the money and, if they hold it, Fine
        Print.
        """
        found: dict[str, Words] = {"risk": phrase("Take the risk"), "leave": phrase("Take {n:$} instead", n=t.data.n)}
        if FINE_PRINT in t.player(finder).items:
            found[FINE_PRINT] = FINE_PRINT
        return found

    return await t.decide(
        key,
        finder,
        "Funky! {who}, do you take the risk of a surprise effect, or the money?",
        answers,
        lapse="leave",
        who=finder,
    )


def draw_funky_effect(t: GridTable) -> str:
    """Draw at random, of the effects that the game includes, which Funky effect comes up; in the zone Sunny Side it is
    not Opposite Day, unless no other is included.
    """
    out = {"Opposite Day"} if t.is_in_zone("Sunny Side") else set()
    inside = t.state.options.list_included(tables.FUNKIES)
    return t.draw_one("funky.effect", [name for name in inside if name not in out] or inside)


def find_effect_rule(effect: str) -> str:
    """Return the rule of a Funky effect, as its script's docstring tells it to players; raise KeyError for an unknown
    one.
    """
    return read_rule(EFFECTS[effect])


# -- the effects, and what follows from each while it is in force


def opposite_day(t: GridTable, finder: str) -> None:
    """Until the next bomb goes off, gains on money spaces are losses, and losses are gains.

    Called once when the effect begins, and do nothing: `invert_money_on_opposite_day` looks whether it is active, and
    `end_opposite_day` ends it.
    """


def invert_money_on_opposite_day(t: GridTable, found: FoundMoney) -> None:
    """Turn the sign of the amount of `found`, money that a player has just found on a space, while the effect Opposite
    Day is active, so that a gain is a loss.
    """
    if t.has_effect("Opposite Day"):
        found.amount = -found.amount


def end_opposite_day(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """Called when a bomb goes off: end the effect Opposite Day, by which gains and losses change places, if it is
    active, and announce that.
    """
    if t.has_effect("Opposite Day"):
        t.round.in_force.remove("Opposite Day")
        t.tell(events.OppositeDayOver())


def masquerade(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """All players see the kinds of all closed spaces, but every active bomb is shown as Money.

    Called once when the effect begins: announce the kinds, and note for each player on the grid that spaces not shown
    as Money hide no active bomb.
    """
    kinds = {n: tables.find_space_kind(t.find_cell(n).face) for n in t.round.list_closed_squares()}
    kinds |= {n: tables.MONEY for n in kinds if t.find_cell(n).bombs and not t.find_cell(n).dud}
    for who in t.round.seats:
        failsafe.note_bomb_hint(t, who, [n for n, kind in kinds.items() if kind != tables.MONEY], 0)
    t.tell(events.MasksOff(shown=[phrase("{kind} on {n}", n=n, kind=kind) for n, kind in kinds.items()]))


def group_discount(t: GridTable, finder: str) -> None:
    """The next bomb puts nobody out. All players who are in pay for it, but keep their boost and multiplier. The bomb
    after it costs as much as this one.

    Called once when the effect begins, and do nothing: `share_strike_by_discount` looks whether it is active.
    """


def share_strike_by_discount(t: GridTable, _victim: str) -> bool:
    """Called when a bomb hits a player, before they pay: if the effect Group Discount is active, charge each player
    still in, the victim included, the full cost of the bomb times their own boost (a Raincoat does not help), end the
    effect, and return True, so that the victim stays in and keeps multiplier and boost; else return False.
    """
    if not t.has_effect("Group Discount"):
        return False
    t.round.in_force.remove("Group Discount")
    t.tell(events.BillShared())
    for who in t.list_living():
        assets.earn(t, who, -strikes.compute_strike_cost(t), "bombs")
    return True


def twin_trouble(t: GridTable, finder: str) -> None:
    """After each pick, one more space without a bomb opens by chance, for nobody. It does not count as picked.

    Called once when the effect begins, and do nothing: `open_twin_space` looks whether it is active.
    """


def open_twin_space(t: GridTable, _who: str) -> None:
    """Called after a pick: while the effect Twin Trouble is active and the grid is not over, open one more random
    closed space without a bomb and announce it; nobody gets what is on it.
    """
    safe = (
        [n for n in t.round.list_closed_squares() if not t.find_cell(n).bombs] if t.has_effect("Twin Trouble") else []
    )
    if safe and not t.round.is_finished():
        n = t.draw_one("twin_trouble.space", safe)
        strikes.open_for_nobody(t, n)
        t.tell(events.TwinOpened(n=n, face=tables.format_face(t.find_cell(n).face)))


def landlords(t: GridTable, finder: str) -> None:
    """One of your bombs puts another player out: you get two stakes, whether you are in or out.

    Called once when the effect begins, and do nothing: `pay_landlords` looks whether it is active.
    """


def pay_landlords(t: GridTable, victim: str, owners: list[str]) -> None:
    """Called when a bomb goes off: while the effect Landlords is active, and if it puts the victim out, pay two stakes
    times their boost, once, to each of its `owners` but the victim and players who have left the race.
    """
    for owner in dict.fromkeys(owners) if t.has_effect("Landlords") and t.seat(victim).struck else ():
        if owner not in ("", victim) and not t.player(owner).gone:
            assets.earn(t, owner, t.compute_stake(4))


def high_tide(t: GridTable, finder: str) -> None:
    """After each pick, the money on one closed space is doubled by chance, unseen. Only money up to ten stakes can be
    doubled.

    Called once when the effect begins, and do nothing: `double_money_at_high_tide` looks whether it is active.
    """


def double_money_at_high_tide(t: GridTable, _who: str) -> None:
    """Called after a pick: while the effect High Tide is active, double the money on one closed space with a gain of at
    most ten stakes, drawn at random (a bomb may lie there), and announce that without saying which; do nothing if there
    is none.
    """
    closed = t.round.list_closed_squares() if t.has_effect("High Tide") else []
    low = [n for n in closed if 0 < (tables.parse_cash_face(t.find_cell(n).face) or 0) <= t.compute_stake(20)]
    if low:
        cell = t.find_cell(t.draw_one("high_tide.space", low))
        cell.face = tables.format_dollars(2 * (tables.parse_cash_face(cell.face) or 0))
        t.tell(events.TideRose())


def pass_the_parcel(t: GridTable, finder: str) -> None:
    """Money goes to the next player who is in and not to the finder, with that player's boost.

    Called once when the effect begins, and do nothing: `pass_money_on` looks whether it is active.
    """


def pass_money_on(t: GridTable, found: FoundMoney) -> None:
    """While the effect Pass the Parcel is active, make the next player still in after the finder the one who is to be
    paid `found`, money that the finder has just found on a space, or the finder if there is nobody else; it is paid
    elsewhere.
    """
    if t.has_effect("Pass the Parcel"):
        found.to = [t.round.find_next_player(found.finder) or found.finder]


def common_purse(t: GridTable, finder: str) -> None:
    """Money is shared equally by all players who are in. Each share is multiplied by that player's boost.

    Called once when the effect begins, and do nothing: `share_money_by_purse` looks whether it is active.
    """


def share_money_by_purse(t: GridTable, found: FoundMoney) -> None:
    """While the effect Common Purse is active, make all players still in those who are to share `found`, money just
    found on a space, also if Pass the Parcel is active; it is paid elsewhere.
    """
    if t.has_effect("Common Purse"):
        found.to = t.list_living() or found.to


def tug_of_war(t: GridTable, finder: str) -> None:
    """Players with odd places in the turn order play against those with even places. The side whose picks bring more
    money gets 25 points of boost each, in or out. If both bring the same, everybody gets them.

    Called once when the effect begins. Only add a deal: `count_money_for_side` counts into it, and
    `settle_funky_effects` gives the points.
    """
    t.add_deal("Tug of War", finder)


def count_money_for_side(t: GridTable, found: FoundMoney) -> None:
    """In a Tug of War (players with odd against those with even places in the turn order), count the amount of `found`,
    money just found on a space, for the side of its finder.
    """
    for deal in t.round.list_deals("Tug of War"):
        deal.n += found.amount * (1 if t.round.order.index(found.finder) % 2 == 0 else -1)


def last_orders(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Every player who is in picks one more space. Then the grid is over, and all players who are still in
    have won it.

    Called once when the effect begins. Only note who has still to pick: `count_last_order` counts them off and ends the
    grid.
    """
    t.round.last_picks = t.list_living()


def count_last_order(t: GridTable, who: str) -> None:
    """Called after a turn of `who`: under the effect Last Orders, note that this player has had their last pick, and
    end the grid after the last player's.
    """
    r = t.round
    if t.has_effect("Last Orders"):
        living = r.list_living()
        r.last_picks = [name for name in r.last_picks if name in living and name != who]
        r.ended = r.ended or not r.last_picks


def second_thoughts(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Each player who is in, and whose bomb is closed, may move this bomb in secret until their own next pick. What you
    peeked at may have changed. If you do not answer, your bomb stays.

    Called once when the effect begins. Delete all players' hints, and open a decision for each player concerned:
    `ask_second_thoughts` asks and moves the bomb.
    """
    for seat in t.round.seats.values():
        seat.hints = []
    for who in t.list_living():
        if list_own_bombs(t, who):
            t.open_aside("Second Thoughts", who, by=who)


def siren(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """The Jackpot rises by twenty stakes, and by ten more for each bomb that goes off.

    Called once when the effect begins, for the first rise only: `raise_jackpot_by_siren` does the others.
    """
    raise_jackpot(t, 40)


def raise_jackpot(t: GridTable, halves: int) -> None:
    """Raise the Jackpot by this many half stakes, and announce it."""
    t.state.jackpot += t.compute_stake(halves)
    t.tell(events.JackpotRaised(jackpot=t.state.jackpot))


def raise_jackpot_by_siren(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """Raise the Jackpot by ten stakes, if the effect Siren is active, and announce it. Called when a bomb goes off."""
    if t.has_effect("Siren"):
        raise_jackpot(t, 20)


def sudden_thirst(t: GridTable, finder: str) -> None:
    """The grid is over when half of the spaces that are closed now are left, rounded down, but at least three.

    Called once when the effect begins. Note the number, and end the grid if that is reached already; else
    `end_grid_by_thirst` does after a pick.
    """
    t.round.thirst = max(LEAST_THIRST, t.round.count_closed() // 2)
    end_grid_by_thirst(t, finder)


def end_grid_by_thirst(t: GridTable, _who: str) -> None:
    """End the grid once only as many spaces are closed as the effect Sudden Thirst has set; without that effect, once
    none is closed. Called after each pick.
    """
    r = t.round
    r.ended = r.ended or (r.count_closed() <= r.thirst if r.thirst else r.is_cleared())


def open_mic(t: GridTable, finder: str) -> None:  # noqa: ARG001 # it is for everybody
    """Each player who is in gets one more Peek, but not in a Fog Bank. All players see what a Peek shows.

    Called once when the effect begins, for the Peeks only: whether the effect is active is looked up when somebody
    peeks.
    """
    for who in () if t.is_in_zone("Fog Bank") else t.list_living():
        t.seat(who).peeks += 1


def crossed_wires(t: GridTable, finder: str) -> None:
    """For the bonuses of this round, the multipliers of all players who are in are mixed and given out by chance. Then
    each player has their own again, and winners get 1 more.

    Called once when the effect begins, and do nothing: the settlement of the grid looks whether it is active.
    """


def applause(t: GridTable, finder: str) -> None:
    """Each time a player goes out, the multipliers of all players who are in rise by a half.

    Called once when the effect begins, and do nothing: `raise_multipliers_by_applause` looks whether it is active.
    """


def raise_multipliers_by_applause(t: GridTable, _victim: str) -> None:
    """While the effect Applause is active, raise the win-bonus multipliers of all players still in by 0.5, because a
    player went out.
    """
    for who in t.list_living() if t.has_effect("Applause") else ():
        assets.set_multiplier(t, who, t.player(who).times + tables.ONE // 2)


def blank_cheque(t: GridTable, finder: str) -> None:
    """Write an amount up to ten stakes, without boost. If you win the round, you get it. If you do not win, you pay it.
    If you do not answer, it is one stake.

    Called once when the effect begins. Only open the decision: `ask_blank_cheque` asks, and `settle_funky_effects`
    pays.
    """
    t.open_aside("Blank Cheque", finder)


def kingmaker(t: GridTable, finder: str) -> None:
    """Choose another player who is in. If they win, their base counts three times. Half of what this adds, up to the
    maximum bonus, is paid to you, too. If you do not answer, chance chooses the player.

    Called once when the effect begins. Only open the decision: `ask_kingmaker` asks, and the settlement of the grid
    pays.
    """
    t.open_aside("Kingmaker", finder)


def settle_funky_effects(t: GridTable) -> None:
    """Settle Funky effects at the end of a grid: give 25 points of boost to the winning side of a Tug of War (to both
    if they are level), and pay or charge Blank Cheques.
    """
    r = t.round
    for deal in r.list_deals("Tug of War"):
        sides = [at for at, ahead in ((0, deal.n >= 0), (1, deal.n <= 0)) if ahead]
        t.tell(
            events.TugSettled(
                sides=[phrase("the players in the {side} places of the turn order win", side=SIDES[at]) for at in sides]
            )
        )
        for at, who in enumerate(r.order):
            if at % 2 in sides and r.seats[who].status != "left":
                assets.shift_boost(t, who, 25)
    for deal in r.list_deals("Blank Cheque"):
        assets.pay_exactly(t, deal.who, deal.n if deal.who in r.winners else -deal.n, "spaces")


EFFECTS: Mapping[str, Callable[[GridTable, str], None]] = {
    "Opposite Day": opposite_day,
    "Masquerade": masquerade,
    "Group Discount": group_discount,
    "Twin Trouble": twin_trouble,
    "Landlords": landlords,
    "High Tide": high_tide,
    "Pass the Parcel": pass_the_parcel,
    "Tug of War": tug_of_war,
    "Last Orders": last_orders,
    "Second Thoughts": second_thoughts,
    "Common Purse": common_purse,
    "Siren": siren,
    "Sudden Thirst": sudden_thirst,
    "Open Mic": open_mic,
    "Crossed Wires": crossed_wires,
    "Applause": applause,
    "Blank Cheque": blank_cheque,
    "Kingmaker": kingmaker,
}
