"""The event `task-managers.task-completed`…"""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from activities.receiving.commands import on_task_manager_completed
from activities.tests.calls.outbox import event_of
from activities.tests.test_task_manager_applied import task_in
from foundation.messaging.bus.events import Event
from programs.tasks.commands import TaskIsCancelled
from programs.tasks.models import ParticipantExerciseTaskNotFound, ParticipantTaskState

pytestmark = pytest.mark.django_db
TOPIC = "task-managers.task-completed"


def event(task_id: Any, **changes: Any) -> Event:
    data = {"participantExerciseTaskId": str(task_id), "completedOn": "2026-05-17T09:30:00Z"}
    return event_of(TOPIC, {**data, **changes})


def test_completes_a_task_of_the_old_scheme_once():
    task = task_in(is_new_scheme=False)

    on_task_manager_completed(event(task.pk))
    on_task_manager_completed(event(task.pk, completedOn="2026-06-01T00:00:00Z"))

    task.refresh_from_db()
    assert (task.state, task.version) == (ParticipantTaskState.COMPLETED, 2)
    assert task.completed_on == datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def test_is_ignored_in_the_new_scheme_and_refused_for_an_unknown_or_cancelled_task():
    task = task_in(is_new_scheme=True)

    on_task_manager_completed(event(task.pk))

    task.refresh_from_db()
    assert task.state == ParticipantTaskState.ACTIVE
    with pytest.raises(ParticipantExerciseTaskNotFound):
        on_task_manager_completed(event(uuid.uuid4()))
    with pytest.raises(TaskIsCancelled):
        on_task_manager_completed(event(task_in(is_new_scheme=False, state="Cancelled").pk))
