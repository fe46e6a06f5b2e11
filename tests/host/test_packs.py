"""Questions of one's own: brought by file or pasted, refused line by line, chosen for a game, switched off, dropped."""

import io
import json
import zipfile
from argparse import Namespace

import pytest

from engine.kernel import Illegal, render
from engine.ladder.rules import LADDER
from host.core import cards_now, games
from host.core.commands import Command
from host.core.store import packs as kept
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.terminal.turn import Turn
from host.doors.web import app
from host.doors.web.http import HttpRequest
from host.people import account_merging, accounts
from host.said import sheets
from host.said.desk import packs
from tests.host.test_ladder import Sitter, house_state
from tests.ladder.test_commands import GIGAHERTZ, TRUE
from workshop.bank import tending

LINE = "Which of us sings number {n}? | Ann{n} | Bob{n} | Cat{n} | Dan{n}"
CHOIR = "\n".join(LINE.format(n=n) for n in range(1, 21))
QUIZ = "question;a;b;c;d;correct;level;category\n" + "\n".join(
    f"What is number {n}?;one {n};two {n};three {n};four {n};c;{n};songs" for n in range(1, 16)
)
SECONDS = "Which has three?\tone\ttwo\tthree"


class Desk:
    """Somebody at a desk in private."""

    def __init__(self, host, name="Ann"):
        self.host, self.person = host, accounts.known(host, f"web:{name}", name)

    def __call__(self, words):
        turn = Turn(self.host, self.person, words, "", lambda: None)
        try:
            return [render(told.text, told.facts) for told in packs.pack(turn).lines]
        except Illegal as no:
            return [render(no.text, no.facts)]

    def kept(self):
        return kept.of(self.host.store, f"person:{self.person.id}")[0].cards

    def cards(self, **options):
        owners = cards_now.owners(self.person.id, [])
        return cards_now.dealt(self.host, LADDER, owners, options)


def test_pasted_questions_are_added_listed_and_dropped(host):
    ann = Desk(host)
    assert ann("add choir\n" + CHOIR) == ["choir: 20 questions"]
    assert ann("")[0] == "choir: 20 questions"
    mine = ann.cards(packs=["choir"])
    assert (mine[0].answers[0], mine[0].category, mine[0].source) == ("Ann1", "choir", "choir")
    assert len(ann.cards()) == len(cards_now.dealt(host, LADDER)) + 20
    assert ann("drop choir") == Desk(host, "Bob")("")
    assert ann("drop choir")[0].startswith("There is no pack of that name.")


def test_what_is_no_question_is_refused_by_its_line(host):
    text = f"{SECONDS}\nWhich is right?\tyes\tno\tperhaps\tnever\nTwice?\tsame\tSame\tx\ty\n\nAlone?\n"
    assert Desk(host)(f"add odd\n{text}") == [
        "odd: 1 question",
        "Refused: line 1: it has three options, not four",
        "Refused: line 5: it has no options, not four",
        "Refused: line 3: two of its answers are the same, or one is empty",
    ]
    assert Desk(host)("add odd\nnothing here")[0] == (
        "Nothing in it is a question: line 1: it has no options, not four"
    )
    for words, why in (
        ("add UP_\nx", "Give it a name"),
        ("add house\nx", "Give it a name"),
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
    assert card.card().credit == "Open Trivia DB, CC-BY-SA-4.0"


def book(rows, text="", extra=b""):
    """A workbook as spreadsheets write them: words in a list of their own, empty cells left out."""
    words = sorted({cell for row in rows for cell in row if cell})
    strings = "".join(f"<si><t>{word}</t></si>" for word in words)
    lines = []
    for n, row in enumerate(rows, 1):
        cells = "".join(f'<c r="{chr(65 + i)}{n}" t="s"><v>{words.index(c)}</v></c>' for i, c in enumerate(row) if c)
        lines.append(f'<row r="{n}">{cells}</row>')
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/sharedStrings.xml", f"<sst {space}>{strings}</sst>")
        file.writestr(
            "xl/worksheets/sheet1.xml",
            text or f"<worksheet {space}><sheetData>{''.join(lines)}</sheetData></worksheet>",
        )
        file.writestr("extra", extra)
    return data.getvalue()


ROWS = [["question", "a", "b", "c", "d"], ["Who?", "me", "you", "they", "we"], ["What?", "this", "", "that", "other"]]


def test_a_spreadsheet_is_read_with_its_holes(host):
    assert sheets.rows(book(ROWS))[2] == ("line 3", ["What?", "this", "", "that", "other"])
    made, faults = packs.made(host, "person:a", "sheet", book(ROWS), "pack add x")
    assert [card["question"] for card in made.cards] == ["Who?"]
    assert faults == ["line 3: it has three options, not four"]


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 and nothing more",
        book(ROWS, text="<worksheet"),
        book(ROWS, text='<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet>&b;</worksheet>'),
        book(ROWS, text="<worksheet>" + " " * 4_000_001 + "</worksheet>"),
        b'{"results": 5}',
        b"x" * 200_001,
        b"a|b\n" * 2001,
        b"\x00\xff|\x00",
    ],
    ids=["no zip", "no xml", "entities", "bomb", "no trivia", "bytes", "lines", "binary"],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(data, host):
    with pytest.raises(Illegal):
        packs.made(host, "person:a", "odd", data, "pack add x")
    assert kept.of(host.store, "person:a") == []


