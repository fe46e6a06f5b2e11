"""What a question says of its options holds: where they are squares of a board, or cells of a picture, they are there.

A surface that draws only the board would otherwise ask for something that nobody can tap.
"""

import pytest

from engine.kernel import Game, Option, Record
from engine.kernel.picture import BOARD, list_picture_cells
from engine.rulesets import ruleset
from tests.properties.stubborn import reached


def misplaced(game, who):
    """What this player is offered as a cell, and is none."""
    view = game.build_view(who)
    panels = {panel.id: panel for panel in view.panels}
    for asked in game.list_legal_moves(who).questions:
        numbers = [option.value for option in asked.options if isinstance(option.value, int)]
        if asked.of == BOARD:
            board = panels[asked.table].board
            assert board is not None, asked.key
            there = range(1, board.rows * board.columns + 1)
            yield from ((asked.key, n) for n in numbers if n not in there)
        elif asked.of:
            table, _, name = asked.of.rpartition("/")
            found = [picture for picture in view.list_pictures(panels[table or asked.table]) if picture.id == name]
            assert len(found) == 1, (asked.key, asked.of)
            values = {cell.value for cell in list_picture_cells(found[0])}
            yield from ((asked.key, n) for n in numbers if n not in values)


def wrong_cells():
    for name, (record, who) in reached().items():
        game = Game.load(ruleset(name.partition(" ")[0]), Record.from_json(record))
        yield from misplaced(game, who)


@pytest.mark.whole
def test_whatever_is_offered_as_a_cell_is_one():
    assert list(wrong_cells()) == []


@pytest.mark.whole
def test_a_cell_that_is_not_there_is_found(monkeypatch):
    name = "season7 select"
    record, who = reached()[name]
    game = Game.load(ruleset("season7"), Record.from_json(record))
    question = game.list_legal_moves(who).questions[0]
    monkeypatch.setattr(type(question), "options", property(lambda _: [Option(99, "99")]))
    assert list(misplaced(game, who)) == [("select", 99)]
