"""Whoever listens in one place knows what was meant, though much of what is said there is just alike."""

import pytest

from engine.kernel import Phrase, Told
from host.core.session import Post, ToldLine
from host.core.store.items import build_post_key
from host.delivery.outbox import Message
from tests.chaos.broken import Broken
from tests.chaos.places import Place
from tests.chaos.platform import Heard

NO, TIP = "No game is open here.", "You tip the host."


def answer(stamp):
    return Post("there", "", stamp, [Told(NO, {})])


def news(stamp, *texts, asks=()):
    return Post("there", "g", stamp, [Told(text, {}) for text in texts], list(asks))


def says(place, at, stamp, *texts, game="", asks=()):
    message = Message(game, [ToldLine(text, {}) for text in texts], list(asks), stamp=stamp)
    place.hears(Heard(at, "there", message), moved=False)


@pytest.fixture
def place():
    return Place(set())


def test_what_was_said_behind_another_may_have_been_one_just_like_it(place):
    for at, stamp in ((1.0, 1), (2.0, 2), (3.0, 3)):
        place.answers(at, answer(stamp))
    says(place, 4.0, 1, NO, NO)  # the second may be either of two
    says(place, 5.0, 2, NO)  # so it was the third
    assert (place.missing(), place.repeated) == ([], 0)


def test_what_was_said_before_another_was_there_cannot_have_been_that_one(place):
    for at, stamp in ((1.0, 1), (2.0, 2), (5.0, 3)):
        place.answers(at, answer(stamp))
    says(place, 4.0, 1, NO, NO)
    says(place, 6.0, 2, NO)
    assert ([post.stamp for post in place.missing()], place.repeated) == ([3], 1)


def test_what_is_just_alike_is_counted(place):
    for at, stamp in ((1.0, 1), (2.0, 2), (3.0, 3), (10.0, 4), (10.0, 5)):
        place.answers(at, answer(stamp))
    says(place, 5.0, 1, NO, NO)  # behind it the second or the third
    says(place, 12.0, 5, NO, NO)  # behind it any of three
    says(place, 13.0, 2, NO)  # so these were the third and the fourth
    assert place.missing() == []
    place.answers(14.0, answer(6))
    assert [post.stamp for post in place.missing()] == [6]


def test_what_was_set_aside_may_have_been_said_or_not(place):
    place.aside.add(build_post_key(answer(2)))
    for at, stamp in ((1.0, 1), (2.0, 2), (3.0, 3)):
        place.answers(at, answer(stamp))
    says(place, 4.0, 1, NO)
    assert [post.stamp for post in place.missing()] == [3]
    says(place, 5.0, 1, NO, NO)
    assert place.missing() == []


def test_a_question_without_words_is_told_with_what_came_before_it(place):
    place.answers(1.0, answer(1))
    place.answers(2.0, answer(2))
    for post in (news(10, TIP), news(11, asks=["seal"]), news(12, TIP)):
        place.waits(3.0, post)
    says(place, 4.0, 1, NO, NO, TIP, game="g", asks=["seal"])
    assert [post.stamp for post in place.missing()] == [12]


def test_what_comes_out_of_turn_may_be_what_was_said_before_once_more(place):
    place.answers(3.0, answer(1))
    for post in (news(10, TIP), news(11, asks=["seal"]), news(12, TIP)):
        place.waits(2.0, post)
    says(place, 2.0, 10, TIP, game="g")
    says(place, 4.0, 1, NO, TIP, game="g")
    assert ([post.stamp for post in place.missing()], place.repeated) == ([11, 12], 1)


def test_what_comes_out_of_turn_breaks_a_law(place):
    for post in (news(10, TIP), news(11, "One."), news(12, "Two.")):
        place.waits(2.0, post)
    says(place, 3.0, 10, TIP, game="g")
    with pytest.raises(Broken, match="out of turn"):
        says(place, 4.0, 12, "Two.", game="g")


def asked(stamp, whom):
    return Post("there", "", stamp, [ToldLine(NO, {})], whom=whom, reply=stamp)


def says_by_name(place, at, stamp, *names):
    lines = [Told("{name}: {said}", {"name": name, "said": Phrase(NO, {})}) for name in names]
    place.hears(Heard(at, "there", Message("", lines, stamp=stamp)), moved=False)


def test_answers_among_others_name_whom_they_answer(place):
    place.answers(1.0, asked(1, "Ann"))
    place.answers(2.0, asked(2, "Bob"))
    says_by_name(place, 3.0, 1, "Ann", "Bob")
    assert (place.missing(), place.repeated) == ([], 0)


def test_an_answer_that_names_somebody_else_is_found(place):
    place.answers(1.0, asked(1, "Ann"))
    with pytest.raises(Broken, match="answers somebody else"):
        says_by_name(place, 3.0, 1, "Bob")
