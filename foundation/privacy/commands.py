"""Erasures: ordered, worked on part by part; and what names the erased in tables of all apps."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Max, Min, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from foundation.exports.commands import discard_exports
from foundation.exports.models import Export
from foundation.messaging import jobs
from foundation.messaging.jobs import JOB_KINDS, JobKind
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from foundation.privacy import file
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.registry import (
    Counts,
    Erased,
    Marks,
    Name,
    Part,
    Subject,
    digest_of,
    keep_digests,
    marks_in,
    parts_of,
)
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.database import rewriting
from foundation.records.models import AuditEntry
from foundation.records.statements import fetch_row, fetch_rows, run_statement
from foundation.rest.models import KeptAnswer

ROWS_AT_ONCE = 20_000
# Of a table without an index that could find them; `encode`: bytes as text.
NAMING = "SELECT id FROM {table} message WHERE id > %s AND id <= %s AND message::text ~* %s"
# The planner takes a pattern to cost what a comparison does, and would use one processor. While
# others work that is right.
IN_PARALLEL = """
SELECT set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
    set_config('min_parallel_index_scan_size', '0', true),
    set_config('min_parallel_table_scan_size', '0', true)
"""
LETTERS = """
SELECT id FROM messaging_deadletter
WHERE encode(body, 'escape') ~* %s OR event_id ~* %s OR reason ~* %s
    OR put_aside_why ~* %s
