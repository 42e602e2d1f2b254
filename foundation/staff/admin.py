"""The audit, sign-ins and schedules on the staff's site."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery.schedules import ParseException
from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django_celery_beat.admin import (
    ClockedScheduleAdmin,
    CrontabScheduleAdmin,
    PeriodicTaskAdmin,
    PeriodicTaskForm,
    TaskSelectWidget,
)
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    PeriodicTasks,
    SolarSchedule,
)
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from foundation.records.audit import CHANGED, actor_of, record_change, record_deeds
from foundation.records.models import AuditEntry
from foundation.records.texts import clean, counted
from foundation.staff.actions import say_done
from foundation.staff.audit_rows import changes_in_words, model_of, type_in_words
from foundation.staff.command_admin import AuditedForms, ReadOnlyAdmin
from foundation.staff.display import has_pages, in_words, link_to
from foundation.staff.long_lists import DaysFilter


class TaskSelect(UnfoldAdminSelectWidget, TaskSelectWidget):  # type: ignore[misc]
    """The registered tasks, in the site's style."""


class ScheduledTaskForm(PeriodicTaskForm):  # type: ignore[misc]
    """A schedule's form, in the site's style."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["task"].widget = UnfoldAdminTextInputWidget()
        self.fields["regtask"].widget = TaskSelect()

    def clean_headers(self) -> str:
        """Return a JSON text, as beat reads it; nothing typed is none."""
        text: str = self.cleaned_data["headers"] or "{}"
        try:
            json.loads(text)
        except ValueError:
            raise forms.ValidationError("This is no JSON.") from None
        return text

    @cached_property
    def changed_data(self) -> list[str]:
        """Return the fields that are changed; a chosen task changes the field that it fills."""
        return ["task" if name == "regtask" else name for name in super().changed_data]


class ScheduledTaskAdmin(PeriodicTaskAdmin):  # type: ignore[misc]
    """Which task beat starts, and when. The package opens its actions to all who see the list."""

    form = ScheduledTaskForm

    @admin.action(description="Enable selected tasks", permissions=["change"])
    def enable_tasks(self, request: HttpRequest, queryset: QuerySet[PeriodicTask]) -> None:
        _switch(request, queryset, enabled=True)

    @admin.action(description="Disable selected tasks", permissions=["change"])
    def disable_tasks(self, request: HttpRequest, queryset: QuerySet[PeriodicTask]) -> None:
        _switch(request, queryset, enabled=False, last_run_at=None)

    @admin.action(description="Toggle activity of selected tasks", permissions=["change"])
    def toggle_tasks(self, request: HttpRequest, queryset: QuerySet[PeriodicTask]) -> None:
        with _switching(request, queryset):
            super().toggle_tasks(request, queryset)

    @admin.action(description="Run selected tasks", permissions=["change"])
    def run_tasks(self, request: HttpRequest, queryset: QuerySet[PeriodicTask]) -> None:
        self.celery_app.loader.import_default_modules()
        if all(task.task in self.celery_app.tasks for task in queryset):  # else none is started
            record_deeds(actor_of(request), "Started", queryset)
        super().run_tasks(request, queryset)


class CrontabAdmin(CrontabScheduleAdmin):  # type: ignore[misc]
    """The times of a crontab; the package's own words of them fail where one is refused."""

    list_display = ("__str__", "in_words")
    readonly_fields = ("in_words",)
    fields = ("in_words", *CrontabScheduleAdmin.fields[1:])

    @admin.display(description="In words")
    def in_words(self, schedule: CrontabSchedule) -> str:
        try:
            return str(schedule.human_readable)
        except ParseException:
            return "–"


def _switch(
    request: HttpRequest, tasks: QuerySet[PeriodicTask], *, enabled: bool, **other: None
) -> None:
    """Switch the tasks on or off that are not so; the package counts, and changes, all."""
    with _switching(request, tasks):
        count = tasks.filter(enabled=not enabled).update(enabled=enabled, **other)
        PeriodicTasks.update_changed()
    say_done(request, f"{counted(count, 'task')} {'enabled' if enabled else 'disabled'}.")


@contextmanager
def _switching(request: HttpRequest, tasks: QuerySet[PeriodicTask]) -> Iterator[None]:
    """Write to the audit which of the tasks are switched on or off."""
    with transaction.atomic():
        before = list(tasks)
        yield
        enabled = dict(tasks.values_list("pk", "enabled"))
        for task in before:
            changes = {"enabled": (task.enabled, enabled.get(task.pk))}
            record_change(actor_of(request), CHANGED, task, changes)


