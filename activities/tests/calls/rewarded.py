"""Activities that came in, and those whose reward was calculated, credited and adjusted."""

from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from activities.models import Activity, RewardClaim
from activities.receiving.commands import (
    CreateActivityCommand,
    UpdateActivityDataCommand,
    create_activity,
    update_activity_data,
)
from activities.settling.applying import ApplyActivityCommand, apply_activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.factories import ActivityFactory, sport_data
from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.balances.commands import AdjustBalanceCommand, adjust_balance
from rewards.models import BalanceOperation
from rewards.tests.factories import NOW, active_formula


def creation(participant_id: UUID, **changes: Any) -> CreateActivityCommand:
    """Return a command that creates a run."""
    given: dict[str, Any] = {
        "now": timezone.now(),
        "activity_id": uuid4(),
        "participant_id": participant_id,
        "activity_data": sport_data(),
        "activity_type": "SportActivity",
    }
    return CreateActivityCommand(**{**given, **changes})


def came(participant_id: UUID, source: str = "", **data: str) -> Activity:
    """Create a run with these data."""
    return create_activity(
        creation(participant_id, activity_data=sport_data(**data), source=source)
    )


def task_of(participant: Participant, **fields: Any) -> ParticipantExerciseTask:
    """Return a task of a participant that any run suits."""
    return ParticipantExerciseTaskFactory.create(participant=participant, **fields)


def applied(
    activity: Activity, task: ParticipantExerciseTask | None = None, source: str = ""
) -> Activity:
    """Apply an activity to a task; without one, to the first that suits."""
    return apply_activity(
        ApplyActivityCommand(
            now=timezone.now(),
            activity_id=activity.pk,
            participant_exercise_task_id=None if task is None else task.pk,
            source=source,
        )
    )


def updated(activity_id: UUID, **changes: Any) -> Activity:
    """Send other data of a run."""
    given = {"activity_data": sport_data(Distance="12"), "activity_type": "SportActivity"}
    command: Any = {"activity_id": activity_id, **given, **changes}
    return update_activity_data(UpdateActivityDataCommand(**command))


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
