"""A catalogue does what gettext's files say, and what it lacks is shown in English."""

import pytest

from engine.kernel import Reader, Told, format_text, phrase
from engine.kernel.event import EVENT_KINDS
from host.core.session import WritingStyle
from host.doors.command import main
from host.shown import words as words_of_host
from host.shown.words import build_reader, compile_catalogue, find_catalogue, format_told_lines, list_languages
from tests.words.marked import every_text
from workshop import texts as harvest

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#: engine/season7/turn.py:1
msgid "{who} opens square {n}: {face}."
msgstr "{who} wählt Feld {n}: {face}."

msgid "Gift Card"
msgstr "Gutschein"

msgid "{n} {n:day|days}"
msgstr "{n} {n:Tag|Tage}"

#, fuzzy
msgid "Deal"
msgstr "Handel"

msgid "No deal"
msgstr ""

msgid "Switcheroo: {who} swaps places with nobody."
msgstr "{wer} bleibt."

msgid "nobody"
msgstr "niemand"

msgid "{most} and {last}"
msgstr "{most} und {last}"

msgid "two "
"lines\\n"
msgstr "zwei "
"Zeilen\\n"
"""


def german(comma="."):
    words = compile_catalogue(GERMAN)
    return Reader({"p1": "Änne"}, words.translate, comma, words.plural)


def test_templates_names_and_lists_are_translated():
    facts = {"who": ["p1", "p2"], "n": 7, "face": "Gift Card"}
    assert format_text("{who} opens square {n}: {face}.", facts, german()) == "Änne und p2 wählt Feld 7: Gutschein."
    assert german().format_value([]) == "niemand"
    assert german().format_value("£1,250,000") == "£1.250.000"
    assert german().format_value("two lines\n") == "zwei Zeilen\n"


def test_what_is_lacking_empty_fuzzy_or_wrong_is_shown_in_english():
    assert [german().format_value(word) for word in ("Deal", "No deal", "Leave")] == ["Deal", "No deal", "Leave"]
    nobody = german().format_sentence("Switcheroo: {who} swaps places with nobody.", who="p1")
    assert nobody == "Switcheroo: Änne swaps places with nobody."


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("n != 1", ["a", "b", "b", "b"]),
        ("n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2", ["a", "b", "c", "a"]),
    ],
)
def test_plurals_follow_the_languages_own_rule(rule, forms):
    words = compile_catalogue(
        f'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural={rule};\\n"\n\nmsgid "{{n:x|y}}"\nmsgstr "{{n:a|b|c}}"\n'
    )
    polite = Reader({}, words.translate, ",", words.plural)
    assert [polite.format_sentence("{n:x|y}", n=n) for n in (1, 2, 5, 21)] == forms


def test_a_file_that_is_no_catalogue_is_said_so():
    for text in ("nonsense", 'msgid "a', '"a"'):
        with pytest.raises(words_of_host.MalformedPo):
            compile_catalogue(text)


@pytest.mark.parametrize("text", ["{", "{who!x", "{other}", "{n:04d}", "{n:>99999999}"])
def test_a_translation_that_cannot_stand_for_its_sentence_is_found(text):
    assert words_of_host.find_translation_fault("{who} has {n}.", text)


def test_an_unknown_language_is_english_and_a_kind_of_one_is_that_one():
    assert "en" in list_languages()
    for language in ("xx", "", "../../etc/passwd", "en-GB"):
        assert find_catalogue(language).texts == {}
    assert (
        build_reader({"p1": "Ann"}, WritingStyle("xx", ".")).format_sentence("{who}: {n:n}", who="p1", n=1000)
        == "Ann: 1.000"
    )


def test_every_file_there_is_has_nothing_wrong(capsys, monkeypatch):
    monkeypatch.setattr(harvest, "collect_texts", every_text)  # which asks the program once for all tests
    assert main(["texts"]) == 0
    assert "en: " in capsys.readouterr().out


@pytest.mark.whole
def test_a_template_can_be_written_and_brought_up_to_date(tmp_path, monkeypatch):
    monkeypatch.setattr(harvest, "collect_texts", every_text)
    pot, mine = tmp_path / "all.pot", tmp_path / "xx.po"
    assert main(["texts", "--pot", str(pot)]) == 0
    assert words_of_host.parse_po(pot.read_text("utf-8")) == ({}, {}, "")
    written = pot.read_text("utf-8")
    assert all(words_of_host.quote_po(text) in written for text in every_text())
    mine.write_text(
        'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "Deal"\nmsgstr "Topp"\n'
    )
    assert main(["texts", "--update", str(mine)]) == 0
    assert words_of_host.parse_po(mine.read_text("utf-8")) == ({"Deal": "Topp"}, {}, "(n != 1)")


def test_the_texts_that_a_played_game_shows_come_first(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(harvest, "collect_texts", every_text)
    monkeypatch.setattr(harvest, "MOST_DECISIONS", 30)
    assert main(["texts", "--played", "season7"]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.split(maxsplit=1)[1] in every_text()
    shown = int(last.split()[0])
    assert 40 < shown < 300
    assert f"{shown} of {len(every_text())} texts" in last
    pot = tmp_path / "all.pot"
    assert main(["texts", "--pot", str(pot), "--played", "season7"]) == 0
    _, *entries = pot.read_text("utf-8").split("\n\n")
    marked = ["#. a played game shows it" in entry for entry in entries]
    assert marked == sorted(marked, reverse=True)
    assert sum(marked) >= shown  # a text of two events has two entries


def test_a_sentence_that_is_worded_anew_keeps_its_translation_as_a_guess(tmp_path, monkeypatch):
    monkeypatch.setattr(harvest, "collect_texts", every_text)
    mine = tmp_path / "xx.po"
    event = "season7.GiftCardExpired"
    old = f'msgctxt "{event}"\nmsgid "The card is gone."\nmsgstr "Die Karte verfällt."\n'
    now, awake = (str(EVENT_KINDS[each].__doc__) for each in (event, "season7.HypnosisOver"))
    same = f'msgctxt "season7.HypnosisOver"\nmsgid "{awake}"\nmsgstr "{{who}} wacht auf."\n'
    mine.write_text(f"{old}\n{same}")
    assert main(["texts", "--update", str(mine)]) == 0
    (block,) = [block for block in mine.read_text("utf-8").split("\n\n") if f'msgctxt "{event}"' in block]
    assert '#, fuzzy\n#| msgid "The card is gone."\n' in block
    assert f'msgid "{now}"\nmsgstr "Die Karte verfällt."' in block
    assert words_of_host.parse_po(mine.read_text("utf-8"))[0] == {awake: "{who} wacht auf."}


TWICE = """
msgctxt "season7.PutOut"
msgid "{who} is out of the round."
msgstr "{who} fliegt aus der Runde."

