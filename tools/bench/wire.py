"""One kept-alive HTTP connection, as light as a client in Python can be.

The clients share the processors with what they measure, so that the answer's headers are not parsed
beyond its length.
"""

import json
import socket
from dataclasses import dataclass
from typing import Any

from tools.local.ports import LOOPBACK

ANSWER_SECONDS = 30.0


class Broken(Exception):
    """The connection was refused or lost: whether the request was carried out is unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The status, and the body read as JSON where there is one."""

    status: int
    body: Any


class Connection:
    """Requests with one bearer token to one port, of this machine by default, one by one."""

    def __init__(self, port: int, token: str, host: str = LOOPBACK) -> None:
        self._port, self._token, self._host = port, token, host
        self._socket: socket.socket | None = None

    def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Send a request and return the answer; connect first where needed.

        :raises Broken: there was no whole answer.
        """
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Authorization: Bearer {self._token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        try:
            return self._exchange(head.encode() + content)
        except (OSError, ValueError) as error:
            self.close()
            raise Broken(str(error)) from error

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _exchange(self, request: bytes) -> Answer:
        if self._socket is None:
            self._socket = socket.create_connection((self._host, self._port), ANSWER_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(request)
        head, _, content = self._receive(b"").partition(b"\r\n\r\n")
        status, lines = int(head[9:12]), head.lower().split(b"\r\n")
        length = next((int(x[15:]) for x in lines if x.startswith(b"content-length:")), 0)
        while len(content) < length:
            content += self._more()
        if b"connection: close" in lines:
            self.close()
        return Answer(status=status, body=json.loads(content) if content else None)

    def _receive(self, received: bytes) -> bytes:
        while b"\r\n\r\n" not in received:
            received += self._more()
        return received

    def _more(self) -> bytes:
        received = self._socket.recv(65536) if self._socket else b""
        if not received:
            raise ConnectionResetError("the server closed the connection")
        return received
