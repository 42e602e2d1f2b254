"""The number provider: accepts a photo, and later sends what is on it in a callback."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from enum import StrEnum
from uuid import uuid4

from aiohttp import web

from tools.sandbox.callbacks import Courier
from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import JsonObject
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.provider import Provider
from tools.sandbox.truth import Truth
from tools.sandbox.wire import Call


class RecognitionType(StrEnum):
    """The types of requests."""

    FACE = "FACE"
    NUMBER = "NUMBER"
    FACE_NUMBER = "FACE_NUMBER"


class NumberFormat(StrEnum):
    """What start numbers are made of."""

    DIGITS = "Digits"
    LETTERS_AND_DIGITS = "LettersAndDigits"


class NumberProvider(Provider):
    """Play the number provider; the numbers on an image are its truth."""

    name = "number-provider"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._courier = Courier(conduct, self.tally)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes: wire, truth and health."""
        return [
            self.wire("POST", "/recognitions", self._recognise, _photo_of),
            self.wire("DELETE", "/persons/{person}", self._forget, _person_of),
            *self.side_routes(),
        ]

    def forget(self) -> None:
        """Forget the truth, and drop callbacks that are not sent yet."""
        super().forget()
        self._courier.forget()

    def lifetime(self) -> AbstractAsyncContextManager[object]:
        """Send callbacks while the sandbox runs."""
        return self._courier.at_work()

    async def _recognise(self, call: Call) -> web.Response:
        fields = call.fields()
        name, kind = fields.text("name"), fields.choice("type", RecognitionType)
        fields.url("imageUrl")
        url = fields.url("callbackUrl")
        if "numberFormat" in fields.document:
            fields.choice("numberFormat", NumberFormat)
        fields.close()
        self._refuse_when_full()
        truth = self.seen(call.subject)
        self._courier.dispatch(url, call.subject, self._payload(name, call.subject, kind, truth))
        return web.json_response({"requestId": str(uuid4())}, status=202)

    async def _forget(self, call: Call) -> web.Response:
        """Accept that a person is to be forgotten: this provider keeps none."""
        return web.Response(status=204)

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


def _photo_of(call: Call) -> str:
    name = call.document.get("name") if isinstance(call.document, dict) else None
    return name.split(";")[0].strip() if isinstance(name, str) else ""


def _person_of(call: Call) -> str:
    return call.request.match_info["person"]


def _named(name: str, items: list[JsonObject]) -> list[JsonObject]:
    return [{"name": name, **item} for item in items]
