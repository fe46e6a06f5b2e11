"""`rtab bank` and `rtab simulate ladder`."""

import json
import time
from importlib.resources import files
from pathlib import Path
from statistics import median

import pytest

from engine.kernel import format_money
from engine.ladder.box import parse_box
from engine.ladder.rules import LADDER_RULESET
from engine.ladder.state import RUNG_MONEY
from host.core.cards import dealt_cards
from host.core.store import Store, card_changes, dynamo
from host.core.store.card_changes import Report
from host.core.store.items import AddToCounts
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from tests.fakes import cloud
from workshop.bank.importing import write_grown_bank
from workshop.simulate.ladder import play_team_games

GIGAHERTZ = {
    "type": "multiple",
    "difficulty": "hard",
    "category": "Science: Computers",
    "question": "What does &quot;GHz&quot; stand for?",
    "correct_answer": "Gigahertz",
    "incorrect_answers": ["Gigahotz", "Gigahetz", "Gigahatz"],
}
TRUE = {
    "type": "boolean",
    "difficulty": "easy",
    "category": "History",
    "question": "Was it so?",
    "correct_answer": "True",
    "incorrect_answers": ["False"],
}
OPENTDB = {"response_code": 0, "results": [GIGAHERTZ, TRUE]}
CSV = """question;a;b;c;d;correct;level;category;source;licence
Which is a tree?;Oak;Salmon;Granite;Thunder;A;1;nature;us;CC0-1.0
Which is a fish?;Oak;Salmon;Granite;Thunder;E;1;nature;us;CC0-1.0
Which is a stone?;Oak;Salmon;Granite;Thunder;C;high;nature;us;CC0-1.0
Which is a noise?;Oak;Salmon;Granite;Thunder;D;2;nature;us;
Which is a noise, then?;Oak;Salmon;Granite;Thunder;d;2;nature;us;CC0-1.0
"""
TRIVIAQA = """#Q Which is a tree?
^ Oak
A Oak
B Salmon
C Granite
D Thunder

#Q Is it so?
^ True
A True
B False

#Q Which is lost?
^ Nothing
A Oak
B Salmon
C Granite
D Thunder
"""


def imported(capsys, tmp_path, form, text):
    """The pack's questions, and what was said about the rest."""
    path = tmp_path / "pack"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    code = main(["bank", "import", "--format", form, str(path)])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err.splitlines()


