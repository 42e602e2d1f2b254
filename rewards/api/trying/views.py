"""Trying formulas over the AdminApi."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from rest.operations import operation
from rest.views import ApiViewSet
from rewards.api.formulas.views import READERS
from rewards.api.trying.serializers import FormulaTryInput, TrialOutput
from rewards.trying.trials import TryFormulaQuery, try_asked


class TryingViews(ApiViewSet):
    """Trying formulas, saved or not."""

    access = READERS

    @operation(takes=FormulaTryInput, gives=TrialOutput, refusals=(404,))
    def create(self, request: Request) -> Response:
        """Calculate a formula for an activity or for inputs; nothing is written.

        Give `formulaId`, or `activityType` and an expression; texts beside a `formulaId` are tried
        in its place. Give `activityId` or `inputs`; variables that `inputs` leave out are null.
        """
        return self.answer(try_asked(TryFormulaQuery(**self.data(), now=timezone.now())))
