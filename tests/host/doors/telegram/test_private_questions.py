"""In private a question comes with its picture and with what its reader needs to know, and becomes its result."""

from http.client import TOO_MANY_REQUESTS

import pytest
from msgspec.structs import replace

from engine.kernel import Reader, Told
from host.doors.telegram.messages import asking
from host.doors.telegram.messages.screens import Screen
from host.shown import views
from tests.host.doors.telegram.conftest import gathered, seated


def ask_of(person):
    return next(message for message in reversed(person.messages) if "7" in message.buttons)


def view_of(stage, group, person):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return views.load_game_view(stage.host, game, stage.host.store.find_person_id(f"telegram:{person.id}", 0))


def seal(stage, people, square="7"):
    for person in people:
        person.taps(ask_of(person), square)
        stage.pass_by()


def split_by_turn(stage, group, people):
    """Who is to move, and all others."""
    turn = next(
        each
        for each in people
        if any(q.who == view_of(stage, group, each).you for q in view_of(stage, group, each).asked)
    )
    return turn, [each for each in people if each is not turn]


def test_the_question_comes_as_the_board_with_what_one_knows(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    assert ask_of(ann).photo
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    asked = ask_of(turn)
    assert asked.photo != ask_of_first(turn).photo  # one's own bomb is marked there
    assert "Square 7: your bomb." in asked.text
    assert "1 peek" in asked.text
    assert "Since your last turn:" not in asked.text.partition("⏳")[2]
    assert not any("your bomb" in text for text in playing.said)


def ask_of_first(person):
    return next(message for message in person.messages if message.photo)


def test_what_happened_since_ones_last_turn_stands_with_the_question(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    for n in ("3", "8", "4"):
        turn, _ = split_by_turn(stage, playing, people)
        turn.taps(ask_of(turn), n)
        stage.pass_by()
    turn, others = split_by_turn(stage, playing, people)
    news = ask_of(turn).text.partition("Since your last turn:")[2].partition("⏳")[0]
    assert any(f"{each.name} opens square" in news for each in others)
    assert f"{turn.name} opens square 3" not in news


def test_who_is_left_and_what_a_peek_showed_stand_with_the_question(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    for person, square in zip(people, ("7", "8", "9"), strict=True):
        person.taps(ask_of(person), square)
        stage.pass_by()
    bombs = dict(zip(people, ("7", "8", "9"), strict=True))
    first, others = split_by_turn(stage, playing, people)
    first.writes("/peek 12")
    first.taps(ask_of(first), "3")
    stage.pass_by()
    falls, _ = split_by_turn(stage, playing, people)
    stays = next(each for each in others if each is not falls)
    falls.taps(ask_of(falls), bombs[stays])
    stage.pass_by()
    stays.taps(ask_of(stays), "4")
    stage.pass_by()
    text = ask_of(first).text
    assert f"out: {falls.name}" in text
    assert "Square 12: peeked: " in text
    assert f"Square {bombs[first]}: your bomb." in text
    assert not any("peeked: " in said for said in playing.said)


def test_an_answer_in_whatever_way_turns_the_question_into_its_result(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    asked, before = ask_of(turn), len(turn.messages)
    turn.says(playing, "/pick 9")  # in the group
    stage.pass_by()
    assert asked.buttons == []
    assert asked.text.partition("✓ ")[2].startswith(f"{turn.name} opens square 9")
    assert len([each for each in turn.messages[before:] if each.from_bot and "opens square 9" in each.text]) == 0


def test_a_question_whose_time_is_up_says_what_came(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    seal(stage, people)
    turn, _ = split_by_turn(stage, playing, people)
    asked = ask_of(turn)
    for _ in range(26):
        stage.api.advance(3600)
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by(10)
    assert {label[:2] for label in asked.buttons} <= {"1 ", "2 "}  # to predict, for who is out
    assert "✓ " in asked.text
    assert "You are out until cycle 2 (about " in asked.text
    turn.taps(asked, next(label for label in asked.buttons if label.startswith("1 ")))
    stage.pass_by()
    assert turn.alerts[-1].text.startswith("Your prediction: ")


def test_a_receipt_is_no_message_of_its_own_and_nobody_else_reads_it(stage, playing, ann, bob):
    asked, before = ask_of(ann), len(ann.messages)
    ann.taps(asked, "7")
    stage.pass_by()
    assert "Code to check this later:" in asked.text
    assert not any("Code to check this later:" in message.text for message in ann.messages[before:])
    assert not any("Code to check this later:" in message.text for message in [*playing.messages, *bob.messages])


def test_if_the_question_is_deleted_the_receipt_comes_as_a_message(stage, playing, ann):  # noqa: ARG001
    asked = ask_of(ann)
    data = next(button["callback_data"] for row in asked.keyboard for button in row if button["text"] == "7")
    assert data
    ann.taps(asked, "7")
    asked.deleted = True
    stage.pass_by()
    told = [
        message
        for message in ann.messages
        if message.from_bot and "on square 7. Code to check this later:" in message.text
    ]
    assert len(told) == 1
    assert told[0].silent


def test_the_result_waits_while_telegram_asks_for_patience_and_is_said_once(stage, playing, ann):
    asked = ask_of(ann)
    stage.api.fail_next("editMessageCaption", TOO_MANY_REQUESTS, retry_after=5)
    ann.taps(asked, "7")
    stage.pass_by(2)
    assert "Code to check this later:" not in asked.text
    stage.pass_by(30)
    assert asked.text.count("on square 7. Code to check this later:") == 1
    assert asked.text.count("Which squares do you open first?") == 1
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    closed = f"/{game}/Q1#"
    assert not any(closed in button["callback_data"] for row in asked.keyboard for button in row)


def test_alone_with_computers_the_question_is_words_below_the_board(stage, ann):
    ann.writes("/newgame season7 daily voice=plain")
    stage.pass_by()
    ann.writes("/bots 2")
    stage.pass_by()
    ann.writes("/begin")
    stage.pass_by()
    assert not ask_of(ann).photo
    assert sum(bool(message.photo) for message in ann.messages) <= 1


def test_a_picture_that_does_not_fit_with_its_words_gives_way(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame billionaire daily")
    texts = [len(message.text) for person in (ann, bob, cat) for message in person.messages if message.photo]
    assert all(length <= 1024 for length in texts)


@pytest.mark.parametrize("drawn", [True, False])
def test_a_question_without_picture_has_room_for_the_news_of_a_text(stage, playing, ann, drawn):
    shown, news = view_of(stage, playing, ann), [Told("Something happened.", {})]
    about = asking.build_asks_mark(shown.id, [shown.asked[0].id])
    question = Screen("", [], about)
    for length, told in ((960, not drawn), (1100, True)):
        whole = asking.add_context(replace(question, text="?" * length), shown, Reader(shown.names), news, drawn=drawn)
        assert ("Something happened." in whole.text) is told
        assert bool(whole.picture) is (drawn and length == 960)


def test_before_the_game_nothing_is_drawn(stage, group, ann, bob):
    gathered(stage, group, [ann, bob])
    assert not any(message.photo for message in ann.messages)


@pytest.mark.parametrize(("line", "why"), [("/kick Bob", "The host removes Bob"), ("/leave", "Bob")])
def test_the_question_of_who_is_out_of_the_game_for_good_does_not_stay(stage, playing, ann, bob, line, why):
    asked = ask_of(bob)
    assert "7" in asked.buttons
    (bob if line == "/leave" else ann).says(playing, line)
    stage.pass_by()
    if line == "/leave":
        bob.writes("/leave yes")
        stage.pass_by()
    assert asked.buttons == []
    assert why in asked.text.partition("✓")[2]


def test_a_page_is_turned_below_a_question_that_has_got_a_new_id(stage, group, ann, bob, monkeypatch):
    monkeypatch.setattr(asking, "MAX_PAGE_CHOICES", 2)
    seated(stage, group, [ann, bob], "/newgame toy")
    asked, load = ann.messages[-1], views.load_game_view
    assert "3" not in asked.buttons

    def load_with_an_earlier_id(*which):
        shown = load(*which)
        return replace(shown, asked=[replace(each, was=["lap#9"]) for each in shown.asked])

    monkeypatch.setattr(views, "load_game_view", load_with_an_earlier_id)
    ann.taps(asked, data=f"m/{view_of(stage, group, ann).id}/lap#9/1")
    stage.pass_by()
    assert "3" in asked.buttons


def test_a_page_that_is_turned_serves_all_who_are_asked_the_same_until_the_last_has_answered(
    stage, group, ann, bob, monkeypatch
):
    monkeypatch.setattr(asking, "MAX_PAGE_CHOICES", 2)
    seated(stage, group, [ann, bob], "/newgame toy")
    message, shown = ann.messages[-1], view_of(stage, group, ann)
    both = [replace(shown.asked[0], id=f"lap#{n}", who=who) for n, who in ((9, "p1"), (10, "p2"))]
    (screen,) = asking.build_question_screens(shown, both, Reader(shown.names), 0.0, {}, board=False)
    turn = screen.rows[-1][0]
    for left in (both, both[1:]):
        monkeypatch.setattr(views, "load_game_view", lambda *_, left=left: replace(shown, asked=left))
        ann.taps(message, data=turn.data)
        stage.pass_by()
        assert "3" in message.buttons
        data = [button["callback_data"] for row in message.keyboard for button in row]
        assert f"a/{shown.id}/lap#9/2/3" in data
        ann.taps(message, data=next(each for each in data if each.startswith(f"m/{shown.id}/lap#9/0/")))
        stage.pass_by()
        assert "3" not in message.buttons
