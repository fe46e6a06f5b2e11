"""Specials that ask their finder, or others, to decide something: aside, while the grid goes on."""

from __future__ import annotations

from engine.deluxe import assets, events, failsafe, tables
from engine.deluxe.spaces.changers import pick_one_of_level
from engine.deluxe.spaces.treats import pay_instead_in_fog
from engine.deluxe.state import AsideTable, GridTable
from engine.kernel.question import Option
from engine.kernel.table import OptionSource
from engine.kernel.text import Words, phrase
from engine.race import table

FROZEN_FOR, STENCH, LEAST_LEFT = 4, 25, 50  # house: spaces to be opened; points of boost


async def market_stall(t: AsideTable, finder: str) -> None:
    """Choose 30 points of boost, or a multiplier 1 higher, or five stakes. If you do not answer, you get the cash.

    Script of the decision (aside) opened when the space is found: ask the finder, and give at once what they choose.
    """
    options: dict[str, Words] = {
        "boost": phrase("30 boost points"),
        "multiplier": phrase("x+1"),
        "cash": phrase("{cash:$}", cash=t.compute_stake(10)),
    }
    choice = await t.decide(
        "market_stall.choice", finder, "{who}, which of these do you want?", options, lapse="cash", who=finder
    )
    if choice == "boost":
        assets.shift_boost(t, finder, 30)
    elif choice == "multiplier":
        assets.set_multiplier(t, finder, t.player(finder).times + tables.ONE)
    else:
        assets.earn(t, finder, t.compute_stake(10))


async def piggy_bank(t: AsideTable, finder: str) -> None:
    """Take three stakes now. Or bury four stakes, which grow by half with each bomb that goes off. If you win, you get
    them, times your boost. If not, they are lost. If you do not answer, you take three now.

    Script of the decision (aside) opened when the space is found. What is buried becomes a deal on the grid:
    `grow_piggy_banks` raises it, and `settle_promises` pays it.
    """
    options: dict[str, Words] = {
        "take": phrase("Take {cash:$}", cash=t.compute_stake(6)),
        "bury": phrase("Bury {cash:$}", cash=t.compute_stake(8)),
    }
    choice = await t.decide(
        "piggy_bank.choice", finder, "Do you take the money now, or bury it so that it grows?", options, lapse="take"
    )
    if choice == "bury":
        t.add_deal("Piggy Bank", finder, n=t.compute_stake(8))
        t.tell(events.PiggyBuried(who=finder))
    else:
        assets.earn(t, finder, t.compute_stake(6))


async def toll_lane(t: AsideTable, finder: str) -> None:
    """Choose a column. Until the grid is over, every other player who opens a space in it pays you a stake, without
    boost. If you do not answer, it is the column with most closed spaces.

    Script of the decision (aside) opened when the space is found. Only add the deal and announce it: `pay_toll` makes
    players pay.
    """
    columns = range(1, t.round.columns + 1)
    column = await t.decide(
        "toll_lane.column",
        finder,
        ("Which column is your toll lane? Other players pay you for each space that they open in it."),
        columns,
        lapse=0,
    )
    column = column or max(
        columns, key=lambda column: sum(not cell.open for cell in t.round.cells[column - 1 :: t.round.columns])
    )
    t.add_deal("Toll Lane", finder, n=column)
    t.tell(events.TollLaneLaid(n=column, who=finder))


async def bounty(t: AsideTable, finder: str) -> None:
    """Choose another player who is in. If a bomb puts them out, you get two stakes. If they win, they get four. If you
    do not answer, chance chooses the player.

    Script of the decision (aside) opened when the space is found. Only add the deal: `pay_bounties` pays when the
    player goes out, `settle_promises` when they win.
    """
    text = "Choose a player. If a bomb puts this player out, you get money."
    name = await t.decide("bounty.player", finder, text, lambda: list_rival_options(t, finder), lapse="")
    about = draw_unless_named(t, "bounty.player", finder, name)
    if about:
        t.add_deal("Bounty", finder, about)
        t.tell(events.BountyPut(who=finder, about=about))


