"""Taking back what an activity was credited, also by a claim to review, and skipping one…"""

from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import Settings

from activities.claims.commands import (
    ClaimDecision,
    ClaimIsSettled,
    ClaimReasonTooLong,
    NothingToTakeBack,
    SettleClaimCommand,
    TakeRewardBackCommand,
    settle_claim,
    take_reward_back,
)
from activities.explaining.history import explain_activity
from activities.models import (
    Activity,
    ActivityHistory,
    ActivityState,
    RewardClaim,
    RewardClaimNotFound,
)
from activities.settling.applying import SkipActivityCommand, skip_activity
from activities.tests.calls.outbox import posted, run_step
from activities.tests.calls.rewarded import (
    accepted,
    adjusted,
    applied,
    calculated,
    claimed,
    credited,
    rejected,
)
from activities.tests.factories import ActivityFactory
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import at_once, or_code, race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import VersionConflict
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.approvals.commands import (
    AnotherPersonNeeded,
    SettleApprovalCommand,
    order_alone,
    request_approval,
    settle_approval,
)
from rewards.approvals.models import ActivationState
from rewards.balances.commands import BalanceOutOfRange, RewardNotCredited, adjust_balance
from rewards.models import Balance
from rewards.tests.factories import NOW, adjustment

pytestmark = pytest.mark.django_db


def order(activity: Activity) -> TakeRewardBackCommand:
    return TakeRewardBackCommand(
        activity_id=activity.pk, reason="A car.", by=Actor("ann"), now=timezone.now()
    )


def take(activity: Activity) -> RewardClaim:
    return take_reward_back(order(activity))


def test_takes_what_the_activity_has_added_with_its_adjustments():
    activity = credited()
    adjusted(activity, "-4")

    claim = take(activity)

    assert (claim.state, claim.taken, claim.reason) == ("TakenBack", Decimal(12), "A car.")
    assert Balance.objects.get().amount == 0
    assert AuditEntry.objects.get(record_id=claim.pk).actor == "ann"


def test_settles_a_claim_that_is_open():
    claim = claimed()

    assert take(claim.activity).pk == claim.pk
    assert RewardClaim.objects.get().state == "TakenBack"


def test_takes_nothing_twice_and_leaves_no_claim_where_it_is_refused():
    taken, spent, uncredited = credited(), credited(), calculated()
    take(taken)
    adjust_balance(adjustment(spent.participant_id, "-10"))

    for activity, refusal in (
        (taken, NothingToTakeBack),
        (uncredited, RewardNotCredited),
        (spent, BalanceOutOfRange),
    ):
        with pytest.raises(refusal):
            take(activity)

    assert RewardClaim.objects.get().activity == taken


