import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.doors.reddit.command_parsing import WrittenCommand, parse_comment


def heard(body, *, direct=False):
    return [(said.word, said.rest) for said in parse_comment(body, "rtab_bot", {"bob"}, direct=direct)]


ONE = {
    "pick 17": ("pick", "17"),
    "PICK 17": ("pick", "17"),
    "Pick b4.": ("pick", "B4"),
    "B4": ("pick", "B4"),
    "b4!": ("pick", "B4"),
    "lock 9": ("lock", "9"),
    "peek 12": ("peek", "12"),
    "use deflect": ("use", "deflect"),
    "choose 2": ("choose", "2"),
    "choose keep it": ("choose", "keep it"),
    "!pick 17": ("pick", "17"),
    "! pick 17": ("pick", "17"),
    r"\!pick 17": ("pick", "17"),
    "u/rtab_bot pick 17": ("pick", "17"),
    "/u/RTAB_bot, pick 17": ("pick", "17"),
    "Hey u/rtab_bot please pick 17": ("pick", "17"),
    "`pick 17`": ("pick", "17"),
    '"pick 17"': ("pick", "17"),
    "“Pick 17”, please": ("pick", "17"),
    "My move is `B4`, good luck everybody": ("pick", "B4"),
    "**pick 17**": ("pick", "17"),
    "*pick 17*": ("pick", "17"),
    "~~pick 4~~ pick 17": ("pick", "17"),
    "# pick 17": ("pick", "17"),
    "- pick 17": ("pick", "17"),
    "1. pick 17": ("pick", "17"),
    ">!pick 17!<": ("pick", "17"),
    "My move: pick 17": ("pick", "17"),
    "pick 17 please!": ("pick", "17"),
    "pick 17, thanks": ("pick", "17"),
    "pick 17 because it is lucky": ("pick", "17"),
    "Ok, I'll pick 17 and hope": ("pick", "17"),
    "I want a bomb-free day. Pick 17!": ("pick", "17"),
    "Hi bot, I will pick B4": ("pick", "B4"),
    "pick 1, 5, 7": ("pick", "1, 5, 7"),
    "pick 5,000": ("pick", "5,000"),
    "pick 5 million": ("pick", "5 million"),  # and not 5
    "answer 17": ("answer", "17"),
    "answer b4": ("answer", "B4"),
    "answer 17, thanks!": ("answer", "17"),
    "answer 50 states": ("answer", "50 states"),  # whatever is asked for: an answer may be in words
    "!answer 7 of 9": ("answer", "7 of 9"),
    "answer 42 because it is lucky": ("answer", "42 because it is lucky"),
    "pick 50:50": ("pick", "50:50"),
    "list 5 12 7": ("list", "5 12 7"),
    "pick 17 or 18": ("pick", "17 or 18"),  # neither: the game refuses it
    "pick 17/18": ("pick", "17/18"),
    "pick 17, or maybe B4": ("pick", "17, or maybe B4"),
    "lock 9 or 10": ("lock", "9 or 10"),
    "pick 17 ~~18~~": ("pick", "17"),
    "pick \u200b17\u00a0": ("pick", "17"),
    "seal 7": ("seal", "7"),
    "join": ("join", ""),
    "Join!": ("join", ""),
    "I'll join please": ("join", ""),
    "leave": ("leave", ""),
    "leave yes": ("leave", "yes"),
    "!new season7 pace daily": ("new", "season7 pace daily"),
    "link 7k3m": ("link", "7k3m"),
    "rules Gift Card": ("rules", "Gift Card"),
    "u/rtab_bot pik 17": ("pik", "17"),
    r"u/rtab\_bot pick 17": ("pick", "17"),  # the editor for phones and new sites marks underscores so
    "![img](emote|t5_2|1) pick 17": ("pick", "17"),
    "![gif](giphy|abc)\npick 17": ("pick", "17"),
    "🍀 pick 17 🍀": ("pick", "17"),
    "🤞🏽 B4": ("pick", "B4"),
    "B4 🤞": ("pick", "B4"),
    "B4 please :)": ("pick", "B4"),
    "join 🎉": ("join", ""),
    "`join` 🎉": ("join", ""),
    "!stop 😂": ("stop", ""),
    "leave :-(": ("leave", ""),
    "I'd like to use deflect please": ("use", "deflect"),
    "pick17": ("pick", "17"),
    "!Pick17": ("pick", "17"),
    "lock #9": ("lock", "9"),
    "pick #17, thanks": ("pick", "17"),
    "~~pick 17~~ Edit: 18": ("pick", "18"),
    "kick bob_": ("kick", "bob_"),
    "kick my-bot": ("kick", "my-bot"),
    "kick Tia 🎉": ("kick", "Tia 🎉"),
    "vote u/_cat_": ("vote", "u/_cat_"),
    r"vote \_cat\_": ("vote", "_cat_"),
    "_pick 17_": ("pick", "17"),
    "__Ok, pick 17__": ("pick", "17"),
}
NONE = [
    "> pick 17",
    "    pick 17",
    "```\npick 17\n```",
    "~~pick 17~~",
    "~~pick 17\nlock 9~~",
    "“Pick 17”, she said",
    "you write `pick 17`, or `stop`",
    "I would not `pick 17`",
    "The comment `help` tells what I do",
    "Bob: pick 17",
    "Bob, `pick 17`",
    "pick 17 was a mistake",
    "u/bob, pick 17",
    ">pick 17",
    "  > pick 17",
    ">> pick 17",
    "Should I pick 17?",
    "pick 17?",
    "I wouldn't pick 17",
    "I won’t pick 17",
    "Ann should pick 17",
    "join us",
    "leave it to me",
    "take care",
    "bomb away",
    "seal of approval",
    "peek behind you",
    "17",
    "Yes, 3.",
    "the “17” square",
    "B4 that I was winning",
    "edit: 2 typos",
    "Stop 😂",
    "help :D",
    "🎉",
    "u/bob 🎉 pick 17",
    "u/rtab_bot_fan pick_17",
    "thanks u/rtab_bot, you are the best host there ever was",
    "",
    "[deleted]",
    "[removed]",
    "https://example.org/pick/17",
]


