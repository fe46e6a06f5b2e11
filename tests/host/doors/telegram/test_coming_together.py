"""How people and the bot find each other: a greeting, a link into a group, and word of the next table."""

import re

import pytest

from host.core.store import table_waiters
from host.people import accounts
from host.said.desk import invitations
from tests.host.doors.telegram.conftest import gathered, link_of, seated
from tests.host.doors.telegram.test_personal import person_of
from tests.host.doors.telegram.test_places import session_of


def test_a_group_is_greeted_once_and_opens_a_table_from_there(stage, ann):
    group = stage.api.group("New", admins=[ann], kind="supergroup", bot="left")
    group.adds_bot()
    stage.pass_by(5)
    hello = group.messages[-1]
    assert hello.text.startswith("Hello! I host games")
    ann.taps(hello, "Which messages do you read?")
    stage.pass_by(5)
    assert "privacy mode" in ann.alerts[-1].text
    group.promotes_bot()
    stage.pass_by(5)
    assert sum(text.startswith("Hello!") for text in group.said) == 1
    ann.taps(hello, "Open a game")
    stage.pass_by(5)
    assert "Race to a Billion" in hello.buttons


def test_the_link_into_a_group_brings_one_greeting(stage, ann):
    ann.writes("/start")
    stage.pass_by(5)
    link = link_of(ann.messages[-1])
    assert link.endswith("?startgroup=hello")
    group = stage.api.group("Mine", admins=[ann], kind="supergroup", bot="left")
    ann.follows(link, group)
    stage.pass_by(5)
    assert sum(text.startswith("Hello!") for text in group.said) == 1


def test_whoever_waits_hears_of_each_table_once_and_ends_it_with_a_tap(stage, group, ann, bob, cat):
    bob.writes("/start")
    for person in (bob, cat):
        person.says(group, "/next")
    stage.pass_by(10)
    assert any("I will tell you when a new game opens here. To stop this, write" in text for text in group.said)
    ann.says(group, "/newgame toy daily")
    stage.pass_by(10)
    told = [
        message
        for message in bob.messages
        if "You asked me to tell you about new games. A new one is open:" in message.text
    ]
    assert len(told) == 1
    assert not cat.messages  # they have opened no private chat
    bob.follows(link_of(told[0]))
    stage.pass_by(10)
    assert [player.name for player in session_of(stage, group).players] == ["Bob"]
    bob.taps(told[0], "Stop telling me")
    stage.pass_by(5)
    assert bob.alerts[-1].text == invitations.ENDED
    ann.says(group, "/endgame yes")
    ann.says(group, "/newgame toy daily")
    stage.pass_by(10)
    assert sum("A new one is open" in message.text for message in bob.messages) == 1


def test_what_somebody_waits_for_is_theirs_to_see_to_end_and_to_have_forgotten(stage, group, bob):
    bob.writes("/start")
    bob.says(group, "/next")
    stage.pass_by(5)
    person, place = person_of(stage, bob), f"telegram:{group.id}"
    assert accounts.export_account(stage.host, person.id)["told of tables in"] == [place]
    bob.writes("/next")
    stage.pass_by(5)
    assert "new games in 1 place." in bob.chat.said[-1]
    web = accounts.load_or_create_person(stage.host, "web:1", "Bob on the web")
    table_waiters.hand_over_person_data(stage.host.store, person.id, web.id)
    assert table_waiters.list_table_waiters(stage.host.store, place) == [web.id]
    accounts.forget_account(stage.host, web.id)
    assert table_waiters.list_table_waiters(stage.host.store, place) == []
    bob.writes("/next")
    stage.pass_by(5)
    assert "To hear of new games, go to a group" in bob.chat.said[-1]


@pytest.mark.whole
@pytest.mark.parametrize("ended", [True, False])
def test_who_has_won_how_many_games_in_a_group(stage, group, ann, bob, ended):
    for _ in range(2):
        seated(stage, group, [ann, bob], "/newgame toy daily")
        if ended:
            ann.says(group, "/endgame yes")
            stage.pass_by(10)
            continue
        while not any(session.stage == "over" for session in [session_of_game(stage, group)]):
            stage.api.advance(3600)
            stage.host.store.save_beat(stage.clock.now())
            stage.pass_by(5)
    stage.pass_by(60)  # or the group has had all that it takes in a minute
    ann.says(group, "/leaders")
    stage.pass_by(5)
    if ended:
        assert "Nobody has finished a game here yet." in group.said
    else:
        lines = group.said[-1].splitlines()
        assert {line.split(". ", 1)[1].split(":")[0] for line in lines} == {"Ann", "Bob"}
        assert all(re.fullmatch(r"\d\. \w+: won [0-2] of 2 games", line) for line in lines)


def session_of_game(stage, group):
    """The newest game of a group, whether it is over or not."""
    owner = f"chat:telegram:{group.id}"
    games = [*stage.host.store.list_open_game_ids(owner), *stage.host.store.list_past_game_ids(owner)]
    return max((saved.session for saved in stage.host.store.load_games(games)), key=lambda session: session.made)


def test_the_next_table_is_told_to_others_than_whoever_opens_it(stage, group, ann, bob):
    ann.writes("/start")
    ann.says(group, "/next")
    stage.pass_by(5)
    gathered(stage, group, [ann, bob], "/newgame toy daily")
    assert not any(
        "You asked me to tell you about new games. A new one is open:" in message.text for message in ann.messages
    )
