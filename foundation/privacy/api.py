"""What privacy offers to each API group."""

from uuid import UUID

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.privacy.models import Erasure
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.serializers import GuidField, Input, Output, StrictTextField, UtcDateTimeField
from foundation.rest.views import ApiViewSet

ERASURE_ID = "0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b11"


class ErasingInput(Input):
    """Why someone is to be erased."""

    example = {"reason": "Asked for by letter 2026/117."}

    reason = StrictTextField(
        max_length=1000, help_text="Stays after the erasure, so it must not name the person."
    )


class OptionalReasonInput(Input):
    """Why a selfie is to be erased, if that is said."""

    example = {"reason": "Asked for by letter 2026/117."}

    reason = StrictTextField(
        max_length=1000, required=False, default="", help_text="Stays after the erasure."
    )


class OrderedErasureOutput(Output):
    """The erasure that was ordered, or that is under way already."""

    example = {"erasureId": ERASURE_ID}

    erasure_id = GuidField(source="pk")


class ErasureOutput(Output):
    """An erasure: how far it is, and how much was erased, without naming whom."""

    example = {
        "erasureId": ERASURE_ID,
        "kind": "Person",
        "state": "Finished",
        "what": {"faces": 12, "numbers": 9, "selfies": 1, "callbacks": 10},
        "reason": "Asked for by letter 2026/117.",
        "orderedBy": "ann",
        "createdOn": "2026-05-17T09:30:00Z",
        "finishedOn": "2026-05-17T09:30:04Z",
    }

    erasure_id = GuidField(source="pk")
    kind = serializers.CharField()
    state = serializers.ChoiceField(LongJobState.choices)
    what = serializers.DictField(
        child=serializers.IntegerField(min_value=0), help_text="How much was erased by now."
    )
    reason = serializers.CharField(source="why")
    ordered_by = serializers.CharField(source="started_by")
    created_on = UtcDateTimeField()
    finished_on = UtcDateTimeField(allow_null=True)


ERASE = Role("privacy.erase")


class ErasureViews(ApiViewSet):
    access = ERASE

    @operation(gives=ErasureOutput, paged=True, ordering=("-created_on",))
    def list(self, request: Request) -> Response:
        """List erasures, the newest first."""
        return self.page(Erasure.objects.all())

    @operation(gives=ErasureOutput, refusals=(404,))
    def retrieve(self, request: Request, erasure_id: UUID) -> Response:
        """Return an erasure: its state, and how much was erased."""
        return self.answer(Erasure.objects.get_or_refuse(erasure_id))


admin_urls = [
    path("erasures", ErasureViews.as_view({"get": "list"})),
    path("erasures/<guid:erasure_id>", ErasureViews.as_view({"get": "retrieve"})),
]
