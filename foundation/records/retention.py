"""How long the audit is kept; and what is known of all tables that are divided by time."""

import time
from collections.abc import Iterable
from datetime import datetime
from functools import partial

from django.conf import settings
from prometheus_client.core import GaugeMetricFamily

from foundation.records.database import Swept, do_each, rewriting
from foundation.records.gauges import gauge
from foundation.records.models import AuditEntry
from foundation.records.partitions import (
    PARTITIONED,
    PartitionedTable,
    count_default,
    drop_partitions,
    list_partitions,
    make_partitions,
)

BATCH = 5_000
SECONDS = 60.0
AUDIT = PartitionedTable(
    name=AuditEntry._meta.db_table, column="occurred_on", each="month", append_only="audit"
)


def prune_audit(now: datetime) -> bool:
    """Drop the months that are older than `AUDIT_KEEP`; return whether older rows are left.

    Rows are deleted only of the partitions that are no month: the old one, and the default one.
    """
    before = AUDIT.begin_of(now - settings.AUDIT_KEEP)
    drop_partitions(AUDIT, before)
    until, deleted = time.monotonic() + SECONDS, BATCH
    old = AuditEntry.objects.filter(occurred_on__lt=before)
    while deleted == BATCH and time.monotonic() < until:
        with rewriting("audit"):
            oldest = old.order_by("occurred_on").values("pk")[:BATCH]
            deleted, _ = AuditEntry.objects.filter(pk__in=oldest).delete()
    return deleted == BATCH


def make_all_partitions(now: datetime) -> Swept[int]:
    """Make the partitions of all tables ahead; return of each how many."""
    tables = {table.name: table for table in PARTITIONED}
    make = partial(make_partitions, now=now)
    return do_each("records.make_partitions", tables, lambda name: make(tables[name]))


def partitions(now: datetime) -> Iterable[GaugeMetricFamily]:
    """Return how far partitions are made, and what lies in none of them."""
    ahead = gauge("partitions_ahead_seconds", "Until when partitions are made.", "table")
    astray = gauge("partition_rows_astray", "Rows that no partition was made for.", "table")
    for table in PARTITIONED:
        if made := list_partitions(table):
            ahead.add_metric([table.name], (made[-1].end - now).total_seconds())
            astray.add_metric([table.name], count_default(table))
    return ahead, astray
