"""What was announced still holds, but for what a change explains."""

from engine.kernel.ruleset import Change, are_announcements_kept

CHANGES = [
    Change("1", "worded anew", "old {n}", "new {n}"),
    Change("1", "said since", "", "more {n}"),
    Change("1", "ruled", "a {n}", "a {n}", ruling=True),
]


def test_what_is_said_as_it_was_holds():
    assert are_announcements_kept([1, 2], [(1, "x"), (2, "y"), (3, "z")], CHANGES)
    assert not are_announcements_kept([1, 2], [(1, "x"), (3, "y")], CHANGES)


def test_a_sentence_worded_anew_holds_and_a_ruling_does_not():
    assert are_announcements_kept([1, 2], [(1, "x"), (9, "new {n}")], CHANGES)
    assert not are_announcements_kept([1, 2], [(1, "x"), (9, "a {n}")], CHANGES)


def test_a_sentence_that_was_not_said_before_is_passed_over():
    assert are_announcements_kept([1, 2], [(7, "more {n}"), (1, "x"), (8, "more {n}"), (2, "y")], CHANGES)
    assert not are_announcements_kept([1, 2], [(7, "more {n}"), (1, "x")], CHANGES)
    assert not are_announcements_kept([1, 2], [(7, "less {n}"), (1, "x"), (2, "y")], CHANGES)
