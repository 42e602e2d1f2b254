"""Storing an activity that a source sends, for the first time or again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from activities.claims.commands import close_claim, raise_claim
from activities.erasing import data_without_erased
from activities.records.changes import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    REWARD_AND_APPLY,
    Changes,
    step,
)
from activities.records.events import ActivityCreated, ActivityDataUpdated
from activities.records.models import Activity, ActivityChange, ActivityState
from activities.types import InvalidOperation, kind_of
from foundation.messaging.outbox import HandlerMessage
from foundation.records.models import insert_unknown
from foundation.records.refusals import Conflict, Forbidden
from foundation.records.texts import in_utc
from programs.models import MarketingProgram, Participant, ParticipantState


class ParticipantBlocked(Forbidden):
    """The participant is blocked."""


class ActivityOfAnotherParticipant(Conflict):
    """The activity exists and belongs to another participant."""


class ActivityOfAnotherType(Conflict):
    """The activity exists and has another type."""


class ActivityHasOtherData(Conflict):
    """The activity exists and has other data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateActivityDataCommand:
    activity_id: UUID
    activity_data: Mapping[str, str]
    activity_type: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateActivityCommand(UpdateActivityDataCommand):
    participant_id: UUID
    now: datetime


def receive_activity(command: CreateActivityCommand) -> Activity:
    """Create an activity or, if it exists, update its data.

    Creation is tried first. So if two callbacks race for a new id, the later one updates what the
    earlier one created.

    :raises Refusal: as `create_activity` and `update_activity_data`, except ActivityHasOtherData.
    """
    data = data_without_erased(command.activity_type, command.activity_data)
    command = replace(command, activity_data=data)
    try:
        return create_activity(command)
    except ActivityHasOtherData:
        return update_activity_data(command)


def receive_event(command: CreateActivityCommand) -> Activity:
    """Create an activity; if it exists, take only another decision of the referees.

    :raises Refusal: as `create_activity` and `update_activity_data`.
    """
    try:
        return create_activity(command)
    except ActivityHasOtherData:
        known = Activity.objects.get(pk=command.activity_id)
        if not _is_decided_otherwise(known, command.activity_data):
            raise
        return update_activity_data(command)


@transaction.atomic
def create_activity(command: CreateActivityCommand) -> Activity:
    """Store an activity of a participant, once.

    1. If the activity exists: success if it is the same, else a conflict.
    2. Check the data by the rules of the type.
    3. Check that the participant exists and is not blocked, and the dates of the program.
    4. Store the activity, its event and its first steps. If two commands race for one id, the later
       one goes to 1.

    :raises ActivityOfAnotherParticipant, ActivityOfAnotherType, ActivityHasOtherData: it exists.
    :raises InvalidOperation: the data break a rule of the type; the activity happened outside the
        dates of a program that refuses this.
    :raises ParticipantNotFound: no such participant.
    :raises ParticipantBlocked: the participant is blocked.
    """
    known = Activity.objects.filter(pk=command.activity_id).first()
    if known is not None:
        return _same(known, command)
    kind = kind_of(command.activity_type)
    values = kind.read(command.activity_data)
    # Blocking waits for this lock; the foreign keys of other rows do not.
    participants = Participant.objects.select_for_update(no_key=True, of=("self",))
    participant = participants.select_related("program").get_or_refuse(command.participant_id)
    if participant.state == ParticipantState.BLOCKED:
        raise ParticipantBlocked(f"Participant {participant.pk} is blocked.")
    _refuse_outside_dates(participant.program, values.get(kind.happens) or command.now)
    activity = Activity(
        id=command.activity_id,
        participant=participant,
        marketing_program_id=participant.program_id,
        type=command.activity_type,
        data=dict(command.activity_data),
        created_on=command.now,
        updated_on=command.now,
    )
    if not insert_unknown(activity):
        return _same(Activity.objects.get(pk=command.activity_id), command)
    changes = Changes(activity, command.source)
    changes.note(ActivityChange.CREATED, {"data": activity.data}, ActivityCreated)
    changes.post(*_steps(activity))
    return changes.write()


@transaction.atomic
def update_activity_data(command: UpdateActivityDataCommand) -> Activity:
    """Replace the data of an activity; its state stays.

    If the data are the same, nothing is stored and no event is published. New data lead to a new
    calculation as long as no reward is set, and to a new search as long as the state is Created. A
    reward that is set stays; if the referees rejected the activity since, a claim is raised.

    :raises ActivityNotFound: no such activity.
    :raises ActivityOfAnotherType: it has another type.
    :raises InvalidOperation: the data break a rule of the type.
    """
    activity = Activity.objects.locked(command.activity_id)
    _refuse_another_type(activity, command.activity_type)
    if activity.data == command.activity_data:
        return activity
    kind = kind_of(command.activity_type)
    values, data = kind.read(command.activity_data), dict(command.activity_data)
    if data.get(kind.happens) != activity.data.get(kind.happens):
        _refuse_outside_dates(activity.marketing_program, values[kind.happens])
    is_decided_otherwise = _is_decided_otherwise(activity, data)
    changes = Changes(activity, command.source)
    changes.note(
        ActivityChange.DATA_UPDATED,
        {"data": data},
        ActivityDataUpdated,
        data=data,
        reward_failure="",
        failed_formula_id=None,
    )
    changes.post(*_steps(activity))
    changes.write()
    if is_decided_otherwise:
        is_rejected = kind_of(activity.type).is_rejected(data)
        (raise_claim if is_rejected else close_claim)(activity)
    return activity


def _refuse_outside_dates(program: MarketingProgram, happened: datetime) -> None:
    if not program.refuses_outside_dates:
        return
    if program.starts_on is not None and happened < program.starts_on:
        raise InvalidOperation(f"The program starts on {in_utc(program.starts_on)}.")
    if program.ends_on is not None and happened > program.ends_on:
        raise InvalidOperation(f"The program ended on {in_utc(program.ends_on)}.")


def _is_decided_otherwise(activity: Activity, data: Mapping[str, str]) -> bool:
    kind = kind_of(activity.type)
    return kind.is_rejected(activity.data) != kind.is_rejected(data)


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


def _steps(activity: Activity) -> list[HandlerMessage]:
    """Return the step that the data lead to, as far as it is not done."""
    match activity.reward is None, activity.state == ActivityState.CREATED:
        case True, True:
            return [step(activity, REWARD_AND_APPLY)]
        case True, False:
            return [step(activity, CALCULATE_REWARD)]
        case False, True:
            return [step(activity, APPLY_ACTIVITY)]
    return []
