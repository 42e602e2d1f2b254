"""The run of a correction…"""

import sys
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from activities.tests.calls.rewarded import adjusted
from foundation.messaging import jobs
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs, go_on, store_portions
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from rewards.approvals.commands import ApproverIsRequester
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.corrections.commands import (
    CorrectionIsOver,
    CorrectionIsRequested,
    CorrectionNotApproved,
    CorrectionNotRequested,
    CorrectionReasonInvalid,
    NothingToCorrect,
    PreviewUnfinished,
    approve_correction,
    cancel_correction,
    request_correction,
    run_correction_again,
    start_correction,
)
from rewards.models import (
    BalanceOperation,
    CorrectionItem,
    CorrectionRun,
    RewardCorrection,
    RewardLimitCounter,
)
from rewards.tests.corrections.corrected import (
    REASON,
    adjustments,
    approved,
    balances,
    changed,
    credited_runs,
    cut_runs,
    finished,
    order,
    preview_order,
    previewed,
    raised,
)
from rewards.tests.factories import adjustment, refill

pytestmark = pytest.mark.django_db


def states(correction: RewardCorrection) -> list[str]:
    return list(correction.items.order_by("activity_on").values_list("state", flat=True))


def test_adjusts_each_reward_by_one_operation_with_the_reason_and_an_event():
    runs = changed(credited_runs("5", "8", participants=2))

    correction = finished(previewed(runs))

    assert balances() == [15, 24]
    operation = BalanceOperation.objects.get(source_id=runs.activities[0].pk, type="Adjustment")
    assert (operation.reason, operation.created_by) == (REASON, "bob")
    assert int(operation.balance_after) == 15
    events = OutboxMessage.objects.filter(destination="rewards.balance-changed")
    assert events.filter(body__operationId=str(operation.pk)).get().body["balance"] == "15.00"
    assert states(correction) == ["Applied", "Applied"]
    run = correction.last_run
    assert run
    assert (run.state, run.done, run.total, run.refused) == ("Finished", 2, 2, 0)
    call_command("verify_balances")


def test_needs_a_second_person_is_requested_for_one_reason_and_approved_once():
    correction = previewed(changed(credited_runs("5")))
    for _ in range(2):
        request_correction(order(correction, reason=REASON))

    with pytest.raises(CorrectionIsRequested):
        request_correction(order(correction, reason="Another."))
    with pytest.raises(ApproverIsRequester):
        approve_correction(order(correction))
    with pytest.raises(IntegrityError), transaction.atomic():
        RewardCorrection.objects.update(approved_by="ann", approved_on=correction.created_on)
    assert not CorrectionRun.objects.exists()
    for other in ("bob", "bob", "eve"):
        approve_correction(order(correction, other))

    correction.refresh_from_db()
    assert (correction.why, CorrectionRun.objects.count()) == (REASON, 1)
    assert AuditEntry.objects.filter(action="Approved").count() == 1


@pytest.mark.parametrize(
    ("do", "given", "refusal"),
    [
        (request_correction, {"reason": " "}, CorrectionReasonInvalid),
        (request_correction, {"reason": "x" * 2001}, CorrectionReasonInvalid),
        (approve_correction, {"by": "bob"}, CorrectionNotRequested),
        (run_correction_again, {}, CorrectionNotApproved),
        (cancel_correction, {}, CorrectionIsOver),
    ],
)
def test_is_refused_out_of_turn(do: Any, given: dict[str, str], refusal: type[Refusal]):
    correction = previewed(changed(credited_runs("5")))

    with pytest.raises(refusal):
        do(order(correction, **given))

    correction.refresh_from_db()
    assert (correction.requested_by, correction.approved_by) == ("", "")
    assert balances() == [10]


def test_is_not_requested_before_the_preview_is_finished_or_for_nothing():
    runs = credited_runs("5")
    unfinished = start_correction(preview_order(runs))

    with pytest.raises(PreviewUnfinished):
        request_correction(order(unfinished, reason=REASON))
    with pytest.raises(NothingToCorrect):
        request_correction(order(previewed(runs), reason=REASON))


def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rewards.corrections.jobs.PAGE", 2)


def test_is_cancelled_in_the_middle_and_run_again_each_once(monkeypatch: pytest.MonkeyPatch):
    small(monkeypatch)
    correction = previewed(changed(credited_runs("1", "2", "3", "4", "5")))
    store_portions(approved(correction), 1)

    cancel_correction(order(correction))
    half = adjustments()
    run_correction_again(order(correction))
    finish_jobs(CorrectionRun)

    assert half == [1, 2]
    assert adjustments() == [1, 2, 3, 4, 5]
    assert balances() == [45]
    with pytest.raises(NothingToCorrect):
        run_correction_again(order(correction))


