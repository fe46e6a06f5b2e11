"""Finding every text that people are shown."""

import pytest

from workshop.texts import UnreadableText, harvest_texts


def test_a_text_that_is_glued_together_is_a_fault(tmp_path):
    (tmp_path / "bad.py").write_text("def f(t, x):\n    t.tell(f'You have {x}.')\n")
    with pytest.raises(UnreadableText, match=r"bad\.py:2"):
        harvest_texts({"here": tmp_path})


def test_texts_are_found_wherever_they_are_told(tmp_path):
    (tmp_path / "good.py").write_text(
        """
WHY = {"a": "First.", "b": "Second."}
LAST = "Third."

def f(t, kind, yes):
    text = "Fourth." if yes else LAST
    t.tell(text)
    t.tell(WHY[kind], answer="Yes" if yes else "No")
    relay(t, "Fifth.")
    raise Illegal(WHY.get(kind, "Sixth."))

PAGE = ("Tenth.", LAST)

def h(reader):
    say = reader.say
    return [say("Eleventh."), *(reader.say(line) for line in PAGE)]

def relay(t, words):
    t.whisper("p1", words)

def by_place(t, words, /, **facts):
    t.tell(words, **facts)

by_place(T, "Twelfth.")

async def several(t, key, whom, text, /):
    await t.ask_any(Question(key=key, text=text), whom, {})

several(T, "key", [], "Thirteenth?")

async def g(t):
    await t.ask("key", "p1", "Seventh?", {"x": "Eighth", "y": phrase("Ninth {n}", n=1)}, lapse="tenth")
"""
    )
    found = harvest_texts({"here": tmp_path})
    assert set(found) == {
        *(
            "First.",
            "Second.",
            "Third.",
            "Tenth.",
            "Eleventh.",
            "Twelfth.",
            "Thirteenth?",
            "Fourth.",
            "Fifth.",
            "Sixth.",
            "Seventh?",
            "Eighth",
            "Ninth {n}",
            "Yes",
            "No",
        )
    }
    assert found["Fifth."] == ["here/good.py:9"]


def test_a_constant_that_is_imported_is_that_of_its_own_file(tmp_path):
    (tmp_path / "one.py").write_text("OPENED = 'The door is open.'\n")
    (tmp_path / "two.py").write_text("OPENED = 'The shop is open.'\n")
    (tmp_path / "user.py").write_text("from here.one import OPENED\n\n\ndef f(t):\n    t.tell(OPENED)\n")
    assert list(harvest_texts({"here": tmp_path})) == ["The door is open."]


def test_a_constant_that_is_named_with_its_file_is_that_of_its_own_file(tmp_path):
    (tmp_path / "first.py").write_text('SHUT = "The window is shut."\n')
    (tmp_path / "other.py").write_text('SHUT = "The door is shut."\n')
    (tmp_path / "third.py").write_text("from here import first\n\nsay(first.SHUT)\n")
    assert list(harvest_texts({"here": tmp_path})) == ["The window is shut."]
