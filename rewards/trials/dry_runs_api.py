"""Dry runs of formulas over the AdminApi."""

from uuid import UUID, uuid4

import django_filters
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.rest.operations import operation
from foundation.rest.pages import Filters
from foundation.rest.views import ApiViewSet
from programs.tasks.segments import Segment
from rewards.access import EDITORS, READ, caller
from rewards.formulas.models import RewardFormula
from rewards.trials.dry_run_serializers import DryRunInput, DryRunOutput, DryRunWithResultsOutput
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    OtherDraft,
    StartDryRunCommand,
    cancel_dry_run,
    start_dry_run,
)
from rewards.trials.models import FormulaDryRun


class DryRunFilters(Filters):
    """By state."""

    state = django_filters.ChoiceFilter(choices=LongJobState.choices)


class DryRunViews(ApiViewSet):
    """Dry runs: a draft beside the live formulas over stored activities. No reward changes."""

    access = READ

    @operation(
        takes=DryRunInput, gives=DryRunOutput, statuses=(202,), refusals=(404, 409), access=EDITORS
    )
    def start(self, request: Request, formula_id: UUID) -> Response:
        """Start a dry run of a formula's revision, which runs in the background.

        Drafts of other formulas may be tried together with it. A draft that is valid only later is
        tried as if it were valid already: `asIfValid` names it. 409: another dry run of the formula
        is not finished. The same request with the same `dryRunId` again changes nothing.
        """
        given = {"dry_run_id": uuid4(), **self.data()}
        others = [OtherDraft(**each) for each in given.pop("others", ())]
        segment = Segment(**given.pop("segment", {}))
        command = StartDryRunCommand(
            formula_id=formula_id, others=others, segment=segment, **given, **caller(request)
        )
        return self.answer(start_dry_run(command))

    @operation(
        gives=DryRunOutput,
        paged=True,
        filters=DryRunFilters,
        ordering=("-created_on",),
        refusals=(404,),
    )
    def list(self, request: Request, formula_id: UUID) -> Response:
        """List the dry runs of a formula, the newest first."""
        formula = RewardFormula.objects.get_or_refuse(formula_id)
        return self.page(formula.dry_runs.select_related("revision"))

    @operation(gives=DryRunWithResultsOutput, refusals=(404,))
    def retrieve(self, request: Request, dry_run_id: UUID) -> Response:
        """Return a dry run with its results by now."""
        return self.answer(FormulaDryRun.objects.get_or_refuse(dry_run_id))

    @operation(gives=DryRunOutput, refusals=(404, 409), access=EDITORS)
    def cancel(self, request: Request, dry_run_id: UUID) -> Response:
        """Cancel a dry run; what it has found so far stays. 409: it is finished, or it failed."""
        command = CancelDryRunCommand(dry_run_id=dry_run_id, **caller(request))
        return self.answer(cancel_dry_run(command))