def test_goes_on_after_a_kill_each_once(monkeypatch: pytest.MonkeyPatch):
    small(monkeypatch)
    correction = previewed(changed(credited_runs("1", "2", "3", "4", "5")))
    store_portions(approved(correction), 2)

    go_on(CorrectionRun, hours=1)

    assert adjustments() == [1, 2, 3, 4, 5]
    assert correction.runs.get().state == "Finished"


def test_adjusts_an_activity_once_for_two_corrections_and_none_adjusted_by_hand():
    runs = changed(credited_runs("5", "8"))
    first, second = previewed(runs), previewed(runs)
    adjusted(runs.activities[1], "2")

    finished(first)
    finished(second)

    assert adjustments() == [2, 5]
    assert (states(first), states(second)) == (["Applied", "Refused"], ["Refused", "Refused"])
    assert all("since the preview" in item.reason for item in second.items.all())
    assert [each.runs.get().refused for each in (first, second)] == [1, 2]


def test_refuses_what_would_leave_less_than_zero_and_does_it_once_there_is_enough():
    runs = changed(credited_runs("5", "8"), "1")
    participant = runs.participant.pk
    adjust_balance(adjustment(participant, "-20"))
    correction = previewed(runs)

    finished(correction)
    assert (balances(), states(correction)) == ([6], ["Refused", "Refused"])
    adjust_balance(adjustment(participant, "20"))
    run_correction_again(order(correction))
    finish_jobs(CorrectionRun)

    assert (balances(), states(correction)) == ([2], ["Applied", "Applied"])


@pytest.mark.django_db(transaction=True)
def test_of_two_corrections_at_once_adjusts_each_activity_once():
    runs = changed(credited_runs("1", "2", "3", "4", participants=2))
    corrections = [previewed(runs), previewed(runs)]
    both = [approved(each) for each in corrections]

    at_once(*(lambda run=run: jobs.run(run._meta.label, run.pk) for run in both))

    assert sorted(adjustments()) == [1, 2, 3, 4]
    assert CorrectionItem.objects.filter(state="Refused").count() == 4
    call_command("verify_balances")


@pytest.mark.django_db(transaction=True)
def test_of_two_that_pay_the_same_cuts_at_once_pays_once():
    runs, limit = cut_runs()
    raised(limit, 100)
    both = [approved(previewed(runs, pays_cuts=True)) for _ in range(2)]

    at_once(*(lambda run=run: jobs.run(run._meta.label, run.pk) for run in both))

    assert (adjustments(), balances()) == ([12, 12], [38])
    assert RewardLimitCounter.objects.get().used == 38
    call_command("verify_balances")


@pytest.mark.django_db(transaction=True)
def test_lets_a_credit_of_the_same_participant_wait_and_both_count():
    runs = changed(credited_runs("5", "8"))
    run = approved(previewed(runs))
    participant = runs.participant.pk

    race(lambda: store_portions(run, 1), lambda: refill_balance(refill(participant)))

    assert balances() == [2 * 13 + 13 + 10]
    events = OutboxMessage.objects.filter(destination="rewards.balance-changed", key=participant)
    told = [each.body["operationId"] for each in events.order_by("pk")]
    recorded = BalanceOperation.objects.order_by("recorded_on").values_list("pk", flat=True)
    assert told == [str(each) for each in recorded]
    call_command("verify_balances")


@pytest.mark.django_db(transaction=True)
def test_refuses_what_a_person_adjusted_while_it_waited():
    runs = changed(credited_runs("5"))
    run = approved(previewed(runs))
    [activity] = runs.activities
    by_hand = adjustment(runs.participant.pk, "2", activity_id=activity.pk)

    race(lambda: adjust_balance(by_hand), lambda: jobs.run(run._meta.label, run.pk))

    assert (adjustments(), balances()) == ([2], [12])
    assert CorrectionItem.objects.get().state == "Refused"


@pytest.mark.django_db(transaction=True)
def test_stores_nothing_of_a_portion_whose_process_ends(monkeypatch: pytest.MonkeyPatch):
    run = approved(previewed(changed(credited_runs("5", "8"))))
    end = "rewards.corrections.adjusting.balance_changed"
    monkeypatch.setattr(end, lambda operation: sys.exit())

    with pytest.raises(SystemExit):
        store_portions(run, 1)
    monkeypatch.undo()
    assert (adjustments(), balances()) == ([], [26])
    finish_jobs(CorrectionRun)

    assert (adjustments(), balances()) == ([5, 8], [39])
