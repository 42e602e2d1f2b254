"""Examining a formula over the AdminApi."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from rest.operations import operation
from rest.views import ApiViewSet
from rewards.api.examination.serializers import ExaminationInput, ExaminationOutput
from rewards.api.formulas.views import READERS
from rewards.examination import examine


class ExaminationViews(ApiViewSet):
    """What is known of a formula before it is made active."""

    access = READERS

    @operation(takes=ExaminationInput, gives=ExaminationOutput, refusals=(404,))
    def examine(self, request: Request, formula_id: UUID) -> Response:
        """Examine a revision as if it were the active one; nothing is written.

        Tries the golden examples, searches counter-examples for a few seconds at most, says which
        formulas of the program and type are reached, and which activities no formula takes.
        """
        asked: dict[str, Any] = self.data()
        return self.answer(examine(formula_id, timezone.now(), **asked))
