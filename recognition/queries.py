"""What recognition answers when it is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F

from recognition.history.happenings import Happening, happenings_of
from recognition.models import (
    Account,
    Album,
    Photo,
    PhotoPerson,
    PhotoState,
    Selfie,
    SelfieImage,
    SelfiePerson,
)
from recognition.models.albums import AlbumNotFound
from recognition.models.selfies import SelfieImageGone
from recognition.strategies import Tagging, pipeline_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumDetails:
    """An album, and the face providers it may use."""

    album: Album
    face_accounts: Sequence[Account]

    @property
    def version(self) -> int:
        return self.album.version


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoCount:
    """How many photos an album has, in all and in each state that any is in."""

    album_id: UUID
    total: int
    by_state: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfieDetails:
    """A selfie, the persons on it, and the photos of its album that they are on by now."""

    selfie: Selfie
    persons: Sequence[SelfiePerson]
    photos: Sequence[Photo]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoHistory:
    """A photo as it stands, and everything that happened to it, in order."""

    photo: Photo
    happenings: Sequence[Happening]


def get_album(album_id: UUID) -> AlbumDetails:
    """Return an album with the face providers it may use.

    :raises AlbumNotFound: no such album.
    """
    album = Album.objects.get_or_refuse(album_id)
    accounts = Account.objects.filter(is_active=True).order_by("name", "pk")
    return AlbumDetails(album=album, face_accounts=list(accounts))


def provider_part(album: Album) -> str:
    """Return v1's `recognitionStrategy`: the provider's part of the strategy."""
    request = pipeline_of(album).request
    names = {"NUMBER": "Number", "FACE_NUMBER": "FaceNumber"}
    return names[request.value] if request else "Disabled"


def manual_part(album: Album) -> str:
    """Return v1's `taggingStrategy`: the manual part of the strategy."""
    return "Disabled" if pipeline_of(album).tagging is Tagging.NEVER else "Manual"


def count_photos(album_id: UUID) -> PhotoCount:
    """Count an album's photos by state.

    :raises AlbumNotFound: no such album.
    """
    if not Album.objects.filter(pk=album_id).exists():
        raise AlbumNotFound(f"No album {album_id}.")
    rows = Photo.objects.filter(album_id=album_id).order_by().values_list("state")
    by_state = dict(rows.annotate(count=Count("pk")))
    return PhotoCount(
        album_id=album_id,
        total=sum(by_state.values()),
        by_state={state: by_state[state] for state in PhotoState.values if state in by_state},
    )


def get_selfie(selfie_id: UUID) -> SelfieDetails:
    """Return a selfie with its persons, the surest first, and their photos.

    The photos are those of the selfie's album, `SELFIE_MAX_PHOTOS` at most, oldest first.

    :raises SelfieNotFound: no such selfie.
    """
    selfie = Selfie.objects.get_or_refuse(selfie_id)
    by_sureness = (F("confidence").desc(nulls_last=True), "person_id")
    persons = list(selfie.persons.order_by(*by_sureness))
    photos = _photos_with(selfie.album_id, [person.person_id for person in persons])
    return SelfieDetails(selfie=selfie, persons=persons, photos=photos)


def get_selfie_image(selfie_id: UUID) -> SelfieImage:
    """Return the picture of a selfie.

    :raises SelfieImageGone: there is none, or none any more.
    """
    image = SelfieImage.objects.filter(pk=selfie_id).first()
    if image is None:
        raise SelfieImageGone
    return image


def _photos_with(album_id: UUID, person_ids: Sequence[str]) -> Sequence[Photo]:
    """Photos of an album with any of the persons; the index of their ids finds them."""
    if not person_ids:
        return []
    seen_on = PhotoPerson.objects.filter(person_id__in=person_ids).values("photo_id")
    photos = Photo.objects.filter(album_id=album_id, pk__in=seen_on)
    shown = photos.exclude(state=PhotoState.DELETED).only("pk", "image_url")
    return list(shown.order_by("shooting_date", "pk")[: settings.SELFIE_MAX_PHOTOS])


def explain_photo(photo_id: UUID) -> PhotoHistory:
    """Return everything that happened to a photo, in order.

    :raises PhotoNotFound: no such photo.
    """
    photo = Photo.objects.with_album().get_or_refuse(photo_id)
    return PhotoHistory(photo=photo, happenings=happenings_of(photo))
