"""Commands and events in any order, repeated and crashed, end as a plain model of them says."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from activities.models import Activity
from activities.receiving.commands import (
    on_sport_activity_created,
    on_task_manager_applied,
    receive_activity,
)
from activities.settling.applying import (
    ApplyActivityCommand,
    SkipActivityCommand,
    apply_activity,
    skip_activity,
)
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.activity_model import TASKS, Model
from activities.tests.calls.outbox import STEPS, event_of, published, run_step
from activities.tests.calls.rewarded import creation
from activities.tests.factories import sport_body, sport_data
from foundation.messaging.models import WAITING, OutboxMessage
from foundation.records.refusals import Refusal
from programs.programs.models import MarketingProgram
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.formulas.outcomes import Outcome, outcome_of
from rewards.models import Balance, BalanceOperation

IDS = [uuid.UUID(int=number) for number in range(1, 4)]

WORKS = [
    "receive",
    "hear_of_one",
    "hear_of_an_application",
    "calculate",
    "skip",
    "apply",
    "apply_to_a_suitable_one",
    "switch_the_scheme",
    *["deliver"] * len(STEPS),
]


class Crash(Exception):
    """The process died before the commit."""


@dataclass(frozen=True, kw_only=True)
class With:
    """What a work is done with; each takes what it needs of it."""

    activity_id: uuid.UUID
    distance: int
    task: int
    step: str
    repeats: bool
    crashes: bool


withs = some.builds(
    With,
    activity_id=some.sampled_from(IDS),
    distance=some.sampled_from([5, 15]),
    task=some.sampled_from(range(len(TASKS))),
    step=some.sampled_from(STEPS),
    repeats=some.booleans(),
    crashes=some.booleans(),
)


class ActivityMachine(RuleBasedStateMachine):
    """Three activities of one participant, and two tasks."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
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

    # One rule for all: of several, hypothesis leaves some out in each run, and most do too little.
    @rule(name=some.sampled_from(WORKS), given=withs)
    def happens(self, name: str, given: With) -> None:
        getattr(self, name)(given)

    # --- What comes in, each perhaps crashed before its commit, and then repeated ---------------

    def receive(self, given: With) -> None:
        data = sport_data(Distance=str(given.distance))
        command = creation(self.participant.pk, activity_id=given.activity_id, activity_data=data)
        code = done(lambda: receive_activity(command), given.crashes)
        assert code == self.model.receive(given.activity_id, given.distance)

    def hear_of_one(self, given: With) -> None:
        body = sport_body(
            participantId=str(self.participant.pk),
            distance=given.distance,
            isCyclic=True,
            refereeingSystemCheckState="Accepted",
        )
        event = event_of("sport-activities.activity-created", body, given.activity_id)
        code = done(lambda: on_sport_activity_created(event), given.crashes)
        assert code == self.model.create(given.activity_id, given.distance)

    def hear_of_an_application(self, given: With) -> None:
        data = {
            "activityId": str(given.activity_id),
            "participantExerciseTaskId": str(self.tasks[given.task]),
        }
        event = event_of("task-managers.activity-applied", data)
        code = done(lambda: on_task_manager_applied(event), given.crashes)
        assert code == self.model.apply_by_task_manager(given.activity_id, given.task)

    def calculate(self, given: With) -> None:
        command = CalculateRewardCommand(activity_id=given.activity_id)
        code = done(lambda: calculate_reward(command), given.crashes)
        assert code == self.model.calculate(given.activity_id)

    def skip(self, given: With) -> None:
        command = SkipActivityCommand(activity_id=given.activity_id)
        code = done(lambda: skip_activity(command), given.crashes)
        assert code == self.model.skip(given.activity_id)

    def apply(self, given: With) -> None:
        command = ApplyActivityCommand(
            now=timezone.now(),
            activity_id=given.activity_id,
            participant_exercise_task_id=self.tasks[given.task],
        )
        code = done(lambda: apply_activity(command), given.crashes)
        assert code == self.model.apply(given.activity_id, given.task)

    def apply_to_a_suitable_one(self, given: With) -> None:
        command = ApplyActivityCommand(now=timezone.now(), activity_id=given.activity_id)
        code = done(lambda: apply_activity(command), given.crashes)
        assert code == self.model.apply(given.activity_id, None)

    def switch_the_scheme(self, _: With) -> None:
        self.model.is_new_scheme = not self.model.is_new_scheme
        MarketingProgram.objects.update(is_new_scheme=self.model.is_new_scheme)

    # --- The steps, which may be delivered again ------------------------------------------------

    def deliver(self, given: With) -> None:
        messages = OutboxMessage.objects.filter(destination=f"activities.{given.step}")
        if given.repeats:
            messages.update(delivered_on=None)
        waiting = messages.filter(WAITING).order_by("due_on", "pk").values_list("key", flat=True)
        for key in list(waiting):
            getattr(self.model, f"run_{given.step}")(uuid.UUID(key))
        done(lambda: run_step(given.step), given.crashes)
        assert not messages.filter(WAITING).exists()

    # --- What holds after each of them ----------------------------------------------------------

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
            for pk, m in self.model.activities.items()
        }

    @invariant()
    def a_task_is_taken_by_its_one_activity(self) -> None:
        taken = ParticipantExerciseTask.objects.exclude(activity_applied_on=None)
        models = self.model.activities.values()
        applied = [self.tasks[m.task] for m in models if m.task is not None]
        assert len(applied) == len(set(applied))
        assert set(taken.values_list("pk", flat=True)) == set(applied)

    @invariant()
    def a_task_is_completed_after_its_application(self) -> None:
        completed = ParticipantExerciseTask.objects.filter(state=ParticipantTaskState.COMPLETED)
        expected = {self.tasks[task] for task in self.model.completed}
        assert set(completed.values_list("pk", flat=True)) == expected
        assert not completed.filter(activity_applied_on=None).exists()

    @invariant()
    def what_happened_once_is_published_once(self) -> None:
        topics = published()
        models = list(self.model.activities.values())
        assert topics.count("activities.activity-created") == len(models)
        assert topics.count("activities.activity-reward-set") == sum(
            m.reward is not None for m in models
        )
        for state, topic in (("Applied", "applied"), ("Skipped", "skipped")):
            count = sum(m.state == state for m in models)
            assert topics.count(f"activities.activity-{topic}") == count

    @invariant()
    def credits_are_rewards(self) -> None:
        credited = dict(BalanceOperation.objects.values_list("pk", "amount"))
        assert credited == self.model.credited
        total = sum(Balance.objects.values_list("amount", flat=True))
        assert total == sum(credited.values())


def done(work: Callable[[], Any], crashes: bool) -> str:
    """Run something; return the code of its refusal. A crash before that changes nothing."""
    if crashes:
        before = stored()
        with pytest.raises((Crash, Refusal)):
            crash(work)
        assert stored() == before
    try:
        with transaction.atomic():
            work()
    except Refusal as refusal:
        return refusal.code
    return ""


@transaction.atomic
def crash(work: Callable[[], Any]) -> None:
    work()
    raise Crash


def stored() -> list[Any]:
    models = (Activity, ParticipantExerciseTask, OutboxMessage, Balance, BalanceOperation)
    return [row for model in models for row in model.objects.order_by("pk").values_list()]


@pytest.mark.django_db
def test_commands_and_events_in_any_order(monkeypatch: pytest.MonkeyPatch):
    def calculate(_: Any, __: Any, variables: dict[str, Decimal], ___: Any) -> Outcome:
        return outcome_of(variables["distance"])

    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", calculate)

    run_state_machine_as_test(
        ActivityMachine,
        settings=settings(
            max_examples=25,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