msgctxt "deluxe.PutOut"
msgid "{who} is out of the round."
msgstr "{who} ist raus."
"""


@pytest.mark.whole
def test_two_events_that_say_the_same_in_english_may_say_two_things_elsewhere(monkeypatch, tmp_path):
    twice = TWICE.replace("{who} is out of the round.", EVENT_KINDS["season7.PutOut"].says)
    monkeypatch.setattr(words_of_host, "find_catalogue", lambda _: compile_catalogue(twice, "de"))
    reader = build_reader({"p1": "Änne"}, WritingStyle("de", "."))
    told = [Told(f"{game}.PutOut", {"who": "p1"}) for game in ("season7", "deluxe")]
    assert format_told_lines(told, reader) == ["Änne fliegt aus der Runde.", "Änne ist raus."]
    monkeypatch.setattr(harvest, "collect_texts", every_text)
    mine = tmp_path / "de.po"
    mine.write_text(twice)
    assert main(["texts", "--update", str(mine)]) == 0
    assert [*words_of_host.parse_po(mine.read_text("utf-8")).of_events.values()] == ["{who} ist raus."]


def test_a_phrase_reads_the_same_before_and_after_it_was_kept():
    told = Told("{what}!", {"what": phrase("{who} has {n:n} {n:thing|things}", who="p1", n=1000)})
    kept = Told(told.text, {"what": {"text": told.facts["what"].text, "facts": told.facts["what"].facts}})
    read = [format_text(each.text, each.facts, german()) for each in (told, kept)]
    assert read == ["Änne has 1.000 things!"] * 2
    assert f"{told.facts['what']}" == "p1 has 1,000 things"
