"""The page on which staff check a formula. It writes nothing."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.decorators import action

from rewards.admin.checks.asked import AskedForm
from rewards.admin.checks.examples import ExamplePages
from rewards.admin.checks.results import ADD_EXAMPLE, shown
from rewards.examining.examination import examine
from rewards.models import RewardFormula
from staff.links import address_of_page

TEMPLATE = "admin/rewards/check.html"


class Checks(ExamplePages):
    """A formula that can be checked before it is made active."""

    @action(description="Check", url_path="check", permissions=["view"])  # type: ignore[untyped-decorator]
    def check_formula(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Examine a revision, and show what was found."""
        formula: RewardFormula = self.record_of(request, object_id)
        form = AskedForm(formula, request.GET.dict())
        may_edit = request.user.has_perm("rewards.edit")
        found: dict[str, Any] = {}
        if form.is_valid():
            number = form.cleaned_data["number"]
            examined = examine(formula.pk, timezone.now(), number, form.options)
            found = {"found": shown(examined, may_edit=may_edit)}
        context = {
            **self.admin_site.each_context(request),
            "title": f"Check: {formula}",
            "opts": self.opts,
            "media": self.media + form.media,
            "form": form,
            "formula": formula,
            "may_edit": may_edit,
            "add_address": reverse(ADD_EXAMPLE, args=[formula.pk]),
            "back": address_of_page(RewardFormula, formula.pk),
            **found,
        }
        return TemplateResponse(request, TEMPLATE, context)