def list_rival_options(t: AsideTable, who: str) -> OptionSource:
    """Return as options all other players still in, or "nobody" if there is none."""
    return t.list_others(who) or {"nobody": "nobody"}


def draw_unless_named(t: AsideTable, key: str, who: str, name: str) -> str:
    """Return the player `name`, whom the finder `who` has named, if they are still in; else another player still in,
    drawn at random under the name `key`; an empty string if nobody else is in.
    """
    others = t.list_others(who)
    if name in others or not others:
        return name if name in others else ""
    return t.draw_one(key, others)


async def handshake(t: AsideTable, finder: str) -> None:
    """Offer your hand to another player who is in. If they take it and you both win, each gets a multiplier 1 higher.
    If one wins, the winner pays the other two stakes, without boost. If they refuse, or do not answer before their next
    pick, you get one stake.

    Script of the decision (aside) opened when the space is found: ask the finder, then the player they chose. A hand
    that is taken is only added as a deal: `settle_promises` settles it.
    """
    text = "Which player do you offer a handshake?"
    name = await t.decide("handshake.player", finder, text, lambda: list_rival_options(t, finder), lapse="")
    about = draw_unless_named(t, "handshake.player", finder, name)
    taken = "no"
    if about and not t.round.is_finished():
        t.data.by, t.data.at, t.data.due = about, t.round.turns, False
        text = (
            "{who} offers you a handshake. If you both win, each multiplier rises by 1. If only one wins, the "
            "winner pays {cash:$} to the other. Yes or no?"
        )
        taken = await t.decide(
            "handshake.answer", about, text, ["yes", "no"], lapse="no", who=finder, cash=t.compute_stake(4)
        )
    if taken == "yes":
        t.add_deal("Handshake", finder, about)
        t.tell(events.HandsShaken(who=finder, about=about))
    else:
        t.tell(events.HandRefused(who=finder))
        assets.earn(t, finder, t.compute_stake())


async def stink_bomb(t: AsideTable, finder: str) -> None:
    """Hide the stink bomb privately on a closed space. If you do not answer, chance hides it. Another player who opens
    that space gives you 25 points of boost, but never goes below 50 %. If you open it, nothing happens.

    Script of the decision (aside) opened when the space is found. Only mark the space, in secret: `pay_stink_bomb` does
    the rest. Do nothing if no space is closed.
    """
    if not t.round.list_closed_squares():
        return
    n = await t.decide(
        "stink_bomb.space",
        finder,
        "On which space do you hide your stink bomb?",
        lambda: table.list_square_options(t.round, t.round.list_closed_squares()),
        lapse=0,
        secret=True,
    )
    closed = t.round.list_closed_squares()
    if closed:
        t.find_cell(n if n in closed else t.draw_one("stink_bomb.space", closed)).stink = finder


async def exchange_booth(t: AsideTable, finder: str) -> None:
    """Give 50 points of boost above 100 % for a multiplier 1 higher. Or give 1 of your multiplier above x1 for 50
    points of boost. Or do nothing, also if you do not answer.

    Script of the decision (aside) opened when the space is found: ask the finder, and exchange at once if they can
    still pay for it.
    """
    player = t.player(finder)
    rich, high = tables.FULL_BOOST + 50, 2 * tables.ONE

    def affordable() -> dict[str, Words]:
        """Return the exchanges that the `finder` of the Exchange Booth can pay for now, as options, and the option to
        exchange nothing.
        """
        options: dict[str, Words] = {"neither": "neither"}
        if player.boost >= rich:
            options["boost"] = phrase("Pay 50 boost points to make your multiplier 1 higher")
        if player.times >= high:
            options["multiplier"] = phrase("Make your multiplier 1 lower to get 50 boost points")
        return options

    choice = await t.decide(
        "exchange_booth.choice", finder, "What do you exchange: boost or multiplier?", affordable, lapse="neither"
    )
    if choice == "boost" and player.boost >= rich:
        assets.set_boost(t, finder, player.boost - 50)
        assets.set_multiplier(t, finder, player.times + tables.ONE)
    elif choice == "multiplier" and player.times >= high:
        assets.set_multiplier(t, finder, player.times - tables.ONE)
        assets.set_boost(t, finder, player.boost + 50)


