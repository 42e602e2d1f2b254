"""Staff's pages of activities, rewards and programs in a browser…"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone
from playwright.sync_api import Page

from activities.models import Activity, RewardClaim
from activities.settling.applying import settle_activity
from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.outbox import run_step
from activities.tests.calls.rewarded import adjusted, came, claimed, task_of
from activities.tests.factories import ActivityFactory, sport_data
from config.tests.browser import PASSWORD, browse, faults_of, sign_in
from config.tests.looked_at import not_looked_at
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import store_portions
from foundation.staff.display import address_of_list, address_of_page
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory
from rewards.models import (
    Balance,
    BalanceOperation,
    Expectation,
    FormulaDryRun,
    RewardCorrection,
    RewardFormula,
)
from rewards.tests.corrections.corrected import changed, credited_runs, previewed
from rewards.tests.corrections.corrected import finished as corrected
from rewards.tests.dry_runs.months import a_month, finished, started
from rewards.tests.factories import (
    active_formula,
    budget,
    change,
    golden_example,
    requested_activation,
)

EXPRESSION = """in(discipline, 'running', 'walking')
  ? round(distance * coeff('rate') * piecewise(coeff('table'), distance)) - (is_manual ? 5 : 0)
  : 100 / (time_in_seconds - 3600)"""
TEXTS: dict[str, Any] = {
    "expression": EXPRESSION,
    "coefficients": {"rate": "1.5", "table": "[[0, 1], [5, 1.5], [10, 2], [42.195, 1.2]]"},
}


def part(record: Model, name: str, query: str = "") -> str:
    """Return the address of a page of a record."""
    return f"{address_of_page(type(record), record.pk).removesuffix('change/')}{name}/{query}"


def _of_activities() -> list[str]:
    """Make activities in each standing, their tasks, and a program of two weeks."""
    task = ParticipantExerciseTaskFactory.create(
        criteria={"minDistance": "5", "discipline": "running"}, finishes_on=timezone.now()
    )
    who, program, now = task.participant, task.participant.program, timezone.now()
    for criteria in ({"minDistance": "20", "maxDistance": "42.195"}, {"discipline": "swimming"}):
        task_of(who, exercise=task.exercise, criteria=criteria)
    formulas = [
        active_formula(program.pk, name=name, valid_until=now + timedelta(days=7 * number))
        for number, name in enumerate(("Long runs, with a name longer than any column", "Bike"), 1)
    ]
    active_formula(program.pk, name="Marathons", settings={"__where": "distance > 42"})
    applied, skipped = (came(who.pk, "callback") for _ in range(2))
    for activity in (applied, skipped):
        settle_activity(activity.pk, "handler", now)
    calculate_reward(CalculateRewardCommand(activity_id=applied.pk, source="ann"))
    run_step("refill_balance")
    adjusted(applied, "-4.50")
    OutboxMessage.objects.filter(destination="activities.reward_and_apply").update(
        attempts=8,
        dead_on=now,
        reason="OperationalError: the connection to the server was closed unexpectedly",
    )
    for day in range(14):
        fields = {"reward": 1000 + 70 * day, "reward_formula": formulas[day % 2]}
        ActivityFactory.create(participant=who, created_on=now - timedelta(days=day), **fields)
    failing = active_formula(program.pk, name="Chess", activity_type="SporadicActivity", **TEXTS)
    data = sport_data(Discipline="chess")
    failed = ActivityFactory.create(participant=who, type="SporadicActivity", data=data)
    calculate_reward(CalculateRewardCommand(activity_id=failed.pk, source="ann"))
    for allows in ({"most": 900_000}, {"most": 100, "period": "Day", "unit": "Activities"}):
        budget(program.pk, **allows)
    balance, failures = Balance.objects.get(pk=who.pk), address_of_list(Activity) + "failures/"
    tasks = address_of_list(type(task))
    return [
        *map(address_of_list, (Activity, Balance, BalanceOperation)),
        *(part(each, "change") for each in (applied, skipped, who, program, task, balance)),
        part(skipped, "search"),
        *(f"{tasks}{what}/?exercise={task.exercise_id}" for what in ("add", "assign")),
        part(applied, "reward", "?check=1"),
        part(failed, "reward"),
        failures,
        f"{failures}?formula={failing.pk}",
        *(part(balance, what) for what in ("adjust", "statement")),
    ]


def _of_formulas() -> list[str]:
    """Make a formula with long texts, findings of each kind, dry runs, and a request."""
    month = a_month(*map(str, range(1, 60)), draft="distance > 21 ? 9 : 10 / (distance - 2)",
                    participants=7)  # fmt: skip
    formula, run = month.formula, {"distance": "10.5", "discipline": "'running'"}
    active_formula(month.program.pk, name="Odd", settings={"__where": "distance * 0 > 5"})
    for name, given in (("An ordinary run", {"reward": 32}), ("Null", {"reward": None})):
        expected = {} if given["reward"] else {"expectation": Expectation.DOES_NOT_SUIT}
        example = golden_example(formula, name=name, inputs=run, **given, **expected)
    done, going = finished(started(formula)), store_portions(started(formula), 1)
    change(formula, **TEXTS, settings={"__where": "discipline != 'chess'"})
    requested_activation()
    return [
        *map(address_of_list, (RewardFormula, FormulaDryRun)),
        *(part(each, "change") for each in (formula, done, going)),
        *(part(formula, "activation", query) for query in ("", "?revision=1&against=0")),
        part(formula, "try", "?check=yes&cap=500"),
        part(ParticipantFactory.create().program, "change"),
        part(a_month("1").formula, "dry-run"),
        part(formula, "try", f"?example={example.pk}"),
    ]


def _of_corrections() -> list[str]:
    claim, runs = claimed(), changed(credited_runs("5", "8", participants=2))
    lists = [address_of_list(RewardCorrection), address_of_list(RewardClaim)]
    correction = corrected(previewed(runs))
    own = [part(each, "change") for each in (correction, claim)]
    return [*lists, f"{lists[0]}new/", *own, part(claim, "take-back")]


READY = "html:not(:has(.fl-editor)), .fl-editor .ace_text-input"  # an editor is loaded, if any


@pytest.mark.parametrize(
    ("group", "made"),
    [("activities", _of_activities), ("formulas", _of_formulas), ("corrections", _of_corrections)],
)
def test_fit_a_desk_and_a_phone_and_can_be_used_by_all(live_server, transactional_db, group, made):
    User.objects.create_superuser("boss", password=PASSWORD)
    pages = made()

    def visit(page: Page) -> Any:
        sign_in(page, live_server.url)
        return faults_of(page, live_server.url, pages, READY)

    seen = browse(visit)

    assert not_looked_at(group, pages) == set()
    assert (seen.troubles, seen.found) == ([], {})
