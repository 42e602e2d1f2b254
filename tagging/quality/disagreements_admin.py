"""Staff's pages for photos that two taggers read differently: which reading is right."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from foundation.records.audit import actor_of
from foundation.records.refusals import NotFound, Refusal
from foundation.records.texts import in_utc
from foundation.staff.actions import say_done
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import sent_again, show_refusal, text_of
from foundation.staff.display import address_of_list, address_of_page, link
from foundation.staff.long_lists import FoundById
from recognition.photos.verdicts import natural
from tagging.quality.checks_admin import TypedTags
from tagging.quality.commands import (
    ReopenDisagreementCommand,
    SettleDisagreementCommand,
    reopen_disagreement,
    settle_disagreement,
)
from tagging.quality.marking_page import address_to_mark, tags_in_words
from tagging.quality.queries import certainty_of, list_disagreements, list_open_disagreements
from tagging.records.quality import Comparison, TagatorReading
from tagging.staff import ChosenAlbum, DoneFilter, OfTask, beside_picture, certainty_in_words

TEMPLATE = "admin/tagging/disagreement.html"
SETTLE = "admin:tagging_settle_disagreement"
REOPEN = "admin:tagging_reopen_disagreement"
SETTLED = "settled"
SETTLING_KEYS = (
    ("1", "the first reading is right"),
    ("2", "the second reading is right"),
    ("E", "type the numbers; Enter sends them"),
)


class DecidedTags(TypedTags):
    """What staff decide: numbers as typed, and which of the album's custom tags."""

    custom_tags: Any = forms.MultipleChoiceField(
        required=False, widget=UnfoldAdminCheckboxSelectMultipleWidget
    )

    def __init__(self, comparison: Comparison, data: Any = None) -> None:
        super().__init__(data, initial=_union_of(comparison))
        names = comparison.task.album.custom_tags.order_by("name").values_list("name", flat=True)
        self.fields["custom_tags"].choices = [(name, name) for name in names]  # type: ignore[attr-defined]
        if not names:
            del self.fields["custom_tags"]

    def clean_custom_tags(self) -> list[str]:
        return list(self.cleaned_data["custom_tags"])


class SettledFilter(DoneFilter):
    """Those to settle, unless the settled ones are chosen."""

    first = "To settle"
    done = (SETTLED, "Settled")

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Comparison]
    ) -> QuerySet[Comparison]:
        if self.value() == SETTLED:
            return queryset.filter(settled_on__isnull=False)
        return queryset.filter(pk__in=list_open_disagreements().order_by().values("pk"))


class AlbumOfComparison(ChosenAlbum):
    column = "task__album"