async def phone_a_bench(t: AsideTable, finder: str) -> None:
    """Choose a player on the bench. Until your next pick, they may name your next space. If you open that space and it
    has no active bomb, each of you gets two stakes. If nobody is on the bench, you get two stakes.

    Script of the decision (aside) opened when the space is found: ask the finder, then the player on the bench. The
    space named is only added as a deal: `pay_phoned_space` pays.
    """
    if not t.list_bench():
        assets.earn(t, finder, t.compute_stake(4))
        return
    about = await t.decide(
        "phone_a_bench.player",
        finder,
        "Which player on the bench do you ask for advice?",
        lambda: t.list_bench() or [finder],
        lapse="",
    )
    if about not in t.list_bench() or not t.round.list_closed_squares():
        return
    text = "{who} asks you for advice. Which space should {who} open next?"
    n = await t.decide(
        "phone_a_bench.space",
        about,
        text,
        lambda: table.list_square_options(t.round, t.round.list_closed_squares()),
        lapse=0,
        who=finder,
    )
    if n:
        t.add_deal("Phone a Bench", finder, about, n)
        t.tell(events.BenchPhoned(about=about, who=finder, n=n))


async def show_of_hands(t: AsideTable, finder: str) -> None:
    """The players on the bench vote until your next pick: 15 points of boost for all players who are in, or one stake
    for each player on the bench. If the votes are equal, or nobody votes, it is the points.

    Script of the decision (aside) opened when the space is found: ask all who were on the bench then, and give at once
    what most want. Who has left meanwhile gets no cash.
    """
    bench = t.data.whom
    options: dict[str, Words] = {
        "points": phrase("15 boost points for every player who is still in"),
        "cash": phrase("{cash:$} for each player on the bench", cash=t.compute_stake()),
    }
    text = "{who} found Show of Hands, so the players on the bench vote. Which do you vote for?"
    votes = await t.decide_all("show_of_hands.vote", bench, text, lambda _: options, lapse="", who=finder)
    said = list(votes.values())
    if said.count("cash") > said.count("points"):
        for who in filter(t.state.takes_part, bench):
            assets.earn(t, who, t.compute_stake())
    else:
        for who in t.list_living():
            assets.shift_boost(t, who, 15)


async def ice_cube(t: AsideTable, finder: str) -> None:
    """Freeze a closed space that nobody has locked. Nobody can open it until four more spaces are open. If only frozen
    spaces are left, they can be opened again. If you do not answer, nothing is frozen.

    Script of the decision (aside) opened when the space is found. Only add the deal and announce it: while it lasts the
    space is not offered, and `melt_ice_cubes` ends it.
    """

    def unlocked() -> list[Option]:
        """Return as options the closed spaces that no player still in has locked, and `none`."""
        locked = [n for who in t.list_living() for n in (t.seat(who).locked, t.seat(who).second_lock)]
        return [
            *table.list_square_options(t.round, [n for n in t.round.list_closed_squares() if n not in locked]),
            Option("none", "none"),
        ]

    n = await t.decide(
        "ice_cube.space",
        finder,
        "Which space do you freeze, so that nobody can open it for now?",
        unlocked,
        lapse="none",
    )
    if n != "none" and int(n) in t.round.list_closed_squares():
        opened = len(t.round.cells) - t.round.count_closed()
        t.add_deal("Ice Cube", finder, n=int(n), until=opened + FROZEN_FOR)
        t.tell(events.SpaceFrozen(n=int(n), more=FROZEN_FOR))


