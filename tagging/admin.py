"""Staff's view of tagging: staff read tasks and cancel them; nothing is edited."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timesince import timesince

from staff.read_only import ReadOnlyAdmin, ReadOnlyInline
from staff.search import FoundById
from tagging.commands.tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task
from tagging.models import TASK_ORDER, UNFINISHED, TaggingTask, TaskHistory, TaskState

REASON = "Cancelled by staff."


class TaskStateFilter(admin.SimpleListFilter):
    """The state. Open tasks unless another is chosen: an index has these in their order."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        others = [state for state in TaskState if state is not TaskState.OPEN]
        return [*((state.value, state.label) for state in others), ("all", "All")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> QuerySet[TaggingTask]:
        chosen = self.value() or TaskState.OPEN.value
        return queryset if chosen == "all" else queryset.filter(state=chosen)

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *rest = super().choices(changelist)
        yield {**first, "display": TaskState.OPEN.label}
        yield from rest


class TaskHistoryInline(ReadOnlyInline):
    """What happened to the task."""

    model = TaskHistory
    fields = readonly_fields = ("occurred_on", "change", "priority", "actor", "reason")
    ordering = ("id",)
    tab = False

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _manages_tagging(request) or bool(super().has_view_permission(request, obj))


@admin.register(TaggingTask)
class TaggingTaskAdmin(FoundById, ReadOnlyAdmin):
    """Tagging tasks."""

    list_display = ("id", "album", "priority", "shooting_date", "age", "state")
    list_filter = (TaskStateFilter, "priority", "created_on")
    list_select_related = ("album",)
    search_help_text = "The id of a task, a photo or an album"
    ordering = TASK_ORDER
    inlines = (TaskHistoryInline,)
    actions = ("cancel",)

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(photo=guid) | Q(album=guid)

    @admin.display(description="age", ordering="-created_on")
    def age(self, task: TaggingTask) -> str:
        return timesince(task.created_on)

    @admin.action(description="Cancel the tasks", permissions=["cancel"])
    def cancel(self, request: HttpRequest, queryset: QuerySet[TaggingTask]) -> None:
        unfinished = queryset.filter(state__in=UNFINISHED).values_list("photo_id", flat=True)
        for photo_id in unfinished:
            withdraw_tagging_task(
                WithdrawTaggingTaskCommand(
                    photo_id=photo_id,
                    reason=REASON,
                    now=timezone.now(),
                    actor=request.user.get_username(),
                )
            )
        self.message_user(request, f"Cancelled: {len(unfinished)}.", messages.SUCCESS)

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        return _manages_tagging(request)

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _manages_tagging(request) or bool(super().has_view_permission(request, obj))


def _manages_tagging(request: HttpRequest) -> bool:
    return request.user.has_perm("tagging.manage")
