"""What staff find by words of a participant's name."""

import pytest
from django.db.models import Model
from django.test import Client

from activities.models import Activity
from activities.tests.admin.test_program_page import boss
from activities.tests.calls.rewarded import credited
from foundation.staff.display import address_of_list
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.models import Balance, BalanceOperation

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "model", [Activity, Balance, BalanceOperation, Participant, ParticipantExerciseTask]
)
def test_is_what_is_of_the_participant_alone(client: Client, model: type[Model]):
    named, other = credited(), credited()
    for activity, label in ((named, "Ann Lee, Oslo"), (other, "Bob")):
        Participant.objects.filter(pk=activity.participant_id).update(label=label)
        ParticipantExerciseTaskFactory.create(participant=activity.participant)

    page = boss(client).get(address_of_list(model, q="lee"), secure=True)

    [found] = page.context["cl"].result_list
    assert "Ann Lee, Oslo" in page.content.decode()
    assert str(named.participant_id) in {
        str(getattr(found, name, "")) for name in ("pk", "participant_id", "balance_id")
    }
