"""Limits that are put and removed, as orders that need a second person."""

from collections.abc import Mapping
from typing import Any

from programs.models import MarketingProgram
from rewards.commands.approvals import OrderKind
from rewards.commands.limits import PutLimitCommand, RemoveLimitCommand, put_limit, remove_limit
from rewards.models import Approval, RewardLimit

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
