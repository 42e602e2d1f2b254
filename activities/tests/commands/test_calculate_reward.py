"""Calculating the reward of an activity…"""

import io
import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from activities.explaining.figures import list_failed_by_formula
from activities.explaining.rewards import explain_reward
from activities.models import Activity, ActivityHistory, RewardRecalculation
from activities.settling.rewarding import (
    CalculateRewardCommand,
    RewardIsSet,
    calculate_failed,
    calculate_reward,
)
from activities.settling.steps import reward_and_apply
from activities.tests.calls.outbox import posted, run_steps
from activities.tests.factories import ActivityFactory, sport_body, sport_data
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.audit import Actor
from foundation.rest.tests.conftest import Caller
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.formulas.outcomes import Outcome, Result, outcome_of
from rewards.models import Balance, RewardFormula, RewardFormulaNotFound
from rewards.tests.factories import NOW, activate, active_formula, change

pytestmark = pytest.mark.django_db


@pytest.fixture
def calculator(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], list[tuple[Any, ...]]]:
    """Return a function that has the calculator answer so; it returns what the calculator gets."""

    def answer(outcome: Any) -> list[tuple[Any, ...]]:
        asked: list[tuple[Any, ...]] = []

        def calculated(*given: Any) -> Any:
            asked.append(given)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", calculated)
        return asked

    return answer


def worth(amount: str) -> Outcome:
    return replace(outcome_of(Decimal(amount)), details={"formula": "distance"})


def calculate(activity: Activity) -> Activity:
    return calculate_reward(CalculateRewardCommand(activity_id=activity.pk, source="handler"))


def test_asks_with_the_program_the_type_and_the_variables(calculator: Any):
    activity = ActivityFactory.create(data=sport_data(AveragePace="330"))
    asked = calculator(worth("1"))

    calculate(activity)

    [(program_id, activity_type, variables, _)] = asked
    assert (program_id, activity_type) == (activity.marketing_program_id, "SportActivity")
    assert (variables["distance"], variables["avg_pace"]) == (Decimal("10.5"), Decimal("5.5"))
    assert variables["pulse"] is None


@pytest.mark.parametrize(
    "outcome",
    [
        worth("13"),
        Outcome(result=Result.NO_REWARD, reason="none"),
        Outcome(result=Result.FAILED, reason="fails"),
        worth("-1"),
    ],
)
def test_with_another_result_than_the_reward_that_is_set_is_a_conflict(calculator, outcome):
    activity = ActivityFactory.create()
    calculator(worth("12"))
    calculate(activity)
    calculator(outcome)

    with pytest.raises(RewardIsSet):
        calculate(activity)

    activity.refresh_from_db()
    assert activity.reward == 12
    assert activity.version == 2
    assert len(posted()) == 2


FAILURES = "/admin/activities/activity/failures/"
CALLBACK = "/callback-api/api/v2/sport-activities-callback/activity-accepted"


def mend(formula: RewardFormula, expression: str) -> None:
    change(formula, expression=expression)
    activate(formula)


def failed(count: int = 1, **fields: Any) -> RewardFormula:
    """Return a formula, by which the rewards of so many activities failed."""
    formula = active_formula()
    for _ in range(count):
        ActivityFactory.create(
            participant__program=formula.program,
            reward_failure="division by zero",
            failed_formula=formula,
            **fields,
        )
    return formula


def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


def calculate_all_failed(formula: RewardFormula) -> None:
    calculate_failed(formula.pk, Actor("ann"), timezone.now())


def test_of_failed_from_a_callback_to_the_credit_by_one_click(caller: Caller, client: Client):
    task = ParticipantExerciseTaskFactory.create()
    formula = active_formula(
        task.participant.program_id, expression="distance /\n (pulse - 100) + coeff('rate')"
    )
    body = sport_body(activityId=str(uuid.uuid4()), userId=str(task.participant_id), pulse=100)
    caller("activities.receive").post(CALLBACK, {"body": body}, format="json")
    run_steps()

    activity = Activity.objects.get()
    assert (activity.state, activity.reward) == ("Applied", None)
    page = boss(client).get(f"/admin/activities/activity/{activity.pk}/reward/").content.decode()
    for part in ("By distance", "line 1, column 10 of its expression", "division by zero", "pulse"):
        assert part in page
    assert "division by zero" in client.get(FAILURES).content.decode()

    mend(formula, "distance * coeff('rate')")
    client.post(f"{FAILURES}?formula={formula.pk}", {"confirmed": "yes"})
    finish_jobs(RewardRecalculation)
    run_steps()

    explained = explain_reward(activity.pk)
    assert Balance.objects.get(pk=task.participant_id).amount == 16
    assert explained.formula
    assert (explained.formula.revision, explained.calculated_by) == (2, "boss")
    assert list_failed_by_formula() == []


