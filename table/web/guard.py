"""The guard at the door: who may knock, how much they may bring, and what a page may load.

A page of somebody else's must not make this browser play: requests that change something have to come from a page of
this very server, whose name has to be one of its own names (so that no foreign name can be bent to this address).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from table.web.keys import Keyring
from table.web.pages import Pages

MOST_BYTES = 64_000
"""Of a request's body: a whole setup that was typed in has a tenth of it."""
MOST_SECONDS = 10.0
"""In which a body has to be there."""
COOKIE = "timbuktu-host"
HOUSE = "house"
"""The place whose key opens everything that is not a table's own page."""
VERSIONS = "versions"
"""The place whose key goes into the versions of logs."""
OPEN = ("/t/", "/static/", "/fonts/", "/enter/", "/favicon.ico")
"""What needs no key of the house: tables bring their own, and of the rest everybody may know."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class TooMuchError(Exception):
    """A body that is larger than anything a page sends."""


class TooSlowError(Exception):
    """A body that does not come to its end."""


class Guard:
    """Stands before the app; `names` are the hosts with ports under which the server is known."""

    def __init__(self, app: ASGIApp, names: Collection[str], keys: Keyring, pages: Pages, open_house: bool) -> None:
        self.app, self.names, self.keys, self.pages = app, frozenset(names), keys, pages
        self.open_house = open_house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in, or says why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if refusal := self._refusal(scope):
            await self._refused(scope, *refusal)(scope, receive, _with_headers(send))
            return
        try:
            await self.app(scope, _bounded(receive), _with_headers(send))
        except TooMuchError:
            await self._refused(scope, 413, "too_much")(scope, receive, _with_headers(send))
        except TooSlowError:
            await self._refused(scope, 408, "too_slow")(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope, status: int, why: str) -> Response:
        request = Request(scope)
        return self.pages.refusal(request, status, self.pages.words(request).said(f"web.{why}"))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the key of the sentence."""
        headers = Headers(scope=scope)
        if headers.get("host", "") not in self.names:
            return 421, "other_address"
        if scope["method"] not in ("GET", "HEAD"):
            if headers.get("origin") != f"http://{headers['host']}":
                return 403, "foreign_page"
            if headers.get("content-type", "").partition(";")[0] != "application/json":
                return 415, "not_json"
            if not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", 0)) > MOST_BYTES:
                return 413, "too_much"
        if not self.open_house and not scope["path"].startswith(OPEN) and not self._has_key(headers):
            return 403, "no_key"
        return None

    def _has_key(self, headers: Headers) -> bool:
        cookie: SimpleCookie = SimpleCookie(headers.get("cookie", ""))
        return COOKIE in cookie and self.keys.fits(cookie[COOKIE].value, HOUSE)


def _bounded(receive: Receive) -> Receive:
    """A body that ends, and soon, whatever its header promised; who has sent all of it may stay as long as it likes."""
    got, whole, until = 0, False, time.monotonic() + MOST_SECONDS

    async def bounded() -> Message:
        nonlocal got, whole
        try:
            message = await (receive() if whole else asyncio.wait_for(receive(), until - time.monotonic()))
        except TimeoutError:
            raise TooSlowError from None
        got, whole = got + len(message.get("body", b"")), not message.get("more_body", False)
        if got > MOST_BYTES:
            raise TooMuchError
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sent