SCHEDULES = "Staff add here the times at which scheduled tasks start."
# With what fills their lists.
ADMINS: dict[type[Model], tuple[type[Any], str]] = {
    PeriodicTask: (ScheduledTaskAdmin, "The program adds its own when it starts."),
    CrontabSchedule: (CrontabAdmin, SCHEDULES),
    ClockedSchedule: (ClockedScheduleAdmin, SCHEDULES),
    # Deleting an attempt ends a lock-out.
    AccessAttempt: (AccessAttemptAdmin, "A failed sign-in appears here, until it is deleted."),
    AccessLog: (AccessLogAdmin, "Each sign-in appears here."),
    AccessFailureLog: (
        AccessFailureLogAdmin,
        "Failed sign-ins appear here if AXES_ENABLE_ACCESS_FAILURE_LOG is set.",
    ),
}
for model, (options, filled_by) in ADMINS.items():
    bases = (AuditedForms, options, ModelAdmin)
    admin.site.unregister(model)
    admin.site.register(model, type(options.__name__, bases, {"filled_by": filled_by}))
admin.site.unregister([IntervalSchedule, SolarSchedule])


@admin.register(IntervalSchedule, SolarSchedule)
class ScheduleAdmin(AuditedForms, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """How often, or at which place of the sun, a task is started."""

    filled_by = SCHEDULES


ROLE = "audit.read"
MOST_NAMED = 100  # users whose names have a text


class _Values(admin.SimpleListFilter):
    """The values that a column has, found one after the other by its index."""

    column: str
    words_of: Callable[[str], str]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, self.words_of(value)) for value in _distinct(self.column)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.column: self.value()}) if self.value() else queryset


class ActionFilter(_Values):
    title = parameter_name = column = "action"
    words_of = staticmethod(in_words)


class RecordTypeFilter(_Values):
    title, parameter_name, column = "record type", "record_type", "record_type"
    words_of = staticmethod(type_in_words)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    counted_as = "audit entries"
    filled_by = "Each change by staff, an API client or the program itself is recorded here."
    list_display = ("occurred_on", "actor", "deed", "record", "changed", "reason", "address")
    list_filter = (RecordTypeFilter, ActionFilter, ("occurred_on", DaysFilter))
    search_fields = ("record_id",)
    search_help_text = "A whole id of a record, or a part of a user's name"
    ordering = ("-occurred_on", "-id")
    sortable_by = ()
    fields = ("occurred_on", "actor", "address", "request_id", "deed", "type", "record",
              "changed", "reason")  # fmt: skip
    readonly_fields = ("deed", "type", "record", "changed")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(request.user.has_perm(ROLE))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        wanted = clean(search_term)
        if not wanted:
            return queryset, False
        # Names are looked for among the users, who are few; the audit is read by index.
        named = User.objects.filter(username__icontains=wanted).order_by("pk")[:MOST_NAMED]
        actors = [wanted, *named.values_list("username", flat=True)]
        return queryset.filter(Q(record_id=wanted) | Q(actor__in=actors)), False

    @admin.display(description="Action")
    def deed(self, entry: AuditEntry) -> str:
        return in_words(entry.action)

    @admin.display(description="Record type")
    def type(self, entry: AuditEntry) -> str:
        return type_in_words(entry.record_type)

    @admin.display(description="Record")
    def record(self, entry: AuditEntry) -> str:
        """Return the record's name with its type, linked to its page if this user may see it."""
        model = model_of(entry.record_type)
        text = f"{type_in_words(entry.record_type)} {entry.record_name or entry.record_id}".strip()
        if model is None or not entry.record_id or not has_pages(model):
            return text
        return link_to(model, entry.record_id, text, self.reader)

    @admin.display(description="Changes")
    def changed(self, entry: AuditEntry) -> SafeString:
        changes = changes_in_words(entry)
        return render_to_string("staff/audit_changes.html", {"changes": changes})


def _distinct(column: str) -> list[str]:
    """Return the values of an indexed column: one short read by index for each of them."""
    found: list[str] = []
    after = ""
    values = AuditEntry.objects.order_by(column).values_list(column, flat=True)
    while (following := values.filter(**{f"{column}__gt": after}).first()) is not None:
        found.append(following)
        after = following
    return found
