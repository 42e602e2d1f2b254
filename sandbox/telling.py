"""What both providers share: they are told what there is to see."""

from collections.abc import Iterable

from aiohttp import web

from sandbox.conduct import Conduct
from sandbox.ledger import Ledger
from sandbox.truth import Truth, Truths
from sandbox.wire import Call, Service


class TruthfulService(Service):
    """A provider that sees what it was told."""

    def __init__(self, conduct: Conduct, ledger: Ledger) -> None:
        super().__init__(conduct, ledger)
        self._truths = Truths()

    def telling(self) -> Iterable[web.RouteDef]:
        """Return where the truth is told, and the provider's health."""
        return [
            self.side("PUT", "/truth", self._tell_all),
            self.side("GET", "/truth", self._told),
            self.side("DELETE", "/truth", self._untell),
            self.side("PUT", "/truth/{image}", self._tell),
            self.side("GET", "/health", _health),
        ]

    def seen(self, image: str) -> Truth:
        """Return what there is to see on an image."""
        return self._truths.of(image, self.conduct.behaviour.of(image).truth)

    def forget(self) -> None:
        """Forget the truth."""
        self._truths.forget()

    async def _tell(self, call: Call) -> web.Response:
        call.fields()
        self._truths.tell({call.segment("image"): call.document})
        return web.Response(status=204)

    async def _tell_all(self, call: Call) -> web.Response:
        call.fields()
        self._truths.tell(call.document)
        return web.Response(status=204)

    async def _told(self, _: Call) -> web.Response:
        return web.json_response(self._truths.document())

    async def _untell(self, _: Call) -> web.Response:
        self._truths.forget()
        return web.Response(status=204)


async def _health(_: Call) -> web.Response:
    return web.json_response({"status": "ok"})
