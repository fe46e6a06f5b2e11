"""What a hostile player, a moderator and an operator do to the bot on Reddit."""

import requests

from engine.kernel import Told
from host import claims, outbox
from host.reddit.sender import LINK
from host.session import Post


def seal(stage, *names):
    for name in names:
        stage.site.writes(name, "seal 3")
    stage.settle()


def playing(stage, *names, line="!new toy pace daily"):
    thread = stage.open(*names, line=line)
    seal(stage, *names)
    assert stage.asked(thread, names[0])
    return thread


def by_bot(stage, thread):
    return [comment.body for comment in thread.tree() if comment.author == stage.site.bot]


def tells(stage, thread, text):
    (game,) = stage.games(thread)
    session = stage.house.store.game(game).session
    outbox.tell(stage.house, session, f"reddit:{thread.fullname}", Told(text, {}))


# operator


def test_a_password_wrong_for_ten_minutes_loses_no_news(stage):
    thread = playing(stage, "ann", "bob")
    good = stage.site.credentials.password
    stage.site.changes_password("another")
    tells(stage, thread, "A word that must arrive.")
    stage.pass_by(600)
    stage.site.changes_password(good)
    stage.settle()
    stage.pass_by(1000, 15)
    assert any("A word that must arrive" in body for body in by_bot(stage, thread))


def letter(stage, who):
    """A letter with a private link waits for somebody."""
    stamp = int(stage.house.now() * 1000)
    stage.house.store.post([Post(f"reddit:u/{who}", "", stamp, asks=[LINK])], stage.house.now())


def test_a_password_wrong_for_a_while_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    assert stage.mailbox("ann") == "reddit:u/ann"
    good = stage.site.credentials.password
    letter(stage, "ann")
    stage.site.changes_password("another")
    stage.pass_by(120)
    stage.site.changes_password(good)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_a_letter_refused_because_something_is_broken_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.refuses("compose", "SOMETHING_IS_BROKEN")
    stage.pass_by(120)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_a_token_refused_once_for_too_many_calls_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.expires_token()
    stage.site.fails("token", 429, times=2)
    stage.pass_by(200)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_one_403_for_a_letter_forgets_no_mailbox(stage):
    playing(stage, "ann", "bob")
    letter(stage, "ann")
    stage.site.fails("compose", 403)
    stage.pass_by(200)
    stage.settle()
    assert stage.mailbox("ann") == "reddit:u/ann"