@admin.register(Comparison)
class DisagreementAdmin(OfTask, FoundById, ReadOnlyAdmin):
    """Photos that two taggers read differently: the oldest to settle first, then the settled."""

    filled_by = "A photo that two taggers read differently appears here."
    list_display = ("compared", "photo", "album", "first_reading", "second_reading", "right")
    list_filter = (SettledFilter, AlbumOfComparison)
    list_select_related = ("task__album", "second_task", "first_tagator", "second_tagator")
    search_help_text = "The id of a photo, an album or a task, also as a link"
    sortable_by = ()

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(task__photo=guid) | Q(task__album=guid) | Q(second_task=guid)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comparison]:
        found = list_disagreements().select_related(*self.list_select_related)
        return found.prefetch_related("task__tags", "second_task__tags")

    def get_ordering(self, request: HttpRequest) -> Any:
        if request.GET.get(SettledFilter.parameter_name) == SETTLED:
            return (F("settled_on").desc(), "task")
        return ("compared_on", "task")

    @admin.display(description="Compared")
    def compared(self, comparison: Comparison) -> str:
        return in_utc(comparison.compared_on)

    @admin.display(description="First reading")
    def first_reading(self, comparison: Comparison) -> str:
        return f"{_in_words(comparison.first)} ({comparison.first_tagator})"

    @admin.display(description="Second reading")
    def second_reading(self, comparison: Comparison) -> str:
        return f"{_in_words(comparison.second)} ({comparison.second_tagator})"

    @admin.display(description="Settled")
    def right(self, comparison: Comparison) -> str:
        """Return what staff decided, who and when; nothing if they have not."""
        if comparison.settled_on is None:
            return ""
        right = tags_in_words(
            comparison.settled_numbers or [], comparison.settled_custom_tags or []
        )
        return f"{right}, by {comparison.settled_by} on {in_utc(comparison.settled_on)}"

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        found = self.get_object(request, object_id)
        if found is None or not self.has_view_permission(request, found):
            return super().change_view(request, object_id)
        return self._disagreement(request, found, DecidedTags(found))

    def get_urls(self) -> list[URLPattern]:
        settle = path(
            "<uuid:task_id>/settle/",
            self.admin_site.admin_view(require_POST(self.settle)),
            name="tagging_settle_disagreement",
        )
        reopen = path(
            "<uuid:task_id>/reopen/",
            self.admin_site.admin_view(require_POST(self.reopen)),
            name="tagging_reopen_disagreement",
        )
        urls: list[URLPattern] = super().get_urls()
        return [settle, reopen, *urls]

    def settle(self, request: HttpRequest, task_id: UUID) -> HttpResponse:
        """Settle a disagreement by the button that was clicked, and show the next one.

        That there is no number on a photo is asked for once more.
        """
        if not self.has_act_permission(request):
            raise PermissionDenied
        known = Comparison.objects.select_related(*self.list_select_related)
        comparison = known.filter(pk=task_id).first()
        if comparison is None:
            raise Http404
        typed = DecidedTags(comparison, request.POST)
        if request.POST.get("decision") == "typed" and not typed.is_valid():
            return self._disagreement(request, comparison, typed)
        numbers, custom_tags = _decision(request.POST.get("decision"), comparison, typed)
        if not numbers and "confirmed" not in request.POST:
            return self._ask_for_no_number(request, comparison)
        try:
            settled = settle_disagreement(
                SettleDisagreementCommand(
                    task_id=task_id,
                    numbers=numbers,
                    custom_tags=custom_tags,
                    now=timezone.now(),
                    by=actor_of(request),
                )
            )
        except Refusal as refusal:
            show_refusal(typed, refusal)
            return self._disagreement(request, comparison, typed)
        right = tags_in_words(settled.settled_numbers or [], settled.settled_custom_tags or [])
        undo = link(address_of_page(Comparison, comparison.pk), "Look again, or reopen it")
        said = format_html("Settled and sent to the photo service: {}. {}", right, undo)
        say_done(request, said)
        following = list_open_disagreements().first()
        return HttpResponseRedirect(
            address_of_page(Comparison, following.pk) if following else address_of_list(Comparison)
        )

    def reopen(self, request: HttpRequest, task_id: UUID) -> HttpResponse:
        """Take a settlement back, and show the disagreement."""
        if not self.has_act_permission(request):
            raise PermissionDenied
        try:
            reopen_disagreement(ReopenDisagreementCommand(task_id=task_id, by=actor_of(request)))
        except NotFound as refusal:
            raise Http404 from refusal
        except Refusal as refusal:
            messages.error(request, text_of(refusal))
            return HttpResponseRedirect(address_of_page(Comparison, task_id))
        say_done(request, "Reopened. The photo keeps what was sent until it is settled.")
        return HttpResponseRedirect(address_of_page(Comparison, task_id))

    def _ask_for_no_number(self, request: HttpRequest, comparison: Comparison) -> HttpResponse:
        """Ask before “no number” is sent for a photo on which a tagger read some."""
        text = (
            "“No number” is sent for this photo. "
            f"First reading: {self.first_reading(comparison)}. "
            f"Second reading: {self.second_reading(comparison)}."
        )
        buttons = {"confirmed": "Send “no number”"}
        sent = sent_again(request)
        return self.ask(
            request, [comparison], "No number on this photo?", text, buttons, hidden=sent
        )

    def _disagreement(
        self, request: HttpRequest, comparison: Comparison, typed: forms.Form
    ) -> HttpResponse:
        """Show the picture as the workbench does, both readings, and what staff decide."""
        task = comparison.task
        certainty = certainty_of(task)
        later = comparison.later_readings.filter(read_on__isnull=False).select_related("tagator")
        shown = beside_picture(request, comparison)
        first, second = _marked(comparison.first, comparison.second)
        may_act = not shown["is_deleted"] and self.has_act_permission(request)
        may_settle = may_act and comparison.settled_on is None
        keys = SETTLING_KEYS if may_settle else ()
        return self.page(
            request,
            TEMPLATE,
            f"Disagreement: {task.album}",
            typed,
            **shown | {"keys": (*keys, *shown["keys"])},
            readings=[
                ("first", "1", "First reading", comparison.first_tagator, first),
                ("second", "2", "Second reading", comparison.second_tagator, second),
            ],
            later=[f"{_in_words(each.reading)} ({each.tagator})" for each in later],
            certainty=certainty_in_words(certainty) if certainty else "",
            settled=self.right(comparison),
            may_settle=may_settle,
            settle_address=reverse(SETTLE, args=[comparison.pk]),
            may_reopen=may_act and bool(comparison.settled_on),
            reopen_address=reverse(REOPEN, args=[comparison.pk]),
            known_address=_address_to_mark(comparison)
            if comparison.settled_on and request.user.has_perm("tagging.add_knownanswer")
            else "",
        )


def _in_words(reading: TagatorReading) -> str:
    return tags_in_words(reading.numbers, [*reading.custom_tags, *reading.partial])


def _address_to_mark(comparison: Comparison) -> str:
    numbers, tags = comparison.settled_numbers or [], comparison.settled_custom_tags or []
    return address_to_mark(comparison.task.photo_id, numbers, tags)


def _marked(*readings: TagatorReading) -> list[list[tuple[str, bool]]]:
    """Return what each reading has, and of each value whether another reading lacks it.

    What is only partly legible is no difference.
    """
    values = [[*sorted(each.numbers, key=natural), *each.custom_tags] for each in readings]
    common = set(values[0]).intersection(*values)
    return [
        [*((value, value not in common) for value in each), *((one, False) for one in read.partial)]
        for each, read in zip(values, readings, strict=True)
    ]


def _union_of(comparison: Comparison) -> dict[str, Any]:
    """Return what either reading has, as staff would enter it."""
    first, second = comparison.first, comparison.second
    numbers = {*first.numbers, *second.numbers}
    return {
        "numbers": " ".join(sorted(numbers, key=natural)),
        "custom_tags": [*{*first.custom_tags, *second.custom_tags}],
    }


def _decision(
    decision: str | None, comparison: Comparison, typed: DecidedTags
) -> tuple[list[str], list[str]]:
    """Return the numbers and the custom tags that staff chose."""
    match decision:
        case "first":
            right = comparison.first
        case "second":
            right = comparison.second
        case "typed" if typed.is_valid():
            return typed.cleaned_data["numbers"], typed.cleaned_data.get("custom_tags", [])
        case _:
            raise Http404
    return right.numbers, right.custom_tags
