"""The HTTP server: the number provider's wire contract, faces of spaces, health, metrics."""

import asyncio
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any
from uuid import UUID, uuid4

import psycopg
import structlog
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from psycopg_pool import PoolTimeout

from vision.faces.finder import Face
from vision.gallery.gallery import Gallery
from vision.gallery.matching import Identified
from vision.images import UnreadableImage
from vision.logs import log_errors_of_loop
from vision.metrics import Metrics
from vision.queue import Queue, QueueFull, Step
from vision.recognising import Recogniser, face_finder, possible_as_json
from vision.refusals import Handler, Refused, answering_refusals
from vision.requests import InvalidRequest, recognition_request
from vision.settings import Settings
from vision.work import Work

log = structlog.get_logger()

IMAGE_TYPES = frozenset({"image/jpeg", "image/png", "image/webp", "application/octet-stream"})
LONGEST_SPACE = 200
LONGEST_JSON = 64_000
LOOK_EVERY = 60.0  # seconds, for spaces that have become large
OPEN_PATHS = frozenset({"/health", "/metrics"})


class Server:
    """The parts behind the endpoints, created when the application starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        for step in Step:  # a counter that begins with its first failure shows no increase
            self.metrics.failed.labels(step)
            self.metrics.waiting.labels(step)
        self._faces_running = 0

    async def running(self, application: web.Application) -> AsyncIterator[None]:
        """Start all parts, and stop them in reverse order (aiohttp's cleanup context)."""
        del application
        log_errors_of_loop()
        settings = self.settings
        async with AsyncExitStack() as stack:
            gallery, finder = None, None
            if settings.database_url is not None:
                finder = await asyncio.to_thread(face_finder, settings)
                gallery = await asyncio.to_thread(
                    Gallery,
                    settings.database_url,
                    model=finder.model,
                    others=finder.other_models,
                    false_match=settings.false_match,
                    large_space=settings.large_space,
                    sketch_bytes=settings.sketch_bytes,
                    sketches=settings.sketches,
                )
                stack.callback(gallery.close)
                log.info("gallery_open", search=gallery.search_name, model=str(finder.model))
                preparing = asyncio.create_task(_keep_prepared(gallery))
                stack.callback(preparing.cancel)
            self.recogniser = await asyncio.to_thread(Recogniser, settings, gallery, faces=finder)
            stack.callback(self.recogniser.close)
            self.queue = Queue(settings.queue, limit=settings.queue_limit)
            stack.callback(self.queue.close)
            self.work = Work(settings, self.queue, self.recogniser, self.metrics)
            await self.work.start()
            stack.push_async_callback(self.work.stop)
            yield

    async def recognitions(self, request: web.Request) -> web.StreamResponse:
        """Accept a request of the number provider's contract: 202 when it is on the disk."""
        wanted = recognition_request(await _json(request))
        if wanted.type.asks_for_faces:
            _ = self.recogniser.gallery
        request_id = str(uuid4())
        await asyncio.to_thread(self.queue.add, request_id, wanted)
        self.work.wake(Step.RECOGNISE)
        self.metrics.accepted.labels(wanted.type).inc()
        log.info("request_accepted", request_id=request_id, name=wanted.ids, type=wanted.type)
        return web.json_response({"requestId": request_id}, status=202)

    async def faces(self, request: web.Request) -> web.StreamResponse:
        """Recognise the faces of the image in the body, at once."""
        space, enrol = _space(request), _enrol(request)
        if self._faces_running >= self.settings.faces_waiting:
            raise QueueFull
        self._faces_running += 1
        try:
            content = await self._image(request)
            faces = await self.recogniser.faces(content)
        finally:
            self._faces_running -= 1
        image_id = request.headers.get("X-Image-Id")
        people = await asyncio.to_thread(
            self.recogniser.identify, space, faces, enrol=enrol, image_id=image_id
        )
        self.metrics.recognised.inc()
        found = [
            _face(face, person)
            for face, person in zip(faces, people, strict=True)
            if person is not None
        ]
        return web.json_response({"faces": found})

    async def delete_person(self, request: web.Request) -> web.StreamResponse:
        """Delete a person of a space; without a space, of that of number requests.

        Answers that name the person and could not be delivered are deleted too.
        """
        await asyncio.to_thread(self.queue.forget_naming, request.match_info["person"])
        try:
            person_id = UUID(request.match_info["person"])
        except ValueError as error:
            raise Refused(404, "person-not-found", "There is no such person.") from error
        gallery = self.recogniser.gallery
        space = _space(request) if "space" in request.match_info else self.settings.space
        if not await asyncio.to_thread(gallery.delete_person, space, person_id):
            raise Refused(404, "person-not-found", "There is no such person.")
        return web.Response(status=204)

    async def delete_space(self, request: web.Request) -> web.StreamResponse:
        """Delete all persons of a space; an empty space counts as deleted."""
        await asyncio.to_thread(self.recogniser.gallery.delete_space, _space(request))
        return web.Response(status=204)

    async def health(self, request: web.Request) -> web.StreamResponse:
        del request
        waiting = await asyncio.to_thread(self.queue.count, Step.RECOGNISE)
        return web.json_response({"status": "ok", "waiting": waiting})

    async def show_metrics(self, request: web.Request) -> web.StreamResponse:
        del request
        for step in Step:
            count = await asyncio.to_thread(self.queue.count, step)
            self.metrics.waiting.labels(step).set(count)
        shown = generate_latest(self.metrics.registry)
        return web.Response(body=shown, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _image(self, request: web.Request) -> bytes:
        if request.content_type not in IMAGE_TYPES:
            raise Refused(
                415, "unsupported-media-type", "Send image/jpeg, image/png or image/webp."
            )
        content = await request.read()
        if not content:
            raise UnreadableImage("it is empty")
        return content


async def _keep_prepared(gallery: Gallery) -> None:
    """Read large spaces at the start, and those that become large later."""
    while True:
        try:
            await asyncio.to_thread(gallery.prepare_large_spaces)
        except (psycopg.Error, PoolTimeout) as error:
            log.warning("large_spaces_not_read", error=error)
        await asyncio.sleep(LOOK_EVERY)


def application(settings: Settings) -> web.Application:
    """Build the server; it starts its parts when it runs."""
    server = Server(settings)
    app = web.Application(
        middlewares=[answering_refusals(server.metrics), _authentication(settings)],
        client_max_size=settings.image_bytes,
    )
    app.cleanup_ctx.append(server.running)
    app.add_routes(
        [
            web.post("/recognitions", server.recognitions),
            web.post("/spaces/{space}/faces", server.faces),
            web.delete("/spaces/{space}/persons/{person}", server.delete_person),
            web.delete("/persons/{person}", server.delete_person),
            web.delete("/spaces/{space}", server.delete_space),
            web.get("/health", server.health),
            web.get("/metrics", server.show_metrics),
        ]
    )
    return app


def _authentication(settings: Settings) -> Any:
    @web.middleware
    async def check_key(request: web.Request, handler: Handler) -> web.StreamResponse:
        is_open = request.path in OPEN_PATHS and "Authorization" not in request.headers
        if settings.key is not None and not is_open:
            scheme, _, key = request.headers.get("Authorization", "").partition(" ")
            right = hmac.compare_digest(key.strip().encode(), settings.key.encode())
            if scheme.lower() != "bearer" or not right:
                raise Refused(401, "not-authenticated", "Send Authorization: Bearer and the key.")
        return await handler(request)

    return check_key


async def _json(request: web.Request) -> object:
    if request.content_length is not None and request.content_length > LONGEST_JSON:
        raise InvalidRequest("The body is too long.")
    try:
        return json.loads(await request.text())
    except (ValueError, LookupError) as error:
        raise InvalidRequest("The body must be JSON.") from error


def _space(request: web.Request) -> str:
    space = request.match_info["space"]
    if len(space) > LONGEST_SPACE or "\x00" in space:
        raise InvalidRequest(f"The space must have at most {LONGEST_SPACE} characters.")
    return space


def _enrol(request: web.Request) -> bool:
    text = request.query.get("enrol", "false").lower()
    if text not in {"true", "false"}:
        raise InvalidRequest("enrol must be true or false.")
    return text == "true"


def _face(face: Face, person: Identified) -> dict[str, Any]:
    return {
        "personId": str(person.person_id),
        "confidence": round(person.confidence, 4),
        "box": face.box.as_json(),
        "isNew": person.is_new,
        **possible_as_json(person, "personId"),
    }
