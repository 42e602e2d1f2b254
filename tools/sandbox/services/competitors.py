"""The competitor service: start lists of albums, with ETags."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.fields import Fields
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.wire import Call, Service, segment


class CompetitorService(Service):
    """Plays the competitor service."""

    name = "competitor-service"

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._lists: dict[str, list[str]] = {}
        self._names: dict[str, dict[str, str]] = {}
        self._answers: Counter[str] = Counter()

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the routes: wire, start lists and state."""
        listing, setting = "/api/v1/albums/{album}/start-list", "/start-lists/{album}"
        return [
            self.wire("GET", listing, self._get, segment("album")),
            self.side("PUT", setting, self._set),
            self.side("DELETE", setting, self._unset),
            self.side("GET", "/state", self._state),
            self.side("DELETE", "/state", self._delete_state),
        ]

    def forget(self) -> None:
        """Forget the start lists and the counts."""
        self._lists.clear()
        self._names.clear()
        self._answers.clear()

    async def _get(self, call: Call) -> web.Response:
        numbers = self._lists.get(call.segment("album"))
        if numbers is None:
            self._answers["notFound"] += 1
            raise Refused(404, "not-found", "No such album.")
        names = self._names.get(call.segment("album"))
        document = {"startNumbers": numbers, **({"names": names} if names else {})}
        etag = _etag(document)
        if etag in call.request.headers.get("If-None-Match", ""):
            self._answers["notModified"] += 1
            return web.Response(status=304, headers={"ETag": etag})
        self._answers["full"] += 1
        return web.json_response(document, headers={"ETag": etag})

    async def _set(self, call: Call) -> web.Response:
        fields = call.fields()
        numbers = fields.items("startNumbers", Fields.text)
        named = fields.section("names") if "names" in fields.document else None
        names = {number: named.text(number) for number in named.document} if named else {}
        fields.close()
        self._names[call.segment("album")] = names
        self._lists[call.segment("album")] = list(numbers)
        return web.Response(status=204)

    async def _unset(self, call: Call) -> web.Response:
        self._lists.pop(call.segment("album"), None)
        return web.Response(status=204)

    async def _state(self, call: Call) -> web.Response:
        counts = {name: self._answers[name] for name in ("full", "notModified", "notFound")}
        return web.json_response({"counts": counts, "startLists": self._lists})

    async def _delete_state(self, call: Call) -> web.Response:
        self.forget()
        return web.Response(status=204)


def _etag(document: dict[str, Any]) -> str:
    return f'"{hashlib.sha256(json.dumps(document).encode()).hexdigest()[:16]}"'
