"""Law *Number words*: a number in words is the number, in each language that the reader knows."""

# ruff: noqa: RUF001 - other alphabets

import pytest

from host.said.reading.language import normalise_sentence

SAID = {
    "kırk beş": 45,
    "yirmi iki": 22,
    "17'ye": 17,
    "huszonkettő": 22,
    "dvaadvacet": 22,
    "dvadeset i pet": None,  # “pet” alone may be an animal, and is no number by itself
    "двадцать два": 22,
    "п'ятнадцять": 15,
    "είκοσι δύο": 22,
    "kaksikymmentäkaksi": 22,
    "dua puluh dua": 22,
    "dalawampu't dalawa": 22,
    "kumi na tisa": 19,
    "siódemkę": 7,
    "tjueto": None,  # Norwegian units that are English words stay words
    "trettiosju": 37,
    "vingt-deux": 22,
    "dreiundzwanzig": 23,
}


@pytest.mark.parametrize(("said", "number"), SAID.items())
def test_a_number_in_words_is_the_number(said, number):
    assert (normalise_sentence(said) == str(number)) == (number is not None)


@pytest.mark.parametrize("said", ["no one", "on it", "my hat", "a dose of it", "mon ami est bon", "captain kirk"])
def test_everyday_words_are_no_numbers(said):
    assert normalise_sentence(said) == said
