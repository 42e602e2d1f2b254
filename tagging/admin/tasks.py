"""Tagging tasks: staff read and cancel them."""

from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import timesince_filter
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from recognition.admin.photos.filters import AlbumFilter
from staff.actions import action, note_action
from staff.asking import Asking
from staff.links import link_to
from staff.read_only import ReadOnlyAdmin, ReadOnlyInline
from staff.search import FoundById
from tagging.admin.labels import TaggingStateFilter, in_colour, seconds, sum_of_money
from tagging.commands.tasks import CancelTaskCommand, cancel_task
from tagging.models import (
    TASK_ORDER,
    UNFINISHED,
    Tagator,
    TaggingTask,
    TaggingTaskState,
    TagKind,
    TaskHistory,
    Work,
)

REASON = "Cancelled by staff."
CANCEL = "Cancel the tasks"
CANCELLING = (
    "Taggers get these tasks no longer. The photos fail with this reason, "
    "and can be processed again."
)


class TaskStateFilter(TaggingStateFilter):
    first = TaggingTaskState.OPEN  # an index has the open tasks in their order


class TaskHistoryInline(ReadOnlyInline):
    """What happened to the task."""

    model = TaskHistory
    fields = readonly_fields = ("occurred_on", "change", "shown_tagator", "shown_work",
                                "shown_numbers", "time", "money", "priority", "actor",
                                "reason")  # fmt: skip
    ordering = ("id",)
    tab = False
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[TaskHistory]:
        changes: QuerySet[TaskHistory] = super().get_queryset(request)
        return changes.select_related("tagator")

    @admin.display(description="tagger")
    def shown_tagator(self, change: TaskHistory) -> str:
        return link_to(Tagator, change.tagator_id, change.tagator) if change.tagator else ""

    @admin.display(description="work")
    def shown_work(self, change: TaskHistory) -> str:
        return link_to(Work, change.work_id, str(change.work_id)[:8]) if change.work_id else ""

    @admin.display(description="numbers")
    def shown_numbers(self, change: TaskHistory) -> str:
        return f"{change.numbers:,}" if change.tasks else ""

    @admin.display(description="active")
    def time(self, change: TaskHistory) -> str:
        return seconds(change.active_seconds)

    @admin.display(description="amount")
    def money(self, change: TaskHistory) -> str:
        return sum_of_money(change.amount)


@admin.register(TaggingTask)
class TaggingTaskAdmin(Asking, FoundById, ReadOnlyAdmin):
    """Tagging tasks."""

    list_display = (
        "shown_id",
        "album",
        "priority",
        "shooting_date",
        "age",
        "shown_state",
        "tagger",
    )
    list_filter = (AlbumFilter, TaskStateFilter, "priority", "created_on")
    list_select_related = ("album", "work__tagator")
    search_help_text = "The id of a task, a photo or an album"
    ordering = TASK_ORDER  # type: ignore[assignment]  # expressions are documented
    fields = (("id", "shown_state"), ("holder", "tags"), ("photo", "album"),
              ("priority", "created_on"), ("shooting_date", "photographer_id"),
              "image_url")  # fmt: skip
    readonly_fields = ("shown_state", "holder", "tags")
    inlines = (TaskHistoryInline,)
    actions = ("cancel",)

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(photo=guid) | Q(album=guid)

    @admin.display(description="task")
    def shown_id(self, task: TaggingTask) -> str:
        return str(task.pk)[:8]

    @admin.display(description="age", ordering="-created_on")
    def age(self, task: TaggingTask) -> str:
        return timesince_filter(task.created_on)

    @admin.display(description="state", ordering="state")
    def shown_state(self, task: TaggingTask) -> str:
        return in_colour(task.state)

    @admin.display(description="tagger")
    def tagger(self, task: TaggingTask) -> str:
        return str(task.work.tagator) if task.work else ""

    @admin.display(description="Who has, or had it")
    def holder(self, task: TaggingTask) -> str:
        """Return the tagger and the work in which the task is, or was finished."""
        if task.work is None:
            return "no tagger"
        tagator = task.work.tagator
        work = link_to(Work, task.work_id, f"work {str(task.work_id)[:8]}")
        return format_html("{}, {}", link_to(Tagator, tagator.pk, tagator), work)

    @admin.display(description="Tags")
    def tags(self, task: TaggingTask) -> str:
        """Return the start numbers as typed, then the custom tags."""
        tags = list(task.tags.order_by("-kind", "pk"))  # Number before Custom
        shown = ((t.value, "" if t.kind == TagKind.NUMBER else " (custom tag)") for t in tags)
        return format_html_join(", ", "<strong>{}</strong>{}", shown) or "none"

    @action(f"{CANCEL}…")
    def cancel(self, request: HttpRequest, queryset: QuerySet[TaggingTask]) -> HttpResponse | None:
        page = self.asked_first(request, queryset, CANCEL, CANCELLING)
        if page is not None:
            return page
        unfinished = list(queryset.filter(state__in=UNFINISHED))
        actor, now = request.user.get_username(), timezone.now()
        for task in unfinished:
            cancel_task(CancelTaskCommand(task_id=task.pk, reason=REASON, now=now, actor=actor))
        note_action(request, unfinished, f"{CANCEL}.")
        self.message_user(request, f"Cancelled: {len(unfinished)}.", messages.SUCCESS)
        return None
