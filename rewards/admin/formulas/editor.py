"""The editor of a formula's texts: fields of the form that scripts make editors of code.

Without scripts they are plain fields. The scripts are those of Ace, which the package django_ace
brings, and our own; all come from this host, none is written into a page.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_POST
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from foundation.records.refusals import Refusal
from foundation.records.written_json import StrictDecoder
from foundation.staff.form_fields import CleanTextField
from programs.activity_types import activity_types, variables_of
from rewards.admin.access import may_read
from rewards.checking import COEFFICIENTS, EXPRESSION, SETTINGS, FormulaTexts
from rewards.commands.formulas import FormulaInvalid
from rewards.formula.functions import EXAMPLE_COEFFICIENTS, FUNCTIONS
from rewards.formula.written import written
from rewards.models import FormulaRevision, RewardFormula
from rewards.typed import TypedTexts, faults_of_typed, read_typed

TEXTS = (EXPRESSION, SETTINGS, COEFFICIENTS)
ASKED = ("activityType", *TEXTS)
FAULTS = "admin:rewards_rewardformula_faults"
PLAYGROUND = "admin:rewards_rewardformula_playground"
NEW_PLAYGROUND = "admin:rewards_rewardformula_new_playground"


def address_of_playground(formula: RewardFormula) -> str:
    """Return where the texts of a formula, or of one that is not saved yet, are tried."""
    if formula._state.adding:  # noqa: SLF001 (documented Model._state)
        return reverse(NEW_PLAYGROUND)
    return reverse(PLAYGROUND, args=[formula.pk])


class CodeEditor(UnfoldAdminTextareaWidget):  # type: ignore[misc]  # unfold has no types
    """A text with highlighting, completion, and what is wrong in it below."""

    template = "admin/rewards/editor.html"
    template_name = "django/forms/widgets/textarea.html"  # keeps a first line that is empty

    class Media:
        css = {"all": ["django_ace/ace/css/ace.css", "rewards/editor.css"]}
        js = [
            "django_ace/ace/ace.js",
            "django_ace/ace/ext-language_tools.js",
            "django_ace/ace/mode-json.js",
            "rewards/formula_mode.js",
            "rewards/editor.js",
        ]

    def __init__(self, mode: str, rows: int) -> None:
        super().__init__(attrs={"rows": rows, "spellcheck": "false", "class": "fl-typed"})
        self.mode = mode

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context(name, value, attrs)
        shown = {"mode": self.mode, "rows": self.attrs["rows"], "faults": reverse(FAULTS)}
        return {**context, **shown}

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        field = super().render(name, value, attrs, renderer)
        context = self.get_context(name, value, attrs)
        html = render_to_string(self.template, {**context, "field": field})
        return mark_safe(html)  # noqa: S308 (a template's HTML)


class ExpressionEditor(CodeEditor):
    """The expression, beside what it may use: variables of the activity's type, and functions.

    `activity_type` empty: the type is chosen on the page. `playground`: where it can be tried.
    """

    template = "admin/rewards/expression_editor.html"
    activity_type = ""
    playground = ""

    def __init__(self) -> None:
        super().__init__(mode="formula", rows=11)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        types = [self.activity_type] if self.activity_type else activity_types()
        return {
            **super().get_context(name, value, attrs),
            "activity_type": self.activity_type,
            "playground": self.playground,
            "types": [(each, _variables(each)) for each in types],
            "functions": _FUNCTIONS,
            "example_coefficients": EXAMPLE_COEFFICIENTS,
        }


def _variables(activity_type: str) -> list[Mapping[str, str]]:
    return [
        {"name": name, "says": variable.says, "example": written(variable.example)}
        for name, variable in variables_of(activity_type).items()
    ]


_FUNCTIONS = [
    {
        "name": name,
        "signature": each.signature,
        "says": each.says,
        "example": f"{each.example[0]} = {written(each.example[1])}",
    }
    for name, each in FUNCTIONS.items()
]


class ExpressionField(CleanTextField):
    """An expression with the line ends that it was saved with; browsers send others."""

    def __init__(self) -> None:
        super().__init__(
            strip=False, widget=ExpressionEditor(), help_text="A result of null: no reward."
        )

    def to_python(self, value: Any) -> str:
        typed: str = super().to_python(value) or ""
        return typed.replace("\r\n", "\n")


class ObjectField(CleanTextField):
    """A JSON object as it is typed; an empty field is an empty one."""

    def __init__(self, help_text: str) -> None:
        super().__init__(
            required=False,
            strip=False,
            initial="{}",
            widget=CodeEditor(mode="json", rows=4),
            help_text=help_text,
        )


class TextsForm(forms.Form):
    """The three texts of a formula, each with its editor."""

    expression = ExpressionField()
    settings = ObjectField('For example {"__where": "distance > 5"}; {}: for every activity.')
    coefficients = ObjectField('Texts, for example {"rate": "1.5", "table": "[[0, 1], [5, 2]]"}.')

    def read_texts(self, activity_type: str) -> FormulaTexts | None:
        """Return the texts; None: they have faults, which are shown beside their fields."""
        typed = TypedTexts(**{name: self.cleaned_data.get(name, "") for name in TEXTS})
        try:
            return read_typed(activity_type, typed)
        except FormulaInvalid as invalid:
            for fault in invalid.faults:
                if fault.field not in self.errors:
                    self.add_error(fault.field, str(fault))
            return None


def texts_of(revision: FormulaRevision) -> dict[str, str]:
    """Return a revision's texts as they are shown in their fields."""
    return {
        EXPRESSION: revision.expression,
        SETTINGS: _json(revision.settings),
        COEFFICIENTS: _json(revision.coefficients),
    }


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


class Malformed(ValueError):
    """The request is not what the editor sends."""


class FaultsAsTyped(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A formula whose texts are checked as they are typed; they are not saved."""

    def get_urls(self) -> list[URLPattern]:
        check = self.admin_site.admin_view(require_POST(check_texts))
        return [path("faults/", check, name=FAULTS.partition(":")[2]), *super().get_urls()]


def check_texts(request: HttpRequest) -> HttpResponse:
    """Return the faults of the three texts; 400: what is wrong with the request."""
    if not may_read(request):
        raise PermissionDenied
    try:
        asked = _asked(request.body)
        faults = faults_of_typed(asked.pop("activityType"), TypedTexts(**asked))
    except (Malformed, Refusal) as refusal:
        return JsonResponse({"detail": str(refusal)}, status=400)
    return JsonResponse({"faults": [asdict(fault) for fault in faults]})


def _asked(body: bytes) -> dict[str, str]:
    try:
        asked: Any = json.loads(body.decode(), cls=StrictDecoder)
    except ValueError as error:
        raise Malformed(f"The body is no JSON in UTF-8: {error}") from None
    if not isinstance(asked, dict) or asked.keys() != set(ASKED):
        raise Malformed(f"The body is an object of {', '.join(ASKED)}.")
    if wrong := [name for name in ASKED if not isinstance(asked[name], str)]:
        raise Malformed(f"{wrong[0]} is a text.")
    return asked
