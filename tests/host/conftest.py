import pytest
from botocore.config import Config as ClientConfig
from moto import mock_aws

from engine.kernel import Told
from engine.rulesets import RULESETS
from host.core.context import Config, HostContext
from host.core.games import Guest, open_lobby, sit_at_table, start_game
from host.core.session import Command
from host.core.store import MemoryTable, Store
from host.core.store.dynamo import CONFIG, DynamoTable, make_aws_client
from host.core.store.sqlite import SqliteTable
from host.core.transaction import Transaction
from tests.fakes import cloud
from tests.fakes.aws_server import CLOSED, DAMAGED, LOST, AwsServer, Refusal
from tests.fakes.reddit import recorded
from tests.fakes.reddit.api import Api as RedditApi
from tests.fakes.reddit.endpoints import find
from tests.fakes.telegram import published
from tests.fakes.telegram.api import Api
from tests.rulesets.toy import Toy


class Hands:
    """A clock that a test turns by hand."""

    def __init__(self, now=1_800_000_000.0):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(RULESETS, "toy", Toy())


@pytest.fixture(autouse=True)
def as_published(monkeypatch):
    """Whatever is called in Telegram, by whichever door or process of a test, is as the Bot API is published."""
    answer, found = Api.answer, []

    def compared(api, request):
        found.extend(published.faults(request.method, request.values))
        return answer(api, request)

    monkeypatch.setattr(Api, "answer", compared)
    yield
    assert found == []


@pytest.fixture(autouse=True)
def as_recorded(monkeypatch):
    """Whatever is asked of Reddit, and whatever our Reddit answers, has the shape of public recordings."""
    run, found = RedditApi._run, set()

    def compared(api, request):
        answer = run(api, request)
        found.update(recorded.asked(find(request)[0].name, {**request.query, **request.form}))
        found.update(recorded.answered(answer))
        return answer

    monkeypatch.setattr(RedditApi, "_run", compared)
    yield
    assert found == set()


@pytest.fixture(autouse=True)
def told_to_nobody_else(monkeypatch):
    """Whoever does something, by whichever door of a test, is answered with nothing that others are told in secret."""
    ready = Transaction.finish_input
    found: list[Told] = []

    def compared(transaction):
        commit = ready(transaction)
        seat = commit.session.find_player_of(transaction.command.by)
        found.extend(told for told in commit.reply.lines if seat is None or told.to != seat.seat)
        return commit

    monkeypatch.setattr(Transaction, "finish_input", compared)
    yield
    assert found == []


# boto3 gives up retrying once too many of the last calls failed, so most of these succeed.
STUMBLES = ("", LOST, *[""] * 3, Refusal(500, "InternalServerError"), *[""] * 5, CLOSED, *[""] * 4, DAMAGED, *[""] * 3)
EMULATED = [pytest.param(name, marks=pytest.mark.aws) for name in ("dynamo", "ministack")]
TABLES = ["memory", "sqlite", "moto", "stumbling", *EMULATED]


def pytest_generate_tests(metafunc):
    """Run every test of a table on all of them; moto loses updates under threads, so it is spared those."""
    if "table" in metafunc.fixturenames:
        threads = metafunc.definition.get_closest_marker("threads")
        metafunc.parametrize(
            "table", [each for each in TABLES if not (threads and each in ("moto", "stumbling"))], indirect=True
        )


@pytest.fixture
def table(request):
    return request.getfixturevalue(f"{request.param}_table")


@pytest.fixture
def memory_table():
    return MemoryTable()


@pytest.fixture
def sqlite_table(tmp_path):
    table = SqliteTable(tmp_path / "host.db")
    yield table
    table.close()


@pytest.fixture
def moto_table(moto_client):
    return cloud.new_table(moto_client)


@pytest.fixture(scope="session")
def moto_client():
    with mock_aws():
        yield make_aws_client("dynamodb", **cloud.KEYS)


@pytest.fixture(scope="session")
def aws_server(moto_client):
    assert moto_client
    with AwsServer() as server:
        yield server


@pytest.fixture
def stumbling_table(aws_server):
    """A table behind a server that fails every few calls."""
    patient = CONFIG.merge(ClientConfig(read_timeout=60, retries={"mode": "standard", "total_max_attempts": 20}))
    table = cloud.new_table(aws_server.behind("dynamodb"))
    ours = make_aws_client("dynamodb", config=patient, endpoint_url=aws_server.url, **cloud.KEYS)
    aws_server.troubled(STUMBLES)
    yield DynamoTable(ours, table._name)
    aws_server.troubled(())
    ours.close()


@pytest.fixture
def dynamo_table(dynamo_client):
    return cloud.new_table(dynamo_client)


@pytest.fixture(scope="session")
def dynamo_client(tmp_path_factory):
    with cloud.dynamodb_local(tmp_path_factory.mktemp("dynamodb") / "log") as client:
        yield client


@pytest.fixture
def ministack_table(ministack_client):
    return cloud.new_table(ministack_client)


@pytest.fixture(scope="session")
def ministack_client(tmp_path_factory):
    with cloud.ministack(tmp_path_factory.mktemp("ministack") / "log") as url:
        client = make_aws_client("dynamodb", endpoint_url=url, **cloud.KEYS)
        yield client
        client.close()


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def host(hands):
    return HostContext(Store(MemoryTable()), Config(), hands)


@pytest.fixture
def playing(host):
    return begun(host)


def begun(host):
    """A running game of Ann and Bob in one group, each with a private place."""
    game = open_lobby(host, Command(by="ann", place="t:group"), "toy", {"laps": 2}).game
    for person in ("ann", "bob"):
        assert sit_at_table(host, Command(by=person), game, Guest(person, person.title(), f"t:{person}")).ok
    assert start_game(host, Command(by="ann"), game).ok
    return game
