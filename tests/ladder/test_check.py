"""The mechanical checks of a bank, the robots among them, and what the shipped bank comes to."""

import json

import msgspec
import pytest

from engine.ladder.box import BoxEntry, build_card_id
from engine.ladder.rules import LADDER_RULESET
from host.core.cards import dealt_cards
from host.doors.command import main
from workshop.bank.check import (
    ROBOT_RULES,
    BankMeasure,
    compute_region_shares,
    compute_robot_score,
    count_bank_options,
    format_bank_measures,
    load_local_ids,
    measure_bank,
)


def asked(question, *answers, **tags):
    fields = {"level": 9, "category": "art", "why": "So it is.", "source": "own", "licence": "CC0-1.0", "date": "2026"}
    name = build_card_id("q", question, answers)
    return msgspec.convert(fields | {"id": name, "question": question, "answers": answers} | tags, BoxEntry)


# -- the shipped bank


@pytest.mark.whole
def test_the_bank_holds_what_it_has_reached():
    found = measure_bank(dealt_cards.load_card_box(LADDER_RULESET.name).cards)
    assert len([measure for measure in found if measure.aim is not None]) > 50
    assert [(it.name, it.value, it.offenders[:3]) for it in found if not it.met] == []


def test_every_question_says_where_its_fact_stands():
    assert [
        card.id
        for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards
        if not (card.fact and card.narrow and card.about)
    ] == []


def test_what_only_britain_or_america_knows_is_hard():
    known = {card.id for card in dealt_cards.load_card_box(LADDER_RULESET.name).cards}
    local = sorted(load_local_ids())
    assert len(local) > 30
    assert known.issuperset(local)
    easy, hard = (
        asked("Which?", "a", "b", "c", "d", id=local[0], level=11),
        asked("Who?", *"abcd", id=local[1], level=12),
    )
    measure = next(it for it in measure_bank([easy, hard]) if it.name.startswith("only Britain"))
    assert (measure.value, measure.met) == (1, False)
    assert local[0] in measure.offenders[0]


# -- robots


def rate(rule, *entries):
    return compute_robot_score(ROBOT_RULES[rule], entries, count_bank_options(entries)).share


@pytest.mark.parametrize(
    ("rule", "answers"),
    [
        ("the longest", ("Amsterdam", "Rome", "Bonn", "Oslo")),
        ("the shortest", ("Rome", "Lisbon", "Athens", "Berlin")),
        ("neither longest nor shortest", ("Athens", "Rome", "Amsterdam", "Bonn")),
        ("odd one out by its first letter", ("Rome", "Lima", "Lyon", "Linz")),
        ("odd one out by its last letter", ("Rome", "Lima", "Riga", "Praia")),
        ("odd one out by its number of words", ("New York", "Paris", "Hanoi", "Tunis")),
        ("odd one out by its article", ("The Hague", "Los Angeles", "San Marino", "Cape Town")),
        ("odd one out by its case", ("Rome", "lions", "bears", "geese")),
        ("odd one out by figures", ("Room 101", "Madame X", "Area Q", "Channel Z")),
        ("odd one out by accents", ("Málaga", "Cadiz", "Murcia", "Huelva")),
        ("odd one out by its marks", ("Guinea-Bissau", "Congo", "Ghana", "Malawi")),
        ("odd one out by its plural", ("Dogs", "Cat", "Cow", "Hen")),
        ("first in the alphabet", ("Athens", "Bonn", "Cork", "Delhi")),
        ("last in the alphabet", ("Zurich", "Bonn", "Cork", "Delhi")),
        ("the highest number", ("1,900", "12", "13", "14")),
        ("the lowest number", ("7", "12", "13", "1,400")),
        ("most like the others", ("Red and white", "Red and blue", "Green and white", "Black")),
        ("least like the others", ("Black", "Red and blue", "Red and white", "Blue and white")),
    ],
)
def test_a_robot_wins_by_its_rule_alone(rule, answers):
    """It wins with the right one where its rule points, and gets nothing where that points elsewhere."""
    right, *wrong = answers
    assert rate(rule, asked("Which?", right, *wrong)) == 1
    assert rate(rule, asked("Which?", wrong[0], right, *wrong[1:])) == 0


