"""Sign-ins and schedules on the staff's site, in its style."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from celery.schedules import ParseException
from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
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

import foundation.staff.audit_page  # noqa: F401 (registers its admin)
from foundation.records.audit import CHANGED, actor_of, record_change, record_deeds
from foundation.records.plain_words import counted
from foundation.staff.audited import AuditedForms
from foundation.staff.labels import PlainHelp
from foundation.staff.long_lists import NarrowedList
from foundation.staff.outcomes import say_done


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
    bases = (AuditedForms, PlainHelp, NarrowedList, options, ModelAdmin)
    admin.site.unregister(model)
    admin.site.register(model, type(options.__name__, bases, {"filled_by": filled_by}))
admin.site.unregister([IntervalSchedule, SolarSchedule])


@admin.register(IntervalSchedule, SolarSchedule)
class ScheduleAdmin(AuditedForms, NarrowedList, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """How often, or at which place of the sun, a task is started."""

    filled_by = SCHEDULES
