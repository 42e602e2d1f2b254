"""Photos: why each one is where it is, what was read on it, what was asked and answered."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import OrderBy, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.text import Truncator

from recognition.admin.labels import PHOTO_LABELS, coloured
from recognition.admin.photo_filters import (
    AlbumFilter,
    DueFilter,
    FoundFilter,
    PhotoStateFilter,
    ordering_of,
)
from recognition.admin.processing import PhotoProcessingActions
from recognition.models import Album, NumberRequest, Photo, PhotoNumber, PhotoPerson
from recognition.queries import explain_photo
from rest.found_by_id import FoundById
from rest.staff import ReadOnlyAdmin, ReadOnlyInline


class NumberInline(ReadOnlyInline):
    model = PhotoNumber
    verbose_name_plural = "numbers read"
    fields = ("value", "source", "rejection", "confidence")


class PersonInline(ReadOnlyInline):
    model = PhotoPerson
    verbose_name_plural = "persons"
    fields = ("person_id", "confidence")


class RequestInline(ReadOnlyInline):
    model = NumberRequest
    verbose_name_plural = "requests to the number provider"
    fields = ("id", "type", "created_on", "accepted_on", "provider_request_id")


@admin.register(Photo)
class PhotoAdmin(PhotoProcessingActions, FoundById, ReadOnlyAdmin):
    list_display = ("shown_id", "album", "shown_state", "why", "tags", "persons", "published")
    list_filter = (AlbumFilter, PhotoStateFilter, DueFilter, FoundFilter)
    list_select_related = ("album",)
    list_disable_select_all = True  # whole albums are processed by their own buttons
    search_help_text = "Id of a photo or an album"
    sortable_by = ()
    inlines = (NumberInline, PersonInline, RequestInline)
    actions = ("reprocess", "reprocess_all")
    change_form_outer_after_template = "recognition/photo_history.html"

    def with_id(self, guid: UUID) -> Q:
        of_album = Album.objects.filter(pk=guid).exists()
        return Q(album=guid) if of_album else Q(pk=guid)

    def get_ordering(self, request: HttpRequest) -> tuple[OrderBy]:
        return (ordering_of(request.GET.dict()),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Photo]:
        photos: QuerySet[Photo] = super().get_queryset(request)
        return photos.prefetch_related("numbers", "persons")

    @admin.display(description="Photo")
    def shown_id(self, photo: Photo) -> str:
        return format_html('<span class="text-xs whitespace-nowrap">{}</span>', photo.pk)

    @coloured("State", PHOTO_LABELS)
    def shown_state(self, photo: Photo) -> str:
        return photo.state

    @admin.display(description="Why")
    def why(self, photo: Photo) -> str:
        return Truncator(photo.reason_description).chars(160)

    @admin.display(description="Numbers")
    def tags(self, photo: Photo) -> str:
        """Return the accepted numbers, and how many were rejected."""
        numbers = photo.numbers.all()
        accepted = sorted(number.value for number in numbers if not number.rejection)
        rejected = len(numbers) - len(accepted)
        told = [*accepted, *([f"{rejected} rejected"] if rejected else [])]
        return ", ".join(told)

    @admin.display(description="Persons")
    def persons(self, photo: Photo) -> int:
        return len(photo.persons.all())

    @admin.display(description="Published")
    def published(self, photo: Photo) -> Any:
        return photo.created_on

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        photo = self.get_object(request, object_id)
        history = explain_photo(photo.pk).happenings if photo else []
        context = {**(extra_context or {}), "history": history}
        answer: HttpResponse = super().change_view(request, object_id, form_url, context)
        return answer
