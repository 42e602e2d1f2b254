"""Celery's entry points: each takes ids and runs one command."""

import time
from datetime import datetime
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from foundation.records.database import do_each
from recognition import due, retention
from recognition.due import CANDIDATES
from recognition.jobs import commands as jobs
from recognition.numbers import judging_again as start_lists
from recognition.photos import counting
from recognition.processing import callbacks, processing, storing
from recognition.rejudging import rejudging
from recognition.selfies.ending import end_selfies
from recognition.wire import picture_copies

JOBS_AT_ONCE = 500
FORGET_LIMIT = 1000
JUDGE_SECONDS = 8.0


@shared_task(name="recognition.process_photo")
def process_photo_task(*, photo_id: str, claim_id: str) -> None:
    processing.process_claimed_photo(UUID(photo_id), UUID(claim_id), timezone.now())


@shared_task(name="recognition.apply_callback")
def apply_callback_task(*, callback_id: str) -> None:
    callbacks.apply_callback(UUID(callback_id), timezone.now())


@shared_task(name=due.SWEEP_TASK)
def sweep_photos_task(*, again: str = "") -> None:
    """Wake workers for what is due, while their queue has room; then for what waited for a pause.

    If there is no room left, the rest is swept half a second later: the speed of the workers, and
    not the time between sweeps, decides how fast a backlog is processed.

    :param again: not empty: `sweep_again` sent it, and not beat.
    """
    if again:
        due.take_sweep_again()
    room = _wake_due(timezone.now(), due.room())
    if room and storing.resume_waiting(timezone.now(), CANDIDATES):
        room = _wake_due(timezone.now(), room)
    if not room:
        due.sweep_again()


def _wake_due(now: datetime, room: int) -> int:
    """Wake workers for up to `room` of what is due; return how much room is left.

    Callbacks come first: each of them finishes photos, and the provider's work on them is done.
    """
    claimed = storing.claim_due_callbacks(now, room)
    for callback in claimed:
        due.apply_callback(callback.pk, callback.request.photo.album.priority)
    room -= len(claimed)
    claims = storing.claim_due_photos(now, room)
    for claim in claims:
        due.process_photo(claim.photo_id, claim.claim_id, claim.priority)
    return room - len(claims)


@shared_task(name="recognition.judge_numbers")
def judge_numbers_task() -> None:
    """Judge again the numbers of photos that are due; the next run takes what is left."""
    until = time.monotonic() + JUDGE_SECONDS
    while time.monotonic() < until:
        now = timezone.now()
        if not rejudging.judge_due_photos(now):
            return


@shared_task(name="recognition.count_hours")
def count_hours_task() -> None:
    """Count photos, and measure times to delivery, by the hour; the next run does the rest."""
    parts = {"hours": counting.count_hours, "backlog": counting.keep_backlog,
             "deliveries": counting.measure_deliveries}  # fmt: skip
    do_each("recognition.count_hours", parts, lambda name: parts[name](timezone.now())).report()


@shared_task(name="recognition.start_scheduled_jobs")
def start_scheduled_jobs_task() -> None:
    """Start jobs for albums with unattended photos; the next run takes what is left."""
    jobs.start_scheduled_jobs(timezone.now(), limit=JOBS_AT_ONCE).report()


@shared_task(name="recognition.check_start_lists")
def check_start_lists_task() -> None:
    """Judge albums again whose start lists have changed."""
    start_lists.check_start_lists(timezone.now()).report()


@shared_task(name="recognition.end_selfies")
def end_selfies_task() -> None:
    """Fail selfies without an answer, and delete selfies that are old enough."""
    end_selfies(timezone.now(), FORGET_LIMIT).report()


@shared_task(name="recognition.sweep_pictures")
def sweep_pictures_task() -> None:
    """Remove old copies of pictures, and those of deleted photos."""
    picture_copies.sweep_pictures(timezone.now()).report()


@shared_task(name="recognition.delete_callbacks")
def delete_callbacks_task() -> None:
    """Delete callbacks that are old enough; the next task deletes the rest."""
    if storing.delete_old_callbacks(timezone.now(), FORGET_LIMIT):
        delete_callbacks_task.apply_async()


@shared_task(name="recognition.start_retentions")
def start_retentions_task() -> None:
    """Start to delete what albums kept of people long enough; the next task takes what is left."""
    started = retention.start_retentions(timezone.now(), limit=JOBS_AT_ONCE)
    if started.results and len(started.results) + len(started.failed) == JOBS_AT_ONCE:
        start_retentions_task.apply_async()
    started.report()