@pytest.mark.parametrize(("body", "command"), ONE.items())
def test_a_command_is_found_however_it_is_written(body, command):
    assert heard(body) == [command]


@pytest.mark.parametrize("body", NONE)
def test_what_is_no_command_is_none(body):
    assert heard(body) == []


def test_several_lines_are_several_commands_in_order_and_the_same_twice_is_one():
    assert heard("lock 9\n\nGood evening everybody\npeek 12\nLOCK 9\n") == [("lock", "9"), ("peek", "12")]
    assert heard("!lock 9 !peek 12") == [("lock", "9"), ("peek", "12")]
    assert heard("`lock 9` and then `peek 12`") == [("lock", "9"), ("peek", "12")]


def test_a_quoted_line_repeats_somebody_else_and_the_lines_around_it_count():
    assert heard("> pick 17\n\nNo, pick 4") == [("pick", "4")]
    assert heard("pick 4\n> pick 17\n") == [("pick", "4")]


def test_what_is_struck_out_over_several_lines_is_no_command_but_two_paragraphs_are_struck_out_apart():
    assert heard("~~pick 17\nlock 9~~\npick 4") == [("pick", "4")]
    assert heard("~~pick 17~~ peek 2\nlock 9~~") == [("peek", "2"), ("lock", "9")]
    assert heard("about ~~ 5\n\npick 4\n\nor ~~ 6") == [("pick", "4")]


def test_a_bare_number_counts_only_where_it_is_said_to_us():
    assert heard("17", direct=True) == [("pick", "17")]
    assert heard("17!", direct=True) == heard("17 please 🤞", direct=True) == [("pick", "17")]
    assert parse_comment("17.", "rtab_bot", direct=True) == [
        WrittenCommand("pick", "17")
    ]  # not marked: whoever only watches may say it
    assert heard("17 people", direct=True) == heard("17?", direct=True) == []


def test_what_is_marked_says_so():
    marked = ["!join", "`join`", '"join"']
    assert [parse_comment(body, "rtab_bot") for body in marked] == [[WrittenCommand("join", "", marked=True)]] * 3
    assert parse_comment("u/rtab_bot join", "rtab_bot") == [WrittenCommand("join", "", marked=True, called=True)]
    assert parse_comment("join", "rtab_bot") == [WrittenCommand("join")]


