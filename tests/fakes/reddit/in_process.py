"""The site without a network: real PRAW asks it in this process, which takes a third of the time."""

from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
import requests
from requests.adapters import BaseAdapter

from .api import Api
from .endpoints import Request
from .faults import Answer

URL = "https://reddit.test"


class InProcess(BaseAdapter):
    """Carries every request to the site's API, and its answer back. An answer that never comes is a time-out."""

    def __init__(self, api: Api) -> None:
        super().__init__()
        self.api = api
        api.faults.closing.set()  # nobody waits here

    def close(self) -> None:
        """There is nothing to close."""

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """Carry one."""
        answer = self.api.answer(asked(request))
        if answer.cut:
            raise requests.exceptions.ChunkedEncodingError("the connection broke")
        if not answer.status:
            raise requests.ReadTimeout("no answer")
        return response(request, answer)


def asked(request: requests.PreparedRequest) -> Request:
    """A call as the site takes it."""
    parts, body = urlsplit(str(request.url)), request.body or b""
    form = body.decode() if isinstance(body, bytes) else str(body)
    query, fields = (dict(parse_qsl(text, keep_blank_values=True)) for text in (parts.query, form))
    headers = {name.lower(): str(value) for name, value in request.headers.items()}
    return Request(str(request.method), parts.path, query, fields, headers)


def response(request: requests.PreparedRequest, answer: Answer) -> requests.Response:
    """An answer as PRAW takes it."""
    found = requests.Response()
    found.status_code, found.url, found.request = answer.status, str(request.url), request
    found.headers.update(answer.headers)
    # PRAW reads the text only of an error; the body of an answer is its own already: much time went into both.
    found._content = b"" if answer.status == HTTPStatus.OK else msgspec.json.encode(answer.body)
    found.json = lambda **_: answer.body  # type: ignore[method-assign]
    return found
