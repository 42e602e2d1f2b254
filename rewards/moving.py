"""Formulas, limits, balances and their operations, as they move in and out."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Max
from django.utils import timezone

from foundation.moving.columns import ANY_JSON, TRUTH, MovedColumn, text_type
from foundation.moving.kinds import Facts, FileFacts, MovedKind, Row, RowProblem, Values
from foundation.records.statements import run_statement
from rewards.approvals.models import ActivationState
from rewards.balances.models import (
    Balance,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.formulas.checking import COEFFICIENTS, EXPRESSION, SETTINGS, faults_of
from rewards.formulas.models import FormulaActivation, FormulaRevision, RewardFormula
from rewards.limits.models import RewardLimit
from rewards.trials.models import GoldenExample

TEXTS = (EXPRESSION, SETTINGS, COEFFICIENTS)
BY_IMPORT = "import"
_EXPRESSION = FormulaRevision._meta.get_field("expression")


class MovedRevisions(MovedKind):
    name, model = "formula-revisions", FormulaRevision
    says = "All revisions of the formula; without them there is one, of the three texts."
    parent, listed_as, has_file = "formula_id", "revisions", False
    key = ("number",)
    names = {"id": "revisionId"}
    types = {"expression": text_type(_EXPRESSION, is_name=False)}
    absent = {"created_by": BY_IMPORT}
    is_append_only = True


class MovedActivations(MovedKind):
    name, model = "formula-activations", FormulaActivation
    says = "Which revisions calculated rewards, from when until when."
    parent, listed_as, has_file = "formula_id", "activations", False
    key = ("requested_on", "revision_id")
    names = {"id": "activationId"}
    is_append_only = True


class MovedFormulas(MovedKind):
    """Formulas with their revisions; one that is here never changes by an import."""

    name, model = "formulas", RewardFormula
    says = "Reward formulas: the three texts of the specification, or all revisions."
    names = {"id": "formulaId", "program_id": "marketingProgramId"}
    needed = ("id",)
    absent = {
        "revision_id": "the one of the three texts",
        "position": "behind the others of its program and type",
        "active_revision_id": "none, unless isActive",
    }
    children = (MovedRevisions(), MovedActivations())
    unique = (("program_id", "activity_type", "position"),)
    is_append_only = True
    more_columns = (
        MovedColumn(
            name="expression",
            attname=EXPRESSION,
            says="The expression, in the language of docs/rewards.md.",
            otherwise="that of the revisions",
            type=text_type(_EXPRESSION, is_name=False),
            is_only_read=True,
        ),
        MovedColumn(
            name="settings",
            attname=SETTINGS,
            says="May have __where: which activities it suits.",
            otherwise="all suit",
            type=ANY_JSON,
            is_only_read=True,
        ),
        MovedColumn(
            name="coefficients",
            attname=COEFFICIENTS,
            says="Texts by key.",
            otherwise="none",
            type=ANY_JSON,
            is_only_read=True,
        ),
        MovedColumn(
            name="isActive",
            attname="is_active",
            says="Whether it calculates rewards from the import on.",
            otherwise="staff activate it",
            type=TRUTH,
            is_only_read=True,
        ),
    )

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        for row in rows:
            revisions = row.lists.get("revisions")
            if not revisions and EXPRESSION not in row.values:
                cure = "Write the formula's expression, or its revisions."
                yield row, RowProblem(field=EXPRESSION, says="is missing", cure=cure)
            for texts in revisions or [row.values]:
                yield from ((row, fault) for fault in self._faults(row, texts))

    def _faults(self, row: Row, texts: Values) -> Iterator[RowProblem]:
        kind = row.values["activity_type"]
        given = [texts.get(EXPRESSION, "0"), texts.get(SETTINGS, {}), texts.get(COEFFICIENTS, {})]
        for fault in faults_of(kind, *given):
            says = f"cannot be read: {str(fault).rstrip('.')}"
            yield RowProblem(field=fault.field, says=says, cure="docs/rewards.md has the language.")

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        last: dict[Any, int] = {}
        for row in rows:
            values = row.values
            self._complete_position(values, last)
            if not row.lists.get("revisions"):
                self._complete_revision(row)
            for each in row.lists["revisions"]:
                each.setdefault("id", uuid5(values["id"], str(each["number"])))
                each.setdefault("created_by", BY_IMPORT)
            newest = max(row.lists["revisions"], key=lambda each: int(each["number"]))
            values.setdefault("revision_id", newest["id"])

    def _complete_position(self, values: Values, last: dict[Any, int]) -> None:
        place = values["program_id"], values["activity_type"]
        if place not in last:
            known = RewardFormula.objects.of(*place).aggregate(last=Max("position"))["last"]
            last[place] = known or 0
        values.setdefault("position", last[place] + 1)
        last[place] = max(last[place], values["position"])

    def _complete_revision(self, row: Row) -> None:
        values, now = row.values, timezone.now()
        texts = {name: values[name] for name in TEXTS if name in values}
        revision = {**texts, "number": 1, "id": uuid5(values["id"], "1")}
        row.lists["revisions"] = [revision]
        if values.get("is_active"):
            values |= {"active_revision_id": revision["id"], "activated_on": now,
                       "activated_by": BY_IMPORT}  # fmt: skip
            by = {"requested_by": BY_IMPORT, "settled_by": BY_IMPORT}
            on = {"requested_on": now, "settled_on": now}
            state = {"state": ActivationState.APPROVED, "revision_id": revision["id"]}
            each = {"id": uuid5(values["id"], "activation"), **by, **on, **state}
            row.lists["activations"] = [each]

    def extra_values(self, rows: Sequence[Values]) -> None:
        revisions = FormulaRevision.objects.in_bulk([row["revision_id"] for row in rows])
        for row in rows:
            row |= {name: getattr(revisions[row["revision_id"]], name) for name in TEXTS}


class MovedGoldenExamples(MovedKind):
    name, model = "golden-examples", GoldenExample
    says = "Examples that a formula must keep to."
    names = {"id": "exampleId"}


class MovedLimits(MovedKind):
    name, model = "limits", RewardLimit
    says = "Limits of what programs credit; what is used is counted from the activities."
    names = {"id": "limitId", "program_id": "marketingProgramId"}
    needed = ("id",)


class MovedBalances(MovedKind):
    """When balances were opened; what they are follows from their operations."""

    name, model = "balances", Balance
    says = "When balances were opened. Amounts follow from balance-operations."
    key = ("participant_id",)
    left_out = ("amount", "version", "updated_on")


class MovedBalanceOperations(MovedKind):
    """Operations in the order in which they happened; none is an event, or ever changes."""

    name, model = "balance-operations", BalanceOperation
    says = "Operations of balances, each participant's in the order in which they happened."
    order = ("balance_id", "recorded_on")
    names = {
        "id": "balanceOperationId",
        "source": "balanceOperationSource",
        "source_id": "balanceOperationSourceId",
        "type": "balanceOperationType",
        "state": "balanceOperationState",
    }
    needed = ("id",)
    left_out = ("balance_after",)
    references = {"source_id": "activities", "balance_id": "participants"}
    after = ("balances",)
    meanings = {
        "id": "Of a reward the activity's id.",
        "balance_id": "The participant's id.",
        "source": "Activity: a reward; Adjustment: a correction by staff.",
        "source_id": "The rewarded activity, or the one whose reward was corrected.",
        "reason": "Of an adjustment.",
        "created_by": "Of an adjustment: who made it.",
        "recorded_on": "Of which moment statements have it; each later than the one before.",
    }
    absent = {
        "source": "Activity",
        "type": "that of the source",
        "state": "Accepted",
        "recorded_on": "createdOn",
        "balance_after": "the sum",
    }
    is_append_only = True

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        activities = facts("activities", [row.values.get("source_id") for row in rows])
        now, sums = timezone.now(), _Sums(rows, facts)
        for row in rows:
            values = self._with_kind(row.values)
            if values["source"] == OperationSource.ACTIVITY:
                yield from ((row, each) for each in _faults_of_reward(values, activities))
            elif not values.get("reason") or not values.get("created_by"):
                cure = "Add reason and createdBy."
                yield row, RowProblem(field="reason", says="is missing of an adjustment", cure=cure)
            if values.get("created_on", now) > now:
                says = "is in the future"
                yield (
                    row,
                    RowProblem(field="createdOn", says=says, cure="Correct the clock or time."),
                )
            if sums.after(values) < 0:
                says = "makes the balance negative"
                cure = "Add the operations before it, in their order."
                yield row, RowProblem(field="amount", says=says, cure=cure)

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        for row in rows:
            row.values |= self._with_kind(row.values)
            row.values.setdefault("state", OperationState.ACCEPTED)
            row.values.setdefault("created_on", timezone.now())
            row.values.setdefault("recorded_on", row.values["created_on"])

    def _with_kind(self, values: Values) -> Values:
        source = values.get("source", OperationSource.ACTIVITY)
        is_reward = source == OperationSource.ACTIVITY
        kind = OperationType.REFILL if is_reward else OperationType.ADJUSTMENT
        return {"type": kind, **values, "source": source}

    def before_insert(self, rows: Sequence[Row]) -> None:
        """Open the balances that are missing; let the trigger take the times of the rows."""
        first: dict[UUID, Any] = {}
        for row in rows:
            at = row.values["recorded_on"]
            first[row.values["balance_id"]] = min(first.get(row.values["balance_id"], at), at)
        known = Balance.objects.filter(pk__in=list(first)).values_list("pk", flat=True)
        Balance.objects.bulk_create(
            Balance(participant_id=pk, created_on=before, updated_on=before)
            for pk in sorted(first.keys() - set(known))
            for before in (first[pk] - timedelta(microseconds=1),)
        )
        run_statement("SELECT set_config('finishline.moving_in', 'on', true)")

    def after_insert(self, rows: Sequence[Row]) -> None:
        run_statement("SELECT set_config('finishline.moving_in', '', true)")


class _Sums:
    """The sums of balances while operations are read, with those that are here."""

    def __init__(self, rows: Sequence[Row], facts: FileFacts) -> None:
        ids = [row.values["id"] for row in rows]
        self._here = set(BalanceOperation.objects.filter(pk__in=ids).values_list("pk", flat=True))
        who = {row.values["balance_id"] for row in rows}
        amounts = Balance.objects.filter(pk__in=who).values_list("pk", "amount")
        self._before = defaultdict(Decimal, amounts)
        self._facts = facts

    def after(self, values: Values) -> Decimal:
        """Return the sum behind an operation, which is added unless it is here."""
        who = values["balance_id"]
        amount = Decimal(0) if values["id"] in self._here else values["amount"]
        sums = self._facts.add_up("balances", {str(who): amount})
        return self._before[who] + sums[str(who)]


def _faults_of_reward(values: Values, activities: Any) -> Iterator[RowProblem]:
    if values["amount"] < 0:
        cure = "A refill adds; take points by an adjustment."
        yield RowProblem(field="amount", says="is negative", cure=cure)
    source_id = values.get("source_id")
    if source_id != values["id"]:
        says = "is not the id of the operation, as it is of a reward"
        cure = "Name the activity in both, or make it an adjustment."
        yield RowProblem(field="balanceOperationSourceId", says=says, cure=cure)
        return
    activity = activities[str(source_id)]
    if activity["participant_id"] != str(values["balance_id"]):
        says = "is not the participant of the activity"
        yield RowProblem(field="balanceId", says=says, cure="Correct one of the two.")
    reward = activity["reward"]
    if reward is None or Decimal(reward) != values["amount"]:
        says = f"is {values['amount']}, but the activity's reward is {reward or 'none'}"
        cure = "Set the activity's reward, or correct the amount by an adjustment."
        yield RowProblem(field="amount", says=says, cure=cure)


KINDS = (
    MovedFormulas(),
    MovedGoldenExamples(),
    MovedLimits(),
    MovedBalances(),
    MovedBalanceOperations(),
)
