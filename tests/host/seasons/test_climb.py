"""The quiz ladder in a Telegram group: the same screens, which know nothing of it."""

import random
import re

import pytest

from host.core.cards import dealt_cards
from host.shown import views
from tests.host.doors.telegram.conftest import seated
from tests.host.seasons.players import InTelegram, Table


def play(stage, group, accounts, luck):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    assert len(stage.host.store.load_game(game).session.players) == len(accounts)
    players = [InTelegram(stage.host, account, group, luck, stage.clock.now()) for account in accounts]
    Table(stage, game, players, luck).play()
    assert any("The right answer is" in message.text for message in group.messages)
    assert stage.api.world.flood.refused == 0


@pytest.fixture
def five(stage, group, ann, bob, cat):
    """Two more have come into the group."""
    dan, eve = stage.api.user("Dan"), stage.api.user("Eve")
    for person in (dan, eve):
        person.joins(group)
    return [ann, bob, cat, dan, eve]


@pytest.mark.whole
@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_climb_is_played_to_its_end_within_the_limits(count, stage, group, five):
    accounts = five[:count]
    seated(stage, group, accounts, "/newgame ladder daily rounds=1")
    play(stage, group, accounts, random.Random(2))


@pytest.mark.whole
def test_a_game_of_several_rounds_has_a_new_host_each_time_and_the_richest_wins(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily rounds=2 host=players ladder=100, 200, 400")
    play(stage, group, [ann, bob, cat], random.Random(4))
    (game,) = stage.host.store.list_past_game_ids(f"chat:telegram:{group.id}")
    said = "\n".join(message.text for message in group.messages)
    assert re.findall(r"(\w+) is the host of this round", said) == ["Ann", "Bob", "Cat"] * 2
    assert re.findall(r"[Rr]ound (\d)(?:\.| begins\.|: everybody)", said) == list("123456")
    shown = views.load_game_view(stage.host, game)
    assert shown.view
    best = max(line.total for line in shown.view.standings)
    (won,) = re.findall(r"(.*) (?:wins the game|share the win),? with", said)
    richest = {shown.names[line.who] for line in shown.view.standings if line.total == best > 0}
    assert richest == {*re.split(", | and ", won)}


@pytest.mark.whole
def test_players_hosting_in_turn_and_calling_friends(stage, group, ann, bob, cat):
    accounts = [ann, bob, cat]
    seated(stage, group, accounts, "/newgame ladder daily rounds=1 host=players friend=call asking=clockwise")
    play(stage, group, accounts, random.Random(3))


def test_the_group_sees_how_many_have_answered_and_never_who(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily rounds=1 first=apart")
    board = "3 secret answers are still missing."
    assert any(board in message.text for message in group.messages)
    assert not any("Waiting for" in message.text for message in group.messages)
    said = len(group.messages)
    bob.writes("/pick A")
    stage.pass_by()
    assert any("2 secret answers are still missing." in message.text for message in group.messages)
    assert len(group.messages) == said
    stage.api.advance(43_201)
    stage.host.store.save_beat(stage.clock.now())
    stage.pass_by()
    assert "⏳ Fifteen Rungs: it is your turn. 12 hours left." in ann.chat.said[-1]
    new = [message.text for message in group.messages[said:]]
    assert not [text for text in new if any(name in text for name in ("Ann", "Bob", "Cat"))]


def test_all_that_may_be_done_with_a_question_in_words(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    said = len(group.messages)
    for line, heard in (
        ("/wish 50:50, audience", "If you are unsure, these are used, in this order: 50:50 and audience."),
        ("/pick A", "Your answer is A."),
        ("/change think", "You take your answer back."),
        ("/pick B", "Your answer is B."),
        ("/change C", "Your answer is C."),
        ("/final", "C is your final answer."),
        ("/use change D", "Your answer is final."),
    ):
        ann.writes(line)
        stage.pass_by()
        assert any(heard in message.text for message in ann.messages), (line, ann.messages[-1].text)
    assert len(group.messages) == said
    bob.writes("/wish 50:50")
    bob.writes("/pick A?")
    stage.pass_by()
    assert any("50:50 takes two answers away" in message.text for message in bob.messages[-3:])


def test_what_cannot_be_done_in_private_is_answered_by_the_rules(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    for line, heard in (
        ("/final", "You have not answered yet."),
        ("/pick A", "Your answer is A."),
        ("/final", "A is your final answer."),
        ("/change B", "Your answer is final."),
        ("/finall", "I do not know this command. To see what I can do, write /help"),
    ):
        ann.writes(line)
        stage.pass_by()
        assert any(heard in message.text for message in ann.messages), line  # the question has become its result
    said = len(group.messages)
    bob.says(group, "/final")
    stage.pass_by()
    assert len(group.messages) == said + 2
    assert "Write this in our private chat:" in group.messages[-1].text


def test_the_board_shows_the_question_and_its_answers_a_line_each(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    (board,) = [message.text.splitlines() for message in group.messages if "still missing" in message.text]
    asked = next(n for n, line in enumerate(board) if line.endswith("?"))
    assert [line[:3] for line in board[asked + 1 : asked + 5]] == ["A: ", "B: ", "C: ", "D: "]


def test_the_rules_of_a_game_without_squares_speak_of_none(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    ann.writes("/rules")
    stage.pass_by()
    assert "Lifelines help" in ann.messages[-1].text
    assert "square" not in ann.messages[-1].text


def test_a_question_is_reported_with_the_flag_beside_its_answer_and_in_words(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    ann.writes("/report this two")
    stage.pass_by()
    assert "Thank you. We will check this question." in ann.messages[-1].text
    for somebody in (ann, bob):
        somebody.writes("/pick A")
        stage.pass_by()
    flag = next(message for message in group.messages if "⚑ Is this question wrong?" in message.buttons)
    assert "The right answer is" in flag.text
    bob.taps(flag, "⚑ Is this question wrong?")
    stage.pass_by()
    assert bob.alerts[-1].text == "Thank you. We will check this question."
    bob.taps(flag, "⚑ Is this question wrong?")
    stage.pass_by()
    assert bob.alerts[-1].text == "You have already reported this question."
    assert reported(stage.host.store) == {"reported.two": 1, "reported.wrong": 1}


def test_the_first_five_have_a_flag_each(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1")
    for somebody in (ann, bob):
        for rung in range(1, 6):
            somebody.writes(f"/pick {rung}B")
            stage.pass_by()
    flag = next(message for message in group.messages if "⚑ 1" in message.buttons)
    assert [label for label in flag.buttons if label.startswith("⚑")] == [f"⚑ {n}" for n in range(1, 6)]
    ann.taps(flag, "⚑ 4")
    stage.pass_by()
    assert ann.alerts[-1].text == "Thank you. We will check this question."
    assert reported(stage.host.store) == {"reported.wrong": 1}


def reported(store):
    """Why questions were reported, and how often."""
    found = [
        store.load_counts(dealt_cards.build_card_counter_name("ladder", card.id))
        for card in dealt_cards.load_card_box("ladder").cards
    ]
    return {name: n for counts in found for name, n in counts.items() if name.startswith("reported")}


def test_a_friend_picks_up_and_says_a_word(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily first=apart rounds=1 first=apart friend=call")
    ann.writes("/pick friend")
    stage.pass_by()
    ringing = next(message for message in bob.messages if "Ann calls you on the telephone." in message.text)
    bob.taps(ringing, "Pick up")
    stage.pass_by(5)
    assert any("You have thirty seconds." in message.text for message in bob.messages)
    bob.writes("The second one, I am sure")
    stage.pass_by(5)
    assert any("Bob says: “The second one, I am sure”" in message.text for message in ann.messages)


def test_a_pack_is_pasted_or_sent_in_private_and_taken_over_by_the_group(stage, group, ann, bob):
    line = "Which of us sings number {n}? | Ann{n} | Bob{n} | Cat{n} | Dan{n}"
    ann.writes("/start")
    stage.pass_by()
    ann.writes("/pack add choir\n" + "\n".join(line.format(n=n) for n in range(1, 21)))
    stage.pass_by()
    assert ann.messages[-1].text == "choir: 20 questions"
    ann.sends_file("Our Songs.csv", b"question,a,b,c,d\nWho?,me,you,they,we\nWhat?,this,that,other\n")
    stage.pass_by()
    assert ann.messages[-1].text == "our-songs: 1 question\nRefused: line 3: it has three options, not four"
    ann.sends_file("holiday.png", b"not a sheet")
    ann.sends_file("big.csv", b"x" * 200_001)
    stage.pass_by()
    assert ann.messages[-1].text.startswith("That is too much at once")
    for name, data in (("book.xlsx", b"PK\x03\x04"), ("odd.json", b'{"x":' + b"[" * 100_000), ("odd.csv", b"\0")):
        ann.sends_file(name, data)
        stage.pass_by()
        assert ann.messages[-1].text.startswith(
            (
                "I cannot read this file. Send a .csv file, a .tsv file or a file from Open Trivia DB.",
                "I cannot use your text. These things are wrong:",
            )
        ), name
    ann.says(group, "/pack take choir")
    stage.pass_by()
    assert "choir: 20 questions" in group.messages[-1].text
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart packs=choir")
    assert any("Which of us sings number" in message.text for message in group.messages)
    said = len(group.messages)
    bob.says(group, "/pack drop choir")
    stage.pass_by()
    assert "choir" not in "".join(message.text for message in group.messages[said + 1 :])


def test_final_is_a_button_beside_a_choice_until_it_is_final(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1 first=apart")
    ann.writes("/pick A")
    stage.pass_by()
    receipt = next(message for message in ann.messages if "Your answer is A." in message.text)
    ann.taps(receipt, "That is my final answer")
    stage.pass_by()
    assert "A is your final answer." in ann.messages[-1].text
    assert "That is my final answer" not in ann.messages[-1].buttons
    ann.writes("/change B")
    stage.pass_by()
    assert "Your answer is final." in ann.messages[-1].text
    bob.writes("/pick A")  # the last one's choice is at once final: nothing is left to lock
    stage.pass_by()
    assert not any("That is my final answer" in message.buttons for message in bob.messages)
