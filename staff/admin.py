"""People, groups, sign-ins and schedules on the staff's site, in its look."""

from typing import Any

from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
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

admin.site.unregister([User, Group, AccessAttempt, AccessFailureLog, AccessLog])
admin.site.unregister(
    [ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule]
)


@admin.register(User)
class StaffUserAdmin(UserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]
    """Users: staff, services and taggers."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_filter = ("is_active", "is_staff", "groups")


@admin.register(Group)
class StaffGroupAdmin(GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups, which give roles."""


class TaskSelect(UnfoldAdminSelectWidget, TaskSelectWidget):  # type: ignore[misc]
    """The tasks that there are, in the site's look."""


class ScheduledTaskForm(PeriodicTaskForm):  # type: ignore[misc]
    """A schedule's form, in the site's look."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["task"].widget = UnfoldAdminTextInputWidget()
        self.fields["regtask"].widget = TaskSelect()


@admin.register(PeriodicTask)
class ScheduledTaskAdmin(PeriodicTaskAdmin, ModelAdmin):  # type: ignore[misc]
    """What beat starts, and when."""

    form = ScheduledTaskForm


@admin.register(CrontabSchedule)
class CrontabAdmin(CrontabScheduleAdmin, ModelAdmin):  # type: ignore[misc]
    """Times of the clock."""


@admin.register(ClockedSchedule)
class ClockedAdmin(ClockedScheduleAdmin, ModelAdmin):  # type: ignore[misc]
    """Single moments."""


@admin.register(IntervalSchedule, SolarSchedule)
class ScheduleAdmin(ModelAdmin):  # type: ignore[misc]
    """Intervals, and times of the sun."""


@admin.register(AccessAttempt)
class SignInAttemptAdmin(AccessAttemptAdmin, ModelAdmin):  # type: ignore[misc]
    """Failed sign-ins that count towards a lock-out; deleting one lifts it."""


@admin.register(AccessLog)
class SignInAdmin(AccessLogAdmin, ModelAdmin):  # type: ignore[misc]
    """Sign-ins and sign-outs."""


@admin.register(AccessFailureLog)
class SignInFailureAdmin(AccessFailureLogAdmin, ModelAdmin):  # type: ignore[misc]
    """Every failed sign-in, where AXES_ENABLE_ACCESS_FAILURE_LOG keeps them."""
