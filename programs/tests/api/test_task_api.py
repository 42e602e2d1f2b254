"""Participants' tasks over the AdminApi…"""

import pytest
from django.utils import timezone

from programs.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.api.calls import BOTH, NEW_ID, UNKNOWN, fields_of, path, problem
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


def put(client, key, body, version=2, **headers):
    return client.put(path(TASKS, key, version), body, format="json", headers=headers)


def stored(task):
    return ParticipantExerciseTask.objects.values().get(pk=task.pk)


@BOTH
def test_are_created(manager, body, version):
    wanted = {**body, "criteria": {"minDistance": 5, "discipline": None}}

    answer = put(manager, NEW_ID, {**wanted, "finishesOn": "2026-06-01T02:00:00+02:00"}, version)

    assert (answer.status_code, answer["ETag"]) == (201, '"1"')
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


def test_stay_as_they_are_when_the_request_is_repeated(manager, body):
    first = put(manager, NEW_ID, body)

    again = put(manager, NEW_ID, body)

    assert (again.status_code, again["ETag"], again.json()) == (200, '"1"', first.json())


def test_are_changed(manager, task):
    answer = put(manager, task.pk, {**body_of(task), "criteria": {"maxDistance": "3"}})

    assert (answer.status_code, answer["ETag"]) == (200, '"2"')
    assert answer.json()["criteria"] == {"maxDistance": "3"}


def test_are_changed_at_the_version_that_the_caller_read_alone(manager, task):
    before = stored(task)

    answer = put(manager, task.pk, {**body_of(task), "criteria": {}}, **{"If-Match": '"7"'})

    assert problem(answer) == (409, "version-conflict")
    assert stored(task) == before
    assert put(manager, task.pk, body_of(task), **{"If-Match": '"1"'}).status_code == 200


def test_of_which_a_version_is_expected_must_exist(manager, body):
    answer = put(manager, NEW_ID, body, **{"If-Match": '"1"'})

    assert problem(answer) == (404, "participant-exercise-task-not-found")


@pytest.mark.parametrize(
    ("field", "value", "wrong", "code"),
    [
        ("participantId", "ann", "participantId", "invalid"),
        ("participantId", None, "participantId", "null"),
        ("exerciseId", 7, "exerciseId", "invalid"),
        ("criteria", [], "criteria", "not-a-dict"),
        ("criteria", None, "criteria", "null"),
        ("criteria", {"minDistance": "far"}, "criteria.minDistance", "criteria-invalid"),
        ("criteria", {"minDistance": 10**12 + 1}, "criteria.minDistance", "criteria-invalid"),
        ("criteria", {"minDistance": {"a": 1}}, "criteria.minDistance", "criteria-invalid"),
        ("criteria", {"far": 1}, "criteria.far", "criteria-invalid"),
        ("startsOn", "2026-06-01", "startsOn", "offset-required"),
        ("startsOn", "2026-06-01T00:00:00", "startsOn", "offset-required"),
        ("finishesOn", "0001-01-01T00:00:00+14:00", "finishesOn", "overflow"),
        ("finishesOn", "2026-01-01T00:00:00Z", "finishesOn", "ends-before-start"),
    ],
    ids=str,
)
def test_that_are_malformed_are_refused(manager, body, field, value, wrong, code):
    sent = {**body, "startsOn": "2026-02-01T00:00:00Z", field: value}

    answer = put(manager, NEW_ID, sent)

    assert answer.status_code == 422
    assert fields_of(answer) == {wrong: code}
    assert not ParticipantExerciseTask.objects.exists()


@pytest.mark.parametrize(
    ("field", "code"),
    [("participantId", "participant-not-found"), ("exerciseId", "exercise-not-found")],
)
def test_of_an_unknown_participant_or_exercise_are_404(manager, body, field, code):
    assert problem(put(manager, NEW_ID, {**body, field: UNKNOWN})) == (404, code)


