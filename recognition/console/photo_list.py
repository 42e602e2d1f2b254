"""The list of photos: a table, or a grid of their pictures; how it is searched and ordered."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import OrderBy, Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import truncatechars
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from foundation.records.texts import in_utc
from foundation.staff.display import address_of_list, link
from foundation.staff.long_lists import FoundById, LongChangeList, id_above
from foundation.staff.staff_admin import StaffAdmin
from recognition.console.photo_filters import FILTERS, ordering_of
from recognition.console.states_and_pictures import in_colour, picture_address
from recognition.photos.deliveries import states_of_undelivered
from recognition.photos.listing import photos_found_by
from recognition.photos.verdicts import is_under_way, natural, verdict_in_words, why_in_words
from recognition.records.albums import Album
from recognition.records.photos import Photo, name_of_file
from recognition.records.steps import PhotoState
from recognition.wire.picture_copies import PictureSize

_UNDELIVERED = "_undelivered"  # where a row of the list has its states


MOST_ALBUMS = 5  # that a search names
TABLE, GRID = "table", "grid"
MOST_OF_NAME = 40  # characters of a file's name
LOOKS = {TABLE: "Table", GRID: "Pictures"}


class LookFilter(admin.SimpleListFilter):
    """How the photos are shown. It narrows nothing, and stands above the list."""

    title = "look"
    parameter_name = "look"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        return queryset


class PhotoChangeList(LongChangeList):
    """A page of photos, with what is not delivered of them: one query for the page."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        look = request.GET.get(LookFilter.parameter_name, "")
        self.look = look if look in LOOKS else TABLE
        super().__init__(request, *args, **kwargs)

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        self.looks = [
            (words, self.get_query_string({LookFilter.parameter_name: look}), look == self.look)
            for look, words in LOOKS.items()
        ]
        undelivered = states_of_undelivered(self.result_list)
        for photo in self.result_list:
            vars(photo)[_UNDELIVERED] = undelivered.get(photo.pk, ())


class PhotoList(FoundById, StaffAdmin):
    change_list_template = "admin/recognition/photos.html"
    list_display = ("thumbnail", "shown_id", "album", "shown_state", "why", "tags", "persons",
                    "undelivered")  # fmt: skip
    list_display_links = ("thumbnail", "shown_id")
    exported = ("id", "file_name", "created_on", "album", "shown_state", "why", "accepted",
                "rejected", "person_ids", "undelivered")  # fmt: skip
    list_filter = (*FILTERS, LookFilter)
    list_select_related = ("album",)
    list_disable_select_all = True  # the album's own buttons process all of its photos
    search_help_text = "Number, person, file name, or an id, also as a link"
    searched_in_vain = (
        "“{}” is not a whole id, and no photo has it as a number, a person or the beginning of "
        "its file's name."
    )
    sortable_by = ()

    def chosen_as(self, photo: Photo) -> str:
        """Return a photo's file and album, for staff who choose it."""
        return f"{name_of_file(photo.image_url) or 'Photo'}, {photo.album} ({str(photo.pk)[:8]})"

    def in_vain(self, text: str) -> str:
        """Return what is said if nothing is found, with the albums of this name."""
        albums = Album.objects.named(text).order_by("-created_on")[:MOST_ALBUMS]
        links = [(link(address_of_list(Photo, album=each.pk), each),) for each in albums]
        said = super().in_vain(text)
        if not links:
            return said
        return format_html("{} Albums of this name: {}", said, format_html_join(", ", "{}", links))

    def with_id(self, guid: UUID) -> Q:
        return photos_found_by(str(guid))

    def with_text(self, text: str) -> Q:
        return photos_found_by(text)

    def get_ordering(  # type: ignore[override]  # expressions are documented
        self, request: HttpRequest
    ) -> tuple[OrderBy]:
        chosen = request.GET.dict()
        if "term" in chosen:  # a search of a field in which a photo is chosen
            chosen["q"] = chosen["term"]
        return (ordering_of(chosen),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Photo]:
        photos: QuerySet[Photo] = super().get_queryset(request)
        return photos.prefetch_related("numbers", "persons", "corrections")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PhotoChangeList]:
        return PhotoChangeList

    @admin.display(description="Picture")
    def thumbnail(self, photo: Photo) -> str:
        if photo.state == PhotoState.DELETED:
            return format_html('<span class="fl-no-picture block">{}</span>', "Deleted")
        numbers = self.tags(photo)
        return format_html(
            '<img src="{}" alt="Photo {}" class="fl-thumbnail" loading="lazy" data-picture>',
            picture_address(photo.pk, PictureSize.THUMBNAIL),
            f"with {numbers}" if numbers else "without a number",
        )

    @admin.display(description="Photo")
    def shown_id(self, photo: Photo) -> str:
        name = truncatechars(str(photo), MOST_OF_NAME)
        return id_above(name, f"published {in_utc(photo.created_on)}")

    @admin.display(description="State")
    def shown_state(self, photo: Photo) -> SafeString:
        return in_colour("UnderWay" if is_under_way(photo) else photo.state)

    @admin.display(description="Why")
    def why(self, photo: Photo) -> str:
        return format_html('<div class="fl-why">{}</div>', why_in_words(photo))

    @admin.display(description="Numbers")
    def tags(self, photo: Photo) -> str:
        accepted = self.accepted(photo)
        rejected = len(photo.numbers.all()) - len(accepted)
        return ", ".join([*accepted, *([f"{rejected} rejected"] if rejected else [])])

    @admin.display(description="File")
    def file_name(self, photo: Photo) -> str:
        return name_of_file(photo.image_url)

    @admin.display(description="Accepted numbers")
    def accepted(self, photo: Photo) -> list[str]:
        return sorted((n.value for n in photo.numbers.all() if not n.rejection), key=natural)

    @admin.display(description="Rejected numbers")
    def rejected(self, photo: Photo) -> str:
        digits = photo.album.start_number_capacity
        rejected = (each for each in photo.numbers.all() if each.rejection)
        return "; ".join(f"{each.value} {verdict_in_words(each, digits)}" for each in rejected)

    @admin.display(description="Persons")
    def person_ids(self, photo: Photo) -> list[str]:
        return [person.person_id for person in photo.persons.all()]

    @admin.display(description="Persons")
    def persons(self, photo: Photo) -> int:
        return len(photo.persons.all())

    @admin.display(description="Not delivered")
    def undelivered(self, photo: Photo) -> SafeString:
        """Return what became of results that the photo service has not got."""
        states = sorted(vars(photo)[_UNDELIVERED])
        return format_html_join(" ", "{}", ((in_colour(state),) for state in states))
