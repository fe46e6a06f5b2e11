"""A table with as many seats as there may be: whatever happens there fits in one transaction."""

from random import Random

import pytest

from engine.kernel import Told
from engine.rulesets import ruleset
from host.core import games, seats, stand_ins
from host.core.context import HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.posting import News, build_posts
from host.core.session import OVER, Command, Post, build_told_line
from host.core.store import MemoryTable, Store
from host.core.store.items import MOST_OPS, Commit, TooLarge
from host.doors.aws.tables import WakeupTable
from host.doors.aws.wiring import CONFIG
from tests.host.conftest import Hands
from tests.host.doors.aws.test_wakeups import Noted

PEOPLE = [f"p{n}" for n in range(CONFIG.most_seats)]


class Narrow(MemoryTable):
    """A table that takes no more changes at once than DynamoDB does."""

    def write(self, ops):
        if len(ops) > MOST_OPS:
            raise TooLarge(f"{len(ops)} changes")
        super().write(ops)


class Crowd:
    """Everybody has a place of their own, and the game is shown where none of them is or where all are."""

    def __init__(self, place):
        self.hands, self.luck, self.inputs = Hands(), Random(1), 0
        self.table, noted = Narrow(), Noted()
        store = Store(WakeupTable(self.table, noted, noted, self.hands))
        self.host = HostContext(store, CONFIG, self.hands, lambda size: self.luck.randbytes(size).hex())
        options: dict[str, object] = {"target": 1_000_000}
        self.game = games.open_lobby(self.host, self.command(PEOPLE[0], place), "season7", options, "daily").game
        for each in PEOPLE:
            assert games.sit_at_table(
                self.host, self.command(each), self.game, Guest(each, each, f"telegram:{each}")
            ).ok
        assert games.start_game(self.host, self.command(PEOPLE[0]), self.game).ok

    def command(self, person, place=""):
        self.inputs += 1
        return Command(f"{self.inputs}", person, place)

    @property
    def session(self):
        saved = self.host.store.load_game(self.game)
        assert saved
        return saved.session

    def shown_everywhere(self):
        """In as many places as it may be."""
        while games.show_in_place(self.host, self.command(PEOPLE[0]), self.game, f"telegram:-{self.inputs}").ok:
            continue

    def play(self):
        """Somebody answers; is the game over?"""
        session = self.session
        question = load_engine_game(ruleset("season7"), session)[0].list_questions()[0]
        person = session.find_player_in(question.who).person
        value = stand_ins.pick_random_answer(question, self.luck)
        assert games.submit_answer(self.host, self.command(person), self.game, question.id, value).ok
        return self.session.stage == OVER


@pytest.mark.whole
@pytest.mark.parametrize("place", ["telegram:-1", "web", ""])
def test_the_season_of_a_full_table_comes_to_its_end(place):
    crowd = Crowd(place)
    crowd.shown_everywhere()
    while not crowd.play():
        crowd.hands.now += 5.0


@pytest.mark.parametrize("change", [seats.close_table, seats.leave_game, ticking.pause_session_clocks])
def test_a_full_table_is_stopped_and_left(change):
    crowd = Crowd("telegram:-1")
    assert change(crowd.host, crowd.command(PEOPLE[0]), crowd.game).ok


def test_a_new_height_is_kept_though_there_was_no_room_for_it_beside_all_else():
    crowd = Crowd("telegram:-1")
    saved = crowd.host.store.load_game(crowd.game)
    assert saved
    news = [Post(f"telegram:{n}", crowd.game, 1, [Told("news", {})]) for n in range(MOST_OPS - 2)]
    best = {f"person:{each}": {"toy.climb": 7} for each in PEOPLE}
    crowd.host.store.commit(Commit(saved.session, saved.version, 0.0, crowd.hands.now, posts=news, best=best))
    assert [crowd.host.store.load_and_prune_bests(f"person:{each}") for each in PEOPLE] == [{"toy.climb": 7}] * len(
        PEOPLE
    )
    assert all(crowd.host.store.load_posts(post.chat) for post in news)


def test_long_news_for_everybody_apart_are_one_post_each_and_divided_only_when_they_are_said():
    session = Crowd("web").session
    told = [Told("{line}", {"line": "x" * 2500}) for _ in range(9)]
    found, _ = build_posts(session, News(told, [], [], {}, board=False))
    assert len(found) == len(PEOPLE) + 1
    lines = [build_told_line(line) for line in told]
    assert {post.chat: post.lines for post in found} == dict.fromkeys(
        ["web", *(f"telegram:{p}" for p in PEOPLE)], lines
    )
