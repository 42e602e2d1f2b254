"""Claims to review: an activity was rejected after its reward was set.

The activity is locked first, then its claim, then the balance: as new data and credits do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from django.conf import settings as site
from django.db import transaction
from django.db.models import QuerySet, Sum

from activities.records.changes import TAKE_BACK_REWARD, step
from activities.records.models import Activity, ClaimState, RewardClaim
from foundation.messaging import outbox
from foundation.records.audit import Actor, name_of, part_of, record_deed
from foundation.records.models import insert_new
from foundation.records.refusals import REASON_LENGTH, Conflict, Invalid, Refusal
from foundation.records.texts import in_utc
from rewards.approvals.commands import OrderKind
from rewards.balances.commands import (
    AdjustBalanceCommand,
    BalanceOutOfRange,
    RewardNotCredited,
    adjust_balance,
    balance_after,
)
from rewards.models import Balance, BalanceOperation, OperationSource

REJECTED = "The referees rejected the activity."
ACCEPTED_AGAIN = "The referees accepted the activity again."
THE_RULE = Actor("the program's rule")


class ClaimIsSettled(Conflict):
    """The claim was settled in another way."""


class NothingToTakeBack(Conflict):
    """Adjustments have taken all of the reward back already."""


class ClaimReasonTooLong(Invalid):
    """A reason has at most 2,000 characters."""


class ClaimDecision(StrEnum):
    """What staff decide about a reward whose activity was rejected."""

    KEEP = "Keep"
    TAKE_BACK = "TakeBack"


_STATES = {ClaimDecision.KEEP: ClaimState.KEPT, ClaimDecision.TAKE_BACK: ClaimState.TAKEN_BACK}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleClaimCommand:
    """`by` None: the program's rule takes the reward back by itself."""

    claim_id: UUID
    decision: ClaimDecision
    by: Actor | None
    now: datetime
    reason: str = ""
    expected_version: int | None = None


def raise_claim(activity: Activity) -> None:
    """Raise a claim about the reward of an activity that was rejected just now.

    Nothing happens if it has added nothing to the balance, or all of that was taken back. Where the
    program takes back by itself, a step does so after the credit. The caller holds the activity's
    lock.
    """
    if activity.reward is None:
        return
    if added_by(activity) <= 0:
        return
    claim = RewardClaim(activity=activity, created_on=activity.updated_on)
    if insert_new(claim) and activity.marketing_program.takes_back_rejected:
        outbox.post(step(activity, TAKE_BACK_REWARD, claimId=str(claim.pk)))


def close_claim(activity: Activity) -> None:
    """Close the open claim of an activity that was accepted again; the reward stays."""
    claim = RewardClaim.objects.select_for_update(of=("self",)).filter(
        activity=activity, state=ClaimState.OPEN
    )
    for each in claim:
        each.store(state=ClaimState.CLOSED, reason=ACCEPTED_AGAIN, settled_on=activity.updated_on)


@transaction.atomic
def settle_claim(command: SettleClaimCommand) -> RewardClaim:
    """Keep the reward, or take back what the activity has added to the balance.

    The same decision again is success and changes nothing.

    :raises RewardClaimNotFound: no such claim.
    :raises VersionConflict: it changed since `expected_version`.
    :raises ClaimIsSettled: it was settled in another way, or closed.
    :raises NothingToTakeBack: adjustments have taken it back already.
    :raises RewardNotCredited: the reward is not credited yet.
    :raises BalanceOutOfRange: less than zero would be left.
    """
    if len(command.reason) > REASON_LENGTH:
        raise ClaimReasonTooLong(errors={"reason": "is too long"})
    claim = _locked(command.claim_id)
    wanted = _STATES[command.decision]
    if claim.state == wanted:
        return claim
    if claim.state != ClaimState.OPEN:
        raise ClaimIsSettled(f"The claim is settled: {ClaimState(claim.state).label.lower()}.")
    claim.refuse_other_than(command.expected_version)
    taken = _take_back(claim, command) if wanted == ClaimState.TAKEN_BACK else None
    claim.store(
        state=wanted,
        taken=taken,
        reason=command.reason.strip(),
        settled_by=name_of(command.by or THE_RULE),
        settled_on=command.now,
    )
    changes = {"state": (ClaimState.OPEN, claim.state), "taken": (None, taken)}
    shown = {name: pair for name, pair in changes.items() if pair[1] is not None}
    record_deed(command.by, "Settled", claim, shown, claim.reason)
    return claim


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeRewardBackCommand:
    activity_id: UUID
    reason: str
    by: Actor
    now: datetime


@transaction.atomic
def take_reward_back(command: TakeRewardBackCommand) -> RewardClaim:
    """Take back what an activity has added to the balance, whether or not referees rejected it.

    The order stands as a claim that is settled at once; an open one is settled.

    :raises ActivityNotFound: no such activity.
    :raises Refusal: as `settle_claim`; then there is no claim either.
    """
    activity = Activity.objects.locked(command.activity_id)
    _refuse_uncredited(activity)
    claim = RewardClaim(activity=activity, created_on=command.now)
    if not insert_new(claim):
        claim = RewardClaim.objects.get(activity=activity, state=ClaimState.OPEN)
    return settle_claim(
        SettleClaimCommand(
            claim_id=claim.pk,
            decision=ClaimDecision.TAKE_BACK,
            by=command.by,
            now=command.now,
            reason=command.reason,
        )
    )


