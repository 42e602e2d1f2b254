"""Commands for limits. They wait for the rewards that are calculated at this moment."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from foundation.records.audit import Actor, record_deletion
from foundation.records.refusals import Conflict, Invalid
from programs.activity_types import criteria_of
from programs.programs.models import MarketingProgram
from programs.putting import Put, PutCommand, PutResult, Putting, put
from rewards.approvals.commands import OrderKind
from rewards.approvals.models import Approval
from rewards.limits.counters import (
    Counted,
    LimitCut,
    as_details,
    locked_counters,
    spans_of,
    store,
    used_by,
)
from rewards.limits.models import (
    HOLD_ALL_LIMITS,
    LimitPeriod,
    LimitScope,
    LimitUnit,
    RewardLimit,
    RewardLimitCounter,
)
from rewards.past_activities import NOBODY

MOST = 10**15 - 1
MAX_LIMITS = 100


class LimitInvalid(Invalid):
    """A limit has a scope, a period and a unit, and a whole number from 1 to 10^15 - 1."""


class TooManyLimits(Conflict):
    """A program has at most 100 limits."""

    code = "too-many-limits"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutLimitCommand(PutCommand):
    """`activity_type` empty: activities of all types."""

    id_field: ClassVar = "limit_id"

    limit_id: UUID
    program_id: UUID
    scope: str
    period: str
    unit: str
    most: Decimal
    now: datetime
    activity_type: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveLimitCommand:
    limit_id: UUID
    by: Actor
    expected_version: int | None = None


class RewardLimits(Putting[PutLimitCommand, RewardLimit]):
    """How limits are put.

    :raises ActivityTypeUnknown: no such activity type.
    :raises LimitInvalid: an unknown scope, period or unit, or a number out of range.
    """

    model = RewardLimit
    command = PutLimitCommand
    fixed: ClassVar = ("program_id", "scope", "activity_type", "period", "unit")
    changing: ClassVar = ("most",)
    refers: ClassVar = {"program_id": MarketingProgram}

    def wanted(self, command: PutLimitCommand) -> RewardLimit:
        if command.activity_type:
            criteria_of(command.activity_type)
        if errors := _errors(command):
            raise LimitInvalid(errors=errors)
        return super().wanted(command)


@transaction.atomic
def put_limit(command: PutLimitCommand) -> Put[RewardLimit]:
    """Add a limit, or change how much it allows.

    1. Wait for the rewards that are being stored; hold off the next ones.
    2. Add or change it. What was rewarded in its period before counts.
    3. If it is a budget, announce what is reached by now.

    :raises MarketingProgramNotFound, ActivityTypeUnknown, LimitInvalid: as they say.
    :raises FixedFieldDiffers: only how much it allows can be changed.
    :raises TooManyLimits: the program has as many as it may have.
    :raises RewardLimitNotFound, VersionConflict: no limit of the version that is expected.
    """
    _hold_all_limits()
    done = put(RewardLimits, command)
    limit = done.record
    is_new = done.outcome is PutResult.CREATED
    if is_new and RewardLimit.objects.filter(program=limit.program_id).count() > MAX_LIMITS:
        raise TooManyLimits
    if limit.is_budget:
        zone = limit.program.time_zone
        store(locked_counters(spans_of([limit], None, command.now, zone)), command.now)
    return done


@transaction.atomic
def remove_limit(command: RemoveLimitCommand) -> None:
    """Remove a limit with its counters; the rewards that it cut stay.

    :raises RewardLimitNotFound: no such limit.
    :raises VersionConflict: it changed since `expected_version`.
    """
    _hold_all_limits()
    limit = RewardLimit.objects.locked(command.limit_id, command.expected_version)
    record_deletion(command.by, limit)
    limit.delete()


def _hold_all_limits() -> None:
    with connection.cursor() as cursor:
        cursor.execute(HOLD_ALL_LIMITS)


def _errors(command: PutLimitCommand) -> Mapping[str, Any]:
    known = {"scope": LimitScope, "period": LimitPeriod, "unit": LimitUnit}
    errors = {
        name: f"must be one of {', '.join(choices.values)}"
        for name, choices in known.items()
        if getattr(command, name) not in choices.values
    }
    if not 1 <= command.most <= MOST or command.most % 1:
        errors["most"] = f"must be a whole number from 1 to {MOST}"
    return errors


# Taking a reward from the limits of its program: what they leave of it is credited.


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFromLimitsCommand:
    """The reward of an activity, as the formula gives it; `on`: when the activity was created."""

    program_id: UUID
    participant_id: UUID
    activity_type: str
    on: datetime
    reward: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantedReward:
    """What the limits leave of a reward; `details`, as JSON: why it is less, if it is."""

    reward: Decimal
    details: dict[str, Any]


def take_from_limits(command: TakeFromLimitsCommand) -> GrantedReward:
    """Take a reward from all limits that hold for it, in the caller's transaction.

    1. Read the limits; a program without any is done with this one lookup.
    2. Lock their counters, in one order.
    3. Grant what the strictest of them leaves, and count that in each. A reward of 0 takes nothing.

    The caller holds the activity's lock, and calls this once for each reward that is set.
    """
    limits = RewardLimit.objects.holding(command.program_id, command.activity_type)
    if not limits or not command.reward:
        return GrantedReward(reward=command.reward, details={})
    zone = limits[0].time_zone  # type: ignore[attr-defined]  # `holding` reads it with the limit
    counted = locked_counters(spans_of(limits, command.participant_id, command.on, zone))
    granted = min(_left(command.reward, *each) for each in counted)
    cuts = _cuts(counted, command.reward, zone)
    if granted:
        _count(counted, granted)
    return GrantedReward(reward=granted, details=as_details(command.reward, cuts))


def _left(reward: Decimal, limit: RewardLimit, counter: RewardLimitCounter) -> Decimal:
    left = counter.left_of(limit.most)
    if limit.unit == LimitUnit.ACTIVITIES:
        return reward if left else left
    return min(reward, left)


def _cuts(counted: Sequence[Counted], reward: Decimal, zone: str) -> list[LimitCut]:
    """Return the limits that leave less than the reward, the strictest first."""
    strict = [(_left(reward, *each), each) for each in counted if _left(reward, *each) < reward]
    strict.sort(key=lambda each: each[0])
    return [LimitCut.of(limit, counter, zone) for _, (limit, counter) in strict]


def _count(counted: Sequence[Counted], granted: Decimal) -> None:
    for limit, counter in counted:
        counter.used += granted if limit.unit == LimitUnit.POINTS else 1
    store(counted, timezone.now())


# Limits that are put and removed, as orders that need a second person.


_OF_LIMIT = ("scope", "period", "unit", "most", "activity_type")
_ROLE = "programs.manage"
_READERS = ("rewards.read", "programs.read", _ROLE)


def _limit_in_words(order: PutLimitCommand) -> str:
    known = RewardLimit.objects.filter(pk=order.limit_id).first()
    if known is not None:
        return f"The limit “{known}” allows {order.most:,f} instead of {known.most:,f}"
    wanted = RewardLimit(**{name: getattr(order, name) for name in _OF_LIMIT})
    return f"A new limit: {wanted}"


def _removal_in_words(order: RemoveLimitCommand) -> str:
    return f"The limit “{RewardLimit.objects.get_or_refuse(order.limit_id)}” is removed"


def _compared(written: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a request without the id of a new limit: a form gives it another id each time."""
    is_new = not RewardLimit.objects.filter(pk=written["limit_id"]).exists()
    return {name: each for name, each in written.items() if not (is_new and name == "limit_id")}