@given(st.text(max_size=600), st.booleans())
def test_nothing_that_is_written_breaks_the_reading(body, private):
    found = parse_comment(body, "rtab_bot", direct=True, to_us=private)
    assert private or all(said.word for said in found)
    assert all(said.word == said.word.strip() and "\n" not in said.rest for said in found)


@given(
    st.sampled_from(["pick", "lock", "peek", "choose"]), st.integers(1, 99), st.sampled_from(["", "!", "u/rtab_bot "])
)
def test_every_square_is_understood(word, square, mark):
    assert heard(f"{mark}{word} {square}") == [(word, str(square))]


SEVERAL = {
    "pick 17. No wait, pick 18.": ["pick 17", "pick 18"],
    "pick 17, no: pick 18": ["pick 17", "pick 18"],
    "!pick 17. No wait, pick 18.": ["pick 17", "pick 18"],
    "pick 17 no wait pick 18": ["pick 17", "pick 18"],
    "`pick 17`, no, pick 18": ["pick 17", "pick 18"],
    "pick 17. lock 9": ["pick 17", "lock 9"],
    "pick 17, lock 9": ["pick 17", "lock 9"],
    "pick 17 and lock 9": ["pick 17", "lock 9"],
    "I'll pick 17 and then lock 9, thanks": ["pick 17", "lock 9"],
    "u/rtab_bot pick 17 & lock 9": ["pick 17", "lock 9"],
    "`pick 17` and lock 9": ["pick 17", "lock 9"],
    "`pick 17, lock 9`": ["pick 17", "lock 9"],
    "answer 17 and lock 9": ["answer 17", "lock 9"],
    "answer 17. No wait, answer 18": ["answer 17", "answer 18"],
    "answer 50 states and lock 9": ["answer 50 states and lock 9"],
    "B4, lock 9": ["pick B4", "lock 9"],
    "B4 and lock 9": ["pick B4", "lock 9"],
    "pick 17 !lock 9": ["pick 17", "lock 9"],
    "join and begin": ["join", "begin"],
    "!join, begin": ["join begin", "begin"],
    "join. Leave!": ["join", "leave"],
    "pick 17. Bob, pick 18, lock 3": ["pick 17"],
    "Bob, pick 18. I'll lock 9": ["lock 9"],
    "pick 17 but lock 9 would have been better": ["pick 17"],
    "pick 17, and lock 9?": ["pick 17"],
    "join and have fun": [],
    "stop and start over": [],
    "!pick 11, stop": ["pick 11, stop"],
    "pick 3 7 stop": ["pick 3 7 stop"],
    "pick 3, 7 and stop please": ["pick 3, 7 and stop"],
    "I'll pick 3, then stop!": ["pick 3, then stop"],
    "pick 17. Stop calling me": ["pick 17"],
    "pick 17\n\nstop": ["pick 17", "stop"],
    "pick 17 or pick 18": ["pick 17 or pick 18"],  # neither: the game refuses it
    "pick 17 or lock 9": ["pick 17 or lock 9"],
    "pick 17, no 18": ["pick 17, no 18"],
    "pick 17 edit: 18": ["pick 17 edit: 18"],
    "pick 17\n\nEDIT: 18": ["pick 17", "pick 18"],
    "![gif](giphy|abc) pick 17 ![gif](giphy|abc) lock 9": ["pick 17", "lock 9"],
    "pick 17. No wait, 18": ["pick 17. No wait, 18"],
    "I'll pick 1, 5, 7": ["pick 1, 5, 7"],
    "I'll pick 17, or 18": ["pick 17, or 18"],
    "pick 5.000": ["pick 5.000"],
}


@pytest.mark.parametrize(("body", "commands"), SEVERAL.items())
def test_every_part_of_a_line_is_looked_at(body, commands):
    assert [" ".join(filter(None, said)) for said in heard(body)] == commands


def test_a_long_paragraph_is_read_to_its_end():
    chatter = "What a board this is, and what a day. " * 40
    assert heard(f"{chatter}Pick 17.") == [("pick", "17")]
    assert heard(f"{'and so on ' * 80}`pick 17`") == [("pick", "17")]
    assert heard("I would never " * 60 + "pick 17") == []
    assert heard(f"~~{chatter}Pick 17.~~") == []
    assert heard("x" * 9_990 + "\npick 17") == [("pick", "17")]
