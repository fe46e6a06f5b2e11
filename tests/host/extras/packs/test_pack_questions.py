"""Single questions of one's own packs, while games run: reported, mended, withdrawn, brought back."""

from argparse import Namespace

import pytest

from engine.kernel import Illegal
from engine.ladder.rules import LADDER_RULESET
from host.core import games
from host.core.cards import dealt_cards
from host.core.session import Command
from host.extras.packs import services as packs
from tests.host.doors.web.asking import answered
from tests.host.extras.packs.pack_desk import CHOIR, QUIZ, Desk, InGroup
from tests.host.test_ladder import Sitter, house_state
from workshop.bank import command


def begun(host, ann, sitter, **options):
    opened = games.open_lobby(host, Command(by=ann.person.id), "ladder", {"packs": ["quiz"], "rounds": 1, **options})
    sitter.sends(f"/g/{opened.game}/join", name="Ann")
    assert games.start_game(host, Command(by=ann.person.id), opened.game).ok
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
        "Games that already use this question keep the old one.",
    ]
    assert ann("reports") == ["Nobody has reported a question of this pack."]
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
    assert ann(f"withdraw quiz {at}") == [
        f"I will not ask question {at} of quiz any more. Games that already use it keep it."
    ]
    assert card.id not in {each.id for each in ann.cards()}
    assert house_state(host, game).card == card
    assert ann(f"show quiz {at}")[0].endswith("(not asked any more)")
    assert ann(f"restore quiz {at}") == [f"Question {at} of quiz can be asked again."]
    assert card.id in {each.id for each in ann.cards()}


def test_reports_lead_the_operator_to_the_pack_in_which_a_question_lies(host, capsys):
    ann, game, card, _ = reported_first(host)
    command.print_reported_questions(host, Namespace())
    where = f"in quiz of person:{ann.person.id}"
    assert capsys.readouterr().out == f"{card.id}  two 2  (right 0 of 0)  {card.question}  {where}\n1 reported\n"
    command.withdraw_question(host, Namespace(id=card.id, of=""))
    assert card.id not in {each.id for each in ann.cards()}
    assert house_state(host, game).card == card
    command.print_reported_questions(host, Namespace())
    assert capsys.readouterr().out.endswith("\n0 reported\n")


def test_nothing_is_wrong_with_a_question_says_whoever_brought_it(host):
    ann, _, _, at = reported_first(host)
    assert ann(f"dismiss quiz {at}") == [f"I have deleted 2 reports of question {at} of quiz."]
    assert ann("reports") == ["Nobody has reported a question of this pack."]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("mend quiz 99\nx", "Write the number of the question: pack mend quiz 3"),
        ("withdraw quiz", "Write the number of the question: pack withdraw quiz 3"),
        ("withdraw nothing 1", "There is no question pack called that. You have: quiz."),
        ("mend quiz 1", "Write pack mend quiz 1 and, on the next line, the better question: question | right | wrong"),
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
    assert bob("reports") == ["Nobody has reported a question of this pack."]
    bob(f"withdraw quiz {at}")
    assert ann("reports") == [f"quiz {at} (reported as two: 2): {card.question}"]
    assert card.id in {each.id for each in ann.cards()}


def test_in_a_group_right_answers_are_not_shown_and_whoever_looks_after_it_withdraws(host):
    ann = Desk(host)
    ann(f"add choir\n{CHOIR}")
    turn = InGroup(host, ann.person, "take choir", "", lambda: None)
    packs.manage_packs(turn)
    for words in ("show choir", "mend choir 3\nWho? | me | you | we | they"):
        turn.words = words
        with pytest.raises(
            Illegal,
            match="Here, everybody would see the right answers",
        ):
            packs.manage_packs(turn)
    turn.words = "withdraw choir 3"
    packs.manage_packs(turn)
    assert len(dealt_cards.list_dealable_cards(host, LADDER_RULESET, ["chat:telegram:-1"], {"packs": ["choir"]})) == 19
    turn.words, turn.admin = "restore choir 3", False
    with pytest.raises(Illegal):
        packs.manage_packs(turn)


def test_on_the_page_each_question_of_a_pack_is_mended_or_withdrawn(host):
    ann, _, card, at = reported_first(host)
    sitter = Sitter(host, "Ann")
    sent = {"host": "t", "cookie": sitter.cookie}
    seen = answered(host, "GET", "/me/pack", "name=quiz", sent).body.decode()
    assert f"{at}. {card.question} (reported as two: 2)" in seen
    assert seen.index(f'id="question-{at}"') < min(seen.index(f'id="question-{n}"') for n in range(1, 16) if n != at)
    line = "What then? | this | that | these | those"
    assert "What then? this | that" in sitter.sends("/me/pack-mend", name=f"quiz {at}", text=line).body.decode()
    sitter.sends("/me/pack-withdraw", name=f"quiz {at}")
    assert card.id not in {each.id for each in ann.cards()}
    assert "Ask it again" in answered(host, "GET", "/me/pack", "name=quiz", sent).body.decode()
    sitter.sends("/me/pack-restore", name=f"quiz {at}")
    assert card.id in {each.id for each in ann.cards()}
    assert answered(host, "GET", "/me/pack", "name=none", sent).status == 409


def test_the_lobby_leads_whoever_opened_the_table_to_their_own_questions(host):
    ann, bob = Sitter(host, "Ann"), Sitter(host, "Bob")
    ladder, race = (games.open_lobby(host, Command(by=ann.person.id), name).game for name in ("ladder", "season7"))
    assert 'href="/me#packs"' in ann.sees(ladder)
    assert 'href="/me#packs"' not in ann.sees(race)
    assert 'href="/me#packs"' not in bob.sees(ladder)
    ann.sends(f"/g/{ladder}/join", name="Ann")
    assert 'id="act-begin"' in ann.sees(ladder)  # one climbs alone
    ann.sends(f"/g/{race}/join", name="Ann")
    assert 'id="act-begin"' not in ann.sees(race)