def test_what_a_robot_cannot_tell_apart_it_draws_lots_for():
    assert rate("the longest", asked("Which?", "Rome", "Bonn", "Oslo", "Bern")) == 0.25
    assert rate("the longest", asked("Which?", "Paris", "Tunis", "Oslo", "Bern")) == 0.5
    assert rate("a number in the middle", asked("Which?", "7", "1", "9", "5")) == 0.5
    one = compute_robot_score(
        ROBOT_RULES["the longest"], [asked("Which?", "Rome", "Bonn", "Oslo", "Bern")], count_bank_options([])
    )
    assert (one.decided, one.there) == (0, 0)


def test_robots_remember_what_was_right():
    cairo = asked("Which lies on the Nile?", "Cairo", "Lagos", "Tunis", "Dakar")
    lagos = asked("Which is the largest?", "Lagos", "Cairo", "Accra", "Rabat")
    assert rate("never right elsewhere", cairo, lagos) == pytest.approx(1 / 3)
    assert rate("most often right elsewhere", cairo, lagos) == 0
    assert rate("least often offered", cairo, lagos) == 0
    assert rate("most often offered", cairo, lagos) == 0.5


def test_a_robot_that_reads_the_question():
    one = asked("On which river does Volgograd lie?", "Volga", "Neva", "Oder", "Elbe")
    assert rate("most like the question", one) == 1
    assert rate("least like the question", one) == 0


# -- measures


def measured(*entries):
    return {measure.name: measure for measure in measure_bank(entries)}


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("options of unlike length", ("Rome", "Bonn", "Oslo", "Copenhagen")),
        ("the right one alone longest", ("Prague", "Paris", "Tunis", "Hanoi")),
        ("the right one alone shortest", ("Rome", "Paris", "Tunis", "Hanoi")),
        ("the right one alone in its number of words", ("New York", "Nairobi", "Jakarta", "Algiers")),
        ("letters for options", ("D", "C", "L", "M")),
        ("an option within another", ("York", "New York", "Boston", "Dallas")),
        ("bare numbers for options", ("1,000", "1,200", "1,400", "1,600")),
        ("the answer's letters in the question", ("Nigeria", "Morocco", "Senegal", "Tunisia")),
    ],
)
def test_what_one_question_betrays(name, answers):
    fine = asked("Which of these lies on the river Niger?", "Bamako", "Douala", "Tunis", "Accra")
    bad = asked("Where do the Nigerians live?", *answers)
    assert measured(fine)[name].value == 0
    found = measured(fine, bad)[name]
    assert found.value == 0.5
    assert not found.met
    assert found.offenders == [f"{bad.id} [9] {bad.question} {' / '.join(answers)}"]


@pytest.mark.parametrize(
    ("question", "answers", "near"),
    [
        ("Which Dane designed the opera house of Sydney?", ("Utzon", "Bohr", "Dreyer", "Nielsen"), True),
        ("Who designed Sydney's famous opera house?", ("Utzon", "Aalto", "Gehry", "Pei"), True),
        ("Which river flows through Sydney?", ("Parramatta", "Murray", "Yarra", "Swan"), False),
    ],
)
def test_questions_that_are_nearly_the_same(question, answers, near):
    first = asked("Which Dane designed the Sydney Opera House?", "Utzon", "Jacobsen", "Larsen", "Wegner")
    found = measured(first, asked(question, *answers))["nearly the same question"]
    assert found.value == near
    assert len(found.offenders) == near


def test_a_fact_asked_twice_is_named_in_whatever_words_and_whichever_way_round():
    one = asked("On which river does Vienna lie?", "Danube", "Rhine", "Oder", "Elbe", about="Danube | Vienna")
    two = asked("Which capital has the Prater?", "Vienna", "Bonn", "Rome", "Oslo", about="DANUBE | vienna")
    three = asked("Where does the Danube rise?", "Germany", "Austria", "Serbia", "Romania", about="Danube | source")
    found = measured(one, two, three)["a fact asked twice"]
    assert (found.value, found.met) == (1, False)
    assert one.id in found.offenders[0]
    assert two.id in found.offenders[0]
    assert measured(one, three)["a fact asked twice"].met


