"""What a hostile player and a moderator do to the bot on Reddit."""

import pytest

from engine.kernel import Told
from host.core import games
from host.core.session import Command, Post
from host.delivery import places
from host.people import account_linking
from tests.host.doors.reddit.conftest import by_bot, playing


def test_a_thread_whose_opener_left_reddit_goes_on(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.leaves("ann")
    stage.pass_by(700)
    assert stage.games(thread)


def test_a_players_thread_that_is_removed_and_put_back_keeps_its_game(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.removes(thread)
    stage.pass_by(700)
    stage.site.approves(thread)
    stage.pass_by(1000)
    assert stage.games(thread)


def test_one_locked_comment_is_not_a_closed_thread(stage):
    thread = playing(stage, "ann", "bob")
    for comment in stage.site.replies(thread, by=stage.site.bot):
        stage.site.locks(comment)
    stage.says("ann", thread, "pick red")
    stage.pass_by(1000)
    assert not stage.session(thread).paused


def test_a_comment_approved_an_hour_later_is_heard(stage):
    thread = stage.site.thread("Friday", by="ann")
    stage.says("ann", thread, "!new toy pace daily")
    stage.site.filters("bob")
    late = stage.site.says("bob", thread, "join")
    stage.pass_by(1800, 30)
    stage.says("cat", thread, "join")
    stage.pass_by(600, 30)
    stage.site.approves(late)
    stage.settle()
    names = [player.name for player in stage.session(thread).players]
    assert "bob" in names, names


def test_a_table_that_cannot_be_opened_is_answered(stage):
    thread = stage.site.thread("chat", by="zoe")
    stage.site.sub("race", restricted=True)
    asked = stage.says("ann", thread, "!new toy pace daily")
    stage.pass_by(300)
    assert stage.answers(asked)


def test_what_was_written_before_a_question_does_not_answer_it(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.says("ann", thread, "pick red")
    late = stage.site.says("ann", thread, "pick green")
    stage.site.delays(late, 120)
    stage.settle()
    while not stage.asked(thread, "ann"):
        stage.says("bob", thread, "pick red")
    stage.pass_by(200)
    assert stage.asked(thread, "ann")


def test_a_flood_of_help_does_not_keep_the_game_waiting(stage):
    thread = playing(stage, "ann", "bob")
    for _ in range(60):
        stage.site.says("mallory", thread, "!help")
    stage.pass_by(40)
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(300)
    assert any("ann picks" in body for body in by_bot(stage, thread))


@pytest.mark.whole
def test_a_flood_of_help_is_not_answered_line_by_line(stage):
    thread = playing(stage, "ann", "bob")
    for _ in range(60):
        stage.site.says("mallory", thread, "!help")
    stage.pass_by(1200)
    assert sum("`help`" in body for body in by_bot(stage, thread)) <= 10


def test_many_who_ask_for_help_do_not_keep_the_game_waiting(stage):
    thread = playing(stage, "ann", "bob")
    for n in range(40):
        stage.site.says(f"mallory{n}", thread, "!help")
    stage.pass_by(40)
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(120)
    assert any("ann picks" in body for body in by_bot(stage, thread))


def test_a_board_is_not_shown_anew_at_every_wish(stage):
    thread = playing(stage, "ann", "bob")
    asked = [stage.says("mallory", thread, "board") for _ in range(5)]
    boards = [reply for reply in stage.site.replies(thread, by=stage.site.bot) if reply.body.startswith("## ")]
    assert len(boards) == 2
    assert "a moment ago" in stage.answers(asked[1])[0]


def test_a_board_shown_anew_keeps_no_other_game_of_its_thread_from_being_shown(stage):
    thread, other = stage.sealed("ann", "bob"), stage.sealed("cat", "dan")
    (game,) = stage.games(other)
    assert games.show_in_place(stage.host, Command(operator=True), game, f"reddit:{thread.fullname}").ok
    stage.settle()
    asked = [stage.says(name, thread, "board") for name in ("ann", "cat", "bob", "dan")]
    assert [bool(stage.answers(each)) for each in asked] == [False, False, True, True]
    assert all("a moment ago" in stage.answers(each)[0] for each in asked[2:])


@pytest.mark.parametrize("said", ["pick red or green", "pick red/green", "Bob, `pick red`"])
def test_two_wishes_in_one_are_none(stage, said):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    stage.says("ann", thread, said)
    assert [each.id for each in stage.asked(thread, "ann")] == before


@pytest.mark.parametrize("words", ["pick red \ue000u/zoe [x](http://evil.example)\ue001", "!join www.evil.example"])
def test_words_that_the_bot_repeats_link_nowhere_and_call_nobody(stage, words):
    thread = playing(stage, "ann", "bob")
    stage.says("ann", thread, words)
    assert not [item for item in stage.site.notices("zoe") if item.why == "username mention"]
    assert not [body for body in by_bot(stage, thread) if "](http://evil" in body or "www.evil" in body]


def test_what_automoderator_explains_is_no_command(stage):
    thread = playing(stage, "ann", "bob")
    explained = stage.says("AutoModerator", thread, "join\n\nhelp")
    assert stage.answers(explained) == []
    assert len(stage.session(thread).players) == 2


def test_moderators_who_cannot_be_asked_for_cost_nobody_their_words(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.fails("moderators", 403)
    refused = stage.says("bob", thread, "pause")
    assert "Only the player who opened this game" in stage.answers(refused)[0]


def test_moderators_of_whom_reddit_talks_nonsense_cost_nobody_their_words(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.refuses("moderators", "SUBREDDIT_NOEXIST")
    refused = stage.says("bob", thread, "pause")
    assert "Only the player who opened this game" in stage.answers(refused)[0]


def test_reddit_is_asked_once_a_reading_who_moderates_even_if_it_refuses_to_say(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.fails("moderators", 403, times=0)
    with stage.site.counting() as calls:
        refused = [stage.site.says(name, thread, "!pause") for name in ("bob", "cat", "dan")]
        stage.settle()
    assert calls["moderators"] == 1
    assert all("Only the player who opened this game" in stage.answers(each)[0] for each in refused)


@pytest.mark.parametrize("status", [503, "hang"])
def test_a_moderator_who_cannot_be_told_from_others_holds_nobody_up_and_is_heard_later(stage, status):
    stage.site.sub("race").moderators.append("mona")
    thread = playing(stage, "ann", "bob")
    down = stage.site.fails("moderators", status, times=0)
    stage.site.says("mona", thread, "!pause")
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(60)
    assert stage.state(thread).colours == {"p1": "red"}
    assert not stage.session(thread).paused
    stage.site.api.heal(down)
    stage.settle()
    assert stage.session(thread).paused


def test_a_moderator_first_read_late_is_heard_once_reddit_says_who_moderates_however_much_came_since(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = playing(stage, "ann", "bob")
    stage.site.says("mona", thread, "!pause")
    stage.clock.advance(600)  # nobody has read Reddit
    for n in range(120):
        stage.site.says("zoe", thread, f"Number {n}.")
    down = stage.site.fails("moderators", 503, times=0)
    stage.pass_by(60)
    assert not stage.session(thread).paused
    stage.site.api.heal(down)
    stage.settle()
    assert stage.session(thread).paused


def test_a_moderator_is_refused_where_reddit_never_says_so_and_others_play_on(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = playing(stage, "ann", "bob")
    stage.site.fails("moderators", 503, times=0)
    refused = stage.site.says("mona", thread, "!pause")
    for _ in range(5):
        stage.pass_by(100)
        stage.bot.close()
        stage.bot = stage.new_bot()
    assert "Only the player who opened this game" in stage.answers(refused)[0]
    assert not stage.session(thread).paused
    stage.says("ann", thread, "pick red")
    assert stage.state(thread).colours == {"p1": "red"}


def test_whoever_explains_a_command_to_somebody_else_does_not_make_a_move(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    stage.says("ann", thread, "Bob, when it is your turn you write `pick red`, or `stop` if the bot annoys you.")
    assert [each.id for each in stage.asked(thread, "ann")] == before


def test_a_raffle_is_not_a_move(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    stage.says("ann", thread, "Choose green energy, people. Red meat is bad.")
    assert [each.id for each in stage.asked(thread, "ann")] == before


def test_a_troll_opens_no_twenty_threads(stage):
    thread = stage.site.thread("chat", by="zoe")
    for _ in range(12):
        stage.site.says("mallory", thread, "!new toy pace daily")
    stage.pass_by(2400, 15)
    assert len(stage.threads()) <= 3


def test_a_game_is_not_opened_where_nobody_is_heard(stage):
    other = stage.site.thread("Elsewhere", by="ann", sub="other")
    stage.site.says("ann", other, f"u/{stage.site.bot} !new toy pace daily")
    stage.settle()
    if stage.games(other):
        stage.says("bob", other, "join")
        assert "bob" in [player.name for player in stage.session(other).players]


def test_two_hosts_do_not_talk_to_each_other(stage):
    thread = playing(stage, "ann", "bob")
    first = stage.says("other_host", thread, "I do not know the command foo. To see what I can do, write `help`")
    assert stage.answers(first) == []


def test_whoever_was_made_to_write_a_code_learns_how_to_undo_it(stage):
    thread = playing(stage, "ann", "bob")
    code, _ = account_linking.create_browser_code(stage.host)
    victim = stage.says("ann", thread, f"link {code}")
    assert any("unlink" in body for body in stage.answers(victim)), stage.answers(victim)


def test_words_that_were_struck_out_are_not_said(stage):
    thread = playing(stage, "ann", "bob")
    stage.says("ann", thread, "~~pick red~~ pick green")
    assert any("ann picks green" in body for body in by_bot(stage, thread)), by_bot(stage, thread)


def test_words_for_somebody_else_are_not_a_move(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    stage.says("ann", thread, "Bob: pick red")
    assert [each.id for each in stage.asked(thread, "ann")] == before


def test_a_code_block_shows_an_example(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    stage.says("ann", thread, "Write it like this:\n\n    pick red\n\nThat is all.")
    assert [each.id for each in stage.asked(thread, "ann")] == before


def test_a_board_comment_that_a_moderator_removed_is_shown_anew_when_somebody_asks(stage):
    thread = playing(stage, "ann", "bob")
    board = next(reply for reply in stage.site.replies(thread, by=stage.site.bot) if reply.body.startswith("## "))
    stage.site.removes(board)  # which nobody tells its author
    stage.says("ann", thread, "pick red")
    stage.says("bob", thread, "board")
    stage.pass_by(900)
    boards = [reply for reply in stage.site.replies(thread, by=stage.site.bot) if reply.body.startswith("## ")]
    assert any(not reply.gone for reply in boards)


def test_news_are_not_added_to_a_comment_that_a_moderator_removed(stage):
    thread = playing(stage, "ann", "bob")
    for reply in thread.tree():
        if reply.author == stage.site.bot and not reply.body.startswith("## "):
            stage.site.removes(reply)
    stage.says("ann", thread, "pick red")
    stage.pass_by(900)
    told = [reply for reply in thread.tree() if reply.author == stage.site.bot and "ann picks" in reply.body]
    assert any(not reply.gone for reply in told)


def test_a_letter_says_what_belongs_to_no_game_even_if_a_game_has_news_for_the_same_mailbox(stage):
    thread = stage.open("ann", "bob")  # both have something to seal
    (game,) = stage.games(thread)
    word = Told("The thread of {title} is closed.", {"title": "Friday"})
    places.queue_told_line(stage.host, stage.host.store.load_game(game).session, stage.mailbox("ann"), word)
    (asked,) = stage.asked(thread, "ann")
    stamp = int(stage.host.now() * 1000) + 10
    stage.host.store.queue_posts([Post(stage.mailbox("ann"), game, stamp, asks=[asked.id])], stage.host.now())
    stage.settle()
    letters = [message.body for message in stage.site.messages_to("ann")]
    assert any("The thread of Friday is closed." in body for body in letters)
