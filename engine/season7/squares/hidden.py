"""Hidden squares used in place of a selection. All hidden squares are known to their holder alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.kernel.table import Script
from engine.race import grid
from engine.season7 import board, bombs, events, tables
from engine.season7.resolve import draw_mystery_amount, give_square, has_effect, resolve_square
from engine.season7.table import HiddenInstead, RoundTable
from engine.season7.turn import run_as_selection

BAG = (3, 4, 5)  # the categories in the Bonus Bag
SWING = (4, 5, 6, 7, 8)  # the categories that the Metronome swings over


async def bonus_bag(t: RoundTable, who: str, _: None) -> None:
    """The player selects from the bag instead: a random square of seven-figure cash, a booster or a minigame."""
    faces, weights = tables.weigh_squares_evenly(BAG, frozenset(t.state.options.without))
    face = t.draw_one("bonus_bag.square", faces, weights=weights)
    t.tell(events.BonusBagOpened(who=who))
    await run_as_selection(t, who, give_square(t, who, face))


def find_copied_effect(t: RoundTable, n: int) -> str:
    """Return what there is to copy on an open square: a Bomb, what everybody saw there, or ""."""
    shown = t.find_cell(n).shown
    return shown if shown == "Bomb" or has_effect(t, shown) else ""


def list_copyable_squares(t: RoundTable) -> list[int]:
    """List the squares that somebody has selected, not just flipped, and that have an effect."""
    return [n for n, cell in enumerate(t.round.cells, 1) if cell.open and cell.by and find_copied_effect(t, n)]


def ask_square_to_copy(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """Ask which open square is copied."""
    return t.ask(
        "copy_paste.square",
        who,
        "Which open square do you copy?",
        lambda: [*grid.list_square_options(t.round, list_copyable_squares(t)), *back],
        lapse=0,
        of=BOARD,
        secret=True,
    )


async def copy_paste(t: RoundTable, who: str, n: int) -> None:
    """The player selects a square that was selected already, and it has its effect again, even if it is a bomb."""
    n = n or t.draw_one("copy_paste.drawn", list_copyable_squares(t))
    face = find_copied_effect(t, n)
    t.tell(events.SquareCopied(who=who, n=n, face=tables.format_square(face)))
    await run_as_selection(
        t, who, bombs.hit_player_with_bomb(t, who) if face == "Bomb" else resolve_square(t, who, face)
    )


def ask_forced_player(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """Ask which player has to play."""
    return t.ask(
        "force_play.player",
        who,
        "Who plays in your place?",
        lambda: [*([Option(name, name) for name in t.list_living(but=who)] or [Option("nobody", "Nobody")]), *back],
        lapse="",
        secret=True,
    )


async def force_play(t: RoundTable, who: str, other: str) -> None:
    """Somebody else must make this selection, as if it were their turn. Then the turn passes on from the holder."""
    others = t.list_living(but=who)
    if others:
        other = other or t.round.find_next_player(who)
        t.tell(events.PlayForced(other=other, who=who))
        t.round.forced = other


def list_metronome_squares(t: RoundTable) -> list[str]:
    """List what the Metronome can stop at: any square of these categories except cash and what this board bars."""
    out = board.list_barred_squares(t)
    return [
        face
        for c in SWING
        for face in tables.SQUARES_BY_CATEGORY[c]
        if face not in out and tables.parse_cash(face) is None
    ]


async def metronome(t: RoundTable, who: str, _: None) -> None:
    """The player has the effect of a random square of Categories 4 to 8."""
    face = draw_mystery_amount(t, t.draw_one("metronome.square", list_metronome_squares(t)))
    t.tell(events.MetronomeStopped(face=tables.format_square(face), who=who))
    await resolve_square(t, who, face)


async def skip_turn(t: RoundTable, who: str, _: None) -> None:
    """The player does not make this selection."""
    t.tell(events.TurnSkipped(who=who))


INSTEAD: Mapping[str, HiddenInstead] = {
    "Bonus Bag": HiddenInstead(bonus_bag),
    "Copy/Paste": HiddenInstead(copy_paste, lambda t, _who: bool(list_copyable_squares(t)), ask_square_to_copy),
    "Force Play": HiddenInstead(force_play, lambda t, who: bool(t.list_living(but=who)), ask_forced_player),
    "Metronome": HiddenInstead(metronome, lambda t, _who: bool(list_metronome_squares(t))),
    "Skip Turn": HiddenInstead(skip_turn),
}