def test_with_an_exercise_of_another_program_are_refused(manager, body):
    other = str(ExerciseFactory.create().pk)

    answer = put(manager, NEW_ID, {**body, "exerciseId": other})

    assert problem(answer) == (422, "exercise-of-another-program")
    assert fields_of(answer) == {"exerciseId": "exercise-of-another-program"}


@pytest.mark.parametrize("field", ["participantId", "exerciseId"])
def test_keep_their_participant_and_exercise(manager, task, body, field):
    before = stored(task)

    answer = put(manager, task.pk, {**body_of(task), field: body[field]})

    assert problem(answer) == (409, "fixed-field-differs")
    assert stored(task) == before


def test_that_have_their_activity_keep_their_criteria(manager, task):
    task.store(activity_applied_on=timezone.now())
    before = stored(task)

    answer = put(manager, task.pk, {**body_of(task), "criteria": {}})

    assert problem(answer) == (409, "task-already-used")
    assert stored(task) == before


@pytest.mark.parametrize("key", ["00000000-0000-0000-0000-000000000000"])
def test_have_no_nil_id(manager, body, key):
    assert problem(put(manager, key, body)) == (422, "id-is-nil")


@BOTH
def test_are_shown_to_readers(reader, task, version):
    answer = reader.get(path(TASKS, task.pk, version))

    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert answer.json()["criteria"] == {"minDistance": "5"}
    same = {"If-None-Match": '"1"'}
    assert reader.get(path(TASKS, task.pk, version), headers=same).status_code == 304


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


@pytest.mark.parametrize(
    "query", ["participantId=ann", "state=Lost", "isApplied=1", "ordering=x", "pageSize=201"]
)
def test_are_not_listed_by_what_cannot_be_read(reader, query):
    assert reader.get(f"{path(TASKS)}?{query}").status_code == 422


@BOTH
def test_are_cancelled(manager, task, version):
    cancel = path(TASKS, f"{task.pk}/cancel", version)

    first, again = manager.post(cancel), manager.post(cancel)

    assert (first.status_code, first.json()["state"], first["ETag"]) == (200, "Cancelled", '"2"')
    assert (again.status_code, again["ETag"]) == (200, '"2"')


def test_that_are_completed_are_not_cancelled(manager, task):
    task.store(state=ParticipantTaskState.COMPLETED, completed_on=timezone.now())
    before = stored(task)

    assert problem(manager.post(path(TASKS, f"{task.pk}/cancel"))) == (409, "task-already-used")
    assert stored(task) == before


def test_that_do_not_exist_are_not_cancelled(manager):
    answer = manager.post(path(TASKS, f"{UNKNOWN}/cancel"))

    assert problem(answer) == (404, "participant-exercise-task-not-found")


def test_are_cancelled_at_the_version_that_the_caller_read_alone(manager, task):
    answer = manager.post(path(TASKS, f"{task.pk}/cancel"), headers={"If-Match": '"2"'})

    assert problem(answer) == (409, "version-conflict")


@BOTH
def test_are_completed_once(manager, task, version):
    complete = path(TASKS, f"{task.pk}/complete", version)
    given = {"completedOn": "2026-05-17T09:30:00Z"}

    first = manager.post(complete, given, format="json")
    again = manager.post(complete)

    assert (first.status_code, first.json()["state"], first["ETag"]) == (200, "Completed", '"2"')
    assert first.json()["completedOn"] == given["completedOn"]
    assert (again.status_code, again["ETag"]) == (200, '"2"')


def test_are_completed_now_if_no_moment_is_given(manager, task):
    assert manager.post(path(TASKS, f"{task.pk}/complete")).json()["completedOn"]


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


CHANGES = [("put", ""), ("post", "/cancel"), ("post", "/complete"), ("post", "bulk")]


@pytest.mark.parametrize(("method", "rest"), CHANGES)
def test_are_not_changed_by_readers_or_strangers(reader, anybody, task, method, rest):
    address = path(TASKS, rest if rest == "bulk" else f"{task.pk}{rest}")
    before = stored(task)

    for client, status in [(reader, 403), (anybody, 401)]:
        assert getattr(client, method)(address, {}, format="json").status_code == status
    assert stored(task) == before
