"""Throttles: a limit on each caller's calls of a scope in a window of time, counted in Redis.

Those of `COUNTED_HERE` are counted by each process for itself. While Redis is unavailable calls
pass. Sign-in stays protected: its lock-out after repeated failures is in the database.
"""

import time
from collections import Counter
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.http import HttpRequest
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from foundation.records.callers import address_of
from foundation.records.quick_redis import quick_redis

# Callers who are let in by a signature of ours, and call thousands of times a minute.
COUNTED_HERE = frozenset({"callback"})
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """`calls` in a window of `seconds`."""

    calls: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> "Rate":
        """Return the rate of a text like `30/m` (s, m, h, d)."""
        calls, _, period = text.partition("/")
        return cls(calls=int(calls), seconds=_SECONDS[period[:1]])


class CallsHere:
    """The calls that this process counted, of the present window of each scope."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._windows: dict[str, tuple[float, Counter[str]]] = {}

    def count(self, scope: str, caller: str, window: float) -> int:
        with self._lock:
            since, calls = self._windows.get(scope, (window, Counter()))
            if since != window:
                calls = Counter()
            calls[caller] += 1
            self._windows[scope] = window, calls
            return calls[caller]

    def forget(self) -> None:
        with self._lock:
            self._windows.clear()


_here = CallsHere()
forget_calls = _here.forget


class ScopeThrottle(BaseThrottle):
    """Counts one scope's calls in fixed windows, by user if known, else by address."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.rate = Rate.parse(settings.THROTTLE_RATES[scope])
        self.now = time.time()
        self._calls: int | None = None  # of the caller, in the present window

    def allow_request(self, request: Request, view: APIView) -> bool:
        known = getattr(request.user, "pk", None) if request.auth is not None else None
        return self._allow(f"user-{known}" if known else f"address-{address_of(request)}")

    def allow_page(self, request: HttpRequest) -> bool:
        """Return whether the caller's address may ask for a page outside of the API again."""
        return self._allow(f"address-{address_of(request)}")

    def _allow(self, caller: str) -> bool:
        try:
            self._calls = self._count(caller)
        except RedisError:
            return True  # `quick_redis` has logged that Redis is unavailable
        return self._calls <= self.rate.calls

    def headers(self) -> dict[str, str]:
        """Return what is left to the caller (draft-ietf-httpapi-ratelimit-headers-10)."""
        if self._calls is None:
            return {}
        left, until = max(0, self.rate.calls - self._calls), max(1, round(self.wait()))
        return {
            "RateLimit-Policy": f'"{self.scope}";q={self.rate.calls};w={self.rate.seconds}',
            "RateLimit": f'"{self.scope}";r={left};t={until}',
        }

    def wait(self) -> float:
        return self.rate.seconds - self.now % self.rate.seconds

    def _count(self, caller: str) -> int:
        window = self.now // self.rate.seconds
        if self.scope in COUNTED_HERE:
            return _here.count(self.scope, caller, window)
        # The window is in the key, so the counter needs no reset; a counter that is left without an
        # expiry by a crash is never looked at again.
        key = f"throttle:{self.scope}:{caller}:{window:.0f}"
        with quick_redis() as client:
            count = int(client.incr(key))
            if count == 1:
                client.expire(key, self.rate.seconds * 2)
            return count
