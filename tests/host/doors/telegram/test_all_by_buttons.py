"""Whatever can be typed can be tapped, too: what one may do at any time, what one looks up, what one settles."""

import pytest

from engine.kernel import Form, Reader
from engine.rulesets import RULESETS
from engine.season7 import rules as season7_rules
from engine.season7.state import Season7Player
from host.core import stand_ins
from host.core.session import WritingStyle
from host.doors.telegram.messages import board, screens
from host.shown import views
from host.shown.views import GameView, QuestionView
from tests.host.doors.telegram.conftest import gathered, seated
from tests.host.doors.telegram.test_personal import person_of
from tests.host.doors.telegram.test_places import session_of
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of
from tests.rulesets.toy import Toy


def taps(stage, person, label, message=None):
    """Somebody taps the first button that begins so under this message, or the last one with buttons in private."""
    shown = message or next(each for each in reversed(person.messages) if each.keyboard)
    person.taps(shown, next(text for text in shown.buttons if text.startswith(label)))
    stage.pass_by(5)
    return shown


@pytest.fixture
def begun(stage, playing, ann, bob, cat):
    """All bombs are sealed; whose turn it is not, and the game."""
    people = [ann, bob, cat]
    sealed(stage, people)
    waits = next(person for person in people if person is not turn_of(playing, people)[0])
    waits.writes("/menu")
    stage.pass_by(5)
    return waits, session_of(stage, playing).id


def own(stage, game, person):
    return views.load_game_view(
        stage.host, game, stage.host.store.find_person_id(f"telegram:{person.id}", stage.clock.now())
    )


def test_a_list_is_tapped_in_order_and_sent_at_the_end(stage, begun):
    waits, game = begun
    menu = taps(stage, waits, "What can I do now?")
    label = next(text for text in menu.buttons if "list" in text.lower())
    taps(stage, waits, label)
    taps(stage, waits, "12")
    taps(stage, waits, "4")
    assert "① 12" in menu.buttons
    taps(stage, waits, "9")
    taps(stage, waits, "② 4")  # not that one after all
    assert {"① 12", "② 9", "4"} <= set(menu.buttons)
    taps(stage, waits, "✓ 2")
    assert "Your list: 12 and 9." in " ".join(waits.chat.said)
    assert ": what do you want to do?" not in waits.chat.said[-1]
    assert any("Clear" in play.label for play in own(stage, game, waits).plays)


def test_a_peek_is_two_taps_and_only_whoever_peeks_reads_it(stage, playing, begun):
    waits, game = begun
    posted = len(playing.messages)
    assert any("peek" in play.key for play in own(stage, game, waits).plays)
    menu = taps(stage, waits, "What can I do now?")
    taps(stage, waits, next(text for text in menu.buttons if "peek" in text.lower()))
    taps(stage, waits, "12")
    assert "12" in waits.chat.said[-1] + waits.alerts[-1].text
    assert not any("peek" in play.key for play in own(stage, game, waits).plays)
    assert len(playing.messages) == posted


def test_a_square_is_locked_in_by_two_taps(stage, begun):
    waits, game = begun
    menu = taps(stage, waits, "What can I do now?")
    taps(stage, waits, next(text for text in menu.buttons if "lock" in text.lower()))
    assert [len(row) for row in menu.keyboard[:5]] == [5] * 5
    taps(stage, waits, "14")
    assert waits.alerts[-1].text == "✓"
    assert not any("Lock" in str(play.label) for play in own(stage, game, waits).plays)


def test_a_held_square_is_played_by_taps_below_ones_own_question(stage, group, ann, bob, cat, monkeypatch):
    monkeypatch.setattr(season7_rules, "Season7Player", lambda: Season7Player(hidden=["Force Play"]))
    people = [ann, bob, cat]
    seated(stage, group, people, "/newgame season7 daily voice=plain")
    sealed(stage, people)
    first = turn_of(group, people)[0]
    other = next(person for person in people if person is not first)
    assert "Force Play" not in " ".join([*group.said, *board_of(group).buttons])
    taps(stage, first, "Force Play")
    taps(stage, first, other.name)
    stage.pass_by(30)
    assert "Force Play" in " ".join(group.said)
    assert turn_of(group, people)[0] is other


@pytest.mark.parametrize(
    ("label", "reads"),
    [
        ("Score", "1. "),
        ("What I hold", "your bomb"),
        ("Statistics", "no statistics of this game yet"),
        ("Rules", "Race to a Billion"),
    ],
)
def test_what_is_looked_up_in_private_turns_the_menu_over_and_back(stage, begun, label, reads):
    waits, _ = begun
    count = len(waits.messages)
    menu = taps(stage, waits, label)
    assert reads in menu.text
    taps(stage, waits, "Back", menu)
    assert label in menu.buttons
    assert len(waits.messages) == count


