"""Filters of the list of photos: each reads an index, or the photos of one album."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db import DataError
from django.db.models import Exists, F, OrderBy, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest, QueryDict
from django.utils import timezone

from foundation.records.formats import guid_or_none
from foundation.staff.choosing import ChosenFilter
from recognition.console.states_and_pictures import PHOTO_STATES
from recognition.photos.backlog import OVERDUE_AFTER, group_failed, with_reason
from recognition.photos.deliveries import MOST, photos_not_delivered
from recognition.photos.listing import NEWEST, NEWEST_OF_FEW, photos_found_by
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoPerson
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState, with_state

ALBUM: Any = Photo._meta.get_field("album")
UNFINISHED = "unfinished"
NO_GUID = UUID(int=0)  # which no record has
BY_ID = F("id").asc()
# A text has no index: the planner finds the photos with the number and sorts them. By id it would
# read the numbers of all photos until a page is full.
BY_ID_OF_FEW = OrderBy(Cast("id", TextField()))


def ordering_of(chosen: Mapping[str, str]) -> OrderBy:
    """Return the order of a filtered list: the newest first, where that is cheap.

    Photos that are due, not delivered, of a reason, unfinished in an album or found by number are
    few and are sorted. An album may have a million photos: an index gives them by id.
    """
    is_narrowed = bool(chosen.keys() & {"album", "q"})
    unfinished = chosen.get("state", "") not in ("", PhotoState.PROCESSED, PhotoState.DELETED)
    if chosen.keys() & {"due", "delivery", "reason"} or (unfinished and is_narrowed):
        return NEWEST_OF_FEW
    if (sought := chosen.get("q")) and guid_or_none(sought.strip()) is None:
        return BY_ID_OF_FEW
    return BY_ID if chosen.get("album") or chosen.get("q") else NEWEST


class PhotoFilter(admin.SimpleListFilter):
    """A filter of the list, which also narrows photos without the list's page."""

    parameter_name: str

    @classmethod
    def is_chosen(cls, chosen: Mapping[str, str]) -> bool:
        """Return whether an address has a value for the filter."""
        return bool(chosen.get(cls.parameter_name))

    @classmethod
    @abstractmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        """Return those of the photos that a value of the address means."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        is_chosen = self.is_chosen(request.GET.dict())
        return self.narrow(queryset, self.value() or "") if is_chosen else queryset


class AlbumFilter(ChosenFilter, PhotoFilter):
    """The album, found by its name: there are too many for a list."""

    title = "album"
    parameter_name = "album"
    relation, column = ALBUM, "album"

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        return photos.filter(album_id=guid_or_none(value) or NO_GUID)


class PhotoStateFilter(PhotoFilter):
    """The state, or all unprocessed states; deleted photos only within an album (no index)."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        of_album = AlbumFilter.parameter_name in request.GET
        states = [
            (state.value, words)
            for state, words in PHOTO_STATES.items()
            if of_album or state != PhotoState.DELETED
        ]
        return [(UNFINISHED, "Not processed"), *states]

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        if value == UNFINISHED:
            return photos & Photo.objects.unsettled()
        return (
            photos.filter(with_state(PhotoState(value))) if value in PhotoState else photos.none()
        )


class ReasonFilter(PhotoFilter):
    """Why photos are not processed: a reason that has been chosen, or those of failed photos."""

    title = "reason"
    parameter_name = "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name)
        if given is not None:
            return [(given, given or "No reason known")]
        if request.GET.get(PhotoStateFilter.parameter_name) != PhotoState.FAILED:
            return []
        album_id = guid_or_none(request.GET.get(AlbumFilter.parameter_name, ""))
        return [(each.reason, f"{each.reason} {each.count:,}") for each in group_failed(album_id)]

    @classmethod
    def is_chosen(cls, chosen: Mapping[str, str]) -> bool:
        return cls.parameter_name in chosen  # of some photos the reason is not known

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        return with_reason(photos, value)


