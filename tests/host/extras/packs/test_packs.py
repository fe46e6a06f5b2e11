"""Questions of one's own: brought by file or pasted, refused line by line, chosen for a game, switched off, dropped."""

import io
import json
import zipfile

import msgspec
import pytest

from engine.kernel import Illegal, format_text
from engine.ladder.rules import LADDER_RULESET
from host.core import games
from host.core.cards import dealt_cards
from host.core.session import Command
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.extras.packs import kept_packs as kept
from host.extras.packs import services as packs
from host.people import account_linking, accounts
from host.said import hearing
from tests.host.doors.web.asking import answered
from tests.host.extras.packs.pack_desk import CHOIR, QUIZ, Desk, InGroup
from tests.host.test_ladder import Sitter, house_state
from tests.ladder.test_commands import GIGAHERTZ, TRUE

SECONDS = "Which has three?\tone\ttwo\tthree"


def test_pasted_questions_are_added_listed_and_dropped(host):
    ann = Desk(host)
    assert ann("add choir\n" + CHOIR) == ["choir: 20 questions"]
    assert ann("")[0] == "choir: 20 questions"
    mine = ann.cards(packs=["choir"])
    assert (mine[0].answers[0], mine[0].category, mine[0].source) == ("Ann1", "choir", "choir")
    assert len(ann.cards()) == len(dealt_cards.list_dealable_cards(host, LADDER_RULESET)) + 20
    assert ann("drop choir") == Desk(host, "Bob")("")
    assert ann("drop choir")[0].startswith("There is no question pack called that. You have:")


def test_what_is_no_question_is_refused_by_its_line(host):
    text = f"{SECONDS}\nWhich is right?\tyes\tno\tperhaps\tnever\nTwice?\tsame\tSame\tx\ty\n\nAlone?\n"
    assert Desk(host)(f"add odd\n{text}") == [
        "odd: 1 question",
        "Refused: line 1: it has three options, not four",
        "Refused: line 5: it has no options, not four",
        "Refused: line 3: two of its answers are the same, or one is empty",
    ]
    assert Desk(host)("add odd\nnothing here")[0] == (
        "I cannot use your text. These things are wrong: line 1: it has no options, not four"
    )
    for words, why in (
        ("add UP_\nx", "Your pack needs a name of up to 24 small letters, digits and dashes, for example"),
        ("add house\nx", "Your pack needs a name of up to 24 small letters, digits and dashes, for example"),
        ("add a", "Write pack add"),
    ):
        assert Desk(host)(words)[0].startswith(why), words


def test_a_head_names_the_columns_and_the_letter_the_right_answer(host):
    ann = Desk(host)
    assert ann(f"add quiz\n{QUIZ}") == ["quiz: 15 questions"]
    first = ann.cards(packs=["quiz"])[0]
    assert (first.answers, first.level, first.category) == (("three 1", "one 1", "two 1", "four 1"), 1, "songs")
    assert "names no column d" in ann("add q\nquestion,a,b,c\nx,y,z,w")[0]
    bad = "question,a,b,c,d,correct,level\nWhy?,a1,b1,c1,d1,e,1\nWhy not?,a1,b1,c1,d1,a,99\nBut?,a1,b1,c1,d1,a,hard"
    assert ann(f"add q\n{bad}") == [
        "q: 1 question",
        "Refused: line 2: “e” is none of the letters A to D",
        "Refused: line 3: “99” is no level from 1 to 15",
    ]


def test_open_trivia_db_is_taken_as_it_answers(host):
    results = [GIGAHERTZ, TRUE]
    ann = Desk(host)
    said = ann("add db\n" + json.dumps({"response_code": 0, "results": results}))
    assert said == ["db: 1 question", "Refused: question 2: it has two options, not four"]
    (card,) = ann.cards(packs=["db"])
    assert (card.category, card.licence) == ("computers", "CC-BY-SA-4.0")
    assert card.question == 'What does "GHz" stand for?'
    assert 11 <= card.level <= 15
    assert card.build_card().credit == "Open Trivia DB, CC-BY-SA-4.0"


