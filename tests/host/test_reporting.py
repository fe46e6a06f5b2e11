"""A question is reported beside its answer, in each door; the operator's list, and what becomes of a card then."""

import msgspec
import pytest

from engine.kernel import Game, Illegal, format_text
from engine.ladder.box import BoxEntry, compute_drifted_level, compute_expected_share
from engine.ladder.plays import list_report_options as may_report
from engine.ladder.rules import LADDER_RULESET
from host.core import games
from host.core.cards import dealt_cards
from host.core.session import OVER, Command, Person
from host.core.store import card_changes
from host.core.store.items import AddToCounts
from host.doors.local.process import run_nightly_job
from host.doors.terminal.playing import KeyboardRequest
from host.people import account_linking, accounts
from host.said.desk import reporting
from tests.host.test_ladder import NAMES, Sitter, house_state, opened, together

ANSWERS = ("right", "wrong", "worse", "worst")


@pytest.fixture(autouse=True)
def small_box(monkeypatch):
    """Six plain questions a level."""
    cards = [
        BoxEntry(f"q-{n}-{level}", level, "plain", f"Question {n} {level}?", ANSWERS, "So.", "own", "CC0-1.0", "2025")
        for level in range(1, 16)
        for n in range(6)
    ]
    monkeypatch.setattr(dealt_cards, "load_card_box", lambda *_: dealt_cards.CardBox(cards, []))


def asked_cards(host, game):
    return [
        use.card
        for entry in host.store.load_log(game)
        for told in entry.told
        for use in LADDER_RULESET.list_card_uses(told)
        if use.name == "shown"
    ]


def reports(host):
    return [(each.card, each.report.fault) for each in card_changes.iter_card_reports(host.store, "ladder", host.now())]


def doubt(sitter, game, card, fault):
    return sitter.sends(f"/g/{game}/doubt", card=card, fault=fault)


def test_each_person_reports_a_question_once_and_the_list_says_how_often(host):
    game, sitters = opened(host, NAMES[:3], rounds=1)
    (card,) = asked_cards(host, game)
    together(host, game, sitters, right=True)
    page = sitters[0].sees(game)
    assert f'id="doubt-{card}"' in page
    for sitter in sitters:
        assert doubt(sitter, game, card, "wrong").status == 303
    assert doubt(sitters[0], game, card, "two").status == 409
    assert reports(host) == [(card, "wrong")] * 3
    assert host.store.load_counts(dealt_cards.build_card_counter_name("ladder", card))["reported.wrong"] == 3


def test_who_only_watches_reports_and_so_does_everybody_when_the_game_is_over(host):
    game, sitters = opened(host, NAMES[:2], rounds=1)
    together(host, game, sitters, right=False)
    assert host.store.load_game(game).session.stage == OVER
    (card,) = asked_cards(host, game)
    for sitter in (sitters[0], Sitter(host, "Wat")):
        assert f'id="doubt-{card}"' in sitter.sees(game)
        assert doubt(sitter, game, card, "dated").status == 303
    assert reports(host) == [(card, "dated")] * 2


def test_the_first_five_are_reported_by_their_numbers_and_while_they_are_in_play(host):
    game, sitters = opened(host, NAMES[:2], rounds=1, first="together")
    first = asked_cards(host, game)
    assert len(first) == 5
    said = Asking(host, sitters[0], game)
    assert said("this 3 two") == reporting.THANKS
    assert said("this 4") == (
        "You cannot see the right answer yet. Wait for it, or say what is wrong with the question. Write one of "
        "these: report this two, report this dated and report this unclear."
    )
    assert said("this two").startswith(reporting.WHICH.partition("{")[0])
    for sitter in sitters:
        for rung in range(1, 6):
            asked = next(each for each in sitter.asked(game) if each.key == f"answer.{rung}")
            right = house_state(host, game).pages[rung - 1].letters[0]
            sitter.sends(f"/g/{game}/answer", question=asked.id, value=f"{rung}{right}")
    assert said("").startswith(reporting.WHICH.partition("{")[0])
    assert said("2 dated") == reporting.THANKS
    assert said("3") == reporting.REPORTED_TWICE
    assert said("5 nonsense").startswith("What is wrong with the last question? Write one of these:")
    assert sorted(reports(host)) == sorted([(first[2], "two"), (first[1], "dated")])


