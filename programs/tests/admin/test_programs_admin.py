"""Staff's pages of programs."""

import pytest
from django.urls import reverse

from foundation.staff.tests.staff_pages import change_page, form_errors
from programs.participants.models import Participant, ParticipantState
from programs.programs.models import Exercise, MarketingProgram
from programs.tests.factories import MarketingProgramFactory, ParticipantFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_used", [False, True])
def test_ask_who_settles_rewards_only_where_a_program_leaves_it_to_others(staff, is_used):
    program = MarketingProgramFactory.create(is_new_scheme=not is_used)
    pages = [change_page(program), *(reverse(f"admin:programs_marketingprogram_{name}")
                                     for name in ("add", "changelist"))]  # fmt: skip

    shown = [staff.get(page, secure=True).content.decode() for page in pages]

    assert ["settled here" in page for page in shown] == [is_used] * 3


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


def test_a_participants_page_has_the_name_as_title(staff):
    participant = ParticipantFactory.create(label="Nora Berg")
    page = staff.get(reverse("admin:programs_participant_change", args=[participant.pk]))

    assert "<title>Nora Berg" in " ".join(page.content.decode().split()).replace("> ", ">")
