"""Who sits on which grid: by the table, from the second round on, with two choices for the leader."""

from __future__ import annotations

from collections.abc import Sequence

from engine.deluxe import tables
from engine.deluxe.state import Race
from engine.kernel.errors import Illegal
from engine.kernel.table import Table

EVEN, NOBODY, ASK = "even", "nobody", "ask me"


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


def most_seats(players: int, grids: int) -> int:
    """So many may sit on one grid at the most."""
    return min(tables.MOST_SEATS, -(-players // grids) + tables.MORE_SEATS)


def allowed(sizes: Sequence[int], players: int, grids: int) -> bool:
    """Are there as many grids as there must be, none too small or too large, and a place for everybody?"""
    most = most_seats(players, grids)
    return len(sizes) == grids and sum(sizes) == players and all(tables.LEAST_SEATS <= n <= most for n in sizes)


def check_sizes(text: str, players: int, grids: int) -> list[int]:
    """Sizes as somebody writes them: `6 5 5`, or `even`."""
    words = text.replace(",", " ").split()
    if [word.casefold() for word in words] == [EVEN]:
        return even(players, grids)
    most = most_seats(players, grids)
    sizes = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 3]
    if len(sizes) != len(words) or not allowed(sizes, players, grids):
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
    sizes = filed(player.own_size, count, grids)
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
    mate = player.mate if player.mate in (*free, NOBODY) else ""
    if not mate and free:
        options = [*free, *([NOBODY] if NOBODY not in free else [])]
        mate = await t.ask(
            "leader.companion",
            leader,
            "{who}, whom do you want on your grid?",
            options,
            lapse=NOBODY,
            patience="quick",
        )
    return sizes, mate if mate in free else ""


def filed(own: int | None, players: int, grids: int) -> list[int]:
    """What the leader has filed ahead: even grids (0), or so many on their own and the others even; if it fits."""
    if own is None:
        return []
    sizes = [own, *even(players - own, grids - 1)] if own else even(players, grids)
    return sizes if allowed(sizes, players, grids) else []


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