SHEET = b"question;a;b;c;d\nWho?;me;you;they;we\nWhat?;this;;that;other\n"


def test_a_sheet_is_read_with_its_holes(host):
    assert hearing.parse_question_sheet(SHEET)[2] == ("line 3", ["What?", "this", "", "that", "other"])
    made, faults = packs.build_pack(host, "person:a", "sheet", SHEET, "pack add x")
    assert [card["question"] for card in made.cards] == ["Who?"]
    assert faults == ["line 3: it has three options, not four"]


def zipped():
    """A workbook, as spreadsheets write it."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("xl/worksheets/sheet1.xml", "<worksheet/>")
    return data.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        zipped(),
        b"PK\x03\x04|and|nothing|more|here",
        b'{"results": 5}',
        b'{"x":' + b"[" * 190_000,
        b"x" * 200_001,
        b"a|b\n" * 601,
        b"Who?|" + b"x" * 1001 + b"|b|c|d",
        b'"' + b"x" * 190_000,
        b"\x00\xff|\x00",
    ],
    ids=["workbook", "zip", "no trivia", "nested", "bytes", "lines", "cell", "quote", "binary"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data, host):
    with pytest.raises(Illegal):
        packs.build_pack(host, "person:a", "odd", data, "pack add x")
    assert kept.list_packs(host.store, "person:a") == []


def test_packs_are_few_and_not_too_large(host, monkeypatch):
    ann = Desk(host)
    for n in range(kept.MOST_PACKS):
        assert ann(f"add p{n}\n{CHOIR}") == [f"p{n}: 20 questions"]
    assert ann(f"add p9\n{CHOIR}") == ["You already have 5 packs, which is the maximum. Delete one first: pack drop p0"]
    assert ann(f"add p0\n{QUIZ}") == ["p0: 15 questions"]  # in place of the one of that name
    monkeypatch.setattr(packs, "MOST_CARDS", 10)
    assert ann(f"add p0\n{CHOIR}") == ["A pack can have up to 10 questions, but this one has 20."]
    monkeypatch.setattr(packs, "MOST_CARDS", 500)
    monkeypatch.setattr(kept, "BIGGEST", 100)
    assert ann(f"add p0\n{CHOIR}") == ["This pack is too big. Make two packs from it."]
    assert ann("drop all")[0].startswith("Write pack add")


def test_a_game_is_played_with_the_packs_it_names_and_keeps_what_it_was_dealt(host):
    ann = Desk(host)
    ann(f"add quiz\n{QUIZ}")
    chosen: dict[str, object] = {"packs": ["quiz"], "rounds": 1}
    opened = games.open_lobby(host, Command(by=ann.person.id), "ladder", chosen)
    sitter = Sitter(host, "Ann")
    sitter.sends(f"/g/{opened.game}/join", name="Ann")
    assert ann("drop quiz") and ann("")[0].startswith("Write")
    no = games.start_game(host, Command(by=ann.person.id), opened.game)
    assert [format_text(told.text, told.facts) for told in no.lines] == [
        "There is no question pack called quiz here. You can use: house."
    ]
    ann(f"add quiz\n{QUIZ}")
    assert games.start_game(host, Command(by=ann.person.id), opened.game).ok
    ann("drop all")
    state = house_state(host, opened.game)
    assert {card.category for pack in state.box.values() for card in pack} == {"songs"}
    assert sitter.asked(opened.game)


def test_at_the_opening_it_is_said_which_packs_there_are(host):
    ann = Desk(host)
    refused: list[tuple[dict[str, object], str]] = [
        ({"packs": ["choir"]}, "There is no question pack called choir here. You can use: house."),
        ({"without": ["choir"]}, "There is no category called choir. The categories are: "),
    ]
    for options, why in refused:
        reply = games.open_lobby(host, Command(by=ann.person.id), "ladder", options)
        assert format_text(reply.lines[0].text, reply.lines[0].facts).startswith(why)
    ann(f"add choir\n{CHOIR}")
    assert games.open_lobby(host, Command(by=ann.person.id), "ladder", {"packs": ["choir"]}).ok
    assert games.open_lobby(host, Command(by=ann.person.id), "ladder", {"without": ["choir", "sport"]}).ok
    few = games.open_lobby(host, Command(by=ann.person.id), "ladder", {"packs": ["choir"], "without": ["choir"]})
    assert "needs 15 questions" in format_text(few.lines[0].text, few.lines[0].facts)


def test_what_offends_is_switched_off_for_all_games(host):
    ann = Desk(host)
    assert "Switched off: sport" in ann("off sport")
    assert "sport" not in {card.category for card in ann.cards()}
    assert ann("off nonsense")[0].startswith("There is no category called that. Choose one of these:")
    assert "Switched off: sport" not in ann("on sport")
    assert "sport" in {card.category for card in ann.cards()}
    ann("off sport")
    assert "sport" in {card.category for card in ann.cards(day="2026-11-22")}  # a day is everybody's


def test_every_category_that_is_switched_off_stays_off(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}\nWhich is the last? | this | that | it | none | 3 | zzz")
    known = packs.list_categories(host, f"person:{ann.person.id}")
    for category in reversed(known):
        ann(f"off {category}")
    assert kept.load_unwanted_categories(host.store, f"person:{ann.person.id}") == known
    assert len(known) > 20
    ann("drop choir")
    ann(f"off {known[0]}")
    left = kept.load_unwanted_categories(host.store, f"person:{ann.person.id}")
    assert left == [each for each in known if each not in ("choir", "zzz")], "those that are no more are forgotten"


def test_a_group_takes_over_a_pack_and_only_who_looks_after_it_may(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    turn = InGroup(host, ann.person, "take choir", "", lambda: None)
    first = packs.manage_packs(turn).lines[0]
    assert format_text(first.text, first.facts) == "choir: 20 questions"
    ann("drop choir")
    assert [pack.name for pack in kept.list_packs(host.store, "chat:telegram:-1")] == ["choir"]
    assert len(dealt_cards.list_dealable_cards(host, LADDER_RULESET, ["chat:telegram:-1"], {"packs": ["choir"]})) == 20
    turn.admin, turn.words = False, "drop choir"
    with pytest.raises(Illegal):
        packs.manage_packs(turn)
    kept.move_packs(host.store, "chat:telegram:-1", "chat:telegram:-100")
    assert [pack.name for pack in kept.list_packs(host.store, "chat:telegram:-100")] == ["choir"]
    assert kept.list_packs(host.store, "chat:telegram:-1") == []


def test_a_group_with_too_many_packs_is_told_how_to_delete_one_that_it_has(host):
    ann = Desk(host)
    for name in ("adder", *(f"p{n}" for n in range(kept.MOST_PACKS - 1))):
        ann(f"add {name}\n{CHOIR}")
        packs.manage_packs(InGroup(host, ann.person, f"take {name}", "", lambda: None))
    ann("drop p0")
    ann(f"add madden\n{CHOIR}")
    with pytest.raises(Illegal) as refusal:
        packs.manage_packs(InGroup(host, ann.person, "take madden", "", lambda: None))
    assert refusal.value.facts["line"] == "pack drop adder"


def test_packs_go_with_their_owner(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    ann("off sport")
    brought = accounts.export_account(host, ann.person.id)["questions brought"]
    assert (brought["packs"][0]["name"], len(brought["packs"][0]["cards"]), brought["off"]) == ("choir", 20, ["sport"])
    other = accounts.load_or_create_person(host, "reddit:/u/ann", "Ann")
    left = {ann.person.id, other.id}
    stays = account_linking.merge_accounts(host, other.id, "web:Ann")
    (gone,) = left - {stays}
    assert [item.sk for item in host.store.table.query(f"person:{gone}")] == []
    assert [pack.name for pack in kept.list_packs(host.store, f"person:{stays}")] == ["choir"]
    accounts.forget_account(host, stays)
    assert [item.sk for item in host.store.table.query(f"person:{stays}")] == []


def test_no_pack_is_lost_when_accounts_or_chats_become_one(host):
    ann, bob = Desk(host), Desk(host, "Bob")
    long = "a" * 24
    for desk, brought in ((ann, ["choir", long, "x-2", "x", "y"]), (bob, ["choir", long, "x", "z"])):
        for name in brought:
            desk(f"add {name}\n{CHOIR if desk is ann else QUIZ}")
    kept.move_packs(host.store, f"person:{bob.person.id}", f"person:{ann.person.id}")
    there = [pack.name for pack in kept.list_packs(host.store, f"person:{ann.person.id}")]
    assert there == sorted(["choir", "choir-2", long, f"{'a' * 22}-2", "x", "x-2", "x-3", "y", "z"])
    assert len(ann.cards(packs=["x"])) == len(ann.cards(packs=["x-2"])) == 20
    assert len(ann.cards(packs=["x-3"])) == 15
    assert kept.list_packs(host.store, f"person:{bob.person.id}") == []
    assert ann(f"add x\n{QUIZ}") == ["x: 15 questions"]  # one is replaced, also where there are more than five
    assert ann(f"add w\n{QUIZ}")[0].startswith("You already have 5 packs")


def test_a_pack_that_just_fits_moves_under_a_longer_name(host, monkeypatch):
    ann, bob = Desk(host), Desk(host, "Bob")
    for desk in (ann, bob):
        desk(f"add choir\n{CHOIR}")
    (pack,) = kept.list_packs(host.store, f"person:{bob.person.id}")
    monkeypatch.setattr(kept, "BIGGEST", len(msgspec.json.encode(pack)))
    kept.move_packs(host.store, f"person:{bob.person.id}", f"person:{ann.person.id}")
    assert [each.name for each in kept.list_packs(host.store, f"person:{ann.person.id}")] == ["choir", "choir-2"]


# -- on the page


def posted(sitter, name, data=b"", text=""):
    """A form with a file, as browsers send it."""
    edge = "----edge7"
    parts = [("name", "", name.encode()), ("text", "", text.encode()), ("file", '; filename="q.csv"', data)]
    body = b"".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{field}"{more}\r\n\r\n'.encode() + sent + b"\r\n"
        for field, more, sent in parts
    )
    kind = f"multipart/form-data; boundary={edge}"
    headers = {"host": "t", "origin": "http://t", "cookie": sitter.cookie, "content-type": kind}
    return answered(sitter.host, "POST", "/me/pack", "", headers, body + f"--{edge}--\r\n".encode())


def test_on_the_page_a_file_is_sent_or_words_are_pasted(host):
    ann = Sitter(host, "Ann")
    sent = posted(ann, "sheet", SHEET)
    assert sent.status == 200
    assert "sheet: 1 question" in sent.body.decode()
    assert "line 3: it has three options, not four" in sent.body.decode()
    assert "choir: 20 questions" in posted(ann, "choir", text=CHOIR).body.decode()
    me = answered(host, "GET", "/me", "", {"host": "t", "cookie": ann.cookie}).body.decode()
    assert "sheet: 1 question" in me
    assert "Switched off: sport" in ann.sends("/me/pack-off", name="sport").body.decode()
    assert "Switched off" not in ann.sends("/me/pack-on", name="sport").body.decode()
    ann.sends("/me/pack-drop", name="sheet")
    assert [pack.name for pack in kept.list_packs(host.store, f"person:{ann.person.id}")] == ["choir"]
    assert posted(ann, "big", b"x" * 200_001).status == 409
    assert posted(ann, "big", b"x" * 300_000).status == 413
    assert ann.sends("/me/settings", name="x" * 20_000).status == 413


def test_an_operator_adds_and_drops_packs_of_a_place(tmp_path, monkeypatch, capsys):
    SqliteTable(tmp_path / "rtab.sqlite").close()
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / "Sheet.csv").write_bytes(SHEET)
    assert main(["packs", "telegram:-1", str(tmp_path / "Sheet.csv")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "refused: line 3: it has three options, not four",
        "sheet: 1 question",
    ]
    assert main(["packs", "telegram:-1", "sheet", "--drop"]) == 0
    assert main(["packs", "telegram:-1", str(tmp_path / "Sheet.csv"), "house"]) == 1
    assert capsys.readouterr().out == ""


# -- single questions, while games run
