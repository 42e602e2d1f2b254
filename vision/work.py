"""Processes the queue: recognises accepted requests, delivers their answers.

Every accepted request is called back. If an image cannot be fetched or read, the callback has
`error`, and says whether another request may help. A callback that cannot be delivered stays in the
queue's file as failed, with the reason.
"""

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp
import psycopg
import structlog

from foundation.fetching.addresses import (
    PictureNotFetched,
    PictureNotFound,
    PictureRefused,
    PictureTooSlow,
)
from foundation.fetching.pictures import fetch_image
from vision.calling_back import callback_session
from vision.gallery.versions import SpaceHasOtherModel
from vision.images import UnreadableImage
from vision.metrics import Metrics
from vision.queue import Job, Queue, Step
from vision.recognising import Answer, FacesNotAvailable, Recogniser
from vision.settings import Settings

log = structlog.get_logger()

# Many: images are recognised one at a time, but hosts that answer slowly do not delay the others.
# Each holds the file of one image.
RECOGNISING_WORKERS = 8
# Many: one slow receiver does not delay the others.
DELIVERING_WORKERS = 8
LONGEST_SLEEP = 3600.0
WORTH_REPEATING = frozenset({408, 425, 429})


NOT_FETCHED = "The picture cannot be fetched"
MISSING = "picture-missing"  # it may come: the caller knows when it was published
UNFORESEEN = "Something unforeseen failed in the number server; its log has the details."


class Failed(Exception):
    """An attempt failed; `code` is sent to the caller."""

    def __init__(self, reason: str, *, code: str = "failed") -> None:
        super().__init__(reason)
        self.code = code


class TryAgain(Failed):
    """An attempt failed, but may succeed after at least `seconds`."""

    def __init__(
        self, reason: str, *, seconds: float = 0.0, attempts: int, code: str = "failed"
    ) -> None:
        super().__init__(reason, code=code)
        self.seconds = seconds
        self.attempts = attempts


class GiveUp(Failed):
    """A job failed, and would fail again."""


def pause(attempts: int, *, longest: float) -> float:
    """Return the wait in seconds after a number of failed attempts: doubling, with jitter."""
    return min(longest, 2.0 ** min(attempts, 30)) * random.uniform(0.5, 1.0)


