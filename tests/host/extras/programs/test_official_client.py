"""The protocol's own client for Python plays with us, in both generations of the protocol."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.host.extras.programs.client import choose_value
from tests.host.extras.programs.conftest import ProgramTable

pytestmark = pytest.mark.whole  # to import the client costs two seconds


async def play_with_client(url, key, mode, game):
    """Connect, list the tools, look, answer one question twice, and be refused once."""
    kit, streamable, web = (
        pytest.importorskip(name) for name in ("mcp.client", "mcp.client.streamable_http", "httpx2")
    )
    async with web.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        transport = streamable.streamable_http_client(url, http_client=http)
        async with kit.Client(transport, mode=mode) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            legal = (await client.call_tool("legal", {"game": game})).structured_content
            (asked,) = legal["questions"]
            answer = {"game": game, "question": asked["id"], "key": "k", "value": choose_value(asked, _FirstChoice)}
            done = [(await client.call_tool("answer", answer)).structured_content for _ in range(2)]
            seen = (await client.call_tool("look", {"game": game, "typed": True})).structured_content
            refused = await client.call_tool("join", {"game": "00000000", "key": "k"})
            return client.protocol_version, tools, done, seen, refused


class _FirstChoice:
    choice = staticmethod(lambda values: values[0])


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_it_finds_the_tools_and_plays(room, mode, version):
    evening = ProgramTable(room.host)
    evening.begin()
    url = f"{room.server.url}/mcp"
    playing = play_with_client(url, evening.programs[0].key, mode, evening.game)
    with ThreadPoolExecutor(1) as other:  # a test in a browser may have left a loop running in this thread
        spoken, tools, done, seen, refused = other.submit(asyncio.run, playing).result()
    assert spoken == version
    assert tools == ["tables", "join", "look", "legal", "answer", "play", "rules"]
    assert done == [{"done": True, "game": evening.game}] * 2
    assert seen["you"] == seen["data"]["you"] == "p1"
    assert refused.is_error
    assert "no_game" in refused.content[0].text
