"""AdminApi `participants/{participantId}/limits`…"""

import pytest
from django.test import Client

from activities.tests.calls.rewarded import credited
from foundation.rest.tests.conftest import Caller
from foundation.staff.display import address_of_page
from programs.participants.models import Participant
from rewards.tests.factories import NOW
from rewards.tests.limits import budget, limited


@pytest.mark.django_db
def test_say_what_is_left_to_a_participant_on_the_page_too(caller: Caller, admin_client: Client):
    activity = credited()
    limited(activity.marketing_program_id, 50, now=NOW, period="Program")
    budget(activity.marketing_program_id, 100, period="Program")
    address = f"/admin-api/api/v2/participants/{activity.participant_id}/limits"

    limits = caller("rewards.read").get(address).json()
    page = admin_client.get(address_of_page(Participant, activity.participant_id), secure=True)

    assert [(each["isBudget"], each["used"], each["left"]) for each in limits] == [
        (False, 16, 34),
        (True, 16, 84),
    ]
    assert "50 points in the whole program for each participant" in page.content.decode()
