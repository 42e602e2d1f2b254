"""The list of photos: the state of each and why, and its results."""

from uuid import UUID

from django.contrib import admin
from django.db.models import OrderBy, Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars

from recognition.admin.jobs.processing import PhotoProcessingActions
from recognition.admin.photos.filters import (
    AlbumFilter,
    DueFilter,
    FoundFilter,
    PhotoStateFilter,
    ordering_of,
)
from recognition.admin.photos.page import PhotoPage
from recognition.admin.photos.timeline import TimelinePage
from recognition.models import Album, Photo, PhotoNumber, PhotoState
from recognition.numbers import spellings
from recognition.queries.photos.results import natural, results_in_words
from staff.long_lists import id_above
from staff.read_only import ReadOnlyAdmin
from staff.search import FoundById


@admin.register(Photo)
class PhotoAdmin(TimelinePage, PhotoPage, PhotoProcessingActions, FoundById, ReadOnlyAdmin):
    list_display = ("shown_id", "album", "shown_state", "why", "tags", "persons")
    list_filter = (AlbumFilter, PhotoStateFilter, DueFilter, FoundFilter)
    list_select_related = ("album",)
    list_disable_select_all = True  # the album's own buttons process all of its photos
    search_help_text = "Id of a photo or an album, or a number read, accepted or rejected"
    searched_in_vain = "“{}” is not a whole id, and no photo has it as a number."
    sortable_by = ()
    actions = ("reprocess", "reprocess_all")

    def with_id(self, guid: UUID) -> Q:
        of_album = Album.objects.filter(pk=guid).exists()
        return Q(album=guid) if of_album else Q(pk=guid)

    def with_text(self, text: str) -> Q:
        numbers = PhotoNumber.objects.filter(value__in=spellings(text))
        return Q(pk__in=numbers.values("photo"))

    def get_ordering(self, request: HttpRequest) -> tuple[OrderBy]:
        return (ordering_of(request.GET.dict()),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Photo]:
        photos: QuerySet[Photo] = super().get_queryset(request)
        return photos.prefetch_related("numbers", "persons")

    @admin.display(description="Photo")
    def shown_id(self, photo: Photo) -> str:
        """Return the id, and when the photo was published."""
        return id_above(photo.pk, f"published {photo.created_on:%Y-%m-%d %H:%M:%S} UTC")

    @admin.display(description="Why")
    def why(self, photo: Photo) -> str:
        is_done = photo.state == PhotoState.PROCESSED
        why = results_in_words(photo) if is_done else photo.reason_description
        return truncatechars(why, 160)

    @admin.display(description="Numbers")
    def tags(self, photo: Photo) -> str:
        """Return the accepted numbers, and how many were rejected."""
        numbers = photo.numbers.all()
        accepted = sorted((n.value for n in numbers if not n.rejection), key=natural)
        rejected = len(numbers) - len(accepted)
        return ", ".join([*accepted, *([f"{rejected} rejected"] if rejected else [])])

    @admin.display(description="Persons")
    def persons(self, photo: Photo) -> int:
        return len(photo.persons.all())