def test_packs_are_few_and_not_too_large(host, monkeypatch):
    ann = Desk(host)
    for n in range(kept.MOST_PACKS):
        assert ann(f"add p{n}\n{CHOIR}") == [f"p{n}: 20 questions"]
    assert ann(f"add p9\n{CHOIR}") == ["There are 5 packs already. Drop one: pack drop friends"]
    assert ann(f"add p0\n{QUIZ}") == ["p0: 15 questions"]  # in place of the one of that name
    monkeypatch.setattr(packs, "MOST_CARDS", 10)
    assert ann(f"add p0\n{CHOIR}") == ["A pack holds up to 10 questions, and this has 20."]
    monkeypatch.setattr(packs, "MOST_CARDS", 500)
    monkeypatch.setattr(kept, "BIGGEST", 100)
    assert ann(f"add p0\n{CHOIR}") == ["This pack is too large to be kept. Make two of it."]
    assert ann("drop all")[0].startswith("Write pack add")


def test_a_game_is_played_with_the_packs_it_names_and_keeps_what_it_was_dealt(host):
    ann = Desk(host)
    ann(f"add quiz\n{QUIZ}")
    chosen: dict[str, object] = {"packs": ["quiz"], "rounds": 1}
    opened = games.create(host, Command(by=ann.person.id), "ladder", chosen)
    sitter = Sitter(host, "Ann")
    sitter.sends(f"/g/{opened.game}/join", name="Ann")
    assert ann("drop quiz") and ann("")[0].startswith("Write")
    no = games.begin(host, Command(by=ann.person.id), opened.game)
    assert [render(told.text, told.facts) for told in no.lines] == ["There is no pack quiz here; there are house."]
    ann(f"add quiz\n{QUIZ}")
    assert games.begin(host, Command(by=ann.person.id), opened.game).ok
    ann("drop all")
    state = house_state(host, opened.game)
    assert {card.category for pack in state.box.values() for card in pack} == {"songs"}
    assert sitter.asked(opened.game)


def test_at_the_opening_it_is_said_which_packs_there_are(host):
    ann = Desk(host)
    refused: list[tuple[dict[str, object], str]] = [
        ({"packs": ["choir"]}, "There is no pack choir here; there are house."),
        ({"without": ["choir"]}, "There is no category choir; there are "),
    ]
    for options, why in refused:
        reply = games.create(host, Command(by=ann.person.id), "ladder", options)
        assert render(reply.lines[0].text, reply.lines[0].facts).startswith(why)
    ann(f"add choir\n{CHOIR}")
    assert games.create(host, Command(by=ann.person.id), "ladder", {"packs": ["choir"]}).ok
    assert games.create(host, Command(by=ann.person.id), "ladder", {"without": ["choir", "sport"]}).ok
    few = games.create(host, Command(by=ann.person.id), "ladder", {"packs": ["choir"], "without": ["choir"]})
    assert "A ladder of 15 rungs needs as many questions" in render(few.lines[0].text, few.lines[0].facts)


