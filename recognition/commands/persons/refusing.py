"""Persons of an album that staff say are two: not suggested as one, nor merged by evidence."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, record_deed
from foundation.records.refusals import Conflict
from recognition.commands.persons.merging import (
    OtherPersonUnknown,
    SamePerson,
    is_in_album,
    refuse_absent,
)
from recognition.models import Album, PersonApart
from recognition.queries.persons import merges_of


class PersonsMerged(Conflict):
    """The two are one person by a merge; split them instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseSamePersonCommand:
    """The person is not the person `other`."""

    album_id: UUID
    person_id: str
    other: str
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestSamePersonCommand:
    """The person may be the person `other` after all."""

    album_id: UUID
    person_id: str
    other: str
    now: datetime
    by: Actor | None = None


@transaction.atomic
def refuse_same_person(command: RefuseSamePersonCommand) -> None:
    """Keep two persons of an album apart; those that are kept apart stay so.

    :raises AlbumNotFound, PersonNotFound, SamePerson, OtherPersonUnknown: see there.
    :raises PersonsMerged: they are one by a merge.
    """
    album = _locked_album(command)
    merges = merges_of(album.pk)
    if merges.survivor(command.person_id) == merges.survivor(command.other):
        raise PersonsMerged(
            f"{command.person_id} and {command.other} are merged; split them instead."
        )
    if PersonApart.objects.by_staff(album.pk).between(merges, command.person_id, command.other):
        return
    PersonApart.objects.update_or_create(
        album=album, person_id=command.person_id, other=command.other, defaults={"undone": None}
    )
    record_deed(command.by, "SamePersonRefused", album, _changes(command))


@transaction.atomic
def suggest_same_person(command: SuggestSamePersonCommand) -> None:
    """Undo a refusal, and what a split said; where there is none, nothing changes.

    :raises AlbumNotFound, PersonNotFound, SamePerson, OtherPersonUnknown: see there.
    """
    album = _locked_album(command)
    apart = PersonApart.objects.by_staff(album.pk)
    rows = apart.between(merges_of(album.pk), command.person_id, command.other)
    if rows:
        PersonApart.objects.filter(pk__in=[row.pk for row in rows]).delete()
        record_deed(command.by, "SamePersonSuggestedAgain", album, _changes(command))


def _locked_album(command: RefuseSamePersonCommand | SuggestSamePersonCommand) -> Album:
    if command.person_id == command.other:
        raise SamePerson(errors={"other": "Another person of the album."})
    album = Album.objects.locked(command.album_id)
    refuse_absent(album.pk, command.person_id)
    if not is_in_album(album.pk, command.other):
        raise OtherPersonUnknown(errors={"other": f"The album has no person {command.other}."})
    return album


def _changes(
    command: RefuseSamePersonCommand | SuggestSamePersonCommand,
) -> dict[str, tuple[str, str]]:
    return {"person": (command.person_id, command.other)}