def test_of_failed_rewards_that_fail_again_stay_in_the_list(client: Client):
    formula = failed()
    mend(formula, "1 / (distance - 10.5)")

    boss(client).post(f"{FAILURES}?formula={formula.pk}", {"confirmed": "yes"})
    finish_jobs(RewardRecalculation)
    run_steps()

    [found] = list_failed_by_formula()
    assert (found.formula, found.count) == (formula, 1)
    assert "revision 2" in (found.reason or "")


def test_of_failed_many_are_calculated_in_portions_by_one_job(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("activities.settling.rewarding.AT_ONCE", 2)
    formula, other = failed(5, created_on=NOW), failed()

    for _ in range(3):
        calculate_all_failed(formula)
    later = ActivityFactory.create(reward_failure="division by zero", failed_formula=formula)
    finish_jobs(RewardRecalculation)

    steps = OutboxMessage.objects.filter(destination="activities.calculate_reward")
    assert steps.count() == len(set(steps.values_list("key", flat=True))) == 5
    assert RewardRecalculation.objects.get().done == 5
    run_steps()
    assert {each.formula for each in list_failed_by_formula()} == {formula, other}
    assert Activity.objects.filter(reward=16, failed_formula=None, reward_failure="").count() == 5
    later.refresh_from_db()
    assert later.reward is None
    assert set(ActivityHistory.objects.values_list("change", "source")) == {("RewardSet", "ann")}


def test_of_failed_an_unknown_formula_is_refused(client: Client):
    with pytest.raises(RewardFormulaNotFound):
        calculate_all_failed(RewardFormula(pk=uuid.uuid4()))

    assert boss(client).get(f"{FAILURES}?formula={uuid.uuid4()}").status_code == 404
    assert client.get(f"{FAILURES}?formula=x").status_code == 404
    assert not RewardRecalculation.objects.exists()


def test_while_deliveries_are_held_the_credit_waits_in_the_outbox(settings: Settings) -> None:
    settings.DELIVERIES = "Held"
    activity: Activity = ActivityFactory.create()
    active_formula(activity.marketing_program_id)

    reward_and_apply(activity.pk, "handler", timezone.now())
    lane = "handler:activities.refill_balance"
    drain(lane)

    activity.refresh_from_db()
    assert activity.reward == 16
    assert not Balance.objects.exists()
    settings.DELIVERIES = "Sent"
    drain(lane)
    assert Balance.objects.get().amount == 16
    assert OutboxMessage.objects.filter(lane=lane, delivered_on__isnull=False).count() == 1


def test_while_deliveries_are_held_rewards_are_compared_with_the_former_ones(tmp_path, client):
    same, other, none, waiting = (
        ActivityFactory.create(state=state, reward=reward)
        for state, reward in (("Skipped", 16), ("Skipped", 5), ("Skipped", None), ("Created", None))
    )
    given = {same.pk: 16, other.pk: 6, none.pk: None, waiting.pk: 3, uuid4(): 1}
    rows = [{"activityId": str(pk), "reward": reward} for pk, reward in given.items()]
    (tmp_path / "rewards.jsonl").write_text("\n".join(map(json.dumps, rows)))
    output = io.StringIO()

    call_command("compare_former", str(tmp_path / "rewards.jsonl"), stdout=output)

    lines = output.getvalue().splitlines()
    assert lines[:3] == [
        "3 activities compared, 2 agree, 66.7%",
        "1 are not here, 1 are not processed yet",
        "reward: 1 in both, 1 only there, 1 only here",
    ]
    [line] = lines[3:]
    assert line.endswith(f"/activity/{other.pk}/change/ reward: only there 6; only here 5")
    signed_in(client, "activities.read")
    file = SimpleUploadedFile("rewards.jsonl", (tmp_path / "rewards.jsonl").read_bytes())
    page = client.post(address_of_list(Activity) + "compare-former/", {"file": file}, secure=True)
    assert "3 activities compared, 2 agree, 66.7%" in page.content.decode()
