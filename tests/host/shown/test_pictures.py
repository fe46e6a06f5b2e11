"""Every kind of picture: spelled in 30 columns, drawn as an image, written as markup."""

import io

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from engine.kernel import Reader
from engine.kernel.picture import Cards, Cell, Grid, Picture, Pile, Token, list_picture_cells
from engine.kernel.view import OwnView, Panel, Standing, View
from host.shown.picture import podium as podium_
from host.shown.picture.as_text import SPELLERS, WIDTH, format_alt_text, format_panel_grid, format_picture_text
from host.shown.picture.boards import render_boards_png
from host.shown.picture.drawing import PAINTERS, render_picture_image
from host.shown.picture.drawing import PICTURE_WIDTH as WIDE
from host.shown.picture.podium import render_podium_png
from tests.rulesets import samples

READER = Reader({"p1": "Ann", "p2": "Bob"})
LINES = {
    "SQUARES": ["Pot £1,500,000", "      X     Y    Z", "A £950k   (2)  (3)", "B  52:1  BOMB    -", "2 left"],
    "BROAD": ["Eliminate Opponent,", "Block the Blammo,", "Threshold Situation"],
    "LAMPS": ["white  (2)"],
    "DICE": ["6  2"],
    "POOL": ["Hidden:", "£300,000, red £20M (paired)"],
    "LADDER": ["▶ 3  $2,000", "  2  $1,000 safe", "    Ann, Bob, A very very long", "name indeed", "  1    $100"],
    "LEDGE": ["=@---"],
    "RUN": ["@@==@--", "Ann: 4", "Bob: 1", "A very very long name indeed:", "  4", "Cat: 0"],
    "LIGHTS": ["@----", "Next: 2, 4, 7"],
    "CARDS": ["Cards: 7 Q✓ 3✗, 4 face down", "Ann: Hand: 3 face down", "Empty: -"],
    "METER": ["Power 0.725", "[#####---------------]", "below 0.750"],
    "SLIP": ["Your bid: 12,000,000", "Handed in: Ann", "Still to bid: Bob", "Ann: 12,000,000✓"],
}


@pytest.mark.parametrize("name", LINES)
def test_it_is_spelled(name):
    assert format_picture_text(getattr(samples, name), READER) == LINES[name]


def test_a_question_is_spelled_with_what_is_known_of_its_answers():
    *question, first, second, third, fourth, locked, wrong, right = format_picture_text(samples.QUIZ, READER)
    assert " ".join(question) == samples.QUIZ.question
    assert [first, second, third, fourth] == ["A: Amazon*", "B: Nile✓", "-", "D: Thames✗"]
    assert [locked, wrong, right] == ["Locked in: Ann", "Ann: A✗", "Bob: B✓"]


def test_a_circuit_says_who_stands_where_what_belongs_to_whom_and_all_of_its_spaces():
    stand, too, own, *spaces = format_picture_text(samples.BOARDROOM, READER)
    assert (stand, too, own) == ("Ann: 24, Space 24", "Bob: 3, Space 3", "Space 3 (space 3) is Ann’s")
    assert " ".join(spaces) == ", ".join(f"{n} Space {n}" for n in range(1, 25))


@pytest.mark.parametrize("picture", samples.SAMPLES, ids=lambda it: it.id)
def test_no_line_is_longer_than_a_phone_is_wide(picture):
    assert all(len(line) <= WIDTH for line in format_picture_text(picture, READER))


def test_every_kind_has_a_speller_and_a_painter():
    kinds = set(Picture.__args__)
    assert kinds == {*SPELLERS} == {*PAINTERS} == {type(it) for it in samples.SAMPLES}


@pytest.mark.parametrize("picture", samples.SAMPLES, ids=lambda it: it.id)
def test_it_is_drawn_and_every_part_of_it_shows(picture):
    """An image without one of its cells is another image."""
    image = render_picture_image(picture, READER)
    assert len(image.getcolors(100_000) or ()) > 3
    names = {"Grid": "cells", "Track": "tokens", "Quiz": "answers", "Slip": "bids", "Cards": "piles", "Meter": "points"}
    less = type(picture)(**{**fields(picture), names[type(picture).__name__]: []}) if not dice(picture) else None
    assert less is None or render_picture_image(less, READER).tobytes() != image.tobytes()


def fields(picture):
    return {name: getattr(picture, name) for name in picture.__struct_fields__}


def dice(picture):
    return not getattr(picture, "tokens", True)


def test_the_pictures_of_a_table_stand_below_its_board():
    panels = [Panel("M1", "Hypercube", "in play", pictures=[samples.SQUARES, samples.CARDS])]
    image = Image.open(io.BytesIO(render_boards_png(panels, READER)))
    alone = Image.open(
        io.BytesIO(render_boards_png([Panel("M1", "Hypercube", "in play", pictures=[samples.CARDS])], READER))
    )
    assert image.height > alone.height
    assert "A £950k" in format_alt_text(panels[0], READER)


def test_a_table_without_squares_is_told_in_words_by_its_pictures():
    panel = Panel("door", "The door", "open", pictures=[replace(samples.BOARDROOM, title="")])
    assert format_panel_grid(panel, READER) == format_picture_text(panel.pictures[0], READER, WIDTH)
    assert format_panel_grid(replace(panel, pictures=[]), READER) == []


