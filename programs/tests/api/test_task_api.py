"""Participants' tasks over the AdminApi…"""

import pytest
from django.utils import timezone

from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.api.calls import NEW_ID, UNKNOWN, path, problem
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db

TASKS = "participant-exercise-tasks"


@pytest.fixture
def task():
    return ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})


@pytest.fixture
def body():
    participant = ParticipantFactory.create()
    exercise = ExerciseFactory.create(program=participant.program)
    return {"participantId": str(participant.pk), "exerciseId": str(exercise.pk)}


def body_of(task):
    return {
        "participantId": str(task.participant_id),
        "exerciseId": str(task.exercise_id),
        "criteria": task.criteria,
    }


def put(client, key, body, **headers):
    return client.put(path(TASKS, key), body, format="json", headers=headers)


def stored(task):
    return ParticipantExerciseTask.objects.values().get(pk=task.pk)


def test_are_created_once(manager, reader, body):
    wanted = {**body, "criteria": {"minDistance": 5, "discipline": None}}
    given = {**wanted, "finishesOn": "2026-06-01T02:00:00+02:00"}

    answer, again = put(manager, NEW_ID, given), put(manager, NEW_ID, given)

    assert (answer.status_code, answer["ETag"]) == (201, '"1"')
    assert (again.status_code, again["ETag"], again.json()) == (200, '"1"', answer.json())
    assert reader.get(path(TASKS, NEW_ID)).json() == answer.json()
    same = {"If-None-Match": '"1"'}
    assert reader.get(path(TASKS, NEW_ID), headers=same).status_code == 304
    shown = answer.json()
    assert shown.pop("createdOn") == shown.pop("updatedOn")
    assert shown == {
        "participantExerciseTaskId": NEW_ID,
        **body,
        "activityType": "SportActivity",
        "state": "Active",
        "criteria": {"minDistance": "5"},
        "startsOn": None,
        "finishesOn": "2026-06-01T00:00:00Z",
        "completedOn": None,
        "activityAppliedOn": None,
    }


def test_keep_every_digit_of_a_criterion(manager, body):
    sent = '{"participantId": "%s", "exerciseId": "%s", "criteria": {"minDistance": %s}}'

    answer = manager.generic(
        "PUT",
        path(TASKS, NEW_ID),
        sent % (body["participantId"], body["exerciseId"], "123456789.12345678901234567890"),
        content_type="application/json",
    )

    assert answer.json()["criteria"] == {"minDistance": "123456789.1234567890123456789"}


def test_are_changed_at_the_version_that_the_caller_read_alone(manager, task):
    given = {**body_of(task), "criteria": {"maxDistance": "3"}}
    before = stored(task)

    stale = put(manager, task.pk, given, **{"If-Match": '"7"'})
    assert (problem(stale), stored(task)) == ((409, "version-conflict"), before)
    answer = put(manager, task.pk, given, **{"If-Match": '"1"'})
    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["criteria"] == {"maxDistance": "3"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["task", "done"]),
        ("participantId={task.participant_id}", ["task"]),
        ("exerciseId={done.exercise_id}", ["done"]),
        ("state=Completed", ["done"]),
        ("state=Cancelled", []),
        ("activityType=SportActivity", ["task"]),
        ("isApplied=true", ["done"]),
        ("isApplied=false", ["task"]),
        ("ordering=-createdOn", ["done", "task"]),
        ("pageSize=1&page=2", ["done"]),
    ],
)
def test_are_listed_by(reader, task, query, found):
    now = timezone.now()
    done = ParticipantExerciseTaskFactory.create(
        exercise__activity_type="RegistrationActivity",
        state=ParticipantTaskState.COMPLETED,
        completed_on=now,
        activity_applied_on=now,
    )
    known = {"task": task, "done": done}

    answer = reader.get(f"{path(TASKS)}?{query.format(**known)}")

    shown = [row["participantExerciseTaskId"] for row in answer.json()["results"]]
    assert shown == [str(known[name].pk) for name in found]


def test_are_cancelled(manager, task):
    cancel = path(TASKS, f"{task.pk}/cancel")
    stale = manager.post(cancel, headers={"If-Match": '"2"'})

    first, again = manager.post(cancel), manager.post(cancel)

    assert problem(stale) == (409, "version-conflict")
    assert (first.status_code, first.json()["state"], first["ETag"]) == (200, "Cancelled", '"2"')
    assert (again.status_code, again["ETag"]) == (200, '"2"')
    done = ParticipantExerciseTaskFactory.create()
    complete = path(TASKS, f"{done.pk}/complete")
    assert manager.post(complete).json()["completedOn"]  # now, if no moment is given
    refused = manager.post(path(TASKS, f"{done.pk}/cancel"))
    assert problem(refused) == (409, "task-already-used")


def test_are_completed_once(manager, task):
    complete = path(TASKS, f"{task.pk}/complete")
    given = {"completedOn": "2026-05-17T09:30:00Z"}

    first = manager.post(complete, given, format="json")
    again = manager.post(complete)

    assert (first.status_code, first.json()["state"], first["ETag"]) == (200, "Completed", '"2"')
    assert first.json()["completedOn"] == given["completedOn"]
    assert (again.status_code, again["ETag"]) == (200, '"2"')


def test_are_not_completed_where_they_cannot_be(manager, task):
    complete = path(TASKS, f"{task.pk}/complete")
    wrong = manager.post(complete, {"completedOn": "yesterday"}, format="json")
    stale = manager.post(complete, headers={"If-Match": '"2"'})
    unknown = manager.post(path(TASKS, f"{UNKNOWN}/complete"))
    task.store(state=ParticipantTaskState.CANCELLED)
    before = stored(task)

    assert [problem(each) for each in (wrong, stale, unknown, manager.post(complete))] == [
        (422, "invalid"),
        (409, "version-conflict"),
        (404, "participant-exercise-task-not-found"),
        (409, "task-is-cancelled"),
    ]
    assert stored(task) == before
