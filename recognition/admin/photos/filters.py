"""By what the list of photos is narrowed: each filter either has an index or one album's photos."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Exists, F, OrderBy, OuterRef, QuerySet, Value
from django.http import HttpRequest
from django.utils import timezone

from recognition.admin.labels import IN_WORDS
from recognition.models import Album, Photo, PhotoNumber, PhotoPerson, PhotoState
from recognition.queries.photos.backlog import OVERDUE_AFTER

UNFINISHED = "unfinished"
NEWEST = F("created_on").desc()
# What is added keeps the planner off the index of all photos: looking for a few of them there, it
# may walk through the newest million first.
NEWEST_OF_FEW = OrderBy(F("created_on") + Value(timedelta()), descending=True)
BY_ID = F("id").asc()


def ordering_of(chosen: Mapping[str, str]) -> OrderBy:
    """Return the order of a list narrowed in this way: the newest first, where that costs little.

    The newest of all photos come from an index; of those that are due or not finished, from
    sorting them. The photos of an album may be a million, and stand in an index by their ids.
    """
    finished = ("", PhotoState.PROCESSED, PhotoState.DELETED)
    if chosen.get("due") or chosen.get("state", "") not in finished:
        return NEWEST_OF_FEW
    return BY_ID if chosen.get("album") or chosen.get("q") else NEWEST


class AlbumFilter(admin.SimpleListFilter):
    """The album that a link has chosen: there are too many to choose from here."""

    title = "album"
    parameter_name = "album"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        given = request.GET.get(self.parameter_name, "")
        album = Album.objects.filter(pk=_guid(given)).first() if given else None
        return [(given, str(album or "unknown"))] if given else []

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        return queryset.filter(album_id=_guid(self.value() or ""))


class PhotoStateFilter(admin.SimpleListFilter):
    """The state, or all states of photos that have not come to a good end.

    Deleted photos are offered within an album only: of all photos no index has them.
    """

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        of_album = AlbumFilter.parameter_name in request.GET
        states = [
            (state.value, words)
            for state, words in IN_WORDS.items()
            if of_album or state != PhotoState.DELETED
        ]
        return [(UNFINISHED, "Not processed"), *states]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        chosen = self.value()
        if chosen == UNFINISHED:
            return queryset & Photo.objects.unsettled()
        return queryset.filter(state=chosen) if chosen else queryset


class DueFilter(admin.SimpleListFilter):
    """Whether a machine has to look at the photo by now."""

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


class FoundFilter(admin.SimpleListFilter):
    """What was found on the photos of an album; of all photos it would be a search through all."""

    title = "what was found"
    parameter_name = "found"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        if not request.GET.get(AlbumFilter.parameter_name):
            return []
        return [
            ("no-number", "No number"),
            ("rejected", "Rejected numbers"),
            ("nobody", "No person"),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Photo]) -> QuerySet[Photo]:
        numbers = PhotoNumber.objects.filter(photo=OuterRef("pk"))
        match self.value():
            case "no-number":
                return queryset.filter(~Exists(numbers.filter(rejection="")))
            case "rejected":
                return queryset.filter(Exists(numbers.exclude(rejection="")))
            case "nobody":
                return queryset.filter(~Exists(PhotoPerson.objects.filter(photo=OuterRef("pk"))))
        return queryset


def _guid(text: str) -> UUID:
    """Return the guid; of anything else the nil guid, which nothing has."""
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)
