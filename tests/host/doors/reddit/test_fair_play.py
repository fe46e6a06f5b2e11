"""When a game in a thread is over, its board and an answer lead to its check and its transcript."""

from tests.fair_play.offered import is_checked
from tests.host.doors.reddit.conftest import WEB


def test_a_game_that_is_over_leads_to_its_check_and_its_transcript(stage):
    thread = stage.open("ann", "bob", line="!new ladder pace 3m rounds=1 voice=plain", messages=False)
    assert "/check" not in stage.board(thread)
    stage.until(lambda: stage.session(thread).stage == "over", 6 * 3600.0, step=30.0)
    stage.settle()
    assert stage.session(thread).stage == "over"
    assert is_checked(stage.host, WEB, stage.board(thread))
    (answer,) = stage.answers(stage.says("bob", thread, "!check"))
    assert is_checked(stage.host, WEB, answer)
