"""Handlers of other services' events: each turns an event into one command."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import structlog
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from activities.erasing import activity_name
from activities.receiving.commands import CreateActivityCommand, ParticipantBlocked, receive_event
from activities.records.changes import get_activity_by_id
from activities.records.readings import (
    AppliedEventData,
    CompletedEventData,
    CreatedEventData,
    activity_data,
)
from activities.settling.tasks import ApplyActivityCommand, apply_activity
from activities.types.sporadic import SporadicActivity
from activities.types.sport import SportActivity
from foundation.messaging.bus.events import Event
from foundation.privacy.registry import Name, is_erased
from foundation.records.refusals import Invalid, NotFound
from foundation.rest.serializers import NewGuidField, read_message
from programs.models import ParticipantExerciseTask
from programs.participants.commands import participant_name
from programs.tasks.commands import (
    CompleteParticipantExerciseTaskCommand,
    complete_participant_exercise_task,
)

log = structlog.get_logger(__name__)

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
