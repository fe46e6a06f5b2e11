"""Real threads at one real table: conflicts that come by themselves, throttles and lost answers that are put in."""

import random
import threading
from collections import Counter

import pytest
from botocore.awsrequest import AWSResponse
from botocore.exceptions import ConnectionClosedError
from botocore.httpsession import URLLib3Session

from engine.rulesets import ruleset
from host.core import games, stand_ins
from host.core.context import Config, HostContext, load_engine_game
from host.core.deadlines import ticking
from host.core.games import Guest
from host.core.session import RUNNING, Command
from host.core.store import Store, dynamo
from host.core.store.items import Overloaded
from host.shown import views
from tests.chaos.twin import Twin, state_hash
from tests.fakes import cloud

pytestmark = pytest.mark.aws
GAMES, PEOPLE = 3, 6
THROTTLED = b'{"__type": "com.amazonaws.dynamodb.v20120810#ThrottlingException", "message": "slower, please"}'


class Raw:
    """The body of an answer that no server has sent."""

    def stream(self, **_):
        yield THROTTLED


class Trouble:
    """Stands between the client and the table."""

    def __init__(self, seed):
        self.luck, self.befell = random.Random(seed), Counter[str]()

    def __call__(self, request, **_):
        dice = self.luck.random()
        if dice < 0.1:
            self.befell["throttled"] += 1
            return AWSResponse(request.url, 400, {}, Raw())
        if dice < 0.13:
            self.befell["unanswered"] += 1
            URLLib3Session().send(request)
            raise ConnectionClosedError(endpoint_url=request.url)
        return None


class Evening:
    """Some people at some tables, all at once, each of them tapping everything twice."""

    def __init__(self, table):
        self.host = HostContext(Store(table), Config())
        self.replies = {}
        self.games = [self.begun(n) for n in range(GAMES)]

    def begun(self, n):
        game = games.open_lobby(self.host, Command(f"c{n}", "p0", "t:group"), "toy", {"laps": 2}).game
        for m in range(PEOPLE):
            games.sit_at_table(self.host, Command(f"j{n}.{m}", f"p{m}"), game, Guest(f"p{m}", f"P{m}", f"t:p{m}"))
        assert games.start_game(self.host, Command(f"b{n}", "p0"), game).ok
        return game

    def play(self, person, hand):
        """One hand of a person: both do the same, under the same keys, each as often as it takes."""
        for n in range(30):
            for game in self.games:
                key = f"{person} {game} {n}"
                reply = self.insist(Command(key, person), game)
                if reply is not None:
                    self.replies.setdefault((game, key), {})[hand] = reply

    def insist(self, command, game):
        while True:
            try:
                return self.something(command, game, random.Random(command.key))
            except Overloaded:
                continue

    def something(self, command, game, luck):
        if luck.random() < 0.3:
            return games.make_unasked_play(self.host, command, game, "shout")
        session = views.load_saved_game(self.host, game).session
        (seat,) = (player.seat for player in session.players if player.person == command.by)
        asked = load_engine_game(ruleset("toy"), session)[0].list_questions() if session.stage == RUNNING else []
        mine = [question for question in asked if question.who == seat]
        if not mine:
            return None
        value = stand_ins.pick_random_answer(mine[0], luck)
        return games.submit_answer(self.host, command, game, mine[0].id, value)


@pytest.fixture
def dynamo_client(tmp_path):
    with cloud.dynamodb_local(tmp_path / "log") as client:
        yield client


@pytest.fixture
def trouble(dynamo_client, monkeypatch):
    monkeypatch.setattr(dynamo, "FIRST_PAUSE", 0.001)
    trouble = Trouble("dynamo")
    yield trouble
    dynamo_client.meta.events.unregister("before-send.dynamodb.*", trouble)


@pytest.mark.threads
def test_threads_throttles_and_lost_answers_lose_nothing_and_do_nothing_twice(dynamo_client, trouble):
    evening = Evening(cloud.new_table(dynamo_client))
    dynamo_client.meta.events.register("before-send.dynamodb.*", trouble)
    hands = [threading.Thread(target=evening.play, args=(f"p{m}", hand)) for m in range(PEOPLE) for hand in "lr"]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    dynamo_client.meta.events.unregister("before-send.dynamodb.*", trouble)
    assert trouble.befell["throttled"] > 30 < trouble.befell["unanswered"] * 10
    for game in evening.games:
        judged(evening, game)


def judged(evening, game):
    store = evening.host.store
    log, session = store.load_log(game, limit=10_000), views.load_saved_game(evening.host, game).session
    assert [entry.n for entry in log] == list(range(session.entries))
    assert Twin(session).lived(log) == state_hash(session)
    replies = [hands for (where, _), hands in evening.replies.items() if where == game]
    assert all(len({reply.ok for reply in hands.values()}) == 1 for hands in replies)
    accepted = sum(all(reply.ok for reply in hands.values()) for hands in replies)
    assert accepted == sum(entry.kind in ("answer", "play") for entry in log)
    assert ticking.run_due_steps(evening.host, game) == 0
    posts = [post for post in store.load_posts("t:group", 10_000) if post.game == game]
    assert [(line.text, line.facts) for post in posts for line in post.lines] == [
        (line.text, line.facts) for entry in log for line in entry.told if not line.to
    ]
