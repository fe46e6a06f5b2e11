"""The race: round after round, until somebody on deck wins once more with enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.deluxe import bench, chance, changing, events, seating, tables, tiebreak, zones
from engine.deluxe.grids import open_grid
from engine.deluxe.state import Player, Race
from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.race.numbers import row, with_one_more

NAMES = "ABCD"


class DeluxeTable(Table[Race]):
    """The table at which the race itself is run."""


def next_step(t: DeluxeTable) -> Script[None] | None:
    """What the race goes on with."""
    step = t.state.step
    return STEPS[step](t) if step in STEPS else None


# -- a round


async def open_round(t: DeluxeTable) -> None:
    """Newcomers sit down, and it is worked out who leads. With fewer than two the round waits."""
    race = t.state
    await t.until(lambda: len({*race.here(), *race.newcomers}) > 1)
    welcome(t)
    begin_phase(t)
    zones.begin(t)
    grids = seating.grids_for(len(race.here()))
    if race.round == 0 or grids == 1:
        open_grids(t, seating.by_lot(t, grids))
    else:
        race.ranked = seating.ranked(t)
        race.step = "lead"


async def to_lead(t: DeluxeTable) -> None:
    """The leader chooses; then everybody gets a grid. If somebody leaves before that, it is worked out anew."""
    race = t.state
    if not all(race.takes_part(who) for who in race.ranked):
        race.step = "open"
        return
    order = race.ranked
    open_grids(t, seating.seat(t, order, *await seating.lead(t, order, seating.grids_for(len(order)))))


def open_grids(t: DeluxeTable, groups: list[list[str]]) -> None:
    """The round begins, each group on a grid of its own, in an order by lot."""
    race = t.state
    race.round += 1
    race.won, race.ranked = [], []
    race.grids.clear()
    t.tell(events.RoundBegun(round=race.round, jackpot=race.jackpot))
    for name, group in zip(NAMES, groups, strict=False):
        here = [who for who in group if not race.players[who].gone]
        order = t.draw("grid.order", here, len(here))
        title = phrase("Grid {name}", name=name) if len(groups) > 1 else phrase("Round {round}", round=race.round)
        open_grid(race, name, title, order)
        t.tell(events.GridSeated(grid=title, players=order))
    race.step = "grids"


def welcome(t: DeluxeTable) -> None:
    """Newcomers begin with nothing; who was here before has what they had."""
    race = t.state
    for who in race.newcomers:
        player = race.players.setdefault(who, Player(chart=row([0] * race.round)))
        t.tell(events.PlayerBack(who=who) if player.gone else events.PlayerJoined(who=who))
        player.gone = player.removed = False
    race.newcomers = []


def begin_phase(t: DeluxeTable) -> None:
    """The next phase begins, as was announced."""
    race = t.state
    if race.coming and race.round + 1 >= race.coming:
        race.phase, race.coming = race.phase + 1, 0
        base = tables.PHASES[race.phase].base
        t.tell(events.PhaseBegun(phase=race.phase, base=base))


async def wait_for_grids(t: DeluxeTable) -> None:
    """When all grids are over, and all minigames played, the round is settled."""
    race = t.state
    await t.until(lambda: settled(race))
    race.step = "changers"


def settled(race: Race) -> bool:
    """Is nothing of the round going on any more?"""
    return not race.booths and not race.asides and all(grid.stage == "over" for grid in race.grids.values())


async def to_changers(t: DeluxeTable) -> None:
    """All score changers that were found: decided about side by side, taking effect in the order found."""
    race = t.state
    if race.changers:
        changing.open_all(race)
        t.tell(events.ChangersListed(names=[held.name for held in race.changers]))
        race.changers = []
    await t.until(lambda: settled(race))
    race.step = "chances"


async def to_chances(t: DeluxeTable) -> None:
    """Jackpot Chances one after the other, the lowest score first, each for the Jackpot as it then stands."""
    race = t.state
    race.chances = [who for who in race.chances if who in race.here()]
    if not race.chances:
        race.chance = None
        race.step = "bench"
    elif race.chance is None or race.chance.who not in race.chances:
        chance.lay_out(t, min(race.chances, key=lambda who: (race.players[who].total, race.chances.index(who))))
    else:
        await chance.play(t, race.chance)


async def to_bench(t: DeluxeTable) -> None:
    """Slips and hunts are settled in public."""
    bench.settle(t)
    t.state.step = "close"


# -- the settlement


async def close_round(t: DeluxeTable) -> None:
    """Instalments, who is on deck, who has won the race; then what is to come."""
    race = t.state
    pay_instalments(t)
    winners = call_on_deck(t)
    for who in race.here():
        race.players[who].chart = with_one_more(race.players[who].chart, race.players[who].total)
    if winners:
        race.tied = dict.fromkeys(winners, 0)
        race.step = "tie"
        if len(winners) == 1:
            crown(t, winners)
        else:
            t.tell(events.TiebreakBegun(players=winners, n=tables.MINI_WINS))
        return
    remove_sleepers(t)  # not before a tie-break: who has won the race may play it
    announce(t)
    race.step = "open"


def pay_instalments(t: DeluxeTable) -> None:
    """What exceeded the maximum comes in instalments from the round after on, whoever wins, and to the removed too."""
    race = t.state
    place = changing.anywhere(t)
    for who, player in race.players.items():
        if player.owed and place is not None and (player.removed or not player.gone):
            new = min(player.fresh, player.owed)
            due = min(player.owed - new, tables.INSTALMENT)
            player.owed -= due
            if due:
                t.tell(events.InstalmentPaid(who=who, rest=player.owed))
                changing.pay(place, who, due)
        player.fresh = 0


def call_on_deck(t: DeluxeTable) -> list[str]:
    """A winner of this round with enough is on deck, for ever; one who was on deck before wins the race."""
    race = t.state
    enough = [
        who for who in dict.fromkeys(race.won) if who in race.here() and race.players[who].total >= race.options.target
    ]
    done = [who for who in enough if race.players[who].on_deck]
    for who in enough:
        if who not in done:
            race.players[who].on_deck = True
            t.tell(events.OnDeck(who=who, target=race.options.target))
    return done


def remove_sleepers(t: DeluxeTable) -> None:
    """Who has lapsed twice in this round, or in three rounds running, is removed, and may sign up again."""
    race = t.state
    for who in list(race.here()):
        seats = [grid.seats[who] for grid in race.grids.values() if who in grid.seats]
        player = race.players[who]
        lapses = max((seat.lapses for seat in seats), default=0)
        player.lapsed = player.lapsed + 1 if lapses else 0 if seats else player.lapsed
        if lapses > 1 or player.lapsed > 2:
            player.lapsed, player.gone, player.removed = 0, True, True
            t.tell(events.SleeperRemoved(who=who))


def announce(t: DeluxeTable) -> None:
    """The leaderboard; a phase or a zone that is to come is announced a round ahead."""
    race = t.state
    leaders = [who for place, who in race.standings() if place == 1]
    best = max((race.players[who].total for who in leaders), default=0)
    t.tell(
        events.RoundSettled(
            round=race.round,
            leaders=leaders,
            n=len(leaders),
            total=best,
            deeds={"settled": race.here(), "led": leaders},
        )
    )
    ahead = tables.PHASES.get(race.phase + 1)
    if ahead and not race.coming and (best >= ahead.leader or race.round >= ahead.rounds):
        race.coming = race.round + tables.NOTICE
        t.tell(events.PhaseAhead(phase=race.phase + 1, round=race.coming))
    zones.announce(t)


async def break_tie(t: DeluxeTable) -> None:
    """Mini games among those who are level, until one is ahead."""
    best = tiebreak.decided(t.state)
    if best:
        crown(t, [best])
        return
    await tiebreak.play(t)


def crown(t: Table[Race], champions: list[str]) -> None:
    """The race is won, and everything else is cleared away."""
    race = t.state
    race.champions, race.step = champions, "over"
    race.grids.clear()
    race.booths.clear()
    race.asides.clear()
    race.chance = None
    t.tell(
        events.RaceWon(
            champions=champions,
            n=len(champions),
            total=race.players[champions[0]].total,
            deeds={"races": race.here(), "races_won": champions},
        )
    )


STEPS: Mapping[str, Callable[[DeluxeTable], Script[None]]] = {
    "open": open_round,
    "lead": to_lead,
    "grids": wait_for_grids,
    "changers": to_changers,
    "chances": to_chances,
    "bench": to_bench,
    "close": close_round,
    "tie": break_tie,
}
