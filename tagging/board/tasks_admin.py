"""Tagging tasks: staff read and cancel them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import timesince_filter
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.staff.actions import action, button
from foundation.staff.command_admin import ReadOnlyAdmin, ReadOnlyInline
from foundation.staff.confirming import Effect, facts_of, sent_again
from foundation.staff.display import address_of_page, in_words, link_to, time_element
from foundation.staff.form_fields import CleanTextField
from foundation.staff.long_lists import FoundById
from recognition.records.albums import Album
from tagging.board.page import BoardPages
from tagging.quality.marking_page import address_to_mark
from tagging.quality.queries import certainty_of
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.tasks import (
    TASK_ORDER,
    UNFINISHED,
    TaggingTask,
    TaggingTaskState,
    TagKind,
    TaskPurpose,
)
from tagging.records.works import Work
from tagging.staff import (
    ChosenAlbum,
    ChosenTagger,
    TaggingStateFilter,
    albums_named,
    certainty_in_words,
    in_colour,
    photos_named,
    seconds,
    sum_of_money,
)
from tagging.works.skipping import (
    CAN_BE_ANSWERED,
    AnswerNoNumberCommand,
    answer_no_number,
    skipped_by_all,
)
from tagging.works.tagging_tasks import CancelTaskCommand, cancel_task

REASON = "Cancelled by staff."
CANCEL = "Cancel tasks"
CANCELLING = (
    "Taggers no longer get these tasks. The photos fail with the reason, "
    "and can be processed again."
)
UNFINISHED_ONES = "unfinished"  # of the filter by state
_UNFINISHED = Q(state__in=UNFINISHED)
EFFECTS = (
    Effect(_UNFINISHED, "task", "is cancelled: its photo fails",
           "are cancelled: their photos fail"),
    Effect(~_UNFINISHED, "task", "is finished, and stays", "are finished, and stay"),
)  # fmt: skip
NO_NUMBER = "Send “no number”"
NO_NUMBERS = (
    "The photo service gets that there is no number on these photos. No tagger reads them any "
    "more, and no machine changes that."
)
NONE_SENT = (
    Effect(CAN_BE_ANSWERED, "photo", "is sent without a number", "are sent without a number"),
    Effect(~CAN_BE_ANSWERED, "task", "is not open, or checks another reading, and stays",
           "are not open, or check other readings, and stay"),
)  # fmt: skip
BUTTONS = {"confirmed": "Cancel the tasks"}
KEEP = "Keep the tasks"


class ReasonForm(forms.Form):
    """Why tasks are cancelled: it stands in their histories, and with the photos."""

    reason = CleanTextField(
        max_length=500, initial=REASON, required=False, widget=UnfoldAdminTextInputWidget
    )

    def clean_reason(self) -> str:
        return str(self.cleaned_data["reason"]) or REASON


class AlbumOfTask(ChosenAlbum):
    column = "album"


class TaggerOfTask(ChosenTagger):
    """Who has, or had, the task; of all states, unless one is chosen."""

    column = "work__tagator"


class PurposeFilter(admin.SimpleListFilter):
    """Readings, second readings, or known answers."""

    title, parameter_name = "purpose", "purpose"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(purpose.value, f"{in_words(purpose)}s") for purpose in TaskPurpose]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> QuerySet[TaggingTask]:
        return queryset.filter(purpose=self.value()) if self.value() else queryset


class SkippedFilter(admin.SimpleListFilter):
    """Tasks that no active tagger may take, as all have skipped them."""

    title, parameter_name = "skipped", "skipped"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("all", "By all taggers who may take it")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> QuerySet[TaggingTask]:
        return queryset.filter(pk__in=skipped_by_all().values("pk")) if self.value() else queryset


class PriorityFilter(admin.SimpleListFilter):
    """The priorities of albums: to list those of the tasks would read all tasks."""

    title, parameter_name = "priority", "priority"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        found = Album.objects.order_by("priority").values_list("priority", flat=True).distinct()
        return [(str(priority), str(priority)) for priority in found]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> QuerySet[TaggingTask]:
        chosen = self.value()
        return queryset.filter(priority=chosen) if chosen and chosen.isdecimal() else queryset


_KINDS = {
    TagKind.NUMBER: "",
    TagKind.CUSTOM: " (custom tag)",
    TagKind.UNLISTED: " (sure, not in the start list)",
}


class TaskStateFilter(TaggingStateFilter):
    first = TaggingTaskState.OPEN  # an index has the open tasks in their order

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        self.is_of_tagger = bool(request.GET.get(TaggerOfTask.parameter_name))
        super().__init__(request, *args)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(UNFINISHED_ONES, "Open or assigned"), *super().lookups(request, model_admin)]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> QuerySet[TaggingTask]:
        if self.value() == UNFINISHED_ONES:
            return queryset.filter(state__in=UNFINISHED)
        found: QuerySet[TaggingTask] = super().queryset(request, queryset)
        return found

    def value(self) -> str | None:
        return super().value() or ("all" if self.is_of_tagger else None)


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
class TaggingTaskAdmin(BoardPages, FoundById, ReadOnlyAdmin):
    """Tagging tasks."""

    filled_by = "Photos of albums whose strategy asks taggers create them."
    list_display = (
        "shown_id",
        "album",
        "purpose_in_words",
        "priority",
        "shooting_date",
        "age",
        "shown_state",
        "tagger",
    )
    list_filter = (
        AlbumOfTask,
        TaggerOfTask,
        TaskStateFilter,
        PurposeFilter,
        SkippedFilter,
        PriorityFilter,
        "created_on",
    )
    list_select_related = ("album", "work__tagator")
    search_help_text = "Album, file name, or the id of a task, a photo or an album, also as a link"
    searched_in_vain = (
        "No task has “{}” as its id or its photo's, or is of an album or a file whose name begins "
        "with it."
    )
    ordering = TASK_ORDER  # type: ignore[assignment]  # expressions are documented
    fields = (("id", "shown_state"), ("holder", "tags"), ("photo", "album"),
              ("purpose_in_words", "priority"), ("how_sure", "created_on"),
              ("shooting_date", "photographer_id"), "image_url")  # fmt: skip
    readonly_fields = ("shown_state", "holder", "tags", "purpose_in_words", "how_sure")
    inlines = (TaskHistoryInline,)
    actions = ("cancel", "no_number")
    actions_detail = ("cancel_one", "mark_known")

    def get_ordering(self, request: HttpRequest) -> Any:
        """Order the unfinished tasks of all albums by album first, as an index has them."""
        asked = request.GET
        by_album = asked.get("state") == UNFINISHED_ONES and not asked.get("album")
        return ("album_id", *TASK_ORDER) if by_album else TASK_ORDER

    def with_text(self, text: str) -> Q:
        """Return the tasks of albums with this name, or of photos with this file."""
        return Q(album__in=albums_named(text)) | Q(photo__in=photos_named(text))

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(photo=guid) | Q(album=guid)

    @admin.display(description="task")
    def shown_id(self, task: TaggingTask) -> str:
        return str(task.pk)[:8]

    @admin.display(description="purpose")
    def purpose_in_words(self, task: TaggingTask) -> str:
        return in_words(task.purpose)

    @admin.display(description="created", ordering="-created_on")
    def age(self, task: TaggingTask) -> str:
        return time_element(task.created_on, f"{timesince_filter(task.created_on)} ago")

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
        """Return the tags: numbers that the start list lacks, other numbers, custom tags."""
        tags = list(task.tags.order_by("-kind", "pk"))
        shown = ((tag.value, _KINDS[TagKind(tag.kind)]) for tag in tags)
        return format_html_join(", ", "<strong>{}</strong>{}", shown) or "none"

    @admin.display(description="How sure")
    def how_sure(self, task: TaggingTask) -> str:
        """Return how sure it is what is on the photo, by all its readings."""
        found = certainty_of(task)
        return certainty_in_words(found) if found else "not weighed"

    @action(f"{CANCEL}…")
    def cancel(self, request: HttpRequest, queryset: QuerySet[TaggingTask]) -> HttpResponse | None:
        form = ReasonForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            again = [each for each in sent_again(request) if each[0] not in ("confirmed", "reason")]
            facts = facts_of(queryset, *EFFECTS)
            return self._ask_to_cancel(request, list(queryset), form, hidden=again, facts=facts)
        self._cancel(request, queryset, form.cleaned_data["reason"])
        return None

    @action(f"{NO_NUMBER}…")
    def no_number(
        self, request: HttpRequest, queryset: QuerySet[TaggingTask]
    ) -> HttpResponse | None:
        page = self.asked_first(request, queryset, NO_NUMBER, NO_NUMBERS, NONE_SENT)
        if page is not None:
            return page
        by, now, sent, refused = actor_of(request), timezone.now(), 0, Counter[str]()
        for task_id in queryset.values_list("pk", flat=True):
            try:
                answer_no_number(AnswerNoNumberCommand(task_id=task_id, now=now, by=by))
            except Refusal as refusal:
                refused[refusal.detail] += 1
            else:
                sent += 1
        if sent:
            self.message_user(request, f"Sent with “no number”: {sent}.", messages.SUCCESS)
        for why, count in refused.items():
            self.message_user(request, f"Not sent: {count}. {why}", messages.ERROR)
        return None

    @button("Cancel…", "cancel")
    def cancel_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        task: TaggingTask = self.record_of(request, object_id)
        form = ReasonForm(request.POST if "confirmed" in request.POST else None)
        if not form.is_valid():
            return self._ask_to_cancel(request, [task], form)
        self._cancel(request, TaggingTask.objects.filter(pk=task.pk), form.cleaned_data["reason"])
        return HttpResponseRedirect(address_of_page(TaggingTask, task.pk))

    @button("Mark as known answer…", "mark-known")
    def mark_known(self, request: HttpRequest, object_id: str) -> HttpResponse:
        task: TaggingTask = self.record_of(request, object_id)
        return HttpResponseRedirect(address_to_mark(task.photo_id, task.numbers, task.custom_tags))

    def _ask_to_cancel(
        self, request: HttpRequest, tasks: Sequence[TaggingTask], form: ReasonForm, **page: Any
    ) -> HttpResponse:
        return self.ask(request, tasks, CANCEL, CANCELLING, BUTTONS, form, back_text=KEEP, **page)

    def _cancel(self, request: HttpRequest, tasks: QuerySet[TaggingTask], reason: str) -> None:
        unfinished = list(tasks.filter(state__in=UNFINISHED))
        by, now = actor_of(request), timezone.now()
        for task in unfinished:
            cancel_task(CancelTaskCommand(task_id=task.pk, reason=reason, now=now, by=by))
        self.message_user(request, f"Cancelled: {len(unfinished)}.", messages.SUCCESS)
