"""The number provider: accepts a photo, and tells later by a callback what is on it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any
from uuid import uuid4

from aiohttp import web

from sandbox.callbacks import Courier
from sandbox.conduct import Conduct
from sandbox.fields import JsonObject
from sandbox.ledger import Ledger
from sandbox.problems import Refused
from sandbox.truth import Truth, Truths
from sandbox.wire import Call, Service


class RecognitionType(StrEnum):
    """What is asked of the provider."""

    FACE = "FACE"
    NUMBER = "NUMBER"
    FACE_NUMBER = "FACE_NUMBER"


class NumberProvider(Service):
    """Speak the number provider's wire; what it reads is the truth that it was told."""

    name = "number-provider"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._truths = Truths()
        self._courier = Courier(conduct, self.tally)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the provider's wire, its truth and its health."""
        return [
            self.wire("POST", "/recognitions", self._recognise, _photo_of),
            self.side("PUT", "/truth", self._tell_all),
            self.side("GET", "/truth", self._told),
            self.side("PUT", "/truth/{image}", self._tell),
            self.side("DELETE", "/truth", self._untell),
            self.side("GET", "/health", _health),
        ]

    def forget(self) -> None:
        """Forget the truth."""
        self._truths.forget()

    async def start(self) -> None:
        """Start sending callbacks."""
        await self._courier.start()

    async def stop(self) -> None:
        """Stop sending callbacks."""
        await self._courier.stop()

    async def _recognise(self, call: Call) -> web.Response:
        fields = call.fields()
        name, kind = fields.text("name"), fields.choice("type", RecognitionType)
        fields.url("imageUrl")
        url = fields.url("callbackUrl")
        fields.close()
        self._refuse_when_full()
        truth = self._truths.of(call.subject, self.conduct.behaviour.of(call.subject).truth)
        self._courier.dispatch(url, call.subject, self._payload(name, call.subject, kind, truth))
        return web.json_response({"requestId": str(uuid4())}, status=202)

    def _refuse_when_full(self) -> None:
        behaviour = self.conduct.behaviour
        if behaviour.capacity is not None and self.tally.pending >= behaviour.capacity:
            headers = {"Retry-After": f"{behaviour.retry_after:g}"}
            raise Refused(
                behaviour.throttle_status, "queue-full", "The queue is full.", headers=headers
            )

    def _payload(self, name: str, subject: str, kind: RecognitionType, truth: Truth) -> JsonObject:
        persons = [] if kind is RecognitionType.NUMBER else truth["persons"]
        tags = [] if kind is RecognitionType.FACE else truth["tags"]
        if self.conduct.behaviour.of(subject).callback.names_on_items:
            return {"persons": _named(name, persons), "tags": _named(name, tags)}
        return {"name": name, "persons": persons, "tags": tags}

    async def _tell(self, call: Call) -> web.Response:
        call.fields()
        self._truths.tell({call.segment("image"): call.document})
        return web.Response(status=204)

    async def _tell_all(self, call: Call) -> web.Response:
        call.fields()
        self._truths.tell(call.document)
        return web.Response(status=204)

    async def _told(self, call: Call) -> web.Response:
        return web.json_response(self._truths.document())

    async def _untell(self, call: Call) -> web.Response:
        self._truths.forget()
        return web.Response(status=204)


def _photo_of(request: web.Request, document: Any, body: bytes) -> str:
    name = document.get("name") if isinstance(document, dict) else None
    return name.split(";")[0].strip() if isinstance(name, str) else ""


def _named(name: str, items: list[JsonObject]) -> list[JsonObject]:
    return [{"name": name, **item} for item in items]


async def _health(call: Call) -> web.Response:
    return web.json_response({"status": "ok"})
