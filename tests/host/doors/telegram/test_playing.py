import pytest

from engine.season7 import turn
from host.core import games
from host.core.session import Command
from host.shown import views
from tests.host.doors.telegram.conftest import gathered, seated


def sealed(stage, people, square="7"):
    for person in people:
        person.taps(next(m for m in reversed(person.messages) if square in m.buttons), square)
        stage.pass_by()


def board_of(group):
    return next(message for message in reversed(group.messages) if message.photo)


def turn_of(group, people):
    """Whose turn it is, and whose it is not."""
    waiting = board_of(group).text.partition("Waiting for ")[2].partition(".")[0]
    return sorted(people, key=lambda person: person.name != waiting)


def test_a_round_is_opened_sealed_in_private_and_played(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    assert "3 secret answers are still missing." in board_of(playing).text
    assert board_of(playing).buttons == ["Predict what happens next", "My options"]
    sealed(stage, people)
    board = board_of(playing)
    assert board.buttons == [*(str(n) for n in range(1, 26)), "Predict what happens next", "My options"]
    first, *others = turn_of(playing, people)
    for other in others:
        other.taps(board, "9")
    stage.pass_by()
    assert [other.alerts[-1].text for other in others] == [f"It is {first.name}’s turn."] * 2
    first.taps(board, "9")
    stage.pass_by()
    assert board_of(playing) is board
    assert "9" not in board.buttons
    assert any(f"{first.name} opens square 9" in text for text in playing.said)
    second = turn_of(playing, people)[0]
    second.says(playing, "/pick B5")
    stage.pass_by()
    assert any(f"{second.name} opens square 10" in text for text in playing.said)
    assert "10" not in board.buttons


def test_others_sealing_neither_repeats_the_question_nor_winds_its_clock_again(stage, playing, ann, bob, cat):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    due = {clock.who: clock.due for clock in stage.host.store.load_game(game).session.clocks.values()}
    stage.api.advance(20)
    sealed(stage, [ann, bob])
    assert sum(": where do you hide your bomb?" in text for text in cat.chat.said) == 1
    (clock,) = stage.host.store.load_game(game).session.clocks.values()
    assert clock.due == due[clock.who]
    sealed(stage, [cat])  # by the buttons of the first message
    assert board_of(playing).buttons


def test_a_button_made_before_others_sealed_still_seals_and_only_once(stage, playing, ann, bob, cat):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{playing.id}")
    old = cat.messages[-1]
    before = views.load_game_view(
        stage.host, game, stage.host.store.find_person_id(f"telegram:{cat.id}", stage.clock.now())
    ).asked
    sealed(stage, [ann, bob])
    after = views.load_game_view(
        stage.host, game, stage.host.store.find_person_id(f"telegram:{cat.id}", stage.clock.now())
    ).asked
    assert before[0].id != after[0].id
    cat.taps(old, "9")
    stage.pass_by()
    assert "9" in cat.alerts[-1].text
    entries = stage.host.store.load_game(game).session.entries
    cat.taps(old, data=f"a/{game}/{before[0].id}/1/11")
    stage.pass_by()
    assert cat.alerts[-1].text.startswith("Too late: this was already answered.")  # it may be Cat who begins
    assert stage.host.store.load_game(game).session.entries == entries


def test_a_question_that_another_answer_changed_while_it_waited_is_asked(stage, group, ann, bob, cat):
    gathered(stage, group, [ann, bob, cat])
    ann.says(group, "/begin")
    stage.hear()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    person = stage.host.store.find_person_id(f"telegram:{ann.id}", stage.clock.now())
    (asked,) = views.load_game_view(stage.host, game, person).asked
    assert games.submit_answer(stage.host, Command("first", person), game, asked.id, 7).ok
    stage.pass_by()
    assert all("7" in each.messages[-1].buttons for each in (bob, cat))


def test_what_is_asked_beside_an_answered_secret_keeps_its_buttons(stage, group, ann, bob, cat):
    other = stage.api.group("Saturday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob, cat])
    seated(stage, other, [ann, bob, cat], "/newgame ladder daily")
    for _ in range(13):  # until one message reminds him of both
        stage.api.advance(3600)
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by(10)
    asked = bob.chat.messages[-1]
    before = asked.buttons
    bob.taps(asked, "17")
    stage.pass_by(5)
    assert "17" in before
    letters = [each for each in before if not each.isdigit()]
    assert [each for each in asked.buttons if not each.isdigit()] == letters != []


DONE = ["👌"]


def test_a_command_that_names_a_play_which_is_on_offer_no_more_is_no_answer(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    written(stage, first, "/guess 9")
    assert not any(f"{first.name} opens square 9" in text for text in playing.said)
    written(stage, first, "/open 9")
    assert any(f"{first.name} opens square 9" in text for text in playing.said)


def test_whoever_plays_from_the_private_chat_sees_there_by_a_sign_that_it_is_done(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    count = len(first.chat.said)
    assert written(stage, first, "/pick 9").reactions == DONE
    assert not any("Done" in text for text in first.chat.said[count:])
    assert any(f"{first.name} opens square 9" in text for text in playing.said)
    other = turn_of(playing, people)[1]
    assert written(stage, other, "/lock 11").reactions == DONE
    written(stage, other, "/list 12 13")
    assert other.chat.said[-1] == "Your list: 12 and 13."
    assert written(stage, other, "/leave yes").reactions == DONE


def written(stage, person, text):
    """What somebody writes in private, once it has been dealt with."""
    made = person.writes(text)
    stage.pass_by()
    return made


@pytest.mark.whole
def test_what_a_list_leads_to_at_once_is_asked_where_boards_lie_side_by_side(stage, group, monkeypatch):
    """Whose turn it is leaves a list, no answer, and the square asks them something: in private, as all here."""
    monkeypatch.setattr(turn, "draw_mystery_amount", lambda _t, _face: "Banker's Offer")
    people = [stage.api.user(f"P{n}") for n in range(8)]
    for person in people:
        person.joins(group)
    stage.host.token(2)  # a deal in which all of them seal first
    seated(stage, group, people)
    sealed(stage, people)
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    select, _another = views.load_game_view(stage.host, game).asked
    names = views.load_game_view(stage.host, game).names
    first = next(each for each in people if each.name == names[select.who])
    stage.api.advance(3)
    first.writes("/list 9")
    stage.pass_by()
    (offer,) = (each for each in views.load_game_view(stage.host, game).asked if each.key == "bankers_offer.answer")
    assert offer.due >= select.due + 3
    asked = next(message for message in reversed(first.chat.messages) if "No deal" in message.buttons)
    first.taps(asked, "No deal")
    stage.pass_by()
    assert "bankers_offer.answer" not in [each.key for each in views.load_game_view(stage.host, game).asked]


@pytest.mark.usefixtures("playing")
def test_a_list_is_cleared_without_saying_so_twice(stage, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    ann.writes("/list 12 13")
    stage.pass_by()
    ann.writes("/use")
    stage.pass_by()
    assert "Clear your list: write /use clear list and your choice: yes" in ann.chat.said[-1]
    ann.writes("/use clear list")
    stage.pass_by()
    ann.writes("/mystuff")
    stage.pass_by()
    assert "Your list" not in ann.chat.said[-1]


def test_a_game_that_is_over_is_not_paused_as_well(stage, playing, ann):
    for line in ("/pause", "/endgame yes", "/board"):
        ann.says(playing, line)
        stage.pass_by()
    shown = next(message for message in reversed(playing.messages) if "The game is over." in message.text)
    assert "paused" not in shown.text


@pytest.mark.parametrize("aloud", ["/final", "/change B", "/final@{bot}", "/use final", "/use change B"])
def test_whether_somebody_has_answered_is_in_no_answer_to_what_they_write_in_the_group(
    stage, group, ann, bob, cat, aloud
):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily first=apart rounds=1")

    def heard():
        before = len(group.said)
        ann.says(group, aloud.format(bot=stage.sender.wire.name))
        stage.pass_by()
        return group.said[before:]

    answers = [heard()]
    for told in ("A", "/final"):
        ann.writes(told)
        stage.pass_by()
        answers.append(heard())
    assert answers[0] == answers[1] == answers[2]
    assert "private" in answers[0][0]


@pytest.mark.parametrize("aloud", ["/deflect", "/force_play Bob", "/use deflect"])
def test_what_somebody_writes_in_the_group_of_hidden_squares_does_not_tell_whether_they_hold_them(
    stage, playing, ann, aloud
):
    before = len(playing.said)
    ann.says(playing, aloud)
    stage.pass_by()
    (said,) = playing.said[before:]
    assert "private" in said


def test_in_private_what_one_may_do_at_any_time_needs_no_stroke(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily first=apart rounds=1")
    for line in ("A", "change B", "Final thoughts: it was B", "final", "/mystuff"):
        ann.writes(line)
        stage.pass_by()
    told = ann.chat.said
    assert "Your answer is B. You can change it until all players have answered." in told
    assert "No question is waiting for your answer at the moment." in told  # of the thoughts
    assert any("B is your final answer." in text for text in told)
    assert told[-1].endswith("Your final answer: B.")


def test_whoever_is_asked_for_words_is_taken_at_their_words(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily first=apart rounds=1 friend=call")
    for person, line in (
        (ann, "A"),
        (bob, "call a friend"),
        (bob, "Ann"),
        (ann, "pick up"),
        (ann, "Change B, I think"),
    ):
        person.writes(line)
        stage.pass_by(2)
    stage.pass_by()
    assert any("Ann says: “Change B, I think”" in text for text in bob.chat.said)


def test_help_says_how_to_find_out_what_one_may_do(stage, ann):
    ann.writes("/help")
    stage.pass_by()
    assert "/use: NAME: do something" in ann.chat.said[-1]


def test_the_first_questions_come_in_one_message_and_a_number_and_a_letter_answer_each(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob, cat], "/newgame ladder daily rounds=1")
    assert "For $100: " in group.said[-2]
    asked = ann.chat.messages[-1]
    assert asked.text.count("Your answer for $") == 5
    assert [label[:2] for label in asked.buttons[:6]] == ["1A", "1B", "1C", "1D", "2A", "2B"]
    ann.writes("2B")
    stage.pass_by()
    assert ann.chat.said[-1].splitlines()[-1] == "✓ For $200 you answer B."
    ann.taps(asked, asked.buttons[0])
    stage.pass_by()
    assert ann.chat.said[-1].splitlines()[-1] == "✓ For $100 you answer A."


def test_who_only_watches_gets_no_menu_of_buttons_that_do_nothing(stage, playing):
    watcher = stage.api.user("Eve")
    (options,) = [
        button["url"] for row in board_of(playing).keyboard for button in row if button["text"] == "My options"
    ]
    watcher.follows(options)
    stage.pass_by()
    assert watcher.chat.said[-1] == "You do not play in this game."
