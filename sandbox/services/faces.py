"""The face provider: tells at once which persons are on an image."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from aiohttp import web

from sandbox.conduct import Conduct
from sandbox.fields import JsonObject
from sandbox.ledger import Ledger
from sandbox.problems import Refused
from sandbox.truth import PERSON_BOX, Truths
from sandbox.wire import Call, Service

# How the two kinds of image that are taken begin.
JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"


class FaceProvider(Service):
    """Speak the face provider's wire; who is seen is the truth that it was told."""

    name = "face-provider"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._truths = Truths()
        self._spaces: defaultdict[str, set[str]] = defaultdict(set)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the provider's wire, its truth, its spaces and its health."""
        return [
            self.wire("POST", "/spaces/{space}/faces", self._recognise, _image_of),
            self.side("PUT", "/truth", self._tell_all),
            self.side("GET", "/truth", self._told),
            self.side("PUT", "/truth/{image}", self._tell),
            self.side("DELETE", "/truth", self._untell),
            self.side("GET", "/state", self._state),
            self.side("GET", "/health", _health),
        ]

    def forget(self) -> None:
        """Forget the truth and everyone enrolled."""
        self._truths.forget()
        self._spaces.clear()

    async def _recognise(self, call: Call) -> web.Response:
        if not call.body.startswith((JPEG, PNG)):
            raise Refused(422, "unreadable-image", "The body is neither a JPEG nor a PNG.")
        truth = self._truths.of(call.subject, self.conduct.behaviour.of(call.subject).truth)
        known = self._spaces[call.request.match_info["space"]]
        persons = truth["persons"]
        if call.request.query.get("enrol", "true") == "false":
            persons = [person for person in persons if person["id"] in known]
        faces = [_face(person, known) for person in persons]
        known.update(person["id"] for person in persons)
        return web.json_response({"faces": faces})

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

    async def _state(self, call: Call) -> web.Response:
        spaces = {space: sorted(persons) for space, persons in self._spaces.items()}
        return web.json_response({"spaces": spaces})


def _image_of(request: web.Request, document: Any, body: bytes) -> str:
    return request.headers.get("X-Image-Id") or hashlib.sha256(body).hexdigest()


def _face(person: JsonObject, known: set[str]) -> JsonObject:
    return {
        "personId": person["id"],
        "confidence": person.get("confidence", 0.95),
        "box": person.get("box", PERSON_BOX),
        "isNew": person["id"] not in known,
    }


async def _health(call: Call) -> web.Response:
    return web.json_response({"status": "ok"})
