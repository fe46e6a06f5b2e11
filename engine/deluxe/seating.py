"""Who sits on which grid: by the table, from the second round on, with two choices for the leader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe import tables
from engine.deluxe.state import DeluxeRace
from engine.kernel import Form
from engine.kernel.errors import Illegal
from engine.kernel.table import Table

EVEN, NOBODY, ASK = "even", "nobody", "ask me"


def count_grids(players: int) -> int:
    """Return how many grids a round needs for this many players: one, two from 8 on, three from 12, four from 19."""
    return next(grids for least, grids in tables.GRIDS if players >= least)


def compute_even_sizes(players: int, grids: int) -> list[int]:
    """Return the sizes of the grids when players are split as evenly as possible, the larger first."""
    return [len(range(at, players, grids)) for at in range(grids)]


def rank_for_seating(t: Table[DeluxeRace]) -> list[str]:
    """Return all players by score, the highest first; the order of equal scores is drawn at random, which is
    published.
    """
    lot = t.draw("table.lot", t.state.here(), len(t.state.here()))
    return sorted(lot, key=lambda who: -t.state.players[who].total)


def compute_max_seats(players: int, grids: int) -> int:
    """Return the largest number of players allowed on one grid when `players` players share `grids` grids: two above
    the even share (rounded up), but never more than twelve.
    """
    return min(tables.MOST_SEATS, -(-players // grids) + tables.MORE_SEATS)


def are_sizes_allowed(sizes: Sequence[int], players: int, grids: int) -> bool:
    """Return whether these sizes are allowed for the grids of a round: one for each grid, none below three or above
    `compute_max_seats`, and together exactly a seat for every player.
    """
    most = compute_max_seats(players, grids)
    return len(sizes) == grids and sum(sizes) == players and all(tables.LEAST_SEATS <= n <= most for n in sizes)


def parse_grid_sizes(text: str, players: int, grids: int) -> list[int]:
    """Parse the grid sizes that a leader has typed, in the order of the grids, such as `6 5 5` (or with commas), or
    `even`; raise Illegal, with an example that would do, if they are not allowed.
    """
    words = text.replace(",", " ").split()
    if [word.casefold() for word in words] == [EVEN]:
        return compute_even_sizes(players, grids)
    most = compute_max_seats(players, grids)
    sizes = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(sizes) != len(words) or not are_sizes_allowed(sizes, players, grids):
        raise Illegal(
            (
                "Write {grids} numbers from {low} to {high} that add up to {players}, for example {usual}. Or "
                "write even: then all grids are about equally large."
            ),
            code="bad_grid_sizes",
            grids=grids,
            low=tables.LEAST_SEATS,
            high=most,
            players=players,
            usual=" ".join(map(str, compute_even_sizes(players, grids))),
        )
    return sizes


def format_grid_sizes(sizes: Sequence[int]) -> str:
    """Format grid sizes as text, such as `6 5 5`."""
    return " ".join(map(str, sizes))


async def ask_leader(t: Table[DeluxeRace], order: list[str], grids: int) -> tuple[list[int], str]:
    """Ask the leader, the first of `order`, for the number of players on each grid and for one player to sit with,
    except where they decided in advance; return the sizes and that player. Without an answer the sizes are even, and
    nobody (an empty string) is named.
    """
    leader, player = order[0], t.state.players[order[0]]
    count = len(order)
    sizes = find_filed_sizes(player.own_size, count, grids)
    if not sizes:
        text = await t.ask(
            "leader.sizes",
            leader,
            (
                "{who}, you are the leader. There are {n} players and {grids} grids. How many players go on each "
                "grid? Write “even” for equal grids, or one number for each grid."
            ),
            form=Form("text"),
            typed=lambda said: format_grid_sizes(parse_grid_sizes(said, count, grids)),
            lapse=format_grid_sizes(compute_even_sizes(count, grids)),
            patience="quick",
            grids=grids,
            n=count,
        )
        sizes = [int(word) for word in text.split()]
    free = [who for who in order if who not in assign_first_seats(order, grids)]
    mate = player.mate if player.mate in (*free, NOBODY) else ""
    if not mate and free:
        options = [*free, *([NOBODY] if NOBODY not in free else [])]
        mate = await t.ask(
            "leader.companion",
            leader,
            "{who}, which player do you want on your grid?",
            options,
            lapse=NOBODY,
            patience="quick",
        )
    return sizes, mate if mate in free else ""


def find_filed_sizes(own: int | None, players: int, grids: int) -> list[int]:
    """Return the sizes of all grids if the leader has chosen in advance the size `own` of their own grid, which comes
    first; the others are as even as possible (with 0 all are). Return an empty list if nothing was chosen (None) or the
    sizes are not allowed.
    """
    if own is None:
        return []
    sizes = [own, *compute_even_sizes(players - own, grids - 1)] if own else compute_even_sizes(players, grids)
    return sizes if are_sizes_allowed(sizes, players, grids) else []


def assign_first_seats(order: Sequence[str], grids: int) -> dict[str, int]:
    """Return, by player, the grid number, counted from 0, of those seated by rank: the best of `order` go one to each
    grid, the first of them to grid 0, then the last of `order` likewise, the very last to grid 0. Who is in between is
    not in the result.
    """
    first = {who: at for at, who in enumerate(order[:grids])}
    last = [who for who in reversed(order) if who not in first]
    return first | {who: at for at, who in enumerate(last[:grids])}


def seat_players(t: Table[DeluxeRace], order: Sequence[str], sizes: Sequence[int], mate: str) -> list[list[str]]:
    """Return a list of players for each grid, the leader's first: the first seats as fixed by rank, then `mate`, whom
    the leader named (or empty), on the leader's grid, and everybody else at random. The sizes, which have been checked,
    together seat all of `order`.
    """
    placed = assign_first_seats(order, len(sizes))
    if mate:
        placed[mate] = 0
    rest = [who for who in order if who not in placed]
    drawn = t.draw("seats.rest", rest, len(rest)) if rest else []
    groups = [[who for who, at in placed.items() if at == grid] for grid in range(len(sizes))]
    for group, size in zip(groups, sizes, strict=True):
        while len(group) < size and drawn:
            group.append(drawn.pop(0))
    return groups


def seat_players_by_lot(t: Table[DeluxeRace], grids: int) -> list[list[str]]:
    """Return a list of players for each of so many grids, all drawn at random and as even in number as possible; used
    for a round without a leader.
    """
    here = t.state.here()
    drawn = t.draw("seats.first", here, len(here))
    return [drawn[at::grids] for at in range(grids)]
