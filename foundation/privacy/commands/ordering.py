"""Ordering an erasure: the apps that know the subject call this from commands of their own."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.messaging.jobs import running
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.names import Name, digest_of, keep_digests
from foundation.privacy.registry import Subject
from foundation.privacy.scrubbing import marks_in
from foundation.records.audit import Actor, name_of, record_deed


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
    running.wake(erasure)
    return erasure


def unfinished_erasure(kind: SubjectKind, ids: Subject) -> Erasure | None:
    """Return the unfinished erasure whose subject has these ids; None: there is none."""
    return Erasure.objects.unfinished().filter(kind=kind, subject__contains=ids).first()


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderErasureAgainCommand:
    """Order again, in a restored database, what a line of the file of erasures says."""

    erasure_id: UUID
    kind: SubjectKind
    subject: Subject
    why: str
    ordered_by: str
    ordered_on: datetime
    by: Actor | None


@transaction.atomic
def order_erasure_again(command: OrderErasureAgainCommand) -> Erasure:
    """Return the erasure; if the backup is from before it, start it again."""
    known = Erasure.objects.filter(pk=command.erasure_id).first()
    if known is not None:
        return known
    keep_digests(command.subject["digests"])
    erasure = Erasure.objects.create(
        pk=command.erasure_id,
        kind=command.kind,
        subject=command.subject,
        why=command.why,
        started_by=command.ordered_by,
        created_on=command.ordered_on,
        is_in_file=True,
    )
    record_deed(command.by, "Erased", erasure, reason=command.why)
    return erasure
