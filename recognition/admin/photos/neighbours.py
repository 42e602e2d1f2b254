"""The photos before and after one in a list that staff have narrowed."""

from dataclasses import dataclass
from uuid import UUID

from django.db import DataError
from django.db.models import OrderBy, Q, QuerySet
from django.http import QueryDict

from recognition.admin.photos.filters import BY_ID, BY_ID_OF_FEW, narrowed, ordering_of
from recognition.models import Photo

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
