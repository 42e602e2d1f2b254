"""What both providers share: tests set the truth, which the provider returns."""

from collections.abc import Iterable

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.ledger import Ledger
from tools.sandbox.truth import Truth, Truths
from tools.sandbox.wire import Call, Service


class Provider(Service):
    """A provider that sees the truth that was set."""

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._truths = Truths()

    def side_routes(self) -> Iterable[web.RouteDef]:
        """Return the routes that set the truth, and the one of the provider's health."""
        return [
            self.side("PUT", "/truth", self._set_all),
            self.side("GET", "/truth", self._show),
            self.side("DELETE", "/truth", self._clear),
            self.side("PUT", "/truth/{image}", self._set),
            self.side("GET", "/health", _health),
        ]

    def seen(self, image: str) -> Truth:
        """Return what the provider sees on an image."""
        return self._truths.of(image, self.conduct.behaviour.of(image).truth)

    def forget(self) -> None:
        """Forget the truth."""
        self._truths.forget()

    async def _set(self, call: Call) -> web.Response:
        call.fields()
        self._truths.set({call.segment("image"): call.document})
        return web.Response(status=204)

    async def _set_all(self, call: Call) -> web.Response:
        call.fields()
        self._truths.set(call.document)
        return web.Response(status=204)

    async def _show(self, _: Call) -> web.Response:
        return web.json_response(self._truths.document())

    async def _clear(self, _: Call) -> web.Response:
        self._truths.forget()
        return web.Response(status=204)


async def _health(_: Call) -> web.Response:
    return web.json_response({"status": "ok"})
