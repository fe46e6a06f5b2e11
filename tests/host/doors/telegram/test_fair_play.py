"""When a game in a group is over, a button below its board, and an answer, lead to its check and its transcript."""

import pytest

from tests.fair_play.offered import is_checked
from tests.host.doors.telegram.conftest import seated

WEB = "https://race.example"


@pytest.mark.whole
def test_a_game_that_is_over_leads_to_its_check_and_its_transcript(stage, group, ann, bob):
    stage.sender.web = stage.sender.public = WEB
    seated(stage, group, [ann, bob], "/newgame ladder daily rounds=1")
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    assert "Check this game yourself" not in links(group)
    while stage.host.store.load_game(game).session.stage == "running":
        stage.api.advance(3600)
        stage.host.store.save_beat(stage.clock.now())
        stage.pass_by(5)
    stage.pass_by()
    ann.says(group, "/check")
    bob.writes("/check")
    stage.pass_by()
    for said in (links(group)["Check this game yourself"], group.said[-1], bob.chat.said[-1]):
        assert is_checked(stage.host, WEB, said)


def links(group):
    """Where what stands below its messages leads."""
    return {
        button["text"]: button["url"]
        for message in group.messages
        for row in message.keyboard
        for button in row
        if "url" in button
    }
