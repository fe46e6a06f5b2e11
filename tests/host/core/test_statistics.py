"""What was done is counted from the log: once, for whoever did it, and told before it is counted."""

from unittest.mock import MagicMock

import msgspec
import pytest

from engine.kernel import Achievement, Deed, Reader
from engine.rulesets import RULESETS
from host.core import games, seats, statistics
from host.core.events import MedalEarned, OwnMedalEarned
from host.core.games import Guest
from host.core.session import Command
from host.core.store.items import AddToCounts, Commit, Conflict, build_count_op, build_high_score_put
from host.people import accounts
from tests.rulesets.toy import Toy

OWNERS = ("person:ann", "person:bob", "chat:t:group")


class Loud(Toy):
    """Every shout counts."""

    def list_deeds(self, told):
        if told.text == "{who} shouts.":
            yield Deed(told.facts["who"], "shouts")


class Hoarse(Loud):
    """Every shout counts, and the third is worth a word."""

    achievements = (Achievement("Hoarse", "Shout three times.", "shouts", 3),)


@pytest.fixture
def loud(monkeypatch, playing):
    monkeypatch.setitem(RULESETS, "toy", Loud())
    return playing


@pytest.fixture
def hoarse(monkeypatch, playing):
    monkeypatch.setitem(RULESETS, "toy", Hoarse())
    return playing


def shout(host, game, who, times=1):
    for _ in range(times):
        assert games.make_unasked_play(host, Command(by=who), game, "shout").ok


def counted(host):
    return [host.store.load_counts(owner).get("toy.shouts", 0) for owner in OWNERS]


def told(host):
    return [statistics.load_tally(host, owner, Loud()).counts.get("shouts", 0) for owner in OWNERS]


def earned(host, game):
    return [line.kind for entry in host.store.load_log(game) for line in entry.told if line.kind is MedalEarned]


def test_what_was_done_is_told_at_once_and_counted_once_after_some_inputs(host, loud, monkeypatch):
    shout(host, loud, "ann", 2)
    shout(host, loud, "bob")
    assert (counted(host), told(host)) == ([0, 0, 0], [2, 1, 3])
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", 4)
    shout(host, loud, "ann")
    assert (counted(host), told(host)) == ([3, 1, 4], [3, 1, 4])
    shout(host, loud, "bob")
    assert (counted(host), told(host)) == ([3, 1, 4], [3, 2, 5])


def test_a_medal_is_announced_with_the_input_that_earns_it_and_once(host, hoarse, monkeypatch, caplog):
    caplog.set_level("INFO")
    read_log = MagicMock(wraps=host.store.load_log)
    monkeypatch.setattr(host.store, "load_log", read_log)
    shout(host, hoarse, "ann", 2)
    shout(host, hoarse, "bob", 2)
    assert (counted(host), read_log.call_count) == ([0, 0, 0], 0)
    shout(host, hoarse, "ann")
    assert (counted(host), read_log.call_count) == ([3, 2, 5], 1)
    assert earned(host, hoarse) == [MedalEarned]
    assert host.store.load_log(hoarse)[-1].told[-1].kind is OwnMedalEarned
    shout(host, hoarse, "ann", 3)
    assert (counted(host), earned(host, hoarse)) == ([3, 2, 5], [MedalEarned])
    shout(host, hoarse, "bob")
    assert (counted(host), earned(host, hoarse)) == ([6, 3, 9], [MedalEarned] * 2)
    assert "commit conflict" not in caplog.messages


def test_where_several_are_counted_together_nobody_who_earns_something_has_a_transaction_refused(
    host, hoarse, monkeypatch, caplog
):
    monkeypatch.setitem(RULESETS, "toy", Loud())
    shout(host, hoarse, "ann", 3)
    shout(host, hoarse, "bob", 2)
    monkeypatch.setitem(RULESETS, "toy", Hoarse())
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", 1)
    caplog.set_level("INFO")
    shout(host, hoarse, "bob")
    assert earned(host, hoarse) == [MedalEarned] * 2
    assert "commit conflict" not in caplog.messages
    shout(host, hoarse, "ann")
    assert earned(host, hoarse) == [MedalEarned] * 2


def test_counts_that_were_read_a_moment_too_early_announce_nothing_twice(host, hoarse, monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Loud())
    shout(host, hoarse, "ann", 3)
    shout(host, hoarse, "bob", 2)
    monkeypatch.setitem(RULESETS, "toy", Hoarse())
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", 1)
    read, commit, conflicts = host.store.load_counts_of_owners, host.store.commit, []

    def committed(*given):
        try:
            return commit(*given)
        except Conflict:
            conflicts.append(given)
            raise

    host.store.table.write([AddToCounts("count:person:ann", "count", {"toy.shouts": 9})])
    monkeypatch.setattr(
        host.store, "load_counts_of_owners", lambda owners, *, strong: [{} for _ in read(owners, strong=strong)]
    )
    monkeypatch.setattr(host.store, "commit", committed)
    shout(host, hoarse, "bob")
    assert len(conflicts) == 1
    assert [
        line.facts["who"] for entry in host.store.load_log(hoarse) for line in entry.told if line.kind is MedalEarned
    ] == ["p2"]


