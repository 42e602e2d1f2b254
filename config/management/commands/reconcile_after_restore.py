"""`manage.py reconcile_after_restore`: after a restore from backup, before the first process.

Without `--apply` it only shows how new the database is and what it would do.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Count, Model, QuerySet
from django.utils import timezone

from activities.models import ActivityHistory
from foundation.messaging.jobs import JOB_KINDS
from foundation.messaging.models import InboxMessage, Outage, OutboxLane, OutboxMessage
from foundation.records.audit import operator, record_deed
from foundation.records.leases import Lease
from foundation.records.models import AuditEntry
from foundation.records.texts import in_utc
from recognition.jobs.after_restore import (
    ask_again,
    awaiting_photos,
    claimed_photos,
    deliver_again,
    raise_results_versions,
)
from recognition.models import STEPS, Album, Photo
from recognition.photos.deliveries import photos_sent_since
from rewards.months import moment

# Tables whose ids have the order of writing, and the column with the moment.
NEWEST: tuple[tuple[str, type[Model], str], ...] = (
    ("event from the bus", InboxMessage, "received_on"),
    ("message to send", OutboxMessage, "created_on"),
    ("change of an activity", ActivityHistory, "occurred_on"),
    ("order in the audit", AuditEntry, "occurred_on"),
)


class Command(BaseCommand):
    help = "Ends leases of lost processes, and raises the versions of results; see docs/backups.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--apply", action="store_true", help="do it; else it only shows")
        parser.add_argument(
            "--deliver-since",
            type=moment,
            help="send the photo service again what was delivered since then",
        )
        parser.add_argument(
            "--ask-again",
            action="store_true",
            help="ask the number provider again about photos that wait for its callback, now and "
            "not when the callback is overdue",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        self._print(_newest())
        self._print(_waiting())
        if options["apply"]:
            self._print(_apply(options["deliver_since"], is_asked=options["ask_again"]))
        else:
            self._print(_preview(options["deliver_since"]))

    def _print(self, lines: Iterator[str]) -> None:
        for line in lines:
            self.stdout.write(line)


def _newest() -> Iterator[str]:
    yield "The newest that is stored (UTC); what came later is lost here:"
    for name, model, column in NEWEST:
        newest = model._default_manager.order_by("-pk").values_list(column, flat=True).first()
        yield f"  {name}: {in_utc(newest) if newest else 'none'}"


def _waiting() -> Iterator[str]:
    waiting = OutboxMessage.objects.waiting().values_list("lane").annotate(count=Count("pk"))
    yield "Messages that are sent when the processes start; some were perhaps sent before:"
    yield from [f"  {lane}: {count:,}" for lane, count in waiting.order_by("lane")] or ["  none"]


def _preview(deliver_since: datetime | None) -> Iterator[str]:
    yield f"Photos that a process worked on: {claimed_photos().count():,}"
    yield f"Photos that wait for a callback: {awaiting_photos().count():,}"
    yield f"Albums whose results get higher versions: {Album.objects.count():,}"
    if deliver_since is not None:
        yield f"Photos whose results are sent again: {len(photos_sent_since(deliver_since)):,}"
    yield "Nothing was changed: add --apply to do it."


def _leased() -> dict[str, list[tuple[QuerySet[Any], Lease]]]:
    """Return what processes work on under leases, in words."""
    jobs = [kind.model for kind in JOB_KINDS.values()]
    return {
        "steps of photos": [(Photo.objects.all(), step.leased) for step in STEPS],
        "lanes": [(OutboxLane.objects.all(), OutboxLane.leased)],
        "probes": [(Outage.objects.unfinished(), Outage.leased)],
        "long jobs": [(job._default_manager.all(), job.leased) for job in jobs],
    }


def _apply(deliver_since: datetime | None, *, is_asked: bool) -> Iterator[str]:
    """Change what was found. Again is harmless: a version that was sent twice is recognised."""
    now = timezone.now()
    with transaction.atomic():
        ended = [
            f"{sum(lease.end_all(rows, now) for rows, lease in leased):,} {what}"
            for what, leased in _leased().items()
        ]
        albums = raise_results_versions()
        record_deed(operator("reconcile_after_restore"), "Reconciled after a restore", Album)
    yield f"Leases ended: {', '.join(ended)}"
    yield f"Albums whose results have higher versions: {albums:,}"
    if is_asked:
        yield f"Photos asked about again: {ask_again(now):,}"
    if deliver_since is not None:
        sent = deliver_again(photos_sent_since(deliver_since))
        yield f"Photos whose results are sent again: {sent:,}"
