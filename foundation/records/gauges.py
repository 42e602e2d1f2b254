"""Metrics of what all processes share: the database, and Redis. `/metrics` of the web shows them.

They are asked for at scrape time. One process shows what another one wrote, so alerts and
dashboards take the maximum over all web processes.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, register
from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector, CollectorRegistry

from foundation.records.database import is_away
from foundation.records.statements import fetch_row, fetch_rows

log = structlog.get_logger(__name__)

Gauges = Callable[[datetime], Iterable[GaugeMetricFamily]]
SHARED = CollectorRegistry()
_OF_DATABASE: list[Gauges] = []  # as the apps register them


def register_gauges(*gauges: Gauges) -> None:
    """Add functions that read gauges from the database."""
    _OF_DATABASE.extend(gauges)


def gauge(name: str, what: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"finishline_{name}", what, labels=labels)


class DatabaseCollector(Collector):
    """Reads all gauges; without a database it says only that there is none.

    Gauges whose statement fails are left out, logged and counted; the others are shown.
    """

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = gauge("database_up", "Whether the database answered this scrape.")
        failing = gauge("gauges_failing", "Functions whose gauges could not be read.")
        try:
            now = timezone.now()
            read = [_read(gauges, now) for gauges in _OF_DATABASE]
        except (DatabaseError, InterfaceError) as error:
            log.warning("metrics_without_database", error=str(error))
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        failing.add_metric([], sum(found is None for found in read))
        yield from (up, failing)
        for found in read:
            yield from found or ()


def _read(gauges: Gauges, now: datetime) -> list[GaugeMetricFamily] | None:
    """Return what a function reads; None: its statement failed."""
    try:
        return list(gauges(now))
    except (DatabaseError, InterfaceError) as error:
        if is_away(error):
            raise
        name = f"{gauges.__module__}.{gauges.__qualname__}"
        log.warning("gauges_failed", gauges=name, exc_info=error)
        return None


SHARED.register(DatabaseCollector())


# What PostgreSQL knows of its backups: whether WAL is archived, and received as it is written.
#
# Without superuser, and only of a primary with `archive_mode`: elsewhere nothing is measured.

_IS_ARCHIVING = "SELECT current_setting('archive_mode') <> 'off' AND NOT pg_is_in_recovery()"
_ARCHIVER = """
SELECT last_archived_wal, coalesce(last_archived_time, stats_reset),
    coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false),
    pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'),
    pg_size_bytes(current_setting('wal_segment_size'))
FROM pg_stat_archiver
"""
_SLOTS = """
SELECT slot_name, active, coalesce(wal_status = 'lost', false),
    coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)
FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT temporary
"""
# Timeline, then the number of the segment in two parts; histories and labels have longer names.
_SEGMENT = re.compile(r"[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})")
_BYTES_OF_UPPER_PART = 2**32


def wal(now: datetime) -> Iterator[GaugeMetricFamily]:
    """Return how late the archive is, and which slots keep WAL for whom."""
    [is_archiving] = fetch_row(_IS_ARCHIVING)
    yield from _archive(now, is_archiving=is_archiving)
    yield from _slots(is_archiving=is_archiving)


@register("settings", deploy=True)
def check_backups(**_: Any) -> list[CheckMessage]:
    """Report a database whose loss would lose everything; nothing where it does not answer."""
    try:
        [mode] = fetch_row("SELECT current_setting('archive_mode')")
    except OperationalError:
        return []
    if mode != "off" or not settings.WAL_SLOT:
        return []
    text = (
        "PostgreSQL archives no WAL (archive_mode is off), so there are no backups of it: see"
        " docs/backups.md. Where others make them, set WAL_SLOT to theirs, or to nothing."
    )
    return [checks.Warning(text, id="records.W001")]


def _archive(now: datetime, *, is_archiving: bool) -> Iterator[GaugeMetricFamily]:
    late = gauge("wal_archive_late_seconds", "Since WAL was archived, while a segment waits.")
    failing = gauge("wal_archive_failing", "Whether the newest attempt to archive WAL failed.")
    if is_archiving:
        newest, since, has_failed, written, segment_bytes = fetch_row(_ARCHIVER)
        waits = _waits(newest, int(written), segment_bytes)
        late.add_metric([], (now - since).total_seconds() if waits and since else 0)
        failing.add_metric([], has_failed)
    yield from (late, failing)


def _slots(*, is_archiving: bool) -> Iterator[GaugeMetricFamily]:
    active = gauge("wal_slot_active", "Whether a receiver of WAL uses its slot.", "slot")
    lost = gauge("wal_slot_lost", "Whether the slot is gone, or what it kept.", "slot")
    kept = gauge("wal_slot_kept_bytes", "WAL that the slot keeps.", "slot")
    if is_archiving:
        found = {name: row for name, *row in fetch_rows(_SLOTS)}
        expected = {settings.WAL_SLOT: (False, True, 0)} if settings.WAL_SLOT else {}
        for name, (is_active, is_lost, size) in (expected | found).items():
            active.add_metric([name], is_active)
            lost.add_metric([name], is_lost)
            kept.add_metric([name], float(size))
    yield from (active, lost, kept)


def _waits(newest: str | None, written: int, segment_bytes: int) -> bool:
    """Return whether a whole segment waits to be archived; it may, after a history or a label."""
    found = _SEGMENT.fullmatch(newest or "")
    if found is None:
        return True
    upper, lower = (int(part, 16) for part in found.groups())
    archived = upper * (_BYTES_OF_UPPER_PART // segment_bytes) + lower
    return written // segment_bytes > archived + 1
