"""Taking a reward back from an activity that no referees rejected, and skipping one…"""

from decimal import Decimal
from functools import partial

import pytest
from django.utils import timezone
from pytest_django import Settings

from activities.claims.commands import NothingToTakeBack, TakeRewardBackCommand, take_reward_back
from activities.models import Activity, ActivityHistory, ActivityState, RewardClaim
from activities.settling.applying import SkipActivityCommand, skip_activity
from activities.tests.calls.came import applied
from activities.tests.calls.outbox import posted
from activities.tests.calls.rewarded import adjusted, calculated, claimed, credited
from activities.tests.factories import ActivityFactory
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
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
from rewards.tests.balances import adjustment

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

    def attempt() -> str:
        try:
            return take(activity).state
        except Refusal as refusal:
            return refusal.code

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
