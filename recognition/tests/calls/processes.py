"""Playing the processes around the pipeline, one step after the other, in the test's own thread."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import requests
from django.utils import timezone

from foundation.messaging.bus import intake
from foundation.messaging.bus.events import Event
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.jobs import finish_jobs
from recognition.models import AlbumPhotosProcessingJob, NumberRequest
from recognition.processing.callbacks import apply_callback
from recognition.processing.processing import process_claimed_photo
from recognition.processing.storing import Claim, claim_due_callbacks, claim_due_photos
from recognition.wire.signed_addresses import callback_url

DEADLINE = 120.0


def until(condition: Callable[[], object], *, seconds: float = DEADLINE) -> None:
    """Wait until something holds that another process or thread brings about."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.01)


def event(topic: str, data: dict[str, Any], event_id: str = "") -> Event:
    """Return an event of a topic."""
    return Event(
        id=event_id or str(uuid4()),
        source="/tests",
        type=topic,
        subject="",
        time=timezone.now(),
        data=data,
    )


def consume(topic: str, data: dict[str, Any], event_id: str = "") -> bool:
    """Handle an event as the consumer does; return whether it was new."""
    return intake.take_in(event(topic, data, event_id), topic)


def apply_callbacks(now: datetime) -> int:
    """Apply the stored callbacks that are due by `now`; return how many."""
    claims = claim_due_callbacks(now, 1000)
    for claim in claims:
        apply_callback(claim.pk, timezone.now())
    return len(claims)


def process_photos(now: datetime) -> int:
    """Process the photos that are due by `now`; return how many."""
    claims = claim_due_photos(now, 1000)
    for claim in claims:
        process_claim(claim, timezone.now())
    return len(claims)


def process_claim(claim: Claim, now: datetime) -> None:
    """Process a claimed photo at a time that need not be ours."""
    process_claimed_photo(claim.photo_id, claim.claim_id, now)


def process_photos_at(now: datetime) -> None:
    """Process the photos that are due by `now` as if it were then."""
    for claim in claim_due_photos(now, 1000):
        process_claim(claim, now)


def process_photos_in(**after: float) -> int:
    """Process the photos that are due once this much time has passed."""
    return process_photos(timezone.now() + timedelta(**after))


def sweep_in(**after: float) -> int:
    """Apply and process all that is due once this much time has passed; return the number."""
    now = timezone.now() + timedelta(**after)
    return apply_callbacks(now) + process_photos(now)


def run_jobs() -> None:
    """Run every unfinished job to its end, as workers do once leases are over."""
    finish_jobs(AlbumPhotosProcessingJob)


def deliver() -> None:
    """Run the jobs, and deliver all that is due in the outbox."""
    run_jobs()
    waiting = OutboxMessage.objects.waiting().order_by()
    for lane in waiting.values_list("lane", flat=True).distinct():
        drain(lane)


def call_back(request: NumberRequest | UUID, payload: dict[str, Any]) -> requests.Response:
    """Answer a request as the number provider does, over HTTP."""
    request_id = request.pk if isinstance(request, NumberRequest) else request
    return requests.post(callback_url(request_id), json=payload, timeout=60)
