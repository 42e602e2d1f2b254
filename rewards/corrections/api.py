"""Corrections of credited rewards over the AdminApi."""

from collections.abc import Callable
from uuid import UUID, uuid4

import django_filters
from django.db.models import F, QuerySet
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.records.formats import CSV
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, MomentFilter, filtered
from foundation.rest.views import ApiViewSet
from rewards.access import caller
from rewards.corrections.commands import (
    OrderCorrectionCommand,
    StartCorrectionCommand,
    approve_correction,
    cancel_correction,
    items_as_csv,
    request_correction,
    run_correction_again,
    start_correction,
)
from rewards.corrections.models import CorrectionItem, ItemCause, ItemState, RewardCorrection
from rewards.corrections.serializers import (
    CorrectionItemOutput,
    CorrectionOutput,
    CorrectionReasonInput,
    RewardCorrectionInput,
)

ADJUSTERS = Role("rewards.adjust")


class CorrectionFilters(Filters):
    """By program, state of the preview, and when it was started."""

    marketing_program_id = GuidFilter(field_name="program")
    state = django_filters.ChoiceFilter(choices=LongJobState.choices)
    created_from = MomentFilter(field_name="created_on", lookup_expr="gte")
    created_before = MomentFilter(field_name="created_on", lookup_expr="lt")


class CorrectionItemFilters(Filters):
    """By participant, activity, cause, what became of it, and whether it is more or less."""

    participant_id = GuidFilter()
    activity_id = GuidFilter()
    state = django_filters.ChoiceFilter(choices=ItemState.choices)
    cause = django_filters.ChoiceFilter(choices=ItemCause.choices)
    change = django_filters.ChoiceFilter(
        choices=[("Raised", "Raised"), ("Lowered", "Lowered")], method="by_change"
    )

    def by_change(
        self, items: QuerySet[CorrectionItem], _: str, change: str
    ) -> QuerySet[CorrectionItem]:
        """Narrow by the sign of the difference."""
        return (
            items.filter(new__gt=F("old")) if change == "Raised" else items.filter(new__lt=F("old"))
        )


class CorrectionViews(ApiViewSet):
    """Corrections: credited rewards that differ from what the formulas give are adjusted."""

    access = Role("rewards.read", "rewards.adjust")

    @operation(
        takes=RewardCorrectionInput,
        gives=CorrectionOutput,
        statuses=(202,),
        refusals=(404, 409),
        access=ADJUSTERS,
    )
    def start(self, request: Request) -> Response:
        """Start a preview, which compares in the background; no balance changes.

        The same request with the same `correctionId` again changes nothing.
        """
        given = {"correction_id": uuid4(), **self.data()}
        return self.answer(start_correction(StartCorrectionCommand(**given, **caller(request))))

    @operation(
        gives=CorrectionOutput, paged=True, filters=CorrectionFilters, ordering=("-created_on",)
    )
    def list(self, request: Request) -> Response:
        """List corrections, the newest first."""
        return self.page(RewardCorrection.objects.all())

    @operation(gives=CorrectionOutput, refusals=(404,))
    def retrieve(self, request: Request, correction_id: UUID) -> Response:
        """Return a correction, with how far its preview or run is."""
        found = RewardCorrection.objects.select_related("program", "formula")
        return self.answer(found.get_or_refuse(correction_id))

    @operation(
        gives=CorrectionItemOutput,
        paged=True,
        filters=CorrectionItemFilters,
        ordering=("id",),
        refusals=(404,),
    )
    def items(self, request: Request, correction_id: UUID) -> Response:
        """List what differs: who, old, new, and what became of it."""
        return self.page(RewardCorrection.objects.get_or_refuse(correction_id).items.all())

    @operation(sends=(CSV,), filters=CorrectionItemFilters, refusals=(404,))
    def items_file(self, request: Request, correction_id: UUID) -> HttpResponseBase:
        """Return all items that the filters find as CSV."""
        items = RewardCorrection.objects.get_or_refuse(correction_id).items.all()
        found = filtered(items, CorrectionItemFilters, request.query_params)
        return items_as_csv("correction.csv", found)

    @operation(
        takes=CorrectionReasonInput, gives=CorrectionOutput, refusals=(404, 409), access=ADJUSTERS
    )
    def request_batch(self, request: Request, correction_id: UUID) -> Response:
        """Request the adjustments; another person approves. 409: the preview is not finished."""
        return self._order(request_correction, correction_id, **self.data())

    @operation(gives=CorrectionOutput, refusals=(403, 404, 409), access=ADJUSTERS)
    def approve(self, request: Request, correction_id: UUID) -> Response:
        """Approve what another person requested: the run starts. 403: the same person did."""
        return self._order(approve_correction, correction_id)

    @operation(gives=CorrectionOutput, refusals=(404, 409), access=ADJUSTERS)
    def run(self, request: Request, correction_id: UUID) -> Response:
        """Run an approved correction again: each activity is adjusted once."""
        return self._order(run_correction_again, correction_id)

    @operation(gives=CorrectionOutput, refusals=(404, 409), access=ADJUSTERS)
    def cancel(self, request: Request, correction_id: UUID) -> Response:
        """Cancel the preview or the run; what is adjusted stays. 409: nothing is under way."""
        return self._order(cancel_correction, correction_id)

    def _order(
        self,
        do: Callable[[OrderCorrectionCommand], RewardCorrection],
        correction_id: UUID,
        reason: str = "",
    ) -> Response:
        command = OrderCorrectionCommand(
            correction_id=correction_id, reason=reason, **caller(self.request)
        )
        return self.answer(do(command))
