"""What people and services ordered about a record, on its *History* page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.db.models import Model
from django.http import HttpRequest

from foundation.records.models import AuditEntry
from foundation.staff.audit_rows import ChangeInWords, changes_in_words, type_in_words
from foundation.staff.display import address_of_list, in_words, may_see
from foundation.staff.page_parts import rows_about

register = template.Library()
register.filter(in_words)
MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordAudit:
    """The newest rows of a record with their changes; `everything`: a page with all of them.

    Before the changes stands which other record a row is about, in words; mostly none.
    """

    rows: list[tuple[AuditEntry, str, list[ChangeInWords]]]
    is_cut: bool
    everything: str


@register.simple_tag(takes_context=True)
def audit_of(context: Mapping[str, Any], record: Model) -> RecordAudit:
    """Return what was ordered about the record, the newest first."""
    request: HttpRequest = context["request"]
    rows = list(AuditEntry.objects.filter(rows_about(record))[: MOST + 1])
    return RecordAudit(
        rows=[(row, _other(row, record), changes_in_words(row)) for row in rows[:MOST]],
        is_cut=len(rows) > MOST,
        everything=address_of_list(AuditEntry, q=record.pk) if may_see(request, AuditEntry) else "",
    )


def _other(row: AuditEntry, record: Model) -> str:
    if row.record_id == str(record.pk):
        return ""
    return f"{type_in_words(row.record_type)}: {row.record_name or row.record_id}"
