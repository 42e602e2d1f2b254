"""The page on which staff check a formula. It writes nothing."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.decorators import action
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from programs.activity_types import numbers_of
from rewards.admin.checks.examples import ExamplePages
from rewards.admin.checks.results import ADD_EXAMPLE, shown
from rewards.examination import examine
from rewards.examining.counter_examples import GROWING
from rewards.models import RewardFormula
from staff.links import address_of_page

TEMPLATE = "admin/rewards/check.html"
NONE = "-"


class AskedForm(forms.Form):
    """The options of a search; what is left empty has its usual value."""

    number = forms.TypedChoiceField(
        label="Revision",
        coerce=int,
        empty_value=None,
        required=False,
        widget=UnfoldAdminSelectWidget,
    )
    cap = forms.IntegerField(
        label="No reward above",
        required=False,
        min_value=0,
        max_value=10**15,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"min": "0", "inputmode": "numeric"}),
    )
    growing = forms.TypedChoiceField(
        label="No fall while this grows",
        coerce=lambda name: "" if name == NONE else name,
        required=False,
        widget=UnfoldAdminSelectWidget,
    )

    def __init__(self, formula: RewardFormula, data: Any) -> None:
        names = numbers_of(formula.activity_type)
        usual = {
            "number": str(formula.revision.number),
            "growing": GROWING if GROWING in names else NONE,
        }
        super().__init__({**usual, **data}, use_required_attribute=False)
        numbers = formula.revisions.order_by("-number").values_list("number", flat=True)
        self.fields["number"].choices = [(n, f"Revision {n}") for n in numbers]  # type: ignore[attr-defined]
        self.fields["growing"].choices = [(NONE, "–"), *((n, n) for n in names)]  # type: ignore[attr-defined]


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
            examined = examine(formula.pk, timezone.now(), **form.cleaned_data)
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
