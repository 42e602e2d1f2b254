"""Counts of requests for each service, and a log of the last requests."""

import time
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tools.sandbox.fields import JsonObject

HEADERS_OF_INTEREST = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Retry-After",
    "Traceparent",
    "User-Agent",
    "Webhook-Id",
    "X-Image-Id",
    "X-Request-Id",
)


# Not frozen: a request is listed as soon as it arrives, also while it hangs.
@dataclass(slots=True, kw_only=True)
class Entry:
    """One request. `seconds` from arrival to answer; `status` null until answered."""

    number: int
    service: str
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any
    subject: str
    arrived: float
    outcome: str | None = None
    status: int | None = None
    seconds: float | None = None

    def document(self) -> JsonObject:
        """Describe the request as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True, kw_only=True)
class Tally:
    """The counts of one service; `callbacks` by outcome, `answers` by status."""

    requests: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    by_status: Counter[int] = field(default_factory=Counter)
    in_flight: int = 0
    max_in_flight: int = 0
    callbacks: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    pending: int = 0
    max_pending: int = 0

    def arrive(self) -> None:
        """Count the start of a request."""
        self.requests += 1
        self.in_flight += 1
        self.max_in_flight = max(self.max_in_flight, self.in_flight)

    def leave(self) -> None:
        """Count the end of a request."""
        self.in_flight -= 1

    def hold(self, more: int) -> None:
        """Count callbacks that are not sent yet."""
        self.pending += more
        self.max_pending = max(self.max_pending, self.pending)

    def document(self) -> JsonObject:
        """Describe the counts as JSON."""
        return {
            "requests": self.requests,
            "outcomes": dict(self.outcomes),
            "byStatus": {str(status): count for status, count in self.by_status.items()},
            "inFlight": self.in_flight,
            "maxInFlight": self.max_in_flight,
            "callbacks": dict(self.callbacks),
            "callbackAnswers": dict(self.answers),
            "callbacksPending": self.pending,
            "maxCallbacksPending": self.max_pending,
        }

    def forget(self) -> None:
        """Restart the counts, except requests in flight and pending callbacks."""
        self.requests = 0
        self.max_in_flight, self.max_pending = self.in_flight, self.pending
        for counter in (self.outcomes, self.callbacks, self.answers):
            counter.clear()
        self.by_status.clear()


class Ledger:
    """Keep the tallies of all services and a log of the last requests."""

    def __init__(self, *, size: int = 2000) -> None:
        self.tallies: dict[str, Tally] = {}
        self._log: deque[Entry] = deque(maxlen=size)
        self._number = 0

    def tally(self, service: str) -> Tally:
        """Return the tally of a service."""
        return self.tallies.setdefault(service, Tally())

    def enter(self, service: str, request: web.Request, body: object, subject: str) -> Entry:
        """Log a request that arrived."""
        self._number += 1
        entry = Entry(
            number=self._number,
            service=service,
            method=request.method,
            path=request.path,
            query=dict(request.query),
            headers={n: request.headers[n] for n in HEADERS_OF_INTEREST if n in request.headers},
            body=body,
            subject=subject,
            arrived=time.time(),
        )
        self._log.append(entry)
        return entry

    def entries(self, filters: dict[str, str], limit: int) -> list[Entry]:
        """List the newest requests that match the filters, oldest first."""
        found = [entry for entry in self._log if _suits(entry, filters)]
        return found[max(0, len(found) - limit) :]

    def forget(self) -> None:
        """Forget counts and log."""
        self._log.clear()
        for tally in self._each():
            tally.forget()

    def _each(self) -> Iterator[Tally]:
        return iter(self.tallies.values())


def _suits(entry: Entry, filters: dict[str, str]) -> bool:
    return all(str(getattr(entry, name)) == value for name, value in filters.items())
