"""Hidden squares used in place of a selection. All hidden squares are known to their holder alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel.picture import BOARD
from engine.kernel.question import Option
from engine.kernel.table import Script
from engine.race import grid
from engine.season7 import board, bombs, events, tables
from engine.season7.resolve import certain, give, known, resolve
from engine.season7.table import Instead, RoundTable
from engine.season7.turn import as_selection

BAG = (3, 4, 5)  # the categories in the Bonus Bag
SWING = (4, 5, 6, 7, 8)  # the categories that the Metronome swings over


async def bonus_bag(t: RoundTable, who: str, _: None) -> None:
    """The player selects from the bag instead: a random square of seven-figure cash, a booster or a minigame."""
    faces, weights = tables.spread(BAG, frozenset(t.state.options.without))
    face = t.draw_one("bonus_bag.square", faces, weights=weights)
    t.tell(events.BonusBagOpened(who=who))
    await as_selection(t, who, give(t, who, face))


def effect(t: RoundTable, n: int) -> str:
    """What there is to copy on an open square: a Bomb, or what everybody saw there."""
    shown = t.cell(n).shown
    return shown if shown == "Bomb" or known(t, shown) else ""


def copyable(t: RoundTable) -> list[int]:
    """The squares that somebody has selected, not just flipped, and that have an effect."""
    return [n for n, cell in enumerate(t.round.cells, 1) if cell.open and cell.by and effect(t, n)]


def which(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """The square to be copied."""
    return t.ask(
        "copy_paste.square",
        who,
        "Which open square do you copy?",
        lambda: [*grid.options(t.round, copyable(t)), *back],
        lapse=0,
        of=BOARD,
        secret=True,
    )


async def copy_paste(t: RoundTable, who: str, n: int) -> None:
    """The player selects a square that was selected already, and it has its effect again, even if it is a bomb."""
    n = n or t.draw_one("copy_paste.drawn", copyable(t))
    face = effect(t, n)
    t.tell(events.SquareCopied(who=who, n=n, face=tables.words(face)))
    await as_selection(t, who, bombs.hit(t, who) if face == "Bomb" else resolve(t, who, face))


def whom(t: RoundTable, who: str, back: Sequence[Option]) -> Script[int | str]:
    """The player who has to play."""
    return t.ask(
        "force_play.player",
        who,
        "Who plays in your place?",
        lambda: [*([Option(name, name) for name in t.living(but=who)] or [Option("nobody", "Nobody")]), *back],
        lapse="",
        secret=True,
    )


async def force_play(t: RoundTable, who: str, other: str) -> None:
    """Somebody else must make this selection, as if it were their turn. Then the turn passes on from the holder."""
    others = t.living(but=who)
    if others:
        other = other or t.round.after(who)
        t.tell(events.PlayForced(other=other, who=who))
        t.round.forced = other


def swing(t: RoundTable) -> list[str]:
    """What the Metronome can stop at: any square of these categories but cash and what this board bars."""
    out = board.barred(t)
    return [face for c in SWING for face in tables.CATEGORIES[c] if face not in out and tables.cash(face) is None]


async def metronome(t: RoundTable, who: str, _: None) -> None:
    """The player has the effect of a random square of Categories 4 to 8."""
    face = certain(t, t.draw_one("metronome.square", swing(t)))
    t.tell(events.MetronomeStopped(face=tables.words(face), who=who))
    await resolve(t, who, face)


async def skip_turn(t: RoundTable, who: str, _: None) -> None:
    """The player does not make this selection."""
    t.tell(events.TurnSkipped(who=who))


INSTEAD: Mapping[str, Instead] = {
    "Bonus Bag": Instead(bonus_bag),
    "Copy/Paste": Instead(copy_paste, lambda t, _who: bool(copyable(t)), which),
    "Force Play": Instead(force_play, lambda t, who: bool(t.living(but=who)), whom),
    "Metronome": Instead(metronome, lambda t, _who: bool(swing(t))),
    "Skip Turn": Instead(skip_turn),
}
