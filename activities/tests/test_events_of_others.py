"""An event of another service…"""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from activities.models import Activity, ActivityState, RewardClaim
from activities.receiving.commands import (
    UnreadableActivityEvent,
    on_sport_activity_created,
    on_task_manager_applied,
    on_task_manager_completed,
)
from activities.tests.calls.outbox import event_of, posted, published
from activities.tests.calls.rewarded import credited
from activities.tests.factories import ActivityFactory, sport_body, sport_data
from foundation.messaging.bus.events import Event
from foundation.messaging.bus.intake import take_in
from programs.tasks.commands import TaskIsCancelled
from programs.tasks.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantTaskState,
)
from programs.tests.factories import (
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db


def task_in(*, is_new_scheme: bool, **fields: Any) -> ParticipantExerciseTask:
    program = MarketingProgramFactory.create(is_new_scheme=is_new_scheme)
    task: ParticipantExerciseTask = ParticipantExerciseTaskFactory.create(
        participant__program=program, **fields
    )
    return task


def event(activity_id: Any, task_id: Any, **changes: Any) -> Event:
    ids = {"activityId": str(activity_id), "participantExerciseTaskId": str(task_id)}
    return event_of("task-managers.activity-applied", {**ids, **changes})


@pytest.mark.parametrize("is_new_scheme", [True, False])
def test_applied_applies_the_activity_in_the_old_scheme_alone(is_new_scheme: bool):
    task = task_in(is_new_scheme=is_new_scheme)
    activity = ActivityFactory.create(participant=task.participant)

    for _ in range(2):
        on_task_manager_applied(event(activity.pk, task.pk, other="ignored"))

    activity.refresh_from_db()
    if is_new_scheme:
        assert (activity.state, posted()) == (ActivityState.CREATED, [])
    else:
        assert (activity.state, activity.participant_exercise_task) == ("Applied", task)
        assert activity.history.get().source == "task manager"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"activityId": "none"}, "activityId"),
        ({"activityId": None}, "activityId"),
        ({"participantExerciseTaskId": 7}, "participantExerciseTaskId"),
        ({"participantExerciseTaskId": None}, "participantExerciseTaskId"),
    ],
)
def test_applied_is_refused_when_it_cannot_be_read(change: dict[str, Any], field: str):
    with pytest.raises(UnreadableActivityEvent) as refusal:
        on_task_manager_applied(event(uuid.uuid4(), uuid.uuid4(), **change))

    assert list(refusal.value.errors) == [field]
    assert not Activity.objects.exists()


COMPLETED = "task-managers.task-completed"


def completed_event(task_id: Any, **changes: Any) -> Event:
    data = {"participantExerciseTaskId": str(task_id), "completedOn": "2026-05-17T09:30:00Z"}
    return event_of(COMPLETED, {**data, **changes})


def test_completed_completes_a_task_of_the_old_scheme_once():
    task = task_in(is_new_scheme=False)

    on_task_manager_completed(completed_event(task.pk))
    on_task_manager_completed(completed_event(task.pk, completedOn="2026-06-01T00:00:00Z"))

    task.refresh_from_db()
    assert (task.state, task.version) == (ParticipantTaskState.COMPLETED, 2)
    assert task.completed_on == datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def test_completed_is_ignored_in_the_new_scheme_and_refused_for_an_unknown_or_cancelled_task():
    task = task_in(is_new_scheme=True)

    on_task_manager_completed(completed_event(task.pk))

    task.refresh_from_db()
    assert task.state == ParticipantTaskState.ACTIVE
    with pytest.raises(ParticipantExerciseTaskNotFound):
        on_task_manager_completed(completed_event(uuid.uuid4()))
    with pytest.raises(TaskIsCancelled):
        on_task_manager_completed(
            completed_event(task_in(is_new_scheme=False, state="Cancelled").pk)
        )


def created_event(subject: Any, **changes: Any) -> Event:
    return event_of("sport-activities.activity-created", sport_body(**changes), subject)


@pytest.mark.parametrize(
    ("is_cyclic", "activity_type", "verdict"),
    [(True, "SportActivity", None), (False, "SporadicActivity", "Accepted")],
)
def test_created_creates_an_activity_once(is_cyclic: bool, activity_type: str, verdict: str | None):
    participant, activity_id = ParticipantFactory.create(), uuid.uuid4()
    given = {"refereeingSystemCheckState": verdict} if verdict else {}
    created = created_event(
        activity_id, participantId=str(participant.pk), isCyclic=is_cyclic, intensity=0.5, **given
    )

    times = [take_in(created, created.type) for _ in range(2)]

    activity = Activity.objects.get(pk=activity_id)
    expected = sport_data(IsCyclic=str(is_cyclic).lower(), Intensity="0.5")
    if not verdict:
        del expected["RefereeingSystemCheckState"]
    assert times == [True, False]
    assert (activity.participant, activity.type) == (participant, activity_type)
    assert activity.data == expected
    assert len(published()) == 1


def test_created_before_raises_a_claim_if_the_referees_rejected_it_until_they_accept_it_again():
    activity = credited()
    own = {"participantId": str(activity.participant_id), "isCyclic": True}
    rejected, accepted = (
        created_event(activity.pk, **own, refereeingSystemCheckState=verdict)
        for verdict in ("Rejected", "Accepted")
    )

    for _ in range(2):
        on_sport_activity_created(rejected)
    assert RewardClaim.objects.get().state == "Open"
    assert Activity.objects.get().data["RefereeingSystemCheckState"] == "Rejected"
    on_sport_activity_created(accepted)

    assert RewardClaim.objects.get().state == "Closed"
