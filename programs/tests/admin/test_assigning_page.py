"""Staff give one task to many…"""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.tests.walking import Shown
from foundation.messaging import jobs
from programs.tasks.models import ParticipantExerciseTask, TaskAssignment
from programs.tests.factories import ExerciseFactory, ParticipantFactory

pytestmark = pytest.mark.django_db

LIST = "/admin/programs/participantexercisetask/"

PAGE = f"{LIST}assign/"

BINARY = SimpleUploadedFile("x.csv", b"\xff\xfe")

EMPTY = SimpleUploadedFile("x.csv", b"participantId\n")


@pytest.fixture
def exercise() -> Any:
    return ExerciseFactory.create(name="Run far", program__name="Spring")


def given(exercise: Any, **changes: Any) -> dict[str, Any]:
    task = {"exercise": str(exercise.pk), "criteria_type": "SportActivity"}
    return {**task, "criteria_minDistance": "10.5", "state": "Active", **changes}


def hidden(page: Any) -> dict[str, Any]:
    return dict(page.context["hidden"])


def shown_form(page: Any) -> dict[str, list[str]]:
    """Return what a browser sends for the page's form, but for its buttons."""
    [form] = [each for each in Shown(PAGE, page.content.decode()).forms if each.action == PAGE]
    return {
        name: values for name, values in form.fields.items() if name not in ("continue", "change")
    }


def test_ask_for_the_task_show_how_many_and_start(staff, exercise):
    wanted = ParticipantFactory.create(program=exercise.program)
    ParticipantFactory.create(program=exercise.program, state="Blocked")
    listed = staff.get(LIST).content.decode()
    asked = staff.get(PAGE).content.decode()
    first = staff.post(PAGE, {"exercise": str(exercise.pk), "state": "Active"})
    preview = staff.post(PAGE, given(exercise))
    assert not TaskAssignment.objects.exists()

    done = staff.post(PAGE, {**hidden(preview), "confirmed": "yes"}, follow=True)
    staff.post(PAGE, {**hidden(preview), "confirmed": "yes"})

    job = TaskAssignment.objects.get()
    list(jobs.portions(TaskAssignment, job.pk, uuid4()))
    assert PAGE in listed
    assert "Spring: Run far (sport)" in asked
    assert '<option value="Active" selected' in asked
    assert "criteria_minDistance" in first.context["form"].fields
    assert "1 participants get the task “Run far”" in preview.content.decode()
    assert done.redirect_chain[0][0].endswith(f"/taskassignment/{job.pk}/change/")
    task = ParticipantExerciseTask.objects.get()
    assert (task.participant, task.criteria) == (wanted, {"minDistance": "10.5"})


def test_take_a_list_from_a_file_and_show_the_lines_that_are_refused(staff: Client, exercise: Any):
    one, two, three = ParticipantFactory.create_batch(3, program=exercise.program)
    file = SimpleUploadedFile("ids.csv", f"participantId;name\n{one.pk};x\nann;y\n".encode())

    preview = staff.post(PAGE, given(exercise, participants=f"{two.pk}\n{three.pk}", file=file))
    staff.post(PAGE, {**hidden(preview), "confirmed": "yes"})
    job = TaskAssignment.objects.get()
    list(jobs.portions(TaskAssignment, job.pk, uuid4()))
    page = staff.get(f"/admin/programs/taskassignment/{job.pk}/change/").content.decode()

    assert "Line 3, “ann”: is no id." in preview.content.decode()
    found = set(ParticipantExerciseTask.objects.values_list("participant", flat=True))
    assert found == {one.pk, two.pk, three.pk}
    assert "is no id" in page
    assert "10.5 km" in page


@pytest.mark.parametrize(
    ("changes", "field", "says"),
    [
        ({"exercise": ""}, "exercise", "This field is required."),
        ({"criteria_minDistance": "far"}, "criteria_minDistance", "Must be a number."),
        ({"created_from": "soon"}, "created_from", "Enter a valid date/time."),
        ({"completed_exercise": "x"}, "completed_exercise", "“x” is not a valid UUID."),
        (
            {"completed_exercise": "{other}"},
            "completed_exercise",
            "Must be an exercise of the same program.",
        ),
        ({"file": BINARY}, "file", "The file is not text in UTF-8."),
        ({"file": EMPTY}, "file", "There is no id in the file."),
    ],
    ids=lambda each: str(each)[:30],
)
def test_show_what_is_wrong_and_keep_what_was_typed(staff, exercise, changes, field, says):
    if changes.get("completed_exercise") == "{other}":
        changes = {"completed_exercise": str(ExerciseFactory.create().pk)}
    sent = {**given(exercise, finishes_on="2026-12-24T10:00"), **changes}

    form = staff.post(PAGE, sent).context["form"]

    assert says in form.errors[field][0]
    assert form["finishes_on"].value() == "2026-12-24T10:00"
    assert not TaskAssignment.objects.exists()


def test_keep_the_file_while_the_criteria_are_asked_for_and_say_what_is_given(staff, exercise):
    wanted = [ParticipantFactory.create(program=exercise.program) for _ in range(2)]
    ParticipantFactory.create(program=exercise.program)
    file = SimpleUploadedFile("ids.csv", "\n".join(str(each.pk) for each in wanted).encode())

    asked = staff.post(PAGE, {"exercise": str(exercise.pk), "state": "Active", "file": file})
    sent = shown_form(asked)
    without = staff.post(PAGE, {**sent, "file-clear": "on"})
    preview = staff.post(PAGE, {**sent, "criteria_minDistance": "10.5"})
    changed = staff.post(PAGE, {**shown_form(preview), "change": "yes"})
    again = staff.post(PAGE, shown_form(changed))
    started = staff.post(PAGE, {**shown_form(again), "confirmed": "yes"})

    assert "ids.csv" in asked.content.decode()
    assert "3 participants get the task" in without.content.decode()
    assert shown_form(changed)["criteria_minDistance"] == ["10.5"]
    for page in (preview, again):
        said = page.content.decode()
        assert "2 participants get the task" in said
        assert "Only the list: 2 lines with those of ids.csv." in said
        assert "Min distance (km): 10.5." in said
    assert started.status_code == 302
    job = TaskAssignment.objects.get()
    assert set(job.lines.values_list("text", flat=True)) == {str(each.pk) for each in wanted}
