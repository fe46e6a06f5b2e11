"""Every form of question, by button and by word, in a game that has them all."""

import pytest

from engine.kernel import Illegal
from host.core import games, transaction
from host.said.desk import refusals
from host.shown import views
from tests.host.doors.telegram.conftest import seated


@pytest.fixture
def toys(stage, group, ann, bob):
    seated(stage, group, [ann, bob], "/newgame toy")
    for person in (ann, bob):
        person.taps(person.messages[-1], "3")
    stage.pass_by()
    return group


def question(group, word):
    return next(message for message in reversed(group.messages) if word in message.text and message.keyboard)


def state(stage, group):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    return views.load_game_view(stage.host, game)


def test_people_are_called_in_private_when_they_are_asked_and_the_board_shows_it_to_all(stage, toys, ann, bob):
    for chat in (ann.chat, toys):
        asked = question(chat, "Ann, pick a colour")
        assert asked.buttons[:3] == ["Red", "Green", "Blue"]
        assert "/pick" not in asked.text
    assert bool(question(toys, "pick a colour").photo)
    ann.taps(ann.messages[-1], "Green")
    stage.pass_by()
    assert "Ann picks green." in " ".join(toys.said)
    assert question(bob.chat, "Bob, pick a colour").buttons == ["Red", "Green", "Blue"]


def test_whoever_cannot_be_reached_in_private_is_called_in_the_group(stage, toys, ann, bob):
    bob.blocks_bot()
    ann.says(toys, "/pick red")
    stage.pass_by()
    asked = next(
        message for message in reversed(toys.messages) if "pick a colour" in message.text and not message.photo
    )
    assert "Bob, pick a colour" in asked.text
    assert not asked.silent


def test_a_choice_by_button_label_or_reply(stage, toys, ann, bob):
    ann.taps(question(toys, "Ann, pick"), "Green")
    stage.pass_by()
    assert "Ann picks green." in " ".join(toys.said)
    bob.says(toys, "blue", reply_to=question(toys, "Bob, pick"))
    stage.pass_by()
    assert "Bob picks blue." in " ".join(toys.said)


def test_several_a_number_and_words(stage, toys, ann, bob):
    ann.says(toys, "/choose red")
    bob.says(toys, "/choose red")
    stage.pass_by()
    letters = question(toys, "Call two letters")
    assert "/pick" not in letters.text  # buttons take it
    ann.says(toys, "/pick B")
    stage.pass_by()
    assert "Choose 2 of these, in the order you want them: A, B, C and D." in toys.said[-1]
    ann.says(toys, "C, A", reply_to=letters)
    stage.pass_by()
    assert "Ann" in question(toys, "Bid.").text
    assert len(question(toys, "Bid.").buttons) >= 11
    ann.says(toys, "/pick 70")
    stage.pass_by()
    ann.says(toys, "Ever <onwards> & up", reply_to=question(toys, "Coin a motto"))
    stage.pass_by()
    assert any("Ann calls C and A, bids £70 and says: Ever <onwards> & up" in text for text in toys.said)


def test_a_list_that_is_tapped_halfway_outlasts_a_board_that_is_drawn_anew(stage, toys, ann, bob):
    for person in (ann, bob):
        person.says(toys, "/pick red")
    stage.pass_by()
    ann.taps(question(toys, "Call two letters"), "C")
    stage.pass_by()
    begun = ["A", "B", "① C", "D", "⌫", "Predict what happens next", "My options"]
    assert question(toys, "Call two letters").buttons == begun
    bob.says(toys, "/shout")
    stage.pass_by()
    assert question(toys, "Call two letters").buttons == begun
    board = question(toys, "Call two letters")
    bob.says(toys, "/board")
    stage.pass_by()
    assert question(toys, "Call two letters") is not board
    assert question(toys, "Call two letters").buttons == begun
    ann.taps(question(toys, "Call two letters"), "A")
    stage.pass_by()
    ann.taps(question(toys, "Call two letters"), "✓ 2")
    stage.pass_by()
    ann.taps(question(toys, "Bid"), "70")
    stage.pass_by()
    ann.says(toys, "Up", reply_to=question(toys, "Coin a motto"))
    stage.pass_by()
    assert "Ann calls C and A" in " ".join(toys.said)


