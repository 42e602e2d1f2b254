"""Ordering that a person, or a selfie, is erased."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.privacy.commands.ordering import (
    OrderErasureCommand,
    order_erasure,
    unfinished_erasure,
)
from foundation.privacy.models import Erasure, SubjectKind
from foundation.privacy.parts import Counts, Subject, count_all
from foundation.records.audit import Actor
from recognition.commands.erasing.subjects import names_of, person_subject
from recognition.erased import selfie_name
from recognition.models import Album, Selfie
from recognition.models.persons import PersonNotFound


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
