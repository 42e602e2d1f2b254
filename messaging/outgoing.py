"""What every outgoing HTTP call shares: kept connections, how long an answer asks to wait."""

import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.request import getproxies

from requests import Response, Session
from requests.adapters import HTTPAdapter
from requests.exceptions import InvalidHeader

MAX_WAIT = timedelta(hours=1)
# Answers that find fault with this very request. Others (401, 404) may be about our address or
# token, which staff can correct.
ABOUT_THE_REQUEST = frozenset({400, 410, 413, 414, 415, 422})


class KeptSession(Session):
    """Connections kept alive, without retries, redirects, cookies or passwords of a netrc file.

    :param hosts: how many hosts are kept, `connections`: how many connections to each.
    """

    def __init__(self, hosts: int, connections: int) -> None:
        super().__init__()
        self.auth = lambda request: request  # without any, requests would look into the netrc file
        # Requests reads the environment at each request: only for proxies, a quarter of its time.
        self.trust_env = bool(getproxies())
        self.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        for scheme in ("http://", "https://"):
            self.mount(scheme, HTTPAdapter(hosts, connections, max_retries=0))

    def get_redirect_target(self, resp: Response) -> None:
        """Follow no redirect, and do not read its body to its end either."""

    def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        token: str,
        timeout: float,
        **options: Any,
    ) -> Response:
        """Make a request, with a bearer token if it is not empty, and return its answer.

        :param timeout: seconds to connect, and seconds between two bytes.
        :raises requests.RequestException: there is no answer, or address or token cannot be used.
        """
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            return self.request(
                method, url, headers={**headers, **authorization}, timeout=timeout, **options
            )
        except UnicodeEncodeError:  # of `http.client`: a header is Latin-1
            raise InvalidHeader("The token has letters that no header can have.") from None


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
