"""A request and a response, whoever carries them: the local server or a Lambda function URL."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Address, ip_address, ip_network
from urllib.parse import parse_qs

from msgspec import Struct, field

BIGGEST_BODY, BIGGEST_FILE = 16 * 1024, 256 * 1024
FILES = ("/me/pack",)  # where somebody sends a file
BOUNDARY = re.compile(r"boundary=\"?([\w'()+,./:=? -]{1,70})\"?")
NAME = re.compile(rb'[; ]name="([\w-]{1,40})"')
MOST_FIELDS = 64
COOKIE, INSIDE = "rtab", "rtab-inside"
YEAR = 365 * 24 * 3600
LEAST, PACKS = 600, ("text/", "image/svg")  # bytes that are worth it, and what is not packed already
OWN_SITE = ("same-origin", "none")
NO_STORE = "no-store"  # only what no cache may keep may carry a token
MAX_ACCEPT_ENCODING = 1024  # letters of it that are read
SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; font-src 'self'; img-src 'self' data:; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": NO_STORE,
}


def most(path: str) -> int:
    """How many bytes may be sent to this address."""
    return BIGGEST_FILE if path in FILES else BIGGEST_BODY


class HttpRequest(Struct):
    """One request. Header names are in lower case."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    address: str = ""  # where it comes from, as whoever carries it knows

    def param(self, name: str) -> str:
        """One value from the address."""
        return _fields(self.query).get(name, [""])[0]

    def form(self) -> dict[str, list[str]]:
        """The fields of a posted form."""
        found = _fields(self.body[:BIGGEST_BODY].decode("utf-8", "replace")) if not self._parts else {}
        for name, named, sent in self._parts:
            if not named:
                found.setdefault(name, []).append(sent.decode("utf-8", "replace"))
        return found

    def file(self, name: str) -> bytes:
        """The file that was sent with a form, or nothing."""
        return next((sent for part, named, sent in self._parts if named and part == name), b"")

    @property
    def _parts(self) -> list[tuple[str, bool, bytes]]:
        """Of a form that may hold files: each field's name, whether it is a file, and what was sent."""
        kind = self.headers.get("content-type", "")
        found = BOUNDARY.search(kind) if kind.startswith("multipart/form-data") and self.path in FILES else None
        pieces = self.body.split(b"--" + found[1].encode())[1:-1] if found else []
        split = [piece.partition(b"\r\n\r\n") for piece in pieces[:MOST_FIELDS]]
        named = [(NAME.search(head), b"filename=" in head, sent.removesuffix(b"\r\n")) for head, _, sent in split]
        return [(name[1].decode(), file, sent) for name, file, sent in named if name]

    def cookie(self, name: str) -> str:
        """One cookie."""
        # Others on the same machine set cookies as they please: whatever they hold must not hide ours.
        kept = (part.strip().partition("=") for part in self.headers.get("cookie", "").split(";"))
        return next((value for key, _, value in kept if key == name), "")

    @property
    def host(self) -> str:
        """Under which name the page was asked for."""
        return self.headers.get("x-forwarded-host") or self.headers.get("host", "")

    @property
    def network(self) -> str:
        """The network that it comes from: who has IPv6 has as many addresses as they like, in one network of 64 bits.

        Whoever stands before this host says last for whom they ask; what visitors say themselves stands before that.
        """
        named = self.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        try:
            here = not self.address or ip_address(self.address).is_loopback
            found = ip_address(named if named and here else self.address)
        except ValueError:
            return self.address
        return str(found) if isinstance(found, IPv4Address) else str(ip_network((found, 64), strict=False))

    @property
    def secure(self) -> bool:
        """Did it come over TLS, at least as far as whoever stands before this host?"""
        return self.headers.get("x-forwarded-proto", "") == "https"

    @property
    def origin(self) -> str:
        """How an address of this site begins."""
        return f"{'https' if self.secure else 'http'}://{self.host}"

    @property
    def own(self) -> bool:
        """Was this certainly sent by a page of this site?"""
        site, origin = self.headers.get("sec-fetch-site", ""), self.headers.get("origin", "")
        return not self.foreign and (site == "same-origin" or bool(origin))

    @property
    def inside(self) -> str:
        """The token of whoever looks at the page inside another app. Its cookie may come along wherever others embed
        this site; it counts only for what this site's own pages ask for.
        """
        return self.cookie(INSIDE) if self.headers.get("sec-fetch-site", "none") in OWN_SITE else ""

    @property
    def foreign(self) -> bool:
        """Was this sent by a page of somebody else's? Such a page must not play for its visitors."""
        site = self.headers.get("sec-fetch-site", "")  # written by the browser itself; no page can forge it
        origin = self.headers.get("origin", "")
        return site not in OWN_SITE if site else bool(origin) and origin.partition("://")[2] != self.host


class Response(Struct):
    """What goes back."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def set_cookie(self, value: str) -> None:
        """Send a cookie along, unless a cache may keep this response: somebody else would be given the cookie."""
        if self.headers.get("Cache-Control") == NO_STORE:
            self.headers.setdefault("Set-Cookie", value)

    @property
    def encoded(self) -> str:
        """The body as a Lambda function URL wants bytes."""
        return base64.b64encode(self.body).decode()


def packed(request: HttpRequest, response: Response) -> Response:
    """The same response, smaller on its way, for whoever can unpack it."""
    kind, body = response.headers.get("Content-Type", ""), response.body
    if len(body) < LEAST or not kind.startswith(PACKS) or "Content-Encoding" in response.headers:
        return response
    response.headers["Vary"] = "Accept-Encoding"
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        response.headers["Content-Encoding"] = "gzip"
        response.body = gzip.compress(body, 6, mtime=0)
    return response


def accepts_gzip(header: str) -> bool:
    """Return whether an `Accept-Encoding` header allows gzip. Its length is bounded before anything is read."""
    for offer in header[:MAX_ACCEPT_ENCODING].lower().split(","):
        coding, _, weight = offer.partition(";")
        if coding.strip() in {"gzip", "*"}:
            with suppress(ValueError):
                return not weight.strip() or float(weight.strip().removeprefix("q=")) > 0
    return False


def page(markup: str, status: int = 200) -> Response:
    """A page of HTML."""
    return Response(status, f"<!doctype html>{markup}".encode(), {"Content-Type": "text/html; charset=utf-8", **SAFE})


def part(markup: str, mark: str) -> Response:
    """The middle of a page, with the mark by which it is known to be fresh."""
    headers = {"Content-Type": "text/html; charset=utf-8", "ETag": mark, **SAFE}
    return Response(200, markup.encode(), headers)


def see(path: str, cookie: str = "") -> Response:
    """Go and look there."""
    headers = {"Location": path, **SAFE}
    return Response(303, b"", {**headers, "Set-Cookie": cookie} if cookie else headers)


def cookie(token: str, *, secure: bool, age: int = YEAR, name: str = COOKIE) -> str:
    """A private link as a cookie that scripts and other sites cannot read."""
    kept = f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{kept}; Secure" if secure else kept


def cookie_inside(token: str) -> str:
    """The same within another app's frame, where a browser gives only such cookies; it is kept apart for that app."""
    return f"{INSIDE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=None; Secure; Partitioned"


def _fields(text: str) -> dict[str, list[str]]:
    try:
        return parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS) if text else {}
    except ValueError:
        return {}
