"""Images are fetched from addresses that others wrote, within limits."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.images.fetching import fetch_image
from sandbox.client import SandboxClient
from sandbox.services.album import PIXEL


@pytest.fixture
def open_network(settings: Any) -> None:
    settings.ALLOW_PRIVATE_IMAGE_URLS = True


@pytest.fixture
def closed_network(settings: Any) -> None:
    settings.ALLOW_PRIVATE_IMAGE_URLS = False


def refusal(url: str) -> ProcessingFailure:
    with pytest.raises(ProcessingFailure) as raised:
        fetch_image(url)
    return raised.value


@pytest.mark.usefixtures("open_network")
def test_an_image_comes_with_its_type(sandbox: SandboxClient) -> None:
    image = fetch_image(sandbox.url("album", "/pixel.jpg"))

    assert (image.content, image.content_type) == (PIXEL, "image/jpeg")


@pytest.mark.usefixtures("open_network")
def test_a_redirect_is_followed(sandbox: SandboxClient) -> None:
    assert fetch_image(sandbox.url("album", "/redirect")).content == PIXEL


@pytest.mark.usefixtures("open_network")
@pytest.mark.parametrize(
    ("path", "says", "permanent"),
    [
        ("/huge", "larger than is allowed", True),
        ("/slow", "too long", False),
        ("/text", "text/plain", True),
        ("/missing", "404", True),
        ("/redirect?to=" + "/album/redirect%3Fto=" * 4, "more than 3 redirects", True),
        ("/redirect?to=ftp://example.org/1.jpg", "begins neither with http", True),
        ("/redirect?to=http://[::1", "not valid", True),
        ("/redirect?to=http://127.0.0.1:99999/", "address is not valid", True),
    ],
)
def test_a_limit_that_is_passed_is_said(
    sandbox: SandboxClient, settings: Any, path: str, says: str, permanent: bool
) -> None:
    settings.IMAGE_TIMEOUT = 1.5
    settings.IMAGE_MAX_BYTES = 1_000_000

    failure = refusal(sandbox.url("album", path))

    assert isinstance(failure, FinalFailure) is permanent
    assert says in failure.reason


@pytest.mark.usefixtures("closed_network")
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "2130706433",
        "224.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:a00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fd00::1]",
        "[fe80::1]",
        "[fec0::1]",
        "[ff02::1]",
    ],
)
def test_an_address_inside_our_own_network_is_refused(host: str) -> None:
    failure = refusal(f"http://{host}/1.jpg")

    assert "is a private address" in failure.reason
    assert isinstance(failure, FinalFailure)


@pytest.mark.usefixtures("closed_network")
def test_a_name_that_leads_inside_is_refused_whatever_else_it_leads_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    both = [(0, 0, 0, "", ("93.184.216.34", 0)), (0, 0, 0, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **kwargs: both)

    assert "is a private address" in refusal("http://photos.example.org/1.jpg").reason


@pytest.mark.usefixtures("open_network")
def test_a_redirect_inside_is_refused_too(
    sandbox: SandboxClient, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    asked: list[str] = []

    def resolve(host: str, port: int | None, *args: Any, **kwargs: Any) -> Any:
        if port is None:  # ours; the connection's own look-up names the port
            asked.append(host)
            settings.ALLOW_PRIVATE_IMAGE_URLS = len(asked) < 2
        return getaddrinfo(host, port, *args, **kwargs)

    getaddrinfo = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    failure = refusal(sandbox.url("album", "/redirect"))

    assert "is a private address" in failure.reason
    assert len(asked) == 2


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/1.jpg", "", "http://"])
def test_only_http_is_fetched(url: str) -> None:
    assert isinstance(refusal(url), FinalFailure)


def test_a_host_that_is_not_known_can_be_tried_again() -> None:
    assert not isinstance(refusal("http://nowhere.invalid/1.jpg"), FinalFailure)


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


@pytest.mark.usefixtures("open_network")
@pytest.mark.parametrize(
    ("before", "drop"),
    [(HEAD + b"Content-Length: 100000\r\n\r\n", b"x"), (HEAD, b"X"), (b"", b"H")],
    ids=["body", "header", "status line"],
)
def test_a_host_that_drips_is_cut_off(settings: Any, before: bytes, drop: bytes) -> None:
    settings.IMAGE_TIMEOUT = 1

    with host_that_sends(lambda client: _drip(client, before, drop)) as url:
        failure = refusal(url)

    assert not isinstance(failure, FinalFailure)


@pytest.mark.usefixtures("open_network")
def test_an_image_that_breaks_off_can_be_tried_again() -> None:
    whole = HEAD + b"Content-Length: 100000\r\n\r\n" + PIXEL

    with host_that_sends(lambda client: client.sendall(whole)) as url:
        failure = refusal(url)

    assert not isinstance(failure, FinalFailure)


@pytest.mark.usefixtures("open_network")
def test_a_host_that_says_nothing_did_not_answer_in_time(settings: Any) -> None:
    settings.IMAGE_TIMEOUT = 0.2

    with host_that_sends(_wait_until_cut_off) as url:
        failure = refusal(url)

    assert failure.reason == "The picture cannot be fetched: its host did not answer in time."
