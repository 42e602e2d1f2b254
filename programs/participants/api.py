"""Participants over the AdminApi."""

from uuid import UUID, uuid4

import django_filters
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.privacy.api import ERASE, ErasingInput, OrderedErasureOutput
from foundation.rest.bodies import expected_version
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, TextFilter
from foundation.rest.serializers import (
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictTextField,
    UtcDateTimeField,
)
from programs.participants.commands import (
    ChangeParticipantStateCommand,
    Participants,
    change_participant_state,
)
from programs.participants.erasing import EraseParticipantCommand, erase_participant
from programs.participants.models import (
    MAX_EXTERNAL_ID,
    MAX_LABEL,
    Participant,
    ParticipantQuerySet,
    ParticipantState,
)
from programs.putting_api import (
    MANAGE,
    PARTICIPANT_ID,
    PROGRAM_ID,
    TIMES,
    BulkOutput,
    ItemsField,
    RecordViews,
    puts,
)

# Participants in requests and answers.


_PARTICIPANT = {
    "marketingProgramId": PROGRAM_ID,
    "state": "Active",
    "label": "Ann, Oslo",
    "externalId": "crm-1042",
}
_LEFT_OUT = "Left out: a known participant's stays as it is."


class ParticipantInput(Input):
    """A participant. The program never changes."""

    example = _PARTICIPANT

    marketing_program_id = GuidField(source="program_id")
    state = serializers.ChoiceField(
        ParticipantState.choices,
        required=False,
        help_text="Left out: a new participant is Active, a known one stays as they are.",
    )
    label = StrictTextField(  # type: ignore[assignment]  # a field, not this shape's own label
        max_length=MAX_LABEL,
        required=False,
        allow_blank=True,
        help_text=f"A name for people. {_LEFT_OUT}",
    )
    external_id = StrictTextField(
        max_length=MAX_EXTERNAL_ID,
        required=False,
        allow_blank=True,
        help_text=f"The id in your other system, once in a program. {_LEFT_OUT}",
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
    label = serializers.CharField()  # type: ignore[assignment]
    external_id = serializers.CharField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class ParticipantFilters(Filters):
    """By program, state and name."""

    marketing_program_id = GuidFilter(field_name="program_id")
    external_id = TextFilter(help_text="The whole external id.")
    search = TextFilter(
        method="named", help_text="Words with which words of the label or of the external id begin."
    )
    state = django_filters.ChoiceFilter(choices=ParticipantState.choices)

    def named(self, rows: ParticipantQuerySet, _: str, text: str) -> ParticipantQuerySet:
        return rows.named(text)


class ParticipantViews(RecordViews):
    """Participants of marketing programs."""

    kind = Participants
    item = ParticipantItemInput

    @operation(
        gives=ParticipantOutput,
        paged=True,
        filters=ParticipantFilters,
        ordering=("created_on", "updated_on", "state"),
    )
    def list(self, request: Request) -> Response:
        """List participants, the oldest first."""
        return self.page(Participant.objects.all())

    @operation(gives=ParticipantOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_id: UUID) -> Response:
        """Return a participant."""
        return self.answer(Participant.objects.get_or_refuse(participant_id))

    @puts(ParticipantInput, ParticipantOutput)
    def save(self, request: Request, participant_id: UUID) -> Response:
        """Create or change a participant; 404: no such program; 409: of another, or id taken."""
        return self.put_one(participant_id)

    @operation(takes=ParticipantsInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 participants; each item is answered by itself."""
        return self.put_many()

    @operation(gives=ParticipantOutput, locking=True, access=MANAGE, refusals=(404,))
    def block(self, request: Request, participant_id: UUID) -> Response:
        """Accept no new activities of a participant; existing ones stay."""
        return self._change(participant_id, ParticipantState.BLOCKED)

    @operation(gives=ParticipantOutput, locking=True, access=MANAGE, refusals=(404,))
    def unblock(self, request: Request, participant_id: UUID) -> Response:
        """Accept activities of a participant again."""
        return self._change(participant_id, ParticipantState.ACTIVE)

    @operation(
        takes=ErasingInput,
        gives=OrderedErasureOutput,
        statuses=(202,),
        access=ERASE,
        refusals=(404,),
    )
    def erase(self, request: Request, participant_id: UUID) -> Response:
        """Erase a participant; the balance's operations stay under a pseudonym."""
        command = EraseParticipantCommand(
            erasure_id=uuid4(),
            participant_id=participant_id,
            by=self.actor,
            now=timezone.now(),
            **self.data(),
        )
        return self.answer(erase_participant(command))

    def _change(self, participant_id: UUID, state: ParticipantState) -> Response:
        command = ChangeParticipantStateCommand(
            participant_id=participant_id,
            state=state,
            expected_version=expected_version(self.request),
            by=self.actor,
        )
        return self.answer(change_participant_state(command))
