"""Serves the page of the explorer to a browser on this machine.

The server is Python's own ``http.server``: it has one page and no files to serve, so a web
framework would add dependencies and no safety. It is bound to the loopback address. Every request
must name that address as its host, must not be from a page of another origin, and must have the
token that is in the address of the page. Other users of the machine do not know the token; pages of
other origins cannot read it, and a host name that an attacker lets resolve to 127.0.0.1 is refused.
"""

from __future__ import annotations

import json
import secrets
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import Message
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final, cast
from urllib.parse import parse_qs, urlsplit

from dlvm.diagnostics import DiagnosticError
from dlvm.explorer.compilation import Compilation
from dlvm.explorer.page import page
from dlvm.explorer.refusal import Refusal
from dlvm.explorer.session import ExplorerSession
from dlvm.explorer.stages import Generated, Scheduled

ADDRESS: Final = "127.0.0.1"
_MOST_BYTES: Final = 1 << 20
"""The maximum size of the content of a request."""
_SECONDS: Final = 30
"""The time in seconds after which a connection without a request is closed."""
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class ExplorerServer(ThreadingHTTPServer):
    """Serves one program on a port of the loopback address; 0 selects a free port.

    ``address`` is the address of the page, with the token.
    """

    daemon_threads = True

    def __init__(self, compilation: Compilation, port: int = 0) -> None:
        super().__init__((ADDRESS, port), _Handler)
        self.session = ExplorerSession(compilation)
        self.token = secrets.token_urlsafe(24)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that a request can name."""
        return tuple(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))

    @property
    def address(self) -> str:
        return f"http://{self.hosts[0]}/?token={self.token}"

    def check(self, headers: Message, token: str) -> None:
        """Raises :class:`Refusal` if a request has a wrong host, origin or token."""
        host, origin = headers.get("Host"), headers.get("Origin")
        if host not in self.hosts:
            raise Refusal(403, f"the host must be {self.hosts[0]}")
        if origin is not None and origin != f"http://{host}":
            raise Refusal(403, "the origin must be the page of this server")
        if headers.get("Sec-Fetch-Site") not in (None, "none", "same-origin"):
            raise Refusal(403, "the request must not be from another site")
        if not compare_digest(token.encode(), self.token.encode()):
            raise Refusal(403, "the token must be the one that dlvm explore printed")


class _Handler(BaseHTTPRequestHandler):
    server: ExplorerServer  # pyright: ignore[reportIncompatibleVariableOverride]
    server_version = "dlvm"
    sys_version = ""
    timeout = _SECONDS

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (as in the base class)
        """Prints nothing: addresses of requests hold the token."""

    def _answer(self, body: Callable[[], tuple[str, bytes]]) -> None:
        status = 200
        try:
            kind, content = body()
        except Refusal as refusal:
            status, kind, content = refusal.status, "text/plain", refusal.reason.encode()
        except DiagnosticError as problem:
            kind, content = _json({"error": str(problem)})
        except Exception:
            traceback.print_exc()
            status, kind, content = 500, "text/plain", b"dlvm explore printed an internal error"
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        with suppress(ConnectionError):  # The page may be closed meanwhile.
            self.end_headers()
            self.wfile.write(content)

    def _get(self) -> tuple[str, bytes]:
        parts = urlsplit(self.path)
        (token,) = parse_qs(parts.query).get("token", [""])[:1]
        self.server.check(self.headers, token)
        if parts.path != "/":
            raise Refusal(404, f"there is no page {parts.path}")
        shown = self.server.session.latest
        extra: dict[str, Any] = {"token": self.server.token}
        if isinstance(shown, Scheduled):
            from dlvm.explorer.charts import charts

            extra["charts"] = charts(shown, is_live=True)
        # The page asks for what is not ready yet.
        if not isinstance(shown, Generated):
            extra["pending"] = ["/scheduled", "/generated"]
        return "text/html", page(shown, extra).encode()

    def _post(self) -> tuple[str, bytes]:
        from dlvm.explorer.answers import ANSWERS

        self.server.check(self.headers, self.headers.get("X-Token", ""))
        answer = ANSWERS.get(self.path)
        if answer is None:
            raise Refusal(404, f"there is no request {self.path}")
        if self.headers.get_content_type() != "application/json":
            raise Refusal(415, "the content must be application/json")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > _MOST_BYTES:
            raise Refusal(413, f"the content must have at most {_MOST_BYTES} bytes")
        try:
            given = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise Refusal(400, "the content must be JSON") from None
        if not isinstance(given, dict):
            raise Refusal(400, "the content must be a JSON object")
        return _json(answer(self.server.session, cast("dict[str, Any]", given)))


def _json(value: Mapping[str, Any]) -> tuple[str, bytes]:
    return "application/json", json.dumps(value).encode()
