"""Who sits on which grid: by the table, from the second round on, with two choices for the leader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe import tables
from engine.deluxe.state import Race
from engine.kernel.errors import Illegal
from engine.kernel.table import Table

EVEN = "even"


def grids_for(players: int) -> int:
    """So many players, so many grids."""
    return next(grids for least, grids in tables.GRIDS if players >= least)


def even(players: int, grids: int) -> list[int]:
    """Sizes as even as possible, the larger first."""
    return [len(range(at, players, grids)) for at in range(grids)]


def ranked(t: Table[Race]) -> list[str]:
    """Everybody, best first; among equal scores a lot decides, published, once a round."""
    lot = t.draw("table.lot", t.state.here(), len(t.state.here()))
    return sorted(lot, key=lambda who: -t.state.players[who].total)


def check_sizes(text: str, players: int, grids: int) -> list[int]:
    """Sizes as somebody writes them: `6 5 5`, or `even`."""
    words = text.replace(",", " ").split()
    if [word.casefold() for word in words] == [EVEN]:
        return even(players, grids)
    most = min(tables.MOST_SEATS, -(-players // grids) + tables.MORE_SEATS)
    sizes = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    fits = len(sizes) == len(words) == grids and sum(sizes) == players
    if not fits or not all(tables.LEAST_SEATS <= size <= most for size in sizes):
        raise Illegal(
            "Write {grids} sizes from {low} to {high} that add up to {players}, such as {usual}; or even.",
            grids=grids,
            low=tables.LEAST_SEATS,
            high=most,
            players=players,
            usual=" ".join(map(str, even(players, grids))),
        )
    return sizes


def sizes_as_text(sizes: Sequence[int]) -> str:
    """The same, written."""
    return " ".join(map(str, sizes))


async def lead(t: Table[Race], order: list[str], grids: int) -> tuple[list[int], str]:
    """The leader chooses the sizes of the grids, and one player for their own; silence is even sizes and nobody."""
    leader, player = order[0], t.state.players[order[0]]
    count = len(order)
    sizes = filed(player.sizes, count, grids)
    if not sizes:
        text = await t.ask_text(
            "leader.sizes",
            leader,
            "{who}, you lead: how many players shall each of {grids} grids have? There are {n}. Write even, or sizes.",
            check=lambda said: sizes_as_text(check_sizes(said, count, grids)),
            lapse=sizes_as_text(even(count, grids)),
            patience="quick",
            grids=grids,
            n=count,
        )
        sizes = [int(word) for word in text.split()]
    free = [who for who in order if who not in first_seats(order, grids)]
    mate = player.mate if player.mate in free else ""
    if not mate and free:
        options = [*free, *(["nobody"] if "nobody" not in free else [])]
        mate = await t.ask(
            "leader.companion",
            leader,
            "{who}, whom do you want on your grid?",
            options,
            lapse="nobody",
            patience="quick",
        )
    return sizes, mate if mate in free else ""


def filed(sizes: list[int], players: int, grids: int) -> list[int]:
    """What the leader has filed ahead, if it fits; one 0 stands for even."""
    if sizes == [0]:
        return even(players, grids)
    return sizes if len(sizes) == grids and sum(sizes) == players else []


def first_seats(order: Sequence[str], grids: int) -> dict[str, int]:
    """The leader on the first grid, the second on the second, and so on; the last on the first, and so on."""
    first = {who: at for at, who in enumerate(order[:grids])}
    last = [who for who in reversed(order) if who not in first]
    return first | {who: at for at, who in enumerate(last[:grids])}


def seat(t: Table[Race], order: Sequence[str], sizes: Sequence[int], mate: str) -> list[list[str]]:
    """The seats by the table, the leader's companion, and everybody else by lot until all grids are full."""
    placed = first_seats(order, len(sizes))
    if mate:
        placed[mate] = 0
    rest = [who for who in order if who not in placed]
    drawn = t.draw("seats.rest", rest, len(rest)) if rest else []
    groups = [[who for who, at in placed.items() if at == grid] for grid in range(len(sizes))]
    for group, size in zip(groups, sizes, strict=True):
        while len(group) < size and drawn:
            group.append(drawn.pop(0))
    return groups


def by_lot(t: Table[Race], grids: int) -> list[list[str]]:
    """A first round has nobody to lead it."""
    here = t.state.here()
    drawn = t.draw("seats.first", here, len(here))
    return [drawn[at::grids] for at in range(grids)]