BEFORE, LAST, NOW = ["a"], ["b", "c", "d"], ["e"]


@pytest.mark.parametrize(
    ("groups", "number", "this", "meant"),
    [
        ([[]], 0, False, "nothing"),
        ([[]], 1, True, "nothing"),
        ([NOW], 0, False, "nothing"),
        ([NOW], 0, True, "e"),
        ([NOW], 1, True, "e"),
        ([NOW], 2, True, "report this 1"),
        ([BEFORE, []], 0, False, "a"),
        ([BEFORE, []], 2, False, "report 1"),
        ([BEFORE, []], 0, True, "nothing"),
        ([BEFORE, LAST, NOW], 0, False, "report 2"),
        ([BEFORE, LAST, NOW], 1, False, "b"),
        ([BEFORE, LAST, NOW], 3, False, "d"),
        ([BEFORE, LAST, NOW], 4, False, "report 2"),
        ([BEFORE, LAST, NOW], 0, True, "e"),
        ([BEFORE, NOW, LAST[:2]], 0, True, "report this 2"),
        ([BEFORE, NOW, LAST[:2]], 2, True, "c"),
        ([BEFORE, NOW, LAST[:2]], 0, False, "e"),
    ],
)
def test_the_question_in_play_or_the_last_one_solved_is_meant_by_its_number_among_several(
    host, groups, number, this, meant
):
    turn = KeyboardRequest(host, Person("ann", "Ann", 0.0), "", "", lambda: None)
    found = [[reporting.AskedQuestion(card, "", settled=True) for card in group] for group in groups]
    try:
        picked = reporting._pick_reported_question(turn, found, number, this=this).card
    except Illegal as no:
        picked = no.facts.get("line", "nothing")
    assert picked == meant


class Asking:
    """Somebody says `report …` at the desk."""

    def __init__(self, host, sitter, game):
        self.host, self.sitter, self.game = host, sitter, game

    def __call__(self, words):
        turn = KeyboardRequest(self.host, self.sitter.person, words, self.game, lambda: None)
        try:
            (told,) = reporting.report_faulty_question(turn).lines
        except Illegal as no:
            return format_text(no.text, no.facts)
        return format_text(told.text, told.facts)


def test_nobody_reports_what_was_never_asked_there(host):
    game, sitters = opened(host, NAMES[:2], rounds=1)
    assert doubt(sitters[0], game, "q-5-15", "wrong").status == 409
    assert reports(host) == []


def test_reports_are_bounded(host, monkeypatch):
    monkeypatch.setattr(card_changes, "MOST_OF_CARD", 1)
    game, sitters = opened(host, NAMES[:2], rounds=1)
    (card,) = asked_cards(host, game)
    together(host, game, sitters, right=True)
    assert [doubt(sitter, game, card, "wrong").status for sitter in sitters] == [303, 409]


def test_who_reported_is_exported_merged_and_forgotten(host):
    game, sitters = opened(host, NAMES[:2], rounds=1)
    (card,) = asked_cards(host, game)
    together(host, game, sitters, right=False)
    ann, bob = sitters
    doubt(ann, game, card, "unclear")
    (kept,) = accounts.export_account(host, ann.person.id)["questions reported"]
    assert (kept["question"], kept["fault"], kept["game"]) == (house_card(card).question, "unclear", game)
    other = accounts.load_or_create_person(host, "reddit:/u/ann", "Ann")
    account_linking.merge_accounts(host, other.id, f"web:{ann.name}")
    (report,) = card_changes.iter_card_reports(host.store, "ladder", host.now())
    stays = report.person
    assert stays in (other.id, ann.person.id)
    accounts.forget_account(host, stays)
    assert reports(host) == []
    assert host.store.load_counts(dealt_cards.build_card_counter_name("ladder", card))["reported.unclear"] == 1
    assert bob.person.id not in str(list(host.store.table.every())).partition("reported/")[2]


def house_card(card):
    return next(each for each in dealt_cards.load_card_box("ladder").cards if each.id == card)


# -- withdrawn, mended, moved


