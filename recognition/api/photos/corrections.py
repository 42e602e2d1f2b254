"""What staff correct of a photo, as it is received."""

from rest_framework import serializers

from foundation.rest.fields import ExactTextField, StrictTextField
from foundation.rest.serializers import Input
from recognition.api.samples import PERSON_ID
from recognition.providers.evidence import MAX_PERSON_ID

MOST = 1000  # numbers or persons of a photo


class CorrectionInput(Input):
    """What all corrections have."""

    reason = StrictTextField(max_length=500, required=False, allow_blank=True, default="")


class NumbersInput(CorrectionInput):
    """All numbers on the photo."""

    example = {"values": ["101", "2045"], "reason": "The bib was folded."}

    values = serializers.ListField(
        child=StrictTextField(),
        max_length=MOST,
        help_text="In any spelling; they need not be in the start list. Empty: there is none.",
    )


class PersonsInput(CorrectionInput):
    """The persons that stay on the photo."""

    example = {"persons": [PERSON_ID], "reason": "A spectator with a similar face."}

    persons = serializers.ListField(
        child=ExactTextField(max_length=MAX_PERSON_ID),
        source="person_ids",
        max_length=MOST,
        help_text="Ids of persons found on the photo; the others are removed.",
    )
