"""Calls of an account's face provider, whichever it is, as a test makes them."""

import pytest

from foundation.fetching.pictures import Image
from recognition.models import AccountSpace
from recognition.providers.faces import face_provider
from recognition.providers.failures import ProcessingFailure


def recognise(space: AccountSpace, image: Image, image_id: str = "p1") -> list[str]:
    """Return the ids of the persons on an image."""
    found = face_provider(space.account, space).recognise(image, image_id)
    return [person.person_id for person in found]


def refusal(space: AccountSpace, image: Image) -> ProcessingFailure:
    """Return what recognising an image fails with."""
    with pytest.raises(ProcessingFailure) as raised:
        recognise(space, image)
    return raised.value
