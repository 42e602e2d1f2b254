"""A picture is fetched from an address that others wrote…"""

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from foundation.fetching.addresses import (
    HostInside,
    HostUnknown,
    PictureNotFetched,
    PictureNotFound,
    PictureRefused,
    PictureTooSlow,
)
from foundation.fetching.pictures import Limits, fetch_image

JPEG = b"\xff\xd8\xff\xe0 and what follows"
PNG = b"\x89PNG\r\n\x1a\n and what follows"
WEBP = b"RIFF\x10\x00\x00\x00WEBP and what follows"
LIMITS = Limits(bytes=1_000, seconds=10, inside=True)
OUTSIDE = replace(LIMITS, inside=False)
Answer = tuple[int, dict[str, str], bytes]


class Host:
    """A host of pictures, which writes down what it was asked."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        host = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host.asked.append(self.path)
                host.headers.append({name.lower(): value for name, value in self.headers.items()})
                status, headers, content = host.answers.get(
                    self.path, (200, {"Content-Type": "image/jpeg"}, JPEG)
                )
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(content))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.netloc = f"127.0.0.1:{self.server.server_port}"

    def url(self, path: str) -> str:
        return f"http://{self.netloc}{path}"


@pytest.fixture
def host() -> Iterator[Host]:
    found = Host()
    thread = threading.Thread(target=found.server.serve_forever, args=(0.02,))
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


def refusal(url: str, limits: Limits = LIMITS) -> PictureNotFetched:
    with pytest.raises(PictureNotFetched) as raised:
        fetch_image(url, limits)
    return raised.value


WRITTEN = [
    "/1.jpg?sig=a%2fb%2Fc%27%28%7E%29'()~!*,;:@$&=+",
    "/a/../b/./c//1.jpg",
    "/%e4%b8%ad/%E4.jpg?x=%zz&y=%",
    "/1.jpg?",
    '/?a=[1]|2^3`{4}"<5>\\',
]


@pytest.mark.parametrize("path", WRITTEN)
def test_which_is_sent_as_it_was_written(host: Host, path: str) -> None:
    fetch_image(host.url(path) + "#fragment", LIMITS)

    assert host.asked == [path]


@pytest.mark.parametrize("path", WRITTEN)
@pytest.mark.parametrize(
    "start", ["", "http://{netloc}", "//{netloc}"], ids=["path", "whole", "host"]
)
def test_a_redirect_is_sent_as_it_was_written(host: Host, path: str, start: str) -> None:
    location = start.format(netloc=host.netloc) + path
    host.answers["/old/1.jpg"] = (302, {"Location": location}, b"")

    assert fetch_image(host.url("/old/1.jpg"), LIMITS).content == JPEG
    assert host.asked == ["/old/1.jpg", path]


def test_a_redirect_to_a_name_beside_it_is_followed(host: Host) -> None:
    host.answers["/old/1.jpg"] = (308, {"Location": "2.jpg"}, b"")

    fetch_image(host.url("/old/1.jpg"), LIMITS)

    assert host.asked[-1] == "/old/2.jpg"


def test_what_no_request_can_have_is_encoded(host: Host) -> None:
    fetch_image(host.url("/фото 1.jpg"), LIMITS)

    assert host.asked == ["/%D1%84%D0%BE%D1%82%D0%BE%201.jpg"]


def test_the_scheme_may_be_in_capitals(host: Host) -> None:
    assert fetch_image(host.url("/1.jpg").replace("http", "HTTP"), LIMITS).content == JPEG


def test_a_user_and_a_password_are_sent(host: Host) -> None:
    fetch_image(f"http://kim:pass%40word@{host.netloc}/1.jpg", LIMITS)

    assert host.headers[0]["authorization"] == "Basic a2ltOnBhc3NAd29yZA=="
    assert host.headers[0]["host"] == host.netloc


@pytest.mark.parametrize(
    ("content", "kind"), [(JPEG, "image/jpeg"), (PNG, "image/png"), (WEBP, "image/webp")]
)
@pytest.mark.parametrize(
    "said", ["image/jpg", "application/octet-stream", "binary/octet-stream", "text/plain", "", "x"]
)
def test_its_bytes_decide_what_it_is(host: Host, content: bytes, kind: str, said: str) -> None:
    host.answers["/1"] = (200, {"Content-Type": said} if said else {}, content)

    assert fetch_image(host.url("/1"), LIMITS).content_type == kind


def test_a_host_that_compresses_is_understood(host: Host) -> None:
    compressed = gzip.compress(JPEG)
    host.answers["/1"] = (200, {"Content-Encoding": "gzip"}, compressed)

    assert fetch_image(host.url("/1"), LIMITS).content == JPEG
    assert host.headers[0]["accept-encoding"] == "identity"


def test_what_grows_when_it_is_decompressed_is_bounded(host: Host) -> None:
    bomb = gzip.compress(JPEG + bytes(50_000_000))
    host.answers["/1"] = (200, {"Content-Encoding": "gzip"}, bomb)

    assert "more than 1,000,000 bytes" in str(refusal(host.url("/1"), replace(LIMITS, bytes=10**6)))


@pytest.mark.parametrize(
    ("answer", "says", "kind"),
    [
        ((404, {}, b""), "127.0.0.1, a private address, answered with status 404", PictureNotFound),
        ((410, {}, b""), "status 410", PictureNotFound),
        ((403, {}, b""), "status 403", PictureRefused),
        ((500, {}, b""), "status 500", PictureNotFetched),
        ((429, {}, b""), "status 429", PictureNotFetched),
        ((200, {}, b""), "it is empty", PictureRefused),
        ((200, {}, JPEG + bytes(1_000)), "it has more than 1,000 bytes", PictureRefused),
        (
            (200, {"Content-Type": "text/html"}, b"<html>"),
            "sent text/html, no JPEG",
            PictureRefused,
        ),
        (
            (200, {"Content-Type": "image/jpeg"}, b"<html>" * 9),
            "sent something, no",
            PictureRefused,
        ),
        ((200, {"Content-Type": "image/gif"}, b"GIF89a" * 9), "sent image/gif, no", PictureRefused),
        ((200, {"Content-Type": "token=s3cret"}, b"x" * 9), "sent something, no", PictureRefused),
        ((302, {"Location": "/1"}, b""), "more than 5 redirects", PictureRefused),
        ((302, {"Location": "file:///etc/passwd"}, b""), "neither with http", PictureRefused),
        ((302, {"Location": "http://[::1"}, b""), "address is not valid", PictureRefused),
        ((302, {"Location": "http://127.0.0.1:99999/"}, b""), "is not valid", PictureRefused),
    ],
)
def test_what_is_no_picture_is_said(host, answer, says, kind):
    host.answers["/1"] = answer

    failure = refusal(host.url("/1"))

    assert says in str(failure)
    assert type(failure) is kind


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/1.jpg", "", "http://", "http:///1.jpg",
        "http://host:99999/1.jpg", "http://[::1/1.jpg", "http://a b/1.jpg",
        "http://example.org/" + "x" * 4000,
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    assert isinstance(refusal(url), PictureRefused)


@pytest.mark.parametrize(
    "name",
    [
        "127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "0.0.0.0", "2130706433", "224.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]",
        "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fd00::1]", "[fe80::1]",
        "[fec0::1]", "[ff02::1]",
    ],
)  # fmt: skip
def test_an_address_inside_our_own_network_is_refused(name: str) -> None:
    failure = refusal(f"http://{name}/1.jpg", OUTSIDE)

    assert isinstance(failure, HostInside)
    assert "is a private address" in str(failure)


def test_a_name_that_leads_inside_is_refused_whatever_else_it_leads_to(monkeypatch):
    both = [(0, 0, 0, "", ("93.184.216.34", 0)), (0, 0, 0, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: both)

    assert isinstance(refusal("http://photos.example.org/1.jpg", OUTSIDE), HostInside)


def test_the_next_address_of_a_name_is_tried(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    port = host.server.server_port
    getaddrinfo = socket.getaddrinfo

    def resolve(name: str, *rest: Any, **options: Any) -> Any:
        if name != "photos.example.org":
            return getaddrinfo(name, *rest, **options)
        return [(0, 0, 0, "", (ip, 0)) for ip in ("127.0.0.3", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)  # only the second one listens

    fetch_image(f"http://photos.example.org:{port}/1.jpg", LIMITS)

    assert host.headers[0]["host"] == f"photos.example.org:{port}"


def test_a_host_that_is_not_known_can_be_tried_again() -> None:
    assert type(refusal("http://nowhere.invalid/1.jpg")) is HostUnknown


def test_a_host_that_refuses_the_connection_is_said_to() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

    assert "refused the connection" in str(refusal(f"http://127.0.0.1:{port}/1.jpg"))


@contextmanager
def host_that_sends(send: Callable[[socket.socket], None]) -> Iterator[str]:
    """A host that reads the request and then sends what it likes."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        client, _ = listening.accept()
        with client:
            client.recv(65536)
            try:
                send(client)
            except OSError:
                return

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/1.jpg"
    thread.join()
    listening.close()


