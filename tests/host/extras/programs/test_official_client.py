"""The protocol's own client for Python plays with us, in both generations of the protocol."""

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from host.core.session import OVER
from tests.host.extras.programs.client import choose_value
from tests.host.extras.programs.conftest import ProgramTable

pytestmark = pytest.mark.whole  # to import the client costs two seconds


MAX_ROUNDS = 500


@asynccontextmanager
async def connect(url, key, mode):
    """Connect the official client with this key."""
    kit, streamable, web = (
        pytest.importorskip(name) for name in ("mcp.client", "mcp.client.streamable_http", "httpx2")
    )
    async with web.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        transport = streamable.streamable_http_client(url, http_client=http)
        async with kit.Client(transport, mode=mode) as client:
            yield client


async def play_with_client(url, key, mode, game):
    """Connect, list the tools, look, answer one question twice, and be refused once."""
    async with connect(url, key, mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        legal = (await client.call_tool("legal", {"game": game})).structured_content
        (asked,) = legal["questions"]
        answer = {"game": game, "question": asked["id"], "key": "k", "value": choose_value(asked, _FirstChoice)}
        done = [(await client.call_tool("answer", answer)).structured_content for _ in range(2)]
        seen = (await client.call_tool("look", {"game": game, "typed": True})).structured_content
        refused = await client.call_tool("join", {"game": "00000000", "key": "k"})
        return client.protocol_version, tools, done, seen, refused


async def play_to_the_end(url, keys, mode, table):
    """A client with each key joins; then each answers by chance what it is asked until the game is over. Return what
    each sees then.
    """
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(connect(url, key, mode)) for key in keys]

        async def call(client, tool, **arguments):
            result = await client.call_tool(tool, {"game": table.game, **arguments})
            assert not result.is_error, result.content
            return result.structured_content

        for client in clients:
            await call(client, "join", key="join")
        table.start()
        luck = random.Random(11)
        for n in range(MAX_ROUNDS):
            for client in clients:
                for asked in (await call(client, "legal"))["questions"][:1]:
                    value = choose_value(asked, luck)
                    await call(client, "answer", question=asked["id"], value=value, key=f"k{n}")
            seen = [await call(client, "look", typed=True) for client in clients]
            if seen[0]["stage"] == "over":
                return seen
        raise AssertionError(seen)


def run_aside(playing):
    """Run this in another thread: a test in a browser may have left a loop running in ours."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, playing).result()


class _FirstChoice:
    choice = staticmethod(lambda values: values[0])


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_it_finds_the_tools_and_plays(room, mode, version):
    evening = ProgramTable(room.host)
    evening.begin()
    url = f"{room.server.url}/mcp"
    playing = play_with_client(url, evening.programs[0].key, mode, evening.game)
    spoken, tools, done, seen, refused = run_aside(playing)
    assert spoken == version
    assert tools == ["tables", "join", "look", "legal", "answer", "play", "rules"]
    assert done == [{"done": True, "game": evening.game}] * 2
    assert seen["you"] == seen["data"]["you"] == "p1"
    assert refused.is_error
    assert "no_game" in refused.content[0].text


def test_two_of_it_play_a_ladder_to_its_end(room):
    table = ProgramTable(room.host, "ladder", {"rounds": 1})
    table.let_in()
    seen = run_aside(play_to_the_end(f"{room.server.url}/mcp", [each.key for each in table.programs], "auto", table))
    session = table.session()
    assert session.stage == OVER
    assert [(player.program, player.bot) for player in session.players] == [(True, False)] * 2
    first, second = (look["data"] for look in seen)
    assert first["view"]["over"]
    assert first["view"]["standings"] == second["view"]["standings"] != []
    assert [look["you"] for look in seen] == ["p1", "p2"]