async def coat_check(t: AsideTable, finder: str) -> None:
    """Leave your multiplier in the cloakroom until the grid is over: no bomb makes it smaller, but a win counts only
    x1. Afterwards you get it back, and 1 more for a win. If you do not answer, you keep it with you.

    Script of the decision (aside) opened when the space is found. Only move the multiplier to the finder's seat and set
    it to x1: it comes back when the grid is settled.
    """
    options: dict[str, Words] = {"leave": phrase("Put it away"), "wear": phrase("Keep it")}
    choice = await t.decide(
        "coat_check.choice",
        finder,
        (
            "Do you put your multiplier away until the grid is over? Then bombs cannot make it smaller, but a win"
            " counts only x1."
        ),
        options,
        lapse="wear",
    )
    seat, player = t.seat(finder), t.player(finder)
    if choice == "leave" and not seat.coat:
        seat.coat, player.times = player.times, tables.ONE
        t.tell(events.CoatChecked(who=finder, times=assets.format_multiplier(seat.coat)))


async def lonely_number(t: AsideTable, _: str) -> None:
    """Every player who is in secretly chooses a number, until the grid is over: from 1 to the number of players who are
    in. A number that only one player has chosen pays three stakes. If you do not answer, you choose none.

    Script of the decision (aside) opened when the space is found: ask all who were in then, show the numbers, and pay
    at once those who have not left the race.
    """
    players = t.data.whom
    text = "Choose a number from 1 to {n}. If nobody else chooses it, you get {cash:$}."
    named = await t.decide_all(
        "lonely_number.number",
        players,
        text,
        lambda _: range(1, len(players) + 1),
        lapse=0,
        n=len(players),
        cash=t.compute_stake(6),
    )
    numbers = [n for n in named.values() if n]
    t.tell(events.NumbersShown(numbers=[phrase("{who} {n}", who=who, n=n) for who, n in named.items() if n]))
    for who, n in named.items():
        if numbers.count(n) == 1 and t.state.takes_part(who):
            assets.earn(t, who, t.compute_stake(6))


async def dowsing_rod(t: AsideTable, finder: str) -> None:
    """Choose a space. I tell you privately how many closed spaces, of it and its neighbours, hide an active bomb.

    Script of the decision (aside) opened when the space is found. Whisper the number to the finder and keep it as a
    hint; in a Fog Bank pay two stakes instead. Without an answer nothing happens.
    """
    if pay_instead_in_fog(t, finder):
        return
    everywhere = table.list_square_options(t.round, range(1, len(t.round.cells) + 1))
    text = (
        "Choose a space. I look at it and at the spaces next to it, and tell you how many of them hide an active bomb."
    )
    n = await t.decide("dowsing_rod.space", finder, text, everywhere, lapse=0, secret=True)
    if n:
        around = list_neighbourhood(n, t.round.rows, t.round.columns)
        live = sum(bool(cell.bombs) and not cell.dud and not cell.open for cell in map(t.find_cell, around))
        failsafe.note_bomb_hint(t, finder, around, live)
        t.whisper(finder, events.DowsingSeen(n=n, live=live))


def list_neighbourhood(n: int, rows: int, columns: int) -> list[int]:
    """Return the number of space `n` and those of its neighbours, diagonal ones included, in rising order, on a grid of
    so many rows and columns.
    """
    row, column = divmod(n - 1, columns)
    return [
        r * columns + c + 1
        for r in range(max(0, row - 1), min(rows, row + 2))
        for c in range(max(0, column - 1), min(columns, column + 2))
    ]


async def lost_and_found(t: AsideTable, finder: str) -> None:
    """Take one of the items that players have lost to bombs in this game. If you do not answer, chance chooses it. If
    there is none, you get two stakes.

    Script of the decision (aside) opened when the space is found. If the items that there were have been taken
    meanwhile, two stakes are paid after the question, too.
    """
    t.data.n = t.data.n or len(t.state.lost)  # as many as there were when it was found: then it is asked, come what may
    if not t.data.n:
        assets.earn(t, finder, t.compute_stake(4))
        return
    item = await t.decide(
        "lost_and_found.item",
        finder,
        "Which lost item do you take?",
        lambda: sorted(set(t.state.lost)) or ["none"],
        lapse="",
    )
    lost = t.state.lost
    if lost:
        taken = item if item in lost else t.draw_one("lost_and_found.item", lost)
        lost.remove(taken)
        assets.give_item(t, finder, taken)
    else:
        assets.earn(t, finder, t.compute_stake(4))