@pytest.mark.usefixtures("begun")
def test_in_a_group_only_whoever_looks_something_up_reads_it(stage, playing, ann, bob):
    ann.says(playing, "/menu")
    stage.pass_by(5)
    menu = playing.messages[-1]
    count = len(playing.messages)
    taps(stage, bob, "Score", menu)
    assert "1. " in bob.alerts[-1].text
    assert len(playing.messages) == count
    assert not any(text.startswith(("What I hold", "Leave")) for text in menu.buttons)
    bob.taps(menu, "Stop the clocks")
    stage.pass_by(5)
    assert "Only the player who opened this game" in bob.alerts[-1].text
    taps(stage, ann, "Stop the clocks", menu)
    assert session_of(stage, playing).paused
    assert "Clocks on" in menu.buttons


@pytest.mark.parametrize("name", ["season7", "billionaire"])
def test_a_lobby_a_tap_and_a_word_tell_what_a_computer_is_like(stage, ann, name):
    ann.writes(f"/newgame {name}")
    ann.writes("/bots 2")
    stage.pass_by(5)
    lobby = "\n".join(ann.chat.said)
    ann.writes("/menu")
    stage.pass_by(5)
    menu = next(each for each in reversed(ann.messages) if "Score" in each.buttons)
    session = session_of(stage, ann.chat)
    reader = Reader({player.seat: player.bare_name for player in session.players})
    bots = [player for player in session.players if player.bot]
    assert [len(bots), session.ruleset] == [2, name]
    for bot in bots:
        kind = stand_ins.find_bot_character(RULESETS[name], bot.name)
        assert kind
        card = reader.format_value(kind.build_description(bot.seat))
        assert card in lobby
        taps(stage, ann, bot.bare_name, menu)
        assert ann.alerts[-1].text == card
        ann.writes(f"/rules {bot.bare_name}")
        stage.pass_by(5)
        assert card in ann.chat.said[-1]


@pytest.mark.usefixtures("begun")
def test_whoever_comes_from_the_group_to_see_their_own_side_finds_the_menu(stage, playing, ann, bob):
    ann.says(playing, "/menu")
    stage.pass_by(5)
    link = next(button["url"] for row in playing.messages[-1].keyboard for button in row if "url" in button)
    bob.follows(link)
    stage.pass_by(5)
    assert "What I hold" in bob.messages[-1].buttons


def test_somebody_who_keeps_all_waiting_is_voted_out_by_a_tap(stage, playing, begun, ann, bob, cat):
    waits, _ = begun
    slow = turn_of(playing, [ann, bob, cat])[0]
    menu = taps(stage, waits, "Vote")
    assert slow.name in " ".join(menu.buttons)
    assert waits.name not in " ".join(menu.buttons)
    waits.taps(menu, next(text for text in menu.buttons if slow.name in text))
    stage.pass_by(5)
    assert waits.alerts[-1].text == "Please wait. You can vote for a computer when half of that player’s time is over."


def test_a_computer_takes_over_and_a_seat_is_left_by_taps(stage, playing, begun):
    waits, _ = begun
    taps(stage, waits, "Let a computer play for me")
    assert f"From now on a computer plays for {waits.name}" in " ".join(playing.said)
    taps(stage, waits, "Take my seat back")
    assert f"{waits.name} joins the game." in " ".join(playing.said)
    menu = taps(stage, waits, "Leave")
    assert "You cannot come back" in menu.text
    taps(stage, waits, "Back", menu)
    taps(stage, waits, "Leave", menu)
    taps(stage, waits, "Yes, I leave", menu)
    assert f"{waits.name} leaves" in " ".join(playing.said)


def test_the_question_before_one_leaves_says_what_becomes_of_the_seat(stage, group, ann, bob, cat, monkeypatch):
    monkeypatch.setattr(Toy, "list_plays", lambda *_: [])  # so a computer plays on for who leaves
    gathered(stage, group, [ann, bob, cat], "/newgame toy daily")
    bob.writes("/menu")
    stage.pass_by(5)
    menu = taps(stage, bob, "Leave")
    assert menu.text == "Other people can then take your seat."
    ann.says(group, "/begin")
    stage.pass_by(5)
    taps(stage, bob, "Back", menu)
    taps(stage, bob, "Leave", menu)
    assert menu.text == "A computer then plays for you until you come back."
    assert "Bob leaves the game." not in " ".join(group.said)
    taps(stage, bob, "Yes, I leave", menu)
    assert "Bob leaves the game." in " ".join(group.said)


def test_a_button_of_a_game_that_is_over_means_no_other_one(stage, playing, begun, ann):
    waits, _ = begun
    menu = waits.messages[-1]
    ann.says(playing, "/endgame yes")
    stage.pass_by(5)
    ann.says(playing, "/newgame toy")
    stage.pass_by(5)
    waits.taps(menu, "Leave …")
    stage.pass_by(5)
    assert waits.alerts[-1].text == "Too late: this was already answered."


