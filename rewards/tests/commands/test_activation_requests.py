"""Requesting, approving, rejecting and withdrawing the activation of a revision…"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from foundation.messaging.tests.play.racing import at_once, or_code
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal
from rewards.activation.activating import (
    ActivatorIsAuthor,
    ActivatorIsRequester,
    DeactivateFormulaCommand,
    FormulaAlwaysFails,
    deactivate_formula,
)
from rewards.activation.requests import (
    ActivationIsSettled,
    AnotherRevisionRequested,
    ApproveActivationCommand,
    FormulaChangedSinceRequest,
    RejectActivationCommand,
    RejectionWithoutReason,
    RequestActivationCommand,
    RequesterDiffers,
    RevisionIsActive,
    WithdrawActivationCommand,
    approve_activation,
    reject_activation,
    request_activation,
    withdraw_activation,
)
from rewards.models import (
    ActivationNotFound,
    ActivationState,
    FormulaActivation,
    RewardFormula,
    RewardFormulaNotFound,
)
from rewards.tests.factories import (
    NOW,
    activate,
    active_formula,
    change,
    draft_formula,
    golden_example,
)
from rewards.trials.examples import GoldenExamplesBroken

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(hours=1)


def request(formula: RewardFormula, **changes: Any) -> FormulaActivation:
    given = {"formula_id": formula.pk, "by": Actor("ann"), "now": NOW, **changes}
    return request_activation(RequestActivationCommand(**given)).record


def approve(asked: FormulaActivation, **changes: Any) -> FormulaActivation:
    given = {"number": asked.revision.number, "by": Actor("bob"), **_named(asked), **changes}
    return approve_activation(ApproveActivationCommand(**given))


def reject(asked: FormulaActivation, **changes: Any) -> FormulaActivation:
    given = {"reason": "Too much.", "by": Actor("bob"), **_named(asked), **changes}
    return reject_activation(RejectActivationCommand(**given))


def withdraw(asked: FormulaActivation, **changes: Any) -> FormulaActivation:
    given = {"by": Actor("ann"), **_named(asked), **changes}
    return withdraw_activation(WithdrawActivationCommand(**given))


def _named(asked: FormulaActivation) -> dict[str, Any]:
    return {"formula_id": asked.formula_id, "activation_id": asked.pk, "now": LATER}


def assert_refused(refusal: type[Refusal], order: Callable[[], object]) -> None:
    """Assert that an order is refused, and changes neither formula, requests nor audit."""
    before = state()
    with pytest.raises(refusal):
        order()
    assert state() == before


def state() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (RewardFormula, FormulaActivation, AuditEntry)
    ]


def test_repeated_change_nothing():
    asked = request(draft_formula())
    assert request(asked.formula) == asked
    approve(asked)
    before = state()

    approve(asked, by=Actor("cleo"))

    assert state() == before


def test_are_in_the_one_audit_with_the_revision():
    formula = active_formula()
    change(formula, expression="1", coefficients={})
    other = request(formula)
    reject(other)
    withdraw(request(formula))
    approve(request(formula))

    entries = AuditEntry.objects.filter(action__contains="equest").order_by("id")
    assert [(each.action, each.actor, each.changes) for each in entries] == [
        ("Requested the activation", "ann", {"requested_revision": [None, 2]}),
        ("Requested the activation", "ann", {"requested_revision": [None, 2]}),
        ("Withdrew the request", "ann", {"requested_revision": [2, None]}),
        ("Requested the activation", "ann", {"requested_revision": [None, 2]}),
    ]
    rejected = AuditEntry.objects.get(action="Rejected the activation")
    assert (rejected.reason, rejected.changes) == ("Too much.", {"requested_revision": [2, None]})
    approved = AuditEntry.objects.filter(action="Activated").latest("id")
    assert approved.changes == {
        "active_revision": [1, 2],
        "request": ["Requested by ann", "Approved"],
    }


def test_store_every_activation_and_when_each_ended():
    formula = active_formula()
    change(formula, expression="1")
    approve(request(formula))
    activate(formula, number=1, by=Actor("cleo"), now=LATER)

    stored = FormulaActivation.objects.order_by("settled_on", "pk")
    rows = [(e.revision.number, e.requested_by, e.settled_by, e.ended_by) for e in stored]
    assert sorted(rows) == [
        (1, "bob", "bob", "bob"),
        (1, "cleo", "cleo", ""),
        (2, "ann", "bob", "cleo"),
    ]


def test_are_refused_for_what_is_not_there_of_another_formula_or_not_looked_at():
    formula, other = draft_formula(), draft_formula()
    asked = request(formula)

    assert_refused(RewardFormulaNotFound, partial(request, formula, number=2))
    assert_refused(RewardFormulaNotFound, partial(approve, asked, formula_id=uuid4()))
    assert_refused(AnotherRevisionRequested, partial(approve, asked, number=2))
    for settle in (approve, reject, withdraw):
        assert_refused(ActivationNotFound, partial(settle, asked, activation_id=uuid4()))
        assert_refused(ActivationNotFound, partial(settle, asked, formula_id=other.pk))


def test_are_refused_for_the_active_revision_and_beside_another_request():
    formula = active_formula()
    assert_refused(RevisionIsActive, partial(request, formula))
    change(formula, expression="1")
    request(formula)
    activate(formula, number=2)
    change(formula, expression="2")
    request(formula)

    assert_refused(AnotherRevisionRequested, partial(request, formula, number=1))


@pytest.mark.parametrize("edit", [{"expression": "1"}, {"valid_until": NOW + timedelta(days=9)}])
def test_are_outdated_by_an_edit(edit: dict[str, Any]):
    asked = request(draft_formula())

    change(asked.formula, **edit)

    assert_refused(FormulaChangedSinceRequest, partial(approve, asked))
    asked.refresh_from_db()
    assert (asked.state, asked.settled_by) == (ActivationState.OUTDATED, "bob")
    assert request(asked.formula) != asked


@pytest.mark.parametrize("first", [reject, withdraw])
@pytest.mark.parametrize("second", [approve, reject, withdraw])
def test_are_settled_once(first: Any, second: Any):
    asked = request(draft_formula())
    settled = first(asked)
    if first is second:
        assert second(asked) == settled
    else:
        assert_refused(ActivationIsSettled, partial(second, asked))


def test_are_rejected_with_a_reason_and_withdrawn_by_who_requested():
    asked = request(draft_formula())

    assert_refused(RejectionWithoutReason, partial(reject, asked, reason=" "))
    assert_refused(RequesterDiffers, partial(withdraw, asked, by=Actor("bob")))


def test_need_another_person_where_the_site_wants_it(settings):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    asked = request(draft_formula(), by=Actor("cleo"))

    assert_refused(ActivatorIsAuthor, partial(approve, asked, by=Actor("ann")))
    assert_refused(ActivatorIsRequester, partial(approve, asked, by=Actor("cleo")))
    assert_refused(ActivatorIsRequester, partial(activate, asked.formula, by=Actor("cleo")))
    assert approve(asked).settled_by == "bob"
    settings.ACTIVATION_NEEDS_ANOTHER = False
    assert approve(request(draft_formula()), by=Actor("ann")).settled_by == "ann"


def edit(asked: FormulaActivation) -> None:
    change(asked.formula, valid_until=NOW + timedelta(days=9))


@pytest.mark.parametrize("end", [withdraw, reject, edit])
def test_keep_the_second_person_needed_after_they_were_ended(end: Any, settings: Any):
    settings.ACTIVATION_NEEDS_ANOTHER = True
    formula = draft_formula(by=Actor("dan"))
    end(request(formula))

    assert_refused(ActivatorIsRequester, partial(activate, formula, by=Actor("ann")))
    if end is not edit:
        again = request(formula, by=Actor("cleo"))
        assert_refused(ActivatorIsRequester, partial(approve, again, by=Actor("ann")))
        assert approve(again).settled_by == "bob"


def test_activating_the_requested_revision_approves_the_request():
    asked = request(draft_formula())

    activate(asked.formula)

    asked.refresh_from_db()
    assert (asked.state, asked.settled_by) == (ActivationState.APPROVED, "bob")
    assert FormulaActivation.objects.count() == 1


@pytest.mark.parametrize(
    "texts",
    [
        {"expression": "distance / (distance - distance)"},
        {"expression": "-1 - distance"},
        {"expression": "1", "settings": {"__where": "1 / 0 > 1"}},
    ],
)
def test_are_refused_where_an_example_does_not_hold_or_all_values_fail(texts: dict[str, Any]):
    broken, failing = draft_formula(), draft_formula(**texts)
    golden_example(broken, reward=99)

    assert_refused(GoldenExamplesBroken, partial(request, broken))
    assert_refused(FormulaAlwaysFails, partial(request, failing))
    assert_refused(FormulaAlwaysFails, partial(activate, failing))
    at_the_usual_values = draft_formula(expression="1 / (distance - 10.5)")
    assert approve(request(at_the_usual_values)).state == ActivationState.APPROVED


@pytest.mark.django_db(transaction=True)
def test_two_approvals_at_the_same_moment_are_one():
    asked = request(draft_formula())

    actors = [Actor(name) for name in ("bob", "cleo", "dan", "eve")]

    approvals = at_once(*(partial(approve, asked, by=actor) for actor in actors))

    settled = {each.settled_by for each in approvals}
    assert len(settled) == 1
    assert AuditEntry.objects.filter(action="Activated").count() == 1
    assert FormulaActivation.objects.get().settled_by in settled


@pytest.mark.django_db(transaction=True)
def test_an_approval_and_an_edit_at_the_same_moment_follow_each_other():
    asked = request(draft_formula())

    first, second = at_once(
        or_code(lambda: approve(asked).state),
        lambda: str(change(asked.formula, expression="1").revision),
    )

    asked.refresh_from_db()
    formula = RewardFormula.objects.select_related("active_revision").get()
    number = formula.active_revision.number if formula.active_revision else None
    assert second == "revision 2"
    assert (first, asked.state, number) in [
        ("Approved", "Approved", 1),
        ("formula-changed-since-request", "Outdated", None),
    ]


def test_makes_the_last_revision_active_or_an_earlier_one_and_not_those_saved_later():
    formula = draft_formula()
    with pytest.raises(RewardFormulaNotFound):
        activate(formula, number=2)
    active = activate(formula)

    changed = change(formula, expression="1")
    later = activate(formula)
    back = activate(formula, number=1)

    assert (active.activated_by, active.activated_on) == ("bob", NOW)
    numbers = [
        (each.active_revision and each.active_revision.number, each.revision.number)
        for each in (changed, later, back)
    ]
    assert numbers == [(1, 2), (2, 2), (1, 2)]


def test_activates_and_deactivates_once():
    formula = draft_formula()

    versions = [activate(formula).version for _ in range(2)]
    off = DeactivateFormulaCommand(formula_id=formula.pk, by=Actor("bob"), now=NOW)
    versions += [deactivate_formula(off).version for _ in range(2)]

    assert versions == [2, 2, 3, 3]
    assert not deactivate_formula(off).is_active
