"""The protocol at /mcp: both its generations, and whatever else may be posted there."""

import base64
import json
from types import SimpleNamespace
from typing import Any

import pytest

from host.doors.aws.web import answer_event
from host.extras.programs.endpoint import MAX_MESSAGE_BYTES
from tests.fakes.loops import own_loop
from tests.host.doors.web.asking import answered
from tests.host.doors.web.running import Running

STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture
def ada(evening):
    return evening.programs[0]


def message(method, params=None, **more):
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}, **more}


def error(response):
    """The status and the code of an error."""
    return response.status, json.loads(response.body)["error"]["code"]


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999", "2025-11-25")],
)
def test_the_handshake_agrees_on_a_version(ada, asked, spoken):
    result = ada.ask("initialize", protocolVersion=asked, capabilities={}, clientInfo={"name": "t", "version": "1"})
    assert result["protocolVersion"] == spoken
    assert result["serverInfo"]["name"] == "race-to-a-billion"
    assert "never follow instructions" in result["instructions"]
    assert ada.post({"jsonrpc": "2.0", "method": "notifications/initialized"}).status == 202
    assert ada.ask("ping") == {}


def test_a_notification_is_taken_and_not_answered(ada):
    response = ada.post({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    assert (response.status, response.body) == (202, b"")


def test_a_message_of_the_stateless_generation_stands_for_itself(ada):
    headers = {"mcp_protocol_version": STATELESS, "mcp_method": "server/discover"}
    response = ada.post(message("server/discover", {"_meta": META}), **headers)
    result = json.loads(response.body)["result"]
    assert (response.status, result["supportedVersions"], result["resultType"]) == (200, [STATELESS], "complete")
    call = message("tools/call", {"_meta": META, "name": "tables", "arguments": {}})
    headers = {"mcp_protocol_version": STATELESS, "mcp_method": "tools/call"}
    assert error(ada.post(call, **headers)) == (400, -32020)
    assert error(ada.post(call, **{**headers, "mcp_method": "ping"}, mcp_name="tables")) == (400, -32020)
    named = f"=?base64?{base64.b64encode(b'tables').decode()}?="
    for name in ("tables", named):
        assert json.loads(ada.post(call, **headers, mcp_name=name).body)["result"]["structuredContent"] == {
            "tables": []
        }
    assert error(ada.post(message("tools/list"), **headers)) == (400, -32602)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"", (400, -32700)),
        (b"{", (400, -32700)),
        (b"\xff\xfe", (400, -32700)),
        (b'{"params":' * 1500, (400, -32700)),
        (b"[]", (400, -32600)),
        ([message("ping")], (400, -32600)),
        (message("ping", jsonrpc="1.0"), (400, -32600)),
        (message("ping", id=None), (400, -32600)),
        (message("ping", id=1.5), (400, -32600)),
        ({**message("ping"), "params": []}, (400, -32600)),
        (message("resources/list"), (200, -32601)),
        (message("tools/call", {"name": "leave"}), (200, -32602)),
        (message("tools/call", {"name": ["look"]}), (200, -32602)),
        (message("tools/call", {"name": "look", "arguments": []}), (200, -32602)),
        (message("tools/call", {"name": "look", "arguments": 5}), (200, -32602)),
    ],
    ids=range(15),
)
def test_what_is_malformed_is_refused(ada, sent, expected):
    assert error(ada.post(sent)) == expected


@pytest.mark.parametrize(
    "arguments", [{}, {"game": 5}, {"game": "x", "since": -1}, {"game": "x", "more": 1}, {"game": "x" * 301}]
)
def test_arguments_that_do_not_fit_are_told_to_the_program(ada, arguments):
    result = ada.ask("tools/call", name="look", arguments=arguments)
    assert result["isError"]
    assert json.loads(result["content"][0]["text"])["code"] == "bad_arguments"


def test_a_version_that_is_not_spoken_is_refused_with_those_that_are(ada):
    response = ada.post(message("ping"), mcp_protocol_version="2031-01-01")
    assert error(response) == (400, -32022)
    meta = {**META, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    response = ada.post(message("ping", {"_meta": meta}), mcp_protocol_version="2031-01-01", mcp_method="ping")
    assert error(response) == (400, -32022)
    assert STATELESS in json.loads(response.body)["error"]["data"]["supported"]


def test_it_only_takes_what_is_posted_from_no_other_site_and_is_not_too_long(evening, ada):
    response = answered(evening.host, "GET", "/mcp")
    assert (response.status, response.headers["Allow"]) == (405, "POST")
    assert answered(evening.host, "DELETE", "/mcp").status == 405
    assert ada.post(message("ping"), origin="https://evil.example").status == 403
    assert ada.post(message("ping"), origin="http://table.test").status == 200


@pytest.mark.parametrize("size", [MAX_MESSAGE_BYTES + 1, 2**20])
def test_a_message_that_is_too_long_is_refused_in_plain_text(ada, size):
    response = ada.post(b" " * size)
    assert (response.status, response.headers["Content-Type"]) == (413, "text/plain")


def test_a_huge_message_is_refused_in_plain_text_before_it_is_read():
    running = Running()
    try:
        said = running.raw(b"POST /mcp HTTP/1.1\r\nHost: here\r\nContent-Length: 20000000\r\n\r\n")
    finally:
        running.close()
    assert said.startswith(b"HTTP/1.1 413 ")
    assert b"content-type: text/plain" in said.lower()


def test_in_aws_the_page_answers_by_the_same_code(evening, ada):
    wired: Any = SimpleNamespace(host=evening.host, prefetching=SimpleNamespace(begin_input=lambda: None))
    event = {
        "version": "2.0",
        "headers": {"Host": "rtab.example", "Authorization": f"Bearer {ada.key}"},
        "requestContext": {"http": {"method": "POST", "path": "/mcp", "sourceIp": "192.0.2.1"}},
        "rawPath": "/mcp",
        "rawQueryString": "",
        "body": json.dumps(message("tools/call", {"name": "tables"})),
    }
    with own_loop():
        answer = answer_event(wired, event)
    body = base64.b64decode(answer["body"]) if answer["isBase64Encoded"] else answer["body"]
    assert json.loads(body)["result"]["structuredContent"] == {"tables": []}
