"""Requests as a test writes them: through the whole ASGI application, without a server and without a loop."""

import base64
import re
from urllib.parse import unquote

from starlette.datastructures import Headers

from host.doors.web import app
from host.doors.web.requests.http import HttpRequest, WebApplication

FORM = "application/x-www-form-urlencoded"


UNREAD = re.compile(r"<(script|style|svg|textarea)\b.*?</\1>", re.DOTALL)
NOWHERE = re.compile(r'<[^>]* (?:href|src|action)=""[^>]*>')
SEAT = re.compile(r"(?<![\w-])p\d{1,2}(?![\w-])(?=[^<>]*<)")


def check_page(text):
    """What holds on every page: each link and form leads somewhere, and no seat stands where its player's name does."""
    read = UNREAD.sub("", text)
    assert NOWHERE.findall(read) == []
    assert not (seats := SEAT.findall(read)), seats


class Answer:
    """What came back, as it would leave this machine."""

    def __init__(self, status=200, headers=(), body=b""):
        self.status, self.headers, self.body = status, Headers(raw=list(headers)), body


def scope(method, path, query="", headers=(), address=""):
    """The request as a server would hand it over."""
    given = {"host": "t", **({"content-type": FORM} if method == "POST" else {}), **dict(headers)}
    return {
        "type": "http",
        "method": method,
        "path": unquote(path),
        "query_string": query.encode(),
        "headers": [(name.lower().encode("latin-1"), value.encode("utf-8")) for name, value in given.items()],
        "client": (address, 1) if address else None,
        "scheme": "http",
    }


def run(coroutine):
    """Nothing in the application waits for anything but the server, so it needs no loop."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")


def asked(method, path, query="", headers=(), body=b"", address=""):
    """The request as pages get it."""

    async def receive():
        return {"type": "http.request", "body": body}

    return run(HttpRequest.read(scope(method, path, query, headers, address), receive))


def answered(host, method, path, query="", headers=(), body=b"", address="", answer=None):
    """What goes back for it."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": body}

    async def send(message):
        sent.append(message)

    async def answers(request):
        return (answer or app.answer_http_request)(host, request)

    run(WebApplication(answers)(scope(method, path, query, headers, address), receive, send))
    start, *rest = sent
    found = Answer(start["status"], start["headers"], b"".join(each.get("body", b"") for each in rest))
    if found.headers.get("Content-Type", "").startswith("text/html") and "Content-Encoding" not in found.headers:
        check_page(found.body.decode())
    return found


def carried(event, answer):
    """What goes back for a function URL's event, without an adapter: it wants a loop, which simulated worlds lack."""
    about = event["requestContext"]["http"]
    headers = {**event["headers"], "cookie": "; ".join(event["cookies"])}
    sent = event.get("body", "").encode()
    found = answered(None, about["method"], about["path"], "", headers, sent, about["sourceIp"], answer)
    return {"statusCode": found.status, "body": base64.b64encode(found.body).decode()}
