"""Staff's page of a task…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.rest.tests.staff import signed_in
from foundation.staff.tests.staff_pages import form_errors, save
from programs.activity_types import choices, criteria_of
from programs.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.api.calls import NEW_ID
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    suitable_id,
)

pytestmark = pytest.mark.django_db

PAGES = "admin:programs_participantexercisetask"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.fixture
def new():
    participant = ParticipantFactory.create()
    exercise = ExerciseFactory.create(program=participant.program)
    return {
        "id": NEW_ID,
        "participant": str(participant.pk),
        "exercise": str(exercise.pk),
        "criteria_type": "SportActivity",
    }


def add(staff: Client, fields: dict[str, Any]) -> Any:
    return staff.post(reverse(f"{PAGES}_add"), fields)


def test_adds_it_with_the_type_of_the_exercise(staff: Client, new):
    answer = add(staff, {**new, "criteria_minDistance": "0.10000000000000000000001"})

    assert answer.status_code == 302
    task = ParticipantExerciseTask.objects.get(pk=NEW_ID)
    assert task.activity_type == "SportActivity"
    assert task.criteria == {"minDistance": "0.10000000000000000000001"}
    assert suitable_id(task.participant_id, Distance=1) == task.pk


def test_asks_for_the_criteria_once_the_exercise_is_known(staff: Client, new):
    first = staff.get(reverse(f"{PAGES}_add"))
    asked = add(staff, {**new, "criteria_type": "", "finishes_on": "2026-12-"})

    form = asked.context["adminform"].form
    assert "criteria_minDistance" not in first.context["adminform"].form.fields
    assert "Now fill in what an activity (sport) must meet" in form_errors(asked)["__all__"][0]
    assert not ParticipantExerciseTask.objects.exists()
    assert (form["criteria_type"].value(), form["finishes_on"].value()) == (
        "SportActivity",
        "2026-12-",
    )
    assert form.fields["criteria_minDistance"].label == "Min distance (km)"
    assert form.fields["criteria_minPace"].label == "Min pace (s/km)"


def test_asks_for_no_criteria_where_the_type_has_none(staff: Client):
    participant = ParticipantFactory.create()
    exercise = ExerciseFactory.create(
        program=participant.program, activity_type="RegistrationActivity"
    )

    answer = add(staff, {"id": NEW_ID, "participant": participant.pk, "exercise": exercise.pk})

    assert answer.status_code == 302


@pytest.mark.parametrize("activity_type", [name for name, _ in choices()])
def test_has_a_field_with_help_for_each_criterion_of_every_type(staff: Client, activity_type: str):
    exercise = ExerciseFactory.create(activity_type=activity_type)

    page = staff.get(reverse(f"{PAGES}_add"), {"exercise": str(exercise.pk)})

    fields = page.context["adminform"].form.fields
    shown = {name for name in fields if name.startswith("criteria_") and name != "criteria_type"}
    keys = {key for each in criteria_of(activity_type).criteria for key in each.keys}
    assert shown == {f"criteria_{key}" for key in keys}
    assert all(fields[name].help_text.endswith(".") for name in shown)


def test_names_the_exercises_with_their_program_and_prefers_none(staff: Client):
    ExerciseFactory.create(name="Run 5", program__name="Spring")

    page = staff.get(reverse(f"{PAGES}_add")).context["adminform"].form

    choices = [text for _, text in page.fields["exercise"].choices]
    assert choices == ["Choose an exercise…", "Spring: Run 5 (sport)"]
    assert page["exercise"].value() is None


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"criteria_minDistance": "far"}, "criteria_minDistance", "It must be a number."),
        ({"criteria_minDistance": "1e99999"}, "criteria_minDistance", "It must be a number."),
        ({"criteria_minDistance": "NaN"}, "criteria_minDistance", "It must be a number."),
        (
            {"criteria_minDistance": "9", "criteria_maxDistance": "5"},
            "criteria_minDistance",
            "It must not be greater than maxDistance.",
        ),
        ({"participant": ""}, "participant", "This field is required."),
        ({"exercise": ""}, "exercise", "This field is required."),
        ({"exercise": "x"}, "exercise", "“x” is not a valid UUID."),
        (
            {"starts_on": "2026-02-01 00:00", "finishes_on": "2026-01-01 00:00"},
            "finishes_on",
            "A task finishes after it starts.",
        ),
    ],
    ids=lambda each: str(each)[:40],
)
def test_shows_what_is_wrong_beside_its_field(staff: Client, new, fields, field, says):
    answer = add(staff, {**new, **fields})

    assert form_errors(answer)[field] == [says]
    assert not ParticipantExerciseTask.objects.exists()


def test_shows_criteria_that_it_refuses_as_they_were_typed(staff: Client, new):
    typed = {"criteria_minDistance": "5,5", "criteria_discipline": "running"}

    answer = add(staff, {**new, **typed})

    form = answer.context["adminform"].form
    assert {name: form[name].value() for name in typed} == typed


def test_refuses_an_exercise_of_another_program(staff: Client, new):
    answer = add(staff, {**new, "exercise": str(ExerciseFactory.create().pk)})

    assert "exercise" in form_errors(answer)


def test_refuses_an_id_that_is_taken(staff: Client, new):
    known = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})

    answer = add(staff, {**new, "id": str(known.pk)})

    assert "id" in form_errors(answer)
    known.refresh_from_db()
    assert known.criteria == {"minDistance": "5"}


def test_changes_the_criteria(staff: Client):
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})

    save(staff, task, criteria_minDistance="6")

    task.refresh_from_db()
    assert (task.criteria, task.version) == ({"minDistance": "6"}, 2)
    assert suitable_id(task.participant_id, Distance=5) is None


def test_keeps_the_criteria_of_one_that_has_its_activity(staff: Client):
    task = ParticipantExerciseTaskFactory.create(activity_applied_on=timezone.now())

    answer = save(staff, task, criteria_minDistance="6")

    assert form_errors(answer)["__all__"] == ["An activity was applied to the task."]
    task.refresh_from_db()
    assert task.criteria == {}


def test_names_the_criteria_of_its_type(staff: Client):
    task = ParticipantExerciseTaskFactory.create(
        exercise__activity_type="ParticipatingActivity",
        criteria={"eventId": "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10"},
    )

    page = staff.get(reverse(f"{PAGES}_change", args=[task.pk])).content.decode()

    assert "Equal to the activity's EventId. Needed." in page
    assert 'value="0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10"' in page


def test_shows_the_criteria_to_who_may_not_change_them(client: Client):
    signed_in(client, "programs.read")
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})

    page = client.get(reverse(f"{PAGES}_change", args=[task.pk])).content.decode()

    assert "Min distance" in page
    assert "5 km" in page
    assert 'name="criteria_minDistance"' not in page


def test_cancels_the_chosen_and_says_which_are_not(staff: Client):
    chosen, other = (ParticipantExerciseTaskFactory.create() for _ in range(2))
    used = ParticipantExerciseTaskFactory.create(activity_applied_on=timezone.now())
    picked = [str(chosen.pk), str(used.pk)]

    answer = staff.post(
        reverse(f"{PAGES}_changelist"),
        {"action": "cancel", "_selected_action": picked, "confirmed": "yes"},
        follow=True,
    )

    assert "An activity was applied to the task." in answer.content.decode()
    states = {task.pk: task.state for task in ParticipantExerciseTask.objects.all()}
    assert states == {
        chosen.pk: ParticipantTaskState.CANCELLED,
        other.pk: ParticipantTaskState.ACTIVE,
        used.pk: ParticipantTaskState.ACTIVE,
    }


@pytest.mark.parametrize("by", ["pk", "participant_id", "exercise_id"])
def test_is_found_by_the_id_of(staff: Client, by: str):
    wanted, other = (ParticipantExerciseTaskFactory.create() for _ in range(2))

    page = staff.get(reverse(f"{PAGES}_changelist"), {"q": str(getattr(wanted, by))})

    shown = page.content.decode()
    assert str(wanted.pk) in shown
    assert str(other.pk) not in shown


@pytest.mark.parametrize(
    "query",
    ["state__exact=Active", "activity_type=SportActivity", "activity_applied_on__isempty=1"],
)
def test_is_listed_by(staff: Client, query: str):
    wanted = ParticipantExerciseTaskFactory.create()
    now = timezone.now()
    other = ParticipantExerciseTaskFactory.create(
        exercise__activity_type="RegistrationActivity",
        state=ParticipantTaskState.COMPLETED,
        completed_on=now,
        activity_applied_on=now,
    )

    shown = staff.get(f"{reverse(f'{PAGES}_changelist')}?{query}").content.decode()

    assert str(wanted.pk) in shown
    assert str(other.pk) not in shown
