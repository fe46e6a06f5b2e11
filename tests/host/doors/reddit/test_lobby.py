"""Tables are opened, filled, begun and led by comments."""

import re

import pytest

from engine.kernel.chance import compute_word_hash
from engine.rulesets import RULESETS
from host.core.session import LOBBY, RUNNING
from host.doors.reddit.account import RedditAccount
from host.doors.reddit.board import escape_markdown
from host.doors.reddit.places import build_reddit_identity
from host.people import accounts
from tests.fakes.reddit import Comment
from tests.host.doors.computer_cards import list_expected_cards
from tests.host.doors.reddit.conftest import WEB


def test_a_table_in_somebodys_own_thread_is_shown_there_in_a_comment(stage):
    thread = stage.site.thread("Friday game", by="ann")
    made = stage.says("ann", thread, "!new season7 pace 36h target=5000000")
    session = stage.session(thread)
    assert (session.pace, session.options, session.by) == (36 * 3600, {"target": 5_000_000}, stage.person("ann"))
    assert stage.answers(made) == []
    assert "A new game is open. A turn can take up to 36 hours." in stage.board(thread)
    stage.says("bob", thread, "I'll join!")
    assert "1. u/bob" in stage.board(thread)
    stage.says("bob", thread, "leave")
    assert "Nobody has joined yet." in stage.board(thread)


def test_a_table_that_is_closed_says_so_and_not_how_to_play_there(stage):
    thread = stage.site.thread("Friday game", by="ann")
    stage.says("ann", thread, "!new season7 pace 36h")
    stage.says("ann", thread, "endgame yes")
    assert "this game is closed" in stage.board(thread)
    assert "To play, write a comment" not in stage.board(thread)


def test_elsewhere_the_bot_opens_a_thread_of_its_own_whose_text_is_the_board(stage):
    somewhere = stage.site.thread("What shall we play?", by="zoe")
    made = stage.says("ann", somewhere, "u/race_host new toy")
    (thread,) = stage.threads()
    (answer,) = stage.answers(made)
    assert answer == f"The new game is here: https://redd.it/{thread.id}"
    assert thread.title.startswith("The Toy [")
    assert stage.session(thread).by == stage.person("ann")
    for name in ("ann", "bob"):
        stage.says(name, thread, "join")
    stage.says("ann", thread, "begin")
    assert thread.body.startswith("## The Toy\n\n**running**")
    assert not [reply for reply in stage.site.replies(thread, by="race_host") if reply.body.startswith("## ")]


def test_a_thread_of_the_bot_is_taken_up_by_a_moderator(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.site.thread("For a game", "here soon", by="race_host")
    stage.says("mona", thread, "!new toy")
    assert "A new game is open. A turn can take up to" in thread.body


def test_a_message_opens_a_table_too_and_a_second_one_in_a_thread_gets_its_own(stage):
    stage.site.writes("ann", "new toy")
    stage.settle()
    (first,) = stage.threads()
    stage.says("ann", first, "!new toy pace 3d")
    assert len(stage.threads()) == 2
    assert len(stage.games(first)) == 1


def test_the_thread_is_opened_once_even_if_the_answer_is_lost(stage):
    somewhere = stage.site.thread("What shall we play?", by="zoe")
    stage.site.cuts("submit")
    stage.says("ann", somewhere, "!new toy")
    stage.settle()
    assert len(stage.threads()) == 1
    assert len(stage.games(stage.threads()[0])) == 1


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("!new", "Which game do you want? For example: `!new season7`"),
        ("!new monopoly", "There is no game of that name"),
        ("!new toy pace fast", "How long may a turn take? Write one of"),
        ("!new season7 pace daily bogus=1", "There is no option called bogus."),
    ],
)
def test_what_cannot_be_opened_is_said_why(stage, text, answer):
    thread = stage.site.thread("Friday game", by="ann")
    assert answer in stage.answers(stage.says("ann", thread, text))[0]
    assert stage.games(thread) == []


def test_a_game_named_alone_is_asked_first_how_much_time_there_is(stage):
    thread = stage.site.thread("Friday game", by="ann")
    (answer,) = stage.answers(stage.says("ann", thread, "!new season7"))
    assert stage.games(thread) == []
    offered = re.findall(r"`!new (season7 for=[\w-]+)`", answer)
    assert offered == [f"season7 for={span}" for span in ("half-hour", "evening", "week", "month", "race")]
    opened = stage.says("ann", thread, f"!new {offered[2]}")
    assert stage.answers(opened) == []
    (game,) = stage.games(thread)
    assert stage.saved(game).session.span == "week"
    assert stage.saved(game).session.options["target"] < 1_000_000_000


