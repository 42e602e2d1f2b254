"""What answers ask for, and what every call carries."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from requests import PreparedRequest

from messaging.outgoing import MAX_WAIT, BearerToken, retry_after

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
def test_retry_after_is_seconds_or_a_date_and_at_most_an_hour(
    header: str | None, wait: float | None
):
    assert retry_after(header, NOW) == (None if wait is None else timedelta(seconds=wait))


@given(some.text(max_size=40))
@example("Sun, 17 May 99999999999999999999 09:31:00 GMT")
@example("Sun, 17 May 2026 09:31:00 +9999")
def test_any_retry_after_is_read_or_ignored(header: str):
    read = retry_after(header, NOW)

    assert read is None or timedelta(0) <= read <= MAX_WAIT


@pytest.mark.parametrize(("token", "header"), [("ours", "Bearer ours"), ("", None)])
def test_a_token_is_sent_where_there_is_one(token: str, header: str | None):
    request = PreparedRequest()
    request.prepare(method="GET", url="http://peer/", auth=BearerToken(token))

    assert request.headers.get("Authorization") == header
