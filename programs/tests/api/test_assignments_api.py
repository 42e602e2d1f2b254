"""admin-api/…/task-assignments…"""

from typing import Any
from uuid import uuid4

import pytest

from foundation.messaging.jobs import running
from programs.models import ParticipantExerciseTask, TaskAssignment
from programs.tests.api.calls import UNKNOWN, fields_of, problem
from programs.tests.factories import ExerciseFactory, ParticipantFactory, waiting_assignment

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/task-assignments"


@pytest.fixture
def exercise() -> Any:
    return ExerciseFactory.create()


def body(exercise: Any, **changes: Any) -> dict[str, Any]:
    return {"exerciseId": str(exercise.pk), "criteria": {"minDistance": 10.5}, **changes}


def test_previews_starts_and_shows_one(manager: Any, exercise: Any):
    one = ParticipantFactory.create(program=exercise.program)
    given: dict[str, Any] = body(
        exercise, participantIds=[str(one.pk), "ann"], assignmentId=str(uuid4())
    )

    previewed = manager.post(f"{BASE}/preview", given, format="json")
    assert not TaskAssignment.objects.exists()
    started = manager.post(BASE, given, format="json")
    again = manager.post(BASE, given, format="json")
    job = TaskAssignment.objects.get()
    list(running.portions(TaskAssignment, job.pk, uuid4()))
    shown = manager.get(f"{BASE}/{job.pk}")

    refused = [{"line": 2, "text": "ann", "reason": "is no id"}]
    assert previewed.json() == {"count": 1, "refused": 1, "refusedLines": refused}
    assert (started.status_code, again.status_code) == (202, 202)
    assert started.json()["assignmentId"] == given["assignmentId"]
    assert shown.json()["refusedLines"] == refused
    assert (shown.json()["state"], shown.json()["created"]) == ("Finished", 1)
    assert ParticipantExerciseTask.objects.get().criteria == {"minDistance": "10.5"}


def test_takes_a_segment(manager: Any, exercise: Any):
    ParticipantFactory.create(program=exercise.program)
    ParticipantFactory.create(program=exercise.program, state="Blocked")

    segments: list[dict[str, Any]] = [{}, {"segment": {}}, {"segment": {"state": "Active"}}]
    answers = [
        manager.post(f"{BASE}/preview", body(exercise, **given), format="json").json()["count"]
        for given in segments
    ]

    assert answers == [2, 2, 1]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"exerciseId": "x"}, "exerciseId"),
        ({"criteria": {"minDistance": "far"}}, "criteria.minDistance"),
        ({"criteria": {"far": 1}}, "criteria.far"),
        ({"finishesOn": "2026-05-17T09:30:00"}, "finishesOn"),
        ({"segment": {"state": "Asleep"}}, "segment.state"),
        ({"segment": {"completedExerciseId": UNKNOWN}}, "completedExerciseId"),
        ({"segment": {}, "participantIds": [UNKNOWN]}, "participantIds"),
        ({"participantIds": []}, "participantIds"),
        ({"participantIds": [5]}, "participantIds.0"),
    ],
    ids=lambda each: str(each)[:40],
)
@pytest.mark.parametrize("path", ["", "/preview"])
def test_names_the_field_that_is_wrong(manager: Any, exercise: Any, path: str, changes, field):
    answer = manager.post(BASE + path, body(exercise, **changes), format="json")

    assert answer.status_code == 422
    assert field in fields_of(answer)
    assert not TaskAssignment.objects.exists()


def test_lists_and_cancels(manager, exercise):
    job, other = waiting_assignment(), waiting_assignment()
    listed = manager.get(BASE, {"exerciseId": str(job.exercise_id)}).json()["results"]
    cancelled = manager.put(f"{BASE}/{job.pk}/cancel")
    TaskAssignment.objects.filter(pk=other.pk).update(
        state="Finished", finished_on=other.created_on
    )

    assert [each["assignmentId"] for each in listed] == [str(job.pk)]
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "Cancelled")
    refused = [
        manager.put(f"{BASE}/{other.pk}/cancel"),
        manager.put(f"{BASE}/{UNKNOWN}/cancel"),
        manager.post(BASE, {"exerciseId": UNKNOWN}, format="json"),
        manager.post(BASE, body(exercise, assignmentId=str(other.pk)), format="json"),
    ]
    assert [problem(each) for each in refused] == [
        (409, "assignment-is-over"),
        (404, "task-assignment-not-found"),
        (404, "exercise-not-found"),
        (409, "id-taken"),
    ]
    assert TaskAssignment.objects.count() == 2
