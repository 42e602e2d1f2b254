"""What happens with new data: the table of docs/activities.md, row by row."""

from decimal import Decimal

import pytest

from activities.models import Activity, ActivityState
from activities.tests.calls.outbox import posted, run_steps
from activities.tests.calls.rewarded import accepted
from activities.tests.factories import ActivityFactory
from programs.models import ParticipantTaskState
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.formulas.candidates import outcome_of

NEW = "42"
# The reward that the formula of these tests gives the new data.
WORTH = Decimal(420)


C, A, S = ActivityState.CREATED, ActivityState.APPLIED, ActivityState.SKIPPED
CALCULATE, APPLY = "activities.calculate_reward", "activities.apply_activity"
BOTH = ("activities.reward_and_apply",)
SET = Decimal(7)

TABLE = [
    #   new scheme, state, reward, then state, then reward, steps posted
    (True, C, None, A, WORTH, BOTH),
    (True, C, SET, A, SET, (APPLY,)),
    (True, A, None, A, WORTH, (CALCULATE,)),
    (True, A, SET, A, SET, ()),
    (True, S, None, S, WORTH, (CALCULATE,)),
    (True, S, SET, S, SET, ()),
    (False, C, None, C, None, BOTH),
    (False, C, SET, C, SET, (APPLY,)),
    (False, A, None, A, None, (CALCULATE,)),
    (False, A, SET, A, SET, ()),
    (False, S, None, S, None, (CALCULATE,)),
    (False, S, SET, S, SET, ()),
]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _distance_is_worth_ten_each(monkeypatch: pytest.MonkeyPatch) -> None:
    def calculate(_: object, __: object, variables: dict[str, Decimal], ___: object) -> object:
        return outcome_of(variables["distance"] * 10)

    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", calculate)


def before(is_new_scheme: bool, state: ActivityState, reward: Decimal | None) -> Activity:
    """Return an activity as the row has it, and a task that suits only the new data."""
    task = ParticipantExerciseTaskFactory.create(
        participant__program__is_new_scheme=is_new_scheme, criteria={"minDistance": NEW}
    )
    own = {"participant": task.participant}
    applied_to = ParticipantExerciseTaskFactory.create(**own) if state == A else None
    activity: Activity = ActivityFactory.create(
        **own, state=state, reward=reward, participant_exercise_task=applied_to
    )
    return activity


@pytest.mark.parametrize(
    ("is_new_scheme", "state", "reward", "then_state", "then_reward", "steps"), TABLE
)
def test_posts_the_steps_of_the_table_and_ends_as_it_says(
    is_new_scheme: bool,
    state: ActivityState,
    reward: Decimal | None,
    then_state: ActivityState,
    then_reward: Decimal | None,
    steps: tuple[str, ...],
):
    activity = before(is_new_scheme, state, reward)
    task_id = activity.participant_exercise_task_id

    accepted(activity, Distance=NEW)
    assert posted() == ["activities.activity-data-updated", *steps]
    run_steps()

    activity.refresh_from_db()
    assert activity.data["Distance"] == NEW
    assert (activity.state, activity.reward) == (then_state, then_reward)
    assert task_id in (None, activity.participant_exercise_task_id)
    if then_state == A and state == C:
        assert activity.participant_exercise_task is not None
        assert activity.participant_exercise_task.state == ParticipantTaskState.COMPLETED