def test_what_was_done_before_somebody_left_is_theirs(host, loud):
    shout(host, loud, "bob", 2)
    assert counted(host) == [0, 0, 0]
    seats.leave_game(host, Command(by="bob"), loud)
    assert counted(host) == [0, 2, 2]


def test_an_input_that_counts_for_all_who_are_there_is_counted_at_once(host, loud):
    shout(host, loud, "ann")
    seats.close_table(host, Command(by="ann"), loud)
    alone = games.open_lobby(host, Command("alone", "ann", "t:group"), "toy", {"laps": 9}).game
    games.sit_at_table(host, Command(by="ann"), alone, Guest("ann", "Ann"))
    games.add_bot(host, Command(by="ann"), alone)
    games.start_game(host, Command(by="ann"), alone)
    shout(host, alone, "ann")
    assert counted(host) == [2, 0, 2]


def test_the_end_of_a_game_leaves_nothing_uncounted(host, loud):
    shout(host, loud, "ann")
    seats.close_table(host, Command(by="ann"), loud)
    assert counted(host) == [1, 0, 1]


def test_what_an_older_release_has_yet_to_add_is_added_once(host, loud, monkeypatch):
    """It had counted what people did, and kept what its places had yet to be given."""
    saved = host.store.load_game(loud)
    shout(host, loud, "ann", 2)
    session = host.store.load_game(loud).session
    older = msgspec.structs.replace(session, counted=-1, done={"toy.shouts": 2})
    host.store.commit(Commit(older, saved.version + 2, 0.0, host.now()))
    monkeypatch.setattr(statistics, "MAX_UNCOUNTED_INPUTS", 2)
    assert told(host) == [0, 0, 2]
    shout(host, loud, "ann", 2)
    assert counted(host) == [2, 0, 4]
    shout(host, loud, "ann", 2)
    assert counted(host) == [4, 0, 6]


def test_nothing_is_counted_for_whoever_is_forgotten(host, loud):
    shout(host, loud, "ann", 3)
    accounts.forget_account(host, "ann")
    shout(host, loud, "bob")
    assert counted(host) == [0, 1, 4]


def test_nothing_of_medals_stays_in_a_game_with_who_is_forgotten(host, hoarse):
    shout(host, hoarse, "ann")
    assert host.store.load_game(hoarse).session.feats == {"person:ann": {"toy.shouts": 1}}
    accounts.forget_account(host, "ann")
    assert host.store.load_game(hoarse).session.feats == {}


RATES = {
    "a: {right} of {asked}, {share} %": ("right.a", "asked.a"),
    "b: {right} of {asked}, {share} %": ("right.b", "asked.b"),
    "c: {right} of {asked}, {share} %": ("right.c", "asked.c"),
    "d: {right} of {asked}, {share} %": ("right.d", "asked.d"),
    "e: {right} of {asked}, {share} %": ("right.e", "asked.e"),
    "never tried": ("right.f", "asked.f"),
}


def test_the_best_rate_comes_first_and_of_equal_ones_that_of_more_tries(host, monkeypatch):
    monkeypatch.setattr(Toy, "rates", RATES)
    counts = {"a": (1, 2), "b": (0, 9), "c": (5, 10), "d": (1, 2), "e": (2, 3), "f": (0, 0)}
    for name, (right, asked) in counts.items():
        host.store.table.write([build_count_op("person:ann", {f"toy.right.{name}": right, f"toy.asked.{name}": asked})])
    assert statistics.format_statistics(host, "person:ann", Reader()) == [
        Toy.title,
        "e: 2 of 3, 67 %",
        "c: 5 of 10, 50 %",
        "a: 1 of 2, 50 %",
        "d: 1 of 2, 50 %",
        "b: 0 of 9, 0 %",
    ]


def test_of_equal_best_results_the_lists_have_one_order_whoever_came_first(host):
    for person, best in (("zoe", 5), ("ann", 5), ("bob", 9), ("cat", 5)):
        host.store.table.write([build_high_score_put("count:table:toy.biggest", person, best)])
    ranked = [("bob", 9), ("ann", 5), ("cat", 5), ("zoe", 5)]
    assert statistics.load_and_prune_best_table(host, Toy(), "biggest") == ranked