def test_the_button_that_explains(stage, toys, ann, bob):
    for person in (ann, bob):
        person.says(toys, "/pick red")
    stage.pass_by()
    for label in ("C", "A"):
        ann.taps(question(toys, "Call two letters"), label)
        stage.pass_by()
    assert question(toys, "Call two letters").buttons == [
        "② A",
        "① C",
        "⌫",
        "✓ 2",
        "Predict what happens next",
        "My options",
    ]
    assert "Write /pick" not in question(toys, "Call two letters").text
    ann.taps(question(toys, "Call two letters"), "✓ 2")
    stage.pass_by()
    ann.taps(question(toys, "Bid"), "70")
    stage.pass_by()
    motto = question(toys, "Coin a motto")
    ann.taps(motto, "How to answer")
    stage.pass_by()
    assert ann.alerts[-1].text.startswith("Reply to this message with your words, or write")


def test_plays_by_their_own_words(stage, toys, ann, bob):
    ann.says(toys, "/shout")
    stage.pass_by()
    assert "Ann shouts." in toys.said[-2] + toys.said[-1]
    bob.says(toys, "/tip 3")
    stage.pass_by()
    assert "Write this in our private chat:" in toys.said[-1]
    bob.writes("/use tip 3")
    stage.pass_by()
    assert "You tip the host £3." in bob.chat.said[-1]
    bob.writes("/use")
    stage.pass_by()
    assert bob.messages[-1].buttons == ["Shout", "Tip the host …"]
    bob.taps(bob.messages[-1], "Shout")
    stage.pass_by()
    assert any("Bob shouts." in text for text in toys.said)
    bob.writes("/use nonsense")
    stage.pass_by()
    assert bob.chat.said[-1].split("\n") == ["You cannot do that now.", "What you can do: Shout or “Tip the host”."]


def test_whoever_asks_again_is_shown_the_question_again(stage, toys, ann, bob):
    ann.writes("/pick")
    ann.says(toys, "/pick")
    stage.pass_by()
    assert "pick a colour" in ann.chat.said[-1]
    assert "Ann, pick a colour." in toys.said[-1]
    bob.writes("/pick")
    stage.pass_by()
    assert bob.chat.said[-1] == "It is Ann’s turn."


def test_a_game_is_opened_step_by_step(stage, group, ann, bob):
    ann.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    for label in ("Race to a Billion", "evening: 10 minutes", "Options …", "wildcard: yes", "Open this game now"):
        ann.taps(panel, label)
        stage.pass_by()
    assert panel.buttons == []
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    session = stage.host.store.load_game(game).session
    assert (session.ruleset, session.options, session.pace) == ("season7", {"wildcard": False}, 600.0)
    bob.says(group, "/newgame toy")
    stage.pass_by()
    assert (
        "Another game is already open here. Finish it first, or ask the player who opened it to write" in group.said[-1]
    )


def refuse_opening(*_):
    raise Illegal("No more games today.", code="too_many_games")


@pytest.mark.parametrize(
    "steps", [("Fifteen Rungs", "daily: 1 day", "Open this game now"), ("Race to a Billion", "An evening")]
)
def test_a_game_that_is_refused_can_be_opened_later_by_the_same_button(stage, group, ann, monkeypatch, steps):
    ann.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    for label in steps[:-1]:
        ann.taps(panel, label)
        stage.pass_by()
    shown = panel.buttons
    last = next(label for label in shown if label.startswith(steps[-1]))
    with monkeypatch.context() as full:
        full.setattr(games, "check_opening_and_read_heartbeat", refuse_opening)
        ann.taps(panel, last)
        stage.pass_by()
    assert "No more games today." in group.said[-1] + ann.alerts[-1].text
    assert panel.buttons == shown
    ann.taps(panel, last)
    stage.pass_by()
    assert panel.buttons == []
    assert len(stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")) == 1


def test_options_that_are_one_of_a_few_things_are_gone_through_by_taps(stage, group, ann):
    ann.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    taps = (
        "Fifteen Rungs",
        "daily: 1 day",
        "Options …",
        "rounds: 3",
        "rounds: 4",
        "host: bot",
        "asking: together",
        "asking: clockwise",
    )
    for label in taps:
        ann.taps(panel, label)
        stage.pass_by()
    assert "rounds=… How many rounds" in panel.text
    assert "categories=… What the questions are about" in panel.text  # which has no button
    ann.taps(panel, "Open this game now")
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    assert stage.host.store.load_game(game).session.options == {"rounds": 5, "host": "players", "first": "together"}


def test_a_table_says_how_long_a_turn_may_take(stage, group, ann):
    ann.says(group, "/newgame season7 36h")
    stage.pass_by()
    assert "A turn can take up to 36 hours." in group.messages[-1].text


def test_options_are_typed_with_their_names(stage, group, ann):
    ann.says(group, "/newgame season7 36h without=Gift Card, Eclipse wildcard=no target=2000000")
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    session = stage.host.store.load_game(game).session
    assert session.options == {"without": ["Gift Card", "Eclipse"], "wildcard": False, "target": 2_000_000}


def test_alone_with_the_computer_in_private(stage, ann):
    ann.writes("/newgame toy blitz")
    stage.pass_by()
    lobby = ann.messages[-1]
    ann.taps(lobby, "Add a computer player")
    stage.pass_by()
    ann.taps(lobby, "Begin")
    stage.pass_by()
    ann.writes("2")
    for _ in range(4):
        stage.api.advance(5)
        stage.pass_by()
    ann.writes("green")
    stage.pass_by()
    assert any("Ann picks green." in text for text in ann.chat.said)


LINES = {
    "chess": "There is no game of that name; there are ",
    "toy warp": "How long may a turn take? Write one of ",
    "season7 daily warp=1": "There is no option called warp. You can use ",
    "season7 daily wildcard=perhaps": "wildcard can only be on or off.",
    "season7 daily target=5": "target must be between 1,000,000 and 1,000,000,000,000.",
    "season7 daily without=Gift Crad": "There is no square called “Gift Crad” in this game that you could leave out.",
    "ladder daily rounds=99": "rounds needs a number from 1 to 12.",
    "ladder daily categories=gossip, film": "There is no category called gossip. The categories are: art, everyday, ",
    "toy daily fast": "Write an option like this: name=value. You can use",
}


@pytest.mark.parametrize(("line", "why"), LINES.items())
def test_what_cannot_be_opened(stage, group, ann, line, why):
    ann.says(group, f"/newgame {line}")
    stage.pass_by()
    assert len(group.said) == 1
    assert group.said[0].startswith(why)
    assert stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}") == []


