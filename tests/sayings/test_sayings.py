"""Law *The reader*: of real sayings 95 in 100 are taken for what they mean, and none for something else.

README.md here says who wrote them, and how the reader did at first sight.
"""

from pathlib import Path

import pytest

from tests import listings
from tests.sayings.measure import find_reading, load_sayings, measure, read_saying

DEAR_BYTES = 9_500  # longer files are dear to read; of the long ones the traps alone hold what no other file does
FILES = sorted(Path(__file__).parent.glob("*.tsv"))
LEAST_SHARE = 0.95
# Files whose misses nobody has read, so that they tell what new people meet, and how many may be wrong.
UNREAD: dict[str, int] = {"apart-eighteen": 0}


def is_long(path):
    return path.stem != "traps" and path.stat().st_size > DEAR_BYTES


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=path.stem, marks=pytest.mark.whole if is_long(path) else ()) for path in FILES]
)
def test_people_are_understood(path):
    got = measure(path)
    sayings = load_sayings(path)
    assert len({saying[:3] for saying in sayings}) == len(sayings)
    unread = path.stem in UNREAD  # and a failure must not print it
    assert len(got.wrong) <= UNREAD.get(path.stem, 0), unread or [(each, read_saying(each)) for each in got.wrong]
    left = unread or [(each, read_saying(each)) for each in got.asked_back]
    assert got.share >= LEAST_SHARE, left
    if not unread:
        listings.compare(f"sayings_{path.stem}", list_otherwise_read(sayings))


def list_otherwise_read(sayings):
    """Yield how each saying is read that is not read as its one meaning, with what is suggested."""
    for saying in sayings:
        read = read_saying(saying)
        if read.casefold() != saying.meaning.casefold():
            suggested = ", ".join(map(str, find_reading(saying).suggestions))
            yield f"{saying.place}\t{saying.asked}\t{saying.text}\t{read}{f': {suggested}' * bool(suggested)}"


def test_the_sayings_are_many_and_of_every_kind():
    sayings = [saying for path in FILES for saying in load_sayings(path)]
    assert len({saying[:3] for saying in sayings}) >= 600
    kinds = {
        "square",
        "seal",
        "squares",
        "yesno",
        "words:higher",
        "words:dice",
        "words:split",
        "number",
        "money",
        "player",
        "letter",
    }
    assert kinds | {"host", "none"} <= {saying.asked for saying in sayings}
    assert {"private", "reply", "group", "page"} == {saying.place for saying in sayings}


def test_a_third_is_by_people_who_had_not_seen_the_reader():
    counts = {path.stem: len(load_sayings(path)) for path in FILES}
    kept_apart = sum(n for name, n in counts.items() if name.startswith(("apart-", "fresh-")))
    assert kept_apart >= sum(counts.values()) / 3
