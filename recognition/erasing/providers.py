"""A person erased at the provider that recognises faces, and from the faces known from there."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from foundation.privacy.registry import Counts, Erased, Marks, Part, Subject
from recognition.persons.models import PersonApart, PersonMerge, PersonReassignment
from recognition.providers.faces import face_provider
from recognition.providers.failures import ProcessingFailure
from recognition.providers.models import AccountSpace, KnownFace
from recognition.providers.numbers import number_adapter
from recognition.selfies.recognising import RecogniserAway


class FacesAtProviders(Part):
    """Asks the provider first: afterwards nothing says which of its faces were the person's."""

    asks = True

    def count(self, subject: Subject) -> Counts:
        is_known = subject["spaces"] or subject["byNumberProvider"]
        return {"atProviders": len(subject["persons"])} if is_known and subject["albums"] else {}

    def ask(self, subject: Subject) -> None:
        if subject["byNumberProvider"]:
            forget_at_number_provider(subject["persons"])
        forget_in_spaces(subject["spaces"], subject["persons"])

    def erase(self, subject: Subject, position: Any, now: datetime) -> Erased:
        _faces_of(subject).delete()
        _delete_merges(subject)
        return Erased(counts=self.count(subject))


def forget_in_spaces(space_ids: Collection[UUID | str], persons: Collection[str]) -> None:
    """Delete persons of these spaces at their face providers.

    :raises RecogniserAway: they are not known to be deleted.
    """
    spaces = AccountSpace.objects.select_related("account").filter(pk__in=space_ids)
    for space in spaces.order_by("pk"):
        _forget_in_space(space, persons)


def _forget_in_space(space: AccountSpace, persons: Iterable[str]) -> None:
    with _saying_why():
        provider = face_provider(space.account, space)
        for person_id in persons:
            faces = KnownFace.objects.filter(space=space, person_id=person_id)
            provider.forget(person_id, list(faces.values_list("face_id", flat=True)))


def forget_at_number_provider(persons: Iterable[str]) -> None:
    """Delete persons at the number provider.

    :raises RecogniserAway: they are not known to be deleted.
    """
    with _saying_why():
        for person_id in persons:
            number_adapter().forget(person_id)


@contextmanager
def _saying_why() -> Iterator[None]:
    """Refuse within as providers fail: staff read why a job waits."""
    try:
        yield
    except ProcessingFailure as failure:
        raise RecogniserAway(failure.reason) from failure


def _faces_of(subject: Subject) -> Any:
    return KnownFace.objects.filter(space__in=subject["spaces"], person_id__in=subject["persons"])


def _delete_merges(subject: Subject) -> None:
    persons, of_album = subject["persons"], Q(album__in=[each["id"] for each in subject["albums"]])
    named = Q(person_id__in=persons) | Q(into__in=persons)
    PersonMerge.objects.filter(of_album, named).delete()
    apart = Q(person_id__in=persons) | Q(other__in=persons)
    PersonApart.objects.filter(of_album, apart).delete()
    jobs = PersonReassignment.objects.filter(of_album)
    marks = Marks(ids=persons)
    named_in = [job.pk for job in jobs if job.person_id in persons or marks.name(job.why)]
    PersonReassignment.objects.filter(pk__in=named_in).delete()
