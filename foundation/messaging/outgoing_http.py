"""What every outgoing HTTP call shares: kept connections, how long an answer asks to wait."""

import os
import socket
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from http.cookiejar import DefaultCookiePolicy
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies

from requests import PreparedRequest, Response, Session
from requests.adapters import HTTPAdapter
from requests.exceptions import ConnectionError as NoConnection
from requests.exceptions import InvalidHeader
from requests.utils import select_proxy
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import ConnectionPool, HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError

from foundation.fetching.addresses import may_serve, written_address
from foundation.messaging import tracing

MAX_WAIT = timedelta(hours=1)
# Answers that find fault with this very request. Others (401, 404) may be about our address or
# token, which staff can correct.
ABOUT_THE_REQUEST = frozenset({400, 410, 413, 414, 415, 422})
_NOWHERE = "no service can have this address"


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
            self.mount(scheme, _Adapter(hosts, connections, max_retries=0))

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

        It is a span of the present trace, which the far side may continue.

        :param timeout: seconds to connect, and seconds between two bytes.
        :raises requests.RequestException: there is no answer, or address or token cannot be used.
        """
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        about = tracing.about_call(method, url)
        with tracing.span(method, kind="CLIENT", about=about) as traced:
            given = {**headers, **tracing.trace_headers(), **authorization}
            try:
                answer = self.request(method, url, headers=given, timeout=timeout, **options)
            except UnicodeEncodeError:  # of `http.client`: a header is Latin-1
                raise InvalidHeader("The token has letters that no header can have.") from None
            traced.note({"http.response.status_code": answer.status_code})
            return answer


class _Checked(HTTPConnection):
    """A connection to where a service can be; the name may lead elsewhere than it did.

    Looked at before the request is sent, so a metadata service hears nothing of us.
    """

    def connect(self) -> None:
        super().connect()
        if self.sock is not None and not may_serve(self.sock.getpeername()[0]):
            self.close()
            raise NewConnectionError(self, _NOWHERE)


class _CheckedTls(_Checked, HTTPSConnection):
    pass


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Checked


class _TlsPool(HTTPSConnectionPool):
    ConnectionCls = _CheckedTls


class _Adapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _TlsPool}

    def get_connection_with_tls_context(
        self, request: PreparedRequest, verify: Any, proxies: Any = None, cert: Any = None
    ) -> ConnectionPool:
        """Look at the host as well if a proxy connects to it; the proxy itself may be anywhere."""
        url = request.url or ""
        if select_proxy(url, proxies) and _leads_nowhere(urlsplit(url).hostname or ""):
            raise NoConnection(_NOWHERE, request=request)
        return super().get_connection_with_tls_context(request, verify, proxies, cert)


def _leads_nowhere(host: str) -> bool:
    """Return whether a host has an address that no service can have.

    False where it cannot be resolved: perhaps the proxy alone can, and has to refuse by itself.
    """
    name = unquote(host)
    try:
        found = socket.getaddrinfo(written_address(name) or name, None, type=socket.SOCK_STREAM)
    except (OSError, ValueError):  # ValueError: it is no name
        return False
    return not all(may_serve(str(entry[4][0])) for entry in found)


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
