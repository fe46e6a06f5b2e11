"""Predictions on Reddit: what there is stands in the thread, what one says only in a message."""

from host.extras.predictions import services
from tests.host.doors.reddit.conftest import NOT_TAKEN


def slip(stage, thread, who):
    return services.load_settled_slip(stage.host, stage.session(thread), stage.person(who))[0]


def test_who_watches_says_it_in_a_message_and_it_counts_when_it_is_told(stage):
    thread = stage.sealed("ann", "bob")
    game = stage.session(thread).id
    (answer,) = stage.answers(stage.says("zoe", thread, "predict"))
    assert "Who wins next?" in answer
    assert f"predict {game} wins" in answer
    (answer,) = stage.answers(stage.says("zoe", thread, "predict lap/shouts bob"))
    assert NOT_TAKEN in answer
    assert stage.person("zoe") == "" or slip(stage, thread, "zoe").open == {}
    stage.site.writes("zoe", f"predict {game} lap/shouts bob")
    stage.settle()
    assert slip(stage, thread, "zoe").open["lap/shouts"].value == "p2"
    stage.says("bob", thread, "!shout")
    (answer,) = stage.answers(stage.says("yan", thread, "predict table"))
    assert answer.count("zoe: 2 points, 1 of 1 right") == 2  # of this game, and of all times