class DueFilter(PhotoFilter):
    """Whether the photo is due."""

    title = "due"
    parameter_name = "due"
    since = {"now": timedelta(), "overdue": OVERDUE_AFTER}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("now", "Due"), ("overdue", "Due for more than a minute")]

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        since = cls.since.get(value)
        return photos if since is None else photos & Photo.objects.due(timezone.now() - since)


class UndeliveredFilter(PhotoFilter):
    """Photos whose results wait for the photo service or were given up."""

    title = "delivery"
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("missing", f"Not delivered (first {MOST:,})")]

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        return photos & photos_not_delivered() if value == "missing" else photos


class FoundFilter(PhotoFilter):
    """What was found, for one album only: for all albums it would read every photo."""

    title = "what was found"
    parameter_name = "found"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        found = {"no-number": "No number", "rejected": "Rejected numbers", "no-person": "No person"}
        return list(found.items()) if request.GET.get(AlbumFilter.parameter_name) else []

    @classmethod
    def is_chosen(cls, chosen: Mapping[str, str]) -> bool:
        return super().is_chosen(chosen) and AlbumFilter.is_chosen(chosen)

    @classmethod
    def narrow(cls, photos: QuerySet[Photo], value: str) -> QuerySet[Photo]:
        numbers = PhotoNumber.objects.filter(photo=OuterRef("pk"))
        match value:
            case "no-number":
                return photos.filter(~Exists(numbers.filter(rejection="")))
            case "rejected":
                return photos.filter(Exists(numbers.exclude(rejection="")))
            case "no-person":
                return photos.filter(~Exists(PhotoPerson.objects.filter(photo=OuterRef("pk"))))
        return photos


FILTERS: tuple[type[PhotoFilter], ...] = (
    AlbumFilter,
    PhotoStateFilter,
    ReasonFilter,
    DueFilter,
    UndeliveredFilter,
    FoundFilter,
)


def narrowed(chosen: Mapping[str, str]) -> QuerySet[Photo]:
    """Return the photos of a list with this address, unordered."""
    photos: QuerySet[Photo] = Photo.objects.all()
    for each in FILTERS:
        if each.is_chosen(chosen):
            photos = each.narrow(photos, chosen[each.parameter_name])
    return photos.filter(photos_found_by(chosen["q"])) if chosen.get("q") else photos


# The photos before and after one in a list that staff have narrowed.


LISTED_BY = "_changelist_filters"  # what Django's admin adds to the links of a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbours:
    """The photos before and after; None: it is the first or last, or not in the list."""

    previous: UUID | None = None
    next: UUID | None = None


def neighbours_of(photo: Photo, listed_by: str) -> Neighbours:
    """Return the neighbours of a photo in the list with this query; each is read by an index."""
    chosen = QueryDict(listed_by).dict()
    order = ordering_of(chosen)
    photos = narrowed(chosen)
    try:
        if order in (BY_ID, BY_ID_OF_FEW):
            return _by_id(photos, photo, order)
        return _by_moment(photos, photo, order)
    except DataError:  # a value of the query that no column can have
        return Neighbours()


def _by_id(photos: QuerySet[Photo], photo: Photo, order: OrderBy) -> Neighbours:
    after, before = photos.filter(pk__gt=photo.pk), photos.filter(pk__lt=photo.pk)
    return Neighbours(
        next=_first(after.order_by(order)),
        previous=_first(before.order_by(OrderBy(order.expression, descending=True))),
    )


def _by_moment(photos: QuerySet[Photo], photo: Photo, order: OrderBy) -> Neighbours:
    """Return the neighbours where the newest are first, and of one moment the largest id."""
    moment, listed = photo.created_on, photos.alias(moment=order.expression)
    older = listed.filter(Q(moment__lt=moment) | Q(pk__lt=photo.pk), moment__lte=moment)
    newer = listed.filter(Q(moment__gt=moment) | Q(pk__gt=photo.pk), moment__gte=moment)
    return Neighbours(
        next=_first(older.order_by("-moment", "-pk")),
        previous=_first(newer.order_by("moment", "pk")),
    )


def _first(photos: QuerySet[Photo]) -> UUID | None:
    return photos.values_list("pk", flat=True).first()
