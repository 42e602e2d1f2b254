"""Faults of the running system, each with the alerts that it fires.

Most are real: a process or server is killed, the far side refuses. Where that would take hours, or
the alert ends only after a day, a row gets another time or state.
"""

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from urllib.parse import urlsplit
from uuid import UUID

from tools.bench.publishing import album_of, publish
from tools.bench.rehearsal import Rehearsal
from tools.bench.wire import Broken, Connection

FINISHED_WITHIN = 60.0
HOUR, DAYS = timedelta(hours=1), timedelta(days=2)
PROVIDER: dict[str, object] = {"truth": "derive"}
CALLED = "/admin-api/api/v2/tagators"

End = Callable[[], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is broken by `inject`, which returns how to end it, and what fires then."""

    alerts: Sequence[str]
    inject: Callable[[Rehearsal], End]


def publish_photos(system: Rehearsal, count: int, **provider: object) -> None:
    """Publish photos while the number provider behaves so."""
    system.sandbox.replace_behaviour("number-provider", {**PROVIDER, **provider})
    pixel = system.sandbox.url("album", "/pixel.jpg")
    publish(album_of([f"{pixel}?{number}" for number in range(count)]))


def _heal(system: Rehearsal) -> None:
    system.sandbox.replace_behaviour("number-provider", PROVIDER)
    system.sandbox.replace_behaviour("photo-service", {})


def killed(name: str) -> Callable[[Rehearsal], End]:
    """Kill a process, which the rehearsal starts again at the end."""

    def inject(system: Rehearsal) -> End:
        system.kill(name)
        return system.tend

    return inject


def _no_peer(system: Rehearsal) -> End:
    system.sandbox.behave("photo-service", failure_rate=1.0)
    publish_photos(system, 4)
    return partial(_heal, system)


def _no_provider(system: Rehearsal) -> End:
    from django.utils import timezone

    from recognition.models import Photo

    publish_photos(system, 4, failureRate=1.0)
    waiting = Photo.objects.filter(state="New")
    system.wait(lambda: waiting.count() >= 4, FINISHED_WITHIN)
    waiting.update(created_on=timezone.now() - HOUR)
    return partial(_heal, system)


def _no_worker(system: Rehearsal) -> End:
    from recognition.jobs.models import JobMode
    from recognition.models import AlbumPhotosProcessingJob

    system.kill("worker")
    publish_photos(system, 1, next=["fail"])
    album = newest_album(system)
    AlbumPhotosProcessingJob.objects.create(album_id=album, mode=JobMode.values[0])
    return system.tend


def _no_worker_since_redis_lost_all(system: Rehearsal) -> End:
    from foundation.records.quick_redis import quick_redis

    end = _no_worker(system)
    with quick_redis() as client:
        client.delete("heartbeat:handlers", "heartbeat:maintenance")
    return end


def _no_database(system: Rehearsal) -> End:
    from tools.bench.works.pool import token_of_service

    ended = threading.Event()
    calls = Connection(int(os.environ["WEB_PORT"]), token_of_service("tagging.manage"))
    caller = threading.Thread(target=_call_until, args=(ended, calls), daemon=True)
    system.kill_server("postgres")
    caller.start()

    def end() -> None:
        from django.db import close_old_connections

        ended.set()
        caller.join()
        system.tend()
        close_old_connections()

    return end


def _call_until(ended: threading.Event, calls: Connection) -> None:
    """Call the API, because health checks are not counted among the answers."""
    while not ended.wait(0.3):
        with suppress(Broken):
            calls.ask("GET", CALLED)
    calls.close()


def _no_bus(system: Rehearsal) -> End:
    """Start the consumer again with a wrong password of the bus."""
    address = os.environ["EVENT_BUS_URL"]
    parts = urlsplit(address)
    wrong = parts._replace(netloc=f":wrong@{parts.hostname}:{parts.port}").geturl()
    _restart_consumer(system, wrong)
    return partial(_restart_consumer, system, address)


def _restart_consumer(system: Rehearsal, bus: str) -> None:
    consumer = next(one for one in system.supervisor.services if one.name == "consumer")
    before = consumer.started_at
    os.environ["EVENT_BUS_URL"] = bus
    system.kill("consumer")
    system.wait(lambda: consumer.started_at > before, FINISHED_WITHIN)


def _no_redis(system: Rehearsal) -> End:
    system.kill_server("redis")
    return system.tend


def _unusable_event(_: Rehearsal) -> End:
    from django.utils import timezone

    from foundation.messaging.bus import broker
    from foundation.messaging.models import DeadLetter

    topic = "photos.photo-published"
    broker.publish_raw(b"no json", exchange=broker.EXCHANGE.name, routing_key=topic)

    def end() -> None:
        DeadLetter.objects.update(sent_back_on=timezone.now())

    return end


def _refusing_peer(system: Rehearsal) -> End:
    from foundation.messaging.models import OutboxMessage

    system.sandbox.behave("photo-service", failure_rate=1.0, failure_status=400)
    publish_photos(system, 1)

    def end() -> None:
        _heal(system)
        OutboxMessage.objects.dead().delete()

    return end


def _unusable_callback(system: Rehearsal) -> End:
    from recognition.models import Callback

    publish_photos(system, 1, callback={"corruptRate": 1.0, "corruptAs": "unknownPhoto"})

    def end() -> None:
        _heal(system)
        _earlier(Callback, "received_on", state__in=["Rejected", "Failed"])

    return end


def _callback_left(system: Rehearsal) -> End:
    from django.utils import timezone

    from recognition.models import Callback

    publish_photos(system, 1)
    applied = Callback.objects.filter(state="Applied")
    system.wait(applied.exists, FINISHED_WITHIN)
    now = timezone.now()
    one = Callback.objects.filter(pk=applied.latest("received_on").pk)
    one.update(next_attempt_on=now + HOUR, received_on=now - HOUR)

    def end() -> None:
        one.update(next_attempt_on=None)

    return end


def _failed_rows(system: Rehearsal) -> End:
    from django.utils import timezone

    from recognition.jobs.models import JobMode
    from recognition.models import AlbumPhotosProcessingJob, Photo

    publish_photos(system, 1)
    system.wait(Photo.objects.filter(state="Processed").exists, FINISHED_WITHIN)
    AlbumPhotosProcessingJob.objects.create(
        album_id=newest_album(system),
        mode=JobMode.values[0],
        state="Failed",
        finished_on=timezone.now(),
        next_attempt_on=None,
    )
    one = Photo.objects.filter(pk=Photo.objects.filter(state="Processed")[0].pk)
    one.update(state="Failed")

    def end() -> None:
        one.update(state="Processed")
        _earlier(AlbumPhotosProcessingJob, "finished_on", state="Failed")

    return end


def _no_tagger(system: Rehearsal) -> End:
    from django.utils import timezone

    from tagging.models import TaggingTask

    publish_photos(system, 1, truth="empty")
    system.wait(TaggingTask.objects.exists, FINISHED_WITHIN)
    TaggingTask.objects.update(created_on=timezone.now() - HOUR)

    def end() -> None:
        _heal(system)
        TaggingTask.objects.update(created_on=timezone.now())

    return end


def newest_album(system: Rehearsal) -> UUID:
    from recognition.models import Album

    found = Album.objects.order_by("-created_on").values_list("pk", flat=True)
    system.wait(found.exists, FINISHED_WITHIN)
    return found[0]


def _earlier(model: type, column: str, **which: object) -> None:
    """Move rows out of the last 24 hours."""
    from django.utils import timezone

    rows = model.objects.filter(**which)  # type: ignore[attr-defined]
    rows.update(**{column: timezone.now() - DAYS})


FAULTS = (
    Fault(alerts=("LaneOld", "LanePaused"), inject=_no_peer),
    Fault(alerts=("ProviderPaused", "PhotosUnattended"), inject=_no_provider),
    Fault(alerts=("QueueNotDrained", "PhotosOverdue", "JobOverdue"), inject=_no_worker),
    Fault(alerts=("QueueNotDrained",), inject=_no_worker_since_redis_lost_all),
    Fault(alerts=("DeadLetters",), inject=_unusable_event),
    Fault(alerts=("MessagesGivenUp",), inject=_refusing_peer),
    Fault(alerts=("CallbacksUnusable",), inject=_unusable_callback),
    Fault(alerts=("CallbacksOverdue",), inject=_callback_left),
    Fault(alerts=("PhotosFailed", "JobsFailed"), inject=_failed_rows),
    Fault(alerts=("TaggersAbsent",), inject=_no_tagger),
    Fault(alerts=("BeatSilent",), inject=killed("beat")),
    Fault(alerts=("ConsumerAway",), inject=killed("consumer")),
    Fault(alerts=("BusAway",), inject=_no_bus),
    Fault(alerts=("WebAway",), inject=killed("web")),
    Fault(alerts=("RedisAway",), inject=_no_redis),
    Fault(alerts=("DatabaseAway", "HttpErrors"), inject=_no_database),
)
