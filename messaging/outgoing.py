"""What every outgoing HTTP call shares: kept connections, how long an answer asks to wait."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from requests.exceptions import InvalidHeader

MAX_WAIT = timedelta(hours=1)
# Answers that find fault with this very request. Others (401, 404) may be about our address or
# token, which staff can correct.
ABOUT_THE_REQUEST = frozenset({400, 410, 413, 414, 415, 422})


class KeptSession(Session):
    """Connections kept alive, no retries, redirects, cookies, netrc or hooks.

    The environment (proxies, certificates) is looked at once a host and not at every request, where
    it takes a third of the time.

    :param hosts: how many hosts are kept, `connections`: how many connections to each.
    """

    def __init__(self, hosts: int, connections: int) -> None:
        super().__init__()
        self._environment: dict[tuple[Any, ...], dict[str, Any]] = {}
        for scheme in ("http://", "https://"):
            self.mount(scheme, HTTPAdapter(hosts, connections, max_retries=0))

    def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        token: str,
        timeout: float,
        params: Any = None,
        data: Any = None,
        json: Any = None,
        files: Any = None,
        stream: bool = False,
    ) -> Response:
        """Make a request and return its answer, read to its end unless `stream`.

        :param token: a bearer token; empty: none.
        :param timeout: seconds to connect, and seconds between two bytes.
        :param params: of the query; `data`, `json`, `files`: of the body; as `requests` takes them.
        :raises requests.RequestException: there is no answer, or address or token cannot be used.
        """
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        request = PreparedRequest()
        request.prepare_method(method)
        request.prepare_url(url, params)
        request.prepare_headers({**self.headers, **headers, **authorization})
        request.prepare_body(data, files, json)
        address = str(request.url)
        try:
            answer = self.get_adapter(address).send(
                request, stream=stream, timeout=timeout, **self._surroundings(address)
            )
        except UnicodeEncodeError:  # of `http.client`: a header is Latin-1
            raise InvalidHeader("The token has letters that no header can have.") from None
        if not stream:
            answer.content  # noqa: B018 (reads it)
        return answer

    def _surroundings(self, url: str) -> dict[str, Any]:
        host = urlsplit(url)[:2]
        if host not in self._environment:
            found = self.merge_environment_settings(url, {}, None, None, None)
            self._environment[host] = {name: found[name] for name in ("proxies", "verify", "cert")}
        return self._environment[host]


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
