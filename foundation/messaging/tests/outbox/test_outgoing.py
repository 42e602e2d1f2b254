"""What answers ask for, and what every call carries."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

from foundation.messaging.outgoing_http import MAX_WAIT, KeptSession, retry_after

NOW = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "wait"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("0", 0),
        (" 7 ", 7),
        ("999999", 3600),
        ("9" * 5000, 3600),
        ("²", None),
        ("١٢", None),
        ("Sun, 17 May 2026 09:31:00 GMT", 60),
        ("Sun May 17 09:31:00 2026", 60),
        ("Sun, 17 May 2026 09:31:00 -0000", 60),
        ("Sun, 17 May 2026 09:00:00 GMT", 0),
        ("Sun, 17 May 2037 09:00:00 GMT", 3600),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_at_most_an_hour(header, wait):
    assert retry_after(header, NOW) == (None if wait is None else timedelta(seconds=wait))


@given(some.text(max_size=40))
@example("Sun, 17 May 99999999999999999999 09:31:00 GMT")
@example("Sun, 17 May 2026 09:31:00 +9999")
def test_any_retry_after_is_read_or_ignored(header: str):
    read = retry_after(header, NOW)

    assert read is None or timedelta(0) <= read <= MAX_WAIT


class Far(HTTPAdapter):
    """Answers, and keeps the request and what was said beside it."""

    def send(self, request: PreparedRequest, **beside: Any) -> Response:  # type: ignore[override]
        self.request, self.beside = request, beside
        answer = Response()
        answer.status_code, answer.raw = 204, BytesIO()
        return answer


@pytest.fixture
def far() -> Far:
    return Far()


@pytest.fixture
def session(far: Far) -> KeptSession:
    made = KeptSession(hosts=1, connections=1)
    made.mount("http://", far)
    return made


def test_no_netrc_file_replaces_the_token(session, far, monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine peer login another password else")
    monkeypatch.setenv("NETRC", str(netrc))

    for token, header in (("ours", "Bearer ours"), ("", None)):
        session.ask("GET", "http://peer/", headers={"X-Request-ID": "7"}, token=token, timeout=1)

        assert far.request.headers.get("Authorization") == header
        assert far.request.headers["X-Request-ID"] == "7"


def test_the_environments_proxy_and_certificates_are_used(far, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy:3128")
    monkeypatch.setenv("NO_PROXY", "near")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/etc/bundle.pem")
    session = KeptSession(hosts=1, connections=1)
    session.mount("http://", far)

    session.ask("PUT", "http://peer/a", headers={}, token="", timeout=1, json={"a": 1})
    assert far.beside["proxies"]["http"] == "http://proxy:3128"
    assert far.beside["verify"] == "/etc/bundle.pem"
    assert (far.request.method, far.request.body) == ("PUT", b'{"a": 1}')

    session.ask("GET", "http://near/", headers={}, token="", timeout=1)
    assert "http" not in far.beside["proxies"]
