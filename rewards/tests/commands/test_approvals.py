"""An order that needs a second person…"""

from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list, address_of_page
from programs.participants.models import Participant
from programs.tests.factories import ParticipantFactory
from rewards.approvals.commands import (
    AnotherPersonNeeded,
    ApprovalIsSettled,
    ApprovalRejectedWithoutReason,
    ApprovalRequesterDiffers,
    ApproverIsRequester,
    SettleApprovalCommand,
    needs_another,
    order_alone,
    request_approval,
    settle_approval,
)
from rewards.balances.commands import AdjustBalanceCommand, BalanceOutOfRange, adjust_balance
from rewards.formulas.ordering import (
    MoveFormulasCommand,
    ReorderFormulasCommand,
    orders_of_move,
    reorder_formulas,
)
from rewards.limits.commands import RemoveLimitCommand, put_limit, remove_limit
from rewards.models import ActivationState, Approval, BalanceOperation, RewardFormula, RewardLimit
from rewards.tests.factories import NOW, draft_formula, limit_order, limited

pytestmark = pytest.mark.django_db


ANN, BOB = Actor("ann"), Actor("bob")


@pytest.fixture(autouse=True)
def _needs_another(settings: Any) -> None:
    settings.ACTIVATION_NEEDS_ANOTHER = True


def adjustment(amount: str = "1000.01", **changes: Any) -> AdjustBalanceCommand:
    given = {"balance_id": ParticipantFactory.create().pk, "operation_id": uuid4(),
             "reason": "The jury.", "by": ANN, "now": NOW}  # fmt: skip
    return AdjustBalanceCommand(amount=Decimal(amount), **{**given, **changes})


def settling(approval: Approval, state: ActivationState, by: Actor, reason: str = "") -> Any:
    return SettleApprovalCommand(
        approval_id=approval.pk, state=state, by=by, now=NOW, reason=reason
    )


def approved(approval: Approval, by: Actor = BOB) -> Approval:
    return settle_approval(settling(approval, ActivationState.APPROVED, by))


def test_is_an_adjustment_above_the_amount_of_the_settings_either_way(settings: Any):
    assert not needs_another(adjustment("1000"))
    assert needs_another(adjustment("1000.01"))
    assert needs_another(adjustment("-1000.01"))
    settings.ACTIVATION_NEEDS_ANOTHER = False
    assert not needs_another(adjustment("1000000"))


def test_is_refused_to_one_person_and_changes_nothing():
    limit = limited()
    formulas = [draft_formula()]
    program = limit.program_id
    removal = RemoveLimitCommand(limit_id=limit.pk, by=ANN)
    order = ReorderFormulasCommand(
        program_id=formulas[0].program_id,
        activity_type=formulas[0].activity_type,
        formula_ids=[each.pk for each in formulas],
        by=ANN,
    )

    for given, do in (
        (adjustment(), adjust_balance),
        (limit_order(program, most=9), put_limit),
        (removal, remove_limit),
        (order, reorder_formulas),
    ):
        with pytest.raises(AnotherPersonNeeded):
            order_alone(given, do)  # type: ignore[arg-type]

    assert not BalanceOperation.objects.exists()
    assert list(RewardLimit.objects.all()) == [limit]


def test_is_carried_out_once_when_another_approves_it():
    order = adjustment()
    approval = request_approval(order, NOW).record
    assert not BalanceOperation.objects.exists()

    approved(approval)
    approved(approval)

    [operation] = BalanceOperation.objects.all()
    assert (operation.pk, operation.amount) == (order.operation_id, order.amount)
    assert (operation.created_by, operation.reason) == ("bob", "The jury.")
    assert list(AuditEntry.objects.values_list("actor", "action").order_by("pk"))[-2:] == [
        ("ann", "Requested"),
        ("bob", "Adjusted"),
    ]


def test_of_a_limit_is_carried_out_as_it_was_requested():
    limit = limited(most=50)
    change = limit_order(limit.program_id, 70, limit_id=limit.pk)
    raised = request_approval(change, NOW).record
    added = request_approval(limit_order(limit.program_id, 9, period="Day"), NOW).record
    removed = request_approval(RemoveLimitCommand(limit_id=limit.pk, by=ANN), NOW).record

    assert raised.words == f"The limit “{limit}” allows 70 instead of 50"
    approved(raised)
    limit.refresh_from_db()
    assert limit.most == 70
    approved(added)
    approved(removed)

    assert [each.most for each in RewardLimit.objects.all()] == [9]


def test_of_a_move_is_one_order_of_formulas_and_none_where_nothing_moves():
    first = draft_formula()
    program = first.program_id
    second, third = (draft_formula(program_id=program, name=name) for name in ("B", "C"))

    def earlier(*chosen: RewardFormula) -> MoveFormulasCommand:
        ids = [each.pk for each in chosen]
        return MoveFormulasCommand(formula_ids=ids, is_later=False, by=ANN)

    [order] = orders_of_move(earlier(second, third))
    approved(request_approval(order, NOW).record)

    assert order.formula_ids == [second.pk, third.pk, first.pk]
    in_order = RewardFormula.objects.filter(program=program).order_by("position")
    assert list(in_order) == [second, third, first]
    assert orders_of_move(earlier(second, third)) == []


