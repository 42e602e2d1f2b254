"""The way from a new program to the first credited point, on staff's pages…"""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from activities.console.trying import steps_of
from activities.models import Activity
from activities.tests.admin.test_program_page import boss
from activities.tests.calls.outbox import run_steps
from activities.types.kind import KINDS
from config.tests.walking import Shown
from foundation.messaging.models import OutboxMessage
from foundation.privacy.registry import keep_erased
from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from programs.participants.erasing import participant_name, pseudonym_of
from programs.tests.factories import (
    ExerciseFactory,
    MarketingProgramFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)
from rewards.models import Balance, RewardLimitCounter
from rewards.tests.factories import active_formula, limited, requested_activation

pytestmark = pytest.mark.django_db
PAGE = reverse("admin:activities_activity_try_one")


def shown(reader: Client, **asked: Any) -> dict[str, Any]:
    """Return what the page sends as it is shown."""
    page = Shown(PAGE, reader.get(PAGE, asked, secure=True).content.decode())
    [form] = [each for each in page.forms if "of_type" in each.fields]
    return dict(form.fields)


@pytest.mark.parametrize("activity_type", KINDS)
def test_every_type_has_usual_data_that_can_be_read(activity_type: str):
    kind = KINDS[activity_type]

    assert kind.read(kind.usual_data(timezone.now())).keys() >= kind.required.keys()


def test_a_try_says_reward_balance_and_what_limits_leave_and_nothing_of_it_stays(client: Client):
    task = ParticipantExerciseTaskFactory.create()
    participant = task.participant
    active_formula(participant.program_id, expression="distance * 2")
    limited(participant.program_id, most=50)
    reader = boss(client)
    data = shown(reader, participant=participant.pk, type="SportActivity")

    page = reader.post(PAGE, {**data, "try": "yes"}, secure=True).content.decode()

    assert "Reward 21" in page
    assert "The balance is 21" in page
    assert re.search(r"Left of [^<]*: 29\.", page)
    assert "Add it for real" in page
    rows = (Activity, Balance, OutboxMessage, RewardLimitCounter)
    assert [model.objects.count() for model in rows] == [0] * len(rows)
    assert not AuditEntry.objects.filter(record_type="Activity").exists()
    task.refresh_from_db()
    assert task.activity_applied_on is None


def test_what_is_added_for_real_is_added_once_audited_and_credited(client: Client):
    participant = ParticipantFactory.create()
    active_formula(participant.program_id, expression="5")
    reader = boss(client)
    data = {**shown(reader, participant=participant.pk, type="QuizActivity"), "add": "yes"}
    active_formula(participant.program_id, activity_type="QuizActivity", expression="7")

    answers = [reader.post(PAGE, data, secure=True) for _ in range(2)]
    run_steps()

    assert [each.status_code for each in answers] == [302, 302]
    activity = Activity.objects.get()
    assert str(activity.pk) in answers[0]["Location"]
    assert AuditEntry.objects.filter(record_id=activity.pk).count() == 1
    assert Balance.objects.get().amount == 7


def test_who_sets_up_programs_tries_and_others_add(client: Client):
    participant = ParticipantFactory.create()
    active_formula(participant.program_id, activity_type="QuizActivity", expression="7")
    marketing = signed_in(client, "programs.manage", "activities.read", name="mia")
    data = shown(marketing, participant=participant.pk, type="QuizActivity")

    tried = marketing.post(PAGE, {**data, "try": "yes"}, secure=True).content.decode()
    added = marketing.post(PAGE, {**data, "add": "yes"}, secure=True)

    assert "Reward 7" in tried
    assert "Add it for real" not in tried
    assert added.status_code == 200
    assert not Activity.objects.exists()


@pytest.mark.parametrize("forged", ["7", "'; --", "x" * 5000])
def test_an_id_that_is_none_is_not_used(client: Client, forged: str):
    participant = ParticipantFactory.create()
    reader = boss(client)
    data = shown(reader, participant=participant.pk, type="QuizActivity")

    answer = reader.post(PAGE, {**data, "activity_id": forged, "add": "yes"}, secure=True)

    assert answer.status_code == 302
    assert str(Activity.objects.get().pk) in answer["Location"]


def test_the_erased_stay_erased_in_what_is_added(client: Client):
    participant, erased = ParticipantFactory.create(), uuid4()
    keep_erased([participant_name(erased)])
    reader = boss(client)
    data = shown(reader, participant=participant.pk, type="InviteActivity")

    reader.post(PAGE, {**data, "InvitedParticipantId": str(erased), "add": "yes"}, secure=True)

    assert Activity.objects.get().data["InvitedParticipantId"] == str(pseudonym_of(erased))


def test_what_is_wrong_is_said_beside_its_field_and_another_type_asks_for_its_own(client: Client):
    participant = ParticipantFactory.create()
    reader = boss(client)
    data = shown(reader, participant=participant.pk, type="SportActivity")

    wrong = reader.post(PAGE, {**data, "Distance": "far", "try": "yes"}, secure=True)
    noon = reader.post(PAGE, {**data, "StartDate": "noon", "try": "yes"}, secure=True)
    other = reader.post(PAGE, {**data, "type": "QuizActivity", "try": "yes"}, secure=True)

    assert "Must be a number" in str(wrong.context["form"].errors["Distance"])
    assert noon.context["form"].errors["StartDate"] == ["Enter a valid date/time."]
    assert "Add it for real" not in wrong.content.decode()
    assert "CorrectAnswers" in other.context["form"].fields
    assert other.context["form"].initial["participant"] == participant.pk


def test_a_program_says_what_is_next_until_points_are_credited(client: Client):
    program = MarketingProgramFactory.create()

    def marks() -> str:
        return "".join(each.mark for each in steps_of(program, timezone.now()))

    found = [marks()]
    ExerciseFactory.create(program=program)
    requested_activation(program_id=program.pk, name="Far")
    found.append(marks())
    said = " ".join(each.text for each in steps_of(program, timezone.now()))
    assert "A reward approver has to make “Far” active." in said
    active_formula(program.pk, expression="distance * 2")
    participant = ParticipantFactory.create(program=program)
    limited(program.pk)
    found.append(marks())
    reader = boss(client)
    page = reader.get(reverse("admin:programs_marketingprogram_change", args=[program.pk]))
    data = shown(reader, participant=participant.pk, type="SportActivity")
    reader.post(PAGE, {**data, "add": "yes"}, secure=True)
    run_steps()
    found.append(marks())

    assert found == ["→·→·→", "✓→·→·→", "✓✓✓✓·→", "✓✓✓✓·✓"]
    assert page.status_code in (200, 301)
    texts = [each.text for each in steps_of(program, timezone.now())]
    assert "A usual activity (sport, Distance 10.5) gives 21 points." in texts
