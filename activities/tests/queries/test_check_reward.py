"""Whether an activity's reward is what its formula gives…"""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from activities.explaining.reward_checks import check_reward
from activities.models import Activity, ActivityHistory
from activities.tests.calls.rewarded import calculated, credited
from rewards.models import FormulaRevision, RewardFormula

pytestmark = pytest.mark.django_db


def wrong_history(activity: Activity, **changes: Any) -> None:
    """Store a calculation that is not what the formula gives, as a fault of ours would."""
    details = ActivityHistory.objects.get(activity=activity, change="RewardSet").details
    ActivityHistory.objects.create(
        activity=activity,
        change="RewardSet",
        occurred_on=activity.updated_on,
        details={**details, **changes},
    )


def test_is_calculated_again_from_what_was_stored_after_the_formula_changed():
    activity, out = credited(), io.StringIO()
    calculated()
    RewardFormula.objects.update(valid_until="2020-01-01T00:00:00Z")

    checked = check_reward(activity.pk)
    call_command("verify_rewards", stdout=out)

    assert checked.is_equal
    assert (checked.stored, checked.calculated) == ("15.75", "15.75")
    assert checked.credited == 16
    assert out.getvalue().startswith(
        "2 rewards are what their revisions give, 1 of them not credited yet ("
    )
    assert FormulaRevision.objects.count() == 4


@pytest.mark.parametrize(
    ("changes", "difference"),
    [
        ({"inputs": {"distance": "1"}}, "The reward is 16, calculated is 2."),
        ({"revision": 7}, "has no revision 7"),
        ({"trace": []}, "Its trace differs."),
        ({"inputs": {"distance": "'far'"}}, "a number is needed"),
    ],
)
def test_that_differs_is_found_and_named(changes: dict[str, Any], difference: str):
    activity = credited()
    wrong_history(activity, **changes)
    err = io.StringIO()

    with pytest.raises(CommandError, match="1 of 2 rewards differ"):
        call_command("verify_rewards", stderr=err)

    assert not check_reward(activity.pk).is_equal
    assert str(activity.pk) in err.getvalue()
    assert difference in err.getvalue()
