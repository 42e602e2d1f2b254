"""What staff ask for on the page: a revision, a cap, and what grows."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminSelectWidget

from programs.activity_types import numbers_of
from rewards.examining.counter_examples import GROWING, SearchOptions
from rewards.models import RewardFormula

NONE = "-"


class AskedForm(forms.Form):
    """The options of a search; what is left empty has its usual value."""

    number = forms.TypedChoiceField(
        label="Revision", coerce=int, required=False, widget=UnfoldAdminSelectWidget
    )
    cap = forms.IntegerField(
        label="No reward above",
        required=False,
        min_value=0,
        max_value=10**15,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"min": "0", "inputmode": "numeric"}),
    )
    growing = forms.ChoiceField(
        label="No fall while this grows", required=False, widget=UnfoldAdminSelectWidget
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

    @property
    def options(self) -> SearchOptions:
        """What is asked for."""
        growing = self.cleaned_data["growing"]
        return SearchOptions(
            cap=self.cleaned_data["cap"], growing="" if growing == NONE else growing
        )