def test_only_whoever_opened_it_or_a_moderator_begins_and_leads(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.site.thread("Friday game", by="ann")
    for name, text in (("ann", "!new toy"), ("bob", "join"), ("cat", "join")):
        stage.says(name, thread, text)
    assert "Only the player who opened this game" in stage.answers(stage.says("bob", thread, "begin"))[0]
    assert stage.answers(stage.says("mona", thread, "!begin")) == []
    assert stage.session(thread).stage == "running"
    assert stage.answers(stage.says("ann", thread, "pause")) == []
    assert stage.session(thread).paused
    assert "The clocks are stopped" in stage.board(thread)
    assert stage.answers(stage.says("mona", thread, "!resume")) == []
    stage.says("ann", thread, "extend 12h")
    assert any("Everybody gets 12 hours more." in line for line in stage.said(thread))
    stage.says("ann", thread, "standin cat")
    assert stage.session(thread).players[1].bot
    assert "This ends the game for all players." in stage.answers(stage.says("ann", thread, "endgame"))[0]
    stage.says("ann", thread, "endgame yes")
    assert "The game is over." in stage.board(thread)


def test_leaving_a_running_game_needs_a_word_more_and_kick_shows_out(stage):
    thread = stage.sealed("ann", "bob", "cat")
    assert "leave yes" in stage.answers(stage.says("cat", thread, "leave"))[0]
    stage.says("cat", thread, "leave yes")
    assert any("cat leaves the game." in line for line in stage.said(thread))
    stage.says("ann", thread, "kick bob")
    assert any("The host removes bob from the game." in line for line in stage.said(thread))


def test_an_account_names_its_player_whatever_the_seats_are_called(stage):
    thread = stage.sealed("ann", "bob", "cat")
    stage.rename("bob", "Robert")
    stage.rename("cat", "bob")
    stage.says("ann", thread, "kick u/bob")
    players = {each.name: each.bot for each in stage.session(thread).players}
    assert (players["Robert"], players["bob"]) == (True, False)


def test_of_several_games_the_one_to_be_left_is_named_in_a_message(stage):
    first, second = (stage.session(stage.sealed("ann", "bob", "cat")).id for _ in range(2))
    stage.site.writes("bob", "leave yes")
    stage.settle()
    answer = stage.site.messages_to("bob")[-1].body
    assert "Which game do you mean?" in answer
    assert first in answer
    assert second in answer
    stage.site.writes("bob", f"leave {first}")
    stage.settle()
    assert f"leave {first} yes" in stage.site.messages_to("bob")[-1].body
    stage.site.writes("bob", f"leave {first} yes")
    stage.settle()
    assert [stage.saved(game).session.players[1].out for game in (first, second)] == [True, False]


def test_computer_players_fill_seats_and_play(stage):
    thread = stage.site.thread("Friday game", by="ann")
    for text in ("!new toy", "join", "bots 2"):
        stage.says("ann", thread, text)
    assert "2. Ada (bot)" in stage.board(thread)
    assert "at most 8" in stage.answers(stage.says("ann", thread, "bots 99"))[0]
    stage.says("ann", thread, "begin")
    assert len(stage.session(thread).players) == 3


def test_a_seat_is_taken_once(stage):
    thread = stage.open("ann", "bob")
    (answer,) = stage.answers(stage.says("bob", thread, "join"))
    assert answer == "You are already in this game."


def test_rounds_side_by_side_have_a_tree_each(stage):
    thread = stage.site.thread("A season", by="ann")
    stage.says("ann", thread, "!new season7 pace daily")
    for name in ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"):
        stage.site.says(name, thread, "join")
    stage.settle()
    stage.says("ann", thread, "begin")
    for name in ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"):
        stage.site.writes(name, "seal 3")
    stage.settle()
    rounds = [panel.title for panel in stage.shown(thread).view.panels]
    assert len(rounds) > 1
    trees = stage.trees(thread)
    assert set(trees) == {"### News about the game", *(f"### {title}" for title in rounds)}
    asked = {each.who: each.id.partition("#")[0] for each in stage.shown(thread).asked}
    for seat, table in asked.items():
        name = stage.session(thread).find_player_in(seat).name
        told = [heading for heading, said in trees.items() if any(f"**u/{name}**" in text for text in said)]
        title = next(panel.title for panel in stage.shown(thread).view.panels if panel.id == table)
        assert told == [f"### {title}"]


def test_news_is_added_to_the_last_comment_until_somebody_has_to_be_called(stage):
    thread = stage.sealed("ann", "bob")
    before = len(stage.site.by_bot(Comment))
    for _ in range(5):
        stage.says("zoe", thread, "nice")
        stage.says("ann", thread, "!shout")
    assert len(stage.site.by_bot(Comment)) == before + 1
    assert sum("ann shouts." in line for line in stage.said(thread)) == 5


@pytest.mark.whole
@pytest.mark.parametrize("hours", [1, 14])
def test_what_concerns_the_game_as_a_whole_stands_among_the_news_of_the_only_round(stage, hours):
    """So the morning's recap costs no comment, while the last one is fresh."""
    thread = stage.sealed("ann", "bob")
    stage.says("ann", thread, "pick red")
    stage.pass_by(hours * 3600, 300)
    before = stage.site.by_bot(Comment)
    for line in ("pause", "resume", "pause", "resume"):
        stage.says("ann", thread, line)
    new = [each for each in stage.site.by_bot(Comment) if each not in before]
    newest = new[0] if hours > 12 else before[-1]
    assert len(new) == (hours > 12)
    assert all("### News" not in each.body for each in new)
    assert len(re.findall("clocks are stopped|A break", newest.body)) == 2


def test_a_tree_whose_comment_was_removed_begins_anew(stage):
    thread = stage.sealed("ann", "bob")
    for reply in stage.site.replies(thread, by="race_host"):
        stage.site.removes(reply, by="mona")
    for _ in range(3):
        stage.says("ann", thread, "!shout")
    stage.says("ann", thread, "pick red")
    seen = [reply.body for reply in stage.site.replies(thread, by="race_host") if not reply.removed_by]
    assert any("ann picks" in text for reply in seen for text in [reply]) or any(
        "ann picks" in line for line in stage.said(thread)
    )


def test_everything_a_bot_says_of_itself_is_true(stage):
    thread = stage.open("ann", "bob")
    agent = stage.bot.wire.keys.user_agent
    assert agent.startswith("linux:race-to-a-billion:v0.3.0 (by /u/race_host)")
    assert isinstance(stage.bot.wire, RedditAccount)
    assert f"{WEB}/g/{stage.session(thread).id}" in stage.board(thread)
    assert "I am a bot. If you write `stop`, I never notify you" in stage.board(thread)


def test_a_thread_says_once_where_secrets_are_read_and_again_to_all_who_are_asked(stage):
    thread = stage.open("ann", "bob", "cat", "dan", line="!new season7 pace daily voice=plain", messages=False)
    joined = [each for each in thread.tree() if each.body == "join"]
    answers = [text for each in joined for text in stage.answers(each)]
    assert len(joined) == 4
    assert len(answers) == 1
    assert "/claim" in answers[0]
    assert all(any(f"{name} joins" in line for line in stage.said(thread)) for name in ("ann", "bob", "cat", "dan"))
    called = " ".join(each.body for each in thread.tree() if "🔒" in each.body)
    assert "/claim" in called


def test_who_joins_may_bring_a_word_of_their_own(stage):
    thread = stage.site.thread("Friday game", by="ann")
    stage.says("ann", thread, "!new toy")
    tulip, rose = compute_word_hash("tulip"), compute_word_hash("rose")
    stage.says("bob", thread, f"!join {tulip}")
    stage.says("cat", thread, "!join")
    assert [player.sealed_word for player in stage.session(thread).players] == [tulip, ""]
    stage.says("cat", thread, f"!join {rose}")
    assert [player.sealed_word for player in stage.session(thread).players] == [tulip, rose]
    stage.says("ann", thread, "!begin")
    stage.says("bob", thread, "!word tulip")
    assert stage.session(thread).stage == LOBBY
    stage.says("cat", thread, "!word rose")
    assert stage.session(thread).stage == RUNNING


@pytest.mark.parametrize("game", sorted(RULESETS))
def test_a_lobby_and_a_word_tell_what_each_computer_is_like(stage, game):
    thread = stage.site.thread("Friday game", by="ann")
    stage.says("ann", thread, f"!new {game} pace daily")
    stage.says("ann", thread, "bots 2")
    cards = list_expected_cards(stage.session(thread))
    assert len(cards) == 2
    for name, card in cards.items():
        assert escape_markdown(card) in stage.board(thread)
        asked = stage.says("zoe", thread, f"rules {name}")
        assert stage.answers(asked) == [escape_markdown(card)]


def test_a_newcomer_joins_and_asks_for_what_needs_a_seat_in_one_comment(stage):
    accounts.load_or_create_person(stage.host, build_reddit_identity("bob"), "bob")
    told = []
    for name in ("bob", "zoe"):  # known before, and new
        thread = stage.site.thread("Friday game", by="ann")
        stage.says("ann", thread, "!new toy pace daily")
        told.append(stage.answers(stage.says(name, thread, "join\n\nmystuff")))
    assert told[0] == told[1]
