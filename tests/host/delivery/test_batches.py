"""Which of the posts that wait for a place go into its next message: every kind before and after every other."""

import pytest

from engine.kernel import Told, format_told
from host.core.session import Post
from host.delivery.outbox import (
    build_addressed_lines,
    collect_posts_of_old_addresses,
    has_more_words,
    list_superseded_boards,
    select_batch,
)

PLACE = "t:a"
STAMPS = iter(range(1, 10_000))


def post(game="g", text="", **sides):
    return Post(PLACE, game, next(STAMPS), [Told(text, {})] if text else [], **sides)


def news(game="g", **sides):
    return post(game, "news", **sides)


KINDS = {
    "news": news,
    "question": lambda: post(asks=["A#1"]),
    "board": lambda: post(board=True),
    "reminder": lambda: post(remind=["ann"]),
    "news of another game": lambda: news("h"),
    "news that reminds": lambda: news(remind=["ann"]),
    "answer": lambda: news(reply=7),
    "begun": lambda: news(said=["a part"]),
    "closing": lambda: post(closes=["A#1"]),
    "refusal": lambda: news(urgent=True),
}
TOGETHER = {  # what a message that begins with the one takes along of the other
    ("news", "question"),
    ("question", "news"),
    ("reminder", "reminder"),
    ("answer", "answer"),
    ("news", "news"),
    ("question", "question"),
    ("board", "board"),
    ("begun", "begun"),
    ("refusal", "refusal"),
    ("news of another game", "news of another game"),
}
FIRST = ["refusal"]  # comes before whatever waits


@pytest.mark.parametrize("second", KINDS)
@pytest.mark.parametrize("first", KINDS)
def test_two_that_wait_go_together_or_one_after_the_other(first, second):
    one, other = KINDS[first](), KINDS[second]()
    batch = select_batch([one, other], mixes=False)
    if second in FIRST and first not in FIRST:
        assert batch == [other]
    elif first in FIRST and second not in FIRST:
        assert batch == [one]
    elif {"answer", "board"} == {first, second}:  # the board is shown before the answer is said
        assert batch == [one, other]
    elif "answer" in (first, second) and first != second:  # look-ups come last
        assert batch == [other if first == "answer" else one]
    elif "board" in (first, second) and first != second:  # words come before the board
        assert batch == [other if first == "board" else one]
    else:
        assert batch == ([one, other] if (first, second) in TOGETHER else [one])


@pytest.mark.parametrize(("mixes", "together"), [(True, True), (False, False)])
def test_an_answer_about_no_game_goes_with_news_where_the_platform_allows_it(mixes, together):
    one, other = news(), news("")
    assert (select_batch([one, other], mixes=mixes) == [one, other]) is together
    assert select_batch([one, news("h")], mixes=mixes) == [one]


def test_news_from_two_castings_of_one_seat_never_share_a_message():
    one, same, another = (news(names={"p1": name}) for name in ("Ann", "Ann", "Bob"))
    assert select_batch([one, same, another], mixes=False) == [one, same]


def test_the_board_waits_for_news_but_not_for_answers():
    board, words, answer = post(board=True), news(), news(reply=7)
    assert has_more_words([board, words], [board])
    assert not has_more_words([board, words], [board, words])
    assert not has_more_words([board, answer], [board])
    assert not has_more_words([board], [])


def test_a_board_is_superseded_by_a_later_one_of_its_game_unless_it_comes_with_words():
    early, said, late, other = post(board=True), news(board=True), post(board=True), post("h", board=True)
    assert list_superseded_boards([early, said, late, other]) == [early]
    assert list_superseded_boards([late, other]) == []
    assert list_superseded_boards([early, said]) == [early]
    assert list_superseded_boards([]) == []


def test_only_the_first_line_of_an_answer_names_whom_it_is_for():
    lines = [Told("one", {}), Told("two", {})]
    for whom, expected in (("Ann", ["Ann: one", "two"]), ("", ["one", "two"])):
        found = build_addressed_lines(Post(PLACE, "g", 1, lines, whom=whom))
        assert [format_told(line) for line in found] == expected
    assert build_addressed_lines(Post(PLACE, "g", 1, [], whom="Ann")) == []


def test_each_old_address_of_a_place_is_emptied_once(host):
    host.store.queue_posts([Post("t:old", "g", 1, [Told("first", {})])], 0.0)
    came: set[str] = set()
    moved = [Post(PLACE, "g", 2, [Told("then", {})], formerly="t:old")]
    assert collect_posts_of_old_addresses(host, PLACE, moved, came)
    assert [format_told(line) for each in host.store.load_posts(PLACE) for line in each.lines] == ["first"]
    assert host.store.load_posts("t:old") == []
    assert not collect_posts_of_old_addresses(host, PLACE, moved, came)
    assert not collect_posts_of_old_addresses(host, PLACE, [news()], set())