def test_is_not_approved_by_its_requester_nor_withdrawn_by_another():
    approval = request_approval(adjustment(), NOW).record

    with pytest.raises(ApproverIsRequester):
        approved(approval, ANN)
    with pytest.raises(ApprovalRequesterDiffers):
        settle_approval(settling(approval, ActivationState.WITHDRAWN, BOB))
    with pytest.raises(ApprovalRejectedWithoutReason):
        settle_approval(settling(approval, ActivationState.REJECTED, BOB))

    approval.refresh_from_db()
    assert (approval.state, BalanceOperation.objects.count()) == ("Requested", 0)


@pytest.mark.parametrize(
    ("state", "by"), [(ActivationState.REJECTED, BOB), (ActivationState.WITHDRAWN, ANN)]
)
def test_that_is_rejected_or_withdrawn_is_never_carried_out(state: ActivationState, by: Actor):
    approval = request_approval(adjustment(), NOW).record

    settle_approval(settling(approval, state, by, "Too much."))

    with pytest.raises(ApprovalIsSettled):
        approved(approval)
    assert not BalanceOperation.objects.exists()
    assert AuditEntry.objects.latest("pk").action == state


def test_is_refused_at_once_if_it_could_not_be_carried_out():
    with pytest.raises(BalanceOutOfRange):
        request_approval(adjustment("-2000"), NOW)

    assert not Approval.objects.exists()


def test_that_is_refused_when_it_is_approved_stays_a_request():
    participant = ParticipantFactory.create()
    adjust_balance(adjustment("3000", balance_id=participant.pk))
    taking = request_approval(adjustment("-2000", balance_id=participant.pk), NOW).record
    adjust_balance(adjustment("-2000", balance_id=participant.pk))

    with pytest.raises(BalanceOutOfRange):
        approved(taking)

    taking.refresh_from_db()
    assert taking.state == ActivationState.REQUESTED


def test_asked_for_twice_waits_once():
    order, first = adjustment(), limit_order(most=9)
    by_form = limit_order(first.program_id, 9)

    again = [request_approval(each, NOW).is_new for each in (order, order, first, by_form)]

    assert again == [True, False, True, False]
    assert Approval.objects.count() == 2


def test_about_a_limit_that_is_gone_can_be_ended():
    limit = limited()
    removals = [
        request_approval(RemoveLimitCommand(limit_id=limit.pk, by=ANN, expected_version=each), NOW)
        for each in (None, limit.version)
    ]
    approved(removals[0].record)

    settle_approval(settling(removals[1].record, ActivationState.WITHDRAWN, ANN))

    assert not Approval.objects.waiting().exists()


@pytest.mark.django_db(transaction=True)
def test_approved_and_rejected_at_the_same_moment_is_one_of_them():
    approval = request_approval(adjustment(), NOW).record

    race(
        partial(approved, approval),
        partial(settle_approval, settling(approval, ActivationState.REJECTED, BOB, "No.")),
    )

    approval.refresh_from_db()
    assert BalanceOperation.objects.count() == (approval.state == ActivationState.APPROVED)


ADJUST_ANY = "/admin/rewards/balance/adjust-participant/"


def requested(client: Client, amount: str = "1500") -> str:
    """Adjust a balance as a form does; return what the page says then."""
    participant: Participant = ParticipantFactory.create()
    given = {"operation_id": str(uuid4()), "amount": amount, "reason": "The jury.",
             "participant_id": str(participant.pk)}  # fmt: skip
    asked = client.post(ADJUST_ANY, {**given, "continue": "yes"}).content.decode()
    assert ("Another person decides it" in asked) is (amount == "1500")
    return client.post(ADJUST_ANY, {**given, "confirmed": "yes"}, follow=True).content.decode()


def test_on_pages_an_adjustment_above_the_amount_is_approved_by_another(client: Client):
    signed_in(client, "rewards.adjust", name="ann")
    said = requested(client)
    approval = Approval.objects.get()
    page = address_of_page(Approval, approval.pk)
    approve = page.replace("/change/", "/approve/")

    assert "Nothing is changed yet" in said
    assert "is done" not in said
    assert "Another person than who" in client.get(approve, follow=True).content.decode()
    client.post(approve, {"confirmed": "yes"})
    signed_in(client, "rewards.adjust", name="bob")
    assert "1,500 is added to" in client.get(approve).content.decode()
    assert not BalanceOperation.objects.exists()
    done = client.post(approve, {"confirmed": "yes"}, follow=True).content.decode()

    assert "Done: 1,500 is added to" in done
    assert BalanceOperation.objects.get().amount == 1500


def test_on_pages_formulas_stay_in_their_order_until_another_approves_the_move(client: Client):
    first = draft_formula()
    second = draft_formula(program_id=first.program_id, name="Second")
    signed_in(client, "rewards.activate", name="ann")
    chosen = {"action": "move_up", "_selected_action": str(second.pk)}

    said = client.post(address_of_list(RewardFormula), chosen, follow=True).content.decode()

    assert "Nothing is changed yet" in said
    assert "done for" not in said
    assert list(RewardFormula.objects.order_by("position")) == [first, second]
    assert Approval.objects.get().order == "ReorderFormulas"
