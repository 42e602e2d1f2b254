"""Storing an activity."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from activities.commands.updating import refuse_another_type
from activities.events import ActivityCreated
from activities.following import APPLY_ACTIVITY, CALCULATE_REWARD, note, step
from activities.models import Activity, ActivityChange
from activities.types import kind_of
from programs.models import Participant, ParticipantState
from records.refusals import Conflict, Forbidden
from records.writing import insert_new


class ParticipantBlocked(Forbidden):
    """The participant is blocked."""

    code = "participant-blocked"


class ActivityOfAnotherParticipant(Conflict):
    """The activity exists and belongs to another participant."""

    code = "activity-of-another-participant"


class ActivityHasOtherData(Conflict):
    """The activity exists and has other data."""

    code = "activity-has-other-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateActivityCommand:
    activity_id: UUID
    participant_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str
    source: str = ""


@transaction.atomic
def create_activity(command: CreateActivityCommand) -> Activity:
    """Store an activity of a participant, once.

    1. If the activity exists: success if it is the same, else a conflict.
    2. Check the data by the rules of the type.
    3. Check that the participant exists and is not blocked.
    4. Store the activity, its event and its first steps. If two commands race for one id, the later
       one goes to 1.

    :raises ActivityOfAnotherParticipant, ActivityOfAnotherType, ActivityHasOtherData: it exists.
    :raises InvalidOperation: the data break a rule of the type.
    :raises ParticipantNotFound: no such participant.
    :raises ParticipantBlocked: the participant is blocked.
    """
    known = Activity.objects.filter(pk=command.activity_id).first()
    if known is not None:
        return _same(known, command)
    kind_of(command.activity_type).read(command.activity_data)
    activity = _activity_of(_active_participant(command.participant_id), command)
    if not insert_new(activity):
        return _same(Activity.objects.get(pk=command.activity_id), command)
    note(
        activity,
        ActivityChange.CREATED,
        command.source,
        {"data": activity.data},
        ActivityCreated,
        step(activity, CALCULATE_REWARD),
        step(activity, APPLY_ACTIVITY),
    )
    return activity


def _active_participant(participant_id: UUID) -> Participant:
    # Blocking waits for this lock; the foreign keys of other rows do not.
    participant = Participant.objects.select_for_update(no_key=True).get_or_refuse(participant_id)
    if participant.state == ParticipantState.BLOCKED:
        raise ParticipantBlocked(f"Participant {participant_id} is blocked.")
    return participant


def _activity_of(participant: Participant, command: CreateActivityCommand) -> Activity:
    now = timezone.now()
    return Activity(
        id=command.activity_id,
        participant=participant,
        marketing_program_id=participant.program_id,
        type=command.activity_type,
        data=dict(command.activity_data),
        created_on=now,
        updated_on=now,
    )


def _same(known: Activity, command: CreateActivityCommand) -> Activity:
    if known.participant_id != command.participant_id:
        raise ActivityOfAnotherParticipant(f"Activity {known.pk} belongs to another participant.")
    refuse_another_type(known, command.activity_type)
    if known.data != command.activity_data:
        raise ActivityHasOtherData(f"Activity {known.pk} has other data.")
    return known
