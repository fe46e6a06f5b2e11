from dataclasses import replace

import pytest

from engine.kernel import Told
from host.delivery.outbox import Message, Unfinished
from host.doors.telegram.messages.chats import SCROLLED
from host.people import accounts
from host.shown import views
from tests.host.doors.telegram.conftest import link_of, seated
from tests.host.doors.telegram.test_playing import board_of, sealed, turn_of


def boards(chat):
    return [message for message in chat.messages if message.photo]


def session_of(stage, chat):
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{chat.id}")
    return stage.host.store.load_game(game).session


def test_a_board_is_edited_until_it_has_scrolled_away(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = board_of(playing)
    for n in range(SCROLLED):
        ann.says(playing, f"/nothing{n}")
    turn_of(playing, people)[0].says(playing, "/pick 12")
    stage.pass_by()
    old, new = boards(playing)
    assert (old, old.buttons) == (first, [])
    assert "12" not in new.buttons
    assert "13" in new.buttons


def test_where_a_pause_is_cheap_a_new_board_follows_its_words_after_the_second_of_any_chat(
    stage, playing, ann, bob, cat
):
    people, pauses = [ann, bob, cat], list[float]()

    def pause(seconds):
        pauses.append(seconds)
        stage.api.advance(seconds)

    sealed(stage, people)
    for n in range(SCROLLED):
        ann.says(playing, f"/nothing{n}")
    stage.pass_by()
    stage.api.advance(60.0)
    stage.sender.host = replace(stage.host, pause=pause)
    turn_of(playing, people)[0].says(playing, "/pick 12")
    stage.hear()
    stage.dispatcher.deliver_now()
    assert len(boards(playing)) == 2
    assert "13" in boards(playing)[-1].buttons
    assert (pauses, stage.api.world.flood.refused) == ([1.0], 0)


def test_a_deleted_board_is_posted_anew(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    sealed(stage, people)
    first = turn_of(playing, people)[0]
    board_of(playing).deleted = True
    first.says(playing, "/pick 12")
    stage.pass_by()
    assert len(boards(playing)) == 1
    assert "13" in board_of(playing).buttons


def test_the_board_is_posted_anew_at_a_word(stage, playing, ann):
    ann.says(playing, "/board")
    stage.pass_by()
    assert len(boards(playing)) == 2
    assert playing.messages[-1].photo


def test_a_group_becomes_a_supergroup(stage, ann, bob, cat):
    people = [ann, bob, cat]
    group = stage.api.group("Friday", bob, cat, admins=[ann])
    seated(stage, group, people)
    sealed(stage, people)
    new = group.upgrade()
    stage.pass_by()
    first = turn_of(group, people)[0]
    first.says(new, "/pick 12")
    stage.pass_by()
    assert session_of(stage, new).places == [f"telegram:{new.id}"]
    assert "opens square 12" in " ".join(new.said)
    assert "13" in board_of(new).buttons


def test_a_move_that_only_an_error_tells_of(stage, ann, bob, cat):
    people = [ann, bob, cat]
    group = stage.api.group("Friday", bob, cat, admins=[ann])
    seated(stage, group, people)
    stage.pass_by()
    new = group.upgrade()
    stage.read = len(stage.api.updates)  # the news of it never came
    sealed(stage, people)
    assert session_of(stage, new).places == [f"telegram:{new.id}"]
    assert board_of(new).buttons


def test_thrown_out_of_the_group(stage, playing, ann, bob, cat):
    session = session_of(stage, playing)
    playing.kicks_bot()
    stage.pass_by()
    after = stage.host.store.load_game(session.id).session
    assert after.paused
    assert after.places == []
    for person in (ann, bob, cat):
        assert f"/here {session.id}" in person.chat.said[-1]
    playing.adds_bot()
    stage.pass_by()
    assert session_of(stage, playing).id == session.id
    assert boards(playing)
    assert any("The clocks run again." in text for text in playing.said)
    assert not session_of(stage, playing).paused
    assert not any("Hello!" in text for text in playing.said)


def test_a_game_that_was_shown_elsewhere_meanwhile_stays_there(stage, playing, ann):
    session = session_of(stage, playing)
    playing.kicks_bot()
    stage.pass_by()
    other = stage.api.group("Saturday", admins=[ann], kind="supergroup")
    ann.says(other, f"/here {session.id}")
    stage.pass_by()
    playing.adds_bot()
    stage.pass_by()
    assert session_of(stage, other).places == [f"telegram:{other.id}"]


def test_a_game_that_was_paused_before_stays_paused(stage, playing, ann):
    ann.says(playing, "/pause")
    stage.pass_by()
    playing.kicks_bot()
    stage.pass_by()
    playing.adds_bot()
    stage.pass_by()
    assert session_of(stage, playing).paused


def begun_in_topic(stage, group, people, topic):
    """A season in one topic of a forum."""
    people[0].says(group, "/newgame season7 daily", topic=topic)
    stage.pass_by()
    join = next(link for m in group.messages if m.topic == topic and (link := link_of(m)))
    for person in people:
        person.follows(join)
        stage.pass_by()
    people[0].says(group, "/begin", topic=topic)
    stage.pass_by()
    (game,) = stage.host.store.list_open_game_ids(f"chat:telegram:{group.id}:{topic}")
    return game


def test_thrown_out_of_a_forum_the_games_of_all_its_topics_wait(stage, group, ann, bob, cat):
    people = [ann, bob, cat]
    found = [begun_in_topic(stage, group, people, topic) for topic in (3, 4)]
    seated(stage, group, people, "/newgame toy daily")
    found.append(session_of(stage, group).id)
    group.kicks_bot()
    stage.pass_by()
    for game in found:
        session = stage.host.store.load_game(game).session
        assert session.paused
        assert session.places == []
        assert sum(f"/here {game}" in text for text in ann.chat.said) == 1
    group.adds_bot()
    stage.pass_by()
    assert all(not stage.host.store.load_game(game).session.paused for game in found)
    assert stage.host.store.load_game(found[0]).session.places == [f"telegram:{group.id}:3"]
    group.kicks_bot()
    stage.pass_by()
    assert stage.host.store.load_game(found[0]).session.paused


def test_nobody_gets_the_hosts_rights_in_a_group_of_their_own(stage, playing, bob):
    own = stage.api.group("Bob's own", admins=[bob], kind="supergroup")
    for text in ("/here", f"/here {session_of(stage, playing).id}", "/kick Ann", "/endgame yes"):
        bob.says(own, text)
        stage.pass_by()
    session = session_of(stage, playing)
    assert session.places == [f"telegram:{playing.id}"]
    assert session.stage == "running"
    assert not any("be played in one more chat" in text for text in own.said)


def test_an_admin_of_the_group_may_show_its_game_elsewhere(stage, ann, bob, cat):
    group = stage.api.group("Friday", cat, admins=[ann, bob], kind="supergroup")
    seated(stage, group, [ann, bob, cat])
    other = stage.api.group("Bob's own", admins=[bob], kind="supergroup")
    bob.says(other, "/here")
    stage.pass_by()
    assert session_of(stage, group).places == [f"telegram:{chat.id}" for chat in (group, other)]
    assert boards(other)


def test_thrown_out_without_a_word(stage, playing, ann, bob, cat):
    session = session_of(stage, playing)
    playing.kicks_bot()
    stage.read = len(stage.api.updates)
    sealed(stage, [ann, bob, cat])
    stage.pass_by()
    assert stage.host.store.load_game(session.id).session.paused
    assert any("I have stopped the clocks of the game" in text for text in ann.chat.said)


def test_a_player_blocks_us_and_comes_back(stage, playing, bob):
    bob.blocks_bot()
    stage.pass_by()
    assert "I cannot write to Bob in private any more" in playing.said[-1]
    assert session_of(stage, playing).players[1].place == ""
    bob.unblocks_bot()
    bob.writes("/start hello")
    stage.pass_by()
    assert session_of(stage, playing).players[1].place == f"telegram:{bob.id}"
    assert ": where do you hide your bomb?" in bob.messages[-1].text
    assert "17" in bob.messages[-1].buttons


def test_who_blocks_us_and_reads_elsewhere_goes_on_reading_there(stage, playing, bob):
    person = stage.host.store.find_person_id(f"telegram:{bob.id}", 0)
    accounts.set_private_place(stage.host, person, f"push:{person}")
    said = len(playing.said)
    bob.blocks_bot()
    stage.pass_by()
    assert session_of(stage, playing).players[1].place == f"push:{person}"
    assert not any("I cannot write to Bob" in text for text in playing.said[said:])


def test_joining_by_word_needs_the_private_chat_first(stage, group, ann, bob):
    ann.says(group, "/newgame season7")
    bob.says(group, "/join")
    stage.pass_by()
    assert "Bob, open our private chat and press Start: https://t.me/" in " ".join(group.said)
    bob.writes("/start")
    stage.pass_by()
    bob.says(group, "/join")
    stage.pass_by()
    assert session_of(stage, group).players[0].name == "Bob"


@pytest.mark.parametrize("place", ["reddit:message/bob", ""])
def test_who_is_written_to_elsewhere_opens_the_private_chat_before_they_join_in_a_group(stage, group, ann, bob, place):
    bob.writes("/start")
    stage.pass_by()
    person = stage.host.store.find_person_id(f"telegram:{bob.id}", stage.clock.now())
    accounts.set_private_place(stage.host, person, place)
    ann.says(group, "/newgame season7")
    bob.says(group, "/join")
    stage.pass_by()
    assert "Bob, open our private chat and press Start: https://t.me/" in " ".join(group.said)
    assert not session_of(stage, group).players
    assert link_of(next(m for m in group.messages if "Join" in m.buttons)).endswith(session_of(stage, group).id)


def test_a_table_that_is_closed_says_so_where_it_was_open(stage, group, ann):
    ann.says(group, "/newgame season7")
    stage.pass_by()
    table = next(message for message in group.messages if "Join" in message.buttons)
    ann.says(group, "/endgame yes")
    stage.pass_by()
    assert (table.text, table.buttons) == ("Race to a Billion: this game is closed.", [])
    assert group.said[-1] == "The host has closed this game."


def test_each_topic_of_a_forum_is_a_table_of_its_own(stage, group, ann, bob):
    for topic in (3, 4):
        ann.says(group, "/newgame season7", topic=topic)
    stage.pass_by()
    lobbies = [message for message in group.messages if "Join" in message.buttons]
    assert [message.topic for message in lobbies] == [3, 4]
    bob.follows(link_of(lobbies[1]))
    stage.pass_by()
    assert "Bob" not in lobbies[0].text
    assert "Bob" in lobbies[1].text


def test_a_storm_of_refusals_loses_and_doubles_nothing(stage, playing, ann, bob, cat):
    people = [ann, bob, cat]
    for method in ("sendMessage", "editMessageMedia"):
        for _ in range(6):
            stage.api.fail_next(method, 429, 5)
    sealed(stage, people)
    stage.pass_by(300)
    assert "13" in board_of(playing).buttons
    assert sum("Turn order" in each.text for each in playing.messages if not each.photo) == 1
    assert sum(", open a square." in text for person in people for text in person.chat.said) == 1


@pytest.mark.whole
def test_news_outlast_a_telegram_that_is_not_there(stage, playing, ann, bob, cat, caplog):
    for status in (500, 502, 504) * 6:
        stage.api.fail_next("sendMessage", status)
    sealed(stage, [ann, bob, cat])
    stage.pass_by(3600, 5)
    assert sum("Turn order" in each.text for each in playing.messages if not each.photo) == 1
    assert "dead letters" not in caplog.text
    assert stage.api.token not in caplog.text


@pytest.mark.whole
def test_a_question_that_waits_for_its_turn_is_asked_once(stage, group, ann):
    """Two tables ask at once, and what each of them says of the time left changes while the other is shown."""
    people = [ann, *(stage.api.user(f"P{n}") for n in range(7))]
    for person in people[1:]:
        person.joins(group)
    seated(stage, group, people, "/newgame season7 blitz wildcard=no voice=plain")
    for person in people:
        person.taps(person.messages[-1], "5")
    stage.pass_by(120)
    session, said = session_of(stage, group), len(group.said)
    asks = [asked.id for asked in views.load_game_view(stage.host, session.id).asked]
    message = Message(session.id, asks=asks, names=session.map_names_by_seat(), stamp=5)
    for _ in asks[1:]:
        with pytest.raises(Unfinished) as part:
            stage.sender.send(f"telegram:{group.id}", message)
        message.said = part.value.said
        stage.api.advance(20)
    stage.sender.send(f"telegram:{group.id}", message)
    texts = group.said[said:]
    assert len(asks) == len(texts) == 2
    first, second = (int(text.partition("⏳ ")[2].split()[0]) for text in texts)
    assert first - second == 20
    assert len({text.splitlines()[0] for text in texts}) == 2


def test_what_is_too_long_is_said_in_parts_and_once(stage, group):
    lines = [f"{n} " + "<&>" * 100 for n in range(30)]
    message = Message("", [Told("{line}", {"line": line}) for line in lines], stamp=5)
    tries = 0
    while True:
        try:
            stage.sender.send(f"telegram:{group.id}", message)
            break
        except Unfinished as later:
            message.said = later.said
            stage.api.advance(later.seconds)
            tries += 1
    assert tries > 1
    assert "\n".join(text for text in group.said).split("\n") == lines


def test_after_an_outage_the_question_is_posted_again(stage, playing, ann, bob, cat):
    sealed(stage, [ann, bob, cat])
    board = board_of(playing)
    people = [ann, bob, cat]
    asked = [sum(", open a square." in text for text in person.chat.said) for person in people]
    stage.api.advance(3 * 3600)
    board.chat.log.remove(board)
    stage.pass_by()
    assert any("The host did not work for 3 hours." in text for text in playing.said)
    again = [sum(", open a square." in text for text in person.chat.said) for person in people]
    assert sum(again) == 2 * sum(asked) == 2
