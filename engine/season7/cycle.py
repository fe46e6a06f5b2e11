"""The season: cycle after cycle of quadrants, Super Round and Megagrid, until somebody has a billion."""

from __future__ import annotations

from engine.kernel.table import Script, Table
from engine.season7.rounds import open_round
from engine.season7.state import Season


class SeasonTable(Table[Season]):
    """The table at which the season itself is run."""


def next_step(t: SeasonTable) -> Script[None] | None:
    """What the season goes on with."""
    steps = {"begin": open_cycle, "quadrants": to_super_round, "super": to_megagrid, "megagrid": close_cycle}
    phase = t.state.phase
    return steps[phase](t) if phase in steps else None


async def open_cycle(t: SeasonTable) -> None:
    """Newcomers sit down, those who leave get up, and a draw splits everybody over rounds side by side."""
    season = t.state
    season.cycle += 1
    for player in season.players.values():
        player.sits_out = False
    drawn = t.draw("cycle.seats", season.here(), len(season.here()))
    groups = split(drawn)
    for i, group in enumerate(groups, 1):
        open_round(season, f"Q{i}", f"Quadrant {i}", group, rows=season.options.rows, columns=season.options.columns)
    season.phase = "quadrants"
    t.tell("Cycle {cycle} begins with {n} round{n:s} side by side.", cycle=season.cycle, n=len(groups))


def split(players: list[str]) -> list[list[str]]:
    """Rounds of three to five, four where it can be; at least four rounds from sixteen players on."""
    n = len(players)
    rounds = max(1, round(n / 4)) if n > 5 else 1
    return [players[i::rounds] for i in range(rounds)]


async def to_super_round(t: SeasonTable) -> None:
    """When all quadrants are closed their winners, and holders of Access, play the Super Round."""
    season = t.state
    await t.until(lambda: all(r.stage == "closed" for r in season.rounds.values()) and not season.booths)
    qualified = [who for r in season.rounds.values() for who in r.winners]
    qualified += [who for who in season.here() if season.players[who].access and who not in qualified]
    qualified = list(dict.fromkeys(qualified))  # who moved on and then tagged along may have won two rounds
    # A Super Round needs two: empty seats go to the best placed who have not qualified.
    spare = [who for _, who in season.standings() if who not in qualified]
    season.qualified = qualified + spare[: max(0, 2 - len(qualified))]
    season.rounds.clear()
    order = t.draw("super_round.order", season.qualified, len(season.qualified))
    rows, columns = season.options.super_rows, season.options.columns
    open_round(season, "SR", "Super Round", order, kind="super", rows=rows, columns=columns)
    for who in order:
        season.players[who].access = False
    season.phase = "super"
    t.tell("The Super Round: {players}.", players=order)


async def to_megagrid(t: SeasonTable) -> None:
    """When the Super Round is closed its winners play the Megagrid."""
    season = t.state
    await t.until(lambda: all(r.stage == "closed" for r in season.rounds.values()) and not season.booths)
    season.phase = "megagrid"


async def close_cycle(t: SeasonTable) -> None:
    """The cycle is over: the leaderboard, and the end of the season if somebody has reached the target."""
    season = t.state
    season.rounds.clear()
    for player in season.players.values():
        player.chart.append(player.total)
    best = max(season.players[who].total for who in season.here())
    if best >= season.options.target:
        season.champions = [who for who in season.here() if season.players[who].total == best]
        season.phase = "over"
        t.tell("{champions} wins Race to a Billion with {total:£}!", champions=season.champions, total=best)
    else:
        season.phase = "begin"
        t.tell("Cycle {cycle} is over.", cycle=season.cycle)
