"""Commands for limits. They wait for the rewards that are calculated at this moment."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, record_deletion
from foundation.records.refusals import Conflict, Invalid
from foundation.records.statements import run_statement
from programs.activity_types import criteria_of
from programs.programs.models import MarketingProgram
from programs.putting import Put, PutCommand, PutResult, Putting, put
from rewards.approvals.commands import OrderKind
from rewards.approvals.models import Approval
from rewards.limits.budgets import store
from rewards.limits.counters import locked_counters, spans_of
from rewards.limits.models import HOLD_ALL_LIMITS, LimitScope, LimitUnit, RewardLimit
from rewards.limits.periods import LimitPeriod

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
    run_statement(HOLD_ALL_LIMITS)
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
    run_statement(HOLD_ALL_LIMITS)
    limit = RewardLimit.objects.locked(command.limit_id, command.expected_version)
    record_deletion(command.by, limit)
    limit.delete()


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
