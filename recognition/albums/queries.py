"""Albums, their tagging hints, and tenants."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext, gettext_noop, ngettext

from foundation.records.formats import guid_or_none
from recognition.providers.models import Account
from recognition.records.albums import (
    Album,
    AlbumCustomTag,
    AlbumNotFound,
    NormalizationPolicy,
    NumberFormat,
)
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState

ZEROS = {
    NormalizationPolicy.NONE: gettext_noop("Leading zeros count: type them as they stand."),
    NormalizationPolicy.STRIP_LEADING_ZEROS: gettext_noop("Leading zeros may be left out."),
    NormalizationPolicy.PAD_LEADING_ZEROS: gettext_noop(
        "Leading zeros may be left out: they are filled in."
    ),
}
LETTERS = gettext_noop("Letters before or after the digits belong to the number: type them too.")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoCount:
    """The number of an album's photos, in all and by state; states without photos are left out."""

    album_id: UUID
    total: int
    by_state: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggingHint:
    """What a tagger must know to read the numbers of an album; its custom tags by name."""

    album: Album
    text: str
    custom_tags: Sequence[AlbumCustomTag]


def list_usable_accounts() -> QuerySet[Account]:
    """Return the face-provider accounts that albums may use, by name."""
    return Account.objects.filter(is_active=True).order_by("name", "pk")


def search_albums(albums: QuerySet[Album], text: str) -> QuerySet[Album]:
    """Return the albums whose name contains the text, or whose id or tenant's id it is."""
    found = Q(name__icontains=text)
    if guid := guid_or_none(text):
        found |= Q(pk=guid) | Q(tenant_id=guid)
    return albums.filter(found)


def count_photos(album_id: UUID) -> PhotoCount:
    if not Album.objects.filter(pk=album_id).exists():
        raise AlbumNotFound(f"No album {album_id}.")
    rows = Photo.objects.filter(album_id=album_id).order_by().values_list("state")
    by_state = dict(rows.annotate(count=Count("pk")))
    return PhotoCount(
        album_id=album_id,
        total=sum(by_state.values()),
        by_state={state: by_state[state] for state in PhotoState.values if state in by_state},
    )


def get_tagging_hint(album_id: UUID) -> TaggingHint:
    """Return the tagging hint of an album, made from its settings in the language of now."""
    album = Album.objects.get_or_refuse(album_id)
    digits, policy = album.start_number_capacity, NormalizationPolicy(album.normalization_policy)
    asked = ngettext(
        "Type every start number that can be read, of one digit.",
        "Type every start number that can be read, of up to %(digits)s digits.",
        digits,
    )
    letters = [] if album.number_format == NumberFormat.DIGITS else [gettext(LETTERS)]
    made = " ".join([asked % {"digits": digits}, *letters, gettext(ZEROS[policy])])
    tags = list(album.custom_tags.order_by("name"))
    return TaggingHint(album=album, text=made, custom_tags=tags)
