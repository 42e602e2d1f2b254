"""A claim to review…"""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from activities.claims.commands import (
    ClaimDecision,
    ClaimIsSettled,
    ClaimReasonTooLong,
    NothingToTakeBack,
    SettleClaimCommand,
    settle_claim,
)
from activities.explaining.history import explain_activity
from activities.models import Activity, RewardClaim, RewardClaimNotFound
from activities.tests.calls.outbox import run_step
from activities.tests.calls.rewarded import (
    accepted,
    adjusted,
    calculated,
    claimed,
    credited,
    rejected,
)
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal, VersionConflict
from rewards.balances.commands import BalanceOutOfRange, RewardNotCredited, adjust_balance
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import adjustment
from rewards.tests.factories import NOW

pytestmark = pytest.mark.django_db
KEEP, TAKE_BACK = ClaimDecision.KEEP, ClaimDecision.TAKE_BACK


def settlement(claim: RewardClaim, decision: ClaimDecision, **changes: Any) -> SettleClaimCommand:
    given = {"by": Actor("ann"), "now": NOW, "reason": "A car.", **changes}
    return SettleClaimCommand(claim_id=claim.pk, decision=decision, **given)


def balance_of(claim: RewardClaim) -> int:
    return int(Balance.objects.get(pk=claim.activity.participant_id).amount)


def states() -> list[str]:
    return list(RewardClaim.objects.order_by("created_on").values_list("state", flat=True))


def test_is_raised_when_a_rewarded_activity_is_rejected_and_keeps_the_reward():
    activity = rejected(credited())

    claim = activity.claims.get()
    assert (claim.state, balance_of(claim)) == ("Open", 16)
    assert Activity.objects.get().reward == 16
    explained = explain_activity(activity.pk)
    assert "a claim to review waits" in explained.standing.text
    assert "ClaimRaised" in [each.kind for each in explained.entries]


def test_is_raised_once_for_newer_data_of_a_rejection_and_keeps_the_reward():
    activity = credited()
    for distance in ("10.5", "10.5", "11"):
        rejected(activity, Distance=distance)
    assert states() == ["Open"]
    claim = RewardClaim.objects.get()

    settle_claim(settlement(claim, KEEP))
    rejected(activity, Distance="12")

    claim.refresh_from_db()
    assert states() == ["Kept"]
    assert (claim.state, claim.reason, claim.settled_by) == ("Kept", "A car.", "ann")
    assert balance_of(claim) == 16


@pytest.mark.parametrize("reward", [None, Decimal(0)])
def test_is_not_raised_without_points(reward: Decimal | None):
    taken = credited()
    adjusted(taken, "-16")

    for activity in (taken, ActivityFactory.create(reward=reward)):
        rejected(activity)

    assert states() == []


def test_is_raised_for_points_that_an_adjustment_gave_where_the_reward_was_zero():
    activity = credited(Distance="0.1")
    adjusted(activity, "5")

    claim = rejected(activity).claims.get()

    assert Activity.objects.get().reward == 0
    settle_claim(settlement(claim, TAKE_BACK))
    assert balance_of(claim) == 0


def test_is_closed_when_the_activity_is_accepted_again_until_the_next_rejection():
    claim = claimed()

    accepted(claim.activity)

    claim.refresh_from_db()
    assert (claim.state, balance_of(claim)) == ("Closed", 16)
    assert "accepted the activity again" in claim.reason
    assert "ClaimClosed" in [each.kind for each in explain_activity(claim.activity_id).entries]
    with pytest.raises(ClaimIsSettled, match="closed"):
        settle_claim(settlement(claim, TAKE_BACK))
    assert balance_of(claim) == 16
    rejected(claim.activity)
    assert sorted(states()) == ["Closed", "Open"]


def test_takes_back_what_the_activity_added_with_its_adjustments_by_one_operation():
    activity = credited()
    adjusted(activity, "-3")
    claim = rejected(activity).claims.get()

    for _ in range(2):
        settle_claim(settlement(claim, TAKE_BACK))

    claim.refresh_from_db()
    operation = BalanceOperation.objects.get(pk=claim.pk)
    assert (claim.state, claim.taken) == ("TakenBack", Decimal(13))
    assert balance_of(claim) == 0
    assert (operation.amount, operation.source_id) == (Decimal(-13), activity.pk)
    assert (operation.reason, operation.created_by) == ("A car.", "ann")
    events = OutboxMessage.objects.filter(destination="rewards.balance-changed").order_by("pk")
    assert events.last().body["amount"] == "-13.00"  # type: ignore[union-attr]  # there are some
    [entry] = AuditEntry.objects.filter(record_type="RewardClaim")
    assert (entry.actor, entry.reason) == ("ann", "A car.")