class Work:
    """The workers that process a queue until they are stopped."""

    def __init__(
        self, settings: Settings, queue: Queue, recogniser: Recogniser, metrics: Metrics
    ) -> None:
        self._settings = settings
        self._queue = queue
        self._recogniser = recogniser
        self._metrics = metrics
        self._news = {step: asyncio.Event() for step in (Step.RECOGNISE, Step.DELIVER)}
        self._stopping = asyncio.Event()
        self._workers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await asyncio.to_thread(self._queue.forget_failed, days=self._settings.failed_days)
        self._callbacks = callback_session(self._settings)
        recognising = [
            self._worker(Step.RECOGNISE, self._recognise) for _ in range(RECOGNISING_WORKERS)
        ]
        delivering = [self._worker(Step.DELIVER, self._deliver) for _ in range(DELIVERING_WORKERS)]
        self._workers = [asyncio.create_task(worker) for worker in (*recognising, *delivering)]

    async def stop(self) -> None:
        """Finish running jobs and leave the rest in the queue."""
        self._stopping.set()
        for news in self._news.values():
            news.set()
        await asyncio.gather(*self._workers)
        await self._callbacks.close()

    def wake(self, step: Step) -> None:
        """Wake the workers of a step: there is a new job."""
        self._news[step].set()

    async def _worker(self, step: Step, do: Callable[[Job], Awaitable[None]]) -> None:
        failures = 0  # of the queue's file, in a row
        while not self._stopping.is_set():
            try:
                if await self._do_next(step, do):
                    failures = 0
            except sqlite3.Error:
                # A full disk, for one. The job is still in the file as it was before, and each
                # attempt recognises the image, or sends the callback, once more.
                log.exception("queue_failed", step=step)
                await self._wait(pause(failures, longest=self._settings.longest_pause))
                failures += 1

    async def _wait(self, seconds: float) -> None:
        """Wait, but do not hold up the end."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _do_next(self, step: Step, do: Callable[[Job], Awaitable[None]]) -> bool:
        """Make an attempt at the job that has been due for longest; without one, sleep.

        Return whether there was one.
        """
        job = await asyncio.to_thread(self._queue.take, step)
        if job is None:
            await self._sleep(step)
            return False
        try:
            await self._attempt(step, do, job)
        finally:
            self._queue.put_back(job)
        return True

    async def _sleep(self, step: Step) -> None:
        news = self._news[step]
        if self._stopping.is_set():
            return
        news.clear()
        seconds = await asyncio.to_thread(self._queue.seconds_to_next, step)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(news.wait(), LONGEST_SLEEP if seconds is None else seconds)

    async def _attempt(self, step: Step, do: Callable[[Job], Awaitable[None]], job: Job) -> None:
        try:
            await do(job)
        except TryAgain as error:
            await self._postpone(step, job, error)
        except GiveUp as error:
            await self._fail(step, job, error)
        except sqlite3.Error:
            raise  # the queue's failure, not the job's
        except Exception:
            # Unexpected, and perhaps only in this job: the others must continue.
            log.exception("attempt_failed", request_id=job.id, step=step)
            await self._fail(step, job, Failed(UNFORESEEN))

    async def _postpone(self, step: Step, job: Job, error: TryAgain) -> None:
        if job.attempts + 1 >= error.attempts:
            await self._fail(step, job, error)
            return
        seconds = max(pause(job.attempts, longest=self._settings.longest_pause), error.seconds)
        await asyncio.to_thread(self._queue.postpone, job, reason=str(error), seconds=seconds)
        self._metrics.postponed.labels(step).inc()
        log.warning(
            "attempt_postponed",
            request_id=job.id,
            name=job.request.ids,
            step=step,
            reason=str(error),
            seconds=round(seconds, 1),
        )

    async def _fail(self, step: Step, job: Job, error: Failed) -> None:
        """Report to the caller what could not be recognised; keep what could not be delivered."""
        if step is Step.RECOGNISE:
            await asyncio.to_thread(self._queue.recognised, job, _answer_of(job, error))
            self.wake(Step.DELIVER)
        else:
            await asyncio.to_thread(self._queue.fail, job, reason=str(error))
        # Only now is it given up: if the file cannot be written, there will be another attempt.
        self._metrics.failed.labels(step).inc()
        log.error(
            "request_failed", request_id=job.id, name=job.request.ids, step=step, reason=str(error)
        )

    async def _recognise(self, job: Job) -> None:
        content = await self._fetch(job)
        answer = await self._answer(job, content)
        body = {
            "name": job.request.name,
            "persons": answer.persons,
            "tags": answer.tags,
            **({"regions": answer.regions} if answer.regions else {}),
            **({"note": answer.note} if answer.note else {}),
        }
        await asyncio.to_thread(self._queue.recognised, job, json.dumps(body))
        self.wake(Step.DELIVER)
        self._metrics.recognised.inc()
        self._metrics.seconds.observe(answer.seconds)
        log.info(
            "image_recognised",
            request_id=job.id,
            name=job.request.ids,
            persons=len(answer.persons),
            tags=len(answer.tags),
            seconds=round(answer.seconds, 2),
        )

    async def _fetch(self, job: Job) -> bytes:
        url, limits = job.request.image_url, self._settings.image_limits
        try:
            return (await asyncio.to_thread(fetch_image, url, limits)).content
        except PictureRefused as error:
            code = MISSING if isinstance(error, PictureNotFound) else "picture-not-fetched"
            raise GiveUp(f"{NOT_FETCHED}: {error}.", code=code) from error
        except PictureNotFetched as error:
            # A host that hangs would hold a worker again: the caller asks again, if it wants to.
            is_slow, code = isinstance(error, PictureTooSlow), "picture-not-fetched"
            attempts = 1 if is_slow else self._settings.image_attempts
            raise TryAgain(f"{NOT_FETCHED}: {error}.", attempts=attempts, code=code) from error

    async def _answer(self, job: Job, content: bytes) -> Answer:
        image_id = job.request.lasting_image_url or job.id
        try:
            return await self._recogniser.answer(job.request, content, image_id)
        except UnreadableImage as error:
            raise GiveUp(str(error), code="picture-unreadable") from error
        except (FacesNotAvailable, psycopg.OperationalError) as error:
            attempts = self._settings.callback_attempts
            reason = "The gallery of faces cannot be reached."
            raise TryAgain(reason, attempts=attempts) from error
        except SpaceHasOtherModel as error:
            attempts, code = self._settings.callback_attempts, "space-has-another-model"
            raise TryAgain(str(error), attempts=attempts, code=code) from error

    async def _deliver(self, job: Job) -> None:
        status, seconds = await self._post(job)
        if status < 300:
            await asyncio.to_thread(self._queue.delivered, job)
            self._metrics.delivered.inc()
            log.info("callback_delivered", request_id=job.id, name=job.request.ids)
            return
        reason = f"callback answered {status}"
        if status < 500 and status not in WORTH_REPEATING:
            raise GiveUp(reason)
        raise TryAgain(reason, seconds=seconds, attempts=self._settings.callback_attempts)

    async def _post(self, job: Job) -> tuple[int, float]:
        headers = {"Content-Type": "application/json", "X-Request-Id": job.id}
        try:
            async with self._callbacks.post(
                job.request.callback_url, data=job.answer, headers=headers, allow_redirects=False
            ) as response:
                return response.status, retry_after(response.headers.get("Retry-After"))
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            reason = f"callback not delivered: {type(error).__name__}"  # for the queue's file
            attempts = self._settings.callback_attempts
            raise TryAgain(reason, attempts=attempts) from error


def _answer_of(job: Job, error: Failed) -> str:
    """Return the answer, as JSON, to a request that could not be recognised."""
    said = {"code": error.code, "detail": str(error), "retriable": not isinstance(error, GiveUp)}
    return json.dumps({"name": job.request.name, "persons": [], "tags": [], "error": said})


def retry_after(value: str | None) -> float:
    """Return a Retry-After header (seconds or a date, RFC 9110) as seconds; 0 if invalid."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(min(int(text), 3600))
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0.0
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return min(max(0.0, (until - datetime.now(UTC)).total_seconds()), 3600.0)
