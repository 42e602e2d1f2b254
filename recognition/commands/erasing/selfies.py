"""Selfies erased: one by itself, or all of a person."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from foundation.privacy.parts import Counts, Erased, Part, Subject
from recognition.commands.erasing.photos import erase_from_callbacks
from recognition.commands.erasing.subjects import marks_of
from recognition.models import Callback, Selfie, SelfiePerson

SELFIES_AT_ONCE = 100


class ErasedSelfie(Part):
    """A selfie with its picture, persons, requests and callbacks."""

    def count(self, subject: Subject) -> Counts:
        return _count(Selfie.objects.filter(pk=subject["selfieId"]))

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        return Erased(counts=_delete([UUID(subject["selfieId"])]))


class SelfiesOfPerson(Part):
    """Every selfie on which the person was recognised; other selfies lose the person's id."""

    def count(self, subject: Subject) -> Counts:
        return _count(_selfies_of(subject))

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        chosen = list(_selfies_of(subject).values_list("pk", flat=True)[:SELFIES_AT_ONCE])
        if chosen:
            return Erased(counts=_delete(chosen), next="more")
        changed = sum(
            erase_from_callbacks(Q(request__selfie__album=album["id"]), marks_of(subject, album))
            for album in subject["albums"]
        )
        return Erased(counts={"callbacks": changed})


def _selfies_of(subject: Subject) -> QuerySet[Selfie]:
    albums = [album["id"] for album in subject["albums"]]
    found = SelfiePerson.objects.filter(person_id__in=subject["persons"], selfie__album__in=albums)
    return Selfie.objects.filter(pk__in=found.values("selfie"))


def _count(selfies: QuerySet[Selfie]) -> Counts:
    callbacks = Callback.objects.filter(request__selfie__in=selfies)
    return {"selfies": selfies.count(), "callbacks": callbacks.count()}


def _delete(selfie_ids: Iterable[UUID]) -> Counts:
    """Delete selfies, locked first: an answer may just be stored for one."""
    selfies = Selfie.objects.filter(pk__in=list(selfie_ids)).order_by("pk")
    list(selfies.select_for_update(of=("self",)))
    counts = _count(selfies)
    selfies.delete()
    return counts
