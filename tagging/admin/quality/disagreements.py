"""Staff's page for photos that two taggers read differently: which reading is right."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from recognition.models import Album, Photo
from records.refusals import Refusal
from staff.asking import text_of
from staff.links import address_of_list, address_of_page, link_to
from staff.read_only import ReadOnlyAdmin
from staff.search import FoundById
from tagging.admin.quality.checks import TypedTags, tags_in_words
from tagging.commands.quality import SettleDisagreementCommand, settle_disagreement
from tagging.models import Comparison
from tagging.queries.quality import list_open_disagreements


@admin.register(Comparison)
class DisagreementAdmin(FoundById, ReadOnlyAdmin):
    """Photos that two taggers read differently, the oldest first, until staff settle them."""

    list_display = ("compared_on", "photo", "album", "first_reading", "second_reading")
    list_select_related = ("task__album", "first_tagator", "second_tagator")
    search_help_text = "The id of a photo, an album or a task"
    ordering = ("compared_on", "task")
    sortable_by = ()
    fields = ("photo", "album", "compared_on")
    readonly_fields = ("photo", "album")
    change_form_outer_after_template = "admin/tagging/settle_disagreement.html"

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(task__photo=guid) | Q(task__album=guid) | Q(second_task=guid)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comparison]:
        return list_open_disagreements()

    @admin.display(description="Photo")
    def photo(self, comparison: Comparison) -> str:
        return link_to(Photo, comparison.task.photo_id)

    @admin.display(description="Album")
    def album(self, comparison: Comparison) -> str:
        return link_to(Album, comparison.task.album_id, str(comparison.task.album))

    @admin.display(description="First reading")
    def first_reading(self, comparison: Comparison) -> str:
        read = tags_in_words(comparison.first_numbers, comparison.first_custom_tags)
        return f"{read} ({comparison.first_tagator})"

    @admin.display(description="Second reading")
    def second_reading(self, comparison: Comparison) -> str:
        read = tags_in_words(comparison.second_numbers or [], comparison.second_custom_tags or [])
        return f"{read} ({comparison.second_tagator})"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        found = self.get_object(request, object_id)
        context = {**(extra_context or {}), **(self._to_settle(found) if found else {})}
        page: HttpResponse = super().change_view(request, object_id, form_url, context)
        return page

    def _to_settle(self, comparison: Comparison) -> dict[str, Any]:
        image_url = comparison.task.image_url
        return {
            "picture": image_url if image_url.startswith(("http://", "https://")) else "",
            "readings": [
                ("first", "First reading", self.first_reading(comparison)),
                ("second", "Second reading", self.second_reading(comparison)),
            ],
            "typed": TypedTags(),
            "settle_address": reverse("admin:tagging_settle_disagreement", args=[comparison.pk]),
        }

    def get_urls(self) -> list[URLPattern]:
        settle = path(
            "<uuid:task_id>/settle/",
            self.admin_site.admin_view(self.settle),
            name="tagging_settle_disagreement",
        )
        urls: list[URLPattern] = super().get_urls()
        return [settle, *urls]

    def settle(self, request: HttpRequest, task_id: UUID) -> HttpResponse:
        """Settle a disagreement by the button that was clicked."""
        if request.method != "POST" or not self.has_act_permission(request):
            raise Http404
        comparison = Comparison.objects.filter(pk=task_id).first()
        if comparison is None:
            raise Http404
        numbers, custom_tags = _decision(request, comparison)
        try:
            settle_disagreement(
                SettleDisagreementCommand(
                    task_id=task_id,
                    numbers=numbers,
                    custom_tags=custom_tags,
                    now=timezone.now(),
                    actor=request.user.get_username(),
                )
            )
        except Refusal as refusal:
            messages.error(request, text_of(refusal))
            return HttpResponseRedirect(address_of_page(Comparison, task_id))
        right = tags_in_words(numbers, custom_tags)
        messages.success(request, f"Settled and sent to the photo service: {right}.")
        return HttpResponseRedirect(address_of_list(Comparison))


def _decision(request: HttpRequest, comparison: Comparison) -> tuple[list[str], list[str]]:
    """Return the numbers and the custom tags that staff chose."""
    match request.POST.get("decision"):
        case "first":
            return comparison.first_numbers, comparison.first_custom_tags
        case "second":
            return comparison.second_numbers or [], comparison.second_custom_tags or []
        case "typed" if (typed := TypedTags(request.POST)).is_valid():
            return typed.cleaned_data["numbers"], typed.cleaned_data["custom_tags"]
    raise Http404