async def apprentice(t: AsideTable, finder: str) -> None:
    """Choose another player who is in. Each space that raises their multiplier in this round raises yours as much. If
    you do not answer, it is the player with the highest multiplier.

    Script of the decision (aside) opened when the space is found. Only add the deal and announce it:
    `raise_apprentices` raises. For silence a lot decides between level players. Without another player in nothing
    happens.
    """
    text = "Choose a player. When a space raises this player's multiplier, it raises yours, too."
    name = await t.decide("apprentice.player", finder, text, lambda: list_rival_options(t, finder), lapse="")
    others = t.list_others(finder)
    if others:
        most = max(others, key=lambda who: t.player(who).times)
        level = [who for who in others if t.player(who).times == t.player(most).times]
        about = name if name in others else pick_one_of_level(t, "apprentice.player", level, most)
        t.add_deal("Apprentice", finder, about)
        t.tell(events.Apprenticed(who=finder, about=about))


async def hush_money(t: AsideTable, finder: str) -> None:
    """Choose: I show you privately the space of another player's active bomb, drawn by chance. Or you get three stakes.
    If you do not answer, you get the cash.

    Script of the decision (aside) opened when the space is found: pay, or whisper the space and keep it as learned. If
    no bomb of another can be shown, pay the cash; in a Fog Bank pay two stakes unasked.
    """
    if pay_instead_in_fog(t, finder):
        return
    options: dict[str, Words] = {
        "bomb": phrase("Show me where a bomb is hidden"),
        "cash": phrase("{cash:$}", cash=t.compute_stake(6)),
    }
    choice = await t.decide(
        "hush_money.choice", finder, "Do you want to see where a bomb is, or take the cash?", options, lapse="cash"
    )
    lies = [
        n
        for n in t.round.list_bomb_squares()
        if not t.find_cell(n).dud and any(who != finder for who in t.find_cell(n).bombs)
    ]
    if choice == "bomb" and lies:
        n = t.draw_one("hush_money.space", lies)
        t.seat(finder).learned[n] = tables.BOMB
        t.whisper(finder, events.HushSeen(n=n))
    else:
        assets.earn(t, finder, t.compute_stake(6))


async def hot_potato(t: AsideTable, finder: str) -> None:
    """Ask the player `finder`, who holds a Hot Potato (found or passed on), whether to pass it to another player still
    in, and pass it; without an answer, if it has burnt meanwhile, or if that player is out, nothing happens.
    """
    text = "You hold the hot potato and pay if a bomb goes off. Which player do you pass it to?"
    about = await t.decide("hot_potato.player", finder, text, lambda: [*t.list_others(finder), "keep"], lapse="keep")
    deal = next((deal for deal in t.round.list_deals("Hot Potato") if deal.who == finder), None)
    if deal is not None and about in t.list_others(finder):
        deal.who = about
        t.tell(events.PotatoPassed(who=finder, about=about))


async def ask_item_to_drop(t: AsideTable, finder: str) -> None:
    """Ask a player who holds more items than allowed which one goes, and move it to the Lost and Found; without an
    answer it is the newest. If they hold no more than three by then, nothing goes.
    """
    held = t.player(finder).items
    text = "You hold {n} items but can keep only {most}. Which one do you give up?"
    item = await t.decide(
        "items.drop",
        finder,
        text,
        lambda: sorted(set(held)) or ["none"],
        lapse="",
        n=len(held),
        most=tables.MOST_ITEMS,
    )
    if len(held) > tables.MOST_ITEMS:
        assets.drop_item(t, finder, item if item in held else held[-1])


def pay_toll(t: GridTable, who: str, n: int) -> None:
    """Make `who`, who has opened space `n`, pay one stake (the unit of payments), without boost, to each other player
    whose Toll Lane is the column of that space.
    """
    column = (n - 1) % t.round.columns + 1
    for deal in t.round.list_deals("Toll Lane"):
        if deal.n == column and deal.who != who:
            assets.transfer_money(t, who, deal.who, t.compute_stake(), "spaces")