def _changed(approval: Approval) -> tuple[type[RewardLimit], Any]:
    return RewardLimit, approval.command["limit_id"]


PUT = OrderKind(
    command=PutLimitCommand,
    do=put_limit,
    role=_ROLE,
    readers=_READERS,
    words=_limit_in_words,
    about=lambda order: MarketingProgram.objects.get_or_refuse(order.program_id),
    changes=_changed,
    compared=_compared,
)
REMOVAL = OrderKind(
    command=RemoveLimitCommand,
    do=remove_limit,
    role=_ROLE,
    readers=_READERS,
    words=_removal_in_words,
    about=lambda order: RewardLimit.objects.get_or_refuse(order.limit_id).program,
    changes=_changed,
    takes_now=False,
)


def recount(program_ids: Collection[Any], participant_ids: Collection[UUID]) -> None:
    """Count again what limits of these programs gave to these participants, and to all together.

    Counters that are missing are counted when they are needed. Until the commit no limit is read,
    so no counter is opened without the rewards of this transaction. No budget is announced.
    """
    limits = RewardLimit.objects.filter(program__in=program_ids).select_related("program")
    if not program_ids or not limits.exists():
        return
    with connection.cursor() as cursor:
        cursor.execute(HOLD_ALL_LIMITS)
    whose = [NOBODY, *participant_ids]
    counters = RewardLimitCounter.objects.filter(limit__in=limits, participant_id__in=whose)
    for counter in counters.select_related("limit__program"):
        limit = counter.limit
        since, before = limit.span_at(counter.since, limit.program.time_zone)
        if since == counter.since:
            used = used_by(limit, [counter.participant_id], since, before)
            counter.used = used[counter.participant_id]
            RewardLimitCounter.objects.store([counter])
