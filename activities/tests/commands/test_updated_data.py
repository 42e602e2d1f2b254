"""What happens with new data: the table of docs/activities.md, row by row."""

from dataclasses import dataclass
from decimal import Decimal

import pytest

from activities.commands.receiving import UpdateActivityDataCommand, update_activity_data
from activities.models import Activity, ActivityState
from activities.tests.calls.outbox import posted, run_steps
from activities.tests.factories import ActivityFactory, sport_data
from programs.models import ParticipantTaskState
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.outcomes import outcome_of

NEW = "42"
# The reward that the formula of these tests gives the new data.
WORTH = Decimal(420)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table: before, and after all steps have run."""

    is_new_scheme: bool
    state: ActivityState
    reward: Decimal | None
    then_state: ActivityState
    then_reward: Decimal | None
    steps: tuple[str, ...]


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
ROWS = [
    pytest.param(
        Row(
            is_new_scheme=scheme,
            state=state,
            reward=reward,
            then_state=then_state,
            then_reward=then_reward,
            steps=steps,
        ),
        id=f"{'new' if scheme else 'old'}-{state}-{'unset' if reward is None else 'set'}",
    )
    for scheme, state, reward, then_state, then_reward, steps in TABLE
]

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _distance_is_worth_ten_each(monkeypatch: pytest.MonkeyPatch) -> None:
    def calculate(_: object, __: object, variables: dict[str, Decimal], ___: object) -> object:
        return outcome_of(variables["distance"] * 10)

    monkeypatch.setattr("rewards.calculation.calculate_reward", calculate)


def before(row: Row) -> Activity:
    """Return an activity as the row has it, and a task that suits only the new data."""
    task = ParticipantExerciseTaskFactory.create(
        participant__program__is_new_scheme=row.is_new_scheme, criteria={"minDistance": NEW}
    )
    applied_to = (
        ParticipantExerciseTaskFactory.create(participant=task.participant)
        if row.state == ActivityState.APPLIED
        else None
    )
    activity: Activity = ActivityFactory.create(
        participant=task.participant,
        state=row.state,
        reward=row.reward,
        participant_exercise_task=applied_to,
    )
    return activity


def update(activity: Activity) -> None:
    update_activity_data(
        UpdateActivityDataCommand(
            activity_id=activity.pk,
            activity_data=sport_data(Distance=NEW),
            activity_type="SportActivity",
        )
    )


@pytest.mark.parametrize("row", ROWS)
def test_posts_the_steps_of_the_table(row: Row):
    activity = before(row)

    update(activity)

    assert posted() == ["activities.activity-data-updated", *row.steps]


@pytest.mark.parametrize("row", ROWS)
def test_ends_as_the_table_says(row: Row):
    activity = before(row)
    task_id = activity.participant_exercise_task_id

    update(activity)
    run_steps()

    activity.refresh_from_db()
    assert activity.data["Distance"] == NEW
    assert (activity.state, activity.reward) == (row.then_state, row.then_reward)
    assert task_id in (None, activity.participant_exercise_task_id)


def test_completes_the_task_that_the_new_search_found():
    activity = before(ROWS[0].values[0])  # type: ignore[arg-type]

    update(activity)
    run_steps()

    activity.refresh_from_db()
    assert activity.participant_exercise_task is not None
    assert activity.participant_exercise_task.state == ParticipantTaskState.COMPLETED
