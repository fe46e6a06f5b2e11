"""Who is answered how: by name, without ringing at others, not too often, and after those who are asked something."""

from engine.kernel import Told
from host.core.session import Post
from host.delivery.outbox import select_batch
from host.said.desk import refusals
from tests.host.doors.telegram.conftest import link_of
from tests.host.doors.telegram.test_playing import sealed


def replied(message):
    return message.reply_to.text if message.reply_to else ""


def test_whoever_writes_newgame_is_the_host_and_the_lobby_says_so(stage, group, ann, bob):
    bob.says(group, "/newgame")
    stage.pass_by()
    panel = group.messages[-1]
    assert replied(panel) == "/newgame"
    ann.taps(panel, panel.buttons[0])
    stage.pass_by()
    assert ann.alerts[-1].text == (
        "Bob is choosing the settings of this game. To open a game of your own, write /newgame"
    )
    for _ in range(3):
        bob.taps(panel, panel.buttons[-1])
        stage.pass_by()
    lobby = next(message for message in group.messages if link_of(message))
    assert "Bob is the host." in lobby.text


def test_a_refusal_is_a_reply_to_whom_it_refuses(stage, playing, ann, bob):
    asked = bob.says(playing, "/pause")
    stage.pass_by()
    assert playing.said[-1].startswith("Only the player who opened this game")
    assert playing.messages[-1].reply_to is asked
    ann.writes("/pause")
    stage.pass_by()
    assert ann.chat.messages[-1].reply_to is None  # there is nobody else


def test_answers_that_stand_together_each_begin_with_a_name(stage, playing, ann, bob, cat):
    for person in (ann, bob, cat):
        person.says(playing, "/lock 3")
    stage.hear()
    stage.api.advance(3)
    stage.pass_by()
    said = playing.said[-1].splitlines()
    assert [line.partition(": ")[0] for line in said] == ["Ann", "Bob", "Cat"]


def test_look_ups_are_limited_for_each_person_and_said_once(stage, playing, ann, bob):
    before = len(playing.said)
    for _ in range(8):
        ann.says(playing, "/score")
        stage.pass_by(4)
    bob.says(playing, "/score")
    stage.pass_by(4)
    said = playing.said[before:]
    assert sum(refusals.LOOKS_TOO_OFTEN in text for text in said) == 1
    assert sum("Bob £0" in text for text in said) == 4
    stage.api.advance(60)
    ann.says(playing, "/score")
    stage.pass_by(4)
    assert "Bob £0" in playing.said[-1]


def test_a_rule_that_is_named_can_be_tapped_and_is_limited_like_any_look_up(stage, playing, ann):
    for _ in range(8):
        ann.says(playing, "/rules_Shut_the_Box")
        stage.pass_by(4)
    assert sum("Shut the Box: " in text for text in playing.said) == 3
    assert sum(refusals.LOOKS_TOO_OFTEN in text for text in playing.said) == 1


def post(stamp, *, game="g", lines=("x",), board=False, reply=0):
    return Post("t", game, stamp, [Told(line, {}) for line in lines], board=board, reply=reply)


def test_news_come_before_the_board_and_the_board_before_answers_to_what_was_looked_up():
    gossip = [post(n, game="", reply=n) for n in (1, 2)]
    news, changed = post(3), post(4, lines=(), board=True)
    assert select_batch([*gossip, news, changed], mixes=True) == [news]
    assert select_batch([*gossip, changed], mixes=True) == [changed]
    assert select_batch(gossip, mixes=True) == gossip


def test_with_lively_players_the_board_is_as_fresh_as_the_news(stage, playing, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    for n in range(3):
        for person in (ann, bob, cat):
            person.says(playing, "/stats" if n % 2 else "/score")
    stage.hear()
    board = next(message for message in reversed(playing.messages) if message.photo)
    waiting = board.text.partition("Waiting for ")[2].partition(".")[0]
    first = next(person for person in (ann, bob, cat) if person.name == waiting)
    first.taps(board, "9")
    stage.pass_by(3)
    assert "9" not in board.buttons


def test_no_link_to_this_machine_alone_is_given_to_a_telephone(stage, ann):
    for web, given in (
        ("http://127.0.0.1:8017", False), ("http://localhost:8017", False), ("http://[::1]:8017", False),
        ("http://192.168.1.20:8017", True), ("https://race.example", True),
    ):  # fmt: skip
        stage.sender.web = web
        ann.writes("/link")
        stage.pass_by()
        assert (f"{web}/p/" in ann.chat.said[-1]) is given
        assert "Your code is" in ann.chat.said[-1]