def boxed(host, game):
    return {card.id: card for pack in house_state(host, game).box.values() for card in pack}


def test_a_withdrawn_question_is_drawn_no_more_and_a_game_that_holds_it_asks_it(host):
    game, sitters = opened(host, NAMES[:2], rounds=1)
    (card,) = asked_cards(host, game)
    together(host, game, sitters, right=True)
    doubt(sitters[0], game, card, "wrong")
    held = next(name for name in boxed(host, game) if name.endswith("-2") and name != card)
    dealt_cards.withdraw_printed_card(host, LADDER_RULESET, card)
    dealt_cards.withdraw_printed_card(host, LADDER_RULESET, held)
    assert reports(host) == []
    assert held in boxed(host, game)
    assert not {card, held} & {each.id for each in dealt_cards.list_dealable_cards(host, LADDER_RULESET)}
    dealt_cards.withdraw_printed_card(host, LADDER_RULESET, card, withdrawn=False)
    assert card in {each.id for each in dealt_cards.list_dealable_cards(host, LADDER_RULESET)}
    with pytest.raises(Illegal):
        dealt_cards.withdraw_printed_card(host, LADDER_RULESET, "no-such-card")


def test_a_mended_question_is_asked_as_it_is_now_and_as_it_was_where_it_lies_already(host):
    game, _ = opened(host, NAMES[:2], rounds=1)
    (card,) = asked_cards(host, game)
    dealt_cards.correct_printed_card(host, LADDER_RULESET, card, {"question": "A better question?", "level": 2})
    state = house_state(host, game)
    assert state.card.question == house_card(card).question
    (now,) = [each for each in dealt_cards.list_dealable_cards(host, LADDER_RULESET) if each.id == card]
    assert (now.question, now.level, now.answers) == ("A better question?", 2, ANSWERS)
    with pytest.raises(Illegal) as no:
        dealt_cards.correct_printed_card(host, LADDER_RULESET, card, {"answers": ["same", "same", "x", "y"]})
    assert "two of its answers are the same" in format_text(no.value.text, no.value.facts)
    with pytest.raises(Illegal):
        dealt_cards.correct_printed_card(host, LADDER_RULESET, card, {"colour": "red"})


def test_what_was_mended_and_fits_a_new_print_no_more_is_dealt_as_printed(host):
    card = house_card("q-0-1")
    card_changes.update_card_change(
        host.store, "ladder", card.id, lambda _: card_changes.CardChange(fields={"level": 99})
    )
    assert card in dealt_cards.list_dealable_cards(host, LADDER_RULESET)


def fares(host, card, asked, right):
    host.store.table.write(
        [
            AddToCounts(
                f"count:{dealt_cards.build_card_counter_name('ladder', card)}",
                "count",
                {"asked": asked, "right": right},
            )
        ]
    )


def test_levels_follow_real_answers_one_step_a_week_and_once_a_night(host, hands):
    dealt_cards.list_dealable_cards(host, LADDER_RULESET)
    hands.now += 86_400
    fares(host, "q-0-5", 100, 30)  # set for 78 %, and 30 % knew it: harder than level 5
    fares(host, "q-0-9", 100, 99)  # set for 61 %, and nearly all knew it
    fares(host, "q-0-7", 39, 0)  # too few to say
    fares(host, "q-0-8", 100, 65)  # just as it should be
    assert sorted(moved(host)) == ["q-0-5: level 6", "q-0-9: level 8"]
    assert levels(host, "q-0-5", "q-0-9", "q-0-7", "q-0-8") == [6, 8, 7, 8]
    fares(host, "q-0-5", 200, 20)
    assert dealt_cards.review_boxes_nightly(host) is None  # that night has been
    hands.now += 86_400
    assert moved(host) == []  # that week has not
    hands.now += 6 * 86_400
    assert moved(host) == ["q-0-5: level 7"]  # the other has not been asked since
    hands.now += 7 * 86_400
    assert moved(host) == []
    dealt_cards.correct_printed_card(host, LADDER_RULESET, "q-0-5", {"level": 3})
    assert levels(host, "q-0-5") == [3]


