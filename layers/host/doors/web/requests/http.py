"""A request that has come in whole, and a response, of the local server or a function URL."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, ip_address, ip_network

from msgspec import Struct, field
from starlette.formparsers import MultiPartException
from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response as AsgiResponse
from starlette.types import Receive, Scope, Send

from host.doors.registry import list_webhook_paths

MAX_FORM_BYTES, MAX_FILE_BYTES = 16 * 1024, 256 * 1024
FILE_PATHS = ("/me/pack",)  # where somebody sends a file
MAX_FIELDS = 64

# Long ones are slow to parse. Browsers name no charset in a form with files; others might name a slow one.
FORM = re.compile(r"application/x-www-form-urlencoded.{0,100}|multipart/form-data(?!.*charset).{0,200}", re.IGNORECASE)
SEE_OTHER = 303
GAME_FORM_PATH = re.compile(r"(/g/[0-9a-f]{8})/[a-z]+")
PART_HEADER = "x-part"  # sent with a form by the page's script, which wants the updated part in place of a redirect
COOKIE, INSIDE = "rtab", "rtab-inside"
YEAR = 365 * 24 * 3600
OWN_SITE = ("same-origin", "none")
NO_STORE = "no-store"  # only what no cache may keep may carry a cookie
HOST_NAME = re.compile(r"[a-z0-9._:\[\]-]{0,255}", re.IGNORECASE | re.ASCII)
MAX_ACCEPT_ENCODING = 1024  # letters of it that are read
logging.getLogger("python_multipart").setLevel(logging.ERROR)  # it would log a line for every malformed form

SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": NO_STORE,
}


def max_body_bytes(path: str) -> int:
    """Return how many bytes a request to the address `path` may have in its body: more where files are sent or
    platforms post.
    """
    return MAX_FILE_BYTES if path in FILE_PATHS or path in list_webhook_paths() else MAX_FORM_BYTES


class HttpRequest(Request):
    """An HTTP request that has been read whole: `sent` is its body, `fields` and `files` are those of a form."""

    def __init__(self, scope: Scope, sent: bytes = b"", fields: Mapping[str, list[str]] | None = None) -> None:
        super().__init__(scope)
        self.sent, self.fields = sent, {} if fields is None else fields
        self.files: dict[str, bytes] = {}

    @classmethod
    async def read(cls, scope: Scope, receive: Receive) -> HttpRequest:
        """Read a request with its whole body and return it with the form's fields and files, if it carries a form. A
        form that is malformed or too large is left without fields. Raise ClientDisconnect if the client has gone.
        """
        request, fields = Request(scope, receive), dict[str, list[str]]()
        found = cls(scope, await request.body(), fields)
        if len(found.sent) > max_body_bytes(found.path) or not FORM.fullmatch(request.headers.get("content-type", "")):
            return found
        with suppress(MultiPartException):
            async with request.form(max_files=1, max_fields=MAX_FIELDS, max_part_size=MAX_FILE_BYTES) as form:
                for name, value in form.multi_items():
                    if isinstance(value, str):
                        fields.setdefault(name, []).append(value)
                    else:
                        found.files[name] = await value.read()
        return found

    @property
    def path(self) -> str:
        """The path of the requested address, decoded."""
        return str(self.scope["path"])

    def read_param(self, name: str) -> str:
        """Return the first value of a query parameter, or an empty string."""
        return next(iter(self.query_params.getlist(name)), "")

    def read_upload(self, name: str) -> bytes:
        """Return the content of the file that was sent in this field of a form, or empty bytes."""
        return self.files.get(name, b"")

    def read_cookie(self, name: str) -> str:
        """Return the value of the cookie of this name, or an empty string."""
        return self.cookies.get(name, "")

    @property
    def host(self) -> str:
        """The host name that the browser asked for; behind a proxy, the one that the proxy forwards."""
        named: str = self.headers.get("x-forwarded-host") or self.headers.get("host", "")
        return named.partition(",")[0].strip()

    @property
    def has_plain_host(self) -> bool:
        """Whether the host name looks like one, so that addresses can be built with it; HTTP/1.0 may send none."""
        return bool(HOST_NAME.fullmatch(self.host))

    @property
    def network(self) -> str:
        """The client's network for rate limits; an address that is none is taken as it is. Behind a local proxy the
        last forwarded address counts, since clients can forge the ones before it.
        """
        address = self.client.host if self.client else ""
        named = ",".join(self.headers.getlist("x-forwarded-for")).rpartition(",")[2].strip()
        try:
            here = not address or ip_address(address).is_loopback
            return find_network(named if named and here else address)
        except ValueError:
            return address

    @property
    def secure(self) -> bool:
        """Whether the request came over TLS, at least as far as the proxy."""
        return self.headers.get("x-forwarded-proto", self.scope.get("scheme")) == "https"

    @property
    def origin(self) -> str:
        """The scheme and host of this site, such as https://example.org, as the request names them."""
        return f"{'https' if self.secure else 'http'}://{self.host}"

    @property
    def own(self) -> bool:
        """Whether a page of this site certainly sent the request, by the browser's own headers; unlike `not foreign`,
        False if it sends none of them.
        """
        site, origin = self.headers.get("sec-fetch-site", ""), self.headers.get("origin", "")
        return not self.foreign and (site == "same-origin" or bool(origin))

    @property
    def inside(self) -> str:
        """The token of a viewer inside another app, or an empty string. Its cookie may be sent wherever others embed
        this site, so it counts only for requests of our own pages.
        """
        return self.read_cookie(INSIDE) if self.headers.get("sec-fetch-site", "none") in OWN_SITE else ""

    @property
    def foreign(self) -> bool:
        """Whether a page of another site sent the request (cross-site request forgery), by the browser's own headers;
        False if it sends none of them.
        """
        site = self.headers.get("sec-fetch-site", "")  # written by the browser itself; no page can forge it
        origin = self.headers.get("origin", "")
        return site not in OWN_SITE if site else bool(origin) and origin.partition("://")[2] != self.host


