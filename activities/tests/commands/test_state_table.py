"""The database holds the state table, whatever writes to it: raw SQL…"""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from activities.models import Activity, ActivityHistory, ActivityState
from activities.tests.factories import ActivityFactory
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory

pytestmark = pytest.mark.django_db

TASK = "(SELECT id FROM programs_participantexercisetask WHERE finishes_on IS {} NULL)"
FREE, TAKEN = TASK.format(""), TASK.format("NOT")
OTHER = "(SELECT {} FROM programs_participant WHERE state = 'Blocked')"

# The activity (by its data), and what is set in it.
REFUSED = [
    # Section 3 of the specification, row by row.
    ("created", "state = 'Applied'"),
    ("created", f"state = 'Applied', participant_exercise_task_id = {TAKEN}"),
    ("created", f"state = 'Skipped', participant_exercise_task_id = {FREE}"),
    ("created", f"participant_exercise_task_id = {FREE}"),
    ("applied", f"participant_exercise_task_id = {FREE}"),
    ("applied", "participant_exercise_task_id = NULL"),
    ("applied", "state = 'Skipped'"),
    ("applied", "state = 'Skipped', participant_exercise_task_id = NULL"),
    ("applied", "state = 'Created'"),
    ("applied", "state = 'Created', participant_exercise_task_id = NULL"),
    ("skipped", f"state = 'Applied', participant_exercise_task_id = {FREE}"),
    ("skipped", f"participant_exercise_task_id = {FREE}"),
    ("skipped", "state = 'Created'"),
    # What else is fixed, or has its limits.
    ("created", "state = 'Unknown'"),
    ("created", "state = NULL"),
    ("created", "data = NULL"),
    ("created", "type = 'QuizActivity'"),
    ("created", f"participant_id = {OTHER.format('id')}"),
    ("created", f"marketing_program_id = {OTHER.format('program_id')}"),
    ("created", "reward = -1"),
    ("created", "reward = 1, reward_failure = 'Broken.'"),
    ("applied", "reward = 6"),
    ("applied", "reward = NULL"),
    ("applied", "reward_failure = 'Broken.'"),
    ("skipped", "version = -1"),
]
ALLOWED = [
    ("created", f"state = 'Applied', participant_exercise_task_id = {FREE}"),
    ("created", "state = 'Skipped'"),
    ("created", "reward = 0"),
    ("created", "reward_failure = 'Broken.'"),
    ("created", "data = '{}'"),
    ("applied", f"state = 'Applied', participant_exercise_task_id = {TAKEN}"),
    ("applied", "reward = 5"),
    ("applied", "data = '{}'"),
    ("skipped", "state = 'Skipped'"),
    ("skipped", "reward = 5"),
    ("skipped", "data = '{}'"),
]
DELETES = [
    "activities_activity",
    "activities_activityhistory",
    "programs_participantexercisetask",
    "programs_participant",
    "programs_marketingprogram",
]


@pytest.fixture(autouse=True)
def _activities() -> None:
    """Store an activity in each state, the applied one with a reward; and a free task."""
    ParticipantFactory.create(state="Blocked")
    participant = ParticipantFactory.create()
    taken = ParticipantExerciseTaskFactory.create(
        participant=participant, finishes_on=timezone.now()
    )
    ParticipantExerciseTaskFactory.create(participant=participant)
    of_state: dict[str, dict[str, Any]] = {
        ActivityState.CREATED: {},
        ActivityState.APPLIED: {"participant_exercise_task": taken, "reward": 5},
        ActivityState.SKIPPED: {},
    }
    for state, fields in of_state.items():
        data = {"is": state.lower()}
        activity = ActivityFactory.create(participant=participant, state=state, data=data, **fields)
        activity.history.create(change="Created", occurred_on=timezone.now())


def changed(sql: str) -> int:
    """Run a statement and what it deferred; return how many rows it changed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
        rows = cursor.rowcount
        connection.check_constraints()
    return int(rows)


def everything() -> list[Any]:
    models = (Activity, ActivityHistory, ParticipantExerciseTask, Participant)
    return [row for model in models for row in model.objects.order_by("pk").values_list()]


def update_of(activity: str, change: str) -> str:
    return f"UPDATE activities_activity SET {change} WHERE data->>'is' = '{activity}'"


def assert_refused(sql: str) -> None:
    before = everything()

    with pytest.raises(IntegrityError):
        changed(sql)

    assert everything() == before


@pytest.mark.parametrize(("activity", "change"), REFUSED)
def test_cannot_break_it(activity: str, change: str):
    assert_refused(update_of(activity, change))


@pytest.mark.parametrize(("activity", "change"), ALLOWED)
def test_can_do_what_it_allows(activity: str, change: str):
    assert changed(update_of(activity, change)) == 1


@pytest.mark.parametrize("change", ["change = 'Skipped'", "details = '{}'", "source = source"])
def test_cannot_rewrite_the_history(change: str):
    assert_refused(f"UPDATE activities_activityhistory SET {change}")


@pytest.mark.parametrize("table", DELETES)
def test_cannot_delete_what_activities_need(table: str):
    assert_refused(f"DELETE FROM {table}")


@pytest.mark.parametrize(
    "change", ["state = 'Completed'", "completed_on = now()", "state = 'Unknown'", "version = -1"]
)
def test_cannot_break_a_task(change: str):
    assert_refused(f"UPDATE programs_participantexercisetask SET {change}")
