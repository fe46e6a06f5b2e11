"""Predictions in Telegram: a tap that nobody else hears, a command in private, the points for all."""

from host.extras.predictions import services
from host.said.desk import refusals
from tests.host.doors.telegram.conftest import seated
from tests.host.doors.telegram.test_twins import every_button_has_its_twin


def game_of(stage):
    (game,) = {item.pk.partition("/")[2] for item in stage.host.store.table.every() if item.sk == "session"}
    return game


def slip(stage, person):
    game = game_of(stage)
    who = stage.host.store.find_person_id(f"telegram:{person.id}", stage.clock.now())
    return services.load_settled_slip(stage.host, stage.host.store.load_game(game).session, who)[0]


def panel(group):
    return next(message for message in reversed(group.messages) if "Tap what you think" in message.text)


def test_a_tap_in_the_group_is_heard_by_nobody_else(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    cat.says(group, "/predict")
    stage.pass_by()
    shown = panel(group)
    assert "1. Who wins next?" in shown.text
    before = len(group.messages)
    cat.taps(shown, "1 Bob")
    stage.pass_by()
    assert cat.alerts[-1].text.startswith("Your prediction: Bob. Nobody sees it until the result is known.")
    assert len(group.messages) == before
    assert slip(stage, cat).open["wins"].value == "p2"
    ann.taps(shown, "1 Bob")
    stage.pass_by()
    assert ann.alerts[-1].text == services.A_HAND
    ann.taps(shown, "2 Ann")
    stage.pass_by()
    assert ann.alerts[-1].text.startswith("Your prediction: Ann.")


def test_what_is_told_counts_and_stands_in_the_table(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    cat.says(group, "/predict")
    stage.pass_by()
    cat.taps(panel(group), "2 Bob")
    stage.pass_by()
    bob.says(group, "/use shout")
    stage.pass_by()
    cat.says(group, "/predict table")
    stage.pass_by()
    assert "1. Cat: 2 points, 1 of 1 right, longest run 1" in group.messages[-1].text


def test_in_the_group_it_is_not_written_and_in_private_it_is(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    cat.says(group, "/predict wins Bob")
    stage.pass_by()
    assert "Write this in our private chat:" in group.messages[-1].text
    cat.writes(f"/predict {game_of(stage)} wins bob")
    stage.pass_by()
    assert cat.messages[-1].text.startswith("Your prediction: Bob.")
    cat.writes("/predict")
    stage.pass_by()
    assert "Who wins next?" in cat.messages[-1].text


def test_an_old_or_forged_button_says_so(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    cat.says(group, "/predict")
    stage.pass_by()
    cat.taps(panel(group), data=f"p/{game_of(stage)}/~00000000/p1")
    stage.pass_by()
    assert cat.alerts[-1].text == refusals.NOT_PREDICTABLE


def test_a_button_below_the_board_brings_them_once_in_a_while(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy daily")
    stage.pass_by()
    shown = next(each for each in reversed(group.messages) if "Predict what happens next" in each.buttons)
    cat.taps(shown, "Predict what happens next")
    stage.pass_by()
    assert "1. Who wins next?" in panel(group).text
    before = len(group.messages)
    bob.taps(shown, "Predict what happens next")
    stage.pass_by()
    assert bob.alerts[-1].text == (
        "Look a little higher in this chat: there you find the predictions that you can make. "
        "To see them again, write /predict"
    )
    assert len(group.messages) == before
    cat.taps(panel(group), "1 Bob")
    stage.pass_by()
    assert cat.alerts[-1].text.startswith("Your prediction: Bob. Nobody sees it until the result is known.")


def test_what_can_be_predicted_can_be_written(stage, group, ann, bob, cat):
    seated(stage, group, [ann, bob], "/newgame toy")
    cat.says(group, "/predict")
    stage.pass_by()
    assert "p" in every_button_has_its_twin(stage, group, ann)
