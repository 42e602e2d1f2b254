"""Commands and events in any order, repeated and crashed, end as a plain model of them says."""

import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from activities.commands import (
    ApplyActivityCommand,
    CalculateRewardCommand,
    ReceiveActivityCommand,
    SkipActivityCommand,
    apply_activity,
    calculate_reward,
    receive_activity,
    skip_activity,
)
from activities.models import Activity
from activities.steps import apply_or_skip_activity
from activities.tests.factories import sport_data
from activities.tests.outbox import published, run_step
from programs.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from records.refusals import Refusal
from rewards.calculation import CalculatedReward
from rewards.models import Balance, BalanceOperation

IDS = [uuid.UUID(int=number) for number in range(1, 4)]
DISTANCES = [5, 15]
# The smallest distance that each task wants, in the order in which they are tried.
TASKS = [10, 0]

ids = some.sampled_from(IDS)
tasks = some.sampled_from(range(len(TASKS)))
distances = some.sampled_from(DISTANCES)


class Crash(Exception):
    """The process died before the commit."""


class Modelled:
    """An activity as the model has it."""

    def __init__(self, distance: int) -> None:
        self.distance = distance
        self.state = "Created"
        self.task: int | None = None
        self.reward: int | None = None


class ActivityMachine(RuleBasedStateMachine):
    """Three activities of one participant, and two tasks."""

    def __init__(self) -> None:
        super().__init__()
        self.model: dict[uuid.UUID, Modelled] = {}
        self.around = transaction.atomic()
        self.around.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)

    @initialize()
    def start(self) -> None:
        self.participant = ParticipantFactory.create()
        self.tasks = [
            ParticipantExerciseTaskFactory.create(
                participant=self.participant, criteria={"minDistance": str(least)}
            ).pk
            for least in TASKS
        ]

    # --- What comes in, each perhaps crashed before its commit, and then repeated ---------------

    @rule(activity_id=ids, distance=distances, crashes=some.booleans())
    def receive(self, activity_id: uuid.UUID, distance: int, crashes: bool) -> None:
        command = ReceiveActivityCommand(
            activity_id=activity_id,
            participant_id=self.participant.pk,
            activity_data=sport_data(Distance=str(distance)),
            activity_type="SportActivity",
        )
        self.done(lambda: receive_activity(command), crashes)
        self.model.setdefault(activity_id, Modelled(distance)).distance = distance

    @rule(activity_id=ids, crashes=some.booleans())
    def calculate(self, activity_id: uuid.UUID, crashes: bool) -> None:
        code = self.done(
            lambda: calculate_reward(CalculateRewardCommand(activity_id=activity_id)), crashes
        )
        known = self.model.get(activity_id)
        if known is None:
            assert code == "activity-not-found"
        elif known.reward in (None, known.distance):
            assert code == ""
            known.reward = known.distance
        else:
            assert code == "reward-is-set"

    @rule(activity_id=ids, crashes=some.booleans())
    def skip(self, activity_id: uuid.UUID, crashes: bool) -> None:
        code = self.done(
            lambda: skip_activity(SkipActivityCommand(activity_id=activity_id)), crashes
        )
        known = self.model.get(activity_id)
        if known is None:
            assert code == "activity-not-found"
        elif known.state == "Applied":
            assert code == "invalid-operation"
        else:
            assert code == ""
            known.state = "Skipped"

    @rule(activity_id=ids, task=some.none() | tasks, crashes=some.booleans())
    def apply(self, activity_id: uuid.UUID, task: int | None, crashes: bool) -> None:
        task_id = None if task is None else self.tasks[task]
        command = ApplyActivityCommand(
            activity_id=activity_id, participant_exercise_task_id=task_id
        )
        code = self.done(lambda: apply_activity(command), crashes)
        assert code == self.applied(activity_id, task)

    @rule(activity_id=ids, crashes=some.booleans())
    def settle(self, activity_id: uuid.UUID, crashes: bool) -> None:
        payload = {"activityId": str(activity_id)}
        code = self.done(lambda: apply_or_skip_activity(payload), crashes)
        known = self.model.get(activity_id)
        assert code == ("" if known else "activity-not-found")
        if known is not None and known.state == "Created" and self.applied(activity_id, None):
            known.state = "Skipped"

    @rule()
    def credit(self) -> None:
        run_step("refill_balance")

    @rule()
    def complete(self) -> None:
        run_step("complete_task")

    # --- The model ---------------------------------------------------------------------------

    def applied(self, activity_id: uuid.UUID, task: int | None) -> str:
        """Apply in the model; return the code of the refusal."""
        known = self.model.get(activity_id)
        if known is None:
            return "activity-not-found"
        if known.state == "Applied":
            return "" if task in (None, known.task) else "invalid-operation"
        if known.state == "Skipped":
            return "invalid-operation"
        taken = {each.task for each in self.model.values()}
        if task is None:
            suits = (n for n, least in enumerate(TASKS) if known.distance >= least)
            task = next((n for n in suits if n not in taken), None)
            if task is None:
                return "suitable-participant-exercise-task-not-found"
        elif task in taken:
            return "task-taken-by-another-activity"
        known.state, known.task = "Applied", task
        return ""

    def done(self, command: Callable[[], Any], crashes: bool) -> str:
        """Run a command; return the code of its refusal. A crash changes nothing."""
        if crashes:
            before = stored()
            with pytest.raises((Crash, Refusal)):
                crash(command)
            assert stored() == before
        try:
            with transaction.atomic():
                command()
        except Refusal as refusal:
            return refusal.code
        return ""

    @invariant()
    def the_house_is_as_the_model_says(self) -> None:
        found = {
            pk: (state, task, reward)
            for pk, state, task, reward in Activity.objects.values_list(
                "pk", "state", "participant_exercise_task_id", "reward"
            )
        }
        assert found == {
            pk: (m.state, None if m.task is None else self.tasks[m.task], m.reward)
            for pk, m in self.model.items()
        }

    @invariant()
    def a_task_is_taken_by_its_one_activity(self) -> None:
        taken = ParticipantExerciseTask.objects.exclude(activity_applied_on=None)
        applied = [self.tasks[m.task] for m in self.model.values() if m.task is not None]
        assert len(applied) == len(set(applied))
        assert set(taken.values_list("pk", flat=True)) == set(applied)

    @invariant()
    def what_happened_once_is_published_once(self) -> None:
        topics = published()
        models = list(self.model.values())
        assert topics.count("activities.activity-created") == len(models)
        assert topics.count("activities.activity-reward-set") == sum(
            m.reward is not None for m in models
        )
        for state, topic in (("Applied", "applied"), ("Skipped", "skipped")):
            count = sum(m.state == state for m in models)
            assert topics.count(f"activities.activity-{topic}") == count

    @invariant()
    def credits_are_rewards(self) -> None:
        rewards = {pk: m.reward for pk, m in self.model.items() if m.reward is not None}
        credited = dict(BalanceOperation.objects.values_list("pk", "amount"))
        assert all(rewards[pk] == amount for pk, amount in credited.items())
        total = sum(Balance.objects.values_list("amount", flat=True))
        assert total == sum(credited.values())


@transaction.atomic
def crash(command: Callable[[], Any]) -> None:
    command()
    raise Crash


def stored() -> list[Any]:
    return [
        *Activity.objects.order_by("pk").values_list(),
        *ParticipantExerciseTask.objects.order_by("pk").values_list("pk", "version"),
        *published(),
    ]


@pytest.mark.django_db
def test_commands_and_events_in_any_order(monkeypatch: pytest.MonkeyPatch):
    def calculate(_: Any, __: Any, variables: dict[str, Decimal], ___: Any) -> CalculatedReward:
        return CalculatedReward(amount=variables["distance"])

    monkeypatch.setattr("rewards.calculation.calculate_reward", calculate)

    run_state_machine_as_test(
        ActivityMachine,
        settings=settings(
            max_examples=12,
            stateful_step_count=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
