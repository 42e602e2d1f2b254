"""What every service does with a request: log it, draw its outcome, answer."""

import asyncio
import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from aiohttp import web

from tools.sandbox.behaviour import Outcome, Step
from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import Fields, parse_json
from tools.sandbox.ledger import Entry, Ledger
from tools.sandbox.problems import Refused

# Seconds between checks whether the client of a hanging request is gone.
HANG_GLANCE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request with its body; `document` is the parsed JSON, None for other content."""

    request: web.Request
    body: bytes
    document: Any
    subject: str

    def segment(self, name: str) -> str:
        """Return a part of the path in lower case, as guids are."""
        return self.request.match_info[name].lower()

    def fields(self) -> Fields:
        """Open the body's fields.

        :raises Refused: 415, the body is not JSON.
        """
        if self.request.content_type != "application/json":
            raise Refused(415, "unsupported-media-type", "The body must be application/json.")
        return Fields(self.document)


Answer = Callable[[Call], Awaitable[web.StreamResponse]]
Subject = Callable[[Call], str]


class Service(ABC):
    """A service: endpoints with its behaviour, and side endpoints for tests, which always work."""

    name: ClassVar[str]

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        self.conduct = conduct
        self.ledger = ledger
        self.tally = ledger.tally(self.name)

    @abstractmethod
    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes of both kinds of endpoints."""

    @abstractmethod
    def forget(self) -> None:
        """Forget everything that the service received."""

    def lifetime(self) -> AbstractAsyncContextManager[object]:
        """Run what needs a running loop."""
        return nullcontext()

    def wire(self, method: str, path: str, answer: Answer, subject: Subject) -> web.RouteDef:
        """Return a route with behaviour, log and counts."""

        async def play(request: web.Request) -> web.StreamResponse:
            return await self._play(request, answer, subject)

        return web.route(method, f"/{self.name}{path}", play)

    def side(self, method: str, path: str, answer: Answer) -> web.RouteDef:
        """Return a route for tests: it always works and is never counted."""

        async def respond(request: web.Request) -> web.StreamResponse:
            return await answer(await _read(request))

        return web.route(method, f"/{self.name}{path}", respond)

    async def _play(
        self, request: web.Request, answer: Answer, subject_of: Subject
    ) -> web.StreamResponse:
        started = time.monotonic()
        call = await _read(request)
        call = replace(call, subject=subject_of(call).lower())
        entry = self.ledger.enter(self.name, request, _shown(call), call.subject)
        self.tally.arrive()
        try:
            return await self._behave(call, answer, entry)
        finally:
            entry.seconds = round(time.monotonic() - started, 4)
            self.tally.leave()

    async def _behave(self, call: Call, answer: Answer, entry: Entry) -> web.StreamResponse:
        step = self.conduct.step(call.subject)
        entry.outcome = step.outcome.value
        self.tally.outcomes[entry.outcome] += 1
        try:
            response = await self._answer(call, answer, step)
        except Refused as refusal:
            self._answered(entry, refusal.status)
            raise
        if step.outcome not in (Outcome.HANG, Outcome.DROP, Outcome.LOSE):
            self._answered(entry, response.status)
        return response

    def _answered(self, entry: Entry, status: int) -> None:
        entry.status = status
        self.tally.by_status[status] += 1

    async def _answer(self, call: Call, answer: Answer, step: Step) -> web.StreamResponse:
        if step.outcome is Outcome.HANG:
            return await self._hang(call.request)
        if step.latency:
            await asyncio.sleep(step.latency)
        if step.outcome is Outcome.DROP:
            return _close(call.request)
        if step.outcome in (Outcome.FAIL, Outcome.THROTTLE):
            raise _refusal(step)
        self._authorise(call.request)
        response = await answer(call)
        return _close(call.request) if step.outcome is Outcome.LOSE else response

    async def _hang(self, request: web.Request) -> web.StreamResponse:
        """Wait until the client is gone or the behaviour changes; answer nothing."""
        released = self.conduct.released
        while not released.is_set() and request.transport is not None:
            try:
                await asyncio.wait_for(released.wait(), HANG_GLANCE)
            except TimeoutError:
                continue
        return _close(request)

    def _authorise(self, request: web.Request) -> None:
        token = self.conduct.behaviour.token
        if token is not None and request.headers.get("Authorization") != f"Bearer {token}":
            raise Refused(401, "unauthorized", "A bearer token is needed.")


def segment(name: str) -> Subject:
    """Take a request's subject from a part of its path."""
    return lambda call: call.request.match_info[name]


async def _read(request: web.Request) -> Call:
    body = await request.read()
    json = request.content_type == "application/json" and body
    document = parse_json(body) if json else None
    return Call(request=request, body=body, document=document, subject="")


def _shown(call: Call) -> Any:
    if call.document is not None or not call.body:
        return call.document
    return {"bytes": len(call.body), "sha256": hashlib.sha256(call.body).hexdigest()}


def _close(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=503)


def _refusal(step: Step) -> Refused:
    code = "throttled" if step.outcome is Outcome.THROTTLE else "failed"
    headers = {"Retry-After": f"{step.retry_after:g}"} if step.retry_after else {}
    return Refused(int(step.status), code, "As the sandbox's behaviour says.", headers=headers)
