"""Builds one application from all services."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.control import Control
from tools.sandbox.fields import JsonObject
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import problems
from tools.sandbox.services.album import AlbumHost
from tools.sandbox.services.competitors import CompetitorService
from tools.sandbox.services.faces import FaceProvider
from tools.sandbox.services.numbers import NumberProvider
from tools.sandbox.services.photos import PhotoService
from tools.sandbox.services.tagators import TagatorService
from tools.sandbox.wire import Service

# The largest photo, bytes.
LARGEST_BODY = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxOptions:
    """The options of a sandbox.

    `album` is the folder of images, `journal` the photo service's file, `behaviours` a document for
    each service, which a reset restores.
    """

    album: Path | None = None
    journal: Path | None = None
    behaviours: Mapping[str, JsonObject] = field(default_factory=dict)


def build_app(options: SandboxOptions) -> web.Application:
    """Build the application with all services and the panel.

    :raises Refused: an initial behaviour is wrong, or its service is unknown.
    """
    ledger = Ledger()
    services = _services(options, ledger)
    app = web.Application(middlewares=[problems], client_max_size=LARGEST_BODY)
    for service in services.values():
        app.add_routes(service.routes())
    app.add_routes(Control(services, ledger).routes())
    app.cleanup_ctx.append(lambda _: _running(services))
    app.on_shutdown.append(lambda _: _release(services))
    return app


def _services(options: SandboxOptions, ledger: Ledger) -> dict[str, Service]:
    def conduct(name: str) -> Conduct:
        return Conduct(name, options.behaviours.get(name, {}))

    services: list[Service] = [
        PhotoService(conduct(PhotoService.name), ledger, options.journal),
        CompetitorService(conduct(CompetitorService.name), ledger),
        NumberProvider(conduct(NumberProvider.name), ledger),
        FaceProvider(conduct(FaceProvider.name), ledger),
        TagatorService(conduct(TagatorService.name), ledger),
        AlbumHost(conduct(AlbumHost.name), ledger, options.album),
    ]
    return {service.name: service for service in services}


async def _running(services: Mapping[str, Service]) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for service in services.values():
            await stack.enter_async_context(service.lifetime())
        yield


async def _release(services: Mapping[str, Service]) -> None:
    """Close hanging requests, which would delay the end."""
    for service in services.values():
        service.conduct.released.set()
