"""Why an activity has its reward, or none…"""

import io

import pytest
from django.core.management import call_command

from activities.explaining.progress import standings_of
from activities.explaining.rewards import RewardOutcome, explain_reward
from activities.tests.calls.outbox import run_step
from activities.tests.calls.rewarded import accepted, adjusted, calculated, credited
from activities.tests.factories import ActivityFactory
from rewards.balances.commands import OperationIdOfActivity, adjust_balance
from rewards.models import BalanceOperation
from rewards.tests.balances import adjustment

pytestmark = pytest.mark.django_db

COMPUTED = "10.5 km × 1.5 (rate) = 15.75, rounded 16."


def test_was_not_calculated():
    explained = explain_reward(ActivityFactory.create().pk)

    assert explained.outcome == RewardOutcome.NOT_CALCULATED
    assert len(explained.sentences) == 1


def test_is_said_by_manage_py():
    activity, out = credited(), io.StringIO()

    call_command("explain_activity", str(activity.pk), "--check", stdout=out)

    assert f"  {COMPUTED}\n" in out.getvalue()
    assert "  Calculated again from what was stored: 15.75, the same." in out.getvalue()


def test_needs_its_operation_id_which_no_adjustment_takes():
    activity = calculated()

    with pytest.raises(OperationIdOfActivity):
        adjust_balance(adjustment(activity.participant_id, "5", operation_id=activity.pk))

    assert not BalanceOperation.objects.exists()
    run_step("refill_balance")
    assert explain_reward(activity.pk).outcome is RewardOutcome.CREDITED


def test_says_nothing_of_data_that_were_replaced():
    activity = calculated("distance > 0 ? null : 1")
    before = standings_of([activity])[activity.pk].text
    accepted(activity, Distance="7")

    activity.refresh_from_db()

    assert "No reward" in before
    assert "No reward" not in standings_of([activity])[activity.pk].text


def test_is_said_in_words_and_numbers():
    activity = credited()
    adjusted(activity, "-3")

    explained = explain_reward(activity.pk)

    said = "\n".join(explained.sentences)
    order = [
        "The reward is 16.",
        "UTC by ann.",
        "Formula 'Far', revision 1, was passed over: its condition does not hold.",
        "Formula 'Near', revision 1, decided.",
        "distance 10.5 km",
        COMPUTED,
        f"by operation {activity.pk}.",
        "bob adjusted it by -3.00",
        "With adjustments it is 13.00.",
    ]
    assert [said.find(part) for part in order] == sorted(said.find(part) for part in order)
    assert -1 not in [said.find(part) for part in order]
    assert explained.outcome == RewardOutcome.CREDITED
    assert explained.total == 13