def _drip(client: socket.socket, before: bytes, drop: bytes) -> None:
    client.sendall(before)
    while True:
        client.sendall(drop)
        time.sleep(0.1)  # the host's pace, which is what the test is about


def _wait_until_cut_off(client: socket.socket) -> None:
    client.recv(1)


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n"


@pytest.mark.parametrize(
    ("before", "drop"),
    [
        (HEAD + b"Content-Length: 100000\r\n\r\n" + JPEG, b"x"),
        (HEAD, b"X"),
        (b"", b"H"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0"),
        # The name of a file, in the beginning of what gzip made.
        (HEAD + b"Content-Encoding: gzip\r\n\r\n\x1f\x8b\x08\x08\0\0\0\0\0\3", b"n"),
    ],
    ids=["body", "header", "status line", "size of a chunk", "name within gzip"],
)
def test_a_host_that_drips_is_cut_off(before: bytes, drop: bytes) -> None:
    with host_that_sends(lambda client: _drip(client, before, drop)) as url:
        failure = refusal(url, replace(LIMITS, bytes=10**6, seconds=1))

    assert type(failure) is PictureTooSlow


def test_an_image_that_breaks_off_can_be_tried_again() -> None:
    whole = HEAD + b"Content-Length: 100000\r\n\r\n" + JPEG

    with host_that_sends(lambda client: client.sendall(whole)) as url:
        failure = refusal(url)

    assert type(failure) is PictureNotFetched
    assert "broke off the connection" in str(failure)


def test_what_is_no_answer_can_be_tried_again() -> None:
    with host_that_sends(lambda client: client.sendall(b"no HTTP\r\n\r\n")) as url:
        assert type(refusal(url)) is PictureNotFetched


def test_a_host_that_says_nothing_is_too_slow() -> None:
    with host_that_sends(_wait_until_cut_off) as url:
        failure = refusal(url, replace(LIMITS, seconds=0.2))

    assert str(failure) == "127.0.0.1, a private address, did not send it within 0.2 seconds"
