"""Working on erasures: part by part, each in portions that may be repeated."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from foundation.messaging.jobs.kinds import JobKind
from foundation.privacy import file
from foundation.privacy.models import Erasure
from foundation.privacy.registry import Part, parts_of

# No transaction of ours lasts longer. Those of a backup do, and write nothing.
LONGEST_TRANSACTION = timedelta(seconds=60)
# Transactions that began before the order was stored may still write its subject.
OLDER = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND xact_start < %s AND pid <> pg_backend_pid()
"""
# Within one transaction the server shows others as they were at the first look.
LOOK_AGAIN = "SELECT pg_stat_clear_snapshot()"
NOW = "SELECT statement_timestamp()"  # the database's clock, like `xact_start`


class Erasures(JobKind[Erasure]):
    """Erases; its position is the part that it is at, and that part's own position."""

    model = Erasure
    columns = ("subject", "what", "is_in_file")

    def max_attempts(self) -> int:
        """Return a number that is never reached: a provider may be unavailable for weeks."""
        return 32_000

    def keep(self) -> timedelta | None:
        return None

    def prepare(self, job_id: UUID) -> None:
        erasure = Erasure.objects.get(pk=job_id)
        if erasure.position is None:
            if not erasure.is_in_file:
                file.append(erasure)
        elif (at := erasure.position["part"]) < len(parts := parts_of(erasure.kind)):
            parts[at].ask(erasure.subject)

    def portion(self, job: Erasure, now: datetime) -> bool:
        if job.position is None:
            job.is_in_file = job.is_in_file or bool(settings.ERASURES_FILE)
            since = _asked(NOW).isoformat()
            job.position = {"part": 0, "at": None, "waitsFor": since}
            return True
        if since := job.position.get("waitsFor"):
            if now - job.created_on > LONGEST_TRANSACTION or not _is_one_older(since):
                job.position = {"part": 0, "at": None}
            return True
        return self._erase(job, job.position, now)

    def _erase(self, job: Erasure, position: Mapping[str, Any], now: datetime) -> bool:
        parts, at = parts_of(job.kind), position["part"]
        if at == len(parts):
            job.subject = {}
            return False
        erased = parts[at].erase(job.subject, position["at"], now)
        job.what = dict(Counter(job.what) + Counter(erased.counts))
        job.done = sum(job.what.values())
        job.position = {"part": at + (erased.next is None), "at": erased.next}
        return True


def next_part(erasure: Erasure) -> Part | None:
    """Return the part whose portion comes next; None: all are done."""
    parts = parts_of(erasure.kind)
    at: int = (erasure.position or {"part": 0})["part"]
    return parts[at] if at < len(parts) else None


@transaction.atomic
def read_tables_once(erasure_ids: Collection[UUID], claim_id: UUID) -> None:
    """Let one of these erasures read whole tables for all of them; each is at that part.

    It does so by several processors: no other process works yet.
    """
    claimed = Erasure.objects.filter(pk__in=erasure_ids, claim_id=claim_id)
    *others, last = claimed.select_for_update().order_by("created_on", "pk")
    for other in others:
        last.subject["words"] += other.subject["words"]
        at: int = (other.position or {"part": 0})["part"]
        other.position = {"part": at + 1, "at": None}
    last.subject["inParallel"] = True
    Erasure.objects.bulk_update([*others, last], ["subject", "position"])


def _is_one_older(since: str) -> bool:
    """Return whether a transaction that began before this time still goes on."""
    _asked(LOOK_AGAIN)
    return bool(_asked(OLDER, since))


def _asked(statement: str, *values: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        [(answer,)] = cursor.fetchall()
    return answer
