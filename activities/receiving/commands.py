"""Storing an activity that a source sends, once or again; events of other services."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog
from django.db import transaction
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from activities.claims.commands import close_claim, raise_claim
from activities.erasing import activity_name, data_without_erased
from activities.records.changes import (
    APPLY_ACTIVITY,
    CALCULATE_REWARD,
    REWARD_AND_APPLY,
    ActivityCreated,
    ActivityDataUpdated,
    Changes,
    get_activity_by_id,
    step,
)
from activities.records.models import Activity, ActivityChange, ActivityState
from activities.records.readings import (
    AppliedEventData,
    CompletedEventData,
    CreatedEventData,
    activity_data,
)
from activities.settling.applying import ApplyActivityCommand, apply_activity
from activities.types import InvalidOperation, kind_of
from activities.types.sport import SporadicActivity, SportActivity
from foundation.messaging.bus.events import Event
from foundation.messaging.outbox import HandlerMessage
from foundation.privacy.registry import Name, is_erased
from foundation.records.models import insert_unknown
from foundation.records.refusals import Conflict, Forbidden, Invalid, NotFound
from foundation.records.texts import in_utc
from foundation.rest.serializers import NewGuidField, read_message
from programs.participants.erasing import participant_name
from programs.participants.models import Participant, ParticipantState
from programs.programs.models import MarketingProgram
from programs.tasks.commands import (
    CompleteParticipantExerciseTaskCommand,
    complete_participant_exercise_task,
)
from programs.tasks.models import ParticipantExerciseTask

log = structlog.get_logger(__name__)


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


SPORT_ACTIVITY_CREATED = "sport-activities.activity-created"
TASK_MANAGER_APPLIED = "task-managers.activity-applied"
TASK_MANAGER_COMPLETED = "task-managers.task-completed"


class UnreadableActivityEvent(Invalid):
    """The event does not have the data of an activity."""


def on_sport_activity_created(event: Event) -> None:
    """Create the event's activity: a SportActivity if it is cyclic, else a SporadicActivity.

    Of one that exists only another decision of the referees is taken.
    """
    data = read_message(CreatedEventData, event.data, UnreadableActivityEvent)
    with ignoring_erased(participant_name(data["participant_id"])):
        receive_event(
            CreateActivityCommand(
                now=timezone.now(),
                activity_id=_activity_id(event.subject),
                participant_id=data["participant_id"],
                activity_data=activity_data(data),
                activity_type=SportActivity.type if data["is_cyclic"] else SporadicActivity.type,
                source="bus",
            )
        )


def on_task_manager_applied(event: Event) -> None:
    """Apply an activity to the task that a task manager names (old scheme).

    In the new scheme task managers do not decide: the event is ignored.
    """
    data = read_message(AppliedEventData, event.data, UnreadableActivityEvent)
    with ignoring_erased(activity_name(data["activity_id"])):
        _apply(data)


def on_task_manager_completed(event: Event) -> None:
    """Complete the task that a task manager names (old scheme); in the new scheme: ignored."""
    data = read_message(CompletedEventData, event.data, UnreadableActivityEvent)
    tasks = ParticipantExerciseTask.objects.select_related("participant__program")
    task = tasks.get_or_refuse(data["participant_exercise_task_id"])
    if task.participant.program.is_new_scheme:
        log.info("completion_by_task_manager_ignored", task_id=str(task.pk))
        return
    complete_participant_exercise_task(
        CompleteParticipantExerciseTaskCommand(
            exercise_id=task.exercise_id,
            participant_exercise_task_id=task.pk,
            value=None,
            is_new_scheme=False,
            occurred_on=data["completed_on"],
        )
    )


def _apply(data: dict[str, Any]) -> None:
    activity = get_activity_by_id(data["activity_id"])
    if activity.marketing_program.is_new_scheme:
        log.info("application_by_task_manager_ignored", activity_id=str(activity.pk))
        return
    apply_activity(
        ApplyActivityCommand(
            now=timezone.now(),
            activity_id=activity.pk,
            participant_exercise_task_id=data["participant_exercise_task_id"],
            source="task manager",
        )
    )


@contextmanager
def ignoring_erased(name: Name) -> Iterator[None]:
    """Ignore within what is refused because the one that the event names was erased.

    A dead letter of it would keep what was erased.
    """
    try:
        yield
    except (NotFound, ParticipantBlocked):
        if not is_erased(*name):
            raise
        log.info("event_about_erased_ignored")


def _activity_id(subject: str) -> UUID:
    try:
        guid: UUID = NewGuidField().run_validation(subject)
    except ValidationError:
        raise UnreadableActivityEvent(f"The subject {subject!r} is not an activity id.") from None
    return guid
