"""Formulas from templates: staff fill in fields, which become the texts of a draft to edit."""

import json
from collections.abc import Sequence
from decimal import Decimal
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextareaWidget

from foundation.staff.actions import button
from foundation.staff.form_fields import (
    CleanTextField,
    DecimalInput,
    PlainDecimalField,
    RecordField,
    SelectField,
)
from foundation.staff.staff_admin import StaffAdmin
from programs.activity_types import numbers_of, titles_to_choose, variables_of
from programs.programs.models import MarketingProgram
from programs.readers import plain
from rewards.access import EDIT

TEXT = (
    "The fields become the texts of a new formula, which you can still change before you save it. "
    "What depends on earlier activities (the first one, days in a row) has no template: a formula "
    "knows one activity."
)


class Template(StrEnum):
    """What points depend on."""

    FIXED = "fixed"
    EACH = "each"
    TIERS = "tiers"
    MARK = "mark"


CHOICES = [
    (Template.FIXED, "The same points for every activity"),
    (Template.EACH, "Points for each unit, as 2 for each kilometre"),
    (Template.TIERS, "Points by tiers, as 5 from 3 km, 12 from 10 km"),
    (Template.MARK, "Points from a pass mark on, else none"),
]
_EXPRESSIONS = {
    Template.FIXED: "coeff('points')",
    Template.EACH: "{variable} * coeff('points')",
    Template.TIERS: "piecewise(coeff('tiers'), {variable})",
    Template.MARK: "{variable} >= coeff('least') ? coeff('points') : null",
}


def _variables() -> list[tuple[str, str]]:
    """Return the numbers of all types, each once, with what it is."""
    found = {
        name: f"{name}: {variables_of(kind)[name].says.rstrip('.')}"
        for kind, _ in titles_to_choose()
        if kind
        for name in numbers_of(kind)
    }
    return [("", "Choose what is counted…"), *sorted(found.items())]


NOTHING = "Enter more than 0: else activities get nothing."
MAX_DIGITS = 20
MAX_TIERS = 800  # characters: the texts are in an address


class NumberField(PlainDecimalField):
    """A number that can be written out: not 1e999999."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_digits=MAX_DIGITS, required=False, widget=DecimalInput(), **more)


class TemplateForm(forms.Form):
    """The template, what it is for, and its fields."""

    program = RecordField(MarketingProgram.objects.order_by("name", "pk"))
    activity_type = SelectField(choices=titles_to_choose)
    template = forms.ChoiceField(choices=CHOICES, widget=UnfoldAdminRadioSelectWidget)
    variable = SelectField(label="What is counted", choices=_variables, required=False)
    points = NumberField(help_text="For every activity, for each unit, or from the pass mark on.")
    tiers = CleanTextField(
        label="Tiers",
        required=False,
        max_length=MAX_TIERS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4, "placeholder": "3 5\n10 12"}),
        help_text="A line each: from where on, and the points. Below the first there are none.",
    )
    least = NumberField(
        label="At least",
        help_text="The pass mark; of the others, activities with less get nothing.",
    )
    most = NumberField(
        label="At most", help_text="Of points for each unit: what an activity never exceeds."
    )

    def clean_tiers(self) -> list[tuple[Decimal, Decimal]]:
        rows = [line.replace(",", " ").split() for line in self.cleaned_data["tiers"].splitlines()]
        try:
            found = [(_number(start), _number(points)) for start, points in filter(None, rows)]
        except (ValueError, forms.ValidationError):
            raise forms.ValidationError("Each line must be two numbers, as “10 12”.") from None
        if [start for start, _ in found] != sorted({start for start, _ in found}):
            raise forms.ValidationError("Each tier must begin above the one before.")
        if found and max(points for _, points in found) <= 0:
            raise forms.ValidationError(NOTHING)
        return found

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        for name in self._lacking(given):
            if name not in self.errors:
                self.add_error(name, "This template needs it.")
        for name in ("points", "most"):
            if given.get(name) is not None and given[name] <= 0:
                self.add_error(name, NOTHING)
        if given.get("most") is not None and given.get("template") != Template.EACH:
            self.add_error("most", "Only points for each unit need a bound.")
        variable, kind = given.get("variable"), given.get("activity_type")
        if variable and kind and variable not in numbers_of(kind):
            known = ", ".join(numbers_of(kind)) or "none"
            self.add_error(
                "variable", f"Activities of this type do not have it; they have: {known}."
            )
        return given

    def _lacking(self, given: dict[str, Any]) -> list[str]:
        needed: dict[str, list[str]] = {
            Template.FIXED: ["points"],
            Template.EACH: ["points", "variable"],
            Template.TIERS: ["tiers", "variable"],
            Template.MARK: ["points", "variable", "least"],
        }
        names = needed.get(given.get("template", ""), [])
        if given.get("least") is not None:
            names = [*names, "variable"]
        return [name for name in names if given.get(name) in (None, "", [])]

    def texts(self) -> dict[str, str]:
        """Return the expression, the settings and the coefficients of a formula."""
        given, kind = self.cleaned_data, Template(self.cleaned_data["template"])
        used = ["tiers" if kind is Template.TIERS else "points", "most"]
        used += ["least"] if kind is Template.MARK else []
        known = {name: given[name] for name in used if given[name] is not None}
        expression = _EXPRESSIONS[kind].format(variable=given["variable"])
        if "most" in known:
            expression = f"min({expression}, coeff('most'))"
        is_bound = given["least"] is not None and kind is not Template.MARK
        where = f"{given['variable']} >= {plain(given['least'])}" if is_bound else ""
        return {
            "expression": expression,
            "settings": json.dumps({"__where": where} if where else {}),
            "coefficients": json.dumps({name: _written(value) for name, value in known.items()}),
        }


def _written(value: Decimal | Sequence[tuple[Decimal, Decimal]]) -> str:
    if isinstance(value, Decimal):
        return plain(value)
    return f"[{', '.join(f'[{plain(start)}, {plain(points)}]' for start, points in value)}]"


def _number(text: str) -> Decimal:
    return NumberField().clean(text) or Decimal(0)


class FromTemplate(StaffAdmin):
    """The button of the list of formulas that leads to the templates."""

    opened_by = {"template": (EDIT,)}

    @button("From a template…", "template", "template")
    def from_template(self, request: HttpRequest) -> HttpResponse:
        """Ask for a template's fields, and open the form of a new formula with its texts."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        asked = request.POST if request.method == "POST" else None
        form = TemplateForm(asked, initial=request.GET.dict())
        if not form.is_valid():
            buttons = {"write": "Write the formula"}
            return self.ask(request, [], "A formula from a template", TEXT, buttons, form)
        about = {
            "program": form.cleaned_data["program"].pk,
            "activity_type": form.cleaned_data["activity_type"],
            "name": dict(CHOICES)[Template(form.cleaned_data["template"])].partition(",")[0],
        }
        address = reverse("admin:rewards_rewardformula_add")
        return HttpResponseRedirect(f"{address}?{urlencode({**about, **form.texts()})}")