def test_one_403_does_not_stop_every_game_for_good(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.fails("comments", 403)
    stage.pass_by(4000)
    assert not stage.session(thread).paused


def test_a_private_subreddit_that_opens_again_goes_on(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.closes("race")
    stage.pass_by(200)
    stage.site.closes("race", private=False)
    stage.pass_by(4000)
    assert not stage.session(thread).paused


def test_a_thread_missing_from_one_answer_is_not_lost(stage):
    thread = playing(stage, "ann", "bob")
    stage.pass_by(310)
    stage.site.garbles(misses=[thread], endpoint="info")
    stage.pass_by(700)
    assert not stage.site.world.garbler.coming
    assert stage.games(thread)


def test_one_thread_that_cannot_be_read_does_not_make_the_bot_deaf(stage):
    bad = stage.open("cat", "dan", by="cat")
    thread = playing(stage, "ann", "bob")
    other = stage.site.thread("Chatter", by="zed")
    for n in range(520):
        stage.site.says("zed", other, f"line {n}")
    del stage.site.world.things[bad.fullname]  # its community was closed by Reddit: 404 from now on
    stage.pass_by(400)
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(6000, 15)
    assert any("ann picks" in body for body in by_bot(stage, thread))


# moderators


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


# players


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


def test_a_flood_of_help_is_not_answered_line_by_line(stage):
    thread = playing(stage, "ann", "bob")
    for _ in range(60):
        stage.site.says("mallory", thread, "!help")
    stage.pass_by(1200)
    assert sum("`help`" in body for body in by_bot(stage, thread)) <= 10


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
    first = stage.says("other_host", thread, "I do not know that: foo. The comment `help` tells what I do.")
    assert stage.answers(first) == []


def test_whoever_was_made_to_write_a_code_learns_how_to_undo_it(stage):
    thread = playing(stage, "ann", "bob")
    code, _ = claims.opened(stage.house)
    victim = stage.says("ann", thread, f"link {code}")
    assert any("unlink" in body for body in stage.answers(victim)), stage.answers(victim)


# Reddit itself


def test_a_hidden_limit_is_the_whole_account_s(stage):
    thread = playing(stage, "ann", "bob")
    stage.site.slows("comment", 600)
    before = stage.site.count()["comment"]
    for who in ["ann", "bob", "cat", "dan", "eve"]:
        stage.site.says(who, thread, "!help")
    stage.pass_by(500)
    assert stage.site.count()["comment"] - before <= 2


def test_an_answer_is_not_given_twice_when_the_line_breaks(stage):
    thread = playing(stage, "ann", "bob")
    asked = stage.site.says("zed", thread, "!help")
    stage.site.cuts("comment")
    stage.settle()
    stage.pass_by(200)
    assert [record.status for record in stage.site.calls if record.endpoint == "comment"].count(0) == 1
    assert len(stage.answers(asked)) == 1


def test_a_question_that_nobody_could_read_does_not_run_out(stage):
    thread = playing(stage, "ann", "bob", line="!new toy pace 1h")
    for endpoint in ("comment", "edit", "compose"):
        stage.site.slows(endpoint, 3 * 3600)
    stage.site.says("ann", thread, "pick red")
    stage.pass_by(2.5 * 3600, 30)
    assert stage.asked(thread, "bob")


def test_a_day_without_reddit_costs_nobody_a_turn(stage):
    thread = playing(stage, "ann", "bob")
    before = [each.id for each in stage.asked(thread, "ann")]
    with stage.site.down(503):
        stage.pass_by(86_400 * 1.5, 300)
    stage.pass_by(120)
    assert [each.id for each in stage.asked(thread, "ann")] == before
    stage.says("ann", thread, "pick red")
    assert any("ann picks" in body for body in by_bot(stage, thread))


def test_reddit_that_is_down_is_not_asked_once_for_every_place(stage):
    thread = playing(stage, "ann", "bob")
    for who in ("cat", "dan", "eve", "fay", "gus", "hal"):
        stage.site.says(who, thread, "!help")
    stage.pass_by(65)
    with stage.site.down(503):
        for who in ("cat", "dan", "eve", "fay", "gus", "hal"):
            stamp = int(stage.house.now() * 1000)
            stage.house.store.post([Post(f"reddit:{thread.replies[-1].fullname}", "", stamp, [Told(who, {})])], 0.0)
            stamp += 1
            stage.house.store.post([Post(f"reddit:t1_{who}", "", stamp, [Told(who, {})])], 0.0)
        stage.pass_by(65)
        before = len(stage.site.calls)
        stage.bot.speak()
        assert len(stage.site.calls) - before <= 2


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


def test_a_look_at_a_reddit_that_hangs_ends_before_its_function_is_killed(stage):
    playing(stage, "ann", "bob")
    for name in ("one", "two", "three"):
        stamp = int(stage.house.now() * 1000)
        stage.house.store.post([Post(f"reddit:t1_{name}", "", stamp, [Told(name, {})])], 0.0)
    stage.clock.advance(120)
    waited = []

    def hang(*_args, timeout, **_kwargs):
        waited.append(timeout)
        raise requests.ReadTimeout

    stage.bot.wire.line._http.request = hang
    stage.bot.listen()
    stage.bot.speak()
    assert sum(waited) < 25, waited  # Globals.Function.Timeout


def test_a_letter_says_what_belongs_to_no_game_even_if_a_game_has_news_for_the_same_mailbox(stage):
    thread = stage.open("ann", "bob")  # both have something to seal
    (game,) = stage.games(thread)
    word = Told("The thread of {title} is closed.", {"title": "Friday"})
    outbox.tell(stage.house, stage.house.store.game(game).session, stage.mailbox("ann"), word)
    (asked,) = stage.asked(thread, "ann")
    stamp = int(stage.house.now() * 1000) + 10
    stage.house.store.post([Post(stage.mailbox("ann"), game, stamp, asks=[asked.id])], stage.house.now())
    stage.settle()
    letters = [message.body for message in stage.site.messages_to("ann")]
    assert any("The thread of Friday is closed." in body for body in letters)
