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
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from foundation.records.refusals import VersionConflict
from rewards.balances.commands import BalanceOutOfRange, RewardNotCredited, adjust_balance
from rewards.models import Balance
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


@pytest.mark.parametrize("reward", [None, Decimal(0)])
def test_is_not_raised_without_points(reward: Decimal | None):
    taken = credited()
    adjusted(taken, "-16")

    for activity in (taken, ActivityFactory.create(reward=reward)):
        rejected(activity)

    assert states() == []


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
def test_stays_open_where_taking_back_is_refused(prepare, changes, refusal):
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