def test_the_bank_is_counted(capsys):
    assert main(["bank", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    about = {f"% about {region}, by level" for region in ("Africa", "Latin America", "South and East Asia")}
    assert set(counts) == {"questions", "level", "category", "source", "licence", "faults"} | about
    assert all(min(counts[name][str(level)] for level in range(6, 16)) >= 8 for name in about)
    for what in ("level", "category", "source", "licence"):
        assert sum(counts[what].values()) == counts["questions"]
    assert main(["bank"]) == 0
    assert capsys.readouterr().out.startswith(f"questions: {counts['questions']}\n")


@pytest.mark.whole
def test_the_bank_is_what_grows_from_its_files(tmp_path):
    """The committed questions are those that the committed files make, and none of those is left out."""
    folder = Path(str(files(LADDER_RULESET.cards)))
    assert write_grown_bank(folder / "facts", tmp_path) == []
    for file in tmp_path.iterdir():
        assert file.read_bytes() == (folder / file.name).read_bytes()


@pytest.mark.whole
def test_hints_are_told(capsys, tmp_path):
    assert main(["bank", "--hints"]) == 0
    assert capsys.readouterr().out == ""
    row = "Which river flows by Volgograd?;Neva;Volga;Oder;Elbe;B;9;geography;us;CC0-1.0"
    imported(capsys, tmp_path, "csv", f"{CSV}{row}\n")
    main(["bank", "import", "--format", "csv", str(tmp_path / "pack")])
    pack = tmp_path / "pack.jsonl"
    pack.write_text(capsys.readouterr().out)
    assert main(["bank", "--hints", "--pack", str(pack), "--json"]) == 0
    (hint,) = json.loads(capsys.readouterr().out)
    assert hint["why"] == "“volga”, the answer, is near “volgograd”, of which it asks: Which river flows by Volgograd?"


def test_open_trivia_db(capsys, tmp_path):
    code, (entry,), said = imported(capsys, tmp_path, "opentdb", json.dumps(OPENTDB))
    assert code == 0
    assert entry["question"] == 'What does "GHz" stand for?'
    assert entry["answers"][0] == "Gigahertz"
    assert 11 <= entry["level"] <= 15
    assert (entry["category"], entry["licence"]) == ("computers", "CC-BY-SA-4.0")
    assert said == ["rejected  question 2: it has only two answers", "1 accepted, 1 rejected"]


@pytest.mark.parametrize(
    ("code", "why"), [(1, "not have so many questions"), (5, "five seconds"), (9, "its code is 9")]
)
def test_open_trivia_db_says_why_it_sent_nothing(capsys, tmp_path, code, why):
    refused, entries, (said,) = imported(capsys, tmp_path, "opentdb", f'{{"response_code": {code}, "results": []}}')
    assert (refused, entries) == (1, [])
    assert why in said


def test_a_question_without_a_reason_does_not_tell_its_answer_twice(capsys, tmp_path):
    _, (entry,), _ = imported(capsys, tmp_path, "opentdb", json.dumps(OPENTDB))
    assert "Gigahertz" not in entry["why"]


def test_comma_separated(capsys, tmp_path):
    code, entries, said = imported(capsys, tmp_path, "csv", "\ufeff" + CSV)
    assert code == 0
    assert [entry["answers"][0] for entry in entries] == ["Oak", "Thunder"]
    assert said == [
        "rejected  line 3: “E” is none of the letters A to D",
        "rejected  line 4: “high” is no level from 1 to 15",
        "rejected  line 5: it must name its source and its licence",
        "2 accepted, 3 rejected",
    ]


@pytest.mark.parametrize(
    ("item", "why"),
    [
        ("nonsense", "it is no question: Expected `object`, got `str`"),
        ({"type": "multiple"}, "it is no question: Object missing required field `difficulty`"),
        ({"question": None}, "it is no question: Expected `str`, got `null` - at `$.question`"),
        ({"incorrect_answers": ["One", "Two"]}, "it has 3 answers instead of four"),
    ],
)
def test_a_broken_item_of_open_trivia_db_spoils_no_other(item, why, capsys, tmp_path):
    broken = item if isinstance(item, str) or "type" in item else GIGAHERTZ | item
    code, (entry,), said = imported(capsys, tmp_path, "opentdb", json.dumps({"results": [broken, GIGAHERTZ]}))
    assert (code, entry["answers"][0]) == (0, "Gigahertz")
    assert said == [f"rejected  question 1: {why}", "1 accepted, 1 rejected"]


@pytest.mark.parametrize(
    ("level", "shown"), [("0", "0"), ("16", "16"), ("-1", "-1"), ("7" * 5000, "7" * 20), ("²", "²"), ("", "")]
)
def test_a_level_that_is_none(level, shown, capsys, tmp_path):
    code, entries, said = imported(capsys, tmp_path, "csv", CSV.replace(";high;", f";{level};"))
    assert (code, len(entries)) == (0, 2)
    assert said[1] == f"rejected  line 4: “{shown}” is no level from 1 to 15"


def test_a_row_that_cannot_be_read_spoils_no_other(capsys, tmp_path):
    code, entries, said = imported(capsys, tmp_path, "csv", CSV.replace("Which is a fish?", "x" * 140_000))
    assert (code, len(entries)) == (0, 2)
    assert said[0] == "rejected  line 3: it cannot be read: field larger than field limit (131072)"


def test_open_trivia_qa_in_an_old_encoding(capsys, tmp_path):
    text = TRIVIAQA.replace("Thunder", "Café").encode("latin-1")
    code, (entry,), said = imported(capsys, tmp_path, "opentriviaqa", text)
    assert code == 0
    assert entry["answers"] == ["Oak", "Salmon", "Granite", "Café"]
    assert said == [
        "rejected  question 2: it has 2 answers instead of four",
        "rejected  question 3: its right answer is not among the choices",
        "1 accepted, 2 rejected",
    ]


@pytest.mark.parametrize(
    ("form", "text", "why"),
    [
        ("opentdb", "nonsense", "cannot be read as opentdb"),
        ("csv", "a,b\n1,2\n", "is missing"),
        ("csv", "x" * 140_000, "cannot be read as csv: field larger than field limit"),
        ("opentriviaqa", "nothing here", "0 accepted, 0 rejected"),
    ],
)
def test_a_file_of_another_kind(form, text, why, capsys, tmp_path):
    code, entries, said = imported(capsys, tmp_path, form, text)
    assert (code, entries) == (1, [])
    assert why in said[-1]


def test_a_pack_is_played_with_only_when_it_is_named(capsys, tmp_path):
    imported(capsys, tmp_path, "csv", CSV)
    main(["bank", "import", "--format", "csv", str(tmp_path / "pack")])
    pack = tmp_path / "pack.jsonl"
    pack.write_text(capsys.readouterr().out)
    assert (
        len(dealt_cards.load_card_box(LADDER_RULESET.name, (str(pack),)).cards)
        == len(dealt_cards.load_card_box(LADDER_RULESET.name).cards) + 2
    )
    assert parse_box((f"line {n}", line) for n, line in enumerate(pack.read_bytes().splitlines()))[1] == []


@pytest.mark.whole
def test_skill_is_worth_money(capsys):
    assert main(["simulate", "ladder", "--games", "20", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    means = [row["mean"] for row in rows]
    assert [row["player"] for row in rows] == ["guesser", "beginner", "fair", "expert"]
    assert means == sorted(means)


@pytest.mark.whole
def test_a_fair_team_is_forecast_what_a_climb_should_be_worth():
    """The aims: a median of at least $16,000, and a million in 1 to 4 % of climbs. 160 games have some 1,700 climbs, of
    which 57 % win so much, and 2.9 % a million.
    """
    won, climbs = play_team_games("fair", 160, 1)
    assert len(won) == len(climbs) > 1400
    assert median(won) >= 16_000
    assert 0.01 <= sum(each == 1_000_000 for each in won) / len(won) <= 0.04
    assert all((each == 15) == (sum_ == 1_000_000) for each, sum_ in zip(sorted(climbs), sorted(won), strict=True))


def test_the_forecast_says_that_it_is_one_with_medians_and_the_share_that_reaches_each_rung(capsys):
    assert main(["simulate", "ladder", "--table", "--games", "2"]) == 0
    said, _, head, _, medians, *rungs = capsys.readouterr().out.splitlines()
    assert said.startswith("A forecast of what teams of four")
    assert head == "| a team of four | guesser | beginner | fair | expert |"
    assert medians.startswith("| median | $")
    assert [row.split(" | ")[0] for row in rungs] == [f"| reach {format_money(each, '$')}" for each in RUNG_MONEY]
    for column in range(1, 5):
        shares = [float(row.strip("| ").split(" | ")[column].rstrip("%")) for row in rungs]
        assert shares == sorted(shares, reverse=True)


def test_the_same_seed_gives_the_same_bytes(capsys):
    said = []
    for kind, seed in (("ladder", 4), ("millionaire", 4), ("ladder", 5)):
        assert main(["simulate", kind, "--games", "3", "--seed", str(seed), "--json"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0] != said[2]


USES = {"shown": 2, "asked": 4, "right": 1, "reported.two": 1}


def fares(table):
    """A question has been asked in the house on this table; what is to be said of it."""
    card = dealt_cards.load_card_box(LADDER_RULESET.name).cards[0]
    table.write(
        [AddToCounts(f"count:{dealt_cards.build_card_counter_name(LADDER_RULESET.name, card.id)}", "count", USES)]
    )
    counted = {
        "id": card.id,
        "level": card.level,
        "drifts": card.level,
        "asked": 4,
        "right": 0.25,
        "reported": {"two": 1},
    }
    return {**counted, "question": card.question, "answer": card.answers[0]}


@pytest.mark.whole
def test_measured_difficulty(capsys, tmp_path):
    table = SqliteTable(tmp_path / "rtab.sqlite")
    row = fares(table)
    table.close()
    assert main(["bank", "--fared", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [row]


@pytest.mark.whole
def test_measured_difficulty_in_a_table(capsys, monkeypatch):
    with cloud.empty_account():
        client = dynamo.make_aws_client("dynamodb", **cloud.KEYS)
        monkeypatch.setattr(dynamo, "make_aws_client", lambda _: client)
        dynamo.create_dynamo_table(client, "quiz")
        row = fares(dynamo.DynamoTable(client, "quiz"))
        assert main(["bank", "--fared", "table:quiz", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == [row]
        assert main(["bank", "--fared", "table:other"]) == 1
    assert capsys.readouterr().err.startswith("The table other cannot be opened: ")


@pytest.mark.parametrize("folder", ["missing", ""])
def test_measured_difficulty_where_nobody_plays(folder, capsys, tmp_path):
    """Nothing is made there by looking."""
    assert main(["bank", "--fared", str(tmp_path / folder)]) == 1
    assert capsys.readouterr().err.startswith(f"There are no games in {tmp_path / folder}. ")
    assert list(tmp_path.iterdir()) == []


def test_an_operator_looks_at_reports_and_mends_or_withdraws_while_games_run(capsys, tmp_path):
    one, two = dealt_cards.load_card_box(LADDER_RULESET.name).cards[:2]
    table, now = SqliteTable(tmp_path / "rtab.sqlite"), time.time()
    for card, fault, person in ((one, "two", "a"), (one, "wrong", "b"), (one, "two", "c"), (two, "dated", "a")):
        assert card_changes.save_card_report(
            Store(table), "ladder", card.id, person, Report(fault, card.question, "g", now)
        )
    table.close()
    assert did(capsys, "reports", tmp_path) == [
        f"{one.id}  two 2, wrong 1  (right 0 of 0)  {one.question}",
        f"{two.id}  dated 1  (right 0 of 0)  {two.question}",
        "2 reported",
    ]
    said = did(capsys, "mend", tmp_path, one.id, "--level", "7", "--answers", "Yes | No | Maybe | Never")
    assert said == [f"{one.id}, level 7: {one.question} Yes | No | Maybe | Never. {one.why}"]
    assert did(capsys, "withdraw", tmp_path, two.id) == [f"{two.id} is dealt no more. Games that hold it keep it."]
    assert did(capsys, "reports", tmp_path) == ["0 reported"]
    assert did(capsys, "bring-back", tmp_path, two.id) == [f"{two.id} is dealt again."]
    assert did(capsys, "dismiss", tmp_path, two.id) == [f"0 reports of {two.id} are dealt with."]
    assert did(capsys, "drift", tmp_path) == ["0 moved"]
    for wrong in (["mend", str(tmp_path), one.id], ["mend", str(tmp_path), one.id, "--level", "16"]):
        assert main(["bank", *wrong]) == 1
    assert "level 16 is not from 1 to 15" in capsys.readouterr().err


def test_an_operator_mends_and_withdraws_a_question_of_a_groups_own_pack(capsys, tmp_path, monkeypatch):
    """By its id and whose it is, where nobody has reported it; else the reports lead there."""
    SqliteTable(tmp_path / "rtab.sqlite").close()
    monkeypatch.setenv("RTAB_HOME", str(tmp_path))
    (tmp_path / "choir.csv").write_text("Which of us sings?|Ann|Bob|Cat|Dan\n")
    assert main(["packs", "telegram:-1", str(tmp_path / "choir.csv")]) == 0
    capsys.readouterr()
    assert main(["packs", "telegram:-1", "choir", "--show"]) == 0
    shown = capsys.readouterr().out.strip()
    name, _, line = shown.partition("  ")
    assert line.startswith("Which of us sings? | Ann | Bob | Cat | Dan | ")
    of = ("--of", "telegram:-1")
    said = did(capsys, "mend", tmp_path, name, "--level", "3", *of)
    assert said == [f"{name}, level 3: Which of us sings? Ann | Bob | Cat | Dan. Its source gives no reason."]
    assert did(capsys, "withdraw", tmp_path, name, *of) == [f"{name} is dealt no more. Games that hold it keep it."]
    main(["packs", "telegram:-1", "choir", "--show"])
    assert capsys.readouterr().out.endswith("| 3 | choir | Its source gives no reason.  (withdrawn)\n")
    assert did(capsys, "bring-back", tmp_path, name, *of) == [f"{name} is dealt again."]
    assert main(["bank", "withdraw", str(tmp_path), name, "--of", "telegram:-2"]) == 1
    assert f"There is no question {name} in the packs of telegram:-2." in capsys.readouterr().err
    assert main(["bank", "withdraw", str(tmp_path), name]) == 1


def did(capsys, word, where, *more):
    """What a command about the questions of that host says."""
    assert main(["bank", word, str(where), *more]) == 0
    return capsys.readouterr().out.splitlines()
