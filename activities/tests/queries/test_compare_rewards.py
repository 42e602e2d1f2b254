"""Two rewards beside each other…"""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.test import Client

from activities.explaining.reward_checks import compare_rewards
from activities.models import Activity, ActivityNotFound
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.rewarded import calculated
from activities.tests.factories import ActivityFactory, sport_data
from foundation.rest.tests.staff import signed_in

pytestmark = pytest.mark.django_db


def another(one: Activity, **data: str) -> Activity:
    """Return an activity of the same participant with other data, its reward calculated."""
    other = ActivityFactory.create(participant=one.participant, data=sport_data(**data))
    return calculate_reward(CalculateRewardCommand(activity_id=other.pk, source="ann"))


def test_parts_at_the_condition_that_chose_another_result_or_formula():
    one = calculated("distance > 5 ? 10 + distance : 2 * distance")
    other, far = another(one, Distance="3"), another(one, Distance="50")

    said = " ".join(compare_rewards(one.pk, far.pk).sentences)

    assert compare_rewards(one.pk, other.pk).parts_at == "distance > 5"
    assert "This one was decided by formula 'Near', revision 1; that one by formula 'Far'" in said


def test_says_that_every_step_is_the_same_or_that_one_was_not_calculated():
    one = calculated()

    same = compare_rewards(one.pk, another(one).pk).sentences
    without = compare_rewards(one.pk, ActivityFactory.create().pk).sentences

    assert same == ["This one: 16 points. That one: 16 points.", "Every step has the same value."]
    assert without[0] == "This one: 16 points. That one: not calculated."
    for pair in ((one.pk, uuid4()), (uuid4(), one.pk)):
        with pytest.raises(ActivityNotFound):
            compare_rewards(*pair)


def test_is_on_the_page_of_the_explanation(client: Client):
    signed_in(client, "activities.manage", "rewards.read")
    one = calculated()
    other = another(one, Distance="3")
    page = f"/admin/activities/activity/{one.pk}/reward/"

    offered = client.get(page).content.decode()
    compared = client.get(page, {"with": f" {other.pk} "}).content.decode()
    unknown = client.get(page, {"with": "ann"}).content.decode()

    assert f"?with={other.pk}" in offered
    assert "Line:column" not in offered
    assert "10.5 km × 1.5 (rate) = 15.75, rounded 16." in offered
    assert "Distance: this one 10.5 km, that one 3 km." in compared
    assert "There is no activity “ann”." in unknown


def test_is_said_by_manage_py():
    one, out = calculated(), StringIO()
    other = another(one, Distance="3")

    call_command("explain_activity", str(one.pk), "--compare", str(other.pk), stdout=out)

    assert "  Distance: this one 10.5 km, that one 3 km.\n" in out.getvalue()