def test_what_offends_is_switched_off_for_all_games(host):
    ann = Desk(host)
    assert "Switched off: sport" in ann("off sport")
    assert "sport" not in {card.category for card in ann.cards()}
    assert ann("off nonsense")[0].startswith("There is no category of that name.")
    assert "Switched off: sport" not in ann("on sport")
    assert "sport" in {card.category for card in ann.cards()}
    ann("off sport")
    assert "sport" in {card.category for card in ann.cards(day="2026-11-22")}  # a day is everybody's


class InGroup(Turn):
    """Somebody writes in a group."""

    place, private, admin = "telegram:-1", False, True

    def looks_after(self):
        return self.admin


def test_a_group_takes_over_a_pack_and_only_who_looks_after_it_may(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    turn = InGroup(host, ann.person, "take choir", "", lambda: None)
    first = packs.pack(turn).lines[0]
    assert render(first.text, first.facts) == "choir: 20 questions"
    ann("drop choir")
    assert [pack.name for pack in kept.of(host.store, "chat:telegram:-1")] == ["choir"]
    assert len(cards_now.dealt(host, LADDER, ["chat:telegram:-1"], {"packs": ["choir"]})) == 20
    turn.admin, turn.words = False, "drop choir"
    with pytest.raises(Illegal):
        packs.pack(turn)
    kept.moved(host.store, "chat:telegram:-1", "chat:telegram:-100")
    assert [pack.name for pack in kept.of(host.store, "chat:telegram:-100")] == ["choir"]
    assert kept.of(host.store, "chat:telegram:-1") == []


def test_packs_go_with_their_owner(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    ann("off sport")
    brought = accounts.export(host, ann.person.id)["questions brought"]
    assert (brought["packs"][0]["name"], len(brought["packs"][0]["cards"]), brought["off"]) == ("choir", 20, ["sport"])
    other = accounts.known(host, "reddit:/u/ann", "Ann")
    stays = account_merging.become_one(host, other.id, "web:Ann")
    assert [pack.name for pack in kept.of(host.store, f"person:{stays}")] == ["choir"]
    accounts.forget(host, stays)
    assert not [item for item in host.store.table.every() if item.sk.startswith("pack")]


# -- on the page


def posted(sitter, name, data=b"", text=""):
    """A form with a file, as browsers send it."""
    edge = "----edge7"
    parts = [("name", "", name.encode()), ("text", "", text.encode()), ("file", '; filename="q.xlsx"', data)]
    body = b"".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{field}"{more}\r\n\r\n'.encode() + sent + b"\r\n"
        for field, more, sent in parts
    )
    kind = f"multipart/form-data; boundary={edge}"
    headers = {"host": "t", "origin": "http://t", "cookie": sitter.cookie, "content-type": kind}
    return app.answer(sitter.host, HttpRequest("POST", "/me/pack", "", headers, body + f"--{edge}--\r\n".encode()))


def test_on_the_page_a_file_is_sent_or_words_are_pasted(host):
    ann = Sitter(host, "Ann")
    sent = posted(ann, "sheet", book(ROWS))
    assert sent.status == 200
    assert "sheet: 1 question" in sent.body.decode()
    assert "line 3: it has three options, not four" in sent.body.decode()
    assert "choir: 20 questions" in posted(ann, "choir", text=CHOIR).body.decode()
    me = app.answer(host, HttpRequest("GET", "/me", "", {"host": "t", "cookie": ann.cookie})).body.decode()
    assert "sheet: 1 question" in me
    assert "Switched off: sport" in ann.sends("/me/pack-off", name="sport").body.decode()
    assert "Switched off" not in ann.sends("/me/pack-on", name="sport").body.decode()
    ann.sends("/me/pack-drop", name="sheet")
    assert [pack.name for pack in kept.of(host.store, f"person:{ann.person.id}")] == ["choir"]
    assert posted(ann, "big", b"x" * 200_001).status == 409
    assert posted(ann, "big", b"x" * 300_000).status == 413
    assert ann.sends("/me/settings", name="x" * 20_000).status == 413


def test_an_operator_adds_and_drops_packs_of_a_place(tmp_path, monkeypatch, capsys):
    SqliteTable(tmp_path / "rtab.sqlite").close()
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / "Sheet.xlsx").write_bytes(book(ROWS))
    assert main(["packs", "telegram:-1", str(tmp_path / "Sheet.xlsx")]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "refused: line 3: it has three options, not four",
        "sheet: 1 question",
    ]
    assert main(["packs", "telegram:-1", "sheet", "--drop"]) == 0
    assert main(["packs", "telegram:-1", str(tmp_path / "Sheet.xlsx"), "house"]) == 1
    assert capsys.readouterr().out == ""