def test_what_an_operator_mends_while_levels_are_moved_stays_mended(host, hands):
    dealt_cards.list_dealable_cards(host, LADDER_RULESET)
    hands.now += 86_400
    fares(host, "q-0-5", 100, 30)
    fares(host, "q-0-9", 100, 99)
    moves = dealt_cards._move_card_levels(host, LADDER_RULESET)
    first = next(moves).partition(":")[0]
    (second,) = {"q-0-5", "q-0-9"} - {first}
    dealt_cards.correct_printed_card(host, LADDER_RULESET, second, {"why": "Because.", "level": 2})
    assert [*moves] == []
    assert levels(host, second) == [2]


def moved(host):
    night = dealt_cards.review_boxes_nightly(host)
    assert night
    return night.moved


def levels(host, *names):
    now = {card.id: card.level for card in dealt_cards.list_dealable_cards(host, LADDER_RULESET)}
    return [now[name] for name in names]


def test_where_two_nights_come_at_once_one_does_the_work(host, hands):
    dealt_cards.list_dealable_cards(host, LADDER_RULESET)
    hands.now += 86_400
    _, version = card_changes.load_last_review(host.store, "ladder")
    assert card_changes.claim_review(host.store, "ladder", host.now(), version)
    assert not card_changes.claim_review(host.store, "ladder", host.now(), version)


def test_a_box_that_was_never_opened_is_not_opened_by_night(host, monkeypatch):
    def opened_box(*_):
        raise AssertionError

    monkeypatch.setattr(dealt_cards, "load_card_box", opened_box)
    assert dealt_cards.review_boxes_nightly(host) is None
    assert not [item for item in host.store.table.every() if item.pk.startswith("box/")]


def test_the_arithmetic_of_levels():
    """Expected: 95 % at level 1 and 35 % at level 15, in even steps; 1.64 standard errors are no whim."""
    assert [round(compute_expected_share(level), 3) for level in (1, 8, 15)] == [0.95, 0.65, 0.35]
    assert compute_drifted_level(8, 100, 65) == 8
    assert compute_drifted_level(8, 100, 58) == 8  # 0.65 - 1.64 * sqrt(0.65 * 0.35 / 100) = 0.572
    assert compute_drifted_level(8, 100, 57) == 9
    assert compute_drifted_level(8, 100, 73) == 7  # 0.728 on the other side
    assert compute_drifted_level(8, 39, 0) == 8
    assert compute_drifted_level(15, 1000, 0) == 15
    assert compute_drifted_level(1, 1000, 1000) == 1


def test_games_that_began_before_have_reports_as_a_play(host):
    """The state of a game from then lacks the field: the play is offered to it, and to none that begins now."""
    game, (ann, _) = opened(host, NAMES[:2], rounds=1)
    old = msgspec.json.decode(msgspec.json.encode(house_state(host, game)), type=LADDER_RULESET.state_type)
    assert not old.reports
    assert games.make_unasked_play(host, Command("r", ann.person.id), game, "report", "this two").ok is False
    assert may_report(old, host.store.load_game(game).session.players[0].seat)
    assert LADDER_RULESET.state_type(LADDER_RULESET.options_type(), {}).reports
    old.reports = True
    old.phase, old.box = "box", {level: [house_card(f"q-0-{level}").build_card()] for level in range(1, 16)}
    kept = Game.start_from_state(LADDER_RULESET, old, "a secret")
    who = next(iter(old.players))
    kept.play(who, "report", "this two")
    assert [told.text for told in kept.told if told.to == who] == ["Thank you. Question {card} will be looked at."]
    with pytest.raises(Illegal):
        kept.play(who, "report", "this two")


def test_the_operator_hears_in_the_morning_what_was_reported(host, hands):
    game, sitters = opened(host, NAMES[:2], rounds=1)
    (card,) = asked_cards(host, game)
    together(host, game, sitters, right=True)
    hands.now += 86_400
    for sitter in sitters:
        doubt(sitter, game, card, "wrong")
    told: list[str] = []
    run_nightly_job(host, told.append)
    run_nightly_job(host, told.append)
    assert told == ["1 question was reported as wrong. The command rtab bank reports lists them."]
    hands.now += 86_401
    run_nightly_job(host, told.append)
    assert len(told) == 1
    assert dealt_cards.count_reported_cards(host) == 1
