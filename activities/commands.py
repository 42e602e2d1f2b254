"""Commands that store and update activities."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from activities.events import ActivityCreated, ActivityDataUpdated
from activities.models import Activity
from activities.types import kind_of
from messaging import outbox
from programs.models import Participant, ParticipantState
from records.creating import insert_new
from records.refusals import Conflict, Forbidden


class ParticipantBlocked(Forbidden):
    """The participant is blocked."""

    code = "participant-blocked"


class ActivityOfAnotherParticipant(Conflict):
    """The activity exists and belongs to another participant."""

    code = "activity-of-another-participant"


class ActivityOfAnotherType(Conflict):
    """The activity exists and has another type."""

    code = "activity-of-another-type"


class ActivityHasOtherData(Conflict):
    """The activity exists and has other data."""

    code = "activity-has-other-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateActivityCommand:
    activity_id: UUID
    participant_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateActivityDataCommand:
    activity_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiveActivityCommand:
    """An activity that its source sends, for the first time or again."""

    activity_id: UUID
    participant_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str


@transaction.atomic
def create_activity(command: CreateActivityCommand) -> Activity:
    """Store an activity of a participant, once.

    1. If the activity exists: success if it is the same, else a conflict.
    2. Check the data by the rules of the type.
    3. Check that the participant exists and is not blocked.
    4. Store the activity and its event. If two commands race for one id, the later one goes to 1.

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
    outbox.post(*ActivityCreated.of(activity).messages())
    return activity


@transaction.atomic
def update_activity_data(command: UpdateActivityDataCommand) -> Activity:
    """Replace the data of an activity; its state stays.

    If the data are the same, nothing is stored and no event is published.

    :raises ActivityNotFound: no such activity.
    :raises ActivityOfAnotherType: it has another type.
    :raises InvalidOperation: the data break a rule of the type.
    """
    activity = Activity.objects.locked(command.activity_id)
    _refuse_another_type(activity, command.activity_type)
    if activity.data == command.activity_data:
        return activity
    kind_of(command.activity_type).read(command.activity_data)
    activity.store(data=dict(command.activity_data))
    outbox.post(ActivityDataUpdated.of(activity).message())
    return activity


def receive_activity(command: ReceiveActivityCommand) -> Activity:
    """Create an activity or, if it exists, update its data.

    Creation is tried first. So if two callbacks race for a new id, the later one updates what the
    earlier one created.

    :raises Refusal: as `create_activity` and `update_activity_data`, except ActivityHasOtherData.
    """
    try:
        return create_activity(
            CreateActivityCommand(
                activity_id=command.activity_id,
                participant_id=command.participant_id,
                activity_data=command.activity_data,
                activity_type=command.activity_type,
            )
        )
    except ActivityHasOtherData:
        return update_activity_data(
            UpdateActivityDataCommand(
                activity_id=command.activity_id,
                activity_data=command.activity_data,
                activity_type=command.activity_type,
            )
        )


def _active_participant(participant_id: UUID) -> Participant:
    participant = Participant.objects.locked(participant_id)
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
    _refuse_another_type(known, command.activity_type)
    if known.data != command.activity_data:
        raise ActivityHasOtherData(f"Activity {known.pk} has other data.")
    return known


def _refuse_another_type(activity: Activity, activity_type: str) -> None:
    if activity.type != activity_type:
        raise ActivityOfAnotherType(
            f"Activity {activity.pk} is a {activity.type}, not a {activity_type}."
        )
