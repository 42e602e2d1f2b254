"""The audit of the admin's own forms: of what Django and packages bring, which has no commands."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from foundation.records.audit import (
    CHANGED,
    SECRET,
    Changes,
    actor_of,
    record_change,
    record_creation,
    record_deletion,
)
from foundation.staff.form_fields import WithFormFields


class AuditedByCommands(WithFormFields):
    """Records whose commands write the audit: Django's own log stays empty."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Leave it to the command."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Leave it to the command."""

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Leave it to the command."""


class AuditedForms(WithFormFields):
    """Records that forms of the admin write: what a form changes is written to the audit."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Leave a record alone whose form changes nothing: signals follow each saving."""
        if not change or form.has_changed():
            super().save_model(request, obj, form, change)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """Return old and new of each field, which `log_change` is called with."""
        return dict(_changed(form))

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        record_creation(actor_of(request), obj)

    def log_change(self, request: HttpRequest, obj: Model, message: Changes) -> Any:
        record_change(actor_of(request), CHANGED, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        for record in queryset:
            record_deletion(actor_of(request), record)


def _changed(form: Any) -> Iterable[tuple[str, tuple[Any, Any]]]:
    for name in form.changed_data:
        if "password" in name:
            yield "password", SECRET
        else:
            yield name, (_plain(form.initial.get(name)), _plain(form.cleaned_data.get(name)))


def _plain(value: Any) -> Any:
    """Return the names of chosen records; another value as it is."""
    if isinstance(value, QuerySet | list | tuple):
        return sorted(str(each) for each in value)
    return value
