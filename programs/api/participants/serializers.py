"""Participants in requests and answers."""

from rest_framework import serializers

from foundation.rest.fields import GuidField, NewGuidField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from programs.api.records import PARTICIPANT_ID, PROGRAM_ID, TIMES, ItemsField
from programs.models import ParticipantState

_PARTICIPANT = {"marketingProgramId": PROGRAM_ID, "state": "Active"}


class ParticipantInput(Input):
    """A participant. The program never changes."""

    example = _PARTICIPANT

    marketing_program_id = GuidField(source="program_id")
    state = serializers.ChoiceField(
        ParticipantState.choices,
        required=False,
        help_text="Left out: a new participant is Active, a known one stays as they are.",
    )


class ParticipantItemInput(ParticipantInput):
    """A participant with the id."""

    participant_id = NewGuidField()


class ParticipantsInput(Input):
    """Participants; each item is read and answered by itself."""

    example = {"items": [{"participantId": PARTICIPANT_ID, **_PARTICIPANT}]}

    items = ItemsField(ParticipantItemInput)


class ParticipantOutput(Output):
    """A participant."""

    example = {"participantId": PARTICIPANT_ID, **_PARTICIPANT, **TIMES}

    participant_id = GuidField(source="pk")
    marketing_program_id = GuidField(source="program_id")
    state = serializers.ChoiceField(ParticipantState.choices)
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
