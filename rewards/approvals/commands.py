"""Orders that need a second person: adjustments above an amount, limits, the order of formulas.

They do where `ACTIVATION_NEEDS_ANOTHER` asks for a second person of activations. The first person
requests the order, and another one who may give it approves it: it is carried out as it was
requested, in the name of the second one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings as site
from django.db import transaction
from django.db.models import Model

from foundation.records.audit import REQUESTED, Actor, name_of, record_deed, undone
from foundation.records.models import Creation
from foundation.records.refusals import Conflict, Forbidden, Invalid
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from rewards.approvals.models import ActivationState, Approval, ApprovalNotFound, ApprovedOrder

C = TypeVar("C")
R = TypeVar("R")

# Who approves is who orders, when it is approved, whatever the balance is then.
_LEFT_OUT = ("by", "now", "expected_amount")


class AnotherPersonNeeded(Forbidden):
    """Another person must approve this: request it."""


class ApproverIsRequester(Forbidden):
    """Another person than who requested it approves it."""


class ApprovalRequesterDiffers(Forbidden):
    """A request is withdrawn by who made it; others reject it."""


class ApprovalIsSettled(Conflict):
    """It was approved, rejected or withdrawn before."""


class ApprovalRejectedWithoutReason(Invalid):
    """A rejection has a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleApprovalCommand:
    """`state`: Approved, Rejected (with a reason) or Withdrawn."""

    approval_id: UUID
    state: ActivationState
    by: Actor
    now: datetime
    reason: str = ""


def _as_it_is(written: Mapping[str, Any]) -> Mapping[str, Any]:
    return written


def _always(_: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderKind:
    """How orders of a kind are carried out, who gives them, and what they say.

    - `role`: of those who give such an order; `readers` may see it.
    - `about`: whose page it is on. `changes`: the record that an approval has changed.
    - `compared`: what makes two requests the same. `needs`: whether one person is not enough.
    """

    command: type[Any]
    do: Callable[[Any], Any]
    role: str
    readers: Sequence[str]
    words: Callable[[Any], str]
    about: Callable[[Any], MarketingProgram | Participant]
    changes: Callable[[Approval], tuple[type[Model], Any]]
    compared: Callable[[Mapping[str, Any]], Mapping[str, Any]] = _as_it_is
    needs: Callable[[Any], bool] = _always
    takes_now: bool = True


_KINDS: dict[ApprovedOrder, OrderKind] = {}


def register_order(name: ApprovedOrder, kind: OrderKind) -> None:
    """Let orders of a kind wait for a second person; `apps.py` does, at start-up."""
    _KINDS[name] = kind


def kind_of(name: str) -> OrderKind:
    return _KINDS[ApprovedOrder(name)]


def needs_another(order: object) -> bool:
    """Return whether one person may not give this order alone."""
    if not site.ACTIVATION_NEEDS_ANOTHER:
        return False
    return any(isinstance(order, kind.command) and kind.needs(order) for kind in _KINDS.values())


@transaction.atomic
def order_alone(order: C, do: Callable[[C], R]) -> R:
    """Carry out an order of one person.

    :raises AnotherPersonNeeded: nothing is changed.
    :raises Refusal: as the command does.
    """
    if needs_another(order):
        raise AnotherPersonNeeded
    return do(order)


@transaction.atomic
def request_approval(order: Any, now: datetime) -> Creation[Approval]:
    """Keep an order until another person approves it; the same request again changes nothing.

    :raises Refusal: the command refuses it as things are now.
    """
    name, kind = next((name, each) for name, each in _KINDS.items() if type(order) is each.command)
    _refuse_impossible(order, kind)
    about = kind.about(order)
    program = about if isinstance(about, MarketingProgram) else about.program
    # Two requests of one program follow each other here, so the same one waits once.
    MarketingProgram.objects.select_for_update(no_key=True).get_or_refuse(program.pk)
    waiting = Approval.objects.waiting().filter(order=name, program=program)
    for approval in waiting:
        if kind.compared(approval.command) == kind.compared(_written(order)):
            return Creation(record=approval, is_new=False)
    approval = Approval.objects.create(
        order=name,
        command=_written(order),
        program=program,
        participant=about if isinstance(about, Participant) else None,
        words=kind.words(order),
        requested_by=name_of(order.by),
        requested_on=now,
    )
    record_deed(order.by, REQUESTED, approval, {"requested": (None, approval.words)})
    return Creation(record=approval, is_new=True)


@transaction.atomic
def settle_approval(command: SettleApprovalCommand) -> Approval:
    """Carry out what was requested, or end the request; again: nothing changes.

    :raises ApprovalNotFound: there is no such request.
    :raises ApprovalIsSettled: it was settled otherwise.
    :raises ApproverIsRequester, ApprovalRequesterDiffers: another person must do this.
    :raises ApprovalRejectedWithoutReason: the reason is empty.
    :raises Refusal: what was requested is refused now; the request stays.
    """
    approval = Approval.objects.select_for_update().filter(pk=command.approval_id).first()
    if approval is None:
        raise ApprovalNotFound
    if approval.state == command.state:
        return approval
    if approval.state != ActivationState.REQUESTED:
        raise ApprovalIsSettled
    _refuse_person(approval, command)
    kind = kind_of(approval.order)
    if command.state == ActivationState.APPROVED:
        kind.do(_read(kind, approval.command, command))
    else:
        settled = {"requested": (approval.words, None)}
        record_deed(command.by, command.state, approval, settled, command.reason)
    approval.state, approval.reason = command.state, command.reason
    approval.settled_by, approval.settled_on = name_of(command.by), command.now
    approval.save()
    return approval


def _refuse_impossible(order: Any, kind: OrderKind) -> None:
    """Carry the order out and undo it: what is refused now need not wait."""
    with undone():
        kind.do(order)


def _refuse_person(approval: Approval, command: SettleApprovalCommand) -> None:
    is_own = approval.requested_by == name_of(command.by)
    if command.state == ActivationState.WITHDRAWN and not is_own:
        raise ApprovalRequesterDiffers
    if command.state == ActivationState.APPROVED and is_own:
        raise ApproverIsRequester
    if command.state == ActivationState.REJECTED and not command.reason.strip():
        raise ApprovalRejectedWithoutReason(errors={"reason": "is needed"})


def _written(order: Any) -> dict[str, Any]:
    values = {each.name: getattr(order, each.name) for each in fields(order)}
    return {name: _json(value) for name, value in values.items() if name not in _LEFT_OUT}


def _json(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_json(each) for each in value]
    return str(value) if isinstance(value, UUID | Decimal) else value


def _read(kind: OrderKind, written: Mapping[str, Any], settled: SettleApprovalCommand) -> Any:
    given = {name: _value(name, value) for name, value in written.items()}
    moment = {"now": settled.now} if kind.takes_now else {}
    return kind.command(**given, by=settled.by, **moment)


def _value(name: str, value: Any) -> Any:
    if name == "formula_ids":
        return [UUID(each) for each in value]
    if name in ("amount", "most"):
        return Decimal(value)
    return UUID(value) if value and name.endswith("_id") else value