def test_much_is_not_taken_by_one_person_unless_referees_rejected_it(settings: Settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    settings.ADJUSTMENT_NEEDS_ANOTHER_ABOVE = Decimal(5)
    activity, rejected = credited(), claimed().activity

    with pytest.raises(AnotherPersonNeeded):
        order_alone(order(activity), take_reward_back)
    assert order_alone(order(rejected), take_reward_back).state == "TakenBack"
    approval = request_approval(order(activity), timezone.now()).record
    assert not activity.claims.exists()

    settle_approval(
        SettleApprovalCommand(
            approval_id=approval.pk,
            state=ActivationState.APPROVED,
            by=Actor("bob"),
            now=timezone.now(),
        )
    )

    claim = activity.claims.get()
    assert (claim.state, claim.settled_by, claim.reason) == ("TakenBack", "bob", "A car.")
    taken_from = f"is taken back from {activity.participant_id}: A car."
    assert approval.words.startswith("16.00 for the sport activity of ")
    assert approval.words.endswith(taken_from)


@pytest.mark.django_db(transaction=True)
def test_is_done_by_one_of_two_at_once():
    activity = credited()
    attempt = or_code(lambda: take(activity).state)

    assert sorted(at_once(attempt, attempt)) == ["TakenBack", "nothing-to-take-back"]
    assert Balance.objects.get().amount == 0


def skip(activity: Activity) -> Activity:
    return skip_activity(
        SkipActivityCommand(activity_id=activity.pk, reason="No task suits.", source="handler")
    )


def test_skipping_sets_the_state_once_with_its_event_and_its_reason_in_the_history():
    activity = ActivityFactory.create()

    assert [skip(activity).version for _ in range(2)] == [2, 2]

    activity.refresh_from_db()
    row = ActivityHistory.objects.get()
    assert activity.state == ActivityState.SKIPPED
    assert posted() == ["activities.activity-skipped"]
    assert (row.change, row.source) == ("Skipped", "handler")
    assert row.details == {"reason": "No task suits."}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_skipped_first", [True, False])
def test_skipping_races_an_application_and_the_first_wins(is_skipped_first: bool):
    activity = ActivityFactory.create()
    ParticipantExerciseTaskFactory.create(participant=activity.participant)
    works = [partial(skip, activity), partial(applied, activity)]

    second = race(*(works if is_skipped_first else reversed(works)))

    activity.refresh_from_db()
    assert isinstance(second, InvalidOperation)
    assert activity.state == ("Skipped" if is_skipped_first else "Applied")


KEEP, TAKE_BACK = ClaimDecision.KEEP, ClaimDecision.TAKE_BACK


def settlement(claim: RewardClaim, decision: ClaimDecision, **changes: Any) -> SettleClaimCommand:
    given = {"by": Actor("ann"), "now": NOW, "reason": "A car.", **changes}
    return SettleClaimCommand(claim_id=claim.pk, decision=decision, **given)


def balance_of(claim: RewardClaim) -> int:
    return int(Balance.objects.get(pk=claim.activity.participant_id).amount)


def states() -> list[str]:
    return list(RewardClaim.objects.order_by("created_on").values_list("state", flat=True))


@pytest.mark.parametrize("reward", [None, Decimal(0)])
def test_a_claim_is_not_raised_without_points(reward: Decimal | None):
    taken = credited()
    adjusted(taken, "-16")

    for activity in (taken, ActivityFactory.create(reward=reward)):
        rejected(activity)

    assert states() == []


def test_a_claim_is_closed_when_the_activity_is_accepted_again_until_the_next_rejection():
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
def test_a_claim_stays_open_where_taking_back_is_refused(prepare, changes, refusal):
    claim = claimed()
    prepare(claim)
    before = balance_of(claim)
    given = {"claim_id": claim.pk, "decision": TAKE_BACK, "by": Actor("ann"), "now": NOW}

    with pytest.raises(refusal):
        settle_claim(SettleClaimCommand(**{**given, **changes}))

    assert (states(), balance_of(claim)) == (["Open"], before)


def test_a_claim_waits_for_the_credit():
    claim = rejected(calculated()).claims.get()

    with pytest.raises(RewardNotCredited):
        settle_claim(settlement(claim, TAKE_BACK))
    run_step("refill_balance")
    settle_claim(settlement(claim, TAKE_BACK))

    assert (states(), balance_of(claim)) == (["TakenBack"], 0)


def by_rule(activity: Activity) -> Activity:
    activity.marketing_program.store(takes_back_rejected=True)
    return rejected(activity)


def test_a_claim_stays_for_staff_where_the_rule_cannot_take_it_and_closed_where_it_comes_too_late():
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
def test_a_claim_is_settled_once_by_two_members_of_staff():
    claim = claimed()
    orders = [settlement(claim, decision) for decision in (KEEP, TAKE_BACK, TAKE_BACK)]

    ends = at_once(*(or_code(partial(settle_claim, order)) for order in orders))

    [state] = states()
    found = {each if isinstance(each, str) else each.state for each in ends}
    assert found == {state, ClaimIsSettled.code}
    assert balance_of(claim) == (16 if state == "Kept" else 0)
