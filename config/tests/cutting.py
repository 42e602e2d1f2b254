"""A proxy on loopback that cuts a connection at a point of its call."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from threading import Thread


class Cut(StrEnum):
    """Where the connection breaks, as the caller sees it."""

    BEFORE_THE_REQUEST = "before the request is read"
    IN_THE_REQUEST = "in the middle of the request"
    AFTER_THE_REQUEST = "after the request"
    BEFORE_THE_ANSWER = "before the answer"
    IN_THE_ANSWER = "in the middle of the answer"


SEEN_BY_SERVER = [cut for cut in Cut if cut is not Cut.BEFORE_THE_REQUEST]


@contextmanager
def cutting(server: tuple[str, int], cut: Cut) -> Iterator[str]:
    """Serve one connection, and cut it; yields the address to call."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        proxy = Thread(target=_serve, args=(listening, server, cut))
        proxy.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        proxy.join(10)


def _serve(listening: socket.socket, server: tuple[str, int], cut: Cut) -> None:
    caller, _ = listening.accept()
    with caller:
        if cut is Cut.BEFORE_THE_REQUEST:
            return
        request = _read_request(caller)
        with socket.create_connection(server, timeout=10) as onward:
            if cut is Cut.IN_THE_REQUEST:
                onward.sendall(request[: len(request) - 3])
                return
            onward.sendall(request)
            if cut is Cut.AFTER_THE_REQUEST:
                return
            answer = onward.recv(20)
            if cut is Cut.IN_THE_ANSWER:
                caller.sendall(answer)


def _read_request(caller: socket.socket) -> bytes:
    caller.settimeout(10)
    found = b""
    while b"\r\n\r\n" not in found:
        found += caller.recv(65536)
    head, _, body = found.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    wanted = int(lengths[0].split(b":")[1]) if lengths else 0
    while len(body) < wanted:
        body += caller.recv(65536)
    return head + b"\r\n\r\n" + body
