"""What every outgoing HTTP call shares: session, bearer token, how long an answer asks to wait."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Session
from requests.adapters import HTTPAdapter
from requests.auth import AuthBase

MAX_WAIT = timedelta(hours=1)
# Answers that find fault with this very request. Others (401, 404) may be about our address or
# token, which staff can correct.
ABOUT_THE_REQUEST = frozenset({400, 410, 413, 414, 415, 422})


class KeptSession(Session):
    """Connections kept alive, no retries of its own.

    The environment (proxies, certificates) is looked at once a host and not at every request, where
    it takes a third of the time.

    :param hosts: how many hosts are kept, `connections`: how many connections to each.
    """

    def __init__(self, hosts: int, connections: int) -> None:
        super().__init__()
        self._environment: dict[tuple[Any, ...], dict[str, Any]] = {}
        for scheme in ("http://", "https://"):
            self.mount(scheme, HTTPAdapter(hosts, connections, max_retries=0))

    def merge_environment_settings(  # type: ignore[override]
        self, url: str, proxies: Any, stream: Any, verify: Any, cert: Any
    ) -> dict[str, Any]:
        if proxies:
            return dict(super().merge_environment_settings(url, proxies, stream, verify, cert))
        known = (*urlsplit(url)[:2], stream, verify, cert)
        if known not in self._environment:
            found = super().merge_environment_settings(url, proxies, stream, verify, cert)
            self._environment[known] = dict(found)
        return self._environment[known]


class BearerToken(AuthBase):
    """Given as `auth` and not as a header: a netrc file would replace the header."""

    def __init__(self, token: str) -> None:
        self._token = token

    def __call__(self, request: PreparedRequest) -> PreparedRequest:
        if self._token:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request


def retry_after(header: str | None, now: datetime) -> timedelta | None:
    """Read a Retry-After header: seconds or a date; at most `MAX_WAIT`, None where unreadable.

    A date without a zone (the form of asctime) is GMT. Source: RFC 9110, 10.2.3 and 5.6.7.
    """
    text = (header or "").strip()
    if text.isascii() and text.isdigit():
        # Longer than any wait, and Python refuses to read thousands of digits.
        return MAX_WAIT if len(text) > 9 else min(timedelta(seconds=int(text)), MAX_WAIT)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return min(max(zoned - now, timedelta(0)), MAX_WAIT)
