"""Whether an activity's reward is what its formula gives…"""

import io
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from activities.explaining.progress import standings_of
from activities.explaining.reward_checks import RewardNotSet, check_reward
from activities.explaining.rewards import RewardOutcome, explain_reward
from activities.models import Activity, ActivityHistory
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.calls.rewarded import accepted, adjusted, calculated, credited
from activities.tests.factories import ActivityFactory, sport_data
from foundation.messaging.models import OutboxMessage
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import OperationIdOfActivity, adjust_balance
from rewards.models import BalanceOperation, FormulaRevision, RewardFormula
from rewards.tests.factories import active_formula, adjustment

pytestmark = pytest.mark.django_db

FAR = "its condition is not met: distance is more than 42 km"


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


COMPUTED = "10.5 km × 1.5 (rate) = 15.75, rounded 16."


def test_was_not_calculated():
    activity = ActivityFactory.create()
    explained = explain_reward(activity.pk)

    with pytest.raises(RewardNotSet):
        check_reward(activity.pk)

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
        f"Formula 'Far', revision 1, was passed over: {FAR}.",
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


def test_failed_and_says_where_and_with_what():
    activity = calculated(expression="10 /\n (pulse - 100)", Pulse="100")

    explained = explain_reward(activity.pk)

    assert explained.outcome == RewardOutcome.FAILED
    assert explained.failure
    assert (explained.failure.line, explained.failure.column) == (1, 4)
    assert explained.failure.detail == "division by zero"
    assert explained.inputs["pulse"] == "100"
    assert explained.passed_over[0].name == "Far"
    assert "failed at line 1, column 4 of its expression." in " ".join(explained.sentences)


@pytest.mark.parametrize(
    ("expression", "reason"), [("pulse * 2", "gives none"), ("distance", "None of 1 active")]
)
def test_is_none_and_says_why(expression: str, reason: str):
    activity: Activity = ActivityFactory.create()
    where = {"__where": "distance > 42"} if expression == "distance" else {}
    active_formula(activity.marketing_program_id, expression=expression, settings=where)
    calculate_reward(CalculateRewardCommand(activity_id=activity.pk))

    explained = explain_reward(activity.pk)

    assert explained.outcome == RewardOutcome.NO_REWARD
    assert reason in explained.sentences[0]
    assert [each.reason for each in explained.passed_over] == ([FAR] if where else [])


def test_is_not_credited_and_says_why_a_refill_is_refused():
    activity = calculated()
    OutboxMessage.objects.filter(destination="activities.refill_balance").update(
        attempts=2, reason="operation-exists-with-other-data: it has amount 7."
    )

    explained = explain_reward(activity.pk)

    assert explained.outcome == RewardOutcome.NOT_CREDITED
    assert "operation-exists-with-other-data: it has amount 7." in explained.crediting[0]
    assert "It is not credited." in explained.sentences


def test_is_not_credited_by_an_adjustment_that_had_the_id_before_the_activity_came():
    participant, activity_id = ParticipantFactory.create(), uuid4()
    adjust_balance(adjustment(participant.pk, "5", operation_id=activity_id))
    active_formula(participant.program_id)
    activity = ActivityFactory.create(pk=activity_id, participant=participant, data=sport_data())
    calculate_reward(CalculateRewardCommand(activity_id=activity_id))

    explained = explain_reward(activity_id)

    assert (explained.outcome, explained.credit) == (RewardOutcome.NOT_CREDITED, None)
    activity.refresh_from_db()
    assert "not credited yet" in standings_of([activity])[activity_id].text


ROUNDED = "15.75, rounded to a whole number, halves away from zero, is 16."


def test_is_read_from_what_was_stored_with_each_part_if_asked_for(monkeypatch: pytest.MonkeyPatch):
    activity = credited()
    RewardFormula.objects.update(active_revision=None, activated_by="", activated_on=None)

    def fail(*_: Any) -> None:
        raise AssertionError("calculated")

    monkeypatch.setattr("rewards.formula.ReadyFormula.evaluation", fail)
    monkeypatch.setattr("rewards.formula.ReadyFormula.value", fail, raising=False)

    explained = explain_reward(activity.pk)

    assert COMPUTED in explained.sentences
    said = "\n".join(explained.technical)
    order = [
        f"Formula 'Far', revision 1, was passed over: {FAR}.",
        "distance 10.5",
        "coeff('rate') is 1.5.",
        "distance * coeff('rate') is 15.75.",
        ROUNDED,
    ]
    assert [said.find(part) for part in order] == sorted(said.find(part) for part in order)
    assert -1 not in [said.find(part) for part in order]


def test_is_too_little_after_rounding_and_says_what_it_came_from():
    activity = calculated(expression="distance - 20")

    explained = explain_reward(activity.pk)

    assert "the result is negative" in explained.reason
    assert explained.unrounded == "-9.5"
    assert activity.failed_formula_id is not None
