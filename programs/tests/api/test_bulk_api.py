"""Many records in one request over the AdminApi…"""

import time
import uuid

import pytest

from programs.models import Exercise, MarketingProgram, Participant, ParticipantExerciseTask
from programs.tests.api.calls import BOTH, NEW_ID, UNKNOWN, path, problem
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    suitable_id,
)

pytestmark = pytest.mark.django_db

TASKS = "participant-exercise-tasks"
KINDS = ["marketing-programs", "participants", "exercises", TASKS]


def post(client, what, items, version=2):
    return client.post(path(what, "bulk", version), {"items": items}, format="json")


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


@BOTH
def test_answers_item_by_item(manager, version):
    known = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})
    same = {
        "participantExerciseTaskId": str(known.pk),
        "participantId": str(known.participant_id),
        "exerciseId": str(known.exercise_id),
        "criteria": {"minDistance": 5},
    }
    new, changed = {**same, "participantExerciseTaskId": NEW_ID}, {**same, "criteria": {}}
    wrong = {**new, "participantExerciseTaskId": UNKNOWN, "criteria": {"minDistance": "far"}}

    answer = post(manager, TASKS, [same, new, wrong, {}, 7, new], version)

    assert statuses(answer) == ["unchanged", "created", *["refused"] * 4]
    results = answer.json()["results"]
    assert [item["index"] for item in results] == [0, 1, 2, 3, 4, 5]
    ids = [str(known.pk), NEW_ID, UNKNOWN, None, None, NEW_ID]
    assert [item["id"] for item in results] == ids
    assert [item["code"] for item in results] == [
        None,
        None,
        "criteria-invalid",
        "invalid",
        "invalid",
        "id-repeated",
    ]
    assert results[2]["errors"] == [
        {"field": "criteria.minDistance", "code": "criteria-invalid", "detail": "must be a number"}
    ]
    assert {error["field"] for error in results[3]["errors"]} == {
        "participantExerciseTaskId",
        "participantId",
        "exerciseId",
    }
    assert ParticipantExerciseTask.objects.count() == 2
    assert statuses(post(manager, TASKS, [changed], version)) == ["changed"]


def test_refuses_one_item_for_what_is_stored_and_stores_the_others(manager):
    program, participant = MarketingProgramFactory.create(), ParticipantFactory.create()
    items = [
        {"participantId": str(participant.pk), "marketingProgramId": str(program.pk)},
        {"participantId": UNKNOWN, "marketingProgramId": UNKNOWN},
        {"participantId": NEW_ID, "marketingProgramId": str(program.pk), "state": "Blocked"},
    ]

    answer = post(manager, "participants", items)

    codes = [item["code"] for item in answer.json()["results"]]
    assert codes == ["fixed-field-differs", "marketing-program-not-found", None]
    assert Participant.objects.get(pk=NEW_ID).state == "Blocked"
    assert Participant.objects.count() == 2


def test_takes_programs(manager):
    items = [
        {"marketingProgramId": NEW_ID, "name": "Spring"},
        {"marketingProgramId": UNKNOWN, "name": "x" * 201},
    ]

    assert statuses(post(manager, "marketing-programs", items)) == ["created", "refused"]
    assert MarketingProgram.objects.get().name == "Spring"


def test_takes_exercises(manager):
    program = str(MarketingProgramFactory.create().pk)
    run = {"marketingProgramId": program, "name": "Run", "activityType": "SportActivity"}
    items = [
        {"exerciseId": NEW_ID, **run},
        {"exerciseId": UNKNOWN, **run, "activityType": "Sleeping"},
    ]

    answer = post(manager, "exercises", items)

    assert statuses(answer) == ["created", "refused"]
    assert answer.json()["results"][1]["code"] == "activity-type-unknown"
    assert Exercise.objects.get().name == "Run"


def test_keeps_the_order_of_tasks_that_are_created_together(manager):
    items = task_items(5)
    participant = items[0]["participantId"]

    post(manager, TASKS, items)

    in_turn = ParticipantExerciseTask.objects.in_turn().values_list("pk", flat=True)
    wanted = [item["participantExerciseTaskId"] for item in items]
    assert [str(pk) for pk in in_turn] == wanted
    assert str(suitable_id(participant)) == wanted[0]


@pytest.mark.parametrize("what", KINDS)
@pytest.mark.parametrize("items", [[], [{}] * 1001, None, {}, "x"], ids=lambda each: str(each)[:9])
def test_takes_from_one_item_to_a_thousand(manager, what, items):
    assert problem(post(manager, what, items)) == (422, "invalid")


def test_takes_seconds_for_a_thousand_tasks(manager):
    items = task_items(1000, criteria={"minDistance": 5, "discipline": "running"})

    started = time.thread_time()
    first = post(manager, TASKS, items)
    took = time.thread_time() - started  # of the processor, whatever else runs on it

    assert statuses(first) == ["created"] * 1000
    assert statuses(post(manager, TASKS, items)) == ["unchanged"] * 1000
    assert took < 10
