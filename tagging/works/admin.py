"""Works: who works now, how many tasks they have done; and skipped photos."""

from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.texts import in_utc
from foundation.staff.actions import action, button, computed_once
from foundation.staff.choosing import guids_in
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import EXAMPLES, Effect, Fact
from foundation.staff.dashboard import span
from foundation.staff.display import address_of_page, in_words, link_to, table
from foundation.staff.long_lists import FoundById
from tagging.records.history import SkippedTask, TaskInWork, list_tasks_taken, with_progress
from tagging.records.tagators import Tagator, with_text
from tagging.records.tasks import TaggingTask, TaggingTaskState
from tagging.records.works import Work, WorkState
from tagging.staff import (
    ChosenAlbum,
    ChosenTagger,
    OfTask,
    TaggingStateFilter,
    ago,
    in_colour,
    left,
    seconds,
    sum_of_money,
)
from tagging.works.expiring import ExpireWorkCommand, expire_work

REASON = "Expired by staff."
EXPIRE = "Expire now"
EXPIRING = (
    "The taggers lose the tasks that are not completed; others can take them at once. "
    "Their tags stay, and what is completed stays so."
)
_ACTIVE = Q(state=WorkState.ACTIVE)
EFFECTS = (
    Effect(_ACTIVE, "work", "expires", "expire"),
    Effect(~_ACTIVE, "work", "has ended already", "have ended already"),
)
RETURNED = Effect(Q(), "task", "goes back to the pool", "go back to the pool")
HEADERS = ["Task", "Purpose", "State", "Since (UTC)", "Tags", "Active", "Amount", "Album"]


class WorkStateFilter(TaggingStateFilter):
    first = WorkState.ACTIVE


class TaggerOfWork(ChosenTagger):
    column = "tagator"


@admin.register(Work)
class WorkAdmin(FoundById, ReadOnlyAdmin):
    """Works; the list shows the active ones first."""

    filled_by = "A tagger who takes tasks in the workbench starts one."
    list_display = ("shown_id", "tagger", "shown_state", "age", "time_left", "done",
                    "last_activity", "ended")  # fmt: skip
    list_filter = (WorkStateFilter, TaggerOfWork)
    list_select_related = ("tagator",)
    search_help_text = "Tagger, or the id of a work, a tagger or a task, also as a link"
    searched_in_vain = "No work has the id “{}”, or a task or tagger with this id or name."
    ordering = ("-created_on",)
    fields = (("tagger", "shown_state"), ("created_on", "ended"), ("expires_on", "time_left"),
              ("done", "last_activity"), "tasks")  # fmt: skip
    readonly_fields = ("tagger", "shown_state", "time_left", "done", "last_activity", "ended",
                       "tasks")  # fmt: skip
    actions = ("expire",)
    actions_detail = ("expire_one",)

    def with_text(self, text: str) -> Q:
        """Return the works of taggers with this name or address."""
        return Q(tagator__in=Tagator.objects.filter(with_text(text)))

    def with_id(self, guid: UUID) -> Q:
        of_task = TaggingTask.objects.filter(pk=guid).values("work")
        return Q(pk=guid) | Q(tagator=guid) | Q(pk__in=of_task)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Work]:
        works: QuerySet[Work] = super().get_queryset(request)
        return with_progress(works)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> Any:
        active = Work.objects.filter(pk__in=guids_in([object_id]), state=WorkState.ACTIVE).exists()
        return super().get_actions_detail(request, object_id) if active else []

    @admin.display(description="work")
    def shown_id(self, work: Work) -> str:
        return str(work.pk)[:8]

    @admin.display(description="tagger", ordering="tagator__name")
    def tagger(self, work: Work) -> str:
        return link_to(Tagator, work.tagator_id, work.tagator)

    @admin.display(description="state")
    def shown_state(self, work: Work) -> str:
        return in_colour(work.state_at(timezone.now()))

    @admin.display(description="begun", ordering="created_on")
    def age(self, work: Work) -> str:
        return ago(work.created_on, timezone.now())

    @admin.display(description="time left", ordering="expires_on")
    def time_left(self, work: Work) -> str:
        is_active = work.state == WorkState.ACTIVE
        return left(work.expires_on, timezone.now()) if is_active else "–"

    @admin.display(description="tasks completed")
    def done(self, work: Work) -> str:
        counts = vars(work)  # annotated
        return f"{counts['tasks_done']} of {work.tasks_total}, {counts['tasks_left']} in hand"

    @admin.display(description="last activity", ordering="active_since")
    def last_activity(self, work: Work) -> str:
        return ago(work.active_since, timezone.now())

    @admin.display(description="ended", ordering="finished_on")
    def ended(self, work: Work) -> str:
        if work.finished_on is None:
            return "–"
        return f"{in_utc(work.finished_on)}, after {span(work.finished_on - work.created_on)}"

    @admin.display(description="Tasks")
    @computed_once
    def tasks(self, work: Work) -> str:
        return table(HEADERS, [_row(each) for each in list_tasks_taken(work)])

    @action("Expire now: return the tasks to the pool…")
    def expire(self, request: HttpRequest, queryset: QuerySet[Work]) -> HttpResponse | None:
        facts = returned_by(queryset)
        page = self.asked_first(request, queryset, EXPIRE, EXPIRING, EFFECTS, facts=facts)
        if page is None:
            self._expire(request, queryset.order_by("pk"))
        return page

    @button("Expire now…", "expire")
    def expire_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        work = self.record_of(request, object_id)
        if request.method == "POST":
            self._expire(request, [work])
            return HttpResponseRedirect(address_of_page(Work, work.pk))
        text = (
            f"{work.tagator} loses the {vars(work)['tasks_left']} tasks that are not completed; "
            "others can take them at once. Their tags stay, and what is completed stays so."
        )
        return self.ask(request, [work], "Expire the work now", text, {"expire": EXPIRE})

    def _expire(self, request: HttpRequest, works: Any) -> None:
        chosen = list(works)
        expired = sum(expire_work(_expiry(request, work)) for work in chosen)
        self.message_user(request, f"Expired: {expired}.", messages.SUCCESS)
        if over := len(chosen) - expired:
            self.message_user(request, f"No longer active: {over}.", messages.WARNING)


