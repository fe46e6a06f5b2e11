"""Whoever has a name in whatever script is seen in pictures and known in the words beside them."""

import io
from functools import lru_cache

import pytest
from msgspec.structs import replace
from PIL import Image

from engine.kernel import Reader
from engine.kernel.picture import Cards, Cell, Pile, Token
from engine.kernel.view import Board, Panel, Standing, View
from host.core.session import NAMELESS, clean_display_name
from host.shown import views
from host.shown.picture import fonts
from host.shown.picture.boards import render_boards_png
from host.shown.picture.drawing import (
    cut_name_to_width,
    load_font,
    measure_text,
    render_picture_image,
    split_into_font_runs,
)
from host.shown.picture.podium import render_podium_png
from tests.rulesets import samples

PLAIN = ("明", "さくら", "한별", "Ελένη", "Ян", "ქეთი", "Բարև", "Žofie Ån", "Tiếng Việt", "አበበ", "繁體中文")
JOINED = ("עמית כהן", "محمد علي", "สมชาย", "अमित कुमार", "বাংলা", "தமிழ்", "Ann عمر")
UNKNOWN = ("🦊", "🏳️‍🌈", "👨‍👩‍👧", "𐌰𐌱", "ᐃᓄᒃ", "●2", "x\u0305")
ALL_FONTS = sorted({part.font for part in fonts.FONT_RANGES} | {fonts.MAIN})


@pytest.fixture(params=[True, False], ids=["joins", "joins nothing"])
def joins(request, monkeypatch):
    """With, and without what puts letters together."""
    fonts.find_font.cache_clear()
    split_into_font_runs.cache_clear()
    monkeypatch.setattr(fonts, "can_shape_text", lambda: request.param)
    yield request.param
    fonts.find_font.cache_clear()
    split_into_font_runs.cache_clear()


@pytest.fixture
def without_cjk(monkeypatch):
    """A host beside which the package with the large font is not installed."""
    cached = (fonts.find_font, fonts.read_font, fonts.list_font_letters, split_into_font_runs, measure_text)
    for each in cached:
        each.cache_clear()
    monkeypatch.setattr(fonts, "CJK_MODULE", "a_package_that_is_not_installed")
    yield
    for each in cached:
        each.cache_clear()


def table(name):
    panel = Panel("T", "Table", "on", board=Board(1, 1, {1: Cell("£5", "cash", who="p3")}))
    return render_boards_png([panel], Reader({"p3": name}))


def podium(name):
    lines = [Standing(1, "p3", 5), Standing(2, "p4", 4)]
    view = View("Game", "over", 1, "£", [], lines, over=True, winners=["p3"])
    return render_podium_png("Game", view, Reader({"p3": name, "p4": "Bob"}))


def pictures_of(name):
    """Every picture in which a name stands."""
    reader = views.build_picture_reader(Reader({"p3": name, "p4": "Bob"}))
    ladder = replace(samples.LADDER, tokens=[Token("p3", 1)])
    ring = replace(samples.BOARDROOM, tokens=[Token("p3", 24), Token("p4", 24)])
    hands = Cards(id="hands", piles=[Pile("Hand", [], 3, "p3"), Pile("Hand", [], 3, "p4")])
    parts = [render_picture_image(picture, reader).tobytes() for picture in (ladder, ring, hands)]
    return [table(name), podium(name), *parts]


@lru_cache(maxsize=1)
def signs():
    return pictures_of("🐻")


