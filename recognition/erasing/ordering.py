"""Ordering that a person, or a selfie, is erased."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.privacy.commands import OrderErasureCommand, order_erasure, unfinished_erasure
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.registry import Counts, Marks, Name, Subject, count_all
from foundation.records.audit import Actor
from recognition.numbers.suggestions import Box, wearer_of
from recognition.persons.models import PersonNotFound
from recognition.persons.queries import merges_of
from recognition.providers.faces.port import person_in_space_name
from recognition.records.albums import Album
from recognition.records.erased import (
    albums_sharing_faces,
    face_sources,
    number_name,
    person_name,
    selfie_name,
)
from recognition.records.numbers import PhotoNumber
from recognition.records.persons import PhotoCorrection, PhotoPerson, SuggestedPerson
from recognition.records.selfies import Selfie, SelfiePerson

# Who is erased: a person in all albums that share faces, with the numbers that are theirs.


def person_subject(album: Album, person_id: str) -> Subject:
    """Return what an erasure of a person, and of who was merged into them, needs to find them.

    A face provider knows the person in its space, so in all albums that use this space; the number
    provider knows the persons of all albums whose faces it recognises.
    """
    merges = merges_of(album.pk)
    one = merges.survivor(person_id)
    merged = (each for each in merges.into if merges.survivor(each) == one)
    persons = sorted({one, person_id, *merged})
    albums = [album.pk, *_other_albums(album, persons)]
    sources = face_sources(album)
    return {
        "albumId": str(album.pk),
        "persons": persons,
        "spaces": list(map(str, sources.spaces)),
        "byNumberProvider": sources.has_number_provider,
        "albums": [
            {"id": str(album_id), "numbers": sorted(numbers_of(album_id, persons))}
            for album_id in albums
        ],
    }


def _other_albums(album: Album, persons: Sequence[str]) -> Iterable[UUID]:
    photos = PhotoPerson.objects.filter(person_id__in=persons).values("photo__album")
    selfies = SelfiePerson.objects.filter(person_id__in=persons).values("selfie__album")
    suggested = naming_persons(persons).values("album_id")
    removed = removals_of(persons).values("photo__album")
    seen = photos.union(selfies, suggested, removed)
    found = {album_id for row in seen for album_id in row.values()}
    same = albums_sharing_faces(album).filter(pk__in=found)
    return same.order_by("pk").values_list("pk", flat=True)


def removals_of(persons: Collection[str]) -> QuerySet[PhotoCorrection]:
    """Return the corrections that removed one of the persons, who could be put back."""
    named = [Q(removed__contains=[{"person_id": person_id}]) for person_id in persons]
    return PhotoCorrection.objects.filter(reduce(or_, named, Q(pk__in=[])))


def naming_persons(persons: Collection[str]) -> QuerySet[SuggestedPerson]:
    """Return the suggestions that name one of the persons."""
    named = Q(person_id__in=persons) | Q(may_be__in=persons)
    return SuggestedPerson.objects.filter(named)


def numbers_of(album_id: UUID, persons: Sequence[str]) -> set[str]:
    """Return the numbers of an album that are a person's own.

    A number is theirs if it is on more than half of their photos with numbers, and if they are on
    more than half of the photos with this number and faces. A number that clearly stands under the
    face of another person is not theirs: on a photo of several runners each has one.
    """
    theirs = PhotoPerson.objects.filter(person_id__in=persons, photo__album=album_id)
    photos = set(theirs.values_list("photo_id", flat=True))
    faces = defaultdict[UUID, list[tuple[str, Box]]](list)
    seen_on = PhotoPerson.objects.filter(photo__in=photos)
    for photo_id, person_id, box in seen_on.values_list("photo_id", "person_id", "box"):
        if box:
            faces[photo_id].append((person_id, box))
    on = defaultdict[str, set[UUID]](set)
    read = PhotoNumber.objects.filter(photo__in=photos, rejection="")
    for value, photo_id, box in read.values_list("value", "photo_id", "box"):
        wearer = wearer_of(box, faces[photo_id]) if box else None
        if wearer is None or wearer in persons:
            on[value].add(photo_id)
    with_numbers = read.values("photo").distinct().count()
    return {
        value
        for value, seen in on.items()
        if 2 * len(seen) > with_numbers and 2 * len(seen) > _photos_with_faces(album_id, value)
    }


def _photos_with_faces(album_id: UUID, value: str) -> int:
    read = PhotoNumber.objects.filter(value=value, rejection="", photo__album=album_id)
    return read.filter(photo__persons__isnull=False).values("photo").distinct().count()


def names_of(subject: Subject) -> Iterator[Name]:
    """Yield by what repeated callbacks know the person and their numbers."""
    for album in subject["albums"]:
        for person_id in subject["persons"]:
            yield person_name(album["id"], person_id)
        for value in album["numbers"]:
            yield number_name(album["id"], value)
    for space_id in subject["spaces"]:
        for person_id in subject["persons"]:
            yield person_in_space_name(space_id, person_id)


def marks_of(subject: Subject, album: dict[str, Any]) -> Marks:
    """Return the marks of the person in one of the subject's albums."""
    return Marks(ids=subject["persons"], numbers=album["numbers"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasePersonCommand:
    erasure_id: UUID
    album_id: UUID
    person_id: str
    reason: str
    by: Actor | None
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseSelfieCommand:
    erasure_id: UUID
    selfie_id: UUID
    by: Actor | None
    now: datetime
    reason: str = ""


@transaction.atomic
def erase_person(command: ErasePersonCommand) -> Erasure:
    """Erase a person in all albums that share their faces, and the numbers that are theirs.

    An erasure that is under way is returned as it is.

    :raises AlbumNotFound: no such album.
    :raises PersonNotFound: the album has no such person.
    """
    album = Album.objects.locked(command.album_id)
    ids = {"albumId": str(album.pk), "persons": [command.person_id]}
    if (known := unfinished_erasure(SubjectKind.PERSON, ids)) is not None:
        return known
    subject = person_subject(album, command.person_id)
    _refuse_unknown(count_all(SubjectKind.PERSON, subject))
    album_ids = [each["id"] for each in subject["albums"]]
    Album.objects.filter(pk__in=album_ids).update(has_erasures=True)
    return order_erasure(
        OrderErasureCommand(
            erasure_id=command.erasure_id,
            kind=SubjectKind.PERSON,
            subject=subject,
            names=names_of(subject),
            why=command.reason,
            by=command.by,
            now=command.now,
        )
    )


def count_erased_with_person(album_id: UUID, person_id: str) -> Counts:
    """Return what erasing the person would erase now.

    :raises AlbumNotFound, PersonNotFound: there is none.
    """
    album = Album.objects.get_or_refuse(album_id)
    counts = count_all(SubjectKind.PERSON, person_subject(album, person_id))
    _refuse_unknown(counts)
    return counts


def _refuse_unknown(counts: Counts) -> None:
    if not counts.keys() & {"faces", "selfies"}:
        raise PersonNotFound


def selfie_subject(selfie_id: UUID) -> Subject:
    return {"selfieId": str(selfie_id), "words": [str(selfie_id)]}


@transaction.atomic
def erase_selfie(command: EraseSelfieCommand) -> Erasure:
    """Erase a selfie, its picture, and what was recognised on it.

    :raises SelfieNotFound: no such selfie.
    """
    selfie = Selfie.objects.locked(command.selfie_id)
    subject = selfie_subject(selfie.pk)
    if (known := unfinished_erasure(SubjectKind.SELFIE, subject)) is not None:
        return known
    return order_erasure(
        OrderErasureCommand(
            erasure_id=command.erasure_id,
            kind=SubjectKind.SELFIE,
            subject=subject,
            names=[selfie_name(selfie.pk)],
            why=command.reason,
            by=command.by,
            now=command.now,
        )
    )