def returned_by(works: QuerySet[Work]) -> list[Fact]:
    """Return how many tasks taggers lose if these works expire, if any."""
    active = works.filter(_ACTIVE).order_by().values("pk")
    tasks = TaggingTask.objects.filter(work__in=active, state=TaggingTaskState.ASSIGNED)
    count = tasks.count()
    return [RETURNED.of(count, tasks[:EXAMPLES])] if count else []


def _expiry(request: HttpRequest, work: Work) -> ExpireWorkCommand:
    return ExpireWorkCommand(
        work_id=work.pk, now=timezone.now(), reason=REASON, by=actor_of(request)
    )


def _row(taken: TaskInWork) -> list[str]:
    task = taken.task
    return [
        link_to(TaggingTask, task.pk, str(task.pk)[:8]),
        in_words(task.purpose),
        in_colour(taken.state),
        f"{taken.changed_on:%Y-%m-%d %H:%M:%S}",
        ", ".join(taken.tags),
        seconds(taken.active_seconds),
        sum_of_money(taken.amount),
        str(task.album),
    ]


class ReasonOfSkip(admin.SimpleListFilter):
    """The reason, as it was chosen by a link; empty: none was given."""

    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name)
        return [] if given is None else [(given, given or "No reason given")]

    def has_output(self) -> bool:
        return True

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[SkippedTask]
    ) -> QuerySet[SkippedTask]:
        given = request.GET.get(self.parameter_name)
        return queryset if given is None else queryset.filter(reason=given)


class AlbumOfSkip(ChosenAlbum):
    column = "task__album"


class TaggerOfSkip(ChosenTagger):
    column = "tagator"


@admin.register(SkippedTask)
class SkippedTaskAdmin(OfTask, ReadOnlyAdmin):
    """Photos that taggers skipped, the latest first."""

    filled_by = "A tagger who cannot read a photo skips it, with a reason."
    list_display = ("when", "reason", "photo", "album", "tagger", "task_now")
    list_display_links = None
    list_filter = (ReasonOfSkip, AlbumOfSkip, TaggerOfSkip)
    list_select_related = ("task__album", "tagator")
    ordering = ("-occurred_on",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[SkippedTask]:
        shown: Any = super().get_queryset(request)
        return cast("QuerySet[SkippedTask]", shown.skips())

    @admin.display(description="Skipped")
    def when(self, skip: SkippedTask) -> str:
        return in_utc(skip.occurred_on)

    @admin.display(description="Tagger")
    def tagger(self, skip: SkippedTask) -> str:
        return link_to(Tagator, skip.tagator_id, skip.tagator)

    @admin.display(description="Task now")
    def task_now(self, skip: SkippedTask) -> str:
        return link_to(TaggingTask, skip.task_id, in_colour(skip.task.state))
