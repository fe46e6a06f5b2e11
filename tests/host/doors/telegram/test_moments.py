"""Great moments: an effect for one's own win, fate behind a spoiler, a reaction, and the sheet for sharing."""

from urllib.parse import parse_qs, urlsplit

import pytest

from host.core.posting import is_won_by
from host.core.session import Post, ToldLine
from host.doors.telegram.messages.screens import WIN_EFFECT
from host.shown import views
from tests.host.doors.telegram.conftest import gathered, link_of


def tell(stage, group, line, place="", **more):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    names = views.load_game_view(stage.host, game).names
    where = place or f"telegram:{group.id}"
    stage.host.store.queue_posts([Post(where, game, 2**44, [line], names=names, **more)], stage.clock.now())
    stage.pass_by()


CYCLE = ToldLine(
    "season7.CycleOver", {"cycle": 1, "leaders": ["p1"], "n": 1, "deeds": {}, "total": 5, "short": 7}, rings=True
)


@pytest.mark.parametrize("known", [True, False])
def test_ones_own_win_arrives_with_an_effect_where_there_are_any(stage, playing, ann, known):
    stage.api.world.effects = known
    tell(stage, playing, CYCLE, f"telegram:{ann.id}", won=True)
    last = ann.messages[-1]
    assert "Cycle 1 is over." in last.text
    assert last.effect == (WIN_EFFECT if known else "")
    assert stage.sender.effects is known


def test_who_has_won_is_known_by_the_kind_of_the_event():
    assert is_won_by(ToldLine("season7.RoundOver", {"winners": ["p2"], "round": "Quadrant 1"}), "p2")
    assert not is_won_by(ToldLine("season7.RoundOver", {"winners": ["p2"], "round": "Quadrant 1"}), "p1")
    assert not is_won_by(CYCLE, "p1")


def test_fate_is_hidden_in_a_group_until_somebody_taps_it(stage, playing):
    fate = ToldLine("season7.PutOut", {"who": "p1"}, pause=True, rings=True)
    tell(stage, playing, fate)
    last = playing.messages[-1]
    assert [entity["type"] for entity in last.entities] == ["spoiler"]


def test_a_great_moment_gets_a_reaction_and_goes_on_where_those_are_forbidden(stage, playing):
    tell(stage, playing, CYCLE)
    assert playing.messages[-1].reactions == ["🎉"]
    stage.api.fail_next("setMessageReaction", 400, description="Bad Request: REACTION_INVALID")
    tell(stage, playing, CYCLE)
    assert playing.messages[-1].reactions == []
    assert "Cycle 1 is over." in playing.messages[-1].text


def test_the_lobby_has_a_button_that_opens_the_sheet_for_sharing(stage, group, ann, bob):
    gathered(stage, group, [ann, bob])
    lobby = next(message for message in reversed(group.messages) if "Invite friends" in message.buttons)
    share = next(button["url"] for row in lobby.keyboard for button in row if button["text"] == "Invite friends")
    shared = parse_qs(urlsplit(share).query)
    assert shared["url"] == [link_of(lobby)]
    assert "new game" in shared["text"][0]