@lru_cache(maxsize=1)
def empty_pictures():
    """The same, had the name vanished."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "list_pictured_names", lambda names: {**names, "p3": " "})
        return pictures_of(" ")


@pytest.mark.parametrize("name", ALL_FONTS)
def test_every_letter_that_counts_as_written_is_in_the_font(name):
    letters = sorted(fonts.list_font_letters(name))
    unseen = {
        chr(code)
        for code in letters[:: 1 + len(letters) // 1000]
        if not load_font(20, name).getmask(chr(code)).getbbox()
    }
    assert not any(c.isalnum() for c in unseen)
    assert len(letters) > 70


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_is_drawn_in_its_own_script_wherever_it_is_drawn(name):
    assert views.list_pictured_names({"p3": name}) == {"p3": name}
    assert views.add_seat_signs({"p3": name}) == {"p3": name}
    pairs = zip(pictures_of(name), signs(), empty_pictures(), strict=True)
    assert all(len({own, sign, nothing}) == 3 for own, sign, nothing in pairs)


@pytest.mark.parametrize("name", JOINED)
def test_letters_that_are_joined_are_drawn_where_something_joins_them(name, joins):
    assert views.list_pictured_names({"p3": name}) == {"p3": name if joins else "●3"}
    assert views.add_seat_signs({"p3": name}) == {"p3": name if joins else f"●3 {name}"}
    assert not {*pictures_of(name)} & {*empty_pictures()}


@pytest.mark.usefixtures("without_cjk")
@pytest.mark.parametrize("name", ["明", "さくら", "한별", "繁體中文"])
def test_without_its_font_a_name_has_a_sign_in_pictures_and_in_words(name):
    assert fonts.find_font_file(fonts.CJK_FONT) is None
    assert views.list_pictured_names({"p3": name, "p4": "Ян"}) == {"p3": "●3", "p4": "Ян"}
    assert views.add_seat_signs({"p3": name, "p4": "Ян"}) == {"p3": f"●3 {name}", "p4": "Ян"}
    assert pictures_of(name) == signs()
    assert measure_text(f"{name} won", 20) > 0  # a text that quotes it is written, too


def test_words_from_right_to_left_stay_one_stretch(joins):
    if joins:
        assert split_into_font_runs("עמית כהן-לוי") == [("NotoSansHebrew-Bold.ttf", "עמית כהן-לוי")]
    assert split_into_font_runs("明 (3)") == [(fonts.CJK_FONT, "明"), (fonts.MAIN, " (3)")]
    assert measure_text("明 (3)", 20) > measure_text("明", 20) > measure_text("i", 20) > 0


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_no_font_writes_has_a_sign_in_pictures_and_in_words(name):
    assert pictures_of(name) == signs()
    assert not {*pictures_of(name)} & {*empty_pictures()}
    assert views.add_seat_signs({"p3": name, "p4": "Žofie Ån"}) == {"p3": f"●3 {name}", "p4": "Žofie Ån"}


def test_emoji_beside_letters_are_left_out_unless_they_alone_tell_two_apart():
    assert views.list_pictured_names({"p1": "Ann 🦊", "p2": "Bob"}) == {"p1": "Ann", "p2": "Bob"}
    both = {"p1": "Ann 🦊", "p2": "Ann 🐻", "p3": "Ann"}
    assert views.list_pictured_names(both) == {"p1": "●1", "p2": "●2", "p3": "●3"}
    assert views.add_seat_signs(both) == {"p1": "●1 Ann 🦊", "p2": "●2 Ann 🐻", "p3": "●3 Ann"}


def test_two_of_one_name_are_told_apart_also_where_there_is_no_room_for_all_of_it():
    names = {"p1": "Alexander the Great of Macedon", "p2": "Alexander the Great of Mac (2)", "p3": "Alexa"}
    reader = views.build_picture_reader(Reader(names))
    assert [cut_name_to_width(reader, seat, 142, 15) for seat in names] == ["●1", "●2", "Alexa"]
    assert [cut_name_to_width(reader, seat, 30, 11) for seat in names] == ["●1", "●2", "●3"]
    assert views.add_seat_signs(names)["p2"] == "●2 Alexander the Great of Mac (2)"
    assert cut_name_to_width(Reader({"p1": "Wolfeschlegelstein"}), "p1", 60, 15) == "Wolfes"


def test_no_letter_loses_its_marks_where_a_name_is_cut():
    assert views.cut_name({"p1": "नी" * 5}, "p1", lambda it: len(it) <= 5) == "नी" * 2


@pytest.mark.parametrize(
    "name", ["", " ", "\u0301", "\ufe0f\ufe0f", "\u034f", "\u200b\u200d", "\u3164", "\u2800 \u0301"]
)
def test_a_name_that_cannot_be_seen_gets_one_that_can(name):
    assert clean_display_name(name) == NAMELESS


def test_a_name_of_letters_with_accents_stays():
    assert clean_display_name("e\u0301lise") == "e\u0301lise"


def test_a_picture_with_names_in_many_scripts_opens():
    names = {f"p{n}": name for n, name in enumerate((*PLAIN, *JOINED, *UNKNOWN), 1)}
    cells = {n: Cell("£5", "cash", who=f"p{n}") for n in range(1, len(names) + 1)}
    image = Image.open(
        io.BytesIO(render_boards_png([Panel("T", "Table", "on", board=Board(5, 5, cells))], Reader(names)))
    )
    assert image.size == (786, 612)