@pytest.mark.usefixtures("toys")
def test_reminders_come_with_the_question(stage, ann):
    stage.api.advance(43_201)
    stage.host.store.save_beat(stage.clock.now())
    stage.pass_by()
    assert "⏳ The Toy: it is your turn. 12 hours left." in ann.chat.said[-1]
    assert "pick a colour" in ann.chat.said[-1]


def test_a_button_of_a_question_that_has_been_answered_says_in_a_pop_up_what_is_asked_now(stage, toys, ann, bob):
    colours = question(toys, "Ann, pick")
    old = next(button["callback_data"] for row in colours.keyboard for button in row if button["text"] == "Green")
    for person in (ann, bob):
        person.says(toys, "/pick red")
    stage.pass_by()
    assert "Green" not in colours.buttons  # it was answered in words, so nothing is left to tap
    before, count = state(stage, toys).version, len(toys.said)
    ann.taps(colours, data=old)
    stage.pass_by()
    assert ann.alerts[-1].popup
    assert ann.alerts[-1].text.startswith(refusals.SETTLED_ANEW.format(question="Call two letters"))
    assert len(toys.said) == count
    assert state(stage, toys).version == before


@pytest.mark.parametrize("text", ["{}?", "could I use {}?", "can I use {}, host?", "{}"])
def test_what_is_asked_aloud_of_a_play_is_answered_alike_whether_one_holds_it_or_not(stage, group, ann, bob, text):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    stage.pass_by()
    told = []
    for name in ("tip", "tap"):
        before = len(group.messages)
        ann.says(group, text.format(name), reply_to=group.messages[before - 1])
        stage.pass_by()
        told.append([each.text.replace("tip", "tap") for each in group.messages[before + 1 :]])
    assert told[0] == told[1]


def test_the_reason_that_is_for_one_alone_is_told_in_private_only_also_when_a_message_comes_again(
    stage, toys, bob, monkeypatch
):
    no = Illegal("Nobody shouts now.", code="no_shouting", alone="You have sealed 3.")

    def refuses(host, command, game, *_):
        return transaction.build_refusal(host, command, no, host.store.load_game(game).session)

    def fails(*_):
        raise Illegal("It comes again.", code="no_shouting")

    monkeypatch.setattr(games, "make_unasked_play", refuses)
    bob.says(toys, "/shout")
    stage.pass_by()
    assert toys.said[-1] == "Nobody shouts now."
    bob.says(bob.chat, "/shout")
    stage.pass_by()
    assert bob.chat.said[-1] == "Nobody shouts now.\nYou have sealed 3."
    bob.writes("/use")
    stage.pass_by()
    stage.api.fail_next("answerCallbackQuery", 502)
    tap = bob.taps(bob.messages[-1], "Shout")
    stage.pass_by()
    monkeypatch.setattr(games, "make_unasked_play", fails)
    stage.incoming.handle(tap.update)
    assert [alert.text for alert in bob.alerts[1:]] == ["Nobody shouts now. You have sealed 3."]
