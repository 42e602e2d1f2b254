"""Deciding which person a provider's face belongs to, once, also under concurrency."""

from collections.abc import Sequence

from django.db import transaction

from recognition.models import AccountSpace, KnownFace


@transaction.atomic
def decide_person(space: AccountSpace, face_id: str, alike: Sequence[str]) -> str:
    """Return the person of a face; a new person if no similar face is known.

    Two photos of an unknown runner may be processed at the same time: each finds the other's face,
    undecided. The first process decides for all faces of the group while it locks the space, so
    the second finds its own face decided.

    :param face_id: the provider's id of the face.
    :param alike: ids of faces similar enough to be the same person, the most similar first.
    """
    AccountSpace.objects.select_for_update(no_key=True).get(pk=space.pk)
    group = [face_id, *alike]
    known = KnownFace.objects.persons(space, group)
    decided = next((known[face] for face in group if face in known), None)
    person = decided or next(iter(alike), face_id)
    KnownFace.objects.bulk_create(
        KnownFace(space=space, face_id=face, person_id=person)
        for face in (group if decided is None else [face_id])
        if face not in known
    )
    return person
