"""What people and services ordered about a record, on its *History* page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import Model
from django.http import HttpRequest

from records.models import AuditEntry
from staff.audit_rows import AuditAsked, ChangeInWords, audit_rows, changes_in_words
from staff.labels import in_words
from staff.links import address_of_list, may_see

register = template.Library()
register.filter(in_words)
MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAudit:
    """The newest rows of a record with their changes; `everything`: a page with all of them."""

    rows: list[tuple[AuditEntry, list[ChangeInWords]]]
    is_cut: bool
    everything: str


@register.simple_tag(takes_context=True)
def audit_of(context: Mapping[str, Any], record: Model) -> RecordAudit:
    """Return what was ordered about the record, the newest first."""
    request: HttpRequest = context["request"]
    asked = AuditAsked(record_type=str(record._meta.object_name), record_id=str(record.pk))
    rows = list(audit_rows(asked)[: MOST + 1])
    return RecordAudit(
        rows=[(row, changes_in_words(row)) for row in rows[:MOST]],
        is_cut=len(rows) > MOST,
        everything=address_of_list(AuditEntry, q=record.pk) if may_see(request, AuditEntry) else "",
    )
