"""What must hold whatever comes: every update twice, secrets tapped before all eyes, our name in any spelling."""

import pytest
from msgspec.structs import replace

from engine.kernel import Play, Told, build_told
from engine.rulesets import RULESETS
from engine.season7 import events
from host.core.session import Post, build_told_line
from host.people import accounts
from tests.host.doors.telegram.conftest import Stage, seated
from tests.rulesets.toy import Toy


class Repeated(Stage):
    """Every update may come again after some seconds, as Telegram brings it where our answer was lost on its way."""

    def __init__(self, times):
        super().__init__()
        self.times = times

    def hear(self):
        while self.read < len(self.api.updates):
            for _ in range(self.times):
                self.api.advance(5)  # so soon after others a file would be refused
                self.incoming.handle(self.api.updates[self.read])
            self.api.advance(5 * (2 - self.times))
            self.read += 1


def evening(stage):
    """Whatever people write and tap on an evening, and all that Telegram shows of it in the end."""
    ann, bob = stage.api.user("Ann"), stage.api.user("Bob")
    group = stage.api.group("Friday", bob, admins=[ann], kind="supergroup")
    seated(stage, group, [ann, bob], "/newgame toy")
    for person, line in [(ann, "/use tip 2"), (ann, "/use"), (bob, "/settings"), (bob, "/nonsense"), (bob, "/export")]:
        person.writes(line)
        stage.pass_by()
    for person in (ann, bob):
        question = next(each for each in reversed(person.messages) if "3" in each.buttons)
        person.taps(question, "3")
        stage.pass_by()
    for person, line in [(ann, "/pick red"), (ann, "/shout"), (bob, "/pick blue"), (bob, "/board"), (ann, "/pause")]:
        person.says(group, line)
        stage.pass_by()
    chats = (ann.chat, bob.chat, group)
    return [[(each.text, each.buttons, bool(each.document)) for each in chat.messages] for chat in chats]


def shown(stage):
    try:
        return evening(stage)
    finally:
        stage.close()


def test_every_update_may_come_twice_and_nobody_sees_a_difference():
    once, twice = shown(Repeated(1)), shown(Repeated(2))
    assert sum(document for _, _, document in once[1]) == 1
    assert twice == once


class Winking(Toy):
    """One may wink, in secret."""

    def list_plays(self, game, who):
        found = super().list_plays(game, who)
        return [*found, Play("wink", "Wink", secret=True)] if who in game.state.players else found

    def play(self, game, who, key, value):
        if key != "wink":
            return super().play(game, who, key, value)
        return game.say(Told("You wink.", {}, who, "lap"))


@pytest.fixture
def toys(stage, group, ann, bob, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Winking())
    seated(stage, group, [ann, bob], "/newgame toy")
    return group


def secrets_of(person, labels):
    """The data of the newest buttons in their private chat that are called so."""
    for label in labels:
        found = (data for message in reversed(person.messages) for text, data in pressed(message) if text == label)
        yield next(found)


def pressed(message):
    return [
        (button["text"], button["callback_data"])
        for row in message.keyboard
        for button in row
        if "callback_data" in button
    ]


def test_no_secret_button_does_anything_before_all_eyes(stage, toys, ann):
    ann.writes("/use")
    stage.pass_by()
    tips = ann.messages[-1]
    ann.taps(tips, "Tip the host …")
    stage.pass_by()
    chosen = list(secrets_of(ann, ["✓ 1"]))
    ann.writes("/use")
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{toys.id}")
    before, mine = stage.host.store.load_game(game).version, len(ann.chat.said)
    for data in [*chosen, *secrets_of(ann, ["Wink", "Tip the host …"])]:
        ann.taps(toys.messages[-1], data=data)
        stage.pass_by()
    assert stage.host.store.load_game(game).version == before
    assert ann.chat.said[mine:] == []
    for data in secrets_of(ann, ["Wink"]):
        ann.taps(ann.messages[-1], data=data)
        stage.pass_by()
    assert "You wink." in ann.chat.said[-1]


def test_our_name_behind_a_command_may_be_spelled_in_any_case(stage, group, ann):
    for name in (stage.api.username, stage.api.username.upper(), stage.api.username.title()):
        before = len(group.said)
        ann.says(group, f"/help@{name}")
        stage.pass_by()
        assert len(group.said) > before, name


def test_who_answers_in_the_group_has_no_buttons_left_in_private(stage, toys, ann, bob):
    for person in (ann, bob):
        person.taps(next(each for each in reversed(person.messages) if "3" in each.buttons), "3")
    stage.pass_by()
    assert "Red" in ann.messages[-1].buttons
    ann.says(toys, "/pick red")
    stage.pass_by(5)
    assert "Red" not in ann.messages[-1].buttons


def test_no_button_of_ones_own_settings_does_anything_before_all_eyes(stage, toys, ann):
    ann.writes("/settings")
    stage.pass_by()
    person = accounts.load_or_create_person(stage.host, f"telegram:{ann.id}", "Ann")
    before, mine, theirs = person.habits, list(ann.chat.said), list(toys.said)
    own = [data for _, data in pressed(ann.messages[-1])]
    assert any(data.startswith("s/") for data in own)
    for data in own:
        ann.taps(toys.messages[-1], data=data)
        stage.pass_by()
    assert accounts.load_or_create_person(stage.host, f"telegram:{ann.id}", "Ann").habits == before
    assert (ann.chat.said, toys.said) == (mine, theirs)


def test_news_ring_twice_a_day_in_a_group_and_the_day_after_again(stage, toys):
    place = f"telegram:{toys.id}"
    (game,) = stage.host.store.list_open_game_ids(f"chat:{place}")
    stage.api.advance(2 * 86400)
    before = len(toys.messages)
    for n, pause in enumerate((3600, 3600, 3600, 86400, 0), 1):
        now = stage.clock.now()
        told = replace(build_told_line(build_told(events.BombFound(who="p1", n=n, face="Bomb"), {})), rings=True)
        stage.host.store.queue_posts([Post(place, game, int(now * 1000), [told])], now)
        stage.dispatcher.deliver_now()
        stage.api.advance(pause)
    assert [message.silent for message in toys.messages[before:]] == [False, False, True, True, False]


def test_a_table_is_set_up_and_opened_by_who_began_it_alone(stage, group, ann, bob):
    ann.says(group, "/newgame")
    stage.pass_by()
    panel, place = group.messages[-1], f"chat:telegram:{group.id}"
    tried = set()
    for _ in range(3):  # all games, then one, then one at another pace
        shown, said = list(panel.buttons), panel.text
        for _, data in pressed(panel):
            bob.taps(panel, data=data)
            stage.pass_by(5)
            tried.add(data[0])
            assert stage.host.store.list_open_game_ids(place) == []
            assert (panel.buttons, panel.text) == (shown, said)
        ann.taps(panel, data=next(data for _, data in pressed(panel) if data.startswith("n/")))
        stage.pass_by(5)
    assert "N" in tried
    ann.taps(panel, data=next(data for _, data in pressed(panel) if data.startswith("N/")))
    stage.pass_by(5)
    assert len(stage.host.store.list_open_game_ids(place)) == 1
