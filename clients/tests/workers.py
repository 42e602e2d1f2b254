"""Plays the processes beside the web, in a thread, while a caller waits for what they do."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from messaging.jobs.kinds import JOB_KINDS
from messaging.models import OutboxMessage
from messaging.outbox.drain import drain
from messaging.tests.play.jobs import finish_jobs
from recognition.tests.calls.processes import apply_callbacks, process_photos

PAUSE = 0.05  # s


@contextmanager
def working() -> Iterator[None]:
    """Work on all that is due until the block ends.

    :raises Exception: what failed, at the end.
    """
    stopping = threading.Event()
    failures: list[Exception] = []

    def work() -> None:
        try:
            while not stopping.wait(PAUSE):
                _work_once()
        except Exception as error:  # noqa: BLE001  # raised again in the caller's thread
            failures.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=work, name="workers")
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()
    if failures:
        raise failures[0]


def _work_once() -> None:
    soon = timezone.now() + timedelta(seconds=1)
    apply_callbacks(soon)
    process_photos(soon)
    for kind in JOB_KINDS.values():
        finish_jobs(kind.model)
    waiting = OutboxMessage.objects.waiting().order_by()
    for lane in waiting.values_list("lane", flat=True).distinct():
        drain(lane)
