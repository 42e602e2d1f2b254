"""Staff's pages for the quality of tagging: shares, known answers, disagreements to settle."""

import re
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldAdminUUIDInputWidget,
)

from recognition.models import Album, Photo
from records.refusals import Invalid, Refusal
from staff.command_admin import CommandAdmin, record_action
from staff.links import address_of_list, address_of_page, link_to
from staff.read_only import ReadOnlyAdmin
from staff.search import FoundById
from tagging.commands.quality import (
    ChangeAlbumQualityCommand,
    MarkKnownAnswerCommand,
    SettleDisagreementCommand,
    UnmarkKnownAnswerCommand,
    change_album_quality,
    mark_known_answer,
    settle_disagreement,
    unmark_known_answer,
)
from tagging.models import AlbumQuality, Comparison, KnownAnswer
from tagging.queries.quality import list_open_disagreements

SHARES = ("second_reading_share", "known_answer_share")


class AlbumQualityForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """The shares of an album; a new record asks for the album."""

    album_id = forms.UUIDField(label="Album id", widget=UnfoldAdminUUIDInputWidget())

    class Meta:
        model = AlbumQuality
        fields = SHARES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.album_id:
            del self.fields["album_id"]


@admin.register(AlbumQuality)
class AlbumQualityAdmin(FoundById, CommandAdmin):
    """How the tagging of albums is checked; an album that is not listed is not."""

    form = AlbumQualityForm
    list_display = ("album_name", *SHARES, "updated_on")
    list_select_related = ("album",)
    search_help_text = "The id of an album"
    ordering = ("-updated_on",)
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: AlbumQuality | None = None) -> Any:
        return ("album_link", *SHARES) if obj else ("album_id", *SHARES)

    def get_readonly_fields(self, request: HttpRequest, obj: AlbumQuality | None = None) -> Any:
        return ("album_link",) if obj else ()

    @admin.display(description="Album", ordering="album__name")
    def album_name(self, quality: AlbumQuality) -> str:
        return str(quality.album)

    @admin.display(description="Album")
    def album_link(self, quality: AlbumQuality) -> str:
        return link_to(Album, quality.album_id, str(quality.album))

    def save_model(
        self, request: HttpRequest, obj: AlbumQuality, form: AlbumQualityForm, change: bool
    ) -> None:
        """Have the command change the shares."""
        wanted = form.cleaned_data
        obj.album_id = obj.album_id if change else wanted["album_id"]
        shares = {name: wanted[name] for name in SHARES}
        change_album_quality(ChangeAlbumQualityCommand(album_id=obj.album_id, **shares))


class TypedTags(forms.Form):
    """Start numbers and custom tags as staff type them."""

    numbers = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextInputWidget(),
        help_text="Start numbers with spaces or commas between them; empty: there is none.",
    )
    custom_tags = forms.CharField(
        required=False,
        max_length=4000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
        help_text="Custom tags of the album, one a line.",
    )

    def clean_numbers(self) -> list[str]:
        return [text for text in re.split(r"[\s,;]+", self.cleaned_data["numbers"]) if text]

    def clean_custom_tags(self) -> list[str]:
        lines = map(str.strip, self.cleaned_data["custom_tags"].splitlines())
        return [line for line in lines if line]


class KnownAnswerForm(TypedTags, forms.ModelForm):  # type: ignore[type-arg]  # as above
    """What is on a photo; a new record asks for the photo."""

    photo_id = forms.UUIDField(label="Photo id", widget=UnfoldAdminUUIDInputWidget())

    class Meta:
        model = KnownAnswer
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.photo_id:
            del self.fields["photo_id"]
            self.initial["numbers"] = " ".join(self.instance.numbers)
            self.initial["custom_tags"] = "\n".join(self.instance.custom_tags)


@admin.register(KnownAnswer)
class KnownAnswerAdmin(FoundById, CommandAdmin):
    """Photos whose numbers staff know. Saving marks a photo, also one that was unmarked."""

    form = KnownAnswerForm
    list_display = ("photo_id", "album", "shown", "is_active", "marked_by", "updated_on")
    list_filter = ("is_active",)
    list_select_related = ("album",)
    search_help_text = "The id of a photo or an album"
    ordering = ("-updated_on",)
    show_full_result_count = False
    actions = ("unmark",)
    unmark = record_action(
        "Unmark: give the photos to taggers no longer",
        lambda known: unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=known.pk)),
    )

    def with_id(self, guid: UUID) -> Q:
        return Q(pk=guid) | Q(album=guid)

    def get_fields(self, request: HttpRequest, obj: KnownAnswer | None = None) -> Any:
        if obj is None:
            return ("photo_id", "numbers", "custom_tags")
        return ("photo_link", "is_active", "marked_by", "numbers", "custom_tags")

    def get_readonly_fields(self, request: HttpRequest, obj: KnownAnswer | None = None) -> Any:
        return ("photo_link", "is_active", "marked_by") if obj else ()

    @admin.display(description="Photo")
    def photo_link(self, known: KnownAnswer) -> str:
        return link_to(Photo, known.photo_id)

    @admin.display(description="Known")
    def shown(self, known: KnownAnswer) -> str:
        return _in_words(known.numbers, known.custom_tags)

    def save_model(
        self, request: HttpRequest, obj: KnownAnswer, form: KnownAnswerForm, change: bool
    ) -> None:
        """Have the command mark the photo."""
        obj.photo_id = obj.photo_id if change else form.cleaned_data["photo_id"]
        mark_known_answer(
            MarkKnownAnswerCommand(
                photo_id=obj.photo_id,
                numbers=form.cleaned_data["numbers"],
                custom_tags=form.cleaned_data["custom_tags"],
                now=timezone.now(),
                actor=request.user.get_username(),
            )
        )


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
        read = _in_words(comparison.first_numbers, comparison.first_custom_tags)
        return f"{read} ({comparison.first_tagator})"

    @admin.display(description="Second reading")
    def second_reading(self, comparison: Comparison) -> str:
        read = _in_words(comparison.second_numbers or [], comparison.second_custom_tags or [])
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
        """Settle a disagreement as the button that was clicked says."""
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
            wrong = refusal.errors.values() if isinstance(refusal, Invalid) else ()
            messages.error(request, " ".join([refusal.detail, *wrong]))
            return HttpResponseRedirect(address_of_page(Comparison, task_id))
        right = _in_words(numbers, custom_tags)
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


def _in_words(numbers: list[str], custom_tags: list[str]) -> str:
    in_order = sorted(numbers, key=lambda number: (len(number), number))
    return ", ".join([*in_order, *custom_tags]) or "no number"
