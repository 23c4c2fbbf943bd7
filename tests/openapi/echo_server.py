"""A server on this machine that keeps every request as it came."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        return ", ".join(values) if values else None


class EchoServer(ThreadingHTTPServer):
    """Keeps requests by the first segment of their paths."""

    daemon_threads = True

    def __init__(self, *, cors: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.cors = cors
        """Pages of every origin may send requests and read the answers."""
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        """Status, media type and body by the first segment of the path, if not 200 and empty."""
        self.received: dict[str, list[Received]] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def take(self, name: str) -> Received | None:
        """Return the only request below ``/name/``; None if there was none, or several."""
        found = self.received.get(name, [])
        return found[0] if len(found) == 1 else None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: EchoServer

    def parse_request(self) -> bool:
        """Let every method come in: OpenAPI 3.2 has methods of one's own."""
        parsed = super().parse_request()
        if parsed:
            setattr(self, f"do_{self.command}", self._keep)
        return parsed

    def _keep(self) -> None:
        target = self.path
        name = target.lstrip("/").partition("/")[0].partition("?")[0]
        body = self._body()
        received = Received(
            self.command, target[len(name) + 1 :], tuple(self.headers.items()), body
        )
        status, kind, answer = 200, "", b""
        if self.headers["Access-Control-Request-Method"] is None:  # else a browser asks for leave
            self.server.received.setdefault(name, []).append(received)
            status, kind, answer = self.server.answers.get(name, (status, kind, answer))
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        if self.server.cors:
            asked = self.headers["Access-Control-Request-Method"] or self.command
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Allow-Methods", asked)
            asked = self.headers["Access-Control-Request-Headers"] or "*"
            self.send_header("Access-Control-Allow-Headers", asked)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer)
        self.close_connection = True

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  its name there
        """Keep the tests' output free of requests."""


@contextlib.contextmanager
def echo_server(*, cors: bool = False) -> Iterator[EchoServer]:
    """Run a server until the end of the block; with *cors* every page may call it."""
    server = EchoServer(cors=cors)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
