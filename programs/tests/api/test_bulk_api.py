"""Many records in one request over the AdminApi…"""

import uuid
from typing import Any
from uuid import uuid4

import pytest

from foundation.messaging import jobs
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask, TaskAssignment
from programs.tasks.suitable import IN_TURN
from programs.tests.api.calls import NEW_ID, UNKNOWN, fields_of, path, problem
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    suitable_id,
    waiting_assignment,
)

pytestmark = pytest.mark.django_db

TASKS = "participant-exercise-tasks"

KINDS = ["marketing-programs", "participants", "exercises", TASKS]


def post(client, what, items):
    return client.post(path(what, "bulk"), {"items": items}, format="json")


def statuses(answer):
    assert answer.status_code == 200, answer.content
    return [item["status"] for item in answer.json()["results"]]


def task_items(count, **fields):
    participant = ParticipantFactory.create()
    exercise = ExerciseFactory.create(program=participant.program)
    return [
        {
            "participantExerciseTaskId": str(uuid.UUID(int=2**120 - number)),
            "participantId": str(participant.pk),
            "exerciseId": str(exercise.pk),
            **fields,
        }
        for number in range(count)
    ]


def test_answers_item_by_item(manager):
    known = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})
    same = {
        "participantExerciseTaskId": str(known.pk),
        "participantId": str(known.participant_id),
        "exerciseId": str(known.exercise_id),
        "criteria": {"minDistance": 5},
    }
    new, changed = {**same, "participantExerciseTaskId": NEW_ID}, {**same, "criteria": {}}
    wrong = {**new, "participantExerciseTaskId": UNKNOWN, "criteria": {"minDistance": "far"}}

    answer = post(manager, TASKS, [same, new, wrong, {}, 7, new])

    results = answer.json()["results"]
    assert [(each["index"], each["id"], each["status"], each["code"]) for each in results] == [
        (0, str(known.pk), "unchanged", None),
        (1, NEW_ID, "created", None),
        (2, UNKNOWN, "refused", "criteria-invalid"),
        (3, None, "refused", "invalid"),
        (4, None, "refused", "invalid"),
        (5, NEW_ID, "refused", "id-repeated"),
    ]
    assert results[2]["errors"] == [
        {"field": "criteria.minDistance", "code": "criteria-invalid", "detail": "must be a number"}
    ]
    missing = {"participantExerciseTaskId", "participantId", "exerciseId"}
    assert {error["field"] for error in results[3]["errors"]} == missing
    assert ParticipantExerciseTask.objects.count() == 2
    assert statuses(post(manager, TASKS, [changed])) == ["changed"]


def test_refuses_one_item_for_what_is_stored_and_stores_the_others(manager):
    program, participant = str(MarketingProgramFactory.create().pk), ParticipantFactory.create()
    run = {"marketingProgramId": program, "name": "Run", "activityType": "SportActivity"}
    given: dict[str, list[tuple[dict[str, str], str | None]]] = {
        "participants": [
            (
                {"participantId": str(participant.pk), "marketingProgramId": program},
                "fixed-field-differs",
            ),
            (
                {"participantId": UNKNOWN, "marketingProgramId": UNKNOWN},
                "marketing-program-not-found",
            ),
            ({"participantId": NEW_ID, "marketingProgramId": program, "state": "Blocked"}, None),
        ],
        "marketing-programs": [
            ({"marketingProgramId": NEW_ID, "name": "Spring"}, None),
            ({"marketingProgramId": UNKNOWN, "name": "x" * 201}, "invalid"),
        ],
        "exercises": [
            ({"exerciseId": NEW_ID, **run}, None),
            ({"exerciseId": UNKNOWN, **run, "activityType": "Sleeping"}, "activity-type-unknown"),
        ],
    }

    for what, items in given.items():
        answer = post(manager, what, [item for item, _ in items])
        assert [each["code"] for each in answer.json()["results"]] == [code for _, code in items]

    assert Participant.objects.get(pk=NEW_ID).state == "Blocked"
    assert MarketingProgram.objects.get(pk=NEW_ID).name == "Spring"
    assert Exercise.objects.get().name == "Run"
    counts = (Participant.objects.count(), MarketingProgram.objects.count())
    assert counts == (2, 3)


def test_keeps_the_order_of_tasks_that_are_created_together(manager):
    items = task_items(5)
    participant = items[0]["participantId"]

    post(manager, TASKS, items)

    in_turn = ParticipantExerciseTask.objects.order_by(*IN_TURN).values_list("pk", flat=True)
    wanted = [item["participantExerciseTaskId"] for item in items]
    assert [str(pk) for pk in in_turn] == wanted
    assert str(suitable_id(participant)) == wanted[0]


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("items", [[], [{}] * 1001, None, {}, "x"], ids=lambda each: str(each)[:9])
def test_takes_from_one_item_to_a_thousand(manager, what, items):
    assert problem(post(manager, what, items)) == (422, "invalid")


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
    list(jobs.portions(TaskAssignment, job.pk, uuid4()))
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