@pytest.mark.parametrize(("first", "second"), [(KEEP, TAKE_BACK), (TAKE_BACK, KEEP)])
def test_stays_as_it_was_settled_first(first: ClaimDecision, second: ClaimDecision):
    claim = claimed()
    settle_claim(settlement(claim, first))
    before = states(), balance_of(claim)

    with pytest.raises(ClaimIsSettled):
        settle_claim(settlement(claim, second))

    assert (states(), balance_of(claim)) == before


def spent(claim: RewardClaim) -> None:
    adjust_balance(adjustment(claim.activity.participant_id, "-10"))


def corrected(claim: RewardClaim) -> None:
    adjusted(claim.activity, "-16")


@pytest.mark.parametrize(
    ("prepare", "changes", "refusal"),
    [
        (spent, {}, BalanceOutOfRange),
        (corrected, {}, NothingToTakeBack),
        (lambda _: None, {"expected_version": 7}, VersionConflict),
        (lambda _: None, {"reason": "x" * 2001}, ClaimReasonTooLong),
        (lambda _: None, {"claim_id": uuid4()}, RewardClaimNotFound),
    ],
)
def test_stays_open_where_taking_back_is_refused(
    prepare: Any, changes: dict[str, Any], refusal: type[Refusal]
):
    claim = claimed()
    prepare(claim)
    before = balance_of(claim)
    given = {"claim_id": claim.pk, "decision": TAKE_BACK, "by": Actor("ann"), "now": NOW}

    with pytest.raises(refusal):
        settle_claim(SettleClaimCommand(**{**given, **changes}))

    assert (states(), balance_of(claim)) == (["Open"], before)


def test_waits_for_the_credit():
    claim = rejected(calculated()).claims.get()

    with pytest.raises(RewardNotCredited):
        settle_claim(settlement(claim, TAKE_BACK))
    run_step("refill_balance")
    settle_claim(settlement(claim, TAKE_BACK))

    assert (states(), balance_of(claim)) == (["TakenBack"], 0)


def by_rule(activity: Activity) -> Activity:
    activity.marketing_program.store(takes_back_rejected=True)
    return rejected(activity)


def test_is_taken_back_by_the_program_s_rule_after_the_credit_without_a_row_of_the_audit():
    claim = by_rule(calculated()).claims.get()

    run_step("take_back_reward")
    assert states() == ["Open"]
    OutboxMessage.objects.update(due_on=NOW)
    run_step("refill_balance")
    run_step("take_back_reward")

    claim.refresh_from_db()
    assert (claim.state, balance_of(claim)) == ("TakenBack", 0)
    assert claim.settled_by == "the program's rule"
    assert not AuditEntry.objects.filter(record_type__in=("RewardClaim", "Balance")).exists()


def test_stays_for_staff_where_the_rule_cannot_take_it_and_closed_where_it_comes_too_late():
    activity, late = credited(), by_rule(credited()).claims.get()
    accepted(late.activity)
    adjust_balance(adjustment(activity.participant_id, "-10"))
    by_rule(activity)

    run_step("take_back_reward")

    claim = activity.claims.get()
    late.refresh_from_db()
    assert (claim.state, late.state, balance_of(late)) == ("Open", "Closed", 16)
    assert "Not taken back by itself. The balance is 6" in claim.reason


@pytest.mark.django_db(transaction=True)
def test_is_settled_once_by_two_members_of_staff():
    claim = claimed()

    def settle(decision: ClaimDecision) -> str:
        try:
            return settle_claim(settlement(claim, decision)).state
        except ClaimIsSettled:
            return "refused"

    ends = at_once(lambda: settle(KEEP), lambda: settle(TAKE_BACK), lambda: settle(TAKE_BACK))

    [state] = states()
    assert set(ends) == {state, "refused"}
    assert balance_of(claim) == (16 if state == "Kept" else 0)
