"""The panel: sets how services behave, and shows their requests."""

from collections.abc import Iterable, Mapping

from aiohttp import web

from tools.sandbox.fields import JsonObject, parse_json
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.start_page import start_page
from tools.sandbox.wire import Service

LOG_FILTERS = ("service", "method", "path", "subject", "outcome", "status")


class Control:
    """Set behaviours while the services run."""

    def __init__(self, services: Mapping[str, Service], ledger: Ledger) -> None:
        self._services = services
        self._ledger = ledger

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the panel's routes; fixed names come before those of services."""
        return [
            web.get("/", self._index),
            web.get("/health", self._health),
            web.get("/control", self._all),
            web.delete("/control", self._reset_all),
            web.get("/control/stats", self._stats),
            web.delete("/control/stats", self._forget_stats),
            web.get("/control/log", self._log),
            web.get("/control/{service}", self._get),
            web.put("/control/{service}", self._put),
            web.patch("/control/{service}", self._patch),
            web.delete("/control/{service}", self._reset),
        ]

    async def _index(self, request: web.Request) -> web.Response:
        """List the services: each one's address, and the address of its behaviour."""
        if "text/html" in request.headers.get("Accept", ""):
            return start_page(request, self._services)
        return web.json_response(
            {
                "services": {name: f"/{name}" for name in sorted(self._services)},
                "control": {name: f"/control/{name}" for name in sorted(self._services)},
                "log": "/control/log",
                "stats": "/control/stats",
            }
        )

    async def _health(self, request: web.Request) -> web.Response:
        return web.json_response({"status": "ok", "services": sorted(self._services)})

    async def _all(self, request: web.Request) -> web.Response:
        return web.json_response(
            {name: service.conduct.document() for name, service in self._services.items()}
        )

    async def _reset_all(self, request: web.Request) -> web.Response:
        """Restore all behaviours; with `?state=forget` also forget states, counts and log."""
        for service in self._services.values():
            service.conduct.reset()
        if request.query.get("state") == "forget":
            for service in self._services.values():
                service.forget()
            self._ledger.forget()
        return web.Response(status=204)

    async def _get(self, request: web.Request) -> web.Response:
        return web.json_response(self._service(request).conduct.document())

    async def _put(self, request: web.Request) -> web.Response:
        conduct = self._service(request).conduct
        conduct.replace(parse_json(await request.read()))
        return web.json_response(conduct.document())

    async def _patch(self, request: web.Request) -> web.Response:
        conduct = self._service(request).conduct
        conduct.patch(parse_json(await request.read()))
        return web.json_response(conduct.document())

    async def _reset(self, request: web.Request) -> web.Response:
        self._service(request).conduct.reset()
        return web.Response(status=204)

    async def _stats(self, request: web.Request) -> web.Response:
        tallies = {name: tally.document() for name, tally in self._ledger.tallies.items()}
        return web.json_response({"services": tallies})

    async def _forget_stats(self, request: web.Request) -> web.Response:
        self._ledger.forget()
        return web.Response(status=204)

    async def _log(self, request: web.Request) -> web.Response:
        filters = {name: request.query[name] for name in LOG_FILTERS if name in request.query}
        limit = request.query.get("limit", "100")
        if not limit.isdecimal():
            raise Refused(422, "invalid", "limit must be an integer.")
        entries: list[JsonObject] = [
            entry.document() for entry in self._ledger.entries(filters, int(limit))
        ]
        return web.json_response({"requests": entries})

    def _service(self, request: web.Request) -> Service:
        service = self._services.get(request.match_info["service"])
        if service is None:
            raise Refused(404, "not-found", f"The services are {', '.join(self._services)}.")
        return service
