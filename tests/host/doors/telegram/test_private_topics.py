"""Where private chats have topics, each game has one of its own; a refusal changes nothing but that."""

import pytest

from tests.host.doors.telegram.conftest import Stage, seated
from tests.host.doors.telegram.test_playing import sealed, turn_of


@pytest.fixture
def stage():
    stage = Stage()
    stage.api.world.topics = True
    yield stage
    assert stage.api.violations == []
    stage.close()


def list_topics(person):
    return [message.topic for message in person.messages if message.from_bot and message.photo]


@pytest.fixture
def two(stage, ann, bob, cat):
    """Two games of Ann's in two groups, each waiting for her bomb."""
    groups = [stage.api.group(name, bob, cat, admins=[ann], kind="supergroup") for name in ("Friday", "Monday")]
    for group in groups:
        seated(stage, group, [ann, bob, cat])
    return groups


@pytest.mark.usefixtures("two")
def test_each_game_has_a_topic_in_a_private_chat(stage, ann):
    first, second = list_topics(ann)
    assert first
    assert second
    assert first != second
    named = [call.values["name"] for call in stage.api.calls if call.method == "createForumTopic"]
    assert all("Race to a Billion" in name and "Bob" in name for name in named)


def test_an_answer_typed_in_a_topic_is_for_its_game(stage, two, ann):
    topics = list_topics(ann)
    games = [stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")[0] for group in two]
    before = [stage.host.store.load_game(game).session.entries for game in games]
    ann.writes("7", topic=topics[1])
    stage.pass_by(20)
    after = [stage.host.store.load_game(game).session.entries for game in games]
    assert [b - a for a, b in zip(before, after, strict=True)] == [0, 1]
    ann.writes("/help", topic=topics[0])
    stage.pass_by(20)
    assert ann.messages[-1].topic == topics[0]


def test_a_game_whose_topic_was_removed_goes_on_in_the_stream_of_all(stage, ann, bob, cat):
    people = [ann, bob, cat]
    group = stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    seated(stage, group, people)
    for person in people:
        person.chat.topics.clear()
    sealed(stage, people)
    asked = turn_of(group, people)[0]
    assert asked.messages[-1].topic == 0
    assert "open a square" in asked.messages[-1].text
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}")
    assert all(player.place for player in stage.host.store.load_game(game).session.players)


def test_where_topics_are_refused_all_stands_in_one_stream(stage, ann, bob, cat):
    group = stage.api.group("Friday", bob, cat, admins=[ann], kind="supergroup")
    for person in (ann, bob, cat):
        stage.api.fail_next("createForumTopic", 400, description="Bad Request: not enough rights", place=(person.id, 0))
    seated(stage, group, [ann, bob, cat])
    assert [list_topics(person) for person in (ann, bob, cat)] == [[0], [0], [0]]


def test_without_topics_nothing_is_asked(ann, bob, cat):
    del ann, bob, cat
    plain = Stage()
    people = [plain.api.user(name) for name in ("Ann", "Bob", "Cat")]
    group = plain.api.group("Friday", *people[1:], admins=people[:1], kind="supergroup")
    seated(plain, group, people)
    assert not [call for call in plain.api.calls if call.method == "createForumTopic"]
    plain.close()
