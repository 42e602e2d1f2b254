"""What came of a selfie, written down. The caller has locked it, or is making it."""

from collections.abc import Iterable

from recognition.models import Selfie, SelfiePerson, SelfieState
from recognition.providers.faces import RecognisedPerson

NOBODY = "Nobody who is known was found on the picture."


def state_for(persons: Iterable[RecognisedPerson]) -> SelfieState:
    """Return where a selfie stands that shows these persons."""
    return SelfieState.RECOGNIZED if any(True for _ in persons) else SelfieState.NOT_FOUND


def reason_for(state: SelfieState) -> str:
    """Say why a selfie stands there; empty where nothing is to be said."""
    return NOBODY if state is SelfieState.NOT_FOUND else ""


def keep_selfie_persons(selfie: Selfie, persons: Iterable[RecognisedPerson]) -> None:
    """Make these the selfie's persons; of somebody seen twice the surer sight stays."""
    best = {found.person_id: found for found in sorted(persons, key=lambda p: p.confidence or 0)}
    SelfiePerson.objects.bulk_create(
        [
            SelfiePerson(selfie=selfie, person_id=found.person_id, confidence=found.confidence)
            for found in best.values()
        ]
    )
