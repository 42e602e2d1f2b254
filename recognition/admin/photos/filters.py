"""Filters of the list of photos: each reads an index, or the photos of one album."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, F, OrderBy, OuterRef, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils import timezone

from recognition.admin.labels import PHOTO_STATES
from recognition.models import Album, Photo, PhotoNumber, PhotoPerson, PhotoState
from recognition.queries.photos.backlog import OVERDUE_AFTER
from recognition.queries.photos.deliveries import MOST, photos_not_delivered
from recognition.queries.photos.listing import NEWEST, NEWEST_OF_FEW
from records.guids import guid_or_none

UNFINISHED = "unfinished"
NO_GUID = UUID(int=0)  # which no record has
BY_ID = F("id").asc()
# A text has no index: the planner finds the photos with the number and sorts them. By id it would
# read the numbers of all photos until a page is full.
BY_ID_OF_FEW = OrderBy(Cast("id", TextField()))


def ordering_of(chosen: Mapping[str, str]) -> OrderBy:
    """Return the order of a filtered list: the newest first, where that is cheap.

    Photos that are due, unfinished, not delivered or found by number are few and are sorted. An
    album may have a million photos: an index gives them by id.
    """
    finished = ("", PhotoState.PROCESSED, PhotoState.DELETED)
    if chosen.get("due") or chosen.get("delivery") or chosen.get("state", "") not in finished:
        return NEWEST_OF_FEW
    if (sought := chosen.get("q")) and guid_or_none(sought.strip()) is None:
        return BY_ID_OF_FEW
    return BY_ID if chosen.get("album") or chosen.get("q") else NEWEST


class AlbumFilter(admin.SimpleListFilter):
    """The album, chosen by a link: there are too many for a list."""

    title = "album"
    parameter_name = "album"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name, "")
        album = Album.objects.filter(pk=guid_or_none(given) or NO_GUID).first() if given else None
        return [(given, str(album or "unknown"))] if given else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        return queryset.filter(album_id=guid_or_none(self.value() or "") or NO_GUID)


class PhotoStateFilter(admin.SimpleListFilter):
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

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        chosen = self.value()
        if chosen == UNFINISHED:
            return queryset & Photo.objects.unsettled()
        return queryset.filter(state=chosen) if chosen else queryset


class DueFilter(admin.SimpleListFilter):
    """Whether the photo is due."""

    title = "due"
    parameter_name = "due"
    since = {"now": timedelta(), "overdue": OVERDUE_AFTER}

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("now", "Due"), ("overdue", "Due for more than a minute")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        since = self.since.get(self.value() or "")
        if since is None:
            return queryset
        return queryset & Photo.objects.due(timezone.now() - since)


class UndeliveredFilter(admin.SimpleListFilter):
    """Photos whose results wait for the photo service or were given up."""

    title = "delivery"
    parameter_name = "delivery"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("missing", f"Not delivered (first {MOST:,})")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        return queryset & photos_not_delivered() if self.value() == "missing" else queryset


class FoundFilter(admin.SimpleListFilter):
    """What was found, for one album only: for all albums it would read every photo."""

    title = "what was found"
    parameter_name = "found"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        found = {"no-number": "No number", "rejected": "Rejected numbers", "no-person": "No person"}
        return list(found.items()) if request.GET.get(AlbumFilter.parameter_name) else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        numbers = PhotoNumber.objects.filter(photo=OuterRef("pk"))
        match self.value():
            case "no-number":
                return queryset.filter(~Exists(numbers.filter(rejection="")))
            case "rejected":
                return queryset.filter(Exists(numbers.exclude(rejection="")))
            case "no-person":
                return queryset.filter(~Exists(PhotoPerson.objects.filter(photo=OuterRef("pk"))))
        return queryset
