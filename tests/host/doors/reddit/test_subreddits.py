"""What belongs to a subreddit and not to one thread: its leaders, its usual table, and word of the next one."""

from unittest.mock import Mock

import pytest

from host.doors.reddit.call import RedditCall
from host.doors.reddit.command_parsing import WrittenCommand, parse_comment, parse_pasted_pack
from host.said.desk import invitations, refusals, settings

ANSWERS = {"colour": "pick red", "letters": "pick A, B", "bid": "pick 30", "motto": "answer Never on a Sunday"}


def play_on(stage, thread):
    """Two laps: whoever is asked answers."""
    for _ in range(14):
        who, key = next((who, each.key) for who in ("ann", "bob") for each in stage.asked(thread, who))
        if key == "seal":
            stage.site.writes(who, "seal 3")
            stage.settle()
        else:
            stage.says(who, thread, ANSWERS[key])


def test_who_leads_is_counted_over_all_threads_of_a_subreddit(stage):
    thread = stage.open("ann", "bob")
    assert "Nobody has finished a game here yet." in stage.answers(stage.says("zoe", thread, "!leaders"))[0]
    play_on(stage, thread)
    second = stage.site.thread("Another one", by="cat")
    (told,) = stage.answers(stage.says("cat", second, "Who leads here, I wonder. !leaders"))
    assert "of 1 games" in told, told
    assert "ann" in told
    assert "bob" in told


def test_a_table_is_opened_as_is_usual_there_and_moderators_say_what_is(stage):
    stage.site.sub("race").moderators.append("mona")
    thread = stage.site.thread("What shall we play?", by="ann")
    assert "This group has no settings yet. Write" in stage.answers(stage.says("ann", thread, "!new usual"))[0]
    assert settings.NOT_YOU in stage.answers(stage.says("ann", thread, "!usual toy 36h"))[0]
    (told,) = stage.answers(stage.says("mona", thread, "!usual season7 36h target=5000000"))
    assert "36 hours for a turn" in told
    assert "pinned" not in told
    made = stage.says("ann", stage.site.thread("Now", by="ann"), "!new usual")
    assert stage.answers(made) == []
    session = stage.session(made.thread)
    assert (session.ruleset, session.pace, session.options) == ("season7", 36 * 3600, {"target": 5_000_000})
    stage.site.writes("mona", "!usual ladder daily")
    stage.settle()
    assert refusals.IN_PUBLIC in stage.site.messages_to("mona")[-1].body


def test_whoever_waits_for_a_table_hears_of_it_once_by_message(stage):
    stage.site.writes("cat", "messages")
    stage.settle()
    thread = stage.site.thread("Looking for a game", by="cat")
    (told,) = stage.answers(stage.says("cat", thread, "!next"))
    assert invitations.CALLS_SET.partition("{")[0] in told
    (told,) = stage.answers(stage.says("dan", thread, "!next"))
    assert "I can send you this only in a private message. To allow private messages, write" in told
    before = len(stage.site.messages_to("cat"))
    stage.says("ann", stage.site.thread("A game", by="ann"), "!new toy")
    (letter,) = stage.site.messages_to("cat")[before:]
    assert "You asked me to tell you about new games. A new one is open: The Toy" in letter.body
    assert stage.site.messages_to("dan") == []
    stage.says("cat", thread, "`!next off`")
    stage.says("bob", stage.site.thread("Another game", by="bob"), "!new toy")
    assert len(stage.site.messages_to("cat")) == before + 1


def test_words_that_everybody_says_count_only_where_they_are_marked():
    for text in ("next", "Next time I win.", "As usual!", "next off", "the usual, please"):
        assert parse_comment(text, "race_host") == []
    found = [
        parse_comment(text, "race_host")[0]
        for text in ("!next", "u/race_host next", "so: `usual toy 3d`", "hi! !next off")
    ]
    assert [(each.word, each.rest) for each in found] == [
        ("next", ""),
        ("next", ""),
        ("usual", "toy 3d"),
        ("next", "off"),
    ]


def test_lines_of_a_pack_are_no_commands_and_packing_is_none_either():
    for text in ("pack your bags", "We pack at noon. Pack light!", "pack add songs\n\njoin | a | b | c | d"):
        assert parse_pasted_pack(text, private=False) is None
    said = parse_pasted_pack(
        "`!pack add songs`\n\n```\njoin\\_it? | a | b | c | d\n\nleave? | a | b | c | d\n```", private=False
    )
    assert said == WrittenCommand("pack", "add songs\njoin_it? | a | b | c | d\nleave? | a | b | c | d", marked=True)
    assert parse_pasted_pack("Pack show songs", private=True) == WrittenCommand("pack", "show songs", marked=True)
    assert [(each.word, each.rest) for each in parse_comment("!pack off sport", "race_host")] == [("pack", "off sport")]
    assert parse_comment("Let us pack. Pack off!", "race_host") == []


@pytest.mark.parametrize(
    ("place", "subreddit", "heard"),
    [
        ("reddit:t3_a", "GameShow", True),
        ("reddit:t3_a", "gameshow", True),
        ("reddit:t3_a", "elsewhere", False),
        ("", "GameShow", False),
    ],
)
def test_a_bot_hears_every_comment_in_threads_of_its_own_subreddits_alone(place, subreddit, heard):
    call = Mock(place=place)
    call.remark.subreddit = subreddit
    call.sender.wire.keys.subreddits = ["GameShow"]
    assert RedditCall.is_in_read_thread.__get__(call) is heard