def pay_stink_bomb(t: GridTable, who: str, n: int) -> None:
    """If another player's Stink Bomb hides on space `n`, which `who` has opened, announce it, take 25 points of boost
    from `who` (never going below 50 %) and give them to its owner. If its owner has left, or is `who`, nothing is
    taken. It is gone in each case.
    """
    cell = t.find_cell(n)
    owner, cell.stink = cell.stink, ""
    if owner not in ("", who) and not t.player(owner).gone:
        points = max(0, min(STENCH, t.player(who).boost - LEAST_LEFT))
        t.tell(events.StinkBombFound(owner=owner))
        assets.set_boost(t, who, t.player(who).boost - points)
        assets.set_boost(t, owner, t.player(owner).boost + points)


def pay_phoned_space(t: GridTable, who: str, n: int) -> None:
    """If `who`, who has opened space `n`, had asked a player on the bench for advice (Phone a Bench), end that call,
    and, if it is the space that was named and no live bomb lies there, pay both two stakes times their own boosts.
    """
    for deal in t.round.list_deals("Phone a Bench"):
        if deal.who == who:
            t.remove_deal(deal)
            if deal.n == n and not (t.find_cell(n).bombs and not t.find_cell(n).dud):
                assets.earn(t, who, t.compute_stake(4))
                assets.earn(t, deal.about, t.compute_stake(4))


def melt_ice_cubes(t: GridTable, _who: str) -> None:
    """End each Ice Cube, by which nobody can open a certain space, once as many spaces are open as it says (four more
    than when it was laid). Called after each pick.
    """
    for deal in t.round.list_deals("Ice Cube"):
        if len(t.round.cells) - t.round.count_closed() >= deal.until:
            t.remove_deal(deal)


def raise_apprentices(t: GridTable, who: str, gained: int) -> None:
    """Called when the multiplier of `who` has risen by `gained` tenths: raise as much that of each player still in who
    chose `who` as their model (Apprentice); those rises raise no further ones.
    """
    for deal in t.round.list_deals("Apprentice"):
        if deal.about == who and t.is_live(deal.who):
            assets.set_multiplier(t, deal.who, t.player(deal.who).times + gained, followed=False)


def grow_piggy_banks(t: GridTable, _victim: str, _owners: list[str]) -> None:
    """Called when a bomb goes off: raise the money in all Piggy Banks of the grid, which is paid to their owners if
    they win, by half.
    """
    for deal in t.round.list_deals("Piggy Bank"):
        deal.n = -(-deal.n * 3 // 2)


def pay_bounties(t: GridTable, victim: str) -> None:
    """Called when `victim` has gone out, also by a wrong Failsafe: pay two stakes times their boost to each player, in
    or out, who put a Bounty on the victim, and end the Bounty.
    """
    for deal in t.round.list_deals("Bounty"):
        if deal.about == victim:
            t.remove_deal(deal)
            assets.earn(t, deal.who, t.compute_stake(4))


def settle_promises(t: GridTable) -> None:
    """Settle promises at the end of a grid: pay winners their Piggy Banks, and winners on whom a Bounty was put four
    stakes each, all times their own boost, and settle Handshakes.
    """
    winners = t.round.winners
    for deal in t.round.list_deals("Piggy Bank"):
        if deal.who in winners:
            t.tell(events.PiggyDug(who=deal.who))
            assets.earn(t, deal.who, deal.n)
    for deal in t.round.list_deals("Bounty"):
        if deal.about in winners:
            t.tell(events.BountyOutlived(who=deal.about))
            assets.earn(t, deal.about, t.compute_stake(8))
    for deal in t.round.list_deals("Handshake"):
        settle_handshake(t, deal.who, deal.about)


def settle_handshake(t: GridTable, one: str, other: str) -> None:
    """Settle a Handshake at the end of a grid: if both players have won, each one's multiplier rises by 1; a single
    winner pays the other two stakes, without boost; otherwise nothing happens.
    """
    won = [who for who in (one, other) if who in t.round.winners]
    if len(won) == 2:
        for who in won:
            assets.set_multiplier(t, who, t.player(who).times + tables.ONE)
    elif won:
        assets.transfer_money(t, won[0], other if won[0] == one else one, t.compute_stake(4), "spaces")
