"""Staff's pages of programs."""

import pytest
from django.urls import reverse

from foundation.staff.tests.staff_pages import change_page, form_errors, opened_version, save, send
from programs.models import Exercise, MarketingProgram, Participant, ParticipantState
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db

# What a program's page sends besides what the tests fill in: the time zone, and no limits.
AS_IT_IS = {"time_zone": "UTC", "limits-TOTAL_FORMS": "0", "limits-INITIAL_FORMS": "0"}


def test_raise_the_version_of_a_record_that_is_changed_and_delete_none(staff):
    program = MarketingProgramFactory.create(name="Old", starts_on=None, ends_on=None)

    for name, version in (("Old", 1), ("New", 2)):
        save(staff, program, name=name, is_new_scheme="on", **AS_IT_IS)
        program.refresh_from_db()
        assert (program.name, program.version) == (name, version)

    for factory in (ParticipantFactory, ExerciseFactory, ParticipantExerciseTaskFactory):
        record = factory.create()
        page = f"admin:programs_{record._meta.model_name}_delete"
        assert staff.post(reverse(page, args=[record.pk])).status_code == 403


@pytest.mark.parametrize("is_used", [False, True])
def test_ask_who_settles_rewards_only_where_a_program_leaves_it_to_others(staff, is_used):
    program = MarketingProgramFactory.create(is_new_scheme=not is_used)
    pages = [change_page(program), *(reverse(f"admin:programs_marketingprogram_{name}")
                                     for name in ("add", "changelist"))]  # fmt: skip

    shown = [staff.get(page, secure=True).content.decode() for page in pages]

    assert ["settled here" in page for page in shown] == [is_used] * 3


@pytest.mark.parametrize(
    ("factory", "fields"),
    [
        (MarketingProgramFactory, {"name": "By staff"}),
        (ExerciseFactory, {"name": "By staff"}),
        (ParticipantFactory, {}),
        (ParticipantExerciseTaskFactory, {"criteria_minDistance": "1"}),
    ],
)
def test_refuse_a_page_that_another_change_made_stale(staff, factory, fields):
    record = factory.create()
    opened = opened_version(staff, record)
    record.store()
    before = type(record).objects.values().get(pk=record.pk)

    answer = send(staff, record, opened, **fields)

    wrong = form_errors(answer)["__all__"][0]
    assert wrong.startswith(f"The {record._meta.verbose_name} changed since you opened this page")
    assert type(record).objects.values().get(pk=record.pk) == before


def test_add_what_is_whole_with_the_id_given(staff):
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


@pytest.mark.parametrize(
    ("action", "before", "after"),
    [("block", "Active", "Blocked"), ("unblock", "Blocked", "Active")],
)
def test_block_and_unblock_the_chosen_when_confirmed(staff, action, before, after):
    chosen, other = ParticipantFactory.create(state=before), ParticipantFactory.create(state=before)
    address = reverse("admin:programs_participant_changelist")
    given = {"action": action, "_selected_action": [str(chosen.pk)]}

    page = staff.post(address, given)
    chosen.refresh_from_db()
    assert (b"Their new activities are refused" in page.content) == (action == "block")
    assert chosen.state == before
    staff.post(address, {**given, "confirmed": "yes"})

    chosen.refresh_from_db()
    other.refresh_from_db()
    assert (chosen.state, other.state) == (after, before)


def test_a_participants_page_has_the_name_as_title(staff):
    participant = ParticipantFactory.create(label="Nora Berg")
    page = staff.get(reverse("admin:programs_participant_change", args=[participant.pk]))

    assert "<title>Nora Berg" in " ".join(page.content.decode().split()).replace("> ", ">")