def _takes_much(order: TakeRewardBackCommand) -> bool:
    """Return whether one person may not take so much; what referees rejected, anyone may."""
    activity = Activity.objects.locked(order.activity_id)
    if activity.claims.filter(state=ClaimState.OPEN).exists():
        return False
    return _sum_of(activity) > site.ADJUSTMENT_NEEDS_ANOTHER_ABOVE


def _in_words(order: TakeRewardBackCommand) -> str:
    """Say it without the activity's id: an audit keeps the words after the activity is erased."""
    activity = Activity.objects.get_or_refuse(order.activity_id)
    what = f"{activity.get_type_display().lower()} activity of {in_utc(activity.created_on)}"
    who = activity.participant_id
    return f"{_sum_of(activity):,f} for the {what} is taken back from {who}: {order.reason}"


TAKING_BACK = OrderKind(
    command=TakeRewardBackCommand,
    do=take_reward_back,
    role="rewards.adjust",
    readers=("rewards.read", "rewards.adjust"),
    words=_in_words,
    about=lambda order: Activity.objects.get_or_refuse(order.activity_id).participant,
    changes=lambda approval: (Balance, approval.participant_id),
    needs=_takes_much,
)


@transaction.atomic
def take_back_by_itself(claim_id: UUID, now: datetime) -> None:
    """Take a reward back as the program's rule says; where it cannot, the claim stays for staff.

    A claim that was settled or closed meanwhile stays as it is.

    :raises RewardNotCredited: the reward is not credited yet.
    """
    command = SettleClaimCommand(
        claim_id=claim_id, decision=ClaimDecision.TAKE_BACK, by=None, now=now, reason=REJECTED
    )
    try:
        settle_claim(command)
    except BalanceOutOfRange as refusal:
        _locked(claim_id).store(reason=f"Not taken back by itself. {refusal.detail}")
    except (ClaimIsSettled, NothingToTakeBack):
        return


def _locked(claim_id: UUID) -> RewardClaim:
    found = RewardClaim.objects.get_or_refuse(claim_id)
    activity = Activity.objects.locked(found.activity_id)
    claim = RewardClaim.objects.locked(claim_id)
    claim.activity = activity
    return claim


def _take_back(claim: RewardClaim, command: SettleClaimCommand) -> Decimal:
    activity = claim.activity
    _refuse_uncredited(activity)
    Balance.objects.locked(activity.participant_id)
    total = _to_take_back(activity)
    adjust_balance(_adjustment(claim, command, total))
    return total


def _adjustment(
    claim: RewardClaim, command: SettleClaimCommand, total: Decimal
) -> AdjustBalanceCommand:
    return AdjustBalanceCommand(
        balance_id=claim.activity.participant_id,
        operation_id=claim.pk,
        amount=-total,
        reason=command.reason.strip() or REJECTED,
        by=part_of(command.by or THE_RULE) or THE_RULE,
        now=command.now,
        activity_id=claim.activity_id,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeseenTaking:
    """What taking a reward back would take now; `refusal`: why nothing would be taken."""

    claim: RewardClaim
    amount: Decimal = Decimal(0)
    refusal: Refusal | None = None


def foresee_taking_back(claims: Sequence[RewardClaim]) -> Iterator[ForeseenTaking]:
    """Yield what `settle_claim` would take for each open claim, one after the other.

    Claims of one participant draw on one balance, so their order counts.
    """
    participants = {claim.activity.participant_id for claim in claims}
    left = dict(Balance.objects.filter(pk__in=participants).values_list("pk", "amount"))
    for claim in claims:
        activity = claim.activity
        try:
            _refuse_uncredited(activity)
            amount = _to_take_back(activity)
            left[activity.participant_id] = balance_after(left[activity.participant_id], -amount)
        except Refusal as refusal:
            yield ForeseenTaking(claim=claim, refusal=refusal)
        else:
            yield ForeseenTaking(claim=claim, amount=amount)


def added_by(activity: Activity) -> Decimal:
    """Return what an activity has added, with its adjustments; before its credit its reward."""
    return _sum_of(activity) if _is_credited(activity) else activity.reward or Decimal(0)


def _refuse_uncredited(activity: Activity) -> None:
    if not _is_credited(activity):
        raise RewardNotCredited(f"The reward of activity {activity.pk} is not credited yet.")


def _to_take_back(activity: Activity) -> Decimal:
    total = _sum_of(activity)
    if total <= 0:
        raise NothingToTakeBack
    return total


def _is_credited(activity: Activity) -> bool:
    return _operations_of(activity).exists()


def _operations_of(activity: Activity) -> QuerySet[BalanceOperation]:
    return BalanceOperation.objects.filter(
        source__in=OperationSource.values, source_id=activity.pk, balance=activity.participant_id
    )


def _sum_of(activity: Activity) -> Decimal:
    """Return what the activity has added to the balance, with its adjustments."""
    total = _operations_of(activity).aggregate(total=Sum("amount", default=Decimal(0)))["total"]
    return Decimal(total)
