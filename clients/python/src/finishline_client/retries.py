"""When a call is sent again, and how long it waits before."""

import random
import time
from types import TracebackType
from typing import Any, Self

from urllib3 import BaseHTTPResponse, Retry
from urllib3.connectionpool import ConnectionPool
from urllib3.exceptions import MaxRetryError, ResponseError

from finishline_client.problems import retry_after


class RetryPolicy(Retry):
    """Retries as `Retry-After` asks, up to a time; a longer one is left to the caller."""

    RETRY_AFTER_STATUS_CODES = frozenset({429, 503})
    longest_wait = 60.0  # s

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        """Return what is left of the retries.

        :raises MaxRetryError: none is left, or the wait would be too long.
        """
        if response and (retry_after(response) or 0) > self.longest_wait:
            raise MaxRetryError(_pool, url, ResponseError("too long to wait"))  # type: ignore[arg-type]  # as urllib3 does
        return super().increment(method, url, response, error, _pool, _stacktrace)

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        """Wait as `Retry-After` asks, or longer after each failure: never not at all."""
        asked = None if response is None else retry_after(response)
        growing = 0.2 * 2 ** (len(self.history) - 1) + 0.2 * random.random()
        time.sleep(growing if asked is None else asked)


def retry_policy(times: int, *, repeatable: bool) -> Retry:
    """Return when, and how often, a call is sent again.

    What may be sent twice is sent again whatever happened to it; anything else only if it did not
    reach the server, or the server said when to try again.
    """
    policy: dict[str, Any] = {"read": None if repeatable else 0, "other": None if repeatable else 0}
    return RetryPolicy(
        total=times,
        allowed_methods=None,
        status_forcelist={502, 503, 504} if repeatable else (),
        redirect=0,
        raise_on_redirect=False,
        raise_on_status=False,
        **policy,
    )
