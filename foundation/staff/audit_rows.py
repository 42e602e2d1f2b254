"""Rows of the audit as they are asked for, in plain words, and as CSV (RFC 4180)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Model, QuerySet
from django.http import StreamingHttpResponse
from django.template.defaultfilters import capfirst

from foundation.records.formats import as_iso_text, csv_file
from foundation.records.models import AuditEntry
from foundation.records.texts import in_utc
from foundation.staff.display import in_words

COLUMNS = ("when", "who", "from", "requestId", "recordType", "recordId", "record", "action",
           "changes", "reason")  # fmt: skip
MOST_LISTED = 100_000
NOTHING = "nothing"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeInWords:
    """A field with what it was and what it is."""

    field: str
    old: str
    new: str


class AuditRows:
    """The newest rows first; the first `MOST_LISTED` are counted."""

    ordered = True

    def __init__(self, rows: QuerySet[AuditEntry]) -> None:
        self.rows = rows

    def count(self) -> int:
        return self.rows.order_by()[:MOST_LISTED].count()

    def __getitem__(self, part: slice) -> list[AuditEntry]:
        return list(self.rows[part])


@cache
def model_of(record_type: str) -> type[Model] | None:
    """Return the class of a row's record; None: there is none of this name any more."""
    named = (each for each in apps.get_models() if each._meta.object_name == record_type)
    return next(named, None)


def type_in_words(record_type: str) -> str:
    model = model_of(record_type)
    return capfirst(str(model._meta.verbose_name)) if model else in_words(record_type)


def changes_in_words(entry: AuditEntry) -> list[ChangeInWords]:
    """Return what changed, as people read it; of a secret only that it did.

    A model whose stored values have other words for people says them: `IN_WORDS` has functions by
    the names of fields.
    """
    model = model_of(entry.record_type)
    said: Mapping[str, Callable[[Any], Any]] = getattr(model, "IN_WORDS", {})
    found = []
    for name, pair in sorted(entry.changes.items()):
        field = _field(model, name)
        title = str(field.verbose_name) if field else name.replace("_", " ")
        choices = dict(getattr(field, "flatchoices", None) or ())
        plain = map(said[name], pair) if name in said else pair
        old, new = (_value_in_words(choices, value) for value in plain)
        found.append(ChangeInWords(field=capfirst(title), old=old, new=new))
    return found


def csv_of_audit(rows: QuerySet[AuditEntry]) -> StreamingHttpResponse:
    """Return the rows as a file to be saved."""
    return csv_file("audit.csv", COLUMNS, rows, lambda entries: map(_cells, entries))


def _cells(entry: AuditEntry) -> tuple[str, ...]:
    changes = "; ".join(
        f"{each.field}: {each.old} → {each.new}" for each in changes_in_words(entry)
    )
    texts = (entry.actor, entry.address, entry.request_id, entry.record_type, entry.record_id,
             entry.record_name, entry.action, changes, entry.reason)  # fmt: skip
    return (as_iso_text(entry.occurred_on), *texts)


def _field(model: type[Model] | None, name: str) -> Any:
    try:
        found: Any = model._meta.get_field(name) if model else None
    except FieldDoesNotExist:
        return None
    return found if hasattr(found, "verbose_name") else None


def _value_in_words(labels: Mapping[Any, Any], value: Any) -> str:
    match value:
        case None | "" | []:
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(_value_in_words(labels, each) for each in value)
        case dict():
            parts = (f"{name}: {_value_in_words({}, each)}" for name, each in value.items())
            return "; ".join(parts) or NOTHING
    return _moment_in_words(value) or str(labels.get(value, value))


def _moment_in_words(value: Any) -> str:
    """Return a stored moment as pages write it, so that it is shown in the reader's zone."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return ""
    return in_utc(datetime.fromisoformat(value).astimezone(UTC))
