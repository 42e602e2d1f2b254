"""What names the erased in tables of all apps: messages, the audit, the site's log, jobs."""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import Max, Min, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from foundation.messaging.jobs.kinds import JOB_KINDS
from foundation.messaging.models import DeadLetter, InboxMessage, OutboxMessage
from foundation.privacy.registry import Counts, Erased, Part, Subject
from foundation.privacy.scrubbing import Marks, marks_in
from foundation.records.database import rewriting
from foundation.records.models import AuditEntry
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
            counts: Counts = {"deadLetters": erase_dead_letters(marks)}
            _erase_from_log(marks)
            return Erased(counts=counts, next=(0, None))
        if at == len(self.tables):
            return Erased()
        table = self.tables[at]
        ends = table._default_manager.aggregate(first=Min("pk"), last=Max("pk"))
        after = (ends["first"] or 1) - 1 if after is None else after
        with connection.cursor() as cursor:
            if subject.get("inParallel"):
                cursor.execute(IN_PARALLEL)
            ids = _ids_naming(cursor, table, after, marks)
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
    rows = table._default_manager.filter(pk__in=ids)
    if table is AuditEntry:
        return {"audit": erase_from_audit(AuditEntry.objects.filter(pk__in=ids), marks)}
    return {"messages": rows.delete()[0]}


def _ids_naming(cursor: Any, table: type[Model], after: int, marks: Marks) -> list[int]:
    statement = NAMING.format(table=table._meta.db_table)
    cursor.execute(statement, [after, after + ROWS_AT_ONCE, marks.coarse])
    return [pk for (pk,) in cursor.fetchall()]


def erase_dead_letters(marks: Marks) -> int:
    """Delete dead letters with a mark, and what was sent back of them; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(LETTERS, [marks.coarse] * 4)
        ids = [pk for (pk,) in cursor.fetchall()]
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


def _erase_from_log(marks: Marks) -> None:
    named = Q(object_id__iregex=marks.coarse) | Q(object_repr__iregex=marks.coarse)
    LogEntry.objects.filter(named | Q(change_message__iregex=marks.coarse)).delete()


def erase_from_positions(ids: Collection[str]) -> None:
    """Empty the positions of ended jobs whose last row is one of these."""
    for kind in JOB_KINDS.values():
        ended = kind.model._default_manager.filter(finished_on__isnull=False)
        ended.filter(position__id__in=list(ids)).update(position=None)
