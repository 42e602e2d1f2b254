"""The preview of a correction…"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from activities.settling.rewarding import CalculateRewardCommand, calculate_reward
from activities.tests.calls.rewarded import accepted, adjusted, rejected
from activities.tests.factories import ActivityFactory
from foundation.records.models import AuditEntry, IdTaken
from foundation.records.refusals import Refusal
from programs.activity_types import ActivityTypeUnknown
from programs.programs.models import MarketingProgramNotFound
from programs.tests.factories import MarketingProgramFactory
from rewards.corrections.commands import CorrectionInvalid, start_correction
from rewards.models import BalanceOperation, CorrectionItem, RewardCorrection, RewardFormulaNotFound
from rewards.tests.corrections.corrected import (
    MAY,
    changed,
    credited_runs,
    finished,
    preview_order,
    previewed,
)
from rewards.tests.factories import active_formula, budget, limited

pytestmark = pytest.mark.django_db


def found(correction: RewardCorrection) -> list[tuple[int, int]]:
    items = correction.items.order_by("activity_on")
    return [(int(item.old), int(item.new)) for item in items]


def test_names_who_had_what_and_gets_what():
    runs = changed(credited_runs("5", "8", participants=2), "distance > 6 ? 10 : distance * 3")
    operations = BalanceOperation.objects.count()

    correction = previewed(runs)

    assert found(correction) == [(10, 15), (16, 10)]
    assert [item.participant_id for item in correction.items.order_by("activity_on")] == [
        each.participant_id for each in runs.activities
    ]
    figures = {name: count for name, count in correction.results.items() if count}
    assert figures == {"raised": 1, "lowered": 1, "added": 5, "taken": 6, "left": 5}
    assert BalanceOperation.objects.count() == operations
    [entry] = AuditEntry.objects.filter(record_type="RewardCorrection")
    assert (entry.actor, entry.action) == ("ann", "Previewed")


def test_is_of_a_period_of_participants_and_of_one_formula_and_counts_what_stays():
    runs = credited_runs("5", "8", participants=2)
    other = active_formula(runs.formula.program_id, name="Other", expression="1")
    same = previewed(runs)
    changed(runs)

    assert (found(same), same.results["unchanged"]) == ([], 2)
    assert found(previewed(runs, since=MAY + timedelta(minutes=30))) == [(16, 24)]
    assert found(previewed(runs, participants=[runs.participant.pk])) == [(10, 15)]
    assert found(previewed(runs, formula_id=runs.formula.pk)) == [(10, 15), (16, 24)]
    assert found(previewed(runs, formula_id=other.pk)) == []


def test_leaves_out_and_counts_what_a_formula_does_not_decide():
    runs = credited_runs("4", "5", "6", "7")
    adjusted(runs.activities[0], "-1")
    rejected(runs.activities[1])
    changed(runs, "distance > 6 ? 1 / (distance - 7) : distance * 3")

    correction = previewed(runs)

    assert found(correction) == [(12, 18)]
    left_out = {"adjusted_by_hand": 1, "not_accepted": 1, "failed": 1, "not_credited": 0}
    assert left_out.items() <= correction.results.items()


def test_leaves_out_where_data_changed_after_the_credit_unless_asked_for():
    runs = credited_runs("4", "5", "6")
    accepted(runs.activities[0], Distance="40")
    accepted(runs.activities[1], Distance="5.0")  # the same data
    changed(runs)

    without, asked = previewed(runs), previewed(runs, includes_changed_data=True)

    assert found(without) == [(10, 15), (12, 18)]
    assert set(without.items.values_list("cause", flat=True)) == {"Formula"}
    assert (without.results["changed_data"], without.results["raised"]) == (1, 2)
    causes = asked.items.order_by("activity_on").values_list("cause", flat=True)
    assert found(asked) == [(8, 120), (10, 15), (12, 18)]
    assert list(causes) == ["Data", "Formula", "Formula"]
    assert asked.results["changed_data"] == 0


def test_leaves_out_what_is_not_credited_yet():
    runs = changed(credited_runs("5"))
    later = ActivityFactory.create(participant=runs.participant, created_on=MAY)
    calculate_reward(CalculateRewardCommand(activity_id=later.pk))

    correction = previewed(runs)

    assert (correction.results["raised"], correction.results["not_credited"]) == (1, 1)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [("distance * 2", []), ("distance * 3", []), ("distance", [(10, 5), (4, 3)])],
)
def test_lets_stay_cut_what_limits_cut_and_lowers_it(expression, expected):
    program = MarketingProgramFactory.create()
    limited(program.pk, 14, period="Program")
    runs = credited_runs("5", "3", program=program)

    correction = previewed(changed(runs, expression))

    items = found(correction)
    assert [each for each in items if each[0] == 4] == [each for each in expected if each[0] == 4]


@pytest.mark.parametrize("page", [1, 500])
def test_says_what_limits_leave_as_the_run_then_finds_it(page, monkeypatch):
    monkeypatch.setattr("rewards.trials.outcomes.PAGE", page)
    runs = credited_runs("5", "8", "1", participants=1)
    limited(runs.formula.program_id, 40, period="Program")
    budget(runs.formula.program_id, 100)
    changed(runs, "distance > 2 ? distance * 3 : 1")

    correction = previewed(runs)
    items = correction.items.order_by("activity_on")
    foreseen = [(int(item.difference), int(item.foreseen), item.reason) for item in items]
    finished(correction)

    assert foreseen == [(5, 5, ""), (8, 7, "Limits leave 7 of 8."), (-1, -1, "")]
    assert [int(item.adjusted or 0) for item in items.all()] == [5, 7, -1]
    assert (correction.results["added"], correction.results["left"]) == (13, 12)


def test_compares_again_with_what_a_correction_made_of_it():
    runs = changed(credited_runs("5"))
    finished(previewed(runs))

    assert previewed(runs).results["unchanged"] == 1
    assert found(previewed(changed(runs, "distance"))) == [(15, 5)]


def test_is_made_in_portions_that_store_each_item_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rewards.trials.outcomes.PAGE", 2)
    monkeypatch.setattr("rewards.trials.outcomes.PORTION_SECONDS", 0)
    runs = changed(credited_runs("1", "2", "3", "4", "5"))

    correction = previewed(runs)

    assert (correction.items.count(), correction.done, correction.total) == (5, 5, 5)


def test_is_started_once_and_refused_for_a_known_id_with_other_data():
    runs = changed(credited_runs("5"))
    order = preview_order(runs)

    first, second = start_correction(order), start_correction(order)
    with pytest.raises(IdTaken):
        start_correction(preview_order(runs, correction_id=first.pk, since=MAY - timedelta(days=1)))

    assert first.pk == second.pk
    assert AuditEntry.objects.filter(record_type="RewardCorrection").count() == 1
    assert RewardCorrection.objects.get().since == MAY


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"before": MAY}, CorrectionInvalid),
        ({"since": timezone.now() + timedelta(days=1), "before": None}, CorrectionInvalid),
        ({"participants": [uuid4() for _ in range(10_001)]}, CorrectionInvalid),
        ({"program_id": uuid4()}, MarketingProgramNotFound),
        ({"formula_id": uuid4()}, RewardFormulaNotFound),
        ({"activity_type": "Tea"}, ActivityTypeUnknown),
        ({"activity_type": "QuizActivity", "formula_id": True}, CorrectionInvalid),
    ],
)
def test_is_refused(changes: dict[str, Any], refusal: type[Refusal]):
    runs = credited_runs("5")
    given = {**changes}
    if given.get("formula_id") is True:
        given["formula_id"] = runs.formula.pk
    if "before" in given and given["before"] is None:
        given["before"] = given["since"] + timedelta(days=1)

    with pytest.raises(refusal):
        start_correction(preview_order(runs, **given))

    assert not RewardCorrection.objects.exists()
    assert not CorrectionItem.objects.exists()
