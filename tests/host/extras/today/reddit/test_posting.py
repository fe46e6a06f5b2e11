"""The game of the day in a thread of Reddit: a moderator's command, a comment a day, played on the page."""

import pytest

from tests.fakes.reddit import Comment

DAY = 86_400.0


@pytest.mark.whole
def test_a_moderator_switches_it_on_and_it_is_a_comment_in_the_thread(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.site.thread("Quiz", by="mona")
    (answer,) = stage.answers(stage.says("mona", thread, "!today 8:00 Europe/London"))
    assert answer.startswith("Every day at 8:00")
    before = stage.site.by_bot(Comment)
    stage.clock.advance(DAY)
    stage.settle()
    (posted,) = [each for each in stage.site.by_bot(Comment) if each not in before]
    assert "Fifteen Rungs" in posted.body
    assert "https://race.example/" in posted.body
    assert "today" in stage.answers(stage.says("ann", thread, "!today"))[0]
