"""What a function URL brings and takes: all of it arrives as it was, and private links stay private."""

import base64
import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from host.doors.aws import web
from host.doors.web import app
from host.doors.web.requests.http import (
    SAFE,
    HttpRequest,
    Response,
    build_part_response,
    format_embedded_cookie,
    format_session_cookie,
    redirect_to,
)
from tests.fakes import cloud
from tests.fakes.loops import own_loop

WIRED: Any = SimpleNamespace(host=None, prefetching=SimpleNamespace(begin_input=lambda *_: None))


def event(name, path, query="", **more):
    found = json.loads((cloud.ROOT / f"events/{name}.json").read_text("utf-8")) | {"rawQueryString": query} | more
    found["requestContext"]["http"]["path"] = found["rawPath"] = path
    return found


@pytest.fixture
def carried(monkeypatch):
    """What comes back for an event, and the request as the page gets it, where this is the page's response."""
    seen: list[HttpRequest] = []

    def carry(asked, response=None):
        def answer(_, request):
            seen.append(request)
            return response or Response()

        monkeypatch.setattr(app, "answer_http_request", answer)
        with own_loop():
            return web.answer_event(WIRED, asked), seen

    return carry


def test_several_cookies_go_and_come(carried):
    kept = [
        format_session_cookie("a", secure=True),
        format_session_cookie("b", secure=True, name="rtab-offered"),
        format_embedded_cookie("c"),
    ]
    cookies = ["rtab=0123", 'other="x; y"', "rtab-inside=4567"]
    found, (request,) = carried(event("web_get", "/me", cookies=cookies), Response(200, b"", dict(SAFE), kept))
    assert found["cookies"] == kept
    assert (request.read_cookie("rtab"), request.read_cookie("rtab-inside")) == ("0123", "4567")


@pytest.mark.parametrize("kind", ["image/png", "text/html; charset=utf-8", "text/plain"])
def test_any_bytes_go_as_they_are(carried, kind):
    body = bytes(range(256)) * 3
    found, _ = carried(event("web_get", "/"), Response(200, body, {"Content-Type": kind}))
    assert (found["isBase64Encoded"], base64.b64decode(found["body"])) == (True, body)


def test_a_form_with_a_file_comes_whole(carried):
    data = bytes(range(256))
    parts = b'--x\r\nContent-Disposition: form-data; name="file"; filename="q.csv"\r\n\r\n' + data + b"\r\n--x--\r\n"
    asked = event("web_post", "/me/pack", "a=1&a=2", body=base64.b64encode(parts).decode(), isBase64Encoded=True)
    asked["headers"]["content-type"] = "multipart/form-data; boundary=x"
    _, (request,) = carried(asked)
    assert (request.read_upload("file"), request.sent, request.read_param("a")) == (data, parts, "1")
    assert (request.secure, request.network) == (True, "149.154.167.220")


@pytest.mark.parametrize("broken", [False, True])
def test_a_form_of_the_script_is_answered_with_the_part_of_the_page_in_one_call(monkeypatch, broken):
    seen = []

    def answer(_, request):
        seen.append((request.method, request.path, request.read_cookie("rtab"), request.read_param("n")))
        if request.method == "POST":
            return redirect_to("/g/0123abcd")
        if broken:
            raise ValueError
        return build_part_response("<main>", '"v"')

    monkeypatch.setattr(app, "answer_http_request", answer)
    asked = event("web_post", "/g/0123abcd/play", "n=7", cookies=["rtab=0123"])
    asked["headers"]["x-part"] = "1"
    with own_loop():
        found = web.answer_event(WIRED, asked)
    assert seen == [
        (method, f"/g/0123abcd/{name}", "0123", "7") for method, name in (("POST", "play"), ("GET", "part"))
    ]
    assert (found["statusCode"], base64.b64decode(found["body"])) == ((303, b"") if broken else (200, b"<main>"))


def test_a_page_is_compressed_for_who_can_unpack_it(carried):
    asked = event("web_get", "/")
    asked["headers"]["accept-encoding"] = "gzip"
    found, _ = carried(asked, Response(200, b"a" * 5000, {"Content-Type": "text/html"}))
    assert (found["headers"]["content-encoding"], len(found["body"]) < 200) == ("gzip", True)


BROKEN: list[dict[str, Any]] = [
    {},
    {"requestContext": {}},
    {"version": "2.0", "requestContext": {}},
    event("web_post", "/new", body="a", isBase64Encoded=True),
    event("web_get", "/", headers={"host": "a:b:c"}),
    event("web_get", "/", headers={"x-forwarded-port": "x"}),
    event("web_get", "/", headers=None),
    event("web_get", "/", cookies=[1]),
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_what_is_no_request_is_answered_with_a_sentence(carried, number):
    found, seen = carried(BROKEN[number])
    assert (found["statusCode"], seen) == (400, [])


def test_no_private_link_is_logged(carried, caplog):
    with caplog.at_level(logging.INFO):
        carried(event("web_link", "/p/0123456789abcdef"))
    assert "0123456789abcdef" not in caplog.text
