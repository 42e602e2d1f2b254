"""Formulas over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, TextFilter, TrueOrFalseFilter
from foundation.rest.views import ApiViewSet
from rewards.access import ACTIVATORS, EDITORS, READ, caller
from rewards.activation.activating import (
    ActivateFormulaCommand,
    DeactivateFormulaCommand,
    activate_formula,
    deactivate_formula,
)
from rewards.approvals.commands import order_alone
from rewards.formulas.checking import faults_of
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.formulas.ordering import ReorderFormulasCommand, reorder_formulas
from rewards.formulas.queries import MAX_REVISIONS, list_formulas, list_revisions
from rewards.formulas.serializers import (
    FormulaActiveInput,
    FormulaChangeInput,
    FormulaCheckOutput,
    FormulaInput,
    FormulaOutput,
    FormulaTextsInput,
    OrderInput,
    RevisionOutput,
)
from rewards.trials.examination import examine
from rewards.trials.queries import TryFormulaQuery, try_asked
from rewards.trials.serializers import (
    ExaminationInput,
    ExaminationOutput,
    FormulaTryInput,
    TrialOutput,
)


class FormulaFilters(Filters):
    """By program, type, whether it is active, and a part of the name."""

    marketing_program_id = GuidFilter(field_name="program")
    activity_type = TextFilter()
    is_active = TrueOrFalseFilter(field_name="active_revision", lookup_expr="isnull", exclude=True)
    search = TextFilter(field_name="name", lookup_expr="icontains")


class FormulaViews(ApiViewSet):
    """Reward formulas. What is saved calculates nothing before it is made active."""

    access = READ

    @operation(
        gives=FormulaOutput,
        paged=True,
        filters=FormulaFilters,
        ordering=("position", "name", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List formulas by position."""
        return self.page(list_formulas())

    @operation(gives=FormulaOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, formula_id: UUID) -> Response:
        """Return a formula."""
        return self.answer(list_formulas().get_or_refuse(formula_id))

    @operation(gives=RevisionOutput, many=True, at_most=MAX_REVISIONS, refusals=(404,))
    def revisions(self, request: Request, formula_id: UUID) -> Response:
        """List a formula's newest revisions, the newest first, each with its difference."""
        return self.answer(list_revisions(formula_id))

    @operation(
        takes=FormulaInput,
        gives=FormulaOutput,
        statuses=(201, 200),
        refusals=(404, 409),
        access=EDITORS,
    )
    def create(self, request: Request) -> Response:
        """Save a new formula after those of its program and type; it is not active.

        The same request with the same `formulaId` again changes nothing and is 200; with other data
        it is 409.
        """
        given = {"formula_id": uuid4(), **self.data()}
        created = create_formula(CreateFormulaCommand(**given, **caller(request)))
        return self.answer(created.record, status=201 if created.is_new else 200)

    @operation(
        takes=FormulaChangeInput, gives=FormulaOutput, locking=True, refusals=(404,), access=EDITORS
    )
    def change(self, request: Request, formula_id: UUID) -> Response:
        """Change a formula. Other texts are a new revision, which is not active.

        403: the formula is active, and when it is valid is changed with `rewards.activate` only.
        """
        held: Any = request.auth
        may_activate = "rewards.activate" in held
        command = ChangeFormulaCommand(
            formula_id=formula_id, may_activate=may_activate, now=timezone.now(), **self.changes()
        )
        return self.answer(change_formula(command))

    @operation(takes=FormulaTextsInput, gives=FormulaCheckOutput)
    def check(self, request: Request) -> Response:
        """Check a formula's texts without saving them."""
        return self.answer({"faults": list(faults_of(**self.data()))})

    @operation(
        takes=FormulaActiveInput,
        gives=FormulaOutput,
        locking=True,
        refusals=(404, 409),
        access=ACTIVATORS,
    )
    def active(self, request: Request, formula_id: UUID) -> Response:
        """Make a revision calculate rewards from now on, or none.

        403: you saved the revision, and another member of staff must make it active.
        """
        asked = self.changes()
        given: dict[str, Any] = {"formula_id": formula_id, "now": timezone.now()}
        if asked.pop("is_active"):
            return self.answer(activate_formula(ActivateFormulaCommand(**given, **asked)))
        asked.pop("number", None)
        return self.answer(deactivate_formula(DeactivateFormulaCommand(**given, **asked)))

    @operation(takes=OrderInput, refusals=(404,), access=ACTIVATORS)
    def order(self, request: Request) -> Response:
        """Put the formulas of a program and type into this order."""
        order_alone(ReorderFormulasCommand(by=self.actor, **self.data()), reorder_formulas)
        return self.done()


class TryingViews(ApiViewSet):
    """Trying formulas, saved or not."""

    access = READ

    @operation(takes=FormulaTryInput, gives=TrialOutput, refusals=(404,))
    def create(self, request: Request) -> Response:
        """Calculate a formula for an activity or for inputs; nothing is written.

        Give `formulaId`, or `activityType` and an expression; texts beside a `formulaId` are tried
        in its place. Give `activityId` or `inputs`; variables that `inputs` leave out are null.
        """
        return self.answer(try_asked(TryFormulaQuery(**self.data(), now=timezone.now())))


class ExaminationViews(ApiViewSet):
    """What is known of a formula before it is made active."""

    access = READ

    @operation(takes=ExaminationInput, gives=ExaminationOutput, refusals=(404,))
    def examine(self, request: Request, formula_id: UUID) -> Response:
        """Examine a revision as if it were the active one; nothing is written.

        Tries the golden examples, searches counter-examples for a few seconds at most, says which
        formulas of the program and type are reached, and which activities no formula takes.
        """
        asked: dict[str, Any] = self.data()
        return self.answer(examine(formula_id, timezone.now(), **asked))