def test_everything_about_oneself_is_set_by_taps(stage, ann):
    ann.writes("/settings")
    stage.pass_by(5)
    panel = taps(stage, ann, "Time zone")
    taps(stage, ann, panel.buttons[4], panel)
    city = panel.buttons[0]
    taps(stage, ann, city, panel)
    assert person_of(stage, ann).habits.zone.replace("_", " ").endswith(city)
    taps(stage, ann, "Quiet hours", panel)
    taps(stage, ann, "23:00 – 8:00", panel)
    taps(stage, ann, "Start −½ h", panel)
    taps(stage, ann, "End +½ h", panel)
    assert person_of(stage, ann).habits.quiet == (22 * 60 + 30, 8 * 60 + 30)
    taps(stage, ann, "Back", panel)
    taps(stage, ann, "Vacation", panel)
    taps(stage, ann, "7 days", panel)
    away = person_of(stage, ann).habits.away
    assert away[1] - away[0] == 7 * 86400
    taps(stage, ann, "Back from vacation", panel)
    assert person_of(stage, ann).habits.away is None
    assert len([message for message in ann.messages if message.from_bot]) == 1


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("choice", "asked"), [("all", True), ("turns", True), ("nothing", False)])
def test_a_private_chat_rings_for_what_its_owner_wants(stage, playing, ann, bob, cat, choice, asked):
    people = [ann, bob, cat]
    for person in people:
        person.writes(f"/settings rings {choice}")
    stage.pass_by(5)
    stage.api.advance(15)
    first = turn_of(playing, people)[0]
    heard = {person.id: len(person.messages) for person in people}
    first.taps(board_of(playing), "9")
    stage.pass_by(20)
    new = [message for person in people for message in person.messages[heard[person.id] :] if message.from_bot]
    called = [message for message in new if "10" in message.buttons]
    assert called
    assert all(message.silent is not asked for message in called)
    assert choice == "all" or all(message.silent for message in new if message not in called)


def test_at_a_big_table_everybody_may_have_their_own_board_as_a_picture(stage, group, ann):
    people = [ann, *(stage.api.user(f"P{n}") for n in range(7))]
    for person in people[1:]:
        person.joins(group)
    seated(stage, group, people, "/newgame season7 daily wildcard=no voice=plain")
    people[5].writes("/menu")
    stage.pass_by(5)
    stage.api.advance(5)
    taps(stage, people[5], "My board")
    picture = people[5].messages[-1]
    assert picture.photo
    assert "Row A" in picture.text
    mine = own(stage, session_of(stage, group).id, people[5])
    (panel,) = board.list_own_panels(mine)
    assert len(screens.list_drawn_panels(mine)) > 1
    assert any(seat.who == mine.you for seat in panel.seats)


@pytest.mark.whole
def test_at_a_big_table_whoever_is_told_to_tap_has_squares_to_tap(stage, group, ann):
    people = [ann, *(stage.api.user(f"P{n}") for n in range(7))]
    for person in people[1:]:
        person.joins(group)
    seated(stage, group, people, "/newgame season7 daily wildcard=no voice=plain")
    sealed(stage, people)
    stage.pass_by(30)
    game = session_of(stage, group).id
    seen = [(person, own(stage, game, person)) for person in people]
    asked = [person for person, shown in seen if any(each.who == shown.you for each in shown.asked)]
    assert len(asked) == len(seen[0][1].view.panels) > 1
    for person in asked:
        question = next(each for each in reversed(person.messages) if ", open a square." in each.text)
        assert {"1", "25"} <= set(question.buttons)
    boards = [each for each in group.messages if each.photo]
    assert len(boards) == len(asked)
    assert all({"1", "25"} <= set(each.buttons) for each in boards)


def test_a_number_is_found_by_going_up_and_down():
    form = Form("number", 0, 900, 5)
    asked = QuestionView("T1#1", "bid", "p1", "How much?", {}, form, [], secret=False, due=0.0)
    showing = GameView("0a1b2c3d", "r", "Game", "running", 1, 60.0, "", [], [], {}, WritingStyle(), asked=[asked])
    rows, said = screens.build_choice_rows(showing, asked, "", Reader()), ""
    for label in ("+500", "+50", "−5", "✓ 545"):
        found = next(each for row in rows for each in row if each.text == label)
        said = found.data.split("/", 3)[3]
        rows = screens.build_choice_rows(showing, asked, said, Reader())
    assert screens.parse_tapped_answer(form, [], said) == 545
    assert screens.parse_tapped_answer(form, [], "545") is None
    top = screens.build_choice_rows(showing, asked, "900", Reader())
    assert not any(each.text.startswith("+") for row in top for each in row)


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(("later", "rings"), [(0, False), (30, True)])
def test_what_comes_to_a_private_chat_right_after_a_tap_there_does_not_ring(
    stage, playing, ann, bob, cat, later, rings
):
    people = [ann, bob, cat]
    first = turn_of(playing, people)[0]
    others = [person for person in people if person is not first]
    for person in others:
        person.writes("/settings")
    stage.pass_by(5)
    stage.api.advance(30)
    for person in others:
        taps(stage, person, "Reminders")
    stage.api.advance(later)
    heard = {person.id: len(person.messages) for person in people}
    first.taps(board_of(playing), "9")
    stage.pass_by(20)
    new = [message for person in others for message in person.messages[heard[person.id] :] if message.from_bot]
    assert new
    assert all(message.silent is not rings for message in new if "10" in message.buttons)
    assert any("10" in message.buttons for message in new)