# -- single questions, while games run


def begun(host, ann, sitter, **options):
    opened = games.create(host, Command(by=ann.person.id), "ladder", {"packs": ["quiz"], "rounds": 1, **options})
    sitter.sends(f"/g/{opened.game}/join", name="Ann")
    assert games.begin(host, Command(by=ann.person.id), opened.game).ok
    return opened.game


def reported_first(host):
    """Ann's own pack is played with, and somebody reports its first question while it is in play."""
    ann, sitter = Desk(host), Sitter(host, "Ann")
    ann(f"add quiz\n{QUIZ}")
    game = begun(host, ann, sitter)
    card = house_state(host, game).card
    at = next(n for n, each in enumerate(ann.kept(), 1) if each["id"] == card.id)
    for name in ("Wat", "Zoe"):
        assert Sitter(host, name).sends(f"/g/{game}/doubt", card=card.id, fault="two").status == 303
    return ann, game, card, at


def test_whoever_brought_a_pack_sees_reports_with_counts_and_mends_while_games_run(host):
    ann, game, card, at = reported_first(host)
    assert ann("reports") == [f"quiz {at} (reported as two: 2): {card.question}"]
    assert ann(f"show quiz {at}")[0] == (
        f"{at}. {card.question} | {' | '.join(card.answers)} | {card.level} | songs | Its source gives no reason. "
        "(reported as two: 2)"
    )
    said = ann(f"mend quiz {at}\nWhat is it, really? | this | that | these | those")
    assert said == [
        f"quiz {at}: What is it, really? this | that | these | those",
        "Games that hold it keep it as it was.",
    ]
    assert ann("reports") == ["Nothing is reported of these questions."]
    assert house_state(host, game).card == card
    (now,) = [each for each in ann.cards(packs=["quiz"]) if each.id == card.id]
    assert (now.question, now.answers, now.level, now.category) == (
        "What is it, really?",
        ("this", "that", "these", "those"),
        card.level,
        "songs",
    )
    ann(f"mend quiz {at}\nWhy? | a | b | c | d | 7 | poems | So it is.")
    assert ann(f"show quiz {at}")[0] == f"{at}. Why? | a | b | c | d | 7 | poems | So it is."


def test_a_withdrawn_question_of_a_pack_is_asked_no_more_and_a_game_that_holds_it_keeps_it(host):
    ann, game, card, at = reported_first(host)
    ann("add choir\n" + CHOIR)
    assert ann(f"withdraw quiz {at}") == [f"quiz {at} is asked no more. Games that hold it keep it."]
    assert card.id not in {each.id for each in ann.cards()}
    assert house_state(host, game).card == card
    assert ann(f"show quiz {at}")[0].endswith("(withdrawn)")
    assert ann(f"restore quiz {at}") == [f"quiz {at} is asked again."]
    assert card.id in {each.id for each in ann.cards()}


def test_reports_lead_the_operator_to_the_pack_in_which_a_question_lies(host, capsys):
    ann, game, card, _ = reported_first(host)
    tending.reports(host, Namespace())
    where = f"in quiz of person:{ann.person.id}"
    assert capsys.readouterr().out == f"{card.id}  two 2  (right 0 of 0)  {card.question}  {where}\n1 reported\n"
    tending.withdraw(host, Namespace(id=card.id, of=""))
    assert card.id not in {each.id for each in ann.cards()}
    assert house_state(host, game).card == card
    tending.reports(host, Namespace())
    assert capsys.readouterr().out.endswith("\n0 reported\n")


