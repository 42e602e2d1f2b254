"""The run of a correction, while other processes work…"""

import sys

import pytest
from django.core.management import call_command

from foundation.messaging import jobs
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs, store_portions
from foundation.messaging.tests.play.racing import at_once, race
from rewards.balances.commands import adjust_balance, refill_balance
from rewards.models import BalanceOperation, CorrectionItem, CorrectionRun, RewardLimitCounter
from rewards.tests.balances import adjustment, refill
from rewards.tests.corrections.corrected import (
    adjustments,
    approved,
    balances,
    changed,
    credited_runs,
    cut_runs,
    previewed,
    raised,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_corrections_at_once_adjusts_each_activity_once():
    runs = changed(credited_runs("1", "2", "3", "4", participants=2))
    corrections = [previewed(runs), previewed(runs)]
    both = [approved(each) for each in corrections]

    at_once(*(lambda run=run: jobs.run(run._meta.label, run.pk) for run in both))

    assert sorted(adjustments()) == [1, 2, 3, 4]
    assert CorrectionItem.objects.filter(state="Refused").count() == 4
    call_command("verify_balances")


def test_of_two_that_pay_the_same_cuts_at_once_pays_once():
    runs, limit = cut_runs()
    raised(limit, 100)
    both = [approved(previewed(runs, pays_cuts=True)) for _ in range(2)]

    at_once(*(lambda run=run: jobs.run(run._meta.label, run.pk) for run in both))

    assert (adjustments(), balances()) == ([12, 12], [38])
    assert RewardLimitCounter.objects.get().used == 38
    call_command("verify_balances")


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


def test_refuses_what_a_person_adjusted_while_it_waited():
    runs = changed(credited_runs("5"))
    run = approved(previewed(runs))
    [activity] = runs.activities
    by_hand = adjustment(runs.participant.pk, "2", activity_id=activity.pk)

    race(lambda: adjust_balance(by_hand), lambda: jobs.run(run._meta.label, run.pk))

    assert (adjustments(), balances()) == ([2], [12])
    assert CorrectionItem.objects.get().state == "Refused"


def test_stores_nothing_of_a_portion_whose_process_ends(monkeypatch: pytest.MonkeyPatch):
    run = approved(previewed(changed(credited_runs("5", "8"))))
    end = "rewards.corrections.jobs.balance_changed"
    monkeypatch.setattr(end, lambda operation: sys.exit())

    with pytest.raises(SystemExit):
        store_portions(run, 1)
    monkeypatch.undo()
    assert (adjustments(), balances()) == ([], [26])
    finish_jobs(CorrectionRun)

    assert (adjustments(), balances()) == ([5, 8], [39])
