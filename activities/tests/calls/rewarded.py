"""Activities whose reward was calculated, credited and adjusted."""

from decimal import Decimal

from activities.models import Activity, RewardClaim
from activities.receiving.commands import UpdateActivityDataCommand, update_activity_data
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.factories import ActivityFactory, sport_data
from foundation.records.audit import Actor
from rewards.balances.commands import AdjustBalanceCommand, adjust_balance
from rewards.models import BalanceOperation
from rewards.tests.factories import NOW, active_formula


def calculated(expression: str = "distance * coeff('rate')", **data: str) -> Activity:
    """Return an activity whose reward was calculated by the second formula, after another."""
    activity: Activity = ActivityFactory.create(data=sport_data(**data))
    program_id = activity.marketing_program_id
    active_formula(program_id, name="Far", settings={"__where": "distance > 42"})
    active_formula(program_id, name="Near", expression=expression)
    return calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="ann"))


def credited(**data: str) -> Activity:
    """Return an activity whose reward was calculated and credited."""
    activity = calculated(**data)
    run_step("refill_balance")
    return activity


def adjusted(activity: Activity, amount: str) -> BalanceOperation:
    """Adjust the balance because of an activity."""
    command = AdjustBalanceCommand(
        balance_id=activity.participant_id,
        operation_id=ActivityFactory.build(participant=None, marketing_program=None).pk,
        amount=Decimal(amount),
        reason="Measured twice.",
        by=Actor("bob"),
        now=NOW,
        activity_id=activity.pk,
    )
    return adjust_balance(command).record


def rejected(activity: Activity, **data: str) -> Activity:
    """Send the data of an activity again, rejected by the referees."""
    return _decided(activity, "Rejected", **data)


def accepted(activity: Activity, **data: str) -> Activity:
    """Send the data of an activity again, accepted by the referees."""
    return _decided(activity, "Accepted", **data)


def _decided(activity: Activity, verdict: str, **data: str) -> Activity:
    return update_activity_data(
        UpdateActivityDataCommand(
            activity_id=activity.pk,
            activity_data=sport_data(RefereeingSystemCheckState=verdict, **data),
            activity_type=activity.type,
        )
    )


def claimed(**data: str) -> RewardClaim:
    """Return the claim of an activity that was rejected after its reward was credited."""
    return rejected(credited(**data)).claims.get()
