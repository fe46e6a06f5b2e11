"""What the host asks of its store, over every table."""

import threading

import msgspec
import pytest

from engine.kernel import Told
from host.core import games
from host.core.context import Config, HostContext
from host.core.games import Guest
from host.core.session import Command, LogEntry, Post, Reply
from host.core.store import AlreadyAnswered, Conflict, Store
from host.core.store.items import Commit
from host.core.store.rate_counters import count_within_rates, take_back_count
from host.shown import views
from tests.host.conftest import Hands


@pytest.fixture
def store(table):
    return Store(table)


@pytest.fixture
def home(store):
    return HostContext(store, Config(retries=200), Hands())


@pytest.fixture
def game(home):
    return games.open_lobby(home, Command("c", "ann", "t:g"), "toy", {"laps": 1}).game


def commit(store, game, version=None, **sides):
    saved = store.load_game(game)
    store.commit(Commit(saved.session, saved.version if version is None else version, 0.0, 1.0, **sides))


def test_a_commit_on_an_old_version_is_a_conflict(store, game):
    commit(store, game)
    with pytest.raises(Conflict):
        commit(store, game, version=1, entry=LogEntry(1.0, "other", n=99))


def test_a_game_imported_under_an_id_that_is_taken_leaves_the_log_there_alone(store, game):
    log = store.load_log(game)
    with pytest.raises(Conflict):
        store.restore(store.load_game(game).session, [LogEntry(1.0, "other", n=0)], 1.0)
    assert store.load_log(game) == log


def test_a_known_key_gives_the_answer_given_then_and_saves_nothing(store, game):
    first = Reply(ok=True, lines=[Told("Hello.", {})])
    commit(store, game, key="k", reply=first)
    with pytest.raises(AlreadyAnswered) as seen:
        commit(store, game, key="k", reply=Reply(ok=True))
    assert seen.value.reply == first
    assert store.load_game(game).version == 2


def test_games_are_found_by_place_and_by_person_and_move_to_the_past(store, home, game):
    games.sit_at_table(home, Command("j", "bob"), game, Guest("bob", "Bob"))
    assert [store.list_open_game_ids(owner) for owner in ("chat:t:g", "person:ann", "person:bob")] == [[game]] * 3
    assert store.list_past_game_ids("person:bob") == []


def test_the_log_is_read_from_where_one_likes(store, home, game):
    for n in range(3):
        games.add_bot(home, Command(f"b{n}", "ann"), game)
    assert [entry.kind for entry in store.load_log(game)] == ["create", "join", "join", "join"]
    assert [entry.n for entry in store.load_log(game, 2)] == [2, 3]


def test_posts_wait_in_order_and_only_where_they_belong(store):
    store.queue_posts([Post("a", "g", stamp, [Told(str(stamp), {})]) for stamp in (30, 4, 1000)], 5.0)
    store.queue_posts([Post("b", "g", 1)], 6.0)
    assert [post.stamp for post in store.load_posts("a")] == [4, 30, 1000]
    assert list(store.iter_waiting_places(5.0)) == ["a"]
    assert list(store.iter_waiting_places(6.0)) == ["a", "b"]


@pytest.mark.whole
def test_more_than_a_page_of_places_and_of_games_is_found(store, home):
    store.queue_posts([Post(f"t:{n}", "g", 1) for n in range(90)], 1.0)
    store.queue_posts([Post(f"t:{n}", "g", 1) for n in range(90, 250)][:90], 1.0)
    assert len(list(store.iter_waiting_places(2.0))) == 180
    made = games.open_lobby(home, Command("c", "ann"), "toy").game
    session = store.load_game(made).session
    for n in range(119):
        store.commit(Commit(msgspec.structs.replace(session, id=f"{n:08x}"), 0, 1.0, 1.0))
    assert len(store.list_due_games(float("inf"))) == 120