class Response(Struct):
    """An HTTP response."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cookies: list[str] = field(default_factory=list)

    def add_cookie(self, cookie: str) -> None:
        """Add a cookie to the response, unless it sets one of the same name already."""
        name = cookie.partition("=")[0]
        if not any(each.startswith(f"{name}=") for each in self.cookies):
            self.cookies.append(cookie)

    def to_asgi(self) -> AsgiResponse:
        """Return the response for the web framework; cookies are left out if a cache may store the response."""
        response = AsgiResponse(self.body, self.status, self.headers)
        if self.headers.get("Cache-Control") == NO_STORE:
            for cookie in self.cookies:
                response.headers.append("Set-Cookie", cookie)
        return response


def find_network(address: str) -> str:
    """Return the network of an IP address for rate limits: an IPv4 address itself, of an IPv6 address the first 64
    bits, as one client owns them all. Raise ValueError if it is no address.
    """
    found = ip_address(address.partition("%")[0])
    found = getattr(found, "ipv4_mapped", None) or found
    return str(found) if isinstance(found, IPv4Address) else str(ip_network((found, 64), strict=False))


def accepts_gzip(header: str) -> bool:
    """Return whether an `Accept-Encoding` header allows gzip; of a long header only the first 1024 characters
    are read.
    """
    for offer in header[:MAX_ACCEPT_ENCODING].lower().split(","):
        coding, _, weight = offer.partition(";")
        if coding.strip() in {"gzip", "*"}:
            with suppress(ValueError):
                return not weight.strip() or float(weight.strip().removeprefix("q=")) > 0
    return False


def build_html_response(markup: str, status: int = 200) -> Response:
    """Build the response that carries a whole page of HTML, with this status code."""
    return Response(status, f"<!doctype html>{markup}".encode(), {"Content-Type": "text/html; charset=utf-8", **SAFE})


def build_part_response(markup: str, mark: str) -> Response:
    """Build the response for the updatable middle part of a page, with `mark` as its ETag."""
    headers = {"Content-Type": "text/html; charset=utf-8", "ETag": mark, **SAFE}
    return Response(200, markup.encode(), headers)


def build_part_request(request: HttpRequest, response: Response) -> HttpRequest | None:
    """Return the request for the part of a game's page that shows what a form has done, if the page's script sent the
    form and its response leads back to that page; else None. A new cookie must reach the browser first.
    """
    form = GAME_FORM_PATH.fullmatch(request.path)
    if not form or PART_HEADER not in request.headers or response.status != SEE_OTHER or response.cookies:
        return None
    where = response.headers["Location"]
    if where != form[1] and not where.startswith(f"{form[1]}/"):
        return None
    path = f"{form[1]}/part"
    return HttpRequest({**request.scope, "method": "GET", "path": path, "raw_path": path.encode()})


def redirect_to(path: str, cookie: str = "") -> Response:
    """Build a redirect (303) to a path of this site, which sets a cookie if one is given."""
    return Response(SEE_OTHER, b"", {"Location": path, **SAFE}, [cookie] if cookie else [])


def format_session_cookie(token: str, *, secure: bool, age: int = YEAR, name: str = COOKIE, path: str = "/") -> str:
    """Format the cookie `name` of this site, for addresses below `path`, that lasts `age` seconds (0 deletes it): by
    default the one that logs a browser in for a year, with the token of a login or private link as its value; scripts
    cannot read it, and forms of other sites do not send it.
    """
    kept = f"{name}={token}; Path={path}; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def format_embedded_cookie(token: str) -> str:
    """Format the login cookie for a page inside another app's frame; it is partitioned, so that
    only that app sends it.
    """
    return f"{INSIDE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=None; Secure; Partitioned"


MIN_COMPRESSED_BYTES, LEVEL = 600, 6
NO_GZIP_THREAD_BYTES = 1 << 62  # bytes from which a thread would compress: all is done in the one thread of the page


class WebApplication:
    """Serve the page as an ASGI application; responses are compressed if the browser accepts gzip."""

    def __init__(self, answer: Callable[[HttpRequest], Awaitable[Response]]) -> None:
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one HTTP request (an ASGI call), compressing the response if the browser accepts that."""
        if accepts_gzip(Request(scope).headers.get("accept-encoding", "")):
            responder = GZipResponder(
                self._send_response, MIN_COMPRESSED_BYTES, LEVEL, thread_minimum_size=NO_GZIP_THREAD_BYTES
            )
            await responder(scope, receive, send)
        else:
            await IdentityResponder(self._send_response, MIN_COMPRESSED_BYTES)(scope, receive, send)

    async def _send_response(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a request, answer it and send the response; do nothing if the client has gone."""
        try:
            request = await HttpRequest.read(scope, receive)
        except ClientDisconnect:
            return
        response = await self._answer_with_part(request)
        await response.to_asgi()(scope, receive, send)

    async def _answer_with_part(self, request: HttpRequest) -> Response:
        """Return the response to a request. Once what a form did is saved, the page's script gets the updated part of
        the page at once; if that cannot be rendered, the redirect stands.
        """
        response = await self._answer(request)
        if (follow := build_part_request(request, response)) is None:
            return response
        part = await self._answer(follow)
        return part if part.status == 200 else response
