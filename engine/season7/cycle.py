"""The season: cycle after cycle of quadrants, Super Round and Megagrid, until somebody has a billion."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.table import Script, Table
from engine.kernel.text import phrase
from engine.race.numbers import row, with_one_more
from engine.season7 import events, megagrid, moving, target, wildcards
from engine.season7.rounds import open_round
from engine.season7.state import Options, Player, Season

FULL_TABLE = 4
AT_LEAST = 4  # rounds, where there are enough players


class SeasonTable(Table[Season]):
    """The table at which the season itself is run."""


def next_step(t: SeasonTable) -> Script[None] | None:
    """What the season goes on with."""
    return STEPS[t.state.phase](t) if goes_on(t.state) else None


def goes_on(season: Season) -> bool:
    """Has the season itself something to do? Not while what it waits for is being played, nor when it is over."""
    return season.phase in STEPS and (season.phase not in PLAYED or settled(season))


# -- the quadrants


async def open_cycle(t: SeasonTable) -> None:
    """Newcomers sit down, those who folded are back, and a draw splits everybody over rounds side by side."""
    season = t.state
    players = [*season.here(), *season.newcomers]
    drawn = t.draw("cycle.seats", players, len(players))
    season.cycle += 1
    welcome(t)
    for player in season.players.values():
        player.sits_out = False
    sizes = table_sizes(len(drawn))
    t.tell(events.CycleBegun(cycle=season.cycle, n=len(sizes), players=sorted(players)))
    if season.options.wildcard and (len(sizes) > 1 or wildcards.is_due_alone(season)):
        drawn = open_wildcard(t, drawn, sizes)
    for i, size in enumerate(sizes, 1):
        group, drawn = drawn[:size], drawn[size:]
        rows, columns = size_of(season.options)
        open_round(season, f"Q{i}", phrase("Quadrant {n}", n=i), group, rows=rows, columns=columns)
    season.phase = "quadrants"
    for who in players:
        moving.burnout_booster(t, who)


def welcome(t: SeasonTable) -> None:
    """Newcomers start level with whoever is last, but not below zero."""
    season = t.state
    start = max(0, min((season.players[who].total for who in season.here()), default=0))
    for who in season.newcomers:
        if who in season.players:
            season.players[who].gone = False
            t.tell(events.PlayerBack(who=who))
        else:
            season.players[who] = Player(start, start, chart=row([0] * (season.cycle - 1)))
            t.tell(events.PlayerJoined(who=who, start=start))
    season.newcomers = []


def table_sizes(players: int) -> list[int]:
    """Rounds of three to five, four where it can be; at least four rounds as soon as each has its three players."""
    rounds = max(1, (players + 2) // 4, AT_LEAST if players >= 3 * AT_LEAST else 0)
    return [len(range(i, players, rounds)) for i in range(rounds)]


def size_of(options: Options, kind: str = "regular", variant: str = "") -> tuple[int, int]:
    """How many rows and columns a board of this kind has."""
    if kind == "super":
        return options.super_rows, options.super_columns
    return (3, 4) if variant == wildcards.HEAD_TO_HEAD else (options.rows, options.columns)


def open_wildcard(t: SeasonTable, drawn: list[str], sizes: list[int]) -> list[str]:
    """Seat the wildcard round at a table of four where there is one; return who is left for the others."""
    season = t.state
    wildcards.choose(t)
    size = min(sizes, key=lambda size: abs(size - FULL_TABLE))
    sizes.remove(size)
    group = wildcards.seat(season, drawn, size)
    rows, columns = size_of(season.options, variant=season.wildcard)
    tables = wildcards.showdowns(season, group)
    for i, players in enumerate(tables, 1):
        name, title = f"W{i}", phrase("{variant} {n}", variant=season.wildcard, n=i)
        if len(tables) == 1:
            name, title = "W", phrase("{variant}", variant=season.wildcard)
        open_round(season, name, title, players, variant=season.wildcard, rows=rows, columns=columns)
    t.tell(events.WildcardTaught(wildcard=season.wildcard))
    t.tell(events.WildcardSeated(players=group))
    return [who for who in drawn if who not in group]


# -- the Super Round


def clear_rounds(season: Season) -> None:
    """The rounds are put away, and whatever was promised for their end with them."""
    season.rounds.clear()
    for player in season.players.values():
        player.pledges = []


async def to_super_round(t: SeasonTable) -> None:
    """When all quadrants are closed their winners, and holders of Access, play the Super Round."""
    season = t.state
    season.qualified = qualifiers(season)
    fill_up(t)
    clear_rounds(season)
    if len(season.qualified) < 2:
        season.phase = "close"
        t.tell(events.NoSuperRound())
        return
    order = t.draw("super_round.order", season.qualified, len(season.qualified))
    rows, columns = size_of(season.options, "super")
    open_round(season, "SR", "Super Round", order, kind="super", rows=rows, columns=columns)
    for who in order:
        season.players[who].access = False
    season.phase = "super"
    t.tell(events.SuperRoundSeated(players=order))
    for who in order:
        moving.burnout_booster(t, who)


def settled(season: Season) -> bool:
    """Are all rounds closed, and all their minigames played?"""
    for r in season.rounds.values():
        if r.stage != "closed":
            return False
    return not season.booths and not season.due


def qualifiers(season: Season) -> list[str]:
    """The winners, then holders of Access."""
    able = in_cycle(season)
    # Who moved on and then tagged along may have won two rounds.
    winners = list(dict.fromkeys(who for r in season.rounds.values() for who in r.winners if who in able))
    return winners + [who for who in able if season.players[who].access and who not in winners]


def in_cycle(season: Season) -> list[str]:
    """Everybody by their place in the race, but for those who have folded: they have left the cycle."""
    return [who for _, who in season.standings() if not season.players[who].sits_out]


def fill_up(t: SeasonTable) -> None:
    """A Super Round needs two: seats left empty go to the lowest totals of the others, to help whoever trails."""
    season = t.state
    spare = [who for who in reversed(in_cycle(season)) if who not in season.qualified]
    empty = 2 - len(season.qualified)
    if 0 < empty <= len(spare):
        season.qualified += spare[:empty]
        t.tell(events.SeatsFilledUp(n=empty, players=spare[:empty]))


# -- the Megagrid, and the end


async def to_megagrid(t: SeasonTable) -> None:
    """When the Super Round is closed its winners play the Megagrid, each at their own pace."""
    season = t.state
    season.phase = "megagrid"
    winners = season.rounds[season.super_round()].winners
    if winners:
        t.tell(events.MegagridOpened(stake=megagrid.stake(season), winners=winners))
    megagrid.open_for(season, winners)


async def end_megagrid(t: SeasonTable) -> None:
    """When the Megagrid is played the cycle can be closed."""
    t.state.phase = "close"


async def close_cycle(t: SeasonTable) -> None:
    """The cycle is over: the leaderboard, and the end of the season if somebody has reached the target."""
    season = t.state
    clear_rounds(season)
    for player in season.players.values():
        player.chart = with_one_more(player.chart, player.total)
    if champions := target.find_champions(season):
        crown(t, champions)
        return
    leaders = [who for place, who in season.standings() if place == 1]
    total = season.players[leaders[0]].total
    season.phase = "begin"
    t.tell(
        events.CycleOver(
            cycle=season.cycle,
            leaders=leaders,
            n=len(leaders),
            deeds={"cycles": season.here(), "cycles_led": leaders},
            total=total,
            short=season.options.target - total,
        )
    )


def crown(t: Table[Season], champions: list[str]) -> None:
    """The race is won, and everything else is cleared away."""
    season = t.state
    season.champions, season.phase = champions, "over"
    season.rounds.clear()
    season.booths.clear()
    season.due.clear()
    total = season.players[champions[0]].total
    fell = total < season.options.target and len(season.here()) > 1
    t.tell(
        events.RaceWon(
            champions=champions,
            total=total,
            n=len(champions),
            deeds={"cycles": season.here(), "seasons": season.here(), "seasons_won": champions},
            fell=fell,
        )
    )


PLAYED = {"quadrants", "super", "megagrid"}  # phases in which others play at tables of their own
STEPS: Mapping[str, Callable[[SeasonTable], Script[None]]] = {
    "begin": open_cycle,
    "quadrants": to_super_round,
    "super": to_megagrid,
    "megagrid": end_megagrid,
    "close": close_cycle,
}