def test_nothing_is_wrong_with_a_question_says_whoever_brought_it(host):
    ann, _, _, at = reported_first(host)
    assert ann(f"dismiss quiz {at}") == [f"quiz {at}: 2 reports dismissed."]
    assert ann("reports") == ["Nothing is reported of these questions."]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("mend quiz 99\nx", "Say which question, by its number: pack mend quiz 3"),
        ("withdraw quiz", "Say which question, by its number: pack withdraw quiz 3"),
        ("withdraw nothing 1", "There is no pack of that name. There are: quiz."),
        ("mend quiz 1", "Write pack mend quiz 1, and below it how the question should be: question | right | wrong"),
        ("mend quiz 1\nWho? | me | you", "your line: it has two options, not four"),
        ("mend quiz 1\nWho? | me | me | we | they", "your line: two of its answers are the same, or one is empty"),
        ("mend quiz 1\nquestion | a | b | c | d", "Write pack mend quiz 1"),
    ],
)
def test_what_cannot_be_mended_is_refused_in_a_sentence(host, words, why):
    ann = Desk(host)
    ann(f"add quiz\n{QUIZ}")
    before = ann.kept()
    assert ann(words)[0].startswith(why)
    assert ann.kept() == before


def test_of_the_same_question_in_two_packs_each_owner_has_their_own(host):
    """Both brought what a thousand others can bring, too: what one does about it leaves the other's alone."""
    ann, _, card, at = reported_first(host)
    bob = Desk(host, "Bob")
    bob(f"add quiz\n{QUIZ}")
    assert bob("reports") == ["Nothing is reported of these questions."]
    bob(f"withdraw quiz {at}")
    assert ann("reports") == [f"quiz {at} (reported as two: 2): {card.question}"]
    assert card.id in {each.id for each in ann.cards()}


def test_in_a_group_right_answers_are_not_shown_and_whoever_looks_after_it_withdraws(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    turn = InGroup(host, ann.person, "take choir", "", lambda: None)
    packs.pack(turn)
    for words in ("show choir", "mend choir 3\nWho? | me | you | we | they"):
        turn.words = words
        with pytest.raises(Illegal, match="That shows the right answers"):
            packs.pack(turn)
    turn.words = "withdraw choir 3"
    packs.pack(turn)
    assert len(cards_now.dealt(host, LADDER, ["chat:telegram:-1"], {"packs": ["choir"]})) == 19
    turn.words, turn.admin = "restore choir 3", False
    with pytest.raises(Illegal):
        packs.pack(turn)


def test_on_the_page_each_question_of_a_pack_is_mended_or_withdrawn(host):
    ann, _, card, at = reported_first(host)
    sitter = Sitter(host, "Ann")
    sent = {"host": "t", "cookie": sitter.cookie}
    seen = app.answer(host, HttpRequest("GET", "/me/pack", "name=quiz", sent)).body.decode()
    assert f"{at}. {card.question} (reported as two: 2)" in seen
    assert seen.index(f'id="question-{at}"') < min(seen.index(f'id="question-{n}"') for n in range(1, 16) if n != at)
    line = "What then? | this | that | these | those"
    assert "What then? this | that" in sitter.sends("/me/pack-mend", name=f"quiz {at}", text=line).body.decode()
    sitter.sends("/me/pack-withdraw", name=f"quiz {at}")
    assert card.id not in {each.id for each in ann.cards()}
    assert "Ask it again" in app.answer(host, HttpRequest("GET", "/me/pack", "name=quiz", sent)).body.decode()
    sitter.sends("/me/pack-restore", name=f"quiz {at}")
    assert card.id in {each.id for each in ann.cards()}
    assert app.answer(host, HttpRequest("GET", "/me/pack", "name=none", sent)).status == 409


def test_the_lobby_leads_whoever_opened_the_table_to_their_own_questions(host):
    ann, bob = Sitter(host, "Ann"), Sitter(host, "Bob")
    ladder, race = (games.create(host, Command(by=ann.person.id), name).game for name in ("ladder", "season7"))
    assert 'href="/me#packs"' in ann.sees(ladder)
    assert 'href="/me#packs"' not in ann.sees(race)
    assert 'href="/me#packs"' not in bob.sees(ladder)
    ann.sends(f"/g/{ladder}/join", name="Ann")
    assert 'id="act-begin"' in ann.sees(ladder)  # one climbs alone
    ann.sends(f"/g/{race}/join", name="Ann")
    assert 'id="act-begin"' not in ann.sees(race)
