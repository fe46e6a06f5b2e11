"""Spells (Power Spike, Metamorphosis): for a while all squares are of one category, then they are drawn anew."""

from __future__ import annotations

from engine.season7 import board, events, tables
from engine.season7.state import Spell
from engine.season7.table import RoundTable


def cast_spell(t: RoundTable, name: str, category: int) -> None:
    """Replace every closed square without a bomb by one of this category, until everybody has selected once more.

    The selection that found the spell does not count, and a new spell takes the place of an old one.
    """
    r = t.round
    board.redraw_squares(t, build_spell_key(name, "squares"), board.list_unbombed_cells(r), (category,))
    # Whoever is selecting now is named twice, as the selection in progress is counted off like any other.
    r.spells = [Spell(name, [*r.list_living(), *filter(None, [r.selecting])])]
    t.tell(events.SpellCast(name=name, category=tables.CATEGORY_NAMES[category]))


def count_spell_selection(t: RoundTable, who: str) -> None:
    """Count a selection that a player has made under the spell."""
    for spell in t.round.spells:
        if who in spell.waiting:
            spell.waiting.remove(who)
    if t.round.spells:
        end_worn_off_spells(t, who)


def end_worn_off_spells(t: RoundTable, _who: str) -> None:
    """End each spell under which nobody still in has to select, and draw the board again from everything."""
    r = t.round
    if not r.has_next_selection():
        return
    for spell in list(r.spells):
        living = r.list_living()
        if not any(who in living for who in spell.waiting):
            r.spells.remove(spell)
            board.redraw_squares(t, build_spell_key(spell.name, "again"), board.list_unbombed_cells(r))
            t.tell(events.SpellOver(name=spell.name))


def build_spell_key(name: str, what: str) -> str:
    """Build the key of a spell's draw: `power_spike.squares`."""
    return f"{name.lower().replace(' ', '_')}.{what}"
