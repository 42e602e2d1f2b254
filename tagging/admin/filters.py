"""What narrows lists of tagging: albums and taggers that staff choose, and names that they type."""

from collections.abc import Iterator
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import TextChoices
from django.http import HttpRequest

from foundation.staff.choosing import ChosenFilter
from recognition.models import Album
from recognition.queries.photos.searching import photos_with_file
from tagging.models import TaggingTask, Work

MOST_NAMED = 100  # albums or files of a name


class ChosenAlbum(ChosenFilter):
    title, parameter_name = "album", "album"
    relation: ClassVar[Any] = TaggingTask._meta.get_field("album")


class ChosenTagger(ChosenFilter):
    title, parameter_name = "tagger", "tagger"
    relation: ClassVar[Any] = Work._meta.get_field("tagator")


class FirstStateFilter(admin.SimpleListFilter):
    """A filter by state, that of `first` until another one is chosen."""

    title = parameter_name = "state"
    first: str | TextChoices

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *rest = super().choices(changelist)
        yield {**first, "display": getattr(self.first, "label", self.first)}
        yield from rest


class DoneFilter(FirstStateFilter):
    """What is to be done, unless what is `done`, a value with its words, is chosen."""

    done: ClassVar[tuple[str, str]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [self.done]


def albums_named(text: str) -> list[UUID]:
    """Return the ids of albums with this name."""
    return list(Album.objects.named(text).values_list("pk", flat=True)[:MOST_NAMED])


def photos_named(text: str) -> list[UUID]:
    """Return the ids of photos whose file has this name."""
    return [each["pk"] for photos in photos_with_file(text) for each in photos[:MOST_NAMED]]
