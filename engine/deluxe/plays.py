"""What may be done without being asked: on a grid, on the bench, with what one holds, and for the next round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deluxe import bench, events, failsafe, items, season, seating, tables, turn
from engine.deluxe.state import DeluxePlayer, DeluxeRace
from engine.deluxe.table import GridTable
from engine.kernel.question import Option, Play
from engine.kernel.table import GameInPlay
from engine.race import table as race
from engine.race.table import RacePlay

RISK, MATE, SIZES, RETURN = "always risk", "lead", "lead sizes", "sign up"


def list_deluxe_plays(game: GameInPlay[DeluxeRace], t: GridTable | None, who: str) -> list[Play]:
    """Return everything a player may do now without being asked, such as use an item or decide in advance. `t` is the
    table of the player's grid, or None if they play on none.
    """
    state = game.state
    if state.step in ("tie", "over"):
        return []
    if state.players[who].removed:
        return [] if who in state.newcomers else [Play(RETURN, "Sign up again for the next round")]
    here = [] if t is None else items.list_item_plays(t, who)
    if t is not None and t.is_live(who):
        here = [*race.list_race_plays(t, who, FREELY), *here]
    return [*here, *bench.list_bench_plays(game, who), *list_filing_plays(state, who)]


def list_filing_plays(state: DeluxeRace, who: str) -> list[Play]:
    """Return what a player may decide in advance: whether always to take the risk at Funky spaces and, where there are
    several grids, how many players sit on each and whom to sit with if they become the leader.
    """
    label = "Ask me at Funky spaces" if state.players[who].risks else "Always take the risk on Funky spaces"
    plays = [Play(RISK, label, secret=True)]
    count = len(state.here())
    grids = seating.count_grids(count)
    if grids > 1:
        mates = [*(other for other in state.here() if other != who), seating.NOBODY, seating.ASK]
        most = seating.compute_max_seats(count, grids)
        fit = [n for n in range(tables.LEAST_SEATS, most + 1) if seating.find_filed_sizes(n, count, grids)]
        sizes = [Option(word, word) for word in (seating.EVEN, *map(str, fit), seating.ASK)]
        plays += [
            Play(SIZES, "If you become the leader: how many players do you want on each grid", sizes, secret=True),
            Play(
                MATE,
                "If you become the leader: which player do you want on your grid",
                [Option(mate, mate) for mate in mates],
                secret=True,
            ),
        ]
    return plays


def save_leader_choice(player: DeluxePlayer, key: str, value: str) -> None:
    """Save what a player chooses in advance for the rounds that they will lead: the size of the grids or, if `key` is
    MATE, whom to sit with. It holds until they change it; the answer “ask me” deletes it.
    """
    if key == MATE:
        player.mate = "" if value == seating.ASK else value
    else:
        player.own_size = None if value == seating.ASK else 0 if value == seating.EVEN else int(value)


def run_deluxe_play(game: GameInPlay[DeluxeRace], t: GridTable | None, who: str, key: str, value: Any) -> None:
    """Carry out what a player does without being asked; `key` names the play, `value` is the choice made in it."""
    word, _, name = key.partition(" ")
    player = game.state.players[who]
    if key == RETURN:
        season.sign_up_player(game.wake_table(season.RACE_TABLE), who)
    elif key == RISK:
        player.risks = not player.risks
    elif key in (MATE, SIZES):
        save_leader_choice(player, key, value)
        game.wake_table(season.RACE_TABLE)  # who leads now, and is asked, has said it with that
    elif key == bench.WATCH:
        bench.mark_as_watching(game.state, who)
    elif word in bench.BENCH_PLAY_HANDLERS:
        bench.BENCH_PLAY_HANDLERS[word](game, who, name, value)
    elif t is not None and key in FREELY:
        FREELY[key].does(t, who, value)
    elif t is not None and key == "unlock":
        items.unlock_second_space(t, who, value)
    elif t is not None:
        items.use_item(t, who, key, value)


def list_lockable_spaces(t: GridTable, who: str, _closed: Sequence[Option]) -> Sequence[Option]:
    """Return, as answer options, the spaces that this player can lock for their next turn: none if they have locked one
    already, else all closed ones that are neither locked by others nor frozen.
    """
    return [] if t.seat(who).locked else race.list_square_options(t.round, turn.list_free_spaces(t, who))


def peek_at_space(t: GridTable, who: str, n: int) -> None:
    """Use one of a player's peeks to tell them what kind of thing lies on space `n`, and record that they know it;
    under some effects everybody is told. A bomb that cannot go off (a dud) is not told, but what it covers.
    """
    cell = t.find_cell(n)
    what = tables.BOMB if cell.bombs and not cell.dud else tables.find_space_kind(cell.face)
    t.seat(who).learned[n] = what
    if t.has_effect("Open Mic") or t.is_in_zone("Glass House"):
        t.seat(who).peeks -= 1
        for each in t.round.seats:
            failsafe.note_bomb_hint(t, each, [n], int(what == tables.BOMB))
        t.tell(events.PeekShown(who=who, n=n, what=what))
    else:
        race.take_peek(t, who, n, what)


FREELY: Mapping[str, RacePlay[GridTable]] = {
    "lock": RacePlay("Lock your next pick", race.lock_in_square, list_lockable_spaces),
    "list": race.build_wish_list_play("Write a list of spaces for your turn"),
    "clear list": race.CLEAR_LIST,
    "peek": RacePlay("Peek at a space", peek_at_space, race.list_peekable_squares),
}
DELUXE_SECRET_PLAYS = (
    *(key for key, freely in FREELY.items() if freely.secret),
    *(f"{word} {name}" for word in bench.BENCH_PLAY_HANDLERS for name in "ABCD"),
    bench.WATCH,
    RISK,
    MATE,
    SIZES,
)
