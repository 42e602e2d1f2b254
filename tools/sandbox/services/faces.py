"""The face provider: answers at once which persons are on an image."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import JsonObject
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.provider import Provider
from tools.sandbox.truth import PERSON_BOX
from tools.sandbox.wire import Call

# The first bytes of the two accepted image formats.
JPEG, PNG = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"


class FaceProvider(Provider):
    """Play the face provider; the persons on an image are its truth."""

    name = "face-provider"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._spaces: defaultdict[str, set[str]] = defaultdict(set)

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes: wire, truth, spaces and health."""
        return [
            self.wire("POST", "/spaces/{space}/faces", self._recognise, _image_of),
            self.wire("DELETE", "/spaces/{space}/persons/{person}", self._forget, _person_of),
            self.side("GET", "/state", self._state),
            *self.side_routes(),
        ]

    def forget(self) -> None:
        """Forget the truth and all enrolled persons."""
        super().forget()
        self._spaces.clear()

    async def _recognise(self, call: Call) -> web.Response:
        if not call.body.startswith((JPEG, PNG)):
            raise Refused(422, "unreadable-image", "The body is neither a JPEG nor a PNG.")
        truth = self.seen(call.subject)
        known = self._spaces[call.request.match_info["space"]]
        persons = truth["persons"]
        if call.request.query.get("enrol", "true") == "false":
            persons = [person for person in persons if person["id"] in known]
        faces = [_face(person, known) for person in persons]
        known.update(person["id"] for person in persons)
        return web.json_response({"faces": faces})

    async def _forget(self, call: Call) -> web.Response:
        known, person = self._spaces[call.request.match_info["space"]], _person_of(call)
        if person not in known:
            raise Refused(404, "person-not-found", "There is no such person.")
        known.remove(person)
        return web.Response(status=204)

    async def _state(self, call: Call) -> web.Response:
        spaces = {space: sorted(persons) for space, persons in self._spaces.items()}
        return web.json_response({"spaces": spaces})


def _image_of(call: Call) -> str:
    return call.request.headers.get("X-Image-Id") or hashlib.sha256(call.body).hexdigest()


def _person_of(call: Call) -> str:
    return call.request.match_info["person"]


def _face(person: JsonObject, known: set[str]) -> JsonObject:
    return {
        "personId": person["id"],
        "confidence": person.get("confidence", 0.95),
        "box": person.get("box", PERSON_BOX),
        "isNew": person["id"] not in known,
    }
