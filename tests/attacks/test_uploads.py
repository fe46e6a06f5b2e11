"""Files of questions, as hostile as they can be made: none costs more than ten times what an ordinary one costs."""

import io
import time
import tracemalloc
import zipfile
from contextlib import suppress

import pytest

from engine.kernel import Illegal
from engine.ladder.rules import LADDER_RULESET
from host.said import hearing

ORDINARY = "\n".join(
    f"Who sings song {n * 7919:x} of {n * 104729:x}? | r{n} | a{n} | b{n} | c{n} | {n % 15 + 1} | songs | {'w' * 140}"
    for n in range(500)
).encode()
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(letters=1_000_000, cells=5, rows=20):
    """A small file whose cells all name one huge shared string, with a blank at its end."""
    data = io.BytesIO()
    row = '<c t="s"><v>0</v></c>' * cells
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/sharedStrings.xml", f"<sst {SPACE}><si><t>{'x' * letters} </t></si></sst>")
        sheet = "".join(f"<row>{row}</row>" for _ in range(rows))
        book.writestr("xl/worksheets/sheet1.xml", f"<worksheet {SPACE}><sheetData>{sheet}</sheetData></worksheet>")
    return data.getvalue()


def trivia(question, answer="a"):
    return (
        f'{{"results":[{{"question":"{question}","correct_answer":"{answer}","incorrect_answers":["b","c","d"]}}]}}'
    ).encode()


def words(n):
    """28 words, of which many stand in every other question, too."""
    return " ".join(f"{chr(97 + (n * j) % 26)}{chr(97 + (n * j // 26) % 26)}" for j in range(28))


LONG = "\ufdfa"
HOSTILE = {
    "workbook": workbook(),
    "workbook of empty parts": workbook(letters=0, cells=0, rows=2000),
    "nested": b'{"x":' + b"[" * 190_000,
    "one cell": b"x" * 199_900 + b"|a|b|c|d",
    "quoted": b'"' + b"x" * 199_900,
    "quotes": b'"' * 199_999,
    "separators": b"," * 199_999,
    "lines": b"\n" * 199_999,
    "lines of separators": (b"," * 39 + b"\n") * 4999,
    "one answer for all": "\n".join(f"{words(n)}|rr|a|b|c" for n in range(2000)).encode()[:199_999],
    "the same question": b"same?|r|a|b|c\n" * 14_000,
    "a letter that is eighteen": "\n".join([f"{LONG * 300}|{LONG}|a|b|c"] * 200).encode(),
    "entities": trivia("&amp;" * 39_000),
    "ampersands": trivia("&" * 199_000),
    "a number without end": trivia("&#" + "1" * 190_000 + ";"),
    "no text": bytes(199_999),
    "no characters": b"\xff" * 199_999,
}


def read(data):
    with suppress(Illegal):
        LADDER_RULESET.parse_pack(hearing.parse_question_sheet(data), "odd", "2026-01-01")


def price(data):
    """Processor seconds and bytes of memory at the most, of the best of some tries."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        read(data)
        spent.append(time.process_time() - began)
    tracemalloc.start()
    read(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(spent), peak


@pytest.fixture(scope="module")
def usual():
    return price(ORDINARY)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_costs_more_than_ten_times_an_ordinary_one(usual, name):
    seconds, peak = price(HOSTILE[name])
    assert seconds < 10 * max(usual[0], 0.005)
    assert peak < 10 * max(usual[1], 1_000_000)


@pytest.mark.parametrize("size", [1, 100, 3000])
def test_a_file_that_is_broken_anywhere_is_refused_in_a_sentence(size):
    """Cut, turned upside down, and one byte changed: never an error of the program."""
    for data in (
        ORDINARY,
        trivia("Who?"),
        workbook(letters=10),
        b"\xef\xbb\xbf" + ORDINARY,
        ORDINARY.decode().encode("utf-16"),
    ):
        for odd in (
            data[:size],
            data[size:],
            data[size::-1],
            data[:size] + b"\0" + data[size:],
            data.replace(b"|", b'"'),
        ):
            read(odd)
