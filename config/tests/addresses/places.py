"""Hosts by where they lead, and a server that notices who comes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

# Inside, written in every way that some program reads as an address. A photo, a selfie or a hint
# must lead to none; a service that staff name may be there.
INSIDE = (
    "127.0.0.1", "127.255.255.254", "127.1", "127.0.1", "2130706433", "0177.0.0.1", "017700000001",
    "0x7f.1", "0x7f000001", "127.0.0.1.", "localhost", "localhost.",
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1",
    "192.0.0.1", "198.18.0.1", "192.0.2.1", "192.88.99.1",
    "[::1]", "[0:0:0:0:0:0:0:1]", "[fd00::1]", "[fec0::1]", "[::127.0.0.1]",
    "[::ffff:127.0.0.1]", "[::ffff:a00:1]", "[::ffff:0:7f00:1]",
    "[64:ff9b::7f00:1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]", "[2002:a00:1::1]", "[2001:0:7f00:1::]", "[2001:db8::1]",
)  # fmt: skip
# No service of ours or of anybody can be there: machines' own credentials, links, multicast.
NOWHERE = (
    "169.254.169.254", "169.254.170.2", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376",
    "168.63.129.16", "100.100.100.200", "192.0.0.192",
    "0.0.0.0", "0", "0.0.0.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "[::]", "[fe80::1]", "[ff02::1]", "[fd00:ec2::254]", "[fd20:ce::254]",
    "[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::]",
)  # fmt: skip
# Public by the registries; no request is sent there.
OUTSIDE = ("93.184.216.34", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1")
SCHEMES = ("file:///etc/passwd", "ftp://{host}/1.jpg", "gopher://{host}/_x", "data:image/png,x",
           "javascript:alert(1)", "dict://{host}/", "//{host}/1.jpg", "http:{host}",
           "")  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Door:
    """A server on loopback that answers all alike; `heard` has what was said to it."""

    port: int
    location: str = ""
    cookie: str = ""
    heard: list[bytes] = field(default_factory=list)
    connections: int = 0


@contextmanager
def door(host: str = "127.0.0.1") -> Iterator[Door]:
    """Open a server until the block ends."""
    listening = socket.create_server((host, 0))
    found = Door(port=listening.getsockname()[1])

    def serve() -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            found.connections += 1
            with client:
                client.settimeout(5)
                _answer(client, found)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def _answer(client: socket.socket, found: Door) -> None:
    try:
        if heard := client.recv(65_536):
            found.heard.append(heard)
            status = "302 Found" if found.location else "204 No Content"
            sent = {"Location": found.location, "Set-Cookie": found.cookie}
            more = "".join(f"{name}: {value}\r\n" for name, value in sent.items() if value)
            more += "Connection: close\r\nContent-Length: 0\r\n"  # it takes one request of each
            client.sendall(f"HTTP/1.1 {status}\r\n{more}\r\n".encode())
    except OSError:
        return