def test_words_once_said_leave_a_changed_board_behind(store):
    post = Post("a", "g", 7, [Told("Hello.", {})], board=True)
    store.queue_posts([post], 1.0)
    store.mark_posts_said([post])
    (left,) = store.load_posts("a")
    assert (left.has_words, left.board) == (False, True)
    store.save_board_message("a", "g", "m1")
    store.drop_posts([left])
    assert (store.load_posts("a"), store.find_board_message("a", "g")) == ([], "m1")


@pytest.mark.threads
def test_many_threads_answer_at_one_table_and_nothing_is_lost(home, game):
    people = [f"person{n}" for n in range(6)]
    for each in people:
        games.sit_at_table(home, Command(f"j-{each}", each), game, Guest(each, each, f"t:{each}"))
    games.start_game(home, Command("go", "ann"), game)
    replies = {}

    def seal(each):
        (asked,) = views.load_game_view(home, game, each).asked
        for n in range(3):  # the platform delivers everything three times
            replies[each, n] = games.submit_answer(home, Command(f"a-{each}", each), game, asked.id, 2)

    threads = [threading.Thread(target=seal, args=(each,)) for each in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(replies) == 18
    assert all(reply.ok for reply in replies.values())
    answers = [entry for entry in home.store.load_log(game) if entry.kind == "answer"]
    assert sorted(entry.by for entry in answers) == [f"p{n}" for n in range(1, 7)]
    assert [asked.key for asked in views.load_game_view(home, game).asked] == ["colour"]


# -- doors


SPANS = ((600.0, 7), (3600.0, 12))


@pytest.mark.threads
def test_by_a_door_come_so_many_however_many_push(table):
    waits: list[float] = []
    threads = [
        threading.Thread(
            target=lambda: waits.extend(count_within_rates(table, {"hall": SPANS}, 3600.0) for _ in range(5))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(waits) == [0.0] * 7 + [600.0] * 13


def test_each_span_of_time_has_its_own_room_and_who_has_to_wait_is_told_how_long(table):
    def come(now):
        waits = [count_within_rates(table, {"hall": SPANS}, now) for _ in range(10)]
        return waits.count(0.0), waits[-1]

    assert come(3600.0) == (7, 600.0)
    assert come(4500.0) == (5, 2700.0)
    assert come(7300.0) == (7, 500.0)
    assert count_within_rates(table, {"elsewhere": SPANS}, 7300.0) == 0.0


def test_a_door_remembers_no_spans_that_are_over(table):
    for hour in range(5):
        count_within_rates(table, {"hall": SPANS}, hour * 3600.0)
    kept = table.get("host", "door/hall")
    assert (len(kept.counts), kept.until) == (2, 5 * 3600.0)


def test_who_is_one_too_many_at_one_counter_is_counted_at_none(table):
    both = {"mine": ((600.0, 1),), "all": ((600.0, 5),)}
    assert [count_within_rates(table, both, 3600.0) for _ in range(4)] == [0.0, 600.0, 600.0, 600.0]
    assert [count_within_rates(table, {"all": ((600.0, 5),)}, 3600.0) for _ in range(5)] == [0.0] * 4 + [600.0]


def test_what_is_undone_is_given_back_once_and_only_in_its_own_span(table):
    mine = {"mine": ((600.0, 1), (3600.0, 2))}
    assert count_within_rates(table, mine, 3600.0) == 0.0
    take_back_count(table, mine, 3600.0, 3700.0)
    take_back_count(table, mine, 3600.0, 3700.0)
    assert [count_within_rates(table, mine, 3700.0) for _ in range(2)] == [0.0, 500.0]
    take_back_count(table, mine, 3700.0, 4300.0)  # ten minutes later the hour alone remembers it
    assert [count_within_rates(table, mine, 4300.0) for _ in range(2)] == [0.0, 500.0]
    take_back_count(table, mine, 0.0, 4300.0)  # of another hour
    assert count_within_rates(table, mine, 4300.0) == 500.0
