"""Spells (Power Spike, Metamorphosis): for a while all squares are of one category, then they are drawn anew."""

from __future__ import annotations

from engine.season7 import board, events, tables
from engine.season7.state import Spell
from engine.season7.table import RoundTable


def cast(t: RoundTable, name: str, category: int) -> None:
    """Replace every closed square without a bomb by one of this category, until everybody has selected once more.

    The selection that found the spell does not count, and a new spell takes the place of an old one.
    """
    r = t.round
    board.redraw(t, key(name, "squares"), board.unbombed(r), (category,))
    # Whoever is selecting now is named twice, as the selection in progress is counted off like any other.
    r.spells = [Spell(name, [*r.living(), *filter(None, [r.selecting])])]
    t.tell(events.SpellCast(name=name, category=tables.CATEGORY_NAMES[category]))


def count_off(t: RoundTable, who: str) -> None:
    """A player has selected a square under the spell."""
    for spell in t.round.spells:
        if who in spell.waiting:
            spell.waiting.remove(who)
    if t.round.spells:
        wear_off(t, who)


def wear_off(t: RoundTable, _who: str) -> None:
    """When nobody who is still in has to select under it, the spell is over and the board is drawn from everything."""
    r = t.round
    if not r.goes_on():
        return
    for spell in list(r.spells):
        living = r.living()
        if not any(who in living for who in spell.waiting):
            r.spells.remove(spell)
            board.redraw(t, key(spell.name, "again"), board.unbombed(r))
            t.tell(events.SpellOver(name=spell.name))


def key(name: str, what: str) -> str:
    """The key of a spell's draw: `power_spike.squares`."""
    return f"{name.lower().replace(' ', '_')}.{what}"