def test_a_question_without_its_fact_by_name_is_counted():
    assert measured(asked("Which?", "Rome", "Bonn", "Oslo", "Bern"))["without a fact by name"].value == 1


def test_how_much_is_about_each_region_is_measured_of_what_is_about_a_country():
    cards = [
        asked(f"Which is {n}?", "Rome", "Bonn", "Oslo", "Bern", country=c) for n, c in enumerate(("Mali", "Peru", ""))
    ]
    found = measured(*cards)
    assert found["about Africa, of those about a country"].value == 0.5
    assert found["about South and East Asia, of those about a country"].value == 0


def test_each_region_is_measured_in_each_level_too():
    placed = [(level, country) for level in range(5, 16) for country in ("Mali", "Peru", "Japan")]
    cards = [
        asked(f"Which is {n}?", "Rome", "Bonn", "Oslo", "Bern", level=level, country=country)
        for n, (level, country) in enumerate([*placed, *[(9, "Italy")] * 5, (1, "Italy"), (7, "")])
    ]
    shares = compute_region_shares(cards)["Africa"]
    assert (shares[6], shares[9], shares[1], shares[2]) == (1 / 3, 1 / 8, 0, 0)
    least = measured(*cards)["about Africa, least in a level from 5"]
    assert (least.value, least.remark, least.met) == (1 / 8, "level 9", True)
    assert not measured(*cards, asked("Where?", *"abcd", level=9, country="Spain"))[least.name].met


def test_how_a_bank_is_made_up():
    old = asked("Who wrote the Aeneid?", "Virgil", "Ovid", "Horace", "Lucan", year=-19, country="Italy")
    young = asked("Which word won in 2013?", "Selfie", "Meme", "Emoji", "Vape", year=2013, level=3, checked="2026 here")
    found = measured(old, young)
    assert (found["about things since 1960"].value, found["about things since 2000"].value) == (0.5, 0.5)
    assert (found["level 3"].value, found["level 9"].value, found["level 4"].value) == (1, 1, 0)
    assert (found["category art"].value, found["category film"].value) == (2, 0)
    assert found["most about one country, of all"] == BankMeasure(
        "most about one country, of all", 0.5, 0.2, remark="Italy"
    )
    assert found["whose source was opened"].value == 1
    assert found["without a narrow topic"].value == 2
    assert measure_bank([]) == []


def test_what_may_not_hold_for_ever_is_named_and_a_year_helps():
    stale = asked("Which is the tallest tower now?", "This one", "That one", "The other", "Neither")
    dated = asked("Which was the tallest tower in 2020?", "This one", "That one", "The other", "Neither")
    assert len(measured(stale, dated)["may not hold for ever"].offenders) == 1


def test_a_table_and_below_it_what_stands_in_the_way():
    found = [BankMeasure("a", 0.5, 0.25, offenders=[f"q{n}" for n in range(7)]), BankMeasure("b", 3, 2, least=True)]
    lines = [" ".join(line.split()) for line in format_bank_measures(found, all_of_them=False)]
    assert lines == ["! a 50.0% at most 25.0%", "b 3 at least 2", "a, 7:", "q0", "q1", "q2", "q3", "q4"]
    assert len(list(format_bank_measures(found, all_of_them=True))) == 10


@pytest.mark.whole
def test_the_command_measures_the_bank_or_a_part_of_it(capsys):
    code = main(["bank", "--check", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == (0 if all(measure["met"] for measure in found) else 1)
    assert main(["bank", "--check", "--only", "set-a-nature"]) in (0, 1)
    out = capsys.readouterr().out
    assert "  level 1 " in out
    assert "food-" not in out.partition("options of unlike length, ")[2].partition("\n\n")[0]
