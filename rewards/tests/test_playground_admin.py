"""The playground…"""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from activities.models import Activity
from activities.tests.factories import ActivityFactory, sport_data
from programs.tests.factories import ParticipantFactory
from rest.roles import grant_role
from rewards.admin.formulas.editor import address_of_playground
from rewards.models import RewardFormula
from rewards.tests.factories import draft_formula

pytestmark = pytest.mark.django_db


def staff(client: Client, *roles: str) -> Client:
    user = User.objects.create_user(roles[0], is_staff=True)
    for role in roles:
        grant_role(user, role)
    client.force_login(user)
    return client


@pytest.fixture
def activity() -> Activity:
    """Return a run of 10.5, which is accepted."""
    return ActivityFactory.create(participant=ParticipantFactory.create(), data=sport_data())


@pytest.fixture
def formula(activity: Activity) -> RewardFormula:
    return draft_formula(program_id=activity.marketing_program_id)


@pytest.fixture
def reader(client: Client) -> Client:
    return staff(client, "rewards.read")


def tried(client: Client, formula: RewardFormula, **asked: Any) -> Any:
    """Return the outcome of a try."""
    return client.post(address_of_playground(formula), asked).context["outcome"]


def test_begins_with_what_was_saved_last_and_the_newest_activity(
    reader: Client, formula: RewardFormula, activity: Activity
):
    page = reader.get(address_of_playground(formula))

    outcome = page.context["outcome"]
    assert page.status_code == 200
    assert (outcome.trial.value, outcome.reward) == (Decimal("15.75"), "16")
    assert outcome.tree.source == "distance * coeff('rate')"
    assert [part.value for part in outcome.tree.parts] == ["10.5", "1.5"]
    assert str(activity.pk) in outcome.about[0]
