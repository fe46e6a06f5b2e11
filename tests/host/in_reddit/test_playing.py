"""A comment becomes a move, and the thread shows it."""

from tests.host.in_reddit.conftest import WEB


def seal(stage, thread, *names):
    """Everybody seals, each in a message to the bot, which nobody else reads."""
    for name in names:
        stage.site.writes(name, "seal 3")
    stage.settle()


def body(stage, thread):
    """What shows the game."""
    return thread.body if thread.author == stage.site.bot else board(stage, thread).body


def board(stage, thread):
    return next(reply for reply in stage.site.replies(thread, by=stage.site.bot) if reply.body.startswith("## "))


def trees(stage, thread):
    """The bot's top comments but for the board, each with what stands below it."""
    tops = [reply for reply in stage.site.replies(thread, by=stage.site.bot) if reply.body.startswith("### ")]
    return {top.body.splitlines()[0]: [top.body, *[below.body for below in top.replies]] for top in tops}


def test_a_pick_in_a_comment_is_a_move_and_the_board_and_the_digest_show_it(stage):
    thread = stage.open("ann", "bob")
    seal(stage, thread, "ann", "bob")
    assert "**u/ann**" in body(stage, thread)
    pick = stage.says("ann", thread, "I feel lucky. pick red")
    assert stage.answers(pick) == []
    assert "**u/bob**" in body(stage, thread)
    (lap,) = [said for heading, said in trees(stage, thread).items() if "Lap" in heading]
    assert any("ann picks" in text for text in lap)


def test_whoever_is_asked_is_called_by_name_and_told_how_to_answer(stage):
    thread = stage.open("ann", "bob")
    seal(stage, thread, "ann", "bob")
    (called,) = [item.thing.body for item in stage.site.notices("ann") if "Write `pick`" in item.thing.body]
    assert "`Red`, `Green`, `Blue`" in called
    assert WEB not in called
