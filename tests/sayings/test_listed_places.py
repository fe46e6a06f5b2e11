"""How places on boards of many shapes are read: corners, rows, columns, the middle, neighbours, what lies between."""

from engine.kernel.view import Board
from host.said.reading.places import replace_places
from tests import listings

SHAPES = ((5, 5), (4, 5), (6, 5), (5, 4), (3, 3), (6, 6))  # rows and columns
SAID = (
    *("top left", "the top right corner", "bottom left", "lower right", "upper left corner", "left bottom"),
    *("the middle", "the centre", "dead centre", "top row", "the first row", "bottom row", "last row", "lowest row"),
    *("row 2", "row B", "the second row", "2nd row", "third row", "row 2 column 3", "column 3 row 2", "column 4"),
    *(
        "the first in row B",
        "second in row C",
        "last in row A",
        "the last one of the bottom row",
        "second last of row B",
    ),
    *("3rd from the left in row 2", "third column", "the last column", "2 down 3 across", "3 across 2 down"),
    *("left of 7", "right of 7", "above 7", "below 7", "next to 7", "the one under 12", "over 12", "right of 5"),
    *("left of 6", "above 3", "below 25", "between 7 and 9", "between 2 and 12", "between 1 and 20"),
    *("oben links", "unten rechts", "links oben", "die Mitte", "in the middle of row B", "the corner", "b4", "row f"),
)


def tell():
    for rows, columns in SHAPES:
        yield f"# {rows} rows of {columns}"
        for said in SAID:
            yield f"{said}: {replace_places(said, Board(rows, columns, {}))}"


def test_places_are_read_as_listed():
    listings.compare("places_read", tell())
