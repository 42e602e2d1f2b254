"""The pages on which staff check a formula, and try texts in the playground."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from unfold.decorators import action
from unfold.utils import display_for_label
from unfold.widgets import UnfoldAdminIntegerFieldWidget

from foundation.records.audit import actor_of
from foundation.records.formats import read_guid
from foundation.records.refusals import Refusal
from foundation.staff.actions import say_done
from foundation.staff.display import address_of_list, address_of_page, table
from foundation.staff.form_fields import SelectField
from foundation.staff.staff_admin import StaffAdmin
from programs.activity_types import activity_types, numbers_of, variables_of
from rewards.access import may_edit, may_read
from rewards.formulas.commands import ChangeFormulaCommand, change_formula
from rewards.formulas.editor import NEW_PLAYGROUND, texts_of
from rewards.formulas.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.trials.counter_examples import GROWING, Finding, Searched
from rewards.trials.examination import Examination, Reach, Reached, examine
from rewards.trials.examples import TriedExample
from rewards.trials.examples_admin import ADD_EXAMPLE, CHANGE_EXAMPLE, ExamplePages
from rewards.trials.playground_form import PlaygroundForm, tried

CHECK_TEMPLATE = "admin/rewards/check.html"
NONE = "-"
_WORDS = {
    Finding.FAILS: ("Fails", "danger"),
    Finding.NEGATIVE: ("Negative", "danger"),
    Finding.ABOVE_CAP: ("Above the cap", "warning"),
    Finding.FALLS: ("Falls", "warning"),
    Finding.JUMPS: ("Jumps", "info"),
    Reach.REACHED: ("Reached", "success"),
    Reach.NEVER: ("Never reached", "danger"),
    Reach.OVER: ("No longer valid", "warning"),
    Reach.CANNOT_TELL: ("Cannot tell", "info"),
}


class AskedForm(forms.Form):
    """The options of a search; what is left empty has its usual value."""

    number = SelectField(label="Revision", coerce=int, empty_value=None, required=False)
    cap = forms.IntegerField(
        label="No reward above",
        required=False,
        min_value=0,
        max_value=10**15,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"min": "0", "inputmode": "numeric"}),
    )
    growing = SelectField(
        label="No fall while this grows",
        coerce=lambda name: "" if name == NONE else name,
        required=False,
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
        formula: RewardFormula = self.record_of(request, object_id)
        form = AskedForm(formula, request.GET.dict())
        may_edit = request.user.has_perm("rewards.edit")
        found: dict[str, Any] = {}
        if form.is_valid():
            examined = examine(formula.pk, timezone.now(), **form.cleaned_data)
            found = {"found": shown(examined, may_edit=may_edit)}
        context = {
            "formula": formula,
            "may_edit": may_edit,
            "add_address": reverse(ADD_EXAMPLE, args=[formula.pk]),
            "back": address_of_page(RewardFormula, formula.pk),
            **found,
        }
        return self.page(request, CHECK_TEMPLATE, f"Check: {formula}", form, **context)


def shown(found: Examination, *, may_edit: bool) -> dict[str, Any]:
    """Return the parts of the page."""
    formula = found.formula
    return {
        "examples": _examples(formula, found.examples, may_edit=may_edit),
        "holding": _holding(found),
        "findings": [
            (_label(*_WORDS[each.finding]), each.sentence)
            for each in found.searched.counter_examples
        ],
        "searched": found.searched.sentence,
        "tried": _tried(found.searched),
        "reach": _reach(found.reach),
        "untaken": found.untaken.sentence,
        "ids": [
            ("No formula takes, for example:", _ids(formula, found.untaken.ids["untaken"])),
            ("A condition fails for:", _ids(formula, found.untaken.ids["failed"])),
        ],
    }


def _label(words: str, colour: str) -> str:
    label: str = display_for_label(words, "-", {words: colour})
    return format_html('<div class="whitespace-nowrap">{}</div>', label)


def _holding(found: Examination) -> str:
    broken = sum(not each.holds for each in found.examples)
    if not found.examples:
        return "There is none. With examples, no revision is made active that breaks one of them."
    if broken:
        number, count = found.revision.number, len(found.examples)
        return f"{broken} of {count} are broken: revision {number} cannot be made active."
    return f"All {len(found.examples)} hold."


def _examples(
    formula: RewardFormula, examples: Sequence[TriedExample], *, may_edit: bool
) -> list[dict[str, str]]:
    order = list(variables_of(formula.activity_type))
    return [
        {
            "label": _label("Holds", "success") if each.holds else _label("Broken", "danger"),
            "name": each.example.name,
            "address": reverse(CHANGE_EXAMPLE, args=[formula.pk, each.example.pk])
            if may_edit
            else "",
            "wanted": each.wanted,
            "got": each.got,
            "inputs": _inputs(each.example.inputs, order),
        }
        for each in examples
    ]


def _inputs(inputs: Mapping[str, str], order: Sequence[str]) -> str:
    known = [f"{name} {inputs[name]}" for name in order if name in inputs]
    return ", ".join(known) or "everything null"


def _tried(searched: Searched) -> str:
    variables = searched.samples.tried_variables
    rows = [[each.name, each.count, each.least, each.most] for each in variables]
    return table(["Variable", "Values", "From", "To"], rows) if rows else ""


def _reach(reach: Sequence[Reached]) -> list[dict[str, str]]:
    return [
        {
            "label": _label(*_WORDS[each.reach]),
            "name": f"{each.candidate.name}, revision {each.candidate.revision.number}",
            "address": address_of_page(RewardFormula, each.candidate.formula_id),
            "sentence": each.sentence,
        }
        for each in reach
    ]


def _ids(formula: RewardFormula, ids: Sequence[UUID]) -> list[tuple[UUID, str]]:
    """Return ids of activities, each with the address that makes an example of it."""
    address = reverse(ADD_EXAMPLE, args=[formula.pk])
    return [(each, f"{address}?activity={each}") for each in ids]


PLAYGROUND_TEMPLATE = "admin/rewards/playground.html"


class Playground(StaffAdmin):
    """A formula that can be tried, as it was saved once or as it is typed."""

    def get_urls(self) -> list[URLPattern]:
        new = self.admin_site.admin_view(self.new_playground)
        return [
            path("playground/", new, name=NEW_PLAYGROUND.partition(":")[2]),
            *super().get_urls(),
        ]

    @action(description="Playground", url_path="playground", permissions=["view"])  # type: ignore[untyped-decorator]
    def playground(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Try a formula of the list, or save what was tried as its next revision."""
        formula: RewardFormula = self.record_of(request, object_id)
        revision = _revision(formula, request)
        texts = {**texts_of(revision), "opened_version": str(formula.version)}
        kind = formula.program_id, formula.activity_type
        form = PlaygroundForm(*kind, texts, request.POST.dict())
        if "save" in request.POST and self._saved(request, formula, form):
            return HttpResponseRedirect(address_of_page(RewardFormula, formula.pk))
        return self._tried(request, form, formula, revision=revision)

    def new_playground(self, request: HttpRequest) -> HttpResponse:
        """Try the texts of a formula that is not saved yet."""
        if not may_read(request):
            raise PermissionDenied
        program_id, activity_type = _chosen(request)
        form = PlaygroundForm(program_id, activity_type, {}, request.POST.dict())
        hidden = [("activity_type", activity_type), ("program", program_id or "")]
        return self._tried(request, form, RewardFormula(), hidden=hidden)

    def _tried(
        self, request: HttpRequest, form: PlaygroundForm, formula: RewardFormula, **context: Any
    ) -> HttpResponse:
        if "fill" in request.POST:
            form.fill_in()
        is_saved = bool(formula.name)
        shown = {
            "formula": formula,
            "numbers": formula.revisions.order_by("-number").values_list("number", flat=True)
            if is_saved
            else [],
            "may_save": is_saved and may_edit(request),
            "back": address_of_page(RewardFormula, formula.pk)
            if is_saved
            else address_of_list(RewardFormula),
            "outcome": tried(form, formula, timezone.now()),
            **context,
        }
        title = f"Playground: {formula.name or 'a new formula'}"
        return self.page(request, PLAYGROUND_TEMPLATE, title, form, **shown)

    def _saved(self, request: HttpRequest, formula: RewardFormula, form: PlaygroundForm) -> bool:
        """Save the texts as the formula's next revision; else show why not."""
        if not may_edit(request):
            raise PermissionDenied
        if (texts := form.read_texts(formula.activity_type)) is None:
            return False
        command = ChangeFormulaCommand(
            formula_id=formula.pk,
            expression=texts.expression,
            settings=texts.settings,
            coefficients=texts.coefficients,
            expected_version=form.cleaned_data.get("opened_version") or 0,
            by=actor_of(request),
            now=timezone.now(),
        )
        try:
            saved = change_formula(command)
        except Refusal as refusal:
            messages.error(request, refusal.detail)
            return False
        say_done(request, f"Saved: {saved.revision}.")
        return True


def _revision(formula: RewardFormula, request: HttpRequest) -> FormulaRevision:
    """Return the revision that is asked for, or what was saved last; 404: there is none."""
    asked = request.GET.get("revision", "")
    if not asked:
        return formula.revision
    try:
        return formula.revision_numbered(int(asked) if asked.isdecimal() and len(asked) < 10 else 0)
    except RewardFormulaNotFound:
        raise Http404 from None


def _chosen(request: HttpRequest) -> tuple[UUID | None, str]:
    """Return the program and type of a new formula; without a program no activity is shown."""
    asked = request.POST or request.GET
    kind = asked.get("activity_type") or activity_types()[0]
    if kind not in activity_types():
        raise BadRequest("There is no such activity type.")
    try:
        return read_guid(asked.get("program", "")), kind
    except ValueError:
        return None, kind
