"""Users, groups, sign-ins and schedules on the staff's site, in its style."""

from typing import Any

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Model
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
    SolarSchedule,
)
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from staff.long_lists import NarrowedList


class StaffUserAdmin(UserAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Users: staff, services and taggers."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_filter = ("is_active", "is_staff", "groups")


class TaskSelect(UnfoldAdminSelectWidget, TaskSelectWidget):  # type: ignore[misc]
    """The registered tasks, in the site's style."""


class ScheduledTaskForm(PeriodicTaskForm):  # type: ignore[misc]
    """A schedule's form, in the site's style."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["task"].widget = UnfoldAdminTextInputWidget()
        self.fields["regtask"].widget = TaskSelect()


class ScheduledTaskAdmin(PeriodicTaskAdmin):  # type: ignore[misc]
    """Which task beat starts, and when."""

    form = ScheduledTaskForm


ADMINS: dict[type[Model], type[Any]] = {
    User: StaffUserAdmin,
    Group: GroupAdmin,
    PeriodicTask: ScheduledTaskAdmin,
    CrontabSchedule: CrontabScheduleAdmin,
    ClockedSchedule: ClockedScheduleAdmin,
    AccessAttempt: AccessAttemptAdmin,  # deleting an attempt ends a lock-out
    AccessLog: AccessLogAdmin,
    AccessFailureLog: AccessFailureLogAdmin,  # empty without AXES_ENABLE_ACCESS_FAILURE_LOG
}
for model, options in ADMINS.items():
    admin.site.unregister(model)
    admin.site.register(model, type(options.__name__, (NarrowedList, options, ModelAdmin), {}))
admin.site.unregister([IntervalSchedule, SolarSchedule])
admin.site.register([IntervalSchedule, SolarSchedule], ModelAdmin)
