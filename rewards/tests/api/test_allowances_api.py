"""AdminApi `participants/{participantId}/limits`…"""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.factories import ActivityFactory
from foundation.rest.tests.conftest import Caller
from foundation.staff.links import address_of_page
from programs.models import Participant
from programs.tests.factories import ParticipantFactory
from rewards.tests.factories import active_formula
from rewards.tests.limits import budget, limited

pytestmark = pytest.mark.django_db


def address(participant_id: object) -> str:
    return f"/admin-api/api/v2/participants/{participant_id}/limits"


@pytest.fixture
def participant() -> Participant:
    """One of two participants who both got 42 of this week's 50."""
    first: Participant = ParticipantFactory.create()
    other = ParticipantFactory.create(program=first.program)
    limited(first.program_id, 50, now=timezone.now())
    budget(first.program_id, 100, period="Program", now=timezone.now())
    active_formula(first.program_id, expression="42")
    for who in (first, other):
        activity = ActivityFactory.create(participant=who)
        calculate_reward(CalculateRewardCommand(activity_id=activity.pk))
    return first


def test_are_404_or_empty_and_closed_to_anybody(caller: Caller, anybody: APIClient):
    without = ParticipantFactory.create()

    reader = caller("rewards.read")

    assert reader.get(address(uuid4())).status_code == 404
    assert reader.get(address(without.pk)).json() == []
    assert anybody.get(address(without.pk)).status_code == 401


def test_stand_on_the_participant_s_page(admin_client: Client, participant: Participant):
    page = admin_client.get(address_of_page(Participant, participant.pk), secure=True)

    assert "50 points a week for each participant" in page.content.decode()