"""


class MessagesNaming(Part):
    """Reads whole tables for the long ids in `words`, so many rows in a portion."""

    reads_tables = True
    tables: tuple[type[Model], ...] = (OutboxMessage, InboxMessage, AuditEntry)

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        marks = Marks(ids=subject["words"])
        at, after = position or (0, None)
        if position is None:
            named = Q(object_id__iregex=marks.coarse) | Q(object_repr__iregex=marks.coarse)
            LogEntry.objects.filter(named | Q(change_message__iregex=marks.coarse)).delete()
            return Erased(counts={"deadLetters": erase_dead_letters(marks)}, next=(0, None))
        if at == len(self.tables):
            return Erased()
        table = self.tables[at]
        ends = table._default_manager.aggregate(first=Min("pk"), last=Max("pk"))
        after = (ends["first"] or 1) - 1 if after is None else after
        if subject.get("inParallel"):
            run_statement(IN_PARALLEL)
        statement = NAMING.format(table=table._meta.db_table)
        found = fetch_rows(statement, [after, after + ROWS_AT_ONCE, marks.coarse])
        ids = [pk for (pk,) in found]
        counts = _erase_rows(table, ids, marks)
        after += ROWS_AT_ONCE
        is_over = after >= (ends["last"] or 0)
        return Erased(counts=counts, next=(at + 1, None) if is_over else (at, after))


class KeptAnswers(Part):
    """Answers kept for a day for repeated calls: those that name the subject are deleted."""

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        marks = marks_in(subject)
        likely = Q(body__iregex=marks.coarse) | Q(headers_text__iregex=marks.coarse)
        kept = KeptAnswer.objects.annotate(headers_text=Cast("headers", TextField())).filter(likely)
        naming = [one.pk for one in kept if marks.name([one.body, one.headers_text])]
        return Erased(counts={"answers": KeptAnswer.objects.filter(pk__in=naming).delete()[0]})


def _erase_rows(table: type[Model], ids: Collection[int], marks: Marks) -> Counts:
    if table is AuditEntry:
        return {"audit": erase_from_audit(AuditEntry.objects.filter(pk__in=ids), marks)}
    return {"messages": table._default_manager.filter(pk__in=ids).delete()[0]}


def erase_dead_letters(marks: Marks) -> int:
    """Delete dead letters with a mark, and what was sent back of them; return how many."""
    ids = [pk for (pk,) in fetch_rows(LETTERS, [marks.coarse] * 4)]
    OutboxMessage.objects.filter(key__in=list(map(str, ids))).delete()
    return DeadLetter.objects.filter(pk__in=ids).delete()[0]


def erase_from_audit(entries: QuerySet[AuditEntry], marks: Marks) -> int:
    """Cut the marks out of rows of the audit; who did what and when stays. Return how many."""
    text = Cast("changes", TextField())
    likely = Q(record_id__iregex=marks.coarse) | Q(record_name__iregex=marks.coarse)
    likely |= Q(changes_text__iregex=marks.coarse) | Q(reason__iregex=marks.coarse)
    changed = list(_without_marks(entries.annotate(changes_text=text).filter(likely), marks))
    if changed:
        with rewriting("audit"):
            fields = ["record_id", "record_name", "changes", "reason"]
            AuditEntry.objects.bulk_update(changed, fields)
    return len(changed)


def _without_marks(entries: QuerySet[AuditEntry], marks: Marks) -> Iterator[AuditEntry]:
    for entry in entries:
        held = [entry.record_id, entry.record_name, entry.changes, entry.reason]
        left = [
            marks.without(entry.record_id),
            marks.without(entry.record_name),
            # Old and new stay two, whatever is left of them.
            {field: list(map(marks.replaced, pair)) for field, pair in entry.changes.items()},
            marks.without(entry.reason),
        ]
        if left != held:
            entry.record_id, entry.record_name, entry.changes, entry.reason = left
            yield entry


def erase_from_positions(ids: Collection[str]) -> None:
    """Empty the positions of ended jobs whose last row is one of these."""
    for kind in JOB_KINDS.values():
        ended = kind.model._default_manager.filter(finished_on__isnull=False)
        ended.filter(position__id__in=list(ids)).update(position=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderErasureCommand:
    """`names`: by what repeated callbacks and events know the subject.

    `why` stays, so the subject's ids and numbers are cut out of it.
    """

    erasure_id: UUID
    kind: SubjectKind
    subject: Subject
    names: Iterable[Name]
    why: str
    by: Actor | None
    now: datetime


@transaction.atomic
def order_erasure(command: OrderErasureCommand) -> Erasure:
    """Start an erasure; the caller found none of the same subject under a lock."""
    digests = sorted(map(digest_of, command.names))
    keep_digests(digests)
    why = marks_in(command.subject).without(command.why)
    erasure = Erasure.objects.create(
        pk=command.erasure_id,
        kind=command.kind,
        subject={**command.subject, "digests": digests},
        why=why,
        started_by=name_of(command.by),
        created_on=command.now,
    )
    record_deed(command.by, "Erased", erasure, reason=why)
    jobs.wake(erasure)
    return erasure


def unfinished_erasure(kind: SubjectKind, ids: Subject) -> Erasure | None:
    """Return the unfinished erasure whose subject has these ids; None: there is none."""
    return Erasure.objects.unfinished().filter(kind=kind, subject__contains=ids).first()


@transaction.atomic
def order_erasure_again(written: file.WrittenErasure, by: Actor) -> Erasure:
    """Return the erasure; if the restored backup is from before it, start it again."""
    known = Erasure.objects.filter(pk=written.erasure_id).first()
    if known is not None:
        return known
    keep_digests(written.subject["digests"])
    erasure = Erasure.objects.create(
        pk=written.erasure_id,
        kind=written.kind,
        subject=written.subject,
        why=written.why,
        started_by=written.ordered_by,
        created_on=written.ordered_on,
        is_in_file=True,
    )
    record_deed(by, "Erased", erasure, reason=written.why)
    return erasure


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
            [moment] = fetch_row(NOW)
            job.position = {"part": 0, "at": None, "waitsFor": moment.isoformat()}
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
    run_statement(LOOK_AGAIN)
    [count] = fetch_row(OLDER, [since])
    return bool(count)


class ExportsBefore(Part):
    """Removes all of them, whatever they are of: staff can make them again."""

    def count(self, subject: Subject) -> Counts:
        return {"exports": Export.objects.count()}

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        ordered = AuditEntry.objects.filter(record_type=Export._meta.object_name)
        erase_from_audit(ordered, marks_in(subject))
        return Erased(counts={"exports": discard_exports(now)})
