"""Squares from earlier seasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.picture import Look, build_pool
from engine.kernel.table import Script
from engine.kernel.text import Words, format_money, phrase
from engine.season7 import board, events, rounds, tables, verbs
from engine.season7.state import RoundTable
from engine.season7.turn import resolve_square

# house: all of these numbers
MOODS = range(60, 121, 5)  # percent of the worth that is offered
EXTRAS = {"nothing": 5, "the booster back": 2, "a hidden square": 2, "Access": 1}  # weights
MINIGAME = 2_500_000  # what a minigame pays on average, before boosting
HIDDEN_SQUARE_WORTH = 1_000_000
ACCESS = 3_000_000
BOOSTER_POINT = 15_000
AVERAGES = {tables.MYSTERY_SIX: 549_500, tables.MYSTERY_SEVEN: 5_499_500}
AVERAGE_BOOST = 50
STEP, LEAST = 10_000, 250_000


class BankOffer(Struct, frozen=True):
    """A sum of cash, and perhaps an extra with it; `hidden` names the hidden square in the package."""

    cash: int
    extra: str = "nothing"
    hidden: str = ""


def draw_bank_offer(t: RoundTable, who: str) -> BankOffer:
    """Draw, and only return, the offer that the bank makes for a player's place in the round: a share of what they can
    expect if they stay in, with or without an extra that they can use, whose cost comes off the cash. The cash is
    rounded down to £10,000; without an extra it is at least £250,000.
    """
    extras = {extra: weight for extra, weight in EXTRAS.items() if COST[extra](t, who) is not None}
    mood = t.draw_one("bankers_offer.mood", MOODS)
    extra = t.draw_one("bankers_offer.extra", list(extras), weights=list(extras.values()))
    hidden = t.draw_one("bankers_offer.hidden", list_hidden_extras(t)) if extra == "a hidden square" else ""
    cash = compute_place_worth(t, who) * mood // 100 - (COST[extra](t, who) or 0)
    return BankOffer(round_bank_offer(cash, LEAST if extra == "nothing" else 0), extra, hidden)


def round_bank_offer(cash: int, least: int) -> int:
    """Round the bank's offer down to a whole £10,000, but never below `least`."""
    return max(cash // STEP * STEP, least)


def compute_booster_cost(t: RoundTable, who: str) -> int | None:
    """Return by how much the bank's cash falls if the offer lets the player keep their booster;
    None if they have none.
    """
    return t.player(who).booster * BOOSTER_POINT or None


def compute_access_cost(t: RoundTable, who: str) -> int | None:
    """Return by how much the bank's cash falls if the offer includes Access; None if the player has it already."""
    return None if t.player(who).access else ACCESS


def compute_hidden_extra_cost(t: RoundTable, who: str) -> int | None:
    """Return by how much the bank's cash falls if the offer includes a hidden square; None in a game without hidden
    squares.
    """
    del who
    return HIDDEN_SQUARE_WORTH if list_hidden_extras(t) else None


def list_hidden_extras(t: RoundTable) -> list[str]:
    """List the hidden squares that the bank may add to an offer; never Revive, which would undo the sale."""
    return [name for name in t.state.options.list_hidden_squares() if name != "Revive"]


COST: Mapping[str, Callable[[RoundTable, str], int | None]] = {
    "nothing": lambda _t, _who: 0,
    "the booster back": compute_booster_cost,
    "a hidden square": compute_hidden_extra_cost,
    "Access": compute_access_cost,
}


# -- what a place is worth


def compute_place_worth(t: RoundTable, who: str) -> int:
    """Compute the money a player can expect if they stay in the round, in whole pounds and at least 0. The bank's offer
    is a share of it.
    """
    chance = compute_win_chance(t, who)
    won = chance * (
        compute_current_win_bonus(t, who) + compute_holdings_worth(t, who) + compute_spared_forfeits(t, who)
    )
    found = estimate_selections_left(t, chance) * compute_average_square_value(t, who, chance)
    lost = (1 - chance) * verbs.compute_penalty(t, who)
    return max(int(won + found - lost), 0)


def count_bombs_on_board(t: RoundTable) -> int:
    """Count the bombs still to be found on the board; several on one square count each."""
    return sum(len(t.find_cell(n).bombs) for n in t.round.list_closed_squares())


def compute_win_chance(t: RoundTable, who: str) -> Fraction:
    """Compute a player's chance of winning the round, as a fraction, supposing that each bomb puts out one of the
    players still in, all equally likely, and that one is left; 1 if the player is immune. That others are immune does
    not count.
    """
    living = len(t.list_living())
    return Fraction(1) if t.seat(who).immune else Fraction(max(1, living - count_bombs_on_board(t)), living)


def compute_current_win_bonus(t: RoundTable, who: str) -> int:
    """Compute the win bonus that this player would get if they won the round now, with their booster and Win Zone; the
    board counts as not cleared.
    """
    return rounds.compute_winner_bonus(t, who, clear=False)


def compute_holdings_worth(t: RoundTable, who: str) -> int:
    """Compute the worth, by usual prices, of the minigames, hidden squares and booster that the player holds now and
    would keep if they won.
    """
    player = t.player(who)
    games = verbs.boost_amount(t, who, len(player.minigames) * MINIGAME)
    return games + len(player.hidden) * HIDDEN_SQUARE_WORTH + player.booster * BOOSTER_POINT


def compute_spared_forfeits(t: RoundTable, who: str) -> int:
    """Compute the sum of the payments due on losing, from their present total, which a winner is spared and a player
    who sells their place must make.
    """
    total = max(t.player(who).total, 0)
    return sum(total * tables.FORFEITS[pledge.name] // 100 for pledge in verbs.list_forfeits(t, who))


def estimate_selections_left(t: RoundTable, chance: Fraction) -> Fraction:
    """Estimate how many more squares the player will select: a share of the safe squares, halved for a player sure to
    lose.
    """
    safe = max(len(t.round.list_closed_squares()) - count_bombs_on_board(t), 0)
    return Fraction(safe, len(t.list_living())) * (1 + chance) / 2


def compute_average_square_value(t: RoundTable, who: str, chance: Fraction) -> Fraction:
    """Compute what one remaining square brings this player on average, given their chance of winning. Bombs do not
    count, but what lies under them does.
    """
    faces = [t.find_cell(n).face for n in t.round.list_closed_squares()]
    at_once = sum(compute_square_cash(t, who, face) for face in faces)
    if_won = sum(compute_square_value_if_won(t, who, face) for face in faces)
    return (at_once + chance * if_won) / max(len(faces), 1)


def compute_square_cash(t: RoundTable, who: str, face: str) -> int:
    """Compute the cash that a square (one with an amount still to be drawn by its average, any other 0) pays a player
    at once, with the round's and the player's boosters. It is negative, a loss, if the player voted Leave and the
    square has six or seven figures.
    """
    amount = tables.parse_cash(face) or AVERAGES.get(face, 0)
    amount = verbs.boost_amount(t, who, verbs.add_percent(amount, t.round.booster))
    leaves = t.seat(who).vote == "Leave" and tables.find_category(face) in (2, 3)
    return -amount if leaves else amount


def compute_square_value_if_won(t: RoundTable, who: str, face: str) -> int:
    """Compute what a square is worth to a player who wins the round: a booster by its points, a minigame by its average
    prize. Cash, events and all others count as 0.
    """
    if face in tables.MINIGAMES or face in tables.VINTAGE_MINIGAMES:
        return verbs.boost_amount(t, who, MINIGAME)
    points = AVERAGE_BOOST if face == tables.MYSTERY_BOOST else tables.parse_booster(face)
    return (points or 0) * BOOSTER_POINT


WEEKS = 52
ALLOWANCE, TAPERS_FROM = 11_850, 100_000  # of every £2 above the taper, £1 of the allowance goes
TAX = ((0, 20), (34_500, 40), (150_000, 45))  # of taxable income: from, percent
INSURANCE = ((162, 12), (892, 2))  # of a week's pay: from, percent
ZERO_POUNDS = Fraction(0)


def compute_banded_due(amount: Fraction, bands: tuple[tuple[int, int], ...]) -> Fraction:
    """Compute a progressive tax, in pounds: for each band, given as its lower end and its percentage, that percentage
    of the slice of the amount that lies in it; nothing below the first band.
    """
    due, before = ZERO_POUNDS, 0
    for low, percent in bands:
        due += max(amount - low, ZERO_POUNDS) * (percent - before)
        before = percent
    return due / 100


def compute_income_tax(year: Fraction) -> Fraction:
    """Compute the UK income tax on a year's pay, including the tapered personal allowance."""
    tapered = max(year - TAPERS_FROM, ZERO_POUNDS) / 2
    allowance = max(ALLOWANCE - tapered, ZERO_POUNDS)
    return compute_banded_due(max(year - allowance, ZERO_POUNDS), TAX)


def compute_national_insurance(week: Fraction) -> Fraction:
    """Compute an employee's UK National Insurance (class 1) on one week's pay."""
    return compute_banded_due(week, INSURANCE)


def compute_take_home_pay(week: int) -> int:
    """Compute a year's pay at this weekly wage after income tax and National Insurance, rounded up to the pound."""
    pay = Fraction(week)
    year = pay * WEEKS
    net = year - compute_income_tax(year) - compute_national_insurance(pay) * WEEKS
    return -(-net.numerator // net.denominator)


WEEKLY = range(100_000, 250_001, 1_000)


async def access(t: RoundTable, finder: str) -> None:
    """The finder will be in the next Super Round, whatever happens.

    Play the square for its finder. Only note and announce the right: opening the Super Round looks for it.
    """
    verbs.grant_access(t, finder)


async def footballers_salary(t: RoundTable, finder: str) -> None:
    """A weekly wage is drawn. The finder gets a year of it as cash, after tax and National Insurance.

    Play the square for its finder: draw the wage and pay at once, raised by boosters as cash is.
    """
    weekly = t.draw_one("footballers_salary.weekly", WEEKLY)
    net = compute_take_home_pay(weekly)
    # What was not selected, but came by Metronome, never lay on the board.
    paid = verbs.pay_board_cash if t.round.selecting else verbs.pay_handed_cash
    with t.scene(events.SalarySigned(who=finder, weekly=weekly, net=net)):
        paid(t, finder, net)


async def oneplus(t: RoundTable, finder: str) -> None:
    """Every digit of the finder's total except the first goes up by one. A nine stays a nine.

    Play the square for its finder: pay the difference at once, or announce that there is none.
    """
    total = t.player(finder).total
    more = verbs.raise_digits_after_first(total) - total
    if not more:
        t.tell(events.OnePlusUseless(who=finder))
        return
    with t.scene(events.OnePlusRaised(who=finder)):
        verbs.gain(t, finder, more, "vintage")


# -- Banker's Offer


async def bankers_offer(t: RoundTable, finder: str) -> None:
    """The bank offers to buy the finder's place in the round and all bonuses with it. The finder may refuse. A
    player who takes the deal is paid exactly what was offered, and leaves the round without a penalty. They lose
    booster, minigames and everything held, and pay what losing was to cost.

    Play the square for its finder: draw and show the offer, ask, and carry out a deal at once. No answer refuses; so
    does the bank if nobody else is in any more.
    """
    offer = draw_bank_offer(t, finder)
    t.tell(events.BankCalled(who=finder))
    if offer.hidden:
        t.whisper(finder, events.BankHiddenSeen(hidden=offer.hidden))
    show_bank_offer(t, offer)
    answer = await t.ask(
        "bankers_offer.answer",
        finder,
        (
            "The bank offers {package}. If you take it, you leave the round without a penalty and lose all your "
            "bonuses. Deal?"
        ),
        {"deal": "Deal", "no deal": "No deal"},
        lapse="no deal",
        package=format_offer_package(offer),
        cash=offer.cash,
    )
    if answer == "deal" and not t.round.is_contested():
        t.tell(events.BankHungUp(who=finder))
    elif answer == "deal":
        with t.scene(events.DealMade(who=finder, package=format_offer_package(offer))):
            sell_place(t, finder, offer)
    else:
        t.tell(events.DealRefused(who=finder))


def show_bank_offer(t: RoundTable, offer: BankOffer) -> None:
    """Show everybody the bank's offer and what the finder would give up by accepting."""
    closed, left = len(t.round.list_closed_squares()), sum(seat.status == "in" for seat in t.round.seats.values())
    look = Look(
        name="bankers_offer",
        pot=phrase("{cash:£}", cash=offer.cash),
        label=phrase("The bank offers"),
        know=[
            phrase("{n} still in", n=left),
            phrase("{n} squares closed", n=closed),
            phrase("no penalty for leaving"),
        ],
        risk=phrase("you give up your place and your bonuses"),
    )
    t.show(replace(build_pool(phrase("The bank offers"), format_offer_package(offer)), id="offer", look=look))


def format_offer_package(offer: BankOffer) -> list[Words]:
    """Format the parts of the bank's offer (cash and extra) in words, as a list; a hidden square in it is not named."""
    parts: list[Words] = [format_money(offer.cash)] * bool(offer.cash or offer.extra == "nothing")
    return parts + [offer.extra] * (offer.extra != "nothing")


def sell_place(t: RoundTable, who: str, offer: BankOffer) -> None:
    """Take a player who accepted the bank's offer out of the round, without booster, minigames and hidden squares, but
    still owing what losing was to cost; then pay them exactly what was offered, and give them the extra in it (their
    booster back, Access or a hidden square).
    """
    booster = t.player(who).booster
    verbs.surrender_place(t, who)
    board.end_worn_off_spells(t, who)
    verbs.gain(t, who, offer.cash, "banker")
    if offer.extra == "the booster back":
        verbs.set_booster(t, who, booster)
    elif offer.extra == "Access":
        verbs.grant_access(t, who)
    elif offer.hidden:
        verbs.give_hidden(t, who, offer.hidden)


# -- Knife Edge


async def knife_edge(t: RoundTable, finder: str) -> None:
    """The finder's next selection is a bomb, or a Win Zone with a hidden square: the chances are equal. A bomb that
    is already there stays a bomb.

    Play the square for its finder. Only mark their seat: `decide_knife_edge` lays the bomb or the Win Zone when they
    next open a square.
    """
    t.seat(finder).knife_edge = True
    t.tell(events.KnifeEdgeStood(who=finder))


def decide_knife_edge(t: RoundTable, who: str, n: int) -> Script[str | None] | None:
    """Take a player's Knife Edge from them, and return the coroutine that draws whether square `n`, which they open, is
    a bomb or a Win Zone; None if they are under none, or the square has a bomb already.
    """
    seat = t.seat(who)
    on_edge, seat.knife_edge = seat.knife_edge, False
    return resolve_knife_edge(t, who, n) if on_edge and not t.find_cell(n).bombs else None


async def resolve_knife_edge(t: RoundTable, who: str, n: int) -> str | None:
    """Decide with even chances what lies on the square selected under Knife Edge. For a bomb lay it there and return
    None; it has still to explode. For a Win Zone give the player its effect and a hidden square, and return “Win Zone”.
    """
    cell = t.find_cell(n)
    if t.draw_one("knife_edge.side", ("Bomb", "Win Zone")) == "Bomb":
        cell.bombs.append("")
        return None
    cell.face, cell.hidden = "Win Zone", ""
    with t.scene(events.KnifeEdgeWon(who=who, n=n)):
        await resolve_square(t, who, "Win Zone")
        secrets = t.state.options.list_hidden_squares()
        if secrets and t.seat(who).status == "in":
            verbs.give_hidden(t, who, t.draw_one("knife_edge.hidden", secrets))
    return "Win Zone"
