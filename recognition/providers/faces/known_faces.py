"""Deciding once which person a provider's face is, also when two processes decide together."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from recognition.models import AccountSpace, KnownFace


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidePersonCommand:
    """Say which person a face of a space is.

    :param face_id: what the provider calls the face.
    :param alike: the provider's faces that are the same person by its lights, the surest first.
    """

    space_id: UUID
    face_id: str
    alike: Sequence[str]


@transaction.atomic
def decide_person(command: DecidePersonCommand) -> str:
    """Return the person of a face, who is a new one where none of the faces alike is known.

    Two photos of an unknown runner may be processed side by side: each finds the other's face,
    undecided. The first to decide does so for all faces of the group, and locks the space
    meanwhile; so the second finds its own face decided.
    """
    space = AccountSpace.objects.select_for_update(no_key=True).get(pk=command.space_id)
    group = [command.face_id, *command.alike]
    known = KnownFace.objects.persons(space, group)
    decided = next((known[face] for face in group if face in known), None)
    person = decided or next(iter(command.alike), command.face_id)
    KnownFace.objects.bulk_create(
        KnownFace(space=space, face_id=face, person_id=person)
        for face in (group if decided is None else [command.face_id])
        if face not in known
    )
    return person