def test_a_ring_holds_in_its_middle_what_follows_as_far_as_there_is_room():
    ring = replace(samples.BOARDROOM, title="")

    def painted(*pictures):
        return Image.open(io.BytesIO(render_boards_png([Panel("M1", "Ring", "in play", pictures=[*pictures])], READER)))

    alone, both = painted(ring), painted(ring, samples.SLIP)
    assert alone.size == both.size
    assert alone.tobytes() != both.tobytes()
    assert painted(ring, *[samples.SLIP] * 9).height > alone.height
    assert painted(ring, samples.LADDER).height > alone.height  # it has a width of its own
    many = Cards(id="many", piles=[Pile("Many", [Cell(str(n)) for n in range(12)])])
    assert painted(ring, many).size == alone.size
    assert render_picture_image(many, READER, 456).height > render_picture_image(many, READER).height


@pytest.mark.whole
def test_the_middle_of_a_ring_is_filled_as_well_as_can_be():
    """What follows first comes first; what is too tall for the rest of the room stands below, and lets others in."""
    ring = replace(samples.BOARDROOM, title="")
    tall = Grid(id="tall", columns=1, cells=[Cell(str(n)) for n in range(9)])

    def painted(*pictures):
        panel = Panel("M1", "Ring", "in play", pictures=[ring, *pictures])
        return Image.open(io.BytesIO(render_boards_png([panel], READER)))

    both = painted(samples.SLIP, tall, samples.LAMPS)
    assert both.size == painted(samples.SLIP, tall).size
    assert both.tobytes() != painted(samples.SLIP, tall).tobytes()


def test_hands_share_rows_and_piles_with_notes_stand_beside_each_other():
    apart = Cards(id="hand", piles=[Pile("Hand", [Cell("A")], who="p1")])
    together = Cards(id="hands", piles=[*apart.piles, Pile("Hand", [Cell("B")], who="p2")])
    assert render_picture_image(together, READER).height < 2 * render_picture_image(apart, READER).height
    assert (
        render_picture_image(together, READER).tobytes()
        != render_picture_image(together, Reader({"p1": "Ann", "p2": "Eve"})).tobytes()
    )
    plain = Cards(id="decks", piles=[Pile(name, [Cell("A"), Cell("B")]) for name in ("North", "South", "West", "East")])
    noted = replace(
        plain, piles=[replace(pile, cards=[replace(it, note="5") for it in pile.cards]) for pile in plain.piles]
    )
    assert render_picture_image(noted, READER).height < render_picture_image(plain, READER).height
    fewer = replace(noted, piles=noted.piles[:3])
    assert render_picture_image(fewer, READER).height < render_picture_image(noted, READER).height


def test_whoever_stands_on_a_ring_hides_nothing_of_a_space():
    """Names of any length stay on their own space."""
    ring = replace(samples.BOARDROOM, title="", tokens=[Token(name, 3) for name in ("Ann", "Bob", "W" * 40)])
    empty = render_picture_image(replace(ring, tokens=[]), READER)
    box = ImageChops.difference(render_picture_image(ring, READER), empty).getbbox()
    assert box
    left, top, right, bottom = box
    assert right - left < WIDE / 7
    assert bottom - top < WIDE / 7


def test_ones_own_pictures_stand_in_for_those_of_the_same_name():
    panel = Panel("stage", "Stage", "on", pictures=[Grid(id="quiz", columns=1, cells=[Cell("A")]), samples.LADDER])
    struck, hand = Grid(id="quiz", columns=1, cells=[Cell("A", mark="struck")]), Cards(id="hand", piles=[Pile("Hand")])
    view = View("Game", "on", 1, "£", [panel], [], own=OwnView("p1", pictures={"stage": [struck, hand]}))
    assert view.list_pictures(panel) == [hand, struck, samples.LADDER]  # what is one's own comes first
    assert View("Game", "on", 1, "£", [panel], []).list_pictures(panel) == panel.pictures


def test_all_cells_of_a_picture_are_found():
    assert [len(list_picture_cells(it)) for it in samples.SAMPLES] == [6, 3, 2, 2, 3, 3, 5, 6, 5, 24, 3, 0, 4, 0]


def podium(**changed):
    """Ann has won, Bob has not; and how it went."""
    lines = [Standing(1, "p1", 9_000_000), Standing(2, "p2", -1_000_000)]
    chart = {"p1": [1, 9_000_000], "p2": [5_000_000, -1_000_000]}
    view = View("Game", "over", 1, "£", [], lines, chart=chart, over=True, winners=["p1"])
    return Image.open(io.BytesIO(render_podium_png("Game", replace(view, **changed), READER)))


def test_a_podium_shows_who_won_with_how_much_and_how_it_went():
    whole = podium()
    assert whole.size == (podium_.WIDE, podium_.HIGH)
    assert podium(chart={}).tobytes() != whole.tobytes()
    level = [Standing(1, "p1", 9_000_000), Standing(1, "p2", 9_000_000)]
    assert podium(standings=level).tobytes() != whole.tobytes()
    assert podium(won_with=10_000_000).tobytes() != whole.tobytes()
    crowd = [Standing(n, f"p{n}", 17 - n) for n in range(1, 17)]
    assert podium(standings=crowd, chart={}).tobytes() != whole.tobytes()
    assert podium(standings=crowd, chart={"p16": [-5]}).tobytes() != whole.tobytes()
