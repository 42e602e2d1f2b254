"""Storing what was found on a selfie. The caller has locked the selfie, or is creating it."""

from collections.abc import Collection

from recognition.models import Selfie, SelfiePerson, SelfieState
from recognition.providers.faces import RecognisedPerson

NOT_FOUND = "No known person was found on the picture."


def state_for(persons: Collection[RecognisedPerson]) -> SelfieState:
    """Return the state of a selfie on which these persons were found."""
    return SelfieState.RECOGNIZED if persons else SelfieState.NOT_FOUND


def reason_for(state: SelfieState) -> str:
    """Return why a selfie is in that state; empty if no reason is needed."""
    return NOT_FOUND if state is SelfieState.NOT_FOUND else ""


def keep_selfie_persons(selfie: Selfie, persons: Collection[RecognisedPerson]) -> None:
    """Store the selfie's persons; of a person found twice, the surer one."""
    best = {found.person_id: found for found in sorted(persons, key=lambda p: p.confidence or 0)}
    SelfiePerson.objects.bulk_create(
        [
            SelfiePerson(selfie=selfie, person_id=found.person_id, confidence=found.confidence)
            for found in best.values()
        ]
    )
