"""Staff's page of a task…"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from foundation.rest.tests.staff import signed_in
from foundation.staff.tests.staff_pages import change_page, form_errors, save
from programs.activity_types import choices, criteria_of
from programs.participants.models import Participant, ParticipantState
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.api.calls import NEW_ID, UNKNOWN
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    suitable_id,
)

pytestmark = pytest.mark.django_db
PAGES = "admin:programs_participantexercisetask"


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


def test_adds_it_with_the_type_of_the_exercise(staff, new):
    answer = add(staff, {**new, "criteria_minDistance": "0.10000000000000000000001"})

    assert answer.status_code == 302
    task = ParticipantExerciseTask.objects.get(pk=NEW_ID)
    assert task.activity_type == "SportActivity"
    assert task.criteria == {"minDistance": "0.10000000000000000000001"}
    assert suitable_id(task.participant_id, Distance=1) == task.pk
    assert "id" in form_errors(add(staff, new))  # it is taken
    program = task.participant.program
    none = ExerciseFactory.create(program=program, activity_type="RegistrationActivity")
    other = {"id": UNKNOWN, "participant": task.participant_id, "exercise": none.pk}
    assert add(staff, other).status_code == 302  # a type without criteria


def test_asks_for_the_criteria_once_the_exercise_is_known(staff, new):
    first = staff.get(reverse(f"{PAGES}_add"))
    asked = add(staff, {**new, "criteria_type": "", "finishes_on": "2026-12-"})

    form = asked.context["adminform"].form
    assert "criteria_minDistance" not in first.context["adminform"].form.fields
    assert "Now fill in what an activity (sport) must meet" in form_errors(asked)["__all__"][0]
    assert not ParticipantExerciseTask.objects.exists()
    typed = (form["criteria_type"].value(), form["finishes_on"].value())
    assert typed == ("SportActivity", "2026-12-")
    assert form.fields["criteria_minDistance"].label == "Min distance (km)"
    for activity_type, _ in choices():
        exercise = ExerciseFactory.create(activity_type=activity_type)
        page = staff.get(reverse(f"{PAGES}_add"), {"exercise": str(exercise.pk)})
        fields = page.context["adminform"].form.fields
        shown = {name for name in fields if name.startswith("criteria_")} - {"criteria_type"}
        keys = {key for each in criteria_of(activity_type).criteria for key in each.keys}
        assert shown == {f"criteria_{key}" for key in keys}
        assert all(fields[name].help_text.endswith(".") for name in shown)


@pytest.mark.parametrize(
    ("fields", "field", "says"),
    [
        ({"criteria_minDistance": "5,5"}, "criteria_minDistance", "Must be a number."),
        ({"criteria_minDistance": "1e99999"}, "criteria_minDistance", "Must be a number."),
        ({"criteria_minDistance": "NaN"}, "criteria_minDistance", "Must be a number."),
        (
            {"criteria_minDistance": "9", "criteria_maxDistance": "5"},
            "criteria_minDistance",
            "Must not be greater than “Max distance (km)”.",
        ),
        ({"participant": ""}, "participant", "This field is required."),
        ({"exercise": ""}, "exercise", "This field is required."),
        ({"exercise": "x"}, "exercise", "“x” is not a valid UUID."),
        (
            {"starts_on": "2026-02-01 00:00", "finishes_on": "2026-01-01 00:00"},
            "finishes_on",
            "Must be after “Starts on”.",
        ),
    ],
    ids=lambda each: str(each)[:40],
)
def test_shows_what_is_wrong_beside_its_field(staff, new, fields, field, says):
    answer = add(staff, {**new, "criteria_discipline": "running", **fields})

    assert form_errors(answer)[field] == [says]
    form = answer.context["adminform"].form
    typed = {"criteria_discipline": "running", **fields}
    shown = [name for name in form.fields if name in typed and name.startswith("criteria")]
    assert [form[name].value() for name in shown] == [typed[name] for name in shown]
    foreign = add(staff, {**new, "exercise": str(ExerciseFactory.create().pk)})
    assert "exercise" in form_errors(foreign)
    assert not ParticipantExerciseTask.objects.exists()


def test_changes_the_criteria_until_it_has_its_activity(staff):
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})

    save(staff, task, criteria_minDistance="6")

    task.refresh_from_db()
    assert (task.criteria, task.version) == ({"minDistance": "6"}, 2)
    assert suitable_id(task.participant_id, Distance=5) is None
    task.store(activity_applied_on=timezone.now())
    answer = save(staff, task, criteria_minDistance="7")
    assert form_errors(answer)["__all__"] == ["An activity was applied to the task."]
    task.refresh_from_db()
    assert task.criteria == {"minDistance": "6"}


def test_names_the_criteria_of_its_type_also_to_who_may_not_change_them(staff):
    event_id = "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10"
    task = ParticipantExerciseTaskFactory.create(
        exercise__activity_type="ParticipatingActivity", criteria={"eventId": event_id}
    )
    page = staff.get(reverse(f"{PAGES}_change", args=[task.pk])).content.decode()
    assert "Equal to the activity's EventId. Needed." in page
    assert f'value="{event_id}"' in page
    form = staff.get(reverse(f"{PAGES}_add")).context["adminform"].form
    choices = [text for _, text in form.fields["exercise"].choices]
    assert choices[0] == "Choose an exercise…"
    assert f"{task.exercise.program.name}: {task.exercise.name}" in choices[1]
    assert form["exercise"].value() is None

    reader = Client()
    signed_in(reader, "programs.read")
    task = ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})
    page = reader.get(reverse(f"{PAGES}_change", args=[task.pk])).content.decode()
    assert "Min distance" in page
    assert "5 km" in page
    assert 'name="criteria_minDistance"' not in page


@pytest.mark.parametrize(
    "query",
    [
        "q={task.pk}", "q={task.participant_id}", "q={task.exercise_id}", "state__exact=Active",
        "activity_type=SportActivity", "activity_applied_on__isempty=1",
    ],
)  # fmt: skip
def test_is_listed_and_found_by(staff, query):
    wanted, now = ParticipantExerciseTaskFactory.create(), timezone.now()
    other = ParticipantExerciseTaskFactory.create(
        exercise__activity_type="RegistrationActivity",
        state=ParticipantTaskState.COMPLETED,
        completed_on=now,
        activity_applied_on=now,
    )

    address = f"{reverse(f'{PAGES}_changelist')}?{query.format(task=wanted)}"
    shown = staff.get(address).content.decode()

    assert str(wanted.pk) in shown
    assert str(other.pk) not in shown


@pytest.mark.parametrize("is_used", [False, True])
def test_programs_ask_who_settles_rewards_only_where_a_program_leaves_it_to_others(staff, is_used):
    program = MarketingProgramFactory.create(is_new_scheme=not is_used)
    pages = [change_page(program), *(reverse(f"admin:programs_marketingprogram_{name}")
                                     for name in ("add", "changelist"))]  # fmt: skip

    shown = [staff.get(page, secure=True).content.decode() for page in pages]

    assert ["settled here" in page for page in shown] == [is_used] * 3


def test_programs_add_what_is_whole_with_the_id_given(staff):
    given = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
    add = {what: reverse(f"admin:programs_{what}_add") for what in ("participant", "exercise")}
    program = MarketingProgramFactory.create()
    form = {"id": given, "program": program.pk}
    assert staff.post(add["participant"], form).status_code == 302
    assert Participant.objects.get(pk=given).state == ParticipantState.ACTIVE

    page = staff.get(add["exercise"])
    answer = staff.post(add["exercise"], {**form, "name": "Run", "activity_type": ""})
    assert page.context["adminform"].form["activity_type"].value() in (None, "")
    assert form_errors(answer)["activity_type"] == ["This field is required."]
    assert not Exercise.objects.exists()
    turned = {"starts_on": "2026-02-01 00:00", "ends_on": "2026-01-01 00:00", "name": "Turned"}
    answer = staff.post(reverse("admin:programs_marketingprogram_add"), {"id": given, **turned})
    assert b"A program ends after it starts." in answer.content
    assert MarketingProgram.objects.count() == 1


def test_programs_a_participants_page_has_the_name_as_title(staff):
    participant = ParticipantFactory.create(label="Nora Berg")
    page = staff.get(reverse("admin:programs_participant_change", args=[participant.pk]))

    assert "<title>Nora Berg" in " ".join(page.content.decode().split()).replace("> ", ">")
